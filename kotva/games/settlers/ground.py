"""The island of a Settlers table: where everything lies, and the sea under it."""

from __future__ import annotations

from math import atan2, degrees

from kotva.games.settlers import board

RADIUS = 52.0  # of a hex
HALF_WIDTH = RADIUS * 0.866
LEFT, TOP = 68.0, 54.0
WIDTH = 2 * LEFT + 10 * HALF_WIDTH
HEIGHT = 2 * TOP + 8 * RADIUS


def at(level: float, x: float) -> tuple[float, float]:
    """The place of a point of section 3's formula: levels come in pairs half a radius and a radius apart."""
    whole = int(level // 2)
    return LEFT + x * HALF_WIDTH, TOP + whole * 1.5 * RADIUS + (level - 2 * whole) * 0.5 * RADIUS


VERTEX_PLACES = [at(level, x) for level, x in board.POINTS]
HEX_PLACES = [
    (LEFT + x * HALF_WIDTH, TOP + (level - 1.5) / 2 * 1.5 * RADIUS + RADIUS) for level, x in board.HEX_CENTRES
]
EDGE_PLACES = [
    (
        (VERTEX_PLACES[int(board.END_A[e])][0] + VERTEX_PLACES[int(board.END_B[e])][0]) / 2,
        (VERTEX_PLACES[int(board.END_A[e])][1] + VERTEX_PLACES[int(board.END_B[e])][1]) / 2,
        degrees(
            atan2(
                VERTEX_PLACES[int(board.END_B[e])][1] - VERTEX_PLACES[int(board.END_A[e])][1],
                VERTEX_PLACES[int(board.END_B[e])][0] - VERTEX_PLACES[int(board.END_A[e])][0],
            )
        ),
    )
    for e in range(board.EDGES)
]
MIDDLE = HEX_PLACES[9]


def _harbour_place(place: int) -> tuple[float, float]:
    """Off its coast edge, straight away from the land."""
    (ax, ay), (bx, by) = (VERTEX_PLACES[int(board.QUAYS[place * 2 + k])] for k in (0, 1))
    x, y = (ax + bx) / 2, (ay + by) / 2
    nx, ny = by - ay, ax - bx  # across the edge
    length = (nx * nx + ny * ny) ** 0.5
    side = 1 if nx * (x - MIDDLE[0]) + ny * (y - MIDDLE[1]) > 0 else -1
    return x + side * nx / length * 36, y + side * ny / length * 36


HARBOUR_PLACES = [_harbour_place(q) for q in range(board.HARBOURS)]


# -- what lies under everything --------------------------------------------------------------------------------------


def _ground() -> str:
    """Sea with a beach around the island, quays to the harbours, a double border and a compass rose."""
    coast = "".join(_hexagon(*place) for place in HEX_PLACES)
    out = [
        f'<rect width="{WIDTH:.0f}" height="{HEIGHT:.0f}" fill="var(--deep)"/>',
        _shore(coast, "var(--sea)", 116, "0.55"),
        _shore(coast, "var(--sea)", 84, "1"),
        f'<rect width="{WIDTH:.0f}" height="{HEIGHT:.0f}" fill="url(#waves)"/>',
        _shore(coast, "var(--ink)", 25, "0.75"),
        _shore(coast, "var(--land)", 22, "1"),
    ]
    for q in range(board.HARBOURS):
        x, y = HARBOUR_PLACES[q]
        for k in (0, 1):
            vx, vy = VERTEX_PLACES[int(board.QUAYS[q * 2 + k])]
            line = f"M{vx:.1f} {vy:.1f}L{vx + (x - vx) * 0.8:.1f} {vy + (y - vy) * 0.8:.1f}"
            out.append(f'<path d="{line}" stroke="var(--ink)" stroke-width="8.5" stroke-linecap="round"/>')
            out.append(f'<path d="{line}" stroke="var(--wood, #b98d5a)" stroke-width="6" stroke-linecap="round"/>')
            out.append(
                f'<path d="{line}" stroke="var(--ink)" stroke-opacity=".5" stroke-width="6" stroke-dasharray="1 4"/>'
            )
    for inset, width in ((6, "2.5"), (11, "1")):
        size = f'x="{inset}" y="{inset}" width="{WIDTH - 2 * inset:.0f}" height="{HEIGHT - 2 * inset:.0f}"'
        out.append(f'<rect {size} rx="4" fill="none" stroke="var(--ink)" stroke-width="{width}"/>')
    out.append(
        f'<g transform="translate({WIDTH - 50:.0f} {HEIGHT - 54:.0f})" fill="none" stroke="var(--ink)" stroke-opacity=".7">'
        '<circle r="17"/><circle r="13" stroke-width=".6"/><path d="M0-28 5 0 0 28-5 0z" fill="var(--ink)" '
        'fill-opacity=".55"/><path d="M-28 0 0-5 28 0 0 5z" fill="var(--paper)" fill-opacity=".6"/></g>'
        f'<text class="coordinate" x="{WIDTH - 50:.0f}" y="{HEIGHT - 86:.0f}" text-anchor="middle">N</text>'
    )
    return "".join(out)


def _shore(coast: str, colour: str, width: int, opacity: str) -> str:
    """The fields with a broad edge: water or sand along the whole coast."""
    edge = f'stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"'
    return f'<path d="{coast}" fill="{colour}" {edge} opacity="{opacity}"/>'


def _hexagon(x: float, y: float) -> str:
    corners = ((0, -1), (0.866, -0.5), (0.866, 0.5), (0, 1), (-0.866, 0.5), (-0.866, -0.5))
    return "M" + "L".join(f"{x + dx * RADIUS:.1f} {y + dy * RADIUS:.1f}" for dx, dy in corners) + "z"


GROUND = _ground()
