"""The sea of a Seameni table: where everything lies, and the chart under it."""

from __future__ import annotations

from kotva.games.seameni import board

MARGIN = 56  # outer fields and coordinates round the waters
SIZE = 13 * 64 + 2 * MARGIN

Number = int | float  # a whole number stays one, compiled too
Point = tuple[Number, Number]


# -- places -----------------------------------------------------------------------------------------------------


def field_place(f: int) -> Point:
    """The middle of a field; row 0 is at the bottom."""
    return MARGIN + f % 13 * 64 + 32, MARGIN + (12 - f // 13) * 64 + 32


def outer_place(outer: int) -> Point:
    """The middle of an outer field, half a field behind its edge field."""
    f = int(board.EDGE_FIELDS[outer - board.OUTER])
    x, y = field_place(f)
    dx = {0: -1, 12: 1}.get(f % 13, 0)
    dy = {0: 1, 12: -1}.get(f // 13, 0)
    return x + dx * 54, y + dy * 54


# -- the ground -------------------------------------------------------------------------------------------------


def _ground() -> str:
    """A chart: the sea in a double border with coordinates, the waters round it, outer fields as anchorages, a compass."""
    out = [
        f'<rect width="{SIZE}" height="{SIZE}" fill="var(--sea)"/>',
        f'<rect width="{SIZE}" height="{SIZE}" fill="url(#waves)" opacity=".5"/>',
    ]
    for outer in range(board.OUTER, board.ABOARD):
        x, y = outer_place(outer)
        out.append(f'<circle cx="{x}" cy="{y}" r="3" fill="var(--ink)" fill-opacity=".22"/>')
    for gap, width in ((7, "2.5"), (3, "1")):
        at, size = MARGIN + 64 - gap, 11 * 64 + 2 * gap
        out.append(
            f'<rect x="{at}" y="{at}" width="{size}" height="{size}" fill="none" stroke="var(--ink)" stroke-width="{width}"/>'
        )
    out += [_coordinate(i, near) for i in range(13) for near in (True, False)]
    return "".join((*out, _compass()))


def _coordinate(i: int, near: bool) -> str:
    """The letter of a column and the number of a row, at the near or the far border."""
    at = MARGIN + i * 64 + 32
    row, column = (12, 16) if near else (SIZE - 12, SIZE - 6)
    return (
        f'<text class="coordinate" x="{at}" y="{column}" text-anchor="middle">{board.COLUMNS[i]}</text>'
        f'<text class="coordinate" x="{row}" y="{at + 5}" text-anchor="middle">{12 - i}</text>'
    )


def _compass() -> str:
    middle = SIZE - 30
    return (
        f'<g transform="translate({middle} 32)" fill="none" stroke="var(--ink)" stroke-opacity=".6"><circle r="13"/>'
        '<path d="M0-22 5 0 0 22-5 0z" fill="var(--ink)" fill-opacity=".5"/><path d="M-22 0 0-5 22 0 0 5z"/></g>'
    )


GROUND = _ground()
