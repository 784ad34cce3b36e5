"""The draw of a round (TOU-3, 4, 6, 7, 8.1 to 8.3, 14.6, 19.7 to 19.13): pure functions of a `Problem`.

    drawn = draw(Problem(seed="osada", round=1, players=tuple(Entrant(f"P{i}") for i in range(1, 11))))

The same problem gives the same draw on every machine: nothing here reads a clock, a generator or the order of a set.
"""

from __future__ import annotations

from kotva.tournament.draw.formats import RoundRobinGame, round_robin
from kotva.tournament.draw.mend import repair
from kotva.tournament.draw.problem import (
    BadTables,
    Drawn,
    DrawnTable,
    DrawOptions,
    DrawProblem,
    Entrant,
    Infeasible,
    NoRepair,
    Pair,
    Points,
    Repeat,
    TooFew,
    Warning,
)
from kotva.tournament.draw.rounds import broken, draw, evaluate, swap
from kotva.tournament.draw.sizes import Sizes, sizes, standins

__all__ = [
    "BadTables",
    "DrawOptions",
    "DrawProblem",
    "Drawn",
    "DrawnTable",
    "Entrant",
    "Infeasible",
    "NoRepair",
    "Pair",
    "Points",
    "Repeat",
    "RoundRobinGame",
    "Sizes",
    "TooFew",
    "Warning",
    "broken",
    "draw",
    "evaluate",
    "repair",
    "round_robin",
    "sizes",
    "standins",
    "swap",
]
