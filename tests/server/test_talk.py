"""Talk at tables: stored before it is shown, apart for spectators, in no record and no log file, and never too much of it."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from kotva.match import SeatSpec, TableSpec
from kotva.server import talk
from kotva.server.broker import Local
from kotva.server.hub import Hub
from kotva.server.people import BROWSER, Person
from kotva.server.settings import Settings
from kotva.server.store import open_store
from kotva.server.talk import Line
from tests.server.conftest import Browser
from tests.server.postgres import running
from tests.server.test_crash import serve

Start = Callable[[], Callable[[], Browser]]
SECRET = "the password is swordfish"


def say(browser: Browser, table: str, text: str, key: str = "", kind: str = "words") -> httpx.Response:
    body = {"text": text, "key": key or f"key-of-{abs(hash(text))}", "kind": kind}
    answer: httpx.Response = browser.client.post(f"/api/tables/{table}/talk", json=body)
    return answer


def read(browser: Browser, table: str) -> list[tuple[str, str]]:
    """What somebody who comes now gets to read."""
    with browser.client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        heard = [socket.receive_json()]
        heard.append(socket.receive_json())
        lines: list[dict[str, Any]] = next((m["lines"] for m in heard if m["type"] == "talk"), [])
        return [(line.get("name", ""), line["text"]) for line in lines]


@pytest.fixture
def three(start: Start) -> tuple[Browser, Browser, Browser, str]:
    """Two players, a spectator, and their table."""
    new = start()
    anna, ben, carl = new(), new(), new()
    table = anna.new("bosman", "me open", **{"name-0": "Anna"})
    assert ben.client.post(f"/api/tables/{table}/sit", json={"seat": 1, "name": "Ben"}).status_code == 200
    return anna, ben, carl, table


def test_players_talk_and_everybody_at_the_table_reads_it(three: tuple[Browser, Browser, Browser, str]) -> None:
    """SET-15.2: players may say anything to each other at any time."""
    anna, ben, carl, table = three
    assert say(anna, table, "Two wool for an ore?").json() == {"number": 1}
    assert say(ben, table, "thanks", kind="phrase").json() == {"number": 2}
    said = [("Anna", "Two wool for an ore?"), ("Ben", "thanks")]
    assert read(anna, table) == read(ben, table) == read(carl, table) == said


def test_a_line_sent_twice_is_said_once(three: tuple[Browser, Browser, Browser, str]) -> None:
    anna, ben, _, table = three
    assert say(anna, table, "once", "the-same-key").json() == say(anna, table, "once", "the-same-key").json()
    assert read(ben, table) == [("Anna", "once")]


def test_spectators_talk_apart_until_the_game_is_over(
    three: tuple[Browser, Browser, Browser, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody whispers to a player, on a socket or after a reload."""
    anna, ben, carl, table = three
    with anna.client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        assert socket.receive_json()["type"] == "packet"
        assert say(carl, table, "Ben holds the fish").status_code == 200
        say(ben, table, "my turn?")
        heard = socket.receive_json()
        while heard["type"] != "talk":
            heard = socket.receive_json()
        assert [line["text"] for line in heard["lines"]] == ["my turn?"]
    assert [text for _, text in read(anna, table)] == ["my turn?"]
    assert [text for _, text in read(carl, table)] == ["Ben holds the fish", "my turn?"]


@pytest.mark.parametrize(("origin", "reads"), [("", True), ("tournament:spring/round-1/board-1", False)])
def test_players_read_spectators_after_a_game_but_never_in_a_tournament(origin: str, *, reads: bool) -> None:
    """TOU-17.1: a player who has finished is a spectator of other tables."""

    class Row:
        def __init__(self) -> None:
            self.origin = origin

    class Over:
        row = Row()

        class match:  # noqa: N801
            is_over = True

        @staticmethod
        def seats_of(_: Person) -> tuple[int, ...]:
            return (0,)

    line = Line(1, "words", talk.SPECTATORS, "p", None, "", "psst", 0, None, 0.0)
    assert talk.may_read(Over(), Person("q", "s"), line) is reads  # type: ignore[arg-type]


def test_what_is_said_is_in_no_record_and_no_log_file(
    three: tuple[Browser, Browser, Browser, str], caplog: pytest.LogCaptureFixture
) -> None:
    anna, _, _, table = three
    with caplog.at_level(logging.DEBUG):
        assert say(anna, table, SECRET).status_code == 200
        assert say(anna, table, SECRET + "x" * 400, "too-long-a-line").status_code == 400
    assert "swordfish" not in caplog.text
    assert "swordfish" not in anna.client.get(f"/table/{table}").text
    assert "swordfish" not in anna.client.get(f"/api/tables/{table}").text


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"text": " \u202e ", "key": "key-of-mine"}, "nothing to say"),
        ({"text": " \u0000 ", "key": "key-of-mine"}, "U+0000 is no text"),
        ({"text": "x" * 301, "key": "key-of-mine"}, "at most 300"),
        ({"text": "swear", "key": "key-of-mine", "kind": "phrase"}, "no such phrase"),
        ({"text": "x", "key": "short"}, "cannot be read"),
        ({"text": "x", "key": "key-of-mine", "kind": "again"}, "cannot be read"),
        ({"text": 7, "key": "key-of-mine"}, "cannot be read"),
        ({}, "cannot be read"),
    ],
)
def test_a_line_that_cannot_be_said_is_refused_in_words(
    three: tuple[Browser, Browser, Browser, str], body: dict[str, object], words: str
) -> None:
    anna, _, _, table = three
    answer = anna.client.post(f"/api/tables/{table}/talk", json=body)
    assert answer.status_code == 400
    assert words in answer.json()["error"]
    say(anna, table, "sorry", "key-of-mine")
    assert read(anna, table) == [("Anna", "sorry")], "nothing of it was kept"


def test_who_talks_too_fast_waits(three: tuple[Browser, Browser, Browser, str]) -> None:
    anna, ben, _, table = three
    answers = [say(anna, table, f"line {n}").status_code for n in range(8)]
    assert answers == [200] * 6 + [429, 429]
    assert say(ben, table, "hello").status_code == 200, "others are not silenced"


def test_a_table_without_spectators_has_no_talk_for_them(start: Start) -> None:
    """SET-15.3: nobody without a seat gets anything of a running game."""
    new = start()
    anna, carl = new(), new()
    table = anna.new("settlers", "me open open", preset="tournament", **{"option-spectators": "none"})
    assert say(carl, table, "hello").status_code == 403


def test_a_stranger_without_a_cookie_says_nothing(three: tuple[Browser, Browser, Browser, str]) -> None:
    _, ben, carl, table = three
    carl.client.cookies.clear()
    assert say(carl, table, "boo").status_code == 403
    assert say(carl, "nosuchtable", "boo").status_code == 404
    say(ben, table, "who was that?")
    assert read(ben, table) == [("Ben", "who was that?")]


def test_a_block_hides_words_and_a_report_keeps_the_line(three: tuple[Browser, Browser, Browser, str]) -> None:
    anna, ben, carl, table = three
    say(anna, table, "you fool")
    say(carl, table, "a whisper")
    report = ben.client.post(f"/api/tables/{table}/talk/report", json={"number": 1})
    assert report.status_code == 200
    assert ben.client.post(f"/api/tables/{table}/talk/report", json={"number": 2}).status_code == 404, "not his to read"
    assert ben.client.post(f"/api/tables/{table}/talk/report", json={"number": 9}).status_code == 404
    hub: Hub = ben.client.app.state.hub  # type: ignore[attr-defined]
    assert ben.client.portal is not None
    rows, _, _ = ben.client.portal.call(hub.accounts.reports)
    assert [(row.kind, row.line, row.table_id) for row in rows] == [("chat", "you fool", table)]
    blocked = ben.client.post("/block", data={"table": table, "seat": "0"}, follow_redirects=False)
    assert blocked.status_code == 303, blocked.text
    say(ben, table, "peace")
    assert read(ben, table) == [("Ben", "peace")]
    assert read(anna, table) == [("Anna", "you fool"), ("Ben", "peace")]


def test_a_muted_person_is_told_so() -> None:
    table = type("T", (), {"row": type("R", (), {"origin": ""})()})()

    class Quiet(talk.Talks):
        def __init__(self) -> None:
            self._store = object()  # type: ignore[assignment]

        def now(self) -> float:
            return 100.0

        async def at(self, table: object) -> talk.TableTalk:
            return talk.TableTalk()

    with pytest.raises(talk.TalkRefused, match="muted"):
        asyncio.run(Quiet().say(table, Person("a", "b", muted=200.0), "words", "x", "key"))


async def _nodes_hear_each_other(database: str | Path) -> None:
    nodes: list[Local] = []
    settings = Settings(database, pace=0.0, workers=1)
    broker = (lambda: Local(nodes)) if isinstance(database, Path) else (lambda: None)
    hubs = [await Hub.start(settings, open_store(database, alone=False), broker()) for _ in range(2)]
    try:
        async with asyncio.timeout(60):
            people = [Person(await hubs[0].store.enroll(BROWSER, letter * 64), letter * 64) for letter in "ab"]
            seats = tuple(SeatSpec(n, person=p.id) for n, p in zip("AB", people, strict=True))
            row = await hubs[0].tables.open(TableSpec(game="bosman", seats=seats))
            tables = [table for hub in hubs if (table := await hub.table(row.id)) is not None]
            lines = [await hub.talks.at(table) for hub, table in zip(hubs, tables, strict=True)]

            async def chatter(hub: Hub, number: int) -> None:
                for n in range(5):
                    await hub.talks.say(tables[number], people[number], "words", f"{number}-{n}", f"key-{number}-{n}")
                    hub.broker.publish(row.id)

            await asyncio.gather(*[chatter(hub, number) for number, hub in enumerate(hubs)])
            while any(len(known.lines) < 10 for known in lines):
                await asyncio.sleep(0.02)
            assert lines[0].lines == lines[1].lines
            assert [line.number for line in lines[0].lines] == list(range(1, 11)), "one order, no gap"
    finally:
        for hub in hubs:
            await hub.close()


def test_nodes_hear_each_other(tmp_path: Path) -> None:
    asyncio.run(_nodes_hear_each_other(tmp_path / "tables.db"))


@pytest.mark.slow
def test_nodes_hear_each_other_through_postgresql() -> None:
    with running() as address:
        asyncio.run(_nodes_hear_each_other(address))


@pytest.fixture
def processes() -> Iterator[list[subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []
    yield started
    for process in started:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


@pytest.mark.slow
def test_a_kill_loses_no_line_that_was_shown(tmp_path: Path, processes: list[subprocess.Popen[str]]) -> None:
    from websockets.sync.client import connect

    with httpx.Client(timeout=60) as client:
        process, base = serve(tmp_path / "tables.db", processes)
        made = client.post(f"{base}/new/bosman", data={"seats": "2", "kind-0": "me", "kind-1": "open"})
        table = made.headers["location"].removeprefix("/table/")
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        shown: list[int] = []
        for crash in range(3):
            address = f"{base.replace('http', 'ws')}/api/tables/{table}/socket"
            with connect(address, additional_headers={"Cookie": cookie}) as socket:
                body = {"text": f"line {crash}", "key": f"key-of-line-{crash}"}
                assert client.post(f"{base}/api/tables/{table}/talk", json=body).status_code == 200
                while not shown or shown[-1] <= crash:
                    heard = httpx.Response(200, content=str(socket.recv(timeout=20))).json()
                    if heard["type"] == "talk":
                        shown = [
                            *shown[: 0 if heard.get("whole") else None],
                            *[line["number"] for line in heard["lines"]],
                        ]
                os.kill(process.pid, signal.SIGKILL)
                process.wait()
            process, base = serve(tmp_path / "tables.db", processes)
            address = f"{base.replace('http', 'ws')}/api/tables/{table}/socket"
            with connect(address, additional_headers={"Cookie": cookie}) as socket:
                heard = {"type": ""}
                while heard["type"] != "talk":
                    heard = httpx.Response(200, content=str(socket.recv(timeout=20))).json()
            assert [line["number"] for line in heard["lines"]] == list(range(1, crash + 2))
            again = client.post(f"{base}/api/tables/{table}/talk", json=body)
            assert again.json() == {"number": crash + 1}, "a retry after the crash is harmless"
