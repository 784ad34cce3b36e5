"""How much one address may ask for; whoever is on this machine is not counted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from limits import parse
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from kotva.server import rates
from kotva.server.app import make_app
from kotva.server.settings import Settings


def test_the_limits_are_those_of_the_document() -> None:
    """docs/hosting.md tells people what one address may do."""
    assert {rule.name: str(rule.most) for rule in rates.RULES} == {
        "tables": "120 per 1 hour",
        "lessons": "600 per 1 hour",
        "records": "120 per 1 hour",
        "deeds": "1200 per 1 minute",
        "looks": "3000 per 1 minute",
    }
    assert rates.SOCKETS == 300
    assert str(rates.BOTS) == "300 per 1 hour"


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three tables, lessons or records an hour, so that a test need not make a hundred."""
    counted = ("tables", "lessons", "records")
    rules = [replace(rule, most=parse("3 per hour")) if rule.name in counted else rule for rule in rates.RULES]
    monkeypatch.setattr(rates, "RULES", tuple(rules))


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
    monkeypatch.setattr(rates, "BOTS", parse("7 per hour"))
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
        (("2001:db8:1:2:3:4:5:6", 1), "2001:0db8:0001:0002"),
        (("2001:db8:1:2::9%eth0", 1), "2001:0db8:0001:0002"),
        (("unix", 1), "unix"),
        (None, ""),
    ],
)
def test_who_is_counted_together(client: tuple[str, int] | None, counted: str) -> None:
    assert rates.address_of({"type": "http", "client": client}) == counted


def test_sockets_of_one_address_are_limited(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "SOCKETS", 2)
    with TestClient(make_app(settings), client=("203.0.113.7", 50000)) as client:
        table = client.post("/new/bosman", follow_redirects=False).headers["location"].rsplit("/", 1)[1]
        path = f"/api/tables/{table}/socket"
        with client.websocket_connect(path), client.websocket_connect(path) as second:
            with pytest.raises(WebSocketDisconnect), client.websocket_connect(path) as third:
                third.receive_text()
            second.close()
        with client.websocket_connect(path) as again:
            again.receive_text()


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
