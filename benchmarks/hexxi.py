"""The speed of Piraci HEXXI's rules against its targets: `python -m benchmarks.hexxi`, or `--json` for one object last.

The figures and the way they are measured are those of `python -m benchmarks`; this is the short way to them while working on
the game. Exits with 1 when a target is missed.
"""

from __future__ import annotations

import json
import sys

import click

from benchmarks.__main__ import one_round
from benchmarks.targets import REPLAY_MS, SPEED

GAME = "hexxi"


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object as the last line.")
@click.option("--seconds", type=click.FloatRange(0.1), default=1.0, show_default=True, help="For each figure.")
def main(as_json: bool, seconds: float) -> None:
    """Measure the rules of Piraci HEXXI, compiled and as plain Python."""
    fast, slow = one_round(GAME, seconds, False), one_round(GAME, seconds, True)
    actions, slow_actions, clone, _ = SPEED[GAME]
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
        click.echo(json.dumps({"game": GAME, "compiled": fast, "interpreted": slow, "met": good}))
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
