"""Positions that nobody's game reached: those of random games, with faults.

Whatever is written must be refused with a BadPosition or be a position to play: `Game.rules.check` holds, the seat to act
can act, it reads back, it can be looked at, and it can be played on.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Final

from kotva.conformance.kit import ConformanceFault, Kit, disagreement, table_actions
from kotva.conformance.mutations import Sample, spoil, spoiled_options
from kotva.engine.errors import BadPosition, KotvaError
from kotva.engine.fields import fields, key
from kotva.engine.game import Game, Json
from kotva.engine.moves import Moves
from kotva.engine.options import Options
from kotva.engine.position import unchecked
from kotva.engine.say import ENGLISH, LANGUAGES, Say
from kotva.engine.state import CHANCE, OK, OVER, SPECTATOR, TABLE, State

MOVES: Final = 200  # that are played on from a position
_ASKED: Final = 80  # actions of a large family that are asked about
_LOOK: Final = 16  # of so many positions one is also looked at


def samples(kit: Kit) -> list[Sample]:
    """Positions before actions of every family and some ends, of games with many options."""
    return [Sample(moment.options, kit.game.to_position(moment.state)) for moment in kit.moments]


# -- the judge --------------------------------------------------------------------------------------------------------


def judge(game: Game, options: Options, position: dict[str, Json], seed: int, moves: int = MOVES) -> bool:
    """Whether a position is accepted; a Fault if it is neither refused cleanly nor a position to play."""
    try:
        state = game.from_position(position, options)
    except BadPosition as error:
        _sayable(game, error, position)
        return False
    except Exception as error:
        raise _fault(game, options, position, f"a position raises {error!r}") from error
    rng = Random(seed)
    stage = "cannot be judged"
    try:
        game.rules.check(state)
        stage = "does not read back"
        written = game.to_position(state)
        again = game.from_position(json.loads(json.dumps(written)), options)
        if key(again) != key(state):
            raise ConformanceFault(f"another {_differing(again, state)}")
        if rng.randrange(_LOOK) == 0:
            stage = "cannot be looked at"
            _look(game, options, state)
        stage = "has a list of its own"
        _judge_alike(game, state, rng)
        stage = "cannot be played on"
        _play_on(game, state, rng, moves)
    except Exception as error:
        raise _fault(game, options, position, f"an accepted position {stage}: {error!r}") from error
    return True


def _fault(game: Game, options: Options, position: dict[str, Json], text: str) -> ConformanceFault:
    return ConformanceFault(
        f"{text}\n  {game.id}, {options.seats} seats, options {options.given}\n  position: {position!r}"
    )


def _sayable(game: Game, error: KotvaError, position: object) -> None:
    """A refusal is a sentence in every language."""
    for language in LANGUAGES:
        try:
            text = error.say(_translator(language, game.id))
        except Exception as wrong:
            raise ConformanceFault(f"{error!r} cannot be said in {language}: {wrong!r}") from wrong
        if not text.strip() or len(text) > 2000:
            raise ConformanceFault(f"{position!r} is refused without a sentence in {language}: {text[:200]!r}")


@lru_cache
def _translator(language: str, game: str) -> Say:
    return Say(language, game)


def _look(game: Game, options: Options, state: State) -> None:
    for viewer in (SPECTATOR, *range(options.seats)):
        view = game.view(state, None if viewer == SPECTATOR else viewer, options)
        game.look.scene(view, ENGLISH)
        view.to_json()
        for action in view.legal()[:8]:
            game.to_words(view, action, ENGLISH)
            game.look.paths(view, action)


def _judge_alike(game: Game, state: State, rng: Random) -> None:
    """What is listed and what is not forbidden are the same in positions that no game leads to, too."""
    actor = int(state.to_act())
    if actor == OVER:
        return
    seats = [actor] if actor < 0 else [seat for seat in range(int(state.seats)) if state.may_act(seat)]
    wrong = disagreement(game, state, rng.choice(seats or [actor]), rng, _ASKED)
    if wrong:
        raise ConformanceFault(wrong)


def _play_on(game: Game, state: State, rng: Random, moves: int) -> None:
    """Random actions; any seat that may act does, and now and then the table interferes."""
    interference = table_actions(game)
    out = Moves()
    for number in range(moves):
        actor = int(state.to_act())
        if actor == OVER:
            game.outcome(state)
            break
        if actor != CHANCE and not (0 <= actor < state.seats and state.may_act(actor)):
            raise ConformanceFault(f"to_act() is {actor}, who may not act")
        if actor != CHANCE and rng.random() < 0.2:
            actor = rng.choice([seat for seat in range(int(state.seats)) if state.may_act(seat)])
        out.clear()
        if actor == CHANCE:
            state.list_chance(out)
        else:
            state.list_legal(actor, out)
        if not out.n:
            raise ConformanceFault(f"after {number} actions {actor} is to act and has no action")
        action = out.items()[rng.randrange(out.n)]
        if interference and rng.random() < 0.01:
            table = [a for a in interference if state.why_not(TABLE, a) == OK]
            actor, action = (TABLE, rng.choice(table)) if table else (actor, action)
        game.play(state, actor, action)
    game.rules.check(state)


def _differing(a: State, b: State) -> str:
    left, right = fields(a), fields(b)
    return ", ".join(
        f"{name} ({left.get(name)} instead of {right.get(name)})"
        for name in sorted(left.keys() | right.keys())
        if left.get(name) != right.get(name)
    )


# -- the check ----------------------------------------------------------------------------------------------------------


def handmade(kit: Kit) -> None:
    """Whatever somebody writes as a position or as options is refused in words or can be played."""
    rng = kit.random("handmade")
    found = samples(kit) if kit.game.rules.read is not None or kit.game.rules.check is not unchecked else []
    for number in range(kit.budget.count(150)):
        if not found:
            break  # a game that cannot judge positions takes none
        sample, donor = rng.choice(found), rng.choice(found)
        edits = [rng.getrandbits(40) for _ in range(rng.choice((1, 1, 2, 3, 5)))]
        examine(kit.game, sample, donor, edits, number)
    for _ in range(kit.budget.count(60)):
        judge_options(kit.game, kit.seats, spoiled_options(kit.game, kit.seats, rng.getrandbits(40)))


def examine(game: Game, sample: Sample, donor: Sample, edits: Sequence[int], seed: int) -> bool:
    """Judge a position with these faults; a Fault tells the fewest of them that it takes."""
    try:
        return judge(game, sample.options, spoil(sample, donor, edits), seed)
    except ConformanceFault:
        for i in range(len(edits)):
            fewer = [*edits[:i], *edits[i + 1 :]]
            if fewer:
                examine(game, sample, donor, fewer, seed)
        raise


def judge_options(game: Game, seats: int, given: dict[str, object]) -> bool:
    """Whether options are accepted; a Fault if they are neither refused in words nor give a game that begins."""
    try:
        options = game.choose_options(seats, given)
    except KotvaError as error:
        _sayable(game, error, given)
        return False
    except Exception as error:
        raise ConformanceFault(f"{game.id}, {seats} seats: options {given!r} raise {error!r}") from error
    try:
        again = game.choose_options(seats, json.loads(json.dumps(options.given)))
        state = game.rules.new(options)
        game.rules.check(state)
        if dict(again) != dict(options) or key(game.rules.new(again)) != key(state):
            raise ConformanceFault("in a record they become others")
        _play_on(game, state, Random(1), 20)
        game.look.scene(game.view(state, None, options), ENGLISH)
    except Exception as error:
        raise ConformanceFault(
            f"{game.id}, {seats} seats: accepted options {given!r} cannot be played: {error!r}"
        ) from error
    return True
