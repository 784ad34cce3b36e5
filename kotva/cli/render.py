"""`kotva render RECORD -o x.svg`: a picture of a position."""

from __future__ import annotations

from pathlib import Path

import click

from kotva.cli.common import language_option, read_record, say_for, write_file
from kotva.cli.records import RECORD, viewer_of
from kotva.engine.errors import KotvaError
from kotva.match import Match
from kotva.scene.png import to_png
from kotva.scene.svg import render as draw


@click.command()
@RECORD
@click.option("-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="x.svg or x.png")
@click.option("--at", type=int, default=None, help="The position after so many moves; by default the last.")
@click.option("--seat", type=int, default=None, help="As this seat sees it (1, 2, ...).")
@click.option("--theme", type=click.Choice(("day", "night")), default="day", help="Light or dark.")
@click.option("--width", type=click.IntRange(64, 8192), default=1200, help="Of a PNG, in pixels.")
@language_option
def render(path: str, output: Path, at: int | None, seat: int | None, theme: str, width: int, lang: str | None) -> None:
    """Draw a position of a recorded game."""
    if output.suffix not in (".svg", ".png"):
        raise KotvaError("A picture is an .svg or a .png file, not {name!r}.", name=output.name)
    game, record = read_record(path)
    match = Match.from_record(game, record)
    view = match.view(viewer_of(match, seat), at)
    svg = draw(
        game.look.scene(view, say_for(lang, game, match.names)), game.look.symbols, theme=theme, names=match.names
    )
    write_file(output, svg if output.suffix == ".svg" else to_png(svg, width))
    click.echo(str(output))
