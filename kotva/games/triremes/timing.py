"""What a clock must know of Triremes: turns, answers to a pact or a draw, resigning (TRI-16.5)."""

from __future__ import annotations

from kotva.engine.timing import EACH, Timing
from kotva.games.triremes.rules import codes
from kotva.games.triremes.rules.game import Triremes


def turn(state: Triremes) -> int:
    return EACH if state.phase == codes.SETUP else int(state.turns)


def answering(state: Triremes, seat: int) -> bool:
    return bool(state.phase in (codes.PACT_ASKED, codes.DRAW_ASKED) and state.may_act(seat))


def silence(state: Triremes, _seat: int) -> str:
    """Who says nothing says no."""
    return "pact no" if state.phase == codes.PACT_ASKED else "draw no"


TIMING = Timing(turn=turn, answering=answering, silence=silence, forfeit=lambda _state, seat: (seat, "resign"))
