"""A list of actions that is filled again and again without allocating."""

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import Rng, push, zeros


class Moves:
    """Actions `a[0] .. a[n - 1]`, each with a number beside it in `w`: the weight of an outcome of chance (`total` is their sum),
    or in a decision that is made in steps the next one (`dense.Choice`)."""

    def __init__(self) -> None:
        self.a: vec[i64] = zeros(256)  # the actions, and room for more
        self.w: vec[i64] = zeros(256)  # the number beside each
        self.n: i64 = 0  # how many actions there are
        self.total: i64 = 0  # the sum of all weights

    def clear(self) -> None:
        """No actions; the room stays."""
        self.n = 0
        self.total = 0

    def reserve(self, more: i64) -> None:
        """Make room for so many more actions, for callers that write `a` and `n` directly."""
        while len(self.a) < self.n + more:
            self.a = push(self.a, 0)
            self.w = push(self.w, 0)

    def add(self, action: i64) -> None:
        """One more action."""
        if self.n == len(self.a):
            self.a = push(self.a, 0)
            self.w = push(self.w, 0)
        self.a[self.n] = action
        self.n += 1

    def weigh(self, action: i64, weight: i64) -> None:
        """One more outcome of chance, with its weight."""
        if self.n == len(self.a):
            self.a = push(self.a, 0)
            self.w = push(self.w, 0)
        self.a[self.n] = action
        self.w[self.n] = weight
        self.total += weight
        self.n += 1

    def pick(self, rng: Rng) -> i64:
        """One of the actions, each equally likely."""
        return self.a[rng.below(self.n)]

    def pick_weighed(self, rng: Rng) -> i64:
        """One of the outcomes, as likely as its weight says."""
        r: i64 = rng.below(self.total)
        i: i64 = 0
        while r >= self.w[i]:
            r -= self.w[i]
            i += 1
        return self.a[i]

    def has(self, action: i64) -> bool:
        """Whether an action is in the list."""
        for i in range(self.n):
            if self.a[i] == action:
                return True
        return False

    def items(self) -> list[int]:
        """The actions as an ordinary list."""
        out: list[int] = []
        for i in range(self.n):
            out.append(self.a[i])
        return out

    def weights(self) -> list[int]:
        """The numbers beside the actions as an ordinary list."""
        out: list[int] = []
        for i in range(self.n):
            out.append(self.w[i])
        return out
