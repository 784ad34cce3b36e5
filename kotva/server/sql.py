"""The store in SQL (SQLAlchemy Core): the same statements for SQLite and PostgreSQL, and the only code that has any."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TypeVar

from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, TimeoutError

from kotva.server.appends import can_store_together, store_together
from kotva.server.archive_rows import finish
from kotva.server.broker import Broker
from kotva.server.database import Database
from kotva.server.found_tables import left_bots, own_tables
from kotva.server.hook_rows import outbox_row, put_notices
from kotva.server.people_schema import ACCOUNTS, BLOCKS, DEPARTURES
from kotva.server.postgres_broker import PostgresBroker, notify
from kotva.server.rows import Append, EventRow, HookNotice, LeaseRow, OutboxRow, TableRow, TimesRow, VisitorRow
from kotva.server.schema import (
    CREDENTIALS,
    LEASES,
    MOVES,
    OUTBOX,
    PEOPLE,
    RECORDS,
    SITTERS,
    TABLES,
    belonging_to_tables,
)
from kotva.server.store import Now, Taken
from kotva.server.table_rows import event_values, read_tables, sitter_values, table_values
from kotva.server.time_store import Deadlines, TimeStore, open_clock, times_of
from kotva.server.writer import CUT, Writer, unavailable

T = TypeVar("T")


class SqlStore:
    """A store on a database that is open."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now
        self._node = secrets.token_hex(8)
        self._readers = ThreadPoolExecutor(4, thread_name_prefix="kotva-reader")
        self.writer = Writer(database.writer, keeps=database.address is None)
        self._together = database.address is None and can_store_together()
        # Every move runs these two: compiled once, and their values go to the driver as they are.
        dialect = database.writer.dialect
        columns = ["table_id", "number", "kind", "actor", "text", "key", "at", "delay"]
        self._insert_moves = str(insert(MOVES).compile(dialect=dialect, column_keys=columns))
        touch = (
            update(TABLES)
            .where(TABLES.c.id == bindparam("which"))
            .values(changed=bindparam("now"), to_act=bindparam("seats"))
        )
        self._touch_table = str(touch.compile(dialect=dialect))
        self.archive_is_full = False  # whether every finished game is in it: what ended before there was one may follow
        self._deadlines = Deadlines(dialect)

    @property
    def shared(self) -> bool:
        return self._database.address is not None

    def broker(self) -> Broker | None:
        if self._database.address is None:
            return None
        return PostgresBroker(self._database.address, self._node)

    def time_store(self) -> TimeStore:
        return TimeStore(self)

    def tell_nodes(self, db: Connection, table: str) -> None:
        """Within a transaction: the other nodes hear of a change when it is committed."""
        if self._database.address is not None:
            notify(db, self._node, table)

    async def close(self) -> None:
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self.writer.close()
        self._readers.shutdown()
        self._database.close()

    def now(self) -> float:
        return self._now()

    async def read(self, work: Callable[[Connection], T]) -> T:
        """For rooms with tables of their own: some reading, elsewhere than on the event loop."""
        return await self._read(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """The same for writing: one transaction, by the one writer."""
        return await self.writer.do(work)

    async def _read(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._reading, work)

    def _reading(self, work: Callable[[Connection], T]) -> T:
        try:
            with self._database.readers.connect() as db:
                return work(db)
        except (DBAPIError, TimeoutError, *CUT) as error:
            raise unavailable(error) from None

    # -- tables ----------------------------------------------------------------------------------------------------

    async def create(self, row: TableRow, events: Sequence[EventRow], *, clock: bool = False) -> None:
        now = self._now()
        row.created = row.changed = now

        def work(db: Connection) -> None:
            try:
                db.execute(insert(TABLES).values(table_values(row)))
            except IntegrityError as error:
                raise Taken(row.id) from error
            db.execute(insert(SITTERS), [sitter_values(row.id, sitter) for sitter in row.sitters])
            if events:
                db.execute(insert(MOVES), [event_values(row.id, n, e, now) for n, e in enumerate(events, 1)])
            if clock:
                open_clock(db, row.id, len(events), now, starts=all(s.level or s.person for s in row.sitters))

        await self.writer.do(work)

    async def append(self, append: Append, also: Callable[[Connection], None] | None = None) -> None:
        now = self._now()
        if self._together and also is None and append.is_plain:
            await self.writer.do_together(store_together, (append, now))
            return
        rows = [
            (append.table, number, event.kind, event.actor, event.text, event.key, event.at or now, event.delay)
            for number, event in enumerate(append.events, append.after + 1)
        ]

        def work(db: Connection) -> None:
            try:
                db.exec_driver_sql(self._insert_moves, rows)
            except IntegrityError as error:
                raise Taken(append.table) from error
            if also is not None:  # what must be true together with these events
                also(db)
            self.tell_nodes(db, append.table)
            put_notices(db, append.table, append.notices, now)
            self._deadlines.keep(db, append)
            if append.outcome is None:
                db.exec_driver_sql(self._touch_table, (now, append.to_act, append.table))
                return
            here = TABLES.c.id == append.table
            outcome = json.dumps(append.outcome)
            db.execute(update(TABLES).where(here).values(changed=now, status="over", outcome=outcome, to_act=0))
            origin = db.execute(select(TABLES.c.origin).where(here)).scalar_one()
            ended = {"topic": "ended", "table_id": append.table, "origin": origin, "body": outcome, "at": now}
            db.execute(insert(OUTBOX).values(ended))
            finish(db, append.table, now, append.after + len(append.events))

        await self.writer.do(work)

    async def table(self, table: str) -> TableRow | None:
        rows = await self._read(lambda db: read_tables(db, select(TABLES).where(TABLES.c.id == table)))
        return rows[0] if rows else None

    async def events(self, table: str, after: int = 0) -> list[EventRow]:
        found = (
            select(MOVES.c.kind, MOVES.c.actor, MOVES.c.text, MOVES.c.key, MOVES.c.at, MOVES.c.delay)
            .where(MOVES.c.table_id == table, MOVES.c.number > after)
            .order_by(MOVES.c.number)
        )
        return await self._read(lambda db: [EventRow(*row) for row in db.execute(found)])

    async def times(self, table: str) -> TimesRow:
        return await self._read(lambda db: times_of(db, table))

    async def sit(self, table: str, seat: int, name: str, person: str, notices: Sequence[HookNotice] = ()) -> bool:
        now = self._now()
        here = (SITTERS.c.table_id == table) & (SITTERS.c.seat == seat) & (SITTERS.c.kind == "person")

        def work(db: Connection) -> bool:
            taken = update(SITTERS).where(here, SITTERS.c.person.is_(None)).values(name=name, person=person)
            if db.execute(taken).rowcount == 1:
                self.tell_nodes(db, table)
                put_notices(db, table, notices, now)
                return True
            return db.execute(select(SITTERS.c.seat).where(here, SITTERS.c.person == person)).first() is not None

        return await self.writer.do(work)

    async def fill(self, table: str, names: Mapping[int, str], level: str, notices: Sequence[HookNotice] = ()) -> None:
        free = (SITTERS.c.table_id == table) & (SITTERS.c.kind == "person") & SITTERS.c.person.is_(None)
        now = self._now()

        def work(db: Connection) -> None:
            for seat, name in names.items():
                db.execute(
                    update(SITTERS).where(free, SITTERS.c.seat == seat).values(kind="bot", level=level, name=name)
                )
            self.tell_nodes(db, table)
            put_notices(db, table, notices, now)

        await self.writer.do(work)

    async def vacate(self, table: str, person: str, level: str, name: str = "") -> None:
        here = update(SITTERS).where(SITTERS.c.table_id == table, SITTERS.c.person == person)
        values = {"kind": "bot", "level": level} if level else {"name": name}
        now = self._now()

        def work(db: Connection) -> None:
            gone = here.values(person=None, left_by=person if level else None, **values)
            if db.execute(gone).rowcount and level:
                db.execute(insert(DEPARTURES).values(table_id=table, person=person, at=now))
            self.tell_nodes(db, table)

        await self.writer.do(work)

    async def stand_in(self, table: str, person: str, level: str) -> None:
        here = update(SITTERS).where(SITTERS.c.table_id == table, SITTERS.c.person == person)

        def work(db: Connection) -> None:
            db.execute(here.values(level=level))
            self.tell_nodes(db, table)

        await self.writer.do(work)

    async def delete(self, table: str, person: str) -> None:
        def work(db: Connection) -> None:
            try:
                # A person who sits down or moves at this moment adds a row that refers to the table: then nothing is deleted.
                seats = or_(SITTERS.c.person.is_(None), SITTERS.c.person == person)
                db.execute(delete(SITTERS).where(SITTERS.c.table_id == table, seats))
                for rows in belonging_to_tables():
                    if rows is not SITTERS:
                        db.execute(delete(rows).where(rows.c.table_id == table))
                gone = db.execute(delete(TABLES).where(TABLES.c.id == table, TABLES.c.status != "over")).rowcount
            except IntegrityError as error:
                raise Taken(table) from error
            if not gone:
                raise Taken(table)
            self.tell_nodes(db, table)

        await self.writer.do(work)

    async def tables_of(self, person: str, limit: int = 12) -> list[TableRow]:
        return await self._read(lambda db: own_tables(db, person, limit, archive_is_full=self.archive_is_full))

    # -- records ---------------------------------------------------------------------------------------------------

    async def keep_record(self, record: str, text: str) -> None:
        now = self._now()
        await self.writer.do(lambda db: _done(db.execute(insert(RECORDS).values(id=record, text=text, created=now))))

    async def record(self, record: str) -> str | None:
        return await self._read(lambda db: db.execute(select(RECORDS.c.text).where(RECORDS.c.id == record)).scalar())

    # -- people ----------------------------------------------------------------------------------------------------

    async def person(self, kind: str, secret: str) -> str | None:
        return await self._read(lambda db: _person(db, kind, secret))

    async def visitor(self, secret: str) -> VisitorRow | None:
        return await self._read(lambda db: _visitor(db, secret))

    async def seen(self, secret: str) -> None:
        here = (CREDENTIALS.c.kind == "browser") & (CREDENTIALS.c.secret == secret)
        noted = update(CREDENTIALS).where(here).values(seen=self._now())
        await self.writer.do(lambda db: _done(db.execute(noted)))

    async def enroll(self, kind: str, secret: str) -> str:
        now = self._now()
        fresh = secrets.token_hex(8)

        def work(db: Connection) -> str:
            known = _person(db, kind, secret)
            if known is not None:
                return known
            db.execute(insert(PEOPLE).values(id=fresh, created=now))
            db.execute(insert(CREDENTIALS).values(kind=kind, secret=secret, person=fresh, created=now))
            return fresh

        try:
            return await self.writer.do(work)
        except Exception:
            known = await self.person(kind, secret)  # two nodes, one browser, one moment
            if known is None:
                raise
            return known

    # -- leases ----------------------------------------------------------------------------------------------------

    async def lease(self, name: str, holder: str, seconds: float) -> bool:
        now = self._now()
        values = {"holder": holder, "until": now + seconds}
        free = LEASES.c.until < now if self.shared else LEASES.c.until.is_not(None)

        def work(db: Connection) -> bool:
            mine = update(LEASES).where(LEASES.c.name == name, or_(LEASES.c.holder == holder, free)).values(values)
            if db.execute(mine).rowcount == 1:
                return True
            if db.execute(select(LEASES.c.name).where(LEASES.c.name == name)).first() is not None:
                return False
            try:
                db.execute(insert(LEASES).values(name=name, **values))
            except IntegrityError as error:
                raise Taken(name) from error
            return True

        try:
            return await self.writer.do(work)
        except Taken:  # another node was faster by a moment
            return False

    async def release(self, name: str, holder: str) -> None:
        gone = delete(LEASES).where(LEASES.c.name == name, LEASES.c.holder == holder)
        await self.writer.do(lambda db: _done(db.execute(gone)))

    async def leases(self, holder: str) -> list[LeaseRow]:
        wanted = select(LEASES.c.name, LEASES.c.holder, LEASES.c.until).where(LEASES.c.holder != holder)
        if self.shared:
            wanted = wanted.where(LEASES.c.until < self._now())
        return await self._read(lambda db: [LeaseRow(*row) for row in db.execute(wanted)])

    async def left_bots(self, since: float, before: float) -> list[str]:
        return await self._read(lambda db: left_bots(db, since, before, self._now(), shared=self.shared))

    # -- outbox ----------------------------------------------------------------------------------------------------

    async def outbox(self, limit: int = 100) -> list[OutboxRow]:
        wanted = select(OUTBOX).where(OUTBOX.c.sent.is_(None), OUTBOX.c.topic == "ended")
        wanted = wanted.order_by(OUTBOX.c.number).limit(limit)
        return await self._read(lambda db: [outbox_row(row) for row in db.execute(wanted)])

    async def sent(self, numbers: Sequence[int]) -> None:
        now = self._now()
        done = update(OUTBOX).where(OUTBOX.c.number.in_(list(numbers))).values(sent=now)
        await self.writer.do(lambda db: _done(db.execute(done)))


def _done(_: object) -> None:
    return None


def _visitor(db: Connection, secret: str) -> VisitorRow | None:
    columns = (
        PEOPLE.c.id,
        func.coalesce(ACCOUNTS.c.name, PEOPLE.c.name, ""),
        ACCOUNTS.c.person.is_not(None),
        func.coalesce(ACCOUNTS.c.role, ""),
        func.coalesce(PEOPLE.c.muted, 0.0),
        func.coalesce(PEOPLE.c.suspended, 0.0),
        func.coalesce(CREDENTIALS.c.seen, 0.0),
    )
    joined = CREDENTIALS.join(PEOPLE, PEOPLE.c.id == CREDENTIALS.c.person).outerjoin(
        ACCOUNTS, ACCOUNTS.c.person == PEOPLE.c.id
    )
    here = (CREDENTIALS.c.kind == "browser") & (CREDENTIALS.c.secret == secret)
    row = db.execute(select(*columns).select_from(joined).where(here)).first()
    if row is None:
        return None
    blocked = select(BLOCKS.c.blocked).where(BLOCKS.c.person == row[0])
    return replace(VisitorRow(*row), blocked=frozenset(db.execute(blocked).scalars()))


def _person(db: Connection, kind: str, secret: str) -> str | None:
    found: str | None = db.execute(
        select(CREDENTIALS.c.person).where(CREDENTIALS.c.kind == kind, CREDENTIALS.c.secret == secret)
    ).scalar()
    return found
