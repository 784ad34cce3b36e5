"""Forms, cookies and addresses: what they say, and that reading them takes little time, however they are written."""

from __future__ import annotations

import time
from collections.abc import Callable
from http.cookies import SimpleCookie
from random import Random
from urllib.parse import parse_qsl, quote, urlencode

import pytest
from starlette.requests import HTTPConnection

from kotva.server.form_fields import MOST_FIELDS, TooLarge, cookie_of, fields_of
from tests.server.conftest import Browser

NAMES = ("Ada", "Žofie Černá", "Мария", 'é "x"; a=b\\', "²", "a,b")


def connection(*cookies: str) -> HTTPConnection:
    return HTTPConnection({"type": "http", "headers": [(b"cookie", cookie.encode("latin-1")) for cookie in cookies]})


def test_a_form_says_what_was_sent() -> None:
    chance = Random(1)
    for _ in range(500):
        sent = {"".join(chance.choices("ab+&=% é\n", k=3)): chance.choice(NAMES) for _ in range(4)}
        assert fields_of(urlencode(sent).encode()) == sent
        raw = bytes(chance.choices(b"ab=&%4+1;\xc3\xa9", k=30))
        # Python's reader reads bytes that are no UTF-8 and escaped ones apart: here they are one text.
        if raw.isascii():
            assert fields_of(raw) == dict(parse_qsl(raw.decode(), keep_blank_values=True)), raw
    assert fields_of(b"a=1&a=2&b&=c&&") == {"a": "2", "b": "", "": "c"}


def test_what_is_no_text_is_shown_as_such() -> None:
    assert fields_of(b"a=x%00y&b=%ff&%00=1") == {"a": "x\ufffdy", "b": "\ufffd", "\ufffd": "1"}


def test_a_form_has_so_many_fields_at_most() -> None:
    assert len(fields_of(b"&".join(b"%d=" % n for n in range(MOST_FIELDS)))) == MOST_FIELDS
    with pytest.raises(TooLarge):
        fields_of(b"&" * MOST_FIELDS)


def test_a_cookie_says_what_was_set() -> None:
    for name in NAMES[:1] + NAMES[3:]:
        kept = SimpleCookie({"a": name})["a"].OutputString().partition("=")[2]
        found = connection(f"x=1; a={kept}", 'b="q"; c; =d')
        assert cookie_of(found, "a") == (name if all(ord(letter) < 256 for letter in name) else kept)
        assert (cookie_of(found, "b"), cookie_of(found, "c"), cookie_of(found, "d")) == ("q", "", "")
    assert cookie_of(connection('a="'), "a") == '"'


@pytest.mark.parametrize(
    "cookie", ['a="' + "\\\\" * 32_000 + '"', "a=b; " * 13_000, ";" * 65_000, 'a="' + "\\101" * 16_000 + '"']
)
def test_no_cookie_takes_long(cookie: str) -> None:
    """Python's own reader needs four seconds for the first."""
    began = time.thread_time()
    for name in ("a", "b", "kotva_seat"):
        cookie_of(connection(cookie), name)
    assert time.thread_time() - began < 0.2


def test_people_with_any_name_find_others(start: Callable[[], Callable[[], Browser]]) -> None:
    """A name beyond Latin-1 was an error on our side: a cookie can have none."""
    client = start()().client
    for name in ("Žofie Černá", "Мария"):
        sent = client.post("/pairing", data={"game": "bosman", "players": "2-2", "name": name}, follow_redirects=False)
        assert sent.status_code == 303
        assert f'value="{name}"' in client.get("/").text


def test_an_address_or_message_with_a_null_character_is_refused_where_it_comes_in(
    start: Callable[[], Callable[[], Browser]],
) -> None:
    """PostgreSQL has no such text: it was an error of the database, shown to strangers."""
    browser = start()()
    table = browser.new("bosman", "me me")
    client = browser.client
    for path in ("/table/%00", "/t/a%00b", "/archive?name=%00", "/" + "a" * 20 + "%00", "/lobby?a=" + "b" * 9000):
        refused = client.get(path)
        assert (refused.status_code, refused.json()["error"]) == (400, "This address cannot be read."), path
    said = client.post(f"/api/tables/{table}/talk", content=b'{"kind": "text", "text": "a\\u0000b", "key": "12345678"}')
    assert said.status_code == 400
    assert "U+0000" in said.json()["error"]
    typed = client.post(f"/api/tables/{table}/talk", json={"text": "say \\u0000", "key": "12345678"})
    assert typed.status_code == 200
    with pytest.raises(Exception), client.websocket_connect(f"/api/tables/{quote(chr(0))}/socket"):  # noqa: B017, PT011
        pass
