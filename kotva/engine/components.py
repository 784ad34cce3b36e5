"""What a game is made of on a real table, for print: pieces with their counts and sizes, and boards.

One declaration is enough: drawings are those of the scene (`Game.look.symbols`), boards are the scene at the beginning of a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

RECTANGLE: Final = "rectangle"  # a shape: the usual one
ROUND: Final = "round"  # a shape: an ellipse as large as the size
HEX: Final = "hex"  # a shape: six-sided, standing on a corner
SHAPES: Final = (RECTANGLE, ROUND, HEX)  # all shapes


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    """Pieces of one kind that look alike. Those that the rulebook counts together have one name."""

    name: str  # for people (marked with N_)
    count: int  # how many of them are in the box
    size: tuple[float, float] = (25.0, 25.0)  # in millimetres, after cutting
    front: str = ""  # a drawing by its name; without one it is not printed: a die
    back: str = ""  # nothing: a blank back
    owner: int | None = None  # the seat whose colour it has
    shape: str = RECTANGLE  # how it is cut out
    box: tuple[float, float] = (64.0, 64.0)  # the part of the drawing, around its middle, that fills the size


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedBoard:
    """A board: the scene of a new game without its pieces, or a part of it."""

    name: str  # for people (marked with N_)
    scale: float  # millimetres that 64 units of the scene are long: the width of a field, as a rule
    count: int = 1  # boards that the rulebook counts: one picture may show several
    # Only items whose drawings begin so, and no more of the picture than they need; none: everything below the pieces.
    symbols: tuple[str, ...] = ()
    seats: int = 0  # of the game whose scene it is; 0: the most
    options: Mapping[str, str] = field(default_factory=dict)  # of that game, where they differ from the defaults


@dataclass(frozen=True, slots=True, kw_only=True)
class GameComponents:
    """Everything that is printed of a game, beside its rulebook."""

    pieces: tuple[Component, ...] = ()  # each kind once
    boards: tuple[PrintedBoard, ...] = ()  # none: the whole scene is the board
