"""SQLite: one file, one server. The name of the file is a path and nothing else, whatever characters are in it."""

from __future__ import annotations

import os
import sqlite3
import sys
from pathlib import Path
from typing import IO

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from kotva.engine.say import N_
from kotva.server.database import Database, upgrade
from kotva.server.store import BadDatabase
from kotva.server.writer import BEGIN

_WAIT = 5.0  # seconds to wait for somebody who reads or backs the file up


def connect(path: Path, *, alone: bool) -> Database:
    """Open a file, made or brought up to date if need be; BadDatabase says in one sentence why it cannot be."""
    path = Path(os.path.abspath(path))  # noqa: PTH100  resolve() would follow links, and those may be meant
    try:
        _look_at(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        claim = _claim(path) if alone else None
    except OSError as error:
        raise BadDatabase(N_("{name} cannot be used: {error}."), name=path, error=error.strerror or error) from None
    readers, writer = _engine(path, "BEGIN"), _engine(path, BEGIN)
    try:
        with writer.begin() as db:
            upgrade(db, str(path))
            _sound(db)
            if alone:  # a server must write; a file that may only be read would let it start
                db.exec_driver_sql("update alembic_version set version_num = version_num")
    except DBAPIError as error:
        _let_go(readers, writer, claim)
        raise BadDatabase(N_("{name} cannot be used: {error}."), name=path, error=error.orig) from None
    except BadDatabase:
        _let_go(readers, writer, claim)
        raise
    return Database(readers, writer, lambda: _let_go(readers, writer, claim))


def _engine(path: Path, begin: str) -> Engine:
    def open_file() -> sqlite3.Connection:
        # No isolation level: Python would commit behind our back before it changes a schema.
        connection = sqlite3.connect(path, timeout=_WAIT, isolation_level=None, check_same_thread=False)
        try:
            # FULL: what was acknowledged survives a power cut too, not only a killed process.
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
                connection.execute(f"PRAGMA {pragma}")
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    engine = create_engine("sqlite://", creator=open_file, poolclass=QueuePool, pool_size=4, max_overflow=4)

    @event.listens_for(engine, "begin")
    def _begin(db: Connection) -> None:
        try:
            db.connection.cursor().execute(begin)  # past SQLAlchemy: it happens for every transaction
        except sqlite3.Error as error:
            raise DBAPIError.instance(begin, (), error, sqlite3.Error) from error

    return engine


def _sound(db: Connection) -> None:
    """A quick look at the tables that every page needs, so that a damaged file is found at the start."""
    for table in ("tables", "sitters", "people", "credentials"):
        db.exec_driver_sql(f"select count(*) from {table}")  # noqa: S608


def _let_go(readers: Engine, writer: Engine, claim: IO[str] | None) -> None:
    readers.dispose()
    writer.dispose()
    if claim is not None:
        claim.close()


def _look_at(path: Path) -> None:
    """BadDatabase if there is a file that is something else: nothing is written beside it."""
    if path.is_file() and path.stat().st_size:
        with path.open("rb") as file:
            if file.read(16) != b"SQLite format 3\0":
                raise BadDatabase(N_("{name} cannot be used: {error}."), name=path, error="file is not a database")


def _claim(path: Path) -> IO[str]:
    """A lock that the system takes back when the process ends, however it ends."""
    claim = path.with_name(path.name + ".lock").open("a+", encoding="utf-8")
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(claim.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        claim.close()
        raise BadDatabase(
            N_("Another Kotva server is already using {name}. Stop it first, or choose another file with --db."),
            name=path,
        ) from None
    return claim
