"""Bosman's beach, boat and tokens as tables, and the layout of its actions."""

from typing import Final

from kotva.engine.arrays import ints
from kotva.engine.layout import Layout

# Gangs R, F, C, T (BOS-1.2) are 0 to 3; EMPTY is the kind of an empty field.
GANGS: Final = "RFCT"
EMPTY: Final = 4

# Tokens in token order (BOS-2.7): gang * 10 + code, codes 10 11 12 20 21 22 30 31 32 M.
TOKENS: Final = (
    40  # pirates and cabin boys have one back (BOS-2.6); a poison is no token of a hand or the stack (BOS-2.5)
)
BOY: Final = 9  # the code of a cabin boy
UNKNOWN: Final = 40  # in a view: a token that the viewer may not know
NONE: Final = -1
CODES: Final = ["10", "11", "12", "20", "21", "22", "30", "31", "32", "M"]
TOKEN_NAMES: Final = [gang + code for gang in GANGS for code in CODES]
COPIES: Final = ints([1 if code == "M" else 2 for _ in GANGS for code in CODES])  # BOS-2.2, BOS-2.4

# Fields y * 5 + x; columns a to e, rows 1 to 5 (BOS-3.1).
FIELDS: Final = 25
FIELD_NAMES: Final = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]
CENTRE: Final = 12  # c3
_KIND_BY_SUM: Final = [3, EMPTY, 1, 0, 2]  # (x + 2y) mod 5: T, empty, F, R, C
KIND: Final = ints([_KIND_BY_SUM[(x + 2 * y) % 5] for y in range(5) for x in range(5)])

# Sides N, E, S, W are 0 to 3. BOS-3.3: the beach wraps round, so every field has four neighbours.
_STEPS: Final = [(0, 1), (1, 0), (0, -1), (-1, 0)]
NEXT: Final = ints([(y + dy) % 5 * 5 + (x + dx) % 5 for dx, dy in _STEPS for y in range(5) for x in range(5)])

# By gang and field: the outpost of that gang beside the field, or NONE; there is at most one (section 3.1, consequence b).
_BESIDE: Final = [[(y + dy) % 5 * 5 + (x + dx) % 5 for dx, dy in _STEPS] for y in range(5) for x in range(5)]
OUTPOST: Final = ints([next((f for f in near if KIND[f] == gang), NONE) for gang in range(4) for near in _BESIDE])

# The boat: nine seats by code (BOS-3.6), eight lines of three (BOS-3.9).
SEATS: Final = 9
SEAT_NAMES: Final = CODES[:9]
LINES: Final = ints([0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 3, 6, 1, 4, 7, 2, 5, 8, 0, 4, 8, 2, 4, 6])

# Actions: each family starts where the one before it ends.
KEEP: Final = 0
BOARD: Final = 1  # + field * 9 + seat
POISON: Final = BOARD + FIELDS * SEATS  # + seat
PLAY: Final = POISON + SEATS  # + token * 25 + field
DRAW: Final = PLAY + TOKENS * FIELDS  # + token; an outcome of chance
SWAP: Final = DRAW + TOKENS  # + the chosen tokens as digits in base 41, least first
SWAP_BASE: Final = TOKENS + 1
MOST_SWAPPED: Final = 5
READABLE: Final = 10  # more than a hand has can be read too, for BOS-6.1 to refuse them
LAYOUT: Final = Layout([KEEP, BOARD, POISON, PLAY, DRAW, SWAP], SWAP + SWAP_BASE**READABLE)

# The set-up (BOS-4.2): the four 10s on the corners a5, e5, e1, a1 of their gangs.
CORNERS: Final = ints([20, 24, 4, 0])
HAND: Final = 5
# By mask of places: what the next token of a `swap` counts after so many.
DIGIT: Final = ints([SWAP_BASE ** mask.bit_count() for mask in range(32)])
