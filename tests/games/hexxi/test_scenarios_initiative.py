"""Scenarios of the rulebook: the order of play (HEX-7)."""

from __future__ import annotations

from tests.games.hexxi.given import laid_for, tie
from tests.games.hexxi.table import Table


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
