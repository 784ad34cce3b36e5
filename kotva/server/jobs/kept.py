"""A cache of results for equal requests; all of them together have a limit."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Any, Final

_ENTRY: Final = 300  # bytes of an entry, beside its key and its result


class Kept:
    """Texts and bytes by their key; the one that was asked for longest ago goes first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._all: OrderedDict[tuple[str, str], tuple[float, Any]] = OrderedDict()
        self.size = 0

    def put(self, key: tuple[str, str], result: Any, seconds: float) -> None:
        if not isinstance(result, bytes | str) or _size(key, result) > self._most:
            return
        self._drop(key)
        self._all[key] = (time.monotonic() + seconds, result)
        self.size += _size(key, result)
        while self.size > self._most:
            self._drop(next(iter(self._all)))

    def get(self, key: tuple[str, str]) -> Any | None:
        until, result = self._all.get(key, (0.0, None))
        if result is not None and until < time.monotonic():
            self._drop(key)
            return None
        if result is not None:
            self._all.move_to_end(key)
        return result

    def _drop(self, key: tuple[str, str]) -> None:
        if key in self._all:
            self.size -= _size(key, self._all.pop(key)[1])


def _size(key: tuple[str, str], result: bytes | str) -> int:
    """What an entry takes: a key may be a stranger's long question with a short answer."""
    return _ENTRY + len(key[1]) + len(result)
