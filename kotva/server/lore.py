"""What is kept of learning: the lessons that somebody has done, and reviews of finished games."""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import Connection, Insert, insert, select
from sqlalchemy.exc import IntegrityError

from kotva.server.schema import PROGRESS, REVIEWS
from kotva.server.sql import SqlStore
from kotva.server.store import Taken


class Lore:
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
