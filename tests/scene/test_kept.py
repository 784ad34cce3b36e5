"""Parts of a scene that are kept are what would be made anew: for every game, every viewer, and moves taken back."""

from __future__ import annotations

import random

import pytest

from kotva import games
from kotva.engine.say import Say
from kotva.match import Match
from kotva.scene.packet import choices
from tests import ours


@pytest.mark.parametrize("game_id", ours.GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_kept_is_what_would_be_made_anew(game_id: str, seed: int) -> None:
    game = games.load(game_id)
    chance = random.Random(seed)
    seats = chance.choice(game.seats)
    match = Match(game, seats, seed=f"{game_id} {seed} is kept in parts")
    say = Say("cs", game.id, match.names)
    for _ in range(150):
        if match.is_over:
            break
        seat = chance.choice(match.actors())
        match.play(chance.choice(match.legal(seat)), seat)
        if chance.random() < 0.1 and match.undo_target(seat) is not None:
            match.undo(seat)
        for viewer in chance.sample([None, *range(seats)], 2):
            view, again = match.view(viewer), match.view(viewer)
            fresh = Say("cs", game.id, match.names)
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
