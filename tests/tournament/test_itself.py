"""TOU-15.7, TOU-9.10: a tournament that runs itself, and time in which nobody could play."""

from __future__ import annotations

from datetime import timedelta

import pytest

from kotva.tournament.clock import played_seconds
from kotva.tournament.itself import next_steps, waits_for
from kotva.tournament.schedule import start_of
from kotva.tournament.state import read_time, write_time
from kotva.tournament.tournament import replay
from tests.tournament.hall import Hall


def ops(hall: Hall) -> list[str]:
    return [op for op, _ in next_steps(hall.state, read_time(hall.at))]


def steps(hall: Hall) -> list[str]:
    """Do what is due, as the platform does it."""
    found = next_steps(hall.state, read_time(hall.at))
    for op, args in found:
        hall.act(op, "E", **args)
    return [op for op, _ in found]


def settle(hall: Hall, number: int) -> None:
    for table in hall.round(number).tables:
        seats = [[player, str(points)] for player, points in zip(table.seats, (10, 8, 6, 4))]
        args = {"round": number, "table": table.number, "end": "won", "winner": table.seats[0], "seats": seats}
        hall.act("report", "E", **args)


@pytest.fixture
def hall() -> Hall:
    made = Hall(8)
    made.do("set online=true")
    made.do("set auto=true")
    return made


def at_the_start(hall: Hall, number: int = 1) -> None:
    hall.at = max(hall.at, write_time(start_of(hall.state, number)))


def test_TOU_15_7_from_the_close_of_registration_to_the_end(hall: Hall) -> None:
    at_the_start(hall)
    hall.wait(-6)
    assert steps(hall) == [], "the draw is published five minutes before the start"
    due = waits_for(hall.state)
    assert due is not None
    assert due[:2] == (1, "draw")
    hall.wait(1)
    for number in (1, 2, 3):
        if number > 1:
            assert steps(hall) == [], "the break"
            at_the_start(hall, number)
            hall.wait(-5)
        assert steps(hall) == ["draw", "publish"]
        assert steps(hall) == [], "the lead"
        hall.wait(5)
        assert steps(hall) == ["start"]
        hall.wait(40)
        assert steps(hall) == [], "they play"
        settle(hall, number)
        assert steps(hall) == ["complete"]
    assert hall.state.phase == "finished"
    assert steps(hall) == []
    assert waits_for(hall.state) is None
    assert replay(hall.log) == hall.state


def test_TOU_15_7_a_round_that_ends_late_moves_the_next(hall: Hall) -> None:
    at_the_start(hall)
    assert steps(hall) == ["draw", "publish"]
    hall.wait(5)
    steps(hall)
    hall.wait(88)  # the next start is published for 90 minutes after the first
    settle(hall, 1)
    steps(hall)
    assert steps(hall) == ["shift"]
    assert start_of(hall.state, 2) == read_time("2025-03-01T14:10:00Z"), "14:03 and five minutes of break, rounded up"
    assert steps(hall) == []
    hall.wait(2)
    assert steps(hall) == ["draw", "publish"]
    assert steps(hall) == []
    hall.wait(5)
    assert steps(hall) == ["start"]


def test_TOU_15_7_by_hand_again_and_a_draw_made_by_hand(hall: Hall) -> None:
    at_the_start(hall)
    hall.do("set auto=false")
    assert ops(hall) == []
    assert hall.refuse("draw R1", "E") == "FORBIDDEN"
    hall.do("draw R1")
    hall.do("set auto=true")
    assert ops(hall) == [], "somebody looks at it"
    hall.do("publish R1")
    hall.wait(5)
    assert ops(hall) == ["start"]
    hall.do("set online=false")
    assert ops(hall) == []
    assert hall.refuse("start R1", "E") == "FORBIDDEN"


def test_TOU_15_7_bots_are_checked_in_and_people_are_not() -> None:
    hall = Hall(0)
    for n in range(4):
        hall.do(f'register "bot {n}" kind=bot')
    hall.do('register "Jana"')
    hall.do("set online=true")
    hall.do("set auto=true")
    hall.do("close")
    at_the_start(hall)
    assert hall.refuse("checkin P5", "E") == "FORBIDDEN"
    assert steps(hall) == ["checkin"] * 4 + ["draw", "publish"]
    assert sorted(hall.round(1).seated()) == ["P1", "P2", "P3", "P4"]
    assert hall.state.players["P5"].status == "entered"


def test_TOU_9_10_time_without_a_platform_does_not_count(hall: Hall) -> None:
    at_the_start(hall)
    steps(hall)
    hall.wait(5)
    steps(hall)
    started = hall.at
    hall.wait(10)
    gone = hall.at
    hall.wait(7)
    assert hall.refuse(f'outage R1 since="{gone}"', "O1") == "FORBIDDEN"
    assert hall.refuse('outage R1 since="yesterday"', "E") == "SYNTAX"
    too_early = write_time(read_time(started) - timedelta(seconds=1))
    assert hall.refuse(f'outage R1 since="{too_early}"', "E") == "STATE"
    hall.do(f'outage R1 since="{gone}"', "E")
    assert played_seconds(hall.round(1), read_time(hall.at)) == 10 * 60
    assert hall.refuse(f'outage R1 since="{gone}"', "E") == "STATE", "once"
    hall.do("pause R1")
    hall.wait(1)
    assert hall.refuse(f'outage R1 since="{hall.at}"', "E") == "STATE", "the clock stands anyway"
    assert replay(hall.log) == hall.state
