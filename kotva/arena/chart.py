"""A small chart in ink: the share of wins of each bot with its interval, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import isnan

from kotva.scene.look import DAY, SEATS

# The look's paper, ink and seat colours; a hatch, so that bars do not depend on colour alone.
_PAPER, _INK, _FAINT = DAY["paper"], DAY["ink"], DAY["line"]
_COLOURS = tuple(seat.day for seat in SEATS)
_ROW, _LEFT, _WIDTH, _RIGHT, _TOP = 40, 190, 380, 130, 58


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: what it says, how long it is (0 to 1), its interval, a mark to compare with, and the words at its end."""

    label: str
    share: float
    low: float
    high: float
    mark: float | None
    words: str


@dataclass(frozen=True, slots=True)
class Whisker:
    """A point with its interval, and the words at its end."""

    label: str
    value: float
    spread: float
    words: str


def bars(title: str, rows: Sequence[Bar], note: str = "") -> str:
    """Horizontal bars from 0 to 100 %."""
    height = _TOP + _ROW * len(rows) + 52
    parts = _frame(title, height)
    parts.append(
        '<defs><pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<path d="M0 0V5" stroke="{_PAPER}" stroke-width="1.4" stroke-opacity=".55"/></pattern></defs>'
    )
    bottom = _TOP + _ROW * len(rows)
    parts += _scale([(percent / 100, f"{percent} %") for percent in (0, 25, 50, 75, 100)], bottom)
    for i, row in enumerate(rows):
        parts += _row(row, _TOP + _ROW * i, _COLOURS[i % len(_COLOURS)])
    if note:
        parts.append(f'<text x="24" y="{height - 18}" font-size="11">{escape(note)}</text>')
    return "\n".join([*parts, "</svg>\n"])


def whiskers(title: str, rows: Sequence[Whisker]) -> str:
    """Points with their intervals on one scale, which holds all of them."""
    least = min((row.value - row.spread for row in rows), default=0.0)
    most = max((row.value + row.spread for row in rows), default=1.0)
    span = max(most - least, 1.0)
    parts = _frame(title, _TOP + _ROW * len(rows) + 40)
    step = next(size for size in (50, 100, 200, 250, 500, 1000, 2000, 10_000, 10**9) if span / size <= 6)
    first = -(-int(least) // step) * step
    marks = [((mark - least) / span, str(mark)) for mark in range(first, int(most) + 1, step)]
    parts += _scale(marks, _TOP + _ROW * len(rows))
    for i, row in enumerate(rows):
        middle = _TOP + _ROW * i + _ROW / 2 - 2
        at, low, high = (
            _x((value - least) / span) for value in (row.value, row.value - row.spread, row.value + row.spread)
        )
        parts.append(f'<text x="{_LEFT - 10}" y="{middle + 4}" text-anchor="end">{escape(row.label)}</text>')
        parts.append(
            f'<path d="M{low} {middle}H{high}M{low} {middle - 5}v10M{high} {middle - 5}v10" fill="none" stroke="{_INK}"/>'
        )
        parts.append(f'<circle cx="{at}" cy="{middle}" r="5" fill="{_COLOURS[0]}" stroke="{_INK}"/>')
        parts.append(f'<text x="{_LEFT + _WIDTH + 12}" y="{middle + 4}">{escape(row.words)}</text>')
    return "\n".join([*parts, "</svg>\n"])


def _frame(title: str, height: float) -> list[str]:
    width = _LEFT + _WIDTH + _RIGHT
    return [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'role="img" font-family="system-ui, sans-serif" font-size="13" fill="{_INK}">'
        ),
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="{_PAPER}"/>',
        f'<rect x="5" y="5" width="{width - 10}" height="{height - 10}" fill="none" stroke="{_INK}" stroke-width="1.5"/>',
        f'<rect x="9" y="9" width="{width - 18}" height="{height - 18}" fill="none" stroke="{_INK}" stroke-width=".6"/>',
        f'<text x="24" y="36" font-family="Iowan Old Style, Palatino, Georgia, serif" font-size="18">{escape(title)}</text>',
    ]


def _scale(marks: Sequence[tuple[float, str]], bottom: float) -> list[str]:
    """Dashed lines with their numbers below."""
    out = []
    for share, words in marks:
        x = _x(share)
        out.append(f'<path d="M{x} {_TOP - 4}V{bottom}" stroke="{_FAINT}" stroke-width=".8" stroke-dasharray="2 3"/>')
        out.append(f'<text x="{x}" y="{bottom + 16}" text-anchor="middle" font-size="11">{words}</text>')
    return out


def _row(row: Bar, y: float, colour: str) -> list[str]:
    """A bar with its label on the left, its interval across its end and its words on the right."""
    end, middle = _x(row.share), y + _ROW / 2 - 2
    box = f'x="{_LEFT}" y="{y + 6}" width="{max(end - _LEFT, 0.5):.1f}" height="{_ROW - 16}"'
    out = [
        f'<text x="{_LEFT - 10}" y="{middle + 4}" text-anchor="end">{escape(row.label)}</text>',
        f'<rect {box} fill="{colour}" stroke="{_INK}" stroke-width="1.2"/><rect {box} fill="url(#hatch)"/>',
        (
            f'<path d="M{_x(row.low)} {middle}H{_x(row.high)}M{_x(row.low)} {middle - 5}v10M{_x(row.high)} {middle - 5}v10" '
            f'fill="none" stroke="{_INK}" stroke-width="1.5"/>'
        ),
        f'<text x="{_LEFT + _WIDTH + 12}" y="{middle + 4}">{escape(row.words)}</text>',
    ]
    if row.mark is not None:
        x = _x(row.mark)
        out.append(f'<path d="M{x} {y + 1}v{_ROW - 6}" stroke="{_INK}" stroke-width="1.5" stroke-dasharray="4 2"/>')
    return out


def _x(share: float) -> float:
    return round(_LEFT + _WIDTH * (0.0 if isnan(share) else min(max(share, 0.0), 1.0)), 1)
