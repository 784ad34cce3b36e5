"""What every game's state can do. Seats are 0, 1, 2, ...; a state is one flat object of small ints and arrays.

A state trusts its callers on one path only: `apply` plays without a check, because search has just taken the action from
the legal list. Everybody else uses `play`, which asks `why_not` first and changes nothing when the answer is a clause.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from kotva.engine.arrays import Rng
from kotva.engine.moves import Moves

CHANCE: Final = -1  # to_act(): chance decides
OVER: Final = -2  # to_act(): nobody decides any more
TABLE: Final = -3  # the actor of events from outside the rules (a clock, an official); never returned by to_act()
SPECTATOR: Final = -4  # in seen() and told(): whoever has no seat; no actor has this number, so nobody passes for him

OK: Final = 0  # why_not(): go ahead; any other number is a clause, major * 100 + minor (BOS-8.3 is 803)


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position of a game. Games override everything below that raises; the rest has a fitting default."""

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        # What happened in the last actions, step by step, for log and animation: None (nobody listens) in search.
        self.trace: list[tuple[int, int, int, int]] | None = None

    def to_act(self) -> i64:
        """The seat that decides now, or CHANCE, or OVER."""
        raise NotImplementedError

    def may_act(self, seat: i64) -> bool:
        """Whether a seat may decide now; more than one may where several owe an answer at once."""
        return seat == self.to_act()

    def list_legal(self, seat: i64, out: Moves) -> None:
        """Fill `out` with every listed legal action of a seat that may act, in a fixed order."""
        raise NotImplementedError

    def list_chance(self, out: Moves) -> None:
        """At CHANCE: fill `out` with every possible outcome and its weight, in a fixed order."""
        raise NotImplementedError

    def why_not(self, seat: i64, action: i64) -> i64:
        """OK if this seat (or CHANCE, or TABLE) may play this action now, otherwise the clause that forbids it."""
        raise NotImplementedError

    def apply(self, seat: i64, action: i64) -> None:
        """Carry out an action that is known to be legal, with everything automatic that follows."""
        raise NotImplementedError

    def clone(self) -> "State":
        """An independent copy (without the trace)."""
        raise NotImplementedError

    def seen(self, seat: i64) -> "State":
        """The same position with only what a seat (or SPECTATOR) may know filled in, the rest marked unknown."""
        return self.clone()

    def redeal(self, seat: i64, rng: Rng) -> None:
        """On a copy of what a seat has seen: fill in everything unknown, evenly among what is consistent with it."""

    def score(self, seat: i64) -> i64:
        """The points of a seat by the rules, now or at the end."""
        raise NotImplementedError

    def rank(self, seat: i64) -> i64:
        """When OVER: the place of a seat, 1 is best; ties and partners share places. By default the score decides."""
        ahead: i64 = 0
        other: i64 = 0
        while other < self.seats:
            if self.score(other) > self.score(seat):
                ahead += 1
            other += 1
        return 1 + ahead

    def reason(self) -> i64:
        """When OVER: which of the game's reasons ended it (an index into Game.reasons); the only one by default."""
        return 0

    def sample(self, rng: Rng, out: Moves) -> i64:
        """At CHANCE: one outcome, by its weight. Games with many outcomes may override it with something faster."""
        out.clear()
        self.list_chance(out)
        return out.pick_weighed(rng)

    def tell(self, code: i64, a: i64, b: i64, c: i64) -> None:
        """Note what happened, if anybody listens; the codes are the game's own."""
        if self.trace is not None:
            self.trace.append((code, a, b, c))


def reward(s: State, seat: i64) -> i64:
    """The value of a finished game for a seat: 1000 for a sole winner, the share of it for a shared first place."""
    if s.rank(seat) != 1:
        return 0
    first: i64 = 0
    i: i64 = 0
    while i < s.seats:
        if s.rank(i) == 1:
            first += 1
        i += 1
    return 1000 // first


@mypyc_attr(allow_interpreted_subclasses=True)
class Advice:
    """What a good position is, for bots: the default knows nothing and leaves everything to chance and search.

    It is always asked about whole states (re-dealt where the bot may not know), so it may look at everything in them.
    """

    def value(self, s: State, seat: i64) -> i64:
        """How well a seat stands, from 0 (lost) to 1000 (won), best read as its chance to win. Not asked when OVER."""
        return 500

    def values(self, s: State, out: vec[i64]) -> None:
        """The value of every seat at once, also when OVER; override it where that is cheaper, or for partners."""
        over: bool = s.to_act() == OVER
        seat: i64 = 0
        while seat < s.seats:
            out[seat] = reward(s, seat) if over else self.value(s, seat)
            seat += 1

    def rollout(self, s: State, seat: i64, moves: Moves, rng: Rng) -> i64:
        """The action a quick player would take in a playout, from the legal list in `moves`."""
        return moves.pick(rng)

    def horizon(self) -> i64:
        """How many actions a playout goes on, chance included, before search asks for the values; 0 asks at once."""
        return 1000

    def order(self, s: State, seat: i64, action: i64) -> i64:
        """A rough merit of an action before it is tried (0 to 1000); search looks at better ones first."""
        return 500
