"""PostgreSQL: as many nodes as one needs on one database. The driver (pg8000) comes with `pip install kotva[postgres]`."""

from __future__ import annotations

from sqlalchemy import Engine, create_engine, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError

from kotva.engine.say import N_
from kotva.server.database import Database, upgrade
from kotva.server.store import BadDatabase

_SCHEMA_LOCK = (
    5_260_274  # a number of our own: nodes that start together bring the schema up to date one after the other
)


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
        return make_url(address).set(drivername="postgresql+pg8000")
    except ArgumentError:
        raise BadDatabase(N_("{name} is not the address of a database."), name=address) from None


def _engine(address: str) -> Engine:
    try:
        return create_engine(driver_url(address), pool_size=6, max_overflow=4, pool_pre_ping=True)
    except ModuleNotFoundError:
        raise BadDatabase(N_("PostgreSQL needs a driver: pip install 'kotva[postgres]'.")) from None
