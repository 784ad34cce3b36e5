"""Boards: squares, hexes, and places joined by ways. A cell is a number for the rules, a name for people, a place in the scene.

BOARD = SquareBoard(8, 8)
Names(BOARD.names)                      # for a Family: `sail {}`
BOARD.neighbours[cell]                  # for the rules
Scene(BOARD.width, BOARD.height, (*BOARD.cells(), ...), ground=BOARD.ground())
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import atan2, degrees
from string import ascii_lowercase
from typing import Final

from kotva.engine.scene import Item

FIELD: Final = 64.0  # of a square
EDGE: Final = 36.0  # around the cells, with the coordinates
HEX_WIDE: Final = 55.4  # of a hex that is 64 high and stands on a corner
_HEX_STEP: Final = 48.0  # from row to row
OFF: Final = -1  # no cell

SYMBOLS: Final[Mapping[str, str]] = {
    "square": '<path d="M-32-32H32V32H-32z" fill="var(--sea)" stroke="var(--ink)" stroke-opacity=".45"/>',
    "square-dark": '<path d="M-32-32H32V32H-32z" fill="var(--deep)" stroke="var(--ink)" stroke-opacity=".45"/>'
    '<path d="M-32-32H32V32H-32z" fill="url(#waves)"/>',
    "square-land": '<path d="M-32-32H32V32H-32z" fill="var(--land)" stroke="var(--ink)" stroke-opacity=".45"/>'
    '<path d="M-32-32H32V32H-32z" fill="url(#stipple)"/>',
    "hex": '<path d="M0-32 27.7-16V16L0 32-27.7 16V-16z" fill="var(--sea)" stroke="var(--ink)" stroke-opacity=".55"/>',
    "hex-dark": '<path d="M0-32 27.7-16V16L0 32-27.7 16V-16z" fill="var(--deep)" stroke="var(--ink)" stroke-opacity=".55"/>'
    '<path d="M0-32 27.7-16V16L0 32-27.7 16V-16z" fill="url(#waves)"/>',
    "hex-land": '<path d="M0-32 27.7-16V16L0 32-27.7 16V-16z" fill="var(--land)" stroke="var(--ink)" stroke-opacity=".55"/>'
    '<path d="M0-32 27.7-16V16L0 32-27.7 16V-16z" fill="url(#stipple)"/>',
    "spot": '<circle r="24" fill="var(--land)" stroke="var(--ink)" stroke-width="1.5"/><circle r="20" fill="none" '
    'stroke="var(--ink)" stroke-opacity=".35"/>',
}


def frame(width: float, height: float) -> str:
    """The double ruled border of a chart."""
    return (
        f'<rect x="4" y="4" width="{width - 8:g}" height="{height - 8:g}" fill="none" stroke="var(--ink)" stroke-width="2"/>'
        f'<rect x="9" y="9" width="{width - 18:g}" height="{height - 18:g}" fill="none" stroke="var(--ink)" '
        'stroke-opacity=".5"/>'
    )


def coordinate(x: float, y: float, text: str) -> str:
    """A letter or number at the edge of a board."""
    return f'<text class="coordinate" x="{x:g}" y="{y + 5:g}" text-anchor="middle">{escape(text)}</text>'


class CellBoard:
    """What all boards have: `names` and `places` of the cells, `neighbours` of each, a size, a ground and things to click."""

    symbol = "square"  # the drawing of a cell

    def __init__(
        self, names: Sequence[str], places: Sequence[tuple[float, float]], neighbours: Sequence[Sequence[int]]
    ) -> None:
        self.names = tuple(names)  # of the cells, in the order of their numbers
        self.places = tuple(places)  # the middle of each, in the scene
        self.neighbours = tuple(tuple(near) for near in neighbours)  # of each cell
        self.size = len(self.names)  # how many cells
        self.width = max(x for x, _ in self.places) + EDGE + FIELD / 2  # of the scene
        self.height = max(y for _, y in self.places) + EDGE + FIELD / 2  # of the scene

    def number(self, name: str) -> int:
        """The cell of a name."""
        return self.names.index(name)

    def put(self, item: Item, cell: int, nth: int = 0, of: int = 1) -> Item:
        """The item on a cell; the `nth` of several that share it stands beside the others, smaller."""
        x, y = self.places[cell]
        if of > 1:
            columns = 2 if of <= 4 else 3
            column, row = nth % columns, nth // columns
            last = (of - 1) // columns
            apart = 28.0 if columns == 2 else 20.0
            x += apart * (column - (columns - 1) / 2)
            y += apart * (row - last / 2)
            item = item._replace(size=item.size * (0.55 if columns == 2 else 0.4))
        return item._replace(x=x, y=y)

    def cells(self, symbols: Mapping[int, str] | None = None, labels: Sequence[str] = ()) -> tuple[Item, ...]:
        """A field to choose for each cell: its id and its label are its name, where no other `labels` are given."""
        found = symbols or {}
        return tuple(
            Item(name, found.get(i, self.symbol), *self.places[i], label=labels[i] if labels else name)
            for i, name in enumerate(self.names)
        )

    def ground(self) -> str:
        """What lies under the cells: the border, and the coordinates where the board has rows."""
        return frame(self.width, self.height)


class SquareBoard(CellBoard):
    """Squares in columns a, b, c, ... and rows 1, 2, 3, ... from below; cell 0 is a1, then b1."""

    def __init__(self, columns: int, rows: int, *, diagonal: bool = False) -> None:
        self.columns, self.rows, self.diagonal = columns, rows, diagonal
        names = [f"{ascii_lowercase[i % columns]}{i // columns + 1}" for i in range(columns * rows)]
        places = [
            (EDGE + FIELD * (i % columns + 0.5), EDGE + FIELD * (rows - i // columns - 0.5)) for i in range(len(names))
        ]
        ways = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx or dy) and (diagonal or not (dx and dy))]
        neighbours = [
            [to for dx, dy in ways if (to := _stepped(columns, rows, i, dx, dy)) != OFF] for i in range(len(names))
        ]
        super().__init__(names, places, neighbours)

    def step(self, cell: int, dx: int, dy: int) -> int:
        """The cell so many columns to the right and rows up, or OFF."""
        return _stepped(self.columns, self.rows, cell, dx, dy)

    def chequered(self) -> dict[int, str]:
        """Every other cell dark, for `cells`."""
        return {i: "square-dark" for i in range(self.size) if (i % self.columns + i // self.columns) % 2 == 0}

    def ground(self) -> str:
        columns = (coordinate(self.places[i][0], self.height - EDGE / 2, self.names[i][0]) for i in range(self.columns))
        rows = (
            coordinate(EDGE / 2 + 2, self.places[i * self.columns][1], self.names[i * self.columns][1:])
            for i in range(self.rows)
        )
        return frame(self.width, self.height) + "".join((*columns, *rows))


def _stepped(columns: int, rows: int, cell: int, dx: int, dy: int) -> int:
    x, y = cell % columns + dx, cell // columns + dy
    return y * columns + x if 0 <= x < columns and 0 <= y < rows else OFF


class HexBoard(CellBoard):
    """Hexes that stand on a corner, in rows a, b, c, ... from above, numbered from the left.

    `HexBoard(5, 4)` has four rows of five, every other one half a hex to the right; `HexBoard.large(3)` is a hexagon with
    three hexes on each side.
    """

    symbol = "hex"

    def __init__(self, columns: int, rows: int) -> None:
        self._lay([(row, row % 2 + 2 * column) for row in range(rows) for column in range(columns)])

    @classmethod
    def large(cls, side: int) -> HexBoard:
        """A hexagon with so many hexes on each side."""
        board = cls.__new__(cls)
        rows = 2 * side - 1
        lengths = [rows - abs(row - side + 1) for row in range(rows)]
        board._lay([(row, rows - n + 2 * column) for row, n in enumerate(lengths) for column in range(n)])
        return board

    def _lay(self, spots: list[tuple[int, int]]) -> None:
        """From rows and half columns: two hexes touch if they are two halves apart in a row, or one in the next."""
        self._spots = spots
        index = {spot: i for i, spot in enumerate(spots)}
        near = ((0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1))
        first = min(half for _, half in spots)
        names, counted = [], dict.fromkeys(range(spots[-1][0] + 1), 0)
        for row, _ in spots:
            counted[row] += 1
            names.append(f"{ascii_lowercase[row]}{counted[row]}")
        places = [(EDGE + HEX_WIDE / 2 * (half - first + 1), EDGE + FIELD / 2 + _HEX_STEP * row) for row, half in spots]
        neighbours = [
            [index[row + dy, half + dx] for dy, dx in near if (row + dy, half + dx) in index] for row, half in spots
        ]
        super().__init__(names, places, neighbours)

    def step(self, cell: int, dx: int, dy: int) -> int:
        """The hex in a direction: (2, 0) is the next to the right, (1, 1) below to the right; or OFF."""
        row, half = self._spots[cell]
        wanted = (row + dy, half + dx)
        return self._spots.index(wanted) if wanted in self._spots else OFF

    def ground(self) -> str:
        first = [i for i in range(self.size) if self.names[i][1:] == "1"]
        rows = (
            coordinate(max(18, self.places[i][0] - HEX_WIDE / 2 - 12), self.places[i][1], self.names[i][0])
            for i in first
        )
        return frame(self.width, self.height) + "".join(rows)


class FreeBoard(CellBoard):
    """Places anywhere, joined by ways: harbours and routes, rooms and doors.

    `FreeBoard({"quay": (80, 80), "isle": (240, 120)}, [("quay", "isle")])`; coordinates are units of the scene.
    """

    symbol = "spot"

    def __init__(self, places: Mapping[str, tuple[float, float]], ways: Iterable[tuple[str, str]]) -> None:
        names = tuple(places)
        self.ways = tuple((names.index(a), names.index(b)) for a, b in ways)  # each once, as two cells
        neighbours: list[list[int]] = [[] for _ in names]
        for a, b in self.ways:
            neighbours[a].append(b)
            neighbours[b].append(a)
        super().__init__(names, tuple(places.values()), neighbours)

    def between(self, way: int) -> tuple[float, float, float]:
        """The middle of a way and its direction in degrees: for what lies on it, like a bridge."""
        (x, y), (x2, y2) = (self.places[cell] for cell in self.ways[way])
        return (x + x2) / 2, (y + y2) / 2, degrees(atan2(y2 - y, x2 - x))

    def ground(self) -> str:
        drawn = frame(self.width, self.height)
        for a, b in self.ways:
            (x, y), (x2, y2) = self.places[a], self.places[b]
            drawn += (
                f'<path d="M{x:g} {y:g}L{x2:g} {y2:g}" fill="none" stroke="var(--wood)" stroke-width="9" '
                'stroke-linecap="round"/>'
                f'<path d="M{x:g} {y:g}L{x2:g} {y2:g}" fill="none" stroke="var(--card)" stroke-width="2" '
                'stroke-dasharray="7 7"/>'
            )
        for cell, name in enumerate(self.names):
            x, y = self.places[cell]
            wide = 8 * len(name) + 6
            drawn += (
                f'<rect x="{x - wide / 2:g}" y="{y + 29:g}" width="{wide}" height="18" rx="4" fill="var(--paper)"/>'
            )
            drawn += coordinate(x, y + 38, name)
        return drawn
