"""`kotva games`: what can be played."""

from __future__ import annotations

import json

import click
from rich.console import Console
from rich.table import Table

from kotva import games as registry
from kotva.cli.common import language_option, say_for


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print a list of objects instead of a table.")
@language_option
def games(as_json: bool, lang: str | None) -> None:
    """List the games."""
    faults = registry.faults()
    found = [registry.load(name) for name in registry.ids() if name not in faults]
    for name, fault in faults.items():
        click.echo(f"kotva: {name}: {fault}", err=True)
    for name, reason in registry.slow().items():
        click.echo(f"kotva: {name} runs as plain Python, which is slower: {reason}", err=True)
    if as_json:
        rows = [
            {
                "id": g.id,
                "title": g.title,
                "seats": list(g.rules.seats),
                "rules": g.version,
                "summary": g.summary,
                "presets": {preset.name: dict(preset.options) for preset in g.rules.presets},
            }
            for g in found
        ]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    say = say_for(lang)
    table = Table(box=None, pad_edge=False)
    for head in (say("id"), say("game"), say("players"), say("rules"), say("what it is")):
        table.add_column(head)
    for game in found:
        own = say_for(lang, game)
        seats = ", ".join(map(str, game.rules.seats))
        table.add_row(game.id, own(game.title), seats, game.version, own(game.summary))
    Console().print(table)
