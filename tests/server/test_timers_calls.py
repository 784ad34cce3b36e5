"""Clocks without a server: when they start, and who stops or mends them (`tests.orders`)."""

from __future__ import annotations

import asyncio

import pytest

from kotva.engine.state import TABLE
from kotva.server.people import Person
from kotva.server.rows import CallRow, DeadlineRow
from kotva.server.store import Taken, Unavailable
from kotva.server.table import NotYours
from kotva.server.table_log import Stale
from tests.conformance.pearls import BELL
from tests.server.house import ADA, BEGAN, KEEP, MINUTE, Book, House, Rows, due_at, now, pearls, run, until  # noqa: F401

pytestmark = pytest.mark.usefixtures("pearls")


# -- starting and calls ----------------------------------------------------------------------------------------------------


def test_a_clock_starts_when_all_are_seated_and_is_shown_and_put_down() -> None:
    async def scenario() -> None:
        house = House()
        table = house.table(free=1, running=False)
        house.timers.sat(table)
        await until(1)
        assert (house.book.calls, house.started, house.book.deadlines) == ({}, [], {})
        table.row.sitters[1].person = "ada"
        await until(2)
        house.timers.sat(table)
        await until(3)
        assert house.book.calls["t"] == [CallRow(table.seq, "start", BEGAN + 2)]
        assert house.started == ["t"]
        assert table.table_log.calls == 1
        assert house.book.deadlines["t"] == DeadlineRow("t", table.seq, BEGAN + 62)
        house.timers.sat(table)  # a second time it only writes the deadline again
        await until(4)
        assert house.started == ["t"]
        assert len(house.book.calls["t"]) == 1

    run(scenario)


def test_who_comes_to_a_table_whose_clock_nobody_started_starts_it() -> None:
    """A node may have died between the last player and the first second."""

    async def scenario() -> None:
        house = House()
        waits, runs, lacks = house.table("waits", running=False), house.table("runs"), house.table("lacks", free=0)
        lacks.table_log.clock._started = False
        house.book.deadlines.clear()
        for table in (waits, runs, lacks):
            house.timers.came(table)
        await until(1)
        assert house.started == ["waits"]
        assert list(house.book.deadlines) == ["waits"]

    run(scenario)


def test_a_clock_that_another_node_started_began_when_that_one_says() -> None:
    async def scenario() -> None:
        house = House()
        table = house.table(running=False)
        house.book.calls["t"] = [CallRow(table.seq, "start", BEGAN - 7)]
        house.timers.sat(table)
        await until(1)
        assert due_at(table) == 53
        assert len(house.book.calls["t"]) == 1
        assert table.table_log.calls == 1

    run(scenario)


def test_nobody_starts_the_clock_of_a_game_that_is_over() -> None:
    async def scenario() -> None:
        house = House()
        table = house.table(running=False)
        table.match.append(TABLE, BELL)
        house.timers.sat(table)
        await until(1)
        assert (house.book.done, house.started) == ([], [])

    run(scenario)


def test_a_clock_that_cannot_be_started_now_is_no_error_and_one_that_fails_is_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scenario() -> None:
        house = House()
        cut = house.table("cut", running=False)
        house.book.failing = {"call"}
        house.timers.sat(cut)
        await until(1)
        assert house.started == []
        assert "a clock stopped" not in caplog.text, "it is tried again when somebody comes"
        house.book.error = RuntimeError("a fault of our own")
        house.timers.sat(cut)
        await until(2)
        assert caplog.text.count("a clock stopped") == 1
        assert "a fault of our own" in caplog.text

    run(scenario)


def test_a_clock_that_is_still_to_be_started_ends_with_the_node() -> None:
    async def scenario() -> None:
        house = House()
        table = house.table(running=False)
        held = asyncio.Event()
        hold = asyncio.create_task(table.mailbox.do(held.wait))
        await until(1)
        house.timers.sat(table)
        await until(2)
        await house.timers.close()
        assert [task for task in asyncio.all_tasks() if "_attend" in repr(task)] == []
        held.set()
        await hold
        await until(3)
        assert house.started == []

    run(scenario)


def test_an_official_s_call_is_stored_then_counted_then_shown() -> None:
    async def scenario() -> None:
        house = House()
        table = house.table()
        await until(10)
        await house.timers.call(table, "extend", 30.0)
        assert house.book.calls["t"][-1] == CallRow(table.seq, "extend", BEGAN + 10, None, 30.0)
        assert table.table_log.calls == 2
        assert due_at(table) == 90
        assert house.book.deadlines["t"].at == BEGAN + 90
        assert house.started == ["t"]
        await house.timers.call(table, "pause")
        assert house.book.calls["t"][-1].seconds == 0.0
        assert table.table_log.clock.is_paused
        assert house.book.deadlines["t"].at == BEGAN + 90, "nothing is due: the old row is dropped when it rings"
        assert house.started == ["t", "t"]

    run(scenario)


def test_a_clock_that_goes_on_with_little_left_is_not_looked_at_too_late() -> None:
    async def scenario() -> None:
        house = House()
        table = house.table()
        await house.timers.start(alone=True)
        await until(59.7)
        await house.timers.call(table, "pause")
        await until(70.5)
        assert house.played() == []
        await house.timers.call(table, "resume")
        await until(70.9)
        assert [(round(at, 6), seat, text) for at, seat, text in house.played()][:1] == [(70.8, 0, "dive")]
        await house.timers.close()

    run(scenario)


def test_a_call_that_is_stored_by_nobody_is_not_counted() -> None:
    async def scenario() -> None:
        house = House()
        table = house.table()
        house.book.failing = {"call"}
        with pytest.raises(Unavailable):
            await house.timers.call(table, "pause")
        assert (table.table_log.clock.is_paused, table.table_log.calls) == (False, 1)

    run(scenario)


def test_a_person_s_call_is_judged_dated_by_the_server_and_made_once() -> None:
    async def scenario() -> None:
        house = House()
        table = house.table()
        await until(10)
        told = CallRow(99, "extend", 5.0, None, 30.0)  # its event and time are what a client says
        with pytest.raises(NotYours):
            await house.timers.call_by(table, Person("eve", "e"), told, 1)
        assert len(house.book.calls["t"]) == 1
        await house.timers.call_by(table, ADA, told, 1)
        assert house.book.calls["t"][-1] == CallRow(table.seq, "extend", BEGAN + 10, None, 30.0)
        assert (house.started, house.book.deadlines["t"].at) == (["t"], BEGAN + 90)
        await house.timers.call_by(table, ADA, told, 1)
        assert len(house.book.calls["t"]) == 2, "sent twice, made once"
        with pytest.raises(Stale):
            await house.timers.call_by(table, ADA, CallRow(0, "pause", 0.0), 1)
        house.book.error, house.book.failing = Taken("t"), {"call"}
        with pytest.raises(Stale, match="look again"):
            await house.timers.call_by(table, ADA, CallRow(0, "pause", 0.0), 2)
        assert table.table_log.calls == 2

    run(scenario)
