"""What Bosman is made of (BOS-2)."""

from __future__ import annotations

from kotva.engine.components import ROUND, Component, GameComponents, PrintedBoard
from kotva.engine.say import N_
from kotva.games.bosman import board

_TOKEN = (60.0, 60.0)  # a token's drawing, without the air around it
_MM = (24.0, 24.0)
_CODES = tuple(f"{digit}{dots}" for digit in (1, 2, 3) for dots in (0, 1, 2))

COMPONENTS = GameComponents(
    pieces=(
        *(
            Component(
                name=N_("pirate tokens"),
                count=2,
                size=_MM,
                front=f"token-{gang}{code}",
                back="back",
                owner=seat,
                shape=ROUND,
                box=_TOKEN,
            )
            for seat, gang in enumerate(board.GANGS)
            for code in _CODES
        ),
        *(
            Component(
                name=N_("cabin boy tokens"),
                count=1,
                size=_MM,
                front=f"token-{gang}M",
                owner=seat,
                shape=ROUND,
                box=_TOKEN,
            )
            for seat, gang in enumerate(board.GANGS)
        ),
        *(
            Component(
                name=N_("poison tokens"), count=1, size=_MM, front="poison", owner=seat, shape=ROUND, box=(70.0, 70.0)
            )
            for seat in range(4)
        ),
        Component(name=N_("boatswain"), count=1, size=(30.0, 30.0), front="boatswain", box=(64.0, 64.0)),
        *(
            Component(name=N_("screens"), count=1, size=(180.0, 80.0), front=f"outpost-{seat}", owner=seat)
            for seat in range(4)
        ),
    ),
    boards=(
        PrintedBoard(name=N_("beach"), scale=32.0, symbols=("outpost-", "sand")),
        PrintedBoard(name=N_("boat"), scale=30.0, symbols=("seat",)),
    ),
)
