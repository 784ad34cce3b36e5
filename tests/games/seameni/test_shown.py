"""What everybody reads in the log of Seameni: every action and what comes of it has its sentence."""

from __future__ import annotations

import pytest

from kotva.engine.state import CHANCE
from kotva.games.seameni import GAME
from kotva.match import Match
from tests.games.seameni.table import PASSING, Table
from tests.games.seameni.test_clauses import log


def begun(*lines: str, **options: object) -> list[str]:
    match = Match(GAME, 2, options, chance=False)
    for line in lines:
        match.play(line, CHANCE if line.startswith("first") else None)
    return [text for _, texts in match.log() for text in texts]


def test_who_begins_and_where_ships_stand_is_told() -> None:
    """SEA-1.4, SEA-4.3."""
    assert begun("first N", first="random") == ["Player 2 begins."]
    match = Match(GAME, 2, {"first": "1"}, chance=False)
    match.play(match.legal()[0])
    assert [text for _, texts in match.log() for text in texts] == ["Player 1 places the ship on a0."]


def test_votes_are_told() -> None:
    """SEA-19.1, SEA-19.2."""
    table = Table("e5=wa", "S1 e5", options=PASSING, seats=2)
    table.play("end?", "no")
    assert log(table) == ["Player 1 proposes to end the game.", "Player 2 wants to play on."]


@pytest.mark.parametrize(
    ("clauses", "sea", "line", "last"),
    [
        ("SEA-13.3", "e5=wa e6=wa e5:1", "S1>e6+", "Player 1's pirate 1 lays the treasure down on e6."),
        ("SEA-12.5", "e5=ca e8=?vo", "S1~e8", "Player 1's pirate 1 cannot land on e8 and is back on Cát."),
        ("SEA-6.1", "e5=wa", "ship e0", "Player 1 moves the ship from f0 to e0."),
    ],
)
def test_what_comes_of_an_action_is_told(clauses: str, sea: str, line: str, last: str) -> None:
    assert clauses
    table = Table(sea, "S1 e5", options=PASSING)
    table.play(line)
    assert log(table)[-1] == last


def test_a_treasure_aboard_is_told() -> None:
    """SEA-13.6."""
    table = Table("f1=wa f1:1", "S1 f1", options=PASSING)
    table.play("S1>f0+")
    assert log(table)[-2:] == [
        "Player 1's pirate 1 brings a treasure aboard the ship of Player 1.",
        "Player 1's pirate 1 is aboard the ship of Player 1.",
    ]


@pytest.mark.parametrize(("tile", "what"), [("c1S", "a castaway"), ("stS", "an exile")])
def test_who_is_out_of_the_sea_is_told(tile: str, what: str) -> None:
    """SEA-14.4, SEA-14.5."""
    table = Table(f"f2=wa f1=?{tile}", "S1 f2", ships={"S": "e0"}, options=PASSING)
    table.play("S1>f1")
    assert log(table)[-1] == f"Player 1's pirate 1 is out of the sea on f0, {what}."
