"""HEX-17.2 at one table: a view has room for what the state has room for, and no more."""

from __future__ import annotations

import pytest

from kotva import games
from kotva.engine.state import SPECTATOR
from kotva.games.hexxi.rules.game import Hexxi
from kotva.match import Match


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_view_is_as_large_as_the_state(seats: int) -> None:
    """HEX-17.2: while tokens are deployed, for each seat and a spectator."""
    match = Match(games.load("hexxi"), seats, seed="look")
    match.play(match.legal()[0])
    state = match.state
    assert isinstance(state, Hexxi)
    for viewer in (SPECTATOR, *range(seats)):
        seen = state.seen(viewer)
        assert isinstance(seen, Hexxi)
        assert (len(seen.hand), len(seen.area), len(seen.kinds)) == (len(state.hand), len(state.area), len(state.kinds))
