"""The drawings of Piraci HEXXI: tokens, backs, bases, fields of the sea. Each in a box from -32 to 32."""

from __future__ import annotations

from kotva.games.hexxi import board

_HEXAGON = "M0-32 27.7-16V16L0 32-27.7 16V-16z"  # a point up; the chart's lines around it are drawn by the ground

# Silhouettes of the four kinds; each fills about 44 units and is told apart at 24 px.
CRUISE = (
    '<path d="M-20 9c5-6 9-6 13 0s9 6 13 0 9-6 14 0" fill="none" stroke="var(--ink)" stroke-width="3.4" '
    'stroke-linecap="round"/><path d="M-16 19c4-5 8-5 11 0s7 5 10 0 7-5 11 0" fill="none" stroke="var(--ink)" '
    'stroke-opacity=".5" stroke-width="2.6" stroke-linecap="round"/>'
    '<path d="M0-22 8-4 0-8-8-4z" fill="var(--ink)"/>'
)
SHIP = (
    '<path d="M-23 8H23L17 19H-16z" fill="var(--ink)"/>'
    '<path d="M-15-3h9v9h-9zM-4-3H5v9h-9zM-10-14h9v9h-9z" fill="currentColor" stroke="var(--ink)" stroke-width="1.6"/>'
    '<path d="M9-16h10V6H9z" fill="var(--ink)"/><path d="M12-12h4v4h-4z" fill="var(--paper)"/>'
)
PIRATES = (
    '<path d="M-22 9C-10 15 10 15 22 9L16 20H-16z" fill="var(--ink)"/>'
    '<circle cx="0" cy="-6" r="10.5" fill="var(--ink)"/><path d="M-6 2h12v7H-6z" fill="var(--ink)"/>'
    '<circle cx="-4" cy="-6" r="3" fill="var(--paper)"/><circle cx="4.2" cy="-6" r="3" fill="var(--paper)"/>'
    '<path d="M-11-9c4-9 18-9 22 0l7-3-3 6c-10-4-20-4-26 0z" fill="currentColor" stroke="var(--ink)" stroke-width="1.4"/>'
    '<path d="M-3 4v4M0 4v4M3 4v4" stroke="var(--paper)" stroke-width="1.5"/>'
)
WARSHIP = (
    '<path d="M-25 6H25L15 18H-19z" fill="var(--ink)"/><path d="M-9-5H8V6H-9zM-4-14H5v9h-9z" fill="var(--ink)"/>'
    '<path d="M8-1h14M-9-1h-12" stroke="var(--ink)" stroke-width="3.6" stroke-linecap="round"/>'
    '<path d="M0-14v-9" stroke="var(--ink)" stroke-width="2.4"/><path d="M1-23h10l-3 3 3 3H1z" fill="currentColor" '
    'stroke="var(--ink)" stroke-width="1.2"/><path d="M-6 0h3M-1 0h3M4 0h2" stroke="var(--paper)" stroke-width="2.4"/>'
)
DRAWINGS = (CRUISE, SHIP, PIRATES, WARSHIP)

_RIM = '<path d="M0-26 22.5-13V13L0 26-22.5 13V-13z" '
_SHADOW = f'{_RIM}transform="translate(1.5 2.5)" fill="var(--ink)" opacity=".22"/>'
_FACE = f'{_SHADOW}{_RIM}fill="var(--paper)" stroke="currentColor" stroke-width="4.5" stroke-linejoin="round"/>'
_BACK = (
    f'{_SHADOW}{_RIM}fill="currentColor" stroke="var(--paper)" stroke-width="2" stroke-linejoin="round"/>'
    '<path d="M0-20 17.3-10V10L0 20-17.3 10V-10z" fill="none" stroke="var(--paper)" stroke-width="1.2" opacity=".8"/>'
)
# An anchor on every back: whose it is can be seen, what it is cannot (HEX-1.5).
_ANCHOR = (
    '<g fill="none" stroke="var(--paper)" stroke-width="2.4" stroke-linecap="round"><circle cy="-9.5" r="2.6"/>'
    '<path d="M0-7V10M-5.5-3h11M-9 3c0 6 4 8 9 8s9-2 9-8"/></g>'
)


# The shapes of the seats, so that nobody needs the colours: circle, diamond, square, triangle.
_SHAPES = (
    '<circle r="5.6"',
    '<path d="M0-7.4 7.4 0 0 7.4-7.4 0z"',
    '<path d="M-5.4-5.4H5.4V5.4H-5.4z"',
    '<path d="M0-7 7 5.4H-7z"',
)


def _mark(seat: int, fill: str, edge: str) -> str:
    return f'<g transform="translate(15.5 17)">{_SHAPES[seat]} fill="{fill}" stroke="{edge}" stroke-width="1.8"/></g>'


def face(kind: int, seat: int) -> str:
    """A token face up."""
    mark = _mark(seat, "currentColor", "var(--paper)")
    return f'{_FACE}<g transform="translate(0 -1) scale(.7)">{DRAWINGS[kind]}</g>{mark}'


def own_back(kind: int, seat: int) -> str:
    """An own token face down: the back, with what its owner knows in a small window."""
    return (
        f'{_BACK}<circle r="14" fill="var(--paper)" fill-opacity=".92" stroke="var(--ink)" stroke-width="1" '
        f'stroke-dasharray="2.5 2"/><g transform="scale(.44)">{DRAWINGS[kind]}</g>'
        + _mark(seat, "var(--paper)", "currentColor")
    )


def back(seat: int) -> str:
    """A token of which only the owner is known."""
    return _BACK + _ANCHOR + _mark(seat, "var(--paper)", "currentColor")


def base(seat: int) -> str:
    return _BASE + _mark(seat, "currentColor", "var(--paper)")


_BASE = (
    '<path d="M0-29 25-14.5V14.5L0 29-25 14.5V-14.5z" fill="var(--land)" stroke="var(--ink)" stroke-width="1.6"/>'
    '<path d="M0-24 20.8-12V12L0 24-20.8 12V-12z" fill="currentColor" stroke="var(--paper)" stroke-width="1.4"/>'
    '<path d="M-12 13V0h5v4h5V0h4v4h5V0h5v13z" fill="var(--paper)"/><path d="M-2 13V8h4v5z" fill="currentColor"/>'
    '<path d="M0 0v-16M0-16l9 3-9 4" fill="none" stroke="var(--paper)" stroke-width="2.2" stroke-linejoin="round"/>'
)
EMPTY_BASE = (
    '<path d="M0-29 25-14.5V14.5L0 29-25 14.5V-14.5z" fill="var(--land)" stroke="var(--ink)" stroke-width="1.6" '
    'stroke-dasharray="4 3"/><path d="m-11-11 22 22m0-22-22 22" stroke="currentColor" stroke-width="4.5" '
    'stroke-linecap="round"/>'
)
FIELD = f'<path d="{_HEXAGON}" fill="var(--sea)" stroke="var(--ink)" stroke-opacity=".45" stroke-width="1"/>'
CENTRE = (
    f'{FIELD}<g fill="none" stroke="var(--ink)" stroke-opacity=".35"><circle r="13"/>'
    '<path d="M0-20 4-4 0 0-4-4zM0 20-4 4 0 0 4 4zM20 0 4 4 0 0 4-4zM-20 0-4-4 0 0-4 4z"/></g>'
)
# A far edge is a good place for its owner's ships (HEX-14.2): three masts under full sail, and nothing that looks like a fence.
_SAIL = '<path d="M0 7V-9C7-7 8-1 1 4zM-4 9H4" fill="currentColor" stroke="currentColor" stroke-linejoin="round"/>'
FAR = (
    '<path d="M0-28 24-14V14L0 28-24 14V-14z" fill="var(--paper)" fill-opacity=".55" stroke="currentColor" stroke-width="2.2" '
    'stroke-linejoin="round"/><g fill-opacity=".75" stroke-opacity=".75">'
    + "".join(f'<g transform="translate({x} 1)">{_SAIL}</g>' for x in (-13, -1, 11))
    + "</g>"
)
# A rope between two linked fields; drawn along x, turned and laid on the middle of their common edge.
LINK = (
    '<path d="M-15 0H15" stroke="var(--paper)" stroke-width="7" stroke-linecap="round"/>'
    '<path d="M-15 0H15" stroke="var(--accent)" stroke-width="3.4" stroke-linecap="round" stroke-dasharray="1 6"/>'
)
STAR = '<path d="m0-14 4 9 10 1-8 6 3 10-9-6-9 6 3-10-8-6 10-1z" fill="var(--accent)" stroke="var(--paper)" stroke-width="2"/>'
SPYGLASS = (
    '<g transform="rotate(-35)"><path d="M-27-5h18V5h-18z" fill="var(--ink)"/><path d="M-9-7.5H9v15H-9z" fill="var(--accent)" '
    'stroke="var(--ink)" stroke-width="1.6"/><path d="M9-10h18v20H9z" fill="var(--ink)"/>'
    '<path d="M22-10h3v20h-3z" fill="var(--paper)"/></g>'
)
INITIATIVE = (
    '<rect x="-28" y="-22" width="56" height="44" rx="7" fill="var(--paper)" stroke="var(--ink)" stroke-width="1.8" '
    'stroke-dasharray="6 3"/><path d="M-16 8h20v-8l13 12-13 12v-8h-20zM-6-15h18v7h8L5 3-8-8h2z" transform="translate(-2 -3) '
    'scale(.8)" fill="var(--ink)"/>'
)


def marker(seat: int) -> str:
    """An order marker: its place is written on it."""
    return (
        '<circle r="24" fill="currentColor" stroke="var(--ink)" stroke-width="1.6"/>'
        '<circle r="16" fill="var(--paper)" stroke="var(--ink)" stroke-opacity=".4"/>'
        + _mark(seat, "currentColor", "var(--paper)")
    )


# A net with something in it: what was captured.
PRIZES = (
    '<path d="M-24-14H24C24 8 14 24 0 26-14 24-24 8-24-14z" fill="var(--land)" stroke="var(--ink)" stroke-width="3"/>'
    '<path d="M-23-6C-8 4 10 12 17 15M23-6C8 4-10 12-17 15M-12-14C-10 2-4 18 0 26M12-14C10 2 4 18 0 26" fill="none" '
    'stroke="var(--ink)" stroke-width="2"/><path d="M-28-14H28" stroke="var(--ink)" stroke-width="5" stroke-linecap="round"/>'
)

SYMBOLS = {
    "prizes": PRIZES,
    "field": FIELD,
    "centre": CENTRE,
    "far": FAR,
    "link": LINK,
    "empty-base": EMPTY_BASE,
    "trap": STAR,
    "spyglass": SPYGLASS,
    "initiative": INITIATIVE,
    **{f"marker-{seat}": marker(seat) for seat in range(4)},
    **{f"base-{seat}": base(seat) for seat in range(4)},
    **{f"back-{seat}": back(seat) for seat in range(4)},
    **{f"token-{board.LETTERS[kind]}-{seat}": face(kind, seat) for kind in range(4) for seat in range(4)},
    **{f"down-{board.LETTERS[kind]}-{seat}": own_back(kind, seat) for kind in range(4) for seat in range(4)},
}
