"""What a game that teaches must keep: the same page in every language, long enough and not too long, cited and illustrated."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.say import LANGUAGES
from kotva.files import rules_file
from kotva.learn.glossary import glossary
from kotva.learn.how_to import HowToPage, folder, read
from kotva.learn.legend import legend, legend_rows
from kotva.learn.pictures import CARD, WHEN, draw, pictures

FEWEST_WORDS: Final = 500
MOST_WORDS: Final = 1200
FEWEST_PICTURES: Final = 6
TIPS: Final = 5
_CLAUSE: Final = re.compile(r"^- \*\*([A-Z][A-Z0-9_]{1,9}-\d+\.\d+)", re.MULTILINE)


def faults(game: Game, languages: Sequence[str] = LANGUAGES, exacting: bool = True) -> list[str]:
    """All that is wrong with how a game teaches, in English for its author; nothing if all is well.

    Exacting asks for as many words, pictures and tips as our games have, too.
    """
    found: list[str] = []
    sheets: list[HowToPage] = []
    for language in languages:
        path = folder(game) / f"howto.{language}.md"
        if not path.is_file():
            found.append(f"{path.name} is missing")
            continue
        sheets.append(read(game.id, language, path.read_text(encoding="utf-8")))
        found += [f"{path.name}: {fault}" for fault in _of_page(game, sheets[-1], exacting)]
    found += [fault for one, other in pairwise(sheets) for fault in _different(one, other)]
    found += _of_pictures(game, sheets, exacting)
    return found + _of_legend(game, languages) + _of_glossary(game, languages)


def _of_legend(game: Game, languages: Sequence[str]) -> list[str]:
    """Every line has a drawing of the game, a name and a sentence in every language."""
    out = []
    try:
        rows = legend_rows(game)
        legend(game, "en")
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        return [f"legend.json: {error!r}"]
    for row in rows:
        symbol = row.get("symbol")
        if symbol not in game.look.symbols:
            out.append(f"legend.json: there is no drawing {symbol}")
        out += [
            f"legend.json: {symbol} is not told in {language}"
            for language in languages
            if len(row.get(language, ())) != 2 or not all(row[language])
        ]
    return out


def _of_glossary(game: Game, languages: Sequence[str]) -> list[str]:
    """Every term has a word in every language and a clause of the game, if any."""
    try:
        terms = glossary(folder(game))
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        return [f"glossary.json: {error!r}"]
    known = _clauses(game)
    unsaid = [(term, language) for term in terms for language in languages if language not in term.words]
    return [f"glossary.json: {term.name} has no word in {language}" for term, language in unsaid] + [
        f"glossary.json: {term.name}: there is no clause {term.clause}"
        for term in terms
        if term.clause and term.clause not in known
    ]


def _clauses(game: Game) -> set[str]:
    try:
        return set(_CLAUSE.findall(rules_file(game.id).read_text(encoding="utf-8")))
    except FileNotFoundError:
        return {game.clause(number) for number in game.words.why}


def _of_page(game: Game, page: HowToPage, exacting: bool) -> list[str]:
    out = []
    if exacting and not FEWEST_WORDS <= page.words <= MOST_WORDS:
        out.append(f"{page.words} words; there should be {FEWEST_WORDS} to {MOST_WORDS}")
    if exacting and len(set(page.shown)) < FEWEST_PICTURES:
        out.append(f"{len(set(page.shown))} pictures; there should be at least {FEWEST_PICTURES}")
    if exacting and page.tips != TIPS:
        out.append(f"{page.tips} tips at the end; there should be {TIPS}")
    out += [f"picture {name} has no caption" for name, caption in zip(page.shown, page.captions) if not caption.strip()]
    known = _clauses(game)
    out += [f"there is no clause {clause}" for clause in page.cited if clause not in known]
    return out


def _different(one: HowToPage, other: HowToPage) -> list[str]:
    """Pages in two languages tell the same: as many sections, the same pictures in the same order, the same clauses."""
    names = f"{one.language} and {other.language}"
    out = []
    if len(one.headings) != len(other.headings):
        out.append(f"{names}: {len(one.headings)} and {len(other.headings)} sections")
    if one.shown != other.shown:
        out.append(f"{names}: pictures {', '.join(one.shown)} and {', '.join(other.shown)}")
    if Counter(one.cited) != Counter(other.cited):
        differing = (Counter(one.cited) - Counter(other.cited)) + (Counter(other.cited) - Counter(one.cited))
        out.append(f"{names}: only one of them cites {', '.join(sorted(differing))}")
    same = [caption for caption in one.captions if caption in other.captions]
    return out + [f"{names}: the caption {caption!r} is not translated" for caption in same]


def _of_pictures(game: Game, sheets: list[HowToPage], exacting: bool) -> list[str]:
    try:
        known = pictures(game)
    except (KotvaError, ValueError, TypeError, AttributeError) as error:
        return [f"pictures.json: {error}"]
    shown = {name for page in sheets for name in page.shown}
    out = [f"there is no picture {name}" for name in sorted(shown - set(known))]
    out += [f"picture {name} is shown nowhere" for name in sorted(set(known) - shown - {CARD})]
    for name, picture in known.items():
        try:
            before, after = (draw(game, picture, when) for when in WHEN)
        except KotvaError as error:
            out.append(f"picture {name}: {error}")
            continue
        if picture.moves and before == after:
            out.append(f"picture {name}: before and after are the same")
    both = sum(bool(picture.moves) for picture in known.values())
    if exacting and both < FEWEST_PICTURES:
        out.append(f"{both} pictures have a before and an after; there should be at least {FEWEST_PICTURES}")
    return out
