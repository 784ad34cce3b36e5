"""Numbers that are no action: a record, a page or an agent may send any."""

from __future__ import annotations

import pytest

from kotva import games
from kotva.engine.state import CHANCE, TABLE

NO_ACTION = {
    "bosman": "BOS-13.4",
    "hexxi": "HEX-16.3",
    "seameni": "SEA-5.1",
    "settlers": "SET-1.4",
    "triremes": "TRI-4.1",
}


@pytest.mark.parametrize(("game_id", "clause"), NO_ACTION.items())
def test_a_number_that_is_no_action_is_refused_to_everybody(game_id: str, clause: str) -> None:
    """Before the first action, between all of them and behind the last."""
    game = games.load(game_id)
    state = game.rules.new(game.choose_options(game.rules.seats[0]))
    taken = [range(family.base, family.base + family.size) for family in game.rules.actions]
    around = {-1, -7, 2**61, *(found.start - 1 for found in taken), *(found.stop for found in taken)}
    free = sorted(number for number in around if not any(number in found for found in taken))
    assert len(free) > 3
    for actor in (CHANCE, TABLE, 0, 1):
        assert {game.clause(int(state.why_not(actor, number))) for number in free} == {clause}
