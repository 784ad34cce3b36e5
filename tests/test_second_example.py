"""docs/examples/beacon.py, the example with cards and secrets: as short as it says, complete, and it keeps its rulebook."""

from __future__ import annotations

from pathlib import Path

import pytest

from kotva import conformance, games
from kotva.engine import say
from kotva.engine.game import Game
from kotva.match import Match

FILE = Path(__file__).resolve().parent.parent / "docs" / "examples" / "beacon.py"
DEALT = ("draw 3", "draw 5", "draw 2", "draw 8")


@pytest.fixture
def beacon(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game, registered for one test alone."""
    for name in ("_added", "_sources", "_loaded"):
        monkeypatch.setattr(games, name, {})
    monkeypatch.setattr(say, "_HOMES", {})
    return games.load_file(FILE)[0]


def test_the_file_is_as_short_as_it_says() -> None:
    assert len(FILE.read_text(encoding="utf-8").splitlines()) <= 250


@pytest.mark.conformance
@pytest.mark.parametrize("name", conformance.CHECKS)
def test_beacon_keeps_its_promises(beacon: Game, name: str) -> None:
    conformance.check(beacon, only=name)


def test_beacon_is_complete(beacon: Game) -> None:
    assert conformance.missing(beacon, "complete") == []


def dealt(beacon: Game, *more: str) -> Match:
    match = Match(beacon, 2, {"rounds": 2}, chance=False)
    for text in (*DEALT, *more):
        match.play(text)
    return match


def test_BEA_1_2_a_hand_is_seen_by_its_owner_alone(beacon: Game) -> None:
    match = dealt(beacon, "draw 6")
    ids = {
        viewer: {item.id for item in beacon.look.scene(match.view(viewer), say.ENGLISH).items}
        for viewer in (0, 1, None)
    }
    assert {"card-0-2-0", "card-0-4-0", "card-0-5-0", "back-1-0", "back-1-1"} <= ids[0]
    assert not any(name.startswith("card") for name in ids[None])
    assert [line for _, lines in match.log(1) for line in lines] == ["Player 2 draws a 2.", "Player 2 draws a 8."]


def test_BEA_2_3_a_number_lies_on_a_shore_once(beacon: Game) -> None:
    match = dealt(beacon, "draw 6", "play 6", "draw 1", "play 1", "draw 6")
    assert match.why_not("play 6") == ("BEA-2.3", "That number lies on your shore, and you have another one.")
    assert match.why_not("play 4") == ("BEA-2.2", "That card is not in your hand.")


def test_BEA_3_3_the_highest_hand_does_not_count(beacon: Game) -> None:
    match = dealt(beacon, "draw 6", "play 6", "draw 1", "play 1", "draw 7", "play 7", "draw 1", "play 8")
    assert match.is_over  # hands: 3 and 5, 2 and 1
    assert match.outcome().scores == (13, 1 + 8 + 3)
