"""Moves of many tables stored at once: a few long statements instead of two short ones a move.

The thread that writes lets others run whenever it asks the database, and has to wait for its turn again afterwards: with a busy
event loop half a millisecond each time. So what waits is put together, and SQLite is asked a handful of times for all of it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from functools import cache

from kotva.server.rows import Append
from kotva.server.store import Taken

_OLDEST = (3, 33)  # an UPDATE may read from another table
_CHUNKS = (32, 16, 8, 4, 2, 1)  # rows in a statement: few lengths, so that each is prepared once
_Row = tuple[object, ...]


def can_store_together() -> bool:
    """Whether this SQLite knows the statements."""
    return sqlite3.sqlite_version_info >= _OLDEST


def store_together(db: sqlite3.Connection, appends: Sequence[tuple[Append, float]]) -> None:
    """Store moves that need nothing else to be true with them, each with its time; Taken if one of them cannot be stored.

    Each is of another table, or behind the one before it.
    """
    moves = [
        (append.table, number, event.kind, event.actor, event.text, event.key, event.at or now, event.delay)
        for append, now in appends
        for number, event in enumerate(append.events, append.after + 1)
    ]
    try:
        for some in _chunks(moves):
            _run(db, _insert(len(some)), some)
        # Of two times of one table SQLite would take any.
        for some in _chunks([*{append.table: (append.table, now, append.to_act) for append, now in appends}.values()]):
            _run(db, _touch(len(some)), some)
    except sqlite3.IntegrityError as error:
        raise Taken(appends[0][0].table) from error


def _chunks(rows: Sequence[_Row]) -> Iterator[Sequence[_Row]]:
    start = 0
    for size in _CHUNKS:
        while len(rows) - start >= size:
            yield rows[start : start + size]
            start += size


def _run(db: sqlite3.Connection, statement: str, rows: Sequence[_Row]) -> None:
    db.execute(statement, rows[0] if len(rows) == 1 else [value for row in rows for value in row])


@cache
def _insert(rows: int) -> str:
    values = ", ".join(["(?, ?, ?, ?, ?, ?, ?, ?)"] * rows)
    return f"INSERT INTO moves (table_id, number, kind, actor, text, key, at, delay) VALUES {values}"  # noqa: S608


@cache
def _touch(rows: int) -> str:
    if rows == 1:
        return "UPDATE tables SET changed = ?2, to_act = ?3 WHERE id = ?1"
    values = ", ".join(["(?, ?, ?)"] * rows)
    return (
        f"WITH fresh (id, changed, to_act) AS (VALUES {values}) "  # noqa: S608
        "UPDATE tables SET changed = fresh.changed, to_act = fresh.to_act FROM fresh WHERE tables.id = fresh.id"
    )
