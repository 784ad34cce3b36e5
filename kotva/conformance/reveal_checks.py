"""Checks of what an action teaches: what shows something hidden says so, and is never taken back."""

from __future__ import annotations

from random import Random

from kotva.conformance.kit import ConformanceFault, Kit, Moment, differing, events, name_of, table_actions
from kotva.engine.arrays import Rng
from kotva.engine.fields import key
from kotva.engine.state import OK, OVER, TABLE, State
from kotva.match.undo import can_take_back, clues


def reveals(kit: Kit) -> None:
    """What shows something hidden says so: `Family(reveals=True)` or a code in `Game.rules.reveals`; nothing else shows anything.

    From two states that a viewer cannot tell apart the same action is played; if its views differ afterwards, it has learned
    something by it. That goes for actions of the table too: by leaving nobody lays open what was hidden.
    """
    game = kit.game
    rng = kit.random("reveals")
    for moment in kit.moments:
        blind = [viewer for viewer in moment.viewers() if key(moment.state.seen(viewer)) != key(moment.state)]
        for actor, action in tries(moment, rng) if blind else ():
            if game.rules.actions.family(action).reveals:
                continue
            after = moment.state.clone()
            happened = events(after, actor, action)
            if after.to_act() == OVER or any(event[0] in game.rules.reveals for event in happened):
                continue
            for viewer in blind:
                if not (game.rules.actions.family(action).secret and viewer != actor):  # `told` looks at these
                    _reveals(moment, viewer, actor, action, after, kit.budget.count(2))


def _reveals(moment: Moment, viewer: int, actor: int, action: int, after: State, twins: int) -> None:
    for number in range(twins):
        other = moment.state.seen(viewer).clone()
        other.redeal(viewer, Rng(number + 17))
        if other.why_not(actor, action) != OK:
            continue  # that it could be played tells something: the rules want it so
        events(other, actor, action)
        if other.to_act() != OVER and key(other.seen(viewer)) != key(after.seen(viewer)):
            wrong = differing(other.seen(viewer), after.seen(viewer))
            text = moment.game.rules.actions.text(action)
            raise ConformanceFault(
                f"{name_of(viewer)} learns something by {text!r} ({wrong}), and nothing says so", moment
            )


def tries(moment: Moment, rng: Random) -> list[tuple[int, int]]:
    """What was played at a moment, one legal action of every family there, and what the table could do."""
    game, state = moment.game, moment.state
    if moment.action is None:
        return []
    out = {(moment.actor, moment.action): None}
    for actor in moment.deciding():
        legal = game.legal(state, actor)
        rng.shuffle(legal)
        for action in {game.rules.actions.family(a).base: a for a in legal}.values():
            out[actor, action] = None
    unlisted = table_actions(game)
    for actor in (TABLE, *(seat for seat in moment.deciding() if seat >= 0)):
        allowed = [a for a in unlisted if state.why_not(actor, a) == OK]
        for action in rng.sample(allowed, min(4, len(allowed))):
            out[actor, action] = None
    return list(out)


def takebacks(kit: Kit) -> None:
    """Nobody takes back an action by which anybody, player or spectator, has learned something."""
    game = kit.game
    rng = kit.random("takebacks")
    for moment in kit.moments:
        blind = [viewer for viewer in moment.viewers() if key(moment.state.seen(viewer)) != key(moment.state)]
        for actor, action in tries(moment, rng)[:8] if blind else ():
            if actor < 0:
                continue
            after = moment.state.clone()
            happened = events(after, actor, action)
            if after.to_act() == OVER or not can_take_back(game, moment.state, after, happened):
                continue
            for viewer in blind:
                if clues(game, moment.state, after, viewer, actor, action, kit.budget.count(4), seed=101, enough=2) > 1:
                    text = game.rules.actions.text(action)
                    raise ConformanceFault(
                        f"{name_of(viewer)} learns something by {text!r}, and it can be taken back", moment
                    )
