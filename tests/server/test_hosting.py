"""What those who host rely on: health, metrics, names, logs, a socket's limits."""

from __future__ import annotations

import json
import logging
from dataclasses import replace

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from kotva.server.app import make_app
from kotva.server.monitoring import JsonLines
from kotva.server.settings import Settings
from kotva.server.store import Unavailable
from tests.server.conftest import Browser


def test_health_says_whether_the_database_is_there(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_app(settings)
    with TestClient(app) as client:
        assert client.get("/health").json()["status"] == "ok"

        async def away(_: str) -> None:
            raise Unavailable("the disk is gone")

        monkeypatch.setattr(app.state.hub.store, "record", away)
        sick = client.get("/health")
        assert sick.status_code == 503
        assert "disk" in sick.json()["error"]


def test_metrics_are_told_only_where_they_are_wanted(settings: Settings) -> None:
    with TestClient(make_app(settings)) as client:
        assert client.get("/metrics").status_code == 404
    with TestClient(make_app(replace(settings, metrics=True)), client=("127.0.0.1", 1)) as client:
        browser = Browser(client)
        table = browser.new(kinds="me me")
        packet = browser.actor(table)
        assert browser.move(table, 0, "keep", packet["seq"])[0] == 200
        assert browser.move(table, 0, "poison 21", packet["seq"] + 1)[0] in (409, 422)
        text = client.get("/metrics").text
        assert "kotva_move_seconds_count 1.0" in text
        assert "kotva_tables 1.0" in text
        assert "kotva_refused_total" in text
        for header in ("x-forwarded-for", "via", "x-real-ip"):  # somebody else, through a proxy on this machine
            assert client.get("/metrics", headers={header: "203.0.113.7"}).status_code == 404


def test_metrics_by_a_token(settings: Settings) -> None:
    app = make_app(replace(settings, metrics=True, metrics_token="s3cret"))
    with TestClient(app, client=("203.0.113.7", 1)) as client:
        assert client.get("/metrics", headers={"authorization": "Bearer s3cret"}).status_code == 200
        for wrong in ("Bearer s3cre", "Bearer ", "s3cret", "bearer s3cret", "Bearer é"):
            assert client.get("/metrics", headers={"authorization": wrong.encode()}).status_code == 404
        assert client.get("/metrics").status_code == 404
    with TestClient(make_app(replace(settings, metrics=True)), client=("203.0.113.7", 1)) as client:
        assert client.get("/metrics").status_code == 404, "without a token only to this machine"


def test_a_server_answers_to_its_own_name_only(settings: Settings) -> None:
    app = make_app(replace(settings, hosts=("play.example", "[::1]")))
    with TestClient(app, base_url="http://play.example:8274") as client:
        assert client.get("/about").status_code == 200
        table = Browser(client).new()
        for strange in ("evil.example", "play.example.evil.example", "", "["):
            refused = client.get("/about", headers={"host": strange})
            assert refused.status_code == 400
            assert "content-security-policy" in refused.headers
            with (
                pytest.raises(WebSocketDisconnect),
                client.websocket_connect(f"/api/tables/{table}/socket", headers={"host": strange}) as socket,
            ):
                socket.receive_text()
        assert client.get("/about", headers={"host": "[::1]:8274"}).status_code == 200


@pytest.mark.parametrize(
    "address",
    [
        "/api/tables/{table}?eyes=²",
        "/api/tables/{table}?at=²",
        "/api/tables/{table}?at=" + "9" * 4301,
        "/new/bosman?seats=" + "9" * 4301,
        "/api/tables/{table}/preview?eyes=0&action=offer%20" + "a%3E" * 9000,
        "/api/tables/{table}/why?eyes=0&action=tac%20" + "a:" * 9000,
        "/new/" + "a" * 300,
        "/rules/" + "a" * 300,
        "/pictures/" + "a" * 300 + "-light.svg",
        "/replay/r-none?at=²",
        "/api/replays/r-none?at=²",
    ],
)
def test_strange_addresses_get_a_clear_answer(settings: Settings, address: str) -> None:
    with TestClient(make_app(settings), raise_server_exceptions=False) as client:
        table = Browser(client).new()
        found = client.get(address.replace("{table}", table))
        assert found.status_code < 500
        assert "content-security-policy" in found.headers


def test_strange_headers_and_bodies_get_a_clear_answer(settings: Settings) -> None:
    with TestClient(make_app(settings), raise_server_exceptions=False) as client:
        browser = Browser(client)
        table = browser.new()
        assert client.post("/new/bosman", headers={"origin": "http://["}).status_code == 403
        for body in (b"\xff", b'{"action":"\xff"}', b"[" * 100_000, b'{"seat":' + b"9" * 5000 + b"}"):
            for path in ("moves", "undo", "sit"):
                assert client.post(f"/api/tables/{table}/{path}", content=body).status_code == 400
        sat = client.post(f"/api/tables/{table}/sit", json={"seat": 2**70, "name": "x"})
        assert sat.status_code == 400


def test_an_error_of_ours_is_dressed_too(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_app(settings)
    with TestClient(app, raise_server_exceptions=False) as client:
        monkeypatch.setattr(app.state.hub.store, "record", lambda _: 1 / 0)
        found = client.get("/replay/r-none")
        assert found.status_code == 500
        assert "content-security-policy" in found.headers
        assert "Traceback" not in found.text


def test_logs_are_lines_of_json() -> None:
    record = logging.LogRecord("kotva.server", logging.WARNING, "", 1, "table %s: %s", ("x", "wäit"), None)
    entry = json.loads(JsonLines().format(record))
    assert (entry["level"], entry["text"]) == ("warning", "table x: wäit")
