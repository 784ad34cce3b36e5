"""Every registered game under the whole kit, with every number of seats; a new game is checked without being asked."""

from __future__ import annotations

import pytest

from kotva import conformance, games
from kotva.engine.arrays import COMPILED
from tests import ours

pytestmark = pytest.mark.conformance

# The quick tests look at each game with the fewest players; all numbers of players are looked at by `make test`.
CASES = [
    pytest.param(game_id, seats, marks=[] if seats == games.load(game_id).rules.seats[0] else pytest.mark.slow)
    for game_id in ours.GAMES
    for seats in games.load(game_id).rules.seats
    # Plain Python looks at the fewest and at the most players; those between are looked at compiled alone.
    if COMPILED or seats in (games.load(game_id).rules.seats[0], games.load(game_id).rules.seats[-1])
]

# Plain Python is some thirty times as slow and finds what the compiled rules find: it looks at a part of it.
BUDGET = conformance.Budget(1.0 if COMPILED else 0.25)


@pytest.mark.parametrize("name", conformance.CHECKS)
@pytest.mark.parametrize(("game_id", "seats"), CASES)
def test_game_keeps_its_promises(game_id: str, seats: int, name: str) -> None:
    conformance.check(games.load(game_id), only=name, seats=seats, budget=BUDGET)
