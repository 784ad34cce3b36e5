"""How fast the compiled rules were at each commit that measured them anew: `benchmarks/history.json`, and a picture of it.

`python -m tools.docs --history` reads the results of all commits and writes both; `make bench` measures.
"""

from __future__ import annotations

import json
import subprocess
from dataclasses import asdict, dataclass
from html import escape
from math import log10
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
RESULTS, HISTORY = "benchmarks/results.json", "benchmarks/history.json"
PICTURE = "benchmarks/history.svg"
WHAT = "random actions/s, compiled"

_PAPER, _INK, _FAINT = "#f6f0e1", "#23303b", "#b9b3a2"
_COLOURS = ("#4b7f52", "#c8452f", "#2f6f8f", "#b07d2b", "#6b5b95")
_WIDTH, _LEFT, _RIGHT, _TOP, _DEEP = 980, 84, 150, 70, 260


@dataclass(frozen=True, slots=True)
class Measured:
    """What one commit measured: random actions a second, by game."""

    commit: str
    day: str
    speeds: dict[str, float]


def git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def from_commits() -> list[Measured]:
    """The commits whose speeds differ from those before, oldest first."""
    found: list[Measured] = []
    for line in git("log", "--reverse", "--format=%h %as", "--", RESULTS).splitlines():
        commit, day = line.split()
        shown = subprocess.run(["git", "show", f"{commit}:{RESULTS}"], cwd=ROOT, capture_output=True, check=False)
        rows = json.loads(shown.stdout) if shown.returncode == 0 else []
        speeds = {row["game"]: row["value"] for row in rows if row["what"].startswith(WHAT)}
        if speeds and (not found or found[-1].speeds != speeds):
            found.append(Measured(commit, day, speeds))
    return found


def together(kept: list[Measured], new: list[Measured]) -> list[Measured]:
    """What is kept, and after it what it does not have: a shallow checkout knows few commits."""
    known = [one.speeds for one in kept]
    return [*kept, *(one for one in new if one.speeds not in known)]


def load() -> list[Measured]:
    path = ROOT / HISTORY
    return [Measured(**row) for row in json.loads(path.read_text("utf-8"))] if path.exists() else []


def picture(points: list[Measured]) -> str:
    """A line for each game, on a scale of tens: a step of the same height is the same factor."""
    games = sorted({game for point in points for game in point.speeds})
    low = min(log10(value) for point in points for value in point.speeds.values()) - 0.05
    high = max(log10(value) for point in points for value in point.speeds.values()) + 0.05
    wide = _WIDTH - _LEFT - _RIGHT
    height = _TOP + _DEEP + 74

    def place(i: int, value: float) -> tuple[float, float]:
        return _LEFT + wide * i / max(1, len(points) - 1), _TOP + _DEEP * (high - log10(value)) / (high - low)

    title = "Random actions a second, compiled, at the commits that measured them"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}"',
        f' role="img" font-family="system-ui, sans-serif" font-size="12.5" fill="{_INK}">',
        f"<title>{title}</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="{_PAPER}"/>',
        f'<rect x="5" y="5" width="{_WIDTH - 10}" height="{height - 10}" fill="none" stroke="{_INK}" stroke-width="1.5"/>',
        f'<text x="24" y="38" font-family="Iowan Old Style, Palatino, Georgia, serif" font-size="18">{title}</text>',
    ]
    for value in (n * 10**power for power in range(4, 8) for n in (1, 2, 5)):
        if low <= log10(value) <= high:
            y = place(0, value)[1]
            parts.append(f'<path d="M{_LEFT} {y:.1f}h{wide}" stroke="{_FAINT}" stroke-width=".6"/>')
            parts.append(f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{value:,}</text>')
    for i, point in enumerate(points):
        x = place(i, 10**low)[0]
        parts.append(f'<text x="{x:.1f}" y="{_TOP + _DEEP + 24}" text-anchor="middle">{escape(point.commit)}</text>')
        parts.append(f'<text x="{x:.1f}" y="{_TOP + _DEEP + 42}" text-anchor="middle">{escape(point.day)}</text>')
    for j, game in enumerate(games):
        line = [(*place(i, point.speeds[game]), point) for i, point in enumerate(points) if game in point.speeds]
        path = " ".join(f"{'ML'[k > 0]}{x:.1f} {y:.1f}" for k, (x, y, _) in enumerate(line))
        parts.append(f'<path d="{path}" fill="none" stroke="{_COLOURS[j % 5]}" stroke-width="2"/>')
        for x, y, point in line:
            said = f"{game}, {point.commit}: {point.speeds[game]:,.0f}"
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{_COLOURS[j % 5]}"><title>{said}</title></circle>'
            )
    ends = sorted(
        (place(0, points[-1].speeds[game])[1], j) for j, game in enumerate(games) if game in points[-1].speeds
    )
    y = 0.0
    for wanted, j in ends:  # names beside the ends of their lines, never on one another
        y = max(wanted, y + 16)
        parts.append(f'<text x="{_WIDTH - _RIGHT + 14}" y="{y + 4:.1f}" fill="{_COLOURS[j % 5]}">{games[j]}</text>')
    return "\n".join([*parts, "</svg>\n"])


def write() -> None:
    """Bring the history and its picture up to date."""
    points = together(load(), from_commits())
    rows = ",\n".join(json.dumps(asdict(point)) for point in points)
    (ROOT / HISTORY).write_text(f"[\n{rows}\n]\n", encoding="utf-8")
    (ROOT / PICTURE).write_text(picture(points), encoding="utf-8")
