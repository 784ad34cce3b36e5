"""Clauses of Piraci HEXXI that hold in every position: what is refused, what is known, what exists, how it ends."""

from __future__ import annotations

import pytest

from kotva import conformance
from kotva.games.hexxi import GAME
from tests.games.promises import FATE, KNOWN, REFUSED, THERE, keep


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("promise", REFUSED)
def test_what_is_not_listed_is_refused_and_changes_nothing(promise: str, seats: int) -> None:
    """HEX-16.3."""
    keep(GAME, promise, seats)


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("promise", KNOWN)
def test_everybody_knows_what_the_rules_show_and_no_more(promise: str, seats: int) -> None:
    """HEX-17.1, HEX-17.2, HEX-17.3, HEX-17.4, HEX-17.5."""
    keep(GAME, promise, seats)


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("promise", THERE)
def test_nothing_is_lost_and_nothing_doubled(promise: str, seats: int) -> None:
    """HEX-2.8, HEX-2.9, HEX-16.1, HEX-17.1."""
    keep(GAME, promise, seats)


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("promise", FATE)
def test_chance_and_the_end(promise: str, seats: int) -> None:
    """HEX-17.6, HEX-18.1, HEX-18.2."""
    keep(GAME, promise, seats)


def test_a_token_paid_openly_is_told_though_the_next_moment_uncovers_all() -> None:
    """HEX-6.9, HEX-7.1: by then it does not show whether C was paid and P lay there or P was paid and C lay there."""
    conformance.check(GAME, only="told", seats=4, budget=conformance.Budget(0.25, seed=16))
