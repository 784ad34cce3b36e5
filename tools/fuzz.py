"""Spoil positions of every game and see that each is refused in words or can be played: `make fuzz`.

    python tools/fuzz.py [--positions 1000000] [--seed 1] [--from 0] [--jobs 2] [GAME ...]

Position n of a seed is the same on every machine, so a run that was stopped goes on with `--from`, and whoever finds something
says its game, seed and number. The first few faults are told, each with the fewest edits that show it.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import lru_cache
from random import Random

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from kotva import games
from kotva.conformance import Budget, Fault, Kit
from kotva.conformance.faults import Sample
from kotva.conformance.handmade import examine, samples

CHUNK = 500  # positions that a process examines at a time
SHOWN = 5  # faults that are told before the run stops


@lru_cache
def pools(game_id: str, seed: int) -> list[list[Sample]]:
    """Positions out of random games, by number of seats."""
    game = games.load(game_id)
    return [samples(Kit(game, seats, Budget(1.0, seed))) for seats in game.seats]


def look(game_id: str, seed: int, first: int, count: int) -> tuple[int, list[str]]:
    """Examine some positions: how many were accepted, and the faults."""
    game = games.load(game_id)
    accepted, faults = 0, []
    for number in range(first, first + count):
        rng = Random(f"{seed}/{game_id}/{number}")
        pool = rng.choice(pools(game_id, seed))
        sample, donor = rng.choice(pool), rng.choice(pool)
        edits = [rng.getrandbits(40) for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 5)))]
        try:
            accepted += examine(game, sample, donor, edits, number)
        except Fault as fault:
            faults.append(f"{game_id}, seed {seed}, position {number}: {fault}")
    return accepted, faults


def tasks(chosen: list[str], seed: int, first: int, positions: int) -> Iterator[tuple[str, int, int, int]]:
    """Chunks of every game in turn."""
    each = -(-positions // len(chosen))
    for start in range(first // len(chosen), each, CHUNK):
        for game_id in chosen:
            yield game_id, seed, start, min(CHUNK, each - start)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(games.ids()), help="all by default")
    parser.add_argument("--positions", type=int, default=1_000_000, help="over all games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", type=int, default=0, dest="first", help="how many were looked at before")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    work = tasks(given.games, given.seed, given.first, given.positions)
    console = Console()
    accepted, seen, faults = 0, 0, list[str]()
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console) as progress, ProcessPoolExecutor(given.jobs) as processes:
        bar = progress.add_task("positions", total=given.positions, completed=given.first)
        running: dict[Future[tuple[int, list[str]]], int] = {}
        while len(faults) < SHOWN:
            while len(running) < 2 * given.jobs and (task := next(work, None)) is not None:
                running[processes.submit(look, *task)] = task[3]
            if not running:
                break
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                some, found = done.result()
                count = running.pop(done)
                accepted, seen, faults = accepted + some, seen + count, faults + found
                progress.update(bar, advance=count)
        for waiting in running:
            waiting.cancel()
    for fault in faults[:SHOWN]:
        console.print(fault, markup=False, soft_wrap=True)
    console.print(f"{seen} positions (seed {given.seed}): {accepted} can be played, {seen - accepted} do not add up, "
                  f"{len(faults)} faults; go on with --from {given.first + seen}")  # fmt: skip
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
