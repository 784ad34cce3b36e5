"""Sockets that can be written directly: a message goes out at once, without a task, a queue or a turn of the event loop.

uvicorn's own way (ASGI's `send`) stays open beside it, and is the one to take when a socket does not keep up.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Generator, Iterable
from typing import Any, Protocol

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from kotva.server.shared_frames import CompressionFactory, SharedFrames, SocketCompression

_DIRECT = "kotva.direct"
_TRIPS = 3  # round trips that are remembered: the shortest counts, so that a moment in which we were busy is not the network's
_FIRST = 0.5  # seconds between the first of them


def _no_more() -> Generator[None, None, None]:
    """Instead of the parser of a socket that is closed."""
    yield


class DirectSender(Protocol):
    """Writes to a socket directly."""

    @property
    def delay(self) -> float:
        """Seconds that the network takes to this socket and back, as it was measured here; 0 as long as nobody knows."""
        ...

    def is_free(self) -> bool:
        """Whether it can be taken now: the socket is open and takes what it is given."""
        ...

    def post(self, messages: Iterable[bytes]) -> None:
        """Texts, in one piece. Only while it is free."""
        ...

    def join(self, frames: SharedFrames, message: bytes) -> None:
        """A text that others get as well. Only while it is free."""
        ...


def direct_sender_of(socket: WebSocket) -> DirectSender | None:
    """The direct sender of a socket, if its server has one."""
    extension = (socket.scope.get("extensions") or {}).get(_DIRECT)
    return extension["direct"] if extension else None


class Sockets(WebSocketsSansIOProtocol):
    """uvicorn's sockets, with a direct sender."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._extensions: dict[str, dict[object, object]] = {}
        self._round_trips: deque[float] = deque(maxlen=_TRIPS)
        self.conn = ServerProtocol(
            extensions=[CompressionFactory()],
            max_size=self.config.ws_max_size,
            logger=logging.getLogger("uvicorn.error"),
        )

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self._extensions = self.scope["extensions"]
            self._extensions[_DIRECT] = {"direct": self}

    def handle_text(self, event: Frame) -> None:
        """As bytes: the reader finds out whether they are a message. For texts that are no UTF-8 uvicorn logs a traceback,
        and another one if the socket is closing."""
        self.handle_bytes(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._extensions.pop(_DIRECT, None)  # it would keep itself alive
        super().connection_lost(exc)
        # The collector rests while people play, and a closed socket would lie there in cycles with 20 kB: it is taken apart.
        self.conn.extensions = []
        self.conn.parser = _no_more()
        self.conn.parser_exc = None  # its frames hold all of it

    @property
    def delay(self) -> float:
        return min(self._round_trips, default=0.0)

    def handle_pong(self, event: Frame) -> None:
        answered = self.pending_ping_payload
        super().handle_pong(event)
        if answered is not None and self.pending_ping_payload is None:
            self._round_trips.append(self.last_ping_rtt)

    def start_keepalive(self) -> None:
        if self.ping_interval:  # the first question at once: a clock wants to know how slow the network is
            self.ping_timer = self.loop.call_later(0.0, self.send_keepalive_ping)

    def schedule_ping(self) -> None:
        if len(self._round_trips) < _TRIPS:
            self.ping_timer = self.loop.call_later(min(_FIRST, self.ping_interval or _FIRST), self.send_keepalive_ping)
        else:
            super().schedule_ping()

    def is_free(self) -> bool:
        return (
            self.handshake_complete
            and not self.close_sent
            and not self.disconnected
            and self.writable.is_set()
            and not self.transport.is_closing()
        )

    def post(self, messages: Iterable[bytes]) -> None:
        compression = self._compression()
        if compression is not None:
            if self.conn.state is OPEN:  # if not, its disconnection is on the way
                self.transport.write(b"".join([compression.frame(message) for message in messages]))
            return
        try:
            for message in messages:
                self.conn.send_text(message)
        except InvalidState:  # the other end has just closed
            return
        self.transport.write(b"".join(self.conn.data_to_send()))

    def join(self, frames: SharedFrames, message: bytes) -> None:
        compression = self._compression()
        if compression is None:
            self.post((message,))
        elif self.conn.state is OPEN:
            self.transport.write(frames.frame(message, compression))

    def _compression(self) -> SocketCompression | None:
        """How this socket's messages are packed, if it is as we like it."""
        compression = self.conn.extensions[0] if self.conn.extensions else None
        return compression if isinstance(compression, SocketCompression) and compression.shares else None
