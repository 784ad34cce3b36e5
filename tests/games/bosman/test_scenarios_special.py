"""Scenarios of the rulebook: cabin boys and poison (BOS-6, BOS-7)."""

from __future__ import annotations

import pytest

from kotva.games.bosman.board import (
    SEAT_NAMES,
    TOKEN_NAMES,
)
from tests.games.bosman.table import Table, gang_points


def test_BOS_S19_cabin_boy_played() -> None:
    """BOS-8.6, BOS-9.1, BOS-11.1."""
    table = Table(boatswain="c3", hands={"1": "R20 R22 F12 C30 T30"})
    assert table.play("play RM c4") == []
    assert table.path() == ["c2"]
    assert table.hand(1) == ["R20", "R22", "F12", "C30", "T30"]
    assert table.stack == 20
    assert table.beach() == {"c4": "RM"}
    assert table.boys(1) == []


def test_BOS_S20_cabin_boy_boards() -> None:
    """BOS-10.6, BOS-10.8."""
    table = Table(
        boatswain="c2",
        beach={"c4": "RM"},
        boat={"10": "F10", "21": "C21", "32": "T32"},
        hands={"1": "R20 R22 F12 C30 T30"},
    )
    table.match.play("play F12 c1")
    assert table.path() == ["c3"]
    assert sorted(table.legal()) == [f"board c4 {seat}" for seat in ("11", "12", "20", "22", "30", "31")]
    assert len(table.play("board c4 22")) == 1
    assert table.boat() == {"10": "F10", "21": "C21", "22": "RM", "32": "T32"}
    assert table.player == 2


def test_BOS_S21_last_seat() -> None:
    """BOS-10.8, BOS-11.3, BOS-15.1, BOS-16.2, BOS-16.6, BOS-16.7, BOS-16.8."""
    boat = {code: gang + code for code, gang in zip(SEAT_NAMES[:8], "FCTFCTFC", strict=True)}
    table = Table(boatswain="c2", beach={"c4": "RM"}, boat=dict(boat), hands={"1": "R20 R22 F12 C30 T30"})
    table.play("play F12 c1")
    assert table.boat() == {**boat, "32": "RM"}
    assert table.reason == "full"
    assert len(table.hand(1)) == 4
    assert gang_points(table) == {"R": 1, "F": 4, "C": 4, "T": 2}
    assert [int(table.s.digits(i)) for i in (1, 2)] == [6, 6]
    assert table.ranks() == [4, 1, 1, 3]


def test_BOS_S22_cabin_boy_replaced() -> None:
    """BOS-8.5, BOS-8.7."""
    table = Table(beach={"c4": "RM"}, turn=2, hands={"2": "R11 R20 C32 T20 T22"})
    table.play("play R11 c4")
    assert table.path() == ["c2"]
    assert table.under() == ["RM"]
    assert table.boys(1) == []


def test_BOS_S23_cabin_boy_in_a_foreign_hand() -> None:
    """BOS-6.4, BOS-8.7, BOS-8.8."""
    table = Table(boatswain="c3", turn=4, hands={"4": "RM F20 F22 C30 T30"})
    assert sorted(table.legal("play")) == sorted(
        ["play RM c4", "play F20 d3", "play F22 d3", "play C30 c2", "play T30 b3", "play TM b3"]
    )
    assert "swap RM" in table.legal()
    assert table.why("swap TM") == "BOS-6.4"
    assert len(table.play("play RM c4")) == 1
    assert table.path() == ["c2"]
    assert table.beach() == {"c4": "RM"}
    assert table.s.owner[0] == 0  # it boards on player 1's turns only


def test_BOS_S24_poison() -> None:
    """BOS-7.1, BOS-7.2, BOS-7.3, BOS-7.5."""
    table = Table(boat={"10": "F10", "20": "R20", "21": "R21", "22": "R22"}, turn=3)
    assert gang_points(table) == {"R": 4, "F": 1, "C": 0, "T": 0}
    assert table.legal("poison") == ["poison 10", "poison 20", "poison 21", "poison 22"]
    table.play("poison 21")
    assert [int(x) for x in table.s.covered] == [4, TOKEN_NAMES.index("R21")]
    assert table.points()[0] == 2
    assert table.s.digits(0) == 4
    assert table.s.poison[2] == 0
    assert table.player == 4
    assert table.legal("poison") == ["poison 10", "poison 20", "poison 22"]


def test_BOS_S25_seat_taken_again() -> None:
    """BOS-7.4, BOS-7.5, BOS-7.6."""
    table = Table(
        beach={"d3": "F21"},
        boat={"20": "R20", "22": "R22"},
        covered=["21 R21"],
        poison=[1, 2, 4],
        turn=2,
        hands={"2": "T30 R11 C32 T20 T22"},
    )
    table.play("play T30 b3")
    assert table.boatswain == "c3"
    assert table.boat()["21"] == "F21"
    assert table.legal("poison") == []
    assert table.why("poison 21") == "BOS-7.1"
    table.play(table.legal("swap")[0])
    assert table.legal("poison") == ["poison 20", "poison 21", "poison 22"]
    table.play("poison 21")
    assert [int(x) for x in table.s.covered] == [4, TOKEN_NAMES.index("R21"), 4, TOKEN_NAMES.index("F21")]
    assert table.s.is_free(4)


@pytest.mark.parametrize("option", ["closed", "free"])
def test_BOS_S36_closed_seats(option: str) -> None:
    """BOS-7.8, BOS-15.1."""
    gangs = {"10": "F", "11": "C", "12": "T", "20": "F", "22": "T", "30": "F", "31": "C"}
    table = Table(
        options={"poisoned_seat": option},
        boatswain="c2",
        beach={"c4": "R32"},
        boat={code: gang + code for code, gang in gangs.items()},
        covered=["21 C21"],
        poison=[1, 2, 4],
        hands={"1": "F12 R11 C32 T20 T22"},
    )
    assert table.why("poison 21") == ("BOS-7.8" if option == "closed" else "BOS-7.6")
    table.play("play F12 c1")
    assert table.boat()["32"] == "R32"
    if option == "free":
        assert not table.match.is_over
        assert table.s.is_free(4)
        return
    assert table.reason == "full"
    assert gang_points(table) == {"R": 1, "F": 4, "C": 2, "T": 2}
    assert [int(table.s.digits(i)) for i in (2, 3)] == [4, 3]
    assert table.ranks() == [4, 1, 2, 3]
