"""Scenarios of the rulebook: where the boatswain walks (BOS-8, BOS-9)."""

from __future__ import annotations

import pytest

from tests.games.bosman.table import CORNERS, Table


def test_BOS_S5_walk() -> None:
    """BOS-9.1, BOS-11.1."""
    table = Table(beach=CORNERS, hands={"1": "R21 F10 C32 T20 T22"})
    drawn = table.play("play T20 b3")
    assert table.path() == ["d3", "e3"]
    assert table.boat() == {}
    assert sorted(table.hand(1)) == sorted(["R21", "F10", "C32", "T22", *drawn])
    assert len(drawn) == 1
    assert (table.turn, table.player) == (2, 2)


def test_BOS_S6_over_the_edge() -> None:
    """BOS-9.2, BOS-9.7, BOS-10.3."""
    table = Table(boatswain="b4", beach=CORNERS, hands={"1": "R32 R21 F10 C32 T20"})
    table.play("play R32 c4")
    assert table.path() == ["a4", "e4", "d4"]
    assert table.beach()["c4"] == "R32"
    assert table.boat() == {}


def test_BOS_S7_stopped() -> None:
    """BOS-9.4, BOS-10.1, BOS-10.4."""
    table = Table(beach={"c5": "T22"}, turn=4, hands={"4": "C20 R21 F10 C32 T20"})
    table.play("play C20 c2")
    assert table.path() == ["c4"]
    assert table.beach() == {"c2": "C20"}
    assert table.boat() == {"22": "T22"}


def test_BOS_S8_wedged() -> None:
    """BOS-9.5, BOS-10.1."""
    table = Table(beach={"d3": "F22"}, turn=2, hands={"2": "T30 R21 F10 C32 T20"})
    table.play("play T30 b3")
    assert table.path() == []
    assert table.boatswain == "c3"
    assert table.boat() == {"22": "F22"}
    assert table.beach() == {"b3": "T30"}


def test_BOS_S9_just_laid() -> None:
    """BOS-9.5, BOS-10.3, BOS-10.9."""
    table = Table(beach={"b3": "T21", "c4": "R20"}, turn=2, hands={"2": "F30 R21 F10 C32 T20"})
    table.play("play F30 d3")
    assert table.boatswain == "c3"
    assert table.boat() == {}
    assert table.beach() == {"b3": "T21", "c4": "R20", "d3": "F30"}


def test_BOS_S10_round_to_the_other_side() -> None:
    """BOS-9.7, BOS-10.3."""
    table = Table(boatswain="c3", turn=2, hands={"2": "F30 R21 F10 C32 T20"})
    table.play("play F30 d3")
    assert table.path() == ["b3", "a3", "e3"]
    assert table.boat() == {}


@pytest.mark.parametrize(("action", "path", "end"), [("play T20 e4", ["b4", "c4"], "c4"), ("play C20 a3", [], "a4")])
def test_BOS_S11_edges(action: str, path: list[str], end: str) -> None:
    """BOS-3.3, BOS-8.2, BOS-9.5."""
    table = Table(boatswain="a4", beach=CORNERS, turn=3, hands={"3": "R20 R22 F30 C20 T20"})
    assert sorted(table.legal("play")) == sorted(
        ["play R20 a5", "play R22 a5", "play F30 b4", "play C20 a3", "play CM a3", "play T20 e4"]
    )
    table.play(action)
    assert table.path() == path
    assert table.boatswain == end


def test_BOS_S12_on_an_outpost() -> None:
    """BOS-3.4, BOS-8.3, BOS-8.6."""
    table = Table(boatswain="c4", hands={"1": "R21 R30 F11 C10 T20"})
    assert sorted(table.legal("play")) == ["play C10 d4", "play F11 b4", "play T20 c5"]
    assert table.why("play RM c3") == "BOS-8.3"
    assert len(table.legal()) == 34


def test_BOS_S13_replacing() -> None:
    """BOS-8.4, BOS-8.5, BOS-11.1."""
    table = Table(beach={"c4": "R22"}, turn=3, hands={"3": "R10 F20 C22 C30 T30"})
    drawn = table.play("play R10 c4")
    assert table.path() == ["c2"]
    assert sorted(table.hand(3)) == sorted(["F20", "C22", "C30", "T30", *drawn])
    assert table.stack == 20
    assert table.under() == ["R22"]


def test_BOS_S14_empty_stack() -> None:
    """BOS-6.2, BOS-11.2."""
    table = Table(beach={"c4": "R22"}, turn=3, hands={"3": "R10 F20 C22 C30 T30"}, stack=0)
    assert sorted(table.legal()) == sorted(
        ["play R10 c4", "play F20 d3", "play C22 c2", "play C30 c2", "play CM c2", "play T30 b3"]
    )
    assert table.why("swap R10") == "BOS-6.2"
    table.play("play R10 c4")
    assert table.hand(3) == ["R22", "F20", "C22", "C30", "T30"]
    assert table.stack == 0
