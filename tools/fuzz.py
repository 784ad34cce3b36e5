"""Spoil positions and options of every game and see that each is refused in words or can be played: `make fuzz`.

    python tools/fuzz.py [--what positions] [--count 1000000] [--seed 1] [--from 0] [--jobs 2] [GAME ...]

`--what options` spoils options, and with them the maps and boards that some games read from a text. Number n of a seed is the
same on every machine, so a run that was stopped (Ctrl-C) says with which `--from` it goes on, and whoever finds something says
its game, seed and number. The first few faults are told, those of positions with the fewest edits that show them.
"""

from __future__ import annotations

import argparse
import os
import signal
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import lru_cache
from random import Random

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from kotva import games
from kotva.conformance import Budget, ConformanceFault, Kit
from kotva.conformance.kit import random_options
from kotva.conformance.mutations import Sample, spoiled_options, spoiled_text
from kotva.conformance.position_checks import examine, judge_options, samples
from kotva.games.settlers.boards import BOARD_B
from kotva.games.triremes.maps import BAY, COVE

CHUNK = 500  # positions that a process examines at a time
TOLD = 10_000  # positions between two lines of a run that nobody watches
SHOWN = 5  # faults that are told before the run stops
# Options that are a drawing, with good ones: of these every other time one is spoiled (TRI-2.10, SET-2.9).
DRAWINGS = {
    "triremes": [(f"map{seat}", drawing) for seat in range(1, 5) for drawing in (BAY, COVE)],
    "settlers": [("board", BOARD_B)],
}


@lru_cache
def pools(game_id: str, seed: int) -> list[list[Sample]]:
    """Positions out of random games, by number of seats."""
    game = games.load(game_id)
    return [samples(Kit(game, seats, Budget(1.0, seed))) for seats in game.rules.seats]


def position(game_id: str, seed: int, number: int) -> bool:
    """Whether position `number` of a seed is accepted; a Fault if it is neither refused nor can be played."""
    rng = Random(f"{seed}/{game_id}/{number}")
    pool = rng.choice(pools(game_id, seed))
    sample, donor = rng.choice(pool), rng.choice(pool)
    edits = [rng.getrandbits(40) for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 5)))]
    return examine(games.load(game_id), sample, donor, edits, number)


def options(game_id: str, seed: int, number: int) -> bool:
    """The same of options, maps and boards."""
    rng = Random(f"{seed}/{game_id}/options/{number}")
    game = games.load(game_id)
    seats = rng.choice(game.rules.seats)
    drawings = DRAWINGS.get(game_id, [])
    kind = rng.randrange(3)
    if kind == 0:
        given = spoiled_options(game, seats, rng.getrandbits(40))
    else:
        given = random_options(game.rules.options, seats, rng, rng.getrandbits(20))
        names = [option.name for option in game.rules.options]
        if drawings and kind == 1:
            name, drawing = rng.choice(drawings)
            given[name] = spoiled_text(drawing, rng)
        else:  # what is good for one may not be for another, nor for so many players
            given[rng.choice(names)] = rng.choice([*given.values(), *game.choose_options(seats).values()])
    return judge_options(game, seats, given)


WHAT = {"positions": position, "options": options}


def look(what: str, game_id: str, seed: int, first: int, count: int) -> tuple[int, list[str]]:
    """Examine some of them: how many were accepted, and the faults."""
    accepted, faults = 0, []
    for number in range(first, first + count):
        try:
            accepted += WHAT[what](game_id, seed, number)
        except ConformanceFault as fault:
            faults.append(f"{game_id}, seed {seed}, {what} {number}: {fault}")
    return accepted, faults


def tasks(what: str, chosen: list[str], seed: int, first: int, count: int) -> Iterator[tuple[str, str, int, int, int]]:
    """Chunks of every game in turn."""
    each = -(-count // len(chosen))
    for start in range(first // len(chosen), each, CHUNK):
        for game_id in chosen:
            yield what, game_id, seed, start, min(CHUNK, each - start)


class Behind:
    """Up to where everything was looked at, whichever process was quicker: whole rounds of all games."""

    def __init__(self, first: int, each: int) -> None:
        self.first = first
        self.round = each
        self.done: dict[int, int] = {}

    def note(self, number: int, count: int) -> None:
        self.done[number] = count

    def all(self) -> int:
        whole = next(n for n in range(len(self.done) + 1) if n not in self.done)
        return self.first + sum(self.done[n] for n in range(whole - whole % self.round))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(games.ids()), help="all by default")
    parser.add_argument("--what", choices=list(WHAT), default="positions")
    parser.add_argument("--count", type=int, default=1_000_000, help="over all games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", type=int, default=0, dest="first", help="how many were looked at before")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    work = enumerate(tasks(given.what, given.games, given.seed, given.first, given.count))
    console = Console()
    accepted, seen, faults, told = 0, 0, list[str](), 0
    behind = Behind(given.first, len(given.games))
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with (
        Progress(*columns, console=console) as progress,
        ProcessPoolExecutor(
            given.jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)
        ) as processes,
    ):
        bar = progress.add_task(given.what, total=given.count, completed=given.first)
        running: dict[Future[tuple[int, list[str]]], tuple[int, int]] = {}
        try:
            while len(faults) < SHOWN:
                while len(running) < 2 * given.jobs and (task := next(work, None)) is not None:
                    running[processes.submit(look, *task[1])] = task[0], task[1][-1]
                if not running:
                    break
                for done in wait(running, return_when=FIRST_COMPLETED).done:
                    some, found = done.result()
                    number, count = running.pop(done)
                    behind.note(number, count)
                    accepted, seen, faults = accepted + some, seen + count, faults + found
                    progress.update(bar, advance=count)
                if not console.is_terminal and seen >= told + TOLD:  # a bar that nobody sees
                    told = seen
                    console.print(f"{seen} {given.what}, {len(faults)} faults; behind us: {behind.all()}")
        except KeyboardInterrupt:
            console.print("stopped")
        for waiting in running:
            waiting.cancel()
    for fault in faults[:SHOWN]:
        console.print(fault, markup=False, soft_wrap=True)
    console.print(f"{seen} {given.what} (seed {given.seed}): {accepted} can be played, {seen - accepted} do not add up, "
                  f"{len(faults)} faults; go on with --from {behind.all()}", soft_wrap=True)  # fmt: skip
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
