"""The advice: treasure goes home, by ship, current and known fields; nobody dies or settles for nothing needlessly."""

from __future__ import annotations

from kotva.bots import make
from kotva.engine.arrays import zeros
from kotva.games.seameni import GAME
from tests.games.seameni.table import Table


def choice(table: Table, bot: str = "greedy") -> str:
    seat = table.match.to_act()
    return GAME.rules.actions.text(make(bot, 1).choose(table.match.view(seat)))


def value(table: Table, seat: int) -> int:
    out = zeros(int(table.s.seats))
    GAME.bots.evaluation.values(table.s, out)
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


def merits(table: Table) -> dict[str, int]:
    """The first look at everything that whose turn it is may do."""
    seat = table.match.to_act()
    actions = table.match.view(seat).legal()
    return {
        GAME.rules.actions.text(action): int(GAME.bots.evaluation.order(table.s, seat, action)) for action in actions
    }


def test_nobody_passes_by_riding_a_current_back() -> None:
    """The way home is unknown: who has treasure turns up the next field without it (SEA-13.5)."""
    sea = "d4=wa d3=c1N e3=is d2=wa c2=wa c1=wa d4:1"
    table = Table(sea, "S1 d4, S2 dead, S3 dead", seats=2, ships={"S": "c0", "N": "f12"})
    found = merits(table)
    assert found["S1>c3"] > 2 * max(found["S1>d3"], found["S1>d3+"])
    assert all(choice(table, bot) == "S1>c3" for bot in ("greedy", "mcts:100"))


def test_a_vortex_is_judged_by_where_it_whirls_a_pirate() -> None:
    """SEA-10.5."""
    table = Table(
        "d4=wa d3=vo d2=wa d1=wa c3=is e3=is c4=is e4=is d4:1", "S1 d4", seats=2, ships={"S": "d0", "N": "f12"}
    )
    found = merits(table)
    assert found["S1>d3+"] > 2 * max(found["ship c0"], found["ship e0"])


def test_the_way_out_of_a_current_is_the_one_that_leads_home() -> None:
    """SEA-10.3."""
    table = Table("d4=wa d3=c2EW c3=wa e3=wa c2=wa c1=wa d4:1", "S1 d4", seats=2, ships={"S": "c0", "N": "f12"})
    table.play("S1>d3+")
    found = merits(table)
    assert found["to c3"] > 2 * found["to e3"]


def test_a_mate_is_freed() -> None:
    """SEA-9.8, 9.10: entering an octopus is a good idea where one's own pirate is caught, and nowhere else."""
    sea = "d4=oc e5=wa f4=oc"
    found = merits(Table(sea, "S1 d4 caught, S2 e5", seats=2))
    assert found["S2>d4"] > 5 * found["S2>f4"]
