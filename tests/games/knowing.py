"""States in which somebody may not know something, and deals of it: for tests of what a seat may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from math import sqrt
from random import Random
from typing import Any

from kotva import games
from kotva.engine.arrays import Rng
from kotva.engine.fields import fields
from kotva.engine.game import Game
from kotva.engine.options import Options
from kotva.engine.state import CHANCE, OVER, SPECTATOR, State
from tests.games.moments import kept


def states(game_id: str, later: int = 3) -> Iterator[tuple[Game, Options, State]]:
    """The positions that are kept of random games, and what some random actions make of each."""
    game = games.load(game_id)
    for number, moment in enumerate(kept(game_id)):
        options = game.choose_options(moment.seats, moment.options)
        state = game.from_position(moment.position, options)
        rng = Random(number)
        for _ in range(later):
            yield game, options, state
            actor = int(state.to_act())
            if actor == OVER:
                break
            seats = [seat for seat in range(int(state.seats)) if state.may_act(seat)]
            who = CHANCE if actor == CHANCE else rng.choice(seats)
            state = state.clone()
            state.apply(who, rng.choice(game.legal(state, who)))


def viewers(state: State) -> list[int]:
    return [SPECTATOR, *range(int(state.seats))]


def only(state: State, seen: State, hidden: set[str]) -> None:
    """Everything but these fields is public: a view has it as it is."""
    truth, shown = fields(state), fields(seen)
    assert truth.keys() == shown.keys()
    wrong = {name: (truth[name], shown[name]) for name in truth if name not in hidden and truth[name] != shown[name]}
    assert not wrong, wrong


def deals(state: State, viewer: int, number: int) -> Iterator[State]:
    """What somebody may not know, dealt anew so many times."""
    seen = state.seen(viewer)
    for seed in range(number):
        dealt = seen.clone()
        dealt.redeal(viewer, Rng(seed))
        yield dealt


def evenly(
    state: State, viewer: int, what: Callable[[State], Hashable], odds: Mapping[Any, int], number: int = 600
) -> None:
    """Deals bring these things, as often as their odds say, and nothing else; six standard deviations are allowed."""
    found = Counter(what(dealt) for dealt in deals(state, viewer, number))
    assert set(found) <= set(odds), set(found) - set(odds)
    for thing, weight in odds.items():
        share = weight / sum(odds.values())
        wrong = abs(found[thing] - number * share)
        assert wrong <= 6 * sqrt(number * share * (1 - share)) + 1e-9, (thing, found[thing], number * share)
