"""A small network in whole numbers that corrects what a game's evaluation says: the same numbers compiled and interpreted.

It looks at a position as each seat sees it (`observe`), so one set of weights serves all seats. Few numbers of an observation are
not 0, and only these are added up. What comes out is added to the logarithm of the game's own chance, so a network that knows
nothing leaves everything as it was. `kotva.engine.learnt` reads one from a file; `kotva.train` makes it.
"""

from math import exp, log
from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from kotva.engine.arrays import Rng, ints, zeros
from kotva.engine.evaluation import Evaluation
from kotva.engine.moves import Moves
from kotva.engine.observe import Observer, Tape, shorts
from kotva.engine.state import OVER, State

FINE: Final = 65_536  # one nat of a strength
OUT: Final = 4_096  # one, in the weights after the hidden layer
LEAST: Final = 4  # thousandths of a chance that count as this much: no seat is quite lost
# The logarithm of so many thousandths of a chance, in 65,536ths.
LOGARITHM: Final = ints([round(FINE * log(max(p, LEAST) / 1000)) for p in range(1001)])
STEPS: Final = 64  # of a nat, in the table of exponentials
# What is left of a chance that is so many 64ths of a nat behind.
BEHIND: Final = ints([round(1_000_000 * exp(-x / STEPS)) for x in range(12 * STEPS)])


class Network:
    """The weights: of each feature into every hidden unit and (in the last column) straight into the strength."""

    def __init__(
        self, hidden: int, into: list[int], scale: list[int], bias: list[int], out_of: list[int], share: int
    ) -> None:
        self.hidden: i64 = hidden
        self.columns: i64 = hidden + 1
        self.width: i64 = len(scale)
        self.into: vec[i16] = shorts(len(into))  # by feature and column, in units of its scale
        for i in range(len(into)):
            self.into[i] = i16(into[i])
        self.scale: vec[i64] = ints(scale)  # by feature: a power of two, so that small weights keep their digits
        self.bias: vec[i64] = ints(bias)  # by column
        self.out_of: vec[i64] = ints(out_of)
        self.share: i64 = share  # how much of the game's own opinion counts, in 4,096ths
        self.sums: vec[i64] = zeros(self.columns)

    def strength(self, tape: Tape) -> i64:
        """What a seat's observation is worth, in 65,536ths of a nat. The tape is empty afterwards."""
        columns: i64 = self.columns
        sums = self.sums
        into = self.into
        a = tape.a
        notes = tape.notes
        for j in range(columns):
            sums[j] = self.bias[j]
        for i in range(tape.noted):
            place: i64 = i64(notes[i])
            x: i64 = i64(a[place])
            if x != 0:  # a place may be noted twice
                a[place] = 0
                x *= self.scale[place]
                at: i64 = place * columns
                for j in range(columns):
                    sums[j] += x * i64(into[at + j])
        hidden: i64 = self.hidden
        total: i64 = sums[hidden]
        for j in range(hidden):
            if sums[j] > 0:
                total += sums[j] * self.out_of[j] // OUT
        tape.at = 0
        tape.noted = 0
        return total


class LearntEvaluation(Evaluation):
    """A game's evaluation, its chances corrected by a network; all else is the game's own.

    The network was fitted to games of a number of seats; with another one it says nothing.
    """

    def __init__(self, base: Evaluation, observer: Observer, network: Network, seats: int) -> None:
        self.base: Evaluation = base
        self.observer: Observer = observer
        self.network: Network = network
        self.seats: i64 = seats
        self.tape: Tape = Tape(network.width, 4 * network.width)
        self.tape.room = 4 * network.width
        self.strengths: vec[i64] = zeros(seats)

    def values(self, s: State, out: vec[i64]) -> None:
        self.base.values(s, out)
        if s.seats != self.seats or s.to_act() == OVER:
            return
        strengths = self.strengths
        tape = self.tape
        best: i64 = 0
        for seat in range(s.seats):
            self.observer.write(s, seat, tape)
            chance: i64 = min(max(out[seat], 0), 1000)
            strengths[seat] = self.network.strength(tape) + self.network.share * LOGARITHM[chance] // OUT
            if seat == 0 or strengths[seat] > best:
                best = strengths[seat]
        total: i64 = 0
        for seat in range(s.seats):
            behind: i64 = (best - strengths[seat]) * STEPS // FINE
            out[seat] = BEHIND[behind] if behind < len(BEHIND) else 0
            total += out[seat]
        for seat in range(s.seats):
            out[seat] = out[seat] * 1000 // total

    def value(self, s: State, seat: i64) -> i64:
        out = zeros(s.seats)
        self.values(s, out)
        return out[seat]

    def rollout(self, s: State, seat: i64, moves: Moves, rng: Rng) -> i64:
        return self.base.rollout(s, seat, moves, rng)

    def list_quick(self, s: State, seat: i64, out: Moves) -> None:
        self.base.list_quick(s, seat, out)

    def alike(self, outcome: i64) -> i64:
        return self.base.alike(outcome)

    def plans_alone(self) -> bool:
        return self.base.plans_alone()

    def explore(self) -> i64:
        return self.base.explore()

    def horizon(self) -> i64:
        return self.base.horizon() if self.network.share != 0 else 0  # alone it is asked at once

    def progress(self, s: State, seat: i64) -> i64:
        return self.base.progress(s, seat)

    def flat(self, s: State) -> i64:
        return self.base.flat(s)

    def order(self, s: State, seat: i64, action: i64) -> i64:
        return self.base.order(s, seat, action)

    def is_lost(self, s: State, seat: i64) -> bool:
        return self.base.is_lost(s, seat)

    def give_up(self, s: State, seat: i64) -> i64:
        return self.base.give_up(s, seat)

    def make_peace(self, s: State, seat: i64) -> i64:
        return self.base.make_peace(s, seat)

    def makes_sense(self, s: State, seat: i64, action: i64) -> bool:
        return self.base.makes_sense(s, seat, action)

    def repeat_key(self, s: State, seat: i64, action: i64) -> i64:
        return self.base.repeat_key(s, seat, action)

    def pieces(self, s: State, seat: i64) -> i64:
        return self.base.pieces(s, seat)
