"""Play many games between bots: in this process, in several, or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from math import inf
from operator import index
from pathlib import Path
from time import perf_counter

from kotva import games as registry
from kotva.arena.row_files import RowWriter, open_file
from kotva.arena.rows import GameRow
from kotva.arena.seating import ALL, arrangements
from kotva.arena.statistics import Results
from kotva.arena.worker import Task, play_one, task_for
from kotva.bots import make
from kotva.bots.program import MOVE_SECONDS
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
    seating: str = ALL,
    bot_time: float = MOVE_SECONDS,
    measured: int = 0,
) -> Results:
    """Let bots play each other; the last one named fills the seats that are left.

    All distinct arrangements of the bots are played in turn (`seating="turn"`: only those that follow from the given one by
    turning round the table, so that partners stay partners), and the results are those of each kind of bot.
    The n-th game depends on the seed and n alone (as far as its bots do not look at a clock), however many processes or machines
    share the work. `records` is a file that gets a row for each game as it is played; with `resume` the games that are in it are
    not played again. With `measured` games are watched for a study of balance (`Results.rows`), and one in so many has
    everybody's chances worked out along the way.
    """
    played = game if isinstance(game, Game) else registry.load(game)
    games, jobs, seed = whole("games", games), whole("jobs", jobs), whole("seed", seed)
    chosen = played.choose_options(seats if seats is not None else played.rules.seats[-1], options)
    if not bots or len(bots) > chosen.seats:
        raise KotvaError("{given} bots do not fit {seats} seats.", given=len(bots), seats=chosen.seats)
    if games < 1 or jobs < 1:
        raise KotvaError("The number of games and the number of jobs must be at least 1.")
    if on == "local" and address is not None:
        raise KotvaError("Only a cluster has an address: games run on ray or dask then.")
    if resume and records is None:
        raise KotvaError("Only a simulation that is kept in a file can go on: name it with `records`.")
    for bot in bots:
        make(bot, programs=True)  # an unknown name is refused before anything is played
    size = len(arrangements(tuple(bots), chosen.seats, seating))
    task = task_for(played, chosen.seats, tuple(bots), seed, dict(options or {}), moves, seating)
    if not 0 < bot_time < inf:
        raise KotvaError("A program's time for a decision is a number of seconds above 0, not {given}.", given=bot_time)
    task = replace(task, bot_time=float(bot_time), measured=whole("measured", measured))
    writer, rows = open_file(Path(records), task, resume) if records is not None else (None, [])
    rows = [row for row in rows if row.number < games]
    start = perf_counter()
    there = {row.number for row in rows}
    numbers = [number for number in range(games) if number not in there]
    try:
        if progress and rows:
            progress(len(rows))
        with closing(_parts(played, task, numbers, jobs, on, address)) as parts:
            for part in parts:
                _note(part, rows, writer, progress)
    finally:
        if writer is not None:
            writer.close()
    results = add_up(played.id, tuple(bots), chosen.seats, rows, size)
    results.seconds = perf_counter() - start
    if measured:
        results.rows = sorted(rows, key=lambda row: row.number)
    return results


def whole(name: str, value: object) -> int:
    """A whole number that somebody gave, or KotvaError."""
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise KotvaError("{name} is a whole number, not {value!r}.", name=name, value=value) from None


def _note(part: list[GameRow], rows: list[GameRow], writer: RowWriter | None, progress: Progress | None) -> None:
    if writer is not None:
        writer.write(part)
        part = [replace(row, moves=None) for row in part]  # the file has them
    rows += part
    if progress:
        progress(len(part))


def _parts(
    game: Game, task: Task, numbers: list[int], jobs: int, on: str, address: str | None
) -> Generator[list[GameRow], None, None]:
    """The rows as they come: one by one in this process, by parts from others."""
    if on == "local" and (jobs == 1 or len(numbers) <= 1):
        options = game.choose_options(task.seats, dict(task.options))
        for number in numbers:
            yield [play_one(game, options, task, number)]
        return
    from kotva.arena.distribution import distribute

    yield from distribute(task, numbers, jobs, on, address)


def add_up(game: str, bots: tuple[str, ...], seats: int, rows: Sequence[GameRow], size: int = 1) -> Results:
    """The results of games in the order of their numbers; `size` games make a block."""
    kinds = tuple(dict.fromkeys(bots))
    around = [bots[min(seat, len(bots) - 1)] for seat in range(seats)]
    results = Results(game, kinds, seats, sat=tuple(around.count(kind) for kind in kinds), arrangements=size)
    blocks: dict[int, list[list[float]]] = {}
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
        won = [0.0 for _ in kinds]
        for seat in row.winners:
            won[kinds.index(bots[row.who[seat]])] += 1 / len(row.winners)
        results.wins = [a + b for a, b in zip(results.wins, won, strict=True)]
        blocks.setdefault(row.number // size, []).append(won)
    whole = [block for block in blocks.values() if len(block) == size]
    results.blocks = [tuple(sum(shares) / size for shares in zip(*block, strict=True)) for block in whole]
    return results
