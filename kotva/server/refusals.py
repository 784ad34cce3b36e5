"""Refusals of one address come at a pace: a program that asks again at once cannot fill the event loop.

A refusal costs little, but forty connections that are refused and ask again would have forty requests before everybody
else's next one. So the first few come at once, for a page that has sent too much; what follows waits for its turn, and its
connection with it.
"""

from __future__ import annotations

import asyncio
from typing import Final

AT_ONCE: Final = 20  # refusals that come at once
PACE: Final = 0.05  # seconds between two more
LONGEST: Final = 5.0  # seconds that one waits
_REMEMBERED: Final = 1000  # addresses


class Refusals:
    """When the next refusal of each address is due."""

    def __init__(self) -> None:
        self._due: dict[str, float] = {}

    def delay(self, address: str, now: float) -> float:
        """Seconds that a refusal of an address waits; one from this machine does not."""
        if not address:
            return 0.0
        due = max(self._due.get(address, 0.0), now - AT_ONCE * PACE) + PACE
        self._due[address] = min(due, now + LONGEST)
        if len(self._due) > _REMEMBERED:
            self._forget(now)
        return min(max(0.0, due - now), LONGEST)

    def _forget(self, now: float) -> None:
        for address in [one for one, due in self._due.items() if due < now - AT_ONCE * PACE]:
            del self._due[address]

    async def wait(self, address: str) -> None:
        """Wait until a refusal may be said."""
        if delay := self.delay(address, asyncio.get_running_loop().time()):
            await asyncio.sleep(delay)
