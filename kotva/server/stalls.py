"""What holds the event loop: whatever takes more than 20 ms of the thread's own CPU time before the next callback has its turn.

A thread asks the loop for a sign of life every 10 ms. As long as none comes it notes every few milliseconds where the loop's
thread is, until that has used 10 ms of CPU time; if it has used 20 when the sign comes, the stall is counted and logged with that
place, in logs as JSON with the whole stack. Time in which the machine did something else does not count. It works with any event
loop, and costs a fraction of a per cent. Plain Python takes its time, so there the limit is 80 ms.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import sys
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import CodeType
from typing import Final

from kotva.engine.arrays import COMPILED

LIMIT: Final = 0.02 if COMPILED else 0.08  # seconds of CPU time
_ASK: Final = 0.01  # seconds between two questions
_LOOK: Final = 0.004  # seconds between two looks at a loop that does not answer
_QUIET: Final = 60.0  # seconds until the same place is logged again
_FRAMES: Final = 14
_UNSEEN: Final = "  (nobody could look: it was one call into compiled code)"
_LOG = logging.getLogger("kotva.server")


@dataclass(frozen=True, slots=True)
class Stall:
    """How long the loop was held, and where it was when somebody looked."""

    seconds: float
    stack: str

    @property
    def place(self) -> str:
        """The innermost line."""
        lines = [line for line in self.stack.splitlines() if line.startswith("  File ")]
        return lines[-1].strip() if lines else "?"


class StallWatch:
    """Watches the event loop in which it is started."""

    def __init__(self, limit: float = LIMIT, told: Callable[[Stall], None] | None = None) -> None:
        self._limit = limit
        self._told = told or self._log
        self._logged: dict[str, float] = {}
        self._asked: float | None = None  # CPU time of the thread when it was asked for a sign
        self._seen: list[tuple[CodeType, int]] = []  # where it was since then, the innermost first: code and line
        self._ends = threading.Event()
        self.count = 0

    def start(self) -> None:
        if not hasattr(time, "pthread_getcpuclockid"):
            return  # Windows and macOS have no such clock
        loop, thread = asyncio.get_running_loop(), threading.get_ident()
        threading.Thread(target=self._watch, args=(loop, thread), name="kotva-stalls", daemon=True).start()

    def close(self) -> None:
        self._ends.set()

    def _watch(self, loop: asyncio.AbstractEventLoop, thread: int) -> None:
        clock, over = time.pthread_getcpuclockid(thread), False
        while not self._ends.wait(_ASK if self._asked is None else _LOOK):
            asked = self._asked
            if asked is None:
                self._seen, over, self._asked = [], False, time.clock_gettime(clock)
                try:
                    loop.call_soon_threadsafe(self._alive)
                except RuntimeError:  # it is closed
                    return
            elif not over:
                over = time.clock_gettime(clock) - asked > self._limit / 2  # a look at the end comes when it is over
                frame = sys._current_frames().get(thread)
                if frame is not None and self._asked is asked:
                    # Words are made of it only if there is something to tell: they need the files.
                    frames = itertools.islice(traceback.walk_stack(frame), _FRAMES)
                    self._seen = [(one.f_code, line) for one, line in frames]
                del frame  # it would keep all that its variables hold

    def _alive(self) -> None:
        """The sign of life (on the loop)."""
        used = time.thread_time() - (self._asked or 0.0)
        seen = self._seen
        self._asked = None
        if used > self._limit and not self._ends.is_set():
            self.count += 1
            self._told(Stall(used, _in_words(seen) if seen else _UNSEEN))

    def _log(self, stall: Stall) -> None:
        now = time.monotonic()
        if now - self._logged.get(stall.place, -_QUIET) < _QUIET:
            return
        if len(self._logged) > 1000:
            self._logged.clear()
        self._logged[stall.place] = now
        where = stall.place if stall.stack != _UNSEEN else _UNSEEN.strip()
        milliseconds, details = 1000 * stall.seconds, {"stack": stall.stack.rstrip()}
        _LOG.warning("the event loop was held for %.0f ms of CPU time: %s", milliseconds, where, extra=details)


def _in_words(seen: Sequence[tuple[CodeType, int]]) -> str:
    """A stack as tracebacks show it."""
    frames = [traceback.FrameSummary(code.co_filename, line, code.co_name) for code, line in reversed(seen)]
    return "".join(traceback.format_list(frames))
