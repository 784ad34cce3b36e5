"""Bosman's tables (board.py) against the figures, tables and clauses of the rulebook."""

from __future__ import annotations

import re

import pytest

from kotva.engine.game import Json
from kotva.games.bosman.board import (
    CENTRE,
    CODES,
    COPIES,
    CORNERS,
    EMPTY,
    FIELD_NAMES,
    FIELDS,
    GANGS,
    HAND,
    KIND,
    LINES,
    MOST_SWAPPED,
    NEXT,
    NONE,
    OUTPOST,
    SEAT_NAMES,
    SEATS,
    TOKEN_NAMES,
    TOKENS,
)
from tests.games.bosman.table import Table
from tests.games.rulebook import clause, figures, table

KINDS = {"R": 0, "F": 1, "C": 2, "T": 3, ".": EMPTY, "empty": EMPTY}
COLUMN = "abcde"


def beach() -> dict[str, str]:
    """The figure of section 3.1: what is on each field."""
    out = {}
    for line in figures("bosman")[0]:
        found = re.match(r"\s+([1-5])  \|((?: [RFCT.] \|){5})  \1", line)
        if found:
            cells = found[2].replace("|", " ").split()
            out.update({column + found[1]: cell for column, cell in zip(COLUMN, cells, strict=True)})
    assert len(out) == 25
    return out


def beside(field: str, side: str) -> str:
    """BOS-3.2, BOS-3.3: one field on in a ring of columns or rows."""
    column, row = field[0], field[1]
    rings = {"N": "123451", "S": "543215", "E": "abcdea", "W": "edcbae"}
    ring = rings[side]
    return column + ring[ring.index(row) + 1] if side in "NS" else ring[ring.index(column) + 1] + row


def test_every_field_is_of_the_kind_that_the_figure_shows() -> None:
    """BOS-3.1."""
    assert {name: KINDS[cell] for name, cell in beach().items()} == {
        name: int(KIND[i]) for i, name in enumerate(FIELD_NAMES)
    }
    assert (FIELDS, len(FIELD_NAMES)) == (25, 25)
    assert FIELD_NAMES[CENTRE] == "c3"


def test_the_table_of_kinds_is_the_figure() -> None:
    """BOS-3.1: five outposts of each gang and five empty fields."""
    for kind, fields in table("bosman", "kind", "fields"):
        number = KINDS[kind.split()[0]]
        assert {name for i, name in enumerate(FIELD_NAMES) if KIND[i] == number} == set(fields.split(", "))


@pytest.mark.parametrize("field", FIELD_NAMES)
def test_the_four_fields_beside_each_field(field: str) -> None:
    """BOS-3.2, BOS-3.3, and the table of what lies around the boatswain."""
    i = FIELD_NAMES.index(field)
    around = {side: FIELD_NAMES[int(NEXT[n * FIELDS + i])] for n, side in enumerate("NESW")}
    assert around == {side: beside(field, side) for side in "NESW"}
    rows = {KINDS[row[0].split()[0]]: row[1:] for row in table("bosman", "boatswain stands on")}
    assert [KINDS[cell] for cell in rows[int(KIND[i])]] == [int(KIND[FIELD_NAMES.index(f)]) for f in around.values()]


@pytest.mark.parametrize("field", FIELD_NAMES)
def test_the_outpost_of_each_gang_beside_each_field(field: str) -> None:
    """Section 3.1, consequences a and b: one of every gang but the field's own, none of that."""
    shown, i = beach(), FIELD_NAMES.index(field)
    for gang in "RFCT":
        near = [to for side in "NESW" if shown[to := beside(field, side)] == gang]
        assert len(near) == (shown[field] != gang)
        found = int(OUTPOST[KINDS[gang] * FIELDS + i])
        assert ([] if found == NONE else [FIELD_NAMES[found]]) == near


def test_the_tokens_and_how_many_of_each() -> None:
    """BOS-2.1, BOS-2.2, BOS-2.4, BOS-2.7: in token order; the sums are those of the table of components."""
    codes = ["10", "11", "12", "20", "21", "22", "30", "31", "32", "M"]
    assert [*CODES] == codes
    assert ", ".join(codes) in clause("bosman", "BOS-2.7")
    assert list(TOKEN_NAMES) == [gang + code for gang in "RFCT" for code in codes]
    assert (GANGS, TOKENS) == ("RFCT", 40)
    counts = {row[0]: int(row[1]) for row in table("bosman", "component", "count")}
    copies = dict(zip(TOKEN_NAMES, map(int, COPIES), strict=True))
    assert copies == {name: 1 if name.endswith("M") else 2 for name in TOKEN_NAMES}
    assert sum(n for name, n in copies.items() if name[1:] != "M") == counts["pirate tokens"] == 72
    assert sum(n for name, n in copies.items() if name[1:] == "M") == counts["cabin boy tokens"] == 4


def test_the_seats_and_lines_of_the_boat() -> None:
    """BOS-3.6, BOS-3.9: as the figure of section 3.2 shows them, and as the clause lists them."""
    rows = [re.findall(r"\b[123][012]\b", line) for line in figures("bosman")[1]]
    grid = [row for row in rows if row]
    assert grid == [["30", "31", "32"], ["20", "21", "22"], ["10", "11", "12"]]
    assert sorted(code for row in grid for code in row) == list(SEAT_NAMES)
    assert len(SEAT_NAMES) == SEATS == 9
    straight = {frozenset(row) for row in grid} | {frozenset(column) for column in zip(*grid, strict=True)}
    diagonal = {frozenset(grid[i][i] for i in range(3)), frozenset(grid[i][2 - i] for i in range(3))}
    listed = [line.split("-") for line in re.findall(r"\d\d-\d\d-\d\d", clause("bosman", "BOS-3.9"))]
    lines = [[SEAT_NAMES[int(LINES[k + i])] for i in range(3)] for k in range(0, len(LINES), 3)]
    assert len(lines) == len(listed) == 8
    assert {frozenset(line) for line in lines} == straight | diagonal == {frozenset(line) for line in listed}


@pytest.mark.parametrize("line", re.findall(r"\d\d-\d\d-\d\d", clause("bosman", "BOS-3.9")))
@pytest.mark.parametrize("gang", "RFCT")
def test_every_line_of_three_is_a_point_more(line: str, gang: str) -> None:
    """BOS-3.9, BOS-16.1, BOS-16.2: three points and one; with one of the three of another gang there is none."""
    seats = line.split("-")
    whole: dict[str, Json] = {seat: gang + seat for seat in seats}
    points = Table(4, boat=whole).points()
    assert points["RFCT".index(gang)] == 4
    other = "F" if gang != "F" else "C"
    for seat in seats:
        boat: dict[str, Json] = {at: (other if at == seat else gang) + at for at in seats}
        assert sum(Table(4, boat=boat).points()) == 3


def test_the_corners_and_the_numbers() -> None:
    """BOS-4.2, BOS-4.5, BOS-6.1."""
    corners = dict(re.findall(r"`([RFCT])10` on ([ae][15])", clause("bosman", "BOS-4.2")))
    assert corners == {gang: FIELD_NAMES[int(CORNERS[i])] for i, gang in enumerate("RFCT")}
    assert (HAND, MOST_SWAPPED) == (5, 5)
