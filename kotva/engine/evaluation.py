"""How good a position is, for bots: the chances of every seat, a quick player for playouts, what to try first."""

from math import exp
from typing import Final, Generic

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from kotva.engine.arrays import Rng, ints
from kotva.engine.moves import Moves
from kotva.engine.own import Own
from kotva.engine.state import OVER, State

# What is left of a chance that is x sixteenths of a step behind: 10,000 * exp(-x / 16).
FADE: Final = ints([round(10_000 * exp(-x / 16)) for x in range(128)])


NO_ACTION: Final = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluation(Generic[Own]):
    """What a good position is, for bots: the default knows nothing and leaves everything to chance and search.

    It is always asked about whole states (re-dealt where the bot may not know), so it may look at everything in them.
    """

    def value(self, s: Own, seat: i64) -> i64:
        """How well a seat stands, from 0 (lost) to 1000 (won), best read as its chance to win. Not asked when OVER."""
        return 500

    def values(self, s: Own, out: vec[i64]) -> None:
        """The value of every seat at once, also when OVER; override it where that is cheaper, or for partners."""
        if s.to_act() == OVER:
            rewards(s, out)
            return
        for seat in range(s.seats):
            out[seat] = self.value(s, seat)

    def rollout(self, s: Own, seat: i64, moves: Moves, rng: Rng) -> i64:
        """The action a quick player would take in a playout, from those in `moves` (see `list_quick`)."""
        return moves.pick(rng)

    def list_quick(self, s: Own, seat: i64, out: Moves) -> None:
        """Fill `out` with the legal actions that quick players, and search below its own decision, think of: at least one."""
        s.list_legal(seat, out)

    def alike(self, outcome: i64) -> i64:
        """A number for an outcome of chance: those that have the same one change nothing in what to do next."""
        return outcome

    def plans_alone(self) -> bool:
        """Whether search lets quick players act for others instead of looking for their best answers.

        It sees further ahead then: right where one's own next turns matter more than what others answer in between.
        """
        return False

    def explore(self) -> i64:
        """How much search prefers an action that promises much but was tried little, in thousandths: more where others hide what
        they have and a few deals say little, less where a mean is soon to be trusted."""
        return 150

    def horizon(self) -> i64:
        """How many actions a playout goes on, chance included, before search asks for the values; 0 asks at once."""
        return 1000

    def progress(self, s: Own, seat: i64) -> i64:
        """How far a seat has come, in the game's own measure: decides where chances are equal, so that won games are won soon."""
        return 0

    def flat(self, s: Own) -> i64:
        """By how many thousandths all that search found may differ and still say nothing: then `progress` decides.

        A seat far ahead finds everything about as good, and would wait for a limit. -1: what search found decides always.
        """
        return -1

    def order(self, s: Own, seat: i64, action: i64) -> i64:
        """A rough merit of an action before it is tried (0 to 1000); search looks at better ones first."""
        return 500

    def is_lost(self, s: Own, seat: i64) -> bool:
        """Whether a seat has nothing left to hope for, as a person would say, whatever its value is."""
        return False

    def give_up(self, s: Own, seat: i64) -> i64:
        """The action by which a seat that has lost may give up now, or propose or accept to end the game; NO_ACTION: none."""
        return NO_ACTION

    def make_peace(self, s: Own, seat: i64) -> i64:
        """The action by which a seat proposes or accepts now that a game ends in which nobody gets on; NO_ACTION: none."""
        return NO_ACTION

    def makes_sense(self, s: Own, seat: i64, action: i64) -> bool:
        """Whether a well-mannered player thinks of an action at all; looks only at what the seat may know of the state.

        Bots choose from what makes sense, as long as anything does.
        """
        return True

    def repeat_key(self, s: Own, seat: i64, action: i64) -> i64:
        """A number for an action that is not done again while it is the same: nobody likes to be asked twice. 0: it may be."""
        return 0

    def pieces(self, s: Own, seat: i64) -> i64:
        """A number for how a seat's own pieces stand, so that easy and medium bots see when they take their last move back; 0: it
        says nothing."""
        return 0


def knows_nothing(evaluation: Evaluation) -> bool:
    """Whether nothing is said of positions: then only the ends of games tell what an action is worth."""
    kind = type(evaluation)
    return kind.value is Evaluation.value and kind.values is Evaluation.values


def kinds(evaluation: Evaluation, outcomes: Moves, most: i64) -> i64:
    """How many of the outcomes are not alike, or one more than `most`."""
    n: i64 = 0
    i: i64 = 0
    while i < outcomes.n and n <= most:
        kind: i64 = evaluation.alike(outcomes.a[i])
        j: i64 = 0
        while j < i and evaluation.alike(outcomes.a[j]) != kind:
            j += 1
        if j == i:
            n += 1
        i += 1
    return n


# -- helpers for the games' own evaluations --------------------------------------------------------------------------


def reward(s: State, seat: i64) -> i64:
    """The value of a finished game for a seat: 1000 for a sole winner, the share of it for a shared first place."""
    if s.rank(seat) != 1:
        return 0
    first: i64 = 0
    for i in range(s.seats):
        if s.rank(i) == 1:
            first += 1
    return 1000 // first


def rewards(s: State, out: vec[i64]) -> None:
    """The values of a finished game."""
    for seat in range(s.seats):
        out[seat] = reward(s, seat)


def to_chances(strengths: vec[i64], seats: i64, steps: i64, scale: i64) -> None:
    """Turn strengths into chances to win, in thousandths: a seat `scale` behind the best is behind by `steps` sixteenths."""
    total: i64 = fade(strengths, seats, steps, scale, FADE)
    for seat in range(seats):
        strengths[seat] = strengths[seat] * 1000 // total


def fade(strengths: vec[i64], seats: i64, steps: i64, scale: i64, left: vec[i64]) -> i64:
    """Turn strengths into what `left` says for so many steps behind the best (a seat `scale` behind it is behind by `steps`);
    the sum."""
    best: i64 = strengths[0]
    for seat in range(1, seats):
        if strengths[seat] > best:
            best = strengths[seat]
    total: i64 = 0
    for seat in range(seats):
        behind: i64 = (best - strengths[seat]) * steps // scale
        strengths[seat] = left[behind] if behind < len(left) else 0
        total += strengths[seat]
    return total


def best_of(evaluation: Evaluation[Own], tries: i64, s: Own, seat: i64, moves: Moves, rng: Rng) -> i64:
    """The best by its merit of a few actions taken at random: a quick player that is rarely foolish and never predictable."""
    best: i64 = moves.pick(rng)
    merit: i64 = evaluation.order(s, seat, best)
    for _i in range(1, tries):
        action: i64 = moves.pick(rng)
        other: i64 = evaluation.order(s, seat, action)
        if other > merit:
            merit = other
            best = action
    return best
