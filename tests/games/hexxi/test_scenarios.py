"""The 40 worked scenarios of the rulebook, each a test named after it."""

from __future__ import annotations

import pytest

from kotva.engine.errors import Illegal
from kotva.engine.fields import key
from kotva.engine.game import Json
from kotva.engine.say import ENGLISH
from kotva.engine.state import SPECTATOR
from kotva.games.hexxi import GAME
from kotva.games.hexxi.board import (
    BASE,
    BASE_FIELDS,
    FAR_EDGES,
    FIELD_NAMES,
    NEAR,
    SHIP,
    distance,
    fields_of,
    is_straight,
)
from kotva.games.hexxi.rules.codes import CAPTURED, CAPTURES, COLUMNS
from tests.games.hexxi.table import Table, actions, confront


def names(mask: int) -> set[str]:
    return {FIELD_NAMES[f] for f in fields_of(mask)}


def field(name: str) -> int:
    return FIELD_NAMES.index(name)


def far_edges(seats: int, player: int, usable: bool = False) -> set[str]:
    mask = int(FAR_EDGES[BASE[seats * 4 + player - 1]])
    return names(mask & ~int(BASE_FIELDS[seats]) if usable else mask)


def test_HEX_S1_board() -> None:
    """HEX-2.1, HEX-2.2, HEX-2.3, HEX-2.4, HEX-2.5."""
    assert len(FIELD_NAMES) == 37
    assert not {"a5", "b6", "e1", "g3"} & set(FIELD_NAMES)
    assert names(int(NEAR[field("a1")])) == {"a2", "b1", "b2"}
    assert names(int(NEAR[field("b1")])) == {"a1", "b2", "c1", "c2"}
    assert names(int(NEAR[field("d4")])) == {"c3", "c4", "d3", "d5", "e4", "e5"}
    assert distance(field("a1"), field("g4")) == 6
    assert distance(field("e3"), field("c5")) == 4
    assert distance(field("b2"), field("f5")) == 4
    assert is_straight(field("a1"), field("b2"), field("c3"))
    assert not is_straight(field("a1"), field("b2"), field("c2"))
    corners = ["a1", "d1", "g4", "g7", "d7", "a4"]
    assert sorted(corners) == sorted(n for n in FIELD_NAMES if len(names(int(NEAR[field(n)]))) == 3)
    assert [distance(field(a), field(b)) for a, b in (("a1", "g7"), ("d1", "d7"), ("g4", "a4"))] == [6, 6, 6]


def test_HEX_S2_far_edges() -> None:
    """HEX-2.6, HEX-2.7, HEX-2.8, HEX-2.10, HEX-2.11."""
    assert {"g4", "d7"} <= far_edges(2, 1)
    assert "f6" not in far_edges(2, 1)
    assert far_edges(4, 2, usable=True) == {"a4", "b5", "c6", "e7", "f7"}
    assert far_edges(3, 2, usable=True) == {"a2", "a3", "a4", "b5", "c6"}
    assert far_edges(4, 4) == {"a1", "b1", "c1", "d1", "e2", "f3", "g4"}


def test_HEX_S3_first_decision() -> None:
    """HEX-1.1, HEX-2.12, HEX-3.1, HEX-3.2, HEX-5.1, HEX-5.3, HEX-5.4, HEX-6.2."""
    table = Table(2)
    assert table.player == 1
    assert len(table.legal()) == 144
    assert len(table.legal("place")) == 140
    assert table.legal("init") == {"init C", "init S", "init P", "init W"}
    assert not table.legal("spy", "pass")
    second = Table(2, {"first": 2})
    assert second.player == 2
    assert second.legal() == table.legal()
    assert FIELD_NAMES[int(BASE[2 * 4 + 1])] == "g7"
    assert second.order == [2, 1]


def place_somewhere(table: Table) -> None:
    """Lay any token on the first free field."""
    table.play(next(a for a in table.match.legal() if a.startswith("place")))


def test_HEX_S4_board_fills_up() -> None:
    """HEX-5.5, HEX-5.7, HEX-5.8."""
    table = Table(4)
    for _ in range(32):
        place_somewhere(table)
    assert table.state == "deploy"
    trace = len(table.match.played)
    place_somewhere(table)
    assert trace == 32
    laid = [sum(p.actor == seat for p in table.match.played) for seat in range(4)]
    assert laid == [9, 8, 8, 8]
    assert table.state in ("auction", "confront")
    assert [len(table.open(p)) for p in (1, 2, 3, 4)] == [3, 4, 4, 4]
    assert [table.hand(p) for p in (1, 2, 3, 4) if table.state == "auction"] in ([], [""] * 4)


def test_HEX_S5_both_must_shift() -> None:
    """HEX-5.8, HEX-5.9, HEX-7.3, HEX-7.8."""
    table = Table(2)
    for _ in range(24):
        place_somewhere(table)
    for player in (1, 2):
        assert (table.state, table.player) == ("shift", player)
        assert len(table.legal()) == 12
        assert table.legal() == {f"shift {t.split('@')[1]}" for t in table.tokens if t[0] == str(player)}
        cruise = next(t.split("@")[1] for t in sorted(table.tokens) if t.startswith(f"{player}c"))
        table.play(f"shift {cruise}")
    assert table.state == "auction"
    assert [table.sum(1), table.sum(2)] == [1, 1]
    assert len(table.tokens) == 22
    assert all(t[1].islower() for t in table.tokens)


def test_HEX_S6_full_board_and_a_shift_together() -> None:
    """HEX-5.5, HEX-5.8, HEX-5.9, HEX-5.10."""
    table = Table(3).play("init C", "init C")
    for n in range(34):
        assert table.state == "deploy", n
        place_somewhere(table)
    assert (table.state, table.player) == ("shift", 3)
    assert len(table.legal()) == 12
    free = sorted(table.legal())[0]
    table.play(free)
    assert table.state in ("auction", "confront")
    assert free.removeprefix("shift ") not in {t.split("@")[1] for t in table.tokens}
    assert len(table.tokens) == 33


def test_HEX_S7_skipping() -> None:
    """HEX-5.4, HEX-5.5, HEX-5.8, HEX-5.9."""
    laid = "1C@b2 1C@b3 1C@b4 1C@b5 1C@c1 1S@c2 1S@c3 1S@c4 1P@c5 1P@c6 1W@d1"
    theirs = "2C@f3 2C@f4 2C@f5 2C@f6 2C@e2 2S@e3 2S@e4 2S@e5 2P@e6"
    table = Table(2, round=2, tokens=f"{laid} {theirs}")
    assert table.hand(1) == "C"
    assert table.hand(2) == "CPW"
    asked = []
    for action in ("place C d4", "place C d5", "place P d6", "init W"):
        asked.append(table.player)
        table.play(action)
    assert asked == [1, 2, 2, 2]
    assert (table.state, table.player) == ("shift", 1)
    assert len(table.legal()) == 12
    table.play("shift b2")
    assert table.open(1) == "C"


S8 = "1p@b2 1s@b3 2w@f6"


def test_HEX_S8_the_price_of_a_warship() -> None:
    """HEX-6.1, HEX-6.3, HEX-6.4, HEX-6.8, HEX-6.9."""
    table = Table(2, tokens=S8).play("spy f6")
    assert table.s.due == 6
    assert table.legal() == actions("show b2, show b3, pay C, pay S, pay P, pay W")
    dues = []
    for action in ("show b2", "pay C", "pay C"):
        table.play(action)
        dues.append(int(table.s.due))
    assert dues == [3, 2, 1]
    assert table.player == 1
    table.play("pay C")
    assert (table.state, table.player) == ("deploy", 2)
    assert [table.is_down(f) for f in ("b2", "f6", "b3")] == [False, False, True]
    assert table.open(1) == "CCC"


def test_HEX_S9_overpaying() -> None:
    """HEX-6.3, HEX-6.4, HEX-6.6."""
    table = Table(2, tokens="1p@b2 1s@b3 2p@f6").play("spy f6")
    assert table.s.due == 3
    table.play("show b3")
    assert table.s.due == 1
    assert table.why("halt") == "HEX-6.6"
    assert table.why("pass") == "HEX-6.6"
    assert table.why("place C d4") == "HEX-6.6"
    table.play("pay W")
    assert (table.state, table.player) == ("deploy", 2)
    assert table.scores == [0, 0]
    assert table.open(1) == "W"


def test_HEX_S10_penalty() -> None:
    """HEX-5.4, HEX-6.5, HEX-6.6, HEX-6.7."""
    laid = "1C@b2 1C@b3 1C@b4 1C@b5 1C@c1 1S@c2 1S@c3 1S@c4 1P@c5 1P@c6 1W@d1 2w@f6"
    table = Table(2, round=2, tokens=laid).play("spy f6")
    assert table.s.due == 6
    assert table.legal() == {"pay C"}
    assert table.why("show b2") == "HEX-6.7"
    table.play("pay C")
    assert table.scores == [-5, 0]
    while table.state == "deploy":
        assert table.player == 2
        table.play("init C" if "init C" in table.legal() else sorted(table.legal("init"))[0])
    assert not table.hand(1) or table.state != "deploy"


def test_HEX_S11_targets() -> None:
    """HEX-6.2, HEX-6.7."""
    table = Table(3, tokens="1c@b2 2s@d4 2C@e4 3p@f6 3w@c4", initiative=["", "c", "S"])
    assert table.legal("spy") == {"spy c4", "spy d4", "spy f6"}
    assert table.why("spy b2") == "HEX-6.2"
    assert table.why("spy a2") == "HEX-6.2"
    assert table.why("spy e4") == "HEX-6.7"


def laid_for(areas: list[str]) -> str:
    """Tokens on the board for players who have exactly these in their initiative areas (HEX-1.6)."""
    free = [n for n in FIELD_NAMES if n not in ("a1", "d1", "g4", "g7", "d7")]
    out = []
    for player, area in enumerate(areas, 1):
        rest = "CCCCCCSSSPPW"
        for letter in area:
            rest = rest.replace(letter, "", 1)
        out += [f"{player}{letter.lower()}@{free.pop(0)}" for letter in rest]
    return " ".join(out)


def test_HEX_S12_order() -> None:
    """HEX-4.2, HEX-7.1, HEX-7.2."""
    table = Table(3, state="shift", tokens=laid_for(["CP", "WP", "WC"]), initiative=["cp", "wp", "wc"])
    assert table.state == "confront"
    assert [table.sum(p) for p in (1, 2, 3)] == [4, 9, 7]
    assert table.order == [2, 3, 1]
    assert table.player == 2
    while table.s.round == 1:
        table.play("pass" if "pass" in table.legal() else sorted(table.legal())[0])
    assert (table.state, table.player) == ("deploy", 2)
    table.play(sorted(table.legal("init"))[0])
    assert table.player == 3


def tie(scores: list[Json], areas: list[str], order: list[Json], number: int = 1) -> Table:
    """The initiative is uncovered, all other tokens lie face down on the board."""
    return Table(
        len(areas),
        state="auction",
        scores=scores,
        initiative=[*areas],
        order=order,
        round=number,
        tokens=laid_for(areas),
    )


def test_HEX_S13_tie_of_two() -> None:
    """HEX-7.3, HEX-7.5, HEX-7.6, HEX-7.7."""
    table = tie([3, 10], ["SC", "P"], [1, 2])
    assert (table.state, table.player) == ("auction", 1)
    assert table.legal() == {f"bid {k}" for k in range(1, 21)} | {"drop"}
    table.play("bid 5")
    assert table.player == 2
    assert table.legal() == {f"bid {k}" for k in range(6, 21)} | {"drop"}
    assert table.why("bid 5") == "HEX-7.5"
    assert table.why("bid 21") == "HEX-7.6"
    table.play("bid 6", "drop")
    assert table.order == [2, 1]
    assert table.scores == [3, 4]


def test_HEX_S14_tie_of_three() -> None:
    """HEX-7.4, HEX-7.5, HEX-7.7."""
    areas = ["CCCP", "CSP", "CCCP"]
    table = tie([0, 0, 0], areas, [2, 3, 1], 2)
    asked = []
    for action in ("bid 1", "drop", "bid 4", "drop"):
        asked.append(table.player)
        table.play(action)
    assert asked == [2, 3, 1, 2]
    assert table.order == [1, 2, 3]
    assert table.scores == [-4, 0, 0]


def test_HEX_S15_cheap_and_dear() -> None:
    """HEX-4.3, HEX-7.6, HEX-7.7."""
    cheap = tie([0, 0], ["P", "P"], [1, 2]).play("drop")
    assert cheap.order == [2, 1]
    assert cheap.scores == [0, 0]
    dear = tie([0, 0], ["P", "P"], [1, 2]).play("bid 20")
    assert dear.player == 2
    assert dear.legal() == {"drop"}
    dear.play("drop")
    assert dear.order == [1, 2]
    assert dear.scores == [-20, 0]


S16 = "1S@e4 1W@f5 2S@f4 2S@c4 1C@f6 2C@e5"


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
    assert table.legal() == actions("kidnap d5xd4, cruise d5-c5, pass")
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


def test_HEX_S30_not_forced() -> None:
    """HEX-8.3, HEX-8.6, HEX-12.3, HEX-13.2."""
    text = "1P@b2 1S@b3 1S@c2 2S@g4 1C@c3"
    table = confront(text)
    assert table.legal() == {"cruise b2-c3", "pass"}
    assert table.why("kidnap b2xb3") == "HEX-12.1"
    table.play("pass")
    assert table.s.round == 2
    assert table.scores == [-13, -18]
    barred = confront(text, options={"own_pass": "barred"})
    assert barred.legal() == {"cruise b2-c3"}
    assert barred.why("pass") == "HEX-12.3"
    barred.play("cruise b2-c3")
    assert barred.s.round == 2  # the pirates are not connected any more
    assert barred.scores == [-13, -18]


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


S34 = "1S@g4 1S@d4 1P@b2 1W@e5 1C@c2 2S@a4 2S@c1 2W@e6 2C@f6"


def after_s34() -> Table:
    table = confront(S34, captured=["2P", "1S"], hands=["CC", "C"], order=[2, 1])
    while table.s.round == 1:
        table.play("pass")
    return table


def test_HEX_S34_scoring() -> None:
    """HEX-14.1, HEX-14.2, HEX-14.4, HEX-14.8."""
    table = after_s34()
    assert table.scores == [3, 2]
    assert [int(x) for x in table.s.sheet[:16]] == [2, 6, 3, 6, 6, 0, 0, 0, 0, 12, 0, 6, 4, 0, 0, 0]


def test_HEX_S35_clean_up() -> None:
    """HEX-4.2, HEX-6.7, HEX-7.9, HEX-15.1, HEX-15.2, HEX-15.3, HEX-15.4, HEX-15.5, HEX-15.6, HEX-15.7."""
    table = after_s34()
    assert table.tokens == {"1C@c2", "1S@d4", "1P@b2", "1W@e5", "2C@f6", "2W@e6"}
    assert table.hand(1) == "CCCCCSSP"
    assert table.hand(2) == "CCCCCSSSPP"
    assert (table.state, table.player) == ("deploy", 2)
    assert not table.legal("spy")
    assert [table.open(1), table.pile(1), table.pile(2)] == ["", [], []]
    assert [int(table.s.passes), int(table.s.quiet)] == [0, 0]


@pytest.mark.parametrize(
    ("tokens", "result"),
    [
        ("1S@d4 1S@d3 1S@d2 1P@c5 1P@c4 1W@e5", -2),
        ("1S@g4 1S@f7 1S@d7 1P@c5 1P@c4 1W@e5", 10),
        ("1C@d4", -20),
    ],
)
def test_HEX_S36_limits(tokens: str, result: int) -> None:
    """HEX-1.3, HEX-5.3, HEX-14.1, HEX-14.2, HEX-14.3, HEX-14.8."""
    table = confront(tokens, order=[2, 1])
    while table.s.round == 1:
        table.play("pass")
    assert table.scores[0] == result


def test_HEX_S37_ranking() -> None:
    """HEX-18.1, HEX-18.2."""
    table = Table(4, state="over", round=3, scores=[7, 12, 12, -3])
    assert table.match.is_over
    assert table.match.outcome().ranks == (3, 1, 1, 4)
    assert table.match.outcome().winners == (1, 2)


def test_HEX_S38_views() -> None:
    """HEX-1.5, HEX-5.2, HEX-5.11, HEX-6.9, HEX-17.1, HEX-17.2, HEX-17.3, HEX-17.4, HEX-17.5."""
    table = Table(2).play("place W d4", "place C e4", "init S", "spy d4", "show e4", "pay W")
    for viewer in (1, None):
        events = [e for p in table.match.played for e in p.events]
        told = [GAME.tell(SPECTATOR if viewer is None else viewer, e) for e in events]
        texts = [GAME.actions.text(e[2]) for e in told if e is not None and e[0] == -1 and e[1] == 0]
        assert texts == ["place ? d4", "init ?"]
        position = table.match.view(viewer).to_json()
        assert isinstance(position, dict)
        assert "1W@d4" in str(position["tokens"])
        assert position["initiative"] == ["?", "W"]
        assert isinstance(position["hands"], list)
        assert position["hands"][0] == "?" * 10
    first = table.match.view(0).to_json()
    assert isinstance(first, dict)
    assert first["initiative"] == ["s", "W"]
    assert isinstance(first["hands"], list)
    assert first["hands"][1] == "?" * 10
    lines = [line for _, said in table.match.log(1, ENGLISH) for line in said]
    assert not any("arship" in line for line in lines[:1])


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
