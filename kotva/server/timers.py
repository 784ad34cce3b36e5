"""Deadlines: any node that is awake plays what is due; the number of the event makes sure that it happens once.

A deadline is a row, written in the transaction of the event that made it. It says when to look at a table, no more: what is due
then follows from the table's clock, which is folded from the rows. So a deadline that is out of date costs a look, and one that
two nodes see at once is played by the one whose event is stored first. A heartbeat tells how long nobody was awake; clocks stand
still for that long.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_
from kotva.match.clock import Due
from kotva.server import clock_calls
from kotva.server.clocks import all_seated, feed_call
from kotva.server.people import Person
from kotva.server.rows import CallRow, DeadlineRow
from kotva.server.store import Now, Taken, Unavailable
from kotva.server.supervisor import Supervisor
from kotva.server.table import ActionRequest, Table
from kotva.server.table_log import Stale
from kotva.server.time_store import TimeStore

_LOG = logging.getLogger("kotva.server")
_LOOK = 1.0  # seconds after which the rows are looked at whatever this node knows: another one may have written
_SOON = 0.02
_AGAIN = 10.0  # seconds until something that failed is tried again
BEAT = 5.0  # seconds between two heartbeats
SILENCE = 4 * BEAT  # a longer one means that nobody was there
_SILENT = 30.0  # seconds without a look or a sign of life after which this node is ill


class Timers:
    """The clocks of this node's tables, and the deadlines of all tables."""

    def __init__(
        self,
        book: TimeStore,
        now: Now,
        find: Callable[[str], Awaitable[Table | None]],
        here: Callable[[], list[Table]],
        choose: Callable[[Table, int, str], Awaitable[str]],
        started: Callable[[Table], None],
        parts: Supervisor,
    ) -> None:
        self._parts = parts
        self._clocks = parts.part("clocks", _SILENT)
        self._writer = parts.part("writer", _SILENT)  # it writes a sign of life every few seconds
        self._book = book
        self._now = now
        self._find = find
        self._here = here
        self._choose = choose
        self._started = started
        self._ringing: dict[str, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._poke = asyncio.Event()
        self._looks_at = 0.0
        self._heart = asyncio.Lock()
        self._awake = -math.inf  # when this node gave its last sign of life
        self._slept = 0.0  # until when nobody was awake, the last time
        self._waking: dict[str, asyncio.Task[None]] = {}  # tables that are being told of it

    async def start(self, *, alone: bool) -> None:
        """Write down how long nobody was awake, before anybody looks at a clock."""
        try:
            await self._sign(0.0 if alone else SILENCE)
        except Unavailable as error:  # one can still look on, and the next heartbeat makes up for it
            self._writer.ill(error)
            _LOG.warning("no heartbeat can be written: %s", error)
        self._tasks |= {self._parts.run(self._writer, self._beat), self._parts.run(self._clocks, self._watch)}

    async def close(self) -> None:
        tasks = [*self._tasks, *self._ringing.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(KotvaError, Taken):
            await self._book.beat(self._now(), math.inf)

    # -- what tables tell ------------------------------------------------------------------------------------------

    def table_changed(self, table: Table) -> None:
        """A table has changed: its deadline may be nearer than the next look at the rows."""
        due = table.table_log.clock.due()
        if due is not None and due.at < self._looks_at:
            self._poke.set()

    def sat(self, table: Table) -> None:
        """Somebody has sat down, or a table was found: its clock starts when all are there."""
        if not table.match.is_over:
            self._run(self._attend(table))

    def came(self, table: Table) -> None:
        """Somebody asks for a table: a node may have died between its last player and its first second."""
        if not table.table_log.clock.is_started and all_seated(table.row):
            self.sat(table)

    async def _attend(self, table: Table) -> None:
        with suppress(Unavailable):
            if not table.table_log.clock.is_started and all_seated(table.row):
                await table.mailbox.do(lambda: self._start_clock(table))
                self._started(table)
            await self._put(table)

    async def _start_clock(self, table: Table) -> None:
        with suppress(Taken):
            await self._book.call(table.id, 1, CallRow(table.seq, "start", self._now()))
        calls = (await self._book.times(table.id)).calls
        for call in calls:
            feed_call(table.table_log.clock, call, table.match)
        table.table_log.calls = len(calls)

    async def call(self, table: Table, kind: str, seconds: float = 0.0) -> None:
        """An official stops, starts or mends a table's clock: stored, then counted, then shown."""
        await table.mailbox.do(lambda: self._call(table, kind, seconds))
        self._started(table)
        await self._put(table)

    async def _call(self, table: Table, kind: str, seconds: float) -> None:
        calls = (await self._book.times(table.id)).calls
        await self._make(table, CallRow(table.seq, kind, self._now(), None, seconds), len(calls))

    async def call_by(self, table: Table, person: Person, call: CallRow, seen: int) -> None:
        """The same by a person who has seen so many calls; NotYours, Illegal, Stale."""
        await table.mailbox.do(lambda: self._call_by(table, person, replace(call, seq=table.seq, at=self._now()), seen))
        self._started(table)
        await self._put(table)

    async def _call_by(self, table: Table, person: Person, call: CallRow, seen: int) -> None:
        clock_calls.judge(table, person, call)
        try:
            if not clock_calls.made_before((await self._book.times(table.id)).calls, seen, call):
                await self._make(table, call, seen)
        except Taken:  # through another node, a moment ago
            raise Stale(N_("The table has moved on: look again.")) from None

    async def _make(self, table: Table, call: CallRow, before: int) -> None:
        await self._book.call(table.id, before + 1, call)
        feed_call(table.table_log.clock, call, table.match)
        table.table_log.calls = before + 1

    async def _put(self, table: Table) -> None:
        due = table.table_log.clock.due()
        if due is not None:
            await self._book.put(DeadlineRow(table.id, table.seq, due.at))
            self.table_changed(table)

    # -- deadlines -------------------------------------------------------------------------------------------------

    async def _watch(self) -> None:
        while True:
            wait = _LOOK
            self._poke.clear()
            try:
                await self.look()
                after = await self._book.next_at(self._now())
                wait = _LOOK if after is None else min(_LOOK, max(_SOON, after - self._now()))
                self._clocks.well()
            except Unavailable as error:
                self._clocks.ill(error)
                _LOG.warning("deadlines cannot be read: %s", error)
            self._looks_at = self._now() + wait
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._poke.wait()

    async def look(self) -> list[asyncio.Task[None]]:
        """Ring whatever is due now; the tasks that do."""
        if self._now() - self._awake > SILENCE:  # back from sleep: what ran out meanwhile has not run out
            await self._sign(SILENCE)
        for row in await self._book.due(self._now()):
            if row.table not in self._ringing:
                task = asyncio.get_running_loop().create_task(self._ring(row))
                self._ringing[row.table] = task
                task.add_done_callback(lambda _, table=row.table: self._rung(table))  # type: ignore[misc]
        return list(self._ringing.values())

    def _rung(self, table: str) -> None:
        self._ringing.pop(table, None)
        self._poke.set()

    async def _ring(self, row: DeadlineRow) -> None:
        try:
            await self._look_at(row)
        except Stale:
            pass  # another event was faster, and has brought a deadline of its own
        except Unavailable as error:
            _LOG.warning("the clock of table %s waits: %s", row.table, error)
            await asyncio.sleep(_LOOK)
        except Exception:
            _LOG.exception("the clock of table %s failed", row.table)
            with suppress(Unavailable):
                await self._book.put(DeadlineRow(row.table, row.seq, self._now() + _AGAIN))

    async def _look_at(self, row: DeadlineRow) -> None:
        try:
            table = await self._find(row.table)
        except Unavailable:
            raise
        except KotvaError as error:  # it does not replay under these rules: nobody can play there, so nothing is due
            _LOG.warning("the clock of table %s is left alone: %s", row.table, error)
            table = None
        if table is None:
            await self._book.drop(row)
            return
        if waking := self._waking.get(table.id):  # what ran out meanwhile has not run out
            await asyncio.shield(waking)
        if table.seq < row.seq:
            await table.catch_up()
        due = table.table_log.clock.due()
        if due is None:
            await self._book.drop(row)
        elif due.at > self._now():
            await self._book.put(DeadlineRow(table.id, table.seq, due.at))
        else:
            await self._play(table, due)

    async def _play(self, table: Table, due: Due) -> None:
        seen = table.seq
        text = due.action or await self._choose(table, due.actor, due.level)
        _LOG.info("table %s: time is out (%s), %s is played", table.id, due.why, text)
        await table.act_for_bot(ActionRequest(due.actor, text, seen))

    # -- being awake -----------------------------------------------------------------------------------------------

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._sign(SILENCE)
                self._writer.well()
            except Unavailable as error:
                self._writer.ill(error)
                _LOG.warning("no heartbeat can be written: %s", error)

    async def _sign(self, longest: float) -> None:
        """Give a sign of life; if nobody gave one for so long, clocks have stood still."""
        async with self._heart:
            now = self._now()
            try:
                slept = await self._book.beat(now, longest)
            except Taken:  # another node gave the first sign of all at this moment
                return
            if slept != self._slept:
                self._wake_up()
                self._slept = slept
            self._awake = now

    def _wake_up(self) -> None:
        """The database was away, or this machine was asleep: clocks have stood still. Each table is told by itself, so that one
        that is busy does not hold the heartbeat and the clocks of the others."""
        for table in self._here():
            self._waking[table.id] = task = asyncio.get_running_loop().create_task(self._wake(table))
            self._tasks.add(task)
            task.add_done_callback(self._ended)

    async def _wake(self, table: Table) -> None:
        async def slept() -> None:
            table.table_log.clock.slept((await self._book.times(table.id)).downs)

        try:
            while True:
                with suppress(Unavailable):
                    await table.mailbox.do(slept)
                    break
                await asyncio.sleep(_LOOK)
        finally:
            if self._waking.get(table.id) is asyncio.current_task():
                del self._waking[table.id]
        self._started(table)

    def _run(self, work: Awaitable[None]) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _LOG.error("a clock stopped", exc_info=error)
