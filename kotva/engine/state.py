"""What every game's state can do. Seats are 0, 1, 2, ...; a state is one flat object of small ints and arrays.

A state trusts its callers on one path only: `apply` plays without a check, because search has just taken the action from
the legal list. Everybody else uses `play`, which asks `why_not` first and changes nothing when the answer is a clause.
"""

from typing import Final, Self

from mypy_extensions import i64, mypyc_attr

from kotva.engine.arrays import Rng
from kotva.engine.moves import Moves

CHANCE: Final = -1  # to_act(): chance decides
OVER: Final = -2  # to_act(): nobody decides any more
TABLE: Final = -3  # the actor of events from outside the rules (a clock, an official); never returned by to_act()
SPECTATOR: Final = -4  # in seen() and show_event(): a viewer without a seat; no actor has this number

OK: Final = 0  # why_not(): go ahead; any other number is a clause, major * 100 + minor (BOS-8.3 is 803)


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position of a game. Games override everything below that raises; the rest has a fitting default."""

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats  # how many players
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

    # -- copies and views: a game says once which fields there are, and these two are built from it ---------------------

    def clone(self) -> Self:
        """An independent copy (without the trace)."""
        c = self.blank()
        self.copy_public(c)
        self.copy_hidden(c)
        return c

    def seen(self, seat: i64) -> Self:
        """The same position with only what a seat (or SPECTATOR) may know filled in, the rest marked unknown.

        It is built from nothing, never stripped: what a game forgets here is missing and not told.
        """
        v = self.blank()
        self.copy_public(v)
        self.look(seat, v)
        return v

    def blank(self) -> Self:
        """A new state with the same options and nothing else: a copy or a view is written into it."""
        raise NotImplementedError

    def copy_public(self, c: Self) -> None:
        """Write into c every field that all may know; arrays that change in place as copies (`[:]`)."""
        raise NotImplementedError

    def copy_hidden(self, c: Self) -> None:
        """Write into c every field that `copy_public` leaves out; a game without secrets has none."""

    def look(self, seat: i64, v: Self) -> None:
        """Write into v what a seat (or SPECTATOR) may know of the hidden fields: by default all of them, as they are."""
        self.copy_hidden(v)

    def redeal(self, seat: i64, rng: Rng) -> None:
        """On a copy of what a seat has seen: fill in everything unknown, evenly among what is consistent with it."""

    def score(self, seat: i64) -> i64:
        """The points of a seat by the rules, now or at the end."""
        raise NotImplementedError

    def rank(self, seat: i64) -> i64:
        """When OVER: the place of a seat, 1 is best; ties and partners share places. By default the score decides."""
        ahead: i64 = 0
        for other in range(self.seats):
            if self.score(other) > self.score(seat):
                ahead += 1
        return 1 + ahead

    def reason(self) -> i64:
        """When OVER: which of the game's reasons ended it (an index into Game.rules.reasons); the only one by default."""
        return 0

    def sample(self, rng: Rng, out: Moves) -> i64:
        """At CHANCE: one outcome, by its weight. Games with many outcomes may override it with something faster."""
        out.clear()
        self.list_chance(out)
        return out.pick_weighed(rng)

    def emit(self, code: i64, a: i64, b: i64, c: i64) -> None:
        """Note what happened, if anybody listens; the codes are the game's own."""
        if self.trace is not None:
            self.trace.append((code, a, b, c))
