"""What lessons may ask of this game: events by their names, and goals that no position tells."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from kotva.engine.game import Event, View
from kotva.games.settlers.board import NONE, VERTEX_HEX
from kotva.games.settlers.rules.codes import RAISED, SETTLED, STOLE
from kotva.games.settlers.rules.game import Settlers

EVENTS: Final[Mapping[str, int]] = {
    "stole": STOLE,
    "settled": SETTLED,
    "raised": RAISED,
}


def red_number(view: View, events: Sequence[Event]) -> bool:
    """Whether this seat has settled beside a field with a red number: a 6 or an 8."""
    s = view.seen
    assert isinstance(s, Settlers)
    for code, seat, vertex, _ in events:
        if code == SETTLED and seat == view.seat:
            around = (int(VERTEX_HEX[3 * vertex + i]) for i in range(3))
            if any(int(s.token[field]) in (6, 8) for field in around if field != NONE):
                return True
    return False


GOALS: Final[Mapping[str, Callable[[View, Sequence[Event]], bool]]] = {"red_number": red_number}
