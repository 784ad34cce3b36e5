"""The next game of the same people: one table for all of them, whoever presses when, how often and where."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from kotva.match import SeatSpec, TableSpec
from kotva.server import rematch
from kotva.server.broker import Local
from kotva.server.hub import Hub
from kotva.server.people import BROWSER, Person
from kotva.server.settings import Settings
from kotva.server.store import open_store
from kotva.server.table import Table
from kotva.server.tables import Tables
from tests.server.conftest import Browser
from tests.server.postgres import running

Start = Callable[[], Callable[[], Browser]]


def press(browser: Browser, table: str) -> str:
    response = browser.client.post(f"/table/{table}/again", follow_redirects=False)
    assert response.status_code == 303, response.text
    return str(response.headers["location"]).removeprefix("/table/")


def seats(browser: Browser, table: str) -> list[tuple[str, str]]:
    return [(s["name"], s["kind"]) for s in browser.look(table)["sitters"]]


def two_friends(start: Start) -> tuple[Browser, Browser, str]:
    new = start()
    anna, ben = new(), new()
    table = anna.new("bosman", "me open", **{"name-0": "Anna"})
    assert ben.client.post(f"/api/tables/{table}/sit", json={"seat": 1, "name": "Ben"}).status_code == 200
    return anna, ben, table


def test_two_friends_who_both_press_play_at_one_table(start: Start) -> None:
    """The first opens it, the second comes to it; whoever presses again finds the same one."""
    anna, ben, table = two_friends(start)
    first = press(anna, table)
    assert seats(anna, first) == [("Ben", "open"), ("Anna", "me")], "seats rotate, and Ben's is kept for him"
    assert press(anna, table) == first, "a reload, or a second press"
    assert press(ben, table) == first
    assert seats(ben, first) == [("Ben", "me"), ("Anna", "person")]
    assert press(ben, table) == press(anna, table) == first


def test_the_others_are_invited_where_they_are_and_after_a_reload(start: Start) -> None:
    anna, ben, table = two_friends(start)
    with ben.client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        assert socket.receive_json()["type"] == "packet"
        following = press(anna, table)
        while (heard := socket.receive_json())["type"] != "talk":
            pass
        (line,) = heard["lines"]
        assert (line["kind"], line["name"], line["text"]) == ("again", "Anna", following)
    with ben.client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        while (heard := socket.receive_json())["type"] != "talk":
            pass
        assert [line["text"] for line in heard["lines"]] == [following]


def test_no_clock_runs_before_everybody_has_come(start: Start) -> None:
    new = start()
    anna, ben = new(), new()
    table = anna.new("bosman", "me open", clock="move", per_move="60")
    ben.client.post(f"/api/tables/{table}/sit", json={"seat": 1, "name": "Ben"})
    following = press(anna, table)
    assert anna.look(following)["clock"]["stopped"]
    press(ben, table)
    for _ in range(200):
        if "stopped" not in ben.look(following)["clock"]:
            break
        time.sleep(0.02)
    else:
        pytest.fail("the clock does not start")


def test_a_stranger_in_the_seat_moves_its_owner_to_another(start: Start) -> None:
    new = start()
    anna, ben, carl = new(), new(), new()
    table = anna.new("bosman", "me open")
    ben.client.post(f"/api/tables/{table}/sit", json={"seat": 1, "name": "Ben"})
    following = press(anna, table)
    carl.client.post(f"/api/tables/{following}/sit", json={"seat": 0, "name": "Carl"})
    assert press(ben, table) == following
    assert seats(ben, following) == [("Carl", "person"), ("Captain", "person")], "no seat is left: Ben may look on"


def test_a_person_without_a_seat_is_led_to_the_next_table_or_to_a_new_one(start: Start) -> None:
    new = start()
    anna, carl = new(), new()
    table = anna.new("bosman", "me easy")
    carl.client.get(f"/table/{table}")
    assert press(carl, table) == "/new/bosman"
    following = press(anna, table)
    assert press(carl, table) == following


def test_a_table_that_is_gone_or_over_is_not_the_next_one(start: Start) -> None:
    """The next game was deleted: it is opened anew. It is over: the one after it is meant."""
    browser = start()()
    table = browser.new("bosman", "me easy", turn_limit="2")
    following = press(browser, table)
    gone = browser.client.post(f"/table/{following}/leave", data={"way": "delete"}, follow_redirects=False)
    assert gone.status_code == 303
    assert press(browser, table) == following
    assert browser.look(following)["sitters"][1]["kind"] == "me"


async def _hubs(database: str | Path) -> list[Hub]:
    nodes: list[Local] = []
    settings = Settings(database, pace=0.0, workers=1)
    return [
        await Hub.start(
            settings,
            open_store(database, alone=False),
            Local(nodes) if isinstance(database, Path) else None,
        )
        for _ in range(2)
    ]


async def _two_nodes(database: str | Path) -> None:
    hubs = await _hubs(database)
    try:
        async with asyncio.timeout(60):
            people = [Person(await hubs[0].store.enroll(BROWSER, letter * 64), letter * 64) for letter in "ab"]
            spec = TableSpec(
                game="bosman", seats=tuple(SeatSpec(n, person=p.id) for n, p in zip("AB", people, strict=True))
            )
            row = await hubs[0].tables.open(spec)
            tables = [await hub.table(row.id) for hub in hubs]
            made = await asyncio.gather(
                *[
                    rematch.next_table(hub, table, person)
                    for hub, table, person in zip(hubs, tables, people, strict=True)
                    if table is not None
                ]
            )
            assert made[0] == made[1]
            found = await hubs[0].store.table(made[0])
            assert found is not None
            assert [sitter.person for sitter in found.sitters] == [people[1].id, people[0].id]
            talk = [await hub.talks.at(table) for hub, table in zip(hubs, tables, strict=True) if table is not None]
            for hub, table in zip(hubs, tables, strict=True):
                assert table is not None
                await hub.talks.catch_up(table)
            assert [len(lines.of_kind("again")) for lines in talk] == [1, 1]
    finally:
        for hub in hubs:
            await hub.close()


def test_two_nodes_at_one_moment_open_one_table(tmp_path: Path) -> None:
    asyncio.run(_two_nodes(tmp_path / "tables.db"))


@pytest.mark.slow
def test_two_nodes_at_one_moment_open_one_table_in_postgresql() -> None:
    with running() as address:
        asyncio.run(_two_nodes(address))


def test_a_node_that_dies_between_the_invitation_and_the_table_leaves_no_dead_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        hub = await Hub.start(Settings(tmp_path / "tables.db", pace=0.0, workers=1))
        try:
            ada = Person(await hub.store.enroll(BROWSER, "a" * 64), "a" * 64)
            row = await hub.tables.open(TableSpec(game="bosman", seats=(SeatSpec("Ada", person=ada.id), SeatSpec("B"))))
            table = await hub.table(row.id)
            assert isinstance(table, Table)

            async def dies(*_: object) -> None:
                raise OSError("killed")

            with monkeypatch.context() as patch:
                patch.setattr(Tables, "open", dies)
                with pytest.raises(OSError, match="killed"):
                    await rematch.next_table(hub, table, ada)
            (line,) = (await hub.talks.at(table)).of_kind("again")
            assert await hub.table(line.text) is None
            assert await rematch.next_table(hub, table, ada) == line.text
            assert await hub.table(line.text) is not None
        finally:
            await hub.close()

    asyncio.run(work())


def test_the_lobby_says_that_the_others_want_to_play_again(start: Start) -> None:
    """Ben has gone to the lobby meanwhile; once he sits at the next table, nothing is asked any more."""
    new = start()
    anna, ben = new(), new()
    table = anna.new("bosman", "me open", turn_limit="2", **{"name-0": "Anna"})
    ben.client.post(f"/api/tables/{table}/sit", json={"seat": 1, "name": "Ben"})
    for _ in range(400):
        shown = anna.look(table)
        if shown.get("over"):
            break
        browser = anna if shown["actors"][0] == 0 else ben
        mine = browser.look(table)
        browser.move(table, mine["actors"][0], mine["choices"][0]["action"], mine["seq"])
    else:
        pytest.fail("the game does not end")
    assert "wants to play again" not in ben.client.get("/lobby").text
    following = press(anna, table)
    assert "Anna wants to play again." in ben.client.get("/lobby").text
    assert "wants to play again" not in anna.client.get("/lobby").text
    assert press(ben, table) == following
    assert "wants to play again" not in ben.client.get("/lobby").text
