"""load.svg: how a server holds more and more tables."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import log2

PAPER, INK, FAINT, GOAL = "#f6f0e1", "#23303b", "#b9b3a2", "#c8452f"
LINE = "#2f6f8f"
_WIDTH, _HEIGHT, _LEFT, _PANEL, _GAP, _TOP, _DEEP = 1120, 330, 64, 210, 62, 92, 170

# What is drawn: the name in a result, the words, the goal if there is one.
_PANELS = (
    ("moves_per_s", "moves/s stored", 500.0),
    ("p99_ms", "99th percentile, ms", 100.0),
    ("cpu_ms_per_move", "server processor, ms a move", 2.0),
    ("rss_mb", "memory, MB", 0.0),
)


def plot(results: Sequence[tuple[int, dict[str, float]]], rate: float) -> str:
    """A panel for each figure over the number of tables, its goal as a line."""
    title = f"From {results[0][0]} to {results[-1][0]:,} tables of five games, four sockets each, {rate:.0f} moves/s offered"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}"',
        f' role="img" font-family="system-ui, sans-serif" font-size="12.5" fill="{INK}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="{PAPER}"/>',
        f'<rect x="5" y="5" width="{_WIDTH - 10}" height="{_HEIGHT - 10}" fill="none" stroke="{INK}" stroke-width="1.5"/>',
        f'<rect x="9" y="9" width="{_WIDTH - 18}" height="{_HEIGHT - 18}" fill="none" stroke="{INK}" stroke-width=".6"/>',
        f'<text x="24" y="38" font-family="Iowan Old Style, Palatino, Georgia, serif" font-size="18">{escape(title)}</text>',
    ]
    for number, (name, words, goal) in enumerate(_PANELS):
        points = [(tables, result[name]) for tables, result in results]
        parts += _panel(_LEFT + number * (_PANEL + _GAP), words, goal, points)
    return "\n".join([*parts, "</svg>\n"])


def _panel(x: float, words: str, goal: float, points: Sequence[tuple[int, float]]) -> list[str]:
    top = 1.15 * max(goal, *(value for _, value in points))
    first, last = log2(points[0][0]), log2(points[-1][0])
    bottom = _TOP + _DEEP

    def place(tables: int, value: float) -> tuple[float, float]:
        across = (log2(tables) - first) / ((last - first) or 1)
        return round(x + _PANEL * across, 1), round(bottom - _DEEP * value / top, 1)

    parts = [f'<text x="{x}" y="{_TOP - 14}" font-weight="600">{escape(words)}</text>']
    step = _step(top)
    for i in range(int(top / step) + 1):
        y = round(bottom - _DEEP * i * step / top, 1)
        parts.append(f'<path d="M{x} {y}h{_PANEL}" stroke="{FAINT}" stroke-width=".8"/>')
        parts.append(f'<text x="{x - 8}" y="{y + 4}" text-anchor="end" font-size="11">{i * step:g}</text>')
    if goal:
        y = round(bottom - _DEEP * goal / top, 1)
        parts.append(f'<path d="M{x} {y}h{_PANEL}" stroke="{GOAL}" stroke-width="1.5" stroke-dasharray="6 4"/>')
        parts.append(f'<text x="{x + _PANEL}" y="{y - 5}" text-anchor="end" font-size="11" fill="{GOAL}">goal</text>')
    marks = [place(*point) for point in points]
    line = " ".join(f"{'L' if i else 'M'}{px} {py}" for i, (px, py) in enumerate(marks))
    parts.append(f'<path d="{line}" fill="none" stroke="{LINE}" stroke-width="2"/>')
    for (tables, value), (px, py) in zip(points, marks, strict=True):
        parts.append(
            f'<circle cx="{px}" cy="{py}" r="4.5" fill="{LINE}" stroke="{INK}"><title>{tables}: {value:g}</title></circle>'
        )
        parts.append(f'<text x="{px}" y="{bottom + 18}" text-anchor="middle" font-size="11">{tables:,}</text>')
    parts.append(f'<text x="{x + _PANEL / 2}" y="{bottom + 40}" text-anchor="middle">tables</text>')
    return parts


def _step(top: float) -> float:
    """A round distance between lines, so that there are four to nine of them."""
    step = 10.0 ** (len(str(int(max(top, 1)))) - 1)
    while top / step < 4:
        step /= 2
    return step
