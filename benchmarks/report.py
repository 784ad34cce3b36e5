"""RESULTS.md and results.svg."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from html import escape
from math import log2
from pathlib import Path

from benchmarks.figures import Figure, load, merge, save

HERE = Path(__file__).resolve().parent
PAPER, INK, FAINT, GOOD, _BAD = "#f6f0e1", "#23303b", "#b9b3a2", "#4b7f52", "#c8452f"
_LEFT, _STEP, _ROW, _TOP = 400, 52, 26, 74  # _STEP: the width of a factor of two


_GROUPS = (
    ("speed", "spread"),
    ("environments", "spread"),
    ("strength", "95 % interval"),
    ("draw", "spread"),
    ("load", "spread"),
    ("install", "spread"),
)


def keep(figures: Sequence[Figure]) -> list[Figure]:
    """Put new figures in the place of old ones, in all files; all that are kept now."""
    every = sorted(merge(load(HERE / "results.json"), figures), key=lambda f: (f.group, f.game))
    save(HERE / "results.json", every)
    (HERE / "RESULTS.md").write_text(markdown(every), encoding="utf-8")
    (HERE / "results.svg").write_text(picture(every), encoding="utf-8")
    return every


def markdown(figures: Sequence[Figure]) -> str:
    """A table for people."""
    lines = [
        "# All results of the benchmarks",
        "",
        "Made by `make bench`; do not edit. Speed: the median over rounds, with the least and the most. Strength: the share",
        "of games won by the bot named first, with its 95 % interval (Wilson); bots change seats from game to game.",
        "",
        machine(),
        "",
        "![figures against their targets](results.svg)",
    ]
    for group, spread in _GROUPS:
        rows = [f for f in figures if f.group == group]
        if not rows:
            continue
        lines += ["", f"## {group.capitalize()}", ""]
        if group == "environments":
            lines += [
                "Batches for training (`python -m benchmarks.envs`), on one core, beside PettingZoo and OpenSpiel in",
                "[ENVS.md](ENVS.md).",
                "",
            ]
        if group == "strength" and (HERE / "STRENGTH.md").exists():
            lines += [
                "Every level against the one below, and how games of bots against themselves end (at most 5 % by a limit);",
                "with seats and endings in [STRENGTH.md](STRENGTH.md).",
                "",
                "![levels, seats and endings](strength.svg)",
                "",
            ]
        if group == "draw":
            lines += [
                "Tournaments (`python -m benchmarks.draw`), in processor time. The bounds that draws are compared with, none of",
                "which any draw can go below (`kotva/tournament/draw/bound.py`): rounds 2 and 3 are solved exactly by flows; for",
                "later rounds O1 and O2 are at least the sum over the earlier rounds taken two by two, each two solved exactly,",
                "at least half of everybody's cheapest company, and at least what the prices of a relaxed seating prove; the",
                "strength OS of a Swiss round is at least that of the standings cut into tables, at least half of everybody's",
                "cheapest company among those not met, and at least what prices prove (`columns.py` lists the tables of up to",
                "about 45 players, `ondemand.py` finds those that matter for any number). Up to twelve players all seatings",
                "are tried.",
                "",
                "![draws compared](draw.svg)",
                "",
            ]
        if group == "load":
            lines += [
                "The server (`python -m benchmarks.load --all`); more in [LOAD.md](LOAD.md).",
                "",
                "![growth](load.svg)",
                "",
            ]
        if group == "install":
            lines += [
                "From nothing to a game, on Python 3.11. `make play` starts on plain Python and compiles beside it",
                "(`python -m benchmarks.install`). Its processor time to the first page was 24.6 s (environment 3.9, packages",
                "17.0, link 1.8, start 1.9) and is 19.0 s (3.9, 10.1, 1.8, 3.2) since the lock is installed as it stands. What",
                "stands beside release 0.1.0 was measured on a busy machine (load 6 to 9 on 2 cores), so seconds of these are",
                "compared only with each other.",
                "",
            ]
        lines += [f"| game | what | figure | {spread} | target | |"]
        lines.append("|---|---|---:|---:|---:|---|")
        for f in rows:
            goal = f"{'≤' if f.at_most else '≥'} {f.show(f.target)}" if f.target else ""
            what = f"{f.what} ({f.note})" if f.note else f.what
            lines.append(
                f"| {f.game} | {what} | {f.show(f.value)} | {f.show(f.low)} – {f.show(f.high)} | {goal} | {f.verdict} |"
            )
    return "\n".join([*lines, ""])


def machine() -> str:
    """Facts about the machine that matter for the figures, without its name."""
    return (
        f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}, "
        f"{platform.python_implementation()} {platform.python_version()}."
    )


def picture(figures: Sequence[Figure]) -> str:
    """Every figure as a multiple of its target, on a scale of twos: right of the line is met."""
    rows = [f for f in figures if f.target]
    height, width = _TOP + _ROW * len(rows) + 44, _LEFT + 8 * _STEP + 110
    bottom = _TOP + _ROW * len(rows)
    parts = frame(width, height, "Figures as multiples of their targets (right of 1: met)")
    for power in range(-3, 6):
        x = _x(2.0**power)
        heavy = f'stroke="{INK}" stroke-width="1.6"' if power == 0 else f'stroke="{FAINT}" stroke-width=".8"'
        label = f"{2**power}×" if power >= 0 else f"1/{2**-power}"
        parts.append(f'<path d="M{x} {_TOP - 8}V{bottom}" {heavy}/>')
        parts.append(f'<text x="{x}" y="{bottom + 16}" text-anchor="middle" font-size="11">{label}</text>')
    for i, f in enumerate(rows):
        parts += _row(f, _TOP + _ROW * i)
    return "\n".join([*parts, "</svg>\n"])


def frame(width: float, height: float, title: str) -> list[str]:
    """The beginning of a picture: paper, a double border, a title."""
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"',
        f' role="img" font-family="system-ui, sans-serif" font-size="12.5" fill="{INK}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
        f'<rect x="5" y="5" width="{width - 10}" height="{height - 10}" fill="none" stroke="{INK}" stroke-width="1.5"/>',
        f'<rect x="9" y="9" width="{width - 18}" height="{height - 18}" fill="none" stroke="{INK}" stroke-width=".6"/>',
        '<text x="24" y="38" font-family="Iowan Old Style, Palatino, Georgia, serif" font-size="18">',
        f"{escape(title)}</text>",
    ]


def _row(f: Figure, y: float) -> list[str]:
    """A dot with its whiskers: round and filled when met, a hollow square when not."""
    ends = sorted(_x(f.target / v if f.at_most else v / f.target) if v else _x(0.001) for v in (f.low, f.high))
    x, middle = _x(f.ratio), y + _ROW / 2
    mark = (
        f'<circle cx="{x}" cy="{middle}" r="5" fill="{GOOD}" stroke="{INK}"/>'
        if f.ratio >= 1
        else f'<rect x="{x - 5}" y="{middle - 5}" width="10" height="10" fill="{PAPER}" stroke="{_BAD}" stroke-width="2"/>'
    )
    return [
        f'<text x="{_LEFT - 12}" y="{middle + 4}" text-anchor="end">{escape(f"{f.game}: {f.what}")}</text>',
        f'<path d="M{ends[0]} {middle}H{ends[1]}" stroke="{INK}" stroke-width="1.5"/>',
        mark,
        f'<text x="{_LEFT + 8 * _STEP + 14}" y="{middle + 4}">{escape(f.show(f.value))}</text>',
    ]


def _x(ratio: float) -> float:
    """Factors from an eighth to 32; what lies outside is drawn at the edge."""
    return round(_LEFT + _STEP * (min(max(log2(max(ratio, 1e-9)), -3.0), 5.0) + 3), 1)
