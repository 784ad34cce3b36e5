"""Checks of the rules: games end, nothing is lost, the list and the verdicts agree, copies and records are exact."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

from kotva.conformance.kit import ConformanceFault, Kit, Moment, disagreement, no_actions, some_actions, text_of
from kotva.engine.arrays import Rng
from kotva.engine.errors import BadOption, Illegal, NotYourTurn
from kotva.engine.fields import fields, fingerprint, key
from kotva.engine.game import Game
from kotva.engine.moves import Moves
from kotva.engine.options import Options
from kotva.engine.outcome import FEWER, MORE
from kotva.engine.playout import play_random
from kotva.engine.record import Record
from kotva.engine.state import CHANCE, OK, OVER, TABLE, State
from kotva.files import PACKAGE

_LONG_RECORD = 2000  # moves; longer records are replayed up to here


def ends(kit: Kit) -> None:
    """Random games end within Game.rules.longest, and until then somebody always has something to decide."""
    for play in kit.plays:
        if play.trouble:
            raise ConformanceFault(f"{kit.game.id}: {play.trouble}.", record=play.record())
    for number in range(kit.budget.count(40)):  # and many more inside the kernel, where they cost little
        options = kit.plays[number % len(kit.plays)].options
        state = kit.game.rules.new(options)
        bound = kit.game.rules.longest(options)
        play_random(state, Rng(kit.budget.seed * 1000 + number), bound)
        if state.to_act() != OVER:
            raise ConformanceFault(
                f"{kit.game.id}: the game is not over after {bound} actions; options {options.given}."
            )


def conserves(kit: Kit) -> None:
    """Game.rules.check finds every component in its place in every state (of very long games in many states)."""
    stride = every(sum(len(play.moves) for play in kit.plays), kit.budget.count(3000))
    for play in kit.plays:
        for step, (state, actor, action) in enumerate(play.steps()):
            if step % stride == 0:
                _check(kit.game, state, Moment(play, step, state, actor, action))
        _check(kit.game, play.final(), Moment(play, len(play.moves), play.final(), OVER, None))


def every(length: int, wanted: int) -> int:
    """The stride that takes about `wanted` of so many."""
    return max(1, length // wanted)


def _check(game: Game, state: State, moment: Moment) -> None:
    try:
        game.rules.check(state)
    except AssertionError as error:
        raise ConformanceFault(f"Game.rules.check: {error}", moment) from error


def clones(kit: Kit) -> None:
    """A clone has every field and shares nothing: whatever is played on one, the other does not notice."""
    for moment in kit.moments:
        state, before = moment.state, key(moment.state)
        copy = state.clone()
        if type(copy) is not type(state) or key(copy) != before:
            raise ConformanceFault(f"clone() does not copy {_differing(state, copy)}", moment)
        if copy.trace is not None:
            raise ConformanceFault("clone() copies the trace; nobody listens to a clone", moment)
        for number in range(4):
            play_random(copy, Rng(number), 30)
            if key(state) != before:
                raise ConformanceFault("playing on a clone changes the state it was made from", moment)
            copy = state.clone()
        original = state.clone()  # and the other way round: the clone made first must not notice either
        copy = original.clone()
        play_random(original, Rng(5), 30)
        if key(copy) != before:
            raise ConformanceFault("playing on a state changes the clone that was made of it", moment)
    for moment in kit.moments[: kit.budget.count(3)]:
        _clone_each_field(moment)


def _clone_each_field(moment: Moment) -> None:
    """Change one field after the other to something random games may never have shown; the clone must have it too."""
    for name, value in fields(moment.state).items():
        if name == "seats" or value == []:
            continue
        changed = moment.state.clone()
        try:
            if isinstance(value, int):
                setattr(changed, name, value + 1)
            else:
                array = getattr(changed, name)[:]
                array[0] += 1
                setattr(changed, name, array)
            copy = changed.clone()
        except (TypeError, ValueError, IndexError):
            continue  # a field that cannot have this value
        if fields(copy)[name] != fields(changed)[name]:
            raise ConformanceFault(f"clone() does not copy {name}", moment)


def _differing(a: State, b: State) -> str:
    left, right = fields(a), fields(b)
    return (
        ", ".join(name for name in sorted(left.keys() | right.keys()) if left.get(name) != right.get(name))
        or "its type"
    )


def verdicts(kit: Kit) -> None:
    """legal() and why_not() agree on the whole action space; no list has an action twice or depends on when it is made."""
    game = kit.game
    rng = kit.random("verdicts")
    for moment in kit.moments:
        for actor in moment.deciding():
            wrong = disagreement(game, moment.state, actor, rng, 4000)
            if wrong:
                raise ConformanceFault(wrong, moment)


def gaps(kit: Kit) -> None:
    """Numbers that stand for no action are refused from every actor: between families, inside them, beyond both ends."""
    game = kit.game
    rng = kit.random("gaps")
    nothing = no_actions(game, rng)
    for moment in kit.moments:
        state, before = moment.state, key(moment.state)
        for actor in (TABLE, CHANCE, *moment.seats()):
            for number in nothing:
                try:
                    verdict = int(state.why_not(actor, number))
                except Exception as error:
                    raise ConformanceFault(
                        f"why_not of {number}, which is no action, raises {error!r}", moment
                    ) from error
                if verdict == OK:
                    raise ConformanceFault(f"why_not allows {actor} to play {number}, which is no action", moment)
        if key(state) != before:
            raise ConformanceFault("asking about numbers that are no actions changes the state", moment)


def turns(kit: Kit) -> None:
    """The seat to act may act, perhaps with others; nothing is legal for any other seat."""
    game = kit.game
    rng = kit.random("turns")
    for moment in kit.moments:
        state = moment.state
        first = int(state.to_act())
        if first >= 0 and not state.may_act(first):
            raise ConformanceFault(f"seat {first} is to act, but may_act says no", moment)
        deciding = moment.deciding() if first != OVER else []
        everything = [a for actor in deciding for a in game.legal(state, actor)]
        for actor in (CHANCE, *moment.seats()):
            if actor in deciding:
                continue
            if actor >= 0 and state.may_act(actor):
                raise ConformanceFault(
                    f"seat {actor} may act {'after the end' if first == OVER else 'while chance decides'}", moment
                )
            for action in some_actions(game, everything, rng, 400):
                if state.why_not(actor, action) == OK:
                    who = "chance" if actor == CHANCE else f"seat {actor}"
                    raise ConformanceFault(
                        f"{text_of(game, action)} is legal for {who}, who has nothing to decide", moment
                    )


def chance(kit: Kit) -> None:
    """Every outcome of chance has a positive weight, and sample() draws nothing but listed outcomes."""
    for moment in kit.moments:
        if moment.state.to_act() != CHANCE:
            continue
        out, scratch = Moves(), Moves()
        moment.state.list_chance(out)
        items, weights = out.items(), out.weights()
        if any(weight <= 0 for weight in weights) or out.total != sum(weights):
            raise ConformanceFault(f"weights of chance must be positive: {weights}", moment)
        for number in range(kit.budget.count(30)):
            drawn = moment.state.sample(Rng(number), scratch)
            if drawn not in items:
                raise ConformanceFault(
                    f"sample() draws {text_of(kit.game, drawn)}, which is not among the outcomes", moment
                )


def refusals(kit: Kit) -> None:
    """Game.play refuses what is illegal with its clause and changes nothing."""
    game = kit.game
    rng = kit.random("refusals")
    for moment in kit.moments:
        before = key(moment.state)
        known = [a for actor in moment.deciding() for a in game.legal(moment.state, actor)]
        actions = some_actions(game, known, rng, 200)
        asked: set[tuple[int, int]] = set()
        for actor in (TABLE, CHANCE, *moment.seats()):
            for action in actions:
                clause = int(moment.state.why_not(actor, action))
                if clause == OK or (actor, clause) in asked or text_of(game, action) == "which has no text":
                    continue
                asked.add((actor, clause))
                _refuse(moment, actor, action, clause)
                if key(moment.state) != before:
                    raise ConformanceFault(f"{text_of(game, action)} was refused, but something changed", moment)


def _refuse(moment: Moment, actor: int, action: int, clause: int) -> None:
    game = moment.game
    try:
        game.play(moment.state, actor, action)
    except NotYourTurn:
        if actor >= 0 and moment.state.may_act(actor):
            raise ConformanceFault(
                f"{text_of(game, action)}: seat {actor} may act and is told that it may not", moment
            ) from None
    except Illegal as error:
        if error.clause != game.clause(clause):
            raise ConformanceFault(
                f"the refusal names {error.clause}, why_not says {game.clause(clause)}", moment
            ) from None
    else:
        raise ConformanceFault(
            f"Game.play accepts {text_of(game, action)}, which {game.clause(clause)} forbids", moment
        )


def trace(kit: Kit) -> None:
    """Listening changes nothing, and every action can be told as log lines."""
    game = kit.game
    for play in kit.plays[: kit.budget.count(3)]:
        quiet, shown = game.rules.new(play.options), game.rules.new(play.options)
        stride = every(len(play.moves), kit.budget.count(300))
        for step, (actor, action) in enumerate(play.moves):
            shown.trace = []
            quiet.apply(actor, action)
            shown.apply(actor, action)
            if (step % stride == 0 or step == len(play.moves) - 1) and key(quiet) != key(shown):
                moment = Moment(play, step + 1, quiet, OVER, None)
                raise ConformanceFault(
                    f"listening to {text_of(game, action)} changes {_differing(quiet, shown)}", moment
                )


def outcomes(kit: Kit) -> None:
    """Every end has a reason with a clause, a score for every seat and ranks from 1; equals share a rank."""
    game = kit.game
    for moment in kit.moments:
        if not moment.is_over:
            continue
        reason = int(moment.state.reason())
        if not 0 <= reason < len(game.rules.reasons):
            raise ConformanceFault(f"reason() is {reason}; the game has {len(game.rules.reasons)} reasons", moment)
        outcome = game.outcome(moment.state)
        places = sorted(outcome.ranks)
        shared = [1 + sum(other < rank for other in places) for rank in places]  # 1, 1, 3
        parties = [1 + len({other for other in places if other < rank}) for rank in places]  # partners: 1, 1, 2, 2
        if places not in (shared, parties):
            raise ConformanceFault(f"the ranks {outcome.ranks} are no ranking", moment)
        if len(outcome.scores) != moment.options.seats or not outcome.first:
            raise ConformanceFault(f"a score for every seat and a winner: {outcome}", moment)
        json.dumps(outcome.details)
    _placed_by_score(kit)


def _placed_by_score(kit: Kit) -> None:
    """Nobody with the better score is placed behind, unless the game says that places stand apart from scores.

    Random games of seats that play on show it: a seat that resigns or leaves may lose in spite of its points.
    """
    game = kit.game
    sign = {MORE: 1, FEWER: -1}.get(game.rules.places, 0)
    for number in range(kit.budget.count(30)):
        options = kit.plays[number % len(kit.plays)].options
        state = game.rules.new(options)
        play_random(state, Rng(kit.budget.seed * 500 + number), game.rules.longest(options))
        if state.to_act() != OVER:
            continue  # `ends` says so
        order = [(int(state.score(seat)), int(state.rank(seat))) for seat in range(kit.seats)]
        for seat, (score, rank) in enumerate(order):
            for other, (theirs, place) in enumerate(order):
                if sign * score > sign * theirs and rank > place:
                    raise ConformanceFault(
                        f"{game.id}, {kit.seats} seats, options {options.given}, position {game.to_position(state)}:\n  "
                        f"seat {seat} with {score} points has rank {rank}, seat {other} with {theirs} has rank {place}: "
                        "rank() and score() disagree (Game.rules.places says how places follow from scores)"
                    )


def undo(kit: Kit) -> None:
    """A record cut short replays to exactly the state of that moment: that is what undo does."""
    early = sorted(kit.moments, key=lambda moment: moment.step)
    for moment in early[: kit.budget.count(15)]:
        state = moment.record().final(kit.game)
        if key(state) != key(moment.state):
            raise ConformanceFault(
                f"the record up to here replays to another state: {_differing(state, moment.state)}", moment
            )


def options(kit: Kit) -> None:
    """Every value of every option's menu is accepted, survives a record, and gives a game; so does every preset."""
    game = kit.game
    chosen = game.choose_options(kit.seats)
    for option in game.rules.options:
        for value in (chosen[option.name], *(option.menu(chosen) or ())):
            try:
                read = option.check(str(value), chosen)
            except BadOption as error:
                raise ConformanceFault(f"{game.id}: a value of the menu is refused: {error}") from error
            if read != value:
                raise ConformanceFault(f"{game.id}: option {option.name}={value!r} reads as {read!r}")
    for preset in game.rules.presets:
        try:
            game.rules.new(game.choose_options(kit.seats, preset.options))
        except BadOption as error:
            raise ConformanceFault(
                f"{game.id}: the preset {preset.name} is refused for {kit.seats} seats: {error}"
            ) from error
    for given in kit.option_sets(kit.budget.count(12)):
        again: Options = game.choose_options(kit.seats, given.given)
        if dict(again) != dict(given):
            raise ConformanceFault(f"options {given.given} become {again.given}")
        if key(game.rules.new(again)) != key(game.rules.new(given)):
            raise ConformanceFault(f"two games with the options {given.given} start differently")


def replays(kit: Kit) -> None:
    """A record replays to the same states in another process with another hash seed, compiled and interpreted."""
    records = []
    for play in sorted(kit.plays, key=lambda play: len(play.moves))[: kit.budget.count(3)]:
        record = Record.from_json(play.record(_LONG_RECORD).to_json())
        if len(play.moves) <= _LONG_RECORD and key(record.final(kit.game)) != key(play.final()):
            raise ConformanceFault(
                f"{kit.game.id}: a record does not replay to the state it was made from", record=record
            )
        records.append(record)
    here = [chain(kit.game, record) for record in records]
    for interpreted, hash_seed in (("0", "1"), ("1", "2")):
        there = _in_another_process(kit, records, interpreted, hash_seed)
        if there != here:
            how = "as plain Python" if interpreted == "1" else "in another process"
            raise ConformanceFault(f"{kit.game.id}: a record replays to other states {how}: {here} became {there}")


def chain(game: Game, record: Record) -> str:
    """One hash over the states that a record goes through (of a long one over many of them)."""
    digest = hashlib.sha256()
    stride = every(len(record.moves), 300)
    for number, (_, _, state) in enumerate(record.replay(game), 1):
        if number % stride == 0 or number == len(record.moves):
            digest.update(fingerprint(state).encode())
    return digest.hexdigest()[:16]


def _in_another_process(kit: Kit, records: list[Record], interpreted: str, hash_seed: str) -> list[str]:
    paths = [str(PACKAGE.parent), *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(paths),
        "PYTHONHASHSEED": hash_seed,
        "KOTVA_INTERPRETED": interpreted,
    }
    if kit.source is not None:
        environment["KOTVA_WITH"] = str(Path(kit.source).resolve())
    done = subprocess.run(
        [sys.executable, "-m", "kotva.conformance", "--replay"],
        input=json.dumps([record.to_json() for record in records]),
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    if done.returncode:
        raise ConformanceFault(f"{kit.game.id}: another process cannot replay its records:\n{done.stderr[-2000:]}")
    answer: list[str] = json.loads(done.stdout)
    return answer
