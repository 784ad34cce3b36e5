"""One thread writes for all tables: everything that waits goes into one transaction, and each caller gets its own result.

So a disk that takes ten milliseconds to be sure holds up nobody's neighbour: a hundred moves become durable with one sync, and
no two writers ever wait for each other's locks.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import sqlite3
import struct
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, OperationalError, TimeoutError

from kotva.engine.say import N_
from kotva.server.store import Unavailable

T = TypeVar("T")
BEGIN = "BEGIN IMMEDIATE"  # of SQLite, for the next writer
Many = Callable[[sqlite3.Connection, Sequence[Any]], None]  # work that is done for many items at once
_MOST = 256  # pieces of work in one transaction
_STUCK = 10.0  # seconds of one transaction after which the writer is ill
_LOG = logging.getLogger("kotva.server")
# Of the driver of PostgreSQL, when a connection is cut in the middle of something; SQLAlchemy lets them through.
CUT = (OSError, EOFError, struct.error)


@dataclass(slots=True, eq=False)
class _Job(Generic[T]):
    """Something to write. It may be run twice, so it changes nothing but the database."""

    work: Callable[[Connection], T] | None
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[T]
    part: tuple[Many, object] | None = None  # of work that is done for many at once
    result: T | None = None
    error: Exception | None = None

    def resolve(self) -> None:
        if self.future.done():  # the caller has gone
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)  # type: ignore[arg-type]


class Writer:
    """The only way into the database for whatever changes it."""

    def __init__(self, engine: Engine, *, keeps: bool = False) -> None:
        self._engine = engine
        self._keeps = keeps  # its connection, which cannot be cut: asking the pool for one costs as much as a move
        self._kept: Connection | None = None
        self._jobs: queue.SimpleQueue[_Job[object] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="kotva-writer", daemon=True)
        self._thread.start()
        self.commits = 0
        self.written = 0
        self._since: float | None = None  # when the transaction that is under way began

    async def do(self, work: Callable[[Connection], T]) -> T:
        """The result of some work, when it is durable. An error of its own changes nothing and spoils nobody else's."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put(_Job(work, loop, future))  # type: ignore[arg-type]
        return await future

    async def do_together(self, work: Callable[[sqlite3.Connection, Sequence[T]], None], item: T) -> None:
        """The same for work that SQLite can do for many items at once: for all that wait."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[object] = loop.create_future()
        self._jobs.put(_Job(None, loop, future, (work, item)))
        await future

    def close(self) -> None:
        """Write what waits, then end."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        last = False
        while not last:
            batch: list[_Job[object]] = []
            first = self._jobs.get()
            while first is not None:
                batch.append(first)
                if len(batch) == _MOST or self._jobs.empty():
                    break
                first = self._jobs.get()
            last = first is None
            if batch:
                self._since = time.monotonic()
                try:
                    self._write(batch)
                except (
                    Exception
                ) as error:  # not of the work: the writer itself must not end, nor let anybody wait for ever
                    _LOG.exception("the writer failed")
                    for job in batch:
                        job.error = job.error or unavailable(error)
                    _answer(batch)
                self._since = None
        self._let_go()

    @property
    def stuck(self) -> str:
        """What is wrong with the thread that writes; empty: nothing."""
        since = self._since
        if not self._thread.is_alive():
            return "it has ended"
        waits = 0.0 if since is None else time.monotonic() - since
        return f"it is at one transaction for {waits:.0f} s" if waits > _STUCK else ""

    def _write(self, batch: list[_Job[object]]) -> None:
        try:
            self._together(batch)
        except (
            OperationalError
        ) as error:  # the database itself cannot: trying one by one would only make all wait longer
            self._let_go()
            for job in batch:
                job.error = unavailable(error)
        except Exception as error:
            self._let_go()
            if len(batch) == 1:
                batch[0].error = unavailable(error) if isinstance(error, (DBAPIError, *CUT)) else error
            else:  # one of them cannot be done; which one shows when each has a transaction of its own
                for job in batch:
                    self._write([job])
                return
        _answer(batch)

    def _together(self, batch: list[_Job[object]]) -> None:
        db = self._kept or self._engine.connect()
        if self._keeps:
            self._kept = db
        try:
            if self._keeps and all(job.part is not None for job in batch):
                _straight(_driver(db), batch)
            else:
                with db.begin():
                    _work(db, batch)
        finally:
            if not self._keeps:
                db.close()
        self.commits += 1
        self.written += len(batch)

    def _let_go(self) -> None:
        """The next transaction gets a fresh connection, whatever was wrong with this one."""
        if self._kept is not None:
            kept, self._kept = self._kept, None
            try:
                kept.close()
            except Exception as error:  # a database that is gone cannot be left in peace
                _LOG.warning("a connection could not be closed: %s", error)


def _work(db: Connection, batch: list[_Job[object]]) -> None:
    for job in batch:
        if job.work is not None:
            job.result = job.work(db)
    parts = [job.part for job in batch if job.part is not None]
    if parts:
        try:
            _for_many(_driver(db), parts)
        except sqlite3.Error as error:
            raise _said(error) from error


def _straight(driver: sqlite3.Connection, batch: list[_Job[object]]) -> None:
    """A transaction that is only for moves, as most are: past SQLAlchemy, whose share of it would be a third."""
    try:
        driver.execute(BEGIN)
        try:
            _for_many(driver, [job.part for job in batch if job.part is not None])
            driver.execute("COMMIT")
        except BaseException:
            driver.rollback()
            raise
    except sqlite3.Error as error:
        raise _said(error) from error


def _for_many(driver: sqlite3.Connection, parts: list[tuple[Many, object]]) -> None:
    many: dict[Many, list[object]] = {}
    for work, item in parts:
        many.setdefault(work, []).append(item)
    for work, items in many.items():
        work(driver, items)


def _driver(db: Connection) -> sqlite3.Connection:
    driver: Any = db.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def _said(error: sqlite3.Error) -> DBAPIError:
    """An error of SQLite as it would come out of SQLAlchemy."""
    said = DBAPIError.instance("moves", (), error, sqlite3.Error)
    assert isinstance(said, DBAPIError)
    return said


def _answer(batch: list[_Job[object]]) -> None:
    for loop in {job.loop for job in batch}:
        mine = [job for job in batch if job.loop is loop]
        with suppress(RuntimeError):  # a loop that has been closed: nobody waits there
            loop.call_soon_threadsafe(_resolve_all, mine)


def _resolve_all(jobs: list[_Job[object]]) -> None:
    for job in jobs:
        job.resolve()


def unavailable(error: Exception) -> Unavailable:
    """What people are told when the database fails."""
    orig = error.orig if isinstance(error, DBAPIError) else None
    told = orig.args[0] if orig is not None and orig.args else None  # PostgreSQL says much, of which `M` is the message
    reason = str(told.get("M", "")) if isinstance(told, dict) else str(error if orig is None else orig)
    if isinstance(error, TimeoutError):
        reason = "no connection is free"
    return Unavailable(N_("The database cannot be used now ({reason}). Try again in a moment."), reason=reason)
