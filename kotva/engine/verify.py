"""Is a record true? Every move legal, every outcome of chance from the seed, the result what the game gives."""

from __future__ import annotations

from dataclasses import dataclass

from kotva.engine.errors import BadRecord, KotvaError
from kotva.engine.fair import Chance, commitment
from kotva.engine.game import Game, Json
from kotva.engine.moves import Moves
from kotva.engine.outcome import Outcome
from kotva.engine.record import Record, split
from kotva.engine.state import CHANCE, OVER, State


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found true of a record, and what nobody can know of it."""

    drawn: int  # outcomes of chance, all as the seed gives them
    outcome: Outcome  # how the game ended, worked out anew
    sealed: bool  # False: nothing ties the names and options to the game
    given_position: bool  # the game began from a position that somebody gave, not from the set-up of the rules


def result_of(outcome: Outcome) -> dict[str, Json]:
    """An outcome as a record tells it."""
    return {
        "reason": outcome.reason,
        "clause": outcome.clause,
        "scores": list(outcome.scores),
        "ranks": list(outcome.ranks),
    }


def verify(record: Record, game: Game) -> Verified:
    """Check a finished record; BadRecord at the first thing that is false."""
    if not record.seed:
        raise BadRecord("The record does not tell its seed (it is told when the game is over).")
    if record.commit != commitment(record.seed):
        raise BadRecord("The seed does not fit the commitment made before the game.")
    state, drawn = _replayed(record, game)
    if state.to_act() != OVER:
        raise BadRecord("The game in this record is not over.")
    outcome = game.outcome(state)
    told = record.result
    if told is None:
        raise BadRecord("The record does not tell its result.")
    for name, found in result_of(outcome).items():
        if told.get(name) != found:
            raise BadRecord(
                "The record tells a false result: {name} {told}, but the game gives {found}.",
                name=repr(name),
                told=told.get(name),
                found=found,
            )
    if record.seal and record.seal != record.sealed():
        raise BadRecord("The record was changed after the game: names, options or the result do not fit its seal.")
    return Verified(drawn, outcome, bool(record.seal), record.position is not None)


def _replayed(record: Record, game: Game) -> tuple[State, int]:
    """The last state, and how many outcomes of chance led to it."""
    chance = Chance(record.seed)
    out = Moves()
    _, state = record.start(game)
    for number, move in enumerate(record.moves, 1):
        actor, text = split(move)
        try:
            action = game.rules.actions.parse(text)
            if actor == CHANCE and state.to_act() == CHANCE:
                out.clear()
                state.list_chance(out)
                fair = out.items()[chance.draw(out.weights())]
                if fair != action:
                    raise BadRecord("the seed gives {fair!r} instead", fair=game.rules.actions.text(fair))
            game.play(state, actor, action)
        except KotvaError as error:
            raise BadRecord(
                "Move {number} ({move}) is false: {error}.", number=number, move=move[:60], error=error
            ) from None
    return state, chance.drawn
