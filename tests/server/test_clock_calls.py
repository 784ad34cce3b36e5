"""Whoever opened a table has a say over its clock: stop it, let it run, give time. Once for each call, and nobody else."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Mapping
from pathlib import Path

import pytest

from kotva.engine.errors import Illegal
from kotva.engine.game import Json
from kotva.match import SeatSpec, TableSpec
from kotva.match.seat_clock import Reading
from kotva.server import timers
from kotva.server.hub import Hub
from kotva.server.people import BROWSER, Person
from kotva.server.rows import CallRow
from kotva.server.table import ActionRequest, NotYours, Table
from kotva.server.table_log import Stale
from tests.server.conftest import Browser
from tests.server.test_timers import Watch, ring, serving

GAME: Mapping[str, Json] = {"reserve": 600, "zero": "loss"}
PAUSE, RESUME = CallRow(0, "pause", 0.0), CallRow(0, "resume", 0.0)


@pytest.fixture(autouse=True)
def steady(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test's time jumps: no heart may take that for a sleep."""
    monkeypatch.setattr(timers, "BEAT", 1e6)
    monkeypatch.setattr(timers, "SILENCE", math.inf)


def give(seconds: float, seat: int | None = None) -> CallRow:
    return CallRow(0, "extend", 0.0, seat, seconds)


async def table_for_two(hub: Hub, origin: str = "") -> tuple[Table, Person, Person]:
    """A table of Triremes with a clock, opened by Ada, who plays against Ben."""
    ada, ben = [Person(await hub.store.enroll(BROWSER, letter * 64), letter * 64) for letter in "ab"]
    seats = (SeatSpec("Ada", person=ada.id), SeatSpec("Ben", person=ben.id))
    options = {"setup": "auto", "first": "1"}
    spec = TableSpec(game="triremes", seats=seats, options=options, clock=GAME, owner=ada.id, origin=origin)
    table = await hub.table((await hub.tables.open(spec)).id)
    assert table is not None
    return table, ada, ben


def reserve(table: Table, at: float) -> list[float | None]:
    readings: list[Reading] = table.table_log.clock.readings(at)
    return [reading.reserve for reading in readings]


def test_a_clock_that_is_stopped_charges_nobody_and_rings_for_nobody(tmp_path: Path) -> None:
    async def work() -> None:
        watch = Watch()
        async with serving(tmp_path, watch) as (hub,):
            table, ada, _ = await table_for_two(hub)
            watch.time += 100
            await hub.timers.call_by(table, ada, PAUSE, 1)
            face = table.clock_face()
            assert face is not None
            assert (face.paused, face.stopped, face.calls) == (True, True, 2)
            watch.time += 10_000
            await ring(hub)
            assert not table.match.is_over
            assert reserve(table, watch.time) == [500, 600]
            await hub.timers.call_by(table, ada, RESUME, 2)
            await hub.timers.call_by(table, ada, give(60, 1), 3)
            await hub.timers.call_by(table, ada, give(30), 4)
            assert reserve(table, watch.time) == [530, 690]
            name = table.id
        async with serving(tmp_path, watch) as (hub,):
            again = await hub.table(name)
            assert again is not None
            assert reserve(again, watch.time) == [530, 690], "a restart knows"
            watch.time += 531
            await ring(hub)
            assert again.match.is_over

    asyncio.run(work())


def test_only_the_opener_of_the_table_and_only_what_can_be(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path, Watch()) as (hub,):
            table, ada, ben = await table_for_two(hub)
            for person in (ben, Person(), Person(None, "c" * 64)):
                with pytest.raises(NotYours):
                    await hub.timers.call_by(table, person, PAUSE, 1)
            for call in (give(0), give(-5), give(1e9), give(60, 7), give(60, -1)):
                with pytest.raises(Illegal):
                    await hub.timers.call_by(table, ada, call, 1)
            assert len((await hub.store.times(table.id)).calls) == 1
            with pytest.raises(NotYours, match="to all"):  # a day for oneself, and again tomorrow
                await hub.timers.call_by(table, ada, give(86_400, 0), 1)
            await hub.timers.call_by(table, ada, give(60, 1), 1)
            kept, organiser, _ = await table_for_two(hub, origin="tournament:spring:R1.T1")
            with pytest.raises(NotYours):
                await hub.timers.call_by(kept, organiser, PAUSE, 1)
            await table.act(ada, ActionRequest(0, "resign", table.seq))
            with pytest.raises(Illegal):
                await hub.timers.call_by(table, ada, PAUSE, 1)

    asyncio.run(work())


def test_a_call_that_is_sent_twice_is_made_once_and_a_late_one_is_refused(tmp_path: Path) -> None:
    async def work() -> None:
        watch = Watch()
        async with serving(tmp_path, watch) as (hub,):
            table, ada, _ = await table_for_two(hub)
            results = await asyncio.gather(*(hub.timers.call_by(table, ada, give(60), 1) for _ in range(5)))
            assert results == [None] * 5
            assert reserve(table, watch.time) == [660, 660]
            with pytest.raises(Stale):
                await hub.timers.call_by(table, ada, PAUSE, 1)
            with pytest.raises(Stale):
                await hub.timers.call_by(table, ada, PAUSE, 7)
            assert len((await hub.store.times(table.id)).calls) == 2

    asyncio.run(work())


def test_another_node_hears_of_it(tmp_path: Path) -> None:
    async def work() -> None:
        watch = Watch()
        async with serving(tmp_path, watch, nodes=2) as (left, right):
            here, ada, _ = await table_for_two(left)
            there = await right.table(here.id)
            assert there is not None
            await left.timers.call_by(here, ada, PAUSE, 1)
            left.broker.publish(here.id)
            while not there.table_log.clock.is_paused:
                await asyncio.sleep(0.01)
            await right.timers.call_by(there, ada, RESUME, 2)
            with pytest.raises(Stale):
                await left.timers.call_by(here, ada, give(60), 2)

    asyncio.run(work())


def test_the_page_of_the_opener_of_the_table_has_the_buttons(browser: Browser) -> None:
    table = browser.new("triremes", "me me", clock="game")
    assert 'id="referee"' in browser.client.get(f"/table/{table}").text
    face = browser.look(table)["clock"]
    made = browser.client.post(f"/api/tables/{table}/clock", json={"kind": "pause", "calls": face["calls"]})
    assert made.status_code == 200
    assert made.json()["clock"]["paused"] is True
    wrong = browser.client.post(f"/api/tables/{table}/clock", json={"kind": "extend", "calls": 2, "seconds": -1})
    assert (wrong.status_code, "seconds" in wrong.json()["error"]) == (422, True)
    assert browser.client.post(f"/api/tables/{table}/clock", json={"kind": "pause", "calls": 9}).status_code == 409
    assert browser.client.post(f"/api/tables/{table}/clock", json={"kind": "stop", "calls": 2}).status_code == 400
    browser.client.cookies.clear()
    assert 'id="referee"' not in browser.client.get(f"/table/{table}").text
    assert browser.client.post(f"/api/tables/{table}/clock", json={"kind": "resume", "calls": 2}).status_code == 403


def test_a_table_without_a_clock_has_none_of_it(browser: Browser) -> None:
    assert 'id="referee"' not in browser.client.get(f"/table/{browser.new('bosman', 'me me')}").text
