"""A generator of load in a process of its own: it reads what to send as JSON, sends it for so long, and says what came back.

    python -m tests.fuzz.load < spec.json       send
    python -m tests.fuzz.load --idle            be a server that does nothing, to see what sending alone costs

`mode` says how: `ask` sends requests over and over on kept connections; `hold` opens connections and lets a byte trickle in now
and then; `sip` asks and reads the answer a few bytes at a time; `talk` opens web sockets, speaks and stays; `knock` opens and
closes them.
"""

from __future__ import annotations

import asyncio
import base64
import json
import struct
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Final

MODES: Final = ("ask", "hold", "sip", "talk", "knock")
_QUIET: Final = 30.0  # seconds without an answer, after which a connection is given up


@dataclass(slots=True)
class Load:
    """What is sent."""

    requests: list[tuple[str, str, str, dict[str, str]]]  # method, path, body, headers; in turn
    mode: str = "ask"
    connections: int = 8
    seconds: float = 6.0
    count: int = 20_000  # requests, connections or messages at most
    rate: float = 0.0  # a second; 0: as fast as answers come
    port: int = 0
    addresses: list[str] = field(default_factory=list)  # from which connections come, in turn

    def to_json(self) -> bytes:
        return json.dumps(asdict(self)).encode()


class Generator:
    """Sends a load."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.sent = 0
        self.seen: Counter[str] = Counter()
        self.end = time.monotonic() + load.seconds
        self._begun = time.monotonic()

    async def run(self) -> None:
        how = {"ask": self._ask, "hold": self._hold, "sip": self._sip, "talk": self._talk, "knock": self._knock}
        work = [asyncio.create_task(how[self.load.mode](number)) for number in range(self.load.connections)]
        await asyncio.wait(work, timeout=self.load.seconds + 1)
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)

    async def _may_go_on(self) -> bool:
        """Whether one more may be sent; waits for its turn."""
        if self.load.rate:
            await asyncio.sleep(max(0.0, self._begun + self.sent / self.load.rate - time.monotonic()))
        self.sent += 1
        return time.monotonic() < self.end and self.sent <= self.load.count

    def _raw(self, number: int, turn: int) -> bytes:
        method, path, body, headers = self.load.requests[(number + turn) % len(self.load.requests)]
        named = {"host": f"127.0.0.1:{self.load.port}", **headers}
        if self.load.addresses:
            named["x-forwarded-for"] = self.load.addresses[number % len(self.load.addresses)]
        data = body.encode("utf-8", "surrogateescape")
        if data or method not in ("GET", "HEAD"):
            named.setdefault("content-length", str(len(data)))
        head = "".join(f"{name}: {value}\r\n" for name, value in named.items())
        return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode("utf-8", "surrogateescape") + data

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.load.port, limit=1 << 26)

    async def _ask(self, number: int) -> None:
        line = None
        turn = 0
        while await self._may_go_on():
            try:
                if line is None:
                    line = await self._open()
                raw = self._raw(number, turn)
                turn += self.load.connections
                line[1].write(raw)
                status, keeps = await _read(line[0], raw.startswith(b"HEAD"))
                self.seen[status] += 1
                if not keeps:
                    line[1].close()
                    line = None
            except (OSError, asyncio.IncompleteReadError, ValueError):
                self.seen["hung up"] += 1
                line = None
        if line is not None:
            line[1].close()

    async def _hold(self, number: int) -> None:
        """The first half at once, then a byte every half second, as long as the other side bears it."""
        while await self._may_go_on():
            with suppress(OSError):
                _, out = await self._open()
                raw = self._raw(number, 0)
                at = len(raw) * 2 // 3
                out.write(raw[:at])
                while at < len(raw) and time.monotonic() < self.end:
                    out.write(raw[at : at + 1])
                    await out.drain()
                    at += 1
                    await asyncio.sleep(0.5)
                out.close()
                self.seen["held"] += 1

    async def _sip(self, number: int) -> None:
        while await self._may_go_on():
            with suppress(OSError):
                into, out = await asyncio.open_connection("127.0.0.1", self.load.port, limit=2048)
                out.write(self._raw(number, 0))
                while time.monotonic() < self.end and await into.read(100):
                    await asyncio.sleep(0.2)
                out.close()
                self.seen["sipped"] += 1

    async def _shake(self, number: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        into, out = await self._open()
        _, path, _, headers = self.load.requests[number % len(self.load.requests)]
        named = {
            "host": f"127.0.0.1:{self.load.port}",
            "upgrade": "websocket",
            "connection": "Upgrade",
            "sec-websocket-version": "13",
            "sec-websocket-key": base64.b64encode(bytes(16)).decode(),
            **headers,
        }
        if self.load.addresses:
            named["x-forwarded-for"] = self.load.addresses[number % len(self.load.addresses)]
        head = "".join(f"{name}: {value}\r\n" for name, value in named.items())
        out.write(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
        answer = await asyncio.wait_for(into.readuntil(b"\r\n\r\n"), _QUIET)
        self.seen[answer[9:12].decode()] += 1
        if b" 101 " in answer[:20]:
            return into, out
        out.close()
        return None

    async def _talk(self, number: int) -> None:
        """Speaks as fast as the rate allows, and hears all."""
        with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
            if (line := await self._shake(number)) is None:
                return
            into, out = line
            hears = asyncio.create_task(_swallow(into))
            said = self.load.requests[number % len(self.load.requests)][2].encode()
            while await self._may_go_on():
                if said:
                    out.write(struct.pack(">BBQ", 0x81, 0xFF, len(said)) + b"\0\0\0\0" + said)
                    await out.drain()
                    self.seen["said"] += 1
                await asyncio.sleep(0 if said and not self.load.rate else 0.05)
            hears.cancel()
            out.close()

    async def _knock(self, number: int) -> None:
        while await self._may_go_on():
            with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
                if (line := await self._shake(number)) is not None:
                    line[1].close()


async def _swallow(into: asyncio.StreamReader) -> None:
    while await into.read(65536):
        pass


async def _read(into: asyncio.StreamReader, headless: bool) -> tuple[str, bool]:
    """The status of an answer, and whether the connection is kept."""
    async with asyncio.timeout(_QUIET):
        head = (await into.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        lines = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
        if "content-length" in lines and not headless:
            await into.readexactly(int(lines["content-length"]))
        elif lines.get("transfer-encoding") == "chunked" and not headless:
            while size := int((await into.readuntil(b"\r\n")).strip(), 16):
                await into.readexactly(size + 2)
            await into.readexactly(2)
    return head[9:12], lines.get("connection") != "close"


# -- a server that does nothing ------------------------------------------------------------------------------------------


async def _idle(into: asyncio.StreamReader, out: asyncio.StreamWriter) -> None:
    with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError):
        while True:
            head = (await into.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            if "\r\nupgrade: websocket" in head:
                out.write(b"HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n")
                await _swallow(into)
                break
            if (at := head.find("\r\ncontent-length: ")) >= 0:
                await into.readexactly(int(head[at + 18 :].split("\r\n", 1)[0]))
            out.write(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n" + (b"" if head.startswith("head") else b"{}"))
    out.close()


async def _be_idle() -> None:
    server = await asyncio.start_server(_idle, "127.0.0.1", 0, limit=1 << 22)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.to_thread(sys.stdin.read)  # until the other end is closed


def main() -> None:
    if "--idle" in sys.argv:
        asyncio.run(_be_idle())
        return
    generator = Generator(Load(**json.load(sys.stdin)))
    asyncio.run(generator.run())
    took = time.monotonic() - generator._begun
    print(json.dumps({"sent": generator.sent, "seconds": took, "seen": generator.seen}))


if __name__ == "__main__":
    main()
