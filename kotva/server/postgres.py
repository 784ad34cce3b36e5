"""PostgreSQL: as many nodes as one needs on one database. The driver (pg8000) comes with the extra `postgres`."""

from __future__ import annotations

import struct
from contextlib import suppress
from typing import Any

from sqlalchemy import Engine, create_engine, make_url
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.postgresql.pg8000 import PGDialect_pg8000
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError

from kotva.engine.say import N_
from kotva.extras import MISSING
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
        except (OSError, EOFError, struct.error) as error:
            lost = "network error"  # by these words the dialect knows it
            raise self.loaded_dbapi.InterfaceError(lost) from error

    return does


class Dialect(PGDialect_pg8000):
    """A connection that was cut is noticed by the ping and leaves the pool, whatever of it fails first."""

    supports_statement_cache = True
    connect = _noticed("connect")
    do_begin = _noticed("do_begin")
    do_ping = _noticed("do_ping")
    do_execute = _noticed("do_execute")
    do_executemany = _noticed("do_executemany")
    do_commit = _noticed("do_commit")
    do_rollback = _noticed("do_rollback")

    def do_close(self, dbapi_connection: Any) -> None:
        """The driver says goodbye first; where nobody hears it, it leaves its socket open."""
        try:
            dbapi_connection.close()
        except (self.loaded_dbapi.Error, OSError, EOFError, struct.error):
            with suppress(OSError, AttributeError):  # it may have thrown it away already
                dbapi_connection._usock.close()


registry.register("postgresql.kotva", __name__, "Dialect")


SILENCE = 4.0  # seconds in which a database says nothing, after which a node takes the connection for dead


def connect(address: str, silence: float | None = None) -> Database:
    """Open a database by its address; BadDatabase says in one sentence why it cannot be.

    A machine that is gone without a word (a cable, a failover) cuts no connection: with `silence` nobody waits for it for ever.
    """
    engine = _engine(address)  # bringing a schema up to date may take long
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
    if silence is not None:
        engine.dispose()
        engine = _engine(address, silence)
    return Database(engine, engine, engine.dispose, engine.url)


def driver_url(address: str) -> URL:
    """The address with the driver that we use."""
    try:
        return make_url(address).set(drivername="postgresql+kotva")
    except ArgumentError:
        raise BadDatabase(N_("{name} is not the address of a database."), name=address) from None


def _engine(address: str, silence: float | None = None) -> Engine:
    told = {} if silence is None else {"timeout": silence}
    try:
        return create_engine(driver_url(address), pool_size=6, max_overflow=4, pool_pre_ping=True, connect_args=told)
    except ModuleNotFoundError:
        raise BadDatabase(MISSING, what="PostgreSQL", library="pg8000", extra="postgres") from None
