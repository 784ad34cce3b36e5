"""A result is told when there is one: not of a running game, and a draw is no victory of everybody."""

from __future__ import annotations

from random import Random

import pytest

from kotva import games
from kotva.cli.records import result_line
from kotva.engine.errors import Unfinished
from kotva.engine.outcome import Outcome
from kotva.engine.say import Say
from kotva.engine.state import TABLE
from kotva.match import Match
from kotva.scene.packet import end
from tests import ours
from tests.conformance.pearls import PEARLS


@pytest.mark.parametrize("game_id", ours.GAMES)
def test_a_running_game_has_no_outcome(game_id: str) -> None:
    match, random = Match(games.load(game_id), seed="running"), Random(game_id)
    for _ in range(40):
        with pytest.raises(Unfinished, match="not over"):
            match.outcome()
        with pytest.raises(Unfinished, match="not over"):
            match.game.outcome(match.state)
        assert match.record().result is None
        match.play(random.choice(match.legal()))


def drawn() -> Match:
    return Match(PEARLS, 2, names=["Ada", "Bob"], seed="draw").play("bell", TABLE)


def test_a_draw_is_told_as_a_draw() -> None:
    match = drawn()
    assert match.outcome().ranks == (1, 1)
    assert repr(match).endswith("a draw>")
    told = end(match.game, match.outcome(), Say())
    assert (told.drawn, told.winners, told.ranks) == (True, (), (1, 1))
    said = {language: result_line(match, Say(language)) for language in ("en", "cs", "pl", "bg")}
    words = {"en": "A draw: nobody has won.", "cs": "Remíza: nikdo nevyhrál.", "pl": "Remis: nikt nie wygrał."}
    words["bg"] = "Равенство: никой не спечели."
    for language, line in said.items():
        assert words[language] in line
        assert "Ada 0, Bob 0" in line


@pytest.mark.parametrize(
    ("ranks", "won", "drawn", "winners"),
    [
        ((1, 1, 1, 1), True, True, ()),
        ((1, 1, 1, 1), False, False, ()),  # stopped: nobody has won, and nobody has drawn
        ((1, 1, 3, 3), True, False, (0, 1)),  # partners, or a shared first place
        ((2, 1, 2, 2), True, False, (1,)),
        ((1,), True, False, (0,)),
    ],
)
def test_what_is_a_draw(ranks: tuple[int, ...], won: bool, drawn: bool, winners: tuple[int, ...]) -> None:
    outcome = Outcome("end", "X-1.1", (0,) * len(ranks), ranks, won=won)
    assert (outcome.drawn, outcome.winners) == (drawn, winners)
