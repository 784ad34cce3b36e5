"""A measured figure beside its target."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured: the value, the least and the most it was (over rounds, or its 95 % interval), the target."""

    group: str  # speed or strength
    game: str
    what: str
    value: float
    low: float
    high: float
    target: float = 0.0  # 0: none
    at_most: bool = False  # smaller is better
    unit: str = ""
    note: str = ""

    @property
    def ratio(self) -> float:
        """How many times better than the target: 1 is just met."""
        if not self.target or not self.value:
            return 64.0 if self.target and self.at_most else 0.0  # nothing at all of what there should be little of
        return self.target / self.value if self.at_most else self.value / self.target

    @property
    def verdict(self) -> str:
        """Whether the target is met; where games were too few to tell, because it lies within their interval, `so far`."""
        if not self.target:
            return ""
        met = self.ratio >= 1
        if self.group == "strength" and self.low < self.target < self.high:
            return f"{'met' if met else 'not met'} so far"
        return "met" if met else "**not met**"

    def show(self, number: float) -> str:
        """A number with the unit of this figure, as precise as it deserves."""
        if self.unit == "%":
            return f"{100 * number:.1f} %"
        text = f"{number:,.0f}" if abs(number) >= 1000 else f"{number:.3g}"
        return f"{text} {self.unit}".strip()


def over_rounds(
    game: str,
    what: str,
    rounds: list[float],
    target: float = 0.0,
    at_most: bool = False,
    unit: str = "",
    note: str = "",
) -> Figure:
    """The median of several rounds, with the least and the most."""
    return Figure("speed", game, what, median(rounds), min(rounds), max(rounds), target, at_most, unit, note)


def load(path: Path) -> list[Figure]:
    """The figures of earlier runs."""
    return [Figure(**row) for row in json.loads(path.read_text(encoding="utf-8"))] if path.exists() else []


def save(path: Path, figures: Sequence[Figure]) -> None:
    """One figure a line."""
    lines = ",\n".join(json.dumps(asdict(figure), ensure_ascii=False) for figure in figures)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def merge(old: Sequence[Figure], new: Sequence[Figure]) -> list[Figure]:
    """New figures in place of old ones of the same thing."""
    fresh = {(f.group, f.game, f.what) for f in new}
    return [f for f in old if (f.group, f.game, f.what) not in fresh] + list(new)
