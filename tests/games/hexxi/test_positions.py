"""Positions of HEXXI that people write: what does not add up is said, what does can be written again."""

from __future__ import annotations

import random

import pytest

from kotva.engine.errors import BadPosition
from kotva.engine.fields import fields
from kotva.engine.game import Json
from kotva.engine.state import OVER, SPECTATOR
from kotva.games.hexxi import GAME


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"tokens": "1C@a1"}, "base field"),
        ({"tokens": "1C@d4 2C@d4"}, "tokens cannot be '2C@d4': two tokens lie on one field (HEX-2.9)"),
        ({"tokens": "1C@a5"}, "tokens cannot be 'a5'; allowed: a1, a2, … g7 (HEX-2.1)"),
        ({"tokens": "3C@d4"}, "tokens cannot be 3; allowed: a whole number from 1 to 2 (HEX-1.5)"),
        ({"tokens": "1X@d4"}, "tokens cannot be '1X@d4'; allowed: written like 1S@e4 (HEX-2.1)"),
        ({"tokens": 7}, "tokens cannot be 7; allowed: a text (HEX-2.1)"),
        ({"tokens": "1W@d4 1W@d5"}, "do not make up"),
        (
            {"tokens": "1c@d4", "state": "confront"},
            "tokens cannot be '1c@d4': no token lies face down in a confrontation (HEX-7.8)",
        ),
        ({"tokens": "1P*@d4", "state": "confront"}, "trap ship"),
        ({"tokens": "1S*@d4"}, "trap ship"),
        ({"tokens": "1?@d4"}, "unknown tokens"),
        (
            {"state": "lunch"},
            "state cannot be 'lunch'; allowed: first, deploy, pay, shift, auction, confront, escort, ov",
        ),
        ({"state": "first"}, "random first player"),
        ({"order": [1, 1]}, "order: 1 is there twice (HEX-4.2)"),
        ({"order": [1]}, "list of 2"),
        ({"scores": "none"}, "scores cannot be 'none'; allowed: a list (HEX-14.9)"),
        ({"round": 4}, "1 to 3"),
        ({"round": True}, "1 to 3"),
        ({"turn": 3}, "1 to 2"),
        ({"hands": ["C"]}, "list of 2"),
        ({"hands": ["X", None]}, "hands cannot be 'X'; allowed: C, S, P, W, ? (HEX-1.1)"),
        ({"hands": ["C", "C"], "initiative": ["C", "C"]}, "do not make up"),
        ({"hands": [1, 2]}, "hands cannot be 1; allowed: a text (HEX-17.1)"),
        ({"initiative": ["Z", None]}, "initiative cannot be 'Z'; allowed: C, S, P, W, ? (HEX-1.1)"),
        ({"state": "confront", "captured": ["1S", ""]}, "own unit"),
        (
            {"state": "confront", "captured": ["2C", ""]},
            "captured cannot be '2C'; allowed: written like 2P 2B (HEX-11.10)",
        ),
        ({"state": "confront", "captured": ["2B 2B", ""]}, "captured twice"),
        ({"turn": 2, "hands": [None, ""], "initiative": ["", None]}, "empty hand"),
        ({"state": "pay", "due": 9}, "1 to 6"),
        ({"state": "pay", "hands": ["", None], "initiative": [None, ""]}, "nothing left"),
        ({"state": "shift", "hands": ["C", None]}, "in hand"),
        ({"state": "auction", "auction": 3}, "object"),
        ({"state": "auction", "auction": {"left": [1]}}, "at least two"),
        (
            {"state": "auction", "auction": {"left": [1, 2], "line": [9, 0]}},
            "auction.line cannot be 9; allowed: a whole number from 0 to 2 (HEX-7.7)",
        ),
        ({"state": "escort"}, "escort.at cannot be None; allowed: a1, … g7 (HEX-10.12)"),
        (
            {"state": "escort", "escort": {"at": "z9", "from": "d4"}},
            "escort.at cannot be 'z9'; allowed: a1, a2, … g7 (HEX-10.12)",
        ),
        ({"state": "escort", "tokens": "1W@d4", "escort": {"at": "d4", "from": "d5", "jumped": []}}, "at least one"),
        (
            {"state": "escort", "escort": {"at": "d4", "from": "d5", "jumped": ["d6"]}},
            "no warship of seat 1 is on d4 (HEX-10.10)",
        ),
        (
            {"state": "escort", "tokens": "1W@d4 2S@e5", "escort": {"at": "d4", "from": "f6", "jumped": ["e5"]}},
            "no further hop",
        ),
        ({"sheet": [1]}, "sheet cannot be [1]; allowed: a list of 3 entries (HEX-14.1)"),
        ({"sheet": [[], [], []]}, "sheet cannot be []; allowed: a list of 2 entries (HEX-14.1)"),
        ({"cards": 3}, "no key 'cards' here"),
    ],
)
def test_bad_positions_say_what_does_not_add_up(position: dict[str, Json], words: str) -> None:
    with pytest.raises(BadPosition) as caught:
        GAME.from_position(position, GAME.choose_options(2))
    assert words in str(caught.value)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_positions_round_trip_all_through_a_game(seats: int) -> None:
    options = GAME.choose_options(seats, {"first": "random", "own_pass": "barred"})
    s = GAME.rules.new(options)
    rng = random.Random(seats)
    while s.to_act() != OVER:
        for state in (s, s.seen(0), s.seen(SPECTATOR)):
            again = GAME.from_view(GAME.to_position(state), options)
            assert fields(again) == fields(state)
        s.apply(int(s.to_act()), rng.choice(GAME.legal(s)))
