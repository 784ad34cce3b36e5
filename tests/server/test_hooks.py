"""Web-hooks: what is told, when, signed how, tried again until when; and that nothing inside a network can be reached by one."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from kotva.server import hook_sender, hooks
from kotva.server.hook_sender import CannotSend, is_public, post, read_target
from kotva.server.settings import Settings
from tests.server.conftest import Browser
from tests.server.test_accounts import cheap, join  # noqa: F401  # a fixture

Start = Callable[[], Callable[[], Browser]]


class Elsewhere:
    """A server of somebody else, which remembers what it was told and answers as the test says."""

    def __init__(self) -> None:
        self.heard: list[tuple[dict[str, str], bytes]] = []
        self.answers: list[tuple[int, dict[str, str]]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                outer.heard.append(({name.lower(): value for name, value in self.headers.items()}, body))
                status, headers = outer.answers.pop(0) if outer.answers else (204, {})
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *_: object) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/hook?channel=1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def wait(self, count: int) -> list[dict[str, Any]]:
        """The first so many messages."""
        end = time.monotonic() + 20
        while len(self.heard) < count:
            assert time.monotonic() < end, f"{len(self.heard)} of {count} messages have come"
            time.sleep(0.02)
        return [json.loads(body) for _, body in self.heard]


@pytest.fixture
def elsewhere() -> Iterator[Elsewhere]:
    made = Elsewhere()
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "tables.db", pace=0.0, workers=1, private_hooks=True)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "_EVERY", 0.05)
    monkeypatch.setattr(hooks, "_GAP", 0.0)
    monkeypatch.setattr(hooks, "WAIT", 0.3)
    monkeypatch.setattr(hooks, "PAUSES", (0.1, 0.1, 0.1))


def set_hook(browser: Browser, address: str, where: str = "/account/hooks", **more: str) -> Any:
    data = {"deed": "add", "url": address, "form": "json", "when": "always", **more}
    return browser.client.post(where, data=data, follow_redirects=False)


def two(start: Start, title: str = "Friday") -> tuple[Browser, Browser, str]:
    """Anna and Ben at a table of Bosman; whose turn it is changes with every keep."""
    new = start()
    anna, ben = join(new(), "Anna"), join(new(), "Ben")
    table = anna.new("bosman", "me open", title=title)
    ben.client.post(f"/api/tables/{table}/sit", json={"seat": 1, "name": "Ben"})
    return anna, ben, table


def to_move(anna: Browser, ben: Browser, table: str) -> tuple[Browser, Browser, int]:
    """Whose turn it is, the other one, and the seat."""
    seat = anna.look(table)["actors"][0]
    return (anna, ben, seat) if seat == 0 else (ben, anna, seat)


def keep(browser: Browser, table: str, seat: int) -> None:
    status, said = browser.move(table, seat, "keep", browser.look(table)["seq"])
    assert status == 200, said


def test_a_player_is_told_what_is_asked_and_can_see_who_says_it(start: Start, elsewhere: Elsewhere) -> None:
    anna, ben, table = two(start)
    first, second, seat = to_move(anna, ben, table)
    answer = set_hook(second, elsewhere.address)
    assert answer.status_code == 303, answer.text
    keep(first, table, seat)
    (told,) = elsewhere.wait(1)
    name = "Ben" if second is ben else "Anna"
    assert told["event"] == "turn"
    assert told["player"] == name
    assert told["text"].endswith(told["asked"])
    assert told["text"].startswith("Bosman “Friday”: Keep your hand")
    assert told["url"] == f"http://testserver/table/{table}"
    headers, body = elsewhere.heard[0]
    hub = second.client.app.state.hub  # type: ignore[attr-defined]
    assert second.client.portal is not None
    page = second.client.get("/account/hooks").text
    secret = page.split("<code>")[1].split("</code>")[0]
    moment, signed = (part.split("=")[1] for part in headers["x-kotva-signature"].split(","))
    assert signed == hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    assert abs(int(moment) - time.time()) < 60
    assert (
        second.client.portal.call(
            hub.store.read, lambda db: list(db.exec_driver_sql("select * from outbox where topic='hook'"))
        )
        == []
    )


def test_a_channel_hears_what_everybody_may_know_and_the_end(start: Start, elsewhere: Elsewhere) -> None:
    """In Discord's form: nobody is mentioned, and a name is no heading and no link."""
    anna, ben, table = two(start, "[x](http://evil)")
    first, _, seat = to_move(anna, ben, table)
    if first is ben:
        keep(ben, table, seat)
    assert set_hook(ben, elsewhere.address, f"/table/{table}/hooks").status_code == 403, "not Ben's table"
    assert set_hook(anna, elsewhere.address, f"/table/{table}/hooks", form="discord").status_code == 303
    keep(anna, table, 0)
    (told,) = elsewhere.wait(1)
    assert told["allowed_mentions"] == {"parse": []}
    assert told["content"].startswith("Bosman “\\[x\\]\\(http\\://evil\\)”: Ben decides.")
    assert told["content"].endswith(f"http://testserver/table/{table}")


def test_what_is_no_longer_so_is_not_told(start: Start, elsewhere: Elsewhere) -> None:
    """Whoever moves within the wait needs no word."""
    anna, ben, table = two(start)
    first, second, seat = to_move(anna, ben, table)
    set_hook(second, elsewhere.address, when="away")
    keep(first, table, seat)
    keep(second, table, 1 - seat)
    time.sleep(1.0)
    assert elsewhere.heard == []


def test_who_has_a_page_open_is_told_when_it_is_closed(
    start: Start, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben, table = two(start)
    first, second, seat = to_move(anna, ben, table)
    set_hook(second, elsewhere.address, when="away")
    monkeypatch.setattr(hooks, "HERE", 2.0)
    second.client.post("/here")
    keep(first, table, seat)
    time.sleep(1.0)
    assert elsewhere.heard == []
    assert elsewhere.wait(1)[0]["event"] == "turn"


def test_a_message_that_fails_comes_again_and_after_a_crash_too(start: Start, elsewhere: Elsewhere) -> None:
    anna, ben, table = two(start)
    first, second, seat = to_move(anna, ben, table)
    set_hook(second, elsewhere.address)
    elsewhere.answers = [(500, {}), (302, {"location": "http://127.0.0.1:9/"}), (503, {"retry-after": "0"})]
    keep(first, table, seat)
    elsewhere.wait(3)
    start()  # the outbox brings it
    assert elsewhere.wait(4)[3]["event"] == "turn"
    deliveries = {headers["x-kotva-delivery"] for headers, _ in elsewhere.heard}
    assert len(deliveries) == 1, "the other side can see that it is the same message"


def test_an_address_that_is_gone_hears_nothing_more(start: Start, elsewhere: Elsewhere) -> None:
    anna, ben, table = two(start)
    first, second, seat = to_move(anna, ben, table)
    set_hook(second, elsewhere.address)
    elsewhere.answers = [(410, {})]
    keep(first, table, seat)
    elsewhere.wait(1)
    end = time.monotonic() + 10
    while "Nothing more is sent there" not in (page := second.client.get("/account/hooks").text):
        assert time.monotonic() < end, page
        time.sleep(0.05)
    assert "status 410" in page


def test_a_nudge_and_an_invitation_to_play_again_arrive(start: Start, elsewhere: Elsewhere) -> None:
    anna, ben, table = two(start)
    first, second, seat = to_move(anna, ben, table)
    set_hook(first, elsewhere.address)
    key = {"kind": "nudge", "seat": seat, "key": "one-nudge"}
    answer = second.client.post(f"/api/tables/{table}/ask", json=key)
    assert answer.status_code == 200, answer.text
    (told,) = elsewhere.wait(1)
    assert told["event"] == "nudge"
    assert "asks you to come back" in told["text"]
    second.client.post(f"/table/{table}/again")
    assert elsewhere.wait(2)[1]["event"] == "again"


def test_a_test_message_says_what_came_of_it_and_a_hook_can_be_removed(start: Start, elsewhere: Elsewhere) -> None:
    anna, _, _ = two(start)
    name = set_hook(anna, elsewhere.address).headers["location"].split("done=")[1]
    elsewhere.answers = [(302, {"location": "http://127.0.0.1:9/"})]
    page = anna.client.post("/account/hooks", data={"deed": "test", "hook": name}).text
    assert "follow no redirects" in page
    assert (
        "The last message has arrived" in anna.client.post("/account/hooks", data={"deed": "test", "hook": name}).text
    )
    assert "This is a test" in elsewhere.wait(2)[1]["text"]
    assert "The web-hook is removed" in anna.client.post("/account/hooks", data={"deed": "remove", "hook": name}).text
    assert "127.0.0.1" not in anna.client.get("/account/hooks").text


def test_a_second_hook_set_from_the_page_of_the_first_leads_to_the_table(start: Start, elsewhere: Elsewhere) -> None:
    """The form is sent to the address of its page, which says by then what was done last."""
    anna, ben, table = two(start)
    first, second, seat = to_move(anna, ben, table)
    assert set_hook(second, elsewhere.address, "/account/hooks?done=removed").status_code == 303
    keep(first, table, seat)
    (told,) = elsewhere.wait(1)
    assert told["url"] == f"http://testserver/table/{table}"


def test_the_result_of_a_test_stands_beside_the_hook_that_was_tested(start: Start, elsewhere: Elsewhere) -> None:
    anna = join(start()(), "Anna")
    hooks = [set_hook(anna, elsewhere.address).headers["location"].split("=")[1] for _ in range(2)]
    page = anna.client.post("/account/hooks", data={"deed": "test", "hook": hooks[1]}).text
    beside = {part[:16]: "The last message has arrived." in part for part in page.split(' id="hook-')[1:]}
    assert beside == {hooks[0]: False, hooks[1]: True}


def test_a_fourth_is_refused_and_what_was_typed_stays(start: Start, elsewhere: Elsewhere) -> None:
    anna, ben, _ = two(start)
    for _ in range(3):
        assert set_hook(anna, elsewhere.address).status_code == 303
    assert "at most 3 web-hooks" in set_hook(anna, elsewhere.address).text
    refused = set_hook(ben, "ftp://example.org/typed")
    assert refused.status_code == 400
    assert 'value="ftp://example.org/typed"' in refused.text
    guest = Browser(ben.client)
    guest.client.cookies.clear()
    assert set_hook(guest, elsewhere.address).headers["location"] == "/sign-in"


# -- what must not be reached ----------------------------------------------------------------------------------------

PRIVATE = [
    *("127.0.0.1", "10.1.2.3", "192.168.0.7", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1"),
    *("240.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "ff02::1", "fe80::1%eth0"),
    *("::ffff:127.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "64:ff9b::a9fe:a9fe", "nonsense"),
]


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_known_in_whatever_form(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "::ffff:93.184.216.34"])
def test_public_ones_too(address: str) -> None:
    assert is_public(address)


BAD = [
    "",
    "example.org",
    "ftp://example.org/",
    "http://",
    "http://a b/",
    "http://u:p@example.org/",
    "http://x:99999/",
    "http://é.org/",
]


@pytest.mark.parametrize("url", [*BAD, "http://x/" + "a" * 500, "http://[::1", "http://x:0/", "http://x/\r\nHost: y"])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(CannotSend):
        read_target(url)


@pytest.mark.parametrize(
    "url",
    ["http://127.1:80/", "http://2130706433/", "http://0x7f.1/", "http://localhost/", "http://[::ffff:127.0.0.1]/"],
)
def test_nothing_of_this_machine_is_reached(url: str) -> None:
    with pytest.raises(CannotSend, match=r"private|no server of the name"):
        asyncio.run(post(url, b"{}", {}))


def test_a_name_is_resolved_once_and_the_connection_goes_there(
    elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that has a public address first and a private one a moment later gains nothing."""
    port = elsewhere.server.server_port
    asked: list[str] = []

    def lookup(host: str, *_: object, **__: object) -> list[Any]:
        asked.append(host)
        address = "93.184.216.34" if len(asked) == 1 else "127.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    went: list[object] = []

    async def connect(host: object, *_: object, **__: object) -> Any:
        went.append(host)
        raise OSError(111, "refused")

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    with pytest.raises(CannotSend):
        asyncio.run(post(f"http://rebinds.example:{port}/", b"{}", {}))
    assert (asked, went) == (["rebinds.example"], ["93.184.216.34"])


def test_one_private_address_among_public_ones_is_enough_to_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    def lookup(*_: object, **__: object) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 80)) for address in ("93.184.216.34", "10.0.0.1")]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    with pytest.raises(CannotSend, match="private"):
        asyncio.run(post("http://both.example/", b"{}", {}))


def test_an_answer_without_end_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that says a little for ever holds nobody."""
    monkeypatch.setattr(hook_sender, "_PATIENCE", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]

        def drip() -> None:
            connection, _ = listener.accept()
            with connection, pytest.MonkeyPatch.context():
                try:
                    for _ in range(200):
                        connection.sendall(b"H")
                        time.sleep(0.05)
                except OSError:
                    return

        threading.Thread(target=drip, daemon=True).start()
        started = time.monotonic()
        with pytest.raises(CannotSend):
            asyncio.run(post(f"http://127.0.0.1:{port}/", b"{}", {}, private=True))
        assert time.monotonic() - started < 8
