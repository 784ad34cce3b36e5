"""Who is this? Resolved once for each request. Today a browser's token is the only credential; others will be rows like it."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections import OrderedDict
from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.responses import Response

from kotva.server.store import Store

TOKEN_COOKIE = "kotva_seat"  # noqa: S105
BROWSER = "browser"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{32,64}")
_REMEMBERED = 10_000


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who asks. One without an id has no seat anywhere yet; one without a secret has not even a browser's token."""

    id: str | None = None
    secret: str = ""  # what is kept of his credential


NOBODY = Person()


class People:
    """Credentials and whose they are."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, str] = OrderedDict()  # a credential's person never changes

    async def resolve(self, connection: HTTPConnection) -> Person:
        """The person behind a request."""
        token = browser_token(connection)
        if token is None:
            return NOBODY
        secret = hashed(token)
        found = self._known.get(secret) or await self._store.person(BROWSER, secret)
        if found is not None:
            self._remember(secret, found)
        return Person(found, secret)

    async def enroll(self, person: Person) -> str:
        """The id of somebody who sits down; he gets one now if he has none."""
        if person.id is not None:
            return person.id
        found = await self._store.enroll(BROWSER, person.secret)
        self._remember(person.secret, found)
        return found

    def _remember(self, secret: str, person: str) -> None:
        self._known[secret] = person
        self._known.move_to_end(secret)
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)


def person_of(connection: HTTPConnection) -> Person:
    """Who asks, as the guard has found out."""
    person: Person = connection.scope.get("kotva.person", NOBODY)
    return person


def browser_token(connection: HTTPConnection) -> str | None:
    """The secret that a browser holds, if it is one of ours."""
    token = connection.cookies.get(TOKEN_COOKIE, "")
    return token if _TOKEN.fullmatch(token) else None


def hashed(token: str) -> str:
    """What is stored of a token: whoever reads the database cannot sit down in somebody's seat."""
    return hashlib.sha256(token.encode()).hexdigest()


def give_token(connection: HTTPConnection, response: Response) -> Person:
    """Who asks; a browser without a token gets one now."""
    person = person_of(connection)
    if person.secret:
        return person
    token = secrets.token_urlsafe(32)
    response.set_cookie(
        TOKEN_COOKIE,
        token,
        max_age=365 * 24 * 3600,
        httponly=True,
        samesite="lax",
        secure=connection.url.scheme in ("https", "wss"),
    )
    return Person(None, hashed(token))
