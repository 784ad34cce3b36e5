"""Positions of random games, before every kind of action: each is whole, and so is whatever one action makes of it.

The conformance kit asks more, of more of them, and takes its time; these are looked at one by one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest

from kotva import games
from kotva.engine.state import CHANCE, OVER
from tests.games.moments import kept
from tests.games.whole import same, whole

TRIED = 6  # actions of whoever is to act
# What a state that contradicts itself breaks: what is allowed, what exists, what is known.
CLAUSES = {
    "bosman": "BOS-2.4, BOS-5.1, BOS-13.4, BOS-14.1",
    "hexxi": "HEX-2.8, HEX-16.1, HEX-16.3, HEX-17.1",
    "seameni": "SEA-1.7, SEA-1.10, SEA-2.1, SEA-5.1",
    "settlers": "SET-1.1, SET-1.4, SET-15.1, SET-15.4",
    "triremes": "TRI-2.5, TRI-2.9, TRI-4.1, TRI-4.2, TRI-21.1",
}


def every() -> Iterator[object]:
    for game_id, clauses in CLAUSES.items():
        for number, moment in enumerate(kept(game_id)):
            yield pytest.param(game_id, number, clauses, id=f"{game_id}-{number}-{moment.played or 'over'}")


@pytest.mark.parametrize(("game_id", "number", "clauses"), list(every()))
def test_a_moment_and_what_comes_next(game_id: str, number: int, clauses: str) -> None:
    assert clauses
    game, moment = games.load(game_id), kept(game_id)[number]
    options = game.choose_options(moment.seats, moment.options)
    state = game.from_position(moment.position, options)
    whole(game, options, state, number)
    actor, rng = int(state.to_act()), Random(number)
    assert (actor == OVER) == (not moment.played)
    if actor == OVER:
        assert min(game.outcome(state).ranks) == 1
        return
    legal = game.legal(state, actor)
    for action in rng.sample(legal, min(TRIED, len(legal))):
        then = state.clone()
        then.apply(actor, action)
        what = f"what {game.rules.actions.text(action)} leads to"
        game.rules.check(then)
        same(game.from_position(json.loads(json.dumps(game.to_position(then))), options), then, f"{what}, read back,")
        then_actor = int(then.to_act())
        if then_actor == OVER:
            assert min(game.outcome(then).ranks) == 1
        elif then_actor == CHANCE or then.may_act(then_actor):
            assert game.legal(then, then_actor), f"{what}: {then_actor} must act and cannot"
