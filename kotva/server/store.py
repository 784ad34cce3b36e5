"""What the server asks of its database. `open_store` finds the one that a name means: a file (SQLite) or a PostgreSQL server."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from kotva.engine.errors import KotvaError
from kotva.server.broker import Broker
from kotva.server.rows import Append, EventRow, HookNotice, LeaseRow, OutboxRow, TableRow, TimesRow, VisitorRow

if TYPE_CHECKING:
    from kotva.server.time_store import TimeStore

Now = Callable[[], float]
_SCHEMES = ("postgresql://", "postgres://")


class Taken(Exception):
    """Somebody else has appended to the table first, or a key has been used: read again."""


class Unavailable(KotvaError):
    """The database cannot do it now (locked, full, gone): nothing was changed as far as anybody has been told."""


class BadDatabase(KotvaError):
    """The database cannot be used at all: what is wrong with it, in one sentence."""


class Store(Protocol):
    """Every function here is one transaction."""

    @property
    def shared(self) -> bool:
        """Whether other nodes may work on the same tables."""

    def broker(self) -> Broker | None:
        """How nodes on this database hear of each other; None if there is but one."""

    def time_store(self) -> TimeStore:
        """What the database knows of time."""

    async def create(self, row: TableRow, events: Sequence[EventRow], *, clock: bool = False) -> None:
        """A new table with its seats and whatever chance decided before the first move; `clock`: time may run out there."""

    async def append(self, append: Append) -> None:
        """Events behind the last; Taken if somebody was faster or a key has been used."""

    async def table(self, table: str) -> TableRow | None: ...

    async def events(self, table: str, after: int = 0) -> list[EventRow]:
        """What happened at a table behind the `after`-th event."""

    async def times(self, table: str) -> TimesRow:
        """What a table's clock is folded from, besides its events."""

    async def sit(self, table: str, seat: int, name: str, person: str, notices: Sequence[HookNotice] = ()) -> bool:
        """Take a free seat; True too if this person has it already. `notices` are stored if it is taken now."""

    async def fill(self, table: str, names: Mapping[int, str], level: str, notices: Sequence[HookNotice] = ()) -> None:
        """Bots of a level take those of these seats that are still free, under these names."""

    async def vacate(self, table: str, person: str, level: str, name: str = "") -> None:
        """Take a person's seats away: bots of a level play on under the same names, or (no level) the seats are free."""

    async def stand_in(self, table: str, person: str, level: str) -> None:
        """A bot of a level plays for a person who keeps the seats; no level: not any more."""

    async def delete(self, table: str, person: str) -> None:
        """A running table goes with all that happened there; Taken if somebody else has a seat, or it is over."""

    async def tables_of(self, person: str, limit: int = 12) -> list[TableRow]:
        """The tables at which a person has a seat, the latest first; those of lessons are not among them."""

    async def keep_record(self, record: str, text: str) -> None: ...

    async def record(self, record: str) -> str | None: ...

    async def person(self, kind: str, secret: str) -> str | None:
        """Whose credential this is."""

    async def visitor(self, secret: str) -> VisitorRow | None:
        """Whose browser this is, with all that is asked of a person at every request."""

    async def seen(self, secret: str) -> None:
        """A browser is in use."""

    def now(self) -> float: ...

    async def enroll(self, kind: str, secret: str) -> str:
        """The person with this credential, who is made now if there is none."""

    async def lease(self, name: str, holder: str, seconds: float) -> bool:
        """Take or prolong a lease; False while another holder has it."""

    async def release(self, name: str, holder: str) -> None: ...

    async def leases(self, holder: str) -> list[LeaseRow]:
        """Leases that have run out, or that nobody but `holder` can have."""

    async def left_bots(self, since: float, before: float) -> list[str]:
        """Tables last changed in this time where a bot has the turn, a person plays, and no node has the lease."""

    async def outbox(self, limit: int = 100) -> list[OutboxRow]:
        """What others must still hear of, the oldest first."""

    async def sent(self, numbers: Sequence[int]) -> None:
        """These have been heard."""

    async def close(self) -> None: ...


def is_url(database: str | Path) -> bool:
    """Whether a name is the address of a database server. Anything else is a file, whatever its name looks like."""
    return isinstance(database, str) and database.startswith(_SCHEMES)


def open_store(database: str | Path, now: Now = time.time, *, alone: bool = True) -> Store:
    """The store of a name, with its schema up to date; BadDatabase if that cannot be.

    `alone`: refuse a file that another server works on.
    """
    from kotva.server.sql import SqlStore

    if is_url(database):
        from kotva.server import postgres

        return SqlStore(postgres.connect(str(database), postgres.SILENCE), now)
    from kotva.server import sqlite

    return SqlStore(sqlite.connect(Path(database), alone=alone), now)
