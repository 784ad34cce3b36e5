"""Choices made at the same time and turned up together: sealed bids, cards laid face down, plans.

The choices are one list in the state, `self.chosen = sealed.opened(seats)`: a number of your own for each seat, from 0 on.

    to_act:      return sealed.first(self.chosen)
    may_act:     return sealed.owes(self.chosen, seat)
    apply:       self.chosen[seat] = action - BID;  if sealed.complete(self.chosen): ...
    copy_hidden: c.chosen = self.chosen[:]
    look:        v.chosen = sealed.seen(self.chosen, seat)
    redeal:      sealed.redeal(self.chosen, lambda other: range(6), rng)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from kotva.engine.arrays import Rng
from kotva.engine.state import OVER

OPEN: Final = -1  # nothing chosen yet
CLOSED: Final = -2  # chosen, and the viewer may not know what
OUT: Final = -3  # does not choose this time


def opened(seats: int) -> list[int]:
    """Everybody is to choose."""
    return [OPEN] * seats


def owes(chosen: Sequence[int], seat: int) -> bool:
    """Whether a seat has still to choose."""
    return 0 <= seat < len(chosen) and chosen[seat] == OPEN


def first(chosen: Sequence[int]) -> int:
    """The first seat that has still to choose; OVER if nobody has."""
    return next((seat for seat, choice in enumerate(chosen) if choice == OPEN), OVER)


def complete(chosen: Sequence[int]) -> bool:
    """Whether everybody has chosen."""
    return OPEN not in chosen


def seen(chosen: Sequence[int], viewer: int) -> list[int]:
    """What a viewer may know: that others have chosen, not what; everything when all have."""
    if complete(chosen):
        return list(chosen)
    return [choice if seat == viewer or choice < 0 else CLOSED for seat, choice in enumerate(chosen)]


def redeal(chosen: list[int], possible: Callable[[int], Sequence[int]], rng: Rng) -> None:
    """What is unknown is filled in, in place: any of the choices that a seat can have made."""
    for seat, choice in enumerate(chosen):
        if choice == CLOSED:
            all_of_them = possible(seat)
            chosen[seat] = all_of_them[rng.below(len(all_of_them))]


def highest(chosen: Sequence[int], begin: int = 0) -> int:
    """The seat with the highest choice; of equal ones the first from `begin` on. OPEN if nobody has chosen."""
    seats = len(chosen)
    order = [(begin + i) % seats for i in range(seats)]
    best = max(order, key=lambda seat: chosen[seat])  # max keeps the first
    return best if chosen[best] >= 0 else OPEN


def alone(chosen: Sequence[int]) -> list[int]:
    """The seats whose choice nobody else has made, the highest first: for games in which equal choices cancel out."""
    single = [seat for seat, choice in enumerate(chosen) if choice >= 0 and list(chosen).count(choice) == 1]
    return sorted(single, key=lambda seat: -chosen[seat])
