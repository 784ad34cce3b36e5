"""Nodes that start, sleep, fail and end, without a server: what clocks make of it (`tests.orders`)."""

from __future__ import annotations

import asyncio

import pytest

from kotva.engine.errors import KotvaError
from kotva.server.store import Taken, Unavailable
from kotva.server.supervisor import OK
from tests.server.house import ADA, BEGAN, KEEP, MINUTE, Book, House, Rows, due_at, now, pearls, run, until  # noqa: F401

pytestmark = pytest.mark.usefixtures("pearls")


# -- being awake -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("alone", "silent", "downs"), [(True, 3.0, 1), (False, 20.0, 0), (False, 20.5, 1)])
def test_a_node_that_starts_writes_down_how_long_nobody_was_awake(alone: bool, silent: float, downs: int) -> None:
    """Alone, every second without it counts; beside others, only a silence longer than four heartbeats."""

    async def scenario() -> None:
        house = House()
        house.book.last = BEGAN - silent
        await house.timers.start(alone=alone)
        assert house.book.downs == [(BEGAN - silent, BEGAN)] * downs
        await house.timers.close()

    run(scenario)


def test_a_node_that_ends_gives_a_last_sign_and_its_tasks_end() -> None:
    async def scenario() -> None:
        house = House()
        house.table()
        house.store.error = Unavailable("The database is away.")
        await house.timers.start(alone=True)
        await until(60.5)  # a ring waits for the database
        before = asyncio.all_tasks()
        await house.timers.close()
        assert house.book.done[-1] == ("beat", 60.5)
        assert (house.book.last, house.book.downs) == (BEGAN + 60.5, [])
        assert all(task.done() for task in before - {asyncio.current_task()})

    run(scenario)


@pytest.mark.parametrize("error", [Unavailable("away"), Taken("nodes"), KotvaError("closed")])
def test_a_last_sign_that_cannot_be_given_stops_no_end(error: Exception) -> None:
    async def scenario() -> None:
        house = House()
        await house.timers.start(alone=True)
        house.book.failing, house.book.error = {"beat"}, error
        await house.timers.close()

    run(scenario)


def test_hearts_beat_every_five_seconds_and_tell_when_they_cannot(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        house = House()
        house.book.failing = {"beat"}
        await house.timers.start(alone=True)
        assert house.state("writer") == "The database is away."
        assert house.book.times_of("beat") == [0]
        await until(0.1)
        assert house.state("clocks") == "The database is away.", (
            "nobody looks at a clock before there was a sign of life"
        )
        assert house.book.times_of("due") == []
        house.book.failing.clear()
        await until(11)
        assert house.state("writer") == OK
        assert house.book.times_of("beat")[-2:] == [5, 10]
        house.book.failing = {"beat"}
        await until(15.1)
        assert house.state("writer") == "The database is away."
        house.book.failing.clear()
        await until(20.1)
        assert house.state("writer") == OK
        await house.timers.close()

    run(scenario)
    assert caplog.text.count("no heartbeat can be written") == 2


def test_the_first_sign_at_this_very_moment_is_given_for_all() -> None:
    async def scenario() -> None:
        house = House()
        table = house.table()
        house.book.failing, house.book.error = {"beat"}, Taken("nodes")
        await house.timers.start(alone=True)
        assert house.state("writer") == OK
        assert due_at(table) == 60
        await house.timers.close()

    run(scenario)


def test_a_node_that_was_silent_for_long_signs_before_it_rings() -> None:
    async def scenario() -> None:
        house = House()
        table = house.table()
        house.book.last = BEGAN - 1
        time = BEGAN
        house.timers._now = lambda: time
        await house.timers._sign(20.0)
        time = BEGAN + 20  # exactly four heartbeats are no sleep
        await house.timers.look()
        assert len(house.book.times_of("beat")) == 1
        time = BEGAN + 3600
        await asyncio.gather(*await house.timers.look())
        assert house.book.downs == [(BEGAN, BEGAN + 3600)]
        assert due_at(table) == 3660
        assert house.started == ["t"]
        assert house.played() == [], "what ran out meanwhile has not run out"
        await house.timers.look()
        assert len(house.book.times_of("beat")) == 2, "once it has signed it is awake"

    run(scenario)


def test_a_sleep_is_told_once_and_every_sleep_is_told() -> None:
    async def scenario() -> None:
        house = House()
        house.table()
        house.book.last = BEGAN
        await house.timers._sign(20.0)
        assert house.timers._waking == {}
        for number, sleep in enumerate(((BEGAN + 30, BEGAN + 90), (BEGAN + 200, BEGAN + 300)), 1):
            house.book.downs.append(sleep)  # another node has written it
            for _ in range(2):
                await house.timers._sign(20.0)
            await until(number)
            assert house.started == ["t"] * number
            assert house.timers._waking == {}

    run(scenario)


def test_a_table_that_cannot_be_told_of_a_sleep_is_told_later_and_rings_no_sooner() -> None:
    async def scenario() -> None:
        house = House()
        table = house.table()
        await until(70)
        house.book.last, house.book.downs = now(), [(BEGAN + 10, BEGAN + 65)]
        house.book.failing = {"times"}
        house.timers._wake_up()
        await until(70.1)
        house.timers._awake = now()
        rings = asyncio.gather(*await house.timers.look())
        await until(71.5)
        assert house.played() == []
        assert house.started == []
        assert house.book.times_of("times") == [70, 71]
        house.book.failing.clear()
        await rings
        assert (house.played(), house.started, due_at(table)) == ([], ["t"], 115)
        assert house.book.times_of("times")[-1] == 72

    run(scenario)


def test_a_word_of_a_sleep_that_is_still_waiting_ends_with_the_node_and_one_that_fails_is_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scenario() -> None:
        house = House()
        house.table()
        house.book.failing = {"times"}
        house.timers._wake_up()
        await until(1.5)
        waiting = house.timers._waking["t"]
        await house.timers.close()
        assert waiting.cancelled()
        assert house.timers._waking == {}
        assert caplog.text == "", "an end is no failure"
        house.book.error = RuntimeError("a fault of our own")
        house.timers._wake_up()
        await until(2.5)
        assert caplog.text.count("a clock stopped") == 1
        assert (house.timers._waking, house.timers._tasks) == ({}, set())

    run(scenario)


def test_of_two_sleeps_one_behind_the_other_the_later_word_is_waited_for() -> None:
    async def scenario() -> None:
        house = House()
        table = house.table()
        held = asyncio.Event()
        hold = asyncio.create_task(table.mailbox.do(held.wait))
        await until(1)
        house.timers._wake_up()
        first = house.timers._waking["t"]
        house.timers._wake_up()
        second = house.timers._waking["t"]
        assert first is not second
        await until(2)
        held.set()
        await hold
        await first
        if not second.done():
            assert house.timers._waking == {"t": second}, "the end of the first word is not the end of the second"
        await second
        assert house.timers._waking == {}

    run(scenario)
