"""The island of Settlers as tables, packs of cards in one number, and the layout of the actions.

Hexes, vertices, edges and seats count from 0 here; the notation counts from 1 (H1, V1, P1).
"""

from typing import Final

from mypy_extensions import i64

from kotva.engine.arrays import ints
from kotva.engine.layout import Layout

NONE: Final = -1
HEXES: Final = 19
VERTICES: Final = 54
EDGES: Final = 72
HARBOURS: Final = 9

# -- geometry (section 3 of the rulebook, SET-2.1) -------------------------------------------------------------------

_CENTRES: Final = [(r, 1 + abs(r - 2) + 2 * c) for r in range(5) for c in range(5 - abs(r - 2))]
_CORNERS: Final = [(0, 0), (1, 1), (2, 1), (3, 0), (2, -1), (1, -1)]  # N NE SE S SW NW as (level, x) from the hex
_RINGS: Final = [[(2 * r + dl, x + dx) for dl, dx in _CORNERS] for r, x in _CENTRES]
POINTS: Final = sorted({point for ring in _RINGS for point in ring})  # (level, x) of every vertex
_RANK: Final = {point: i for i, point in enumerate(POINTS)}
HEX_CENTRES: Final = [(2.0 * r + 1.5, float(x)) for r, x in _CENTRES]

HEX_VERTEX: Final = ints([_RANK[point] for ring in _RINGS for point in ring])  # hex * 6 + corner
_PAIRS: Final = sorted(
    {
        (min(a, b), max(a, b))
        for ring in _RINGS
        for a, b in [(_RANK[ring[k]], _RANK[ring[(k + 1) % 6]]) for k in range(6)]
    }
)
END_A: Final = ints([a for a, _ in _PAIRS])
END_B: Final = ints([b for _, b in _PAIRS])


def _padded(lists: list[list[int]]) -> list[int]:
    """Three places each, NONE in those that are left."""
    return [x for items in lists for x in [*items, NONE, NONE, NONE][:3]]


_HEXES_AT: Final = [[h for h in range(HEXES) if POINTS[v] in _RINGS[h]] for v in range(VERTICES)]
_EDGES_AT: Final = [[e for e, pair in enumerate(_PAIRS) if v in pair] for v in range(VERTICES)]
VERTEX_HEX: Final = ints(_padded(_HEXES_AT))
VERTEX_EDGE: Final = ints(_padded(_EDGES_AT))
NEIGHBOUR: Final = ints(_padded([[sum(_PAIRS[e]) - v for e in _EDGES_AT[v]] for v in range(VERTICES)]))
# With the vertex itself.
NEAR: Final = ints([2**v + sum(2 ** (sum(_PAIRS[e]) - v) for e in _EDGES_AT[v]) for v in range(VERTICES)])
HEX_MASK: Final = ints([sum(2 ** _RANK[point] for point in ring) for ring in _RINGS])
ISLAND: Final = 2**VERTICES - 1

# A mask has at most 62 bits, so edges 0 to 35 and 36 to 71 have one each.
HALF: Final = 36
LOW_EDGES: Final = ints([sum(2**e for e in at if e < HALF) for at in _EDGES_AT])
HIGH_EDGES: Final = ints([sum(2 ** (e - HALF) for e in at if e >= HALF) for at in _EDGES_AT])

VERTEX_NAMES: Final = [str(v + 1) for v in range(VERTICES)]
HEX_NAMES: Final = [str(h + 1) for h in range(HEXES)]
EDGE_NAMES: Final = [f"{a + 1}-{b + 1}" for a, b in _PAIRS]
_HEXES_BESIDE: Final = [[h for h in _HEXES_AT[a] if h in _HEXES_AT[b]] for a, b in _PAIRS]
EDGE_HEX: Final = ints([x for beside in _HEXES_BESIDE for x in [*beside, NONE][:2]])

# SET-2.6: nine harbour places from the north-west corner clockwise; the ends of each coast edge are its quays.
QUAYS: Final = ints([q - 1 for q in (1, 4, 2, 6, 11, 16, 27, 33, 43, 47, 50, 53, 48, 52, 34, 39, 12, 17)])
HARBOUR_AT: Final = ints([next((i // 2 for i in range(18) if QUAYS[i] == v), NONE) for v in range(VERTICES)])

# SET-2.3: a counter-clockwise spiral from one of six corners; SET-2.2: the tokens in the order of their letters.
_OUTER: Final = [0, 3, 7, 12, 16, 17, 18, 15, 11, 6, 2, 1]
_INNER: Final = [4, 8, 13, 14, 10, 5]
CORNERS: Final = 6
CORNER_HEXES: Final = [0, 7, 16, 18, 11, 2]
SPIRAL: Final = ints(
    [h for k in range(CORNERS) for h in (*_OUTER[2 * k :], *_OUTER[: 2 * k], *_INNER[k:], *_INNER[:k], 9)]
)
LETTERS: Final = ints([5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11])

SAFE_HAND: Final = 7  # SET-6.1: so many cards a seven leaves alone

# -- components (section 2) ------------------------------------------------------------------------------------------

RESOURCES: Final = 5
CODES: Final = "LBWGO"  # lumber, brick, wool, grain, ore; the terrains have the same numbers
DESERT: Final = 5
TERRAIN_CODES: Final = "LBWGOD"
TERRAINS: Final = ints([4, 3, 4, 4, 3, 1])  # how many hexes of each
GENERAL: Final = 5  # the kind of a 3:1 harbour
HARBOUR_CODES: Final = "LBWGO3"
HARBOUR_KINDS: Final = ints([1, 1, 1, 1, 1, 4])
FIXED_HARBOURS: Final = ints([GENERAL, 3, 4, GENERAL, 2, GENERAL, GENERAL, 1, 0])  # SET-2.7

KNIGHT: Final = 0
ROAD_BUILDING: Final = 1
INVENTION: Final = 2
MONOPOLY: Final = 3
VICTORY: Final = 4
CARD_CODES: Final = "krimv"

ROADS_EACH: Final = 15  # SET-7.8
SETTLEMENTS_EACH: Final = 5
CITIES_EACH: Final = 4

# -- packs -----------------------------------------------------------------------------------------------------------
# A pack is a number of cards of each kind in one integer, six bits a kind; above them the number of unknown ones.

UNIT: Final = ints([1, 64, 4096, 262144, 16777216, 1073741824])  # one card of a kind; the last is an unknown card
SHIFT: Final = ints([0, 6, 12, 18, 24])
UNKNOWN: Final = 1073741824
GUARD: Final = 0x20820820  # the top bit of each kind, which no number of cards reaches: subtraction shows a lack there
ALL_RESOURCES: Final = 19 * (1 + 64 + 4096 + 262144 + 16777216)
ALL_CARDS: Final = 14 + 2 * 64 + 2 * 4096 + 2 * 262144 + 5 * 16777216

ROAD_COST: Final = 1 + 64  # LB
SETTLEMENT_COST: Final = 1 + 64 + 4096 + 262144  # LBWG
CITY_COST: Final = 2 * 262144 + 3 * 16777216  # GGOOO
CARD_COST: Final = 4096 + 262144 + 16777216  # WGO


def covers(pack: i64, cost: i64) -> bool:
    """Whether a pack holds at least these cards."""
    return ((pack | GUARD) - cost) & GUARD == GUARD


def count(pack: i64, kind: i64) -> i64:
    """How many cards of a kind a pack holds."""
    return (pack >> SHIFT[kind]) & 63


def total(pack: i64) -> i64:
    """How many cards a pack holds, unknown ones included."""
    return (
        (pack & 63)
        + ((pack >> 6) & 63)
        + ((pack >> 12) & 63)
        + ((pack >> 18) & 63)
        + ((pack >> 24) & 63)
        + (pack >> 30)
    )


# In action numbers a choice of cards is five digits in base 20, lumber last: at most 19 of a kind exist.
CHOICES: Final = 3_200_000


def pack_of(choice: i64) -> i64:
    """The pack of a choice in an action number."""
    return (
        choice % 20
        + choice // 20 % 20 * 64
        + choice // 400 % 20 * 4096
        + choice // 8000 % 20 * 262144
        + choice // 160000 * 16777216
    )


def choice_of(pack: i64) -> i64:
    """The choice of a pack in an action number."""
    return (
        (pack & 63)
        + ((pack >> 6) & 63) * 20
        + ((pack >> 12) & 63) * 400
        + ((pack >> 18) & 63) * 8000
        + ((pack >> 24) & 63) * 160000
    )


def cards(letters: str) -> int:
    """The pack of some letters, `LLG` or `kv`; `?` is an unknown card."""
    codes = CARD_CODES if letters[:1].islower() else CODES
    return sum(UNKNOWN if c == "?" else 64 ** codes.index(c) for c in letters)


def letters(pack: int, codes: str = CODES) -> str:
    """The letters of a pack, in the order LBWGO (or krimv)."""
    return "".join(codes[k] * count(pack, k) for k in range(5)) + "?" * (pack >> 30)


# -- actions: each family starts where the one before it ends --------------------------------------------------------

MOST_SEATS: Final = 4
PAIRS: Final = 20  # of `plenty`
MOST_SECONDS: Final = 3600
SEAT_SETS: Final = 16
SETTLE: Final = 0  # + vertex
CITY: Final = SETTLE + VERTICES  # + vertex
ROAD: Final = CITY + VERTICES  # + edge
MOVE: Final = ROAD + EDGES  # + edge
ROBBER: Final = MOVE + EDGES  # + hex
STEAL: Final = ROBBER + HEXES  # + seat
DEAL: Final = STEAL + MOST_SEATS  # + seat
PLENTY: Final = DEAL + MOST_SEATS  # + index into PLENTIES
MONOPOLIZE: Final = PLENTY + PAIRS  # + resource
BANK: Final = MONOPOLIZE + RESOURCES  # + (given * 3 + rate - 2) * 5 + wanted
BUY: Final = BANK + RESOURCES * 3 * RESOURCES
ROLL: Final = BUY + 1
PLAY_KNIGHT: Final = ROLL + 1
PLAY_ROADS: Final = PLAY_KNIGHT + 1
KEEP: Final = PLAY_ROADS + 1
ACCEPT: Final = KEEP + 1
REJECT: Final = ACCEPT + 1
WITHDRAW: Final = REJECT + 1
SKIP: Final = WITHDRAW + 1
WIN: Final = SKIP + 1
END: Final = WIN + 1
# outcomes of chance
DICE: Final = END + 1  # + (first - 1) * 6 + second - 1
DRAWN: Final = DICE + 36  # + card
STOLEN: Final = DRAWN + RESOURCES  # + resource
TILE: Final = STOLEN + RESOURCES  # + terrain
HARBOUR: Final = TILE + RESOURCES + 1  # + kind
CORNER: Final = HARBOUR + RESOURCES + 1  # + corner
# events of the table
TIME: Final = CORNER + CORNERS
TURN_TIME: Final = TIME + 1
LEAVE: Final = TURN_TIME + 1  # + seat
TURN_LIMIT: Final = LEAVE + MOST_SEATS  # + seconds
# choices of cards
DISCARD: Final = TURN_LIMIT + MOST_SECONDS + 1  # + choice
COUNTER: Final = DISCARD + CHOICES  # + given choice * CHOICES + wanted choice
OFFER: Final = COUNTER + CHOICES * CHOICES  # the same
OFFER_TO: Final = OFFER + CHOICES * CHOICES  # + (given * CHOICES + wanted) * 16 + mask of seats
_FAMILIES: Final = [
    SETTLE, CITY, ROAD, MOVE, ROBBER, STEAL, DEAL, PLENTY, MONOPOLIZE, BANK, BUY, ROLL, PLAY_KNIGHT, PLAY_ROADS, KEEP, ACCEPT,
    REJECT, WITHDRAW, SKIP, WIN, END, DICE, DRAWN, STOLEN, TILE, HARBOUR, CORNER, TIME, TURN_TIME, LEAVE, TURN_LIMIT, DISCARD,
    COUNTER, OFFER, OFFER_TO,
]  # fmt: skip
LAYOUT: Final = Layout(_FAMILIES, OFFER_TO + CHOICES * CHOICES * SEAT_SETS)

# `plenty`: the fifteen pairs, then the single cards for a bank that holds one card in all (SET-9.7).
PLENTIES: Final = [cards(a + b) for i, a in enumerate(CODES) for b in CODES[i:]] + [cards(a) for a in CODES]
PLENTY_PACKS: Final = ints(PLENTIES)
PLENTY_NAMES: Final = [letters(pack) for pack in PLENTIES]

# SET-12.9: the listed offers, 1:1, 1:2 and 2:1 without a resource on both sides, grouped by what is given.
_SINGLES: Final = list(CODES)
_COUPLES: Final = [a + b for i, a in enumerate(CODES) for b in CODES[i:]]
_LISTED: Final = [
    (give, want)
    for give in _SINGLES + _COUPLES
    for want in (_SINGLES + _COUPLES if len(give) == 1 else _SINGLES)
    if not set(give) & set(want)
]
LISTED_GIVES: Final = ints([cards(give) for give in _SINGLES + _COUPLES])
LISTED_FROM: Final = ints(
    [sum(1 for g, _ in _LISTED if (_SINGLES + _COUPLES).index(g) < i) for i in range(len(_SINGLES + _COUPLES) + 1)]
)
LISTED: Final = ints([choice_of(cards(give)) * CHOICES + choice_of(cards(want)) for give, want in _LISTED])
