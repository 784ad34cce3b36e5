"""Tournaments in the database: their logs, only ever appended to, what is kept beside them, and who may act as whom."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from kotva.server.schema import ARRIVALS, ENTRANTS, ENTRIES, LEASES, SITTERS, TABLES, TOURNAMENTS
from kotva.server.sql import SqlStore
from kotva.server.store import Taken
from kotva.tournament.log import TournamentEntry, read_entry


@dataclass(slots=True)
class TournamentRow:
    """A tournament as it is listed, with its secrets."""

    id: str
    name: str
    phase: str
    seed: str
    links: str
    contacts: dict[str, str] = field(default_factory=dict)
    created: float = 0.0
    changed: float = 0.0


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry of a log with its hash and the key of the form that made it."""

    entry: TournamentEntry
    hash: str
    key: str | None = None


class Overtaken(Taken):
    """Somebody has written to a tournament's log first, or the key has been used."""


class TournamentStore:
    """Every function here is one transaction."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store

    async def create(self, row: TournamentRow, lines: Sequence[LogLine], organiser: str | None) -> None:
        """A new tournament with the first entries of its log; `organiser` is the person who is O1."""
        now = self._store.now()

        def work(db: Connection) -> None:
            values = {"id": row.id, "name": row.name, "phase": row.phase, "seed": row.seed, "links": row.links}
            kept = json.dumps(row.contacts, ensure_ascii=False)
            db.execute(insert(TOURNAMENTS).values(**values, contacts=kept, created=now, changed=now))
            db.execute(insert(ENTRIES), [_line_values(row.id, line) for line in lines])
            if organiser is not None:
                db.execute(insert(ENTRANTS).values(tournament_id=row.id, actor="O1", person=organiser))

        await self._store.write(work)

    async def append(self, row: TournamentRow, lines: Sequence[LogLine]) -> None:
        """Entries behind the last; Overtaken if somebody was faster or the key has been used."""
        await self._store.write(lambda db: self.add(db, row, lines))

    def add(self, db: Connection, row: TournamentRow, lines: Sequence[LogLine]) -> None:
        """The same within a transaction that somebody has begun: a game's last move comes with its result."""
        try:
            db.execute(insert(ENTRIES), [_line_values(row.id, line) for line in lines])
        except IntegrityError as error:
            raise Overtaken(row.id) from error
        kept = json.dumps(row.contacts, ensure_ascii=False)
        here = update(TOURNAMENTS).where(TOURNAMENTS.c.id == row.id)
        db.execute(here.values(name=row.name, phase=row.phase, contacts=kept, changed=self._store.now()))

    async def row(self, tournament: str) -> TournamentRow | None:
        found = await self._store.read(
            lambda db: db.execute(select(TOURNAMENTS).where(TOURNAMENTS.c.id == tournament)).mappings().first()
        )
        if found is None:
            return None
        return TournamentRow(**{**found, "contacts": json.loads(found["contacts"])})

    async def lines(self, tournament: str, after: int = 0) -> list[LogLine]:
        wanted = select(ENTRIES).where(ENTRIES.c.tournament_id == tournament, ENTRIES.c.seq > after)
        rows = await self._store.read(lambda db: list(db.execute(wanted.order_by(ENTRIES.c.seq)).mappings()))
        return [
            LogLine(
                read_entry(
                    {
                        "seq": row["seq"],
                        "at": row["at"],
                        "actor": row["actor"],
                        "op": row["op"],
                        "args": json.loads(row["args"]),
                    },
                    row["seq"],
                ),
                row["hash"],
                row["key"],
            )
            for row in rows
        ]

    async def latest(self, limit: int = 30) -> list[TournamentRow]:
        """Tournaments that anybody may see in a list, the latest first; drafts are not among them."""
        wanted = select(TOURNAMENTS).where(TOURNAMENTS.c.phase != "draft").order_by(TOURNAMENTS.c.changed.desc())
        rows = await self._store.read(lambda db: list(db.execute(wanted.limit(limit)).mappings()))
        return [TournamentRow(**{**row, "contacts": {}}) for row in rows]

    async def running(self) -> list[str]:
        """The tournaments in which a round may be under way, or due."""
        wanted = select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.phase.in_(("ready", "running")))
        return await self._store.read(lambda db: list(db.execute(wanted).scalars()))

    async def tables(self, origin: str) -> dict[str, str]:
        """The tables that were opened for a tournament: their origins, which begin so, and their ids."""
        wanted = select(TABLES.c.origin, TABLES.c.id).where(TABLES.c.origin.startswith(origin, autoescape=True))
        rows = await self._store.read(lambda db: list(db.execute(wanted)))
        return {str(row[0]): str(row[1]) for row in rows}

    async def bind(self, tournament: str, actor: str, person: str) -> None:
        """From now on this person may act as an official or a player."""

        def work(db: Connection) -> None:
            here = (
                (ENTRANTS.c.tournament_id == tournament) & (ENTRANTS.c.actor == actor) & (ENTRANTS.c.person == person)
            )
            if db.execute(select(ENTRANTS.c.actor).where(here)).first() is None:
                db.execute(insert(ENTRANTS).values(tournament_id=tournament, actor=actor, person=person))

        await self._store.write(work)

    async def actors(self, tournament: str, person: str) -> list[str]:
        """As whom a person may act."""
        wanted = select(ENTRANTS.c.actor).where(ENTRANTS.c.tournament_id == tournament, ENTRANTS.c.person == person)
        return await self._store.read(lambda db: sorted(db.execute(wanted).scalars()))

    async def organised(self, person: str, limit: int) -> list[str]:
        """The tournaments that a person has made or organises, the latest first."""
        mine = select(ENTRANTS.c.tournament_id).where(ENTRANTS.c.person == person, ENTRANTS.c.actor == "O1")
        wanted = select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.id.in_(mine)).order_by(TOURNAMENTS.c.created.desc())
        return await self._store.read(lambda db: list(db.execute(wanted.limit(limit)).scalars()))

    async def officials(self, tournament: str) -> list[str]:
        """The people who act as officials."""
        wanted = select(ENTRANTS.c.person).where(
            ENTRANTS.c.tournament_id == tournament, ENTRANTS.c.actor.startswith("O")
        )
        return await self._store.read(lambda db: sorted(set(db.execute(wanted).scalars())))

    # -- online tables ---------------------------------------------------------------------------------------------

    async def pulse(self, tournament: str, at: float | None = None) -> float | None:
        """TOU-9.10: the platform runs, or ran at some time; when it last said so."""
        now, name = self._store.now() if at is None else at, f"pulse:{tournament}"

        def work(db: Connection) -> float | None:
            found = db.execute(select(LEASES.c.until).where(LEASES.c.name == name)).scalar()
            if found is None:
                try:
                    db.execute(insert(LEASES).values(name=name, holder="", until=now))
                except IntegrityError as error:
                    raise Taken(name) from error
                return None
            db.execute(update(LEASES).where(LEASES.c.name == name).values(until=now))
            return float(found)

        try:
            return await self._store.writer.do(work)
        except Taken:  # another node at the same moment
            return now

    async def arrive(self, tournament: str, round: int, actor: str, person: str) -> None:
        """A player has come to a round; by the browser that came last the seat will be taken."""
        here = (ARRIVALS.c.tournament_id == tournament) & (ARRIVALS.c.round == round) & (ARRIVALS.c.actor == actor)
        now = self._store.now()

        def work(db: Connection) -> None:
            if db.execute(update(ARRIVALS).where(here).values(person=person, at=now)).rowcount:
                return
            try:
                row = {"tournament_id": tournament, "round": round, "actor": actor, "person": person, "at": now}
                db.execute(insert(ARRIVALS).values(row))
            except IntegrityError as error:
                raise Taken(actor) from error

        with suppress(Taken):  # two requests of one player at one moment
            await self._store.write(work)

    async def arrivals(self, tournament: str, round: int, since: float = 0.0) -> dict[str, str]:
        """Who has come to a round (or has been looking since some moment), and by which person's browser."""
        wanted = select(ARRIVALS.c.actor, ARRIVALS.c.person).where(
            ARRIVALS.c.tournament_id == tournament, ARRIVALS.c.round == round, ARRIVALS.c.at >= since
        )
        rows = await self._store.read(lambda db: list(db.execute(wanted)))
        return {str(row[0]): str(row[1]) for row in rows}

    async def hand_over(self, table: str, seat: int, level: str) -> None:
        """A bot plays on for somebody who has left (TOU-14.4)."""
        here = update(SITTERS).where(SITTERS.c.table_id == table, SITTERS.c.seat == seat)
        await self._store.write(lambda db: _done(db.execute(here.values(kind="bot", level=level))))

    async def give_seat(self, table: str, seat: int, person: str) -> None:
        """A player goes on by another browser."""
        here = update(SITTERS).where(SITTERS.c.table_id == table, SITTERS.c.seat == seat, SITTERS.c.kind == "person")
        await self._store.write(lambda db: _done(db.execute(here.values(person=person))))


def _done(_: object) -> None:
    return None


def _line_values(tournament: str, line: LogLine) -> dict[str, object]:
    entry = line.entry
    return {
        "tournament_id": tournament,
        "seq": entry.seq,
        "at": entry.at,
        "actor": entry.actor,
        "op": entry.op,
        "args": json.dumps(entry.args, ensure_ascii=False),
        "hash": line.hash,
        "key": line.key,
    }
