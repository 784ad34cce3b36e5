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
from kotva.learn.puzzles import find


@click.command()
@click.argument("game", metavar="GAME")
@click.option("--count", type=click.IntRange(1, 1000), default=20, show_default=True, help="How many puzzles.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed gives other puzzles.")
@click.option(
    "--simulations",
    type=click.IntRange(100, 10_000_000),
    default=4000,
    show_default=True,
    help="How long the search is that must find the choice clearly best.",
)
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="The file to write; standard output if none."
)
def puzzles(game: str, count: int, seed: int, simulations: int, out: Path | None) -> None:
    """Make puzzles from games that bots play: positions in which one choice is clearly best, proved by a long search."""
    chosen = games.load(game)
    console = Console(stderr=True)
    made = []
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        console=console,
        disable=not console.is_terminal,
    ) as progress:
        bar = progress.add_task(chosen.id, total=count)
        looked = 0

        def told(more: int) -> None:
            nonlocal looked
            looked += more
            progress.update(bar, description=f"{chosen.id}: {looked} positions")

        for puzzle in find(chosen, count, seed, simulations, told):
            made.append(puzzle)
            progress.advance(bar)
    lines = ",\n".join("  " + json.dumps(msgspec.to_builtins(puzzle), ensure_ascii=False) for puzzle in made)
    text = f"[\n{lines}\n]\n"
    if out is None:
        click.echo(text, nl=False)
    else:
        out.write_text(text, encoding="utf-8")
        click.echo(f"{out}: {len(made)} puzzles", file=sys.stderr)
