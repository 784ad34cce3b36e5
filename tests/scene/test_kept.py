"""Parts of a scene that are kept are what would be made anew: for every game, every viewer, and moves taken back."""

from __future__ import annotations

import random

import pytest

from kotva import games
from kotva.engine import say as words
from kotva.engine.game import Game
from kotva.engine.say import Say
from kotva.match import Match
from kotva.scene.packet import choices
from tests import ours


@pytest.mark.parametrize("game_id", ours.GAMES)
def test_what_is_kept_is_what_would_be_made_anew(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kept for a table, or for all tables of a language: three tables of different sizes, one of them with moves taken back."""
    for_all: dict[tuple[str, str | None], dict[object, object]] = {}
    for seed in range(3):
        chance = random.Random(seed)
        game = games.load(game_id)
        seats = game.seats[(seed - 1) % len(game.seats)]
        match = Match(game, seats, seed=f"{game_id} {seed} is kept in parts")
        monkeypatch.setattr(words, "_COMMON", for_all)
        say = Say("cs", game.id, match.names)
        for _ in range(120):
            if match.is_over:
                break
            seat = chance.choice(match.actors())
            match.play(chance.choice(match.legal(seat)), seat)
            if seed and chance.random() < 0.1 and match.undo_target(seat) is not None:
                match.undo(seat)
            for viewer in chance.sample([None, *range(seats)], 2):
                _compare(game, match, viewer, say, monkeypatch)


def _compare(game: Game, match: Match, viewer: int | None, say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "_COMMON", {})
    fresh = Say("cs", game.id, match.names)
    view, again = match.view(viewer), match.view(viewer)
    kept, made = game.scene(view, say), game.scene(again, fresh)
    assert kept == made, f"after move {len(match.played)}, viewer {viewer}"
    assert choices(view, say) == choices(again, fresh)
    ids = [item.id for item in kept.items]
    assert len(set(ids)) == len(ids)


def test_a_part_is_made_once_while_its_stamp_stays() -> None:
    say = Say()
    made: list[int] = []

    def make() -> int:
        made.append(1)
        return len(made)

    assert [say.keep("a", 1, make), say.keep("a", 1, make), say.keep("b", 1, make)] == [1, 1, 2]
    assert [say.keep("a", 2, make), say.keep("a", 1, make)] == [3, 4]


def test_words_kept_for_one_game_are_not_those_of_another() -> None:
    """A `Say` without a game serves several, in which one number is another action."""
    everybody = Say()
    for game_id in ours.GAMES:
        game, chance = games.load(game_id), random.Random(1)
        alone = Say("en", game_id)
        match = Match(game, game.seats[0], seed="one number, several actions")
        while len(match.played) < 60 and not match.is_over:
            seat = chance.choice(match.actors())
            view, legal = match.view(seat), match.legal(seat)
            for action in map(game.actions.parse, legal):
                assert game.to_words(view, action, everybody) == game.to_words(view, action, alone)
            match.play(chance.choice(legal), seat)
