"""Clauses of Bosman that hold in every position: what is refused, what is known, what exists, how it ends."""

from __future__ import annotations

import pytest

from kotva.games.bosman import GAME
from tests.games.promises import FATE, KNOWN, REFUSED, THERE, keep


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("promise", REFUSED)
def test_what_is_not_listed_is_refused_and_changes_nothing(promise: str, seats: int) -> None:
    """BOS-5.1, BOS-13.4."""
    keep(GAME, promise, seats)


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("promise", KNOWN)
def test_everybody_knows_what_the_rules_show_and_no_more(promise: str, seats: int) -> None:
    """BOS-14.1, BOS-14.2, BOS-14.3, BOS-14.4, BOS-14.5."""
    keep(GAME, promise, seats)


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("promise", THERE)
def test_nothing_is_lost_and_nothing_doubled(promise: str, seats: int) -> None:
    """BOS-2.2, BOS-2.4, BOS-2.5, BOS-3.4, BOS-3.5, BOS-14.3."""
    keep(GAME, promise, seats)


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("promise", FATE)
def test_chance_and_the_end(promise: str, seats: int) -> None:
    """BOS-14.6, BOS-15.5, BOS-16.8."""
    keep(GAME, promise, seats)
