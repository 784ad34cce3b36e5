"""What a game is worth to its players at the end."""

from __future__ import annotations

from kotva.engine.state import OVER, State


def rewards(state: State) -> list[float]:
    """At the end, by seat: the share of the others placed behind, minus the share of those placed ahead; 0 before."""
    seats = range(int(state.seats))
    if state.to_act() != OVER:
        return [0.0 for _ in seats]
    ranks = [int(state.rank(seat)) for seat in seats]
    return [sum((other > rank) - (other < rank) for other in ranks) / (len(seats) - 1) for rank in ranks]
