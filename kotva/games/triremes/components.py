"""What Triremes is made of (TRI section 2); figures for the big battle of four, whose first two sets are the base game's."""

from __future__ import annotations

from kotva.engine.components import Component, GameComponents, PrintedBoard
from kotva.engine.say import N_

_SQUARE = 18.0  # millimetres

COMPONENTS = GameComponents(
    pieces=(
        *(
            Component(
                name=N_("ships"),
                count=6,
                size=(_SQUARE - 1, 2 * _SQUARE - 1),
                front=f"ship-{seat}",
                owner=seat,
                box=(32.0, 66.0),
            )
            for seat in range(4)
        ),
        *(
            Component(
                name=N_("soldiers"),
                count=6,
                size=(_SQUARE - 1,) * 2,
                front=f"soldier-{seat}",
                owner=seat,
                box=(66.0, 66.0),
            )
            for seat in range(4)
        ),
        Component(name=N_("dice"), count=1),
    ),
    boards=(
        PrintedBoard(name=N_("domain maps"), scale=_SQUARE, count=2, seats=2),
        PrintedBoard(name=N_("domain maps of the big battle"), scale=_SQUARE, count=4, seats=4),
    ),
)
