"""Tracks, player mats, seats around a table, and texts with a size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from textwrap import wrap
from typing import Final

from kotva.engine.scene import Item
from kotva.parts.boards import coordinate

_STEP: Final = 44.0
_LETTER: Final = 0.56  # how wide a letter is, of its size
_SHORT, _LONG = 26.0, 18.0  # the sizes that texts of up to two and of more characters have by themselves


@dataclass(frozen=True, slots=True)
class Track:
    """Steps from 0 on, for scores, rounds and prices: `Track.line(11, 30, 40)`, or around a board with `Track.around`."""

    points: tuple[tuple[float, float], ...]  # the middle of each step

    @staticmethod
    def line(steps: int, x: float, y: float, *, each: int = 99) -> Track:
        """From left to right, and back again below after each so many."""
        points = []
        for i in range(steps):
            column, line = i % each, i // each
            points.append((x + _STEP * (column if line % 2 == 0 else each - 1 - column), y + _STEP * line))
        return Track(tuple(points))

    @staticmethod
    def around(columns: int, rows: int, x: float, y: float) -> Track:
        """Clockwise around a rectangle of so many steps, from its upper left corner."""
        top = [(i, 0) for i in range(columns)]
        right = [(columns - 1, i) for i in range(1, rows)]
        bottom = [(i, rows - 1) for i in range(columns - 2, -1, -1)]
        left = [(0, i) for i in range(rows - 2, 0, -1)]
        return Track(tuple((x + _STEP * a, y + _STEP * b) for a, b in (*top, *right, *bottom, *left)))

    def put(self, item: Item, step: int, nth: int = 0, of: int = 1) -> Item:
        """The item on a step; beyond the last step it goes on from 0. Several on one step stand apart."""
        x, y = self.points[step % len(self.points)]
        across = min(of, 3)
        x += (nth % across - (across - 1) / 2) * 13 if of > 1 else 0
        y += (nth // across - (of - 1) // across / 2) * 13 if of > 1 else 0
        return item._replace(x=x, y=y, size=item.size * (0.5 if of == 1 else 0.36))

    def ground(self, first: int = 0) -> str:
        """The steps, numbered from `first`."""
        way = "M" + "L".join(f"{x:g} {y:g}" for x, y in self.points)
        drawn = f'<path d="{way}" fill="none" stroke="var(--land)" stroke-width="12" stroke-linejoin="round"/>'
        for i, (x, y) in enumerate(self.points):
            drawn += (
                f'<rect x="{x - 19:g}" y="{y - 19:g}" width="38" height="38" rx="6" fill="var(--card)" stroke="var(--ink)"/>'
                + coordinate(x, y, str(first + i))
            )
        return drawn


@dataclass(frozen=True, slots=True)
class Mat:
    """A player's own board: a frame in the seat's colour with places in a row. `mats` lays one for each seat."""

    seat: int  # whose
    x: float  # its left edge
    y: float  # its upper edge
    width: float  # in units of the scene
    height: float  # in units of the scene
    places: int = 4  # slots

    def place(self, number: int) -> tuple[float, float]:
        """The middle of a slot."""
        return self.x + (number + 0.5) * self.width / self.places, self.y + 28 + (self.height - 28) / 2

    @property
    def _side(self) -> float:
        return min(self.width / self.places, self.height - 28) - 8

    def put(self, item: Item, number: int) -> Item:
        """The item in a slot, made smaller where it would not fit."""
        x, y = self.place(number)
        return item._replace(x=x, y=y, size=item.size * min(1.0, self._side / 60))

    def title(self, name: str) -> Item:
        """Whose it is, written on its upper edge; an item, because names are people's own."""
        wide = len(name) * 15 * _LETTER / 2
        return text(f"mat-{self.seat}", name, self.x + 14 + wide, self.y + 15, 15)

    def ground(self) -> str:
        """The frame and its slots."""
        colour = f"var(--seat-{self.seat % 8})"
        drawn = (
            f'<rect x="{self.x:g}" y="{self.y:g}" width="{self.width:g}" height="{self.height:g}" rx="10" fill="var(--card)" '
            f'stroke="{colour}" stroke-width="3"/>'
        )
        side = self._side
        for number in range(self.places):
            x, y = self.place(number)
            drawn += (
                f'<rect x="{x - side / 2:g}" y="{y - side / 2:g}" width="{side:g}" height="{side:g}" rx="6" fill="none" '
                f'stroke="{colour}" stroke-opacity=".7" stroke-dasharray="5 4"/>'
            )
        return drawn


def mats(
    seats: int, x: float, y: float, width: float, height: float, *, places: int = 4, across: int = 2
) -> tuple[Mat, ...]:
    """A mat for each of up to eight seats, so many across, with a gap between them."""
    return tuple(
        Mat(i, x + (width + 16) * (i % across), y + (height + 16) * (i // across), width, height, places)
        for i in range(seats)
    )


def around(
    seats: int, width: float, height: float, *, viewer: int = 0, margin: float = 60.0
) -> tuple[tuple[float, float], ...]:
    """Where each of up to eight seats sits around a table, clockwise, the viewer at the bottom."""
    angles = [pi / 2 + 2 * pi * ((i - viewer) % seats) / seats for i in range(seats)]
    return tuple(
        (width / 2 + (width / 2 - margin) * cos(a), height / 2 + (height / 2 - margin) * sin(a)) for a in angles
    )


def text(name: str, words: str, x: float, y: float, size: float = 18.0) -> Item:
    """Words of a size (in units of the scene: a field is 64) around a point."""
    return Item(name, "", x, y, layer=2, text=words, size=size / (_SHORT if len(words) < 3 else _LONG))


def paragraph(name: str, words: str, x: float, y: float, width: float, size: float = 16.0) -> tuple[Item, ...]:
    """Words in lines that are as wide as that, around x, from y downwards; its things are `name-0`, `name-1`, ..."""
    lines: Sequence[str] = wrap(words, max(4, int(width / (size * _LETTER))))
    return tuple(text(f"{name}-{i}", line, x, y + size * 1.35 * i, size) for i, line in enumerate(lines))
