"""Positions: what a person may write, and what does not add up."""

from __future__ import annotations

import pytest

from kotva.engine.errors import BadPosition
from kotva.engine.game import Json
from kotva.engine.say import ENGLISH, Say
from kotva.games.seameni import GAME
from kotva.games.seameni.board import CODES, FIELD_NAMES
from kotva.games.seameni.text import WHY, tile_hint, tile_words

OPTIONS = GAME.choose_options(4)


def test_everything_left_out_is_at_its_default() -> None:
    """Section 11: ships in the middle of their edges, water before them, everybody aboard, S to move."""
    state = GAME.from_position({}, OPTIONS)
    written = GAME.to_position(state)
    assert written["ships"] == {"S": "f0", "W": "w6", "N": "f12", "E": "x6"}
    assert written["tiles"] == "f1=wa a6=wa k6=wa f11=wa"
    assert (written["phase"], written["player"]) == ("turn", "S")
    assert written["pirates"] == {f"{e}{n}": f"@{e}" for e in "SWNE" for n in (1, 2, 3)}


def test_treasure_tiles_bring_their_own() -> None:
    state = GAME.from_position({"tiles": "e5=t3 e6=t1"}, OPTIONS)
    assert GAME.to_position(state)["treasures"] == "e5:3 e6:1"


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"tiles": "a1=ho b1=ho c1=ho"}, "tiles cannot be 'ho': there are 3 of them face up, but only 2 exist (SEA-2.1)"),
        ({"tiles": "a1=c1N b1=c1E c1=c1S d1=c1W e1=c1N"}, "tiles cannot be 'c1s': there are 5 of them face up, but only 4"),
        ({"tiles": "e5=t3", "treasures": "e5:2"}, "brought 3 treasures, but 2 lie on the sea, 0 are aboard and 0 are lost"),
        ({"tiles": "e5=wa", "treasures": "e5:1"}, "brought 0 treasures, but 1 lie"),
        ({"tiles": "e5=t5", "scores": {"S": 6}, "treasures": ""}, "6 are aboard"),
        ({"tiles": "e5=t1 e6=is", "treasures": "e6:1"}, "treasure cannot lie on e6"),
        ({"tiles": "e5=xy"}, "tiles cannot be 'xy'; allowed: ?, wa, … ho (SEA-2.1)"),
        ({"tiles": "e0=wa"}, "tiles cannot be 'e0'; allowed: a1, b1, … k11 (SEA-3.1)"),
        ({"tiles": "z5=wa"}, "tiles cannot be 'z5=wa'; allowed: written like e5=vo (SEA-2.1)"),
        ({"ships": {"S": "w6"}}, 'the ship of S is not at its edge (SEA-6.2)'),
        ({"ships": {"S": "a0", "W": "w1"}}, "two ships stand at one corner"),
        ({"ships": {"X": "a0"}}, "no key 'ships.X' here"),
        ({"pirates": {"S4": "e5"}}, "no key 'pirates.S4' here"),
        ({"pirates": {"S1": "e55"}}, "pirates.S1 cannot be 'e55'; allowed: written like e5, e5/2, @S, e0, e0*, dead (SEA-3.1,"),
        ({"pirates": {"S1": "e5"}}, "S1 cannot stand on e5"),
        ({"pirates": {"S1": "e5 angry"}, "tiles": "e5=wa"}, "pirates.S1 cannot be 'angry'; allowed: captive, caught, resting,"),
        ({"pirates": {"S1": "e5", "W1": "e5"}, "tiles": "e5=wa"}, "enemies S1 and W1 stand together"),
        ({"pirates": {"S1": "e5"}, "tiles": "e5=m3"}, "in mud without a step"),
        ({"pirates": {"S1": "e5/4"}, "tiles": "e5=m3"}, "step that the mud does not have"),
        ({"pirates": {"S1": "e5/1", "S2": "e5/1", "S3": "e5/1"}, "tiles": "e5=m3"}, "three on a step"),
        ({"pirates": {"S1": "e5/1"}, "tiles": "e5=m3 e6=t1", "treasures": "e5/2:1"}, "one treasure with one pirate"),
        ({"pirates": {"W1": "e5 captive"}, "tiles": "e5=wa"}, "pirates.W1 cannot be 'e5 captive': a captive is on the captor's"),
        ({"pirates": {"S1": "e5 caught"}, "tiles": "e5=wa"}, "caught without an octopus"),
        ({"pirates": {"S1": "x6"}}, "stands where a ship is"),
        ({"pirates": {"N1": "@S"}}, "crowded"),
        ({"phase": "lunch"}, "phase cannot be 'lunch'; allowed: first, place, uncover, turn, vote, chain, rejump, overfl"),
        ({"turns": -1}, 'turns cannot be -1; allowed: a whole number from 0 to 2000 (SEA-19.6)'),
        ({"weather": "fine"}, "no key 'weather' here"),
        ({"ships": []}, 'ships cannot be []; it must be an object of keys and values (SEA-1.2)'),
        ({"movement": {"pirate": "S1"}}, 'movement.origin cannot be None: a movement has a pirate, an origin and a place where'),
    ],
)  # fmt: skip
def test_what_does_not_add_up_is_refused(position: dict[str, Json], words: str) -> None:
    """SEA-2.1, SEA-4.4, SEA-6.2, SEA-9.18, SEA-9.22, SEA-15.3, SEA-16.4, SEA-17.1."""
    with pytest.raises(BadPosition) as caught:
        GAME.from_position(position, OPTIONS)
    assert words in str(caught.value)


def test_absent_players_have_no_pieces() -> None:
    with pytest.raises(BadPosition, match="keys are S, N"):
        GAME.from_position({"ships": {"W": "w6"}}, GAME.choose_options(2))


@pytest.mark.parametrize("language", ["en", "cs", "pl", "bg"])
def test_every_tile_has_a_name_and_a_rule(language: str) -> None:
    """Hovering a tile tells its rule in one sentence; names are told apart."""
    say = Say(language, "seameni")
    names = [tile_words(code, say) for code in range(len(CODES))]
    assert len(set(names)) == len(CODES)
    for code in range(len(CODES)):
        assert tile_hint(code, say).endswith(".")
    if language != "en":
        assert all(say(text) != text for text in WHY.values())


def test_the_board_as_text() -> None:
    position: dict[str, Json] = {"tiles": "e5=vo d5=t2 e6=oc", "pirates": {"S1": "e6 caught"}}
    state = GAME.from_position(position, OPTIONS)
    text = GAME.words.board(GAME.view(state, 0, OPTIONS), ENGLISH) if GAME.words.board else ""
    assert "vo" in text
    assert "t2:2" in text
    assert "S1 e6 (caught)" in text
    assert text.count("\n") == 18
    assert FIELD_NAMES[0] == "w0"


def test_what_does_not_add_up_is_said_in_every_language() -> None:
    """The reason within the sentence is translated too."""
    with pytest.raises(BadPosition) as caught:
        GAME.from_position({"ships": {"S": "a0", "W": "w1"}}, OPTIONS)
    assert str(caught.value) == "This position cannot be: two ships stand at one corner (SEA-4.4)."
    assert (
        caught.value.say(Say("cs", "seameni"))
        == "Taková pozice nemůže nastat: u jednoho rohu stojí dvě lodě (SEA-4.4)."
    )
