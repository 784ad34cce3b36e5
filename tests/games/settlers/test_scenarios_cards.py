"""Scenarios of the rulebook: action cards (SET-9)."""

from __future__ import annotations

from tests.games.settlers.given import P1_WINS_SOON
from tests.games.settlers.table import Table


def test_SET_S16_cards_before_the_roll():
    """SET-9.4."""
    line = "S 13; R 13-18; cards krim"
    assert Table(phase="ROLL", P1=line).legal() == ["roll", "knight"]
    t = Table({"early_cards": "any"}, phase="ROLL", P1=line)
    assert len(t.legal()) == 23
    assert (len(t.legal("monopoly")), len(t.legal("plenty")), t.legal("roads")) == (5, 15, ["roads"])


def test_SET_S17_a_card_bought_in_this_turn():
    """SET-9.2, SET-9.3."""
    t = Table(P1="hand WGO; cards k; new kr")
    assert sorted(t.legal()) == ["buy", "end", "knight"]
    t.play("knight", "robber 1", "keep")
    assert sorted(t.legal()) == ["buy", "end"]
    assert sorted(Table(P1="hand WGO; new kr").legal()) == ["buy", "end"]
    assert Table(P1="hand WGO; new kr").why("knight") == "SET-9.3"


def test_SET_S18_a_victory_point_bought_wins_at_once():
    """SET-13.3, SET-13.4, SET-9.3."""
    t = Table(P1=P1_WINS_SOON + "; hand WGO; cards v")
    assert (int(t.s.points[0]), t.score(1)) == (8, 9)
    t.play("buy")
    other = t.fork()
    t.play("* card v")
    assert (t.over, t.score(1)) == (("win", "P1"), 10)
    assert t.seen(2)["P1"] == "S 20 41; C 9 18 30; cards v; new v"
    assert other.play("* card k").phase == "MAIN"


def test_SET_S19_a_knight_that_wins():
    """SET-9.5, SET-10.5, SET-13.3."""
    t = Table(phase="ROLL", P1=P1_WINS_SOON + "; cards k; army 2").play("knight")
    assert (t.over, t.score(1), t.robber, t.largest) == (("win", "P1"), 10, 10, "P1")


def test_SET_S20_road_building():
    """SET-9.6, SET-8.1, SET-8.2."""
    t = Table(P1="S 13; R 13-18; cards r").play("roads")
    assert t.legal() == ["road 8-13", "road 9-13", "road 18-23", "road 18-24"]
    t.play("road 18-24")
    assert t.places("road") == ["8-13", "9-13", "18-23", "19-24", "24-30"]
    assert t.legal("skip") == ["skip"]
    assert t.places("move") == ["8-13", "9-13", "18-23"]


def test_SET_S21_the_last_road_ends_the_card():
    """SET-9.6, SET-7.8."""
    fourteen = "R 1-4-8-13-18-24-30-35-40-44-48-52-49-53-50"
    t = Table(P1=f"{fourteen}; S 8; cards r").play("roads", "road 9-13")
    assert t.phase == "MAIN"
    t = Table(P1=f"{fourteen} 9-13; S 8; cards r")
    assert "roads" not in t.legal()
    assert t.why("roads") == "SET-9.6"


def test_SET_S22_invention_and_a_short_bank():
    """SET-9.7."""
    t = Table(P1="cards i", P4="hand " + "G" * 19 + "O" * 18)
    assert t.bank == {"L": 19, "B": 19, "W": 19, "G": 0, "O": 1}
    assert t.places("plenty") == ["LL", "LB", "LW", "LO", "BB", "BW", "BO", "WW", "WO"]


def test_SET_S23_monopoly():
    """SET-9.8."""
    t = Table(P1="cards m", P2="hand WW", P3="hand WWWG")
    assert t.why("monopoly O") == ""
    t.play("monopoly W")
    assert (t.hand(1), t.hand(2), t.hand(3)) == ("WWWWW", "", "G")


def test_SET_S47_an_empty_deck():
    """SET-9.1."""
    t = Table(largest="P1", P1="hand WGO; army 5", P2="cards kkkkkrri", P3="cards kkkkimm", P4="cards vvvvv")
    assert t.legal("buy") == []
    assert t.why("buy") == "SET-9.1"
