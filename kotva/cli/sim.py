"""`kotva sim`: let bots play each other."""

from __future__ import annotations

import json
from math import isnan
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from kotva import bots as bot_registry
from kotva import games as registry
from kotva.arena import Results, simulate
from kotva.arena.chart import Bar, bars
from kotva.arena.seating import ALL, SEATINGS
from kotva.cli.common import bot_time_option, game_options, language_option, options_option, say_for, write_file
from kotva.cli.progress import games_bar
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.say import Say


@click.command(epilog=f"Bots: {', '.join(bot_registry.names())}; budgets: mcts:500 (simulations), mcts:200ms.")
@click.argument("game")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="How many games.")
@click.option("--seats", type=int, default=None, help="How many players; the most the game takes by default.")
@click.option(
    "--bots", default="random", show_default=True, help="Who plays: a,b,.. The last one fills the seats left."
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games.")
@click.option(
    "--jobs", type=click.IntRange(1), default=1, show_default=True, help="How many at once; on a cluster 1 means all."
)
@click.option(
    "--on", type=click.Choice(["local", "ray", "dask"]), default="local", show_default=True, help="Who plays."
)
@click.option("--address", default=None, help="Of the Ray or Dask cluster; without one a small one is started here.")
@click.option("--records", type=click.Path(dir_okay=False), default=None, help="A row for each game: .jsonl, .parquet.")
@click.option("--resume", type=click.Path(dir_okay=False), default=None, help="Go on with such a file, or begin one.")
@click.option("--moves", is_flag=True, help="Keep everything that was played in the rows.")
@click.option(
    "--seating",
    type=click.Choice(SEATINGS),
    default=ALL,
    show_default=True,
    help="All arrangements in turn, or only those that turn the given one: partners stay partners.",
)
@bot_time_option
@click.option("--json", "as_json", is_flag=True, help="Print one object instead of a table.")
@click.option("--chart", type=click.Path(dir_okay=False), default=None, help="Write a picture of the result (SVG).")
@options_option
@language_option
def sim(
    game: str,
    games: int,
    seats: int | None,
    bots: str,
    seed: int,
    jobs: int,
    on: str,
    address: str | None,
    records: str | None,
    resume: str | None,
    moves: bool,
    seating: str,
    bot_time: float,
    as_json: bool,
    chart: str | None,
    preset: str,
    given: tuple[str, ...],
    lang: str | None,
) -> None:
    """Let bots play each other; all arrangements of them are played in turn, and bots of one kind are counted together."""
    played = registry.load(game)
    say = say_for(lang, played)
    names = [name.strip() for name in bots.split(",")]
    if chart is not None:
        write_file(Path(chart), "")  # a file that cannot be written is no surprise after thousands of games
    if records is not None and resume is not None:
        raise KotvaError("Give either --records or --resume: both name the file of the games.")
    kept = resume or records
    with games_bar(say(played.title), games) as advance:
        results = simulate(
            played,
            seats,
            names,
            games,
            seed,
            game_options(played, preset, given),
            jobs,
            lambda n: advance("", n),
            on=on,
            address=address,
            records=Path(kept) if kept else None,
            resume=resume is not None,
            moves=moves,
            seating=seating,
            bot_time=bot_time,
        )
    if chart is not None:
        _write_chart(chart, results, played, say)
    if as_json:
        click.echo(json.dumps(results.to_json(), ensure_ascii=False))
    else:
        _print_table(results, played, say)


def _print_table(results: Results, game: Game, say: Say) -> None:
    """Wins with intervals, then a line on how the games went."""
    table = Table(box=None, pad_edge=False)
    table.add_column(say("bot"))
    for head in (say("seats"), say("wins"), say("share"), say("95 % interval"), say("even share")):
        table.add_column(head, justify="right")
    for i, bot in enumerate(results.bots):
        low, high = results.interval(i)
        wins, share, fair = f"{results.wins[i]:.4g}", _percent(results.share(i)), _percent(results.fair(i))
        table.add_row(bot, str(results.chairs(i)), wins, share, f"{_percent(low)} – {_percent(high)}", fair)
    console = Console(highlight=False)
    console.print(table)
    console.print()
    ends = {reason.name: say(reason.text) for reason in game.rules.reasons}
    for name, count in results.reasons.most_common():
        console.print(f"{count:>8}  {ends.get(name, name)}")
    for fault, count in results.faults.most_common(5):
        console.print(f"{count:>8}", say("lost by a fault: {fault}", fault=fault), markup=False)
    if results.finished < results.games:
        console.print(f"{results.games - results.finished:>8}  {say('not finished')}")
    if results.games % results.arrangements:
        console.print(
            say.many(
                "The bots can be arranged in {n} way: a multiple of so many games has each equally often.",
                "The bots can be arranged in {n} ways: a multiple of so many games has each equally often.",
                results.arrangements,
            )
        )
    console.print(
        say(
            "{games} games, {length} actions each (median, from {least} to {most}), {speed} actions/s, {seconds} s",
            games=results.games,
            length=f"{results.length:g}",
            least=min(results.lengths),
            most=max(results.lengths),
            speed=f"{results.speed:,.0f}",
            seconds=f"{results.seconds:.1f}",
        )
    )


def _write_chart(path: str, results: Results, game: Game, say: Say) -> None:
    rows = [
        Bar(bot, results.share(i), *results.interval(i), results.fair(i), f"{_percent(results.share(i))}")
        for i, bot in enumerate(results.bots)
    ]
    note = say("{n} games; whiskers: 95 % intervals; dashes: an even share", n=results.finished)
    write_file(Path(path), bars(f"{say(game.title)}: {say('wins')}", rows, note))


def _percent(share: float) -> str:
    return "–" if isnan(share) else f"{100 * share:.1f} %"
