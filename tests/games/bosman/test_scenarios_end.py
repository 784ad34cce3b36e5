"""Scenarios of the rulebook: the end, refusals, what a seat may know, records (BOS-13 to BOS-16)."""

from __future__ import annotations

import pytest

from kotva.engine.errors import Illegal
from kotva.engine.fields import key
from kotva.engine.say import ENGLISH
from kotva.games.bosman import GAME
from kotva.games.bosman.board import (
    TOKEN_NAMES,
)
from kotva.games.bosman.text import the_token
from kotva.match import Match
from tests.games.bosman.given import deal
from tests.games.bosman.table import CORNERS, Table, gang_points


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
    assert "pass" not in " ".join(f.template for f in GAME.rules.actions)


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
