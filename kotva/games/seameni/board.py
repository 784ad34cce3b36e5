"""Seameni's sea, waters and tiles as tables, and the layout of its actions.

Fields are y * 13 + x on a grid of 13 x 13 (section 3): the sea a1 to k11 with the ring of the waters round it.
Edges S, W, N, E are 0 to 3; pirates are edge * 3 + number - 1.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kotva.engine.arrays import filled, ints, zeros
from kotva.engine.layout import Layout

NONE: Final = -1

# -- places (SEA-3) --------------------------------------------------------------------------------------------

SIZE: Final = 13
FIELDS: Final = 169
COLUMNS: Final = "wabcdefghijkx"
OUTER: Final = 169  # + edge * 11 + number along the edge: the field behind an edge field (SEA-3.6)
ABOARD: Final = 213  # + edge of the ship
DEAD: Final = 217
EDGES: Final = "SWNE"
PIRATES: Final = 12

# Directions N, NE, E, SE, S, SW, W, NW are 0 to 7.
DIRECTIONS: Final = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
WAYS: Final = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
_KNIGHT: Final = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
DELTA: Final = ints([dy * 13 + dx for dx, dy in WAYS])
INWARD: Final = ints([13, 1, -13, -1])  # SEA-3.5: the way from each edge into the sea, as a difference of fields
X: Final = ints([f % 13 for f in range(169)])
Y: Final = ints([f // 13 for f in range(169)])


def field_at(x: int, y: int) -> int:
    """The field with these coordinates, or NONE off the grid."""
    return y * 13 + x if 0 <= x < 13 and 0 <= y < 13 else NONE


def is_sea(f: int) -> bool:
    """SEA-3.1: columns a to k, rows 1 to 11."""
    return 0 <= f < 169 and 1 <= f % 13 <= 11 and 1 <= f // 13 <= 11


SEA: Final = ints([1 if is_sea(f) else 0 for f in range(169)])
SEA_FIELDS: Final = ints([f for f in range(169) if is_sea(f)])
# SEA-3.2: the edge fields, eleven on each of S, W, N, E.
EDGE_FIELDS: Final = ints(
    [field_at(i, 0) for i in range(1, 12)]
    + [field_at(0, i) for i in range(1, 12)]
    + [field_at(i, 12) for i in range(1, 12)]
    + [field_at(12, i) for i in range(1, 12)]
)


def _by_edge_field(values: list[int]) -> vec[i64]:
    """A table over all fields with one value for each edge field and NONE elsewhere."""
    out = filled(169, NONE)
    for i in range(44):
        out[EDGE_FIELDS[i]] = values[i]
    return out


EDGE: Final = _by_edge_field([i // 11 for i in range(44)])  # the edge an edge field belongs to
FRONT: Final = _by_edge_field([EDGE_FIELDS[i] + INWARD[i // 11] for i in range(44)])  # SEA-3.3
BACK: Final = _by_edge_field([169 + i for i in range(44)])  # SEA-3.6: the outer field behind an edge field


def _twins() -> vec[i64]:
    """SEA-3.4: for the edge fields next to a corner, the other one with the same front field."""
    out = filled(169, NONE)
    for i in range(44):
        for j in range(44):
            if i != j and FRONT[EDGE_FIELDS[i]] == FRONT[EDGE_FIELDS[j]]:
                out[EDGE_FIELDS[i]] = EDGE_FIELDS[j]
    return out


TWIN: Final = _twins()


def _near() -> vec[i64]:
    """SEA-3.8: the neighbouring sea fields of each sea field, up to eight, then NONE."""
    out = filled(169 * 8, NONE)
    for f in range(169):
        n = 0
        for dx, dy in WAYS:
            to = field_at(f % 13 + dx, f // 13 + dy)
            if is_sea(f) and is_sea(to):
                out[f * 8 + n] = to
                n += 1
    return out


NEAR: Final = _near()


def _ring() -> vec[i64]:
    """SEA-3.8: the two neighbours of each waters field round the sea."""
    out = filled(169 * 2, NONE)
    for f in range(169):
        n = 0
        for dx, dy in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
            to = field_at(f % 13 + dx, f // 13 + dy)
            if to != NONE and not is_sea(f) and not is_sea(to):
                out[f * 2 + n] = to
                n += 1
    return out


RING: Final = _ring()

FIELD_NAMES: Final = [f"{COLUMNS[f % 13]}{f // 13}" for f in range(169)]
PLACE_NAMES: Final = (
    FIELD_NAMES + [FIELD_NAMES[EDGE_FIELDS[i]] + "*" for i in range(44)] + [f"@{e}" for e in EDGES] + ["dead"]
)
PIRATE_NAMES: Final = [f"{e}{n}" for e in EDGES for n in (1, 2, 3)]

# -- tiles (SEA-2) ---------------------------------------------------------------------------------------------
# Codes in an order that lets the rules compare: first those that are always safe, then other still tiles, then transit.

HIDDEN: Final = 0  # face down
WATER: Final = 1
TREASURE: Final = 1  # + n: the n-treasure tile, 2 to 6
TURTLE: Final = 7
OCTOPUS: Final = 8
ISLAND: Final = 9  # from here on a still tile needs a closer look
MUD: Final = 8  # + n: the n-mud, 10 to 13
FIRST_MUD: Final = 10
LAST_MUD: Final = 13
SHARK: Final = 14
CAT: Final = 15
TRANSIT: Final = 16  # from here on nobody stays (SEA-10.1)
ARROW: Final = 16  # + direction: a one-way current
VORTEX: Final = 24
FISH: Final = 25
STARFISH: Final = 26  # + direction // 2
SEVERAL: Final = 30  # from here on the exit is chosen (SEA-10.4)
SEAHORSE: Final = 37
CODES: Final = (
    ["?", "wa", "t1", "t2", "t3", "t4", "t5", "tu", "oc", "is", "m2", "m3", "m4", "m5", "sh", "ca"]
    + [f"c1{d}" for d in DIRECTIONS]
    + ["vo", "ef", "stN", "stE", "stS", "stW", "c2NS", "c2EW", "c2NE", "c2NW", "c4s", "c4d", "c8", "ho"]
)
CODE_COUNT: Final = 38

# SEA-2.1: the kinds of the tile table, from top to bottom: how many there are, and the face that each quarter turn shows:
# SEA-2.3 one-way currents, SEA-2.4 two-way currents, SEA-2.5 where it does not matter, SEA-2.6 starfish. Nobody has seen a
# face-down tile, so its rotation is drawn when any player turns it up (SEA-2.7).
KINDS: Final = 26
KIND_NAMES: Final = [
    "wa", "m2", "m3", "m4", "m5", "st", "c1s", "c1d", "c2s", "c2d", "c4s", "c4d", "c8",
    "t1", "t2", "t3", "t4", "t5", "sh", "is", "oc", "tu", "ho", "ca", "vo", "ef",
]  # fmt: skip
COUNTS: Final = ints([38, 6, 5, 4, 3, 2, 4, 4, 4, 4, 4, 4, 2, 4, 3, 3, 3, 1, 1, 6, 4, 3, 2, 1, 3, 3])
_TURNED: Final = {
    "st": ["stN", "stE", "stS", "stW"],
    "c1s": ["c1N", "c1E", "c1S", "c1W"],
    "c1d": ["c1NE", "c1SE", "c1SW", "c1NW"],
    "c2s": ["c2NS", "c2EW", "c2NS", "c2EW"],
    "c2d": ["c2NE", "c2NW", "c2NE", "c2NW"],
}
FACE: Final = ints([CODES.index(code) for kind in KIND_NAMES for code in _TURNED.get(kind, [kind] * 4)])


def _kind_of() -> vec[i64]:
    """The kind of each code; a face-down tile has none."""
    out = filled(38, NONE)
    for i in range(KINDS * 4):
        out[FACE[i]] = i // 4
    return out


KIND: Final = _kind_of()


def _turns() -> vec[i64]:
    """In how many of the four rotations a kind shows each code."""
    out = zeros(38)
    for i in range(KINDS * 4):
        out[FACE[i]] += 1
    return out


TURNS: Final = _turns()
TREASURES: Final = 36
TILES: Final = 121


def _exits() -> vec[i64]:
    """The exits of each several-exit tile on each sea field, up to eight, then NONE (SEA-10.3, 10.9)."""
    points = {
        "c2NS": [0, 4], "c2EW": [2, 6], "c2NE": [1, 5], "c2NW": [3, 7],
        "c4s": [0, 2, 4, 6], "c4d": [1, 3, 5, 7], "c8": [0, 1, 2, 3, 4, 5, 6, 7],
    }  # fmt: skip
    out = filled(8 * 169 * 8, NONE)
    for code in range(SEVERAL, CODE_COUNT):
        ways = _KNIGHT if code == SEAHORSE else [WAYS[d] for d in points[CODES[code]]]
        for f in range(169):
            n = 0
            for dx, dy in ways:
                to = field_at(f % 13 + dx, f // 13 + dy)
                if is_sea(f) and to != NONE:
                    out[((code - SEVERAL) * 169 + f) * 8 + n] = to
                    n += 1
    return out


EXIT: Final = _exits()

# -- actions (section 7): each family starts where the one before it ends --------------------------------------

PASS: Final = 0
PROPOSE: Final = PASS + 1
YES: Final = PROPOSE + 1
NO: Final = YES + 1
PLACE: Final = NO + 1  # + field
SHIP: Final = PLACE + FIELDS  # + field
STEP: Final = SHIP + FIELDS  # + pirate * FIELDS + field
CARRY: Final = STEP + PIRATES * FIELDS  # + pirate * FIELDS + field
JUMP: Final = CARRY + PIRATES * FIELDS  # + pirate * FIELDS + field
ADVANCE: Final = JUMP + PIRATES * FIELDS  # + pirate
SHARKS: Final = ADVANCE + PIRATES  # + pirate
OUT: Final = SHARKS + PIRATES  # + pirate
ASTERN: Final = OUT + PIRATES  # + pirate
TO: Final = ASTERN + PIRATES  # + field
FIRST: Final = TO + FIELDS  # + edge; an outcome of chance (SEA-1.4)
TURN_UP: Final = FIRST + 4  # + field * CODE_COUNT + code; an outcome of chance (SEA-8.1)
_FAMILIES: Final = [
    PASS, PROPOSE, YES, NO, PLACE, SHIP, STEP, CARRY, JUMP, ADVANCE, SHARKS, OUT, ASTERN, TO, FIRST, TURN_UP,
]  # fmt: skip
LAYOUT: Final = Layout(_FAMILIES, TURN_UP + FIELDS * CODE_COUNT)


def heading(origin: i64, f: i64) -> i64:
    """SEA-10.2: from origin to field, each coordinate difference replaced by its sign; as a difference of fields."""
    d: i64 = 0
    if X[f] > X[origin]:
        d = 1
    elif X[f] < X[origin]:
        d = -1
    if Y[f] > Y[origin]:
        d += 13
    elif Y[f] < Y[origin]:
        d -= 13
    return d
