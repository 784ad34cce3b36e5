"""`kotva puzzles GAME`: positions from bots' games in which one choice is clearly best."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from kotva import games
from kotva.cli.common import game_options, options_option
from kotva.learn.puzzles import LONG, Puzzle, arranged, find


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--count", type=click.IntRange(1, 1000), default=20, show_default=True, help="How many puzzles.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed gives other puzzles.")
@click.option(
    "--simulations",
    type=click.IntRange(100, 10_000_000),
    default=LONG,
    show_default=True,
    help="How long the search is that must find the choice clearly best.",
)
@click.option(
    "--keep",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file of puzzles: those that a search as long has proved or proves now stay; only the rest is made anew.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write, after every puzzle; standard output if none.",
)
@options_option
def puzzles(
    game: str,
    count: int,
    seed: int,
    simulations: int,
    keep: Path | None,
    out: Path | None,
    preset: str,
    given: tuple[str, ...],
) -> None:
    """Make puzzles from games that bots play: positions in which one choice is clearly best, proved by a long search."""
    chosen = games.load(game)
    try:
        kept = msgspec.json.decode(keep.read_bytes(), type=list[Puzzle]) if keep is not None else []
    except msgspec.MsgspecError as error:
        raise click.BadParameter(f"{keep} is no file of puzzles: {error}") from None
    console = Console(stderr=True)
    made: list[Puzzle] = []
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        console=console,
        disable=not console.is_terminal,
    ) as progress:
        bar = progress.add_task(chosen.id, total=count)
        looked = 0

        def report(more: int) -> None:
            nonlocal looked
            looked += more
            progress.update(bar, description=f"{chosen.id}: {looked} positions")

        for puzzle in find(chosen, count, seed, simulations, report, kept, game_options(chosen, preset, given)):
            made.append(puzzle)
            progress.advance(bar)
            if out is not None:
                out.write_text(_text(made), encoding="utf-8")  # what has been found is not lost
    if out is None:
        click.echo(_text(made), nl=False)
    else:
        click.echo(f"{out}: {len(made)} puzzles", file=sys.stderr)


def _text(made: list[Puzzle]) -> str:
    lines = ",\n".join("  " + json.dumps(msgspec.to_builtins(p), ensure_ascii=False) for p in arranged(made))
    return f"[\n{lines}\n]\n"
