"""The advice: treasure goes home, by ship, current and known fields; nobody dies or settles for nothing needlessly."""

from __future__ import annotations

from kotva.bots import make
from kotva.engine.arrays import zeros
from kotva.games.seameni import GAME
from tests.games.seameni.table import Table


def choice(table: Table, bot: str = "greedy") -> str:
    seat = table.match.to_act()
    return GAME.actions.text(make(bot, 1).choose(table.match.view(seat)))


def value(table: Table, seat: int) -> int:
    out = zeros(int(table.s.seats))
    GAME.advice.values(table.s, out)
    return int(out[seat])


def test_treasure_is_brought_aboard() -> None:
    assert choice(Table("f1:1", "S1 f1", seats=2)) == "S1>f0+"


def test_a_known_current_is_used() -> None:
    """Four steps on foot, or one onto the current and in."""
    table = Table("e3=wa e2=c1SE f1=wa d1=wa e3:1 d2=wa f2=m5", "S1 e3", seats=2)
    assert choice(table) == "S1>e2+"


def test_the_ship_comes_to_meet_a_carrier() -> None:
    """The island before the ship is closed to a carrier; the ship shifts instead."""
    table = Table("f1=is g1=wa g1:1 e1=is", "S1 g1", seats=2)
    assert choice(table) == "ship g0"


def test_sharks_are_avoided() -> None:
    table = Table("f1=sh", seats=2)
    assert choice(table).startswith("ship")


def test_a_lead_is_worth_more_the_less_is_left() -> None:
    early = Table("a3=t2", treasures="", scores={"S": 2}, seats=2)
    tiles = ["t1"] * 4 + ["t2"] * 3 + ["t3"] * 3 + ["t4"] * 3 + ["t5"]
    sea = " ".join(f"{x}{y}={t}" for (x, y), t in zip([(x, y) for y in (3, 4) for x in "abcdefg"], tiles, strict=True))
    late = Table(sea, treasures="a3:3", scores={"S": 17, "N": 15}, lost=1, seats=2)
    decided = Table(sea, treasures="a3:1", scores={"S": 18, "N": 15}, lost=2, seats=2)
    assert 500 < value(early, 0) < value(late, 0) < value(decided, 0)
    assert value(decided, 1) < 50


def test_nobody_agrees_to_end_what_is_open() -> None:
    """SEA-19.2: a draw with all treasure left is refused, a won game is ended."""
    table = Table(seats=2)
    table.play("end?")
    assert choice(table) == "no"
    table = Table("a3=t2", treasures="", scores={"N": 2}, seats=2)
    table.play("end?")
    assert choice(table) == "yes"


def test_partners_share_their_chances() -> None:
    """SEA-20.2."""
    table = Table("a3=t3", treasures="", scores={"N": 3})
    assert value(table, 0) == value(table, 2) > value(table, 1) == value(table, 3)
