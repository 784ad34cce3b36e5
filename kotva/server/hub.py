"""A node: its store, people, tables, watchers and bots, tied together. What is committed is told from here, to all of them."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine
from weakref import WeakKeyDictionary

from kotva.engine.errors import Illegal, KotvaError
from kotva.server import bot_worker
from kotva.server.accounts import PERSON, Accounts
from kotva.server.asks import Asks
from kotva.server.bot_runner import BotRunner
from kotva.server.broker import ALL, Alone, Broker
from kotva.server.frozen_table import FrozenTable
from kotva.server.gc_policy import YOUNG_EVERY, GarbageCollector
from kotva.server.hooks import CHANGED as HOOKS_CHANGED
from kotva.server.hooks import Hooks
from kotva.server.jobs.service import WorkService
from kotva.server.messages import Done, Move, MoveRefused, Problem, ServerMessage, Talk, Undo
from kotva.server.moderation import NotAllowed
from kotva.server.monitoring import Metrics
from kotva.server.people import People, Person
from kotva.server.postgres_broker import PostgresBroker
from kotva.server.presenter import Presenter
from kotva.server.reliability import NotReliable
from kotva.server.settings import Settings
from kotva.server.sql import SqlStore
from kotva.server.stalls import StallWatch
from kotva.server.store import Now, Store, Unavailable, open_store
from kotva.server.supervisor import Supervisor
from kotva.server.table import ActionRequest, Broken, NotYours, Table
from kotva.server.table_log import Stale
from kotva.server.tables import Tables
from kotva.server.talk import Line, Talks, TalkTooFast, as_shown, may_read, sign_of
from kotva.server.timers import Timers
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
        self.parts = Supervisor()
        limits = settings.limits.with_bots(settings.workers) if settings.workers else settings.limits
        self.work = WorkService(limits)
        self.people = People(store)
        assert isinstance(store, SqlStore)
        self.accounts = Accounts(self, store)
        self.tables = Tables(store, now, self._table_changed)
        self.watchers = Watchers(self.presenter, self._watcher_came)
        self.runner = BotRunner(settings, store, self.tables.get, self._is_watched, self.parts, self.work)
        self.timers = Timers(
            store.time_store(),
            now,
            self.tables.get,
            self.tables.all_here,
            self.runner.choose,
            self.watchers.sat,
            self.parts,
        )
        self.hooks = Hooks(self, store)
        self.tables.told = self.hooks.told
        self.talks = Talks(store, self._show_talk, self.hooks.told_by_line)
        self.asks = Asks(self.talks)
        self._presenters: WeakKeyDictionary[Table, Presenter] = WeakKeyDictionary()
        self._people_shown: WeakKeyDictionary[Table, int] = WeakKeyDictionary()
        self._catching: set[asyncio.Task[None]] = set()
        self.stalls = StallWatch()
        self.collector = GarbageCollector()
        self._changes = 0  # of all tables, since the start
        self._collecting: asyncio.TimerHandle | None = None

    @staticmethod
    async def start(
        settings: Settings, store: Store | None = None, broker: Broker | None = None, now: Now = time.time
    ) -> Hub:
        """A node at work; BadDatabase if there is nothing to work with."""
        if store is None:
            store = await asyncio.to_thread(open_store, settings.database)
        # Every game, in an eighth of a second: the first request for one would hold the event loop for up to 40 ms.
        await asyncio.to_thread(bot_worker.ready)
        hub = Hub(settings, store, broker or store.broker() or Alone(), now)
        await hub.timers.start(alone=isinstance(hub.broker, Alone))
        await hub.broker.start(hub._changed_elsewhere)
        if isinstance(hub.broker, PostgresBroker):
            hub.broker.part = hub.parts.part("listener")
        hub.runner.start()
        if settings.own_process:
            sys.setswitchinterval(_SWITCH)
            # Before the watch: until here Python may look through all that was loaded, which takes 60 ms.
            hub.collector.begin()
            hub._collect_young()
            hub.stalls.start()
            hub.work.warm("quick", bot_worker.ready)
        hub.parts.run(hub.parts.part("sweeper"), hub._sweep)
        hub.parts.run(hub.parts.part("moderation"), hub.accounts.follow_deeds)
        hub.parts.run(hub.parts.part("web-hooks"), hub.hooks.run)
        return hub

    async def close(self) -> None:
        if self._collecting is not None:
            self._collecting.cancel()
        if self.settings.own_process:
            self.collector.end()
        self.stalls.close()
        await self.timers.close()
        await self.parts.close()
        await self.runner.close()
        await self.work.close()
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

    def _is_watched(self, table: Table) -> bool:
        return bool(self.watchers.at(table))

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

    async def act(self, table: Table, person: Person, asked: Move | Undo, delay: float = 0.0) -> None:
        """A move or an undo of a person; `delay`: what the network takes there and back."""
        action = asked.action if isinstance(asked, Move) else None
        started = time.perf_counter()
        await table.act(person, ActionRequest(asked.seat, action, asked.seen, asked.key, delay=delay))
        self.metrics.moves.observe(time.perf_counter() - started)
        self.watchers.turn_eyes(table, person, asked.seat)

    async def act_by_socket(self, watcher: Watcher, asked: Move | Undo) -> ServerMessage:
        """The same for a message over a socket."""
        try:
            await self.act(watcher.table, watcher.person, asked, watcher.delay)
        except KotvaError as error:
            status, problem = self.problem(watcher.table, error, asked, watcher.viewer.language)
            if isinstance(error, Stale):
                watcher.mark(whole=True)
            return MoveRefused(asked.key, status, problem)
        return Done(asked.key, watcher.table.seq)

    def problem(self, table: Table, error: KotvaError, asked: Move | Undo, language: str) -> tuple[int, Problem]:
        """What went wrong with an action: the status of its answer, and words."""
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

    def _table_changed(self, table: Table, mine: bool) -> None:
        """A table has changed and its rows are committed, by this node or by another."""
        self._changes += 1
        if table.is_gone:
            self.tables.forget(table.id)
            self.runner.wake(table)
            self.watchers.dismiss(table)
            if mine:
                self.broker.publish(table.id)
            return
        if self._people_shown.get(table, 0) != table.people:
            self._people_shown[table] = table.people
            self.watchers.sat(table)
            self.timers.sat(table)
        self.timers.table_changed(table)
        self.watchers.table_changed(table)
        self.runner.wake(table)
        if mine:
            self.broker.publish(table.id)

    def _show_talk(self, table: Table, lines: list[Line]) -> None:
        """Lines of talk are committed: those who may read them get them."""
        for watcher in self.watchers.at(table):
            readable = [as_shown(table, line) for line in lines if may_read(table, watcher.person, line)]
            if readable:
                watcher.put(Talk(readable, sign_of(table, watcher.person.id)))

    def _watcher_came(self, table: Table) -> None:
        """Somebody has begun to watch a table."""
        self.runner.wake(table)

    def _changed_elsewhere(self, table_id: str) -> None:
        """Another node has changed a table, or something of a person."""
        if table_id.startswith(PERSON):
            self._catch(self.accounts.heard(table_id.removeprefix(PERSON)))
            return
        if table_id in (ALL, HOOKS_CHANGED):
            self._catch(self.hooks.load())
        if table_id == ALL:
            self.people.forget_all()
        for table in self.tables.all_here() if table_id == ALL else [self.tables.here(table_id)]:
            if table is None:
                continue
            for work in (table.catch_up(), self.talks.catch_up(table)):
                self._catch(work)

    def _catch(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._catching.add(task)
        task.add_done_callback(self._caught)

    def _caught(self, task: asyncio.Task[None]) -> None:
        self._catching.discard(task)
        if not task.cancelled():
            task.exception()  # it will be read again when somebody asks

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(self.settings.idle / 2)
            self.tables.let_go(self.settings.idle)
            self.parts.part("sweeper").well()
            for place in self.work.places():
                if ":" not in place and self.tables.here(place) is None:  # a table, and not here any more
                    self.work.forget(place, bot_worker.forget)
            if self.settings.own_process:
                self.collector.tidy((self._changes, len(self.tables), len(self.watchers)))

    def _collect_young(self) -> None:
        """Garbage, a little at a time."""
        self._collecting = asyncio.get_running_loop().call_later(YOUNG_EVERY, self._collect_young)
        self.collector.collect_young()


def status_of(error: KotvaError) -> int:
    """The HTTP status of an error."""
    if isinstance(error, NotYours | NotAllowed | NotReliable):
        return 403
    if isinstance(error, Stale | FrozenTable):
        return 409
    if isinstance(error, Unavailable | Broken):
        return 503
    if isinstance(error, TalkTooFast):
        return 429
    return 400
