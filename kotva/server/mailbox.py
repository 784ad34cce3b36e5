"""One thing after another: what is asked of a table waits in its queue, and one task does it.

No locks, and a request goes on after its client has gone.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")


class Mailbox:
    """A queue with a task that lives as long as something is in it."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[Callable[[], Awaitable[object]], asyncio.Future[object]]] = deque()
        self._task: asyncio.Task[None] | None = None

    @property
    def idle(self) -> bool:
        return self._task is None

    async def do(self, work: Callable[[], Awaitable[T]]) -> T:
        """The result of some work, done when everything before it is done."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[object] = loop.create_future()
        self._waiting.append((work, done))
        if self._task is None:
            self._task = loop.create_task(self._run())
        return await done  # type: ignore[return-value]

    async def _run(self) -> None:
        try:
            while self._waiting:
                work, done = self._waiting.popleft()
                try:
                    result = await work()
                except Exception as error:
                    if not done.done():
                        done.set_exception(error)
                else:
                    if not done.done():
                        done.set_result(result)
        finally:
            self._task = None
