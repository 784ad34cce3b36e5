"""The kit itself under test: the toy keeps every promise, and each check finds the variant made to break it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from kotva import conformance
from kotva.conformance import presentation_checks, reveal_checks
from kotva.conformance.kit import Budget, ConformanceFault, Kit
from kotva.engine import say
from kotva.engine.game import Event, Game
from kotva.engine.state import SPECTATOR, State
from kotva.match import Match, undo
from tests.conformance import other_toys, toys
from tests.conformance.pearls import PEARLS

SOURCE = Path(toys.__file__)

# What is so deep in a game that other checks notice it too.
ALSO = {
    "ends": {"redeals"},
    "conserves": {"handmade", "positions"},
    "clones": {"undo", "views", "positions", "handmade", "redeals", "globals"},
    "handmade": {"redeals"},
    "leaks": {"twins"},
    "trace": {"leaks", "twins"},
    "undo": {"replays", "refusals", "leaks", "twins", "globals"},
    "steps": {"observations"},
    "refusals": {"gaps"},
    "verdicts": {"handmade"},
    "takebacks": {"reveals"},
    "twins": {"secrets"},
    "globals": {"twins", "secrets"},
    "roles": {"leaks", "twins"},
}


@pytest.fixture(autouse=True)
def catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The toys have catalogues in a folder of the test; those of the variant `texts` lack one text."""
    said = presentation_checks._said(Kit(PEARLS, 2))
    for game in ("pearls", "pearls_texts"):
        for language in ("cs", "pl", "bg"):
            catalogue = Catalog(locale=language)
            for text in said - ({"Choose."} if game == "pearls_texts" else set()):
                catalogue.add(text, f"-{text}-")
            path = tmp_path / game / language / "LC_MESSAGES" / f"{game}.po"
            path.parent.mkdir(parents=True)
            with path.open("wb") as file:
                write_po(file, catalogue)
    monkeypatch.setattr(presentation_checks, "locale_dir", lambda game=None: tmp_path / str(game))


def broken(name: str, game: Game) -> str:
    """What a check says of a toy; empty when it holds. Every check gets a fresh kit, whatever others did to theirs."""
    for seats in game.rules.seats if name != "replays" else game.rules.seats[:1]:
        try:
            conformance.CHECKS[name](Kit(game, seats, Budget(0.4), SOURCE))
        except ConformanceFault as fault:
            return str(fault)
    return ""


@pytest.mark.parametrize("name", conformance.CHECKS)
def test_the_correct_toy_passes(name: str) -> None:
    assert broken(name, PEARLS) == ""


def by_marks_alone(game: Game, before: State, after: State, events: Sequence[Event]) -> bool:
    """How a match once judged what can be taken back."""
    return undo.can_take_back(game, before, after, events, twins=0)


def counting(match: Match) -> str:
    """How a match once put itself in short."""
    return f"<Match {match.game.id}: {len(match.legal())} legal>"


def unfading(match: Match, seat: int | None = None, since: int = 0) -> Iterator[tuple[int, tuple[Event, ...]]]:
    """How a match once told what is told only once: whenever somebody read the log."""
    viewer = SPECTATOR if seat is None else seat
    for number, played in enumerate(match.played[since:], since + 1):
        yield (
            number,
            tuple(told for event in played.events if (told := match.game.show_event(viewer, event)) is not None),
        )


@pytest.fixture
def sabotage(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What these checks look at is no part of a game: the match itself, or a file beside the game, is broken for them."""
    name = request.node.callspec.params["name"]
    if name == "lessons":
        beside = request.getfixturevalue("tmp_path") / "beside"
        (beside / "learn").mkdir(parents=True)
        (beside / "learn" / "lessons.json").write_text("[", encoding="utf-8")
        monkeypatch.setitem(say._HOMES, "pearls_lessons", beside)
    if name == "takebacks":
        monkeypatch.setattr(reveal_checks, "can_take_back", by_marks_alone)
    if name == "twins":
        monkeypatch.setattr(Match, "__repr__", counting)
    if name == "recalls":
        monkeypatch.setattr(Match, "shown_by_move", unfading)


@pytest.mark.parametrize("wrong", other_toys.ALSO_BROKEN)
def test_other_ways_to_break_a_check(wrong: str) -> None:
    game, name, words = other_toys.ALSO_BROKEN[wrong]
    assert words in broken(name, game)


@pytest.mark.slow
@pytest.mark.usefixtures("sabotage")
@pytest.mark.parametrize("name", conformance.CHECKS)
def test_each_check_finds_what_it_is_for_and_the_others_are_content(name: str) -> None:
    # Another process takes its time, and what it would find in most variants others find too.
    checks = [c for c in conformance.CHECKS if c != "replays" or name in ("replays", "undo")]
    found = {check: text for check in checks if (text := broken(check, toys.BROKEN[name]))}
    assert name in found
    assert found.keys() - {name} <= ALSO.get(name, set()), found
