"""The server of a soak: `kotva serve` at a port that stays, so that browsers find it again after a kill."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from psutil import NoSuchProcess, Process


class SoakServer:
    """Started, killed and started again on one database."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.address = f"http://127.0.0.1:{self.port}"
        self.database = folder / "tables.db"
        self.files_at_rest = 0
        self._log = folder / "server.log"
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Returns when it serves."""
        command = [sys.executable, "-m", "kotva", "serve", "--no-browser", "--metrics", "--port", str(self.port)]
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                [*command, "--db", str(self.database)], stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        assert str(self.port) in said, f"the server did not start: {said}{self.log[-2000:]}"
        self.files_at_rest = self.files

    @property
    def _known(self) -> Process:
        assert self._process is not None
        return Process(self._process.pid)

    def helpers(self) -> list[Process]:
        """The processes that work for it."""
        return list(self._known.children(recursive=True))

    @property
    def memory(self) -> float:
        """Megabytes of the server's own process."""
        return float(self._known.memory_info().rss) / 1e6

    @property
    def helpers_memory(self) -> float:
        total = 0.0
        for one in self.helpers():
            try:
                total += one.memory_info().rss / 1e6
            except NoSuchProcess:  # one that has just ended
                continue
        return total

    @property
    def files(self) -> int:
        """Open files and sockets of the server's own process."""
        return int(self._known.num_fds())

    @property
    def starved(self) -> float:
        """Seconds in which the thread of the event loop had something to do and no processor (Linux; elsewhere 0)."""
        counts = Path(f"/proc/{self._known.pid}/schedstat")
        return int(counts.read_text().split()[1]) / 1e9 if counts.exists() else 0.0

    @property
    def log(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")

    def kill(self) -> None:
        """`kill -9`."""
        if self._process is not None and self._process.poll() is None:
            os.kill(self._process.pid, signal.SIGKILL)
        self._end()

    def stop(self) -> None:
        """As a service manager stops it."""
        assert self._process is not None
        self._process.terminate()
        self._end()

    def _end(self) -> None:
        if self._process is not None:
            self._process.wait(60)
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None
