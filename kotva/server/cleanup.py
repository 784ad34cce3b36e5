"""Tables of lessons are many and soon forgotten: those where nothing has happened for days are taken away."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from kotva.server.hub import Hub
from kotva.server.progress import LearningProgress
from kotva.server.sql import SqlStore
from kotva.server.store import Taken, Unavailable
from kotva.server.table_log import Stale

DAYS = 7
_DAY = 86_400.0
_FIRST, _LOOK = 600.0, 6 * 3600.0  # seconds until the first look, and between two
_LOG = logging.getLogger("kotva.server")


class LessonCleanup:
    """Looks after one database; several nodes may, and each takes away what it finds first."""

    def __init__(self, hub: Hub, progress: LearningProgress) -> None:
        self._hub = hub
        self._progress = progress
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = self._hub.parts.run(self._hub.parts.part("cleanup"), self._work)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def tidy(self) -> int:
        """Take away what is old; how many tables. Somebody who still has one open is told that it is gone."""
        count = 0
        while gone := await self._progress.clear(self._hub.now() - DAYS * _DAY):
            count += len(gone)
            for name in gone:
                table = self._hub.tables.here(name)
                if table is not None:
                    with suppress(Stale):
                        await table.catch_up()
        return count

    async def _work(self) -> None:
        await asyncio.sleep(_FIRST)
        while True:
            try:
                count = await self.tidy()
                if count:
                    _LOG.info("%d old tables of lessons were taken away", count)
                self._hub.parts.part("cleanup").well()
            except (Unavailable, Taken) as error:
                _LOG.warning("old tables of lessons cannot be taken away now: %s", error)
            await asyncio.sleep(_LOOK)


def cleanup_of(hub: Hub) -> LessonCleanup | None:
    """The cleanup of a node; None if its store does not support it."""
    return LessonCleanup(hub, LearningProgress(hub.store)) if isinstance(hub.store, SqlStore) else None
