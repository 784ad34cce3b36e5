"""HTTP timeouts: clients that are silent, send headers too slowly or never end them are disconnected.

uvicorn waits for a request as long as it takes. A thousand connections that each send a byte now and then would hold a thousand
files for nothing; behind a reverse proxy this happens there, on a machine of one's own it happens here.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

SLOWEST = 10.0  # seconds from the first byte of a request (or from nothing at all) to the end of its headers
LARGEST = 65_536  # bytes of headers


class TimeoutProtocol(HttpToolsProtocol):
    """uvicorn's protocol, with a watch."""

    _watch: asyncio.TimerHandle | None = None
    _head = 0  # bytes since the last request
    _has_body = False  # of the last request something is still to come, which may have been refused already

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._come()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._watch is None and self._is_idle():
            self._wait()  # whatever comes now should be a request: empty lines are none
        if self._watch is not None and not self._has_body:
            self._head += len(data)
        super().data_received(data)
        if self._watch is not None and self._head > LARGEST:
            self._refuse(b"431 Request Header Fields Too Large")

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # it knows this protocol: both would wait for the collector

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._watch is None:
            self._wait()

    def on_headers_complete(self) -> None:
        self._come()
        self._has_body = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._has_body = False
        super().on_message_complete()

    def _is_idle(self) -> bool:
        """Whether no request is being answered."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or cycle.response_complete

    def _wait(self) -> None:
        self._head = 0
        self._watch = self.loop.call_later(SLOWEST, self._refuse, b"408 Request Timeout")

    def _come(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    def _refuse(self, status: bytes) -> None:
        self._come()
        if self.transport.is_closing():
            return
        if self._is_idle():  # in the middle of an answer nothing else can be said
            self.transport.write(b"HTTP/1.1 " + status + b"\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
        self.transport.close()
