"""What lessons may ask of this game beside its events: goals that no position tells."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from kotva.engine.game import Event, View
from kotva.games.settlers import board
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.game import Settlers


def red_number(view: View[Settlers], events: Sequence[Event]) -> bool:
    """Whether this seat has settled beside a field with a red number: a 6 or an 8."""
    s = view.seen
    for code, seat, vertex, _ in events:
        if code == codes.SETTLED and seat == view.seat:
            around = (int(board.VERTEX_HEX[3 * vertex + i]) for i in range(3))
            if any(int(s.token[field]) in (6, 8) for field in around if field != board.NONE):
                return True
    return False


GOALS: Final[Mapping[str, Callable[[View[Settlers], Sequence[Event]], bool]]] = {"red_number": red_number}
