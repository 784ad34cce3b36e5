"""The people of a soak: they sit at tables of all games, move over sockets, leave, come back, and survive a server that dies.

A move that was not answered is sent again under its key, as browsers do; what was acknowledged is noted as a promise.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Final

import httpx
import msgspec

from benchmarks.driver import GAMES, Option, players_of
from benchmarks.servers import HOST
from benchmarks.wire import Socket, connect
from tests.fuzz.harbour import Promises

_AWAY: Final = 4.0  # seconds that a person who left stays away
_RESEND: Final = 15.0  # seconds after which a move without an answer is sent again
_BOTS: Final = ("easy", "medium", "random")


class SoakMessage(msgspec.Struct):
    """What is read of a message; the rest is skipped."""

    type: str
    seq: int = -1
    status: int = 0
    choices: list[Option] | None = None
    over: msgspec.Raw = msgspec.Raw(b"")
    key: str = ""


_READ = msgspec.json.Decoder(SoakMessage)


@dataclass(slots=True, eq=False)
class SoakPerson:
    """Somebody at a seat, and what the page shows."""

    token: str
    number: int
    socket: Socket | None = None
    seq: int = -1
    choices: list[Option] = field(default_factory=list)
    back: float = 0.0  # away until then

    @property
    def is_there(self) -> bool:
        return self.socket is not None and self.socket.opened.done() and not self.socket.lost


@dataclass(slots=True, eq=False)
class SoakTable:
    """A table, and the move that is under way at it."""

    id: str
    people: list[SoakPerson]
    bots: bool
    over: bool = False
    key: str = ""
    mover: SoakPerson | None = None
    body: bytes = b""
    sent: float = 0.0  # when it was sent first
    again: float = 0.0  # when it is sent once more


class Crowd:
    """Everybody."""

    def __init__(self, port: int, chance: Random, promises: Promises, wrong: list[str]) -> None:
        self.port, self.chance, self.promises, self.wrong = port, chance, promises, wrong
        self.times: list[float] = []  # seconds from a move to its being stored, since somebody last looked
        self.finished: list[str] = []
        self.last_done = 0.0  # when a move was acknowledged last
        self.refused = 0
        self.leaving = False  # nobody moves or connects any more
        self._tables: deque[SoakTable] = deque()
        self._made = 0
        self._onlookers: deque[Socket] = deque()

    # -- tables ------------------------------------------------------------------------------------------------------

    async def fill(self, tables: int) -> None:
        async with self._client() as client:
            while len(self._tables) < tables:
                self._tables.append(await self._new(client))
        await self._connect_all()

    async def _new(self, client: httpx.AsyncClient) -> SoakTable:
        """A table of the next game: people at all seats, or, at every third table, one person and bots."""
        game, bots = GAMES[self._made % len(GAMES)], self._made % 3 == 2
        self._made += 1
        seats = players_of(game, self.chance.choice((2, 3, 4)))
        people = [SoakPerson(secrets.token_urlsafe(32), number) for number in range(1 if bots else seats)]
        others = [self.chance.choice(_BOTS) if bots else "open" for _ in range(1, seats)]
        fields = {"seats": str(seats), "kind-0": "me", **{f"kind-{n}": kind for n, kind in enumerate(others, 1)}}
        made = await client.post(f"/new/{game}", data=fields, headers=_cookie(people[0]))
        if made.status_code != 303:
            raise AssertionError(f"no table: {made.status_code} {made.text[:300]}")
        table = SoakTable(made.headers["location"].removeprefix("/table/"), people, bots)
        self.promises.tables[table.id] = seats
        self.promises.seats[table.id, 0] = people[0].token
        for person in people[1:]:
            body = {"seat": person.number, "name": f"P{person.number + 1}"}
            answer = await client.post(f"/api/tables/{table.id}/sit", json=body, headers=_cookie(person))
            if answer.status_code == 200:
                self.promises.seats[table.id, person.number] = person.token
        return table

    def wanted_hint(self) -> tuple[str, str] | None:
        """A table with bots where a person may move, and the person's token."""
        for _ in range(20):
            table = self.chance.choice(self._tables)
            if table.bots and not table.over and table.people[0].choices:
                return table.id, table.people[0].token
        return None

    # -- moves -------------------------------------------------------------------------------------------------------

    async def play(self, rate: float) -> None:
        """Moves at a steady rate, table after table; a table that has not answered waits."""
        begun, made = time.monotonic(), 0.0
        while not self.leaving:
            owed = (time.monotonic() - begun) * rate
            for _ in range(len(self._tables)):
                if made >= owed:
                    break
                table = self._tables[0]
                self._tables.rotate(-1)
                if table.key:
                    self._send_again(table)
                elif not table.over and self._move(table):
                    made += 1
            made = max(made, owed - rate)  # what could not be offered is not made up for in one burst
            await asyncio.sleep(0.005)

    def _move(self, table: SoakTable) -> bool:
        able = [person for person in table.people if person.choices and person.is_there]
        if not able:
            return False
        person = self.chance.choice(able)
        table.key, table.mover = secrets.token_hex(8), person
        action = self.chance.choice(person.choices).action
        move = {"type": "move", "action": action, "seat": person.number, "seen": person.seq, "key": table.key}
        table.body = msgspec.json.encode(move)
        table.sent = time.monotonic()
        table.again = table.sent + _RESEND
        assert person.socket is not None
        person.socket.send(table.body)
        return True

    def _send_again(self, table: SoakTable) -> None:
        """A move whose answer was lost, once its person is there again."""
        assert table.mover is not None
        if table.mover.is_there and time.monotonic() >= table.again:
            assert table.mover.socket is not None
            table.mover.socket.send(table.body)
            table.again = time.monotonic() + _RESEND

    def _heard(self, table: SoakTable, person: SoakPerson, data: bytes) -> None:
        message = _READ.decode(data)
        if message.type in ("packet", "change"):
            person.seq = message.seq
            person.choices = message.choices or []
            if bytes(message.over) not in (b"", b"null") and not table.over:
                table.over = True
                self.finished.append(table.id)
        elif message.key and message.key == table.key:
            table.key = ""
            if message.type == "done":
                self.last_done = time.monotonic()
                self.times.append(self.last_done - table.sent)
                self.promises.events[table.id, message.key] = message.seq
            else:
                self.refused += 1
                if message.status not in (409, 422, 503):
                    self.wrong.append(f"a legal move was refused: {data[:300]!r}")

    # -- coming and going --------------------------------------------------------------------------------------------

    async def come_and_go(self) -> None:
        """People leave and come back, others look on for a while, a finished game makes room for a new one."""
        async with self._client() as client:
            while not self.leaving:
                await asyncio.sleep(0.25)
                with suppress(OSError, httpx.TransportError):  # killed just now
                    self._someone_leaves()
                    await self._someone_looks_on()
                    await self._next_game(client)
                await self._connect_all()

    def _someone_leaves(self) -> None:
        person = self.chance.choice(self.chance.choice(self._tables).people)
        if person.is_there:
            assert person.socket is not None
            person.socket.close()
            person.back = time.monotonic() + _AWAY

    async def _someone_looks_on(self) -> None:
        path = f"/api/tables/{self.chance.choice(self._tables).id}/socket"
        cookie = f"kotva_seat={secrets.token_urlsafe(32)}"
        self._onlookers.append(await connect(HOST, self.port, path, cookie, lambda _: None, reads=False))
        if len(self._onlookers) > 60:
            self._onlookers.popleft().close()

    async def _next_game(self, client: httpx.AsyncClient) -> None:
        table = next((table for table in self._tables if table.over and not table.key), None)
        if table is None:
            return
        for person in table.people:
            if person.socket is not None:
                person.socket.close()
        new = await self._new(client)
        self._tables[self._tables.index(table)] = new  # its place has changed meanwhile: all take turns

    async def _connect_all(self) -> None:
        gate = asyncio.Semaphore(32)

        async def one(table: SoakTable, person: SoakPerson) -> None:
            async with gate:
                path, cookie = f"/api/tables/{table.id}/socket", f"kotva_seat={person.token}"
                with suppress(OSError):  # not up yet
                    person.socket = await connect(
                        HOST, self.port, path, cookie, lambda data: self._heard(table, person, data)
                    )
                    if person is table.mover:
                        table.again = 0.0

        now = time.monotonic()
        gone = [(t, p) for t in self._tables for p in t.people if not p.is_there and p.back <= now]
        await asyncio.gather(*(one(table, person) for table, person in gone))

    def cut(self) -> None:
        """The server is gone, and every socket with it."""
        for table in self._tables:
            for person in table.people:
                if person.socket is not None:
                    person.socket.close()
                    person.socket.lost = True
                person.choices = []

    def close(self) -> None:
        self.cut()
        for socket in self._onlookers:
            socket.close()

    def _client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=f"http://{HOST}:{self.port}", timeout=60, follow_redirects=False)


def _cookie(person: SoakPerson) -> dict[str, str]:
    return {"cookie": f"kotva_seat={person.token}"}
