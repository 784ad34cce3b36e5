"""Keys of positions: what is read is what was written, what is left out is the default, what is judged is the range."""

from __future__ import annotations

import re
from importlib import import_module

import pytest

from kotva.engine.errors import BadPosition
from kotva.engine.game import Json
from kotva.engine.position import PositionReader
from kotva.engine.position_keys import (
    FlagKey,
    NamesKey,
    NumberKey,
    NumbersKey,
    ObjectKey,
    OwnKey,
    PositionKey,
    WordKey,
    WordsKey,
    judge_keys,
    names_of,
    read_keys,
    written_keys,
)
from kotva.engine.state import State

SEATS = ("P1", "P2", "P3")
KEYS: tuple[PositionKey, ...] = (
    WordKey("phase", ("begin", "turn", "over"), "DUM-1.1", default=1, always=True),
    NumberKey("player", 1, lambda s: s.seats, "DUM-1.2", "on_turn", first=1, always=True),
    NumberKey("due", 0, 9, "DUM-1.3"),
    NumberKey("origin", 1, 30, "DUM-1.4", default=lambda s: s.due - 1, first=1, unsaid=-1),
    WordKey("winner", lambda s: SEATS[: s.seats], "DUM-1.5", allowed=lambda s: SEATS[1 : s.seats]),
    NamesKey("asked", SEATS, "DUM-1.6"),
    NumbersKey("owe", SEATS, 0, 9, "DUM-1.7", allowed=lambda s: SEATS[: s.seats]),
    WordsKey("boat", ("bow", "stern"), SEATS, "DUM-1.8"),
    ObjectKey("wait", (FlagKey("calm"),), "DUM-1.9", when=lambda s: s.phase == 0),
    OwnKey("log", lambda r, s: setattr(s, "log", r.words("log")), lambda s: " ".join(s.log) or None),
)


NOTHING = [0, 0, 0]  # shared by all new states, like arrays of the rules


class Dummy(State):
    def __init__(self) -> None:
        super().__init__(3)
        self.phase = self.on_turn = self.due = self.asked = 0
        self.origin = self.winner = -1
        self.calm = 0
        self.owe, self.boat, self.log = NOTHING, [-1, -1], list[str]()


def read(position: dict[str, Json]) -> Dummy:
    s = Dummy()
    read_keys(PositionReader(position, names_of(KEYS), "DUM-1.1"), s, KEYS)
    return s


def written(s: Dummy) -> dict[str, Json]:
    return written_keys(s, KEYS)


def test_what_is_left_out_is_the_default() -> None:
    assert written(read({})) == {"phase": "turn", "player": 1}


@pytest.mark.parametrize(
    "position",
    [
        {"phase": "over", "player": 3},
        {"phase": "turn", "player": 2, "due": 4, "origin": 30},
        {"phase": "begin", "player": 1, "winner": "P3", "asked": ["P1", "P3"], "wait": {"calm": True}},
        {"phase": "over", "player": 1, "owe": {"P2": 9}, "boat": {"stern": "P1"}, "log": "a b"},
    ],
)
def test_what_is_read_is_written_again(position: dict[str, Json]) -> None:
    assert written(read(position)) == position


def test_a_default_may_follow_from_keys_before() -> None:
    """In the field's own numbers: due 4 makes origin 3, which is written as 4."""
    assert written(read({"due": 4})) == {"phase": "turn", "player": 1, "due": 4, "origin": 4}


def test_fields_have_numbers_of_their_own() -> None:
    s = read({"player": 3, "winner": "P2", "asked": ["P2", "P3"]})
    assert (s.on_turn, s.winner, s.asked) == (2, 1, 6)


@pytest.mark.parametrize(
    ("key", "value", "allowed"),
    [
        ("player", 4, "a whole number from 1 to 3 (DUM-1.2)"),
        ("player", 0, "a whole number from 1 to 3 (DUM-1.2)"),
        ("phase", "end", "begin, turn, over (DUM-1.1)"),
        ("winner", "P1", "P2, P3 (DUM-1.5)"),
        ("asked", ["P4"], "P1, P2, P3 (DUM-1.6)"),
        ("owe", {"P1": 10}, "a whole number from 0 to 9 (DUM-1.7)"),
        ("boat", {"bow": "P4"}, "P1, P2, P3 (DUM-1.8)"),
    ],
)
def test_a_value_that_cannot_be_is_refused_with_what_can(key: str, value: Json, allowed: str) -> None:
    with pytest.raises(BadPosition) as caught:
        read({key: value})
    assert f"{key}" in str(caught.value)
    assert "cannot be" in str(caught.value)
    assert allowed in str(caught.value)


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("on_turn", 3, "player is 4, which is not from 1 to 3 (DUM-1.2)"),
        ("phase", 3, "phase is 3, which is not from begin to over (DUM-1.1)"),
        ("asked", 8, "asked is 8, which is not from 0 to 7 (DUM-1.6)"),
        ("owe", [0, 10, 0], "owe.P2 is 10, which is not from 0 to 9 (DUM-1.7)"),
        ("boat", [-1, 3], "boat.stern is 3, which is not from P1 to P3 (DUM-1.8)"),
    ],
)
def test_a_field_out_of_its_range_is_judged(field: str, value: object, told: str) -> None:
    s = read({})
    judge_keys(s, KEYS)
    setattr(s, field, value)
    with pytest.raises(BadPosition) as caught:
        judge_keys(s, KEYS)
    assert str(caught.value) == told


def test_a_key_of_other_states_is_not_read() -> None:
    assert read({"phase": "turn", "wait": {"calm": True}}).calm == 0


def test_an_array_that_states_share_stays_as_it_is() -> None:
    assert list(read({"owe": {"P2": 9}}).owe) == [0, 9, 0]
    assert NOTHING == [0, 0, 0]


@pytest.mark.parametrize("game_id", ["bosman", "hexxi", "seameni", "settlers", "triremes"])
def test_the_module_says_what_each_key_means(game_id: str) -> None:
    """For a reader of positions: the table at the top of `position.py` names each key; P1 stands for P1 to P4."""
    module = import_module(f"kotva.games.{game_id}.position")
    keys = {re.sub(r"^P[2-4]$", "P1", name) for name in names_of(module.KEYS)}
    assert [name for name in sorted(keys) if not re.search(rf"\b{name}\b", module.__doc__ or "")] == []
