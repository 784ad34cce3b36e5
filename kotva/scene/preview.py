"""What an action would do, before it is done: where things would go, as far as the viewer can know that.

The action is tried on several deals that fit the view; only what is the same in all of them is shown. So a preview tells
nothing that is hidden and promises nothing that chance decides.
"""

from __future__ import annotations

import msgspec

from kotva.engine.arrays import Rng
from kotva.engine.game import PLAYED, Event, View
from kotva.engine.say import ENGLISH, Say
from kotva.engine.scene import Course, Item
from kotva.engine.state import OK

_DEALS = 3


class Moved(msgspec.Struct, frozen=True, omit_defaults=True):
    """A thing of the board that would be somewhere else."""

    id: str  # of the item
    x: float  # where it would lie
    y: float  # downwards
    turn: float = 0.0  # degrees, clockwise


class Come(msgspec.Struct, frozen=True, omit_defaults=True):
    """A thing that would be on the board and is not yet."""

    id: str  # of the new item
    symbol: str  # its drawing
    x: float  # where it would lie
    y: float  # downwards
    size: float = 1.0  # of the drawing's 64 box
    turn: float = 0.0  # degrees, clockwise
    owner: int | None = None  # the seat whose colour it has


class Preview(msgspec.Struct, frozen=True, omit_defaults=True):
    """Things that would move or come, the ways they would go, and what the log would say."""

    moved: list[Moved] = []  # items at another place
    courses: list[Course] = []  # ways that items would go
    come: list[Come] = []  # items that would be new
    lines: list[str] = []  # what would happen, in sentences


def preview(view: View, text: str, say: Say = ENGLISH) -> Preview:
    """What an action would do; nothing if it is not allowed, or if that cannot be known."""
    action = view.game.rules.actions.parse(text)
    if view.seat is None or int(view.seen.why_not(view.seat, action)) != OK:
        return Preview()
    before = {item.id: item for item in view.game.look.scene(view, ENGLISH).items}
    first, *others = [_after(view, action, deal) for deal in range(_DEALS)]
    sure = [item for item in first[0] if all(item in other[0] for other in others)]
    moved = [
        Moved(item.id, item.x, item.y, item.turn)
        for item in sure
        if item.zone == "board" and item.layer >= 3 and item.id in before and _place(item) != _place(before[item.id])
    ]
    courses = [course for course in first[1] if all(course in other[1] for other in others)]
    come = [
        Come(item.id, item.symbol, item.x, item.y, item.size, item.turn, item.owner)
        for item in sure
        if item.zone == "board" and item.layer >= 3 and item.id not in before and item.label and not item.ghost
    ]
    told = [view.game.lines(other[2], say) for other in (first, *others)]
    lines = [line for line in told[0] if all(line in some for some in told)]
    return Preview(moved, courses, come, lines)


def _after(view: View, action: int, deal: int) -> tuple[list[Item], list[Course], tuple[Event, ...]]:
    """The scene after an action on one deal, without what chance would decide then."""
    assert view.seat is not None
    state = view.seen.clone()
    state.redeal(view.seat, Rng(deal + 1))
    trace: list[Event] = []
    state.trace = trace
    state.apply(view.seat, action)
    state.trace = None
    news = [(PLAYED, view.seat, action, 0), *trace]
    then = view.game.view(state, view.seat, view.options, news)
    scene = view.game.look.scene(then, ENGLISH)
    return list(scene.items), list(scene.courses), then.news


def _place(item: Item) -> tuple[str, float, float, float]:
    return item.zone, item.x, item.y, item.turn
