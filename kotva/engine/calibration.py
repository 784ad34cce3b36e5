"""Chances that are true: of all positions where a hint says 70 %, about 70 % are won.

What search expects is a little too good for the seat that decides (it takes the best of many guesses), and what an evaluation
says may be too sure or not sure enough. Both are mended by a few numbers for each game and number of seats, fitted to finished
games (`python -m benchmarks.chances`). The order of choices stays as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Final

_SURE: Final = 0.001  # nearer to 0 or 1 a chance is left as it is: it was seen in the tree, not guessed


@dataclass(frozen=True, slots=True)
class Calibration:
    """For one number of seats: `slope` and `shift` of the log-odds of the seat that decides, `curve` for everybody's chances."""

    slope: float = 1.0
    shift: float = 0.0
    curve: float = 1.0

    def of_choice(self, chance: float) -> float:
        """The chance of the seat that decides."""
        if not _SURE < chance < 1 - _SURE:
            return chance
        return 1 / (1 + exp(-self.slope * log(chance / (1 - chance)) - self.shift))

    def of_all(self, chances: Sequence[float]) -> list[float]:
        """Everybody's chances, as a bystander sees them; they add up to what they did."""
        total = sum(chances)
        if total <= 0 or max(chances) >= (1 - _SURE) * total:
            return list(chances)
        powers = [max(chance, 0.0) ** self.curve for chance in chances]
        return [total * power / sum(powers) for power in powers]


AS_IT_IS: Final = Calibration()
