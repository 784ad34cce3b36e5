"""What the database knows of time: deadlines, calls to clocks, heartbeats, and when nobody served the tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from sqlalchemy import Connection, Dialect, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from kotva.server.rows import Append, CallRow, DeadlineRow, TimesRow
from kotva.server.schema import CALLS, DEADLINES, DOWNS, HEARTBEATS, TABLES
from kotva.server.store import Taken

T = TypeVar("T")
_NODES = "nodes"


class Rows(Protocol):
    """A store that lets rooms with tables of their own read and write."""

    @property
    def shared(self) -> bool: ...

    async def read(self, work: Callable[[Connection], T]) -> T: ...

    async def write(self, work: Callable[[Connection], T]) -> T: ...

    def tell_nodes(self, db: Connection, table: str) -> None: ...


class Deadlines:
    """The next deadline of a table, kept within the transaction that stores its events; most often only its time is new."""

    def __init__(self, dialect: Dialect) -> None:
        here = DEADLINES.c.table_id == bindparam("which")
        moved = update(DEADLINES).where(here).values(seq=bindparam("after"), at=bindparam("due"))
        self._move = str(moved.compile(dialect=dialect))
        self._put = str(insert(DEADLINES).compile(dialect=dialect, column_keys=["table_id", "seq", "at"]))
        self._drop = str(delete(DEADLINES).where(here).compile(dialect=dialect))

    def keep(self, db: Connection, append: Append) -> None:
        if append.deadline is None:
            if append.had_deadline:
                db.exec_driver_sql(self._drop, (append.table,))
            return
        seq = append.after + len(append.events)
        if not db.exec_driver_sql(self._move, (seq, append.deadline, append.table)).rowcount:
            db.exec_driver_sql(self._put, (append.table, seq, append.deadline))


def times_of(db: Connection, table: str) -> TimesRow:
    """What a table's clock is folded from, besides its events."""
    calls = select(CALLS.c.seq, CALLS.c.kind, CALLS.c.at, CALLS.c.seat, CALLS.c.seconds)
    calls = calls.where(CALLS.c.table_id == table).order_by(CALLS.c.number)
    created = select(TABLES.c.created).where(TABLES.c.id == table).scalar_subquery()
    downs = select(DOWNS.c.down, DOWNS.c.up).where(DOWNS.c.up > created).order_by(DOWNS.c.down)
    return TimesRow(
        tuple(CallRow(*row) for row in db.execute(calls)), tuple((row[0], row[1]) for row in db.execute(downs))
    )


def open_clock(db: Connection, table: str, events: int, now: float, *, starts: bool) -> None:
    """Within the transaction that makes a table with a clock: any node can find out when it is due."""
    db.execute(insert(DEADLINES).values(table_id=table, seq=events, at=now))
    if starts:
        db.execute(insert(CALLS).values(table_id=table, number=1, seq=0, kind="start", seconds=0.0, at=now))


class TimeStore:
    """The rows of time. Every function is one transaction."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    async def due(self, before: float, limit: int = 100) -> list[DeadlineRow]:
        """Deadlines up to a time, the oldest first."""
        wanted = select(DEADLINES.c.table_id, DEADLINES.c.seq, DEADLINES.c.at).where(DEADLINES.c.at <= before)
        wanted = wanted.order_by(DEADLINES.c.at).limit(limit)
        return await self._rows.read(lambda db: [DeadlineRow(*row) for row in db.execute(wanted)])

    async def next_at(self, after: float) -> float | None:
        """When the next deadline of any table is, behind a time."""
        wanted = select(func.min(DEADLINES.c.at)).where(DEADLINES.c.at > after)
        return await self._rows.read(lambda db: db.execute(wanted).scalar())

    async def put(self, row: DeadlineRow) -> None:
        """A deadline that did not come with an event (a clock was started or has slept); one made on a later event stays."""
        here = DEADLINES.c.table_id == row.table
        values = {"table_id": row.table, "seq": row.seq, "at": row.at}

        def work(db: Connection) -> None:
            if db.execute(update(DEADLINES).where(here, DEADLINES.c.seq <= row.seq).values(values)).rowcount:
                return
            if db.execute(select(DEADLINES.c.seq).where(here)).first() is None:
                db.execute(insert(DEADLINES).values(values))

        await self._rows.write(work)

    async def drop(self, row: DeadlineRow) -> None:
        """A deadline that turned out to be none."""
        gone = delete(DEADLINES).where(DEADLINES.c.table_id == row.table, DEADLINES.c.seq == row.seq)

        def work(db: Connection) -> None:
            db.execute(gone)

        await self._rows.write(work)

    async def call(self, table: str, number: int, call: CallRow) -> None:
        """The `number`-th call to a table's clock; Taken if another node was faster."""
        values = {"table_id": table, "number": number, "seq": call.seq, "kind": call.kind, "at": call.at}

        def work(db: Connection) -> None:
            try:
                db.execute(insert(CALLS).values(**values, seat=call.seat, seconds=call.seconds))
            except IntegrityError as error:
                raise Taken(table) from error
            self._rows.tell_nodes(db, table)

        await self._rows.write(work)

    async def times(self, table: str) -> TimesRow:
        return await self._rows.read(lambda db: times_of(db, table))

    async def beat(self, now: float, longest: float) -> float:
        """A sign of life; a silence of more than `longest` seconds before it is written down as a time without a server.

        Returns until when the last such time was. Taken if another node gave the first sign of all at this moment.
        """

        def work(db: Connection) -> float:
            last = db.execute(select(HEARTBEATS.c.at).where(HEARTBEATS.c.name == _NODES)).scalar()
            if last is None:
                try:
                    db.execute(insert(HEARTBEATS).values(name=_NODES, at=now))
                except IntegrityError as error:
                    raise Taken(_NODES) from error
            else:
                older = (HEARTBEATS.c.name == _NODES) & (HEARTBEATS.c.at < now)
                db.execute(update(HEARTBEATS).where(older).values(at=now))
            since = last or 0.0  # clocks that were agreed on before anybody kept time have not run
            if now - since > longest:
                db.execute(insert(DOWNS).values(down=since, up=now))
            slept: float | None = db.execute(select(func.max(DOWNS.c.up))).scalar()
            return slept or 0.0

        return await self._rows.write(work)
