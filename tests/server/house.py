"""Tables, their book of times and the timers that look after them, without a server: time passes when nothing else can go on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest

from kotva import games
from kotva.engine.game import Game
from kotva.server.people import Person
from kotva.server.rows import CallRow, DeadlineRow, EventRow, SitterRow, TableRow, TimesRow
from kotva.server.store import Taken, Unavailable
from kotva.server.supervisor import Supervisor
from kotva.server.table import Table
from kotva.server.table_log import TableLog
from kotva.server.timers import Timers
from tests import orders
from tests.conformance.pearls import PEARLS

ADA = Person("ada", "a")
BEGAN = 1_000.0  # the time when each of these scenarios begins
MINUTE = {"per_move": 60, "zero": "bot", "level": "easy"}
KEEP = EventRow("move", 0, "keep", at=BEGAN)


@pytest.fixture
def pearls() -> Iterator[None]:
    """A tiny game for these tables."""
    games.add(PEARLS)
    yield
    games._added.pop(PEARLS.id)


def now() -> float:
    return BEGAN + asyncio.get_running_loop().time()


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    orders.run(scenario, [])


async def until(time: float) -> None:
    """Let everything happen until so many seconds after the beginning, and what happens at that moment."""
    await asyncio.sleep(BEGAN + time - now())
    for _ in range(60):
        await asyncio.sleep(0)


class Book:
    """The rows of time, kept in memory. `failing` names functions that cannot be done for now."""

    def __init__(self) -> None:
        self.deadlines: dict[str, DeadlineRow] = {}
        self.calls: dict[str, list[CallRow]] = {}
        self.downs: list[tuple[float, float]] = []
        self.last: float | None = None
        self.failing: set[str] = set()
        self.error: Exception = Unavailable("The database is away.")
        self.done: list[tuple[str, float]] = []  # what was asked for, and when

    def _begin(self, name: str) -> None:
        self.done.append((name, now() - BEGAN))
        if name in self.failing:
            raise self.error

    def times_of(self, name: str) -> list[float]:
        """When a function was asked for."""
        return [at for what, at in self.done if what == name]

    async def due(self, before: float) -> list[DeadlineRow]:
        self._begin("due")
        return sorted((row for row in self.deadlines.values() if row.at <= before), key=lambda row: row.at)

    async def next_at(self, after: float) -> float | None:
        self._begin("next_at")
        return min((row.at for row in self.deadlines.values() if row.at > after), default=None)

    async def put(self, row: DeadlineRow) -> None:
        self._begin("put")
        self.deadlines[row.table] = row

    async def drop(self, row: DeadlineRow) -> None:
        self._begin("drop")
        self.deadlines.pop(row.table, None)

    async def call(self, table: str, number: int, call: CallRow) -> None:
        self._begin("call")
        calls = self.calls.setdefault(table, [])
        if number != len(calls) + 1:
            raise Taken(table)
        calls.append(call)

    async def times(self, table: str) -> TimesRow:
        self._begin("times")
        return TimesRow(tuple(self.calls.get(table, ())), tuple(self.downs))

    async def beat(self, time: float, longest: float) -> float:
        self._begin("beat")
        if self.last is not None and time - self.last > longest:
            self.downs.append((self.last, time))
        self.last = time
        return max((up for _, up in self.downs), default=0.0)


class Rows:
    """The store of the tables' events."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self.rows: dict[str, TableRow] = {}
        self.stored: dict[str, list[EventRow]] = {}
        self.error: Exception | None = None

    async def append(self, append: object) -> None:
        if self.error is not None:
            raise self.error
        table, events = append.table, append.events  # type: ignore[attr-defined]
        self.stored[table] += events
        if append.deadline is not None:  # type: ignore[attr-defined]
            await self._book.put(DeadlineRow(table, len(self.stored[table]), append.deadline))  # type: ignore[attr-defined]
        else:
            self._book.deadlines.pop(table, None)

    async def table(self, name: str) -> TableRow:
        return self.rows[name]

    async def events(self, name: str, since: int = 0) -> list[EventRow]:
        return self.stored[name][since:]

    async def times(self, name: str) -> TimesRow:
        return TimesRow(tuple(self._book.calls.get(name, ())), tuple(self._book.downs))


class House:
    """Some tables, their book and the timers that look after them."""

    def __init__(self) -> None:
        self.book = Book()
        self.store = Rows(self.book)
        self.tables: dict[str, Table] = {}
        self.started: list[str] = []
        self.chosen: list[tuple[str, int, str]] = []
        self.found: list[tuple[str, float]] = []
        self.missing: Exception | None = None
        self.parts = Supervisor()
        self.timers = Timers(
            self.book,  # type: ignore[arg-type]
            now,
            self._find,
            lambda: list(self.tables.values()),
            self._choose,
            lambda table: self.started.append(table.id),
            self.parts,
        )

    async def _find(self, name: str) -> Table | None:
        self.found.append((name, now() - BEGAN))
        if self.missing is not None:
            raise self.missing
        return self.tables.get(name)

    async def _choose(self, table: Table, seat: int, level: str) -> str:
        self.chosen.append((table.id, seat, level))
        return "dive"

    def table(
        self,
        name: str = "t",
        *,
        clock: dict[str, object] | None = MINUTE,
        free: int | None = None,
        game: Game = PEARLS,
        running: bool = True,
    ) -> Table:
        """A table of three, all Ada's but for one that may be free; everybody has a pearl, and seat 1 is to decide."""
        seats = [SitterRow(seat, "person", "", f"P{seat}", None if seat == free else "ada") for seat in range(3)]
        row = TableRow(name, game.id, game.version, "", 3, {}, "0" * 64, sitters=seats, owner="ada")
        row.clock = clock  # type: ignore[assignment]
        log, stored = TableLog.load(row, []), list[EventRow]()
        while (outcome := log.match.next_outcome()) is not None:
            stored.append(EventRow("move", -1, PEARLS.rules.actions.text(outcome), at=BEGAN))
            log.fold(stored[-1:])
        self.store.rows[name], self.store.stored[name] = row, stored
        if running:
            self.book.calls[name] = [CallRow(len(stored), "start", BEGAN)]
        loaded = TableLog.load(row, stored, TimesRow(tuple(self.book.calls.get(name, ()))))
        table = self.tables[name] = Table(row, loaded, self.store, now)  # type: ignore[arg-type]
        table.on_change = lambda changed, _mine: self.timers.table_changed(changed)
        if running and (due := loaded.clock.due()) is not None:
            self.book.deadlines[name] = DeadlineRow(name, len(stored), due.at)
        return table

    def played(self, name: str = "t") -> list[tuple[float, int, str]]:
        return [(event.at - BEGAN, event.actor, event.text) for event in self.store.stored[name] if event.actor != -1]

    def state(self, part: str) -> str:
        return self.parts.parts[part].state


def due_at(table: Table) -> float:
    due = table.table_log.clock.due()
    assert due is not None
    return due.at - BEGAN
