"""How sure a difference is: shares, means and their differences, each with its 95 % interval and a chance of mere luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, inf, isfinite, nan, sqrt
from statistics import fmean, stdev
from typing import Any, Final

from kotva.arena.statistics import wilson

_Z: Final = 1.959964


@dataclass(frozen=True, slots=True)
class Share:
    """A share of games beside what it should be; `luck`: how likely luck alone is that far off."""

    wins: float
    games: int
    even: float

    @property
    def share(self) -> float:
        """Of no games no number: neither 0 nor what it should be."""
        return self.wins / self.games if self.games else nan

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.games)

    @property
    def luck(self) -> float:
        if not self.games or not 0 < self.even < 1:
            return 1.0
        return two_sided((self.share - self.even) / sqrt(self.even * (1 - self.even) / self.games))

    def to_json(self) -> dict[str, Any]:
        low, high = self.interval
        return {
            "wins": round(self.wins, 3),
            "games": self.games,
            "share": rounded(self.share),
            "low": round(low, 4),
            "high": round(high, 4),
            "even": round(self.even, 4),
            "luck": float(f"{self.luck:.3g}"),
        }


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its interval."""

    mean: float
    low: float
    high: float
    games: int

    def to_json(self) -> dict[str, Any]:
        return {
            "mean": rounded(self.mean),
            "low": rounded(self.low),
            "high": rounded(self.high),
            "games": self.games,
        }


def mean_of(values: Sequence[float]) -> Mean:
    """By the normal distribution: games are many."""
    if len(values) < 2:
        middle = fmean(values) if values else nan
        return Mean(middle, -inf if not values else middle, inf if not values else middle, len(values))
    middle, spread = fmean(values), _Z * stdev(values) / sqrt(len(values))
    return Mean(middle, middle - spread, middle + spread, len(values))


def rounded(value: float) -> float | None:
    """A number for JSON, which knows neither infinity nor what is no number."""
    return round(value, 4) if isfinite(value) else None


def two_sided(z: float) -> float:
    """How likely a deviation of so many standard errors is, in either direction."""
    return erfc(abs(z) / sqrt(2))


def difference(a: Share, b: Share) -> tuple[float, float, float]:
    """By how much the second share is greater, with its interval (Newcombe's, from both of Wilson's)."""
    (low_a, high_a), (low_b, high_b) = a.interval, b.interval
    gap = b.share - a.share
    low = gap - sqrt((b.share - low_b) ** 2 + (high_a - a.share) ** 2)
    high = gap + sqrt((high_b - b.share) ** 2 + (a.share - low_a) ** 2)
    return gap, low, high


def mean_difference(a: Mean, b: Mean) -> tuple[float, float, float]:
    """By how much the second mean is greater, with its interval."""
    gap = b.mean - a.mean
    spread = sqrt(((a.high - a.low) / 2) ** 2 + ((b.high - b.low) / 2) ** 2)
    return gap, gap - spread, gap + spread


def corrected(lucks: Sequence[float]) -> list[float]:
    """Chances of mere luck when so many things are looked at at once (Holm): of twenty fair ones, one looks unfair."""
    order = sorted(range(len(lucks)), key=lambda i: lucks[i])
    out = [1.0] * len(lucks)
    worst = 0.0
    for place, i in enumerate(order):
        worst = max(worst, min(1.0, lucks[i] * (len(lucks) - place)))
        out[i] = worst
    return out


def unseen(games: int, even: float) -> float:
    """How great a difference (of shares) would most likely have shown in so many games: three standard errors."""
    return 3 * sqrt(even * (1 - even) / games) if games else 1.0
