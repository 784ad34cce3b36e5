"""How fast the rules of Piraci HEXXI run on one core: random actions a second, clones, legal lists, re-deals.

    python benchmarks/hexxi.py               compiled (if the checkout is) and interpreted, as a table
    python benchmarks/hexxi.py --json        the same, and one JSON object as the last line

Time is processor time of this process, so that a busy machine spoils it less; each figure is the best of several runs.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from kotva.engine.arrays import COMPILED, Rng  # noqa: E402
from kotva.engine.moves import Moves  # noqa: E402
from kotva.engine.playout import play_random  # noqa: E402
from kotva.games.hexxi import GAME  # noqa: E402

GOALS: dict[str, dict[str, float]] = {
    "compiled": {"actions_per_second": 500_000, "clone_us": 2.0},
    "interpreted": {"actions_per_second": 30_000},
}


def best(measure: Callable[[], float], runs: int) -> float:
    """The lowest of several measurements."""
    return min(measure() for _ in range(runs))


def actions_per_second(seats: int, games: int, runs: int) -> int:
    """Random games from the set-up to the end, inside the kernel."""
    options = GAME.choose_options(seats)

    def seconds_per_action() -> float:
        rng = Rng(seats)
        played = 0
        start = process_time()
        for _ in range(games):
            played += int(play_random(GAME.new(options), rng, 10**6))
        return (process_time() - start) / played

    return round(1 / best(seconds_per_action, runs))


def microseconds(action: Callable[[], object], times: int, runs: int) -> float:
    """What one call costs."""

    def each() -> float:
        start = process_time()
        for _ in range(times):
            action()
        return (process_time() - start) / times * 1e6

    return round(best(each, runs), 3)


def measure(runs: int) -> dict[str, float | int]:
    """All figures of this process."""
    games, times = (600, 20_000) if COMPILED else (20, 2_000)
    figures: dict[str, float | int] = {
        f"actions_per_second_{seats}": actions_per_second(seats, games, runs) for seats in GAME.seats
    }
    figures["actions_per_second"] = min(int(figures[f"actions_per_second_{seats}"]) for seats in GAME.seats)
    state = GAME.new(GAME.choose_options(2))
    play_random(state, Rng(3), 12)
    out = Moves()
    seat = int(state.to_act())
    seen = state.seen(seat)

    def legal() -> None:
        out.clear()
        state.list_legal(seat, out)

    def redeal() -> None:
        seen.clone().redeal(seat, Rng(1))

    figures["clone_us"] = microseconds(state.clone, times, runs)
    figures["legal_us"] = microseconds(legal, times, runs)
    figures["redeal_us"] = microseconds(redeal, times, runs)
    return figures


def interpreted(runs: int) -> dict[str, float | int]:
    """The same in a process that runs the sources."""
    command = [sys.executable, __file__, "--here", "--json", f"--runs={runs}"]
    done = subprocess.run(
        command, env={**os.environ, "KOTVA_INTERPRETED": "1"}, capture_output=True, text=True, check=True, cwd=ROOT
    )
    figures: dict[str, float | int] = json.loads(done.stdout.splitlines()[-1])
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print one JSON object as the last line")
    parser.add_argument("--runs", type=int, default=5, help="measure so many times and keep the best (default 5)")
    parser.add_argument("--here", action="store_true", help="only this process, as it is")
    given = parser.parse_args()
    if given.here:
        print(json.dumps(measure(given.runs)))
        return
    results = {"compiled": measure(given.runs)} if COMPILED else {}
    results["interpreted"] = interpreted(given.runs)
    if not COMPILED:
        print("The rules are not compiled here (make compile): interpreted figures only.")
    for how, figures in results.items():
        print(f"{how}:")
        for name, value in figures.items():
            goal = GOALS[how].get(name)
            met = "" if goal is None else f"   goal {goal:,}"
            print(f"  {name:24} {value:>12,}{met}")
    if given.json:
        print(json.dumps({"game": GAME.id, "goals": GOALS, **results}))


if __name__ == "__main__":
    main()
