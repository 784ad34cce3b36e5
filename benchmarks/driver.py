"""Players and bystanders of many tables, in one process: legal moves chosen at random, sent over the mover's socket.

It must not be what limits the figures, so it reads of each message only what it needs, and does nothing for tables that wait.
"""

from __future__ import annotations

import asyncio
import functools
import http.client
import json
import queue
import random
import secrets
import threading
import time
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from urllib.parse import urlencode

import msgspec

from benchmarks.servers import HOST
from benchmarks.wire import Socket, connect
from kotva import games

GAMES = ("bosman", "hexxi", "seameni", "settlers", "triremes")


class Option(msgspec.Struct):
    action: str


class Message(msgspec.Struct):
    """What the driver reads of a message; the rest is skipped."""

    type: str
    seq: int = -1
    seat: int | None = None
    choices: list[Option] | None = None
    over: msgspec.Raw = msgspec.Raw(b"")
    key: str = ""


_READ = msgspec.json.Decoder(Message)


@dataclass(slots=True, eq=False)
class Seat:
    """A player: what he may do, as far as he was told."""

    token: str
    number: int
    socket: Socket | None = None
    seq: int = -1
    choices: list[Option] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Game:
    """A table as the driver knows it."""

    name: str
    id: str
    seats: list[Seat]
    over: bool = False
    busy: str = ""  # the key of the move that is under way
    sent: float = 0.0


@dataclass(slots=True)
class Tally:
    """What was measured."""

    times: list[float] = field(default_factory=list)
    refused: int = 0
    heard: int = 0  # messages
    taken: int = 0  # bytes on the wire


class Talker(threading.Thread):
    """Says lines at tables by HTTP, beside the moves."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self.lines: queue.SimpleQueue[tuple[str, str] | None] = queue.SimpleQueue()  # a table and a player's token
        self.said = 0
        self._port = port

    def run(self) -> None:
        client = http.client.HTTPConnection(HOST, self._port)
        while (line := self.lines.get()) is not None:
            table, token = line
            body = json.dumps({"text": "Two wool for an ore?", "key": secrets.token_hex(8)})
            ask(client, f"/api/tables/{table}/talk", body, token, 200)
            self.said += 1
        client.close()


class Load:
    """The driver."""

    def __init__(self, port: int, seed: int, talk: int = 0) -> None:
        self.port = port
        self._talk = talk  # moves for one line of talk; 0: nobody says anything
        self.talker = Talker(port)
        self.talker.start()
        self.chance = random.Random(seed)
        self.games: list[Game] = []
        self.sockets: list[Socket] = []
        self.tally = Tally()
        self.firsts = 0

    def make(self, names: Iterable[str], seats: Sequence[int] = (4,)) -> None:
        """A table of each game named, a browser of its own for each seat; with as many seats as said, in turn."""
        client = http.client.HTTPConnection(HOST, self.port)
        for name, most in zip(names, cycle(seats), strict=False):
            self.games.append(_make_table(client, name, most))
        client.close()

    async def open(self, count: int) -> float:
        """Sockets for all players, then bystanders until there are so many; seconds until each has its first packet."""
        started = time.perf_counter()
        wanted: list[tuple[Game, Seat | None]] = [(game, seat) for game in self.games for seat in game.seats]
        wanted += [(self.games[n % len(self.games)], None) for n in range(max(0, count - len(wanted)))]
        gate = asyncio.Semaphore(64)

        async def one(game: Game, seat: Seat | None) -> None:
            async with gate:
                cookie = f"kotva_seat={seat.token if seat else secrets.token_urlsafe(32)}"
                heard = functools.partial(self._player, game, seat) if seat else self._bystander
                path = f"/api/tables/{game.id}/socket"
                socket = await connect(HOST, self.port, path, cookie, heard, reads=seat is not None)
                self.sockets.append(socket)
                if seat:
                    seat.socket = socket

        await asyncio.gather(*(one(game, seat) for game, seat in wanted))
        while self.firsts < len(wanted):
            await asyncio.sleep(0.005)
        return time.perf_counter() - started

    def close(self) -> int:
        """Leave; how many sockets the server had closed by itself."""
        lost = sum(socket.lost for socket in self.sockets)
        for socket in self.sockets:
            socket.close()
        self.talker.lines.put(None)
        return lost

    @property
    def taken(self) -> int:
        """Bytes that came over the wire so far."""
        return sum(socket.taken for socket in self.sockets)

    def _bystander(self, data: bytes) -> None:
        self.tally.heard += 1
        if data.startswith(b'{"type":"packet"'):
            self.firsts += 1

    def _player(self, game: Game, seat: Seat, data: bytes) -> None:
        self.tally.heard += 1
        message = _READ.decode(data)
        if message.type in ("packet", "change"):
            if message.type == "packet":
                self.firsts += 1
            seat.seq = message.seq
            seat.choices = message.choices or []
            game.over = game.over or bytes(message.over) not in (b"", b"null")
        elif message.key and message.key == game.busy:
            game.busy = ""
            if message.type == "done":
                self.tally.times.append(time.perf_counter() - game.sent)
            else:
                self.tally.refused += 1

    async def play(self, seconds: float, rate: float) -> float:
        """Moves at a steady rate, table after table; how many seconds it took. A table that has not answered is left out."""
        self.tally = Tally()
        taken = self.taken
        row = deque(self.games)
        self.chance.shuffle(row)
        start = time.perf_counter()
        made = 0.0
        while (now := time.perf_counter()) < start + seconds:
            owed = (now - start) * rate
            for _ in range(len(row)):
                if made >= owed:
                    break
                game = row.popleft()
                row.append(game)
                if not game.busy and not game.over and self._move(game):
                    made += 1
                    if self._talk and not self.chance.randrange(self._talk):
                        self.talker.lines.put((game.id, self.chance.choice(game.seats).token))
            made = max(made, owed - len(row))  # what could not be offered is not made up for in one burst
            await asyncio.sleep(0.001)
        took = time.perf_counter() - start
        for _ in range(1000):
            if not any(game.busy for game in self.games):
                break
            await asyncio.sleep(0.005)
        self.tally.taken = self.taken - taken
        return took

    def _move(self, game: Game) -> bool:
        able = [seat for seat in game.seats if seat.choices]
        if not able:
            return False
        seat = self.chance.choice(able)
        assert seat.socket is not None
        game.busy, game.sent = secrets.token_hex(8), time.perf_counter()
        move = {
            "type": "move",
            "action": self.chance.choice(seat.choices).action,
            "seat": seat.number,
            "seen": seat.seq,
            "key": game.busy,
        }
        seat.socket.send(msgspec.json.encode(move))
        return True


def players_of(name: str, most: int) -> int:
    """How many play a game at a table for so many, or for as few as it can be."""
    allowed = games.load(name).rules.seats
    return max((count for count in allowed if count <= most), default=min(allowed))


def _make_table(client: http.client.HTTPConnection, name: str, most: int) -> Game:
    seats = players_of(name, most)
    players = [Seat(secrets.token_urlsafe(32), number) for number in range(seats)]
    form = {"seats": str(seats), **{f"kind-{n}": "open" if n else "me" for n in range(seats)}}
    table = ask(client, f"/new/{name}", urlencode(form), players[0].token, 303).removeprefix("/table/")
    for seat in players[1:]:
        body = json.dumps({"seat": seat.number, "name": f"P{seat.number + 1}"})
        ask(client, f"/api/tables/{table}/sit", body, seat.token, 200)
    return Game(name, table, players)


def ask(client: http.client.HTTPConnection, path: str, body: str, token: str, status: int) -> str:
    """A request that must be answered with a status; where it sends the browser."""
    headers = {"cookie": f"kotva_seat={token}", "content-type": "application/x-www-form-urlencoded"}
    client.request("POST", path, body, headers)
    response = client.getresponse()
    text = response.read()
    if response.status != status:
        raise RuntimeError(f"{path}: {response.status} {text[:300]!r}")
    return response.headers.get("location", "")


async def echoes(port: int, sockets: int, size: int, seconds: float) -> float:
    """Echoes a second of messages of a size, each socket with one under way."""
    body = b"x" * max(1, min(size, 60_000))
    count = 0
    running = True
    opened: list[Socket] = []

    def ready(number: int, _: bytes) -> None:
        nonlocal count
        count += 1
        if running:
            opened[number].send(body)

    opened.extend(
        [await connect(HOST, port, "/", "", functools.partial(ready, n), packed=False) for n in range(sockets)]
    )
    started = time.perf_counter()
    for socket in opened:
        socket.send(body)
    await asyncio.sleep(seconds)
    running = False
    took = time.perf_counter() - started
    for socket in opened:
        socket.close()
    return count / took
