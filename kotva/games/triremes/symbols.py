"""Triremes' drawings: ships seen from above with bow, ram and oars, soldiers, land, fortresses and ghosts of poses.

A ship is drawn bow up and shown at twice the size of a square, so its bow square is the upper half of the box.
"""

from __future__ import annotations

SQUARE, MARGIN = 64, 40  # the side of a square, and the paper round the board

# The four seats' shapes, small, round the origin: circle, diamond, square, triangle.
_MARKS = (
    '<circle r="4.2"/>',
    '<path d="M0-5.4 5 0 0 5.4-5 0z"/>',
    '<path d="M-4-4h8v8h-8z"/>',
    '<path d="M0-5 5 4H-5z"/>',
)

# Hull: a long narrow body that ends in the ram's beak; the stern curls up.
_HULL = "M0-31.5 1.6-27C5-24.5 7-20 7.2-14V17c0 5-1.6 8.6-4.2 10.6L0 30.5l-3-2.9C-5.6 25.6-7.2 22-7.2 17V-14C-7-20-5-24.5-1.6-27z"
_OARS = "".join(f"M7 {y}l6.4 2.6M-7 {y}l-6.4 2.6" for y in range(-12, 17, 4))
_BEAK = "M0-31.8 1.7-26.6h-3.4z"
_STERN = "M-4.6 24.6C-3 22.6 3 22.6 4.6 24.6"


def _ship(seat: int) -> str:
    return (
        '<path d="M9-12c1 9 1 20-1 30l-4 9H-4l-4-9c-2-10-2-21-1-30z" transform="translate(1.6 2)" fill="var(--ink)" '
        'opacity=".18"/>'
        f'<path d="{_OARS}" fill="none" stroke="var(--ink)" stroke-width=".9" stroke-linecap="round"/>'
        f'<path d="{_HULL}" fill="currentColor" stroke="var(--ink)" stroke-width="1"/>'
        '<path d="M0-21c2.6 2 3.8 5 3.9 9v27c0 4-1 6.6-3.9 8.6C-2.9 21.6-3.9 19-3.9 15V-12c.1-4 1.3-7 3.9-9z" '
        'fill="var(--paper)" stroke="var(--ink)" stroke-width=".5"/>'
        '<path d="M-3.9-6h7.8M-3.9 0h7.8M-3.9 12h7.8M-3.9 6h7.8" stroke="var(--ink)" stroke-opacity=".3" stroke-width=".6"/>'
        f'<path d="{_BEAK}" fill="var(--ink)"/>'
        f'<path d="{_STERN}" fill="none" stroke="var(--ink)" stroke-width="1.1"/>'
        '<path d="M-5.4-18.5q5.4-4 10.8 0" fill="none" stroke="var(--ink)" stroke-width=".8"/>'
        f'<g transform="translate(0 3) scale(.72)" fill="currentColor" stroke="var(--ink)" stroke-width=".9">{_MARKS[seat]}</g>'
    )


def _soldier(seat: int) -> str:
    """A man with a crested helmet and a spear behind a shield that bears its seat's shape."""
    shield = (
        '<rect x="-13" y="-8" width="22" height="30" rx="5"/>'
        if seat == 0
        else '<ellipse cx="-2" cy="7" rx="14" ry="15"/>'
    )
    return (
        '<ellipse cy="28" rx="17" ry="4" fill="var(--ink)" opacity=".22"/>'
        '<path d="M17 28V-27M17-31l4.5 8h-9z" fill="var(--ink)" stroke="var(--ink)" stroke-width="2.6" stroke-linecap="round"/>'
        '<path d="M-11 28c-3-20 0-29 10-30 12 1 15 10 13 30z" fill="var(--paper)" stroke="var(--ink)" stroke-width="1.8"/>'
        '<circle cx="0" cy="-12" r="9" fill="var(--paper)" stroke="var(--ink)" stroke-width="1.8"/>'
        '<path d="M-10-10c-1-9 4-14 10-14s11 5 10 14l-4-2c-4-2-8-2-12 0z" fill="var(--ink)"/>'
        '<path d="M-9-20c-1-8 4-12 11-12 8 0 12 5 12 13-5-4-15-5-23-1z" fill="currentColor" stroke="var(--ink)" '
        'stroke-width="1.4"/>'
        f'<g fill="currentColor" stroke="var(--ink)" stroke-width="2">{shield}</g>'
        f'<g transform="translate(-2 7) scale(1.5)" fill="var(--paper)">{_MARKS[seat]}</g>'
    )


def _ghost(handle: float, badge: str) -> str:
    """A place where a ship could go: its outline, an arrow that leads to the bow, and a handle to choose it by."""
    shaft = f"M0 {handle - 8}V-19" if handle > -16 else ""  # it begins at the handle: a ship lies from there to its bow
    return (
        f'<path d="{_HULL}" fill="currentColor" fill-opacity=".2" stroke="currentColor" stroke-width="1.2" '
        'stroke-dasharray="2.4 1.8" pointer-events="none"/>'
        f'<path d="M0-28 4.8-19h-9.6z{shaft}" fill="currentColor" stroke="currentColor" pointer-events="none"/>'
        f'<g transform="translate(0 {handle})"><circle r="8.2" fill="var(--paper)" stroke="currentColor" stroke-width="1.4"/>'
        f"{badge}</g>"
    )


_AHEAD = '<path d="M0-5.2 4.4 1.6h-3v3.4h-2.8v-3.4h-3z" fill="currentColor"/>'
_ASTERN = '<circle r="3" fill="currentColor"/>'  # no arrow: where a ship has its stern it does not point to
_RAM = (
    '<path d="M0-7 1.7-2.6 6-4.4 3.4-.6 7 2 2.6 2.2 2.6 6.6 0 3.2-2.6 6.6-2.6 2.2-7 2-3.4-.6-6-4.4-1.7-2.6z" '
    'fill="var(--accent)" stroke="var(--ink)" stroke-width=".5"/>'
)
_GRAPPLE = (
    '<path d="M-4.4 4.4 4.4-4.4M4.4 4.4-4.4-4.4" stroke="var(--accent)" stroke-width="1.8" stroke-linecap="round"/>'
    '<path d="M-5.6 1.8a4 4 0 0 0 3.8 3.8M5.6 1.8A4 4 0 0 1 1.8 5.6" fill="none" stroke="var(--ink)" stroke-width="1.2"/>'
)

_LAND = (
    '<path d="M-32-32h64v64h-64z" fill="var(--land)"/>'
    '<path d="M-20 14c5-8 12-8 17 0M2-8c5-8 12-8 17 0" fill="none" stroke="var(--ink)" stroke-opacity=".22" '
    'stroke-width="1.5" stroke-linecap="round"/>'
    '<path d="M-22-16v5m4-7v7M12 18v5m4-7v7" stroke="var(--ink)" stroke-opacity=".22" stroke-width="1.4" '
    'stroke-linecap="round"/>'
)
_FORT = (
    '<path d="M-32-32h64v64h-64z" fill="var(--land)"/>'
    '<path d="M-27 27v-44h10v7h7v-7h20v7h7v-7h10v44z" fill="var(--paper)" stroke="var(--ink)" stroke-width="1.6"/>'
    '<path d="M-27-4h54M-27 11h54M-9-4v15M9-4v15M-18 11v16M18 11v16M-18-4v-6M18-4v-6" fill="none" stroke="var(--ink)" '
    'stroke-opacity=".35" stroke-width="1.2"/>'
    '<path d="M-6 27V18a6 6 0 0 1 12 0v9z" fill="var(--ink)" fill-opacity=".55"/>'
    '<path d="M0-17v-13" stroke="var(--ink)" stroke-width="1.6"/><path d="M0-30 14-26 0-21.500z" fill="currentColor"/>'
)
_WRECK = (
    '<circle r="20" fill="none" stroke="var(--ink)" stroke-opacity=".4" stroke-width="1.5"/>'
    '<circle r="12" fill="none" stroke="var(--ink)" stroke-opacity=".4" stroke-width="1.5"/>'
    '<path d="M-10 6 4-10M-2 10 12-2" stroke="var(--ink)" stroke-width="3" stroke-linecap="round"/>'
)
_SWORDS = (
    '<path d="M-20 20 16-16M20 20-16-16" stroke="var(--paper)" stroke-width="9" stroke-linecap="round"/>'
    '<path d="M-20 20 18-18M20 20-18-18" stroke="var(--accent)" stroke-width="4.5" stroke-linecap="round"/>'
    '<path d="M-22 10l12 12M22 10 10 22" stroke="var(--ink)" stroke-width="4" stroke-linecap="round"/>'
)
_COIN = (
    '<circle r="22" fill="var(--land)" stroke="var(--ink)" stroke-width="2"/>'
    '<circle r="16" fill="none" stroke="var(--ink)" stroke-width="1.2"/>'
    '<path d="M-9 4q9 8 18 0l-3 6h-12zM0 4v-14l8 8H0" fill="var(--ink)" fill-opacity=".7"/>'
)
_ANCHOR = (
    '<g fill="none" stroke="var(--ink)" stroke-width="3" stroke-linecap="round"><circle cy="-17" r="5"/>'
    '<path d="M0-12v32M-9-5H9M-18 8c2 10 10 13 18 13s16-3 18-13"/></g>'
)

SYMBOLS: dict[str, str] = {
    "land": _LAND,
    "fort": _FORT,
    "wreck": _WRECK,
    "swords": _SWORDS,
    "coin": _COIN,
    "anchor": _ANCHOR,
    **{f"ship-{seat}": _ship(seat) for seat in range(4)},
    **{f"soldier-{seat}": _soldier(seat) for seat in range(4)},
}
for _name, _badge in (("sail", _AHEAD), ("ram", _RAM), ("board", _GRAPPLE)):
    SYMBOLS[f"{_name}-bow"] = _ghost(-16, _badge)
    SYMBOLS[f"{_name}-stern"] = _ghost(16, _ASTERN if _name == "sail" else _badge)
    SYMBOLS[f"{_name}-middle"] = _ghost(0, _badge)
