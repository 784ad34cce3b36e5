"""What follows from a choice, as far as its player can know: on states dealt anew from that player's view.

A game that says what a choice gains and risks (`Game.words.hint_text`) describes one such deal; `certain` keeps what is true in
all of them, so that nothing is told that was only dealt so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Generic

from kotva.engine.arrays import Rng
from kotva.engine.game import PLAYED, Event, View
from kotva.engine.own import S
from kotva.engine.state import OK, SPECTATOR

DEALS: Final = 4  # in how many deals something must be true to be sure


@dataclass(frozen=True, slots=True)
class Consequence(Generic[S]):
    """A choice in one deal: the state before and right after it, and what its player hears of it."""

    seat: int
    before: S
    after: S
    events: tuple[Event, ...]


def dealt(view: View[S], rng: Rng) -> S:
    """A state that its viewer cannot tell from the real one."""
    s = view.seen.clone()
    s.redeal(SPECTATOR if view.seat is None else view.seat, rng)
    return s


def consequences(view: View[S], action: int, seed: int = 1) -> list[Consequence[S]]:
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
        shown = (view.game.show_event(view.seat, event) for event in happened)
        found.append(Consequence(view.seat, before, after, tuple(event for event in shown if event is not None)))
    return found


def certain(view: View[S], action: int, said: Callable[[Consequence[S]], Iterable[str]]) -> list[str]:
    """The sentences of a game about a choice that hold in every deal, in their order."""
    shown = [list(said(one)) for one in consequences(view, action)]
    return [line for line in dict.fromkeys(shown[0]) if all(line in lines for lines in shown)] if shown else []
