"""Whether a state is whole, asked in every way that needs no second opinion. Tests play a few lines of a rulebook through it.

The conformance kit asks the same of random games; here it is asked of positions that were set up because a rule is rare.
"""

from __future__ import annotations

import json
from random import Random

from kotva.conformance.kit import disagreement
from kotva.engine.arrays import Rng
from kotva.engine.fields import fields, key
from kotva.engine.game import Game
from kotva.engine.moves import Moves
from kotva.engine.options import Options
from kotva.engine.state import CHANCE, OVER, SPECTATOR, State


def whole(game: Game, options: Options, state: State, seed: int = 0) -> None:
    """Nothing is lost or doubled; it copies, hides, reads back; whatever is listed is allowed and can be played on a copy."""
    game.rules.check(state)
    same(state.clone(), state, "a copy")
    same(game.from_position(json.loads(json.dumps(game.to_position(state))), options), state, "what is read back")
    for viewer in (SPECTATOR, *range(int(state.seats))):
        _hidden(game, options, state, viewer, seed)
    if state.to_act() != OVER:
        _playable(game, state, Random(seed))


def same(one: State, other: State, what: str) -> None:
    if key(one) != key(other):
        left, right = fields(one), fields(other)
        wrong = {name: (left[name], right[name]) for name in left if left[name] != right[name]}
        raise AssertionError(f"{what} differs: {wrong}")


def _hidden(game: Game, options: Options, state: State, viewer: int, seed: int) -> None:
    """A view copies and reads back; what it hides can be dealt anew, to a whole state that looks the same."""
    seen = state.seen(viewer)
    same(seen.clone(), seen, f"a copy of what {viewer} sees")
    same(game.from_view(game.to_position(seen), options), seen, f"what {viewer} sees, read back,")
    if state.to_act() != OVER and key(seen) != key(state):
        dealt = seen.clone()
        dealt.redeal(viewer, Rng(seed))
        game.rules.check(dealt)
        same(dealt.seen(viewer), seen, f"a deal for {viewer}")


def _playable(game: Game, state: State, rng: Random) -> None:
    """Lists and verdicts agree for whoever may act; what is done to a copy is not done here."""
    first = int(state.to_act())
    actors = [first] if first == CHANCE else [seat for seat in range(int(state.seats)) if state.may_act(seat)]
    assert first in actors
    before = key(state)
    for actor in actors:
        wrong = disagreement(game, state, actor, rng, 40)
        assert not wrong, wrong
        legal = game.legal(state, actor)
        assert legal
        if actor == CHANCE:
            out = Moves()
            state.list_chance(out)
            assert out.items() == legal
        for action in rng.sample(legal, min(4, len(legal))):
            copy = state.clone()
            copy.apply(actor, action)
            game.rules.check(copy)
            same(copy.clone(), copy, f"a copy after {game.rules.actions.text(action)}")
    assert key(state) == before, "something is shared with a copy"
