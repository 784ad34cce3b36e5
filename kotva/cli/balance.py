"""`kotva balance GAME`: what many games between bots say of a game, in words, figures and pictures."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from kotva import games as registry
from kotva.arena.balance import page
from kotva.arena.balance.study import PACE, Plan, base, other, study, total
from kotva.arena.balance.tuning import NAMES, Tried, read_target, read_values, tune
from kotva.arena.balance.verdict import compare, verdict
from kotva.bots import make
from kotva.cli.common import game_options, options_option, parse_options, write_file
from kotva.cli.progress import games_bar
from kotva.engine.errors import KotvaError


@click.command()
@click.argument("game")
@click.option("--games", type=click.IntRange(1), default=400, show_default=True, help="Games of the game itself.")
@click.option("--seats", type=int, default=None, help="How many players; the most the game takes by default.")
@click.option("--bot", default="easy", show_default=True, help="Who plays in all seats.")
@click.option("--ladder", type=click.IntRange(0), default=60, show_default=True, help="Games for each step; 0: none.")
@click.option("--worth", type=click.IntRange(0), default=100, show_default=True, help="Games without each thing.")
@click.option("--things", type=click.IntRange(0), default=12, show_default=True, help="At most so many are tried.")
@click.option(
    "--pace", type=click.FloatRange(0, min_open=True), default=PACE, show_default=True, help="Seconds a choice."
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same study.")
@click.option(
    "--jobs", type=click.IntRange(1), default=1, show_default=True, help="Games at once; on a cluster 1 is all."
)
@click.option("--on", type=click.Choice(["local", "ray", "dask"]), default="local", show_default=True, help="Where.")
@click.option("--address", default=None, help="Of the Ray or Dask cluster.")
@click.option(
    "--keep", type=click.Path(file_okay=False, path_type=Path), help="A folder for the games: go on from there."
)
@click.option(
    "--against", "second", multiple=True, metavar="NAME=VALUE", help="Options of a second version, beside it."
)
@click.option("--try", "tried", multiple=True, metavar="NAME=VALUES", help="Values of an option to tune: win=8..12.")
@click.option("--target", "targets", multiple=True, metavar="NAME=GOAL±MARGIN", help=f"For tuning: {', '.join(NAMES)}.")
@click.option("--html", "html_path", type=click.Path(dir_okay=False, path_type=Path), help="Write a page with plots.")
@click.option("--json", "as_json", is_flag=True, help="Print one object instead of words.")
@options_option
def balance(
    game: str,
    games: int,
    seats: int | None,
    bot: str,
    ladder: int,
    worth: int,
    things: int,
    pace: float,
    seed: int,
    jobs: int,
    on: str,
    address: str | None,
    keep: Path | None,
    second: tuple[str, ...],
    tried: tuple[str, ...],
    targets: tuple[str, ...],
    html_path: Path | None,
    as_json: bool,
    preset: str,
    given: tuple[str, ...],
) -> None:
    """Say how balanced a game is: seats, length, choices, depth, drama, what is worth something, what never happens.

    With --against two versions of the options stand side by side; with --try and --target options are searched for a target.
    """
    played = registry.load(game)
    options = game_options(played, preset, given)
    count = seats if seats is not None else played.rules.seats[-1]
    chosen = played.choose_options(count, options)
    make(bot, programs=True)
    plan = Plan(count, bot, games, ladder, worth, things, seed, jobs, on, address, keep, pace).checked()
    if bool(tried) != bool(targets):
        raise KotvaError("Tuning needs both --try (which options) and --target (what for).")
    if html_path is not None:
        write_file(html_path, "")  # a file that cannot be written is no surprise after thousands of games
    if tried:
        values = dict(read_values(played, text, chosen) for text in tried)
        goals = [read_target(text) for text in targets]
        for goal in goals:
            if goal.name.startswith("seat") and int(goal.name[4:]) > count:
                raise KotvaError("There is no seat {seat} at a table of {seats}.", seat=goal.name[4:], seats=count)
        with games_bar("games", None) as progress:
            found = tune(played, plan, options, values, goals, progress)
        _print_tuned(found, targets, as_json)
        return
    beside = {**options, **parse_options(second)} if second else None
    if beside is not None:
        played.choose_options(count, beside)
    with games_bar("games", total(played, plan) + (games if second else 0)) as progress:
        first = study(played, plan, options, progress)
        other_study = base(played, replace(other(plan)), beside, progress) if beside is not None else None
    changes = compare(first, other_study) if other_study is not None else []
    if html_path is not None:
        write_file(html_path, page.html(first, changes, ", ".join(second)))
    if as_json:
        data: dict[str, Any] = first.to_json()
        data["verdict"] = [{"tone": f.tone, "about": f.about, "text": f.text} for f in verdict(first)]
        if other_study is not None:
            data["beside"] = other_study.to_json()
            data["changes"] = [change.text() for change in changes]
        click.echo(json.dumps(data, ensure_ascii=False))
    else:
        click.echo(page.text(first, changes, ", ".join(second)))


def _print_tuned(found: list[Tried], targets: tuple[str, ...], as_json: bool) -> None:
    """The combinations that came nearest."""
    goals = [read_target(text) for text in targets]
    rows = [
        {
            "options": {name: str(value) for name, value in one.options.items()},
            "games": len(one.study.rows),
            "targets": [
                {"target": g.name, **g.measure(one.study).to_json(), "verdict": g.holds(one.study)} for g in goals
            ],
        }
        for one in found[:5]
    ]
    if as_json:
        click.echo(json.dumps({"tuned": rows}, ensure_ascii=False))
        return
    for one in found[:5]:
        click.echo(
            ", ".join(f"{name}={value}" for name, value in one.options.items()) + f" ({len(one.study.rows)} games)"
        )
        for goal in goals:
            m = goal.measure(one.study)
            click.echo(
                f"  {goal.name} {m.mean:.1f} ({m.low:.1f} to {m.high:.1f}), goal {goal.goal:g} ± {goal.margin:g}: "
                f"{goal.holds(one.study)}"
            )
