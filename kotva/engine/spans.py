"""Named parts of an observation: what the numbers from here to there mean."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod


@dataclass(frozen=True, slots=True)
class Span:
    """A part of an observation: its name, its shape, the least and the most a number in it can be, and what it says."""

    name: str
    shape: tuple[int, ...]
    high: int
    words: str
    low: int = 0

    @property
    def size(self) -> int:
        return prod(self.shape)


# Numbers of an observation have 16 bits; whatever is larger is written as the largest.
MOST = 32_767


def one_hot(name: str, size: int, words: str) -> Span:
    """A 1 in one place out of several, or nowhere."""
    return Span(name, (size,), 1, words)
