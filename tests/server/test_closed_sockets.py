"""A closed socket leaves nothing that only the collector of garbage would find: that one rests while people play."""

from __future__ import annotations

import asyncio
import gc
import struct
import weakref
from pathlib import Path
from typing import Any

import pytest

from kotva.server.shared_frames import SocketCompression
from kotva.server.slow_clients import TimeoutProtocol
from kotva.server.sockets import Sockets
from tests.server.live import serving

COUNT = 20


async def visit(port: int, table: str, rough: bool) -> None:
    """A socket that hears the table and goes; a rough one is hung up on for a frame that is none."""
    into, out = await asyncio.open_connection("127.0.0.1", port)
    named = {
        "host": f"127.0.0.1:{port}",
        "upgrade": "websocket",
        "connection": "Upgrade",
        "sec-websocket-version": "13",
        "sec-websocket-key": "A" * 22 + "==",
        "sec-websocket-extensions": "permessage-deflate",
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in named.items())
    head = f"GET /api/tables/{table}/socket HTTP/1.1\r\n{lines}\r\n"
    out.write(head.encode())
    assert b" 101 " in (await into.readuntil(b"\r\n\r\n"))[:20]
    await into.readexactly(2)
    out.write(struct.pack(">BBQ", 0x83 if rough else 0x88, 0xFF, 2) + b"\0\0\0\0" + struct.pack(">H", 1000))
    async with asyncio.timeout(30):
        while await into.read(65536):
            pass
    out.close()


@pytest.mark.parametrize("rough", [False, True])
def test_sockets_that_have_gone_are_gone_without_the_collector(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rough: bool
) -> None:
    """20 kB of each stayed until a quiet moment: 80 MB after 4,000 of them."""
    kept: list[weakref.ref[Any]] = []
    for kind in (SocketCompression, TimeoutProtocol, Sockets):
        made = kind.__init__

        def begin(self: Any, *given: Any, _made: Any = made, **named: Any) -> None:
            _made(self, *given, **named)
            kept.append(weakref.ref(self))

        monkeypatch.setattr(kind, "__init__", begin)

    async def work() -> None:
        async with serving(tmp_path) as (port, table):
            await visit(port, table, rough)
            gc.collect()
            gc.disable()
            try:
                kept.clear()
                for _ in range(COUNT):
                    await visit(port, table, rough)
                end = asyncio.get_running_loop().time() + 10
                while (left := alive()) > COUNT // 4 and asyncio.get_running_loop().time() < end:
                    await asyncio.sleep(0.05)
                assert len(kept) == 3 * COUNT
                assert left <= COUNT // 4, f"{left} of {len(kept)} are still there"
            finally:
                gc.enable()

    def alive() -> int:
        return sum(ref() is not None for ref in kept)

    asyncio.run(work())
