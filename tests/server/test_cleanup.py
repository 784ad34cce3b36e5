"""The janitor at work: he goes on when the database is away, and stops when the node does."""

from __future__ import annotations

import asyncio
import logging
from types import SimpleNamespace
from typing import cast

import pytest

from kotva.server import cleanup
from kotva.server.cleanup import LessonCleanup, cleanup_of
from kotva.server.hub import Hub
from kotva.server.progress import LearningProgress
from kotva.server.store import Unavailable
from kotva.server.supervisor import Supervisor

NOW = 100 * 86_400.0


class Shelf:
    """What is old, look by look; an exception is raised. After the last look nothing is old."""

    def __init__(self, *looks: list[str] | Exception) -> None:
        self.looks = list(looks)
        self.before: list[float] = []
        self.empty = asyncio.Event()

    async def clear(self, before: float) -> list[str]:
        self.before.append(before)
        if not self.looks:
            self.empty.set()
            return []
        look = self.looks.pop(0)
        if isinstance(look, Exception):
            raise look
        return look


def cleanup_for(shelf: Shelf) -> LessonCleanup:
    tables = SimpleNamespace(here=lambda name: None)
    hub = SimpleNamespace(now=lambda: NOW, tables=tables, parts=Supervisor())
    return LessonCleanup(cast(Hub, hub), cast(LearningProgress, shelf))


def test_cleaning_goes_on_when_the_database_was_away(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(cleanup, "_FIRST", 0.0)
    monkeypatch.setattr(cleanup, "_LOOK", 0.0)
    caplog.set_level(logging.INFO, "kotva.server")

    async def work() -> list[float]:
        shelf = Shelf(Unavailable("the database is away"), ["a", "b"], ["c"])
        him = cleanup_for(shelf)
        him.start()
        await asyncio.wait_for(shelf.empty.wait(), 60)
        await asyncio.sleep(0)  # so that he tells
        await him.close()
        looked = len(shelf.before)
        for _ in range(5):
            await asyncio.sleep(0)
        assert len(shelf.before) == looked  # he has stopped
        return shelf.before

    before = asyncio.run(work())
    assert set(before) == {NOW - 7 * 86_400}
    told = [record.getMessage() for record in caplog.records if record.name == "kotva.server"]
    assert "cannot be taken away now" in told[0]
    assert told[1] == "3 old tables of lessons were taken away"


def test_a_node_without_a_database_has_none_and_closing_early_is_no_harm() -> None:
    assert cleanup_of(cast(Hub, SimpleNamespace(store=object()))) is None
    asyncio.run(cleanup_for(Shelf()).close())
