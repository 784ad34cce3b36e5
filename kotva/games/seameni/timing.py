"""What a clock must know of Seameni: turns, and the vote on ending the game (SEA-19.1)."""

from __future__ import annotations

from kotva.engine.state import State
from kotva.engine.timing import EACH, Timing
from kotva.games.seameni.rules.codes import PLACING, VOTE
from kotva.games.seameni.rules.game import Seameni


def turn(state: State) -> int:
    assert isinstance(state, Seameni)
    return EACH if state.phase == PLACING else int(state.turns)


def answering(state: State, seat: int) -> bool:
    assert isinstance(state, Seameni)
    return bool(state.phase == VOTE and state.may_act(seat))


TIMING = Timing(turn=turn, answering=answering, silence=lambda _state, _seat: "no")
