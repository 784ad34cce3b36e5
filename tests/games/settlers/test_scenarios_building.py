"""Scenarios of the rulebook: building, roads, special cards (SET-7, SET-8, SET-10)."""

from __future__ import annotations

from tests.games.settlers.given import S28
from tests.games.settlers.table import Table


def test_SET_S24_a_sixth_settlement():
    """SET-7.5, SET-7.7."""
    t = Table(P1="S 9 18 20 30 41; R 20-26-32; hand LBWGGGOOO")
    assert t.why("settle 32") == "SET-7.7"
    t.play("city 20")
    assert (t.hand(1), int(t.s.spare[1])) == ("LBWG", 1)
    assert t.places("settle") == ["32"]


def test_SET_S25_settlement_and_city_in_one_turn():
    """SET-7.4, SET-7.6."""
    t = Table(P1="S 9 18; R 18-24-30; hand LBWGGGOOO")
    assert t.places("settle") == ["30"]
    t.play("settle 30", "city 30")
    assert (t.hand(1), int(t.s.building[29])) == ("", 5)


def test_SET_S26_not_through_an_opponent():
    """SET-7.2, SET-7.3."""
    t = Table(P1="S 13; R 13-18-24; hand LB", P2="S 24")
    assert t.places("road") == ["8-13", "9-13", "18-23"]
    assert t.why("road 19-24") == t.why("road 24-30") == "SET-7.3"


def test_SET_S27_road_length_with_a_ring():
    """SET-10.1, SET-10.2."""
    roads = "R 19-24 24-30 30-36 31-36 25-31 19-25 18-24 13-18 31-37"
    assert Table(P1=roads).length(1) == 8
    assert Table(P1=roads, P2="S 24").length(1) == 6


def test_SET_S28_a_cut_passes_the_card_on():
    """SET-10.2, SET-10.3, SET-10.4."""
    t = Table(**S28)
    assert (t.length(1), t.length(2)) == (6, 5)
    t.play("settle 24")
    assert [t.length(p) for p in (1, 2, 3)] == [3, 5, 2]
    assert t.longest == "P2"


def test_SET_S29_a_tie_lays_the_card_aside():
    """SET-10.3 c, d."""
    t = Table(**S28, P4="S 27 51; R 51-47-43-38-33-27; hand LB").play("settle 24")
    assert t.longest == ""
    t.play("end", "roll", "* dice 6+6", "road 51-54")
    assert (t.length(4), t.longest) == (6, "P4")


def test_SET_S30_the_holder_keeps_a_tie():
    """SET-10.3 b."""
    t = Table(**{**S28, "P1": "S 8 40; R 1-4-8-13-18-24-30-35-40"}).play("settle 24")
    assert (t.length(1), t.length(2), t.longest) == (5, 5, "P1")


def moving() -> Table:
    return Table(P1="S 8; R 8-13-18-24-30-35; hand LLBB", P2="S 16; R 16-21-26-32-37-42; hand W", longest="P2").play(
        "road 35-40"
    )


def test_SET_S31_moving_a_road():
    """SET-8.1, SET-8.2, SET-8.3, SET-10.3."""
    t = moving()
    assert (t.length(1), t.longest) == (6, "P1")
    assert t.places("move") == ["4-8", "8-12", "9-13", "18-23", "19-24", "29-35", "30-36"]
    t.play("move 18-23")
    assert (t.length(1), t.longest, t.hand(1), int(t.s.points[1])) == (5, "P2", "LB", 3)
    t.play("move 4-8")
    assert (t.length(1), t.longest) == (6, "P1")
    t.play("move 29-35")
    assert t.legal("move") == []
    assert t.why("move 4-8") == "SET-8.3"


def test_SET_S32_another_action_fixes_the_road():
    """SET-8.1, SET-1.4."""
    t = moving()
    assert t.refused("city 35")
    assert t.legal("move") != []
    t.play("offer L>W", "P2 reject")
    assert t.phase == "MAIN"
    assert t.legal("move") == []
    assert t.why("move 4-8") == "SET-8.1"
