"""The share of games finished: what counts, where it is shown, and tables that ask for one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from kotva.server.reliability import Reliability, reliability
from kotva.server.sql import SqlStore
from kotva.server.store import open_store
from tests.server.conftest import Browser
from tests.server.test_accounts import cheap, join  # noqa: F401  # a fixture
from tests.server.test_archive import Club

Start = Callable[[], Callable[[], Browser]]


async def _club(path: Path) -> tuple[SqlStore, Club]:
    clock = [1_790_000_000.0]
    store = open_store(path, lambda: clock[0])
    assert isinstance(store, SqlStore)
    return store, Club(store, clock)


def test_games_with_people_count_and_those_left_count_against(tmp_path: Path) -> None:
    async def work() -> None:
        store, club = await _club(tmp_path / "tables.db")
        for _ in range(3):
            await club.play("anna", "ben")
        await club.play("anna", "easy")
        await club.play("anna", "ben", left="ben")
        anna, ben = await club.person("anna"), await club.person("ben")
        assert await store.read(lambda db: reliability(db, anna)) == Reliability(4, 4), (
            "a game against a bot alone is nobody's concern"
        )
        assert await store.read(lambda db: reliability(db, ben)) == Reliability(3, 4)
        for _ in range(20):
            await club.play("anna", "ben")
        assert await store.read(lambda db: reliability(db, ben)) == Reliability(20, 20), (
            "what was long ago is forgotten"
        )
        await store.close()

    asyncio.run(work())


@pytest.mark.parametrize(
    ("finished", "games", "percent", "meets"),
    [(5, 5, 90, True), (4, 4, 70, False), (14, 20, 70, True), (13, 20, 70, False), (0, 0, 0, True)],
)
def test_what_meets_a_demand(finished: int, games: int, percent: int, meets: bool) -> None:
    assert Reliability(finished, games).meets(percent) is meets


def test_a_table_may_ask_for_it(start: Start) -> None:
    """A guest and a fresh account are refused in words, and so is an account that leaves its games."""
    new = start()
    anna, ben = join(new(), "Anna"), join(new(), "Ben")
    table = anna.new("bosman", "me open", finishers="70", access="public")
    assert "70 % of games finished" in ben.client.get("/").text
    seat = {"seat": 1, "name": "Ben"}
    for who in (new(), ben):
        refused = who.client.post(f"/api/tables/{table}/sit", json=seat)
        assert refused.status_code == 403
        assert "asks for an account that has finished 70 % of at least 5 games" in refused.json()["error"]
    left = [anna.new("bosman", "me open") for _ in range(5)]
    for name in left:
        assert ben.client.post(f"/api/tables/{name}/sit", json=seat).status_code == 200
        for _ in range(2):
            first = anna.look(name)["actors"][0]
            assert (anna, ben)[first].move(name, first, "keep", anna.look(name)["seq"])[0] == 200
        assert ben.client.post(f"/table/{name}/leave", data={"way": "bot"}, follow_redirects=False).status_code == 303
    refused = ben.client.post(f"/api/tables/{table}/sit", json=seat)
    assert "you have finished 0 of 5" in refused.json()["error"]
    assert "Finished 0 of the last 5 games with other people." in ben.client.get("/player", follow_redirects=True).text


def test_a_form_that_asks_for_something_else_is_refused(start: Start) -> None:
    refused = start()().client.post("/new/bosman", data={"finishers": "55"})
    assert refused.status_code == 400
    assert "A table asks for 0, 70, 90 % of games finished." in refused.text
