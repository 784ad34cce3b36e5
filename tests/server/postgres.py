"""A real PostgreSQL for tests: started on demand in a folder of its own, gone afterwards."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from kotva.server.postgres import driver_url


def programs() -> Path | None:
    """Where initdb and postgres are: on the path, or where Debian puts them."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    beside = [Path(found).resolve().parent for name in ("postgres", "initdb") if (found := shutil.which(name))]
    whole = [place for place in [*debian, *beside] if all((place / name).exists() for name in ("initdb", "postgres"))]
    return whole[-1] if whole else None


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class PostgresServer:
    """A fresh server; it can be stopped, started again on the same data, made read-only or full."""

    def __init__(self, where: Path) -> None:
        self._where = where
        self._folder = Path(tempfile.mkdtemp(prefix="kotva-pg-"))
        account: dict[str, object] = {}
        if os.geteuid() == 0:  # it refuses to run as root
            account = {"user": "postgres"}
            shutil.chown(self._folder, "postgres")
        self._data, self._port = self._folder / "data", _free_port()
        self._quiet: dict[str, object] = {
            "stdout": subprocess.DEVNULL,
            "stderr": subprocess.DEVNULL,
            "cwd": self._folder,
            **account,
        }
        init = [where / "initdb", "-D", self._data, "-U", "kotva", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run(init, check=True, **self._quiet)  # type: ignore[call-overload]
        self.address = f"postgresql://kotva@127.0.0.1:{self._port}/postgres"
        self._engine = create_engine(driver_url(self.address), poolclass=NullPool, isolation_level="AUTOCOMMIT")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Returns when it takes connections."""
        settings = ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={self._folder}"]
        command = [self._where / "postgres", "-D", self._data, "-p", str(self._port), *settings, "-c", "fsync=off"]
        self._process = subprocess.Popen(command, **self._quiet)  # type: ignore[call-overload]
        for _ in range(600):
            try:
                self.do("select 1")
                return
            except SQLAlchemyError:
                time.sleep(0.1)

    def stop(self, sign: int = signal.SIGINT) -> None:
        """At once: on SIGTERM it waits for whoever is still connected. SIGQUIT is a crash."""
        assert self._process is not None
        self._process.send_signal(sign)
        self._process.wait(60)

    def do(self, *statements: str) -> None:
        """Statements of its administrator, who may write when nobody else does."""
        with self._engine.connect() as db:
            db.exec_driver_sql("set default_transaction_read_only = off")
            for statement in statements:
                db.exec_driver_sql(statement)

    def make_read_only(self, on: bool) -> None:
        """As a standby is, or a server whose primary has gone."""
        wanted = "on" if on else "off"
        self.do(f"alter system set default_transaction_read_only = {wanted}", "select pg_reload_conf()")

    def fill(self, on: bool) -> None:
        """No room for another row, told as PostgreSQL tells it."""
        if not on:
            self.do("drop function kotva_full cascade")
            return
        self.do(
            "create function kotva_full() returns trigger language plpgsql as $$ begin raise exception "
            "'could not extend file: No space left on device' using errcode = '53100'; end $$"
        )
        for table in ("moves", "tables", "outbox", "nodes", "leases"):
            with suppress(SQLAlchemyError):  # one that there is not
                self.do(f"create trigger full_{table} before insert or update on {table} execute function kotva_full()")

    def close(self) -> None:
        self._engine.dispose()
        if self._process is not None and self._process.poll() is None:
            self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)


@contextmanager
def serving() -> Iterator[PostgresServer]:
    """A fresh server that runs; the test is skipped where PostgreSQL is not installed."""
    where = programs()
    if where is None:
        pytest.skip("PostgreSQL is not installed (tools/need postgresql)")
    server = PostgresServer(where)
    try:
        server.start()
        yield server
    finally:
        server.close()


@contextmanager
def running() -> Iterator[str]:
    """The address of a fresh server."""
    with serving() as server:
        yield server.address
