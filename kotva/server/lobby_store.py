"""What the lobby asks of the database: open tables, running ones, people who are here, and people who want to be paired."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from kotva.server.account_store import AccountStore, blocked_by
from kotva.server.found_tables import listed, own_tables
from kotva.server.pairing import ALIVE, Seek
from kotva.server.people_schema import BLOCKS
from kotva.server.rows import EventRow, TableRow
from kotva.server.schema import MOVES, PEOPLE, PRESENCE, RATINGS, SEEKS, SITTERS, TABLES
from kotva.server.sql import SqlStore
from kotva.server.store import Taken
from kotva.server.table_rows import event_values, sitter_values, table_values
from kotva.server.talk import AGAIN
from kotva.server.talk_schema import TALK
from kotva.server.time_store import open_clock

HERE = 150.0  # seconds for which somebody is here after the last word of their page
_MOST = 60  # people
_MINE = 12  # of somebody's own tables that wait for nobody


@dataclass(frozen=True, slots=True)
class HereRow:
    """Somebody who is here."""

    person: str
    name: str


@dataclass(frozen=True, slots=True)
class LobbyRows:
    """All that the lobby shows of the database to one person."""

    mine: list[TableRow]
    again: dict[str, str]  # finished tables with a rematch, and the name of the player that asked for it
    hidden: frozenset[str]  # people whom this person does not want to meet
    with_seats: list[TableRow]
    to_watch: list[TableRow]
    here: list[HereRow]
    seeks: list[Seek]


class LobbyStore:
    """Every function here is one transaction."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store

    # -- tables ----------------------------------------------------------------------------------------------------

    async def rows(self, me: str | None, gone: Collection[str] = ()) -> LobbyRows:
        """What the lobby shows to a person who has put the tables `gone` away: in one go, as each turn of a thread costs."""
        now, full = self._store.now(), self._store.archive_is_full

        def work(db: Connection) -> LobbyRows:
            own = own_tables(db, me, _MINE, archive_is_full=full) if me is not None else []
            mine = [row for row in own if row.id not in gone]
            over = [row.id for row in mine if row.status == "over" and not row.origin]
            again = dict(tuple(row) for row in db.execute(_rematches(me, over))) if me is not None and over else {}
            hidden = blocked_by(db, me) if me is not None else frozenset()
            here = [HereRow(*row) for row in db.execute(_here(now))]
            return LobbyRows(
                mine, again, hidden, *listed(db, me, now), here, [_seek(row) for row in db.execute(_seeks(now))]
            )

        return await self._store.read(work)

    async def rematches(self, me: str, over: Sequence[str]) -> dict[str, str]:
        """Of these finished tables those whose players want to play again while a seat is free: who has asked last, by name."""
        wanted = _rematches(me, over)
        return await self._store.read(lambda db: {row.table_id: row.name for row in db.execute(wanted)}) if over else {}

    # -- people ----------------------------------------------------------------------------------------------------

    async def name_of(self, person: str) -> str:
        """The name of somebody, or under which they last sat down; empty: never yet."""
        chosen = (await AccountStore(self._store).names_of([person])).get(person, "")
        if chosen:
            return chosen
        last = (
            select(SITTERS.c.name)
            .join(TABLES, TABLES.c.id == SITTERS.c.table_id)
            .where(SITTERS.c.person == person)
            .order_by(TABLES.c.changed.desc())
            .limit(1)
        )
        return await self._store.read(lambda db: str(db.execute(last).scalar() or ""))

    async def is_here(self, person: str, name: str) -> None:
        """Somebody's page is open."""
        now = self._store.now()

        def work(db: Connection) -> None:
            values = {"name": name[:40], "at": now}
            if db.execute(update(PRESENCE).where(PRESENCE.c.person == person).values(values)).rowcount:
                return
            try:
                db.execute(insert(PRESENCE).values(person=person, **values))
            except IntegrityError as error:
                raise Taken(person) from error

        await self._store.write(work)

    # -- pairing ---------------------------------------------------------------------------------------------------

    async def seek(self, seek: Seek) -> None:
        """Somebody looks for a game, instead of what they looked for before."""
        now = self._store.now()

        def work(db: Connection) -> None:
            mine = select(RATINGS.c.mu).where(RATINGS.c.player == seek.person, RATINGS.c.game == seek.game)
            known = mine.where(RATINGS.c.seats.between(seek.low, seek.high)).order_by(RATINGS.c.games.desc()).limit(1)
            rating = db.execute(known).scalar()
            db.execute(delete(SEEKS).where(SEEKS.c.person == seek.person))
            db.execute(select(PEOPLE.c.id).where(PEOPLE.c.id == seek.person)).one()
            values = {
                "person": seek.person,
                "name": seek.name,
                "game": seek.game,
                "low": seek.low,
                "high": seek.high,
                "minutes": seek.minutes,
                "rated": seek.rated,
                "rating": seek.rating if rating is None else rating,
                "since": now,
                "seen": now,
            }
            try:
                db.execute(insert(SEEKS).values(values))
            except IntegrityError as error:
                raise Taken(seek.person) from error

        await self._store.write(work)

    async def still_seeks(self, person: str) -> tuple[Seek, str | None] | None:
        """What somebody looks for and the table that was found, if any; None: nothing any more. Says that the page is open."""
        now = self._store.now()

        def work(db: Connection) -> tuple[Seek, str | None] | None:
            db.execute(update(SEEKS).where(SEEKS.c.person == person).values(seen=now))
            row = db.execute(select(SEEKS).where(SEEKS.c.person == person)).first()
            return None if row is None else (_seek(row), row.table_id)

        asked = select(SEEKS.c.person).where(SEEKS.c.person == person)
        if await self._store.read(lambda db: db.execute(asked).first()) is None:  # most people look for nothing
            return None
        return await self._store.write(work)

    async def stop_seeking(self, person: str) -> None:
        """Somebody looks no more, or has come to the table."""
        gone = delete(SEEKS).where(SEEKS.c.person == person)
        await self._store.write(lambda db: _done(db.execute(gone)))

    async def seeks(self, game: str | None = None) -> list[Seek]:
        """Who looks for a game now and has none yet, the longest first."""
        wanted = _seeks(self._store.now())
        if game is not None:
            wanted = wanted.where(SEEKS.c.game == game)
        return await self._store.read(lambda db: [_seek(row) for row in db.execute(wanted)])

    async def apart(self, people: Sequence[str]) -> frozenset[frozenset[str]]:
        """The pairs among these people of whom one does not want to meet the other."""
        wanted = select(BLOCKS.c.person, BLOCKS.c.blocked).where(
            BLOCKS.c.person.in_(list(people)), BLOCKS.c.blocked.in_(list(people))
        )
        return await self._store.read(lambda db: frozenset(frozenset(pair) for pair in db.execute(wanted)))

    async def pair(self, group: Sequence[Seek], row: TableRow, events: Sequence[EventRow], *, clock: bool) -> None:
        """Open a table for people who look for one, all or nothing; Taken if somebody of them has found another, or has gone."""
        now = self._store.now()
        row.created = row.changed = now
        people = [seek.person for seek in group]
        alive = (SEEKS.c.table_id.is_(None)) & (SEEKS.c.seen > now - ALIVE) & SEEKS.c.person.in_(people)

        def work(db: Connection) -> None:
            db.execute(select(SEEKS.c.person).where(alive).order_by(SEEKS.c.person).with_for_update()).all()
            if db.execute(update(SEEKS).where(alive).values(table_id=row.id)).rowcount != len(people):
                raise Taken(row.id)
            db.execute(insert(TABLES).values(table_values(row)))
            db.execute(insert(SITTERS), [sitter_values(row.id, sitter) for sitter in row.sitters])
            if events:
                db.execute(insert(MOVES), [event_values(row.id, n, e, now) for n, e in enumerate(events, 1)])
            if clock:
                open_clock(db, row.id, len(events), now, starts=True)

        await self._store.write(work)


def _rematches(me: str | None, over: Sequence[str]) -> Select[Any]:
    seats = select(SITTERS.c.seat).where(SITTERS.c.table_id == TABLES.c.id)
    free = seats.where(SITTERS.c.kind == "person", SITTERS.c.person.is_(None)).exists()
    wanted = select(TALK.c.table_id, TALK.c.name).join(TABLES, TABLES.c.id == TALK.c.text)
    wanted = wanted.where(TALK.c.table_id.in_(list(over)), TALK.c.kind == AGAIN, TALK.c.person.is_distinct_from(me))
    return wanted.where(TABLES.c.status == "running", free, ~seats.where(SITTERS.c.person == me).exists())


def _here(now: float) -> Select[Any]:
    wanted = select(PRESENCE.c.person, PRESENCE.c.name).where(PRESENCE.c.at > now - HERE, PRESENCE.c.name != "")
    return wanted.order_by(func.lower(PRESENCE.c.name)).limit(_MOST)


def _seeks(now: float) -> Select[Any]:
    return (
        select(SEEKS).where(SEEKS.c.seen > now - ALIVE, SEEKS.c.table_id.is_(None)).order_by(SEEKS.c.since).limit(200)
    )


def _seek(row) -> Seek:  # type: ignore[no-untyped-def]  # a row knows its columns by name alone
    return Seek(row.person, row.name, row.game, row.low, row.high, row.minutes, bool(row.rated), row.rating, row.since)


def _done(_: object) -> None:
    return None
