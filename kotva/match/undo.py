"""Whether an action can be taken back: only if nobody would then know more than before it.

What an action shows is not left to marks alone. From positions that a viewer cannot tell from the true one the same action
is played; if the viewer then sees something else, it has learned by the action which of them it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from kotva.engine.arrays import Rng
from kotva.engine.fields import key
from kotva.engine.game import PLAYED, Event, Game
from kotva.engine.state import OK, OVER, SPECTATOR, State

TWINS = 16  # positions tried for each viewer
GLANCE = 2  # the same to offer it: the request itself gets the full answer
_STAND_INS = 40  # other actions tried where the viewer may not know which one it was


def can_take_back(game: Game, before: State, after: State, events: Sequence[Event], twins: int = TWINS) -> bool:
    """Whether the action that these events begin with, played from one state to the other, can be taken back."""
    _, actor, action, _ = events[0]
    if actor < 0 or after.to_act() == OVER or game.rules.actions.family(action).reveals:
        return False
    truth = key(before)
    blind = (viewer for viewer in (SPECTATOR, *range(int(before.seats))) if key(before.seen(viewer)) != truth)
    shown = any(code in game.rules.reveals for code, _, _, _ in events)
    return not any(shown or clues(game, before, after, viewer, actor, action, twins) for viewer in blind)


def clues(
    game: Game,
    before: State,
    after: State,
    viewer: int,
    actor: int,
    action: int,
    twins: int,
    seed: int = 0,
    enough: int = 1,
) -> int:
    """How many of some positions, which could have been the true one for all that a viewer knew, an action rules out.

    None if the viewer has learned nothing by it; no more than `enough` are looked for.
    """
    looks = key(after.seen(viewer))
    seen = before.seen(viewer)
    shown = game.show_event(viewer, (PLAYED, actor, action, 0))
    veiled = shown != (PLAYED, actor, action, 0)
    found = 0
    for number in range(twins):
        twin = seen.clone()
        twin.redeal(viewer, Rng(seed + number))
        # Where a viewer may not know which action it was, another one of which it hears the same may explain what it sees.
        if _looks_so(twin, viewer, actor, action, looks):
            continue
        legal = game.legal(twin, actor) if veiled else []
        alike = islice((a for a in legal if game.show_event(viewer, (PLAYED, actor, a, 0)) == shown), _STAND_INS)
        if not any(_looks_so(twin, viewer, actor, a, looks) for a in alike):
            found += 1
            if found == enough:
                break
    return found


def _looks_so(twin: State, viewer: int, actor: int, action: int, looks: tuple[object, ...]) -> bool:
    """Whether an action can be played on the twin, too, and makes it look as the true position does.

    Where it would have ended the game, that it did not is something learned, too.
    """
    if twin.why_not(actor, action) != OK:
        return False
    played = twin.clone()
    played.apply(actor, action)
    return key(played.seen(viewer)) == looks
