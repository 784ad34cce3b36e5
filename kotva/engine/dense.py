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
from kotva.engine.state import State


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

    def look(self, moves: Moves, step: i64, seat: i64) -> bool:
        """Note beside each action its token at this step; whether all have the same one."""
        a = moves.a
        tokens = moves.w
        n: i64 = moves.n
        same: bool = True
        i: i64 = 0
        while i < n:
            f: i64 = self.family(a[i])
            end: i64 = self.bases[f + 1]
            k: i64 = self.first[f] + step
            if k >= self.first[f + 1]:  # beyond its path
                tokens[i] = -1
                same = same and tokens[0] == -1
                i += 1
                continue
            divisor: i64 = self.divisor[k]
            radix: i64 = self.radix[k]
            offset: i64 = self.offset[k]
            turn: i64 = self.turn[k]
            # Actions of one family that agree so far have the same digits before this one: without those a division is enough,
            # and often none is needed. Where they do not agree the digit comes out too large or below 0, and is cut to size.
            base: i64 = self.bases[f]
            start: i64 = base
            if a[i] - base >= divisor * radix:
                start = a[i] - (a[i] - base) % (divisor * radix)
            while i < n:
                action: i64 = a[i]
                if action < base or action >= end:
                    break
                digit: i64 = action - start
                if digit < 0 or digit >= divisor:
                    if divisor > 1:
                        digit = digit // divisor
                    if digit < 0 or digit >= radix:
                        digit = digit % radix
                else:
                    digit = 0
                if turn >= 0:
                    digit = self.turns[turn + seat * radix + digit]
                digit += offset
                tokens[i] = digit
                if digit != tokens[0]:
                    same = False
                i += 1
        return same


class StepChoice:
    """A decision being made step by step. What cannot be chosen otherwise is not asked; a decision has at least one step.

    `moves` are the actions that fit the steps so far; beside each stands its token at the next step, `moves.w`.
    """

    def __init__(self, dense: Dense) -> None:
        self.dense: Dense = dense
        self.moves: Moves = Moves()
        self.seat: i64 = 0
        self.steps: vec[i64] = zeros(dense.depth)  # the tokens so far, those not asked included
        self.n: i64 = 0

    def ask(self, s: State, seat: i64) -> None:
        """A new decision of a seat."""
        self.moves.clear()
        s.list_legal(seat, self.moves)
        self.begin(seat)

    def begin(self, seat: i64) -> None:
        """A new decision between the actions in `moves`."""
        self.seat = seat
        self.n = 0
        self.forward()

    def forward(self) -> None:
        """Take the steps at which all actions left agree, while there are several."""
        moves = self.moves
        while self.dense.look(moves, self.n, self.seat) and moves.n > 1 and self.n < self.dense.depth:
            self.steps[self.n] = moves.w[0]
            self.n += 1

    def is_open(self, token: i64) -> bool:
        """Whether some action has this token next on its path."""
        for i in range(self.moves.n):
            if self.moves.w[i] == token:
                return True
        return False

    def take(self, token: i64) -> i64:
        """A step that is open: the action it decides on, or -1 while several are left."""
        moves = self.moves
        a = moves.a
        tokens = moves.w
        n: i64 = 0
        for i in range(moves.n):
            if tokens[i] == token:
                a[n] = a[i]
                n += 1
        moves.n = n
        if n == 0:
            return -1
        if n == 1:
            self.n = 0
            return a[0]
        self.steps[self.n] = token
        self.n += 1
        self.forward()
        return -1

    def open(self) -> list[int]:
        """The tokens that can be chosen next, each once, in rising order."""
        return sorted(set(self.moves.weights()))

    def chosen(self) -> list[int]:
        """The steps so far, those not asked included."""
        out: list[int] = []
        for i in range(self.n):
            out.append(self.steps[i])
        return out
