"""Scenarios of the rulebook: bank, harbours and trade (SET-11, SET-12)."""

from __future__ import annotations

from tests.games.settlers.table import Table


def test_SET_S33_a_harbour_serves_at_once():
    """SET-11.4, SET-4.4."""
    line = "S 14; R 14-10-6; hand LBWGGG"
    t = Table(P1=line)
    assert t.legal("bank") == []
    t.play("settle 6")
    assert t.hand(1) == "GG"
    assert t.places("bank") == ["GG>L", "GG>B", "GG>W", "GG>O"]
    t = Table({"trade_build": "separate"}, P1=line).play("settle 6")
    assert t.legal("bank") == []
    assert t.why("bank GG>L") == "SET-4.4"


def test_SET_S34_rates_of_the_bank():
    """SET-11.1, SET-11.3."""
    t = Table(P1="S 1; hand LLLL")
    assert t.places("bank") == ["LLL>B", "LLL>W", "LLL>G", "LLL>O"]
    assert t.why("bank LLLL>G") == "SET-11.3"
    assert t.why("bank LLL>L") == "SET-11.1"
    t = Table(P1="S 1; hand LLLL", P2="hand " + "G" * 19)
    assert t.places("bank") == ["LLL>B", "LLL>W", "LLL>O"]


def test_SET_S35_what_an_offer_may_hold():
    """SET-12.2, SET-12.3, SET-12.5."""
    t = Table(P1="hand LWW", P2="hand O")
    assert [t.why(f"offer {o}") for o in ("W>", "WW>W", "W>LW", "G>L")] == ["SET-12.2"] * 3 + ["SET-12.3"]
    assert t.why("offer W>L") == t.why("offer WW>GGG") == ""


def offering() -> Table:
    return Table(P1="hand LWW", P2="hand G", P3="hand OO").play("offer W>G")


def test_SET_S36_offer_answers_deal():
    """SET-12.5, SET-12.6, SET-12.7."""
    t = offering()
    assert [int(a) for a in t.s.answers] == [0, 0, 0, 2]
    assert (t.to_act, t.actors()) == ("P2", ["P1", "P2", "P3"])
    assert "accept" in t.legal(seat="P2")
    assert "accept" not in t.legal(seat="P3")
    t.play("P3 counter O>WW", "P2 accept")
    assert t.to_act == "P1"
    assert t.legal() == ["deal P2", "deal P3", "withdraw"]
    t.play("deal P3")
    assert (t.hand(1), t.hand(2), t.hand(3), t.phase) == ("LO", "G", "WWO", "MAIN")


def test_SET_S37_a_wish_the_offerer_cannot_cover():
    """SET-12.6, SET-12.7."""
    t = offering().play("P3 counter O>BB", "P2 reject")
    assert t.legal() == ["withdraw"]
    assert t.why("deal P3") == "SET-12.3"
    assert t.seen(3)["P1"] == "hand ???"


def test_SET_S38_nobody_to_trade_with_and_too_many_offers():
    """SET-12.5, SET-12.8."""
    t = Table(P1="hand L")
    assert t.legal("offer") == []
    assert t.why("offer L>B") == "SET-12.5"
    t = Table(P1="hand LLLLB", P2="hand G")
    for _ in range(10):
        t.play("offer L>G", "P1 withdraw")
    assert t.why("offer L>G") == "SET-12.8"
    assert [t.why(a) for a in ("end", "bank LLLL>G")] == ["", ""]


def test_SET_S46_before_the_roll_and_outside_ones_turn():
    """SET-4.2, SET-4.6, SET-7.1, SET-11.5, SET-12.1."""
    t = Table(phase="ROLL", P1="S 13; R 13-18; hand LLLLBWGGGOOO", P2="hand LLLLB", P3="hand W", P4="hand W")
    assert t.legal() == ["roll"]
    refusals = {
        "road 8-13": "SET-7.1",
        "city 13": "SET-7.1",
        "buy": "SET-7.1",
        "bank LLLL>W": "SET-11.5",
        "offer L>B": "SET-12.1",
    }
    assert {a: t.why(a) for a in refusals} == refusals
    t.play("roll", "* dice 6+6")
    assert t.actors() == ["P1"]
    assert [t.why(f"P2 {a}") for a in ("bank LLLL>B", "offer L>W", "end")] == ["SET-4.6"] * 3


def test_SET_S48_listed_and_unlisted_offers():
    """SET-12.9, SET-12.10."""
    t = Table(P1="hand L", P2="hand B")
    assert len(t.legal("offer")) == 14
    assert t.why("offer L>BBB") == t.why("offer L>B @P2") == ""
    off = Table({"player_trade": "off"}, P1="hand L", P2="hand B")
    assert (off.legal("offer"), off.why("offer L>B")) == ([], "SET-12.10")
    offers = Table({"player_trade": "offers"}, P1="hand L", P2="hand B").play("offer L>B")
    assert offers.legal(seat="P2") == ["accept", "reject"]
    assert offers.why("P2 counter B>LL") == "SET-12.10"
