"""Clauses of Triremes that hold in every position: what is refused, what is known, what exists, how it ends."""

from __future__ import annotations

import pytest

from kotva.games.triremes import GAME
from tests.games.promises import FATE, KNOWN, REFUSED, THERE, keep


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("promise", REFUSED)
def test_what_is_not_listed_is_refused_and_changes_nothing(promise: str, seats: int) -> None:
    """TRI-4.1, TRI-4.2."""
    keep(GAME, promise, seats)


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("promise", KNOWN)
def test_everybody_knows_what_the_rules_show_and_no_more(promise: str, seats: int) -> None:
    """TRI-21.1, TRI-21.2, TRI-21.3, TRI-21.4."""
    keep(GAME, promise, seats)


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("promise", THERE)
def test_nothing_is_lost_and_nothing_doubled(promise: str, seats: int) -> None:
    """TRI-2.5, TRI-2.9."""
    keep(GAME, promise, seats)


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("promise", FATE)
def test_chance_and_the_end(promise: str, seats: int) -> None:
    """TRI-21.5, TRI-16.4."""
    keep(GAME, promise, seats)
