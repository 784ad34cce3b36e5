"""`kotva check FORMAT FILE`: the faults of a text that a game declares (a map, a board), each with its line and column."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

import click

from kotva import games
from kotva.cli.common import language_option, read_text, say_for
from kotva.engine.errors import KotvaError
from kotva.engine.formats import Format
from kotva.engine.game import Game


@click.command()
@click.argument("name", metavar="FORMAT")
@click.argument("path", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of lines.")
@language_option
def check(name: str, path: str, as_json: bool, lang: str | None) -> None:
    """Check a text of a game, such as a map (- is the standard input); exits with 1 when it has faults.

    FORMAT is GAME.KIND, or KIND alone where only one game has such texts.
    """
    game, form = find(name)
    say = say_for(lang, game)
    text = read_text(path)
    if len(text) > form.longest:
        raise KotvaError("A text may have at most {most} characters, not {n}.", most=form.longest, n=len(text))
    found = form.examine(text)
    faults = [{**asdict(fault), "text": say(fault.text)} for fault in found.faults]
    if as_json:
        data = {"name": found.name or None, "size": found.size, "valid": not faults, "faults": faults}
        click.echo(json.dumps(data, ensure_ascii=False))
    else:
        for fault in faults:
            detail = f" ({fault['detail']})" if fault["detail"] else ""
            click.echo(f"{path}:{fault['line']}:{fault['column']}: {fault['code']}: {fault['text']}{detail}")
        if not faults:
            kind = say(form.title)
            click.echo(
                say("{path}: {kind} {name}, {size}: valid.", path=path, kind=kind, name=found.name, size=found.size)
            )
    sys.exit(1 if faults else 0)


def find(name: str) -> tuple[Game, Format]:
    """The format somebody names."""
    known = {
        f"{game.id}.{form.id}": (game, form) for game in map(games.load, games.ids()) for form in game.rules.formats
    }
    fitting = [known[full] for full in known if name in (full, full.partition(".")[2])]
    if len(fitting) == 1:
        return fitting[0]
    raise KotvaError("There is no format {name!r}; formats are: {known}.", name=name, known=", ".join(known) or "none")
