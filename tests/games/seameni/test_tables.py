"""Seameni's tables (board.py) against the words and tables of the rulebook; fields are worked out on their names."""

from __future__ import annotations

import re

import pytest

from kotva.games.seameni.board import (
    ABOARD,
    BACK,
    CODES,
    COUNTS,
    DEAD,
    DELTA,
    DIRECTIONS,
    EDGE,
    EDGE_FIELDS,
    EDGES,
    EXIT,
    FACE,
    FIELD_NAMES,
    FIELDS,
    FRONT,
    INWARD,
    KIND,
    KIND_NAMES,
    KINDS,
    LAST_MUD,
    MUD,
    NEAR,
    NONE,
    OUTER,
    PIRATE_NAMES,
    PLACE_NAMES,
    RING,
    SEA,
    SEA_FIELDS,
    SEVERAL,
    TILES,
    TRANSIT,
    TREASURE,
    TREASURES,
    TURNS,
    TWIN,
    field_at,
    heading,
    is_sea,
)
from tests.games.rulebook import clause, law, table

COLUMNS = ["w", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "x"]  # section 3
ROWS = [str(row) for row in range(13)]
GRID = [column + row for row in ROWS for column in COLUMNS]
SEA_NAMES = {column + row for column in COLUMNS[1:12] for row in ROWS[1:12]}
SIDES = {"S": [c + "0" for c in COLUMNS[1:12]], "W": ["w" + r for r in ROWS[1:12]]}  # SEA-3.2
SIDES |= {"N": [c + "12" for c in COLUMNS[1:12]], "E": ["x" + r for r in ROWS[1:12]]}
CORNERS = {"w0", "w12", "x12", "x0"}
COMPASS = dict(
    re.findall(r"([NESW]{1,2}) \(([+−]?\d,[+−]?\d)\)", law("seameni").partition("Directions (x, y):")[2][:200])
)


def go(field: str, x: int, y: int) -> str | None:
    """So many columns to the east and rows to the north; None off the grid."""
    column, row = COLUMNS.index(field[0]) + x, int(field[1:]) + y
    return COLUMNS[column] + str(row) if 0 <= column < 13 and 0 <= row < 13 else None


def way(name: str) -> tuple[int, int]:
    x, y = COMPASS[name].replace("−", "-").split(",")
    return int(x), int(y)


def named(fields: object) -> list[str]:
    assert hasattr(fields, "__iter__")
    return [FIELD_NAMES[int(f)] for f in fields if int(f) != NONE]


def test_the_fields_of_the_grid() -> None:
    """SEA-3.1, SEA-3.2: 13 by 13 names; 121 sea fields, 44 edge fields, four corners; 44 outer fields (SEA-3.6)."""
    assert list(FIELD_NAMES) == GRID
    assert len(GRID) == FIELDS == 169
    assert {name for i, name in enumerate(GRID) if SEA[i]} == SEA_NAMES == set(named(SEA_FIELDS))
    assert [is_sea(i) for i in range(169)] == [name in SEA_NAMES for name in GRID]
    assert len(SEA_NAMES) == TILES == 121
    assert named(EDGE_FIELDS) == [field for edge in "SWNE" for field in SIDES[edge]]
    assert SEA_NAMES | CORNERS | {field for side in SIDES.values() for field in side} == set(GRID)
    assert PLACE_NAMES[OUTER : OUTER + 44] == [field + "*" for edge in "SWNE" for field in SIDES[edge]]
    assert PLACE_NAMES[ABOARD : ABOARD + 4] == ["@S", "@W", "@N", "@E"]
    assert PLACE_NAMES[DEAD] == "dead"
    assert list(PIRATE_NAMES) == [edge + str(n) for edge in "SWNE" for n in (1, 2, 3)]
    assert "".join(EDGES) == "SWNE"
    for x in range(-1, 14):
        for y in range(-1, 14):
            inside = 0 <= x <= 12 and 0 <= y <= 12
            assert field_at(x, y) == (GRID.index(COLUMNS[x] + str(y)) if inside else NONE)


@pytest.mark.parametrize("edge", "SWNE")
def test_front_fields_inward_and_outer_fields(edge: str) -> None:
    """SEA-3.3, SEA-3.5, SEA-3.6."""
    inward = dict(re.findall(r"(?:edge|of) ([SWNE]) is ([SWNE])", clause("seameni", "SEA-3.5")))
    assert set(inward) == set("SWNE")
    x, y = way(inward[edge])
    for field in SIDES[edge]:
        i = GRID.index(field)
        assert GRID[int(FRONT[i])] == go(field, x, y)
        assert i + int(INWARD["SWNE".index(edge)]) == int(FRONT[i])
        assert int(EDGE[i]) == "SWNE".index(edge)
        assert PLACE_NAMES[int(BACK[i])] == field + "*"
    listed = dict(re.findall(r"`([a-kwx]\d+)`,? (?:is )?`([a-k]\d+)`", clause("seameni", "SEA-3.3").replace("of ", "")))
    assert len(listed) == 4
    assert all(GRID[int(FRONT[GRID.index(at)])] == front for at, front in listed.items())


def test_only_edge_fields_have_fronts_and_backs() -> None:
    """SEA-3.3: a corner field has none, nor has a sea field."""
    edges = {field for side in SIDES.values() for field in side}
    for i, name in enumerate(GRID):
        if name not in edges:
            assert (int(FRONT[i]), int(BACK[i]), int(EDGE[i]), int(TWIN[i])) == (NONE, NONE, NONE, NONE)


def test_the_two_edge_fields_of_a_corner_tile() -> None:
    """SEA-3.4: as the clause lists them, and nowhere else."""
    pairs = re.findall(r"`[ak]\d+` of `([a-kwx]\d+)` and `([a-kwx]\d+)`", clause("seameni", "SEA-3.4"))
    assert len(pairs) == 4
    expected = dict(pairs) | {b: a for a, b in pairs}
    assert {GRID[i]: GRID[int(TWIN[i])] for i in range(169) if TWIN[i] != NONE} == expected


@pytest.mark.parametrize("field", GRID)
def test_the_neighbours_of_every_field(field: str) -> None:
    """SEA-3.8: on the sea by side or corner; in the waters by a side, one ring."""
    i = GRID.index(field)
    by_side = {go(field, x, y) for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))} - {None}
    around = {go(field, x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)} - {None}
    if field in SEA_NAMES:
        assert set(named(NEAR[i * 8 : i * 8 + 8])) == around & SEA_NAMES
        assert named(RING[i * 2 : i * 2 + 2]) == []
    else:
        assert named(NEAR[i * 8 : i * 8 + 8]) == []
        assert set(named(RING[i * 2 : i * 2 + 2])) == by_side - SEA_NAMES


def test_the_waters_are_one_ring() -> None:
    """SEA-3.8: 48 fields, of which the clause names five in a row."""
    at, before, seen = "b0", "c0", []
    while at not in seen:
        seen.append(at)
        nexts = [to for to in named(RING[GRID.index(at) * 2 : GRID.index(at) * 2 + 2]) if to != before]
        assert len(nexts) == 1
        before, at = at, nexts[0]
    assert len(seen) == 48
    assert " ".join(seen[:5]) in clause("seameni", "SEA-3.8")


def test_the_eight_directions() -> None:
    """Section 3: N, NE, E, SE, S, SW, W, NW."""
    assert list(DIRECTIONS) == list(COMPASS) == ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    middle = GRID.index("f6")
    for i, name in enumerate(DIRECTIONS):
        assert GRID[middle + int(DELTA[i])] == go("f6", *way(name))


@pytest.mark.parametrize("origin", ["f6", "a1", "k11", "f0", "w6", "x12"])
def test_a_heading_is_the_sign_of_each_difference(origin: str) -> None:
    """SEA-10.2: of one of the eight directions, also after a throw over several fields."""
    for f, name in enumerate(GRID):
        x, y = COLUMNS.index(name[0]) - COLUMNS.index(origin[0]), int(name[1:]) - int(origin[1:])
        sign = ((x > 0) - (x < 0), (y > 0) - (y < 0))
        expected = next((int(DELTA[i]) for i, d in enumerate(DIRECTIONS) if way(d) == sign), 0)
        assert int(heading(GRID.index(origin), f)) == expected


# -- tiles ----------------------------------------------------------------------------------------------------------


def tiles() -> list[tuple[list[str], int, str, int]]:
    """The table of section 2: codes, count, still or transit, treasures."""
    rows = [row for row in table("seameni", "Tile", "Codes") if row[1]]
    return [(row[1].split(), int(row[2]), row[3], int(row[4] or 0)) for row in rows]


def test_the_tiles_and_how_many_of_each() -> None:
    """SEA-2.1: from top to bottom; 121 tiles, 36 treasures."""
    assert len(tiles()) == KINDS == len(KIND_NAMES)
    for kind, (codes, count, still, treasures) in enumerate(tiles()):
        assert int(COUNTS[kind]) == count, codes
        faces = [CODES[int(FACE[kind * 4 + q])] for q in range(4)]
        assert set(faces) == set(codes)
        for code in codes:
            number = CODES.index(code)
            assert int(KIND[number]) == kind
            assert int(TURNS[number]) == 4 // len(codes)
            assert (number >= TRANSIT) is (still == "transit")
            assert (number - TREASURE) * count == treasures or not treasures
            if code[0] == "m":
                assert number == MUD + int(code[1]) <= LAST_MUD
    assert sum(count for _, count, _, _ in tiles()) == TILES
    assert sum(found for _, _, _, found in tiles()) == TREASURES
    assert sum(len(codes) for codes, *_ in tiles()) == len(CODES) - 1


@pytest.mark.parametrize(
    ("name", "clauses", "faces"),
    [
        ("c1s", "SEA-2.3", ["c1N", "c1E", "c1S", "c1W"]),
        ("c1d", "SEA-2.3", ["c1NE", "c1SE", "c1SW", "c1NW"]),
        ("c2s", "SEA-2.4", ["c2NS", "c2EW", "c2NS", "c2EW"]),
        ("c2d", "SEA-2.4", ["c2NE", "c2NW", "c2NE", "c2NW"]),
        ("st", "SEA-2.6", ["stN", "stE", "stS", "stW"]),
    ],
)
def test_the_face_that_each_quarter_turn_shows(name: str, clauses: str, faces: list[str]) -> None:
    """SEA-2.3, SEA-2.4, SEA-2.6."""
    assert clause("seameni", clauses)
    kind = KIND_NAMES.index(name)
    assert [CODES[int(FACE[kind * 4 + q])] for q in range(4)] == faces


# SEA-2.4, SEA-2.5: the directions of the tiles with several exits.
ARROWS = {
    "c2NS": "N S", "c2EW": "E W", "c2NE": "NE SW", "c2NW": "NW SE", "c4s": "N E S W", "c4d": "NE SE SW NW",
    "c8": "N NE E SE S SW W NW",
}  # fmt: skip


@pytest.mark.parametrize("code", [*ARROWS, "ho"])
def test_the_exits_of_every_tile_with_several_exits(code: str) -> None:
    """SEA-10.3, SEA-10.4, SEA-10.9: neighbours that its arrows point to, or a knight's jump away; sea or waters."""
    if code == "ho":
        ways = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if abs(x) + abs(y) == 3 and x and y]
    else:
        ways = [way(d) for d in ARROWS[code].split()]
    number = CODES.index(code)
    assert number >= SEVERAL
    for field in GRID:
        start = ((number - SEVERAL) * 169 + GRID.index(field)) * 8
        expected = {go(field, x, y) for x, y in ways} - {None} if field in SEA_NAMES else set()
        found = named(EXIT[start : start + 8])
        assert set(found) == expected
        assert len(found) == len(expected)


def test_only_these_tiles_have_several_exits() -> None:
    """SEA-10.4."""
    assert set(CODES[SEVERAL:]) == {*ARROWS, "ho"}
