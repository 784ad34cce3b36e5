"""Turns and mirror images of the sea that leave the bases to their seats, one after the other (HEX-2.7)."""

from collections.abc import Callable
from typing import Final

from kotva.engine.symmetry import Symmetry
from kotva.games.hexxi import board
from kotva.games.hexxi.rules.game import Hexxi

_PLANES: Final = ("owners", "kinds", "down", "traps", "bases", "mover", "origin", "jumped")
_Place = tuple[int, int]


def _symmetry(name: str, seats: int, to: Callable[[int, int], _Place], shift: int = 0) -> Symmetry:
    places = [(row, column) for row in range(7) for column in range(7) if abs(row - column) <= 3]
    goes = [places.index(to(row, column)) for row, column in places]
    words = {was: board.FIELD_NAMES[goes[field]] for field, was in enumerate(board.FIELD_NAMES)}
    if shift:
        words |= {f"first {seat + 1}": f"first {(seat + shift) % seats + 1}" for seat in range(seats)}
    return Symmetry(name, words, dict.fromkeys(_PLANES, goes), shift, {"first": "random"} if shift else {})


def symmetries(s: Hexxi) -> tuple[Symmetry, ...]:
    """For two: across both lines between the bases, and half a turn. For three: a third of a turn, both ways."""
    if s.seats == 2:
        return (
            _symmetry("along the bases", 2, lambda row, column: (column, row)),
            _symmetry("half a turn", 2, lambda row, column: (6 - row, 6 - column), 1),
            _symmetry("between the bases", 2, lambda row, column: (6 - column, 6 - row), 1),
        )
    if s.seats == 3:
        return (
            _symmetry("a third of a turn", 3, lambda row, column: (6 - column, 3 + row - column), 1),
            _symmetry("two thirds of a turn", 3, lambda row, column: (3 + column - row, 6 - row), 2),
        )
    return ()
