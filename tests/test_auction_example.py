"""docs/examples/wharf.py, an open auction of the kit of parts: it keeps its promises and its rulebook."""

from __future__ import annotations

from pathlib import Path

import pytest

from kotva import conformance, games
from kotva.engine import say
from kotva.engine.game import Game
from kotva.match import Match

FILE = Path(__file__).resolve().parent.parent / "docs" / "examples" / "wharf.py"


@pytest.fixture
def wharf(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game, registered for one test alone."""
    for name in ("_added", "_sources", "_loaded"):
        monkeypatch.setattr(games, name, {})
    monkeypatch.setattr(say, "_HOMES", {})
    return games.load_file(FILE)[0]


@pytest.mark.conformance
@pytest.mark.parametrize("name", conformance.CHECKS)
def test_wharf_keeps_its_promises(wharf: Game, name: str) -> None:
    conformance.check(wharf, only=name)


def test_WHA_2_5_the_last_one_pays_and_begins_the_next_auction(wharf: Game) -> None:
    match = Match(wharf, 3, chance=False)
    for text in ("lot 9", "bid 4", "pass"):
        match.play(text)
    assert match.why_not("bid 4") == ("WHA-2.3", "A bid must be higher than the one before.")
    for text in ("bid 7", "pass", "lot 2"):
        match.play(text)
    assert [match.state.score(seat) for seat in range(3)] == [0, 0, 9]
    assert match.to_act() == 2
    assert match.why_not("bid 14") == ("WHA-2.4", "You have not so many coins.")


def test_WHA_2_5_a_lot_that_nobody_wants_is_gone(wharf: Game) -> None:
    match = Match(wharf, 3, chance=False)
    for text in ("lot 9", "pass", "pass", "pass", "lot 1"):
        match.play(text)
    assert [match.state.score(seat) for seat in range(3)] == [0, 0, 0]
    assert match.to_act() == 0
