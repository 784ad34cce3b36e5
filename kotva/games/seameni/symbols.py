"""Seameni's drawings: every kind of tile so that it explains itself, pirates of four crews, ships, treasure.

Each in a box from -32 to 32. Crews are told apart by the shape of their seat: circle, diamond, square, triangle.
"""

from __future__ import annotations

import math

from kotva.games.seameni import board

LINE = 'fill="none" stroke="var(--ink)" stroke-linecap="round" stroke-linejoin="round"'
FAINT = 'fill="none" stroke="var(--ink)" stroke-opacity=".3" stroke-width="1.5" stroke-linecap="round"'
WHITE = 'fill="var(--paper)" stroke="var(--ink)" stroke-width="2" stroke-linejoin="round"'


def tile(fill: str, drawing: str) -> str:
    """A square tile with something on it."""
    return f'<path d="M-31-31h62v62h-62z" fill="{fill}" stroke="var(--ink)" stroke-width="1.2"/>{drawing}'


# -- tiles where a pirate stops ---------------------------------------------------------------------------------

HIDDEN_TILE = tile(
    "var(--deep)",
    '<g fill="none" stroke="var(--paper)" stroke-opacity=".75" stroke-width="2" stroke-linecap="round">'
    '<path d="M-24-14q6-8 12 0t12 0 12 0 12 0M-24 0q6-8 12 0t12 0 12 0 12 0M-24 14q6-8 12 0t12 0 12 0 12 0"/></g>'
    '<path d="M-27-27h54v54h-54z" fill="none" stroke="var(--ink)" stroke-opacity=".25"/>',
)
WATER_TILE = tile("var(--sea)", f'<path d="M-16-7q5-6 10 0t10 0M-4 10q5-6 10 0t10 0" {FAINT}/>')
CHEST = (
    '<path d="M-22-2v-4c0-9 7-14 22-14s22 5 22 14v4z" fill="var(--wood, #b98d5a)" stroke="var(--ink)" stroke-width="2.5"/>'
    '<path d="M-22-2h44v20h-44z" fill="var(--wood, #b98d5a)" stroke="var(--ink)" stroke-width="2.5"/>'
    '<path d="M-22-2h44" stroke="#f2c14b" stroke-width="4"/><path d="M-22-4h44M-22 0h44" stroke="var(--ink)"/>'
    '<path d="M-6-7H6V6H-6z" fill="#f2c14b" stroke="var(--ink)" stroke-width="2"/>'
)


def treasure_tile(n: int) -> str:
    """A sand bank with a cross where each treasure was found; what still lies there is shown by a chest with its number."""
    bank = '<path d="M-25 6c-3-16 8-26 25-26s29 9 25 24-14 19-28 18-20-4-22-16z" fill="var(--land)" {}/>'
    spots = {
        1: [(0, 0)],
        2: [(-8, 0), (8, 0)],
        3: [(-9, 5), (9, 5), (0, -8)],
        4: [(-8, -7), (8, -7), (-8, 8), (8, 8)],
        5: [(-10, -8), (10, -8), (-10, 9), (10, 9), (0, 0)],
    }[n]
    crosses = "".join(f"M{x - 4.5} {y - 4.5}l9 9m0-9l-9 9" for x, y in spots)
    outline = 'stroke="var(--ink)" stroke-opacity=".5" stroke-width="1.5"'
    marks = f'<path d="{crosses}" {LINE} stroke-width="2.6" stroke-opacity=".7"/>'
    return tile("var(--sea)", bank.format(outline) + marks)


def mud_step(n: int, step: int) -> tuple[int, int]:
    """Where a step of mud lies on its tile: along an S from the lower left to the upper right."""
    places = {
        2: [(-13, 10), (13, -10)],
        3: [(-17, 14), (0, 0), (17, -14)],
        4: [(-17, 17), (15, 13), (-15, -10), (17, -17)],
        5: [(-18, 18), (8, 19), (0, 0), (-8, -19), (18, -18)],
    }
    return places[n][step - 1]


def mud_tile(n: int) -> str:
    """Steps in the mud, numbered, joined by the way through."""
    at = [mud_step(n, i) for i in range(1, n + 1)]
    way = "M" + "L".join(f"{x} {y}" for x, y in at)
    r = 12 if n < 4 else 9.5
    out = (
        f'<path d="M-31-31h62v62h-62z" fill="var(--wood, #b98d5a)" fill-opacity=".45"/>'
        f'<path d="{way}" {LINE} stroke-width="2" stroke-dasharray="2 4"/>'
    )
    for i, (x, y) in enumerate(at, 1):
        out += (
            f'<ellipse cx="{x}" cy="{y}" rx="{r}" ry="{r - 1.5}" fill="var(--paper)" stroke="var(--ink)" stroke-width="1.5"/>'
            f'<text x="{x}" y="{y + 5}" text-anchor="middle" font-size="{14 if n < 4 else 12}" font-weight="700" class="numeral" '
            f'fill="var(--ink)">{i}</text>'
        )
    return tile("var(--land)", out)


TURTLE_TILE = tile(
    "var(--sea)",
    '<g stroke="var(--ink)" stroke-width="2" stroke-linejoin="round" fill="var(--land)">'
    '<path d="M17-4q10-4 11 3t-11 5zM-12-15q-10-9-14-3t8 10zM11-15q8-10 13-4t-7 10zM-12 15q-10 9-14 3t8-10zM11 15q8 10 13 4'
    't-7-10z"/><ellipse rx="20" ry="17" fill="var(--deep)"/></g>'
    f'<path d="M-6-9h12l7 9-7 9H-6l-7-9zM-6-9l-5-6M6-9l5-6M13 0h7M6 9l5 6M-6 9l-5 6M-13 0h-7" {LINE} stroke-width="1.6"/>',
)
OCTOPUS_TILE = tile(
    "var(--sea)",
    f'<g {LINE} stroke-width="6"><path d="M-10 4c-4 10-16 6-16 16M-5 8c0 10-8 10-9 18M5 8c0 10 8 10 9 18M10 4c4 10 16 6 16 16"/>'
    '<path d="M-12 0c-8 4-14-2-14-10M12 0c8 4 14-2 14-10"/></g>'
    '<path d="M-16-8c0-12 7-19 16-19s16 7 16 19c0 10-6 19-16 19S-16 2-16-8z" fill="var(--ink)"/>'
    '<g fill="var(--paper)"><circle cx="-6" cy="-4" r="4.5"/><circle cx="6" cy="-4" r="4.5"/></g>'
    '<g fill="var(--ink)"><circle cx="-6" cy="-3" r="2"/><circle cx="6" cy="-3" r="2"/></g>',
)
ISLAND_TILE = tile(
    "var(--sea)",
    '<path d="M-26 14c2-10 12-12 18-12s8-5 17-3 16 8 16 15-10 11-26 11-26-3-25-11z" fill="var(--land)" '
    'stroke="var(--ink)" stroke-width="2"/>'
    f'<path d="M2 10c0-10 0-16 5-24" {LINE} stroke-width="3.5"/>'
    '<path d="M7-15c-5-9-14-9-19-4 7-1 13 1 19 4zM7-15c8-8 15-5 19 1-7-2-13-2-19-1zM7-15c-7-1-13 4-14 11 5-6 9-9 14-11z'
    'M7-15c8 0 12 6 12 12-4-6-8-9-12-12z" fill="var(--ink)"/>',
)
SHARK_TILE = tile(
    "var(--deep)",
    '<path d="M-29 8C-18-8-2-12 8-12l3-13c5 3 8 9 8 15 6 3 9 7 11 12-6 2-10 4-13 9-14 7-30 5-46-3z" fill="var(--ink)"/>'
    '<path d="M-27 9c9 3 17 4 24 3l-3 6-5-4-3 5-5-5-3 4z" fill="var(--paper)"/>'
    '<circle cx="-12" cy="-1" r="2.6" fill="var(--accent)"/>',
)
CAT_TILE = tile(
    "var(--deep)",
    '<path d="M-18 26V-4c0-12 8-21 18-21s18 9 18 21v30l-6-6-6 6-6-6-6 6-6-6z" fill="var(--paper)" stroke="var(--ink)" '
    'stroke-width="2.5" stroke-linejoin="round"/>'
    '<path d="M-24-12c6-4 10-4 13-14 7 5 15 5 22 0 3 10 7 10 13 14-15 6-33 6-48 0z" fill="var(--ink)"/>'
    '<g fill="var(--ink)"><circle cx="-7" cy="-2" r="3.5"/><circle cx="7" cy="-2" r="3.5"/>'
    '<ellipse cy="9" rx="4" ry="5.5"/></g>',
)

# -- tiles that move a pirate on --------------------------------------------------------------------------------


def arrow(angle: float, reach: float, width: float = 5.0) -> str:
    """An arrow from the middle outwards; 0 degrees is north."""
    head = width * 1.9
    return (
        f'<g transform="rotate({angle})"><path d="M0-3V{-reach + head}" {LINE} stroke-width="{width}"/>'
        f'<path d="M{-head} {-reach + head}L0 {-reach}L{head} {-reach + head}z" fill="var(--ink)"/></g>'
    )


def flow(angle: float) -> str:
    """Lines of flowing water beside an arrow."""
    return (
        f'<g transform="rotate({angle})"><path d="M-17 22c5-8-5-14 0-22s-4-12 0-19M17 22c5-8-5-14 0-22s-4-12 0-19'
        f'M-24 12c4-6-4-10 0-18M24 12c4-6-4-10 0-18" {FAINT}/></g>'
    )


def one_way(direction: int) -> str:
    angle = direction * 45
    reach = 27 if direction % 2 == 0 else 33
    tail = f'<g transform="rotate({angle})"><path d="M0-3V20" {LINE} stroke-width="7"/></g>'
    return tile("var(--sea)", flow(angle) + tail + arrow(angle, reach, 7))


def several_way(directions: list[int]) -> str:
    """Arrows from the middle to each exit."""
    width = 4.2 if len(directions) == 8 else 5.0
    arrows = "".join(arrow(d * 45, 27 if d % 2 == 0 else 33, width) for d in directions)
    lines = flow(directions[0] * 45) if len(directions) == 2 else f'<circle r="21" {FAINT} stroke-dasharray="9 6"/>'
    return tile(
        "var(--sea)", lines + arrows + '<circle r="5" fill="var(--paper)" stroke="var(--ink)" stroke-width="2"/>'
    )


def spiral() -> str:
    """The vortex: two turns inwards."""
    points = []
    for i in range(60):
        turn = i / 59 * 2.4 * 2 * math.pi
        r = 26 * (1 - i / 62)
        points.append(f"{r * math.cos(turn):.1f} {r * math.sin(turn):.1f}")
    return f'<path d="M{"L".join(points)}" {LINE} stroke-width="4"/>'


VORTEX_TILE = tile("var(--deep)", '<circle r="28" fill="var(--sea)"/>' + spiral())
FISH_TILE = tile(
    "var(--sea)",
    '<path d="M-26 6C-18-8-2-10 10 0l12-9c-2 8-2 12 0 20L10 4C-2 16-18 16-26 6z" transform="translate(2 6)" fill="var(--ink)"/>'
    '<circle cx="-13" cy="10" r="2.4" fill="var(--paper)"/>'
    '<path d="M6-29-8-9h8l-5 15L14-14H5z" fill="var(--accent)" stroke="var(--paper)" stroke-width="1.5"/>',
)


def starfish(direction: int) -> str:
    """Five arms, the marked one with an arrow out of the sea."""
    points = []
    for i in range(10):
        r = 23 if i % 2 == 0 else 9.5
        turn = math.pi / 5 * i
        points.append(f"{r * math.sin(turn):.1f} {-r * math.cos(turn):.1f}")
    star = (
        f'<path d="M{"L".join(points)}z" fill="var(--land)" stroke="var(--ink)" stroke-width="2.2" stroke-linejoin="round"/>'
        '<path d="M-4-12 0-20 4-12z" fill="var(--accent)"/><path d="M-7-23 0-31 7-23z" fill="var(--accent)"/>'
        '<g fill="var(--ink)" fill-opacity=".55"><circle r="2.2"/><circle cy="-8" r="1.6"/><circle cx="8" cy="-3" r="1.6"/>'
        '<circle cx="-8" cy="-3" r="1.6"/><circle cx="5" cy="7" r="1.6"/><circle cx="-5" cy="7" r="1.6"/></g>'
    )
    return tile("var(--sea)", f'<g transform="rotate({direction * 45})">{star}</g>')


SEAHORSE_TILE = tile(
    "var(--sea)",
    '<path d="M-20-13l12-3c1-8 6-12 13-11l2-4 2 5 5-1-2 5c3 4 3 9 0 13-3 3-3 6-1 10 4 9 0 18-8 21-4 2-7 2-7 5 0 2 4 3 5 0'
    'l3 1c-1 7-12 7-13 0-1-6 4-8 7-11 3-4 1-9-3-14-4-4-5-8-3-12-2 1-5 1-8-1z" fill="var(--ink)"/>'
    '<path d="M13-1c7-3 10 1 11 6-4 3-9 4-12 2z" fill="var(--ink)"/><circle cx="3" cy="-17" r="2.3" fill="var(--paper)"/>'
    f'<path d="M-24 24v-12h7M24 24h-10v-7" {FAINT}/>',
)

# -- waters, pieces ---------------------------------------------------------------------------------------------

WATERS = (
    '<path d="M-31-31h62v62h-62z" fill="var(--paper)" fill-opacity=".35" stroke="var(--ink)" stroke-opacity=".35" '
    f'stroke-dasharray="3 4"/><path d="M-14 0q4-4 7 0t7 0 7 0" {FAINT}/>'
)
SHAPES = (
    '<circle r="27" {}/>',
    '<path d="M0-31 31 0 0 31-31 0z" {}/>',
    '<path d="M-25-25h50v50h-50z" {}/>',
    '<path d="M0-31 31 25h-62z" {}/>',
)
BODY = 'fill="currentColor" stroke="var(--paper)" stroke-width="3" stroke-linejoin="round"'
RIM = 'fill="none" stroke="var(--ink)" stroke-width="1.6" stroke-linejoin="round"'
HEAD = (
    '<circle cy="2" r="10" fill="var(--paper)" stroke="var(--ink)" stroke-width="1.6"/>'
    '<path d="M-11 0c0-9 5-13 11-13s11 4 11 13c-7-3-15-3-22 0z" fill="var(--ink)"/>'
    '<path d="M10-2l8 3-3-7zM-8-1l13 5" stroke="var(--ink)" stroke-width="2" fill="var(--ink)"/>'
    '<circle cx="4.5" cy="3.5" r="3" fill="var(--ink)"/><circle cx="-4" cy="3.5" r="1.5" fill="var(--ink)"/>'
)
LINKS = "".join(f'<ellipse cx="{x}" cy="{y}" rx="7" ry="4.5"/>' for x, y in ((-18, 19), (-6, 23), (7, 23), (19, 19)))
CHAIN = (
    f'<g fill="none" stroke="var(--paper)" stroke-width="5">{LINKS}</g>'
    f'<g fill="none" stroke="var(--ink)" stroke-width="2.6">{LINKS}</g>'
)


def pirate(seat: int, number: int, captive: bool) -> str:
    """A head with a bandana on the shape of the crew, and the pirate's number; a captive is chained."""
    head_y, number_y = (-2, 24) if seat == 3 else (-7, 22)
    text = (
        f'<text y="{number_y}" text-anchor="middle" font-size="19" font-weight="700" class="numeral" fill="var(--paper)" '
        f'stroke="var(--ink)" stroke-width="3.5" paint-order="stroke">{number}</text>'
    )
    size = 0.85 if seat == 3 else 1
    body = SHAPES[seat].format(BODY) + SHAPES[seat].format(RIM)
    return f'{body}<g transform="translate(0 {head_y}) scale({size})">{HEAD}</g>{text}{CHAIN if captive else ""}'


def ship(seat: int) -> str:
    """A ship seen from the side, the crew's shape on its sail."""
    emblem = SHAPES[seat].format('fill="currentColor" stroke="var(--ink)" stroke-width="2"')
    return (
        '<path d="M-2-30h4V8h-4z" fill="var(--ink)"/><path d="M2-30 13-26 2-22z" fill="currentColor" stroke="var(--ink)"/>'
        f'<path d="M-20-20q20 5 40 0 4 13 0 24-20-5-40 0-4-13 0-24z" {WHITE}/>'
        f'<g transform="translate(0 -8) scale(.3)">{emblem}</g>'
        '<path d="M-31 2c4 3 8 4 12 4h38c4 0 8-1 12-4-1 14-7 23-13 25h-36c-6-2-12-11-13-25z" fill="var(--wood, #b98d5a)" '
        'stroke="var(--ink)" stroke-width="2" stroke-linejoin="round"/>'
        '<path d="M-28 12h56" stroke="currentColor" stroke-width="3.5"/>'
        '<path d="M-25 19h50" stroke="var(--ink)" stroke-opacity=".4"/>'
    )


SEVERAL_WAYS = {
    "c2NS": [0, 4],
    "c2EW": [2, 6],
    "c2NE": [1, 5],
    "c2NW": [3, 7],
    "c4s": [0, 2, 4, 6],
    "c4d": [1, 3, 5, 7],
    "c8": list(range(len(board.DIRECTIONS))),
}
STILL = {
    "?": HIDDEN_TILE,
    "wa": WATER_TILE,
    "tu": TURTLE_TILE,
    "oc": OCTOPUS_TILE,
    "is": ISLAND_TILE,
    "sh": SHARK_TILE,
    "ca": CAT_TILE,
    "vo": VORTEX_TILE,
    "ef": FISH_TILE,
    "ho": SEAHORSE_TILE,
}


def tile_symbol(code: int) -> str:
    """The drawing of a tile, turned as it lies."""
    name = board.CODES[code]
    if board.WATER < code < board.TURTLE:
        return treasure_tile(code - board.TREASURE)
    if board.MUD + 2 <= code <= board.MUD + 5:
        return mud_tile(code - board.MUD)
    if board.ARROW <= code < board.VORTEX:
        return one_way(code - board.ARROW)
    if board.STARFISH <= code < board.STARFISH + 4:
        return starfish((code - board.STARFISH) * 2)
    if name in SEVERAL_WAYS:
        return several_way(SEVERAL_WAYS[name])
    return STILL[name]


def tile_name(code: int) -> str:
    """The name of a tile's drawing."""
    return "hidden" if code == board.HIDDEN else f"tile-{board.CODES[code]}"


SYMBOLS = {
    **{tile_name(code): tile_symbol(code) for code in range(len(board.CODES))},
    "waters": WATERS,
    "chest": CHEST,
    "goal": (
        '<circle r="27" fill="var(--paper)" stroke="var(--ink)" stroke-width="4"/>'
        '<path d="M-11-13 0-2 11-13M-11 3 0 14 11 3" fill="none" stroke="var(--ink)" '
        'stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>'
    ),
    "doom": (
        '<circle r="27" fill="var(--accent)" stroke="var(--ink)" stroke-width="4"/>'
        '<path d="M-11-11 11 11M11-11-11 11" stroke="var(--paper)" stroke-width="7" stroke-linecap="round"/>'
    ),
    **{f"ship-{seat}": ship(seat) for seat in range(4)},
    **{
        f"pirate-{seat}-{n}{'-captive' if captive else ''}": pirate(seat, n, captive)
        for seat in range(4)
        for n in (1, 2, 3)
        for captive in (False, True)
    },
}
