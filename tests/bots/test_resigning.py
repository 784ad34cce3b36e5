"""Bots at a table with people give up what is lost and agree to end what is dead, and not before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from kotva import games
from kotva.bots import Beginner, Mcts, ResigningBot, make
from kotva.bots.bot import Bot, SensibleChoices
from kotva.bots.resigning import DEAD, LOST
from kotva.engine.game import PLAYED, Game, View
from kotva.engine.record import split
from kotva.match import Match
from kotva.server import bot_worker as server_bots
from tests.games.seameni.test_endings import last

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
        match.play(game.rules.actions.text(bot.choose(match.view(seat))), seat)
    return match, int(match.to_act())


def turn(view: View) -> View:
    """The same, with the news that somebody else has moved."""
    assert view.seat is not None
    return replace(view, news=((PLAYED, (view.seat + 1) % int(view.seen.seats), 1, 0),))


def text(view: View, action: int) -> str:
    return view.game.rules.actions.text(action)


def choices_of(bot: Told, view: View, turns: int) -> list[str]:
    polite = ResigningBot(bot)
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


def test_seameni_who_is_refused_asks_once_more_and_later(sea: View) -> None:
    """At most two proposals a game: a third would have come after seven times as long."""
    played = choices_of(Told(chance=5), sea, 20 * LOST)
    assert [number for number, what in enumerate(played, 1) if what == "end?"] == [LOST, 3 * LOST]


@pytest.mark.parametrize("make_bot", [lambda: Beginner(3), lambda: Mcts(3, simulations=300)], ids=["easy", "hard"])
def test_seameni_to_propose_an_end_is_not_a_move_that_bots_try(sea: View, make_bot: Callable[[], Bot]) -> None:
    """SEA-19.1: not at 0 : 0, with a hundred tiles face down, because nothing else looked better."""
    bot = make_bot()
    seat, fit = SensibleChoices().choices(sea)
    assert "end?" in {text(sea, action) for action in sea.legal()}
    assert "end?" not in {text(sea, action) for action in fit}
    assert seat == sea.seat
    assert text(sea, bot.choose(sea)) != "end?"


@pytest.mark.parametrize("name", ["bosman", "hexxi", "settlers"])
def test_where_the_rules_know_no_giving_up_bots_play_on(name: str) -> None:
    game = games.load(name)
    match = Match(game, game.rules.seats[0], {}, seed="manners")
    view = match.view(int(match.to_act()))
    assert set(choices_of(Told(chance=0, range=0), view, 12)) == {text(view, view.legal()[0])}


@pytest.mark.parametrize("chance", [30, 500, 990])
def test_a_game_that_is_not_lost_is_not_given_up(straits: View, sea: View, chance: int) -> None:
    for view in (straits, sea):
        assert set(choices_of(Told(chance=chance), view, 12)) == {text(view, view.legal()[0])}


def test_one_bad_turn_is_not_enough(straits: View) -> None:
    bot = Told()
    polite = ResigningBot(bot)
    for chance in (5, 5, 300) * 4:
        bot.chance = chance
        assert text(straits, polite.choose(turn(straits))) != "resign"


def test_decisions_of_one_turn_count_once(straits: View) -> None:
    polite = ResigningBot(Told(chance=5))
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


class Stubborn(Told):
    """Says no, however it stands."""

    def choose(self, view: View) -> int:
        return next(action for action in view.legal() if text(view, action) in ("no", "draw no"))


def answers(view: View, chance: int, turns: int = 1) -> list[str]:
    """What manners make of somebody who would refuse every time."""
    return choices_of(Stubborn(chance=chance), view, turns)


def test_triremes_who_has_lost_takes_a_draw_at_once() -> None:
    assert answers(asked(TRIREMES, "draw offer"), 5) == ["draw yes"]


def test_seameni_who_has_lost_accepts_the_end_after_some_turns() -> None:
    """SEA-19.2: an end is no draw, so it is no better for him; but he has lost."""
    assert answers(asked(SEAMENI, "end?"), 5, LOST) == ["no"] * (LOST - 1) + ["yes"]


@pytest.mark.parametrize("chance", [30, 500, 990])
def test_seameni_who_has_not_lost_refuses_the_end(chance: int) -> None:
    assert set(answers(asked(SEAMENI, "end?"), chance, 12)) == {"no"}


@pytest.mark.parametrize(("chance", "answer"), [(250, "draw yes"), (480, "draw no"), (700, "draw no")])
def test_a_draw_is_accepted_by_who_is_behind_and_not_by_who_is_ahead(chance: int, answer: str) -> None:
    assert answers(asked(TRIREMES, "draw offer"), chance) == [answer]


def test_triremes_knows_a_lost_game_by_its_soldiers(straits: View) -> None:
    evaluation = TRIREMES.bots.evaluation
    state = straits.seen.clone()
    seat = straits.seat
    assert seat is not None
    assert not evaluation.is_lost(state, seat)
    state.alive[seat] = 1  # type: ignore[attr-defined]
    assert evaluation.is_lost(state, seat)
    assert not evaluation.is_lost(state, 1 - seat)


def test_triremes_nobody_resigns_among_three() -> None:
    match, seat = at_turn(TRIREMES, 3)
    view = match.view(seat)
    assert "resign" not in choices_of(Told(chance=0), view, 12)


def test_only_tables_with_people_have_manners() -> None:
    assert isinstance(server_bots._player("triremes", "hard", 1, True).bot, ResigningBot)
    assert isinstance(server_bots._player("triremes", "easy", 1, True).bot, ResigningBot)
    assert isinstance(server_bots._player("triremes", "hard", 1, False).bot, Mcts)
    assert not isinstance(make("hard"), ResigningBot)  # simulations and tournaments


def test_levels_say_how_they_stand(straits: View) -> None:
    for bot in (Beginner(1), Mcts(1, simulations=60)):
        bot.choose(straits)
        assert 0 < bot.chance < 1000
        assert bot.range >= 0


def test_a_record_with_manners_replays(straits: View) -> None:
    """A bot's resignation is an action like any other."""
    match, seat = at_turn(TRIREMES)
    polite = ResigningBot(Told(chance=5))
    for _ in range(LOST):
        action = polite.choose(turn(match.view(seat)))
    match.play(TRIREMES.rules.actions.text(action), seat)
    assert match.is_over
    assert match.outcome().reason == "resigned"
    assert split(match.record().moves[-1])[1] == "resign"


# -- bots that people play against -----------------------------------------------------------------------------------


def against(match: Match, level: str, decisions: int, offer: str = "", *, manners: bool = True) -> list[str]:
    """What a bot at the first seat decides against somebody who makes this offer once, and otherwise does little."""
    table = f"manners {level}"
    server_bots.forget(table)
    decided: list[str] = []
    while not match.is_over and len(decided) < decisions:
        if match.to_act() == 0:
            decided.append(server_bots.choose(table, match.record(), 0, level, 1, manners))
            match.play(decided[-1], 0)
        elif offer:
            match.play(offer)
            offer = ""
        else:
            match.play(next(move for move in reversed(match.legal()) if move != "end?"))
    server_bots.forget(table)
    return decided


def straits_of(romans: str, turn: int) -> Match:
    figures = f"R1=f7N R:{romans} G1=i13S G:g17,h18,i16,i18"
    return Match(TRIREMES, 2, position={"figures": figures, "turn": turn}, seed="manners")


def one_treasure_left(turns: int, **scores: int) -> Match:
    position = last("S1 e8, S2 e3", scores, turns).position
    return Match(SEAMENI, 2, position=position, seed="manners")


def test_triremes_a_bot_resigns_with_a_single_soldier() -> None:
    """TRI-16.5: against four, when it has looked at that for some turns."""
    lost = straits_of("h3", 1)
    decided = against(lost, "medium", LOST + 2)
    assert decided.index("resign") == LOST  # nobody has moved before the first of its turns
    assert lost.outcome().reason == "resigned"
    assert "resign" not in against(straits_of("h3", 1), "medium", LOST + 2, manners=False)
    assert "resign" not in against(straits_of("c1,h1,h3,i1,i3", 1), "medium", LOST + 2)


def test_triremes_a_bot_takes_the_draw_that_saves_it() -> None:
    """TRI-16.5: with a single soldier, and not with more than the other has."""
    saved = straits_of("h3", 2)
    assert against(saved, "medium", 1, "draw offer") == ["draw yes"]
    assert saved.outcome().reason == "agreed"
    assert against(straits_of("c1,h1,h3,i1,i3", 2), "medium", 1, "draw offer") == ["draw no"]


def test_seameni_a_bot_that_cannot_win_proposes_the_end() -> None:
    """SEA-19.1: five behind, and one treasure left."""
    decided = against(one_treasure_left(0, S=15, N=20), "medium", LOST + 2)
    assert decided.index("end?") == LOST
    assert "end?" not in against(one_treasure_left(0, S=15, N=20), "medium", LOST + 2, manners=False)
    assert "end?" not in against(one_treasure_left(0, S=20, N=15), "medium", LOST + 2)


def test_seameni_a_bot_that_cannot_win_accepts_the_end() -> None:
    """SEA-19.2."""
    lost = one_treasure_left(1, S=15, N=20)
    assert against(lost, "medium", 1, "end?") == ["yes"]
    assert lost.outcome().reason == "agreement"
