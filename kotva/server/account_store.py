"""What is known of people, for every part of the server that shows or judges them: names, roles, blocks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, func, select

from kotva.server.people import Person
from kotva.server.people_schema import ACCOUNTS, BLOCKS
from kotva.server.reliability import Reliability, check, reliability
from kotva.server.rows import DELETED
from kotva.server.schema import PEOPLE
from kotva.server.sql import SqlStore

MODERATOR: Final = "moderator"
HOST: Final = "host"
ROLES: Final = ("", MODERATOR, HOST)


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person as others may know them."""

    id: str
    name: str = ""  # of the account, or what a guest has chosen last
    account: bool = False
    role: str = ""
    muted: float = 0.0  # until when
    suspended: float = 0.0
    deleted: bool = False


class AccountStore:
    """Every function here is one transaction."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store

    async def people(self, persons: Iterable[str]) -> dict[str, PersonRow]:
        """Those of these ids that are known."""
        wanted = sorted(set(persons))
        return await self._store.read(lambda db: people_in(db, wanted)) if wanted else {}

    async def names_of(self, persons: Iterable[str]) -> dict[str, str]:
        """Names to show, by id; of somebody deleted `DELETED`, of a guest without a name the empty text."""
        found = await self.people(persons)
        return {person: row.name for person, row in found.items()}

    async def role_of(self, person: str | None) -> str:
        """`HOST`, `MODERATOR` or the empty text."""
        if person is None:
            return ""
        wanted = select(ACCOUNTS.c.role).where(ACCOUNTS.c.person == person)
        return await self._store.read(lambda db: db.execute(wanted).scalar()) or ""

    async def is_blocked(self, by: str | None, whom: str | None) -> bool:
        """Whether `by` does not want to meet `whom`."""
        return by is not None and whom is not None and whom in await self.blocked_by(by)

    async def reliability(self, person: str) -> Reliability:
        """How many of the last games with other people somebody has finished."""
        return await self._store.read(lambda db: reliability(db, person))

    async def check_reliable(self, person: Person, percent: int) -> None:
        """NotReliable if a table asks for more than somebody has shown."""
        await self._store.read(lambda db: check(db, person.id, person.account, percent))

    async def blocked_by(self, person: str | None) -> frozenset[str]:
        """Whom a person does not want to meet."""
        return await self._store.read(lambda db: blocked_by(db, person)) if person is not None else frozenset()


def blocked_by(db: Connection, person: str) -> frozenset[str]:
    """The same within a transaction."""
    return frozenset(db.execute(select(BLOCKS.c.blocked).where(BLOCKS.c.person == person)).scalars())


def people_in(db: Connection, persons: list[str]) -> dict[str, PersonRow]:
    """The same within a transaction."""
    wanted = (
        select(
            PEOPLE.c.id,
            PEOPLE.c.name,
            PEOPLE.c.muted,
            PEOPLE.c.suspended,
            PEOPLE.c.deleted,
            ACCOUNTS.c.name.label("account"),
            func.coalesce(ACCOUNTS.c.role, "").label("role"),
        )
        .join(ACCOUNTS, ACCOUNTS.c.person == PEOPLE.c.id, isouter=True)
        .where(PEOPLE.c.id.in_(persons))
    )
    return {
        row.id: PersonRow(
            row.id,
            DELETED if row.deleted is not None else row.account or row.name or "",
            row.account is not None,
            row.role,
            row.muted or 0.0,
            row.suspended or 0.0,
            row.deleted is not None,
        )
        for row in db.execute(wanted)
    }
