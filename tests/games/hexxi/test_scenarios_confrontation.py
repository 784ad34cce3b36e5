"""Scenarios of the rulebook: movements and actions on the open board (HEX-8 to HEX-13)."""

from __future__ import annotations

import pytest

from kotva.engine.errors import Illegal
from kotva.engine.fields import key
from kotva.games.hexxi.board import (
    SHIP,
)
from kotva.games.hexxi.rules.codes import CAPTURED, CAPTURES, COLUMNS
from tests.games.hexxi.given import S16, field
from tests.games.hexxi.table import actions, confront


def test_HEX_S16_movement_example() -> None:
    """HEX-9.2, HEX-9.3, HEX-10.1, HEX-10.2, HEX-10.4, HEX-10.5, HEX-10.6, HEX-10.7, HEX-10.8, HEX-10.9, HEX-10.10."""
    table = confront(S16)
    assert table.legal() == actions(
        """cruise e4-e5, convoy e4xf4-g4, convoy e4xf5-f6, convoy e4xf5-g5, convoy e4xf5-g6, cruise f5-e5, cruise f5-f6,
        escort f5xe4-d3, escort f5xe4-d4, escort f5xe4-e3, escort f5xe4-e5, escort f5xf4-e3, escort f5xf4-f3,
        escort f5xf4-g4, escort f5xf4-g5, pass"""
    )
    pirates = confront(S16.replace("1S@e4", "1P@e4"))
    assert pirates.why("cruise e4-e5") == "HEX-9.1"
    held = table.hand(1)
    table.play("convoy e4xf5-f6")
    assert table.hand(1) == held + "C"


def test_HEX_S17_escort_goes_on_or_not() -> None:
    """HEX-8.5, HEX-10.11, HEX-10.12, HEX-10.13, HEX-10.14, HEX-13.3."""
    table = confront(S16).play("escort f5xe4-d4")
    assert (table.state, table.player) == ("escort", 1)
    assert table.legal() == actions("escort d4xc4-b3, -b4, -c3, -c5, -d5, halt")
    assert table.why("escort d4xe4-e3") == "HEX-10.12"
    short = confront(S16).play("escort f5xe4-e3")
    assert short.s.quiet == 1
    assert (short.state, short.player) == ("confront", 1)
    took = confront(S16).play("escort f5xe4-e5")
    assert took.hand(2) == "C"
    assert took.s.quiet == 0
    assert (took.state, took.player) == ("confront", 1)
    assert took.s.passes == 1


S18 = "3P@d5 3P@e4 3W@f4 3C@c5 3C@c6 2W@d6 2S@d4 1W@e6 1C@e7"


def test_HEX_S18_action_example() -> None:
    """HEX-8.1, HEX-8.2, HEX-9.1, HEX-9.2, HEX-9.6, HEX-9.7, HEX-11.1, HEX-11.2, HEX-11.3, HEX-11.6, HEX-11.7, HEX-11.8,
    HEX-11.9."""
    table = confront(S18, 3, order=[3, 2, 1])
    assert table.player == 3
    assert table.legal() == actions("kidnap d5xd4, cruise d5-c5")
    assert table.why("pass") == "HEX-12.3"  # the own warship could intercept the own pirates on e4
    table.play("kidnap d5xd4")
    assert table.player == 2
    table.play("ambush g4xf4")
    passing = confront(S18, 3, order=[3, 2, 1]).play("kidnap d5xd4", "ambush g4xf4", "pass")
    assert passing.player == 3
    assert passing.legal() == actions("cruise d5-c5, pass")
    assert passing.why("ambush d7xd6") == "HEX-11.3"
    table.play("intercept e6xd5")
    assert table.player == 2  # Black has passed automatically
    assert table.s.passes == 1
    assert table.pile(3) == ["2S"]
    table.play("rescue d6xd7")
    assert table.pile(3) == []
    assert table.hand(2) == "S"


def test_HEX_S19_which_base() -> None:
    """HEX-9.1, HEX-9.2, HEX-9.3."""
    table = confront("1C@b2 2C@c3 1P@d3 1S@d4 1W@c4")
    convoys = "convoy d4xc4-b3, convoy d4xc4-b4, convoy d4xc4-c5"
    assert table.legal() == actions(f"cruise d3-c3, cruise d4-c3, {convoys}, pass")
    other = confront("1C@b2 2C@c3 2P@d3 2S@d4 2W@c4", turn=2)
    hops = "escort c4xd4-c3, -d5, -e4, -e5"
    assert other.legal() == actions(f"cruise d4-c3, cruise c4-c3, {convoys}, {hops}, pass")


def test_HEX_S20_cutting_the_own_link() -> None:
    """HEX-9.4, HEX-8.5, HEX-13.2, HEX-14.1, HEX-14.8."""
    table = confront("1P@c3 1C@b2 2C@d4 2W@g5")
    assert table.legal() == actions("cruise c3-b2, cruise c3-d4, pass")
    table.play("cruise c3-d4")
    assert table.s.round == 2
    assert table.scores == [-17, -14]


def test_HEX_S21_convoy_at_the_rim() -> None:
    """HEX-2.8, HEX-10.8, HEX-10.9."""
    assert confront("1S@f5 2W@g5 2C@g6").legal() == actions("convoy f5xg5-g4, cruise f5-g6, pass")
    table = confront("1S@e6 2W@f7 1C@f6")
    assert table.legal() == actions("cruise e6-f6, pass")
    assert table.why("convoy e6xf7-g7") == "HEX-2.8"


def test_HEX_S22_closed_field() -> None:
    """HEX-2.8, HEX-9.5, HEX-10.1."""
    table = confront("1S*@e5 2S@f6 1C@b2 1C@c3 1C@d4", captured=["2B", ""])
    assert table.legal() == actions("cruise e5-d4, pass")
    assert table.why("convoy e5xf6-g7") == "HEX-2.8"


def test_HEX_S23_protected_ship() -> None:
    """HEX-11.1, HEX-11.6, HEX-11.10, HEX-11.11."""
    table = confront("2P@f6 2W@g5 1S@f5 1S@e6", turn=2)
    assert table.legal() == actions("kidnap f6xe6, pass")
    assert table.why("kidnap f6xf5") == "HEX-11.1"
    table.play("kidnap f6xe6")
    assert table.tokens == {"2P@f6", "2W@g5", "1S@f5"}
    assert (CAPTURED, 1, field("e6"), SHIP) in table.events()  # into seat 2's pile, where it scores 4
    assert int(table.s.sheet[COLUMNS + CAPTURES]) == 4


def test_HEX_S24_protected_pirates() -> None:
    """HEX-9.5, HEX-11.2, HEX-11.6."""
    assert confront("1W@f7 2P@f6 2P@e6").legal() == actions("intercept f7xe6, pass")
    text = "1W@f5 3P@f4 1C@e5 2C@e6 3C@e7"
    table = confront(text, 3)
    assert table.legal() == actions("cruise f5-e5, pass")
    assert table.why("intercept f5xf4") == "HEX-11.2"
    taken = confront(f"{text} 3S*@d2", 3, captured=["", "", "2B"])
    assert taken.legal() == actions("cruise f5-e5, intercept f5xf4, pass")


def test_HEX_S25_ambush() -> None:
    """HEX-8.5, HEX-11.3, HEX-11.5, HEX-11.6, HEX-14.4."""
    table = confront("1S@a3 2W@b2 2P@c3")
    assert table.legal() == actions("ambush a1xb2, pass")
    guarded = confront("1S@a3 2W@b2 2P@c3 1W@c2", turn=1)
    assert (guarded.player, guarded.s.passes) == (2, 1)  # no action at all: automatic pass
    crooked = confront("1S@a3 2W@b2 2P@b3", turn=1)
    assert (crooked.player, crooked.s.passes) == (2, 1)
    table.play("ambush a1xb2")
    while table.s.round == 1:
        table.play("pass")
    assert int(table.s.sheet[CAPTURES]) == 12


def test_HEX_S26_trap() -> None:
    """HEX-11.4, HEX-11.5, HEX-11.6, HEX-11.12, HEX-11.14, HEX-14.5, HEX-15.2, HEX-15.3."""
    table = confront("1S@f6 2W@e5 2P@e6")
    assert table.legal() == actions("trap f6xg7, convoy f6xe5-d4, convoy f6xe5-d5, convoy f6xe5-e4, pass")
    table.play("trap f6xg7")
    assert table.s.round == 2  # both passed automatically
    assert table.scores == [-8, -11]
    assert table.hand(1).count("S") == 3
    assert table.tokens == {"2W@e5", "2P@e6"}
    assert list(table.s.captor) == [-1] * 4
    guarded = confront("1S@f6 2W@e5 1P@g6")
    assert "trap f6xg7" not in guarded.legal()
    assert guarded.why("trap f6xg7") == "HEX-11.4"


def test_HEX_S27_no_edge_points_for_a_trap_ship() -> None:
    """HEX-14.2, HEX-14.5, HEX-14.6, HEX-14.7, HEX-15.1, HEX-15.2."""
    table = confront("1S*@f7 1S@e7 1P@b2 2W@d6", captured=["2B", ""])
    assert table.s.round == 2
    assert table.scores == [1, -14]
    assert table.tokens == {"1P@b2", "2W@d6"}


def test_HEX_S28_rescue() -> None:
    """HEX-11.7, HEX-11.9, HEX-11.13."""
    table = confront("1W@f6 2P@f7 2C@f5", captured=["", "1S 1S"])
    assert table.legal() == actions("rescue f6xg7, cruise f6-f5, pass")
    table.play("rescue f6xg7")
    assert table.pile(2) == ["1S"]
    while table.player != 1:
        table.play("pass")
    assert "rescue f6xg7" in table.legal()
    blocked = confront("1W@f6 1S*@g5 2P@e3 2C@f5", captured=["2B", "1S 1S"])
    assert blocked.s.round == 2
    elsewhere = confront("1W@d6 3P@c6", 3, captured=["", "1S", ""])
    assert elsewhere.s.round == 2  # nobody can do anything


def test_HEX_S29_forced() -> None:
    """HEX-8.6, HEX-12.1, HEX-12.2, HEX-12.4, HEX-12.6, HEX-12.7."""
    table = confront("1P@b2 1S@b3 1S@c2 2S@g4")
    assert table.legal() == {"kidnap b2xb3", "kidnap b2xc2"}
    assert table.why("pass") == "HEX-12.2"
    table.play("kidnap b2xb3")
    assert table.player == 1
    assert table.legal() == {"kidnap b2xc2"}
    assert table.hand(1) == "S"
    table.play("kidnap b2xc2")
    assert table.s.round == 2
    assert table.scores == [-17, -18]


def test_HEX_S30_a_move_is_left_so_no_pass() -> None:
    """HEX-8.3, HEX-8.6, HEX-12.2, HEX-12.3, HEX-13.2."""
    text = "1P@b2 1S@b3 1S@c2 2S@g4 1C@c3"
    table = confront(text)
    assert table.legal() == {"cruise b2-c3"}
    assert table.why("kidnap b2xb3") == "HEX-12.1"
    assert table.why("pass") == "HEX-12.3"
    table.play("cruise b2-c3")
    assert table.s.round == 2  # the pirates are not connected any more
    assert table.scores == [-13, -18]
    free = confront(text, options={"own_pass": "free"})
    assert free.legal() == {"cruise b2-c3", "pass"}
    free.play("pass")
    assert free.s.round == 2
    assert free.scores == [-13, -18]


def test_HEX_S31_own_warship_own_base() -> None:
    """HEX-12.1, HEX-12.5, HEX-12.7."""
    table = confront("1W@b2 2P@c3 2S@g4")
    assert table.legal() == {"ambush a1xb2"}
    table.play("ambush a1xb2")
    assert table.hand(1).count("W") == 1
    protected = confront("1W@b2 2P@c3 2W@c2", turn=1)
    assert protected.s.round == 2  # automatic passes
    assert protected.scores == [-14, -11]
    base = confront("1S@a2 2W@a3 2P@a4 2P@b4")
    assert base.legal() == {"trap a2xa1"}
    base.play("trap a2xa1")
    assert base.s.round == 2
    assert base.scores == [-18, -8]
    assert "1S@a2" in base.tokens


S32 = "1P@b2 1C@b3 2P@f6 2C@f5 2C@f4"


def test_HEX_S32_passing_is_not_final() -> None:
    """HEX-8.4, HEX-8.5, HEX-13.2."""
    table = confront(S32).play("pass")
    assert table.player == 2
    assert table.s.passes == 1
    table.play("cruise f6-f5")
    assert table.s.passes == 0
    assert "cruise b2-b3" in table.legal()
    assert table.player == 1
    table.play("cruise b2-b3")
    assert table.s.round == 2  # two automatic passes
    ended = confront(S32).play("pass", "pass")
    assert ended.s.round == 2


def test_HEX_S33_quiet_limit() -> None:
    """HEX-10.2, HEX-10.3, HEX-13.3."""
    text = "1S@b2 1S@b3 1C@a2 2P@f6 2C@f5"
    table = confront(text, quiet=23).play("convoy b2xb3-b4")
    assert table.s.round == 2
    took = confront(f"{text} 2C@b4", quiet=23).play("convoy b2xb3-b4")
    assert took.s.quiet == 0
    assert took.player == 2
    assert took.hand(2) == "C"


def test_HEX_S39_pirates_do_not_jump() -> None:
    """HEX-1.4, HEX-8.5, HEX-10.5, HEX-10.15, HEX-11.1, HEX-16.3."""
    table = confront("1P@b2 2S@c2 2W@d2")
    assert table.s.round == 2  # automatic passes
    other = confront("1P@b2 2S@c2 2W@d2 1C@c3")
    assert other.legal() == actions("cruise b2-c3, pass")
    before = key(other.s)
    with pytest.raises(Illegal, match=r"HEX-10\.15"):
        other.play("convoy b2xc2-d3")
    with pytest.raises(Illegal, match=r"HEX-10\.6"):
        other.play("cruise b2-d4")
    assert key(other.s) == before
    assert other.why("cruise c3-b2") == "HEX-1.4"


def test_HEX_S40_a_player_with_nothing_on_the_board() -> None:
    """HEX-8.5, HEX-9.6, HEX-11.3, HEX-13.1, HEX-13.2, HEX-15.4, HEX-15.6, HEX-18.3."""
    table = confront("1P@b2 1C@b3", order=[2, 1])
    assert table.s.passes == 1
    assert table.player == 1
    assert table.legal() == actions("cruise b2-b3, pass")
    table.play("pass")
    assert table.scores == [-17, -20]
    assert table.player == 2
    assert len(table.hand(2)) == 12
    base = confront("1W@f6 1P@e5", order=[2, 1])
    assert base.player == 2
    assert base.legal() == actions("ambush g7xf6, pass")
