"""Which family a number belongs to, and that a game's notation lies where its rules think."""

from __future__ import annotations

import pytest

from kotva import games
from kotva.engine.actions import ActionSpace, Family, Numbers
from kotva.engine.layout import NO_FAMILY, Layout, no_action
from tests import ours


def test_a_number_belongs_to_the_family_that_starts_before_it() -> None:
    layout = Layout([2, 3, 10], 12)
    found = [int(layout.family(number)) for number in range(-1, 14)]
    assert found == [NO_FAMILY] * 3 + [2] + [3] * 7 + [10] * 2 + [NO_FAMILY] * 2
    assert [int(layout.family(far)) for far in (-(2**62), 2**62)] == [NO_FAMILY] * 2


@pytest.mark.parametrize("base", [2, 4])
def test_families_that_lie_elsewhere_are_refused(base: int) -> None:
    layout = Layout([0, 3], 5)
    assert (
        len(ActionSpace(Family("a {}", 0, Numbers(1, 3)), Family("b {}", 3, Numbers(1, 2)), layout=layout).families)
        == 2
    )
    with pytest.raises(ValueError, match="do not lie where"):
        ActionSpace(Family("a {}", 0, Numbers(1, 2)), Family("b {}", base, Numbers(1, 2)), layout=layout)


@pytest.mark.parametrize("game", ours.GAMES)
@pytest.mark.parametrize("number", [-1, 2**61])
def test_what_is_no_action_is_never_carried_out(game: str, number: int) -> None:
    """A number that no family has must not fall through to another action."""
    loaded = games.load(game)
    state = loaded.rules.new(loaded.choose_options(loaded.rules.seats[0]))
    with pytest.raises(ValueError, match="is no action"):
        state.apply(0, number)


def test_no_action_says_which() -> None:
    with pytest.raises(ValueError, match="7 is no action"):
        no_action(7)
