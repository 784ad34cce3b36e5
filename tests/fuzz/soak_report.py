"""docs/soak.md and its plot: what a soak found."""

from __future__ import annotations

import os
import statistics
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Final

from benchmarks.load_plot import FAINT, GOAL, INK, LINE, PAPER

DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "soak.md"
PICTURE: Final = DOCUMENT.with_suffix(".svg")
QUICK: Final = 0.1  # seconds: the 99th percentile of moves while nobody kills the server
LEVEL: Final = 0.05  # by how much memory may be higher in the last third of the quiet time than in the third before it
FED: Final = 0.1  # share of the time that a server may wait for a processor and still be called served
_LONG: Final = 1200.0  # seconds that a quiet time must last before its memory says anything

_ABOUT: Final = """\
# A soak: everything at once

`make soak`: one server, tables of all games with people who come and go, bots, hints, reviews, tournaments with their papers, and
strange requests. Most of the time it runs undisturbed: memory must level off. Then it is killed (`kill -9`) every
minute: nothing acknowledged may be lost, and play must go on within 5 s. When everybody has left, the server must have given back
files, sockets and tasks. A dose of it is in `make test` (`tests/server/test_soak.py`).
"""


@dataclass(frozen=True, slots=True)
class Sample:
    """A look at the server."""

    at: float  # seconds since the start
    memory: float  # MB of its own process
    helpers: float  # MB of the processes that work for it
    files: int
    tasks: float
    moves: int  # since the look before
    median: float  # seconds from a move to its being stored
    p99: float
    load: float  # of the machine
    starved: float = 0.0  # share of the time in which the server had something to do and no processor


@dataclass(slots=True)
class Soaked:
    """What was found."""

    tables: int
    rate: float
    seed: int
    strange: float = 50.0  # requests a second that no page sends
    beside: str = ""  # what else the machine did
    samples: list[Sample] = field(default_factory=list)
    kills_from: float = 0.0  # seconds after the start; 0: nobody killed it
    start: float = 0.0  # seconds of the server's first start, on a database of its own and with nobody there
    back: list[float] = field(default_factory=list)  # seconds until play went on after each kill
    done: Counter[str] = field(default_factory=Counter)
    promises: Counter[str] = field(default_factory=Counter)
    stalls: int = 0
    places: Counter[tuple[str, str]] = field(default_factory=Counter)  # of stalls: file and function
    wrong: list[str] = field(default_factory=list)

    @property
    def quiet(self) -> list[Sample]:
        """Of the time before the first kill, without the first tenth, in which caches fill."""
        end = self.kills_from or (self.samples[-1].at + 1 if self.samples else 0.0)
        return [sample for sample in self.samples if end / 10 <= sample.at < end]

    @property
    def growth(self) -> float:
        """By what share memory is higher in the last third of the quiet time than in the third before."""
        third = len(self.quiet) // 3
        if not third:
            return 0.0
        before, last = self.quiet[-2 * third : -third], self.quiet[-third:]
        return statistics.mean(s.memory for s in last) / statistics.mean(s.memory for s in before) - 1

    def judge(self) -> None:
        """Add to `wrong` what the figures themselves say."""
        if not self.promises["moves"]:
            self.wrong.append("no move was stored")
        if self.quiet and self.quiet[-1].at - self.quiet[0].at > _LONG and self.growth > LEVEL:
            self.wrong.append(f"memory grew by {100 * self.growth:.0f} % from one third of the quiet time to the next")


def document(found: Soaked, *, write: bool) -> str:
    """The table of a run; with `write` it is kept in docs/soak.md, with its plot."""
    waits = [s.p99 for s in found.quiet] or [0.0]
    slow = sum(wait > QUICK for wait in waits)
    minutes = (found.kills_from or (found.samples[-1].at if found.samples else 0.0)) / 60
    rows = {
        "minutes without a kill": f"{minutes:.0f}",
        "moves stored, each looked for at the end": f"{found.promises['moves']:,}",
        "tables": f"{found.promises['tables']:,}",
        **{name: f"{number:,}" for name, number in sorted(found.done.items())},
        "median of a move, ms": f"{1000 * statistics.median([s.median for s in found.quiet] or [0.0]):.0f}",
        f"99th percentile of a move, ms: median of {len(waits)} stretches of 10 s": f"{1000 * statistics.median(waits):.0f}",
        f"… stretches in which it was over {1000 * QUICK:.0f} ms": f"{slow}",
        **_with_a_processor(found),
        "load of the machine (2 cores), median": f"{statistics.median([s.load for s in found.quiet] or [0.0]):.1f}",
        "memory of the server, last third against the third before": f"{100 * found.growth:+.1f} %",
        "kills": f"{len(found.back)}",
        "the first start of the server, with nobody there": f"{found.start:.1f} s",
        "the longest from a kill until play went on": f"{max(found.back, default=0.0):.1f} s",
        "times something held the event loop for over 20 ms of CPU": f"{found.stalls}",
        "lost, doubled, left open, ill or failed": str(len(found.wrong)),
    }
    when = f"Seed {found.seed}, {time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores"
    when += f", {found.tables} tables, {found.rate:g} moves and {found.strange:g} strange requests a second."
    when += f" {found.beside}" if found.beside else ""
    table = "\n".join(
        [when, "", "| what | |", "| --- | ---: |", *(f"| {what} | {said} |" for what, said in rows.items())]
    )
    if found.places:
        named = (f"`{place}` ({function}): {count}" for (place, function), count in found.places.most_common(8))
        table += (
            "\n\nWhere the event loop was held, as the log names it (each place once a minute): "
            + "; ".join(named)
            + "."
        )
    if write:
        PICTURE.write_text(plot(found), encoding="utf-8")
        picture = "![Memory, waiting time and open files over the time of the run](soak.svg)"
        DOCUMENT.write_text("\n".join([_ABOUT, table, "", picture, ""]), encoding="utf-8")
    return table


def _with_a_processor(found: Soaked) -> dict[str, str]:
    """What the machine had to do with the times: how long the server waited for a processor, and the rest of the time."""
    if not any(s.starved for s in found.quiet):
        return {}
    starved = statistics.median(s.starved for s in found.quiet)
    rows = {"the server waited for a processor, of the time, median": f"{100 * starved:.0f} %"}
    fed = [s.p99 for s in found.quiet if s.starved <= FED]
    if fed:
        name = (
            f"99th percentile of a move, ms: median of {len(fed)} stretches in which that was {100 * FED:.0f} % at most"
        )
        rows[name] = f"{1000 * statistics.median(fed):.0f}"
    return rows


# -- the plot ------------------------------------------------------------------------------------------------------------

_WIDTH, _LEFT, _WIDE, _TOP, _DEEP, _GAP = 1120, 76, 1000, 84, 120, 62
_PANELS: Final[tuple[tuple[str, Callable[[Sample], float], float], ...]] = (
    ("memory of the server, MB", lambda s: s.memory, 0.0),
    ("99th percentile of a move, ms", lambda s: 1000 * s.p99, 1000 * QUICK),
    ("open files and sockets", lambda s: s.files, 0.0),
    ("tasks in the event loop", lambda s: s.tasks, 0.0),
)


def plot(found: Soaked) -> str:
    """A panel for each figure over the minutes, kills as lines."""
    height = _TOP + len(_PANELS) * (_DEEP + _GAP)
    title = f"A soak: {found.tables} tables, {found.rate:g} moves a second, everything else beside them"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}"',
        f' role="img" font-family="system-ui, sans-serif" font-size="12.5" fill="{INK}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="{PAPER}"/>',
        f'<rect x="5" y="5" width="{_WIDTH - 10}" height="{height - 10}" fill="none" stroke="{INK}" stroke-width="1.5"/>',
        f'<text x="24" y="38" font-family="Iowan Old Style, Palatino, Georgia, serif" font-size="18">{escape(title)}</text>',
    ]
    for number, (words, value, goal) in enumerate(_PANELS):
        parts += _panel(found, _TOP + number * (_DEEP + _GAP), words, value, goal)
    return "\n".join([*parts, "</svg>\n"])


def _panel(found: Soaked, y: float, words: str, value: Callable[[Sample], float], goal: float) -> list[str]:
    end = max((s.at for s in found.samples), default=1.0)
    top = 1.15 * max([goal, 1.0, *(value(s) for s in found.samples)])

    def place(sample: Sample) -> str:
        return f"{_LEFT + _WIDE * sample.at / end:.1f} {y + _DEEP * (1 - value(sample) / top):.1f}"

    parts = [f'<text x="{_LEFT}" y="{y - 8}" font-weight="600">{escape(words)}</text>']
    for share in (0.0, 0.5, 1.0):
        line = y + _DEEP * (1 - share / 1.15)
        parts.append(f'<path d="M{_LEFT} {line:.1f}h{_WIDE}" stroke="{FAINT}" stroke-width=".8"/>')
        parts.append(
            f'<text x="{_LEFT - 8}" y="{line + 4:.1f}" text-anchor="end" font-size="11">{share * top / 1.15:.0f}</text>'
        )
    if goal:
        line = y + _DEEP * (1 - goal / top)
        parts.append(
            f'<path d="M{_LEFT} {line:.1f}h{_WIDE}" stroke="{GOAL}" stroke-width="1.5" stroke-dasharray="6 4"/>'
        )
    if found.kills_from:
        x = _LEFT + _WIDE * found.kills_from / end
        parts.append(f'<path d="M{x:.1f} {y}v{_DEEP}" stroke="{GOAL}" stroke-width="1"/>')
        parts.append(f'<text x="{x + 4:.1f}" y="{y + 12}" font-size="11" fill="{GOAL}">kills</text>')
    if found.samples:
        path = "M" + "L".join(place(sample) for sample in found.samples)
        parts.append(f'<path d="{path}" fill="none" stroke="{LINE}" stroke-width="1.8"/>')
    for minute, _ in pairwise(range(0, round(end / 60) + 2, max(1, round(end / 600)))):
        x = _LEFT + _WIDE * 60 * minute / end
        if x <= _LEFT + _WIDE:
            parts.append(
                f'<text x="{x:.1f}" y="{y + _DEEP + 18}" text-anchor="middle" font-size="11">{minute} min</text>'
            )
    return parts
