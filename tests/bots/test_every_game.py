"""Bots play every game that is registered, in all its numbers of seats, wherever they are asked."""

from __future__ import annotations

import pytest

from kotva import games
from kotva.bots import make
from kotva.engine.arrays import Rng
from kotva.engine.playout import play_random
from kotva.engine.state import CHANCE, OVER
from tests import ours


@pytest.mark.parametrize("bot", ["random", "greedy:3", "mcts:25"])
@pytest.mark.parametrize("game_id", ours.GAMES)
def test_a_bot_decides_legally_all_through_a_game(game_id, bot):
    game = games.load(game_id)
    for seats in game.rules.seats:
        options = game.choose_options(seats)
        state, rng = game.rules.new(options), Rng(seats)
        player = make(bot, 1)
        for _ in range(25):
            play_random(state, rng, 9)
            while state.to_act() == CHANCE:
                play_random(state, rng, 1)
            if state.to_act() == OVER:
                break
            for seat in range(seats):
                if not state.may_act(seat):
                    continue
                view = game.view(state, seat, options)
                if view.legal():
                    assert player.choose(view) in view.legal()
