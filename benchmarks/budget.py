"""Where the time of a move goes: a server like any other, but with a stopwatch on every step.

`python -m benchmarks.load --budget` starts it and asks for the figures with a signal. Times are processor time of the thread
that spends it, each step without the steps inside it; what no step accounts for (sockets, the event loop) is the rest.
"""

from __future__ import annotations

import functools
import gc
import importlib
import json
import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kotva import games

# What is timed: the words for it, and where it is. None of them waits for anything.
STEPS = (
    ("reading the message", "kotva.server.messages:read"),
    ("preparing on a fork", "kotva.server.table_log:TableLog.play"),
    ("the rules", "kotva.engine.game:Game.play"),
    ("storing (its own thread)", "kotva.server.writer:Writer._write"),
    ("views", "kotva.match.match:Match.view"),
    ("legal actions in words, with paths", "kotva.server.presenter:choices"),
    ("whether it can be taken back", "kotva.match.match:Match.offers_undo"),
    ("the log", "kotva.server.presenter:Presenter._log"),
    ("clocks", "kotva.server.table:Table.clock_face"),
    ("clocks", "kotva.server.timers:Timers.table_changed"),
    ("comparing scenes", "kotva.server.presenter:follow"),
    ("encoding", "kotva.server.presenter:encode"),
    ("encoding", "kotva.server.messages:encode"),
    ("frames of messages", "websockets.protocol:Protocol.send_text"),
    ("packing", "websockets.extensions.permessage_deflate:PerMessageDeflate.encode"),
    ("packing", "kotva.server.shared_frames:_framed"),
    ("frames of messages", "kotva.server.shared_frames:SharedFrames.frame"),
    ("frames of messages", "kotva.server.shared_frames:SocketCompression.frame"),
    (
        "frames of messages",
        "uvicorn.protocols.websockets.websockets_sansio_impl:WebSocketsSansIOProtocol.data_received",
    ),
)
SCENES, REST, GARBAGE = "scenes", "the rest: event loop, tasks", "collecting garbage"
LONGEST = "the longest pause to collect garbage"


class Stopwatch:
    """Processor time by step."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self._inner: dict[str, list[int]] = {}
        self._from = time.process_time_ns()
        self._collects = 0
        self.longest = 0.0  # milliseconds: the longest pause to collect garbage

    def timed(self, step: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, with its time noted, less that of timed functions which it calls."""
        stack = self._inner.setdefault("writer" if "thread" in step else "loop", [])
        clock = time.thread_time_ns
        spent = self.spent

        @functools.wraps(work)
        def wrapped(*args: Any, **named: Any) -> Any:
            stack.append(0)
            started = clock()
            try:
                return work(*args, **named)
            finally:
                took = clock() - started
                spent[step] += took - stack.pop()
                if stack:
                    stack[-1] += took

        return wrapped

    def collecting(self, phase: str, _: dict[str, int]) -> None:
        """A callback of the garbage collector: its time is no step's own."""
        stack = self._inner["writer" if threading.current_thread().name == "kotva-writer" else "loop"]
        if phase == "start":
            self._collects = time.thread_time_ns()
            return
        took = time.thread_time_ns() - self._collects
        self.spent[GARBAGE] += took
        self.longest = max(self.longest, took / 1e6)
        if stack:
            stack[-1] += took

    def restart(self) -> None:
        self.spent.clear()
        self.longest = 0.0
        self._from = time.process_time_ns()

    def milliseconds(self) -> dict[str, float]:
        total = time.process_time_ns() - self._from
        steps = {step: took / 1e6 for step, took in self.spent.items()}
        return steps | {REST: total / 1e6 - sum(steps.values()), LONGEST: self.longest}


def install(watch: Stopwatch) -> None:
    """Put the stopwatch on every step that is there."""
    for step, place in STEPS:
        module, name = place.split(":")
        owner: Any = importlib.import_module(module)
        *path, last = name.split(".")
        for part in path:
            owner = getattr(owner, part)
        if hasattr(owner, last):
            setattr(owner, last, watch.timed(step, getattr(owner, last)))
    for name in games.ids():
        game = games.load(name)
        object.__setattr__(game, "scene", watch.timed(SCENES, game.look.scene))
    gc.callbacks.append(watch.collecting)


def main() -> None:
    """Serve as `kotva serve` does. SIGUSR1 starts anew, SIGUSR2 writes what was measured into a file."""
    target = Path(sys.argv.pop(1))
    watch = Stopwatch()
    install(watch)

    def tell(*_: object) -> None:
        fresh = target.with_suffix(".new")
        fresh.write_text(json.dumps(watch.milliseconds()), encoding="utf-8")
        os.replace(fresh, target)  # noqa: PTH105

    signal.signal(signal.SIGUSR1, lambda *_: watch.restart())
    signal.signal(signal.SIGUSR2, tell)
    from kotva.cli import main as kotva

    kotva()


if __name__ == "__main__":
    main()
