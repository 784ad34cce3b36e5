"""Servers for load, each in a process of its own: Kotva's, and a bare echo to compare with."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"

_ECHO = """
import socket, uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
async def echo(socket):
    await socket.accept()
    while True:
        message = await socket.receive()
        if message["type"] != "websocket.receive":
            return
        await socket.send_text(message["text"])
app = Starlette(routes=[WebSocketRoute("/{path:path}", echo)])
listener = socket.create_server(("127.0.0.1", 0), backlog=256)
print(listener.getsockname()[1], flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="error", ws="websockets-sansio")).run(sockets=[listener])
"""


@contextmanager
def kotva_server(
    database: Path,
    *given: str,
    budget: Path | None = None,
    without: str = "",
    environment: dict[str, str] | None = None,
) -> Iterator[tuple[int, int]]:
    """Kotva's server: its port and process. With `budget`, every step of it is timed (benchmarks/budget.py).

    `without`: a piece of tuning is switched off (benchmarks/switches.py).
    """
    program = (
        ["benchmarks.budget", str(budget)] if budget else ["benchmarks.switches", without] if without else ["kotva"]
    )
    command = [sys.executable, "-m", *program, "serve", "--port", "0", "--db", str(database), "--no-browser", *given]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ, **(environment or {})}
    )
    try:
        assert process.stdout is not None
        found = re.search(r"localhost:(\d+)", process.stdout.readline())
        if not found:
            raise RuntimeError("the server did not start")
        yield int(found[1]), process.pid
    finally:
        process.terminate()
        process.wait(20)


@contextmanager
def echo_server() -> Iterator[int]:
    """The bare server to compare with: its port."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "echo.py"
        script.write_text(_ECHO, encoding="utf-8")
        process = subprocess.Popen([sys.executable, str(script)], cwd=folder, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            yield int(process.stdout.readline())  # whoever connects before it serves waits in the queue of the port
        finally:
            process.kill()
            process.wait(20)


def cpu_seconds(pid: int) -> float:
    """Processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def rss_mb(pid: int) -> float:
    """The memory of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
