"""One round of speed figures of one game, in a process of its own: `python -m benchmarks.speed bosman 4` prints JSON.

Times are the processor's, so that other work on the machine matters less. With KOTVA_INTERPRETED=1 in the environment the
same is measured without the compiler.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from time import process_time

from kotva import games
from kotva.engine.arrays import COMPILED, Rng
from kotva.engine.game import Game
from kotva.engine.moves import Moves
from kotva.engine.options import Options
from kotva.engine.playout import play_random
from kotva.engine.record import Record, line
from kotva.engine.state import CHANCE, OVER, State


def measure(game: Game, seats: int, seconds: float) -> dict[str, float | bool]:
    """All figures of a game with so many players; each is measured for about so many seconds."""
    options = game.choose_options(seats)
    states = sample(game, options)
    return {
        "compiled": COMPILED,
        "actions": actions_a_second(game, options, seconds),
        "clone": microseconds([s.clone for s in states], seconds / 4),
        "legal": legal_microseconds(states, seconds / 4),
        "replay": replay_milliseconds(game, options),
    }


def actions_a_second(game: Game, options: Options, seconds: float) -> float:
    """Random games one after another, chance included."""
    limit = game.rules.longest(options)
    played = seed = 0
    start = process_time()
    while (now := process_time()) - start < seconds:
        played += play_random(game.rules.new(options), Rng(seed), limit)
        seed += 1
    return played / (now - start)


def sample(game: Game, options: Options) -> list[State]:
    """States in which a seat decides, from all over a few games."""
    out: list[State] = []
    for seed in range(8):
        state, rng = game.rules.new(options), Rng(seed)
        while state.to_act() != OVER and len(out) < 40 * (seed + 1):
            play_random(state, rng, 5)
            if state.to_act() >= 0:
                out.append(state.clone())
    return out


def microseconds(calls: list[Callable[[], object]], seconds: float) -> float:
    """The time of a call, called from ordinary Python as bots and tables do it."""
    done = 0
    start = process_time()
    while (now := process_time()) - start < seconds:
        for call in calls:
            call()
        done += len(calls)
    return (now - start) / done * 1e6


def legal_microseconds(states: list[State], seconds: float) -> float:
    """The time to list what is legal, into a list that is used again."""
    out = Moves()
    asked = [(s, s.to_act()) for s in states]
    done = 0
    start = process_time()
    while (now := process_time()) - start < seconds:
        for state, seat in asked:
            out.clear()
            state.list_legal(seat, out)
        done += len(asked)
    return (now - start) / done * 1e6


def replay_milliseconds(game: Game, options: Options) -> float:
    """The time to replay 1,000 actions from records: texts read, every action checked."""
    records: list[Record] = []
    length = seed = 0
    while length < 1000:
        records.append(random_record(game, options, seed))
        length += len(records[-1].moves)
        seed += 1
    start = process_time()
    for record in records:
        for _ in record.replay(game):
            pass
    return (process_time() - start) * 1e3 * 1000 / length


def random_record(game: Game, options: Options, seed: int) -> Record:
    """A whole random game as a record."""
    record = Record(game.id, game.version, options.seats)
    state, rng, out = game.rules.new(options), Rng(seed), Moves()
    while (actor := int(state.to_act())) != OVER:
        out.clear()
        if actor == CHANCE:
            action = int(state.sample(rng, out))
        else:
            state.list_legal(actor, out)
            action = int(out.pick(rng))
        record.moves.append(line(actor, game.rules.actions.text(action)))
        state.apply(actor, action)
    return record


if __name__ == "__main__":
    name, seats, *seconds = sys.argv[1:]
    print(json.dumps(measure(games.load(name), int(seats), float(seconds[0]) if seconds else 1.0)))
