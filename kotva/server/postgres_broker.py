"""Nodes hear of each other through PostgreSQL: a change is notified by its own transaction, so nobody hears too early."""

from __future__ import annotations

import asyncio
import logging
import select
import threading
import time
from collections import deque
from ssl import SSLSocket
from typing import Any

from sqlalchemy import Connection, create_engine
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from kotva.server.broker import ALL, OnChange
from kotva.server.supervisor import BackgroundPart
from kotva.server.writer import CUT

CHANNEL = "kotva"
_LOG = logging.getLogger("kotva.server")
_QUIET = 0.5  # seconds after which the listener looks whether it shall end
_PING = 2.0  # seconds after which it asks a database that says nothing whether it is there
_SILENCE = 4.0  # seconds without an answer to that, after which it connects anew


def notify(db: Connection, node: str, table: str) -> None:
    """Say that a node has changed a table, when the transaction is committed."""
    db.exec_driver_sql("select pg_notify(%s, %s)", (CHANNEL, f"{node} {table}"))


class PostgresBroker:
    """The broker of nodes on one PostgreSQL: a thread that waits for what others say."""

    def __init__(self, address: URL, node: str) -> None:
        self._engine = create_engine(address, poolclass=NullPool, connect_args={"timeout": _SILENCE})
        self._node = node
        self._ends = threading.Event()
        self._ready = threading.Event()
        self._thread: threading.Thread | None = None
        self.part = BackgroundPart("listener")

    async def start(self, on_change: OnChange) -> None:
        loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, args=(loop, on_change), name="kotva-listener", daemon=True)
        self._thread.start()
        await asyncio.to_thread(self._ready.wait, 10.0)

    def publish(self, table: str) -> None:
        """Nothing: the store has notified everybody in the transaction itself."""

    async def close(self) -> None:
        self._ends.set()
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)
        self._engine.dispose()

    def _run(self, loop: asyncio.AbstractEventLoop, on_change: OnChange) -> None:
        while not self._ends.is_set():
            begun = time.monotonic()
            try:
                self._listen(loop, on_change)
            except (SQLAlchemyError, RuntimeError, *CUT) as error:
                if not self._ends.is_set():
                    self.part.ill(error)
                    _LOG.warning("nothing is heard from other nodes: %s", error)
                    self._pause(begun)
            except Exception as error:
                if not self._ends.is_set():
                    self.part.ill(repr(error))
                    of_driver = type(error).__module__.startswith("pg8000")  # a connection that was cut, mostly
                    _LOG.warning("nothing is heard from other nodes: %r", error, exc_info=None if of_driver else error)
                    self._pause(begun)

    def _pause(self, begun: float) -> None:
        """A second between two attempts; one that has waited for a silent database has waited enough."""
        time.sleep(max(0.1, 1.0 - (time.monotonic() - begun)))

    def _listen(self, loop: asyncio.AbstractEventLoop, on_change: OnChange) -> None:
        held = self._engine.raw_connection()
        try:
            driver: Any = held.driver_connection
            driver.autocommit = True
            driver.notifications = deque()  # the driver's own forgets all but a hundred
            cursor = driver.cursor()
            cursor.execute(f"listen {CHANNEL}")
            self._ready.set()
            self.part.well()
            loop.call_soon_threadsafe(on_change, ALL)  # whatever was said while nobody listened
            socket = driver._usock
            wait = 0.05 if isinstance(socket, SSLSocket) else _QUIET  # what is decrypted already cannot be waited for
            asked = time.monotonic()
            while not self._ends.is_set():
                heard = bool(select.select([socket], [], [], wait)[0]) or isinstance(socket, SSLSocket)
                if heard or time.monotonic() - asked > _PING:
                    cursor.execute("select 1")
                    asked = time.monotonic()
                    while driver.notifications:
                        node, _, table = driver.notifications.popleft()[2].partition(" ")
                        if node != self._node:
                            loop.call_soon_threadsafe(on_change, table)
        finally:
            held.close()
