"""How many moves a second a server stores and tells, and how quickly: many tables, many sockets, all games.

    python -m benchmarks.load [--tables N --sockets N --seconds N --rate N] [--json]

Server and driver share this machine. Players and bystanders watch by sockets; moves are legal, chosen at random, sent over the
mover's socket, and count when the server says that they are stored. Beside it, in the same run, a bare Starlette server echoes
messages of the same size over as many sockets. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import http.client
import json
import os
import random
import re
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import msgspec
from rich.console import Console
from rich.progress import Progress

from benchmarks.wire import Socket, connect
from kotva import games

ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"
CONSOLE = Console(stderr=True)


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
    choices: list[str] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Game:
    """A table as the driver knows it."""

    name: str
    id: str
    seats: list[Seat]
    over: bool = False
    busy: str = ""  # the key of the move that is under way
    sent: float = 0.0
    due: float = 0.0


@dataclass(slots=True)
class Tally:
    """What was measured."""

    times: list[float] = field(default_factory=list)
    refused: int = 0
    heard: int = 0
    heard_bytes: int = 0


class Load:
    """The driver."""

    def __init__(self, port: int, seed: int) -> None:
        self.port = port
        self.chance = random.Random(seed)
        self.games: list[Game] = []
        self.sockets: list[Socket] = []
        self.tally = Tally()
        self.firsts = 0

    def make(self, count: int) -> None:
        """Tables of all games in turn, a browser of its own for each seat."""
        client = http.client.HTTPConnection(HOST, self.port)
        ids = [name for name in games.ids() if name in ("bosman", "hexxi", "seameni", "settlers", "triremes")]
        with Progress(console=CONSOLE, transient=True) as progress:
            for number in progress.track(range(count), description="tables"):
                self.games.append(_make_table(client, ids[number % len(ids)]))
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
                heard = (lambda data: self._player(game, seat, data)) if seat else self._bystander
                socket = await connect(HOST, self.port, f"/api/tables/{game.id}/socket", cookie, heard)
                self.sockets.append(socket)
                if seat:
                    seat.socket = socket

        await asyncio.gather(*(one(game, seat) for game, seat in wanted))
        while self.firsts < len(wanted):
            await asyncio.sleep(0.005)
        return time.perf_counter() - started

    def _bystander(self, data: bytes) -> None:
        self.tally.heard += 1
        self.tally.heard_bytes += len(data)
        if data.startswith(b'{"type":"packet"'):
            self.firsts += 1

    def _player(self, game: Game, seat: Seat, data: bytes) -> None:
        self.tally.heard += 1
        self.tally.heard_bytes += len(data)
        message = _READ.decode(data)
        if message.type in ("packet", "change"):
            if message.type == "packet":
                self.firsts += 1
            seat.seq = message.seq
            seat.choices = [choice.action for choice in message.choices or ()]
            game.over = game.over or (bool(bytes(message.over)) and bytes(message.over) != b"null")
        elif message.key and message.key == game.busy:
            game.busy = ""
            if message.type == "done":
                self.tally.times.append(time.perf_counter() - game.sent)
            else:
                self.tally.refused += 1

    async def play(self, seconds: float, rate: float) -> float:
        """Moves at a steady rate over all tables; how many seconds it really took."""
        self.tally = Tally()
        step = len(self.games) / rate
        start = time.perf_counter()
        for game in self.games:
            game.due = start + self.chance.random() * step
        while (now := time.perf_counter()) < start + seconds:
            for game in self.games:
                if now >= game.due and not game.busy and not game.over and self._move(game, now):
                    game.due = max(game.due + step, now - step)
            await asyncio.sleep(0.002)
        took = time.perf_counter() - start
        for _ in range(1000):
            if not any(game.busy for game in self.games):
                break
            await asyncio.sleep(0.005)
        return took

    def _move(self, game: Game, now: float) -> bool:
        able = [seat for seat in game.seats if seat.choices]
        if not able:
            return False
        seat = self.chance.choice(able)
        assert seat.socket is not None
        game.busy, game.sent = secrets.token_hex(8), now
        move = {
            "type": "move",
            "action": self.chance.choice(seat.choices),
            "seat": seat.number,
            "seen": seat.seq,
            "key": game.busy,
        }
        seat.socket.send(json.dumps(move).encode())
        return True


def _make_table(client: http.client.HTTPConnection, name: str) -> Game:
    seats = [count for count in games.load(name).seats if count <= 4][-1]
    players = [Seat(secrets.token_urlsafe(32), number) for number in range(seats)]
    form = {"seats": str(seats), **{f"kind-{n}": "open" if n else "me" for n in range(seats)}}
    _ask(client, f"/new/{name}", urlencode(form), players[0].token, 303)
    location = client.last  # type: ignore[attr-defined]
    table = location.removeprefix("/table/")
    for seat in players[1:]:
        body = json.dumps({"seat": seat.number, "name": f"P{seat.number + 1}"})
        _ask(client, f"/api/tables/{table}/sit", body, seat.token, 200)
    return Game(name, table, players)


def _ask(client: http.client.HTTPConnection, path: str, body: str, token: str, status: int) -> None:
    headers = {"cookie": f"kotva_seat={token}", "content-type": "application/x-www-form-urlencoded"}
    client.request("POST", path, body, headers)
    response = client.getresponse()
    text = response.read()
    if response.status != status:
        raise RuntimeError(f"{path}: {response.status} {text[:300]!r}")
    client.last = response.headers.get("location", "")  # type: ignore[attr-defined]


# -- servers ---------------------------------------------------------------------------------------------------------

_ECHO = """
import sys, uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
async def echo(socket):
    await socket.accept()
    while True:
        message = await socket.receive()
        if message["type"] != "websocket.receive":
            return
        await socket.send_text(message["text"])
app = Starlette(routes=[WebSocketRoute("/{path:path}", echo)])
config = uvicorn.Config(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="error", ws="websockets-sansio")
uvicorn.Server(config).run()
"""


@contextmanager
def kotva_server(database: Path) -> Iterator[tuple[int, int]]:
    """A server in a process of its own: its port and process."""
    command = [sys.executable, "-m", "kotva", "serve", "--port", "0", "--db", str(database), "--no-browser"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"localhost:(\d+)", process.stdout.readline())
        if not found:
            raise RuntimeError("the server did not start")
        yield int(found[1]), process.pid
    finally:
        process.terminate()
        process.wait(20)


@contextmanager
def echo_server() -> Iterator[int]:
    """The bare server to compare with: its port."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "echo.py"
        script.write_text(_ECHO, encoding="utf-8")
        port = random.randrange(20000, 50000)
        process = subprocess.Popen([sys.executable, str(script), str(port)], cwd=folder)
        try:
            for _ in range(200):
                try:
                    http.client.HTTPConnection(HOST, port, timeout=1).connect()
                    break
                except OSError:
                    time.sleep(0.05)
            yield port
        finally:
            process.kill()
            process.wait(20)


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

    for number in range(sockets):
        heard = functools.partial(ready, number)
        opened.append(await connect(HOST, port, "/", "", heard))
    started = time.perf_counter()
    for socket in opened:
        socket.send(body)
    await asyncio.sleep(seconds)
    running = False
    took = time.perf_counter() - started
    for socket in opened:
        socket.close()
    return count / took


def cpu_seconds(pid: int) -> float:
    """Processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def rss_mb(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def measure(tables: int, sockets: int, seconds: float, rate: float, seed: int = 1) -> dict[str, float]:
    """One run."""
    with tempfile.TemporaryDirectory() as folder, kotva_server(Path(folder) / "tables.db") as (port, pid):
        load = Load(port, seed)
        load.make(tables)
        open_s = await load.open(sockets)
        await load.play(min(2.0, seconds / 3), rate)  # until caches are warm
        cpu = cpu_seconds(pid)
        took = await load.play(seconds, rate)
        tally = load.tally
        spent, rss = cpu_seconds(pid) - cpu, rss_mb(pid)
        lost = sum(socket.lost for socket in load.sockets)
        for socket in load.sockets:
            socket.close()
    moves = len(tally.times)
    size = tally.heard_bytes / max(1, tally.heard)
    with echo_server() as port:
        echo = await echoes(port, min(tables, 250), round(size), min(3.0, seconds))
    times = sorted(tally.times) or [0.0]
    CONSOLE.print(
        f"{moves} moves, {tally.refused} refused, {lost} sockets lost, {tally.heard} messages of {size:.0f} bytes"
    )
    return {
        "moves_per_s": round(moves / took, 1),
        "p50_ms": round(statistics.median(times) * 1000, 1),
        "p99_ms": round(times[min(len(times) - 1, int(len(times) * 0.99))] * 1000, 1),
        "echo_ratio": round(moves / took / echo, 3) if echo else 0.0,
        "open_s": round(open_s, 2),
        "bytes_per_move": round(size),
        "cpu_ms_per_move": round(spent / max(1, moves) * 1000, 2),
        "rss_mb": round(rss, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--rate", type=float, default=550, help="moves a second offered, over all tables")
    parser.add_argument("--json", action="store_true", help="nothing but the JSON line")
    given = parser.parse_args()
    CONSOLE.quiet = given.json
    result = asyncio.run(measure(given.tables, given.sockets, given.seconds, given.rate))
    print(json.dumps(result))


if __name__ == "__main__":
    main()
