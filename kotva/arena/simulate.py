"""Play many games between bots: in this process, in several, or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from kotva import games as registry
from kotva.arena.keep import Keeper, open_file
from kotva.arena.rows import Row
from kotva.arena.statistics import Results
from kotva.arena.work import Task, play_one, task_for
from kotva.bots import make
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game

Progress = Callable[[int], None]  # called with the number of games just played


def simulate(
    game: Game | str,
    seats: int | None = None,
    bots: Sequence[str] = ("random",),
    games: int = 100,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
    *,
    on: str = "local",
    address: str | None = None,
    records: Path | None = None,
    resume: bool = False,
    moves: bool = False,
) -> Results:
    """Let bots play each other, changing seats from game to game; the last one named fills the seats that are left.

    The n-th game depends on the seed and n alone (as far as its bots do not look at a clock), however many processes or machines
    share the work. `records` is a file that gets a row for each game as it is played; with `resume` the games that are in it are
    not played again.
    """
    played = registry.load(game) if isinstance(game, str) else game
    chosen = played.choose_options(seats if seats is not None else played.seats[-1], options)
    if not bots or len(bots) > chosen.seats:
        raise KotvaError("{given} bots do not fit {seats} seats.", given=len(bots), seats=chosen.seats)
    if games < 1 or jobs < 1:
        raise KotvaError("The number of games and the number of jobs must be at least 1.")
    for bot in bots:
        make(bot, programs=True)  # an unknown name is refused before anything is played
    task = task_for(played, chosen.seats, tuple(bots), seed, dict(options or {}), moves)
    keeper, rows = open_file(records, task, resume) if records is not None else (None, [])
    rows = [row for row in rows if row.number < games]
    start = perf_counter()
    there = {row.number for row in rows}
    numbers = [number for number in range(games) if number not in there]
    try:
        if progress and rows:
            progress(len(rows))
        with closing(_parts(played, task, numbers, jobs, on, address)) as parts:
            for part in parts:
                _note(part, rows, keeper, progress)
    finally:
        if keeper is not None:
            keeper.close()
    results = add_up(played.id, tuple(bots), chosen.seats, rows)
    results.seconds = perf_counter() - start
    return results


def _note(part: list[Row], rows: list[Row], keeper: Keeper | None, progress: Progress | None) -> None:
    if keeper is not None:
        keeper.keep(part)
        part = [replace(row, moves=None) for row in part]  # the file has them
    rows += part
    if progress:
        progress(len(part))


def _parts(
    game: Game, task: Task, numbers: list[int], jobs: int, on: str, address: str | None
) -> Generator[list[Row], None, None]:
    """The rows as they come: one by one in this process, by parts from others."""
    if on == "local" and (jobs == 1 or len(numbers) <= 1):
        options = game.choose_options(task.seats, dict(task.options))
        for number in numbers:
            yield [play_one(game, options, task, number)]
        return
    from kotva.arena.spread import spread

    yield from spread(task, numbers, jobs, on, address)


def add_up(game: str, bots: tuple[str, ...], seats: int, rows: Sequence[Row]) -> Results:
    """The results of games, in their order, whoever was ready first."""
    results = Results(game, bots, seats)
    for row in sorted(rows, key=lambda row: row.number):
        results.games += 1
        results.actions += row.length
        results.lengths.append(row.length)
        if row.fault:
            results.faults[row.fault] += 1
        if not row.finished:
            continue
        results.finished += 1
        results.reasons[row.reason] += 1
        for seat in row.winners:
            results.wins[row.who[seat]] += 1 / len(row.winners)
    return results
