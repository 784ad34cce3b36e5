"""The sea of a HEXXI table: where everything lies, and the chart under it."""

from __future__ import annotations

from math import hypot

from kotva.games.hexxi import board

MARGIN = 40
STEP_Y = 64 * 3**0.5 / 2  # the rows of a sea of hexagons 64 wide
WIDTH = 7 * 64 + 2 * MARGIN
HEIGHT = 6 * STEP_Y + 74 + 2 * MARGIN
CENTRE = board.FIELD_NAMES.index("d4")
# Places in the corners of the sheet, beside the sea.
ORDER_LINE = (28.0, 32.0)
INITIATIVE_PLACE = (44.0, round(HEIGHT - 42, 1))
SPYGLASS_PLACE = (WIDTH - 42.0, round(HEIGHT - 42, 1))


def _place(field: int) -> tuple[float, float]:
    row, column = "abcdefg".index(board.FIELD_NAMES[field][0]), int(board.FIELD_NAMES[field][1])
    return round(MARGIN + 32 + 64 * (column - (row + 1) / 2 + 1), 1), round(MARGIN + 37 + (6 - row) * STEP_Y, 1)


_PLACES = [_place(field) for field in range(board.FIELDS)]


def field_place(field: int) -> tuple[float, float]:
    """The middle of a field; row a is at the bottom, each row is half a field beside the next (section 2)."""
    return _PLACES[field]


# -- the chart ----------------------------------------------------------------------------------------------------------


def _hexagon(x: float, y: float, radius: float) -> str:
    """A hexagon with a point up, as a path."""
    half, low = f"{radius * 3**0.5 / 2:.1f}", f"{radius / 2:.1f}"
    return f"M{x:.1f} {y - radius:.1f}l{half} {low}v{radius:.1f}l-{half} {low}l-{half}-{low}v-{radius:.1f}z"


def _ground() -> str:
    """Deep water with a double border in the shape of the sea, row letters and column digits along it, a compass."""
    corners = [field_place(board.FIELD_NAMES.index(name)) for name in ("a1", "d1", "g4", "g7", "d7", "a4")]
    middle = field_place(CENTRE)
    out = [
        f'<rect width="{WIDTH}" height="{HEIGHT:.1f}" fill="var(--paper)"/>',
        f'<rect width="{WIDTH}" height="{HEIGHT:.1f}" fill="url(#waves)" opacity=".35"/>',
    ]
    for reach, width in ((47, "2.6"), (42, "1")):
        ring = []
        for x, y in corners:
            dx, dy = x - middle[0], y - middle[1]
            far = hypot(dx, dy)
            ring.append(f"{x + dx / far * reach:.1f} {y + dy / far * reach:.1f}")
        out.append(
            f'<path d="M{"L".join(ring)}z" fill="var(--deep)" stroke="var(--ink)" stroke-width="{width}" '
            'stroke-linejoin="round"/>'
        )
    lines = "".join(_hexagon(*field_place(field), 36.95) for field in range(board.FIELDS))
    out.append(f'<path d="{lines}" fill="var(--deep)" stroke="var(--ink)" stroke-opacity=".35" stroke-width="1"/>')
    for field in range(board.FIELDS):
        x, y = field_place(field)
        name = board.FIELD_NAMES[field]
        if board.NEXT[field * 6 + 3] == board.NONE:  # nothing to the west: the letter of the row
            out.append(
                f'<text class="coordinate" x="{x - 62:.1f}" y="{y + 5:.1f}" text-anchor="middle">{name[0]}</text>'
            )
        if board.NEXT[field * 6 + 5] == board.NONE:  # nothing to the south-east: the digit of the column
            out.append(
                f'<text class="coordinate" x="{x + 31:.1f}" y="{y + 61:.1f}" text-anchor="middle">{name[1]}</text>'
            )
    return "".join((*out, _compass()))


def _compass() -> str:
    return (
        f'<g transform="translate({WIDTH - 34} 36)" fill="none" stroke="var(--ink)" stroke-opacity=".6"><circle r="12"/>'
        '<path d="M0-22 5 0 0 22-5 0z" fill="var(--ink)" fill-opacity=".5"/><path d="M-22 0 0-5 22 0 0 5z"/></g>'
    )


GROUND = _ground()
