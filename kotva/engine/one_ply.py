"""One ply: how well a seat stands after each of its actions, on a few states re-dealt from what it has seen."""

from mypy_extensions import i64

from kotva.engine.arrays import Rng, zeros
from kotva.engine.evaluation import Evaluation
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OK, OVER, State


def one_ply_values(
    seen: State, seat: i64, actions: list[int], evaluation: Evaluation, deals: i64, seed: i64
) -> list[tuple[float, float]]:
    """How well the seat stands after each action and how far it has come, on average over so many deals.

    All actions meet the same chance; -1 where no deal allows the action.
    """
    rng = Rng(seed)
    out = Moves()
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
                s.apply(seat, action)
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
