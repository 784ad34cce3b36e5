"""Positions where public engines decide otherwise: `docs/settlers-peers.md` tells them, each is a test here."""

from __future__ import annotations

from tests.games.settlers.table import Table


def test_a_road_counts_up_to_an_opponents_building():
    """Peers 1, SET-10.2: five roads of which the last ends at an opponent's settlement are five."""
    t = Table(P1="S 1; R 1-4-8-13-18; hand LB", P2="S 24").play("road 18-24")
    assert (t.length(1), t.longest) == (5, "P1")


def test_a_road_cut_below_five_loses_the_card():
    """Peers 2, SET-10.3 a: six roads cut in the middle are three, and nobody holds the card."""
    t = Table(P1="S 1; R 1-4-8-13-18-24-30", P2="S 5; R 5-9-13; hand LBWG", longest="P1", turn="P2").play("settle 13")
    assert (t.length(1), t.longest, int(t.s.points[0])) == (3, "", 1)


def test_the_one_claimant_takes_what_the_bank_has():
    """Peers 3, SET-5.5: one city, one card left."""
    t = Table(P1="C 23", P4="hand " + "G" * 18, phase="ROLL").play("roll", "* dice 4+5")
    assert (t.hand(1), t.bank["G"]) == ("G", 0)


def test_nobody_wins_on_anothers_turn():
    """Peers 4, SET-13.2, SET-13.6: ten points outside one's own turn do not end the game."""
    t = Table(P1="C 1 3 11; S 53 51; R 1-4-8-12-17-22", P2="S 14", turn="P2", longest="P1")
    assert (t.score(1), t.phase) == (10, "MAIN")
    t.play("end")
    assert (t.on_turn, t.phase) == ("P3", "ROLL")


def test_an_offer_of_cards_one_lacks_is_refused():
    """Peers 5, SET-12.3, SET-1.4: and nothing changes."""
    t = Table(P1="hand L", P2="hand G")
    assert t.why("offer O>G") == "SET-12.3"
    assert t.refused("offer O>G")
    t.play("offer L>O")
    assert t.why("P2 accept") == "SET-12.3"


def test_invention_takes_two_cards_while_the_bank_has_two():
    """Peers 6, SET-9.7: with one ore and no grain left, neither a single card nor two ore."""
    t = Table(P1="cards i", P4="hand " + "G" * 19 + "O" * 18)
    assert all(len(cards) == 2 for cards in t.places("plenty"))
    assert t.why("plenty O") == t.why("plenty OO") == t.why("plenty LG") == "SET-9.7"


def test_discards_are_chosen():
    """Peers 7, SET-6.1, SET-6.3: every choice of half the hand is an action of its own."""
    t = Table(phase="ROLL", P1="hand LLLLBBBB").play("roll", "* dice 3+4")
    assert len(t.legal("discard")) == 5
