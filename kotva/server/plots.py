"""Small plots as SVG, by the style sheet's colours: lines over the course of a game, a rating over many."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

WIDE, HIGH = 640.0, 240.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 44.0, 12.0, 12.0, 26.0


def lines(
    series: Sequence[Sequence[float]], classes: Sequence[str], title: str, below: str = "", band: float = 0
) -> str:
    """One line for each series, from its first value to its last; `band`: how far around the first line it may be off."""
    most = max((len(one) for one in series), default=0)
    values = [value for one in series for value in one]
    if most < 2 or not values:
        return ""
    low, high = min(values) - band, max(values) + band
    if high - low < 1:
        high = low + 1
    wide, tall = WIDE - _LEFT - _RIGHT, HIGH - _TOP - _BOTTOM

    def at(number: int, value: float) -> str:
        return f"{_LEFT + wide * number / (most - 1):.1f},{_TOP + tall * (1 - (value - low) / (high - low)):.1f}"

    parts = [
        f'<svg class="plot" viewBox="0 0 {WIDE:.0f} {HIGH:.0f}" role="img" aria-label="{escape(title)}">',
        f'<path class="axis" d="M{_LEFT} {_TOP}V{HIGH - _BOTTOM}H{WIDE - _RIGHT}"/>',
    ]
    for value in (low, (low + high) / 2, high):
        y = at(0, value).split(",")[1]
        parts.append(f'<text x="{_LEFT - 6}" y="{y}" dy="4" text-anchor="end">{value:.0f}</text>')
    parts.append(f'<text x="{WIDE - _RIGHT}" y="{HIGH - 6}" text-anchor="end">{escape(below)}</text>')
    if band and series:
        first = series[0]
        above = [at(number, value + band) for number, value in enumerate(first)]
        under = [at(number, value - band) for number, value in enumerate(first)]
        parts.append(f'<polygon class="band" points="{" ".join([*above, *reversed(under)])}"/>')
    for one, name in zip(series, classes, strict=True):
        points = " ".join(at(number, value) for number, value in enumerate(one))
        parts.append(f'<polyline class="{escape(name)}" points="{points}"/>')
    return "".join([*parts, "</svg>"])
