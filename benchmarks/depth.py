"""Whether more search is more strength: a bot against the same bot with fewer simulations, two against two.

    python -m benchmarks.depth [--game settlers] [--more 16300] [--less 2000] [--minutes 60] [--jobs 2] [--keep]

Four seats, two of each, moving on by one from game to game. Games are kept as they are played (build/depth) and a next run goes
on with them, as long as the sources that decide how bots play are the same. By simulations, never by the clock: a busy machine
plays fewer games and not worse ones. `--keep` writes the share that was won into RESULTS.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic

from rich.console import Console
from rich.progress import Progress

from benchmarks.figures import Figure
from benchmarks.report import keep
from benchmarks.strength import ROOT, TimeIsUp, fingerprint
from kotva import games as registry
from kotva.arena import simulate, wilson
from kotva.arena.keep import read
from kotva.arena.rows import Row
from kotva.arena.work import task_for

KEPT = ROOT / "build" / "depth"
GOAL = 0.6
SEED = 1


def bots_of(more: int, less: int) -> tuple[str, ...]:
    return (f"mcts:{more}",) * 2 + (f"mcts:{less}",) * 2


def won(rows: Sequence[Row]) -> float:
    """How many games the two that search more have won; a shared first place counts its share."""
    return sum(1 / len(row.winners) for row in rows for seat in row.winners if row.who[seat] < 2)


def figure(game: str, more: int, less: int, rows: Sequence[Row]) -> Figure:
    wins, n = won(rows), len(rows)
    low, high = wilson(wins, n)
    what = f"{more:,} simulations against {less:,}, two against two"
    return Figure("strength", game, what, wins / n, low, high, GOAL, unit="%", note=f"{n} games")


def play(game: str, more: int, less: int, count: int, minutes: float, jobs: int, folder: Path = KEPT) -> list[Row]:
    """As many games as there is time for, with those that are kept."""
    bots, end = bots_of(more, less), monotonic() + 60 * minutes
    path = folder / fingerprint(game) / f"{game}-{more}-{less}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    with Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task(f"{game}: {more:,} against {less:,}", total=count)

        def advance(n: int) -> None:
            progress.advance(bar, n)
            if monotonic() > end:
                raise TimeIsUp

        with suppress(TimeIsUp):
            simulate(game, 4, bots, count, SEED, jobs=jobs, progress=advance, records=path, resume=True)
    rows = read(path, task_for(registry.load(game), 4, bots, SEED, {}, False))
    return [row for row in rows if row.finished]


def main(given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", default="settlers")
    parser.add_argument("--more", type=int, default=16_300)
    parser.add_argument("--less", type=int, default=2_000)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="bring RESULTS.md up to date")
    chosen = parser.parse_args(given)
    rows = play(chosen.game, chosen.more, chosen.less, chosen.games, chosen.minutes, chosen.jobs)
    if not rows:
        raise SystemExit("not one game was played to its end in this time")
    found = figure(chosen.game, chosen.more, chosen.less, rows)
    show = found.show
    print(
        f"{found.what}: {show(found.value)} of {found.note} ({show(found.low)} to {show(found.high)}), goal {show(GOAL)}"
    )
    if chosen.keep:
        keep([found])


if __name__ == "__main__":
    main()
