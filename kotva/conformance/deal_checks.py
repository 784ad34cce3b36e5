"""Checks of re-deals as such: that they fill in what is hidden, that they differ, and that the game notices impossible ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kotva.conformance.kit import ConformanceFault, Kit, Moment
from kotva.engine.arrays import Rng
from kotva.engine.fields import fields, key
from kotva.engine.position import unchecked
from kotva.engine.state import State

_DEALS: Final = 12  # of one view


def deals(kit: Kit) -> None:
    """Where something is hidden, redeal() fills it in, and Game.rules.check notices when it is something else."""
    game = kit.game
    blind = [
        (moment, viewer, seen)
        for moment in kit.moments
        if not moment.is_over
        for viewer in moment.viewers()
        if key(seen := moment.state.seen(viewer)) != key(moment.state)
    ]
    if not blind:
        return
    if game.rules.check is unchecked:
        raise ConformanceFault(
            f"{game.id} hides something, so it needs a Game.rules.check that knows an impossible deal", blind[0][0]
        )
    for _, viewer, seen in blind:
        dealt = seen.clone()
        dealt.redeal(viewer, Rng(5))
        if key(dealt) != key(seen):
            break
    else:
        raise ConformanceFault("redeal() leaves everything as it is, though something is hidden", blind[0][0])
    _deals_vary(kit, blind)
    if not any(_check_bites(kit, moment, seen) for moment, _, seen in blind[:200]):
        raise ConformanceFault("Game.rules.check never notices when something hidden is not what it was", blind[0][0])


def _deals_vary(kit: Kit, blind: Sequence[tuple[Moment, int, State]]) -> None:
    """Where something may be otherwise than it is dealt, it is not always dealt like that."""
    same: dict[str, Moment] = {}
    varied: set[str] = set()
    for moment, viewer, seen in blind[:: max(1, len(blind) // kit.budget.count(80))]:
        dealt = [seen.clone() for _ in range(_DEALS)]
        for number, one in enumerate(dealt):
            one.redeal(viewer, Rng(number * 31 + 1))
        made, truth, view = [fields(one) for one in dealt], fields(moment.state), fields(seen)
        fixed = {name for name, value in made[0].items() if all(deal[name] == value for deal in made)}
        varied |= made[0].keys() - fixed
        other = [name for name in fixed if made[0][name] not in (truth[name], view[name])]
        if set(other) - same.keys() and all(_could_be(moment, one, viewer, other) for one in dealt):
            same.update(dict.fromkeys(other, moment))
    for name, moment in same.items():
        if name not in varied:
            raise ConformanceFault(f"redeal() always deals the same {name}, though another one is the truth", moment)


def _could_be(moment: Moment, dealt: State, viewer: int, names: Sequence[str]) -> bool:
    """Whether what the truth has in some fields would fit into a re-deal, too."""
    other, seen = dealt.clone(), key(dealt.seen(viewer))
    for name in names:
        setattr(other, name, getattr(moment.state.clone(), name))
    try:
        moment.game.rules.check(other)
    except AssertionError:
        return False
    return key(other.seen(viewer)) == seen


def _check_bites(kit: Kit, moment: Moment, seen: State) -> bool:
    """Whether the game's check refuses a state in which something hidden was replaced by what it was at another moment."""
    truth, view = fields(moment.state), fields(seen)
    for other in kit.moments[::7]:
        for name, value in fields(other.state).items():
            if truth[name] == view[name] or truth[name] == value or _size(truth[name]) != _size(value):
                continue
            forged = moment.state.clone()
            setattr(forged, name, getattr(other.state.clone(), name))
            try:
                moment.game.rules.check(forged)
            except AssertionError:
                return True
    return False


def _size(value: int | list[int]) -> int:
    return 0 if isinstance(value, int) else len(value)
