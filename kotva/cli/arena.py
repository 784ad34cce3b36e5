"""`kotva arena`: a match of two bots that ends when it is decided."""

from __future__ import annotations

import json
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from kotva import games as registry
from kotva.arena.sequential import BETTER, NOT_BETTER, OPEN, Bounds, MatchVerdict, match
from kotva.arena.sequential_chart import course_chart
from kotva.arena.statistics import Results
from kotva.cli.common import bot_time_option, game_options, language_option, options_option, say_for, write_file
from kotva.engine.errors import KotvaError
from kotva.engine.say import N_, Say

_SAID = {
    BETTER: N_("{bot} is better: its share is taken to be {upper} or more, not {lower}."),
    NOT_BETTER: N_("{bot} is not better: its share is taken to be {lower} or less, not {upper}."),
    OPEN: N_("Nothing is decided between {lower} and {upper}: the match met its cap."),
}


@click.command()
@click.argument("game")
@click.option("--bots", required=True, help="Two kinds: the one in question first. The last one fills the seats left.")
@click.option(
    "--sprt",
    required=True,
    metavar="LOWER,UPPER",
    help="Two shares of wins in percent, fixed before the first game: the first bot is to be told to have one or the other.",
)
@click.option("--alpha", type=float, default=0.05, show_default=True, help="How often the lower share may pass.")
@click.option("--beta", type=float, default=0.05, show_default=True, help="How often the upper share may fail.")
@click.option("--cap", type=click.IntRange(1), default=500, show_default=True, help="Blocks at most; see below.")
@click.option("--seats", type=int, default=None, help="How many players; the most the game takes by default.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="How many games at once.")
@click.option("--records", type=click.Path(dir_okay=False), required=True, help="A row for each game: .jsonl.")
@click.option("--resume", is_flag=True, help="Go on with the match in this file, under its own bounds.")
@bot_time_option
@click.option("--json", "as_json", is_flag=True, help="Print one object instead of sentences.")
@click.option("--chart", type=click.Path(dir_okay=False), default=None, help="Write a picture of the course (SVG).")
@options_option
@language_option
def arena(
    game: str,
    bots: str,
    sprt: str,
    alpha: float,
    beta: float,
    cap: int,
    seats: int | None,
    seed: int,
    jobs: int,
    records: str,
    resume: bool,
    bot_time: float,
    as_json: bool,
    chart: str | None,
    preset: str,
    given: tuple[str, ...],
    lang: str | None,
) -> None:
    """Let two bots play until it is decided which of two shares of wins the first one has (a sequential test).

    A block is one game of each arrangement of the bots. The log-likelihood ratio is looked at after each block, as it was agreed
    before the first game; nobody has to decide when to stop.
    """
    played = registry.load(game)
    say = say_for(lang, played)
    bounds = Bounds(*_percents(sprt), alpha, beta)
    if chart is not None:
        write_file(Path(chart), "")  # a file that cannot be written is no surprise after thousands of games
    names = [name.strip() for name in bots.split(",")]
    number = seats if seats is not None else played.rules.seats[-1]
    screen = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total}"),
        TextColumn("LLR {task.fields[ratio]:+.2f}"),
        TimeElapsedColumn(),
        console=screen,
        transient=True,
        disable=not screen.is_terminal,
    ) as progress:
        bar = progress.add_task(say(played.title), total=cap, ratio=0.0)
        verdict, results = match(
            played,
            number,
            names,
            bounds,
            cap,
            seed,
            game_options(played, preset, given),
            jobs,
            lambda blocks, ratio: progress.update(bar, completed=blocks, ratio=ratio),
            records=Path(records),
            resume=resume,
            bot_time=bot_time,
        )
    if chart is not None:
        title = f"{say(played.title)}: {names[0]} – {names[-1]}"
        write_file(Path(chart), course_chart(title, verdict, bounds))
    if as_json:
        click.echo(json.dumps(_object(verdict, results, bounds), ensure_ascii=False))
    else:
        _print(verdict, results, bounds, say)


def _percents(text: str) -> tuple[float, float]:
    try:
        lower, upper = (float(part) / 100 for part in text.split(","))
    except ValueError:
        raise KotvaError(
            N_("Bounds are written LOWER,UPPER in percent, such as 50,55; not {text!r}."), text=text
        ) from None
    return lower, upper


def _object(verdict: MatchVerdict, results: Results, bounds: Bounds) -> dict[str, object]:
    return {
        "verdict": verdict.decided,
        "blocks": verdict.blocks,
        "share": round(verdict.share, 4),
        "llr": round(verdict.course[-1], 3),
        "bounds": [bounds.lower, bounds.upper],
        "limits": [round(limit, 3) for limit in bounds.limits],
        "played": results.to_json(),
    }


def _print(verdict: MatchVerdict, results: Results, bounds: Bounds, say: Say) -> None:
    low, high = bounds.limits
    click.echo(
        say(
            _SAID[verdict.decided],
            bot=results.bots[0],
            lower=f"{100 * bounds.lower:g} %",
            upper=f"{100 * bounds.upper:g} %",
        )
    )
    click.echo(
        say(
            "{share} of {blocks} blocks with {games} games each; log-likelihood ratio {ratio}, bounds {low} and {high}",
            share=f"{100 * verdict.share:.1f} %",
            blocks=verdict.blocks,
            games=results.arrangements,
            ratio=f"{verdict.course[-1]:+.2f}",
            low=f"{low:.2f}",
            high=f"{high:.2f}",
        )
    )
    if beside := results.games // results.arrangements - verdict.blocks:
        click.echo(
            say.many(
                "{n} block more was under way; it does not count.",
                "{n} blocks more were under way; they do not count.",
                beside,
            )
        )
