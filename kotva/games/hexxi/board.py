"""The sea of Piraci HEXXI, its tokens as tables, and the layout of its actions.

A set of fields is one mask. Field (row, column), both from 0, is bit row * 8 + column, so that the six directions are six
shifts and a column that never exists keeps the rows apart. Actions and names count the fields from 0 (a1) to 36 (g7).
"""

from typing import Final

from mypy_extensions import i64

from kotva.engine.arrays import BIT, ints, lowest
from kotva.engine.layout import Layout

# Kinds (HEX-1.1) and their values (HEX-1.3); UNKNOWN stands in views for a kind that the viewer may not know.
CRUISE: Final = 0
SHIP: Final = 1
PIRATES: Final = 2
WARSHIP: Final = 3
UNKNOWN: Final = 4
KINDS: Final = 5
LETTERS: Final = "CSPW?"
COPIES: Final = ints([6, 3, 2, 1])  # HEX-1.1; HEX-1.2: the set of 12
VALUE: Final = ints([1, 2, 3, 6])
TOKENS: Final = 12
NONE: Final = -1

# Fields (HEX-2.1): a row letter and a column digit, existing where |row - column| <= 3.
_PLACES: Final = [(row, column) for row in range(7) for column in range(7) if abs(row - column) <= 3]
FIELDS: Final = 37
FIELD_NAMES: Final = ["abcdefg"[row] + str(column + 1) for row, column in _PLACES]
_INDEX: Final = {place: field for field, place in enumerate(_PLACES)}
_BITS: Final = [row * 8 + column for row, column in _PLACES]
MASK: Final = ints([2**bit for bit in _BITS])
SEA: Final[i64] = sum(2**bit for bit in _BITS)
BELOW_TOP: Final[i64] = sum(2**bit for bit in _BITS if bit < 48)  # rows a to f

FIELD_AT: Final = ints([_BITS.index(bit) if bit in _BITS else NONE for bit in range(56)])  # by the number of its bit

# Directions E, NE, NW, W, SW, SE (HEX-2.2) are 0 to 5; NEXT is the field one step on, or NONE.
_STEPS: Final = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]
_NEXT: Final = [_INDEX.get((row + dr, column + dc), NONE) for row, column in _PLACES for dr, dc in _STEPS]
NEXT: Final = ints(_NEXT)
NEAR: Final = ints([sum(2 ** _BITS[t] for t in _NEXT[f * 6 : f * 6 + 6] if t >= 0) for f in range(FIELDS)])

# A step is an ordered pair of adjacent fields; those from one field follow one another, in turning order.
_STEP_LIST: Final = [(f, _NEXT[f * 6 + d], d) for f in range(FIELDS) for d in range(6) if _NEXT[f * 6 + d] >= 0]
STEPS: Final = 180
STEP_FROM: Final = ints([f for f, _, _ in _STEP_LIST])
STEP_TO: Final = ints([t for _, t, _ in _STEP_LIST])
STEP_FIRST: Final = ints([sum(1 for s in _STEP_LIST if s[0] < f) for f in range(FIELDS + 1)])
STEP_NAMES: Final = [(FIELD_NAMES[f], FIELD_NAMES[t]) for f, t, _ in _STEP_LIST]

# A jump is a step onto the jumped token and one more step, not back; those over one step follow one another.
# TURN says how far the second step turns off the first: 0 straight on (HEX-10.7), 1 a field beside (HEX-10.9), 2 back.
_JUMP_LIST: Final = [
    (k, _NEXT[j * 6 + e], min((e - d) % 6, (d - e) % 6))
    for k, (f, j, d) in enumerate(_STEP_LIST)
    for e in range(6)
    if _NEXT[j * 6 + e] not in (NONE, f)
]
JUMPS: Final = 750
JUMP_STEP: Final = ints([k for k, _, _ in _JUMP_LIST])
JUMP_TO: Final = ints([t for _, t, _ in _JUMP_LIST])
JUMP_TURN: Final = ints([turn for _, _, turn in _JUMP_LIST])
JUMP_FIRST: Final = ints([sum(1 for j in _JUMP_LIST if j[0] < k) for k in range(STEPS + 1)])
JUMP_NAMES: Final = [f"{STEP_NAMES[k][0]}x{STEP_NAMES[k][1]}-{FIELD_NAMES[t]}" for k, t, _ in _JUMP_LIST]

# Bases (HEX-2.6) stand on corners (HEX-2.5) by the number of players and seat (HEX-2.7): BASE[players * 4 + seat].
_BASES: Final = {2: ["a1", "g7"], 3: ["a1", "g4", "d7"], 4: ["a1", "d1", "g7", "d7"]}
BASE: Final = ints(
    [FIELD_NAMES.index(_BASES[n][s]) if n in _BASES and s < n else NONE for n in range(5) for s in range(4)]
)
BASE_FIELDS: Final = ints([sum(2 ** _BITS[FIELD_NAMES.index(name)] for name in _BASES.get(n, [])) for n in range(5)])


def distance(a: int, b: int) -> int:
    """HEX-2.3: the number of steps between two fields."""
    x, y = _PLACES[a][0] - _PLACES[b][0], _PLACES[a][1] - _PLACES[b][1]
    return max(abs(x), abs(y), abs(x - y))


# HEX-2.10, HEX-2.11: the far edges of a base are the seven fields at distance 6 from it: FAR_EDGES[base field].
FAR_EDGES: Final = ints([sum(2 ** _BITS[t] for t in range(FIELDS) if distance(f, t) == 6) for f in range(FIELDS)])

# Actions (section 6): each family starts where the one before it ends.
MOST_BID: Final = 99
PLACE: Final = 0  # + kind * 37 + field; the kind ? is how others read it (HEX-17.3)
INIT: Final = PLACE + KINDS * FIELDS  # + kind
SPY: Final = INIT + KINDS  # + field
SHOW: Final = SPY + FIELDS  # + field
PAY: Final = SHOW + FIELDS  # + kind
SHIFT: Final = PAY + UNKNOWN  # + field
BID: Final = SHIFT + FIELDS  # + bid - 1
DROP: Final = BID + MOST_BID
GO_CRUISE: Final = DROP + 1  # + step
CONVOY: Final = GO_CRUISE + STEPS  # + jump
ESCORT: Final = CONVOY + JUMPS  # + jump
HALT: Final = ESCORT + JUMPS
KIDNAP: Final = HALT + 1  # + step, and so for the other attacks
INTERCEPT: Final = KIDNAP + STEPS
AMBUSH: Final = INTERCEPT + STEPS
RESCUE: Final = AMBUSH + STEPS
TRAP: Final = RESCUE + STEPS
PASS: Final = TRAP + STEPS
FIRST: Final = PASS + 1  # + seat; an outcome of chance (HEX-17.6)

# Notation that can be read but names no step, no jump, no bid of the rules: it has numbers so that a clause can refuse it.
PAIRS: Final = FIELDS * FIELDS
TRIPLES: Final = PAIRS * FIELDS
FAR: Final = FIRST + 4
FAR_CRUISE: Final = FAR  # + from * 37 + to
FAR_CONVOY: Final = FAR_CRUISE + PAIRS  # + (from * 37 + over) * 37 + to
FAR_ESCORT: Final = FAR_CONVOY + TRIPLES
FAR_KIDNAP: Final = FAR_ESCORT + TRIPLES  # + from * 37 + to, and so for the other attacks
FAR_INTERCEPT: Final = FAR_KIDNAP + PAIRS
FAR_AMBUSH: Final = FAR_INTERCEPT + PAIRS
FAR_RESCUE: Final = FAR_AMBUSH + PAIRS
FAR_TRAP: Final = FAR_RESCUE + PAIRS
FAR_BID: Final = FAR_TRAP + PAIRS  # + bid
READABLE_BIDS: Final = 10_000
_FAMILIES: Final = [
    PLACE, INIT, SPY, SHOW, PAY, SHIFT, BID, DROP, GO_CRUISE, CONVOY, ESCORT, HALT, KIDNAP, INTERCEPT, AMBUSH, RESCUE, TRAP,
    PASS, FIRST, FAR_CRUISE, FAR_CONVOY, FAR_ESCORT, FAR_KIDNAP, FAR_INTERCEPT, FAR_AMBUSH, FAR_RESCUE, FAR_TRAP, FAR_BID,
]  # fmt: skip
LAYOUT: Final = Layout(_FAMILIES, FAR_BID + READABLE_BIDS)


def near(fields: i64) -> i64:
    """All fields adjacent to any of these (HEX-2.2)."""
    lower: i64 = fields & BELOW_TOP  # nothing lies above row g, and bit 63 stays free
    return ((fields << 1) | (fields >> 1) | (lower << 8) | (fields >> 8) | (lower << 9) | (fields >> 9)) & SEA


def between(a: i64, b: i64) -> i64:
    """All fields right between one of a and one of b: the three form a straight line (HEX-2.4)."""
    low_a: i64 = a & BELOW_TOP
    low_b: i64 = b & BELOW_TOP
    rows: i64 = ((a << 1) & (b >> 1)) | ((a >> 1) & (b << 1))
    steep: i64 = ((low_a << 8) & (b >> 8)) | ((a >> 8) & (low_b << 8))
    slant: i64 = ((low_a << 9) & (b >> 9)) | ((a >> 9) & (low_b << 9))
    return (rows | steep | slant) & SEA


def field_of(bit: i64) -> i64:
    """The number of the field that a mask of one bit stands for."""
    return FIELD_AT[lowest(bit)]


def fields_of(mask: int) -> list[int]:
    """The fields of a mask, in order."""
    return [field for field in range(FIELDS) if mask & MASK[field]]


assert len(_STEP_LIST) == STEPS
assert len(_JUMP_LIST) == JUMPS
assert BIT[54] == MASK[FIELDS - 1]
