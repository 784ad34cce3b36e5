"""Browsers that watch tables. Each has a short queue and a task that empties it: whoever is slow or silent delays nobody.

What a table looks like is not queued: a watcher is only marked, and gets the newest state when his socket takes it. When a table
has grown, all who keep up are told in one go, before their tasks would wake up (kotva.server.sockets).
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain

import anyio
from starlette.websockets import WebSocket, WebSocketDisconnect

from kotva.engine.errors import Unreadable
from kotva.engine.say import Say
from kotva.server import messages
from kotva.server.chorus import Chorus
from kotva.server.messages import Asked, Gone, Look, Move, Presence, Told, Undo
from kotva.server.people import Person
from kotva.server.presenter import Eyes, Presenter, Viewer
from kotva.server.sockets import Lane
from kotva.server.table import GONE as GONE_WORDS
from kotva.server.table import Table

_LOG = logging.getLogger("kotva.server")
_MOST = 32  # messages that may wait for a socket
_PATIENCE = 20.0  # seconds in which a socket must take a message
_MANY, _WHILE = 300, 10.0  # messages, and seconds in which one socket may send them
GONE = (WebSocketDisconnect, RuntimeError, OSError)  # a timeout is an OSError, too
Act = Callable[["Watcher", Move | Undo], Awaitable[Told]]


@dataclass(slots=True, eq=False)
class Watcher:
    """A connected browser at a table."""

    socket: WebSocket
    table: Table
    person: Person
    viewer: Viewer
    waiting: deque[Told] = field(default_factory=deque)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    grown: bool = True  # the table has changed since this one was told
    whole: bool = True  # and must be told everything
    here: bool = True  # who is there has changed
    last_eyes: Eyes | None = None
    last_seq: int = -1
    lost: bool = False
    left: bool = False
    since: float = 0.0  # when its socket was given what it has not taken yet; 0: it has taken everything
    sending: anyio.CancelScope = field(default_factory=anyio.CancelScope)
    lane: Lane | None = None  # the short way to its socket

    @property
    def keeps_up(self) -> bool:
        """Whether he has taken everything so far, and can be told more at once."""
        return self.lane is not None and not self.since and not self.lost and self.lane.is_free()

    def put(self, message: Told, *, wake: bool = True) -> None:
        """Something to be sent; one who does not read is given up. Without `wake`: somebody is about to tell him anyway."""
        if len(self.waiting) >= _MOST:
            self.lost = True
        else:
            self.waiting.append(message)
        if wake:
            self.wake.set()

    def knows(self, eyes: Eyes, seq: int) -> None:
        """He has the table already, as it was through some eyes after so many events."""
        self.whole, self.last_eyes, self.last_seq = False, eyes, seq

    def hears(self, verse: Verse) -> bool:
        """Whether he is told the same as the bystander before him, and nothing else; then he knows it from now on."""
        if (
            self.viewer.yours
            or self.whole
            or self.here
            or self.waiting
            or not self.grown
            or self.last_seq != verse.base
            or self.last_eyes != verse.eyes
        ):
            return False
        self.grown, self.last_seq = False, verse.seq
        return True

    def leave(self) -> None:
        """His browser has gone: whoever sends to him stops by himself. (Cancelled, it would leave a cycle with its traceback.)"""
        self.left = self.lost = True
        self.wake.set()
        if self.since:
            self.sending.cancel()

    def look_through(self, eyes: int | None) -> None:
        if self.viewer.eyes != eyes:
            self.viewer = replace(self.viewer, eyes=eyes)

    def mark(self, *, whole: bool = False) -> None:
        self.grown = True
        self.whole = self.whole or whole
        self.wake.set()


@dataclass(slots=True, frozen=True, eq=False)
class Verse:
    """What bystanders are told in the same words: those who have heard all up to an event."""

    eyes: Eyes
    base: int
    seq: int
    chorus: Chorus
    text: bytes


class Watchers:
    """All sockets of this node."""

    def __init__(self, presenter: Callable[[Table], Presenter], came: Callable[[Table], None]) -> None:
        self._presenter = presenter
        self._came = came
        self._at: dict[str, set[Watcher]] = {}
        self._news: set[Table] = set()  # tables that have grown, and will be shown in a moment
        self._choirs: dict[str, dict[Eyes, Chorus]] = {}  # bystanders who are told the same, by table
        self._patrolling = False

    def __len__(self) -> int:
        return sum(map(len, self._at.values()))

    def at(self, table: Table) -> set[Watcher]:
        return self._at.get(table.id, set())

    async def serve(self, watcher: Watcher, act: Act) -> None:
        """One socket until it goes away: a packet at once, and one whenever the table has grown."""
        self._at.setdefault(watcher.table.id, set()).add(watcher)
        self._count(watcher.table)
        watcher.here = not watcher.whole  # a whole packet has it
        watcher.wake.set()
        self._came(watcher.table)
        if not self._patrolling:
            self._patrolling = True
            self._patrol()
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._send_all, watcher, tasks.cancel_scope)
                await self._read_all(watcher, act)
                watcher.leave()
        finally:
            there = self._at.get(watcher.table.id, set())
            there.discard(watcher)
            if not there:
                self._at.pop(watcher.table.id, None)
                self._choirs.pop(watcher.table.id, None)
            self._count(watcher.table)

    def tell(self, table: Table) -> None:
        """The table has grown: everybody who watches it gets to see it."""
        for watcher in self.at(table):
            watcher.grown = True
        if table not in self._news and self.at(table):
            self._news.add(table)
            # Not at once: whoever has moved hears of his move in the same breath as of what it has done.
            loop = asyncio.get_running_loop()
            loop.call_soon(loop.call_soon, self._show, table)

    def sat(self, table: Table) -> None:
        """Somebody took a seat: his sockets look through its eyes from now on."""
        for watcher in self.at(table):
            yours = table.seats_of(watcher.person)
            if yours != watcher.viewer.yours:
                watcher.viewer = replace(watcher.viewer, yours=yours)
            watcher.mark(whole=True)
        self._count(table)

    def dismiss(self, table: Table) -> None:
        """A table is no more: whoever watches it is told, and let go."""
        for watcher in self.at(table):
            watcher.put(Gone(Say(watcher.viewer.language)(GONE_WORDS)))

    def known(self, table: Table, secret: str, person: str) -> None:
        """A browser has become a person."""
        for watcher in self.at(table):
            if watcher.person.secret == secret:
                watcher.person = Person(person, secret)

    def turn_eyes(self, table: Table, person: Person, seat: int) -> None:
        """Somebody who has just moved for a seat goes on looking through it."""
        for watcher in self.at(table):
            if person.secret and watcher.person.secret == person.secret and seat in watcher.viewer.yours:
                watcher.look_through(seat)

    # -- inside ----------------------------------------------------------------------------------------------------

    def _show(self, table: Table) -> None:
        """A table has grown: tell all who keep up; the others' tasks do it when their sockets take something again."""
        self._news.discard(table)
        there, presenter = self.at(table), self._presenter(table)
        choir = self._choirs.setdefault(table.id, {}) if len(there) - len(table.present) > 1 else None
        told: dict[str, Verse] = {}  # to bystanders, by language: the next ones need not be asked about one by one
        ready: list[tuple[Watcher, Lane, list[bytes], Verse | None]] = []
        for watcher in there:
            lane = watcher.lane
            if lane is None or not watcher.keeps_up:
                watcher.wake.set()
                continue
            try:
                known = told.get(watcher.viewer.language)
                if known is not None and watcher.hears(known):
                    ready.append((watcher, lane, [], known))
                    continue
                base, due = watcher.last_seq, self._due(watcher, presenter)
                eyes, known = watcher.last_eyes, None
                if choir is not None and eyes is not None and eyes[0] is None and eyes[1] is None and len(due) == 1:
                    if due[0] is presenter.now(eyes).change:  # not for him alone
                        verse = Verse(eyes, base, watcher.last_seq, choir.setdefault(eyes, Chorus()), due[0])
                        known = told[eyes[2]] = verse
                ready.append((watcher, lane, due, known))
            except Exception:
                self._failed(watcher)
        # First all that is to be said, then all packing and writing: each finds its code and tables at hand.
        for watcher, lane, due, known in ready:
            try:
                if known is None:
                    lane.post(due)
                else:  # the same words for several: to all in one frame
                    lane.join(known.chorus, known.text)
            except Exception:
                self._failed(watcher)

    def _failed(self, watcher: Watcher) -> None:
        """He may have missed something. His task tells him all; should that fail too, it is his connection that ends."""
        _LOG.exception("table %s could not be shown", watcher.table.id)
        watcher.mark(whole=True)

    def _count(self, table: Table) -> None:
        """Who is here; others hear of it if it changes."""
        present: dict[int, int] = {}
        for watcher in self.at(table):
            for seat in watcher.viewer.yours:
                present[seat] = present.get(seat, 0) + 1
        changed = present.keys() != table.present.keys()
        table.present = present
        if changed:
            for watcher in self.at(table):
                watcher.here = True
                watcher.wake.set()

    async def _read_all(self, watcher: Watcher, act: Act) -> None:
        recent: deque[float] = deque(maxlen=_MANY)
        now = asyncio.get_running_loop().time
        with suppress(*GONE):
            while True:
                data = await watcher.socket.receive()
                if data["type"] != "websocket.receive":
                    return
                if len(recent) == _MANY and now() - recent[0] < _WHILE:
                    await watcher.socket.close(1008, "too many messages")  # no person does that
                    return
                recent.append(now())
                try:
                    asked = messages.read(data.get("text") or data.get("bytes") or b"")
                except Unreadable:
                    watcher.mark(whole=True)  # as ever: whoever says something strange gets the table anew
                    continue
                del data
                await self._answer(watcher, asked, act)

    async def _answer(self, watcher: Watcher, asked: Asked, act: Act) -> None:
        if isinstance(asked, Look):
            if asked.eyes in watcher.viewer.yours:
                watcher.look_through(asked.eyes)
            watcher.mark(whole=True)
        else:
            told = await act(watcher, asked)
            watcher.put(told, wake=watcher.table not in self._news)

    def _patrol(self) -> None:
        """Let go who has not taken a message for long: one look at all now and then costs less than a timeout a message."""
        loop = asyncio.get_running_loop()
        late = loop.time() - _PATIENCE
        for watcher in chain.from_iterable(self._at.values()):
            if 0.0 < watcher.since < late:
                watcher.sending.cancel()
        if self._at:
            loop.call_later(_PATIENCE / 4, self._patrol)
        else:
            self._patrolling = False

    async def _send_all(self, watcher: Watcher, both: anyio.CancelScope) -> None:
        now = asyncio.get_running_loop().time
        with suppress(*GONE), watcher.sending:
            while not watcher.lost:
                await watcher.wake.wait()
                watcher.wake.clear()
                for message in () if watcher.left else self._due(watcher, self._presenter(watcher.table)):
                    watcher.since = now()
                    await watcher.socket.send_text(message.decode())
                    watcher.since = 0.0
        if watcher.left:
            return
        with suppress(*GONE):  # somebody who does not read need not be told for long
            async with asyncio.timeout(1.0):
                await watcher.socket.close(1013)
        both.cancel()

    def _due(self, watcher: Watcher, presenter: Presenter) -> list[bytes]:
        """What a watcher has to be sent now: the table if it has grown, who is here if that has changed, answers."""
        out: list[bytes] = []
        if watcher.grown:
            watcher.grown = False
            state = self._state(watcher, presenter)
            if state:
                out.append(state)
        if watcher.here:
            watcher.here = False
            out.append(messages.encode(Presence(presenter.sitters(watcher.viewer))))
        while watcher.waiting:
            out.append(messages.encode(watcher.waiting.popleft()))
        return out

    def _state(self, watcher: Watcher, presenter: Presenter) -> bytes:
        """The table for a watcher: what is new to him, or all of it if he has nothing to build on; empty if he has it."""
        seat, handover = presenter.eyes(watcher.viewer)
        eyes = (seat, handover, watcher.viewer.language)
        seq = watcher.table.seq
        changed = None
        if not watcher.whole and eyes == watcher.last_eyes:
            if seq == watcher.last_seq:
                presenter.now(eyes)  # what changes next is told from here
                return b""
            changed = presenter.change(eyes, watcher.last_seq)
        # Who looks through a seat keeps looking through it; whoever must hand over has closed his eyes.
        watcher.look_through(seat)
        watcher.whole, watcher.last_eyes, watcher.last_seq = False, eyes, seq
        if changed is not None:
            return changed
        watcher.here = False
        return messages.encode(presenter.packet(watcher.viewer))
