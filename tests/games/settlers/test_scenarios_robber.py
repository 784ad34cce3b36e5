"""Scenarios of the rulebook: production, the seven and the robber (SET-5, SET-6)."""

from __future__ import annotations

from kotva.engine.game import Json
from tests.games.settlers.given import all_but
from tests.games.settlers.table import Table


def test_SET_S8_production():
    """SET-5.1."""
    position: dict[str, Json] = {"P1": "C 9; S 19", "P2": "S 18", "phase": "ROLL"}
    t = Table(**position).play("roll", "* dice 2+4")
    assert (t.hand(1), t.hand(2), t.phase) == ("BBB", "B", "MAIN")
    t = Table(**position, robber=5).play("roll", "* dice 2+4")
    assert (t.hand(1), t.hand(2)) == ("", "")


def test_SET_S9_two_claimants_on_a_short_bank():
    """SET-5.2, SET-5.4."""
    t = Table(P1="C 23", P2="S 28", P3="S 10", P4="hand " + "G" * 17, phase="ROLL").play("roll", "* dice 4+5")
    assert (t.hand(1), t.hand(2), t.hand(3), t.bank["G"]) == ("", "", "L", 2)


def test_SET_S10_a_single_claimant_takes_what_is_left():
    """SET-5.5."""
    t = Table(P1="C 23; S 28", P4="hand " + "G" * 17, phase="ROLL").play("roll", "* dice 4+5")
    assert (t.hand(1), t.bank["G"]) == ("GG", 0)
    t.play("end", "roll", "* dice 4+5")
    assert t.hand(1) == "GG"


def test_SET_S11_sealed_discards():
    """SET-6.1, SET-6.2, SET-6.3."""
    t = Table(
        P1="hand LLLLBBBB",
        P2="hand WWWWWGGGG",
        P3="hand OOOOOOO; cards kkv",
        P4="hand LLLLLBBBBBWWWWW",
        phase="ROLL",
    ).play("roll", "* dice 3+4")
    assert [int(n) for n in t.s.due] == [4, 4, 0, 7]
    assert t.actors() == ["P1", "P2", "P4"]
    assert sorted(t.places("discard", "P1")) == ["BBBB", "LBBB", "LLBB", "LLLB", "LLLL"]
    bank, hand = t.bank, t.hand(2)
    t.play("P2 discard WWGG")
    assert (t.bank, t.hand(2)) == (bank, hand)
    assert t.seen(1)["sealed"] == {"P2": "????"}
    assert t.seen(2)["sealed"] == {"P2": "WWGG"}
    t.play("P1 discard LLBB", "P4 discard LLLBBWW")
    assert t.bank == {"L": 15, "B": 14, "W": 13, "G": 17, "O": 12}
    assert (t.phase, t.to_act) == ("ROBBER", "P1")


def test_SET_S12_targets_of_the_robber():
    """SET-6.6, SET-6.13."""
    for round_ in (3, 1):
        t = Table(phase="ROLL", round=round_).play("roll", "* dice 1+6")
        assert t.legal() == [f"robber {h}" for h in all_but(19, 10)]
        t = Table(phase="ROLL", round=round_, robber=6).play("roll", "* dice 1+6")
        assert t.legal() == [f"robber {h}" for h in all_but(19, 6, 10)]


def robbing() -> Table:
    """S13: robber on H6, P1 rolled a 7."""
    return Table(robber=6, P2="S 9; hand LG", P3="S 18", phase="ROLL").play("roll", "* dice 1+6")


def test_SET_S13_a_provisional_robber():
    """SET-6.6, SET-6.8, SET-6.9, SET-6.10, SET-6.11."""
    t = robbing().play("robber 5")
    assert t.legal() == [f"robber {h}" for h in all_but(19, 5, 6, 10)] + ["steal P2"]
    assert t.why("keep") == "SET-6.10"
    assert t.why("steal P3") == "SET-6.9"
    t.play("robber 16")
    assert t.legal() == [f"robber {h}" for h in all_but(19, 6, 10, 16)] + ["keep"]
    t.play("robber 5", "steal P2")
    assert t.outcomes() == {"stolen L": 1, "stolen G": 1}
    t.play("* stolen G")
    assert (t.hand(1), t.hand(2), t.phase) == ("G", "L", "MAIN")


def test_SET_S14_the_last_placement():
    """SET-6.8, SET-6.12."""
    t = robbing().play("robber 1", "robber 2", "robber 3", "robber 4")
    other = t.fork()
    assert t.play("robber 5").legal() == ["steal P2"]
    other.play("robber 19")
    assert (other.phase, other.robber) == ("MAIN", 19)


def test_SET_S15_knight_before_the_roll():
    """SET-9.2, SET-9.5, SET-6.7."""
    t = Table(phase="ROLL", P1="cards kk").play("knight", "robber 8", "keep")
    assert t.phase == "ROLL"
    assert t.legal() == ["roll"]
    t.play("roll", "* dice 2+5")
    assert t.places("robber") == all_but(19, 8, 10)


def test_SET_S43_robber_in_the_base_rules():
    """SET-6.6, SET-6.8, SET-6.12."""
    t = Table({"ruleset": "base"}, phase="ROLL", robber=6, P2="S 9; hand LG").play("roll", "* dice 1+6")
    assert t.places("robber") == all_but(19, 6)
    other = t.fork().play("robber 10")
    assert other.phase == "MAIN"
    assert t.play("robber 5").legal() == ["steal P2"]


def test_SET_S52_who_has_discarded_waits():
    """SET-4.6, SET-6.3, SET-6.14."""
    t = Table(phase="ROLL", P1="hand LLLLLLLL", P2="hand WWWWWWWW").play("roll", "* dice 3+4", "P1 discard LLLL")
    assert t.actors() == ["P2"]
    assert t.why("P1 discard LLLL") == "SET-4.6"
    assert t.why("P1 end") == "SET-4.6"
    assert t.why("P2 offer W>L") == "SET-6.14"
