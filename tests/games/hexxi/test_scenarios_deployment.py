"""Scenarios of the rulebook: board, deployment and intelligence (HEX-2 to HEX-6)."""

from __future__ import annotations

from kotva.games.hexxi.board import (
    BASE,
    BASE_FIELDS,
    FAR_EDGES,
    FIELD_NAMES,
    MASK,
    NEAR,
    between,
    distance,
    fields_of,
)
from tests.games.hexxi.given import field
from tests.games.hexxi.table import Table, actions


def names(mask: int) -> set[str]:
    return {FIELD_NAMES[f] for f in fields_of(mask)}


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
    assert names(int(between(MASK[field("a1")], MASK[field("c3")]))) == {"b2"}
    assert names(int(between(MASK[field("a1")], MASK[field("c2")]))) == set()
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
