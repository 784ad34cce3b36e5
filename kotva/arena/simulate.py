"""Play many games between bots, in this process or in several."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from random import Random
from time import perf_counter

from kotva import games as registry
from kotva.arena.statistics import Results
from kotva.bots import make
from kotva.bots.workers import Workers
from kotva.engine.arrays import Rng
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.moves import Moves
from kotva.engine.options import Options
from kotva.engine.playout import play_random
from kotva.engine.state import CHANCE, OVER

Progress = Callable[[int], None]  # called with the number of games just played


@dataclass(frozen=True, slots=True)
class _Task:
    """Some of the games of a simulation, as plain data that another process can be sent."""

    game: str
    seats: int
    bots: tuple[str, ...]
    first: int
    count: int
    seed: int
    options: tuple[tuple[str, object], ...]


def simulate(
    game: Game | str,
    seats: int | None = None,
    bots: Sequence[str] = ("random",),
    games: int = 100,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Results:
    """Let bots play each other, changing seats from game to game; the last one named fills the seats that are left.

    The n-th game depends on the seed and n alone (as far as its bots do not look at a clock), however many processes
    share the work.
    """
    played = registry.load(game) if isinstance(game, str) else game
    chosen = played.choose_options(seats if seats is not None else played.seats[-1], options)
    if not bots or len(bots) > chosen.seats:
        raise KotvaError("{given} bots do not fit {seats} seats.", given=len(bots), seats=chosen.seats)
    if games < 1 or jobs < 1:
        raise KotvaError("The number of games and the number of jobs must be at least 1.")
    for bot in bots:
        make(bot)  # an unknown name is refused before anything is played
    results = Results(played.id, tuple(bots), chosen.seats)
    task = _Task(played.id, chosen.seats, tuple(bots), 0, games, seed, tuple((options or {}).items()))
    start = perf_counter()
    if jobs == 1 or games == 1:
        _play_all(played, chosen, task, results, progress)
    else:
        _share_out(task, jobs, results, progress)
    results.seconds = perf_counter() - start
    return results


def _share_out(task: _Task, jobs: int, results: Results, progress: Progress | None) -> None:
    """Give parts of the games to processes of their own, small enough that the progress can be seen."""
    size = max(1, min(500, task.count // (jobs * 8)))
    parts = [
        _Task(task.game, task.seats, task.bots, first, min(size, task.count - first), task.seed, task.options)
        for first in range(0, task.count, size)
    ]
    done: dict[int, Results] = {}
    pool = Workers(min(jobs, len(parts)))
    try:
        futures = {pool.submit(_play_part, part): part for part in parts}
        for future in as_completed(futures):
            done[futures[future].first] = future.result()
            if progress:
                progress(futures[future].count)
    except BaseException:  # Ctrl-C, most often: nobody wants to wait until the games under way are over
        pool.drop()
        raise
    pool.shutdown()
    for first in sorted(done):  # in the order of the games, whoever was ready first
        results.add(done[first])


def _play_part(task: _Task) -> Results:
    """What a process of its own does."""
    game = registry.load(task.game)
    results = Results(task.game, task.bots, task.seats)
    _play_all(game, game.choose_options(task.seats, dict(task.options)), task, results, None)
    return results


def _play_all(game: Game, options: Options, task: _Task, results: Results, progress: Progress | None) -> None:
    for number in range(task.first, task.first + task.count):
        _play_one(game, options, task, number, results)
        if progress:
            progress(1)


def _play_one(game: Game, options: Options, task: _Task, number: int, results: Results) -> None:
    """One game: bot i sits in seat (i + number) round the table."""
    seats = options.seats
    random = Random(f"{task.seed}/{number}")
    rng = Rng(random.getrandbits(40))
    who = [min((seat - number) % seats, len(task.bots) - 1) for seat in range(seats)]
    state = game.new(options)
    limit = game.longest(options)
    length = 0
    if all(bot == "random" for bot in task.bots):
        length = int(play_random(state, rng, limit))  # the same players, without a view for each decision
    else:
        bots = [make(task.bots[i], random.getrandbits(30)) for i in who]
        out = Moves()
        while (actor := int(state.to_act())) != OVER and length < limit:
            if actor == CHANCE:
                state.apply(CHANCE, state.sample(rng, out))
            else:
                game.play(state, actor, bots[actor].choose(game.view(state, actor, options)))
            length += 1
    results.games += 1
    results.actions += length
    results.lengths.append(length)
    if state.to_act() != OVER:
        return
    results.finished += 1
    outcome = game.outcome(state)
    results.reasons[outcome.reason] += 1
    for seat in outcome.first:
        results.wins[who[seat]] += 1 / len(outcome.first)
