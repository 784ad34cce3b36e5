"""The 43 worked scenarios of the rulebook, each a test named after it."""

from __future__ import annotations

import pytest

from kotva.engine.errors import Illegal
from kotva.engine.fields import key
from kotva.engine.say import ENGLISH
from kotva.engine.state import CHANCE
from kotva.games.bosman import GAME
from kotva.games.bosman.board import (
    COPIES,
    EMPTY,
    FIELD_NAMES,
    GANGS,
    KIND,
    LINES,
    NEXT,
    SEAT_NAMES,
    TOKEN_NAMES,
)
from kotva.games.bosman.text import the_token
from kotva.match import Match
from tests.games.bosman.table import CORNERS, Table, gang_points

FULL_DECK = [name for i, name in enumerate(TOKEN_NAMES) for _ in range(int(COPIES[i])) if not name.endswith("M")]


def unseen_after_set_up() -> list[str]:
    """BOS-14.6: the list before shuffling."""
    deck = list(FULL_DECK)
    for corner in CORNERS.values():
        deck.remove(str(corner))
    return deck


def deal(table: Table, tokens: str) -> None:
    """The first hands, token by token."""
    for name in tokens.split():
        table.match.play(f"draw {name}", CHANCE)


@pytest.mark.parametrize(("seats", "stack", "boys"), [(4, 48, ["RM"]), (2, 58, ["RM", "CM"])])
def test_BOS_S1_set_up(seats: int, stack: int, boys: list[str]) -> None:
    """BOS-2.2, BOS-4.1, BOS-4.2, BOS-4.3, BOS-4.4, BOS-4.5, BOS-4.6, BOS-12.3, BOS-1.1, BOS-12.6."""
    table = Table(seats)
    table.draw()
    assert table.boatswain == "c3"
    assert table.beach() == CORNERS
    assert table.boat() == {}
    assert [len(table.hand(p)) for p in range(1, seats + 1)] == [5] * seats
    assert table.stack == stack
    assert table.boys(1) == boys
    assert [int(p) for p in table.s.poison] == [1] * seats + [0] * (4 - seats)
    assert table.player == 1
    assert "keep" in table.legal()
    special = [table.boys(p) for p in range(1, seats + 1)]
    assert special == ([["RM"], ["FM"], ["CM"], ["TM"]] if seats == 4 else [["RM", "CM"], ["FM", "TM"]])


def test_BOS_S2_deal() -> None:
    """BOS-4.5, BOS-4.6, BOS-4.7: hands in order from the starting player on."""
    table = Table(options={"first": 3})
    drawn = table.draw()
    hands = {3: drawn[:5], 4: drawn[5:10], 1: drawn[10:15], 2: drawn[15:20]}
    assert {p: sorted(h) for p, h in hands.items()} == {p: sorted(table.hand(p)) for p in (1, 2, 3, 4)}
    order = []
    for _ in range(4):
        order.append(table.player)
        table.play("keep")
    assert order == [3, 4, 1, 2]
    assert (table.turn, table.player) == (1, 3)
    for turn, player in ((1, 3), (2, 4), (3, 1)):
        assert (table.turn, table.player) == (turn, player)
        table.play(table.legal("swap")[0])


def test_BOS_S3_opening_exchange() -> None:
    """BOS-4.6, BOS-6.1, BOS-6.2, BOS-6.3, BOS-13.1."""
    table = Table()
    deal(table, "R21 F11 F11 C32 T11 R22 R22 F22 C22 T22 R31 F31 C31 T31 T12 R32 F32 C30 T30 T20")
    assert len(table.legal()) == 24
    assert len(table.legal("swap")) == 23
    assert table.play("swap F11,T11", "R11", "C11") == ["R11", "C11"]
    assert table.hand(1) == ["R11", "R21", "F11", "C11", "C32"]
    assert table.under() == ["F11", "T11"]
    assert table.stack == 48
    assert table.player == 2


def test_BOS_S4_first_turn() -> None:
    """BOS-1.6, BOS-8.1, BOS-8.2, BOS-8.3, BOS-13.1."""
    table = Table(beach=CORNERS, hands={"1": "R21 F11 F11 C32 T11"})
    assert sorted(table.legal("play")) == sorted(
        ["play R21 c4", "play RM c4", "play F11 d3", "play C32 c2", "play T11 b3"]
    )
    assert len(table.legal("swap")) == 23
    assert len(table.legal()) == 28
    assert table.legal("poison") == []


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


def test_BOS_S31_lines_of_two_gangs() -> None:
    """BOS-12.5."""
    gangs = {"10": "R", "11": "C", "12": "R", "20": "F", "21": "F", "22": "F", "30": "T", "31": "R", "32": "T"}
    table = Table(2, boat={code: gang + code for code, gang in gangs.items()}, phase="over")
    assert table.points() == [4, 6]


def test_BOS_S32_lines_that_cross() -> None:
    """BOS-16.1, BOS-16.2, BOS-16.3."""
    gangs = {"10": "R", "11": "R", "12": "R", "21": "R", "32": "R", "20": "F", "22": "C", "30": "T", "31": "F"}
    table = Table(boat={code: gang + code for code, gang in gangs.items()}, phase="over")
    assert gang_points(table) == {"R": 7, "F": 2, "C": 1, "T": 1}
    assert [int(table.s.digits(i)) for i in (2, 3)] == [2, 3]
    assert table.ranks() == [1, 2, 4, 3]


def test_BOS_S33_a_four_point_win() -> None:
    """BOS-16.2, BOS-16.5, BOS-16.7, BOS-16.8."""
    gangs = {"20": "F", "21": "F", "22": "F", "10": "R", "31": "R", "11": "C", "30": "C", "12": "T", "32": "T"}
    table = Table(boat={code: gang + code for code, gang in gangs.items()}, phase="over")
    assert gang_points(table) == {"R": 2, "F": 4, "C": 2, "T": 2}
    assert table.ranks() == [2, 1, 2, 2]
    assert table.match.outcome().winners == (1,)


@pytest.mark.parametrize(("last", "sums", "winner"), [("R31", [6, 4], 0), ("RM", [3, 4], 1)])
def test_BOS_S34_tie_break(last: str, sums: list[int], winner: int) -> None:
    """BOS-16.4, BOS-16.6."""
    boat = {"10": "R10", "22": "R22", "31": last, "11": "F11", "12": "F12", "20": "F20", "21": "C21", "32": "C32"}
    table = Table(boat={**boat, "30": "T30"}, phase="over")
    assert table.points()[:2] == [3, 3]
    assert [int(table.s.digits(i)) for i in (0, 1)] == sums
    assert table.match.outcome().winners == (winner,)


def test_BOS_S35_turn_limit() -> None:
    """BOS-15.2, BOS-15.5, BOS-16.7, BOS-16.8."""
    gangs = {"10": "R", "32": "R", "12": "F", "30": "F", "11": "C", "20": "C", "21": "T"}
    boat = {code: gang + code for code, gang in gangs.items()}
    table = Table(options={"turn_limit": 100}, boat=dict(boat), turn=100, hands={"4": "F22 R11 C32 T20 T22"})
    assert table.player == 4
    assert len(table.play("play F22 d3")) == 1
    assert table.path() == ["b3", "a3"]
    assert table.reason == "limit"
    assert [int(table.s.digits(i)) for i in range(4)] == [4, 4, 3, 2]
    assert gang_points(table) == {"R": 2, "F": 2, "C": 2, "T": 1}
    assert table.ranks() == [1, 1, 3, 4]


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


@pytest.mark.parametrize("has_f20", [True, False])
def test_BOS_S37_no_action(has_f20: bool) -> None:
    """BOS-11.4, BOS-15.3."""
    table = Table(
        boatswain="c4",
        stack=0,
        turn=41,
        hands={"1": "R21", "2": "R22", "3": "R30", "4": "R31 F20" if has_f20 else "R31"},
        boys="R",
    )
    if has_f20:
        assert (table.turn, table.player) == (44, 4)
        assert table.legal() == ["play F20 b4"]
    else:
        assert table.reason == "stuck"
        assert table.points() == [0, 0, 0, 0]
        assert table.ranks() == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("action", "clause"),
    [
        ("play R21 c2", "BOS-8.3"),
        ("play R21 e3", "BOS-8.1"),
        ("play F11 b4", "BOS-8.1"),
        ("play R30 c4", "BOS-8.1"),
        ("play FM d3", "BOS-8.8"),
        ("poison 21", "BOS-7.6"),
        ("swap T12,T12,T12", "BOS-6.1"),
        ("keep", "BOS-4.6"),
        ("board c4 21", "BOS-10.8"),
    ],
)
def test_BOS_S38_refused(action: str, clause: str) -> None:
    """BOS-5.2, BOS-8.1, BOS-8.3, BOS-8.8, BOS-13.4: refused with its clause, and nothing has changed."""
    table = Table(beach=CORNERS, hands={"1": "R21 F11 C30 T12 T12"})
    before = key(table.s)
    with pytest.raises(Illegal, match=clause):
        table.match.play(action)
    assert table.why(action) == clause
    assert key(table.s) == before
    assert "pass" not in " ".join(f.template for f in GAME.actions)


def test_BOS_S39_views() -> None:
    """BOS-14.1, BOS-14.2, BOS-14.3, BOS-14.4, BOS-14.5."""
    table = Table(beach=CORNERS, turn=2, hands={"2": "R21 F12 C31 T12 T22"})
    drawn = table.play("swap F12,C31")
    own = " ".join(line for _, lines in table.match.log(1) for line in lines)
    assert all(the_token(TOKEN_NAMES.index(name), ENGLISH) in own for name in ("F12", "C31", *drawn))
    for seat in (0, 2, 3, None):
        view = table.match.view(seat)
        position = GAME.to_position(view.seen)
        hands = position["hands"]
        assert isinstance(hands, dict)
        assert hands["2"] == "? ? ? ? ?"
        assert position["stack"] == 18
        assert position["under"] == ["?:-", "?:-"]
        lines = " ".join(line for _, lines in table.match.log(seat) for line in lines)
        assert "exchanges 2 tokens" in lines
        assert not any(name in lines for name in TOKEN_NAMES)
    assert table.hand(2) == sorted(table.hand(2), key=TOKEN_NAMES.index)
    assert str(GAME.to_position(table.match.view(1).seen)["under"]) == "['F12:2', 'C31:2']"


def test_BOS_S40_geometry() -> None:
    """BOS-2.1, BOS-2.2, BOS-3.1, BOS-3.2, BOS-3.3, BOS-3.5, BOS-3.7, BOS-3.9, BOS-3.6."""

    def around(field: str) -> list[str]:
        at = FIELD_NAMES.index(field)
        near = [int(NEXT[side * 25 + at]) for side in range(4)]
        return [f"{FIELD_NAMES[n]} {(GANGS + '.')[int(KIND[n])]}" for n in near]

    assert around("a5") == ["a1 T", "b5 C", "a4 .", "e5 F"]
    assert around("e2") == ["e3 R", "a2 F", "e1 C", "d2 T"]
    assert around("c1") == ["c2 C", "d1 R", "c5 T", "b1 ."]
    kinds = [int(k) for k in KIND]
    assert [kinds.count(gang) for gang in range(4)] == [5, 5, 5, 5]
    assert kinds.count(EMPTY) == 5
    assert len(SEAT_NAMES) == 9
    lines = [tuple(SEAT_NAMES[int(LINES[i + k])] for k in range(3)) for i in range(0, 24, 3)]
    assert len(set(lines)) == 8
    assert ("10", "21", "32") in lines
    assert ("12", "21", "30") in lines
    assert len({t for t in TOKEN_NAMES if not t.endswith("M")}) == 36
    assert len(FULL_DECK) == 72


def test_BOS_S41_order() -> None:
    """BOS-2.7, BOS-13.2, BOS-14.6."""
    deck = unseen_after_set_up()
    assert deck[:8] == ["R10", "R11", "R11", "R12", "R12", "R20", "R20", "R21"]
    assert deck[-4:] == ["T31", "T31", "T32", "T32"]
    assert [sum(t.startswith(g) for t in deck) for g in GANGS] == [17] * 4
    table = Table()
    outcomes = dict(zip(GAME.legal(table.s), weights(table), strict=True))
    assert {GAME.actions.text(a).removeprefix("draw "): w for a, w in outcomes.items()} == {
        t: deck.count(t) for t in deck
    }
    table = Table(beach=CORNERS, hands={"1": "R21 F11 F11 C32 T11"})
    assert GAME.actions.parse("swap T11,F11") == GAME.actions.parse("swap F11,T11")
    table.play("swap T11,F11")
    assert table.match.record().moves[0] == "1 swap F11,T11"


def weights(table: Table) -> list[int]:
    from kotva.engine.moves import Moves

    out = Moves()
    table.s.list_chance(out)
    return out.weights()


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


def test_BOS_S43_eight_turns() -> None:
    """BOS-4 to BOS-11: a whole opening, turn by turn."""
    table = Table()
    deal(table, "R21 R30 F12 C11 T20 F21 F30 R12 C22 T31 C20 C31 R22 F11 T10 T12 T22 R11 F32 C30")
    for _ in range(4):
        table.play("keep")
    turns: list[tuple[str, list[str], list[str]]] = [
        ("play R21 c4", ["c2", "c1"], ["R10"]),
        ("play T31 c5", ["c2", "c3"], ["F20"]),
        ("play C20 c2", [], ["C10"]),
        ("play C30 c2", [], ["T30"]),
        ("play C11 c2", [], ["R31"]),
        ("play F30 d3", ["b3", "a3", "e3"], ["F22"]),
        ("poison 21", [], []),
        ("swap R11,F32", [], ["C12", "T32"]),
    ]
    for turn, (action, path, draws) in enumerate(turns, 1):
        assert (table.turn, table.player) == (turn, (turn - 1) % 4 + 1)
        if turn == 8:
            assert sorted(table.legal("play")) == sorted(
                ["play F32 d3", "play T12 e4", "play T22 e4", "play T30 e4", "play TM e4"]
            )
            assert table.legal("poison") == []
        table.play(action, *draws)
        assert table.path() == path
        if turn == 5:
            assert table.boat() == {"21": "R21"}
    assert (table.turn, table.player) == (9, 1)
    assert table.boatswain == "e3"
    assert table.beach() == {**CORNERS, "c2": "C11", "c5": "T31", "d3": "F30"}
    assert table.boat() == {}
    assert [table.hand(p) for p in (1, 2, 3, 4)] == [
        ["R10", "R30", "R31", "F12", "T20"],
        ["R12", "F20", "F21", "F22", "C22"],
        ["R22", "F11", "C10", "C31", "T10"],
        ["C12", "T12", "T22", "T30", "T32"],
    ]
    assert table.stack == 44
    assert table.under() == ["C20", "C30", "R11", "F32"]


def test_every_record_of_a_match_replays() -> None:
    """BOS-13.3: options and actions are the game; chance stands in the record."""
    match = Match(GAME, 4, seed="record")
    while not match.is_over:
        match.play(match.legal()[0])
    again = Match.from_record(GAME, match.record())
    assert key(again.state) == key(match.state)
