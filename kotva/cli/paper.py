"""`kotva print GAME`: the game as PDF in real size, to cut out and play tonight."""

from __future__ import annotations

from pathlib import Path

import click

from kotva import games as registry
from kotva.cli.common import language_option, say_for, write_file
from kotva.paper import PAPERS, Printing, printed
from kotva.paper.document import CONTENTS


@click.command("print")
@click.argument("game")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Where to; GAME.pdf by default.")
@click.option(
    "--paper", type=click.Choice(tuple(PAPERS)), default="a4", show_default=True, help="The size of the sheets."
)
@click.option(
    "--ink", type=click.Choice(("full", "save")), default="full", show_default=True, help="save: pale surfaces."
)
@click.option("--only", "only", multiple=True, type=click.Choice(CONTENTS), help="Only these parts; all by default.")
@language_option
def print_game(game: str, output: Path | None, paper: str, ink: str, only: tuple[str, ...], lang: str | None) -> None:
    """Write board, pieces, player aid and rulebook as a PDF in real size, with bleed and crop marks, fronts and backs."""
    played = registry.load(game)
    path = output or Path(f"{played.id}.pdf")
    language = say_for(lang, played).language
    write_file(path, printed(played, Printing(paper, ink == "save", language, only or CONTENTS)))
    click.echo(str(path))


globals()["print"] = print_game
