"""Whose request this is: tokens, what is known of a person and for how long, and the cookie that a browser gets."""

from __future__ import annotations

import asyncio
from http.cookies import SimpleCookie
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import HTTPConnection
from starlette.responses import Response

from kotva.server import people
from kotva.server.people import (
    BROWSER,
    NOBODY,
    SECURE_COOKIE,
    TOKEN_COOKIE,
    People,
    Person,
    browser_token,
    drop_token,
    give_token,
    hashed,
    is_secure,
    new_token,
    person_of,
    set_token,
)
from kotva.server.store import Unavailable

TOKEN, OTHER = "a" * 43, "b" * 43


def request(
    cookies: dict[str, str] | None = None, scheme: str = "http", person: Person | None = None
) -> HTTPConnection:
    text = "; ".join(f"{name}={value}" for name, value in (cookies or {}).items())
    scope: dict[str, Any] = {"type": "http", "scheme": scheme, "server": ("x", 80), "path": "/", "query_string": b""}
    scope["headers"] = [(b"cookie", text.encode())] if text else []
    if person is not None:
        scope["kotva.person"] = person
    return HTTPConnection(scope)


class Store:
    """Rows of visitors, by secret; how often it was asked."""

    def __init__(self) -> None:
        self.rows: dict[str, Any] = {}
        self.asked: list[str] = []
        self.noted: list[str] = []
        self.time = 10_000.0
        self.away = False

    def put(self, secret: str, who: str, **more: Any) -> None:
        row = {"id": who, "name": who.title(), "account": False, "role": "", "muted": 0.0, "suspended": 0.0}
        self.rows[secret] = SimpleNamespace(**{**row, "blocked": frozenset(), "seen": 0.0, **more})

    def now(self) -> float:
        return self.time

    async def visitor(self, secret: str) -> Any:
        self.asked.append(secret)
        return self.rows.get(secret)

    async def seen(self, secret: str) -> None:
        if self.away:
            raise Unavailable("away")
        self.noted.append(secret)

    async def enroll(self, kind: str, secret: str) -> str:
        assert kind == BROWSER
        self.put(secret, "new")
        return "new"


@pytest.fixture
def store() -> Store:
    return Store()


def found(known: People, secret: str) -> Person:
    return asyncio.run(known.by_secret(secret))


def test_a_request_without_a_token_is_nobodys(store: Store) -> None:
    known = People(store)  # type: ignore[arg-type]
    assert asyncio.run(known.resolve(request())) is NOBODY
    assert asyncio.run(known.resolve(request({TOKEN_COOKIE: "short"}))) is NOBODY
    assert store.asked == []
    assert not NOBODY.moderates
    assert Person(role="host").moderates


def test_a_token_is_asked_for_as_what_is_stored_of_it(store: Store) -> None:
    store.put(
        hashed(TOKEN), "ann", account=True, role="moderator", muted=5.0, suspended=6.0, blocked=frozenset({"ben"})
    )
    person = asyncio.run(People(store).resolve(request({TOKEN_COOKIE: TOKEN})))  # type: ignore[arg-type]
    assert person == Person("ann", hashed(TOKEN), "Ann", True, "moderator", 5.0, 6.0, frozenset({"ben"}))
    assert store.asked == [hashed(TOKEN)]
    assert TOKEN not in hashed(TOKEN)


def test_what_is_known_holds_for_a_while(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(time=100.0)
    monkeypatch.setattr(people, "time", SimpleNamespace(monotonic=lambda: clock.time))
    known = People(store)  # type: ignore[arg-type]
    store.put("s", "ann")
    for moment, asked in ((100.0, 1), (129.9, 1), (130.0, 2), (159.0, 2)):
        clock.time = moment
        assert found(known, "s").id == "ann"
        assert len(store.asked) == asked, moment
    del store.rows["s"]
    clock.time = 200.0
    assert found(known, "s") == Person(None, "s"), "the device was signed out"
    assert not known._known, "and is not remembered"
    store.put("s", "ann")
    assert found(known, "s").id == "ann", "nobody is remembered as nobody"


def test_what_changes_here_is_known_at_once(store: Store) -> None:
    known = People(store)  # type: ignore[arg-type]
    for secret, name in (("s", "ann"), ("t", "ann"), ("u", "ben")):
        store.put(secret, name)
        found(known, secret)
    known.forget("ann")
    store.put("s", "ann", name="Anna")
    assert (found(known, "s").name, found(known, "t").id, found(known, "u").id) == ("Anna", "ann", "ben")
    assert store.asked == ["s", "t", "u", "s", "t"]
    known.forget_all()
    found(known, "u")
    assert store.asked[5:] == ["u"]


def test_so_many_are_remembered_and_the_oldest_is_asked_for_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "_REMEMBERED", 2)
    known = People(store)  # type: ignore[arg-type]
    for secret in "abc":
        store.put(secret, secret)
        found(known, secret)
    assert list(known._known) == ["b", "c"]
    known.forget("b")
    found(known, "c")
    found(known, "b")
    found(known, "a")
    assert list(known._known) == ["b", "a"]
    known._remember(known._known["b"][0])  # known anew: it is no longer the oldest
    assert list(known._known) == ["a", "b"]


@pytest.mark.parametrize(("account", "ago", "noted"), [(True, 3601, True), (True, 3600, False), (False, 9000, False)])
def test_a_device_in_use_is_noted_once_an_hour(store: Store, account: bool, ago: float, noted: bool) -> None:
    store.put("s", "ann", account=account, seen=store.time - ago)
    known = People(store)  # type: ignore[arg-type]
    found(known, "s")
    assert store.noted == (["s"] if noted else [])
    store.away = True
    known.forget_all()
    assert found(known, "s").id == "ann", "a database that is away keeps nobody out"


def test_a_person_that_sits_down_gets_an_id_once(store: Store) -> None:
    known = People(store)  # type: ignore[arg-type]
    fresh = Person(None, "s")
    assert asyncio.run(known.enroll(fresh)) == "new"
    assert found(known, "s").id == "new"
    assert store.asked == [], "it is remembered"
    assert asyncio.run(known.enroll(Person("ann", "t"))) == "ann"
    assert "t" not in store.rows


def test_who_asks_stands_in_the_request() -> None:
    ann = Person("ann", "s")
    assert person_of(request(person=ann)) is ann
    assert person_of(request()) is NOBODY


@pytest.mark.parametrize(
    ("cookies", "scheme", "token"),
    [
        ({TOKEN_COOKIE: TOKEN}, "http", TOKEN),
        ({TOKEN_COOKIE: TOKEN}, "https", TOKEN),  # from before
        ({SECURE_COOKIE: OTHER, TOKEN_COOKIE: TOKEN}, "https", OTHER),
        ({SECURE_COOKIE: OTHER, TOKEN_COOKIE: TOKEN}, "wss", OTHER),
        ({SECURE_COOKIE: OTHER, TOKEN_COOKIE: TOKEN}, "http", TOKEN),
        ({SECURE_COOKIE: OTHER}, "ws", None),
        ({TOKEN_COOKIE: "a" * 31}, "http", None),
        ({TOKEN_COOKIE: "a" * 32}, "http", "a" * 32),
        ({TOKEN_COOKIE: "a" * 65}, "http", None),
        ({TOKEN_COOKIE: "a" * 40 + "!"}, "http", None),
        ({}, "https", None),
    ],
)
def test_which_token_counts(cookies: dict[str, str], scheme: str, token: str | None) -> None:
    """Over https the name counts first that no neighbour can plant; over http that name means nothing."""
    assert browser_token(request(cookies, scheme)) == token
    assert is_secure(request(cookies, scheme)) is (scheme in ("https", "wss"))


def given(response: Response) -> dict[str, Any]:
    """The cookies that are set: all that is said of them."""
    jar: SimpleCookie = SimpleCookie()
    for name, value in response.raw_headers:
        if name == b"set-cookie":
            jar.load(value.decode())
    return dict(jar)


@pytest.mark.parametrize(("scheme", "name"), [("http", TOKEN_COOKIE), ("https", SECURE_COOKIE)])
def test_a_browser_gets_a_cookie_that_lasts_a_year(scheme: str, name: str) -> None:
    response = Response()
    set_token(request(scheme=scheme), response, TOKEN)
    (morsel,) = given(response).values()
    assert (morsel.key, morsel.value, morsel["max-age"], morsel["path"]) == (name, TOKEN, str(365 * 24 * 3600), "/")
    assert (bool(morsel["httponly"]), bool(morsel["secure"]), morsel["samesite"]) == (True, scheme == "https", "lax")


def test_a_browser_without_a_token_gets_one_and_one_that_has_it_keeps_it() -> None:
    response = Response()
    person = give_token(request(), response)
    (morsel,) = given(response).values()
    assert person == Person(None, hashed(morsel.value))
    ann = Person("ann", hashed(TOKEN))
    kept = Response()
    assert give_token(request({TOKEN_COOKIE: TOKEN}, person=ann), kept) is ann
    assert given(kept) == {}
    assert give_token(request({SECURE_COOKIE: TOKEN}, "https", ann), kept) is ann
    assert given(kept) == {}
    assert new_token() != new_token()
    assert len(new_token()) == 43, "256 bits"


def test_a_token_from_before_moves_to_the_name_that_nobody_else_can_set() -> None:
    ann, response = Person("ann", hashed(TOKEN)), Response()
    assert give_token(request({TOKEN_COOKIE: TOKEN}, "https", ann), response) is ann
    assert {name: morsel.value for name, morsel in given(response).items()} == {SECURE_COOKIE: TOKEN}


def test_signing_out_takes_both_cookies_away() -> None:
    response = Response()
    drop_token(response)
    taken = given(response)
    assert set(taken) == {TOKEN_COOKIE, SECURE_COOKIE}
    for morsel in taken.values():
        assert (morsel["max-age"], bool(morsel["httponly"]), morsel["samesite"]) == ("0", True, "lax")
    assert taken[SECURE_COOKIE]["secure"]
