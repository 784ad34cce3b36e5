"""A small client for load: WebSocket frames over asyncio, packed like a browser's (permessage-deflate). Not for general use."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
import zlib
from collections.abc import Callable

Heard = Callable[[bytes], None]
_PACKED = "Sec-WebSocket-Extensions: permessage-deflate\r\n"
_END = b"\x00\x00\xff\xff"  # what a packed message ends with, and the wire leaves out


class Socket(asyncio.Protocol):
    """One WebSocket; every message is handed over as it comes, unpacked.

    A bystander (`reads=False`) has only its first message unpacked: what nobody reads should cost the driver nothing.
    """

    def __init__(self, host: str, path: str, cookie: str, heard: Heard, *, packed: bool, reads: bool) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.heard = heard
        self.taken = 0  # bytes received, as they came over the wire
        self.lost = False
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {cookie}\r\n{_PACKED if packed else ''}\r\n"
        ).encode()
        self._unpack = zlib.decompressobj(-15)
        self._reads = reads
        self._first = True
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        if self.lost:
            return
        buffer = self._buffer
        buffer += data
        self.taken += len(data)
        if not self.opened.done():
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            head = bytes(buffer[:end])
            del buffer[: end + 4]
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.opened.set_exception(ConnectionError(head.decode("latin-1")))
                self.lost = True  # what follows is a page, and no frames
                self.close()
                return
            self.opened.set_result(None)
        while len(buffer) >= 2:
            size, start = buffer[1] & 127, 2
            if size == 126:
                if len(buffer) < 4:
                    return
                size, start = struct.unpack_from(">H", buffer, 2)[0], 4
            elif size == 127:
                if len(buffer) < 10:
                    return
                size, start = struct.unpack_from(">Q", buffer, 2)[0], 10
            if len(buffer) < start + size:
                return
            kind, is_packed = buffer[0] & 15, buffer[0] & 64
            body = bytes(buffer[start : start + size])
            del buffer[: start + size]
            if kind in (1, 2):
                if is_packed and (self._reads or self._first):
                    body = self._unpack.decompress(body + _END)
                self._first = False
                self.heard(body)
            elif kind == 9:
                self._frame(10, body)

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("closed"))

    def send(self, body: bytes) -> None:
        self._frame(1, body)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def _frame(self, kind: int, body: bytes) -> None:
        assert self._transport is not None
        # The mask is all zeros: it must be there, and it need not hide anything on one machine.
        if len(body) < 126:
            head = bytes((128 | kind, 128 | len(body), 0, 0, 0, 0))
        else:
            head = struct.pack(">BBHI", 128 | kind, 128 | 126, len(body), 0)
        self._transport.write(head + body)


async def connect(
    host: str, port: int, path: str, cookie: str, heard: Heard, *, packed: bool = True, reads: bool = True
) -> Socket:
    """A socket that is open."""
    _, socket = await asyncio.get_running_loop().create_connection(
        lambda: Socket(f"{host}:{port}", path, cookie, heard, packed=packed, reads=reads), host, port
    )
    await socket.opened
    return socket
