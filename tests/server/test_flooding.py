"""What a stranger could fill up, lock or hold for others: codes, names, pairings, talk, blocks, pictures of finished games."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from limits import parse
from starlette.testclient import TestClient

from kotva import games
from kotva.engine.errors import KotvaError
from kotva.engine.record import Record
from kotva.match import Match
from kotva.server import accounts, passwords, rate_limits, replay_work, replays, talk
from kotva.server.app import make_app
from kotva.server.repeated_logs import OnceAMinute
from kotva.server.settings import Settings
from tests.server.conftest import Browser
from tests.server.live import serving

PASSWORD = "a quiet harbour"


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "_COST", 4)


def ended() -> Record:
    """A short game that is over."""
    match = Match(games.load("triremes"), 2, {"setup": "auto"}, seed="short")
    match.play("resign", match.actors()[0])
    return match.record()


def test_wrong_codes_of_strangers_lock_nobody_else_out(settings: Settings) -> None:
    """A hundred of them an hour, from anywhere, ended signing in by QR code for everybody."""
    app = make_app(settings)
    with TestClient(app, client=("198.51.100.1", 1)) as ada:
        ada.post("/account/create", data={"name": "Ada", "password": PASSWORD})
        for n in range(12):
            eve = TestClient(app, client=(f"203.0.113.{n}", 1))
            eve.portal = ada.portal
            for _ in range(10):
                assert eve.post("/sign-in/device", data={"code": "abcd-efgh"}).status_code == 400
        page = ada.post("/account/code").text
        code = page.split('class="code-big"')[1].split(">", 1)[1].split("<")[0].strip()
        phone = TestClient(app, client=("198.51.100.2", 1))
        phone.portal = ada.portal
        asked = phone.post("/sign-in/device", data={"code": code})
        assert asked.status_code == 200
        assert "Ada" in asked.text


def test_a_class_signs_in_by_codes_at_one_address_and_a_guesser_ends(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten tries in ten minutes were five pupils."""
    monkeypatch.setattr("kotva.server.account_pages.CODES", parse("60 per 10 minute"))
    with TestClient(make_app(settings), client=("203.0.113.7", 1)) as client:
        answers = [client.post("/sign-in/device", data={"code": "abcd-efgh"}).status_code for _ in range(61)]
    assert answers == [400] * 60 + [429]


def test_guesses_of_strangers_do_not_keep_the_owner_from_the_own_password(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "GUESSES_AT", parse("3 per hour"))
    app = make_app(settings)
    with TestClient(app, client=("198.51.100.1", 1)) as ada:
        ada.post("/account/create", data={"name": "Ada", "password": PASSWORD})
        eve = TestClient(app, client=("203.0.113.1", 1))
        eve.portal = ada.portal
        tries = [eve.post("/sign-in", data={"name": "Ada", "password": "wrong one"}).status_code for _ in range(4)]
        assert tries == [400, 400, 400, 429]
        given = {"old": PASSWORD, "password": "another harbour"}
        changed = ada.post("/account/password", data=given, follow_redirects=False)
        assert changed.headers.get("location") == "/account?done=password"
        wrong = [ada.post("/account/password", data={**given, "old": "wrong one"}).status_code for _ in range(3)]
        assert wrong == [400, 400, 429], "whoever sits at an open account cannot try on and on"


def test_pairings_are_limited_by_address(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two fresh browsers that look for each other make a table: 600 of them a minute, where 120 an hour are allowed."""
    rules = [replace(rule, most=parse("3 per hour")) if rule.name == "pairings" else rule for rule in rate_limits.RULES]
    monkeypatch.setattr(rate_limits, "RULES", tuple(rules))
    with TestClient(make_app(settings), client=("203.0.113.7", 1)) as client:
        answers = []
        for _ in range(4):
            client.cookies.clear()
            answers.append(client.post("/pairing", data={"game": "bosman"}, follow_redirects=False).status_code)
        assert answers == [303, 303, 303, 429]
        assert client.post("/pairing/look").status_code == 200, "a page that waits asks on"


def test_lines_are_limited_by_address_for_all_people(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = [replace(rule, most=parse("3 per hour")) if rule.name == "lines" else rule for rule in rate_limits.RULES]
    monkeypatch.setattr(rate_limits, "RULES", tuple(rules))
    with TestClient(make_app(settings), client=("203.0.113.7", 1)) as client:
        path = client.post("/new/bosman", data={"seats": "2"}, follow_redirects=False).headers["location"]
        answers = []
        for n in range(4):
            client.cookies.clear()
            client.get("/about")
            body = {"text": "Hello", "key": f"key-number-{n}", "kind": "words"}
            answers.append(client.post(f"/api{path.replace('table', 'tables')}/talk", json=body).status_code)
        assert answers[-1] == 429
        assert 429 not in answers[:-1]


def test_spectators_fill_their_own_room_and_not_that_of_the_players(
    start: Callable[[], Callable[[], Browser]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every page that opens reads the talk, and it is kept in memory."""
    monkeypatch.setitem(talk._MOST, talk.SPECTATORS, 2)
    monkeypatch.setitem(talk._MOST, talk.PLAYERS, 3)
    new = start()
    ann, eve = new(), new()
    table = ann.new(kinds="me me")

    def say(browser: Browser, n: int) -> int:
        body = {"text": f"Line {n}", "key": f"key-number-{n}", "kind": "words"}
        return int(browser.client.post(f"/api/tables/{table}/talk", json=body).status_code)

    assert [say(eve, n) for n in range(3)] == [200, 200, 400]
    assert [say(ann, n) for n in range(10, 14)] == [200, 200, 200, 400]
    asked = ann.client.post(f"/api/tables/{table}/ask", json={"kind": "ask-back", "key": "key-of-an-ask"})
    assert asked.status_code == 400
    assert "Very much has been said" in asked.json()["error"]


def test_blocks_have_an_end(start: Callable[[], Callable[[], Browser]], monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them are read with every request of that person."""
    monkeypatch.setattr(accounts, "_BLOCKED", 2)
    new = start()
    ann, answers = new(), []
    for n in range(3):
        other = new()
        other.client.post("/account/create", data={"name": f"Other {n}", "password": PASSWORD})
        given: dict[str, Any] = {"name": f"Other {n}", "on": "1"}
        answers.append(ann.client.post("/block", data=given, follow_redirects=False).status_code)
    assert answers[:2] == [303, 303]
    assert answers[2] == 403
    assert ann.client.post("/block", data={"name": "Other 0", "on": "0"}, follow_redirects=False).status_code == 303
    assert ann.client.post("/block", data={"name": "Other 2", "on": "1"}, follow_redirects=False).status_code == 303


def test_nothing_of_a_finished_game_is_drawn_in_the_servers_own_process(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A PNG held all of the server for a second and more, the log of a long record its event loop for three."""

    def here(*_: object) -> Any:
        raise AssertionError("in the server's own process")

    for name in ("to_png", "render", "curve_of", "encode"):
        monkeypatch.setattr(replay_work, name, here)
    loaded = made(browser, "/api/replays", ended().to_json())
    assert loaded.status_code == 201, loaded.text
    name = loaded.json()["link"].removeprefix("/replay/")
    assert made(browser, f"/result/{name}.png").content.startswith(b"\x89PNG")
    assert made(browser, f"/result/{name}.svg").text.startswith("<svg")
    for path in (f"/result/{name}", f"/api/replays/{name}/log"):
        assert made(browser, path).status_code == 200


def made(browser: Browser, path: str, sent: str = "") -> Any:
    """An answer that a process makes; on a crowded machine its first one may take longer than it has."""
    for _ in range(6):
        answer = browser.client.post(path, content=sent) if sent else browser.client.get(path)
        if answer.status_code != 503:
            break
    return answer


def test_a_record_that_is_too_long_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(games.load("bosman"), 2, seed="long")
    while len(match.played) < 8:
        match.play(match.legal(match.actors()[0])[0], match.actors()[0])
    text = match.record().to_json()
    assert replays._read(text).game == "bosman"
    monkeypatch.setattr(replays, "_LONGEST", 7)
    with pytest.raises(KotvaError, match="moves; one of at most 7 can be shown"):
        replays._read(text)


class Kept(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


def test_requests_that_are_none_do_not_fill_the_disk_with_lines(tmp_path: Path) -> None:
    """An hour of them at fifty a second left a log of 8 MB, and nobody has to stop at fifty."""
    kept, logger = Kept(), logging.getLogger("uvicorn.error")

    async def work() -> None:
        async with serving(tmp_path) as (port, _):
            logger.addHandler(kept)
            for _ in range(30):
                into, out = await asyncio.open_connection("127.0.0.1", port)
                out.write(b"GET /\xc2\xb2 HTTP/1.1\r\n\r\n")
                assert (await into.read()).startswith(b"HTTP/1.1 400")
                out.close()

    try:
        asyncio.run(work())
    finally:
        logger.removeHandler(kept)
    assert len(kept.said) <= 2, kept.said  # a busy machine may need more than a minute


def test_what_is_said_again_is_logged_once_a_minute_with_how_often() -> None:
    now = 0.0
    kept, logger = Kept(), logging.Logger("of a test")
    logger.addHandler(kept)
    logger.addFilter(OnceAMinute(lambda: now))
    for second in range(0, 130, 5):
        now = float(second)
        logger.warning("garbage from %s", second)
        if second == 10:
            logger.warning("something else")
    more = "(and 11 times since this was last logged)"
    assert kept.said == ["garbage from 0", "something else", f"garbage from 60 {more}", f"garbage from 120 {more}"]
