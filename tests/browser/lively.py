"""Tables in the middle of a lively game, the same ones every time: chance with a fixed seed plays on."""

from __future__ import annotations

import random
from functools import cache

from kotva import games
from kotva.engine.game import Json
from kotva.engine.say import Say
from kotva.match import Match
from kotva.scene.packet import choices

Position = dict[str, Json]


@cache
def lively(game: str, seats: int, moves: int = 120) -> tuple[Position, ...]:
    """For every kind of decision that the first player meets, the position in which most things can be chosen."""
    rules = games.load(game)
    match = Match(rules, seats, seed=f"{7:064x}")
    chance = random.Random(f"a lively game of {game}")
    names = [f"Player {number + 1}" for number in range(seats)]
    best: dict[tuple[str, ...], tuple[int, Position]] = {}
    while len(match.played) < moves and not match.is_over:
        actor = match.actors()[0]
        if actor == 0:
            offered = choices(match.view(0), Say("en", game, names))
            things = {thing for choice in offered for path in choice.paths for thing in path}
            kind = tuple(sorted({choice.action.split()[0] for choice in offered}))
            if len(offered) > 1 and len(things) > best.get(kind, (1, {}))[0]:
                best[kind] = (len(things), rules.to_position(match.state))
        match.play(chance.choice(match.legal(actor)), actor)
    assert best, f"{game}: nothing to choose within {moves} moves"
    return tuple(position for _, position in sorted(best.values(), key=lambda one: -one[0]))
