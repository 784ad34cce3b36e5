"""The course of a sequential test in ink: the log-likelihood ratio over the blocks, between its two bounds, as SVG."""

from __future__ import annotations

from html import escape

from kotva.arena.sequential import Bounds, MatchVerdict
from kotva.scene.look import DAY

_PAPER, _INK, _FAINT, _BOUND = DAY["paper"], DAY["ink"], DAY["line"], "#c8452f"
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 700, 340, 64, 30, 58, 56


def course_chart(title: str, verdict: MatchVerdict, bounds: Bounds) -> str:
    """A line that ends at a bound, or at the cap."""
    low, high = bounds.limits
    least, most = min(low, *verdict.course, 0.0) - 0.3, max(high, *verdict.course, 0.0) + 0.3
    last = max(len(verdict.course), 1)

    def x(block: int) -> float:
        return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * block / last, 1)

    def y(ratio: float) -> float:
        return round(_TOP + (_HEIGHT - _TOP - _BOTTOM) * (most - ratio) / (most - least), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}"',
        f' role="img" font-family="system-ui, sans-serif" font-size="12.5" fill="{_INK}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="{_PAPER}"/>',
        f'<rect x="5" y="5" width="{_WIDTH - 10}" height="{_HEIGHT - 10}" fill="none" stroke="{_INK}" stroke-width="1.5"/>',
        f'<text x="24" y="36" font-family="Iowan Old Style, Palatino, Georgia, serif" font-size="18">{escape(title)}</text>',
    ]
    for ratio, colour, dashes in ((high, _BOUND, "6 4"), (low, _BOUND, "6 4"), (0.0, _FAINT, "2 3")):
        parts.append(f'<path d="M{_LEFT} {y(ratio)}H{_WIDTH - _RIGHT}" stroke="{colour}" stroke-dasharray="{dashes}"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y(ratio) + 4}" text-anchor="end" font-size="11">{ratio:+.2f}</text>')
    points = " ".join(f"L{x(block)} {y(ratio)}" for block, ratio in enumerate(verdict.course, 1))
    parts.append(f'<path d="M{x(0)} {y(0.0)} {points}" fill="none" stroke="{_INK}" stroke-width="1.8"/>')
    foot = f"{100 * bounds.lower:g} % – {100 * bounds.upper:g} %; {verdict.blocks}: {100 * verdict.share:.1f} %"
    parts.append(f'<text x="24" y="{_HEIGHT - 18}" font-size="11">{escape(foot)}</text>')
    return "\n".join([*parts, "</svg>\n"])
