"""`kotva archive`: finished games for the host: search, records in a folder, ratings computed again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import click

from kotva.cli.backup import DATABASE, database_of
from kotva.engine.errors import KotvaError
from kotva.server.archive_pages import date_of, day
from kotva.server.archive_store import ArchiveQuery, ArchiveStore
from kotva.server.frozen_table import record_of_rows
from kotva.server.sql import SqlStore
from kotva.server.store import open_store

T = TypeVar("T")


@click.group()
def archive() -> None:
    """Finished games: search, export, ratings."""


def _with_store(db: Path | None, work: Callable[[SqlStore], Awaitable[T]]) -> T:
    async def run() -> T:
        store = open_store(database_of(db), alone=False)
        assert isinstance(store, SqlStore)
        try:
            while await ArchiveStore(store).catch_up():
                pass
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


@archive.command(name="list")
@DATABASE
@click.option("--game", default="", help="Only this game.")
@click.option("--name", default="", help="Only games of a player of this name.")
@click.option("--since", default="", help="From this day on (2026-11-18).")
def list_games(db: Path | None, game: str, name: str, since: str) -> None:
    """The latest finished games, with places."""
    query = ArchiveQuery(game=game, name=name, since=day(since))
    for found in _with_store(db, lambda store: ArchiveStore(store).search(query, None, everything=True)):
        places = ", ".join(
            f"{p.rank}. {p.name} {p.score}" for p in sorted(found.places, key=lambda p: (p.rank, p.seat))
        )
        row = found.game
        click.echo(f"{date_of(row.ended)}  {row.table_id}  {row.game}  {row.moves} moves  {places}")


@archive.command()
@click.argument("target", type=click.Path(file_okay=False, path_type=Path))
@click.argument("tables", nargs=-1, required=True)
@DATABASE
def export(target: Path, tables: tuple[str, ...], db: Path | None) -> None:
    """Write the records of finished games (by their ids) into the folder TARGET."""

    async def work(store: SqlStore) -> int:
        target.mkdir(parents=True, exist_ok=True)
        for name in tables:
            row = await store.table(name)
            if row is None or row.status != "over":
                raise KotvaError("There is no finished game {name}.", name=name)
            record = record_of_rows(row, await store.events(name))
            (target / f"{row.game}-{name}.json").write_text(record.to_json(), encoding="utf-8")
        return len(tables)

    click.echo(f"{_with_store(db, work)} records in {target}")


@archive.command()
@DATABASE
@click.option("--recompute", is_flag=True, help="Compute all of them again from the finished games.")
@click.option("--player", default="", help="Show those of a person's id, or of bot:medium.")
def ratings(db: Path | None, recompute: bool, player: str) -> None:
    """Ratings: show a player's, or compute all again; the result is the same."""
    if not recompute and not player:
        raise click.UsageError("Say --recompute, or --player with whose ratings to show.")
    if recompute:
        number = _with_store(db, lambda store: ArchiveStore(store).recompute())
        click.echo(f"{number} rated games counted")
    if player:
        for game, seats, rating in _with_store(db, lambda store: ArchiveStore(store).ratings_of(player)):
            click.echo(f"{game}, {seats} players: {rating.points} ± {rating.give_or_take} ({rating.games} games)")
