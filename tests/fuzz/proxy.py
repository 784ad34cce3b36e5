"""Between a node and its database: a proxy that cuts a connection at any byte, holds bytes back, or swallows all in silence."""

from __future__ import annotations

import asyncio
import threading
from typing import Final

UP, DOWN = "up", "down"  # to the database, from it
_PIECE: Final = 65536


class Proxy:
    """Listens on a free port of this machine, in a thread with an event loop of its own, until `close`."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._lines: set[_Pair] = set()
        self.left: dict[str, int] = {}  # bytes in each direction, by all connections together, until the next cut
        self.delay = 0.0  # seconds for which every piece is held back
        self.deaf = False  # connections are taken and stay open, but nothing passes
        self.cuts = 0
        self.bytes = 0  # that have passed
        self._server = asyncio.run_coroutine_threadsafe(
            asyncio.start_server(self._take, "127.0.0.1", 0), self._loop
        ).result()
        self.port = int(self._server.sockets[0].getsockname()[1])

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def cut_all(self) -> None:
        """Every connection, now."""
        for pair in list(self._lines):
            self._loop.call_soon_threadsafe(pair.cut)

    async def _end(self) -> None:
        self._server.close()
        tasks = [task for pair in self._lines for task in pair.tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._server.wait_closed()
        await asyncio.sleep(0.1)  # sockets are closed by the loop

    async def _take(self, into: asyncio.StreamReader, out: asyncio.StreamWriter) -> None:
        try:
            there = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            out.transport.abort()
            return
        pair = _Pair(out, there[1])
        self._lines.add(pair)
        pair.tasks = [
            asyncio.ensure_future(self._pass(UP, into, there[1], pair)),
            asyncio.ensure_future(self._pass(DOWN, there[0], out, pair)),
        ]
        await asyncio.gather(*pair.tasks, return_exceptions=True)
        self._lines.discard(pair)

    async def _pass(self, way: str, into: asyncio.StreamReader, out: asyncio.StreamWriter, pair: _Pair) -> None:
        deaf = False
        try:
            while data := await into.read(_PIECE):
                deaf = deaf or self.deaf  # what was swallowed once stays so: its other half is missing
                if deaf:
                    continue
                if self.delay:
                    await asyncio.sleep(self.delay)
                left = self.left.get(way)
                if left is not None and len(data) > left:
                    del self.left[way]
                    self.cuts += 1
                    out.write(data[:left])
                    await out.drain()
                    break
                if left is not None:
                    self.left[way] = left - len(data)
                self.bytes += len(data)
                out.write(data)
                await out.drain()
        except OSError:
            pass
        finally:
            pair.cut()


class _Pair:
    def __init__(self, *ends: asyncio.StreamWriter) -> None:
        self._ends = ends
        self.tasks: list[asyncio.Future[None]] = []

    def cut(self) -> None:
        for end in self._ends:
            if not end.transport.is_closing():
                end.close()
