"""Settlers' tables (board.py) against the picture, the tables and the clauses of the rulebook."""

from __future__ import annotations

import re
from itertools import pairwise
from math import atan2, pi

import pytest

from kotva.games.settlers.board import (
    ALL_CARDS,
    ALL_RESOURCES,
    CARD_CODES,
    CARD_COST,
    CITIES_EACH,
    CITY_COST,
    CODES,
    CORNER_HEXES,
    EDGE_HEX,
    EDGE_NAMES,
    EDGES,
    END_A,
    END_B,
    FIXED_HARBOURS,
    HALF,
    HARBOUR_AT,
    HARBOUR_CODES,
    HARBOUR_KINDS,
    HARBOURS,
    HEX_CENTRES,
    HEX_MASK,
    HEX_VERTEX,
    HEXES,
    HIGH_EDGES,
    ISLAND,
    LETTERS,
    LISTED,
    LISTED_FROM,
    LISTED_GIVES,
    LOW_EDGES,
    NEAR,
    NEIGHBOUR,
    NONE,
    PLENTY_NAMES,
    POINTS,
    QUAYS,
    ROAD_COST,
    ROADS_EACH,
    SETTLEMENT_COST,
    SETTLEMENTS_EACH,
    SPIRAL,
    TERRAIN_CODES,
    TERRAINS,
    VERTEX_EDGE,
    VERTEX_HEX,
    VERTICES,
    choice_of,
    count,
    covers,
    letters,
    pack_of,
    total,
)
from tests.games.rulebook import clause, figures, law, table

# -- the picture of section 3 -------------------------------------------------------------------------------------------
# A crossing's number ends in the column where its lines start; hexes are 8 columns wide, and a row is 4 lines.

PICTURE = figures("settlers")[0]
CROSSINGS = {
    int(found[1]): (line, found.end() - 1)
    for line, text in enumerate(PICTURE)
    if "H" not in text
    for found in re.finditer(r"(\d+)", text)
}
AT = {place: number for number, place in CROSSINGS.items()}


def drawn_edges() -> set[tuple[int, int]]:
    """Every | / and \\ of the picture joins two crossings."""
    out = set()
    for line, text in enumerate(PICTURE):
        for found in re.finditer(r"[|/\\]", text):
            lean = {"|": 0, "/": 2, "\\": -2}[found[0]]
            ends = AT[line - 1, found.start() + lean], AT[line + 1, found.start() - lean]
            out.add((min(ends), max(ends)))
    return out


def drawn_hexes() -> dict[int, tuple[int, int]]:
    """The middle of every hex."""
    out = {}
    for line, text in enumerate(PICTURE):
        for found in re.finditer(r"(?<=\|)  H(\d+) +(?=\|)", text):
            out[int(found[1])] = (line, found.start() + 3)
    return out


EDGE_LIST = sorted(drawn_edges())
MIDDLES = drawn_hexes()
CORNER_WAYS = {"N": (-3, 0), "NE": (-1, 4), "SE": (1, 4), "S": (3, 0), "SW": (1, -4), "NW": (-1, -4)}
SIDE_ENDS = {"NE": "N NE", "E": "NE SE", "SE": "SE S", "SW": "S SW", "W": "SW NW", "NW": "NW N"}


def corner(hexagon: int, way: str) -> int:
    line, column = MIDDLES[hexagon]
    return AT[line + CORNER_WAYS[way][0], column + CORNER_WAYS[way][1]]


def side(hexagon: int, way: str) -> tuple[int, int]:
    a, b = (corner(hexagon, end) for end in SIDE_ENDS[way].split())
    return min(a, b), max(a, b)


def beyond(hexagon: int, way: str) -> int | None:
    """The hex on the other side of a side, or the sea."""
    (a, b), (line, column) = side(hexagon, way), MIDDLES[hexagon]
    place = (CROSSINGS[a][0] + CROSSINGS[b][0] - line, CROSSINGS[a][1] + CROSSINGS[b][1] - column)
    return next((h for h, at in MIDDLES.items() if at == place), None)


def hexes_at(crossing: int) -> list[int]:
    return [h for h in MIDDLES if crossing in [corner(h, way) for way in CORNER_WAYS]]


def opposite(way: str) -> str:
    return way.translate(str.maketrans("NESW", "SWNE"))


def real(values: object, plus: int = 1) -> list[int]:
    assert hasattr(values, "__iter__")
    return [int(v) + plus for v in values if int(v) != NONE]


def test_the_picture_has_all_of_the_island() -> None:
    """SET-2.1: 19 hexes, 54 crossings, 72 edges of which 30 are on the coast."""
    assert sorted(CROSSINGS) == list(range(1, 55))
    assert sorted(MIDDLES) == list(range(1, 20))
    assert (HEXES, VERTICES, EDGES) == (19, 54, 72)
    assert len(EDGE_LIST) == 72
    assert sum(beyond(h, way) is None for h in MIDDLES for way in SIDE_ENDS) == 30


@pytest.mark.parametrize("hexagon", range(1, 20))
def test_the_six_crossings_of_every_hex(hexagon: int) -> None:
    """Section 3: N, NE, SE, S, SW, NW, as the picture shows them and as the table lists them."""
    listed = {}
    for row in table("settlers", "Hex", "N NE SE S SW NW"):
        listed.update({row[i]: row[i + 1] for i in (0, 2, 4) if row[i]})
    found = real(HEX_VERTEX[(hexagon - 1) * 6 : hexagon * 6])
    assert found == [corner(hexagon, way) for way in CORNER_WAYS]
    assert found == [int(v) for v in listed[f"H{hexagon}"].split()]
    assert int(HEX_MASK[hexagon - 1]) == sum(2 ** (v - 1) for v in found)


@pytest.mark.parametrize("crossing", range(1, 55))
def test_what_touches_every_crossing(crossing: int) -> None:
    """Section 3: hexes, edges and neighbours."""
    i = crossing - 1
    assert real(VERTEX_HEX[i * 3 : i * 3 + 3]) == sorted(hexes_at(crossing))
    edges = [n for n, pair in enumerate(EDGE_LIST) if crossing in pair]
    assert real(VERTEX_EDGE[i * 3 : i * 3 + 3], 0) == edges
    neighbours = [a + b - crossing for a, b in EDGE_LIST if crossing in (a, b)]
    assert real(NEIGHBOUR[i * 3 : i * 3 + 3]) == neighbours
    assert int(NEAR[i]) == sum(2 ** (v - 1) for v in [crossing, *neighbours])
    assert int(LOW_EDGES[i]) == sum(2**e for e in edges if e < HALF)
    assert int(HIGH_EDGES[i]) == sum(2 ** (e - HALF) for e in edges if e >= HALF)


def test_how_many_crossings_touch_how_much() -> None:
    """Section 3: 24 touch three hexes, 12 two, 18 one; 36 have three edges, 18 two."""
    touched = [len(real(VERTEX_HEX[i * 3 : i * 3 + 3])) for i in range(54)]
    ended = [len(real(VERTEX_EDGE[i * 3 : i * 3 + 3])) for i in range(54)]
    assert [touched.count(n) for n in (3, 2, 1)] == [24, 12, 18]
    assert [ended.count(n) for n in (3, 2)] == [36, 18]
    assert int(ISLAND) == sum(2**v for v in range(54))


def test_the_edges_and_the_hexes_on_both_sides() -> None:
    """Section 3: sorted by their ends, E1 = 1-4 to E72 = 51-54."""
    assert [(int(END_A[e]) + 1, int(END_B[e]) + 1) for e in range(72)] == EDGE_LIST
    assert list(EDGE_NAMES) == [f"{a}-{b}" for a, b in EDGE_LIST]
    for number, a, b in re.findall(r"\bE(\d+) =\s(\d+)-(\d+)", law("settlers")):
        assert EDGE_LIST[int(number) - 1] == (int(a), int(b))
    for e, (a, b) in enumerate(EDGE_LIST):
        assert real(EDGE_HEX[e * 2 : e * 2 + 2]) == sorted(set(hexes_at(a)) & set(hexes_at(b)))


def test_where_crossings_and_hexes_are_drawn() -> None:
    """Section 3, formula: levels and x count as lines and columns of the picture do, in other units."""
    for crossing, (line, column) in CROSSINGS.items():
        level, x = POINTS[crossing - 1]
        assert (line, column) == (2 * level, 4 * x + origin())
    for hexagon, (line, column) in MIDDLES.items():
        level_y, middle_x = HEX_CENTRES[hexagon - 1]
        assert (line, column) == (2 * level_y, 4 * middle_x + origin())


def origin() -> int:
    """The column of the picture where x would be 0."""
    return CROSSINGS[1][1] - 4 * POINTS[0][1]


# -- harbours (SET-2.6) -------------------------------------------------------------------------------------------------


def harbours() -> dict[str, tuple[int, str, list[int], list[int]]]:
    """The table of section 3: hex, side, quays, fields straight ahead."""
    out = {}
    for row in table("settlers", "Place", "Hex and side"):
        for i in (0, 4):
            if row[i]:
                hexagon, way = row[i + 1].split()
                quays = [int(q) for q in row[i + 2].split(", ")]
                out[row[i]] = (int(hexagon[1:]), way, quays, [int(h) for h in row[i + 3].split()])
    return out


def ahead(hexagon: int, way: str) -> list[int]:
    """The straight row of land from a side of a hex away from the sea."""
    row, back = [hexagon], opposite(way)
    while (to := beyond(row[-1], back)) is not None:
        row.append(to)
    return row


@pytest.mark.parametrize("place", range(HARBOURS))
def test_the_quays_of_every_harbour(place: int) -> None:
    """SET-2.6: the two ends of the coast edge that its side of the hex is, as the table lists them."""
    hexagon, way, quays, fields = harbours()[f"Q{place + 1}"]
    assert beyond(hexagon, way) is None  # a side at the sea
    assert sorted(quays) == list(side(hexagon, way))
    assert sorted(real(QUAYS[place * 2 : place * 2 + 2])) == sorted(quays)
    assert ahead(hexagon, way) == fields
    assert len(fields) in (4, 5)


def test_no_other_crossing_has_a_harbour() -> None:
    """SET-2.6."""
    expected = {quay: int(name[1:]) - 1 for name, (_, _, quays, _) in harbours().items() for quay in quays}
    assert len(expected) == 18
    assert {v + 1: int(HARBOUR_AT[v]) for v in range(54) if HARBOUR_AT[v] != NONE} == expected


def test_harbours_point_to_the_middle_and_alternate_with_the_sea() -> None:
    """SET-2.6: three rows of 5 and six of 4; three each look through H5, H11 and H14; clockwise from the north-west."""
    rows = [harbours()[f"Q{n}"][3] for n in range(1, 10)]
    assert sorted(len(row) for row in rows) == [4] * 6 + [5] * 3
    assert [sum(hexagon in row for row in rows) for hexagon in (5, 11, 14)] == [3, 3, 3]
    middle = MIDDLES[10]

    def turn(crossing: int) -> float:
        line, column = CROSSINGS[crossing]
        return (atan2(column - middle[1], 1.2 * (middle[0] - line)) + pi / 3) % (2 * pi)  # from the west-north-west on

    angles = [turn(a) + turn(b) for a, b in (harbours()[f"Q{n}"][2] for n in range(1, 10))]
    assert angles == sorted(angles)
    quays = [quay for _, _, both, _ in harbours().values() for quay in both]
    assert len(set(quays)) == 18  # no crossing is at two harbours, so there is open sea between any two


def test_the_harbour_kinds() -> None:
    """SET-2.7, section 2: four general ones and one of each resource; `harbours=fixed` as the clause lists it."""
    names = {"3:1": "3", "G": "G", "O": "O", "W": "W", "B": "B", "L": "L"}
    fixed = re.search(r"Q1\.\.Q9 = (.*?)\.$", clause("settlers", "SET-2.7"))
    assert fixed
    assert [HARBOUR_CODES[int(k)] for k in FIXED_HARBOURS] == [names[word] for word in fixed[1].split(", ")]
    assert {HARBOUR_CODES[k]: int(n) for k, n in enumerate(HARBOUR_KINDS)} == {
        "L": 1, "B": 1, "W": 1, "G": 1, "O": 1, "3": 4,
    }  # fmt: skip
    assert "general 3:1 ×4; special 2:1 one each for L, B, W, G, O" in law("settlers")


# -- tokens, cards, costs -----------------------------------------------------------------------------------------------


def test_the_spirals_of_the_number_tokens() -> None:
    """SET-2.3: as the table lists them; each hex touches the next, and each spiral turns left."""
    found = re.findall(r"^  \| H(\d+) \| ([\d –]+) \|$", law("settlers"), re.M)
    assert [int(start) - 1 for start, _ in found] == list(CORNER_HEXES)
    assert len(found) == 6
    for k, (start, listed) in enumerate(found):
        hexes = [int(h) for h in listed.replace("–", " ").split()]
        assert hexes == real(SPIRAL[k * 19 : k * 19 + 19])
        assert (hexes[0], hexes[-1]) == (int(start), 10)
        assert sorted(hexes) == list(range(1, 20))
        for a, b in pairwise(hexes):
            assert b in [beyond(a, way) for way in SIDE_ENDS]


def test_the_letters_of_the_number_tokens() -> None:
    """Section 2: A5 B2 C6 ... R11, eighteen of them, as many of each number as are counted there."""
    line = re.search(r"^`(A5 B2.*)`$", law("settlers"), re.M)
    assert line
    words = line[1].split()
    assert [word[0] for word in words] == list("ABCDEFGHIJKLMNOPQR")
    assert [int(word[1:]) for word in words] == [int(n) for n in LETTERS]
    row = next(row for row in table("settlers", "Component") if row[0] == "number tokens")
    assert {int(n): int(k) for n, k in re.findall(r"(\d+) ×(\d)", row[1])} == {
        n: [int(x) for x in LETTERS].count(n) for n in range(2, 13) if n != 7
    }


def test_the_hexes_cards_and_pieces() -> None:
    """Section 2."""
    rows = {row[0]: row[1] for row in table("settlers", "Component")}
    terrains = dict(re.findall(r"(\w+) (\d+)", rows["land hexes"]))
    order = ["forest", "hills", "pasture", "fields", "mountains", "desert"]
    assert TERRAIN_CODES == "LBWGOD"
    assert [int(n) for n in TERRAINS] == [int(terrains[name]) for name in order]
    cards = dict(re.findall(r"([a-z][a-z ]+) (\d+)", rows["action cards"]))
    kinds = ["knight", "road building", "invention", "monopoly", "victory point"]
    assert CARD_CODES == "krimv"
    assert [int(count(ALL_CARDS, k)) for k in range(5)] == [int(cards[name]) for name in kinds]
    assert int(total(ALL_CARDS)) == 25
    resources = dict(re.findall(r"([LBWGO]) (\d+)", rows["resource cards"]))
    assert {CODES[k]: str(int(count(ALL_RESOURCES, k))) for k in range(5)} == resources
    assert int(total(ALL_RESOURCES)) == 95
    pieces = {"roads": ROADS_EACH, "settlements": SETTLEMENTS_EACH, "cities": CITIES_EACH}
    assert {name: rows[name] for name in pieces} == {name: f"{n} in each of 4 colours" for name, n in pieces.items()}


def test_what_everything_costs() -> None:
    """SET-7, its table."""
    costs = {row[0].split(" (")[0]: row[1] for row in table("settlers", "Item", "Cost")}
    found = {"road": ROAD_COST, "settlement": SETTLEMENT_COST, "city": CITY_COST, "action card": CARD_COST}
    assert {name: letters(pack) for name, pack in found.items()} == costs


def test_the_pairs_of_an_invention() -> None:
    """SET-9.7: any two cards, alike or not; one for a bank that holds one."""
    pairs = {"".join(sorted(a + b, key="LBWGO".index)) for a in "LBWGO" for b in "LBWGO"}
    assert set(PLENTY_NAMES) == pairs | set("LBWGO")
    assert len(PLENTY_NAMES) == 20


def test_the_listed_offers() -> None:
    """SET-12.9: 1:1, 1:2 and 2:1, nothing on both sides (SET-12.2); each once, grouped by what is given."""
    couples = sorted({"".join(sorted(a + b, key="LBWGO".index)) for a in "LBWGO" for b in "LBWGO"})
    sides = [*"LBWGO", *couples]
    expected = {(give, want) for give in sides for want in sides if len(give + want) <= 3 and not set(give) & set(want)}
    found = []
    for i, pack in enumerate(LISTED_GIVES):
        for k in range(int(LISTED_FROM[i]), int(LISTED_FROM[i + 1])):
            give, want = divmod(int(LISTED[k]), 20**5)
            assert int(pack_of(give)) == int(pack)
            found.append((letters(int(pack)), letters(int(pack_of(want)))))
    assert len(found) == len(set(found)) == len(LISTED)
    assert set(found) == expected


@pytest.mark.parametrize("text", ["", "L", "LBWGO", "LLLLLLLLLLLLLLLLLLL", "GGOOO", "WWWWGO", "O" * 19])
def test_packs_and_choices_hold_the_same_cards(text: str) -> None:
    """A pack of cards in one number: counted, compared and turned into an action's number and back."""
    pack = sum(64 ** "LBWGO".index(c) for c in text)
    assert [int(count(pack, k)) for k in range(5)] == [text.count(c) for c in "LBWGO"]
    assert int(total(pack)) == len(text)
    assert int(choice_of(pack)) == sum(20 ** "LBWGO".index(c) for c in text)
    assert int(pack_of(choice_of(pack))) == pack
    for cost in ("LB", "LBWG", "GGOOO", "WGO", "L", ""):
        price = sum(64 ** "LBWGO".index(c) for c in cost)
        assert bool(covers(pack, price)) is all(text.count(c) >= cost.count(c) for c in "LBWGO")
