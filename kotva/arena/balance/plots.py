"""Plots of a study as SVG that stands alone, in the colours of the look."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from kotva.arena.balance.certainty import Share
from kotva.arena.balance.figures import Study
from kotva.arena.balance.verdict import percent
from kotva.arena.chart import Bar, bars
from kotva.scene.look import DAY

_WIDE, _HIGH, _LEFT, _BOTTOM, _TOP = 700, 260, 60, 44, 52
_MOST_ROWS = 16


def seats(study: Study) -> str:
    """The games that each seat won."""
    rows = [_bar(f"seat {seat + 1}", share) for seat, share in enumerate(study.by_seat())]
    return bars(
        "Games won, by seat", rows, f"{len(study.finished)} games; whiskers: 95 % intervals; dashes: an even share"
    )


def ladder(study: Study) -> str:
    """Each level against the one below it."""
    rows = [_bar(f"{step.strong} / {step.weak}", step.share) for step in study.ladder]
    return bars("Each level against the one below", rows, "one of the better level; dashes: an even share")


def worth(study: Study) -> str:
    """What bots win that may not do something."""
    shown = sorted(study.worths, key=lambda worth: -worth.worth)[:_MOST_ROWS]
    rows = [_bar(_short(worth.kind.words), worth.without) for worth in shown]
    return bars("Games won without it", rows, "left of the dashes: it helps; right of them: it does harm")


def length(study: Study) -> str:
    """How many games took how many decisions."""
    return histogram("Decisions in a game", study.numbers("decisions"), "decisions")


def settled(study: Study) -> str:
    """After which part of the game the winner led for good."""
    found = [
        100 * row.measures["curve"]["settled"] for row in study.finished if row.measures and "curve" in row.measures
    ]
    return histogram("When the winner led for good", found, "% of the game", 0, 100)


def endings(study: Study) -> str:
    """How games ended."""
    rows = [
        _bar(name or "not over", Share(count, len(study.rows), 0.0), even=False)
        for name, count in study.endings().items()
    ]
    return bars("How games ended", rows, f"{len(study.rows)} games")


def used(study: Study) -> str:
    """How often each kind of action was taken when it could be."""
    kinds = [kind for kind in study.kinds() if kind.ban.place < 0 and kind.free]
    rows = [
        _bar(_short(kind.words), Share(min(kind.used, kind.offered), kind.offered, 0.0), even=False)
        for kind in sorted(kinds, key=lambda kind: -kind.used / kind.offered)[:_MOST_ROWS]
    ]
    return bars("Taken, when it could be", rows, "of the decisions at which it was among the choices")


def _bar(label: str, share: Share, even: bool = True) -> Bar:
    low, high = share.interval
    return Bar(label, share.share, low, high, share.even if even else None, percent(share.share))


def _short(words: str) -> str:
    return words if len(words) < 25 else words[:23] + "…"


def histogram(
    title: str, values: Sequence[float], unit: str, low: float | None = None, high: float | None = None
) -> str:
    """Twenty columns."""
    least = min(values, default=0.0) if low is None else low
    most = max(values, default=1.0) if high is None else high
    columns = 20
    step = max((most - least) / columns, 1e-9)
    counts = [0] * columns
    for value in values:
        counts[min(columns - 1, int((value - least) / step))] += 1
    top = max(counts, default=1) or 1
    wide = (_WIDE - _LEFT - 30) / columns
    floor = _HIGH - _BOTTOM
    ink, paper = DAY["ink"], DAY["paper"]
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_HIGH}" width="{_WIDE}" height="{_HIGH}" role="img" '
            f'font-family="system-ui, sans-serif" font-size="12" fill="{ink}"><title>{escape(title)}</title>'
        ),
        f'<rect width="{_WIDE}" height="{_HIGH}" fill="{paper}"/>',
        f'<rect x="5" y="5" width="{_WIDE - 10}" height="{_HIGH - 10}" fill="none" stroke="{ink}" stroke-width="1.5"/>',
        f'<text x="24" y="34" font-family="Iowan Old Style, Palatino, Georgia, serif" font-size="18">{escape(title)}</text>',
    ]
    for i, count in enumerate(counts):
        tall = (floor - _TOP) * count / top
        parts.append(
            f'<rect x="{_LEFT + i * wide + 1:.1f}" y="{floor - tall:.1f}" width="{wide - 2:.1f}" height="{tall:.1f}" '
            f'fill="{DAY["deep"]}" stroke="{ink}" stroke-width=".8"/>'
        )
    parts.append(f'<path d="M{_LEFT} {floor}H{_WIDE - 30}" stroke="{ink}"/>')
    for share in (0, 0.25, 0.5, 0.75, 1):
        x = _LEFT + share * (_WIDE - _LEFT - 30)
        parts.append(
            f'<text x="{x:.1f}" y="{floor + 16}" text-anchor="middle">{least + share * (most - least):.0f}</text>'
        )
    parts.append(f'<text x="{_WIDE / 2}" y="{_HIGH - 12}" text-anchor="middle" font-size="11">{escape(unit)}</text>')
    parts.append(f'<text x="{_LEFT - 8}" y="{_TOP + 4}" text-anchor="end">{top}</text>')
    parts.append(f'<text x="{_LEFT - 8}" y="{floor}" text-anchor="end">0</text>')
    return "\n".join([*parts, "</svg>\n"])
