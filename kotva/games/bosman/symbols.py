"""Bosman's drawings: gang symbols, tokens, beach, boat, boatswain. Each in a box from -32 to 32."""

from __future__ import annotations

from kotva.games.bosman import board

# The four gangs, each a silhouette that is told apart at 24 px without colour.
RUG = (
    '<path d="M-22-14h44v28h-44z"/><path d="M-26-14v28M-29-10v20M26-14v28M29-10v20" fill="none" stroke="currentColor" '
    'stroke-width="2.5"/><path d="M-14-8h28v16h-28z" fill="var(--paper)"/><path d="M0-6 9 0 0 6-9 0z"/>'
)
FISH = (
    '<path d="M-28 0c4-10 14-12 20-9v18c-6 3-16 1-20-9z"/><path d="M-8 0h30M-1-9v18M7-8v16M15-6v12M22-11l8-2-4 13 4 13-8-2z" '
    'fill="none" stroke="currentColor" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/>'
    '<path d="m-21-5 6 6m0-6-6 6" stroke="var(--paper)" stroke-width="2.4" stroke-linecap="round"/>'
)
CHEST = (
    '<path d="M-24-3v-4c0-10 8-15 24-15s24 5 24 15v4z"/><path d="M-24 1h48v20h-48z"/>'
    '<path d="M-6-6h12V8H-6z" fill="var(--paper)"/><path d="M0-3a3 3 0 0 1 1.6 5.5V6h-3.2V2.5A3 3 0 0 1 0-3z"/>'
)
TIN = (
    '<path d="M-17-8v24c0 4 8 7 17 7s17-3 17-7V-8z"/><ellipse cy="-9" rx="17" ry="6.5" fill="var(--paper)" '
    'stroke="currentColor" stroke-width="2.5"/><path d="M-15-13C-12-26 8-30 20-22L12-11C4-15-6-16-15-13z"/>'
    '<path d="M-17 2c6 5 28 5 34 0M-17 12c6 5 28 5 34 0" fill="none" stroke="var(--paper)" stroke-width="2.2"/>'
)
GANG_DRAWINGS = (RUG, FISH, CHEST, TIN)

# A sailor's cap with its ribbons instead of a digit.
CAP = (
    '<path d="M-17-5c2-6 9-8 17-8s15 2 17 8c-2 3-5 4-8 4H-9c-3 0-6-1-8-4z"/><path d="M-10 1h20v6h-20z"/>'
    '<path d="M9 7l6 8M6 7l4 9" fill="none" stroke="var(--ink)" stroke-width="2.5" stroke-linecap="round"/>'
)


def token(index: int) -> str:
    """A round token: its gang above, its digit below, dots beside the digit, one above the other and well within the ring."""
    gang, code = divmod(index, 10)
    body = (
        '<circle r="27" fill="var(--paper)" stroke="currentColor" stroke-width="5"/>'
        '<circle r="29.5" fill="none" stroke="var(--ink)" stroke-width="1.2"/>'
        f'<g transform="translate(0 -10.5) scale(.45)" fill="currentColor" color="inherit">{GANG_DRAWINGS[gang]}</g>'
    )
    if code == board.BOY:
        return body + f'<g transform="translate(0 11) scale(.85)" fill="var(--ink)">{CAP}</g>'
    digit, dots = code // 3 + 1, code % 3
    marks = "".join(f'<circle cx="10.5" cy="{12.5 if dots == 1 else 8 + 8.5 * i}" r="2.9"/>' for i in range(dots))
    at = 0 if not dots else -4
    return (
        body
        + f'<text x="{at}" y="20" text-anchor="middle" font-size="23" font-weight="700" class="numeral" '
        + f'fill="var(--ink)">{digit}</text><g fill="var(--ink)">{marks}</g>'
    )


def outpost(gang: int) -> str:
    """A field of sand with a gang's mark."""
    return (
        '<path d="M-31-31h62v62h-62z" fill="var(--land)" stroke="var(--ink)" stroke-width="1.2"/>'
        '<circle r="25" fill="var(--paper)" fill-opacity=".45"/>'
        f'<g opacity=".62" fill="currentColor" transform="scale(.72)">{GANG_DRAWINGS[gang]}</g>'
    )


SAND = (
    '<path d="M-31-31h62v62h-62z" fill="var(--land)" stroke="var(--ink)" stroke-width="1.2"/>'
    '<path d="M-20-12c6-5 10-5 16 0s10 5 16 0M-10 4c6-5 10-5 16 0s10 5 16 0M-22 18c6-5 10-5 16 0s10 5 16 0" fill="none" '
    'stroke="var(--ink)" stroke-opacity=".35" stroke-width="1.5" stroke-linecap="round"/>'
)
SEAT = (
    '<rect x="-29" y="-29" width="58" height="58" rx="12" fill="var(--paper)" stroke="var(--ink)" stroke-width="1.5"/>'
    '<rect x="-24" y="-24" width="48" height="48" rx="9" fill="none" stroke="var(--ink)" stroke-opacity=".3"/>'
)
BOATSWAIN = (
    '<ellipse cy="27" rx="19" ry="4.5" fill="var(--ink)" opacity=".25"/>'
    '<path d="M-17 26c0-18 4-25 17-25s17 7 17 25z" fill="var(--ink)"/><path d="M-4 3h8l-2 17h-4z" fill="var(--paper)"/>'
    '<circle cy="-8" r="10.5" fill="var(--paper)" stroke="var(--ink)" stroke-width="2"/>'
    '<path d="M-19-13c6-4 10-5 19-5s13 1 19 5c-4-12-9-17-19-17s-15 5-19 17z" fill="var(--ink)"/>'
    '<path d="M-6-4c2 4 10 4 12 0" fill="none" stroke="var(--ink)" stroke-width="2" stroke-linecap="round"/>'
    '<circle cx="-4" cy="-9" r="1.5" fill="var(--ink)"/><circle cx="4" cy="-9" r="1.5" fill="var(--ink)"/>'
    '<path d="M-3-24h6v4h-6z" fill="var(--accent)"/>'
)
POISON = (
    '<path d="M-7-28H7v8c9 4 15 12 15 22 0 14-9 22-22 22s-22-8-22-22c0-10 6-18 15-22z" fill="var(--paper)" '
    'stroke="currentColor" stroke-width="4"/><path d="M-9-29H9v6H-9z" fill="var(--ink)"/>'
    '<path d="M-9 0a9 9 0 1 1 18 0c0 4-2 6-4 7v5H-5V7c-2-1-4-3-4-7z" fill="var(--ink)"/>'
    '<circle cx="-3.5" cy="0" r="2.2" fill="var(--paper)"/><circle cx="3.5" cy="0" r="2.2" fill="var(--paper)"/>'
    '<path d="m-12 13 24 6m-24 0 24-6" stroke="var(--ink)" stroke-width="3" stroke-linecap="round"/>'
)
BACK = (
    '<circle r="27" fill="var(--deep)" stroke="var(--ink)" stroke-width="2"/><circle r="20" fill="none" stroke="var(--paper)" '
    'stroke-width="2"/><path d="M0-13v26M-9 4c0 6 4 9 9 9s9-3 9-9M-7-7H7" fill="none" stroke="var(--paper)" stroke-width="3" '
    'stroke-linecap="round"/><circle cy="-15" r="3" fill="none" stroke="var(--paper)" stroke-width="2.5"/>'
)
STACK = f'<g transform="translate(4 5)">{BACK}</g><g transform="translate(-3 -4)">{BACK}</g>'

DIGITS = (
    '<rect x="-26" y="-26" width="52" height="52" rx="10" fill="var(--paper)" stroke="var(--ink)" stroke-width="3"/>'
    '<path d="M14-14h-28L1 0l-15 14h28" fill="none" stroke="var(--ink)" stroke-width="5" stroke-linejoin="round"/>'
)

SYMBOLS: dict[str, str] = {
    "sand": SAND,
    "seat": SEAT,
    "boatswain": BOATSWAIN,
    "poison": POISON,
    "back": BACK,
    "stack": STACK,
    "digits": DIGITS,
    **{f"outpost-{i}": outpost(i) for i in range(4)},
    **{f"token-{name}": token(i) for i, name in enumerate(board.TOKEN_NAMES)},
}
