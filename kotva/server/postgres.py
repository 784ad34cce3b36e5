"""PostgreSQL: as many nodes as one needs on one database. The driver (pg8000) comes with `pip install kotva[postgres]`."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine, create_engine, make_url
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.postgresql.pg8000 import PGDialect_pg8000
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError

from kotva.engine.say import N_
from kotva.server.database import Database, upgrade
from kotva.server.store import BadDatabase

_SCHEMA_LOCK = (
    5_260_274  # a number of our own: nodes that start together bring the schema up to date one after the other
)


def _noticed(name: str) -> Any:
    """pg8000 lets errors of the socket through as they are; only errors of the driver are known as a lost connection."""
    method = getattr(PGDialect_pg8000, name)

    def does(self: PGDialect_pg8000, *args: object, **values: object) -> object:
        try:
            return method(self, *args, **values)
        except OSError as error:
            lost = "network error"  # by these words the dialect knows it
            raise self.loaded_dbapi.InterfaceError(lost) from error

    return does


class Dialect(PGDialect_pg8000):
    """A connection that was cut is noticed by the ping and leaves the pool, whatever of it fails first."""

    supports_statement_cache = True
    do_ping = _noticed("do_ping")
    do_execute = _noticed("do_execute")
    do_executemany = _noticed("do_executemany")
    do_commit = _noticed("do_commit")
    do_rollback = _noticed("do_rollback")


registry.register("postgresql.kotva", __name__, "Dialect")


def connect(address: str) -> Database:
    """Open a database by its address; BadDatabase says in one sentence why it cannot be."""
    engine = _engine(address)
    shown = engine.url.render_as_string(hide_password=True)
    try:
        with engine.begin() as db:
            db.exec_driver_sql(f"select pg_advisory_xact_lock({_SCHEMA_LOCK})")
            upgrade(db, shown)
    except (DBAPIError, OSError) as error:
        engine.dispose()
        reason = error.orig if isinstance(error, DBAPIError) else error
        raise BadDatabase(N_("{name} cannot be used: {error}."), name=shown, error=str(reason).rstrip(".")) from None
    except BadDatabase:
        engine.dispose()
        raise
    return Database(engine, engine, engine.dispose, engine.url)


def driver_url(address: str) -> URL:
    """The address with the driver that we use."""
    try:
        return make_url(address).set(drivername="postgresql+kotva")
    except ArgumentError:
        raise BadDatabase(N_("{name} is not the address of a database."), name=address) from None


def _engine(address: str) -> Engine:
    try:
        return create_engine(driver_url(address), pool_size=6, max_overflow=4, pool_pre_ping=True)
    except ModuleNotFoundError:
        raise BadDatabase(N_("PostgreSQL needs a driver: pip install 'kotva[postgres]'.")) from None
