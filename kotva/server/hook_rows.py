"""Web-hooks and what waits for them in the outbox, as rows: these functions work within a transaction."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Row, delete, insert, select, update

from kotva.server.people_schema import HOOKS
from kotva.server.rows import HookNotice, OutboxRow
from kotva.server.schema import OUTBOX

HOOK: Final = "hook"  # the topic of the outbox
JSON, DISCORD = "json", "discord"
FORMS: Final = (JSON, DISCORD)
MOST: Final = 3  # web-hooks of one account, and of one table


@dataclass(frozen=True, slots=True)
class HookRow:
    """An address elsewhere that is told something."""

    id: str
    person: str
    table: str | None  # none: all tables of the person
    url: str
    form: str
    secret: str
    always: bool  # at once, also while the person is here
    language: str
    place: str  # the address of this server, for links
    created: float
    failures: int = 0
    fault: str = ""
    stopped: float | None = None


def put_notices(db: Connection, table: str, notices: Sequence[HookNotice], now: float) -> None:
    """What web-hooks are told, with what it is about. A turn takes the place of an older one that has not been told yet."""
    for notice in notices:
        if notice.event == "turn":
            waiting = (OUTBOX.c.topic == HOOK) & (OUTBOX.c.hook == notice.hook) & (OUTBOX.c.table_id == table)
            db.execute(delete(OUTBOX).where(waiting, OUTBOX.c.origin == "turn", OUTBOX.c.tries == 0))
        values = {"topic": HOOK, "table_id": table, "origin": notice.event, "hook": notice.hook}
        body = json.dumps({"seat": notice.seat})
        db.execute(insert(OUTBOX).values(**values, body=body, at=now, due=now + notice.wait))


def outbox_row(row: Row[Any]) -> OutboxRow:
    return OutboxRow(
        row.number, row.topic, row.table_id, row.origin, json.loads(row.body), row.at, row.hook or "", row.tries
    )


def due(db: Connection, now: float, busy: Collection[str], limit: int) -> list[OutboxRow]:
    """What is to be told now, to web-hooks that are not busy."""
    wanted = select(OUTBOX).where(OUTBOX.c.topic == HOOK, OUTBOX.c.due <= now, OUTBOX.c.hook.not_in(list(busy)))
    return [outbox_row(row) for row in db.execute(wanted.order_by(OUTBOX.c.due).limit(limit))]


def done(db: Connection, number: int) -> None:
    """Something was told, or is not worth telling any more."""
    db.execute(delete(OUTBOX).where(OUTBOX.c.number == number))


def later(db: Connection, number: int, due: float, tries: int) -> None:
    db.execute(update(OUTBOX).where(OUTBOX.c.number == number).values(due=due, tries=tries))


def hook(db: Connection, name: str) -> HookRow | None:
    row = db.execute(select(HOOKS).where(HOOKS.c.id == name)).first()
    return None if row is None else HookRow(*row)


def hooks(db: Connection, person: str | None = None, table: str | None = None) -> list[HookRow]:
    """The web-hooks of an account, of a table, or all, the oldest first."""
    wanted = select(HOOKS)
    if person is not None:
        wanted = wanted.where(HOOKS.c.person == person, HOOKS.c.table_id.is_(None))
    if table is not None:
        wanted = wanted.where(HOOKS.c.table_id == table)
    return [HookRow(*row) for row in db.execute(wanted.order_by(HOOKS.c.created, HOOKS.c.id))]


def add(db: Connection, row: HookRow) -> None:
    values = {column: getattr(row, "table" if column == "table_id" else column) for column in HOOKS.c.keys()}  # noqa: SIM118
    db.execute(insert(HOOKS).values(values))


def remove(db: Connection, name: str) -> None:
    db.execute(delete(OUTBOX).where(OUTBOX.c.topic == HOOK, OUTBOX.c.hook == name))
    db.execute(delete(HOOKS).where(HOOKS.c.id == name))


def note(db: Connection, name: str, failures: int, fault: str, stopped: float | None) -> None:
    """How the last message went."""
    db.execute(update(HOOKS).where(HOOKS.c.id == name).values(failures=failures, fault=fault, stopped=stopped))
