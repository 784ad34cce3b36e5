"""Parts of a scene that are kept are what would be made anew: for every game, every viewer, and moves taken back."""

from __future__ import annotations

import random
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from kotva import games
from kotva.conformance.kit import Budget, Kit, Moment
from kotva.engine import say as words
from kotva.engine.game import Game
from kotva.engine.say import Say
from kotva.match import Match
from kotva.scene.packet import choices, scene_data
from tests import ours


@pytest.mark.parametrize("game_id", ours.GAMES)
def test_what_is_kept_is_what_would_be_made_anew(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kept for a table, or for all tables of a language: three tables of different sizes, one of them with moves taken back."""
    for_all: dict[tuple[str, str | None], dict[object, object]] = {}
    for seed in range(3):
        chance = random.Random(seed)
        game = games.load(game_id)
        seats = game.rules.seats[(seed - 1) % len(game.rules.seats)]
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
    kept, made = game.look.scene(view, say), game.look.scene(again, fresh)
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
        match = Match(game, game.rules.seats[0], seed="one number, several actions")
        while len(match.played) < 60 and not match.is_over:
            seat = chance.choice(match.actors())
            view, legal = match.view(seat), match.legal(seat)
            for action in map(game.rules.actions.parse, legal):
                assert game.to_words(view, action, everybody) == game.to_words(view, action, alone)
            match.play(chance.choice(legal), seat)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ours.GAMES)
def test_one_translator_serves_tables_with_any_options_in_any_order(game_id: str) -> None:
    """A stamp has everything in it that the part was made from: options, numbers of seats and viewers never mix."""
    game = games.load(game_id)
    kits = [Kit(game, seats, Budget(0.5, seed)) for seats in game.rules.seats for seed in (1, 2)]
    moments = [moment for kit in kits for moment in kit.moments]
    chance = random.Random(game_id)
    chance.shuffle(moments)
    say = Say("en", game_id)
    for moment in moments:
        for viewer in chance.sample(moment.viewers(), 2):
            fresh = Say("en", f"{game_id} anew")  # nothing is kept under this name, and English needs no catalogue
            fresh._common.clear()
            kept, made = moment.view(viewer), moment.view(viewer)
            assert game.look.scene(kept, say) == game.look.scene(made, fresh), moment.record().to_json()
            assert choices(kept, say) == choices(made, fresh), moment.record().to_json()


def test_threads_that_draw_at_a_time_draw_what_one_alone_draws() -> None:
    """Viewers of all games share texts and parts of messages; whoever comes between sees none of it half done."""
    found = [games.load(game_id) for game_id in ours.GAMES]
    moments = [moment for game in found for moment in Kit(game, game.rules.seats[0], Budget(0.2)).moments]
    looks = [(moment, viewer) for moment in moments for viewer in moment.viewers()]
    says = {game_id: Say("en", game_id) for game_id in ours.GAMES}

    def draw(look: tuple[Moment, int]) -> object:
        moment, viewer = look
        view, say = moment.view(viewer), says[moment.game.id]
        return scene_data(moment.game.look.scene(view, say)), choices(view, say)

    alone = [draw(look) for look in looks]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(4) as threads:
            for turn in range(2):
                order = random.Random(turn).sample(range(len(looks)), len(looks))
                drawn = list(threads.map(draw, [looks[i] for i in order]))
                assert drawn == [alone[i] for i in order]
    finally:
        sys.setswitchinterval(before)
