"""`kotva backup` and `kotva restore`: everything that a server keeps, in one file."""

from __future__ import annotations

import os
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from kotva.cli.serve import default_database
from kotva.engine.errors import KotvaError
from kotva.server import backup as files

DATABASE = click.option(
    "--db",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The SQLite file; without it, what KOTVA_DATABASE says, or the usual place.",
)


def _progress() -> Progress:
    """A progress bar on a terminal; a log gets none."""
    console = Console(stderr=True)
    return Progress(console=console, transient=True, disable=not console.is_terminal)


def database_of(db: Path | None) -> str | Path:
    """The database that a command means."""
    return db or os.environ.get("KOTVA_DATABASE") or default_database()


@click.command()
@click.argument("target", type=click.Path(dir_okay=False, path_type=Path))
@DATABASE
@click.option("--force", is_flag=True, help="Replace the file if it is there.")
def backup(target: Path, db: Path | None, force: bool) -> None:
    """Write all tables, people and records to TARGET, while the server goes on. Keep the file to yourself: it holds secrets."""
    if target.exists() and not force:
        raise KotvaError("{name} is there already; choose another name, or --force.", name=target)
    database = database_of(db)
    with _progress() as progress:
        task = progress.add_task("backup", total=None)
        rows = files.backup(database, target, lambda n: progress.advance(task, n))
    click.echo(f"{rows} rows in {target}")


@click.command()
@click.argument("source", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@DATABASE
def restore(source: Path, db: Path | None) -> None:
    """Fill an empty database from a backup, of SQLite or of PostgreSQL."""
    with _progress() as progress:
        task = progress.add_task("restore", total=None)
        rows = files.restore(source, database_of(db), lambda n: progress.advance(task, n))
    click.echo(f"{rows} rows restored")
