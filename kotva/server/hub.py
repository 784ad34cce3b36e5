"""All tables of this process: loaded when somebody looks, watched through sockets, moved on by bots."""

from __future__ import annotations

import asyncio
import functools
import logging
import secrets
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace

from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocket, WebSocketDisconnect

from kotva import games
from kotva.engine.errors import KotvaError
from kotva.engine.fair import new_seed
from kotva.engine.record import Record
from kotva.match import Match
from kotva.scene.packet import encode
from kotva.server import bots
from kotva.server.settings import Settings
from kotva.server.store import EventRow, SitterRow, Store, TableRow
from kotva.server.table import Stale, Table, Viewer

_LOG = logging.getLogger("kotva.server")
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # without letters that are taken for others


@dataclass(slots=True, eq=False)
class Watcher:
    """A connected browser at a table."""

    socket: WebSocket
    table: Table
    viewer: Viewer
    lock: asyncio.Lock
    last_eyes: int | None = None


class Hub:
    """Tables in memory, sockets, bots."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self._tables: dict[str, Table] = {}
        self._load_lock = threading.Lock()
        self._watchers: dict[str, set[Watcher]] = {}
        self._runs: dict[str, asyncio.Task[None]] = {}
        self._pool: ProcessPoolExecutor | None = None

    async def close(self) -> None:
        for run in self._runs.values():
            run.cancel()
        if self._pool is not None:
            await run_in_threadpool(self._pool.shutdown, wait=True, cancel_futures=True)
        self.store.close()

    # -- tables ----------------------------------------------------------------------------------------------------

    async def table(self, table_id: str) -> Table | None:
        """A table by its id, with its bots at work."""
        table = self._tables.get(table_id)
        if table is None:
            table = await run_in_threadpool(self._load, table_id)
        if table is not None:
            self.wake_bots(table)
        return table

    def _load(self, table_id: str) -> Table | None:
        with self._load_lock:
            if table_id not in self._tables:
                table = Table.load(self.store, table_id)
                if table is None:
                    return None
                self._tables[table_id] = table
            return self._tables[table_id]

    def create(
        self,
        game_id: str,
        sitters: Sequence[SitterRow],
        options: Mapping[str, object],
        title: str,
    ) -> TableRow:
        """A new table; BadOption says what is wrong."""
        game = games.load(game_id)
        seed = new_seed()
        match = Match(game, len(sitters), options, seed=seed)
        row = TableRow(
            id="".join(secrets.choice(_ALPHABET) for _ in range(10)),
            game=game.id,
            version=game.version,
            title=title,
            seats=match.seats,
            options=dict(match.options.given),
            seed=seed,
            sitters=list(sitters),
        )
        self.store.create(row, [EventRow("move", played.actor, played.text) for played in match.played])
        return row

    # -- watching --------------------------------------------------------------------------------------------------

    async def watch(self, socket: WebSocket, table: Table, viewer: Viewer) -> None:
        """Serve one socket until it goes away: a packet at once, and one whenever the table has grown."""
        watcher = Watcher(socket, table, viewer, asyncio.Lock())
        watchers = self._watchers.setdefault(table.row.id, set())
        watchers.add(watcher)
        self._count(table)
        try:
            await self._send(watcher, whole=True)
            await self._tell_others(watcher)
            while True:
                message = await socket.receive_json()
                eyes = message.get("eyes") if isinstance(message, dict) else None
                if isinstance(eyes, int) and eyes in watcher.viewer.yours:
                    watcher.viewer = replace(watcher.viewer, eyes=eyes)
                await self._send(watcher, whole=True)
        except (WebSocketDisconnect, RuntimeError, ValueError, KeyError):
            pass
        finally:
            watchers.discard(watcher)
            self._count(table)
            await self._tell_others(watcher)

    async def tell(self, table: Table) -> None:
        """The table has grown: everybody who watches it gets a packet of his own."""
        await asyncio.gather(*(self._send(watcher) for watcher in list(self._watchers.get(table.row.id, ()))))

    async def sat(self, table: Table, token: str) -> None:
        """Somebody took a seat: his sockets look through its eyes from now on."""
        for watcher in self._watchers.get(table.row.id, ()):
            if watcher.socket.cookies.get("kotva_seat") and watcher.socket.state.token == token:
                watcher.viewer = replace(watcher.viewer, yours=table.seats_of(token), have=0)
        self._count(table)
        await self.tell(table)
        self.wake_bots(table)

    def turn_eyes(self, table: Table, token: str, seat: int) -> None:
        """A browser that has just moved for a seat goes on looking through it."""
        for watcher in self._watchers.get(table.row.id, ()):
            if watcher.socket.state.token == token and seat in watcher.viewer.yours:
                watcher.viewer = replace(watcher.viewer, eyes=seat)

    async def _send(self, watcher: Watcher, whole: bool = False) -> None:
        async with watcher.lock:
            viewer = replace(watcher.viewer, have=0) if whole else watcher.viewer
            packet = await run_in_threadpool(watcher.table.packet, viewer)
            if packet.seat != watcher.last_eyes and viewer.have:
                packet = await run_in_threadpool(watcher.table.packet, replace(viewer, have=0))
            # Who looks through a seat keeps looking through it; whoever must hand over has closed his eyes.
            watcher.viewer = replace(watcher.viewer, eyes=packet.seat, have=packet.moves)
            watcher.last_eyes = packet.seat
            try:
                await watcher.socket.send_text(encode(packet).decode())
            except (WebSocketDisconnect, RuntimeError):
                self._watchers.get(watcher.table.row.id, set()).discard(watcher)

    async def _tell_others(self, watcher: Watcher) -> None:
        others = [w for w in self._watchers.get(watcher.table.row.id, ()) if w is not watcher]
        await asyncio.gather(*(self._send(other) for other in others))

    def _count(self, table: Table) -> None:
        present: dict[int, int] = {}
        for watcher in self._watchers.get(table.row.id, ()):
            for seat in watcher.viewer.yours:
                present[seat] = present.get(seat, 0) + 1
        table.present = present

    # -- bots ------------------------------------------------------------------------------------------------------

    def wake_bots(self, table: Table) -> None:
        """Let bots play as long as it is their turn."""
        running = self._runs.get(table.row.id)
        if (running is None or running.done()) and table.bot_to_act() is not None:
            self._runs[table.row.id] = asyncio.get_running_loop().create_task(self._run_bots(table))

    async def _run_bots(self, table: Table) -> None:
        loop = asyncio.get_running_loop()
        try:
            while (asked := table.bot_to_act()) is not None:
                seat, level = asked
                started = loop.time()
                table.thinking = True
                with table.lock:
                    seen, record = table.seq, table.bot_record()
                text = await self._choose(table, record, seat, level)
                await asyncio.sleep(max(0.0, self.settings.pace - (loop.time() - started)))
                table.thinking = False
                try:
                    await run_in_threadpool(table.play, seat, text, seen)
                except Stale:
                    continue
                await self.tell(table)
        except (KotvaError, RuntimeError, OSError):
            _LOG.exception("bots at table %s stopped", table.row.id)
        finally:
            table.thinking = False

    async def _choose(self, table: Table, record: Record, seat: int, level: str) -> str:
        """A bot's action. A bot that breaks is noted and plays something legal: people are waiting."""
        if self._pool is None:
            self._pool = bots.pool(self.settings.workers)
        try:
            call = functools.partial(bots.choose, table.row.id, record, seat, level, secrets.randbelow(2**30))
            return await asyncio.get_running_loop().run_in_executor(self._pool, call)
        except Exception as error:
            _LOG.exception("the bot %s at seat %d of table %s failed", level, seat + 1, table.row.id)
            if isinstance(error, BrokenProcessPool):
                self._pool = None
            with table.lock:
                return secrets.choice(table.match.legal(seat))
