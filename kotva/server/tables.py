"""The tables of this node: opened from a spec, loaded when somebody looks, let go when nobody does."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from weakref import WeakValueDictionary

from kotva import games
from kotva.engine.fair import new_seed
from kotva.match import Match, SeatSpec, TableSpec
from kotva.match.terms import read_terms
from kotva.server import levels
from kotva.server.clocks import hurries, terms_of
from kotva.server.rows import EventRow, SitterRow, TableRow
from kotva.server.store import Now, Store
from kotva.server.table import Ending, Table, Told
from kotva.server.table_log import seats_asked

_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # without letters that are taken for others


class Tables:
    """Tables in memory; the rows are the truth, so any of them may go at any time."""

    def __init__(self, store: Store, now: Now, on_change: Callable[[Table, bool], None]) -> None:
        self._store = store
        self._now = now
        self._on_change = on_change
        self.ending: Ending | None = None  # stores the last events of games that somebody else must hear of
        self.told: Told | None = None  # what web-hooks hear of a change
        self._here: WeakValueDictionary[str, Table] = WeakValueDictionary()  # found as long as anybody holds it
        self._kept: dict[str, Table] = {}  # held because it was used a moment ago
        self._loading: dict[str, asyncio.Task[Table | None]] = {}

    def __len__(self) -> int:
        return len(self._here)

    def here(self, table_id: str) -> Table | None:
        """A table if it is in memory."""
        return self._here.get(table_id)

    def all_here(self) -> list[Table]:
        """Every table in memory."""
        return list(self._here.values())

    async def get(self, table_id: str) -> Table | None:
        """A table by its id; Frozen if its rows do not replay."""
        table = self._here.get(table_id)
        if table is None:
            loading = self._loading.get(table_id)
            if loading is None:
                loading = asyncio.get_running_loop().create_task(self._load(table_id))
                self._loading[table_id] = loading
                loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
            table = await asyncio.shield(loading)
            if table is None:
                return None
        table.used = self._now()
        self._kept[table_id] = table
        return table

    async def _load(self, table_id: str) -> Table | None:
        table = await Table.load(self._store, table_id, self._now)
        if table is not None:
            table.on_change, table.ending = self._on_change, self.ending
            table.told = self.told or table.told
            self._here[table_id] = table
        return table

    def forget(self, table_id: str) -> None:
        """Remove a deleted table from memory."""
        self._here.pop(table_id, None)
        self._kept.pop(table_id, None)

    def let_go(self, idle: float) -> int:
        """Hold no longer what nobody has used for so many seconds; those that are watched or played stay where they are."""
        old = self._now() - idle
        gone = [key for key, table in self._kept.items() if table.used < old and table.mailbox.idle]
        for key in gone:
            del self._kept[key]
        return len(gone)

    async def open(self, spec: TableSpec) -> TableRow:
        """A new table; BadOption or another KotvaError says what is wrong with the spec, Taken that its address is in use."""
        row, events = await asyncio.to_thread(prepare, spec)
        await self._store.create(row, events, clock=await asyncio.to_thread(has_clock, row))
        return row


def new_address() -> str:
    """An address of a table that nobody can guess."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(10))


def prepare(spec: TableSpec) -> tuple[TableRow, list[EventRow]]:
    """The rows of a new table: as its spec wants it, with whatever chance decides before the first move."""
    game = games.load(spec.game)
    for seat in spec.seats:
        if seat.level:
            levels.check(seat.level)
    position = None if spec.position is None else dict(spec.position)
    seed = spec.seed or new_seed()
    match = Match(game, len(spec.seats), spec.options, seed=seed, position=position)
    if spec.clock is not None:
        levels.check(read_terms(spec.clock, game).level)
    row = TableRow(
        id=spec.id or new_address(),
        game=game.id,
        version=game.version,
        title=spec.title,
        seats=match.seats,
        options=dict(match.options.given),
        seed=seed,
        position=position,
        clock=None if spec.clock is None else dict(spec.clock),
        origin=spec.origin,
        owner=spec.owner,
        hints=spec.hints and not spec.rated,
        access=spec.access,
        rated=spec.rated,
        absence=spec.absence,
        finishers=spec.finishers,
        to_act=seats_asked(match),
        sitters=[_sitter(number, seat) for number, seat in enumerate(spec.seats)],
    )
    return row, [EventRow("move", played.actor, played.text) for played in match.played]


def has_clock(row: TableRow) -> bool:
    """Whether time may run out at a table before anybody has made an offer."""
    game = games.load(row.game, row.version)
    options = game.choose_options(row.seats, row.options, row.version)
    return hurries(game, options, terms_of(row, game), game.rules.new(options))


def _sitter(number: int, seat: SeatSpec) -> SitterRow:
    return SitterRow(number, "bot" if seat.level else "person", seat.level, seat.name, seat.person)
