"""What the kit asks in levels: a game plays (`CHECKS`), is complete, is like ours.

A game that plays keeps its promises; a complete one has a rulebook, words, drawings and a page that explains it, in the languages
that its author speaks; one like ours has all that Kotva's own games have, as much of it and in all languages of the pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kotva.conformance.places import of_game
from kotva.conformance.presentation_checks import spoken
from kotva.engine.evaluation import Evaluation
from kotva.engine.game import Game
from kotva.engine.position import unchecked
from kotva.engine.say import LANGUAGES, home_of, locale_of
from kotva.files import rules_file
from kotva.learn.how_to import folder
from kotva.learn.lesson_checks import lesson_faults
from kotva.learn.page_checks import faults

PLAYS: Final = "plays"
COMPLETE: Final = "complete"
OURS: Final = "ours"
LEVELS: Final = {
    PLAYS: "it keeps the promises of every game",
    COMPLETE: "it has a rulebook, words, drawings and a page that explains it",
    OURS: "it has everything that Kotva's own games have",
}


@dataclass(frozen=True, slots=True)
class Lack:
    """Something that a level asks for and a game has not."""

    place: str  # file:line
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


def missing(game: Game, level: str) -> list[Lack]:
    """What a game lacks for a level, those below it included; nothing if it has reached it."""
    found: list[Lack] = []
    if level in (COMPLETE, OURS):
        found += [*_record(game), *_rulebook(game), *_page(game)]
    if level == OURS:
        found += _like_ours(game)
    return found


def _record(game: Game) -> Iterator[Lack]:
    """Parts of the Game record that a complete game has."""
    place = of_game(game)
    asked = {
        "summary: one sentence for the lobby": bool(game.summary),
        "look.scene: without it the game is played with buttons": bool(game.look.symbols),
        "words.why: the rule in plain words for every clause that forbids": bool(game.words.why),
        "words.log: what happened, in sentences": game.words.log is not None,
        "rules.check: what is true of every position": game.rules.check is not unchecked,
    }
    for text, there in asked.items():
        if not there:
            yield Lack(place, f"the game has no {text}")
    for reason in game.rules.reasons:
        if not reason.clause:
            yield Lack(place, f"the reason {reason.name!r} names no clause")


def _rulebook(game: Game) -> Iterator[Lack]:
    try:
        path = rules_file(game.id)
    except FileNotFoundError:
        yield Lack(f"{home_of(game.id) / game.id}.md:1", "there is no rulebook")
        return
    defined: dict[str, int] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for clause in re.findall(rf"^- \*\*({re.escape(game.letters)}-\d+\.\d+)\b", line):
            if clause in defined:
                yield Lack(f"{path}:{number}", f"{clause} stands there twice, first in line {defined[clause]}")
            defined.setdefault(clause, number)
    if not defined:
        yield Lack(f"{path}:1", f"there is no clause: write `- **{game.letters}-1.1** What is so.`")
    for number in sorted(game.words.why):
        if game.clause(number) not in defined:
            yield Lack(f"{path}:1", f"{game.clause(number)} forbids something and is not in the rulebook")
    for place in (*(r.clause for r in game.rules.reasons), *(o.clause for o in game.rules.options)):
        for clause in re.findall(rf"{re.escape(game.letters)}-\d+\.\d+", place):
            if clause not in defined:
                yield Lack(f"{path}:1", f"{clause} is named by the game and is not in the rulebook")


def _page(game: Game) -> Iterator[Lack]:
    """How to play, in English and in the languages that the game is translated into and tells it in."""
    if not (folder(game) / "howto.en.md").is_file():
        yield Lack(f"{folder(game) / 'howto.en.md'}:1", "there is no page that tells how to play")
        return
    told = [path.name.split(".")[1] for path in sorted(folder(game).glob("howto.*.md"))]
    languages = [language for language in LANGUAGES if language in told]
    for text in faults(game, languages, exacting=False):
        yield Lack(_told_at(game, text), text)


def _told_at(game: Game, text: str) -> str:
    """The file that a fault of what is taught begins with, and the line where what it names stands."""
    name = text.partition(":")[0]
    path = folder(game) / name
    if not path.is_file():
        path = folder(game) / (
            "pictures.json" if text.startswith(("picture", "there is no picture")) else "howto.en.md"
        )
    words = re.findall(r"[\w.-]+", text)
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    for word in reversed(words):
        for number, line in enumerate(lines, 1):
            if len(word) > 2 and word in line:
                return f"{path}:{number}"
    return f"{path}:1"


def _like_ours(game: Game) -> Iterator[Lack]:
    place = of_game(game)
    for language in LANGUAGES[1:]:
        if language not in spoken(game.id):
            yield Lack(f"{_catalogue(game, language)}:1", f"the game does not speak {language}")
    for text in faults(game):
        yield Lack(_told_at(game, text), text)
    for text in lesson_faults(game):
        yield Lack(f"{folder(game) / 'lessons.json'}:1", text)
    for name in ("puzzles.json", "legend.json"):
        if not (folder(game) / name).is_file():
            yield Lack(f"{folder(game) / name}:1", "there is no such file")
    if type(game.bots.evaluation) is Evaluation:
        yield Lack(place, "the game has no evaluation: bots know nothing of what is good")
    presets = {preset.name for preset in game.rules.presets}
    asked = {
        "preset standard": "standard" in presets,
        "preset quick": "quick" in presets,
        "words.action: actions in words": game.words.action is not None,
        "words.board: the position as text, for the terminal": game.words.board is not None,
        "words.hint_text: what a choice gains and risks": game.words.hint_text is not None,
        "bots.observer: what agents see": game.bots.observer is not None,
    }
    for text, there in asked.items():
        if not there:
            yield Lack(place, f"the game has no {text}")


def _catalogue(game: Game, language: str) -> Path:
    return locale_of(game.id) / language / "LC_MESSAGES" / f"{game.id}.po"
