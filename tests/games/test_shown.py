"""Positions of random games as people see them: drawn, printed, explained and told, in every language; and nothing hidden."""

from __future__ import annotations

from random import Random

import pytest

from kotva import games
from kotva.engine.arrays import Rng
from kotva.engine.fields import key
from kotva.engine.game import Event
from kotva.engine.say import LANGUAGES, Say
from kotva.engine.state import OVER, SPECTATOR
from kotva.match import Match
from tests.games.moments import kept
from tests.ours import GAMES

TWINS = 6  # positions of a game that differ only in secrets
ASKED = 12  # things that somebody rests on, and actions that are put into words


def finished(text: str) -> bool:
    """A sentence with everything filled in."""
    return bool(text.strip()) and "{" not in text and "}" not in text


@pytest.mark.parametrize(
    ("game_id", "number"), [(game_id, number) for game_id in GAMES for number in range(len(kept(game_id)))]
)
def test_a_moment_is_shown_and_told(game_id: str, number: int) -> None:
    game, moment, rng = games.load(game_id), kept(game_id)[number], Random(number)
    options = game.choose_options(moment.seats, moment.options)
    state = game.from_position(moment.position, options)
    say = Say(LANGUAGES[number % len(LANGUAGES)], game_id, [f"Player {seat + 1}" for seat in range(moment.seats)])
    actor = int(state.to_act())
    for viewer in {None if number % 2 else rng.randrange(moment.seats), max(actor, 0)}:
        view = game.view(state, viewer, options)
        scene = game.look.scene(view, say)
        assert "{" not in scene.prompt
        assert game.words.board is not None
        assert finished(game.words.board(view, say))
        legal = view.legal() if actor != OVER else []
        for action in rng.sample(legal, min(ASKED, len(legal))):
            assert finished(game.to_words(view, action, say))
            game.look.paths(view, action)
        if game.words.about is not None:
            things = [item.id for item in scene.items]
            for thing in rng.sample(things, min(ASKED, len(things))):
                game.words.about(view, thing, say)
    if actor == OVER:
        assert finished(game.outcome(state).reason)
        return
    trace: list[Event] = []
    state.trace = trace
    legal = game.legal(state, actor)
    state.apply(actor, rng.choice(legal))
    state.trace = None
    assert all(finished(line) for line in game.lines(trace, say))
    news = [event for event in (game.show_event(0, event) for event in trace) if event is not None]
    game.look.scene(game.view(state, 0, options, news), say)


@pytest.mark.parametrize("game_id", ["bosman", "hexxi", "settlers", "triremes"])
def test_a_match_shows_a_bystander_nothing_that_is_hidden(game_id: str) -> None:
    """In a notebook: `repr`, the picture and its title are the same whatever is in hands, stacks and ships."""
    game, looked = games.load(game_id), 0
    for number, moment in enumerate(kept(game_id)):
        options = game.choose_options(moment.seats, moment.options)
        state = game.from_position(moment.position, options)
        other = state.seen(SPECTATOR).clone()
        if not moment.played or looked == TWINS or key(other) == key(state):
            continue
        other.redeal(SPECTATOR, Rng(number))
        if key(other) == key(state):
            continue
        looked += 1
        one, twin = (
            Match(game, moment.seats, moment.options, position=game.to_position(truth), chance=False)
            for truth in (state, other)
        )
        assert repr(one) == repr(twin)
        assert one._repr_svg_() == twin._repr_svg_()
        assert one.view(None).to_json() == twin.view(None).to_json()
    assert looked == TWINS
