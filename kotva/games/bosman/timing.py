"""What a clock must know of Bosman: its turns (BOS-5.3)."""

from __future__ import annotations

from kotva.engine.timing import EACH, Timing
from kotva.games.bosman.rules.game import Bosman


def turn(state: Bosman) -> int:
    return int(state.turn) if state.turn > 0 else EACH


TIMING = Timing(turn=turn)
