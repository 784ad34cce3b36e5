"""Who is here: every open page says so once a minute, and the lobby shows the names."""

from __future__ import annotations

from contextlib import suppress

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from kotva.server.lobby_store import LobbyStore
from kotva.server.people import Person, person_of
from kotva.server.sql import SqlStore
from kotva.server.store import Now, Store, Taken, Unavailable

_EVERY = 45.0  # seconds between two words about one person
_REMEMBERED = 10_000


class PeopleHere:
    """What this node has told the database of people who are here."""

    def __init__(self, store: Store, now: Now) -> None:
        self._lobby = LobbyStore(store) if isinstance(store, SqlStore) else None
        self._now = now
        self._told: dict[str, float] = {}  # person -> when

    async def ping(self, person: Person) -> None:
        """Somebody's page is open; nothing depends on it, so a database that is busy is not asked twice."""
        now = self._now()
        if self._lobby is None or person.id is None or now - self._told.get(person.id, 0.0) < _EVERY:
            return
        if len(self._told) >= _REMEMBERED:
            self._told.clear()
        self._told[person.id] = now
        with suppress(Taken, Unavailable):
            await self._lobby.is_here(person.id, await self._lobby.name_of(person.id))


def presence_of(connection: HTTPConnection) -> PeopleHere:
    presence: PeopleHere = connection.app.state.presence
    return presence


async def here(request: Request) -> Response:
    """A page is still open."""
    await presence_of(request).ping(person_of(request))
    return Response(status_code=204)


ROUTES = [Route("/here", here, methods=["POST"])]
