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
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from sqlalchemy.exc import SQLAlchemyError

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


@contextmanager
def running() -> Iterator[str]:
    """The address of a fresh server; the test is skipped where PostgreSQL is not installed."""
    where = programs()
    if where is None:
        pytest.skip("PostgreSQL is not installed (tools/need postgresql)")
    folder = Path(tempfile.mkdtemp(prefix="kotva-pg-"))
    account: dict[str, object] = {}
    if os.geteuid() == 0:  # it refuses to run as root
        account = {"user": "postgres"}
        shutil.chown(folder, "postgres")
    data = folder / "data"
    port = _free_port()
    quiet: dict[str, object] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder, **account}
    init = [where / "initdb", "-D", data, "-U", "kotva", "-A", "trust", "-E", "UTF8", "--no-sync"]
    subprocess.run(init, check=True, **quiet)  # type: ignore[call-overload]
    settings = ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={folder}", "-c", "fsync=off"]
    server = subprocess.Popen([where / "postgres", "-D", data, "-p", str(port), *settings], **quiet)  # type: ignore[call-overload]
    try:
        address = f"postgresql://kotva@127.0.0.1:{port}/postgres"
        engine = create_engine(driver_url(address))
        for _ in range(600):
            try:
                engine.connect().close()
                break
            except SQLAlchemyError:
                time.sleep(0.1)
        engine.dispose()
        yield address
    finally:
        server.send_signal(signal.SIGINT)  # at once: on SIGTERM it waits for whoever is still connected
        server.wait(60)
        shutil.rmtree(folder, ignore_errors=True)
