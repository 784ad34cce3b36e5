"""Browsers at a table, without a server: sockets that do nothing by themselves, and words in place of scenes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from types import SimpleNamespace
from typing import Any

from kotva.server.messages import Done, Gone, ServerMessage
from kotva.server.people import Person
from kotva.server.presenter import Eyes, Viewer
from kotva.server.watchers import Watcher, Watchers
from tests import orders


class Socket:
    """A browser that says what it is told to say."""

    def __init__(self, *, reads: bool = True) -> None:
        self.said: list[str] = []
        self.asked: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.closed: list[tuple[int, str]] = []
        self.reads = reads

    async def receive(self) -> dict[str, Any]:
        return await self.asked.get()

    async def send_text(self, message: str) -> None:
        if not self.reads:
            await asyncio.Event().wait()
        self.said.append(message)

    async def close(self, code: int, why: str = "") -> None:
        self.closed.append((code, why))
        if self.reads:
            self.go()

    def say(self, **message: object) -> None:
        self.asked.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    def go(self) -> None:
        self.asked.put_nowait({"type": "websocket.disconnect"})


class Room:
    """A table and what its presenter tells of it: words instead of scenes."""

    id = "t"
    gone = "This table is gone."

    def __init__(self) -> None:
        self.seq = 0
        self.present: dict[int, int] = {}
        self.seats: dict[str, tuple[int, ...]] = {}
        self.closed = 0
        self.rule: Any = None
        self.game: Any = self
        self.fails = False
        self.made: dict[object, bytes] = {}

    def eyes(self, viewer: Viewer) -> tuple[int | None, int | None]:
        if self.fails:
            self.fails = False
            raise RuntimeError("a fault of our own")
        return viewer.eyes, None

    def now(self, eyes: Eyes) -> Any:
        return SimpleNamespace(change=self.made.get((eyes, self.seq - 1, self.seq)))

    def change(self, eyes: Eyes, since: int) -> bytes:
        """The same words for the same eyes, as a presenter keeps them."""
        text = f"change {eyes[0]} {since}-{self.seq}".encode()
        return self.made.setdefault((eyes, since, self.seq), text)

    def packet(self, viewer: Viewer) -> ServerMessage:
        return Gone(f"whole {viewer.eyes} {self.seq} {viewer.yours}")

    def sitters(self, _viewer: Viewer) -> Sequence[Any]:
        return ()

    def note_present(self, present: dict[int, int]) -> bool:
        changed, self.present = present.keys() != self.present.keys(), present
        return changed

    def seats_of(self, person: Person) -> tuple[int, ...]:
        return self.seats.get(person.id or "", ())

    def closed_to(self, _person: Person) -> int:
        return self.closed

    def shut_by(self, _person: Person) -> Any:
        return self.rule

    def explain(self, number: int, _say: object) -> str:
        return f"clause {number}"


class Hall:
    """Some browsers at one table."""

    def __init__(self) -> None:
        self.room = Room()
        self.came: list[str] = []
        self.acted: list[object] = []
        self.watchers = Watchers(lambda _table: self.room, lambda table: self.came.append(table.id))  # type: ignore[arg-type,return-value]
        self.tasks: list[asyncio.Task[None]] = []

    def enter(self, *yours: int, person: str = "", reads: bool = True) -> tuple[Socket, Watcher]:
        socket, eyes = Socket(reads=reads), yours[0] if yours else None
        who = Person(person or None, person)
        watcher = Watcher(socket, self.room, who, Viewer(yours, eyes, "en"))  # type: ignore[arg-type]
        self.tasks.append(asyncio.create_task(self.watchers.serve(watcher, self._act)))
        return socket, watcher

    async def _act(self, _watcher: Watcher, asked: object) -> ServerMessage:
        self.acted.append(asked)
        return ANSWER

    def grow(self) -> None:
        self.room.seq += 1
        self.watchers.table_changed(self.room)  # type: ignore[arg-type]


ANSWER = Done("k", 0)


async def rest(seconds: float = 0.1) -> None:
    """Whatever can be done now is done."""
    await asyncio.sleep(seconds)


def words(socket: Socket) -> list[str]:
    """What was said since the last time, shortened to what the room's presenter put in."""
    out = []
    for message in socket.said:
        data = json.loads(message) if message.startswith("{") else message
        out.append(data if isinstance(data, str) else str(data.get("text") or data.get("type")))
    socket.said.clear()
    return out


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    orders.run(scenario, [])


class Direct:
    """The short way to a socket."""

    def __init__(self, *, fails: bool = False) -> None:
        self.posted: list[list[bytes]] = []
        self.joined: list[bytes] = []
        self.free, self.fails, self.delay = True, fails, 0.25

    def is_free(self) -> bool:
        return self.free

    def post(self, due: list[bytes]) -> None:
        if self.fails:
            raise RuntimeError("a fault of our own")
        self.posted.append(due)

    def join(self, _frames: object, text: bytes) -> None:
        self.joined.append(text)
