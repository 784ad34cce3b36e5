"""Everything that is kept, in one file: a line of JSON for each row, compressed. It can be restored into SQLite or PostgreSQL.

A backup is one moment of a database, taken while servers work on it. It holds seeds and what is kept of credentials: guard it.
"""

from __future__ import annotations

import gzip
import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

from sqlalchemy import Connection, MetaData, Table, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_
from kotva.server import people_schema, postgres, rowcheck, sqlite, talk_schema
from kotva.server.database import Database, stamp, upgrade_to
from kotva.server.schema import META
from kotva.server.store import is_url

FORMAT = 1
_PARTS = (people_schema, talk_schema)  # loaded, so that META knows their tables
_BATCH = 500
Done = Callable[[int], None]  # told how many rows more have been handled


class BadBackup(KotvaError):
    """A file that is no backup, or not a whole one; or a database that it cannot be restored into."""


def backup(database: str | Path, target: Path, done: Done = lambda _: None) -> int:
    """Write a backup; how many rows it has. The file is there when it is whole, and not before."""
    if not is_url(database) and not Path(database).exists():
        raise BadBackup(N_("There is no database {name}."), name=database)
    if target.exists() and not target.is_file():  # a device or a folder would be replaced
        raise BadBackup(N_("{name} cannot be written: {error}."), name=target, error="it is no ordinary file")
    opened = _open(database, alone=False)
    part = target.with_name(target.name + ".part")
    try:
        with opened.readers.connect() as db:
            if opened.address is not None:
                db = db.execution_options(isolation_level="REPEATABLE READ")
            with db.begin(), _private(part) as out:
                rows = _write(db, out, done)
        part.replace(target)
    except OSError as error:
        raise BadBackup(N_("{name} cannot be written: {error}."), name=target, error=error.strerror or error) from None
    except SQLAlchemyError as error:
        raise BadBackup(
            N_("{name} cannot be read: {error}."), name=database, error=getattr(error, "orig", error)
        ) from None
    finally:
        part.unlink(missing_ok=True)
        opened.close()
    return rows


def restore(source: Path, database: str | Path, done: Done = lambda _: None) -> int:
    """Fill an empty database from a backup, all or nothing; how many rows it has got."""
    head = _head(source)
    opened = _open(database, alone=True)
    try:
        with opened.writer.begin() as db:
            for table in reversed(META.sorted_tables):
                if db.execute(select(table).limit(1)).first() is not None:
                    raise BadBackup(N_("{name} is not empty: restore into a database of its own."), name=database)
            _go_to(db, head)
            rows = _fill(db, source, done)
            upgrade_to(db, "head")
    except SQLAlchemyError as error:
        raise BadBackup(
            N_("{name} cannot be restored: {error}."), name=source, error=getattr(error, "orig", error)
        ) from None
    finally:
        opened.close()
    return rows


# -- inside ----------------------------------------------------------------------------------------------------------


def _open(database: str | Path, *, alone: bool) -> Database:
    return postgres.connect(str(database)) if is_url(database) else sqlite.connect(Path(database), alone=alone)


def _private(path: Path) -> TextIO:
    """A compressed file that nobody else may read."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    return gzip.open(path, "wt", encoding="utf-8")


def _write(db: Connection, out: TextIO, done: Done) -> int:
    print(json.dumps({"kotva-backup": FORMAT, "schema": stamp(db)}), file=out)
    rows = 0
    for table in META.sorted_tables:
        for row in db.execute(select(table)).mappings():
            print(json.dumps([table.name, dict(row)]), file=out)
            rows += 1
            done(1)
    print(json.dumps({"rows": rows}), file=out)
    return rows


def _lines(source: Path) -> Iterator[Any]:
    try:
        with gzip.open(source, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield json.loads(line)
    except (OSError, EOFError, ValueError, RecursionError) as error:
        raise BadBackup(N_("{name} is no whole backup of Kotva: {error}."), name=source, error=error) from None


def _head(source: Path) -> str:
    first = next(_lines(source), None)
    schema = first.get("schema") if isinstance(first, dict) and first.get("kotva-backup") == FORMAT else None
    if not isinstance(schema, str) or not re.fullmatch("[0-9]{4,8}", schema):
        raise BadBackup(N_("{name} is no backup of Kotva."), name=source)
    return schema


def _go_to(db: Connection, schema: str) -> None:
    """The empty schema in which the backup was taken: an old one is brought up to date when its rows are in."""
    META.drop_all(db)
    db.execute(text("drop table alembic_version"))
    upgrade_to(db, schema)


def _fill(db: Connection, source: Path, done: Done) -> int:
    shape = MetaData()
    shape.reflect(db)
    rows, batch, of = 0, list[dict[str, Any]](), ""
    end: int | None = None  # how many rows there should be, said by the last line

    def flush() -> None:
        nonlocal rows
        if batch:
            db.execute(insert(shape.tables[of]), batch)
            rows += len(batch)
            done(len(batch))
            batch.clear()

    for number, line in enumerate(_lines(source)):
        if number == 0:
            continue
        if end is None and isinstance(line, dict) and set(line) == {"rows"} and isinstance(line["rows"], int):
            flush()
            end = line["rows"]
            continue
        table = _table_of(line, shape) if end is None else None
        if table is None:
            raise _not_whole(source, f"line {number + 1} is no row")
        if table.name != of or len(batch) >= _BATCH:
            flush()
        of = table.name
        try:
            batch.append(rowcheck.check(table, line[1]))
        except rowcheck.BadRow as error:
            raise _not_whole(source, f"line {number + 1}: {error}") from None
    if end is None:
        raise _not_whole(source, "its end is missing")
    if end != rows or not rows:
        raise _not_whole(source, f"it has {rows} rows, and should have {end}" if rows else "there is nothing in it")
    for table in shape.tables.values():
        _count_on(db, table)
    return rows


def _table_of(line: Any, shape: MetaData) -> Table | None:
    """Which table a line is a row of."""
    if isinstance(line, list) and len(line) == 2 and isinstance(line[0], str) and isinstance(line[1], dict):
        return shape.tables.get(line[0]) if line[0] != "alembic_version" else None
    return None


def _not_whole(source: Path, error: str) -> BadBackup:
    return BadBackup(N_("{name} is no whole backup of Kotva: {error}."), name=source, error=error)


def _count_on(db: Connection, table: Table) -> None:
    """PostgreSQL counts some rows by itself, and must know where to go on."""
    if db.dialect.name == "postgresql" and list(table.primary_key.columns.keys()) == ["number"]:
        last = db.execute(select(func.max(table.c.number))).scalar()
        if last is not None:
            db.execute(select(func.setval(func.pg_get_serial_sequence(table.name, "number"), last)))
