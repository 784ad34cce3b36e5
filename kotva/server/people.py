"""Who is this? Resolved once for each request, from the token that a browser holds."""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, replace

from starlette.requests import HTTPConnection
from starlette.responses import Response

from kotva.server.form_fields import cookie_of
from kotva.server.store import Store, Unavailable

TOKEN_COOKIE = "kotva_seat"  # noqa: S105
# Over https: a browser takes it from this very name alone, so no neighbouring name can plant one (RFC 6265bis).
SECURE_COOKIE = "__Host-" + TOKEN_COOKIE
BROWSER = "browser"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{32,64}")
_REMEMBERED = 10_000
_FRESH = 30.0  # seconds for which what is known of a person holds; what this node changes is known at once
_SEEN = 3600.0  # seconds between two notes that a device is in use


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who asks. One without an id has no seat anywhere yet; one without a secret has not even a browser's token."""

    id: str | None = None
    secret: str = ""  # what is stored of the credential
    name: str = ""  # of the account, or what a guest has chosen last
    account: bool = False
    role: str = ""  # "moderator", "host" or nothing
    muted: float = 0.0  # until when this person may not talk
    suspended: float = 0.0  # until when this person may not sit down
    blocked: frozenset[str] = frozenset()  # whom this person does not want to meet

    @property
    def moderates(self) -> bool:
        return bool(self.role)


NOBODY = Person()


class People:
    """Credentials and whose they are."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, tuple[Person, float]] = OrderedDict()  # by credential, and until when it holds

    async def resolve(self, connection: HTTPConnection) -> Person:
        """The person behind a request."""
        token = browser_token(connection)
        return NOBODY if token is None else await self.by_secret(hashed(token))

    async def by_secret(self, secret: str) -> Person:
        """The person with a credential of a browser, as far as there is one."""
        known = self._known.get(secret)
        if known is not None and known[1] > time.monotonic():
            return known[0]
        row = await self._store.visitor(secret)
        if row is None:
            self._known.pop(secret, None)
            return Person(None, secret)
        person = Person(row.id, secret, row.name, row.account, row.role, row.muted, row.suspended, row.blocked)
        self._remember(person)
        if row.account and row.seen < self._store.now() - _SEEN:
            with suppress(Unavailable):
                await self._store.seen(secret)
        return person

    async def enroll(self, person: Person) -> str:
        """The id of a person who sits down, made now if there is none."""
        if person.id is not None:
            return person.id
        found = await self._store.enroll(BROWSER, person.secret)
        self._remember(replace(person, id=found))
        return found

    def forget(self, person: str) -> None:
        """Something of a person has changed: ask again."""
        for secret in [secret for secret, (known, _) in self._known.items() if known.id == person]:
            del self._known[secret]

    def forget_all(self) -> None:
        self._known.clear()

    def _remember(self, person: Person) -> None:
        self._known[person.secret] = person, time.monotonic() + _FRESH
        self._known.move_to_end(person.secret)
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)


def person_of(connection: HTTPConnection) -> Person:
    """Who asks, as the guard has found out."""
    person: Person = connection.scope.get("kotva.person", NOBODY)
    return person


def browser_token(connection: HTTPConnection) -> str | None:
    """The secret that a browser holds, if it is one of ours."""
    token = (cookie_of(connection, SECURE_COOKIE) if is_secure(connection) else "") or cookie_of(
        connection, TOKEN_COOKIE
    )
    return token if _TOKEN.fullmatch(token) else None


def is_secure(connection: HTTPConnection) -> bool:
    """Whether a request came over https, as far as the proxy says."""
    return connection.url.scheme in ("https", "wss")


def hashed(token: str) -> str:
    """What is stored of a token: a reader of the database cannot take over a seat."""
    return hashlib.sha256(token.encode()).hexdigest()


def give_token(connection: HTTPConnection, response: Response) -> Person:
    """Who asks; a browser without a token gets one now."""
    person, secure = person_of(connection), is_secure(connection)
    known = browser_token(connection) if person.secret else None
    if known is not None and (not secure or cookie_of(connection, SECURE_COOKIE)):
        return person
    token = known or new_token()  # a token from before moves to the name that nobody else can set
    set_token(connection, response, token)
    return person if known is not None else Person(None, hashed(token))


def new_token() -> str:
    """A secret for a browser."""
    return secrets.token_urlsafe(32)


def set_token(connection: HTTPConnection, response: Response, token: str) -> None:
    """Give a browser its token."""
    secure = is_secure(connection)
    response.set_cookie(
        SECURE_COOKIE if secure else TOKEN_COOKIE,
        token,
        max_age=365 * 24 * 3600,
        httponly=True,
        samesite="lax",
        secure=secure,
    )


def drop_token(response: Response) -> None:
    """Take a browser's token away; the next page gives another."""
    response.delete_cookie(TOKEN_COOKIE, httponly=True, samesite="lax")
    response.delete_cookie(SECURE_COOKIE, httponly=True, samesite="lax", secure=True)
