"""Quick pairing: which of the people who look for a game are put at one table. Pure functions; `lobby_store.py` asks them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from kotva.engine.game import Game, Json
from kotva.engine.presets import QUICK, STANDARD
from kotva.match.terms import ANSWER, BOT

MINUTES: Final = (0, 10, 20, 45)  # for a whole game that people can ask for; 0: no clock
PATIENCE: Final = 5.0  # seconds for which a table waits for more players than it needs
ALIVE: Final = 15.0  # seconds after which somebody whose page asks no more is not looking any longer
_NEAR: Final = 4.0  # how far ratings may be apart at first, in the model's points (240 of those that people see)
_WIDENS: Final = 0.5  # and how much further after each second
_INCREMENT: Final = 5  # seconds after each move
_SHORT: Final = 15  # minutes up to which the quick preset is played


@dataclass(frozen=True, slots=True)
class Seek:
    """Somebody looks for a game."""

    person: str
    name: str
    game: str
    low: int
    high: int
    minutes: int
    rated: bool
    rating: float
    since: float

    def suits(self, other: Seek, now: float) -> bool:
        """Whether two could sit at one table."""
        waited = now - min(self.since, other.since)
        same = (self.game, self.minutes, self.rated) == (other.game, other.minutes, other.rated)
        return same and abs(self.rating - other.rating) <= _NEAR + _WIDENS * waited


def find_group(
    seeks: Sequence[Seek], seats: Sequence[int], now: float, apart: Collection[frozenset[str]] = ()
) -> list[Seek]:
    """The people to be put at one table now; nobody: all wait on. The longest wait is served first.

    A table is as large as all its players accept. If it could still grow, it waits a few seconds for others.
    `apart`: pairs of people who do not want to meet.
    """
    for first in sorted(seeks, key=lambda seek: (seek.since, seek.person)):
        suitable = [seek for seek in seeks if seek.person != first.person and first.suits(seek, now)]
        suitable.sort(key=lambda seek: (abs(seek.rating - first.rating), seek.since, seek.person))
        for size in range(first.high, first.low - 1, -1):
            fit = [seek for seek in suitable if seek.low <= size <= seek.high]
            if size < 2 or size not in seats or len(fit) < size - 1:
                continue
            group = _willing(first, fit, size, apart)
            if len(group) < size:
                continue
            full = size == min(seek.high for seek in group)
            if full or now - first.since >= PATIENCE:
                return group
    return []


def _willing(first: Seek, others: Sequence[Seek], size: int, apart: Collection[frozenset[str]]) -> list[Seek]:
    """The first so many that want to meet each other."""
    group = [first]
    for seek in others:
        if len(group) < size and not any(frozenset((seek.person, one.person)) in apart for one in group):
            group.append(seek)
    return group


def preset_for(minutes: int) -> str:
    """The preset that people get who ask for so many minutes."""
    return QUICK if 0 < minutes <= _SHORT else STANDARD


def clock_for(minutes: int, seats: int, game: Game) -> dict[str, Json] | None:
    """A clock under which a game takes about so many minutes."""
    if not minutes:
        return None
    clock: dict[str, Json] = {"reserve": minutes * 60 // seats, "increment": _INCREMENT, "zero": BOT}
    if game.timing.has_offers:
        clock["answer"] = ANSWER
    return clock
