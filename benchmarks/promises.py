"""What else a node promises: a person's bots answer soon, an idle node is small, a long game opens at once.

    python -m benchmarks.load --promises       all of them; about three minutes

Each function measures one promise on a server of its own and gives figures with their targets.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import re
import secrets
import statistics
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlencode

from rich.console import Console
from rich.progress import Progress

from benchmarks import nodes
from benchmarks.driver import GAMES, ask
from benchmarks.servers import HOST, cpu_seconds, kotva_server, rss_mb
from benchmarks.wire import connect
from kotva import games
from kotva.match import Match, SeatSpec, TableSpec
from kotva.server.rows import EventRow
from kotva.server.store import open_store
from kotva.server.tables import prepare
from tests.server import postgres

LONG = 6_000  # moves of a long game
STORED = 10_000  # tables in the database of an idle node


@dataclass(frozen=True, slots=True)
class Promise:
    """A figure and the most it may be."""

    what: str
    value: float
    unit: str
    most: float


def look(port: int, table: str, token: str = "") -> dict[str, object]:
    """What a browser gets of a table."""
    client = http.client.HTTPConnection(HOST, port, timeout=120)
    client.request("GET", f"/api/tables/{table}", headers={"cookie": f"kotva_seat={token}"} if token else {})
    data: dict[str, object] = json.loads(client.getresponse().read())
    client.close()
    return data


# -- bots --------------------------------------------------------------------------------------------------------------


async def bots(tables: int = 200, seconds: float = 40.0) -> list[Promise]:
    """A person plays with three hard bots while hundreds of watched tables of hard bots play; and tables that nobody watches."""
    with (
        tempfile.TemporaryDirectory() as folder,
        kotva_server(Path(folder) / "tables.db", "--pace", "0") as (port, pid),
    ):
        token = secrets.token_urlsafe(32)
        others = [_table(port, GAMES[n % len(GAMES)], "hard", token) for n in range(tables)]
        alone = [_table(port, GAMES[n % len(GAMES)], "hard", token) for n in range(20)]
        before = [len(await _events(Path(folder) / "tables.db", name)) for name in alone]
        watching = [
            await connect(HOST, port, f"/api/tables/{name}/socket", "", lambda _: None, reads=False) for name in others
        ]
        mine = _table(port, "bosman", "me hard hard hard", token)
        waits = await asyncio.to_thread(_play, port, mine, token, seconds)
        after = [len(await _events(Path(folder) / "tables.db", name)) for name in alone]
        busy = sum(int(str(look(port, name)["moves"])) > 11 for name in others)
        for socket in watching:
            socket.close()
        Console(stderr=True).print(
            f"{len(waits)} answers; bots moved at {busy} of {tables} other tables; {rss_mb(pid):.0f} MB"
        )
    many = f"while {tables} tables of hard bots play"
    return [
        Promise(
            f"an answer of one of a person's hard bots, {many}: half of them within", statistics.median(waits), "s", 3.0
        ),
        Promise(f"the slowest answer of one of a person's bots, {many}", max(waits), "s", 3.0),
        Promise("moves of 20 tables of bots that nobody watches, meanwhile", sum(after) - sum(before), "moves", 0.0),
    ]


def _table(port: int, game: str, kinds: str, token: str) -> str:
    """A table for as many as the kinds name, or of one kind at all seats."""
    names = kinds.split()
    seats = len(names) if len(names) > 1 else [count for count in games.load(game).rules.seats if count <= 4][-1]
    form = {"seats": str(seats), **{f"kind-{n}": names[n % len(names)] for n in range(seats)}}
    return _post(port, f"/new/{game}", urlencode(form), token, 303).removeprefix("/table/")


def _post(port: int, path: str, body: str, token: str, status: int) -> str:
    """A request over a connection of its own: the server closes one that nobody has used for a while."""
    client = http.client.HTTPConnection(HOST, port, timeout=120)
    try:
        return ask(client, path, body, token, status)
    finally:
        client.close()


async def _events(database: Path, table: str) -> list[EventRow]:
    store = open_store(database, alone=False)
    try:
        return await store.events(table)
    finally:
        await store.close()


def _play(port: int, table: str, token: str, seconds: float) -> list[float]:
    """Play at seat 0 for a while; how long each decision of a bot took."""
    chance = random.Random(1)
    waits: list[float] = []
    end = time.perf_counter() + seconds
    packet = look(port, table, token)
    while time.perf_counter() < end and not packet.get("over"):
        actors, since, seq = packet.get("actors", []), time.perf_counter(), packet["seq"]
        assert isinstance(actors, list)
        if 0 in actors:
            choices = packet["choices"]
            assert isinstance(choices, list)
            move = {"action": chance.choice(choices)["action"], "seat": 0, "seen": seq, "key": secrets.token_hex(8)}
            _post(port, f"/api/tables/{table}/moves", json.dumps(move), token, 200)
            packet = look(port, table, token)
            continue
        while packet["seq"] == seq:
            time.sleep(0.05)
            packet = look(port, table, token)
        waits.append(time.perf_counter() - since)
    return waits


# -- memory ------------------------------------------------------------------------------------------------------------


async def idle() -> list[Promise]:
    """A node with many stored tables that nobody looks at; then some are looked at and left alone."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "tables.db"
        names = await _fill(database, STORED)
        with kotva_server(database, "--metrics") as (port, pid):
            await asyncio.sleep(5)
            rss = rss_mb(pid)
            cpu = cpu_seconds(pid)
            await asyncio.sleep(5)
            cpu = (cpu_seconds(pid) - cpu) / 5 * 100
            for name in names[:500]:
                look(port, name)
            full, most, started = rss_mb(pid), _held(port), time.perf_counter()
            with Progress(console=Console(stderr=True), transient=True) as progress:
                task = progress.add_task("tables leave memory", total=most)
                while (held := _held(port)) and time.perf_counter() < started + 150:
                    progress.update(task, completed=most - held)
                    await asyncio.sleep(2)
        Console(stderr=True).print(f"{most:.0f} tables in memory take {full - rss:.0f} MB more")
    return [
        Promise(f"memory of an idle node with {STORED:,} stored tables", rss, "MB", 150.0),
        Promise("processor that it takes meanwhile", cpu, "%", 5.0),
        Promise(
            f"of {most:.0f} tables that were looked at, in memory {time.perf_counter() - started:.0f} s later",
            held,
            "",
            0.0,
        ),
    ]


def _held(port: int) -> float:
    client = http.client.HTTPConnection(HOST, port)
    client.request("GET", "/metrics")
    found = re.search(rb"^kotva_tables ([\d.]+)", client.getresponse().read(), re.M)
    client.close()
    return float(found[1]) if found else -1.0


async def _fill(database: Path, count: int) -> list[str]:
    """Tables of all games, in the first moves of a game."""
    store = open_store(database, alone=False)
    seats = {name: [n for n in games.load(name).rules.seats if n <= 4][-1] for name in GAMES}
    made = [prepare(TableSpec(game=name, seats=(SeatSpec("easy", "easy"),) * seats[name])) for name in GAMES]
    names = [secrets.token_hex(5) for _ in range(count)]
    for start in range(0, count, 250):
        part = enumerate(names[start : start + 250])
        await asyncio.gather(
            *(store.create(replace(made[n % len(made)][0], id=name), made[n % len(made)][1]) for n, name in part)
        )
    await store.close()
    return names


# -- a long game -------------------------------------------------------------------------------------------------------


async def long_game() -> list[Promise]:
    """A table with thousands of moves is opened for the first time since the server started."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "tables.db"
        names = [await _long_table(database, seed) for seed in range(3)]
        took, spent = [], []
        with kotva_server(database) as (port, pid):
            look(port, "nosuchtable")
            await asyncio.sleep(3)  # until all games are loaded
            for name in names:
                cpu, started = cpu_seconds(pid), time.perf_counter()
                look(port, name)
                took.append((time.perf_counter() - started) * 1000)
                spent.append((cpu_seconds(pid) - cpu) * 1000)
    return [
        Promise(f"opening a table of {LONG:,} moves (Settlers; the median of 3)", sorted(took)[1], "ms", 200.0),
        Promise("processor that this takes", sorted(spent)[1], "ms", 200.0),
    ]


async def _long_table(database: Path, seed: int) -> str:
    """A random game of Settlers, cut after so many moves."""
    chance = random.Random(seed)
    spec = TableSpec(game="settlers", seats=tuple(SeatSpec(f"P{n}") for n in range(4)), seed=f"{seed:032d}")
    row, _ = prepare(spec)
    match = Match(games.load("settlers"), 4, row.options, seed=row.seed)
    while len(match.played) < LONG and not match.is_over:
        seat = chance.choice(match.actors())
        match.play(chance.choice(match.legal(seat)), seat)
    events = [EventRow("move", p.actor, p.text, at=time.time()) for p in match.played[:LONG]]
    store = open_store(database, alone=False)
    await store.create(row, events)
    await store.close()
    return row.id


# -- several nodes -----------------------------------------------------------------------------------------------------


async def crossing() -> list[Promise]:
    """A move at one node is heard at another; nothing where PostgreSQL is not installed."""
    if postgres.programs() is None:
        return []
    with postgres.running() as address, nodes.node(address) as (here, _), nodes.node(address) as (there, _):
        found = await nodes.measure(here, there, 300, quiet=True)
    what = "a move is stored, and heard at another node on the same PostgreSQL: {} of 100 within"
    return [Promise(what.format(of), found[f"there_p{of}_ms"], "ms", 100.0) for of in (50, 99)]


def all_promises() -> list[Promise]:
    """Every promise, one after another."""
    return [promise for measure in (long_game, idle, bots, crossing) for promise in asyncio.run(measure())]
