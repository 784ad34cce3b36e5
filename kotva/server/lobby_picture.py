"""A game's board in the middle of a lively game: what its card in a lobby shows."""

from __future__ import annotations

import random
from functools import lru_cache

from kotva import games
from kotva.bots import make
from kotva.engine.game import Game
from kotva.engine.say import Say
from kotva.learn.pictures import CARD, drawing
from kotva.match.match import Match
from kotva.scene.svg import render

_MOVES = 260  # by then fleets have met and treasure is on its way, and nothing is over yet


def lobby_picture(game: Game, theme: str) -> str:
    """What the game itself shows of it, or the board after some moves of bots that know what they want; the same every time."""
    own = drawing(game.id, CARD, "before", "en", theme)
    if own is not None:
        return own
    match = Match(game, seed=f"a picture of {game.id}")
    bots = [make("greedy", seed=seat) for seat in range(match.seats)]
    chance = random.Random(game.id)
    for _ in range(min(_MOVES, game.rules.longest(match.options) // 3)):
        seat = match.to_act()
        if match.is_over or seat < 0:
            break
        action = bots[seat].choose(match.view(seat)) if chance.random() < 0.9 else None
        match.play(game.rules.actions.text(action) if action is not None else chance.choice(match.legal()))
    scene = game.look.scene(match.view(None), Say("en", game.id))
    return render(scene, game.look.symbols, theme=theme, beside=False, title=game.title, marks=False)


@lru_cache(maxsize=64)
def start_picture(game_id: str, names: tuple[str, ...], value: str, theme: str) -> str:
    """The board at the start of a game under one value of some options; the same every time."""
    game = games.load(game_id)
    seats = game.rules.quick_seats or game.rules.seats[0]
    match = Match(game, seats, dict.fromkeys(names[:seats], value), seed=f"a picture of {value}")
    scene = game.look.scene(match.view(None), Say("en", game.id))
    return render(scene, game.look.symbols, theme=theme, beside=False, title=value, marks=False)
