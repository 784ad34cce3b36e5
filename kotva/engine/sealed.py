"""Choices that others make at the same time without knowing each other's: sealed bids, cards laid face down."""

from __future__ import annotations

from kotva.engine.fields import key
from kotva.engine.moves import Moves
from kotva.engine.state import OK, State


class Sealed:
    """Whether what a seat does stays hidden from those who choose at the same time, found out once for each action.

    Nothing is declared: two actions that leave another chooser with one and the same view cannot be told apart by it.
    """

    def __init__(self) -> None:
        self._known: dict[int, bool] = {}

    def hides(self, s: State, actor: int, action: int) -> bool:
        """Whether the others who may act now would not see which action this was; False where it was the only one."""
        known = self._known.get(action)
        if known is None:
            known = _hidden(s, actor, action)
            if known is None:
                return False
            self._known[action] = known
        return known


def _hidden(s: State, actor: int, action: int) -> bool | None:
    """None: there is nothing that it could be mistaken for, or nobody else who chooses."""
    out = Moves()
    s.list_legal(actor, out)
    other = next((other for other in out.items() if other != action and s.why_not(actor, other) == OK), None)
    seats = [seat for seat in range(int(s.seats)) if seat != actor and s.may_act(seat)]
    if other is None or not seats:
        return None
    one, two = s.clone(), s.clone()
    one.apply(actor, action)
    two.apply(actor, other)
    return all(key(one.seen(seat)) == key(two.seen(seat)) for seat in seats)
