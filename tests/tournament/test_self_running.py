"""TOU-15.7, TOU-9.10: a tournament that runs itself, and time in which nobody could play."""

from __future__ import annotations

from datetime import timedelta

import pytest

from kotva.tournament.clock import played_seconds
from kotva.tournament.schedule import start_of
from kotva.tournament.self_running import next_steps, waits_for
from kotva.tournament.state import read_time, write_time
from kotva.tournament.tournament import replay
from tests.tournament.held import HeldTournament


def ops(held: HeldTournament) -> list[str]:
    return [op for op, _ in next_steps(held.state, read_time(held.at))]


def steps(held: HeldTournament) -> list[str]:
    """Do what is due, as the platform does it."""
    found = next_steps(held.state, read_time(held.at))
    for op, args in found:
        held.act(op, "E", **args)
    return [op for op, _ in found]


def settle(held: HeldTournament, number: int) -> None:
    for table in held.round(number).tables:
        seats = [[player, str(points)] for player, points in zip(table.seats, (10, 8, 6, 4))]
        args = {"round": number, "table": table.number, "end": "won", "winner": table.seats[0], "seats": seats}
        held.act("report", "E", **args)


@pytest.fixture
def held() -> HeldTournament:
    made = HeldTournament(8)
    made.do("set online=true")
    made.do("set auto=true")
    return made


def at_the_start(held: HeldTournament, number: int = 1) -> None:
    held.at = max(held.at, write_time(start_of(held.state, number) or read_time(held.at)))


def test_TOU_15_7_from_the_close_of_registration_to_the_end(held: HeldTournament) -> None:
    at_the_start(held)
    held.wait(-6)
    assert steps(held) == [], "the draw is published five minutes before the start"
    due = waits_for(held.state)
    assert due is not None
    assert due[:2] == (1, "draw")
    held.wait(1)
    for number in (1, 2, 3):
        if number > 1:
            assert steps(held) == [], "the break"
            at_the_start(held, number)
            held.wait(-5)
        assert steps(held) == ["draw", "publish"]
        assert steps(held) == [], "the lead"
        held.wait(5)
        assert steps(held) == ["start"]
        held.wait(40)
        assert steps(held) == [], "they play"
        settle(held, number)
        assert steps(held) == ["complete"]
    assert held.state.phase == "finished"
    assert steps(held) == []
    assert waits_for(held.state) is None
    assert replay(held.log) == held.state


def test_TOU_15_7_a_round_that_ends_late_moves_the_next(held: HeldTournament) -> None:
    at_the_start(held)
    assert steps(held) == ["draw", "publish"]
    held.wait(5)
    steps(held)
    held.wait(88)  # the next start is published for 90 minutes after the first
    settle(held, 1)
    steps(held)
    assert steps(held) == ["shift"]
    assert start_of(held.state, 2) == read_time("2025-03-01T14:10:00Z"), "14:03 and five minutes of break, rounded up"
    assert steps(held) == []
    held.wait(2)
    assert steps(held) == ["draw", "publish"]
    assert steps(held) == []
    held.wait(5)
    assert steps(held) == ["start"]


def test_TOU_15_7_by_hand_again_and_a_draw_made_by_hand(held: HeldTournament) -> None:
    at_the_start(held)
    held.do("set auto=false")
    assert ops(held) == []
    assert held.refuse("draw R1", "E") == "FORBIDDEN"
    held.do("draw R1")
    held.do("set auto=true")
    assert ops(held) == [], "somebody looks at it"
    held.do("publish R1")
    held.wait(5)
    assert ops(held) == ["start"]
    held.do("set online=false")
    assert ops(held) == []
    assert held.refuse("start R1", "E") == "FORBIDDEN"


def test_TOU_15_7_bots_are_checked_in_and_people_are_not() -> None:
    held = HeldTournament(0)
    for n in range(4):
        held.do(f'register "bot {n}" kind=bot')
    held.do('register "Jana"')
    held.do("set online=true")
    held.do("set auto=true")
    held.do("close")
    at_the_start(held)
    assert held.refuse("checkin P5", "E") == "FORBIDDEN"
    assert steps(held) == ["checkin"] * 4 + ["draw", "publish"]
    assert sorted(held.round(1).seated()) == ["P1", "P2", "P3", "P4"]
    assert held.state.players["P5"].status == "entered"


def test_TOU_9_10_time_without_a_platform_does_not_count(held: HeldTournament) -> None:
    at_the_start(held)
    steps(held)
    held.wait(5)
    steps(held)
    started = held.at
    held.wait(10)
    gone = held.at
    held.wait(7)
    assert held.refuse(f'outage R1 since="{gone}"', "O1") == "FORBIDDEN"
    assert held.refuse('outage R1 since="yesterday"', "E") == "SYNTAX"
    too_early = write_time(read_time(started) - timedelta(seconds=1))
    assert held.refuse(f'outage R1 since="{too_early}"', "E") == "STATE"
    held.do(f'outage R1 since="{gone}"', "E")
    assert played_seconds(held.round(1), read_time(held.at)) == 10 * 60
    assert held.refuse(f'outage R1 since="{gone}"', "E") == "STATE", "once"
    held.do("pause R1")
    held.wait(1)
    assert held.refuse(f'outage R1 since="{held.at}"', "E") == "STATE", "the clock stands anyway"
    assert replay(held.log) == held.state
