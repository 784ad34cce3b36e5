"""One ply: how well a seat stands after each of its actions, on a few states re-dealt from what it has seen.

What others choose at the same time and unseen belongs to that ply: quick players choose it. Where the evaluation knows
nothing, quick players play the game to its end, and that is what an action is worth.
"""

from mypy_extensions import i64

from kotva.engine.arrays import Rng, zeros
from kotva.engine.evaluation import Evaluation, knows_nothing
from kotva.engine.moves import Moves
from kotva.engine.playout import play_quick
from kotva.engine.sealed import Sealed
from kotva.engine.state import CHANCE, OK, OVER, State


def one_ply_values(
    seen: State, seat: i64, actions: list[int], evaluation: Evaluation, deals: i64, seed: i64
) -> list[tuple[float, float]]:
    """How well the seat stands after each action and how far it has come, on average over so many deals.

    All actions meet the same chance; -1 where no deal allows the action.
    """
    rng = Rng(seed)
    out = Moves()
    sealed = Sealed()
    blind: bool = knows_nothing(evaluation)
    alone: bool = evaluation.plans_alone()
    luck = Rng(0)
    value = zeros(seen.seats)
    values: list[float] = [0.0 for _ in actions]
    ways: list[float] = [0.0 for _ in actions]
    counts: list[float] = [0.0 for _ in actions]
    for _i in range(deals):
        base = seen.clone()
        base.redeal(seat, rng)
        rng.below(2)
        for i in range(len(actions)):
            action: i64 = actions[i]
            if base.why_not(seat, action) == OK:
                luck.x = rng.x
                s = base.clone()
                hidden: bool = not blind and not alone and is_shared(s, seat) and sealed.hides(s, seat, action)
                s.apply(seat, action)
                if blind:
                    play_quick(s, evaluation, luck, evaluation.horizon(), out)
                elif hidden:
                    reveal(s, base, evaluation, luck, out)
                while s.to_act() == CHANCE:
                    s.apply(CHANCE, s.sample(luck, out))
                evaluation.values(s, value)
                values[i] += float(value[seat])
                if s.to_act() != OVER:
                    ways[i] += float(evaluation.progress(s, seat))
                counts[i] += 1.0
    return [
        (values[i] / counts[i], ways[i] / counts[i]) if counts[i] > 0.0 else (-1.0, 0.0) for i in range(len(actions))
    ]


def is_shared(s: State, seat: i64) -> bool:
    """Whether others choose at the same time."""
    for other in range(s.seats):
        if other != seat and s.may_act(other):
            return True
    return False


def reveal(s: State, before: State, evaluation: Evaluation, rng: Rng, out: Moves) -> None:
    """Let quick players choose for all that could choose already before."""
    for seat in range(s.seats):
        if s.to_act() == OVER:
            return
        if before.may_act(seat) and s.may_act(seat):
            out.clear()
            evaluation.list_quick(s, seat, out)
            s.apply(seat, evaluation.rollout(s, seat, out, rng))
