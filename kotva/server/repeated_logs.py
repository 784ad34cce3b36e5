"""What strangers can make the web server say again and again is logged once a minute, with how often it was said.

A request that is none costs its sender nothing; a line for each would fill the disk.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

_QUIET: Final = 60.0  # seconds until the same is logged again
_REMEMBERED: Final = 100  # different messages


class OnceAMinute(logging.Filter):
    """Lets a message of each kind pass, then none of it for a minute."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._said: dict[str, tuple[float, int]] = {}  # when each was logged, and how often it came since

    def filter(self, record: logging.LogRecord) -> bool:
        kind = str(record.msg)
        now = self._now()
        at, left_out = self._said.get(kind, (-_QUIET, 0))
        if now - at < _QUIET:
            self._said[kind] = at, left_out + 1
            return False
        if len(self._said) >= _REMEMBERED:
            self._said.clear()
        self._said[kind] = now, 0
        if left_out:
            record.msg = f"{record.getMessage()} (and {left_out} times since this was last logged)"
            record.args = None
        return True


def limit_repeats(logger: str) -> None:
    """Log what a logger says again and again once a minute."""
    found = logging.getLogger(logger)
    if not any(isinstance(one, OnceAMinute) for one in found.filters):
        found.addFilter(OnceAMinute())
