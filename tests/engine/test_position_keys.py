"""Keys of positions that stand for one field: what is read is what was written, and what is left out is the default."""

from __future__ import annotations

import pytest

from kotva.engine.errors import BadPosition
from kotva.engine.game import Json
from kotva.engine.position import PositionReader
from kotva.engine.position_keys import NamesKey, NumberKey, PositionKey, WordKey, read_keys, write_keys
from kotva.engine.state import State

SEATS = ("P1", "P2", "P3")
KEYS: tuple[PositionKey, ...] = (
    WordKey("phase", ("begin", "turn", "over"), "DUM-1.1", default=1, always=True),
    NumberKey("player", 1, lambda s: s.seats, "DUM-1.2", "on_turn", first=1, always=True),
    NumberKey("due", 0, 9, "DUM-1.3"),
    NumberKey("origin", 1, 30, "DUM-1.4", default=lambda s: s.due - 1, first=1, unsaid=-1),
    WordKey("winner", lambda s: SEATS[: s.seats], "DUM-1.5", allowed=lambda s: SEATS[1 : s.seats]),
    NamesKey("asked", SEATS, "DUM-1.6"),
)


class Dummy(State):
    def __init__(self) -> None:
        super().__init__(3)
        self.phase = self.on_turn = self.due = self.asked = 0
        self.origin = self.winner = -1


def read(position: dict[str, Json]) -> Dummy:
    s = Dummy()
    read_keys(PositionReader(position, [key.name for key in KEYS], "DUM-1.1"), s, KEYS)
    return s


def written(s: Dummy) -> dict[str, Json]:
    out: dict[str, Json] = {}
    write_keys(s, out, KEYS)
    return out


def test_what_is_left_out_is_the_default() -> None:
    assert written(read({})) == {"phase": "turn", "player": 1}


@pytest.mark.parametrize(
    "position",
    [
        {"phase": "over", "player": 3},
        {"phase": "turn", "player": 2, "due": 4, "origin": 30},
        {"phase": "begin", "player": 1, "winner": "P3", "asked": ["P1", "P3"]},
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
    ],
)
def test_a_value_that_cannot_be_is_refused_with_what_can(key: str, value: Json, allowed: str) -> None:
    with pytest.raises(BadPosition) as caught:
        read({key: value})
    assert f"{key} cannot be" in str(caught.value)
    assert allowed in str(caught.value)
