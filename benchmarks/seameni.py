"""What the look-ahead costs in Seameni (SEA-11.4): legal lists early, late, and in a sea where every known tile is a current.

    python -m benchmarks.seameni             compiled (if the checkout is) and interpreted, as a table
    python -m benchmarks.seameni --json      the same, and one JSON object as the last line

`python -m benchmarks --games seameni` measures what all games have in common; this looks at what is special here.
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

from kotva.engine.arrays import COMPILED, Rng
from kotva.engine.moves import Moves
from kotva.engine.playout import play_random
from kotva.games.seameni import GAME
from kotva.games.seameni.board import SEA_FIELDS, SEVERAL, TRANSIT
from kotva.games.seameni.rules.game import Seameni

ROOT = Path(__file__).resolve().parent.parent
GOALS: dict[str, dict[str, float]] = {
    "compiled": {"actions_per_second": 500_000, "clone_us": 3.0, "legal_us": 10.0},
    "interpreted": {"actions_per_second": 30_000},
}


def states(late: bool) -> list[Seameni]:
    """Positions from random games: the first forty actions, or everything after them."""
    out = []
    for seed in range(40):
        state = GAME.new(GAME.choose_options(4, {"agreement": "off", "stall_turns": 200}))
        rng = Rng(seed)
        play_random(state, rng, 400 if late else 10)
        while state.to_act() == -1:
            play_random(state, rng, 1)
        assert isinstance(state, Seameni)
        if state.to_act() >= 0:
            out.append(state)
    return out


def rapids() -> list[Seameni]:
    """The same late positions, with every third field turned into a current, eighteen of them several-exit tiles."""
    out = states(late=True)
    for n, state in enumerate(out):
        rng = Rng(n)
        choices = 18 - sum(1 for f in SEA_FIELDS if state.tile[f] >= SEVERAL)
        for f in SEA_FIELDS:
            if f % 3 == n % 3 and state.tile[f] < SEVERAL and not any(p == f for p in state.place):
                several = choices > 0 and rng.below(2) == 1
                choices -= several
                state.tile[f] = SEVERAL + rng.below(8) if several else TRANSIT + rng.below(8)
    return out


def best(measure: Callable[[], float], runs: int) -> float:
    return min(measure() for _ in range(runs))


def actions_per_second(seats: int, games: int, runs: int) -> int:
    """Random games from the set-up to the end, inside the kernel."""
    options = GAME.choose_options(seats)

    def seconds_per_action() -> float:
        played = 0
        start = process_time()
        for seed in range(games):
            played += int(play_random(GAME.new(options), Rng(seed), 10**7))
        return (process_time() - start) / played

    return round(1 / best(seconds_per_action, runs))


def legal_us(positions: list[Seameni], times: int, runs: int) -> float:
    """The mean time of a legal list."""
    out = Moves()

    def each() -> float:
        start = process_time()
        for _ in range(times):
            for state in positions:
                out.clear()
                state.list_legal(state.to_act(), out)
        return (process_time() - start) / times / len(positions) * 1e6

    return round(best(each, runs), 3)


def clone_us(positions: list[Seameni], times: int, runs: int) -> float:
    def each() -> float:
        start = process_time()
        for _ in range(times):
            for state in positions:
                state.clone()
        return (process_time() - start) / times / len(positions) * 1e6

    return round(best(each, runs), 3)


def measure(runs: int) -> dict[str, float]:
    """All figures of this process."""
    games, times = (2000, 200) if COMPILED else (40, 4)
    late = states(late=True)
    figures: dict[str, float] = {f"actions_per_second_{n}": actions_per_second(n, games, runs) for n in GAME.seats}
    figures["actions_per_second"] = min(figures[f"actions_per_second_{n}"] for n in GAME.seats)
    figures["clone_us"] = clone_us(late, times, runs)
    figures["legal_us_early"] = legal_us(states(late=False), times, runs)
    figures["legal_us"] = legal_us(late, times, runs)
    figures["legal_us_rapids"] = legal_us(rapids(), times, runs)
    return figures


def interpreted(runs: int) -> dict[str, float]:
    """The same in a process that runs the sources."""
    command = [sys.executable, "-m", "benchmarks.seameni", "--here", "--json", f"--runs={runs}"]
    environment = {**os.environ, "KOTVA_INTERPRETED": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, cwd=ROOT)
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print one JSON object as the last line")
    parser.add_argument("--runs", type=int, default=3, help="measure so many times and keep the best")
    parser.add_argument("--here", action="store_true", help="only this process, as it is")
    given = parser.parse_args()
    if given.here:
        print(json.dumps(measure(given.runs)))
        return
    results = {"compiled": measure(given.runs)} if COMPILED else {}
    results["interpreted"] = interpreted(given.runs)
    for how, figures in results.items():
        print(f"{how}:")
        for name, value in figures.items():
            goal = GOALS[how].get(name)
            print(f"  {name:24} {value:>12,}" + (f"   goal {goal:,}" if goal is not None else ""))
    if given.json:
        print(json.dumps({"game": GAME.id, "goals": GOALS, **results}))


if __name__ == "__main__":
    main()
