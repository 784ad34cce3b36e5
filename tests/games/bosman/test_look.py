"""BOS-14 at one table: who sees which token, quick enough to be asked about every broken line."""

from __future__ import annotations

import pytest

from kotva.engine.game import Json
from kotva.engine.state import SPECTATOR
from kotva.games.bosman.board import HAND, NONE, UNKNOWN
from kotva.games.bosman.rules import Bosman, codes
from tests.games.bosman.table import Table

GIVEN: dict[str, Json] = {
    "hands": {"1": "R20 F21", "2": "R21 C22"},
    "under": ["F31:2", "C30:1", "T30:s"],
    "stack": 3,
    "phase": "turn",
}


def sees(state: Bosman, viewer: int, *, everything: bool) -> Bosman:
    seen = state.seen(viewer)
    assert isinstance(seen, Bosman)
    for place, token in enumerate(state.hand):
        known = token == NONE or everything or place // HAND == viewer
        assert int(seen.hand[place]) == (int(token) if known else UNKNOWN), (viewer, place)
    mark = 16 if viewer == SPECTATOR else 2**viewer
    assert len(seen.under) == len(seen.known) == len(state.under) == 3
    for place, token in enumerate(state.under):
        known = everything or bool(int(state.known[place]) & mark)
        assert int(seen.under[place]) == (int(token) if known else UNKNOWN), (viewer, place)
        assert int(seen.known[place]) == (mark if known else 0)
    return seen


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1])
def test_a_hand_is_its_owner_s_and_what_went_under_the_stack_theirs_who_saw_it(viewer: int, seats: int) -> None:
    """BOS-14.1, BOS-14.2: as long as anything is unknown, the stack is of so many tokens and no more is said of it."""
    state = Table(seats, None, **GIVEN).s
    marks = [int(mark) for mark in state.known]
    assert sum(mark & 1 for mark in marks) == sum(mark >> 1 & 1 for mark in marks) == 1
    seen = sees(state, viewer, everything=False)
    assert sum(seen.bag) == 0


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1])
def test_everything_is_public_when_the_game_is_over(viewer: int) -> None:
    """BOS-14.5: and of the stack is known what is left for it."""
    state = Table(2, None, **GIVEN).s
    assert sum(state.bag) > 0
    state.phase = codes.ENDED
    seen = sees(state, viewer, everything=True)
    assert [int(count) for count in seen.bag] == [int(count) for count in state.bag]
