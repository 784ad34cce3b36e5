"""What is kept of learning: the lessons that somebody has done, and reviews of finished games; and what is not kept for ever."""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import Connection, Insert, delete, insert, select
from sqlalchemy.exc import IntegrityError

from kotva.server.rows import LESSON
from kotva.server.schema import PROGRESS, REVIEWS, TABLES, belonging_to_tables
from kotva.server.sql import SqlStore
from kotva.server.store import Taken

GIVEN_UP = "?"  # before the name of a puzzle whose solution somebody asked for
DAY = "day-"  # before the day (counted since 1970) whose puzzle somebody has solved on that day
_MOST = 200  # tables taken away at a time: others want to write, too


class LearningProgress:
    """Every function here is one transaction."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store

    async def learned(self, person: str | None, game: str) -> set[str]:
        """What somebody has done of a game; nothing for somebody who is not known yet."""
        if person is None:
            return set()
        wanted = select(PROGRESS.c.lesson).where(PROGRESS.c.person == person, PROGRESS.c.game == game)
        return await self._store.read(lambda db: set(db.execute(wanted).scalars()))

    async def learn(self, person: str, game: str, lesson: str) -> None:
        """Somebody has done a lesson; once is enough."""
        here = (PROGRESS.c.person == person) & (PROGRESS.c.game == game) & (PROGRESS.c.lesson == lesson)

        def work(db: Connection) -> None:
            if db.execute(select(PROGRESS.c.at).where(here)).first() is None:
                _insert(db, insert(PROGRESS).values(person=person, game=game, lesson=lesson, at=self._store.now()))

        with suppress(Taken):  # another node has just written the same
            await self._store.write(work)

    async def kept(self, person: str | None) -> set[tuple[str, str]]:
        """All that somebody has done, of every game: game and name."""
        if person is None:
            return set()
        wanted = select(PROGRESS.c.game, PROGRESS.c.lesson).where(PROGRESS.c.person == person)
        return await self._store.read(lambda db: {(row.game, row.lesson) for row in db.execute(wanted)})

    async def clear(self, before: float) -> list[str]:
        """Take away the tables of lessons where nothing has happened since; what was learned there stays. Which they were."""
        lesson = TABLES.c.origin.startswith(LESSON, autoescape=True)
        old = select(TABLES.c.id).where(lesson, TABLES.c.changed < before).order_by(TABLES.c.changed).limit(_MOST)

        def found(db: Connection) -> list[str]:
            return list(db.execute(old).scalars())

        def work(db: Connection) -> list[str]:
            gone = found(db)
            for rows in belonging_to_tables():
                db.execute(delete(rows).where(rows.c.table_id.in_(gone)))
            db.execute(delete(REVIEWS).where(REVIEWS.c.name.in_(gone)))
            db.execute(delete(TABLES).where(TABLES.c.id.in_(gone)))
            for table in gone:
                self._store.tell_nodes(db, table)
            return gone

        return await self._store.write(work) if await self._store.read(found) else []

    async def review(self, name: str) -> str | None:
        """What was thought of a game, if it was."""
        wanted = select(REVIEWS.c.text).where(REVIEWS.c.name == name)
        return await self._store.read(lambda db: db.execute(wanted).scalar())

    async def keep_review(self, name: str, text: str) -> None:
        """Keep what was thought of a game; the first one stays."""

        def work(db: Connection) -> None:
            if db.execute(select(REVIEWS.c.at).where(REVIEWS.c.name == name)).first() is None:
                _insert(db, insert(REVIEWS).values(name=name, text=text, at=self._store.now()))

        with suppress(Taken):
            await self._store.write(work)


def _insert(db: Connection, row: Insert) -> None:
    try:
        db.execute(row)
    except IntegrityError as error:
        raise Taken("learning") from error
