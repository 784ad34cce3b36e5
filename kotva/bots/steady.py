"""Bots that do not shuttle: a move that only takes the last one back is passed over, unless it is clearly the best.

The game says how a seat's pieces stand (`Evaluation.pieces`). People notice nothing sooner than a ship that goes to and fro.
"""

from __future__ import annotations

from collections import deque
from random import Random
from typing import Final

from kotva.engine.arrays import Rng
from kotva.engine.game import PLAYED, View
from kotva.engine.one_ply import one_ply_values
from kotva.engine.state import OK, State

CLEARLY: Final = 60  # thousandths of a chance by which the way back must be better than everything else
REMEMBERED: Final = 3  # own turns: a ring of a few moves is a way to and fro as well


class TurnMemory:
    """How the own pieces stood at the beginning of the last turns."""

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)
        self._stood: deque[int] = deque(maxlen=REMEMBERED + 1)
        self._begun = False

    def onward(self, view: View, seat: int, actions: list[int]) -> list[int]:
        """The actions without those that lead back to where the pieces stood; all of them where nothing else is left."""
        evaluation, seen = view.game.bots.evaluation, view.seen
        now = int(evaluation.pieces(seen, seat))
        if not now:
            return actions
        if not self._begun or any(code == PLAYED and 0 <= actor != seat for code, actor, _, _ in view.news):
            self._begun = True
            self._stood.append(now)
        behind = {number for number in self._stood if number != now}
        if not behind or len(actions) < 2:
            return actions
        dealt = seen.clone()
        dealt.redeal(seat, Rng(self._random.getrandbits(30)))
        back = [action for action in actions if _leads_to(view, dealt, seat, action) in behind]
        others = [action for action in actions if action not in back]
        if not back or not others:
            return actions
        looks = one_ply_values(seen, seat, [*others, *back], evaluation, 1, self._random.getrandbits(30))
        best = max(value for value, _ in looks[: len(others)])
        return others + [a for a, (value, _) in zip(back, looks[len(others) :]) if value >= best + CLEARLY]


def _leads_to(view: View, dealt: State, seat: int, action: int) -> int:
    """How the own pieces stand after an action, before chance or anybody else does something."""
    if dealt.why_not(seat, action) != OK:
        return 0
    after = dealt.clone()
    after.apply(seat, action)
    return int(view.game.bots.evaluation.pieces(after, seat))
