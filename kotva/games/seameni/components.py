"""What Seameni is made of (SEA section 2)."""

from __future__ import annotations

from kotva.engine.components import Component, GameComponents
from kotva.engine.say import N_

# Faces by code, with how many there are; those that point somewhere are printed once and turned when they are laid (SEA-2.2).
_FACES = (
    *(
        ("wa", 38),
        ("m2", 6),
        ("m3", 5),
        ("m4", 4),
        ("m5", 3),
        ("stN", 2),
        ("c1N", 4),
        ("c1NE", 4),
        ("c2NS", 4),
        ("c2NE", 4),
    ),
    *(("c4s", 4), ("c4d", 4), ("c8", 2), ("t1", 4), ("t2", 3), ("t3", 3), ("t4", 3), ("t5", 1), ("sh", 1), ("is", 6)),
    *(("oc", 4), ("tu", 3), ("ho", 2), ("ca", 1), ("vo", 3), ("ef", 3)),
)
_TILE = (30.0, 30.0)

COMPONENTS = GameComponents(
    pieces=(
        *(
            Component(name=N_("sea tiles"), count=count, size=_TILE, front=f"tile-{code}", back="hidden")
            for code, count in _FACES
        ),
        *(
            Component(name=N_("ships"), count=1, size=(28.0, 28.0), front=f"ship-{seat}", owner=seat, box=(68.0, 68.0))
            for seat in range(4)
        ),
        *(
            Component(
                name=N_("pirates"),
                count=1,
                size=(18.0, 18.0),
                front=f"pirate-{seat}-{number}",
                owner=seat,
                box=(66.0, 66.0),
            )
            for seat in range(4)
            for number in (1, 2, 3)
        ),
        Component(name=N_("treasures"), count=36, size=(15.0, 15.0), front="chest", box=(56.0, 56.0)),
    ),
)
