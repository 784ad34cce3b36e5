"""How a game ended, as it is sent: each number in its place, in the reader's language."""

from __future__ import annotations

import pytest

from kotva import games
from kotva.engine.outcome import Outcome
from kotva.engine.say import Say
from kotva.engine.scene import Item, Scene
from kotva.scene.packet import End, end
from kotva.scene.terminal import sketch


@pytest.mark.parametrize(("language", "text"), [("en", "The boat is full."), ("cs", "Člun je plný.")])
def test_how_a_game_ended(language: str, text: str) -> None:
    """BOS-15.1: the reason in words, scores and ranks by seat, where the score came from, and the winners."""
    game = games.load("bosman")
    outcome = Outcome("full", "BOS-15.1", (3, 5), (2, 1), ({"a": 1}, {"b": 2}))
    told = end(game, outcome, Say(language, "bosman"))
    assert told == End("full", text, "BOS-15.1", (3, 5), (2, 1), ({"a": 1}, {"b": 2}), (1,), False)


def test_a_reason_without_words_is_told_by_its_name() -> None:
    told = end(games.load("bosman"), Outcome("storm", "X-1", (1, 1), (1, 1)), Say("en", "bosman"))
    assert (told.text, told.drawn, told.winners) == ("storm", True, ())


def test_the_hand_is_told_before_what_lies_beside_the_board() -> None:
    hand, tray = Item("h", "card", label="a card", zone="hand"), Item("t", "dock", label="a dock", zone="tray")
    lines = sketch(Scene(1, 1, (tray, hand)), Say("en")).splitlines()
    assert lines[-2:] == ["Your hand: a card.", "Beside the board: a dock."]
