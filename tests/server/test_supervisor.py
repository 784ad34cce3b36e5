"""Nothing dies in silence: work that fails is logged and counted, begins again, and `/health` names what is ill."""

from __future__ import annotations

import asyncio
import logging
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from kotva.server import supervisor
from kotva.server.hub import Hub
from kotva.server.settings import Settings
from kotva.server.sql import SqlStore
from kotva.server.store import Unavailable, open_store
from kotva.server.supervisor import BackgroundPart, Supervisor
from kotva.server.time_store import TimeStore
from tests.server.conftest import Browser


async def until(true: Any, seconds: float = 20.0) -> None:
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.01)


def test_work_that_fails_begins_again_with_a_growing_pause(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(supervisor, "FIRST", 0.02)
    monkeypatch.setattr(supervisor, "LONGEST", 0.1)
    at: list[float] = []

    async def run() -> BackgroundPart:
        parts = Supervisor()
        part = parts.part("clocks")

        async def work() -> None:
            at.append(time.monotonic())
            if len(at) < 6:
                raise ConnectionResetError(104, "reset by peer")
            part.well()
            await asyncio.sleep(60)

        parts.run(part, work)
        await until(lambda: len(at) == 5)
        assert "reset by peer" in part.state
        assert parts.ill == ["clocks"]
        await until(lambda: part.state == supervisor.OK)
        await parts.close()
        return part

    with caplog.at_level(logging.ERROR, "kotva.server"):
        assert asyncio.run(run()).failures == 5
    pauses = [after - before for before, after in pairwise(at)]
    assert all(pause >= least for pause, least in zip(pauses, (0.02, 0.04, 0.08, 0.1, 0.1), strict=True)), pauses
    assert sum("reset by peer" in str(record.exc_info) for record in caplog.records) == 5, "each with its trace"


def test_a_part_that_is_silent_is_ill() -> None:
    part = BackgroundPart("clocks", 10.0)
    assert part.state == supervisor.OK
    part.seen -= 11
    assert part.state == "silent for 11 s"
    part.well()
    assert part.state == supervisor.OK


def test_clocks_go_on_after_an_error_that_nobody_has_thought_of(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As the driver of PostgreSQL raised it when the database was restarted at the wrong moment."""
    looked = TimeStore.due
    errors = [ConnectionResetError(104, "reset"), AttributeError("read"), IndexError("x")]

    async def due(self: TimeStore, now: float) -> Any:
        if errors:
            raise errors.pop()
        return await looked(self, now)

    async def run() -> None:
        hub = await Hub.start(Settings(tmp_path / "tables.db", workers=1))
        try:
            monkeypatch.setattr(TimeStore, "due", due)
            part = hub.parts.parts["clocks"]
            await until(lambda: part.failures >= 1)
            await until(lambda: not errors and part.state == supervisor.OK)
            assert part.failures == 3
        finally:
            await hub.close()

    asyncio.run(run())


def test_a_cut_connection_is_a_database_that_is_away(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Reading and writing: callers wait for it or say so, whatever the driver raises."""

    async def run() -> None:
        store = open_store(tmp_path / "tables.db")
        assert isinstance(store, SqlStore)

        def cut(*_: object) -> Any:
            raise ConnectionResetError(104, "reset by peer")

        with pytest.raises(Unavailable, match="reset by peer"):
            await store.read(cut)
        with pytest.raises(Unavailable, match="reset by peer"):
            await store.write(cut)
        assert await store.record("nothing") is None, "and afterwards all is as before"
        await store.close()

    asyncio.run(run())


def test_the_writer_survives_its_own_errors(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async def run() -> None:
        store = open_store(tmp_path / "tables.db")
        assert isinstance(store, SqlStore)

        def broken(_: object) -> None:
            raise RuntimeError("the writer itself")

        with monkeypatch.context() as here:
            here.setattr(store.writer, "_write", broken)
            async with asyncio.timeout(10):
                with pytest.raises(Unavailable, match="the writer itself"):
                    await store.keep_record("a", "{}")
        await store.keep_record("b", "{}")
        assert await store.record("b") == "{}"
        assert store.writer.stuck == ""
        await store.close()

    asyncio.run(run())


def test_health_names_what_is_ill(browser: Browser) -> None:
    app: Any = browser.client.app
    parts = app.state.hub.parts
    told = browser.client.get("/health")
    assert told.status_code == 200, told.text
    assert told.headers["cache-control"] == "no-store"
    assert set(told.json()["parts"]) >= {"clocks", "writer", "bots", "outbox"}
    parts.part("bots", 1.0).seen = time.monotonic() - 100
    parts.parts["bots"].longest = 1.0
    told = browser.client.get("/health")
    assert (told.status_code, told.json()["status"]) == (200, "ill"), "people can still play"
    assert "bots: silent for 100 s" in told.json()["error"]
    assert browser.client.get("/health?deep").status_code == 503
    parts.parts["bots"].well()
    parts.parts["clocks"].longest, parts.parts["clocks"].seen = 0.0, 0.0
    told = browser.client.get("/health")
    assert (told.status_code, told.json()["status"]) == (503, "unavailable")
    assert "clocks" in told.json()["error"]
