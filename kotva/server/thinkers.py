"""Where bots think: a few processes, each with a queue in which a person's table comes before one of bots alone.

Among people everybody has the same share: whoever plays at many tables waits for his own bots, not others for his. A table stays
with its process, so that a bot keeps what it remembers; one process is kept free of tables without people.
"""

from __future__ import annotations

import asyncio
import functools
import heapq
import itertools
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress

from kotva.bots.workers import Workers
from kotva.engine.record import Record
from kotva.server import bots

_REMEMBERED = 5000  # tables whose process is known


class _Thinker:
    """One process and who waits for it."""

    def __init__(self) -> None:
        self._pool: Workers | None = None
        self._waiting: list[tuple[int, int, int, asyncio.Future[None]]] = []
        self._order = itertools.count()
        self._round = 0  # everybody's decisions are numbered from the round in which the first of them waits
        self._last: dict[str, int] = {}  # the round of somebody's last decision
        self.busy = False

    @property
    def load(self) -> int:
        return len(self._waiting) + self.busy

    def warm(self) -> None:
        """Have the process there before somebody waits for it: starting one takes a second."""
        if self._pool is None:
            self._pool = bots.pool(1)
            self._pool.submit(bots.ready)

    async def think(self, rank: int, call: functools.partial[str], whose: str = "") -> str:
        """Have something thought of: after everybody of a lower rank, round by round, in each a decision of everybody's."""
        loop = asyncio.get_running_loop()
        if self.busy:
            turn: asyncio.Future[None] = loop.create_future()
            own = self._last[whose] = max(self._round, self._last.get(whose, -1) + 1)
            heapq.heappush(self._waiting, (rank, own, next(self._order), turn))
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    self._next()
                raise
        self.busy = True
        try:
            if self._pool is None:
                self._pool = bots.pool(1)
            return await loop.run_in_executor(self._pool, call)
        except BrokenProcessPool:
            self._pool = None
            raise
        finally:
            self._next()

    def _next(self) -> None:
        self.busy = False
        while self._waiting:
            _, own, _, turn = heapq.heappop(self._waiting)
            self._round = max(self._round, own)
            if not turn.done():
                self.busy = True
                turn.set_result(None)
                return
        self._last.clear()

    def forget(self, table: str) -> None:
        """Let the process forget a table, after what it is thinking of."""
        if self._pool is not None:
            with suppress(RuntimeError):  # a process that is no more remembers nothing
                self._pool.submit(bots.forget, table)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.drop()


class Thinkers:
    """All processes in which bots think."""

    def __init__(self, workers: int) -> None:
        self._all = [_Thinker() for _ in range(max(1, workers))]
        self._of: dict[str, _Thinker] = {}

    @property
    def waiting(self) -> int:
        """How many decisions are under way or wait."""
        return sum(thinker.load for thinker in self._all)

    async def choose(
        self,
        table: str,
        record: Record,
        seat: int,
        level: str,
        seed: int,
        *,
        people: bool,
        whose: str = "",
        manners: bool = False,
    ) -> str:
        """The notation of the action that a bot takes; `people`: somebody waits for it; `whose` table it is.

        With `manners` it gives up what is lost.
        """
        call = functools.partial(bots.choose, table, record, seat, level, seed, manners)
        self._all[0].warm()  # a person comes at any moment
        return await self._thinker(table, people).think(0 if people else 1, call, whose or table)

    async def ask(self, table: str, call: functools.partial[str]) -> str:
        """Something else that a person wants to have thought of at a table."""
        return await self._thinker(table, True).think(0, call, table)

    def _thinker(self, table: str, people: bool) -> _Thinker:
        known = self._of.pop(table, None)
        if known is None:
            able = self._all if people or len(self._all) == 1 else self._all[1:]
            known = min(able, key=lambda thinker: thinker.load)
        self._of[table] = known
        while len(self._of) > _REMEMBERED:
            self.forget(next(iter(self._of)))
        return known

    def forget(self, table: str) -> None:
        """A game is over or a table no more: what its bots remember is of no use."""
        if (thinker := self._of.pop(table, None)) is not None:
            thinker.forget(table)

    def keep(self, here: Callable[[str], bool]) -> None:
        """Forget every table that is not here any more."""
        for table in [table for table in self._of if not here(table)]:
            self.forget(table)

    def close(self) -> None:
        """End now: whatever is being thought of will be thought of again."""
        for thinker in self._all:
            thinker.close()
