"""The sea of a Triremes table: where everything lies, and the chart under it."""

from __future__ import annotations

from functools import lru_cache

from kotva.games.triremes import board
from kotva.games.triremes.board import Chart, column_name
from kotva.games.triremes.symbols import MARGIN

# -- places -------------------------------------------------------------------------------------------------------------


def place(chart: Chart, square: int) -> tuple[int, int]:
    """The middle of a square; row 1 is at the bottom."""
    column, row = divmod(square, int(chart.stride))
    return MARGIN + (column - 1) * 64 + 32, MARGIN + (int(chart.rows) - row) * 64 + 32


def between(chart: Chart, bow: int, heading: int) -> tuple[float, float]:
    """The middle of a ship: between its bow square and its stern square."""
    (x, y), (u, v) = place(chart, bow), place(chart, bow - int(chart.step[heading]))
    return (x + u) / 2, (y + v) / 2


# -- the ground ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def draw_ground(chart: Chart) -> str:
    """The sea with its grid, coasts, reefs, anchorages, border, coordinates and compass."""
    columns, rows = int(chart.columns), int(chart.rows)
    wide, high = 64 * columns, 64 * rows
    out = [
        f'<rect width="{wide + 2 * MARGIN}" height="{high + 2 * MARGIN}" fill="var(--paper)"/>',
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{wide}" height="{high}" fill="var(--sea)"/>',
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{wide}" height="{high}" fill="url(#waves)" opacity=".5"/>',
        _shoals(chart),
        _grid(columns, rows),
        _reefs(chart),
        _anchorages(chart),
        _coast(chart),
    ]
    for gap, width in ((7, 3), (2, 1)):
        box = f'x="{MARGIN - gap}" y="{MARGIN - gap}" width="{wide + 2 * gap}" height="{high + 2 * gap}"'
        out.append(f'<rect {box} fill="none" stroke="var(--ink)" stroke-width="{width}"/>')
    for column in range(columns):
        name = column_name(column)
        for y in (24, high + 2 * MARGIN - 12):
            x = MARGIN + column * 64 + 32
            out.append(f'<text class="coordinate" x="{x}" y="{y}" text-anchor="middle">{name}</text>')
    for row in range(rows):
        for x in (16, wide + 2 * MARGIN - 16):
            y = MARGIN + (rows - 1 - row) * 64 + 38
            out.append(f'<text class="coordinate" x="{x}" y="{y}" text-anchor="middle">{row + 1}</text>')
    return "".join((*out, _compass(chart)))


def _all(chart: Chart, kind: int) -> list[int]:
    squares = (
        c * int(chart.stride) + r for c in range(1, int(chart.columns) + 1) for r in range(1, int(chart.rows) + 1)
    )
    return [square for square in squares if chart.kind[square] == kind]


def _corner(chart: Chart, square: int) -> tuple[int, int]:
    x, y = place(chart, square)
    return x - 32, y - 32


def _grid(columns: int, rows: int) -> str:
    lines = "".join(f"M{MARGIN + 64 * c} {MARGIN}v{64 * rows}" for c in range(1, columns))
    lines += "".join(f"M{MARGIN} {MARGIN + 64 * r}h{64 * columns}" for r in range(1, rows))
    return f'<path d="{lines}" stroke="var(--ink)" stroke-opacity=".13" stroke-width="1.2"/>'


def _shoals(chart: Chart) -> str:
    """Lighter water along the coast."""
    near = [
        q for q in _all(chart, board.SEA) if any(chart.kind[q + int(chart.step[d])] == board.LAND for d in range(4))
    ]
    cells = "".join("M{:g} {:g}h64v64h-64z".format(*_corner(chart, q)) for q in near)
    deep = "".join(
        "M{:g} {:g}h64v64h-64z".format(*_corner(chart, q)) for q in _all(chart, board.SEA) if q not in set(near)
    )
    return f'<path d="{deep}" fill="var(--deep)" opacity=".45"/><path d="{cells}" fill="var(--sea)"/>'


def _reefs(chart: Chart) -> str:
    cells = "".join("M{:g} {:g}h64v64h-64z".format(*_corner(chart, q)) for q in _all(chart, board.REEF))
    rocks = "".join(
        f'<path d="M{x - 18} {y + 14}l8-16 7 9 6-18 12 25z"/>'
        for x, y in (place(chart, q) for q in _all(chart, board.REEF))
    )
    if not cells:
        return ""
    return (
        f'<path d="{cells}" fill="var(--deep)"/><g fill="var(--ink)" fill-opacity=".28" stroke="var(--ink)" '
        f'stroke-opacity=".35">{rocks}</g>'
    )


def _anchorages(chart: Chart) -> str:
    """TRI-2.1: an anchor on the bow square of each berth and a mooring line to its stern."""
    out = []
    for pose in (int(p) for p in chart.berth):
        if pose != board.NONE:
            x, y = between(chart, pose // 4, pose % 4)
            out.append(
                f'<g transform="translate({x:g} {y:g}) rotate({90 * (pose % 4)})"><rect x="-21" y="-56" width="42" height="112" '
                'rx="21" fill="none" stroke-dasharray="5 6"/><g transform="translate(0 20) scale(.55)"><circle cy="-17" r="5"/>'
                '<path d="M0-12v32M-9-5H9M-18 8c2 10 10 13 18 13s16-3 18-13" fill="none"/></g></g>'
            )
    return f'<g fill="none" stroke="var(--ink)" stroke-opacity=".38" stroke-width="1.8">{"".join(out)}</g>'


def _coast(chart: Chart) -> str:
    """A strong line wherever land meets water, drawn under the land with a soft surf outside it."""
    edges = []
    for square in _all(chart, board.LAND):
        x, y = _corner(chart, square)
        sides = ((f"M{x} {y}h64"), (f"M{x + 64} {y}v64"), (f"M{x} {y + 64}h64"), (f"M{x} {y}v64"))
        edges += [sides[d] for d in range(4) if chart.kind[square + int(chart.step[d])] == board.SEA]
    line = "".join(edges)
    return (
        f'<path d="{line}" fill="none" stroke="var(--paper)" stroke-width="13" stroke-linecap="round" opacity=".8"/>'
        f'<path d="{line}" fill="none" stroke="var(--ink)" stroke-width="5" stroke-linecap="round"/>'
    )


def _compass(chart: Chart) -> str:
    """TRI-1.4: it has no effect on play."""
    x, y = MARGIN + 64 * int(chart.columns) - 60, MARGIN + 32 * int(chart.rows)
    return (
        f'<g transform="translate({x} {y})" fill="none" stroke="var(--ink)" stroke-opacity=".35" stroke-width="1.5">'
        '<circle r="26"/><circle r="20"/><path d="M0-40 7 0 0 40-7 0z" fill="var(--ink)" fill-opacity=".25"/>'
        f'<path d="M-40 0 0-7 40 0 0 7z"/></g><text class="coordinate" x="{x}" y="{y - 44}" text-anchor="middle" '
        f'opacity=".6">{board.HEADINGS[0]}</text>'
    )
