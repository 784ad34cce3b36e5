"""`kotva admin`: what the host of a server does about people and tables, beside a running server; each deed into its log."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click
from sqlalchemy import Connection, select

from kotva.cli.backup import database_of
from kotva.engine.errors import KotvaError
from kotva.server import account_rows, moderation
from kotva.server.account_names import canonical
from kotva.server.account_store import ROLES, people_in
from kotva.server.dates import moment
from kotva.server.moderation import CLOSE, FOR_EVER, MUTE, RESET, ROLE, SUSPEND, UNMUTE, UNSUSPEND, Deed
from kotva.server.passwords import check_password, hashed_now
from kotva.server.people_schema import ACCOUNTS
from kotva.server.sql import SqlStore
from kotva.server.store import open_store

T = TypeVar("T")
_DAY = 86_400.0
_DB = click.option(
    "--db",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The SQLite file; without it, what KOTVA_DATABASE says, or the usual place.",
)
_REASON = click.option("--reason", default="", help="It stands in the log.")
_DAYS = click.option("--days", type=click.IntRange(0, 3650), default=1, show_default=True, help="0: for ever.")


@click.group()
def admin() -> None:
    """People and tables: list, roles, passwords, mute, suspend, close; each with a line in the log."""


def _on(db: Path | None, work: Callable[[Connection], T], *, write: bool = True) -> T:
    """Some work on the database, which a server may be using; that one notices within seconds."""

    async def run() -> T:
        database = database_of(db)
        if isinstance(database, Path) and not database.exists():
            raise KotvaError("There is no database {name}.", name=database)
        store = await asyncio.to_thread(open_store, database, alone=False)
        assert isinstance(store, SqlStore)
        try:
            return await (store.write(work) if write else store.read(work))
        finally:
            await store.close()

    return asyncio.run(run())


def _find(db: Connection, name: str) -> account_rows.AccountRow:
    found = account_rows.find(db, name)
    if found is None:
        raise KotvaError("There is no account {name!r}; `kotva admin list` shows all.", name=name)
    return found


@admin.command("list")
@click.argument("text", default="")
@_DB
def list_(text: str, db: Path | None) -> None:
    """Accounts whose names look like TEXT, or all of them."""

    def work(on: Connection) -> list[str]:
        wanted = select(ACCOUNTS.c.person, ACCOUNTS.c.created).order_by(ACCOUNTS.c.name)
        if text:
            wanted = wanted.where(ACCOUNTS.c.canonical.contains(canonical(text), autoescape=True))
        rows = on.execute(wanted).all()
        lines, now = [], time.time()
        for start in range(0, len(rows), 500):
            part = rows[start : start + 500]
            known = people_in(on, [row.person for row in part])
            for row in part:
                one = known[row.person]
                states = [one.role] if one.role else []
                states += [f"muted until {_until(one.muted)}"] if one.muted > now else []
                states += [f"suspended until {_until(one.suspended)}"] if one.suspended > now else []
                lines.append(f"{one.name:<26} since {moment(row.created, 'en')}  {', '.join(states)}".rstrip())
        return lines

    found = _on(db, work, write=False)
    for line in found:
        click.echo(line)
    click.echo(f"{len(found)} accounts", err=True)


def _until(until: float) -> str:
    return "for ever" if until >= FOR_EVER else moment(until, "en")


@admin.command()
@click.argument("name")
@click.option("--password", help="Without it a new one is made and shown once.")
@_REASON
@_DB
def reset(name: str, password: str | None, reason: str, db: Path | None) -> None:
    """A new password for NAME; all devices of the account are signed out."""
    given = password or "-".join(secrets.token_hex(2) for _ in range(4))
    check_password(given, name)
    kept = hashed_now(given)

    def work(on: Connection) -> None:
        found = _find(on, name)
        account_rows.set_password(on, found.person, kept)
        account_rows.drop_browsers(on, found.person)
        moderation.do(on, Deed(RESET, reason, person=found.person), time.time())

    _on(db, work)
    click.echo(f"The password of {name} is changed." if password else f"The new password of {name}: {given}")


@admin.command()
@click.argument("name")
@click.argument("role", type=click.Choice(["host", "moderator", "none"]))
@_REASON
@_DB
def role(name: str, role: str, reason: str, db: Path | None) -> None:
    """Make NAME a host, a moderator, or neither."""
    given = "" if role == "none" else role
    assert given in ROLES

    def work(on: Connection) -> None:
        moderation.do(on, Deed(ROLE, reason, person=_find(on, name).person, role=given), time.time())

    _on(db, work)
    click.echo(f"{name}: {role}")


def _until_command(name: str, deed: str, undo: str, help_text: str) -> None:
    @admin.command(name, help=help_text)
    @click.argument("who")
    @_DAYS
    @click.option("--end", is_flag=True, help="End it now.")
    @_REASON
    @_DB
    def command(who: str, days: int, end: bool, reason: str, db: Path | None) -> None:
        now = time.time()
        until = None if end else now + days * _DAY if days else FOR_EVER

        def work(on: Connection) -> None:
            moderation.do(on, Deed(undo if end else deed, reason, person=_find(on, who).person, until=until), now)

        _on(db, work)
        click.echo(f"{who}: {name} ended" if until is None else f"{who}: {name} until {_until(until)}")


_until_command("mute", MUTE, UNMUTE, "WHO may not talk for some days.")
_until_command("suspend", SUSPEND, UNSUSPEND, "WHO may not open tables, sit down or talk for some days.")


@admin.command()
@click.argument("table")
@_REASON
@_DB
def close(table: str, reason: str, db: Path | None) -> None:
    """End a running TABLE (its address or link); its record is kept."""
    name = table.rstrip("/").rsplit("/", 1)[-1]
    _on(db, lambda on: moderation.do(on, Deed(CLOSE, reason, table=name), time.time()))
    click.echo(f"{name} is closed")


@admin.command()
@click.option("--lines", type=click.IntRange(1, 10_000), default=50, show_default=True)
@_DB
def log(lines: int, db: Path | None) -> None:
    """What moderators and the host have done, the latest first."""

    def work(on: Connection) -> list[str]:
        rows = moderation.log(on, lines)
        ids = [person for row in rows for person in (row.actor, row.person) if person is not None]
        known = people_in(on, ids)
        names = {person: one.name or "a guest" for person, one in known.items()}
        out = []
        for row in rows:
            to = names.get(row.person or "", "") or row.table_id or ""
            until = f" until {_until(row.until)}" if row.until else ""
            by = "host (command)" if row.actor is None else names.get(row.actor, row.actor)
            out.append(f"{moment(row.at, 'en')}  {by}: {row.deed} {to}{until}  {row.reason}".rstrip())
        return out

    for line in _on(db, work, write=False):
        click.echo(line)
