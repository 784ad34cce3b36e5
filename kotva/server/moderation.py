"""Reports, and what moderators and the host do about them: every deed is a line of a log that is only ever appended.

Each function works within a transaction of its caller, a page or `kotva admin`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select, update

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_
from kotva.engine.user_input import clean_name
from kotva.server.account_store import HOST, MODERATOR, ROLES, people_in
from kotva.server.people_schema import ACCOUNTS, DEEDS, REPORTS
from kotva.server.schema import DEADLINES, PEOPLE, TABLES
from kotva.server.table import CLOSED

MUTE, UNMUTE, SUSPEND, UNSUSPEND = "mute", "unmute", "suspend", "unsuspend"
CLOSE, ROLE, RESET, DISMISS = "close", "role", "reset", "dismiss"
KINDS: Final = ("chat", "name", "play", "other")
FOR_EVER: Final = 1e11  # a moment that does not come
_LONGEST: Final = 500  # letters of a line, a note or a reason
_OPEN_EACH: Final = 20  # reports of one person that nobody has looked at yet


class NotAllowed(KotvaError):
    """Somebody may not do this here."""


@dataclass(frozen=True, slots=True)
class Report:
    """What somebody wants a moderator to look at."""

    reporter: str
    kind: str
    person: str | None = None
    table: str | None = None
    line: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that a moderator or the host does; no actor: the host at the command line."""

    deed: str
    reason: str
    actor: str | None = None
    person: str | None = None
    table: str | None = None
    until: float | None = None
    report: int | None = None
    role: str = ""  # that is given


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A report as moderators see it."""

    number: int
    at: float
    reporter: str
    person: str | None
    table_id: str | None
    kind: str
    line: str
    note: str


@dataclass(frozen=True, slots=True)
class DeedRow:
    """A line of the log."""

    number: int
    at: float
    actor: str | None
    deed: str
    person: str | None
    table_id: str | None
    until: float | None
    reason: str


def report(db: Connection, given: Report, now: float) -> None:
    """Keep a report; NotAllowed where somebody has very many that nobody has looked at yet."""
    waiting = select(func.count()).where(REPORTS.c.reporter == given.reporter, REPORTS.c.closed.is_(None))
    if db.execute(waiting).scalar_one() >= _OPEN_EACH:
        raise NotAllowed(N_("You have reported a lot already; a moderator will look at it first."))
    row = {
        "at": now,
        "reporter": given.reporter,
        "person": given.person,
        "table_id": given.table,
        "kind": given.kind if given.kind in KINDS else "other",
        "line": clean_name(given.line, _LONGEST),
        "note": clean_name(given.note, _LONGEST),
    }
    db.execute(insert(REPORTS).values(row))


def do(db: Connection, deed: Deed, now: float) -> None:
    """Do it, write it down, and close the report that it answers. NotAllowed if the actor may not."""
    actor = "" if deed.actor is None else _role(db, deed.actor)
    if deed.actor is not None:
        _check(db, deed, actor)
    elif deed.person is not None and deed.deed in (MUTE, SUSPEND, ROLE, RESET):
        people_in(db, [deed.person])
    values: dict[str, object] = {}
    match deed.deed:
        case "mute" | "unmute":
            values = {"muted": deed.until}
        case "suspend" | "unsuspend":
            values = {"suspended": deed.until}
        case "role":
            if deed.role not in ROLES:
                raise NotAllowed(N_("There is no such role; roles are: host, moderator, none."))
            db.execute(update(ACCOUNTS).where(ACCOUNTS.c.person == deed.person).values(role=deed.role))
        case "close":
            here = (TABLES.c.id == deed.table) & (TABLES.c.status == "running")
            if not db.execute(update(TABLES).where(here).values(status=CLOSED, changed=now, to_act=0)).rowcount:
                raise NotAllowed(N_("There is no such table, or its game is over."))
            db.execute(delete(DEADLINES).where(DEADLINES.c.table_id == deed.table))
        case _:
            pass
    if values:
        db.execute(update(PEOPLE).where(PEOPLE.c.id == deed.person).values(values))
    row = {
        "at": now,
        "actor": deed.actor,
        "deed": deed.deed,
        "person": deed.person,
        "table_id": deed.table,
        "until": deed.until,
        "reason": clean_name(": ".join(part for part in (deed.role, deed.reason) if part), _LONGEST),
        "report": deed.report,
    }
    db.execute(insert(DEEDS).values(row))
    if deed.report is not None:
        here = (REPORTS.c.number == deed.report) & REPORTS.c.closed.is_(None)
        db.execute(update(REPORTS).where(here).values(closed=now, closer=deed.actor))


def _check(db: Connection, deed: Deed, actor: str) -> None:
    if actor not in (MODERATOR, HOST):
        raise NotAllowed(N_("Only moderators and the host may do this."))
    if deed.deed in (ROLE, RESET) and actor != HOST:
        raise NotAllowed(N_("Only the host may do this."))
    if deed.person is None or deed.deed == DISMISS:
        return
    if deed.person == deed.actor:
        raise NotAllowed(N_("Nobody moderates themselves."))
    if _role(db, deed.person) in (MODERATOR, HOST) and actor != HOST:
        raise NotAllowed(N_("Only the host may do this to a moderator."))


def _role(db: Connection, person: str) -> str:
    return db.execute(select(ACCOUNTS.c.role).where(ACCOUNTS.c.person == person)).scalar() or ""


def open_reports(db: Connection, limit: int = 100) -> list[ReportRow]:
    """What nobody has looked at yet, the oldest first."""
    names = ("number", "at", "reporter", "person", "table_id", "kind", "line", "note")
    wanted = select(*(REPORTS.c[name] for name in names)).where(REPORTS.c.closed.is_(None))
    return [ReportRow(*row) for row in db.execute(wanted.order_by(REPORTS.c.number).limit(limit))]


def log(db: Connection, limit: int = 100, after: int = 0) -> list[DeedRow]:
    """What was done, the latest first."""
    names = ("number", "at", "actor", "deed", "person", "table_id", "until", "reason")
    wanted = select(*(DEEDS.c[name] for name in names)).where(DEEDS.c.number > after)
    return [DeedRow(*row) for row in db.execute(wanted.order_by(DEEDS.c.number.desc()).limit(limit))]


def last_deed(db: Connection) -> int:
    return db.execute(select(func.max(DEEDS.c.number))).scalar() or 0


def restricted(db: Connection, now: float) -> Sequence[str]:
    """The people who may not talk or sit down now."""
    wanted = select(PEOPLE.c.id).where((PEOPLE.c.muted > now) | (PEOPLE.c.suspended > now))
    return list(db.execute(wanted.order_by(PEOPLE.c.id)).scalars())
