"""Where pieces lie on sheets: rows of equal cells in the middle of the page, backs in the mirror, boards cut into pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from kotva.engine.components import Component
from kotva.paper.drawing import BLEED

MARGIN: Final = 10.0  # millimetres that printers leave white
FOOT: Final = 14.0  # for the ruler
GAP: Final = 4.0  # between two bleeds, for the crop marks
OVERLAP: Final = 10.0  # of two pages of a board


@dataclass(frozen=True, slots=True)
class Place:
    """A piece on a sheet: the upper left corner of its cut, in millimetres from that of the page."""

    component: Component
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class BoardPart:
    """A part of a board on a page of its own: where it begins in the board, and how large it is."""

    row: int
    column: int
    x: float
    y: float
    wide: float
    high: float


def sheets(pieces: Sequence[Component], wide: float, high: float) -> Iterator[list[Place]]:
    """Pieces of one size fill sheets together."""
    sizes = dict.fromkeys(piece.size for piece in pieces)
    for size in sizes:
        copies = [piece for piece in pieces if piece.size == size for _ in range(piece.count)]
        cell_wide, cell_high = size[0] + 2 * BLEED + GAP, size[1] + 2 * BLEED + GAP
        columns = max(1, int((wide - 2 * MARGIN) // cell_wide))
        rows = max(1, int((high - 2 * MARGIN - FOOT) // cell_high))
        left = (wide - columns * cell_wide) / 2 + BLEED + GAP / 2
        top = MARGIN + BLEED + GAP / 2
        for start in range(0, len(copies), columns * rows):
            yield [
                Place(piece, left + n % columns * cell_wide, top + n // columns * cell_high)
                for n, piece in enumerate(copies[start : start + columns * rows])
            ]


def mirrored(place: Place, wide: float) -> float:
    """Where the back of a piece begins when the sheet was turned over its long edge."""
    return wide - place.x - place.component.size[0]


def parts(wide: float, high: float, page_wide: float, page_high: float) -> list[BoardPart]:
    """The pages of a board; one where it fits."""
    room_wide, room_high = page_wide - 2 * (MARGIN + BLEED), page_high - 2 * (MARGIN + BLEED) - FOOT
    out = []
    for row, (y, tall) in enumerate(_cuts(high, room_high)):
        for column, (x, broad) in enumerate(_cuts(wide, room_wide)):
            out.append(BoardPart(row, column, x, y, broad, tall))
    return out


def _cuts(length: float, room: float) -> list[tuple[float, float]]:
    """Pieces of a length that fit, each beginning so much before the end of the one before it."""
    if length <= room:
        return [(0.0, length)]
    out = []
    at = 0.0
    while at + OVERLAP < length:
        out.append((at, min(room, length - at)))
        at += room - OVERLAP
    return out
