"""All faults of reading a position are told at once, and then all faults of judging it."""

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


def test_all_that_does_not_add_up_is_told_in_one_sentence() -> None:
    told = str(refused("bosman", {"beach": {"c3": "R22", "c4": "F20"}, "boat": {"10": "F20"}}))
    assert told.startswith("This position cannot be: ")
    assert told.count("; ") == 3
    for part in ("field c3 holds no token", "R22 cannot lie on c3", "F20 cannot lie on c4", "F20 does not fit seat 10"):
        assert part in told


@pytest.mark.parametrize(
    ("game_id", "position", "seats", "parts"),
    [
        ("bosman", {"covered": ["99 R21", "21 X1"], "gone": "R99 F10 Z1"}, 2, ("'99 R21'", "'X1'", "'R99'", "'Z1'")),
        ("hexxi", {"tokens": "9S@e4 1X@e5 1S@z9"}, 2, ("'9S@e4'", "'1X@e5'", "'1S@z9'")),
        (
            "seameni",
            {"tiles": "e5=xx z9=wa", "pirates": {"S1": "z9", "W1": "e5 drunk"}},
            4,
            ("'xx'", "'z9=wa'", "'drunk'"),
        ),
        ("settlers", {"P1": "S 99; R 1-99; hand X", "P2": "army 99"}, 3, ("'99'", "'1-99'", "'X'", "P2 cannot be 99")),
        (
            "triremes",
            {"figures": "R9=a1X R:zz9 quiet=x", "fights": ["R1!G1"]},
            2,
            ("'R9=a1X'", "'zz9'", "'quiet=x'", "fights"),
        ),
    ],
)
def test_each_word_of_a_key_is_told(
    game_id: str, position: dict[str, object], seats: int, parts: tuple[str, ...]
) -> None:
    told = str(refused(game_id, position, seats))
    for part in parts:
        assert part in told


def test_what_relies_on_a_fault_is_not_told() -> None:
    """Without the hand of player 1 the tokens of the stack cannot be counted: they would be too few."""
    told = str(refused("bosman", {"hands": {"1": "R99", "2": "R10 R10 R11 R11 R12"}, "stack": 66}))
    assert told == "hands.1 cannot be 'R99'; allowed: R10, R11, … ? (BOS-2.1)."


def test_a_fault_that_is_met_twice_is_told_once() -> None:
    """HEXXI reads its hands twice: for themselves, and for what is left to the initiative areas."""
    assert str(refused("hexxi", {"hands": {}})).count("hands cannot be") == 1


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


def test_a_check_may_find_nothing_after_a_fault() -> None:
    """SET-3.3: where nobody rolls for the start, the first seat that rolls is looked for in vain."""
    told = str(refused("settlers", {"phase": "STARTING", "first": "", "start": {"best": 0}}, 4))
    assert told.startswith("This position cannot be: ")


def test_a_break_without_a_fault_is_ours() -> None:
    with pytest.raises(IndexError):
        gathered(broken)


def test_outside_a_position_the_first_fault_is_raised() -> None:
    """States that the rules have made are checked in tests: there a fault is an AssertionError."""
    with pytest.raises(AssertionError, match=r"^first$"):
        require(False, "first")
