"""The store in SQL (SQLAlchemy Core): the same statements for SQLite and PostgreSQL, and the only code that has any."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Select, bindparam, delete, insert, or_, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, TimeoutError

from kotva.engine.game import Json
from kotva.server.appends import can_store_together, store_together
from kotva.server.broker import Broker
from kotva.server.database import Database
from kotva.server.listen import Listen, notify
from kotva.server.rows import LESSON, Append, EventRow, LeaseRow, OutboxRow, SitterRow, TableRow, TimesRow
from kotva.server.schema import CALLS, CREDENTIALS, DEADLINES, LEASES, MOVES, OUTBOX, PEOPLE, RECORDS, SITTERS, TABLES
from kotva.server.store import Now, Taken
from kotva.server.timebook import Deadlines, Timebook, open_clock, times_of
from kotva.server.writer import Writer, unavailable

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
        columns = ["table_id", "number", "kind", "actor", "text", "key", "at"]
        self._insert_moves = str(insert(MOVES).compile(dialect=dialect, column_keys=columns))
        touch = (
            update(TABLES)
            .where(TABLES.c.id == bindparam("which"))
            .values(changed=bindparam("now"), to_act=bindparam("seats"))
        )
        self._touch_table = str(touch.compile(dialect=dialect))
        self._deadlines = Deadlines(dialect)

    @property
    def shared(self) -> bool:
        return self._database.address is not None

    def broker(self) -> Broker | None:
        if self._database.address is None:
            return None
        return Listen(self._database.address, self._node)

    def timebook(self) -> Timebook:
        return Timebook(self)

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
        except (DBAPIError, TimeoutError) as error:
            raise unavailable(error) from None

    # -- tables ----------------------------------------------------------------------------------------------------

    async def create(self, row: TableRow, events: Sequence[EventRow], *, clock: bool = False) -> None:
        now = self._now()
        row.created = row.changed = now

        def work(db: Connection) -> None:
            try:
                db.execute(insert(TABLES).values(_table_values(row)))
            except IntegrityError as error:
                raise Taken(row.id) from error
            db.execute(insert(SITTERS), [_sitter_values(row.id, sitter) for sitter in row.sitters])
            if events:
                db.execute(insert(MOVES), [_event_values(row.id, n, e, now) for n, e in enumerate(events, 1)])
            if clock:
                open_clock(db, row.id, len(events), now, starts=all(s.level or s.person for s in row.sitters))

        await self.writer.do(work)

    async def append(self, append: Append, also: Callable[[Connection], None] | None = None) -> None:
        now = self._now()
        if self._together and also is None and append.is_plain:
            await self.writer.do_together(store_together, (append, now))
            return
        rows = [
            (append.table, number, event.kind, event.actor, event.text, event.key, event.at or now)
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
            self._deadlines.keep(db, append)
            if append.outcome is None:
                db.exec_driver_sql(self._touch_table, (now, append.to_act, append.table))
                return
            here = TABLES.c.id == append.table
            outcome = json.dumps(append.outcome)
            db.execute(update(TABLES).where(here).values(changed=now, status="over", outcome=outcome, to_act=0))
            origin = db.execute(select(TABLES.c.origin).where(here)).scalar_one()
            db.execute(insert(OUTBOX).values(topic="ended", table_id=append.table, origin=origin, body=outcome, at=now))

        await self.writer.do(work)

    async def table(self, table: str) -> TableRow | None:
        rows = await self._read(lambda db: _tables(db, select(TABLES).where(TABLES.c.id == table)))
        return rows[0] if rows else None

    async def events(self, table: str, after: int = 0) -> list[EventRow]:
        found = (
            select(MOVES.c.kind, MOVES.c.actor, MOVES.c.text, MOVES.c.key, MOVES.c.at)
            .where(MOVES.c.table_id == table, MOVES.c.number > after)
            .order_by(MOVES.c.number)
        )
        return await self._read(lambda db: [EventRow(*row) for row in db.execute(found)])

    async def times(self, table: str) -> TimesRow:
        return await self._read(lambda db: times_of(db, table))

    async def sit(self, table: str, seat: int, name: str, person: str) -> bool:
        here = (SITTERS.c.table_id == table) & (SITTERS.c.seat == seat) & (SITTERS.c.kind == "person")

        def work(db: Connection) -> bool:
            taken = update(SITTERS).where(here, SITTERS.c.person.is_(None)).values(name=name, person=person)
            if db.execute(taken).rowcount == 1:
                self.tell_nodes(db, table)
                return True
            return db.execute(select(SITTERS.c.seat).where(here, SITTERS.c.person == person)).first() is not None

        return await self.writer.do(work)

    async def vacate(self, table: str, person: str, level: str, name: str = "") -> None:
        here = update(SITTERS).where(SITTERS.c.table_id == table, SITTERS.c.person == person)
        values = {"kind": "bot", "level": level} if level else {"name": name}

        def work(db: Connection) -> None:
            db.execute(here.values(person=None, **values))
            self.tell_nodes(db, table)

        await self.writer.do(work)

    async def delete(self, table: str, person: str) -> None:
        def work(db: Connection) -> None:
            try:
                # Whoever sits down or moves at this very moment keeps a row that refers to the table: then nothing is deleted.
                seats = or_(SITTERS.c.person.is_(None), SITTERS.c.person == person)
                db.execute(delete(SITTERS).where(SITTERS.c.table_id == table, seats))
                for rows in (MOVES, DEADLINES, CALLS):
                    db.execute(delete(rows).where(rows.c.table_id == table))
                gone = db.execute(delete(TABLES).where(TABLES.c.id == table, TABLES.c.status != "over")).rowcount
            except IntegrityError as error:
                raise Taken(table) from error
            if not gone:
                raise Taken(table)
            self.tell_nodes(db, table)

        await self.writer.do(work)

    async def tables_of(self, person: str, limit: int = 12) -> list[TableRow]:
        theirs = select(SITTERS.c.table_id).where(SITTERS.c.person == person)
        games = ~TABLES.c.origin.startswith(LESSON, autoescape=True)
        wanted = select(TABLES).where(TABLES.c.id.in_(theirs), games).order_by(TABLES.c.changed.desc()).limit(limit)
        return await self._read(lambda db: _tables(db, wanted))

    # -- records ---------------------------------------------------------------------------------------------------

    async def keep_record(self, record: str, text: str) -> None:
        now = self._now()
        await self.writer.do(lambda db: _done(db.execute(insert(RECORDS).values(id=record, text=text, created=now))))

    async def record(self, record: str) -> str | None:
        return await self._read(lambda db: db.execute(select(RECORDS.c.text).where(RECORDS.c.id == record)).scalar())

    # -- people ----------------------------------------------------------------------------------------------------

    async def person(self, kind: str, secret: str) -> str | None:
        return await self._read(lambda db: _person(db, kind, secret))

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

    # -- outbox ----------------------------------------------------------------------------------------------------

    async def outbox(self, limit: int = 100) -> list[OutboxRow]:
        wanted = select(OUTBOX).where(OUTBOX.c.sent.is_(None)).order_by(OUTBOX.c.number).limit(limit)

        def work(db: Connection) -> list[OutboxRow]:
            return [
                OutboxRow(row.number, row.topic, row.table_id, row.origin, json.loads(row.body), row.at)
                for row in db.execute(wanted)
            ]

        return await self._read(work)

    async def sent(self, numbers: Sequence[int]) -> None:
        now = self._now()
        done = update(OUTBOX).where(OUTBOX.c.number.in_(list(numbers))).values(sent=now)
        await self.writer.do(lambda db: _done(db.execute(done)))


def _done(_: object) -> None:
    return None


def _person(db: Connection, kind: str, secret: str) -> str | None:
    found: str | None = db.execute(
        select(CREDENTIALS.c.person).where(CREDENTIALS.c.kind == kind, CREDENTIALS.c.secret == secret)
    ).scalar()
    return found


def _tables(db: Connection, wanted: Select[Any]) -> list[TableRow]:
    found = list(db.execute(wanted).mappings())
    sitters: dict[str, list[SitterRow]] = {row["id"]: [] for row in found}
    of = select(SITTERS).where(SITTERS.c.table_id.in_(list(sitters))).order_by(SITTERS.c.seat)
    for s in db.execute(of).mappings():
        sitters[s["table_id"]].append(SitterRow(s["seat"], s["kind"], s["level"], s["name"], s["person"]))
    return [
        TableRow(
            id=row["id"],
            game=row["game"],
            version=row["version"],
            title=row["title"],
            seats=row["seats"],
            options=_json(row["options"]) or {},
            seed=row["seed"],
            position=_json(row["position"]),
            created=row["created"],
            changed=row["changed"],
            status=row["status"],
            clock=_json(row["clock"]),
            origin=row["origin"],
            owner=row["owner"],
            hints=row["hints"],
            outcome=_json(row["outcome"]),
            to_act=row["to_act"],
            sitters=sitters[row["id"]],
        )
        for row in found
    ]


def _json(text: str | None) -> dict[str, Json] | None:
    """An object that was stored; what somebody has spoilt by hand is nothing (the game's own defaults then)."""
    try:
        data = None if text is None else json.loads(text)
    except ValueError:
        return None
    return data if isinstance(data, dict) else None


def _text(data: dict[str, Json] | None) -> str | None:
    return None if data is None else json.dumps(data)


def _table_values(row: TableRow) -> dict[str, object]:
    return {
        "id": row.id,
        "game": row.game,
        "version": row.version,
        "title": row.title,
        "seats": row.seats,
        "options": json.dumps(row.options),
        "position": _text(row.position),
        "seed": row.seed,
        "created": row.created,
        "changed": row.changed,
        "status": row.status,
        "clock": _text(row.clock),
        "origin": row.origin,
        "owner": row.owner,
        "hints": row.hints,
        "outcome": _text(row.outcome),
        "to_act": row.to_act,
    }


def _sitter_values(table: str, sitter: SitterRow) -> dict[str, object]:
    return {
        "table_id": table,
        "seat": sitter.seat,
        "kind": sitter.kind,
        "level": sitter.level,
        "name": sitter.name,
        "person": sitter.person,
    }


def _event_values(table: str, number: int, event: EventRow, now: float) -> dict[str, object]:
    return {
        "table_id": table,
        "number": number,
        "kind": event.kind,
        "actor": event.actor,
        "text": event.text,
        "key": event.key,
        "at": event.at or now,
    }
