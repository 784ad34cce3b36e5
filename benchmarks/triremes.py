"""The speed of Triremes' rules on its default board of two `bay` maps: `python -m benchmarks.triremes`, `--json` for one object.

The figures are those of `python -m benchmarks`, which measures the largest table (four players on the cross board); the
promises of this game are for two players. Exits with 1 when a target is missed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import click

from benchmarks.speed import actions_a_second, legal_microseconds, microseconds, replay_milliseconds, sample
from benchmarks.targets import REPLAY_MS, SPEED
from kotva.engine.arrays import COMPILED
from kotva.games.triremes import GAME


def measure(seconds: float) -> dict[str, float | bool]:
    """All figures; each is measured for about so many seconds."""
    options = GAME.choose_options(2)
    states = sample(GAME, options)
    return {
        "compiled": COMPILED,
        "actions": actions_a_second(GAME, options, seconds),
        "clone": microseconds([s.clone for s in states], seconds / 4),
        "legal": legal_microseconds(states, seconds / 4),
        "replay": replay_milliseconds(GAME, options),
    }


def one_round(seconds: float, interpreted: bool) -> dict[str, float | bool]:
    """The figures of a process of its own, compiled or as plain Python."""
    environment = {**os.environ, "KOTVA_INTERPRETED": "1" if interpreted else "0"}
    command = [sys.executable, "-m", "benchmarks.triremes", "--round", "--seconds", str(seconds)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found: dict[str, float | bool] = json.loads(done.stdout)
    return found


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object as the last line.")
@click.option("--seconds", type=click.FloatRange(0.1), default=1.0, show_default=True, help="For each figure.")
@click.option("--round", "only_round", is_flag=True, hidden=True)
def main(as_json: bool, seconds: float, only_round: bool) -> None:
    """Measure the rules of Triremes, compiled and as plain Python."""
    if only_round:
        click.echo(json.dumps(measure(seconds)))
        return
    fast, slow = one_round(seconds, False), one_round(seconds, True)
    actions, slow_actions, clone, _ = SPEED["triremes"]
    rows: list[tuple[str, float, float, bool]] = [
        ("random actions/s, interpreted", slow["actions"], slow_actions, False)
    ]
    if fast["compiled"]:
        rows += [
            ("random actions/s, compiled", fast["actions"], actions, False),
            ("clone, compiled, µs", fast["clone"], clone, True),
            ("legal list, compiled, µs", fast["legal"], 0, True),
            ("replay of 1,000 actions, compiled, ms", fast["replay"], REPLAY_MS, True),
        ]
    else:
        click.echo("The rules are not compiled here (make compile).")
    good = True
    for what, value, target, at_most in rows:
        met = not target or (value <= target if at_most else value >= target)
        good = good and met
        beside = f"   target {target:,}" + ("" if met else "   NOT MET") if target else ""
        click.echo(f"{what:40} {value:14,.2f}{beside}")
    if as_json:
        click.echo(json.dumps({"game": "triremes", "compiled": fast, "interpreted": slow, "met": good}))
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
