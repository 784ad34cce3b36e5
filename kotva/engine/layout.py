"""Where the families of a game's actions lie. The first number of a family is its name: `if family == PLAY`.

    KEEP: Final = 0
    PLAY: Final = KEEP + 1  # + token * FIELDS + field
    LAYOUT: Final = Layout([KEEP, PLAY], PLAY + TOKENS * FIELDS)

Rules ask which family a number belongs to and compare names, so no ladder of `<` takes a number for something that it is not.
The game's `ActionSpace` is given the same layout and refuses families that lie elsewhere.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import ints

NO_FAMILY: Final = -1  # of a number that stands for no action


class Layout:
    """Families laid end to end: the first number of each in rising order, and the first number after the last."""

    def __init__(self, firsts: list[int], end: int) -> None:
        self.firsts: vec[i64] = ints(firsts)
        self.size: i64 = len(firsts)
        self.start: i64 = firsts[0]
        self.end: i64 = end

    def family(self, action: i64) -> i64:
        """The first number of the family that an action belongs to, or NO_FAMILY."""
        if action < self.start or action >= self.end:
            return NO_FAMILY
        low: i64 = 0
        high: i64 = self.size
        while high - low > 1:
            middle: i64 = (low + high) // 2
            if self.firsts[middle] <= action:
                low = middle
            else:
                high = middle
        return self.firsts[low]

    def spans(self) -> list[tuple[int, int]]:
        """The first number of each family and the first one after it."""
        firsts = [int(first) for first in self.firsts]
        return list(zip(firsts, [*firsts[1:], int(self.end)], strict=True))


def no_action(action: i64) -> None:
    """What `apply` does with a number that no family has: rules never go on with something else."""
    raise ValueError(f"{action} is no action")
