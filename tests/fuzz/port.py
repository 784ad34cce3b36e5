"""A server at a real port, in a process of its own, spoken to byte by byte: no client library tidies up what is sent."""

from __future__ import annotations

import base64
import http.client
import json
import os
import re
import socket
import struct
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from psutil import Process

_WAIT = 120.0  # seconds for an answer, however busy the machine is


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; status 0: the connection was closed without a word."""

    status: int
    headers: dict[str, str]
    text: str

    def json(self) -> Any:
        return json.loads(self.text)


class Port:
    """`kotva serve` on a fresh file (or another database), until the end of the block."""

    def __init__(self, folder: Path, *, database: str = "") -> None:
        command = [sys.executable, "-m", "kotva", "serve", "--port", "0", "--no-browser", "--metrics"]
        environment = {**os.environ, "KOTVA_DATABASE": database or str(folder / "tables.db")}
        self._log = folder / "server.log"
        with self._log.open("w") as log:
            self._server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
        self._line: socket.socket | None = None
        self.number = 0

    def __enter__(self) -> Port:
        assert self._server.stdout is not None
        found = re.search(r"localhost:(\d+)", self._server.stdout.readline())
        assert found, "the server did not start"
        self.number = int(found[1])
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.hang_up()
        self._server.terminate()
        self._server.wait(60)
        assert self._server.stdout is not None
        self._server.stdout.close()

    @property
    def memory(self) -> int:
        """Bytes that the server holds."""
        return int(Process(self._server.pid).memory_info().rss)

    @property
    def cpu(self) -> float:
        """Seconds of CPU that the server's own process has used; those of its helpers are not among them."""
        used = Process(self._server.pid).cpu_times()
        return float(used.user + used.system)

    @property
    def stalls(self) -> int:
        """How often something has held the server's event loop."""
        found = re.search(r"^kotva_stalls (\S+)", self.ask("GET", "/metrics").text, re.MULTILINE)
        assert found, "the server tells no metrics"
        return round(float(found[1]))

    @property
    def log(self) -> str:
        """What the server has complained about."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    @property
    def runs(self) -> bool:
        return self._server.poll() is None

    def hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None

    def call(self) -> socket.socket:
        """A connection of its own."""
        return socket.create_connection(("127.0.0.1", self.number), timeout=_WAIT)

    def ask(self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None) -> Answer:
        """A request, written as it is given; the connection is kept as long as the server keeps it."""
        named = {"host": f"127.0.0.1:{self.number}", **(headers or {})}
        if body or method not in ("GET", "HEAD"):
            named.setdefault("content-length", str(len(body)))
        head = "".join(f"{name}: {value}\r\n" for name, value in named.items())
        raw = f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode("utf-8", "surrogateescape") + body
        kept = self._line is not None
        answer = self._send(raw, method)
        if answer.status == 0 and kept:  # it had been closed already
            answer = self._send(raw, method)
        return answer

    def shout(self, raw: bytes) -> Answer:
        """Bytes that need not be a request, on a connection of their own, of which nothing more will come."""
        self.hang_up()
        self._line = self.call()
        with suppress(OSError):  # hung up on already
            self._line.sendall(raw)
            self._line.shutdown(socket.SHUT_WR)
        try:
            return self._read("GET")
        finally:
            self.hang_up()

    def _send(self, raw: bytes, method: str) -> Answer:
        if self._line is None:
            self._line = self.call()
        with suppress(OSError):  # refused before all of it was read: the answer may be there
            self._line.sendall(raw)
        return self._read(method)

    def _read(self, method: str) -> Answer:
        assert self._line is not None
        answer = http.client.HTTPResponse(self._line, method=method)
        try:
            answer.begin()
            body = answer.read()
        except (http.client.HTTPException, ConnectionError):
            self.hang_up()
            return Answer(0, {}, "")
        finally:
            answer.close()
        if answer.will_close:
            self.hang_up()
        found = {name.lower(): value for name, value in answer.getheaders()}
        return Answer(answer.status, found, body.decode("utf-8", "replace"))


class Talk:
    """A socket of the web kind, made by hand: frames of any shape can be sent."""

    def __init__(self, port: Port, path: str, headers: dict[str, str]) -> None:
        self._line = port.call()
        named = {
            "host": f"127.0.0.1:{port.number}",
            "upgrade": "websocket",
            "connection": "Upgrade",
            "sec-websocket-version": "13",
            "sec-websocket-key": base64.b64encode(os.urandom(16)).decode(),
            "sec-websocket-extensions": "permessage-deflate",
            **headers,
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in named.items())
        self._line.sendall(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
        self.opened = self._line.recv(4096).startswith(b"HTTP/1.1 101 ")

    def frame(self, body: bytes, first: int = 0x81, length: int | None = None, *, masked: bool = True) -> None:
        """A frame whose first byte and length are as they are given, true or not."""
        size = len(body) if length is None else length
        head = struct.pack(">BBQ", first, (128 if masked else 0) | 127, size)
        self._line.sendall(head + (b"\0\0\0\0" if masked else b"") + body)

    def end(self) -> None:
        """Say goodbye and hear what is left to hear, as long as the other side cares to talk."""
        with suppress(OSError):
            self.frame(struct.pack(">H", 1000), 0x88)
            while self._line.recv(65536):
                pass

    def close(self) -> None:
        self._line.close()
