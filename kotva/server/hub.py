"""A node: its store, people, tables, watchers and bots, tied together. What is committed is told from here, to all of them."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from weakref import WeakKeyDictionary

from kotva.engine.errors import Illegal, KotvaError
from kotva.server import bots
from kotva.server.broker import ALL, Alone, Broker
from kotva.server.frozen import Frozen
from kotva.server.garbage import GLANCE, Collector
from kotva.server.messages import Done, Move, Problem, Refused, Told, Undo
from kotva.server.people import People, Person
from kotva.server.presenter import Presenter
from kotva.server.runner import Runner
from kotva.server.settings import Settings
from kotva.server.sitting import Stale
from kotva.server.store import Now, Store, Unavailable, open_store
from kotva.server.table import Broken, Deed, NotYours, Table
from kotva.server.tables import Tables
from kotva.server.timers import Timers
from kotva.server.watch import Metrics
from kotva.server.watchers import Watcher, Watchers

# Seconds after which a thread lets another one run. The one that writes asks for its turn several times a transaction, and at
# Python's 5 ms each a move would wait for it longer than for the disk.
_SWITCH = 0.0005


class Hub:
    """One node of the server."""

    def __init__(self, settings: Settings, store: Store, broker: Broker, now: Now = time.time) -> None:
        self.settings = settings
        self.store = store
        self.broker = broker
        self.now = now
        self.admit: Callable[[Table], Awaitable[None]] | None = None  # asked who may watch a table that somebody opened
        self.metrics = Metrics()
        self.people = People(store)
        self.tables = Tables(store, now, self._told)
        self.watchers = Watchers(self.presenter, self._came)
        self.runner = Runner(settings, store, self.tables.get, lambda table: bool(self.watchers.at(table)))
        self.timers = Timers(
            store.timebook(), now, self.tables.get, self.tables.all_here, self.runner.choose, self.watchers.sat
        )
        self._presenters: WeakKeyDictionary[Table, Presenter] = WeakKeyDictionary()
        self._people_told: WeakKeyDictionary[Table, int] = WeakKeyDictionary()
        self._catching: set[asyncio.Task[None]] = set()
        self.collector = Collector()
        self._changes = 0  # of all tables, since the start
        self._sweeper: asyncio.Task[None] | None = None
        self._glancing: asyncio.TimerHandle | None = None
        self._loading: asyncio.Task[None] | None = None

    @staticmethod
    async def start(
        settings: Settings, store: Store | None = None, broker: Broker | None = None, now: Now = time.time
    ) -> Hub:
        """A node at work; BadDatabase if there is nothing to work with."""
        if store is None:
            store = await asyncio.to_thread(open_store, settings.database)
        hub = Hub(settings, store, broker or store.broker() or Alone(), now)
        await hub.timers.start(alone=isinstance(hub.broker, Alone))
        await hub.broker.start(hub._heard)
        hub.runner.start()
        hub._loading = asyncio.get_running_loop().create_task(asyncio.to_thread(bots.ready))
        hub._sweeper = asyncio.get_running_loop().create_task(hub._sweep())
        return hub

    async def close(self) -> None:
        if self._sweeper is not None:
            self._sweeper.cancel()
        if self._glancing is not None:
            self._glancing.cancel()
        if self.settings.own_process:
            self.collector.end()
        await self.timers.close()
        if self._loading is not None:
            await asyncio.gather(self._loading, return_exceptions=True)
        await self.runner.close()
        await self.broker.close()
        for task in list(self._catching):
            task.cancel()
        await asyncio.gather(*self._catching, return_exceptions=True)
        await self.store.close()

    async def table(self, table_id: str) -> Table | None:
        """A table by its id, with its bots at work."""
        table = await self.tables.get(table_id)
        if table is not None:
            self.runner.wake(table)
            self.timers.came(table)
            if table.row.origin and self.admit is not None:
                await self.admit(table)
        return table

    def presenter(self, table: Table) -> Presenter:
        """What shows a table; it goes with the table."""
        found = self._presenters.get(table)
        if found is None:
            found = self._presenters[table] = Presenter(table)
        return found

    # -- people act ------------------------------------------------------------------------------------------------

    async def sit(self, table: Table, seat: int, name: str, person: Person) -> bool:
        """Let somebody sit down; False if another one sits there."""
        known = await self.people.enroll(person)
        self.watchers.known(table, person.secret, known)
        return await table.sit(seat, name, known)

    async def act(self, table: Table, person: Person, asked: Move | Undo) -> None:
        """A move or an undo of a person."""
        action = asked.action if isinstance(asked, Move) else None
        started = time.perf_counter()
        await table.act(person, Deed(asked.seat, action, asked.seen, asked.key))
        self.metrics.moves.observe(time.perf_counter() - started)
        self.watchers.turn_eyes(table, person, asked.seat)

    async def act_by_socket(self, watcher: Watcher, asked: Move | Undo) -> Told:
        """The same for one who sent it over his socket."""
        try:
            await self.act(watcher.table, watcher.person, asked)
        except KotvaError as error:
            status, problem = self.problem(watcher.table, error, asked, watcher.viewer.language)
            if isinstance(error, Stale):
                watcher.mark(whole=True)
            return Refused(asked.key, status, problem)
        return Done(asked.key, watcher.table.seq)

    def problem(self, table: Table, error: KotvaError, asked: Move | Undo, language: str) -> tuple[int, Problem]:
        """What went wrong with a deed: the status of its answer, and words."""
        say = table.say(language)
        self.metrics.refused.labels(422 if isinstance(error, Illegal) else status_of(error)).inc()
        if isinstance(error, Illegal):
            # The sentence for people is the rule itself; the clause and the list are there for programs.
            rule = error.values.get("why")
            text = say(rule) if isinstance(rule, str) else error.say(say)
            allowed = table.match.legal(asked.seat)[:200] if isinstance(asked, Move) else []
            link = f"/rules/{table.game.id}#{error.clause}" if error.clause else ""
            return 422, Problem(text, error.clause, link, allowed)
        return status_of(error), Problem(error.say(say))

    # -- telling ---------------------------------------------------------------------------------------------------

    def _told(self, table: Table, mine: bool) -> None:
        """A table has changed and its rows are committed, by this node or by another."""
        self._changes += 1
        if table.is_gone:
            self.tables.forget(table.id)
            self.runner.wake(table)
            self.watchers.dismiss(table)
            if mine:
                self.broker.publish(table.id)
            return
        if self._people_told.get(table, 0) != table.people:
            self._people_told[table] = table.people
            self.watchers.sat(table)
            self.timers.sat(table)
        self.timers.told(table)
        self.watchers.tell(table)
        self.runner.wake(table)
        if mine:
            self.broker.publish(table.id)

    def _came(self, table: Table) -> None:
        """Somebody has begun to watch a table."""
        self.runner.wake(table)

    def _heard(self, table_id: str) -> None:
        """Another node has changed a table."""
        for table in self.tables.all_here() if table_id == ALL else [self.tables.here(table_id)]:
            if table is None:
                continue
            task = asyncio.get_running_loop().create_task(table.catch_up())
            self._catching.add(task)
            task.add_done_callback(self._caught)

    def _caught(self, task: asyncio.Task[None]) -> None:
        self._catching.discard(task)
        if not task.cancelled():
            task.exception()  # it will be read again when somebody asks

    async def _sweep(self) -> None:
        if self.settings.own_process:
            sys.setswitchinterval(_SWITCH)
            if self._loading is not None:
                await self._loading
            self.collector.begin()
            self._glance()
        while True:
            await asyncio.sleep(self.settings.idle / 2)
            self.tables.let_go(self.settings.idle)
            self.runner.thinkers.keep(lambda table_id: self.tables.here(table_id) is not None)
            if self.settings.own_process:
                self.collector.tidy((self._changes, len(self.tables), len(self.watchers)))

    def _glance(self) -> None:
        """Garbage, a little at a time."""
        self.collector.glance()
        self._glancing = asyncio.get_running_loop().call_later(GLANCE, self._glance)


def status_of(error: KotvaError) -> int:
    """The HTTP status of an error."""
    if isinstance(error, NotYours):
        return 403
    if isinstance(error, Stale | Frozen):
        return 409
    if isinstance(error, Unavailable | Broken):
        return 503
    return 400
