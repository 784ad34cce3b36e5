"""Bots at a table with people give up what is lost and agree to end what is dead, and not before."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from kotva import games
from kotva.bots import Beginner, Manners, Mcts, make
from kotva.bots.manners import DEAD, LOST
from kotva.engine.game import PLAYED, Game, View
from kotva.engine.record import split
from kotva.match import Match
from kotva.server import bots as server_bots

TRIREMES, SEAMENI = games.load("triremes"), games.load("seameni")


@dataclass
class Told:
    """A bot that always plays its first action and stands as it is told."""

    chance: int = 500
    range: int = 100
    asked: list[View] = field(default_factory=list)

    def choose(self, view: View) -> int:
        self.asked.append(view)
        return view.legal()[0]


def at_turn(game: Game, seats: int = 2) -> tuple[Match, int]:
    """A match in which somebody is about to move, after the set-up."""
    options = {"setup": "auto"} if game is TRIREMES and seats == 2 else {}
    match = Match(game, seats, options, seed="manners")
    bot = Beginner(1)
    while any(text.startswith("place") for text in match.legal(int(match.to_act()))):
        seat = int(match.to_act())
        match.play(game.actions.text(bot.choose(match.view(seat))), seat)
    return match, int(match.to_act())


def turn(view: View) -> View:
    """The same, with the news that somebody else has moved."""
    assert view.seat is not None
    return replace(view, news=((PLAYED, (view.seat + 1) % int(view.seen.seats), 1, 0),))


def text(view: View, action: int) -> str:
    return view.game.actions.text(action)


def choices_of(bot: Told, view: View, turns: int) -> list[str]:
    polite = Manners(bot)
    return [text(view, polite.choose(turn(view))) for _ in range(turns)]


@pytest.fixture(scope="module")
def sea() -> View:
    match, seat = at_turn(SEAMENI)
    return match.view(seat)


@pytest.fixture(scope="module")
def straits() -> View:
    match, seat = at_turn(TRIREMES)
    return match.view(seat)


def test_triremes_a_lost_game_is_resigned_after_some_turns(straits: View) -> None:
    played = choices_of(Told(chance=5), straits, LOST)
    assert played[-1] == "resign"
    assert "resign" not in played[:-1]


def test_seameni_who_has_lost_proposes_to_end(sea: View) -> None:
    played = choices_of(Told(chance=5), sea, LOST)
    assert played[-1] == "end?"
    assert "end?" not in played[:-1]


@pytest.mark.parametrize("name", ["bosman", "hexxi", "settlers"])
def test_where_the_rules_know_no_giving_up_bots_play_on(name: str) -> None:
    game = games.load(name)
    match = Match(game, game.seats[0], {}, seed="manners")
    view = match.view(int(match.to_act()))
    assert set(choices_of(Told(chance=0, range=0), view, 12)) == {text(view, view.legal()[0])}


@pytest.mark.parametrize("chance", [30, 500, 990])
def test_a_game_that_is_not_lost_is_not_given_up(straits: View, sea: View, chance: int) -> None:
    for view in (straits, sea):
        assert set(choices_of(Told(chance=chance), view, 12)) == {text(view, view.legal()[0])}


def test_one_bad_turn_is_not_enough(straits: View) -> None:
    bot = Told()
    polite = Manners(bot)
    for chance in (5, 5, 300) * 4:
        bot.chance = chance
        assert text(straits, polite.choose(turn(straits))) != "resign"


def test_decisions_of_one_turn_count_once(straits: View) -> None:
    polite = Manners(Told(chance=5))
    polite.choose(turn(straits))
    for _ in range(9):
        assert text(straits, polite.choose(replace(straits, news=()))) != "resign"


def test_a_dead_game_is_offered_as_a_draw_once_in_a_while(straits: View) -> None:
    played = choices_of(Told(chance=500, range=3), straits, 2 * DEAD)
    assert [number for number, what in enumerate(played, 1) if what == "draw offer"] == [DEAD, 2 * DEAD]


def asked(game: Game, offer: str) -> View:
    """The view of the other player after an offer to end."""
    match, seat = at_turn(game)
    match.play(offer, seat)
    other = int(match.to_act())
    assert other != seat
    return match.view(other)


@pytest.mark.parametrize(("game", "offer", "yes"), [(TRIREMES, "draw offer", "draw yes"), (SEAMENI, "end?", "yes")])
def test_who_has_lost_accepts_the_end(game: Game, offer: str, yes: str) -> None:
    view = asked(game, offer)
    bot = Told(chance=5)
    polite = Manners(bot)
    answers = [text(view, polite.choose(turn(view))) for _ in range(LOST)]
    assert answers[-1] in (yes, "resign")


def test_a_draw_is_accepted_by_who_is_behind_and_not_by_who_is_ahead() -> None:
    view = asked(TRIREMES, "draw offer")
    assert text(view, Manners(Told(chance=250)).choose(turn(view))) == "draw yes"
    for chance in (480, 700):
        assert text(view, Manners(Stubborn(chance, view)).choose(turn(view))) == "draw no"


class Stubborn(Told):
    """Says no."""

    def __init__(self, chance: int, view: View) -> None:
        super().__init__(chance=chance)
        self._no = view.game.actions.parse("draw no")

    def choose(self, view: View) -> int:
        return self._no


def test_triremes_knows_a_lost_game_by_its_soldiers(straits: View) -> None:
    advice = TRIREMES.advice
    state = straits.seen.clone()
    seat = straits.seat
    assert seat is not None
    assert not advice.is_lost(state, seat)
    state.alive[seat] = 1  # type: ignore[attr-defined]
    assert advice.is_lost(state, seat)
    assert not advice.is_lost(state, 1 - seat)


def test_triremes_nobody_resigns_among_three() -> None:
    match, seat = at_turn(TRIREMES, 3)
    view = match.view(seat)
    assert "resign" not in choices_of(Told(chance=0), view, 12)


def test_only_tables_with_people_have_manners() -> None:
    assert isinstance(server_bots._player("triremes", "hard", 1, True).bot, Manners)
    assert isinstance(server_bots._player("triremes", "easy", 1, True).bot, Manners)
    assert isinstance(server_bots._player("triremes", "hard", 1, False).bot, Mcts)
    assert not isinstance(make("hard"), Manners)  # simulations and tournaments


def test_levels_say_how_they_stand(straits: View) -> None:
    for bot in (Beginner(1), Mcts(1, simulations=60)):
        bot.choose(straits)
        assert 0 < bot.chance < 1000
        assert bot.range >= 0


def test_a_record_with_manners_replays(straits: View) -> None:
    """A bot's resignation is an action like any other."""
    match, seat = at_turn(TRIREMES)
    polite = Manners(Told(chance=5))
    for _ in range(LOST):
        action = polite.choose(turn(match.view(seat)))
    match.play(TRIREMES.actions.text(action), seat)
    assert match.is_over
    assert match.outcome().reason == "resigned"
    assert split(match.record().moves[-1])[1] == "resign"
