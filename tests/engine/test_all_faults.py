"""All faults of reading a position are told at once; what was read is judged up to the first fault."""

from __future__ import annotations

import pytest

from kotva import games
from kotva.engine.errors import BadPosition
from kotva.engine.position import PositionReader, gathered, require
from kotva.engine.say import Say


def refused(game_id: str, position: dict[str, object], seats: int = 2) -> BadPosition:
    game = games.load(game_id)
    with pytest.raises(BadPosition) as caught:
        game.from_position(position, game.choose_options(seats))  # type: ignore[arg-type]
    return caught.value


def broken() -> None:
    raise IndexError


def test_values_and_keys_that_cannot_be_read() -> None:
    told = str(refused("bosman", {"boatswain": "z9", "turn": -3, "beech": {}, "boat": {"10": "X10"}}))
    for part in ("boatswain cannot be 'z9'", "turn cannot be -3", "There is no key 'beech'", "boat.10 cannot be 'X10'"):
        assert part in told


def test_judging_stops_at_the_first_fault() -> None:
    """What a check looks at later relies on what it looked at before: a number out of its range would be counted up to."""
    told = str(refused("bosman", {"beach": {"c3": "R22", "c4": "F20"}, "boat": {"10": "F20"}}))
    assert told.startswith("This position cannot be: ")
    assert told.count("BOS-3.") == 1


def test_they_are_translated_one_by_one() -> None:
    error = refused("bosman", {"boatswain": "z9", "turn": -3})
    assert "boatswain nemůže být" in error.say(Say("cs"))
    assert "turn nemůže být" in error.say(Say("cs"))


def test_more_than_a_few_are_counted_as_more() -> None:
    told = str(refused("bosman", {f"key{n}": 1 for n in range(50)}))
    assert told.endswith(" and more")
    assert told.count("There is no key") == 6


def test_what_breaks_after_a_fault_follows_from_it() -> None:
    def stumbles() -> None:
        PositionReader({"turn": -3}, ("turn",), "BOS-3.1").number("turn", 0, 9, 0)
        broken()

    with pytest.raises(BadPosition, match=r"^turn cannot be -3"):
        gathered(stumbles)


def test_a_break_without_a_fault_is_ours() -> None:
    with pytest.raises(IndexError):
        gathered(broken)


def test_outside_a_position_the_first_fault_is_raised() -> None:
    """States that the rules have made are checked in tests: there a fault is an AssertionError."""
    with pytest.raises(AssertionError, match=r"^first$"):
        require(False, "first")
