"""Free seats: the picture of an invitation, who is named as host, and bots for the seats that nobody comes for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import insert, update

from kotva.match import SeatSpec, TableSpec
from kotva.server.lobby_store import LobbyStore
from kotva.server.people import BROWSER
from kotva.server.schema import TABLES
from kotva.server.sql import SqlStore
from kotva.server.store import open_store
from kotva.server.tables import prepare
from kotva.server.talk import AGAIN
from kotva.server.talk_schema import TALK
from tests.server import postgres
from tests.server.conftest import Browser


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str | Path]:
    if request.param == "sqlite":
        yield tmp_path / "tables.db"
    else:
        with postgres.running() as address:
            yield address


Start = Callable[[], Callable[[], Browser]]


def kinds(browser: Browser, table: str) -> list[str]:
    return [sitter["kind"] for sitter in browser.look(table)["sitters"]]


def test_the_host_gives_free_seats_to_bots_and_nobody_else_does(start: Start) -> None:
    new = start()
    anna, ben, carl = new(), new(), new()
    table = anna.new("hexxi", "me open open open")
    ben.client.post(f"/api/tables/{table}/sit", json={"seat": 2, "name": "Ben"})
    for other in (ben, carl):
        refused = other.client.post(f"/table/{table}/fill", follow_redirects=False)
        assert refused.status_code == 403
        assert "Only the player who opened a table" in refused.text
    assert kinds(anna, table) == ["me", "open", "person", "open"]
    for _ in range(2):  # sent twice
        assert anna.client.post(f"/table/{table}/fill", follow_redirects=False).status_code == 303
        assert kinds(anna, table) == ["me", "bot", "person", "bot"]
    assert [sitter["name"] for sitter in anna.look(table)["sitters"]][1::2] == ["Bot B", "Bot D"]
    taken = carl.client.post(f"/api/tables/{table}/sit", json={"seat": 1, "name": "Carl"})
    assert (taken.status_code, taken.json()["error"]) == (409, "This seat is taken.")


def test_bots_that_took_seats_play(start: Start) -> None:
    anna = start()()
    table = anna.new("bosman", "me open")
    anna.client.post(f"/table/{table}/fill")
    until = time.monotonic() + 20
    while True:
        shown = anna.look(table)
        if any(entry["actor"] == 1 for entry in shown["log"]):
            break
        assert time.monotonic() < until, "no bot plays"
        if shown["actors"][0] == 0:
            anna.move(table, 0, shown["choices"][0]["action"], shown["seq"])
        time.sleep(0.05)


def test_an_invitation_names_the_host_and_has_a_picture(start: Start) -> None:
    new = start()
    anna, ben, eva = new(), new(), new()
    table = anna.new("hexxi", "open open me", **{"name-2": "Anna"})
    ben.client.post(f"/api/tables/{table}/sit", json={"seat": 0, "name": "Ben"})
    page = eva.client.get(f"/table/{table}").text
    assert 'data-host="Anna"' in page
    assert "data-fill" not in page
    assert "data-fill" in anna.client.get(f"/table/{table}").text
    picture = eva.client.get(f"/table/{table}/invitation.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg xmlns=")


def test_a_rematch_is_told_while_a_seat_is_free_in_either_database(database: str | Path) -> None:
    """To those alone who have no seat there yet, and not to the person who asks; bots may take the last seat."""

    async def work() -> None:
        store = open_store(database, alone=True)
        assert isinstance(store, SqlStore)
        anna, ben = [await store.enroll(BROWSER, letter * 64) for letter in "ab"]
        seats = (SeatSpec("Anna", person=anna), SeatSpec("Ben", person=ben))
        over, _ = prepare(TableSpec(game="bosman", seats=seats))
        following, _ = prepare(TableSpec(game="bosman", seats=(SeatSpec("Ben"), SeatSpec("Anna", person=anna))))
        for row in (over, following):
            await store.create(row, [])
        line = {
            "table_id": over.id,
            "number": 1,
            "kind": AGAIN,
            "room": "players",
            "person": anna,
            "seat": 0,
            "name": "Anna",
        }
        await store.write(
            lambda db: db.execute(insert(TALK).values(**line, text=following.id, moves=0, at=1.0)).rowcount
        )
        await store.write(
            lambda db: db.execute(update(TABLES).where(TABLES.c.id == over.id).values(status="over")).rowcount
        )
        lobby = LobbyStore(store)
        assert await lobby.rematches(ben, [over.id]) == {over.id: "Anna"}
        assert await lobby.rematches(anna, [over.id]) == {}
        assert await lobby.rematches(ben, []) == {}
        await store.fill(following.id, {0: "Bot A", 1: "Bot B"}, "medium")
        found = await store.table(following.id)
        assert found is not None
        assert [(s.kind, s.level, s.name, s.person) for s in found.sitters] == [
            ("bot", "medium", "Bot A", None),
            ("person", "", "Anna", anna),
        ]
        assert await lobby.rematches(ben, [over.id]) == {}
        await store.close()

    asyncio.run(work())
