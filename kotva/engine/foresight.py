"""What follows from a choice, as far as its player can tell: on states dealt anew from his view.

A game that says what a choice gains and risks (`Game.counsel`) describes one such deal; `agreed` keeps what is true in all of
them, so that nothing is told that was only dealt so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from kotva.engine.arrays import Rng
from kotva.engine.game import PLAYED, Event, View
from kotva.engine.state import OK, SPECTATOR, State

DEALS: Final = 4  # in how many deals something must be true to be sure


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A choice in one deal: the state before and right after it, and what its player hears of it."""

    seat: int
    before: State
    after: State
    events: tuple[Event, ...]


def dealt(view: View, rng: Rng) -> State:
    """A state that its viewer cannot tell from the real one."""
    s = view.seen.clone()
    s.redeal(SPECTATOR if view.seat is None else view.seat, rng)
    return s


def foreseen(view: View, action: int, seed: int = 1) -> list[Foreseen]:
    """A choice in some deals; deals that do not allow it are left out."""
    assert view.seat is not None
    rng = Rng(seed)
    found = []
    for _ in range(DEALS):
        before = dealt(view, rng)
        if before.why_not(view.seat, action) != OK:
            continue
        after = before.clone()
        trace: list[Event] = []
        after.trace = trace
        after.apply(view.seat, action)
        after.trace = None
        happened = ((PLAYED, view.seat, action, 0), *trace)
        heard = (view.game.tell(view.seat, event) for event in happened)
        found.append(Foreseen(view.seat, before, after, tuple(event for event in heard if event is not None)))
    return found


def agreed(view: View, action: int, said: Callable[[Foreseen], Iterable[str]]) -> list[str]:
    """The sentences of a game about a choice that hold in every deal, in their order."""
    told = [list(said(one)) for one in foreseen(view, action)]
    return [line for line in dict.fromkeys(told[0]) if all(line in lines for lines in told)] if told else []
