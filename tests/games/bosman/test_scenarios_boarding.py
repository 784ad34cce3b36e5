"""Scenarios of the rulebook: who boards (BOS-10)."""

from __future__ import annotations

import pytest

from kotva.engine.errors import Illegal
from kotva.engine.say import ENGLISH
from kotva.games.bosman import GAME
from tests.games.bosman.table import Table


def test_BOS_S15_seat_taken() -> None:
    """BOS-10.5."""
    table = Table(boatswain="c2", beach={"c4": "R21"}, boat={"21": "C21"}, hands={"1": "F12 R20 C32 T20 T22"})
    table.play("play F12 c1")
    assert table.path() == ["c3"]
    assert table.beach() == {"c4": "R21", "c1": "F12"}
    assert table.boat() == {"21": "C21"}


def test_BOS_S16_looking_over_the_edge() -> None:
    """BOS-10.2."""
    table = Table(boatswain="c4", beach={"a5": "R10", "e4": "T22"}, turn=4, hands={"4": "C20 R20 C32 T20 T22"})
    table.play("play C20 d4")
    assert table.path() == ["b4", "a4"]
    assert table.boat() == {"22": "T22"}
    assert table.beach() == {"a5": "R10", "d4": "C20"}


def test_BOS_S17_not_diagonally() -> None:
    """BOS-3.2, BOS-10.2."""
    table = Table(boatswain="d4", beach={"b3": "T21"}, turn=4, hands={"4": "T11 R20 C32 T20 T22"})
    table.play("play T11 e4")
    assert table.path() == ["c4"]
    assert table.boat() == {}
    assert table.beach()["b3"] == "T21"


def test_BOS_S18_somebody_elses_token() -> None:
    """BOS-1.5, BOS-10.9."""
    table = Table(boatswain="c2", beach={"c4": "R21"}, turn=2, hands={"2": "F12 R20 C32 T20 T22"})
    table.play("play F12 c1")
    assert table.path() == ["c3"]
    assert table.beach()["c4"] == "R21"
    assert table.boat() == {}


def test_BOS_S26_the_second_copy() -> None:
    """BOS-2.2, BOS-7.4."""
    table = Table(
        boatswain="c2",
        beach={"c4": "R21"},
        boat={"20": "R20"},
        covered=["21 R21"],
        poison=[1, 2, 4],
        hands={"1": "F12 R11 C32 T20 T22"},
    )
    table.play("play F12 c1")
    assert table.path() == ["c3"]
    assert table.boat() == {"20": "R20", "21": "R21"}
    assert table.points()[0] == 2


def test_BOS_S27_no_assessment_without_a_play() -> None:
    """BOS-6.5."""
    table = Table(beach={"c4": "R30"}, hands={"1": "R20 R22 F12 C31 T30"})
    drawn = table.play("swap F12,C31")
    assert sorted(table.hand(1)) == sorted(["R20", "R22", "T30", *drawn])
    assert table.under() == ["F12", "C31"]
    assert table.stack == 20
    assert table.beach() == {"c4": "R30"}


def test_BOS_S28_two_boardings() -> None:
    """BOS-10.7, BOS-10.8, BOS-12.4."""
    table = Table(2, beach={"c4": "R21", "c2": "C30", "d3": "F11"}, hands={"1": "T12 R11 C32 T20 T22"})
    table.play("play T12 b3")
    assert table.boatswain == "c3"
    assert table.boat() == {"21": "R21", "30": "C30"}
    assert table.points()[0] == 2
    boarded = [GAME.lines([e], ENGLISH) for p in table.match.played for e in p.events if e[0] == 9]
    assert boarded == [["The rug 2 with 1 dot boards seat 21."], ["The chest 3 boards seat 30."]]


def test_BOS_S29_two_for_one_seat() -> None:
    """BOS-10.8."""
    table = Table(2, beach={"c4": "R21", "c2": "C21", "d3": "F11"}, hands={"1": "T12 R11 C32 T20 T22"})
    table.match.play("play T12 b3")
    assert sorted(table.legal()) == ["board c2 21", "board c4 21"]
    table.play("board c2 21")
    assert table.boat() == {"21": "C21"}
    assert table.beach()["c4"] == "R21"
    assert table.player == 2


@pytest.mark.parametrize(
    ("choice", "boat", "over"),
    [
        ("board c4 21", {"21": "RM"}, False),
        ("board c4 30", {"30": "RM", "21": "C21"}, True),
        ("board c2 21", {"21": "C21", "30": "RM"}, True),
    ],
)
def test_BOS_S30_cabin_boy_and_pirate(choice: str, boat: dict[str, str], over: bool) -> None:
    """BOS-10.8, BOS-15.1."""
    start = {"10": "F10", "11": "T11", "12": "R12", "20": "F20", "22": "C22", "31": "T31", "32": "F32"}
    table = Table(
        2,
        beach={"c4": "RM", "c2": "C21", "d3": "F11"},
        boat=dict(start),
        hands={"1": "T12 R11 C32 T20 T22"},
    )
    table.match.play("play T12 b3")
    assert sorted(table.legal()) == ["board c2 21", "board c4 21", "board c4 30"]
    table.play(choice)
    assert table.boat() == {**start, **boat}
    assert table.match.is_over == over
    if over:
        assert table.points() == [4, 5]
        assert table.ranks() == [2, 1]
    else:
        assert table.beach()["c2"] == "C21"
        assert table.s.is_free(6)


def test_BOS_S42_after_a_boarding() -> None:
    """BOS-5.1, BOS-5.3, BOS-9.6, BOS-10.10."""
    table = Table(beach={"d3": "F22", "c4": "R20"}, turn=6, hands={"2": "R10 T30 C32 T20 T22"})
    assert table.player == 2
    table.play("play T30 b3")
    assert table.boat() == {"22": "F22"}
    assert "d3" not in table.beach()
    assert table.boatswain == "c3"
    assert (table.turn, table.player) == (7, 3)
    with pytest.raises(Illegal):
        table.match.play("play R10 c4", 1)
