"""Requests take turns by address: a few of one address are worked on at a time, the next ones wait.

The event loop serves what comes in the order in which it comes. With sixty connections a stranger would have sixty requests
before everybody else's next one; so it has a few. A request holds its place only while this process works on it: not while its
body is on the way, not while it waits for work in another process, and not while its answer is being read.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

AT_ONCE: Final = 4  # requests of one address that are worked on
WAITING: Final = 400  # more of one address are refused


class Crowded(Exception):
    """Very many requests of one address wait already."""


class _Line:
    """The requests of one address."""

    __slots__ = ("busy", "waiting")

    def __init__(self) -> None:
        self.busy = 0
        self.waiting: deque[asyncio.Future[None]] = deque()


class Turns:
    """Whose requests are worked on, and which wait."""

    def __init__(self) -> None:
        self._lines: dict[str, _Line] = {}

    def __len__(self) -> int:
        return len(self._lines)

    def turn(self, address: str) -> Turn:
        """For one request; an empty address never waits."""
        return Turn(self, address)

    async def enter(self, address: str) -> None:
        """Wait for a place; Crowded if too many wait."""
        line = self._lines.setdefault(address, _Line())
        if line.busy < AT_ONCE:
            line.busy += 1
            return
        if len(line.waiting) >= WAITING:
            raise Crowded
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.waiting.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():  # its turn came in the same moment
                self.leave(address)
            raise  # a place that is cancelled is passed over

    def leave(self, address: str) -> None:
        """Give a place to the next one."""
        line = self._lines[address]
        while line.waiting:
            place = line.waiting.popleft()
            if not place.done():
                place.set_result(None)
                return
        line.busy -= 1
        if not line.busy:
            del self._lines[address]


class Turn:
    """The place of one request."""

    __slots__ = ("_address", "_ended", "_has", "_turns")

    def __init__(self, turns: Turns, address: str) -> None:
        self._turns = turns
        self._address = address
        self._has = False
        self._ended = False

    async def take(self) -> None:
        """Wait for it; a request that has its answer needs none."""
        if self._needs_one():
            await self._turns.enter(self._address)
            if self._needs_one():
                self._has = True
            else:  # meanwhile another part of this request has got one, or the answer
                self._turns.leave(self._address)

    def _needs_one(self) -> bool:
        return bool(self._address) and not self._has and not self._ended

    def give(self) -> None:
        """Nothing is done for this request now."""
        if self._has:
            self._has = False
            self._turns.leave(self._address)

    def end(self) -> None:
        """It has its answer, or will get none."""
        self._ended = True
        self.give()
