"""The marks of up to eight seats: colour, shape and letter, the same in panels, pieces, log and print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kotva.engine.say import Say
from kotva.engine.scene import Item

LETTERS: Final = "ABCDEFGH"
SHAPES: Final = (  # circle, diamond, square, triangle, pentagon, hexagon, cross, hourglass: in a box from -32 to 32
    "M0-28A28 28 0 1 1 0 28A28 28 0 1 1 0-28Z",
    "M0-32L29 0L0 32L-29 0Z",
    "M-25-25H25V25H-25Z",
    "M0-31L31 25H-31Z",
    "M0-31L30-9L19 27H-19L-30-9Z",
    "M-16-28H16L32 0L16 28H-16L-32 0Z",
    "M-11-30H11V-11H30V11H11V30H-11V11H-30V-11H-11Z",
    "M-25-28H25L8 0L25 28H-25L-8 0Z",
)
SYMBOLS: Final[Mapping[str, str]] = {
    f"seat-mark-{seat}": f'<path d="{shape}" fill="currentColor" stroke="var(--ink)" stroke-width="1.5"/>'
    for seat, shape in enumerate(SHAPES)
}


def mark(name: str, seat: int, x: float, y: float, say: Say, *, size: float = 0.7) -> Item:
    """The mark of a seat on the board: its shape in its colour, with its letter."""
    return Item(
        name,
        f"seat-mark-{seat % 8}",
        x,
        y,
        layer=3,
        size=size,
        owner=seat,
        text=LETTERS[seat % 8],
        label=say.player(seat),
    )
