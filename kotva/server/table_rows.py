"""Tables, seats and events between their records and the rows of the database."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, select

from kotva.engine.game import Json
from kotva.server.rows import EventRow, SitterRow, TableRow
from kotva.server.schema import SITTERS, TABLES

_NAMES: Final = tuple(column.name for column in TABLES.c)
_OBJECTS: Final = ("options", "position", "clock", "outcome")  # kept as JSON
_SITTER: Final = (SITTERS.c.seat, SITTERS.c.kind, SITTERS.c.level, SITTERS.c.name, SITTERS.c.person, SITTERS.c.left_by)


def read_tables(db: Connection, wanted: Select[Any]) -> list[TableRow]:
    """The tables of a query (all columns, in their order), with those who sit there."""
    return with_sitters(db, list(db.execute(wanted)))


def with_sitters(db: Connection, found: Sequence[Row[Any]]) -> list[TableRow]:
    """Rows of tables that were found, with those who sit there, in the same order."""
    sitters: dict[str, list[SitterRow]] = {row.id: [] for row in found}
    of = select(SITTERS.c.table_id, *_SITTER).where(SITTERS.c.table_id.in_(list(sitters))).order_by(SITTERS.c.seat)
    for table, *sitter in db.execute(of):
        sitters[table].append(SitterRow(*sitter))
    rows = []
    for row in found:
        values = dict(zip(_NAMES, row, strict=True))
        values |= {name: _json(values[name]) for name in _OBJECTS if values[name] is not None}
        rows.append(TableRow(**values | {"options": values["options"] or {}, "sitters": sitters[row.id]}))
    return rows


def _json(text: str | None) -> dict[str, Json] | None:
    """An object that was stored; what somebody has spoilt by hand is nothing (the game's own defaults then)."""
    try:
        data = None if text is None else json.loads(text)
    except ValueError:
        return None
    return data if isinstance(data, dict) else None


def _text(data: dict[str, Json] | None) -> str | None:
    return None if data is None else json.dumps(data)


def table_values(row: TableRow) -> dict[str, object]:
    """A table as the columns of its row."""
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
        "access": row.access,
        "rated": row.rated,
        "absence": row.absence,
        "finishers": row.finishers,
    }


def sitter_values(table: str, sitter: SitterRow) -> dict[str, object]:
    """A seat as the columns of its row."""
    return {
        "table_id": table,
        "seat": sitter.seat,
        "kind": sitter.kind,
        "level": sitter.level,
        "name": sitter.name,
        "person": sitter.person,
        "left_by": sitter.left_by,
    }


def event_values(table: str, number: int, event: EventRow, now: float) -> dict[str, object]:
    """An event as the columns of its row."""
    return {
        "table_id": table,
        "number": number,
        "kind": event.kind,
        "actor": event.actor,
        "text": event.text,
        "key": event.key,
        "at": event.at or now,
        "delay": event.delay,
    }
