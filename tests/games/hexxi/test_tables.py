"""HEXXI's tables (board.py) against the figure, the tables and the clauses of the rulebook."""

from __future__ import annotations

import re

import pytest

from kotva.games.hexxi.board import (
    BASE,
    BASE_FIELDS,
    BELOW_TOP,
    COPIES,
    FAR_EDGES,
    FIELD_AT,
    FIELD_NAMES,
    FIELDS,
    JUMP_FIRST,
    JUMP_NAMES,
    JUMP_STEP,
    JUMP_TO,
    JUMP_TURN,
    JUMPS,
    LETTERS,
    MASK,
    MOST_BID,
    NEAR,
    NEXT,
    NONE,
    SEA,
    STEP_FIRST,
    STEP_FROM,
    STEP_NAMES,
    STEP_TO,
    STEPS,
    TOKENS,
    VALUE,
    between,
    distance,
    field_of,
    fields_of,
    near,
)
from tests.games.rulebook import clause, figures, law, table

# The figure of section 2: where each field stands on paper, line and column of text. Fields of one line stand 5 apart, a
# line is shifted by 2 or 3 against the next.
PAPER = {
    found[0]: (-line, found.start())
    for line, text in enumerate(figures("hexxi")[0])
    for found in re.finditer(r"[a-g][1-7]", text)
}
# HEX-2.2: E, NE, NW, W, SW, SE as lines up and columns to the right.
WAYS = {
    "E": (0, (5,)),
    "NE": (1, (2, 3)),
    "NW": (1, (-2, -3)),
    "W": (0, (-5,)),
    "SW": (-1, (-2, -3)),
    "SE": (-1, (2, 3)),
}


def on_paper(field: str, way: str) -> str | None:
    """The field that the figure shows one step on."""
    line, column = PAPER[field]
    up, rights = WAYS[way]
    found = [to for to, at in PAPER.items() if at[0] == line + up and at[1] - column in rights]
    assert len(found) <= 1
    return found[0] if found else None


def steps(field: str) -> dict[str, str]:
    return {way: to for way in WAYS if (to := on_paper(field, way)) is not None}


def far(start: str) -> dict[str, int]:
    """HEX-2.3: how many steps every field is away, counted by walking."""
    seen, edge, n = {start: 0}, [start], 0
    while edge:
        n += 1
        edge = [to for at in edge for to in steps(at).values() if to not in seen]
        seen.update(dict.fromkeys(edge, n))
    return seen


def names(mask: int) -> set[str]:
    return {FIELD_NAMES[i] for i in fields_of(mask)}


def test_the_fields_are_those_of_the_figure() -> None:
    """HEX-2.1: 37, in rows of 4 to 7; numbered by row, then column; each has one bit."""
    assert sorted(PAPER) == list(FIELD_NAMES)
    assert len(PAPER) == FIELDS == 37
    rows = [[name for name in sorted(PAPER) if name[0] == row] for row in "abcdefg"]
    assert [len(row) for row in rows] == [4, 5, 6, 7, 6, 5, 4]
    assert names(int(SEA)) == set(PAPER)
    assert names(int(BELOW_TOP)) == {name for name in PAPER if name[0] != "g"}
    bits = [int(mask).bit_length() - 1 for mask in MASK]
    assert [int(FIELD_AT[bit]) for bit in bits] == list(range(37))
    assert sum(int(found) != NONE for found in FIELD_AT) == 37
    assert [int(field_of(int(MASK[i]))) for i in range(37)] == list(range(37))
    assert "`d4` is the central field" in clause("hexxi", "HEX-2.1")
    assert set(far("d4").values()) == {0, 1, 2, 3}


@pytest.mark.parametrize("field", sorted(PAPER))
def test_the_neighbours_of_every_field_are_those_of_the_figure(field: str) -> None:
    """HEX-2.2, HEX-2.5: in turning order; a corner has 3, another edge field 4, an inner field 6."""
    i = FIELD_NAMES.index(field)
    expected = steps(field)
    found = [int(NEXT[i * 6 + d]) for d in range(6)]
    assert {way: FIELD_NAMES[to] for way, to in zip(WAYS, found, strict=True) if to != NONE} == expected
    assert names(int(NEAR[i])) == set(expected.values()) == names(int(near(int(MASK[i]))))
    corners = ("a1", "d1", "g4", "g7", "d7", "a4")
    assert len(expected) == (3 if field in corners else 4 if far("d4")[field] == 3 else 6)
    away = far(field)
    assert [distance(i, j) for j in range(37)] == [away[name] for name in FIELD_NAMES]
    listed = [(FIELD_NAMES[int(STEP_FROM[k])], FIELD_NAMES[int(STEP_TO[k])]) for k in range(STEPS)]
    here = listed[int(STEP_FIRST[i]) : int(STEP_FIRST[i + 1])]
    assert here == [(field, to) for to in expected.values()]
    assert [STEP_NAMES[k] for k in range(int(STEP_FIRST[i]), int(STEP_FIRST[i + 1]))] == here


def test_the_jumps_are_all_ways_over_a_neighbour() -> None:
    """HEX-10.7, HEX-10.9, HEX-10.10: straight on, one of the three far fields, or any field but the one it came from."""
    expected = {}
    for start in PAPER:
        away = far(start)
        for way, over in steps(start).items():
            for to in steps(over).values():
                if to != start:
                    straight = on_paper(over, way) == to
                    expected[f"{start}x{over}-{to}"] = 0 if straight else 1 if away[to] == 2 else 2
    assert len(expected) == JUMPS
    assert {name: int(JUMP_TURN[k]) for k, name in enumerate(JUMP_NAMES)} == expected
    for step in range(STEPS):
        over = FIELD_NAMES[int(STEP_TO[step])]
        for jump in range(int(JUMP_FIRST[step]), int(JUMP_FIRST[step + 1])):
            assert int(JUMP_STEP[jump]) == step
            assert JUMP_NAMES[jump] == f"{STEP_NAMES[step][0]}x{over}-{FIELD_NAMES[int(JUMP_TO[jump])]}"
    assert int(JUMP_FIRST[STEPS]) == JUMPS
    assert int(STEP_FIRST[FIELDS]) == STEPS


@pytest.mark.parametrize("first", sorted(PAPER))
def test_what_lies_between_two_fields_is_the_middle_of_a_straight_line(first: str) -> None:
    """HEX-2.4: X, Y, Z touch in this order and lie in one direction."""
    for last in PAPER:
        middle = {on for way, on in steps(first).items() if on_paper(on, way) == last}
        masks = int(MASK[FIELD_NAMES.index(first)]), int(MASK[FIELD_NAMES.index(last)])
        assert names(int(between(*masks))) == middle


def test_the_bases_stand_where_the_clause_puts_them() -> None:
    """HEX-2.6, HEX-2.7: by number of players and seat."""
    text = clause("hexxi", "HEX-2.7")
    for players, listed in re.findall(r"([234]) players: ((?:[1-4]=[a-g][1-7](?:, )?)+)", text):
        n, bases = int(players), dict(re.findall(r"([1-4])=([a-g][1-7])", listed))
        assert len(bases) == n
        for seat in range(4):
            field = int(BASE[n * 4 + seat])
            assert (FIELD_NAMES[field] if field != NONE else None) == bases.get(str(seat + 1))
        assert names(int(BASE_FIELDS[n])) == set(bases.values())
    colours = {2: "yellow", 3: "red", 4: "blue"}
    marked = dict(re.findall(r"([ag][147]|d[17]) ((?:yellow|red|blue|\+)+|none)", text))
    for n, colour in colours.items():
        assert names(int(BASE_FIELDS[n])) == {corner for corner, on in marked.items() if colour in on}


def test_the_far_edges_are_those_of_the_table() -> None:
    """HEX-2.10, HEX-2.11: the seven fields at distance 6; two edges that meet in the opposite corner."""
    rows = {row[0]: row[1].split() for row in table("hexxi", "Base", "Far-edge fields")}
    pairs = re.findall(r"([a-g]\d)-([a-g]\d)", clause("hexxi", "HEX-2.5"))
    opposite = dict(pairs) | {b: a for a, b in pairs}
    assert len(opposite) == 6
    for base, listed in rows.items():
        mask = int(FAR_EDGES[FIELD_NAMES.index(base)])
        assert names(mask) == set(listed) == {field for field, n in far(base).items() if n == 6}
        assert opposite[base] in listed
        assert sum(b in steps(a).values() for a in listed for b in listed) == 2 * 6  # one row of seven that touch


def test_the_tokens_and_their_values() -> None:
    """HEX-1.1, HEX-1.2, HEX-1.3: the table of components."""
    rows = {re.sub(r".*\((.)\).*", r"\1", row[0]): row for row in table("hexxi", "Piece (letter)")}
    for kind, letter in enumerate("CSPW"):
        assert LETTERS[kind] == letter
        assert int(COPIES[kind]) == int(rows[letter][1])
        assert int(VALUE[kind]) == int(rows[letter][5])
    assert sum(int(n) for n in COPIES) == TOKENS == int(rows["Playing tokens"][1])
    assert sum(int(COPIES[k]) * int(VALUE[k]) for k in range(4)) == 24


def test_the_highest_bid_there_can_be() -> None:
    """Section 9: bid_cap goes from 1 to 99."""
    assert re.findall(r"\| `bid_cap` \| 1\.\.(\d+) \|", law("hexxi")) == [str(MOST_BID)]
