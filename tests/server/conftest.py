"""A server in the test's own process, with browsers that have their own cookies."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from kotva.engine.game import Json
from kotva.match import SeatSpec, TableSpec
from kotva.server.app import make_app
from kotva.server.people import BROWSER
from kotva.server.settings import Settings
from kotva.server.store import open_store
from kotva.server.tables import prepare

Data = dict[str, Any]  # a message, as JSON


class Browser:
    """A client with its own cookies that can sit down at tables."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.client.get("/about")  # gives it its token

    def new(self, game: str = "bosman", kinds: str = "me me", **more: str) -> str:
        """A new table; `kinds` says who sits where."""
        seats = kinds.split()
        data = {"seats": str(len(seats)), **{f"kind-{i}": kind for i, kind in enumerate(seats)}, **more}
        response = self.client.post(f"/new/{game}", data=data, follow_redirects=False)
        assert response.status_code == 303, response.text
        return str(response.headers["location"]).removeprefix("/table/")

    def look(self, table: str, eyes: int | None = None, at: int | None = None) -> Data:
        query = {} if eyes is None else {"eyes": eyes}
        query |= {} if at is None else {"at": at}
        response = self.client.get(f"/api/tables/{table}", params=query)
        assert response.status_code == 200, response.text
        data: Data = response.json()
        return data

    def move(self, table: str, seat: int, action: str, seen: int, key: str = "") -> tuple[int, Data]:
        body = {"action": action, "seat": seat, "seen": seen, "key": key or f"key-{seat}-{seen}-{action}"[:60]}
        response = self.client.post(f"/api/tables/{table}/moves", json=body)
        return response.status_code, response.json()

    def undo(self, table: str, seat: int, seen: int) -> tuple[int, Data]:
        body = {"seat": seat, "seen": seen, "key": f"undo-{seat}-{seen}"}
        response = self.client.post(f"/api/tables/{table}/undo", json=body)
        return response.status_code, response.json()

    def actor(self, table: str) -> Data:
        """The table through the eyes of whoever of this browser's seats has to act."""
        packet = self.look(table)
        return self.look(table, packet["handover"]) if "handover" in packet else packet


def lay_table(database: str | Path, game: str, position: Mapping[str, Json], tokens: Sequence[str]) -> str:
    """A table in the middle of a game, with these browsers at its seats (an empty token: a free seat); its id."""
    with ThreadPoolExecutor(1) as apart:  # a browser's test has an event loop of its own
        return apart.submit(lambda: asyncio.run(_lay_table(database, game, position, tokens))).result()


async def _lay_table(database: str | Path, game: str, position: Mapping[str, Json], tokens: Sequence[str]) -> str:
    store = open_store(database, alone=False)
    try:
        people = [await store.enroll(BROWSER, token) if token else None for token in tokens]
        seats = tuple(SeatSpec(f"Player {n}", person=person) for n, person in enumerate(people, 1))
        calm = {"answer": 3600}  # a busy machine may take longer than people have
        row, _ = prepare(TableSpec(game=game, seats=seats, position=position, title="Middle", clock=calm))
        await store.create(row, [])
    finally:
        await store.close()
    return row.id


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "tables.db", pace=0.0, workers=1)


def _same_loop(client: TestClient, first: TestClient) -> TestClient:
    """A server has one event loop: this client's requests run in it, too."""
    client.portal = first.portal
    return client


@pytest.fixture
def start(settings: Settings) -> Iterator[Callable[[], Callable[[], Browser]]]:
    """Start a server on the test's database (again, if asked twice); it gives browsers."""
    running: list[TestClient] = []

    def run() -> Callable[[], Browser]:
        while running:
            running.pop().__exit__(None, None, None)
        app = make_app(settings)
        first = TestClient(app)
        first.__enter__()
        running.append(first)
        return lambda: Browser(_same_loop(TestClient(app), first))

    yield run
    while running:
        running.pop().__exit__(None, None, None)


@pytest.fixture
def browser(start: Callable[[], Callable[[], Browser]]) -> Browser:
    return start()()


def tokens_named(text: str) -> set[str]:
    """Bosman's tokens that a text names."""
    return set(re.findall(r"\b[RFCT](?:[123][012]|M)\b", text))
