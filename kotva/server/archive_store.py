"""What pages and commands ask of the archive: searches, one result, a player's games and ratings."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, Select, func, or_, select

from kotva.engine.user_input import whole
from kotva.server.archive_rows import catch_up, recompute, sought
from kotva.server.progress import DAY, GIVEN_UP
from kotva.server.ratings import Rating
from kotva.server.schema import FINISHED, PLACES, PROGRESS, RATINGS
from kotva.server.sql import SqlStore

PAGE = 30  # games on a page
RESULTS = ("", "won", "lost", "drawn")
_LATEST = 500  # games of a player that a page looks at
_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class ArchiveQuery:
    """Which games somebody looks for; empty: all."""

    game: str = ""
    name: str = ""
    result: str = ""  # of the person named: one of RESULTS
    seats: int = 0
    preset: str = ""
    rated: bool = False
    since: float = 0.0
    until: float = 0.0
    least: int = 0  # moves
    most: int = 0
    before: int = 0  # the number of the last game on the page before

    @staticmethod
    def of(given: Mapping[str, str], day: Any) -> ArchiveQuery:
        """What an address asks for; what it cannot mean is nothing. `day` reads a date."""
        result = given.get("result", "")
        return ArchiveQuery(
            game=given.get("game", "")[:64],
            name=given.get("name", "").strip()[:40],
            result=result if result in RESULTS else "",
            seats=whole(given.get("seats", ""), 0, 8) or 0,
            preset=given.get("preset", "")[:16],
            rated=given.get("rated") == "on",
            since=day(given.get("since", "")),
            until=day(given.get("until", "")),
            least=whole(given.get("least", ""), 0, 1_000_000) or 0,
            most=whole(given.get("most", ""), 0, 1_000_000) or 0,
            before=whole(given.get("before", ""), 0, 2**31 - 1) or 0,
        )


@dataclass(frozen=True, slots=True)
class FinishedRow:
    """A finished game with its places, seat by seat."""

    game: Row[Any]
    places: tuple[Row[Any], ...]


class ArchiveStore:
    """Every function here is one transaction."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store

    async def search(self, query: ArchiveQuery, me: str | None, everything: bool = False) -> list[FinishedRow]:
        """Games that fit and that a person may find (public ones, and their own), the latest first; one more than a page."""
        wanted = _fitting(query)
        if not everything:
            # Asked row by row, from the latest on: a list of all games of somebody who plays much takes longer.
            mine = select(PLACES.c.seat).where(PLACES.c.number == FINISHED.c.number, PLACES.c.person == me).exists()
            wanted = wanted.where(or_(FINISHED.c.public, mine) if me else FINISHED.c.public)
        wanted = wanted.order_by(FINISHED.c.number.desc()).limit(PAGE + 1)
        return await self._store.read(lambda db: _with_places(db, wanted))

    async def result(self, table: str) -> FinishedRow | None:
        """One finished game."""
        wanted = select(FINISHED).where(FINISHED.c.table_id == table)
        found = await self._store.read(lambda db: _with_places(db, wanted))
        return found[0] if found else None

    async def ratings_of(self, player: str) -> list[tuple[str, int, Rating]]:
        """Game, number of seats and rating, those with most games first."""
        wanted = select(RATINGS).where(RATINGS.c.player == player).order_by(RATINGS.c.games.desc())
        return await self._store.read(
            lambda db: [(row.game, row.seats, Rating(row.mu, row.sigma, row.games)) for row in db.execute(wanted)]
        )

    async def history(self, person: str) -> dict[tuple[str, int], list[Rating]]:
        """A player's ratings after each of the latest rated games, the oldest first, by game and number of seats."""
        wanted = (
            select(FINISHED.c.game, FINISHED.c.seats, PLACES.c.mu, PLACES.c.sigma)
            .join(FINISHED, FINISHED.c.number == PLACES.c.number)
            .where(PLACES.c.person == person, PLACES.c.mu.is_not(None))
            .order_by(PLACES.c.number.desc())
            .limit(_LATEST)
        )
        out: dict[tuple[str, int], list[Rating]] = {}
        for row in reversed(await self._store.read(lambda db: list(db.execute(wanted)))):
            out.setdefault((row.game, row.seats), []).append(Rating(row.mu, row.sigma))
        return out

    async def games_of(self, person: str, public: bool) -> list[FinishedRow]:
        """A player's latest games; `public`: those that everybody may find."""
        theirs = (
            select(PLACES.c.number).where(PLACES.c.person == person).order_by(PLACES.c.number.desc()).limit(_LATEST)
        )
        wanted = select(FINISHED).where(FINISHED.c.number.in_(theirs))
        if public:
            wanted = wanted.where(FINISHED.c.public)
        wanted = wanted.order_by(FINISHED.c.number.desc()).limit(PAGE)
        return await self._store.read(lambda db: _with_places(db, wanted))

    async def count_of(self, person: str) -> int:
        """How many games somebody has finished."""
        wanted = select(func.count(PLACES.c.number.distinct())).where(PLACES.c.person == person)
        return await self._store.read(lambda db: db.execute(wanted).scalar_one())

    async def lessons_of(self, person: str) -> dict[str, int]:
        """How many lessons and puzzles somebody has done, by game."""
        wanted = (
            select(PROGRESS.c.game, func.count().label("number"))
            .where(PROGRESS.c.person == person)
            .where(PROGRESS.c.lesson.not_like(f"{GIVEN_UP}%"), PROGRESS.c.lesson.not_like(f"{DAY}%"))
            .group_by(PROGRESS.c.game)
        )
        return await self._store.read(lambda db: {row.game: row.number for row in db.execute(wanted)})

    async def tables_of(self, person: str, limit: int) -> list[str]:
        """The tables of all finished games of a person, the oldest first."""
        wanted = select(PLACES.c.table_id).where(PLACES.c.person == person).order_by(PLACES.c.number).limit(limit)
        return await self._store.read(lambda db: list(dict.fromkeys(db.execute(wanted).scalars())))

    async def catch_up(self) -> int:
        """Put in what ended before there was an archive; how many games."""
        return await self._store.write(catch_up)

    async def recompute(self) -> int:
        """Fold all ratings again; how many games changed one."""
        return await self._store.write(recompute)


async def fill_archive(store: SqlStore) -> None:
    """Put in what ended before there was an archive, a part at a time: others want to write, too."""
    while await ArchiveStore(store).catch_up():
        await asyncio.sleep(0.1)
    store.archive_is_full = True


def _fitting(query: ArchiveQuery) -> Select[Any]:
    wanted = select(FINISHED)
    if query.game:
        wanted = wanted.where(FINISHED.c.game == query.game)
    if query.seats:
        wanted = wanted.where(FINISHED.c.seats == query.seats)
    if query.preset:
        wanted = wanted.where(FINISHED.c.preset == ("" if query.preset == "other" else query.preset))
    if query.rated:
        wanted = wanted.where(FINISHED.c.rated)
    if query.since:
        wanted = wanted.where(FINISHED.c.ended >= query.since)
    if query.until:
        wanted = wanted.where(FINISHED.c.ended < query.until + _DAY)
    if query.least:
        wanted = wanted.where(FINISHED.c.moves >= query.least)
    if query.most:
        wanted = wanted.where(FINISHED.c.moves <= query.most)
    if query.before:
        wanted = wanted.where(FINISHED.c.number < query.before)
    if query.result == "drawn":
        wanted = wanted.where(FINISHED.c.drawn)
    if query.name:
        theirs = select(PLACES.c.number).where(PLACES.c.sought == sought(query.name))
        if query.result in ("won", "lost"):
            theirs = theirs.where(PLACES.c.won if query.result == "won" else ~PLACES.c.won)
        wanted = wanted.where(FINISHED.c.number.in_(theirs))
    return wanted


def _with_places(db: Connection, wanted: Select[Any]) -> list[FinishedRow]:
    found = list(db.execute(wanted))
    places: dict[str, list[Row[Any]]] = {game.table_id: [] for game in found}
    for place in db.execute(select(PLACES).where(PLACES.c.table_id.in_(list(places))).order_by(PLACES.c.seat)):
        places[place.table_id].append(place)
    return [FinishedRow(game, tuple(places[game.table_id])) for game in found]
