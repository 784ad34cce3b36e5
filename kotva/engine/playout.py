"""Random games inside the kernel: search and simulation do not cross into interpreted code once per action."""

from mypy_extensions import i64

from kotva.engine.arrays import Rng
from kotva.engine.evaluation import Evaluation
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OVER, State


def play_random(s: State, rng: Rng, limit: i64) -> i64:
    """Play uniformly random legal actions to the end (or `limit` actions); how many were played, chance included."""
    out = Moves()
    n: i64 = 0
    while n < limit:
        actor: i64 = s.to_act()
        if actor == OVER:
            break
        if actor == CHANCE:
            s.apply(CHANCE, s.sample(rng, out))
        else:
            out.clear()
            s.list_legal(actor, out)
            s.apply(actor, out.pick(rng))
        n += 1
    return n


def play_quick(s: State, evaluation: Evaluation, rng: Rng, limit: i64, out: Moves) -> i64:
    """The same with the evaluation's quick player deciding; search uses it for its playouts."""
    n: i64 = 0
    while n < limit:
        actor: i64 = s.to_act()
        if actor == OVER:
            break
        if actor == CHANCE:
            s.apply(CHANCE, s.sample(rng, out))
        else:
            out.clear()
            evaluation.list_quick(s, actor, out)
            s.apply(actor, evaluation.rollout(s, actor, out, rng))
        n += 1
    return n
