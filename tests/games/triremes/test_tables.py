"""Triremes' tables (board.py) against the maps, the figure, the tables and the clauses of the rulebook.

Squares are pairs of column and row from 1 here, as the rulebook counts them.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from kotva.games.triremes import GAME
from kotva.games.triremes.board import (
    ATTACK,
    BERTHS,
    CODES,
    COLUMNS,
    DEFENCE,
    GRID,
    HEADINGS,
    LAND,
    LETTERS,
    LOAD,
    MOVEMENTS,
    NONE,
    REEF,
    SEA,
    SHIP_BOUNTY,
    SHIP_PRICE,
    SOLDIER_BOUNTY,
    SOLDIER_PRICE,
    SQUARES,
    TIES,
    USUAL,
    WATERS,
    Chart,
    ship_ident,
    ship_name,
    square_code,
    square_name,
)
from kotva.games.triremes.options import chart_of
from tests.games.rulebook import clause, figures, law, table

Square = tuple[int, int]
ALPHABET = "abcdefghijklmnopqrstuvwxyz"
NAMES = [*ALPHABET, *(first + second for first in "ab" for second in ALPHABET)]  # TRI-2.3
STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
ARROWS = "^>v<"


def name(square: Square) -> str:
    return f"{NAMES[square[0] - 1]}{square[1]}"


def left(heading: str) -> str:
    return {"N": "W", "W": "S", "S": "E", "E": "N"}[heading]


def right(heading: str) -> str:
    return {"N": "E", "E": "S", "S": "W", "W": "N"}[heading]


def go(square: Square, *headings: str) -> Square:
    for heading in headings:
        square = square[0] + STEP[heading][0], square[1] + STEP[heading][1]
    return square


def drawing(domain: str) -> list[str]:
    """The rows of a map of section 3, from the bottom."""
    (found,) = [figure for figure in figures("triremes") if figure[0].startswith(f"domain {domain} ")]
    return found[:0:-1]


def placed(layout: str, seat: int, copy: int, width: int, height: int) -> tuple[Square, str, Square, Square]:
    """TRI-2.8, 17.1, 18.1: where the drawn square (1, 1) goes, what up, right, down, left become, a step right, one up."""
    side = width + 2 * height
    if layout == "facing":
        start: Square = (1, 1) if seat == 0 else (width, 2 * height)
        ways = "NESW" if seat == 0 else "SWNE"
    elif layout == "double":
        start = (1 + copy * width, 1) if seat == 0 else (2 * width - copy * width, 2 * height)
        ways = "NESW" if seat == 0 else "SWNE"
    else:
        starts = [(height + 1, 1), (1, height + width), (height + width, side), (side, height + 1)]
        start = starts[seat]
        ways = ["NESW", "ESWN", "SWNE", "WNES"][seat]
    return start, ways, STEP[ways[1]], STEP[ways[0]]


class Board:
    """The board as the rulebook's words put it together."""

    def __init__(self, layout: str, domain: str, seats: int) -> None:
        rows = drawing(domain)
        width, height = len(rows[0]), len(rows)
        self.kind: dict[Square, str] = {}
        self.shore: dict[Square, int] = {}
        self.fort: dict[Square, tuple[int, int]] = {}
        self.berths: list[list[tuple[Square, str]]] = [[] for _ in range(seats)]
        self.posts: list[list[Square]] = [[] for _ in range(seats)]
        self.forts: list[list[Square]] = [[] for _ in range(seats)]
        self.size = (width, 2 * height) if layout == "facing" else (2 * width, 2 * height)
        if layout == "cross":
            self.size = (width + 2 * height, width + 2 * height)
            middle = range(height + 1, height + width + 1)
            self.kind.update({(c, r): "sea" for c in middle for r in middle})
        for seat in range(seats):
            for copy in range(2 if layout == "double" else 1):
                self.lay(rows, seat, copy, *placed(layout, seat, copy, width, height))

    def lay(self, rows: list[str], seat: int, copy: int, start: Square, ways: str, across: Square, up: Square) -> None:
        """One map; berths and posts in reading order of the drawing (TRI-3.2, 3.4)."""
        x, y = start
        for row in range(len(rows) - 1, -1, -1):
            for column, char in enumerate(rows[row]):
                at = (x + column * across[0] + row * up[0], y + column * across[1] + row * up[1])
                land = char in "#pFP"
                self.kind[at] = "reef" if char == "x" else "land" if land else "sea"
                if land:
                    self.shore[at] = seat
                if char in "FP":
                    self.fort[at] = (seat, copy)
                    self.forts[seat].append(at)
                if char in "pP":
                    self.posts[seat].append(at)
                if char in ARROWS:
                    self.berths[seat].append((at, ways[ARROWS.index(char)]))


GAMES = {"facing": ("bay", 2), "double": ("bay", 2), "cross": ("cove", 4), "cross of three": ("cove", 3)}


@cache
def boards(game: str) -> tuple[Board, Chart]:
    domain, seats = GAMES[game]
    layout = game.split()[0]
    options: dict[str, object] = {f"map{n}": domain for n in range(1, seats + 1)}
    chart = chart_of(GAME.choose_options(seats, {"layout": layout, **options}))
    return Board(layout, domain, seats), chart


def number(chart: Chart, square: Square) -> int:
    """A square's number in the tables, by its name."""
    return int(chart.square(square_code(name(square))))


def squares(chart: Chart, values: object) -> list[str]:
    assert hasattr(values, "__iter__")
    return [square_name(int(chart.code[int(v)])) for v in values if int(v) not in (NONE, 0)]


@pytest.mark.parametrize("game", GAMES)
def test_every_square_is_what_the_maps_show(game: str) -> None:
    """TRI-2.2, 2.8, 2.9, 17.1, 18.1: kinds, shores and capitals; outside everything is reef (TRI-2.5)."""
    board, chart = boards(game)
    assert (int(chart.columns), int(chart.rows)) == board.size
    kinds = {"sea": SEA, "land": LAND, "reef": REEF}
    for column in range(1, board.size[0] + 1):
        for row in range(1, board.size[1] + 1):
            at = (column, row)
            i = number(chart, at)
            assert int(chart.kind[i]) == kinds[board.kind.get(at, "reef")], at
            assert int(chart.shore[i]) == board.shore.get(at, NONE)
            fort = board.fort.get(at)
            assert int(chart.fort[i]) == (NONE if fort is None else fort[0] * 2 + fort[1])
    assert sum(int(kind) != REEF for kind in chart.kind) == sum(kind != "reef" for kind in board.kind.values())


@pytest.mark.parametrize("game", GAMES)
def test_berths_posts_and_capitals(game: str) -> None:
    """TRI-3.1, 3.2, 3.4, 17.2: in reading order, the left copy first."""
    board, chart = boards(game)
    for seat in range(len(board.berths)):
        here = slice(seat * BERTHS, seat * BERTHS + BERTHS)
        poses = [int(pose) for pose in chart.berth[here] if int(pose) != NONE]
        found = [square_name(int(chart.code[pose // 4])) + HEADINGS[pose % 4] for pose in poses]
        assert found == [name(at) + heading for at, heading in board.berths[seat]]
        assert squares(chart, chart.post[here]) == [name(at) for at in board.posts[seat]]
        assert sorted(squares(chart, chart.capital[here])) == sorted(name(at) for at in board.forts[seat])
        home = chart.home[int(chart.home_from[seat]) : int(chart.home_from[seat + 1])]
        own = sorted(at for at, owner in board.shore.items() if owner == seat)
        assert squares(chart, home) == [name(at) for at in own]  # TRI-2.7: by column, then row


def test_what_the_rulebook_says_of_the_default_board() -> None:
    """Section 3: capitals, berths and posts by name, and the start position as a figure."""
    board, _ = boards("facing")
    text = " ".join(law("triremes").split())
    for nation, seat in (("Roman", 0), ("Greek", 1)):
        listed = re.search(rf"{nation} capital: `([^`]*)`", text)
        assert listed
        assert sorted(listed[1].split()) == sorted(name(at) for at in board.forts[seat])
        berths = re.search(rf"{nation} berths 1\.\.6: `([^`]*)`", text)
        assert berths
        assert berths[1].split() == [name(at) + heading for at, heading in board.berths[seat]]
    posts = re.search(r"Posts: `([^`]*)` and `([^`]*)`", text)
    assert posts
    assert [posts[1].split(), posts[2].split()] == [[name(at) for at in both] for both in board.posts]
    (start,) = [figure for figure in figures("triremes") if figure[0].startswith("18 ##gg")]
    shown = {(column + 1, int(line[:2])): char for line in start[:-1] for column, char in enumerate(line[3:])}
    for at, char in shown.items():
        kind = "land" if char in "#gFr" else "sea"
        assert board.kind[at] == kind, at
        assert (char == "F") is (at in board.fort)
        assert (char in "gr") is any(at in posts for posts in board.posts)
    assert {(at, "^>v<".index(char)) for at, char in shown.items() if char in ARROWS} == {
        (at, "NESW".index(heading)) for both in board.berths for at, heading in both
    }


# -- movements (TRI-5.2, 5.6) -------------------------------------------------------------------------------------------


def reading(words: str, heading: str) -> list[str] | None:
    """`b+h+r` as headings from the bow: [h, r]; None for what is no square."""
    if not re.fullmatch(r"b(\+2?[hlr])*", words):
        return None
    ways = {"h": heading, "l": left(heading), "r": right(heading)}
    return [way for times, letter in re.findall(r"\+(2?)([hlr])", words) for way in [ways[letter]] * int(times or 1)]


def movements() -> dict[str, tuple[list[str], list[str]]]:
    """The table of TRI-5.2: squares that the bow enters; bow, heading and stern at the end."""
    found = re.findall(r"^  \| `([A-Z]+)` \|(.*)\|$", law("triremes"), re.M)
    rows = {code: [cell.strip() for cell in rest.split("|")] for code, rest in found if rest.count("|") == 3}
    assert list(rows) == ["F", "L", "R", "FL", "FR", "B"]
    return {
        code: ([w.strip() for w in row[1].split(",")], [w.strip() for w in row[2].split(",")])
        for code, row in rows.items()
    }


@pytest.mark.parametrize("heading", "NESW")
def test_the_movements_are_those_of_the_table(heading: str) -> None:
    """TRI-5.2: which squares must be free, where the bow ends and how the ship heads then; TRI-5.3."""
    _, chart = boards("facing")
    bow = (8, 9)
    ends = {"h": heading, "l": left(heading), "r": right(heading), "opposite of h": left(left(heading))}
    assert list(CODES[:USUAL]) == list(movements())
    for code, (entered, (end, turned, stern)) in movements().items():
        k = "NESW".index(heading) * MOVEMENTS + CODES.index(code)
        then = ends[turned]
        last = go(bow, *(reading(end, heading) or []))
        here = number(chart, bow)
        assert here + int(chart.way[k]) == number(chart, last)
        assert HEADINGS[int(chart.turned[k])] == then
        assert int(chart.across[k]) == number(chart, go(bow, right(then))) - here
        back = go(bow, *(reading(stern, heading) or []))
        assert back == go(last, left(left(then)))  # the stern is right behind the bow (TRI-2.6)
        free = [go(bow, *ways) for words in entered if (ways := reading(words, heading)) is not None]
        if code in ("FL", "FR", "B"):
            free.append(back)
        needed = {here + int(chart.first[k]), here + int(chart.second[k])}
        assert needed == {number(chart, at) for at in free}
        assert here + int(chart.first[k]) == number(chart, free[0])


@pytest.mark.parametrize("heading", "NESW")
def test_the_short_movements(heading: str) -> None:
    """TRI-5.6: `1` one ahead; `TL`, `TR` on the spot, where the end stern square must be free."""
    _, chart = boards("facing")
    here, bow = number(chart, (8, 9)), (8, 9)
    expected = {"1": (heading, heading), "TL": ("", left(heading)), "TR": ("", right(heading))}
    assert list(CODES[USUAL:]) == list(expected)
    for code, (way, then) in expected.items():
        k = "NESW".index(heading) * MOVEMENTS + CODES.index(code)
        end = go(bow, *way)
        assert here + int(chart.way[k]) == number(chart, end)
        assert HEADINGS[int(chart.turned[k])] == then
        needed = end if code == "1" else go(bow, left(left(then)))
        assert {here + int(chart.first[k]), here + int(chart.second[k])} == {number(chart, needed)}


@pytest.mark.parametrize("game", GAMES)
def test_the_sea_and_the_land_around_every_ship(game: str) -> None:
    """TRI-5.4, 9.2, 9.4: b+h, b+l, b+r, b+2h, b+h+l, b+h+r if they are sea; land beside either square, in sorting order."""
    board, chart = boards(game)
    for bow in board.kind:
        for h, heading in enumerate("NESW"):
            stern = go(bow, left(left(heading)))
            pose = number(chart, bow) * 4 + h
            quay = squares(chart, chart.quay[int(chart.quay_from[pose]) : int(chart.quay_from[pose + 1])])
            if board.kind[bow] != "sea" or board.kind.get(stern) != "sea":
                assert quay == []
                continue
            lands = {go(at, way) for at in (bow, stern) for way in "NESW"}
            assert quay == [name(at) for at in sorted(lands) if board.kind.get(at) == "land"]
            wanted = [go(bow, *ways) for ways in ([heading], [left(heading)], [right(heading)])]
            if board.kind.get(wanted[0]) == "sea":
                ahead = wanted[0]
                wanted += [go(ahead, heading), go(ahead, left(heading)), go(ahead, right(heading))]
            seas = [number(chart, at) if board.kind.get(at) == "sea" else 0 for at in wanted]
            assert [int(w) for w in chart.waters[pose * WATERS : pose * WATERS + WATERS]] == seas + [0] * (
                6 - len(seas)
            )


@pytest.mark.parametrize("game", GAMES)
def test_where_a_soldier_may_step(game: str) -> None:
    """TRI-7.1, 2.4: adjacent squares in the order N E S W; reef is none (TRI-2.2)."""
    board, chart = boards(game)
    for at, kind in board.kind.items():
        i = number(chart, at)
        found = squares(chart, chart.path[int(chart.path_from[i]) : int(chart.path_from[i + 1])])
        near = [to for way in "NESW" if board.kind.get(to := go(at, way), "reef") != "reef"]
        assert found == ([name(to) for to in near] if kind == "land" else [])
        actions = chart.steps[int(chart.path_from[i]) : int(chart.path_from[i + 1])]
        texts = [GAME.rules.actions.text(int(action)) for action in actions]
        assert texts == ([f"{name(at)}-{name(to)}" for to in near] if kind == "land" else [])


# -- names and numbers --------------------------------------------------------------------------------------------------


def test_the_names_of_squares_and_ships() -> None:
    """TRI-2.3, 2.7, 3.2: a to z, then aa, ab and so on; numbers go up by column, then row."""
    assert list(COLUMNS) == NAMES
    assert len(NAMES) == GRID
    listed = [name((column, row)) for column in range(1, GRID + 1) for row in range(1, GRID + 1)]
    assert [square_name(code) for code in range(SQUARES)] == listed
    assert [square_code(word) for word in listed] == list(range(SQUARES))
    assert [square_code(word) for word in ("", "a0", "a01", "a79", "zz1", "1a", "ca1")] == [NONE] * 7
    assert LETTERS == "RGCE"
    assert [ship_name(ship_ident(word)) for word in ("R1", "G12", "C7", "E200")] == ["R1", "G12", "C7", "E200"]
    assert [ship_ident(word) for word in ("", "R", "X1", "R0", "R01", "R201", "R1x")] == [NONE] * 7
    assert "".join(HEADINGS) == "NESW"


def test_the_numbers_of_fights_loads_and_prices() -> None:
    """TRI-8.1, 8.6, 9.1, 17.1, 20.2, 20.3."""
    words = {"two": 2}
    strengths = re.search(r"attacks with (\d) and defends with (\d)", clause("triremes", "TRI-8.1"))
    assert strengths
    assert (ATTACK, DEFENCE) == (int(strengths[1]), int(strengths[2]))
    ties = re.search(r"after (\d+) ties in a row", clause("triremes", "TRI-8.6"))
    assert ties
    assert int(ties[1]) == TIES
    load = re.search(r"carries at most (\w+) soldiers", clause("triremes", "TRI-9.1"))
    assert load
    assert words[load[1]] == LOAD
    income = re.search(
        r"(\d) coin for each enemy soldier.*(\d) coins for each enemy ship", clause("triremes", "TRI-20.2")
    )
    assert income
    assert (SOLDIER_BOUNTY, SHIP_BOUNTY) == (int(income[1]), int(income[2]))
    prices = re.search(r"`buy soldier sq` \((\d) coins\).*`buy ship n` \((\d) coins\)", clause("triremes", "TRI-20.3"))
    assert prices
    assert (SOLDIER_PRICE, SHIP_PRICE) == (int(prices[1]), int(prices[2]))
    assert SOLDIER_PRICE > SOLDIER_BOUNTY  # TRI-20.4
    assert SHIP_PRICE > SHIP_BOUNTY
    assert BERTHS == 12


def test_the_components() -> None:
    """Section 2: how many squares of each kind the maps have."""
    rows = {row[0]: row for row in table("triremes", "Item")}
    counts = re.search(
        r"(\d+) sea \((\d+) open \+ (\d+) berth\) \+ (\d+) land", rows["Domain map bay, 16 x 9 = 144"][3]
    )
    assert counts
    chars = "".join(drawing("bay"))
    sea = sum(chars.count(c) for c in ".^>v<o")
    assert [int(n) for n in counts.groups()] == [sea, chars.count("."), sea - chars.count("."), len(chars) - sea]
