"""Actions in small steps: each step is one of a few thousand tokens, and every action has one path of them.

A family's number is split into digits; the n-th digit is the n-th step. A token of a first step belongs to one family, those of
later steps are shared by all places where the same things are chosen. Which tokens are open is never computed from the rules
again: they are those that some listed legal action has next on its path, so nothing illegal can be reached.
`kotva.engine.tokens` makes the tables.
"""

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import ints, zeros
from kotva.engine.moves import Moves


class Dense:
    """The tables of one game with one number of seats: families by rising base, each with its steps."""

    def __init__(
        self,
        size: int,
        depth: int,
        bases: list[int],
        first: list[int],
        steps: list[tuple[int, int, int, int]],
        turns: list[int],
        back: list[int],
        flat: list[int],
    ) -> None:
        self.size: i64 = size  # how many tokens there are
        self.depth: i64 = depth  # the longest path
        self.bases: vec[i64] = ints([*bases, 2**62])
        self.last: i64 = 0  # the family that was looked up last: lists have one family after the other
        self.first: vec[i64] = ints(first)  # by family: its first step; one more at the end
        # By step: digit = number // divisor % radix; its token = offset + turned digit.
        self.divisor: vec[i64] = ints([step[0] for step in steps])
        self.radix: vec[i64] = ints([step[1] for step in steps])
        self.offset: vec[i64] = ints([step[2] for step in steps])
        self.turn: vec[i64] = ints([step[3] for step in steps])  # where its tables of turned digits are, or -1
        # By seat * radix + digit: the digit as the seat sees it, and back.
        self.turns: vec[i64] = ints(turns)
        self.back: vec[i64] = ints(back)
        self.flat: vec[i64] = ints(flat)  # by token: the family whose whole path it is, or -1

    def family(self, action: i64) -> i64:
        """The family of an action."""
        if self.bases[self.last] <= action and action < self.bases[self.last + 1]:
            return self.last
        low: i64 = 0
        high: i64 = len(self.bases) - 1
        while low + 1 < high:
            middle: i64 = (low + high) >> 1
            if self.bases[middle] <= action:
                low = middle
            else:
                high = middle
        self.last = low
        return low

    def length(self, action: i64) -> i64:
        """How many steps the whole path of an action has."""
        f: i64 = self.family(action)
        return self.first[f + 1] - self.first[f]

    def token(self, action: i64, step: i64, seat: i64) -> i64:
        """The token of a step of an action; -1 beyond its path."""
        f: i64 = self.family(action)
        k: i64 = self.first[f] + step
        if k >= self.first[f + 1]:
            return -1
        digit: i64 = action - self.bases[f]
        if self.divisor[k] > 1:
            digit = digit // self.divisor[k]
        if digit >= self.radix[k]:
            digit = digit % self.radix[k]
        if self.turn[k] >= 0:
            digit = self.turns[self.turn[k] + seat * self.radix[k] + digit]
        return self.offset[k] + digit

    def whole(self, token: i64, seat: i64) -> i64:
        """The action of a token that is a whole path, or -1."""
        f: i64 = self.flat[token]
        if f < 0:
            return -1
        k: i64 = self.first[f]
        digit: i64 = token - self.offset[k]
        if self.turn[k] >= 0:
            digit = self.back[self.turn[k] + seat * self.radix[k] + digit]
        return self.bases[f] + digit

    def keep(self, moves: Moves, step: i64, seat: i64, token: i64) -> None:
        """Leave only the actions that have this token at this step."""
        n: i64 = 0
        i: i64 = 0
        while i < moves.n:
            if self.token(moves.a[i], step, seat) == token:
                moves.a[n] = moves.a[i]
                n += 1
            i += 1
        moves.n = n

    def agreed(self, moves: Moves, step: i64, seat: i64) -> i64:
        """The token that all actions have at this step, or -1 if there is something to choose."""
        token: i64 = self.token(moves.a[0], step, seat)
        i: i64 = 1
        while i < moves.n:
            if self.token(moves.a[i], step, seat) != token:
                return -1
            i += 1
        return token


class Choice:
    """A decision being made step by step. What cannot be chosen otherwise is not asked; a decision has at least one step."""

    def __init__(self, dense: Dense) -> None:
        self.dense: Dense = dense
        self.steps: vec[i64] = zeros(dense.depth)  # the tokens so far, those not asked included
        self.n: i64 = 0

    def begin(self, moves: Moves, seat: i64) -> None:
        """A new decision between these actions."""
        self.n = 0
        self.forward(moves, seat)

    def forward(self, moves: Moves, seat: i64) -> None:
        """Take the steps at which all actions left agree, while there are several."""
        while moves.n > 1 and self.n < self.dense.depth:
            token: i64 = self.dense.agreed(moves, self.n, seat)
            if token < 0:
                break
            self.steps[self.n] = token
            self.n += 1

    def narrow(self, moves: Moves, seat: i64) -> None:
        """Leave only the actions that fit the steps so far."""
        i: i64 = 0
        while i < self.n:
            self.dense.keep(moves, i, seat, self.steps[i])
            i += 1

    def take(self, moves: Moves, seat: i64, token: i64) -> i64:
        """One step, from the actions that fit the steps so far: the action it decides on, or -1 while several are left."""
        self.dense.keep(moves, self.n, seat, token)
        if moves.n == 0:
            return -1
        if moves.n == 1:
            self.n = 0
            return moves.a[0]
        self.steps[self.n] = token
        self.n += 1
        self.forward(moves, seat)
        return -1
