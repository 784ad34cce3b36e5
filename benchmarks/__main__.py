"""`python -m benchmarks`: measure, then bring results.json, RESULTS.md and results.svg beside this file up to date.

A run of some games (`--games bosman`) or of one kind (`--only speed`) replaces those figures and keeps the others.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from benchmarks import kept, strength, strength_plot
from benchmarks.figures import Figure, over_rounds
from benchmarks.report import keep, markdown
from benchmarks.targets import REPLAY_MS, SPEED, Speed
from kotva import games as registry

HERE = Path(__file__).resolve().parent


@click.command()
@click.option("--quick", is_flag=True, help="A fast look: few rounds and few games; nothing is written.")
@click.option("--games", default="", help="Only these games: bosman,seameni")
@click.option("--only", type=click.Choice(["speed", "strength"]), default=None, help="Only one kind of figures.")
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, show_default=True, help="For matches.")
@click.option("--rounds", type=click.IntRange(1), default=5, show_default=True, help="For speed.")
@click.option("--minutes", type=click.FloatRange(0), default=55, show_default=True, help="For levels and endings.")
def main(quick: bool, games: str, only: str | None, jobs: int, rounds: int, minutes: float) -> None:
    """Measure the speed of the rules and the strength of the bots."""
    wanted = [g for g in registry.ids() if not games or g in games.split(",")]
    rounds = 2 if quick else rounds
    figures: list[Figure] = []
    screen = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total}"))
    with Progress(*columns, TimeElapsedColumn(), console=screen) as progress:
        if only != "strength":
            for game in wanted:
                bar = progress.add_task(f"{game}: speed", total=2 * rounds)
                figures += speed(game, rounds, 0.3 if quick else 1.0, progress, bar)
        played = strength.matches(wanted if only != "speed" else [])
        if played:
            kept.unpack(strength.KEPT)
        strength.play(played, jobs, minutes, progress, quick)
        figures += [match.figure() for match in played if match.rows]
    if quick:
        click.echo(markdown(figures))
        return
    if played:
        kept.pack(strength.KEPT)
    if played and not games:  # a picture of all games, or none
        (HERE / "STRENGTH.md").write_text(strength_plot.markdown(played), encoding="utf-8")
        (HERE / "strength.svg").write_text(strength_plot.picture(played), encoding="utf-8")
    click.echo(markdown(keep(figures)))


def speed(game: str, rounds: int, seconds: float, progress: Progress, bar: TaskID) -> list[Figure]:
    """Compiled and interpreted in turn, each round in a fresh process."""
    goal = SPEED.get(game) or Speed(registry.load(game).rules.seats[-1])
    found: dict[bool, list[dict[str, float]]] = {True: [], False: []}
    for _ in range(rounds):
        for interpreted in (False, True):
            measured = one_round(game, goal.seats, seconds, interpreted)
            found[bool(measured["compiled"])].append(measured)
            progress.advance(bar)

    def figure(compiled: bool, name: str, what: str, target: float, unit: str = "") -> list[Figure]:
        """One line of the report, or none where nothing was measured; whatever has a unit is a time."""
        values = [r[name] for r in found[compiled]]
        label = f"{what}, {'compiled' if compiled else 'interpreted'}"
        note = f"{goal.seats} players"
        return [over_rounds(game, label, values, target, bool(unit), unit, note)] if values else []

    return [
        *figure(True, "actions", "random actions/s", goal.compiled),
        *figure(True, "clone", "clone", goal.clone, "µs"),
        *figure(True, "legal", "legal list", goal.legal, "µs"),
        *figure(True, "replay", "replay of 1,000 actions", REPLAY_MS, "ms"),
        *figure(False, "actions", "random actions/s", goal.interpreted),
        *figure(False, "replay", "replay of 1,000 actions", 0, "ms"),
    ]


def one_round(game: str, seats: int, seconds: float, interpreted: bool) -> dict[str, float]:
    environment = {**os.environ, "KOTVA_INTERPRETED": "1" if interpreted else "0"}
    command = [sys.executable, "-m", "benchmarks.speed", game, str(seats), str(seconds)]
    done = subprocess.run(command, env=environment, cwd=HERE.parent, capture_output=True, text=True, check=True)
    out: dict[str, float] = json.loads(done.stdout)
    return out


if __name__ == "__main__":
    main()
