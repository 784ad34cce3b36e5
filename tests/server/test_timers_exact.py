"""Deadlines without a server: what rings when, and what is found there (`tests.orders`)."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from kotva import games
from kotva.engine.errors import Illegal
from kotva.engine.state import TABLE
from kotva.engine.timing import Bell, Timing
from kotva.server.rows import DeadlineRow
from kotva.server.store import Taken, Unavailable
from kotva.server.supervisor import OK
from tests.conformance.pearls import PEARLS
from tests.server.house import ADA, BEGAN, KEEP, MINUTE, Book, House, Rows, due_at, now, pearls, run, until  # noqa: F401

pytestmark = pytest.mark.usefixtures("pearls")


# -- looking ------------------------------------------------------------------------------------------------------------


def test_a_deadline_rings_at_its_very_moment_and_brings_the_next_one(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", logger="kotva.server")

    async def scenario() -> None:
        house = House()
        house.table()
        await house.timers.start(alone=True)
        await until(59.99)
        assert house.played() == []
        await until(60.1)
        assert house.played()[0] == (60.0, 0, "dive")
        assert house.chosen == [("t", 0, "easy")]
        assert "table t: time is out (move), dive is played" in caplog.text
        await until(120.1)
        assert [event for event in house.played() if event[1] >= 0] == [(60.0, 0, "dive"), (120.0, 1, "dive")]
        await house.timers.close()

    run(scenario)


def test_what_the_clock_itself_says_is_played_without_asking_a_bot() -> None:
    async def scenario() -> None:
        house = House()
        belled = replace(PEARLS, timing=Timing(bells=lambda _state, _options: (Bell("bell", 30.5),)))
        games._added[PEARLS.id] = belled
        house.table(clock=None, game=belled)
        await house.timers.start(alone=True)
        await until(31)
        assert house.played() == [(30.5, TABLE, "bell")]
        assert house.chosen == []
        await house.timers.close()

    run(scenario)


def test_a_deadline_that_another_node_wrote_is_seen_within_a_second_and_no_more_is_asked_than_that() -> None:
    async def scenario() -> None:
        house = House()
        table = house.table()
        house.book.deadlines.clear()
        await house.timers.start(alone=True)
        await until(5.5)
        assert house.book.times_of("due") == [0, 1, 2, 3, 4, 5], "once a second where nothing is near"
        house.book.deadlines["t"] = DeadlineRow("t", table.seq, BEGAN + 5.7)
        await until(6.0)
        assert house.found == [("t", 6.0)]
        await house.timers.close()

    run(scenario)


def test_a_nearer_deadline_of_this_node_is_not_waited_for_a_second_and_a_farther_one_is_no_reason_to_look() -> None:
    async def scenario() -> None:
        house = House()
        near, far, unhurried = house.table("near"), house.table("far"), house.table("unhurried", clock=None)
        house.book.deadlines.clear()
        await house.timers.start(alone=True)
        await until(59.2)
        looks = house.book.times_of("due")
        assert looks[-1] == 59.0
        house.timers.table_changed(far)  # due at 60.0, when it will look anyway
        house.timers.table_changed(unhurried)
        await until(59.3)
        assert house.book.times_of("due") == looks
        await until(60.5)
        house.book.deadlines["near"] = DeadlineRow("near", near.seq, BEGAN + 60)
        house.timers.table_changed(near)
        await until(60.6)
        assert house.book.times_of("due")[-2:] != [59.0, 60.0]
        assert ("near", 60.5) in house.found
        await house.timers.close()

    run(scenario)


def test_deadlines_that_are_very_near_are_not_asked_for_all_the_time() -> None:
    """Two clocks a thousandth apart: the watch rests for two hundredths of a second between two looks."""

    async def scenario() -> None:
        house = House()
        table = house.table()
        house.book.deadlines["t"] = DeadlineRow("t", table.seq, BEGAN + 0.001)
        await house.timers.start(alone=True)
        await until(0.5)
        assert house.book.times_of("due")[:2] == [0, pytest.approx(0.02)]
        await house.timers.close()

    run(scenario)


def test_a_table_rings_once_at_a_time_and_another_one_beside_it() -> None:
    async def scenario() -> None:
        house = House()
        slow, held = house.table("slow"), asyncio.Event()
        house.table("quick")
        await house.timers.start(alone=True)
        hold = asyncio.create_task(slow.mailbox.do(held.wait))
        await until(63.5)
        assert house.played("slow") == []
        assert house.played("quick")[0] == (60.0, 0, "dive")
        assert [name for name, _ in house.found] == ["slow", "quick"]
        held.set()
        await hold
        await until(63.6)
        assert house.played("slow")[0][1:] == (0, "dive")
        await house.timers.close()

    run(scenario)


def test_after_a_ring_the_rows_are_looked_at_again_at_once() -> None:
    """So many are read at a time: behind those that were rung others may be due."""

    async def scenario() -> None:
        house = House()
        first = house.table("first")
        house.book.deadlines["first"] = DeadlineRow("first", first.seq, BEGAN - 1)
        await house.timers.start(alone=True)
        await until(0.1)
        assert len(house.book.times_of("due")) >= 2
        assert house.book.deadlines["first"].at == BEGAN + 60
        await house.timers.close()

    run(scenario)


def test_a_watch_that_cannot_read_says_so_and_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        house = House()
        house.table()
        house.book.failing = {"due"}
        await house.timers.start(alone=True)
        await until(2.5)
        assert house.state("clocks") == "The database is away."
        assert house.book.times_of("due") == [0, 1, 2]
        assert caplog.text.count("deadlines cannot be read") == 3
        house.book.failing.clear()
        await until(3.5)
        assert house.state("clocks") == OK
        house.book.failing = {"next_at"}
        await until(4.5)
        assert house.state("clocks") != OK
        await house.timers.close()

    run(scenario)


# -- what is found at a deadline -------------------------------------------------------------------------------------------


def test_a_deadline_that_is_out_of_date_costs_a_look_and_is_put_where_it_belongs() -> None:
    async def scenario() -> None:
        house = House()
        table = house.table()
        house.book.deadlines["t"] = DeadlineRow("t", table.seq, BEGAN + 10)
        await house.timers.start(alone=True)
        await until(10.5)
        assert house.played() == []
        assert house.book.deadlines["t"] == DeadlineRow("t", table.seq, BEGAN + 60)
        await house.timers.close()

    run(scenario)


def test_a_deadline_of_a_table_where_nothing_is_due_or_that_is_not_there_is_dropped(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scenario() -> None:
        house = House()
        table = house.table(clock=None)
        house.book.deadlines = {
            "t": DeadlineRow("t", table.seq, BEGAN + 1),
            "gone": DeadlineRow("gone", 3, BEGAN + 1),
        }
        await house.timers.start(alone=True)
        await until(1.5)
        assert house.book.deadlines == {}
        house.missing = Illegal("It does not replay.", "")
        house.book.deadlines["t"] = DeadlineRow("t", table.seq, BEGAN + 2)
        await until(2.5)
        assert house.book.deadlines == {}
        assert "the clock of table t is left alone" in caplog.text
        assert len(house.book.times_of("drop")) == 3
        await house.timers.close()

    run(scenario)


def test_a_node_that_is_behind_reads_the_rows_first_and_one_that_is_not_does_not() -> None:
    async def scenario() -> None:
        house = House()
        table = house.table()
        behind, asked = table.seq, list[int]()
        catch_up = table.catch_up

        async def reading() -> None:
            asked.append(table.seq)
            await catch_up()

        table.catch_up = reading  # type: ignore[method-assign]
        await house.timers.start(alone=True)
        await until(10)
        house.store.stored["t"].append(replace(KEEP, at=BEGAN + 5))  # by another node
        house.book.deadlines["t"] = DeadlineRow("t", behind + 1, BEGAN + 12)
        await until(12.5)
        assert asked == [behind]
        assert house.book.deadlines["t"] == DeadlineRow("t", behind + 1, BEGAN + 65)
        await until(65.5)
        assert asked == [behind], "now it knows as much as the row"
        assert (65.0, 1, "dive") in house.played()
        await house.timers.close()

    run(scenario)


def test_a_faster_event_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        house = House()
        table = house.table()
        append = house.store.append

        async def late(_append: object) -> None:
            """Another node has stored a move, with a deadline of its own, a moment before."""
            house.store.append = append  # type: ignore[method-assign]
            house.store.stored["t"].append(replace(KEEP, at=BEGAN + 60))
            house.book.deadlines["t"] = DeadlineRow("t", len(house.store.stored["t"]), BEGAN + 120)
            raise Taken("t")

        house.store.append = late  # type: ignore[method-assign, assignment]
        await house.timers.start(alone=True)
        await until(61)
        assert house.played() == [(60.0, 0, "keep")]
        assert table.match.to_act() == 1
        await until(120.5)
        assert house.played()[1] == (120.0, 1, "dive")
        await house.timers.close()

    run(scenario)
    assert caplog.text == ""


@pytest.mark.parametrize("where", ["find", "store"])
def test_a_clock_that_cannot_be_played_now_waits_a_second(caplog: pytest.LogCaptureFixture, where: str) -> None:
    async def scenario() -> None:
        house = House()
        house.table()
        away = Unavailable("The database is away.")
        if where == "find":
            house.missing = away
        else:
            house.store.error = away
        await house.timers.start(alone=True)
        await until(60.5)
        assert house.found == [("t", 60.0)]
        assert house.book.deadlines["t"].at == BEGAN + 60, "the deadline stays as it is"
        await until(61.5)
        assert house.found == [("t", 60.0), ("t", 61.0)]
        house.missing = house.store.error = None
        await until(62.5)
        assert house.played()[0] == (62.0, 0, "dive")
        await house.timers.close()

    run(scenario)
    assert "the clock of table t waits" in caplog.text


def test_a_clock_that_fails_is_told_and_tried_again_after_ten_seconds(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        house = House()
        table = house.table()
        house.missing = RuntimeError("a fault of our own")
        await house.timers.start(alone=True)
        await until(60.5)
        assert house.book.deadlines["t"] == DeadlineRow("t", table.seq, BEGAN + 70)
        assert caplog.text.count("the clock of table t failed") == 1
        assert "a fault of our own" in caplog.text
        await until(69.9)
        assert len(house.found) == 1
        house.missing = None
        await until(70.5)
        assert house.played()[0] == (70.0, 0, "dive")
        await house.timers.close()

    run(scenario)


def test_a_failure_that_cannot_even_be_written_down_stops_no_clock(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        house = House()
        house.table()
        house.missing = RuntimeError("a fault of our own")
        house.book.failing = {"put"}
        await house.timers.start(alone=True)
        tasks = list[asyncio.Task[None]]()
        await until(59.5)
        house.timers._now = lambda: BEGAN + 60.0
        tasks = await house.timers.look()
        await asyncio.gather(*tasks)  # and raises nothing
        assert len(tasks) == 1
        await house.timers.close()

    run(scenario)
    assert "a fault of our own" in caplog.text
