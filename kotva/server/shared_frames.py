"""A message for several sockets is compressed once for all of them.

Compression (permessage-deflate, RFC 7692) refers to earlier messages on the same socket. So one frame serves several sockets only
if all got the same messages before. `SharedFrames` keeps it so: after a socket joins, or gets a message of its own, the next
shared message is compressed for all without reference to earlier ones, and from there on their histories are equal again.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from typing import Any, Final

from websockets.extensions.base import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import CTRL_OPCODES, Frame

# Changes repeat each other, but seldom the very last one: a window of 16 kB packs them better at the quickest level than one of
# 4 kB at the usual one, in half the time (219 bytes instead of 265, of 1,469; 80 kB of memory a socket instead of 32).
COMPRESSION: Final = {"level": 1, "memLevel": 5}
WINDOW: Final = 14  # bits
_THEIRS: Final = 12
_TEXT: Final = 0b1100_0001  # the first byte of a frame: a whole text, packed
_END: Final = 4  # bytes that a packed message ends with, and the wire leaves out
_PLAIN: Final = 0b1000_0001  # the same, not packed
_SHORT: Final = 126  # bytes of a text that is not worth packing: an answer to a move has half as many


def _packer() -> Any:
    return zlib.compressobj(COMPRESSION["level"], zlib.DEFLATED, -WINDOW, COMPRESSION["memLevel"])


class SocketCompression(PerMessageDeflate):
    """The compression of one socket; it knows the last shared message since the socket's last message of its own."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.encoder: Any
        self.last_shared: tuple[SharedFrames | None, int] = (None, 0)

    @property
    def shares(self) -> bool:
        """Whether shared frames fit this socket: same window, and messages may refer to earlier ones."""
        return not self.local_no_context_takeover and self.local_max_window_bits == WINDOW

    def encode(self, frame: Frame) -> Frame:
        if frame.opcode not in CTRL_OPCODES:
            self._alone()
        return super().encode(frame)

    def frame(self, message: bytes) -> bytes:
        """A text for this socket alone as a frame: the same bytes that `encode` would make, in a third of the time.

        A short one is not packed. No message looks back at it, so this socket has still heard the same as the others.
        """
        if len(message) < _SHORT:
            return bytes((_PLAIN, len(message))) + message
        self._alone()
        return _framed(self.encoder, message)

    def _alone(self) -> None:
        """A message goes to this socket and to no other."""
        if self.last_shared[0] is not None:
            self.last_shared = (None, 0)
            self.encoder = _packer()


class CompressionFactory(ServerPerMessageDeflateFactory):
    """Negotiates the compression of a socket when it opens."""

    def __init__(self) -> None:
        super().__init__(server_max_window_bits=WINDOW, client_max_window_bits=_THEIRS, compress_settings=COMPRESSION)

    def process_request_params(
        self, params: Sequence[tuple[str, str | None]], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[tuple[str, str | None]], SocketCompression]:
        answer, agreed = super().process_request_params(params, accepted_extensions)
        return answer, SocketCompression(
            agreed.remote_no_context_takeover,
            agreed.local_no_context_takeover,
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
            COMPRESSION,
        )


class SharedFrames:
    """The sockets that get the same messages."""

    def __init__(self) -> None:
        self._packer: Any = None
        self._message = b""
        self._number = 0  # of messages so far
        self._frame = b""
        self._anew = False  # the last message was packed without looking back

    def frame(self, message: bytes, compression: SocketCompression) -> bytes:
        """The next message, or once more the last, as a frame for one of them. The same message is the same object."""
        if message is not self._message:
            self._message, self._frame, self._anew = message, b"", False
            self._number += 1
        if compression.last_shared != (self, self._number - 1) and not self._anew:
            self._packer, self._frame, self._anew = _packer(), b"", True
        self._frame = self._frame or _framed(self._packer, message)
        compression.last_shared = (self, self._number)
        compression.encoder = None  # it would refer to what is not the last any more, and takes room
        return self._frame


def _framed(packer: Any, message: bytes) -> bytes:
    """A text as a frame of a server."""
    packed: bytes = packer.compress(message) + packer.flush(zlib.Z_SYNC_FLUSH)
    size = len(packed) - _END
    if size < 126:
        head = struct.pack(">BB", _TEXT, size)
    else:
        head = struct.pack(">BBH", _TEXT, 126, size) if size < 1 << 16 else struct.pack(">BBQ", _TEXT, 127, size)
    return head + packed[:-_END]
