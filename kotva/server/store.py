"""What is kept on disk, and the only code that speaks to the database. Every function here is one transaction."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, create_engine, event, insert, select, update
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import ConnectionPoolEntry

from kotva.engine.game import Json
from kotva.files import PACKAGE
from kotva.server.schema import MOVES, RECORDS, SITTERS, TABLES


class Taken(Exception):
    """Somebody else has appended to the table first: read again."""


@dataclass(slots=True)
class SitterRow:
    """Who sits at a seat; a person without a token has not come yet."""

    seat: int
    kind: str
    level: str
    name: str
    token: str | None = None


@dataclass(frozen=True, slots=True)
class EventRow:
    """One line of a table's history."""

    kind: str  # "move" or "undo"
    actor: int
    text: str
    key: str | None = None


@dataclass(slots=True)
class TableRow:
    """A table as it was set up."""

    id: str
    game: str
    version: str
    title: str
    seats: int
    options: dict[str, Json]
    seed: str
    position: dict[str, Json] | None = None
    created: float = 0.0
    changed: float = 0.0
    status: str = "running"
    sitters: list[SitterRow] = field(default_factory=list)


class Store:
    """The database: one file, many readers, one writer at a time."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.engine = _open(path)

    def close(self) -> None:
        self.engine.dispose()

    # -- tables ----------------------------------------------------------------------------------------------------

    def create(self, row: TableRow, events: Sequence[EventRow]) -> None:
        """A new table with its seats and whatever chance decided before the first move."""
        now = time.time()
        row.created = row.changed = now
        with self.engine.begin() as db:
            db.execute(
                insert(TABLES).values(
                    id=row.id,
                    game=row.game,
                    version=row.version,
                    title=row.title,
                    seats=row.seats,
                    options=json.dumps(row.options),
                    position=None if row.position is None else json.dumps(row.position),
                    seed=row.seed,
                    created=now,
                    changed=now,
                    status=row.status,
                )
            )
            db.execute(
                insert(SITTERS),
                [
                    {
                        "table_id": row.id,
                        "seat": s.seat,
                        "kind": s.kind,
                        "level": s.level,
                        "name": s.name,
                        "token": s.token,
                    }
                    for s in row.sitters
                ],
            )
            if events:
                db.execute(insert(MOVES), _event_values(row.id, 0, events, now))

    def append(self, table: str, after: int, events: Sequence[EventRow], status: str) -> None:
        """Append events behind the `after`-th; Taken if somebody was faster or a key has been used."""
        now = time.time()
        try:
            with self.engine.begin() as db:
                db.execute(insert(MOVES), _event_values(table, after, events, now))
                db.execute(update(TABLES).where(TABLES.c.id == table).values(changed=now, status=status))
        except IntegrityError as error:
            raise Taken(table) from error

    def table(self, table: str) -> TableRow | None:
        with self.engine.connect() as db:
            found = db.execute(select(TABLES).where(TABLES.c.id == table)).mappings().first()
            if found is None:
                return None
            sitters = db.execute(select(SITTERS).where(SITTERS.c.table_id == table).order_by(SITTERS.c.seat)).mappings()
            return TableRow(
                id=found["id"],
                game=found["game"],
                version=found["version"],
                title=found["title"],
                seats=found["seats"],
                options=json.loads(found["options"]),
                seed=found["seed"],
                position=None if found["position"] is None else json.loads(found["position"]),
                created=found["created"],
                changed=found["changed"],
                status=found["status"],
                sitters=[SitterRow(s["seat"], s["kind"], s["level"], s["name"], s["token"]) for s in sitters],
            )

    def events(self, table: str, after: int = 0) -> list[EventRow]:
        """What happened at a table behind the `after`-th event."""
        with self.engine.connect() as db:
            rows = db.execute(
                select(MOVES.c.kind, MOVES.c.actor, MOVES.c.text, MOVES.c.key)
                .where(MOVES.c.table_id == table, MOVES.c.number > after)
                .order_by(MOVES.c.number)
            )
            return [EventRow(kind, actor, text, key) for kind, actor, text, key in rows]

    def sit(self, table: str, seat: int, name: str, token: str) -> bool:
        """Take a free seat; False if it is taken (or no person's)."""
        with self.engine.begin() as db:
            done = db.execute(
                update(SITTERS)
                .where(
                    SITTERS.c.table_id == table,
                    SITTERS.c.seat == seat,
                    SITTERS.c.kind == "person",
                    SITTERS.c.token.is_(None),
                )
                .values(name=name, token=token)
            )
            return done.rowcount == 1

    def tables_of(self, token: str, limit: int = 12) -> list[TableRow]:
        """The tables at which a browser has a seat, the latest first."""
        with self.engine.connect() as db:
            ids = db.execute(
                select(TABLES.c.id)
                .where(TABLES.c.id.in_(select(SITTERS.c.table_id).where(SITTERS.c.token == token)))
                .order_by(TABLES.c.changed.desc())
                .limit(limit)
            ).scalars()
            found = [self.table(table) for table in ids]
        return [row for row in found if row is not None]

    # -- records ---------------------------------------------------------------------------------------------------

    def keep_record(self, record: str, text: str) -> None:
        with self.engine.begin() as db:
            db.execute(insert(RECORDS).values(id=record, text=text, created=time.time()))

    def record(self, record: str) -> str | None:
        with self.engine.connect() as db:
            return db.execute(select(RECORDS.c.text).where(RECORDS.c.id == record)).scalar()


def _event_values(table: str, after: int, events: Sequence[EventRow], now: float) -> list[dict[str, object]]:
    return [
        {
            "table_id": table,
            "number": number,
            "kind": event.kind,
            "actor": event.actor,
            "text": event.text,
            "key": event.key,
            "at": now,
        }
        for number, event in enumerate(events, after + 1)
    ]


def _open(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}")

    @event.listens_for(engine, "connect")
    def _prepare(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        # FULL: what was acknowledged survives a power cut too, not only a killed process.
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    config = Config()
    config.set_main_option("script_location", str(PACKAGE / "server" / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    return engine
