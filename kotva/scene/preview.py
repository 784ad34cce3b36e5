"""What an action would do, before it is done: where things would go, as far as the viewer can know that.

The action is tried on several deals that fit the view; only what is the same in all of them is shown. So a preview tells
nothing that is hidden and promises nothing that chance decides.
"""

from __future__ import annotations

import msgspec

from kotva.engine.arrays import Rng
from kotva.engine.game import PLAYED, Event, View
from kotva.engine.say import ENGLISH
from kotva.engine.scene import Course, Item
from kotva.engine.state import OK

_DEALS = 3


class Moved(msgspec.Struct, frozen=True, omit_defaults=True):
    """A thing of the board that would be somewhere else."""

    id: str
    x: float
    y: float
    turn: float = 0.0


class Preview(msgspec.Struct, frozen=True, omit_defaults=True):
    """Things that would move, and the ways they would go."""

    moved: list[Moved] = []
    courses: list[Course] = []


def preview(view: View, text: str) -> Preview:
    """What an action would do; nothing if it is not allowed, or if that cannot be known."""
    action = view.game.actions.parse(text)
    if view.seat is None or int(view.seen.why_not(view.seat, action)) != OK:
        return Preview()
    before = {item.id: item for item in view.game.scene(view, ENGLISH).items}
    first, *others = [_after(view, action, deal) for deal in range(_DEALS)]
    sure = [item for item in first[0] if all(item in items for items, _ in others)]
    moved = [
        Moved(item.id, item.x, item.y, item.turn)
        for item in sure
        if item.zone == "board" and item.layer >= 3 and item.id in before and _place(item) != _place(before[item.id])
    ]
    return Preview(moved, [course for course in first[1] if all(course in courses for _, courses in others)])


def _after(view: View, action: int, deal: int) -> tuple[list[Item], list[Course]]:
    """The scene after an action on one deal, without what chance would decide then."""
    assert view.seat is not None
    state = view.seen.clone()
    state.redeal(view.seat, Rng(deal + 1))
    trace: list[Event] = []
    state.trace = trace
    state.apply(view.seat, action)
    state.trace = None
    news = [(PLAYED, view.seat, action, 0), *trace]
    scene = view.game.scene(view.game.view(state, view.seat, view.options, news), ENGLISH)
    return list(scene.items), list(scene.courses)


def _place(item: Item) -> tuple[str, float, float, float]:
    return item.zone, item.x, item.y, item.turn
