"""A database that is open, and its schema: brought up to date in one transaction, so that a kill leaves the old or the new."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, inspect, text

from kotva.engine.say import N_
from kotva.files import PACKAGE
from kotva.server.store import BadDatabase

_FIRST = ("records", "moves", "sitters", "tables")  # what the first release made, one by one, before it stamped them


@dataclass(frozen=True, slots=True)
class Database:
    """An engine to read with, one to write with, and what must be let go at the end."""

    readers: Engine
    writer: Engine
    close: Callable[[], None]
    address: URL | None = None  # of a server on which other nodes may work too


def upgrade(db: Connection, name: str) -> None:
    """To the newest schema, within the connection's transaction; BadDatabase if a newer Kotva has been here."""
    config = _config(db)
    _mend_first_start(db, name)
    known = {revision.revision for revision in ScriptDirectory.from_config(config).walk_revisions()}
    stamped = stamp(db)
    if stamped is not None and stamped not in known:
        raise BadDatabase(
            N_("{name} was written by a newer Kotva (schema {schema}); update Kotva, or choose another database."),
            name=name,
            schema=stamped,
        )
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise BadDatabase(N_("{name} cannot be brought up to date: {error}."), name=name, error=error) from None


def upgrade_to(db: Connection, revision: str) -> None:
    """To a schema that is known to exist."""
    try:
        command.upgrade(_config(db), revision)
    except CommandError as error:
        raise BadDatabase(N_("{name} cannot be brought up to date: {error}."), name=revision, error=error) from None


def _config(db: Connection) -> Config:
    config = Config()
    location = str(PACKAGE / "server" / "migrations")
    config.set_main_option("script_location", location.replace("%", "%%"))  # the file's format has a meaning for %
    config.attributes["connection"] = db
    return config


def stamp(db: Connection) -> str | None:
    """The schema that a database has; None if it has none."""
    if not inspect(db).has_table("alembic_version"):
        return None
    return db.execute(text("select version_num from alembic_version")).scalar()


def _mend_first_start(db: Connection, name: str) -> None:
    """Kotva 0.1.0, killed in its first start, left some of its tables without a stamp: empty ones are made anew."""
    there = set(inspect(db).get_table_names())
    if stamp(db) is not None or not there - {"alembic_version"}:
        return
    ours = [table for table in _FIRST if table in there]
    strange = sorted(there - {"alembic_version", *_FIRST})
    if strange or any(db.execute(text(f"select 1 from {table} limit 1")).first() for table in ours):  # noqa: S608
        raise BadDatabase(
            N_("{name} is not a database of Kotva, or a damaged one; choose another file, or restore a backup."),
            name=name,
        )
    for table in ours:
        db.execute(text(f"drop table {table}"))
