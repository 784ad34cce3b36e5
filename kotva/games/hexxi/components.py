"""What HEXXI is made of (HEX-1)."""

from __future__ import annotations

from kotva.engine.components import HEX, ROUND, Component, GameComponents, PrintedBoard
from kotva.engine.say import N_

_SEATS = range(4)
_BOX = (48.5, 56.0)  # a token's drawing, without the air around it
_MM = (26.0, 30.0)
_KINDS = ((N_("cruise tokens"), "C", 6), (N_("ships"), "S", 3), (N_("pirates"), "P", 2), (N_("warships"), "W", 1))

COMPONENTS = GameComponents(
    pieces=(
        *(
            Component(
                name=name,
                count=count,
                size=_MM,
                front=f"token-{kind}-{seat}",
                back=f"back-{seat}",
                owner=seat,
                shape=HEX,
                box=_BOX,
            )
            for seat in _SEATS
            for name, kind, count in _KINDS
        ),
        *(
            Component(
                name=N_("bases"),
                count=1,
                size=(29.4, 34.0),
                front=f"base-{seat}",
                owner=seat,
                shape=HEX,
                box=(53.0, 61.0),
            )
            for seat in _SEATS
        ),
        *(
            Component(
                name=N_("order markers"),
                count=1,
                size=(25.0, 25.0),
                front=f"marker-{seat}",
                owner=seat,
                shape=ROUND,
                box=(54.0, 54.0),
            )
            for seat in _SEATS
        ),
    ),
    boards=(PrintedBoard(name=N_("board"), scale=35.0, symbols=("field", "far", "centre")),),
)
