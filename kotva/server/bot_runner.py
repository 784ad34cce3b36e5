"""Bots at tables: a bot that has to decide thinks in a process of its own, and plays by the same function as people.

A node that lets bots play at a table holds a lease on that. If it dies the lease runs out and another node goes on; if the
database is away the runner waits for it.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import math
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_
from kotva.server import bot_worker, levels
from kotva.server.found_tables import BOTS
from kotva.server.frozen_table import FrozenTable
from kotva.server.jobs.limits import BOT, DEMO
from kotva.server.jobs.service import Busy, Owner, WorkService
from kotva.server.settings import Settings
from kotva.server.store import Store, Unavailable
from kotva.server.supervisor import Supervisor
from kotva.server.table import ActionRequest, Table
from kotva.server.table_log import Stale

_LOG = logging.getLogger("kotva.server")
_DAY = 86_400.0  # seconds before the start of a node in which it looks for bots that were left waiting
_AGAIN = 1.0  # seconds until leases are looked at again that could not be read
_LONGEST_WAIT = 10.0  # seconds between two attempts while the database is away


class BotRunner:
    """The bots of this node's tables."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        find: Callable[[str], Awaitable[Table | None]],
        watched: Callable[[Table], bool],
        parts: Supervisor,
        work: WorkService,
    ) -> None:
        self._parts = parts
        self._bots = parts.part("bots", 4 * settings.lease)
        self.node = secrets.token_hex(8)
        self._work = work
        self._watched = watched
        self._settings = settings
        self._store = store
        self._find = find
        self._runs: dict[str, asyncio.Task[None]] = {}
        self._later: dict[str, asyncio.TimerHandle] = {}  # tables at which people owe an answer, for so long
        self._watch: asyncio.Task[None] | None = None
        self._closed = False

    def start(self) -> None:
        self._watch = self._parts.run(self._bots, self._take_over)

    async def close(self) -> None:
        self._closed = True
        for handle in self._later.values():
            handle.cancel()
        tasks = [*self._runs.values(), *([self._watch] if self._watch else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def __len__(self) -> int:
        return len(self._runs)

    def wake(self, table: Table) -> None:
        """Let bots play as long as it is their turn; where no people play, somebody must at least look on."""
        if table.id in self._runs:
            return
        if table.is_gone or table.match.is_over:
            self._work.forget(table.id, bot_worker.forget)
        elif self._due(table):
            run = asyncio.get_running_loop().create_task(self._run(table))
            self._runs[table.id] = run
            run.add_done_callback(lambda _: self._ended(table, run))
        elif table.id not in self._later and 0 < (wait := table.owed_for()) < math.inf:
            self._later[table.id] = asyncio.get_running_loop().call_later(wait + 0.01, self._again, table)

    def _again(self, table: Table) -> None:
        """An answer that somebody owed has not come."""
        self._later.pop(table.id, None)
        self.wake(table)

    def _due(self, table: Table) -> tuple[int, str] | None:
        """The bot that has to decide now, if it is worth its while."""
        awaited = table.has_people or bool(table.row.origin) or self._watched(table)  # somebody waits for it
        return table.bot_to_act() if awaited else None

    def _ended(self, table: Table, run: asyncio.Task[None]) -> None:
        self._runs.pop(table.id, None)
        if table.is_gone or table.match.is_over:  # also what was still being thought of when it ended
            self._work.forget(table.id, bot_worker.forget)
        if run.cancelled():
            return
        if (error := run.exception()) is not None:
            _LOG.error("bots at table %s stopped", table.id, exc_info=error)
        elif not self._closed:  # somebody may have moved while the lease was given back, or owes an answer now
            self.wake(table)

    async def _run(self, table: Table) -> None:
        wait = 0.5
        name = BOTS + table.id
        while self._due(table) is not None:
            try:
                if not await self._store.lease(name, self.node, self._settings.lease):
                    await asyncio.sleep(self._settings.lease / 2)  # another node does it, unless it dies
                    continue
                await self._play(table, name)
                wait = 0.5
            except Unavailable as error:
                _LOG.warning("bots at table %s wait: %s", table.id, error)
                await asyncio.sleep(wait)
                wait = min(_LONGEST_WAIT, wait * 2)
            except Busy:  # too many tables of one person
                await asyncio.sleep(wait)
                wait = min(_LONGEST_WAIT, wait * 2)
            except Exception as error:  # people are waiting: it is tried again, and somebody reads of it
                self._bots.ill(f"table {table.id}: {error!r}")
                _LOG.exception("bots at table %s failed and try again", table.id)
                await asyncio.sleep(wait)
                wait = min(6 * _LONGEST_WAIT, wait * 2)
            finally:
                table.thinking = False
        with suppress(Unavailable):
            await self._store.release(name, self.node)

    async def _play(self, table: Table, name: str) -> None:
        loop = asyncio.get_running_loop()
        held = loop.time()
        while (asked := self._due(table)) is not None:
            seat, level = asked
            started = loop.time()
            if started - held > self._settings.lease / 3:
                if not await self._store.lease(name, self.node, self._settings.lease):
                    return
                held = started
                if self._due(table) != asked:  # somebody has moved meanwhile
                    continue
            table.thinking = True
            seen = table.seq
            try:
                text = await self.choose(table, seat, level)
            except Stale:
                continue
            await asyncio.sleep(max(0.0, self._settings.pace - (loop.time() - started)))
            table.thinking = False
            if self._due(table) != asked:  # the person for whom it played is back
                continue
            with suppress(Stale):
                await table.act_for_bot(ActionRequest(seat, text, seen))

    async def choose(self, table: Table, seat: int, level: str) -> str:
        """A bot's action. A bot that breaks is noted and plays something legal: people are waiting. Stale: its turn is over."""
        try:
            record = table.table_log.bot_record()
            seed = secrets.randbelow(2**30)
            people = table.has_people
            resigns = people and not table.row.origin  # in tournaments every rank counts; lessons go on
            call = functools.partial(bot_worker.choose, table.id, record, seat, levels.able(level), seed, resigns)
            self._work.warm("bots", bot_worker.ready)  # a person comes at any moment
            owner = Owner(table.row.owner or table.id, table.address)
            return str(await self._work.do(BOT if people else DEMO, call, owner, place=table.id))
        except Busy:
            raise
        except Exception:
            _LOG.exception("the bot %s at seat %d of table %s failed", level, seat + 1, table.id)
            if legal := table.match.legal(seat):
                return secrets.choice(legal)
            raise Stale(N_("The table has moved on: look again.")) from None

    async def _take_over(self) -> None:
        """Go on where a node that has died left bots thinking, or waiting for the lease under which they would have thought."""
        since, next_look = self._store.now() - _DAY, 0.0
        while True:
            wait = self._settings.lease / 2
            try:
                for lease in await self._store.leases(self.node):
                    if lease.name.startswith(BOTS):
                        await self._resume(lease.name.removeprefix(BOTS))
                if (now := self._store.now()) >= next_look:
                    before = now - 2 * self._settings.lease  # a node that lives has long taken its lease
                    for table_id in await self._store.left_bots(since, before):
                        await self._look_after(table_id)
                    since, next_look = before - self._settings.lease, now + 2 * self._settings.lease
                self._bots.well()
            except Unavailable as error:
                self._bots.ill(error)
                _LOG.warning("leases cannot be read: %s", error)
                wait = min(wait, _AGAIN)
            await asyncio.sleep(wait)

    async def _look_after(self, table_id: str) -> None:
        with suppress(FrozenTable):  # nobody can play there
            if table_id not in self._runs and (table := await self._find(table_id)) is not None:
                self.wake(table)

    async def _resume(self, table_id: str) -> None:
        try:
            table = await self._find(table_id)
        except KotvaError as error:  # it does not replay under these rules
            _LOG.warning("table %s is left alone: %s", table_id, error)
            return
        if table is None or self._due(table) is None:
            name = BOTS + table_id
            if await self._store.lease(name, self.node, self._settings.lease):
                await self._store.release(name, self.node)
        else:
            self.wake(table)
