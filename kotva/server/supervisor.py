"""Work that goes on as long as a node lives: an error is logged and counted, and the work begins again after a growing pause.

Each belongs to a part of the node, by which `/health` names what is ill: it failed and has not succeeded since, or is silent for
longer than it ever should be.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from kotva.server.store import Unavailable

_LOG = logging.getLogger("kotva.server")
FIRST, LONGEST = 0.1, 1.5  # seconds of pause after a failure: the first, and the most
OK = "ok"


@dataclass(slots=True)
class BackgroundPart:
    """A part of a node and how it is."""

    name: str
    longest: float | None = None  # seconds that it may be silent; None: as long as it likes
    trouble: str = ""  # why it is ill
    failures: int = 0
    seen: float = field(default_factory=time.monotonic)  # when it last succeeded

    def well(self) -> None:
        """It has done what it is there for."""
        self.trouble = ""
        self.seen = time.monotonic()

    def ill(self, why: object) -> None:
        """It could not; it goes on trying."""
        self.trouble = str(why) or type(why).__name__
        self.failures += 1

    @property
    def state(self) -> str:
        """`ok`, or what is wrong in words."""
        silent = time.monotonic() - self.seen
        if self.trouble:
            return self.trouble
        return f"silent for {silent:.0f} s" if self.longest is not None and silent > self.longest else OK


class Supervisor:
    """The parts of a node and the tasks in which they work."""

    def __init__(self) -> None:
        self.parts: dict[str, BackgroundPart] = {}
        self._tasks: list[asyncio.Task[None]] = []

    def part(self, name: str, longest: float | None = None) -> BackgroundPart:
        """A part by its name; it is there from now on."""
        return self.parts.setdefault(name, BackgroundPart(name, longest))

    def run(self, part: BackgroundPart, work: Callable[[], Awaitable[None]]) -> asyncio.Task[None]:
        """Let work go on for ever, whatever happens to it; the task, for callers that end it early."""
        task = asyncio.get_running_loop().create_task(_for_ever(part, work), name=f"kotva-{part.name}")
        self._tasks.append(task)
        return task

    async def close(self) -> None:
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def ill(self) -> list[str]:
        """The names of the parts that are."""
        return [name for name, part in self.parts.items() if part.state != OK]


async def _for_ever(part: BackgroundPart, work: Callable[[], Awaitable[None]]) -> None:
    pause = FIRST
    while True:
        begun = time.monotonic()
        try:
            await work()
            return  # it has nothing more to do
        except Unavailable as error:
            part.ill(error)
            _LOG.warning("%s wait: %s", part.name, error)
        except Exception as error:
            part.ill(repr(error))
            _LOG.exception("%s failed and begin again", part.name)
        took = time.monotonic() - begun
        if took > 10 * LONGEST:  # it had gone well for long
            pause = FIRST
        # An attempt that has waited for a silent database has waited enough: play goes on 5 s after it is back.
        await asyncio.sleep(max(FIRST, pause - took))
        pause = min(LONGEST, pause * 2)
