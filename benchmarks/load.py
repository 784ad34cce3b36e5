"""How many moves a second a server stores and tells, and how quickly: many tables, many sockets, all games.

    python -m benchmarks.load [--tables N --sockets N --seconds N --rate N] [--json]
    python -m benchmarks.load --budget          where the time of a move goes, step by step
    python -m benchmarks.load --promises        bots, memory and long games (benchmarks/promises.py)
    python -m benchmarks.load --all             everything, 50 to 1,000 tables, into LOAD.md and RESULTS.md: 15 minutes

Server and driver share this machine. Players and bystanders watch by sockets; moves are legal, chosen at random, sent over the
mover's socket, and count when the server says that they are stored. Beside it, in the same run, a bare Starlette server echoes
messages of the same size over as many sockets. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import signal
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from benchmarks.budget import LONGEST, REST
from benchmarks.driver import GAMES, Load, echoes
from benchmarks.load_report import write
from benchmarks.promises import Promise, all_promises
from benchmarks.servers import cpu_seconds, echo_server, kotva_server, rss_mb

CONSOLE = Console(stderr=True)
_EASY = 0.6  # of all that a server can take: where waiting times say something about it, not about its queue
_SELDOM = 150.0  # moves a second: few enough that each wakes the server up, and is stored and told by itself


@dataclass(frozen=True, slots=True)
class Run:
    """What to drive."""

    tables: int = 250
    sockets: int = 1000
    seconds: float = 15.0
    rate: float = 520.0
    games: tuple[str, ...] = GAMES
    seed: int = 1
    talk: int = 10  # moves for one line of talk; 0: nobody says anything
    seats: tuple[int, ...] = (4, 3, 2)  # players of a table, in turn; whoever else has a socket looks on


async def measure(run: Run, budget: Path | None = None, without: str = "") -> dict[str, float]:
    """One run, perhaps with a piece of tuning switched off."""
    with (
        tempfile.TemporaryDirectory() as folder,
        kotva_server(Path(folder) / "tables.db", budget=budget, without=without) as (port, pid),
    ):
        load = Load(port, run.seed, run.talk)
        load.make((run.games[n % len(run.games)] for n in range(run.tables)), run.seats)
        open_s = await load.open(run.sockets)
        gc.collect()
        gc.disable()  # a pause of the driver is none of the server's
        await load.play(min(2.0, run.seconds / 3), run.rate)  # until caches are warm
        if budget:
            os.kill(pid, signal.SIGUSR1)
        cpu, mine = cpu_seconds(pid), time.process_time()
        took = await load.play(run.seconds, run.rate)
        spent, driver = cpu_seconds(pid) - cpu, time.process_time() - mine
        tally, rss = load.tally, rss_mb(pid)
        if budget:
            await asyncio.to_thread(_ask_for, budget, pid)
        lost = load.close()
    gc.enable()
    moves = len(tally.times)
    size = tally.taken / max(1, tally.heard)
    with echo_server() as port:
        echo = await echoes(port, min(run.tables, 250), round(size), min(3.0, run.seconds))
    times = sorted(tally.times) or [0.0]
    CONSOLE.print(
        f"{moves} moves, {tally.refused} refused, {lost} sockets lost, {load.talker.said} lines of talk, "
        f"{tally.heard} messages of {size:.0f} bytes; "
        f"the driver took {driver / max(1, moves) * 1000:.2f} ms a move; {echo:.0f} echoes/s"
    )
    return {
        "moves_per_s": round(moves / took, 1),
        "p50_ms": round(statistics.median(times) * 1000, 1),
        "p99_ms": round(times[min(len(times) - 1, int(len(times) * 0.99))] * 1000, 1),
        "echo_ratio": round(moves / took / echo, 3) if echo else 0.0,
        "open_s": round(open_s, 2),
        "bytes_per_move": round(tally.taken / max(1, moves)),
        "cpu_ms_per_move": round(spent / max(1, moves) * 1000, 2),
        "rss_mb": round(rss, 1),
    }


def _ask_for(budget: Path, pid: int) -> None:
    os.kill(pid, signal.SIGUSR2)
    for _ in range(200):
        if budget.exists():
            return
        time.sleep(0.05)


def steps(run: Run) -> tuple[list[tuple[str, float]], float]:
    """Milliseconds of a move, step by step, the dearest first; and of the longest pause to collect garbage."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "budget.json"
        result = asyncio.run(measure(run, target))
        spent: dict[str, float] = json.loads(target.read_text(encoding="utf-8"))
    moves = max(1.0, result["moves_per_s"] * run.seconds)
    longest = spent.pop(LONGEST)
    rows = sorted(((step, took / moves) for step, took in spent.items()), key=lambda row: (row[0] == REST, -row[1]))
    return rows, longest


def everything(run: Run) -> None:
    """All figures, into all files."""
    with Progress(console=CONSOLE) as progress:
        task = progress.add_task("load", total=14)

        def measured(what: Run) -> dict[str, float]:
            progress.update(task, description=f"{what.tables} tables, {what.sockets} sockets")
            result = asyncio.run(measure(what))
            progress.advance(task)
            return result

        runs = [measured(replace(run, seed=seed)) for seed in (1, 2, 3)]
        full = sorted(result["moves_per_s"] for result in runs)[1]
        easy = measured(replace(run, rate=_EASY * full))
        sizes = (run.tables // 5, run.tables * 2 // 5, run.tables * 2, run.tables * 4)  # 50, 100, 500, 1,000
        growth = [(n, measured(replace(run, tables=n, sockets=4 * n, seconds=min(run.seconds, 12.0)))) for n in sizes]
        growth = sorted(
            [*growth, (run.tables, dict(sorted(runs, key=lambda r: r["p99_ms"])[1]))], key=lambda row: row[0]
        )
        nine = replace(run, tables=run.sockets // 9, sockets=run.sockets // 9 * 9, seats=(4,), seconds=12.0)
        ordinary = [(rate, measured(replace(nine, rate=rate))) for rate in (run.rate, _EASY * full, _SELDOM)]
        progress.update(task, description="where the time goes")
        budget, longest = steps(run)
        progress.advance(task)
        progress.update(task, description="bots, memory, long games")
        pause = Promise("the longest pause to collect garbage, while 250 tables play", longest, "ms", 50.0)
        promises = [*all_promises(), pause]
        progress.advance(task, 2)
    write(runs, easy, growth, ordinary, budget, promises, run.rate)


def main(given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--rate", type=float, default=520, help="moves a second offered, over all tables")
    parser.add_argument("--seats", default="4,3,2", help="players of a table, in turn; other sockets look on")
    parser.add_argument("--talk", type=int, default=10, help="a line of talk for so many moves; 0: none")
    parser.add_argument("--games", default=",".join(GAMES), help="which games, in turn")
    parser.add_argument("--budget", action="store_true", help="the time of a move step by step, instead")
    parser.add_argument("--promises", action="store_true", help="bots, memory and long games, instead")
    parser.add_argument(
        "--all", action="store_true", help="everything; writes LOAD.md, load.svg and rows of RESULTS.md"
    )
    parser.add_argument("--json", action="store_true", help="nothing but the JSON line")
    asked = parser.parse_args(given)
    CONSOLE.quiet = asked.json
    names, seats = tuple(asked.games.split(",")), tuple(map(int, asked.seats.split(",")))
    run = Run(asked.tables, asked.sockets, asked.seconds, asked.rate, names, seats=seats, talk=asked.talk)
    if asked.all:
        everything(run)
    elif asked.promises:
        for promise in all_promises():
            print(f"{promise.what}: {promise.value:.3g} {promise.unit} (at most {promise.most:g})")
    elif asked.budget:
        found, longest = steps(run)
        CONSOLE.print(f"the longest pause to collect garbage: {longest:.0f} ms")
        for step, took in [*found, ("all", sum(took for _, took in found))]:
            print(f"{took:8.3f} ms  {step}")
    else:
        print(json.dumps(asyncio.run(measure(run))))


if __name__ == "__main__":
    main()
