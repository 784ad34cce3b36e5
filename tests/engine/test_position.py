"""What is said of a written value that cannot be, and of a position in which nobody can go on."""

from __future__ import annotations

import pytest

from kotva.engine.errors import BadPosition
from kotva.engine.moves import Moves
from kotva.engine.position import PositionReader, judge, shown
from kotva.engine.state import State
from tests.conformance.pearls import PEARLS, Pearls
from tests.exchanged import exchanged


@pytest.mark.parametrize("value", [2, -1, "true", [], {}, 1.5])
def test_a_flag_is_true_or_false(value: object) -> None:
    reader = PositionReader({"open": value}, ["open", "shut"], "BOS-7.8")
    assert reader.flag("shut") == 0
    with pytest.raises(BadPosition, match=r"open cannot be .*; allowed: true or false \(BOS-7.8\)"):
        reader.flag("open")


def test_values_in_messages_are_short_whatever_they_are() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert shown(10**30) == str(10**30)
    assert shown(2**300) == "2**300…"
    assert shown(-(2**300)) == "-2**300…"
    assert shown(list(range(10_000))) == "[…]"
    assert shown({n: n for n in range(10_000)}) == "{…}"
    assert shown("\u202e") == r"'\u202e'"
    assert shown(deep) == "…"
    assert shown([2**20_000]) == "…"  # longer than Python writes a number
    assert len(shown("x" * 10_000)) < 200


class Stuck(Pearls):
    """Whoever is to act has nothing to do."""

    def list_legal(self, seat: int, out: Moves) -> None:
        pass

    def list_chance(self, out: Moves) -> None:
        pass


class Empty(Pearls):
    """Nobody sits where somebody is to act."""

    def to_act(self) -> int:
        return 7


def forgetful(_state: State) -> None:
    raise AssertionError


def test_a_position_in_which_nobody_can_go_on_is_refused() -> None:
    for state, words in ((Stuck(2, 1), "Chance must act and has no action"), (Empty(2, 1), "nobody is to act")):
        with pytest.raises(BadPosition, match=f"^This position cannot be: {words}.$"):
            judge(PEARLS, state)
    state = Stuck(2, 1)
    state.phase, state.pearl, state.bag = 1, [1, 2], [0, 0, 0, *[1] * 6]
    with pytest.raises(BadPosition, match=r"^This position cannot be: Player 1 must act and has no action.$"):
        judge(PEARLS, state)


def test_a_check_may_say_no_without_a_word() -> None:
    with pytest.raises(BadPosition, match=r"^This position cannot be: \?\.$"):
        judge(exchanged(PEARLS, check=forgetful), Pearls(2, 1))
