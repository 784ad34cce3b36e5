"""What a clock must know of Seameni: turns, and the vote on ending the game (SEA-19.1)."""

from __future__ import annotations

from kotva.engine.timing import EACH, Timing
from kotva.games.seameni.rules import codes
from kotva.games.seameni.rules.game import Seameni


def turn(state: Seameni) -> int:
    return EACH if state.phase == codes.PLACING else int(state.turns)


def answering(state: Seameni, seat: int) -> bool:
    return bool(state.phase == codes.VOTE and state.may_act(seat))


TIMING = Timing(turn=turn, answering=answering, silence=lambda _state, _seat: "no")
