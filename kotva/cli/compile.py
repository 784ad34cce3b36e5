"""`kotva compile PACKAGE`: the rules of an installed package as machine code, for the engine that is installed."""

from __future__ import annotations

import click
from rich.console import Console

from kotva import games, native
from kotva.engine.errors import KotvaError


@click.command("compile")
@click.argument("package", metavar="PACKAGE")
def compile_(package: str) -> None:
    """Compile the rules of an installed game, in place: the same games, several times faster.

    PACKAGE is the name of the package, or the id of its game. Compile again after an update of Kotva or of the package; until
    then it runs as plain Python.
    """
    known = games.entry(package)
    name = known.module.partition(".")[0] if known is not None else package
    try:
        with Console(stderr=True).status(f"compiling {name}"):
            made = native.compile_package(name)
    except KotvaError as error:  # a compiler's complaints keep their lines
        click.echo(f"kotva: {error}", err=True)
        raise click.exceptions.Exit(2) from None
    folder = min((path.parent for path in made), key=lambda path: len(path.parts))
    modules = sorted(str(path.relative_to(folder)).partition(".")[0] for path in made if "__mypyc" not in path.name)
    click.echo(f"{folder}: compiled {', '.join(modules)}")
