"""Accounts and credentials in the database: each function works within a transaction of its caller."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_
from kotva.server.account_names import canonical
from kotva.server.archive_rows import rename_places
from kotva.server.people import BROWSER, hashed
from kotva.server.people_schema import ACCOUNTS
from kotva.server.schema import CREDENTIALS, PEOPLE, SITTERS, TABLES

CODE: Final = "code"
RECOVERY: Final = "recovery"
CODE_LASTS: Final = 600.0  # seconds
CODES_KEPT: Final = 8  # recovery codes of an account
_LETTERS: Final = "23456789abcdefghjkmnpqrstvwxyz"  # none that is taken for another
_CODE_LONG, _RECOVERY_LONG = 10, 14  # letters: 49 bits for ten minutes, 68 for ever


class NameTaken(KotvaError):
    """Somebody has a name that looks like this one."""


@dataclass(frozen=True, slots=True)
class AccountRow:
    """An account as its owner has it."""

    person: str
    name: str
    password: str
    created: float
    role: str


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """A browser that is signed in, or a code that has not been used yet."""

    secret: str
    kind: str
    label: str
    created: float
    seen: float | None
    expires: float | None


def read_code(given: str) -> str:
    """A code as it was made, however somebody has typed it."""
    return re.sub(r"[^a-z0-9]", "", given[:100].casefold())


def shown_code(code: str) -> str:
    """A code in groups that can be read aloud."""
    size = 4 if len(code) % 4 == 0 else 5 if len(code) % 5 == 0 else 7
    return "-".join(code[at : at + size] for at in range(0, len(code), size))


def _new_code(letters: int) -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(letters))


# -- accounts --------------------------------------------------------------------------------------------------------


def find(db: Connection, name: str) -> AccountRow | None:
    """The account of a name, by what it looks like."""
    return _account(db, ACCOUNTS.c.canonical == canonical(name))


def account_of(db: Connection, person: str) -> AccountRow | None:
    return _account(db, ACCOUNTS.c.person == person)


def _account(db: Connection, here: object) -> AccountRow | None:
    columns = (ACCOUNTS.c.person, ACCOUNTS.c.name, ACCOUNTS.c.password, ACCOUNTS.c.created, ACCOUNTS.c.role)
    row = db.execute(select(*columns).where(here)).first()  # type: ignore[arg-type]
    return None if row is None else AccountRow(*row)


def create(db: Connection, person: str, name: str, password: str, now: float) -> None:
    """An account for a guest, who keeps everything; NameTaken if the name is, or the person has one."""
    row = {"person": person, "name": name, "canonical": canonical(name), "password": password, "created": now}
    _or_taken(lambda: db.execute(insert(ACCOUNTS).values(row)))


def rename(db: Connection, person: str, name: str) -> list[str]:
    """Another name, also at the seats that had the old one; the tables where it is seen."""
    before = account_of(db, person)
    if before is None:
        return []
    values = {"name": name, "canonical": canonical(name)}
    _or_taken(lambda: db.execute(update(ACCOUNTS).where(ACCOUNTS.c.person == person).values(values)))
    here = (SITTERS.c.person == person) & (SITTERS.c.name == before.name)
    seen = list(db.execute(select(SITTERS.c.table_id).where(here).distinct()).scalars())
    db.execute(update(SITTERS).where(here).values(name=name))
    rename_places(db, person, before.name, name)
    return seen


def _or_taken(work: object) -> None:
    try:
        work()  # type: ignore[operator]
    except IntegrityError:
        raise NameTaken(N_("Somebody has this name, or one that looks like it; choose another one.")) from None


def set_password(db: Connection, person: str, password: str) -> None:
    db.execute(update(ACCOUNTS).where(ACCOUNTS.c.person == person).values(password=password))


# -- credentials -----------------------------------------------------------------------------------------------------


def add_browser(db: Connection, person: str, secret: str, label: str, now: float) -> None:
    """Sign a browser in."""
    row = {"kind": BROWSER, "secret": secret, "person": person, "created": now, "label": label[:80], "seen": now}
    db.execute(insert(CREDENTIALS).values(row))


def drop(db: Connection, person: str, kind: str, secret: str) -> bool:
    """Take one credential away; whether there was one."""
    here = (CREDENTIALS.c.person == person) & (CREDENTIALS.c.kind == kind) & (CREDENTIALS.c.secret == secret)
    return bool(db.execute(delete(CREDENTIALS).where(here)).rowcount)


def drop_browsers(db: Connection, person: str, but: str = "") -> list[str]:
    """Sign all browsers out, except one; which they were."""
    here = (CREDENTIALS.c.person == person) & (CREDENTIALS.c.kind != RECOVERY) & (CREDENTIALS.c.secret != but)
    gone = list(db.execute(select(CREDENTIALS.c.secret).where(here)).scalars())
    db.execute(delete(CREDENTIALS).where(here))
    return gone


def devices(db: Connection, person: str, now: float) -> list[DeviceRow]:
    """The browsers that are signed in, and codes that may still sign one in; the latest first."""
    columns = (
        CREDENTIALS.c.secret,
        CREDENTIALS.c.kind,
        CREDENTIALS.c.label,
        CREDENTIALS.c.created,
        CREDENTIALS.c.seen,
        CREDENTIALS.c.expires,
    )
    alive = or_(CREDENTIALS.c.kind == BROWSER, (CREDENTIALS.c.kind == CODE) & (CREDENTIALS.c.expires > now))
    wanted = select(*columns).where(CREDENTIALS.c.person == person, alive).order_by(CREDENTIALS.c.created.desc())
    return [DeviceRow(*row) for row in db.execute(wanted)]


def make_code(db: Connection, person: str, now: float) -> str:
    """A code that signs one device in within ten minutes; an older one of the same person is worth nothing from now on."""
    db.execute(delete(CREDENTIALS).where(CREDENTIALS.c.kind == CODE, CREDENTIALS.c.person == person))
    db.execute(delete(CREDENTIALS).where(CREDENTIALS.c.kind == CODE, CREDENTIALS.c.expires < now))
    code = _new_code(_CODE_LONG)
    row = {"kind": CODE, "secret": hashed(code), "person": person, "created": now, "expires": now + CODE_LASTS}
    db.execute(insert(CREDENTIALS).values(row))
    return code


def whose_code(db: Connection, code: str, now: float) -> AccountRow | None:
    """The account that a code signs in to; the code stays good."""
    here = (CREDENTIALS.c.kind == CODE) & (CREDENTIALS.c.secret == hashed(code)) & (CREDENTIALS.c.expires > now)
    person = db.execute(select(CREDENTIALS.c.person).where(here)).scalar()
    return None if person is None else account_of(db, person)


def use_code(db: Connection, code: str, now: float) -> AccountRow | None:
    """The same, and nobody can use it again."""
    found = whose_code(db, code, now)
    return found if found is not None and drop(db, found.person, CODE, hashed(code)) else None


def make_recovery(db: Connection, person: str, now: float) -> list[str]:
    """Codes that set a new password, one each; older ones are worth nothing from now on. They are told this once."""
    db.execute(delete(CREDENTIALS).where(CREDENTIALS.c.kind == RECOVERY, CREDENTIALS.c.person == person))
    codes = [_new_code(_RECOVERY_LONG) for _ in range(CODES_KEPT)]
    for code in codes:
        row = {"kind": RECOVERY, "secret": hashed(code), "person": person, "created": now}
        db.execute(insert(CREDENTIALS).values(row))
    return codes


def recovery_left(db: Connection, person: str) -> int:
    """How many recovery codes are still good."""
    here = (CREDENTIALS.c.kind == RECOVERY) & (CREDENTIALS.c.person == person)
    return db.execute(select(func.count()).select_from(CREDENTIALS).where(here)).scalar_one()


def use_recovery(db: Connection, name: str, code: str) -> AccountRow | None:
    """The account of a name, if the code is one of its own; it is used up."""
    found = find(db, name)
    return found if found is not None and drop(db, found.person, RECOVERY, hashed(code)) else None


def name_guest(db: Connection, person: str, name: str) -> None:
    """Remember what a guest wants to be called."""
    db.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(name=name))


def running_tables(db: Connection, person: str) -> list[str]:
    """Where somebody plays."""
    mine = select(SITTERS.c.table_id).where(SITTERS.c.person == person)
    wanted = select(TABLES.c.id).where(or_(TABLES.c.id.in_(mine), TABLES.c.owner == person))
    return list(db.execute(wanted.where(TABLES.c.status == "running")).scalars())
