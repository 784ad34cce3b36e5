"""Every route, with strange values in its path, its query and each field that it reads: an answer in words, never a 500."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import msgspec
import pytest
from starlette.routing import Route

import kotva.server
from kotva.server import refusals
from kotva.server.app import make_app
from kotva.server.endpoints import ENDPOINTS
from kotva.server.settings import Settings
from tests.server.conftest import Browser

SERVER: Final = Path(kotva.server.__file__).parent
TEXTS: Final = (
    *(
        "",
        " ",
        "é",
        "€",
        "²",
        "١",
        "-5",
        "1.5",
        "1e9",
        "9" * 400,
        "-" + "9" * 30,
        "9223372036854775808",
        "\x00",
        "a\x00b",
    ),
    *(
        "null",
        "x" * 3000,
        "..",
        "%",
        "{0}",
        "＝1+1",
        "\u202e",
        "P1",
        "R1.T1",
        "R99999.T99999",
        "O1",
        "a,b,,c",
        "[" * 600,
    ),
)
# As they stand in JSON: some of them cannot be made from a Python value.
VALUES: Final = (
    *(
        "null",
        "true",
        "-5",
        "9" * 400,
        "-" + "9" * 400,
        "9223372036854775808",
        "2147483648",
        "1e400",
        "1.5",
        "[]",
        "{}",
    ),
    *('""', '"é"', '"\\u20ac"', '"\\ud800"', '"\\u0000"', '"' + "x" * 3000 + '"', "[" * 900 + "]" * 900),
)


def fields(*readers: str) -> list[str]:
    """The names that the server's code reads from forms or queries: found there, so that a new one is not forgotten."""
    found = set()
    for path in SERVER.rglob("*.py"):
        for reader in readers:
            found |= set(re.findall(rf'\b{reader}\.get\(f?"([a-z_-]+)"', path.read_text()))
            found |= set(re.findall(rf'\b{reader}\["([a-z_-]+)"\]', path.read_text()))
            found |= set(re.findall(r'form_of\(request\)\)\.get\("([a-z_-]+)"', path.read_text()))
    return sorted(found)


QUERIES: Final = fields("query_params", "asked")
FORMS: Final = fields("form", "given", "asked", "fields")


def routes() -> Iterator[tuple[str, str]]:
    for route in make_app(Settings("nowhere.db")).routes:
        if isinstance(route, Route):
            for method in sorted(route.methods or ()):
                if method != "HEAD":
                    yield method, route.path


ROUTES: Final = sorted(set(routes()))


class House:
    """A server with a table and a tournament, whose owner sends the requests: so they come as far as they can."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.client: Any = browser.client
        self.table = browser.new(kinds="me me", clock="game")
        browser.move(self.table, 0, "keep", browser.look(self.table)["seq"])
        browser.client.get("/tournaments")
        form = {"name": "Cup", "preset": "duel-swiss", "game": "bosman", "rounds": "2", "online": "true"}
        made = browser.client.post("/tournaments/new", data=form, follow_redirects=False)
        self.cup = made.headers["location"].split("/")[2]

    def real(self, name: str) -> str:
        known: dict[str, str] = {
            "table": self.table,
            "name": self.table,
            "tournament": self.cup,
            "game": "bosman",
            "player": "P1",
            "actor": "O1",
            "what": "players",
            "lesson": "walk",
        }
        return known.get(name, "x")

    def paths(self, path: str) -> Iterator[str]:
        """The route's address with one strange part each."""
        names = re.findall(r"\{(\w+)(?::\w+)?\}", path)
        for strange in names:
            for text in TEXTS:
                out = path
                for name in names:
                    value = text if name == strange else self.real(name)
                    out = re.sub(rf"\{{{name}(:\w+)?\}}", lambda _, v=value: quote(v, safe=""), out)  # type: ignore[misc]
                yield out

    def plain(self, path: str) -> str:
        return str(re.sub(r"\{(\w+)(?::\w+)?\}", lambda m: quote(self.real(m[1])), path))


@pytest.fixture
def spectator_rule(start: Callable[[], Callable[[], Browser]], monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr(refusals, "PACE", 0.0)  # thousands of refusals of one address would come one after the other
    return House(start()())


def answered(answer: Any, *sent: object) -> None:
    assert answer.status_code < 500, (answer.status_code, answer.text[:200], *(str(part)[:200] for part in sent))


def test_the_fields_are_found() -> None:
    assert {"eyes", "at", "items", "action"} <= set(QUERIES), QUERIES
    assert {"seats", "clock", "way", "name", "key", "slip"} <= set(FORMS), FORMS
    assert len(ROUTES) > 60


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_strange_paths(spectator_rule: House, method: str) -> None:
    for allowed, path in ROUTES:
        if allowed == method:
            for address in spectator_rule.paths(path):
                answered(spectator_rule.client.request(method, address, follow_redirects=False), method, address)


@pytest.mark.slow
def test_strange_queries(spectator_rule: House) -> None:
    for method, path in ROUTES:
        if method == "GET":
            for text in TEXTS:
                strange = quote(text, safe="")
                names = [name for name in QUERIES if name != "eyes"]
                half = len(names) // 2  # all at once is longer than the client lets an address be
                for part in (names[:half], names[half:]):
                    query = "&".join(f"{name}={strange}" for name in part)
                    for eyes in ("0", strange):
                        address = f"{spectator_rule.plain(path)}?{query}&eyes={eyes}"
                        answered(spectator_rule.client.get(address, follow_redirects=False), address)


def test_strange_forms(spectator_rule: House) -> None:
    for method, path in ROUTES:
        if method == "POST" and not path.startswith("/api/") and "{what}" not in path:
            for number, name in enumerate(FORMS):
                for text in (TEXTS[number % len(TEXTS)], "9" * 400, "-5"):
                    data = {"form": "result", "as": "O1", name: text}
                    sent = spectator_rule.client.post(spectator_rule.plain(path), data=data, follow_redirects=False)
                    answered(sent, path, data)
            for text in TEXTS:
                data = dict.fromkeys(FORMS, text)
                answered(
                    spectator_rule.client.post(spectator_rule.plain(path), data=data, follow_redirects=False),
                    path,
                    text,
                )


@pytest.mark.parametrize("path", [endpoint.path for endpoint in ENDPOINTS if endpoint.body is not None])
def test_strange_messages(spectator_rule: House, path: str) -> None:
    body: Any = next(one.body for one in ENDPOINTS if one.path == path and one.body is not None)
    names = [field.name for field in msgspec.structs.fields(body)]
    usual = {"kind": '"extend"', "calls": "1", "seconds": "5", "action": '"keep"', "key": '"a-key-of-mine"'}
    for name in names:
        for value in VALUES:
            pairs = [f"{json.dumps(n)}:{value if n == name else usual.get(n, '0')}" for n in names]
            answered(
                spectator_rule.client.post(spectator_rule.plain(path), content="{" + ",".join(pairs) + "}"), path, pairs
            )


@pytest.mark.slow
def test_strange_bodies(spectator_rule: House) -> None:
    kinds = ("application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/csv")
    bodies = [
        b"",
        b"{",
        b"[" * 5000,
        b"\xff\xfe",
        b'"\\ud800"',
        b"null",
        b"9" * 5000,
        b"a=%ff%00&a=%ed%a0%80",
        b"name\n\xff",
    ]
    for method, path in ROUTES:
        if method == "POST":
            for body in bodies:
                for kind in kinds:
                    headers = {"content-type": kind}
                    answered(
                        spectator_rule.client.post(spectator_rule.plain(path), content=body, headers=headers),
                        path,
                        body,
                        kind,
                    )
