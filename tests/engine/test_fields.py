"""Looking into states: fields, keys, fingerprints, and states made of data."""

from __future__ import annotations

import pytest

from kotva.engine.arrays import zeros
from kotva.engine.errors import BadPosition
from kotva.engine.fields import fields, fingerprint, key, read_fields
from kotva.engine.state import State
from tests.conformance.pearls import Pearls


def test_every_field_is_there_and_the_trace_is_not() -> None:
    found = fields(Pearls(2, 1))
    expected = ["asked", "bag", "bet", "floor", "knows", "left", "pearl", "phase", "player", "rounds", "rung", "seats"]
    assert list(found) == expected
    assert found["pearl"] == [0, 0]


def test_arrays_and_lists_are_read_alike() -> None:
    class Plain(State):
        def __init__(self) -> None:
            super().__init__(2)
            self.array = zeros(2)
            self.list = [0, 0]
            self.flag = True

    assert fields(Plain()) == {"array": [0, 0], "flag": 1, "list": [0, 0], "seats": 2}


def test_equal_states_have_equal_keys_and_others_do_not() -> None:
    one, two = Pearls(2, 1), Pearls(2, 1)
    assert key(one) == key(two)
    assert fingerprint(one) == fingerprint(two)
    two.bag[3] = 0
    assert key(one) != key(two)
    assert fingerprint(one) != fingerprint(two)
    assert len(fingerprint(one)) == 16


def test_reading_sets_what_is_given_and_keeps_the_rest() -> None:
    state = read_fields(Pearls(2, 1), {"player": 1, "pearl": [4, 5]})
    assert fields(state)["player"] == 1
    assert fields(state)["pearl"] == [4, 5]
    assert fields(state)["left"] == 2


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"player": "x"}, "player cannot be 'x'; allowed: a whole number from"),
        ({"player": [1]}, "player cannot be [1]; allowed: a whole number from"),
        ({"player": 2**63}, "player cannot be 9223372036854775808; allowed: a whole number from"),
        ({"seats": 3}, "seats cannot be 3; allowed: a whole number from 2 to 2"),
        ({"pearl": 1}, "pearl cannot be 1; allowed: a list"),
        ({"pearl": ["?"]}, "pearl cannot be '?'; allowed: a whole number from"),
        ({"colour": 1, "age": 2}, "There is no key 'colour' here; keys are asked, bag,"),
    ],
)
def test_what_does_not_fit_is_refused(given: dict[str, object], message: str) -> None:
    with pytest.raises(BadPosition) as error:
        read_fields(Pearls(2, 1), given)
    assert str(error.value).startswith(message)
