"""draw.svg: repeated pairs and time of the draw beside other methods."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from math import log2, log10

_PAPER, _INK, _FAINT = "#f6f0e1", "#23303b", "#b9b3a2"
_COLOURS = ("#4b7f52", "#c8452f", "#2f6f8f", "#b07d2b")
_WIDTH, _HEIGHT, _LEFT, _PANEL, _TOP, _DEEP = 980, 420, 74, 360, 92, 250


@dataclass(frozen=True, slots=True)
class Point:
    """What a method did with `n` players: repeated pairs in all rounds, median seconds of a round."""

    method: str
    n: int
    repeats: int
    seconds: float


def plot(points: Sequence[Point], rounds: int) -> str:
    """Two panels with the same lines; each method has its own mark as well as its colour."""
    methods = list(dict.fromkeys(point.method for point in points))
    counts = sorted({point.n for point in points})
    title = f"The draw of {rounds} rounds at tables of four"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}"',
        f' role="img" font-family="system-ui, sans-serif" font-size="12.5" fill="{_INK}">',
        f"<title>{title}: repeated pairs and time</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="{_PAPER}"/>',
        f'<rect x="5" y="5" width="{_WIDTH - 10}" height="{_HEIGHT - 10}" fill="none" stroke="{_INK}" stroke-width="1.5"/>',
        f'<rect x="9" y="9" width="{_WIDTH - 18}" height="{_HEIGHT - 18}" fill="none" stroke="{_INK}" stroke-width=".6"/>',
        f'<text x="24" y="38" font-family="Iowan Old Style, Palatino, Georgia, serif" font-size="18">{title}</text>',
    ]
    first, last = log2(counts[0]), log2(counts[-1])

    def across(n: int) -> float:
        return _PANEL * (log2(n) - first) / ((last - first) or 1)

    most = max(point.repeats for point in points) or 1
    slow = max(point.seconds for point in points)
    powers = range(-4, max(1, int(log10(slow)) + 2))

    def repeats(point: Point) -> float:
        return _DEEP * (1 - point.repeats / (1.08 * most))

    def seconds(point: Point) -> float:
        height = (log10(max(point.seconds, 1e-4)) - powers[0]) / (powers[-1] - powers[0])
        return _DEEP * (1 - height)

    step = max(1, round(most / 5, -1 if most > 40 else 0))
    ticks = [(str(v), _DEEP * (1 - v / (1.08 * most))) for v in range(0, int(1.08 * most) + 1, int(step))]
    times = [(_span(power), _DEEP * (1 - (power - powers[0]) / (powers[-1] - powers[0]))) for power in powers]
    for i, (name, lines, place) in enumerate((("repeated pairs", ticks, repeats), ("time of a round", times, seconds))):
        parts += _panel(_LEFT + i * (_PANEL + 90), name, lines, counts, across)
        for j, method in enumerate(methods):
            line = [(across(p.n), place(p)) for p in points if p.method == method]
            parts += _line(_LEFT + i * (_PANEL + 90), line, j)
    for j, method in enumerate(methods):
        x = 24 + 230 * j
        parts.append(f'<path d="M{x} 60h28" stroke="{_COLOURS[j]}" stroke-width="2"/>{_mark(x + 14, 60, j)}')
        parts.append(f'<text x="{x + 36}" y="64">{escape(method)}</text>')
    return "\n".join([*parts, "</svg>\n"])


def _span(power: int) -> str:
    return {-4: "0.1 ms", -3: "1 ms", -2: "10 ms", -1: "0.1 s", 0: "1 s", 1: "10 s", 2: "100 s"}.get(
        power, f"1e{power} s"
    )


def _panel(
    x: float, name: str, lines: Sequence[tuple[str, float]], counts: Sequence[int], across: Callable[[int], float]
) -> list[str]:
    bottom = _TOP + _DEEP
    parts = [f'<text x="{x}" y="{_TOP - 10}" font-weight="600">{name}</text>']
    for label, y in lines:
        parts.append(f'<path d="M{x} {_TOP + y:.1f}h{_PANEL}" stroke="{_FAINT}" stroke-width=".8"/>')
        parts.append(f'<text x="{x - 8}" y="{_TOP + y + 4:.1f}" text-anchor="end" font-size="11">{label}</text>')
    before = -99.0
    for n in counts:
        if across(n) - before > 24:
            before = across(n)
            parts.append(f'<text x="{x + before:.1f}" y="{bottom + 18}" text-anchor="middle" font-size="11">{n}</text>')
    parts.append(f'<text x="{x + _PANEL / 2}" y="{bottom + 40}" text-anchor="middle">players</text>')
    return parts


def _line(x: float, points: Sequence[tuple[float, float]], j: int) -> list[str]:
    path = " ".join(f"{'L' if i else 'M'}{x + px:.1f} {_TOP + py:.1f}" for i, (px, py) in enumerate(points))
    marks = "".join(_mark(x + px, _TOP + py, j) for px, py in points)
    return [f'<path d="{path}" fill="none" stroke="{_COLOURS[j]}" stroke-width="2"/>', marks]


def _mark(x: float, y: float, j: int) -> str:
    """Round, square, diamond, triangle."""
    fill = f'fill="{_COLOURS[j]}" stroke="{_INK}"'
    if j == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" {fill}/>'
    corners = {
        1: ((-4, -4), (4, -4), (4, 4), (-4, 4)),
        2: ((0, -5.5), (5.5, 0), (0, 5.5), (-5.5, 0)),
        3: ((0, -5.5), (5, 4), (-5, 4)),
    }[j]
    return f'<polygon points="{" ".join(f"{x + a:.1f},{y + b:.1f}" for a, b in corners)}" {fill}/>'
