"""What a clock must know of Triremes: turns, answers to a pact or a draw, resigning (TRI-16.5)."""

from __future__ import annotations

from kotva.engine.state import State
from kotva.engine.timing import EACH, Timing
from kotva.games.triremes.rules.codes import DRAW_ASKED, PACT_ASKED, SETUP
from kotva.games.triremes.rules.game import Triremes


def turn(state: State) -> int:
    assert isinstance(state, Triremes)
    return EACH if state.phase == SETUP else int(state.turns)


def answering(state: State, seat: int) -> bool:
    assert isinstance(state, Triremes)
    return bool(state.phase in (PACT_ASKED, DRAW_ASKED) and state.may_act(seat))


def silence(state: State, _seat: int) -> str:
    """Who says nothing says no."""
    assert isinstance(state, Triremes)
    return "pact no" if state.phase == PACT_ASKED else "draw no"


TIMING = Timing(turn=turn, answering=answering, silence=silence, forfeit=lambda _state, seat: (seat, "resign"))
