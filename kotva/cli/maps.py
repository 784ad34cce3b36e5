"""`kotva maps check FILE`: the faults of a domain map for Triremes, each with its line and column."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from kotva.cli.common import language_option, say_for
from kotva.engine.errors import KotvaError
from kotva.games import load
from kotva.games.triremes.maps import examine


@click.group()
def maps() -> None:
    """Look at domain maps for Triremes."""


@maps.command()
@click.argument("path", metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of lines.")
@language_option
def check(path: str, as_json: bool, lang: str | None) -> None:
    """Check a map (- is the standard input); exits with 1 when it has faults."""
    try:
        text = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise KotvaError("Cannot read {path}: {error}.", path=path, error=error.strerror) from None
    except UnicodeDecodeError:
        raise KotvaError("{path} is not a text file, so it is no map.", path=path) from None
    say = say_for(lang, load("triremes"))
    domain, faults = examine(text)
    found = [
        {"code": f.code, "line": f.line, "column": f.column, "text": say(f.text), "detail": f.detail} for f in faults
    ]
    if as_json:
        name = domain.name if domain is not None else None
        click.echo(json.dumps({"map": name, "valid": not found, "faults": found}, ensure_ascii=False))
    else:
        for fault in found:
            detail = f" ({fault['detail']})" if fault["detail"] else ""
            click.echo(f"{path}:{fault['line']}:{fault['column']}: {fault['code']}: {fault['text']}{detail}")
        if not found and domain is not None:
            size = f"{domain.width}x{domain.height}"
            click.echo(say("{path}: the map {name}, {size}, is valid.", path=path, name=domain.name, size=size))
    sys.exit(1 if found else 0)
