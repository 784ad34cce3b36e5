"""How much one address may ask for; whoever is on this machine is not counted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from limits import parse
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from kotva.server import rate_limits
from kotva.server.app import make_app
from kotva.server.settings import Settings


def test_the_limits_are_those_of_the_document() -> None:
    """docs/hosting.md tells people what one address may do."""
    assert {rule.name: str(rule.most) for rule in rate_limits.RULES} == {
        "tables": "120 per 1 hour",
        "lessons": "600 per 1 hour",
        "pairings": "300 per 1 hour",
        "lines": "120 per 1 minute",
        "restores": "30 per 1 hour",
        "records": "120 per 1 hour",
        "deeds": "1200 per 1 minute",
        "looks": "3000 per 1 minute",
    }
    assert rate_limits.SOCKETS == 300
    assert str(rate_limits.BOTS) == "300 per 1 hour"
    assert str(rate_limits.OPENED) == "1200 per 1 minute"
    assert str(rate_limits.ENTRIES) == "200 per 1 hour"
    text = " ".join((Path(__file__).parents[2] / "docs" / "hosting.md").read_text().split())
    assert "enter 200 people into tournaments and restore 30 of them" in text


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three tables, lessons or records an hour, so that a test need not make a hundred."""
    counted = ("tables", "lessons", "records")
    rules = [replace(rule, most=parse("3 per hour")) if rule.name in counted else rule for rule in rate_limits.RULES]
    monkeypatch.setattr(rate_limits, "RULES", tuple(rules))


@pytest.mark.usefixtures("few")
def test_tables_are_limited_by_address_and_the_answer_says_until_when(settings: Settings) -> None:
    with TestClient(make_app(settings), client=("203.0.113.7", 50000)) as client:
        answers = []
        for _ in range(4):
            client.cookies.clear()  # a new browser each time
            answers.append(client.post("/new/bosman", follow_redirects=False).status_code)
        assert answers == [303, 303, 303, 429]
        refused = client.post("/new/bosman", follow_redirects=False)
        assert refused.status_code == 429
        assert 1 <= int(refused.headers["retry-after"]) <= 3600
        assert "content-security-policy" in refused.headers
        assert client.get("/").status_code == 200, "looking is counted apart"


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    ("path", "body", "taken"),
    [("/lessons/bosman/walk", "", 303), ("/api/replays", "{", 422), ("/tournaments/new", "name=Cup", 303)],
)
def test_whatever_a_stranger_may_leave_in_the_database_is_limited(
    settings: Settings, path: str, body: str, taken: int
) -> None:
    """The table of a lesson is a table, too; a record that is none has been looked at all the same."""
    form = {"content-type": "application/x-www-form-urlencoded"}
    with TestClient(make_app(settings), client=("203.0.113.8", 50000)) as client:
        answers = []
        for _ in range(4):
            client.cookies.clear()
            answers.append(client.post(path, content=body, headers=form, follow_redirects=False).status_code)
        assert answers == [taken, taken, taken, 429]


@pytest.mark.usefixtures("few")
def test_a_person_with_many_addresses_is_one_person(settings: Settings) -> None:
    app, token = make_app(settings), {"cookie": "kotva_seat=" + "a" * 43}
    with TestClient(app, client=("203.0.113.1", 1)) as first:
        answers = []
        for n in range(2, 6):
            client = TestClient(app, client=(f"203.0.113.{n}", 1))
            client.portal = first.portal
            answers.append(client.post("/new/bosman", headers=token, follow_redirects=False).status_code)
        assert answers == [303, 303, 303, 429]
        other = {"cookie": "kotva_seat=" + "b" * 43}
        assert first.post("/new/bosman", headers=other, follow_redirects=False).status_code == 303


def test_bots_are_counted_one_by_one_by_address_and_by_person(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "BOTS", parse("7 per hour"))
    bots = {"seats": "4", **{f"kind-{seat}": "easy" for seat in (1, 2, 3)}}
    people = {"seats": "4", **{f"kind-{seat}": "open" for seat in (1, 2, 3)}}
    app, token = make_app(settings), {"cookie": "kotva_seat=" + "a" * 43}
    with TestClient(app, client=("203.0.113.1", 1)) as first:

        def ask(address: str, form: dict[str, str], headers: dict[str, str], path: str = "/new/settlers") -> Any:
            client = TestClient(app, client=(address, 1))
            client.portal = first.portal
            return client.post(path, data=form, headers=headers, follow_redirects=False)

        made = [ask(f"203.0.113.{n}", bots, token) for n in (1, 2, 3)]
        assert [answer.status_code for answer in made] == [303, 303, 429], "six bots, and three are too many"
        assert 1 <= int(made[2].headers["retry-after"]) <= 3600
        assert "bots" in made[2].text
        assert ask("203.0.113.4", people, token).status_code == 303, "people are not counted"
        again = f"{made[0].headers['location']}/again"
        assert ask("203.0.113.5", {}, token, again).status_code == 429, "the same bots once more are new ones, too"
        assert ask("203.0.113.6", bots, {}).status_code == 303
        assert [ask("203.0.113.6", bots, {}).status_code for _ in range(2)] == [303, 429], (
            "without a cookie: by address"
        )
        assert ask("127.0.0.1", bots, token).status_code == 303, "whose machine it is"


@pytest.mark.usefixtures("few")
def test_this_machine_is_not_held_up(settings: Settings) -> None:
    with TestClient(make_app(settings), client=("127.0.0.1", 1)) as near:
        assert all(near.post("/new/bosman", follow_redirects=False).status_code == 303 for _ in range(5))


@pytest.mark.parametrize(
    ("client", "counted"),
    [
        (("127.0.0.1", 1), ""),
        (("::1", 1), ""),
        (("203.0.113.7", 1), "203.0.113.7"),
        (("::ffff:127.0.0.1", 1), ""),
        (("::ffff:203.0.113.7", 1), "203.0.113.7"),
        (("2001:db8:1:2:3:4:5:6", 1), "2001:0db8:0001:0002"),
        (("2001:db8:1:2::9%eth0", 1), "2001:0db8:0001:0002"),
        (("unix", 1), "unix"),
        (None, ""),
    ],
)
def test_who_is_counted_together(client: tuple[str, int] | None, counted: str) -> None:
    assert rate_limits.address_of({"type": "http", "client": client}) == counted


def test_sockets_of_one_address_are_limited(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "SOCKETS", 2)
    with TestClient(make_app(settings), client=("203.0.113.7", 50000)) as client:
        table = client.post("/new/bosman", follow_redirects=False).headers["location"].rsplit("/", 1)[1]
        path = f"/api/tables/{table}/socket"
        with client.websocket_connect(path), client.websocket_connect(path) as second:
            with pytest.raises(WebSocketDisconnect), client.websocket_connect(path) as third:
                third.receive_text()
            second.close()
        with client.websocket_connect(path) as again:
            again.receive_text()


@pytest.mark.usefixtures("few")
def test_a_proxy_that_hides_addresses_is_told_of_and_persons_are_counted(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    """It made everybody the owner of the machine, without a word."""
    app = make_app(settings)
    with TestClient(app, client=("127.0.0.1", 1), base_url="http://localhost:8274") as near:
        assert all(near.post("/new/bosman", follow_redirects=False).status_code == 303 for _ in range(5))
        assert "warning" not in near.get("/health").json()
        far = TestClient(app, client=("127.0.0.1", 1), base_url="http://play.example")
        far.portal = near.portal
        token = {"cookie": "kotva_seat=" + "a" * 43}
        answers = [far.post("/new/bosman", headers=token, follow_redirects=False).status_code for _ in range(4)]
        assert answers == [303, 303, 303, 429]
        other = {"cookie": "kotva_seat=" + "b" * 43}
        assert far.post("/new/bosman", headers=other, follow_redirects=False).status_code == 303
        assert "X-Forwarded-For" in near.get("/health").json()["warning"]
        assert sum("X-Forwarded-For" in record.getMessage() for record in caplog.records) == 1
        assert near.post("/new/bosman", follow_redirects=False).status_code == 303, "whose machine it is"


@pytest.mark.parametrize(
    ("host", "hidden"),
    [
        *(
            ("localhost:1", False),
            ("127.0.0.1", False),
            ("[::1]:80", False),
            ("mypc", False),
            ("", False),
            ("[", False),
        ),
        *(("play.example", True), ("192.0.2.1:80", True), ("[2001:db8::1]", True)),
    ],
)
def test_whom_a_proxy_hides(host: str, hidden: bool) -> None:
    scope = {"type": "http", "client": ("127.0.0.1", 1), "headers": [(b"host", host.encode())]}
    assert rate_limits.is_hidden(scope) is hidden
    assert not rate_limits.is_hidden({**scope, "client": ("203.0.113.7", 1)})


@pytest.mark.parametrize("method", ["HEAD", "GET", "OPTIONS", "PUT", "DELETE", "PATCH", "BREW"])
def test_every_method_is_counted(settings: Settings, monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    """58,985 HEADs in 75 s have found the code of a slip."""
    rules = [
        replace(rule, most=parse("3 per hour")) if rule.name in ("deeds", "looks") else rule
        for rule in rate_limits.RULES
    ]
    monkeypatch.setattr(rate_limits, "RULES", tuple(rules))
    with TestClient(make_app(settings), client=("203.0.113.7", 50000)) as client:
        answers = [client.request(method, "/about").status_code for _ in range(4)]
        assert answers[3] == 429, answers
        assert 429 not in answers[:3]


def test_sockets_are_counted_however_short_they_live(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "OPENED", parse("3 per hour"))
    with TestClient(make_app(settings), client=("203.0.113.7", 50000)) as client:
        table = client.post("/new/bosman", follow_redirects=False).headers["location"].rsplit("/", 1)[1]
        for _ in range(3):
            with client.websocket_connect(f"/api/tables/{table}/socket") as socket:
                socket.receive_text()
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"/api/tables/{table}/socket") as fourth:
            fourth.receive_text()


def test_entries_are_counted(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever throws his cookie away could enter himself again and again."""
    monkeypatch.setattr(rate_limits, "ENTRIES", parse("3 per hour"))
    with TestClient(make_app(settings), client=("203.0.113.7", 50000)) as client:
        client.get("/tournaments")
        cup = (
            client.post("/tournaments/new", data={"name": "Cup"}, follow_redirects=False)
            .headers["location"]
            .split("/")[2]
        )
        answers = []
        for number in range(4):
            client.cookies.clear()
            client.get("/tournaments")
            form = {"form": "register", "name": f"Eve {number}"}
            answers.append(client.post(f"/t/{cup}/do", data=form, follow_redirects=False).status_code)
        assert answers == [303, 303, 303, 429]


def test_a_socket_that_floods_is_closed(settings: Settings) -> None:
    with TestClient(make_app(settings), client=("203.0.113.7", 50000)) as client:
        table = client.post("/new/bosman", follow_redirects=False).headers["location"].rsplit("/", 1)[1]
        with client.websocket_connect(f"/api/tables/{table}/socket") as socket:
            for _ in range(400):
                socket.send_text('{"eyes":0}')
            told = [socket.receive() for _ in range(2)]
            while told[-1]["type"] != "websocket.close":
                told.append(socket.receive())
            assert told[-1]["code"] == 1008
