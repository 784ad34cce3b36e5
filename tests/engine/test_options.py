"""Options: typed, checked, with defaults that may depend on what was chosen before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kotva import games
from kotva.engine.errors import BadOption, KotvaError
from kotva.engine.options import ChoiceOption, NumberOption, Option, Options, TextOption, choose
from kotva.match import Match


def read_word(given: str, _chosen: Options) -> str:
    if not given.isalpha():
        raise BadOption("{given!r} is no word.", given=given)
    return given.upper()


OPTIONS = (
    ChoiceOption("map", ["small", "large"], "small", "FER-1.1", "Map", {"small": "Small", "large": "Large"}),
    ChoiceOption("fog", ["off", "on"], lambda chosen: "on" if chosen.seats > 2 else "off", "FER-1.2", "Fog"),
    NumberOption("first", 1, lambda chosen: chosen.seats, 1, "FER-1.3", "First player"),
    NumberOption(
        "limit", 0, 400, lambda chosen: 100 * chosen.seats, "FER-1.4", "Limit", step=lambda chosen: chosen.seats
    ),
    ChoiceOption(
        "end",
        lambda chosen: ["sunk"] if chosen.choice("map") == "small" else ["sunk", "time"],
        "sunk",
        "FER-1.5",
        "End",
    ),
    TextOption("name", read_word, "RFC", "FER-1.6", "Name", "a word"),
)


def test_defaults_look_at_what_was_chosen_before() -> None:
    assert dict(choose(OPTIONS, 2, {})) == {
        "map": "small",
        "fog": "off",
        "first": 1,
        "limit": 200,
        "end": "sunk",
        "name": "RFC",
    }
    assert choose(OPTIONS, 4, {})["fog"] == "on"
    assert choose(OPTIONS, 4, {}).number("limit") == 400


def test_only_what_differs_is_kept_for_the_record() -> None:
    chosen = choose(OPTIONS, 4, {"map": "large", "fog": True, "limit": "300", "end": "time", "name": "rfc"})
    assert chosen.given == {"map": "large", "limit": 300, "end": "time"}
    assert choose(OPTIONS, 4, chosen.given) == chosen


def test_reading_options() -> None:
    chosen = choose(OPTIONS, 2, {"fog": "on"})
    assert chosen.is_on("fog")
    assert chosen.choice("map") == "small"
    assert (len(chosen), next(iter(chosen)), chosen.seats) == (6, "map", 2)
    assert repr(chosen).startswith("Options(map='small', fog='on', first=1")
    with pytest.raises(AssertionError):
        chosen.number("map")
    with pytest.raises(AssertionError):
        chosen.choice("first")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"colour": 1}, "There is no option 'colour'; options are: map, fog, first, limit, end, name."),
        ({"map": "huge"}, "Option map cannot be 'huge'; allowed: small, large (FER-1.1)."),
        ({"map": True}, "Option map cannot be True; allowed: small, large (FER-1.1)."),
        ({"first": 3}, "Option first cannot be 3; allowed: 1 to 2 (FER-1.3)."),
        ({"first": "x"}, "Option first cannot be 'x'; allowed: 1 to 2 (FER-1.3)."),
        ({"first": True}, "Option first cannot be True; allowed: 1 to 2 (FER-1.3)."),
        ({"first": 1.5}, "Option first cannot be 1.5; allowed: 1 to 2 (FER-1.3)."),
        ({"limit": 401}, "Option limit cannot be 401; allowed: 0 to 400, a multiple of 2 (FER-1.4)."),
        ({"limit": 7}, "Option limit cannot be 7; allowed: 0 to 400, a multiple of 2 (FER-1.4)."),
        ({"end": "time"}, "Option end cannot be 'time'; allowed: sunk (FER-1.5)."),
        ({"name": "x1"}, "'x1' is no word."),
    ],
)
def test_what_is_wrong_is_said_with_what_is_allowed(given: dict[str, object], message: str) -> None:
    with pytest.raises(KotvaError) as error:
        choose(OPTIONS, 2, given)
    assert str(error.value) == message


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(BadOption, match="options are: none"):
        choose((), 2, {"map": "small"})


def test_menus_list_what_is_few_enough() -> None:
    chosen = choose(OPTIONS, 2, {})
    assert [option.menu(chosen) for option in OPTIONS] == [
        ["small", "large"],
        ["off", "on"],
        [1, 2],
        None,
        ["sunk"],
        None,
    ]
    assert OPTIONS[5].allowed(chosen) == "a word"


def test_an_option_of_no_kind_can_do_nothing() -> None:
    option, chosen = Option("x", 1, "FER-1.1", "X"), choose((), 2, {})
    assert option.menu(chosen) is None
    with pytest.raises(NotImplementedError):
        option.allowed(chosen)
    with pytest.raises(NotImplementedError):
        option.check(1, chosen)


def test_the_rules_know_choices_by_their_numbers() -> None:
    options = Options(3, {"wind": "east", "first": "3", "lot": "random"}, {})
    assert options.which("wind", "calm", "east", "west") == 1
    with pytest.raises(ValueError, match="not in tuple"):
        options.which("wind", "calm", "west")  # whoever adds a value says which number it has
    assert (options.seat("first"), options.seat("lot")) == (2, -1)


def test_what_was_left_open_under_earlier_rules_means_what_it_meant_then() -> None:
    """BOS-15.2: a hundred turns for all together under 1.0 and 1.1, a hundred for each player today."""
    boat = games.load("bosman")
    assert [boat.choose_options(4).number("turn_limit"), boat.choose_options(2).number("turn_limit")] == [400, 200]
    for version in ("1.0", "1.1"):
        old = boat.choose_options(4, {}, version)
        assert old.number("turn_limit") == 100
        assert old.given == {"turn_limit": 100}, "a record of today says what differs from today"
    assert boat.choose_options(4, {"turn_limit": 80}, "1.1").given == {"turn_limit": 80}


@pytest.mark.parametrize(("version", "limit"), [("1.1", 100), ("1.2", 400)])
def test_a_record_goes_on_under_the_defaults_it_began_with(version: str, limit: int) -> None:
    """The record, the match made of it, and what that writes down."""
    boat = games.load("bosman")
    record = replace(Match(boat, 4, seed="a hundred turns").record(), version=version)
    assert record.start(boat)[0].number("turn_limit") == limit
    match = Match.from_record(boat, record)
    assert match.options.number("turn_limit") == limit
    assert match.record().start(boat)[0].number("turn_limit") == limit
