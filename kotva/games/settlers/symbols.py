"""Settlers' drawings: terrains, number tokens, harbours, pieces and cards. Each in a box from -32 to 32."""

from __future__ import annotations

from kotva.games.settlers import board

HEXAGON = "M0-32 27.71-16V16L0 32-27.71 16V-16z"
# Tints lie over the theme's land, so that night darkens them too.
TINTS = ("#3f7d4e", "#b8573a", "#8fbf55", "#e8b93a", "#76828e", "#e9d9a8")
# The same for cards and harbours, strong enough to be told apart; every one also has its own sign.
SIGN_TINTS = ("#4d8a58", "#c0643f", "#9cc460", "#e3b53c", "#8793a0")

INK = 'stroke="var(--ink)" stroke-linecap="round" stroke-linejoin="round"'
DARK = 'stroke="#23303b" stroke-linecap="round" stroke-linejoin="round"'  # on cards, which are light at night too
# The signs of the seats (circle, diamond, square, triangle), so that pieces are told apart without colour.
SHAPES = ("M0-5a5 5 0 1 1 0 10a5 5 0 1 1 0-10z", "M0-6.5 5.5 0 0 6.5-5.5 0z", "M-5-5H5V5H-5z", "M0-6 6 5H-6z")


# -- signs of the resources ------------------------------------------------------------------------------------------

LUMBER = (
    f'<g fill="#a9744a" {DARK} stroke-width="2"><path d="M-18 2H14v11h-32z"/><path d="M-10-11h26V0h-26z"/></g>'
    f'<g fill="#e6c79c" {DARK} stroke-width="2"><ellipse cx="14" cy="7.5" rx="4.5" ry="5.5"/>'
    '<ellipse cx="16" cy="-5.5" rx="4.5" ry="5.5"/></g>'
    f'<path d="M-13 6h18M-12 10h12M-5-7h14M-4-3h10" fill="none" {DARK} stroke-width="1.2" stroke-opacity=".6"/>'
)
BRICK = (
    f'<g fill="#c4653f" {DARK} stroke-width="2"><path d="M-20 2h18v11h-18zM1 2h18v11H1zM-10-11H9V0h-19z"/></g>'
    '<path d="M-17 5h8M4 5h8M-7-8H2" stroke="#fff" stroke-opacity=".5" stroke-width="1.8" stroke-linecap="round"/>'
)
WOOL = (
    f'<g {DARK} stroke-width="2"><path d="M-9 9v7M-3 10v7M6 10v7M12 9v7" fill="none" stroke-width="3"/>'
    '<path d="M-15 5c-5-1-5-9 1-9 0-7 8-9 11-5 4-5 12-2 11 3 7-1 10 5 5 9-1 6-8 7-11 5-4 4-9 4-12 0-3 2-7 0-5-3z" '
    'fill="#fbf7ea"/><path d="M-13-4c-6-1-9 3-8 8 1 3 6 4 8 1z" fill="#4a4a4a"/></g>'
)
GRAIN = (
    f'<g fill="none" {DARK} stroke-width="2"><path d="M0 18C-1 8-2 0 0-14M-3 18C-8 8-13 2-14-8M3 18C8 8 13 2 14-8"/></g>'
    f'<g fill="#eec04a" {DARK} stroke-width="1.3">'
    '<path d="M0-18c4 3 4 6 0 9-4-3-4-6 0-9zM-1-8c5 0 7 3 6 8-5 0-7-3-6-8zM0-8c-5 0-7 3-6 8 5 0 7-3 6-8z"/>'
    '<path d="M-15-12c4 2 5 5 2 8-4-2-5-5-2-8zM-13-3c5-1 7 2 7 6-4 1-7-2-7-6zM-14-2c-4 1-5 4-3 8 4-1 5-5 3-8z"/>'
    '<path d="M15-12c-4 2-5 5-2 8 4-2 5-5 2-8zM13-3c-5-1-7 2-7 6 4 1 7-2 7-6zM14-2c4 1 5 4 3 8-4-1-5-5-3-8z"/></g>'
)
ORE = (
    f'<path d="M-19 12-13-4-4-13 9-11 18 1l1 11z" fill="#8d98a3" {DARK} stroke-width="2"/>'
    f'<path d="M-13-4-3 2l7-9 5-4M-3 2l-3 10M-3 2l13 4 8-5M10 6l2 6" fill="none" {DARK} stroke-width="1.5"/>'
    '<path d="m-4-13 7 6L-3 2l-10-6z" fill="#fff" fill-opacity=".45"/>'
)
SIGNS = (LUMBER, BRICK, WOOL, GRAIN, ORE)


# -- terrains: the middle is left to the number token ----------------------------------------------------------------


def _fir(x: float, y: float, size: float) -> str:
    return (
        f'<g transform="translate({x} {y}) scale({size})"><path d="M0-9 5-2H2.500L7 4.500H1.200V8h-2.400V4.500H-7L-2.500-2H-5z" '
        f'fill="#2f6b41" stroke="var(--ink)" stroke-width="1"/></g>'
    )


def _forest() -> str:
    trees = ((-12, -15), (0, -20), (12, -15), (-19, -4), (19, -4), (-18, 11), (-8, 19), (6, 21), (17, 12), (-1, -10))
    return "".join(_fir(x, y, 0.62) for x, y in sorted(trees, key=lambda t: t[1]) if (x, y) != (-1, -10))


def _hills() -> str:
    mounds = ((-11, -14), (9, -16), (-17, 12), (3, 20), (18, 10))
    return "".join(
        f'<g transform="translate({x} {y})"><path d="M-9 4C-7-4 7-4 9 4z" fill="#c9704a" {INK} stroke-width="1"/>'
        f'<path d="M-6 4c1-3 3-4 5-4M-2 4c1-2 3-3 5-2" fill="none" {INK} stroke-width=".7" stroke-opacity=".7"/></g>'
        for x, y in mounds
    )


def _pasture() -> str:
    tufts = ((-18, -5), (17, -7), (0, -24), (-12, 20), (10, 22), (20, 8), (-21, 9))
    grass = "".join(f'<path d="M{x - 3} {y}l1.500-4 1 4 1.500-5 1 5 1.500-4"/>' for x, y in tufts)
    sheep = "".join(
        f'<g transform="translate({x} {y}) scale({d}.36 .36)">{WOOL}</g>'
        for x, y, d in ((-9, -15, ""), (11, -14, "-"), (0, 19, ""))
    )
    return f'<g fill="none" stroke="#3d6b2c" stroke-width="1" stroke-linecap="round">{grass}</g>{sheep}'


def _fields() -> str:
    rows = "".join(
        f'<path d="M{-24 + abs(y) * 0.35:.1f} {y}q12-4 24 0t{24 - abs(y) * 0.7:.1f} 0"/>'
        for y in (-17, -10, 10, 17, 23)
    )
    ears = "".join(
        f'<g transform="translate({x} {y}) scale(.34)">{GRAIN}</g>'
        for x, y in ((-12, -16), (10, -17), (-14, 13), (13, 14), (0, 21))
    )
    return f'<g fill="none" stroke="#9b7412" stroke-width="1" stroke-opacity=".7">{rows}</g>{ears}'


def _mountains() -> str:
    peaks = ((-11, -12, 1.0), (9, -14, 1.15), (-15, 14, 0.8), (16, 13, 0.85), (0, 21, 0.95))
    return "".join(
        f'<g transform="translate({x} {y}) scale({k})"><path d="M-11 7-2-8 2-4 5-7 12 7z" fill="#8f9aa4" {INK} '
        'stroke-width="1"/><path d="M-2-8-5-2l3-1 2 2 2-3z" fill="#fff"/>'
        f'<path d="M3 0l3 6M6 0l3 6M0 2l2 4" fill="none" {INK} stroke-width=".7" stroke-opacity=".6"/></g>'
        for x, y, k in peaks
    )


def _desert() -> str:
    return (
        f'<g fill="none" {INK} stroke-width="1" stroke-opacity=".55"><path d="M-22-8c6-6 14-6 20-1 5-4 13-4 20 2M-24 8c8-6 16-5 '
        '22 0 6-5 16-5 24 0M-14 20c6-4 13-4 18 0 4-3 8-3 12-1M-8-20c4-3 10-3 14 0"/></g>'
        '<path d="M-12 0v-9m0 4h-4v-5m4 8h4v-6" fill="none" stroke="#5b7d43" stroke-width="3" stroke-linecap="round" '
        'stroke-linejoin="round"/><path d="M-24-12h48v24h-48z" fill="url(#stipple)"/>'
    )


def terrain(kind: int) -> str:
    art = (_forest, _hills, _pasture, _fields, _mountains, _desert)[kind]()
    return (
        f'<path d="{HEXAGON}" fill="var(--land)"/><path d="{HEXAGON}" fill="{TINTS[kind]}" fill-opacity=".62"/>{art}'
        f'<path d="{HEXAGON}" fill="none" stroke="var(--paper)" stroke-width="2.2"/>'
        f'<path d="{HEXAGON}" fill="none" {INK} stroke-width=".8" stroke-opacity=".7"/>'
    )


def number(value: int) -> str:
    """A token with its number and a pip for each of the 36 throws that bring it; 6 and 8 in red."""
    pips = 6 - abs(7 - value)
    colour = "var(--press, #b03a26)" if value in (6, 8) else "#23303b"
    dots = "".join(f'<circle cx="{(i - (pips - 1) / 2) * 6.2:.1f}" cy="14" r="2.3"/>' for i in range(pips))
    return (
        f'<circle r="25" fill="#fbf6e6" {INK} stroke-width="2"/><circle r="21.5" fill="none" stroke="#23303b" '
        'stroke-opacity=".3" stroke-width="1"/>'
        f'<g fill="{colour}"><text y="7" text-anchor="middle" font-size="{28 if value < 10 else 25}" font-weight="700" '
        f'class="numeral">{value}</text>{dots}</g>'
    )


def harbour(kind: int) -> str:
    """A round board on the water: the sign of its resource, or a question of any three."""
    general = kind == 5
    inner = (
        '<text y="9" text-anchor="middle" font-size="24" font-weight="700" class="numeral" fill="#23303b">3:1</text>'
        if general
        else f'<g transform="translate(0 -5) scale(.82)">{SIGNS[kind]}</g>'
        '<text y="22" text-anchor="middle" font-size="15" font-weight="700" class="numeral" fill="#23303b">2:1</text>'
    )
    tint = "#f4ead0" if general else SIGN_TINTS[kind]
    return f'<circle r="27" fill="#fbf6e6" {DARK} stroke-width="2"/><circle r="24" fill="{tint}" fill-opacity=".5"/>{inner}'


# -- pieces: silhouettes in the owner's colour -----------------------------------------------------------------------

ROAD = (
    f'<path d="M-27-5.500H27q3 0 3 5.500t-3 5.500H-27q-3 0-3-5.500t3-5.500z" fill="currentColor" {INK} stroke-width="2"/>'
    '<path d="M-22-1.500h14M-2-1.500h9M13-1.500h10M-18 2h11M0 2h15" stroke="#fff" stroke-opacity=".55" stroke-width="1.3" '
    'stroke-linecap="round"/>'
)
EDGE = (
    '<path d="M-24 0H24" stroke="var(--ink)" stroke-width="17" stroke-linecap="round" stroke-opacity=".75"/>'
    '<path d="M-24 0H24" stroke="var(--lamp, #f2a007)" stroke-width="12.500" stroke-linecap="round"/>'
    '<path d="M-20 0H20" stroke="#fff" stroke-width="2" stroke-dasharray="5 6" stroke-linecap="round" stroke-opacity=".9"/>'
)
SPOT = (
    '<circle r="21" fill="var(--lamp, #f2a007)" stroke="var(--ink)" stroke-width="2.500"/>'
    '<circle r="11" fill="none" stroke="#fff" stroke-width="2" stroke-dasharray="4 4" stroke-opacity=".9"/>'
    '<circle r="4" fill="#fff"/>'
)
SETTLEMENT = (
    f'<path d="M-17 20V-3L0-21 17-3V20z" fill="currentColor" {INK} stroke-width="2.5"/>'
    f'<path d="M-21 1 0-21 21 1" fill="none" {INK} stroke-width="3"/>'
)
CITY = (
    f'<path d="M-27 22V-2l12-11L-4-2V2H6v-22l9-9 9 9v42z" fill="currentColor" {INK} stroke-width="2.5"/>'
    f'<path d="M-30 1-15-13-1 1M3-17 15-29l12 12" fill="none" {INK} stroke-width="3"/>'
)


def _marked(piece: str, seat: int, x: float, y: float, size: float) -> str:
    """A piece with the sign of its seat."""
    sign = f'<path d="{SHAPES[seat]}" fill="#fff" stroke="#23303b" stroke-width="1"/>'
    return f'{piece}<g transform="translate({x} {y}) scale({size})">{sign}</g>'


ROBBER = (
    f'<path d="M-15 26c-3-14 0-24 8-29a12 12 0 1 1 14 0c8 5 11 15 8 29z" fill="#3b4148" {INK} stroke-width="2.2"/>'
    '<path d="M-10-15c6-4 14-4 20 0v6c-6 3-14 3-20 0z" fill="#f6f0e1"/>'
    '<circle cx="-4.5" cy="-11.5" r="2.2" fill="#23303b"/><circle cx="4.5" cy="-11.5" r="2.2" fill="#23303b"/>'
    '<path d="M-8 6c5 3 11 3 16 0" fill="none" stroke="#f6f0e1" stroke-opacity=".5" stroke-width="1.6" '
    'stroke-linecap="round"/>'
)


# -- cards -----------------------------------------------------------------------------------------------------------


def _card(inner: str, tint: str, border: str = "#23303b") -> str:
    return (
        f'<rect x="-22" y="-30" width="44" height="60" rx="5" fill="#fdfaf1" stroke="{border}" stroke-width="1.8"/>'
        f'<rect x="-18.5" y="-26.5" width="37" height="53" rx="3" fill="{tint}" fill-opacity=".55"/>{inner}'
    )


KNIGHT = (
    f'<path d="M-13 19V-2a13 15 0 0 1 26 0v21l-8-4h-10z" fill="#a9b3bc" {DARK} stroke-width="1.8"/>'
    '<path d="M-9-1h18v5h-7v13h-4V4h-7z" fill="#23303b"/><path d="M0-17c1-6 6-8 9-6-2 1-5 3-6 8z" fill="#c8452f" '
    'stroke="#23303b" stroke-width="1"/>'
)
ROADS = (
    f'<g transform="translate(-2 -8) rotate(-35) scale(.55)" color="#94680a">{ROAD}</g>'
    f'<g transform="translate(3 9) rotate(-35) scale(.55)" color="#94680a">{ROAD}</g>'
)
INVENTION = (
    f'<path d="M-9 6c-9-8-6-24 9-24s18 16 9 24c-2 2-3 4-3 6h-12c0-2-1-4-3-6z" fill="#ffe38a" {DARK} stroke-width="1.8"/>'
    f'<path d="M-6 16h12M-4 20h8M-4 3v-9l4 4 4-4v9" fill="none" {DARK} stroke-width="1.8"/>'
)
MONOPOLY = (
    f'<path d="M-14 10 -17-9l9 6 8-13 8 13 9-6-3 19z" fill="#eec04a" {DARK} stroke-width="1.8"/>'
    f'<path d="M-14 14h28v5h-28z" fill="#eec04a" {DARK} stroke-width="1.8"/>'
)
VICTORY = (
    f'<path d="m0-21 6 13 14 2-10 10 2 14L0 11l-12 7 2-14-10-10 14-2z" fill="#eec04a" {DARK} stroke-width="1.8"/>'
    '<text y="6" text-anchor="middle" font-size="15" font-weight="700" class="numeral" fill="#23303b">1</text>'
)
CARD_SIGNS = (KNIGHT, ROADS, INVENTION, MONOPOLY, VICTORY)
BACK = (
    '<path d="M0-20v40M-7-14H7M-12 6c0 9 6 13 12 14 6-1 12-5 12-14l-5 5M-12 6l5 5" fill="none" stroke="#fdfaf1" '
    'stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/><circle cy="-21" r="3.5" fill="none" stroke="#fdfaf1" '
    'stroke-width="2.5"/>'
)
LONGEST = (
    f'<g color="#94680a"><g transform="translate(-12 8) rotate(-50) scale(.42)">{ROAD}</g><g transform="translate(0 -3) '
    f'rotate(20) scale(.42)">{ROAD}</g><g transform="translate(12 -14) rotate(-50) scale(.42)">{ROAD}</g></g>'
    '<text y="25" text-anchor="middle" font-size="14" font-weight="700" class="numeral" fill="#23303b">+2</text>'
)
LARGEST = (
    f'<g transform="translate(-8 -8) scale(.6)">{KNIGHT}</g><g transform="translate(8 -6) scale(.6)">{KNIGHT}</g>'
    '<text y="25" text-anchor="middle" font-size="14" font-weight="700" class="numeral" fill="#23303b">+2</text>'
)

TERRAIN_SYMBOLS = tuple(f"terrain-{name}" for name in ("forest", "hills", "pasture", "fields", "mountains", "desert"))

SYMBOLS: dict[str, str] = {
    **{name: terrain(kind) for kind, name in enumerate(TERRAIN_SYMBOLS)},
    **{f"number-{value}": number(value) for value in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)},
    **{f"harbour-{code}": harbour(kind) for kind, code in enumerate(board.HARBOUR_CODES)},
    **{f"resource-{code}": _card(SIGNS[k], SIGN_TINTS[k]) for k, code in enumerate(board.CODES)},
    **{
        f"action-{code}": _card(CARD_SIGNS[k], "#d9c7e8" if code != "v" else "#f7e2a0")
        for k, code in enumerate(board.CARD_CODES)
    },
    "sea": f'<path d="{HEXAGON}" fill="var(--sea)" {INK} stroke-width=".8" stroke-opacity=".4"/>',
    "back": _card(BACK, "#2a6496", "#23303b").replace('fill-opacity=".55"', 'fill-opacity=".9"'),
    "deck": _card(BACK, "#6b4a86", "#23303b").replace('fill-opacity=".55"', 'fill-opacity=".9"'),
    "road": ROAD,
    "edge": EDGE,
    "spot": SPOT,
    **{f"road-{i}": _marked(ROAD, i, 0, 0, 0.95) for i in range(4)},
    **{f"settlement-{i}": _marked(SETTLEMENT, i, 0, 6, 1.5) for i in range(4)},
    **{f"city-{i}": _marked(CITY, i, 0, 11, 1.4) for i in range(4)},
    "robber": ROBBER,
    "knight": KNIGHT,
    "longest": _card(LONGEST, "#f7e2a0"),
    "largest": _card(LARGEST, "#f7e2a0"),
}
