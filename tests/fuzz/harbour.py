"""A server that can be killed, and what it has promised: all that it acknowledged, to be looked for after the next start."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sqlite3
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx

from kotva.server.people import hashed

_WAIT = 120.0  # seconds in which a server must be there, however busy the machine is
_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["tests.fuzz.harbour_server"])


class Server:
    """A server in a process of its own, forked from one in which everything is loaded: a thousand starts cost little."""

    def __init__(self, database: Path) -> None:
        from tests.fuzz.harbour_server import serve

        self._said, says = _FORKS.Pipe(duplex=False)
        self.process = _FORKS.Process(target=serve, args=(str(database), says), daemon=True)
        self.process.start()
        says.close()

    @property
    def pid(self) -> int:
        assert self.process.pid is not None
        return self.process.pid

    async def begins(self) -> None:
        """It is about to open its database."""
        assert await asyncio.to_thread(_hear, self._said) == "opens"

    async def address(self) -> str:
        """Where it serves, once it does; a failed start is said in its own words."""
        said = await asyncio.to_thread(_hear, self._said)
        if not said.startswith("http"):
            raise AssertionError(f"the database does not start: {said}")
        return said

    def kill(self) -> None:
        """Nobody is asked."""
        os.kill(self.pid, signal.SIGKILL)
        self.process.join()
        self._said.close()


def _hear(said: Connection) -> str:
    if not said.poll(_WAIT):
        return "it said nothing"
    try:
        return str(said.recv())
    except EOFError:
        return "it died"


@dataclass(slots=True)
class Deed:
    """Something that a browser asks for at a table; with its key it may be sent again as it is."""

    table: str
    token: str
    path: str
    body: dict[str, Any]

    @property
    def key(self) -> str:
        return str(self.body["key"])


@dataclass(slots=True)
class Promises:
    """What was acknowledged, and what was asked for without an answer."""

    tables: dict[str, int] = field(default_factory=dict)  # made: how many seats each has
    events: dict[tuple[str, str], int] = field(default_factory=dict)  # table and key: how many events there were then
    seats: dict[tuple[str, int], str] = field(default_factory=dict)  # who was told that he sits there, by token
    open: list[Deed] = field(default_factory=list)  # nobody knows
    count: Counter[str] = field(default_factory=Counter)

    def broken(self, database: Path) -> list[str]:
        """What the rows of a database contradict: a promise, or one another."""
        with sqlite3.connect(database) as db:
            faults = [*self._lost(db), *_inconsistent(db)]
        db.close()
        return faults

    def _lost(self, db: sqlite3.Connection) -> Iterable[str]:
        tables = dict(db.execute("select id, seats from tables"))
        for table, seats in self.tables.items():
            if tables.get(table) != seats:
                yield f"table {table} was promised and is not there"
        numbers = {(t, k): n for t, k, n in db.execute("select table_id, key, number from moves where key is not null")}
        for (table, key), seq in self.events.items():
            if numbers.get((table, key), seq + 1) > seq:
                yield f"event {key} of table {table} was acknowledged as one of {seq} and is {numbers.get((table, key))}"
        sits = "select s.table_id, s.seat, c.secret from sitters s join credentials c on c.person = s.person"
        sitters = {(table, seat): secret for table, seat, secret in db.execute(sits)}
        for place, token in self.seats.items():
            if sitters.get(place) != hashed(token):
                yield f"seat {place} was promised to another"


def _inconsistent(db: sqlite3.Connection) -> Iterable[str]:
    """What must be true of the rows whatever happened."""
    if (sound := db.execute("pragma integrity_check").fetchone()[0]) != "ok":
        yield f"integrity: {sound}"
    yield from (f"a row of {row[0]} refers to nothing" for row in db.execute("pragma foreign_key_check"))
    asked = {
        "its events have gaps": "select table_id from moves group by table_id having max(number) <> count(*)",
        "a key is used twice": "select table_id from moves where key is not null group by table_id, key having count(*) > 1",
        "some seats are missing": "select id from tables t where seats <> (select count(*) from sitters where table_id = t.id)",
        "it is over without an outcome": "select id from tables where (status = 'over') <> (outcome is not null)",
        "its end was not told once": "select id from tables t where (status = 'over') <> "
        "(select count(*) from outbox where table_id = t.id)",
    }
    for fault, question in asked.items():
        yield from (f"table {row[0]}: {fault}" for row in db.execute(question))


class Browser:
    """Asks one server for many people at once; whoever asks says by his token who he is."""

    def __init__(self, address: str) -> None:
        self.client = httpx.AsyncClient(base_url=address, timeout=_WAIT, follow_redirects=False)

    async def close(self) -> None:
        await self.client.aclose()

    async def get(self, token: str, path: str, **query: int) -> dict[str, Any]:
        answer = await self.client.get(path, params=query, headers=_cookie(token))
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text[:200]}"
        found: dict[str, Any] = answer.json()
        return found

    async def post(self, token: str, path: str, body: dict[str, Any]) -> httpx.Response:
        return await self.client.post(path, json=body, headers=_cookie(token))

    async def form(self, token: str, path: str, fields: dict[str, str]) -> httpx.Response:
        return await self.client.post(path, data=fields, headers=_cookie(token))


def _cookie(token: str) -> dict[str, str]:
    return {"cookie": f"kotva_seat={token}"}
