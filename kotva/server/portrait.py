"""A game's board in the middle of a lively game: what its card in a lobby shows."""

from __future__ import annotations

import random

from kotva.bots import make
from kotva.engine.game import Game
from kotva.engine.say import Say
from kotva.learn.pictures import CARD, drawing
from kotva.match.match import Match
from kotva.scene.svg import render

_MOVES = 260  # by then fleets have met and treasure is on its way, and nothing is over yet


def portrait(game: Game, theme: str) -> str:
    """What the game itself shows of it, or the board after some moves of bots that know what they want; the same every time."""
    own = drawing(game.id, CARD, "before", "en", theme)
    if own is not None:
        return own
    match = Match(game, seed=f"a picture of {game.id}")
    bots = [make("greedy", seed=seat) for seat in range(match.seats)]
    chance = random.Random(game.id)
    for _ in range(min(_MOVES, game.longest(match.options) // 3)):
        seat = match.to_act()
        if match.is_over or seat < 0:
            break
        action = bots[seat].choose(match.view(seat)) if chance.random() < 0.9 else None
        match.play(game.actions.text(action) if action is not None else chance.choice(match.legal()))
    scene = game.scene(match.view(None), Say("en", game.id))
    return render(scene, game.symbols, theme=theme, beside=False, title=game.title, marks=False)
