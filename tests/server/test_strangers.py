"""What a stranger brings is judged where it comes in, and never stops anybody else."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.testclient import TestClient
from starlette.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from kotva.engine.errors import KotvaError
from kotva.match import SeatSpec, TableSpec
from kotva.server import levels
from kotva.server.app import make_app
from kotva.server.hub import Hub
from kotva.server.jobs.processes import WorkFailed
from kotva.server.jobs.service import Closing, TookTooLong, WorkService
from kotva.server.people import BROWSER
from kotva.server.settings import Settings
from kotva.server.store import open_store
from kotva.server.tables import prepare
from kotva.server.tournaments.session import TournamentSessions
from tests.server.conftest import Browser

# -- bots ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "level", ["easy", "medium", "hard", "lesson:walk", "random", "greedy:8", "mcts:500", "mcts:2s"]
)
def test_levels_that_a_table_may_have(level: str) -> None:
    assert levels.check(level) == levels.able(level) == level


@pytest.mark.parametrize(
    "level",
    [
        *("", "mcts:999999s", "mcts:6s", "mcts:99999", "greedy:9999", "EASY", "easy ", "nobody", "program:sh -c x"),
        *("./bot", "lesson:../../x", "lesson:", "mcts:\N{ARABIC-INDIC DIGIT FIVE}", "x" * 10_000),
    ],
)
def test_no_other_bot_is_asked_to_think(level: str) -> None:
    with pytest.raises(KotvaError):
        levels.check(level)
    assert levels.able(level) == "medium"
    if level:
        with pytest.raises(KotvaError):
            prepare(TableSpec(game="bosman", seats=(SeatSpec("Ada", level=level), SeatSpec("Ben"))))
    with pytest.raises(KotvaError):
        prepare(TableSpec(game="bosman", seats=(SeatSpec("Ada"),) * 2, clock={"per_move": 60, "level": level}))


async def _lay(database: str | Path, level: str, token: str) -> str:
    store = open_store(database, alone=False)
    ada = await store.enroll(BROWSER, token)
    row, events = prepare(TableSpec(game="bosman", seats=(SeatSpec("Bot", level="easy"), SeatSpec("Ada", person=ada))))
    row.sitters[0] = replace(row.sitters[0], level=level)
    await store.create(row, events)
    await store.close()
    return row.id


@pytest.mark.parametrize("level", ["mcts:999999s", "nobody"])
def test_a_level_that_stands_in_a_row_stops_nobody(
    settings: Settings, start: Callable[[], Callable[[], Browser]], level: str
) -> None:
    """However it has come there: a backup, a hand, an older Kotva."""
    browser = start()()
    table = asyncio.run(_lay(settings.database, level, "a" * 64))
    before = browser.look(table)["seq"]
    honest = browser.new(kinds="easy me")
    deadline = time.monotonic() + 40
    while browser.look(honest)["seq"] == 0 or browser.look(table)["seq"] == before:
        assert time.monotonic() < deadline, "every bot has moved"
        time.sleep(0.1)


# -- what is for some ------------------------------------------------------------------------------------------------


def test_a_strangers_way_out_of_a_table_without_an_owner(
    settings: Settings, start: Callable[[], Callable[[], Browser]]
) -> None:
    """A table of a tournament has no owner, and somebody without a browser's token has no id: that is not the same."""
    browser = start()()
    table = asyncio.run(_lay(settings.database, "easy", "a" * 64))
    browser.client.cookies.clear()
    assert browser.client.get(f"/table/{table}/leave").status_code == 403


def test_a_record_is_not_kept_on_the_way(browser: Browser) -> None:
    record = {"kotva": 1, "game": "bosman", "rules": "1.0", "seats": 2, "moves": []}
    loaded = browser.client.post("/api/replays", content=json.dumps(record))
    name = loaded.json()["link"].removeprefix("/replay/")
    answer = browser.client.get(f"/api/replays/{name}/record.json")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")


def test_a_guest_cannot_empty_the_hosts_lobby(start: Callable[[], Callable[[], Browser]]) -> None:
    """Every rematch seats the same people anew: fourteen of them took the host's own tables out of his list."""
    new = start()
    host, guest = new(), new()
    own = [host.new(kinds="me me") for _ in range(5)]
    shared = host.new(kinds="me open")
    joined = guest.client.post(f"/api/tables/{shared}/sit", json={"seat": 1, "name": "Eve"})
    assert joined.status_code == 200, joined.text
    for _ in range(14):
        assert guest.client.post(f"/table/{shared}/again", follow_redirects=False).status_code == 303
    lobby = host.client.get("/").text
    assert [table for table in own if f"/table/{table}" not in lobby] == []
    assert lobby.count('href="/table/') <= 2 * 12


# -- what fails on our side --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [WorkFailed("a trace\nZeroDivisionError"), Closing(), TookTooLong("Slow.")])
def test_work_that_fails_is_a_sentence_and_no_500(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise error

    table = browser.new(kinds="me me")
    desk = browser.client.post("/tournaments/new", data={"name": "Cup"}, follow_redirects=False).headers["location"]
    monkeypatch.setattr(WorkService, "do", fails)
    asked = browser.client.get(f"/api/tables/{table}/why?items=x&eyes=0")
    page = browser.client.get(desk.replace("/desk", "/paper/players"))
    for answer in (asked, page):
        assert answer.status_code == 503, answer.text
        assert "ZeroDivisionError" not in answer.text
    assert asked.json()["error"].endswith(".")


@pytest.mark.parametrize("path", ["/t/{id}/slip/R1.T1/{code}", "/t/{id}/as/O1/{code}", "/table/{code}"])
def test_a_request_that_fails_leaves_no_code_in_the_log(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    async def breaks(*_: object) -> None:
        raise ZeroDivisionError

    with TestClient(make_app(settings)) as client:
        desk = client.post("/tournaments/new", data={"name": "Cup"}, follow_redirects=False).headers["location"]
        monkeypatch.setattr(TournamentSessions, "get", breaks)
        monkeypatch.setattr(Hub, "table", breaks)
        code = "S3cretC0de-and-more-of-it"
        asked = path.format(id=desk.split("/")[2], code=code)
        answer = client.get(asked, headers={"cookie": "kotva_seat=" + "z" * 43})
    assert answer.status_code == 500
    assert answer.json()["error"].endswith("it has been noted.")
    assert "failed" in caplog.text
    assert path.split("{")[0] in caplog.text, "which request it was"
    assert code not in caplog.text
    assert "zzzz" not in caplog.text


# -- cookies and caches ------------------------------------------------------------------------------------------------


def test_over_https_the_cookie_is_of_this_very_name(settings: Settings) -> None:
    with TestClient(make_app(settings), base_url="https://play.example") as client:
        given = client.get("/about").headers["set-cookie"]
        assert given.startswith("__Host-kotva_seat=")
        for word in ("Secure", "HttpOnly", "Path=/", "SameSite=lax"):
            assert word.lower() in given.lower()
        assert "domain" not in given.lower()
        assert "set-cookie" not in client.get("/about").headers
        table = client.post("/new/bosman", follow_redirects=False).headers["location"]
        assert client.get(f"/api{table.replace('/table', '/tables')}").json()["seat"] == 0


def test_a_seat_from_before_is_kept_and_moves_to_the_new_name(settings: Settings) -> None:
    token = "a" * 43
    with TestClient(make_app(settings), base_url="https://play.example") as client:
        client.cookies.set("kotva_seat", token, domain="play.example")
        made = client.post("/new/bosman", follow_redirects=False)
        table = made.headers["location"].removeprefix("/table/")
        assert made.headers["set-cookie"].startswith(f"__Host-kotva_seat={token};")
        client.cookies.set("kotva_seat", "b" * 43, domain="play.example")  # planted by a neighbouring name
        assert client.get(f"/api/tables/{table}").json()["seat"] == 0


@pytest.mark.parametrize("token", ["a" * 31, "a" * 65, "é" * 40, "a" * 40 + "=", ""])
def test_a_token_that_is_none_of_ours_is_nobody_and_gets_a_new_one(settings: Settings, token: str) -> None:
    with TestClient(make_app(settings)) as client:
        answer = client.get("/about", headers={"cookie": f"kotva_seat={token}".encode()})
        given = answer.headers["set-cookie"].partition(";")[0].removeprefix("kotva_seat=")
        assert given != token
        assert len(given) == 43


def test_many_chosen_tokens_have_no_more_than_one(settings: Settings) -> None:
    """Limits count the address beside the token; a proxy tells it."""
    proxied = ProxyHeadersMiddleware(cast(Any, make_app(settings)), trusted_hosts="*")
    with TestClient(cast(ASGIApp, proxied)) as client:
        statuses = [
            client.post(
                "/tournaments/new",
                data={"name": "Cup"},
                headers={"cookie": f"kotva_seat={n:043d}", "x-forwarded-for": "203.0.113.5"},
                follow_redirects=False,
            ).status_code
            for n in range(125)
        ]
    assert statuses.index(429) == 120
    assert set(statuses[120:]) == {429}


def test_on_http_the_name_is_the_plain_one(browser: Browser) -> None:
    assert list(browser.client.cookies) == ["kotva_seat"]


def test_whatever_is_not_for_everybody_stays_in_no_cache(browser: Browser) -> None:
    table = browser.new(kinds="me me")
    browser.client.get("/tournaments")
    cup = browser.client.post("/tournaments/new", data={"name": "Cup"}, follow_redirects=False)
    assert cup.headers["cache-control"] == "no-store"
    desk = cup.headers["location"]
    for path in (
        "/",
        f"/table/{table}",
        f"/api/tables/{table}",
        desk,
        "/api/openapi.json",
        f"/table/{table}/leave",
        "/nowhere",
    ):
        assert browser.client.get(path).headers["cache-control"] == "no-store", path
    chart = browser.client.get(desk.replace("/desk", "/chart.svg")).headers["cache-control"]
    assert chart.startswith("private")
