"""The watch over the event loop: it counts a thread's own CPU time, and says where it went."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from pathlib import Path

import pytest

from kotva.server.gc_policy import GarbageCollector
from kotva.server.hub import Hub
from kotva.server.monitoring import JsonLines
from kotva.server.settings import Settings
from kotva.server.stalls import _UNSEEN, Stall, StallWatch


def busy(seconds: float) -> int:
    """Work of a thread's own."""
    end, n = time.thread_time() + seconds, 0
    while time.thread_time() < end:
        n += 1
    return n


@pytest.mark.skipif(not hasattr(time, "pthread_getcpuclockid"), reason="this system has no such clock")
def test_what_holds_the_loop_is_told_with_its_place() -> None:
    found: list[Stall] = []

    async def run() -> None:
        watch = StallWatch(told=found.append)
        watch.start()
        await asyncio.sleep(0.1)
        before = len(found)  # whatever the start of it took
        busy(0.15)
        await asyncio.sleep(0.1)
        assert len(found) == before + 1
        await asyncio.to_thread(busy, 0.1)  # elsewhere
        time.sleep(0.1)
        await asyncio.sleep(0.1)
        for _ in range(100):
            busy(0.001)
            await asyncio.sleep(0)
        watch.close()

    asyncio.run(run())
    assert len([stall for stall in found if stall.seconds > 0.05]) == 1
    (held,) = [stall for stall in found if stall.seconds > 0.05]
    assert held.seconds > 0.1
    assert "in busy" in held.stack
    assert "test_stalls.py" in held.place


@pytest.mark.skipif(not hasattr(time, "pthread_getcpuclockid"), reason="this system has no such clock")
def test_a_short_stall_has_its_place_too() -> None:
    """One of 30 ms was told without any: the next look came when it was over."""
    found: list[Stall] = []

    async def run() -> None:
        watch = StallWatch(told=found.append)
        watch.start()
        await asyncio.sleep(0.1)
        found.clear()
        while len(found) < 60 and placed() < 8:  # a busy machine may keep anybody from looking in time
            busy(0.03)
            await asyncio.sleep(0.03)
        watch.close()

    def placed() -> int:
        return sum("in busy" in stall.stack for stall in found)

    asyncio.run(run())
    assert placed() >= 8, found


def test_one_place_is_logged_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    watch = StallWatch()
    with caplog.at_level(logging.WARNING, "kotva.server"):
        for _ in range(3):
            watch._log(Stall(0.05, '  File "a.py", line 1, in slow\n    x\n'))
        watch._log(Stall(0.05, '  File "b.py", line 1, in slow\n    x\n'))
    assert [record.getMessage() for record in caplog.records] == [
        'the event loop was held for 50 ms of CPU time: File "a.py", line 1, in slow',
        'the event loop was held for 50 ms of CPU time: File "b.py", line 1, in slow',
    ]


def test_the_stack_is_for_logs_that_machines_read(caplog: pytest.LogCaptureFixture) -> None:
    """Somebody who started Kotva for the first time saw a page of stack in the terminal."""
    watch, stack = StallWatch(), '  File "a.py", line 1, in outer\n    x\n  File "b.py", line 2, in inner\n    y\n'
    with caplog.at_level(logging.WARNING, "kotva.server"):
        watch._log(Stall(0.05, stack))
        watch._log(Stall(0.05, _UNSEEN))
    first, second = caplog.records
    assert json.loads(JsonLines().format(first))["stack"] == stack.rstrip()
    assert "\n" not in logging.Formatter().format(first)
    assert second.getMessage().endswith(": (nobody could look: it was one call into compiled code)")


def test_garbage_is_put_in_order_before_anybody_watches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Python looks through all that was loaded at a moment of its own, which held the loop for 60 ms as the server started."""
    order: list[str] = []
    monkeypatch.setattr(GarbageCollector, "begin", lambda _: order.append("begin"))
    monkeypatch.setattr(StallWatch, "start", lambda _: order.append("watch"))

    async def run() -> None:
        hub = await Hub.start(Settings(str(tmp_path / "tables.db"), own_process=True))
        await asyncio.sleep(0.05)
        await hub.close()

    asyncio.run(run())
    assert order == ["begin", "watch"]
