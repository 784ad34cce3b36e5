"""Browsers that watch tables. Each has a short queue and a task that empties it, so a slow client does not delay others.

What a table looks like is not queued: a watcher is only marked, and gets the newest state when its socket takes it. When a table
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
from kotva.server.messages import ClientMessage, Gone, Look, Move, Presence, ServerMessage, Undo
from kotva.server.people import Person
from kotva.server.presenter import Eyes, Presenter, Viewer
from kotva.server.shared_frames import SharedFrames
from kotva.server.sockets import DirectSender
from kotva.server.table import Table

_LOG = logging.getLogger("kotva.server")
_MOST = 32  # messages that may wait for a socket
_PATIENCE = 20.0  # seconds in which a socket must take a message
_MANY, _WHILE = 300, 10.0  # messages, and seconds in which one socket may send them
GONE = (WebSocketDisconnect, RuntimeError, OSError)  # a timeout is an OSError, too
Act = Callable[["Watcher", Move | Undo], Awaitable[ServerMessage]]


@dataclass(slots=True, eq=False)
class Watcher:
    """A connected browser at a table."""

    socket: WebSocket
    table: Table
    person: Person
    viewer: Viewer
    waiting: deque[ServerMessage] = field(default_factory=deque)
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
    direct: DirectSender | None = None  # the short way to its socket

    @property
    def keeps_up(self) -> bool:
        """Whether the socket has taken everything so far, and can be sent more at once."""
        return self.direct is not None and not self.since and not self.lost and self.direct.is_free()

    @property
    def delay(self) -> float:
        """Seconds that the network takes to this browser and back."""
        return 0.0 if self.direct is None else self.direct.delay

    def put(self, message: ServerMessage, *, wake: bool = True) -> None:
        """Queue a message; a client that does not read is given up. Without `wake`: a broadcast is about to send it anyway."""
        if len(self.waiting) >= _MOST:
            self.lost = True
        else:
            self.waiting.append(message)
        if wake:
            self.wake.set()

    def knows(self, eyes: Eyes, seq: int) -> None:
        """The client has the table already, as one viewer saw it after so many events."""
        self.whole, self.last_eyes, self.last_seq = False, eyes, seq

    def joins(self, broadcast: Broadcast) -> bool:
        """Whether this client gets exactly this broadcast and nothing else; then it is marked as up to date."""
        if (
            self.viewer.yours
            or self.whole
            or self.here
            or self.waiting
            or not self.grown
            or self.last_seq != broadcast.base
            or self.last_eyes != broadcast.eyes
        ):
            return False
        self.grown, self.last_seq = False, broadcast.seq
        return True

    def leave(self) -> None:
        """The browser has gone: its sending task stops by itself. (Cancelled, it would leave a cycle with its traceback.)"""
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
class Broadcast:
    """What bystanders are told in the same words: those who have heard all up to an event."""

    eyes: Eyes
    base: int
    seq: int
    frames: SharedFrames
    text: bytes


class Watchers:
    """All sockets of this node."""

    def __init__(self, presenter: Callable[[Table], Presenter], came: Callable[[Table], None]) -> None:
        self._presenter = presenter
        self._came = came
        self._at: dict[str, set[Watcher]] = {}
        self._news: set[Table] = set()  # tables that have grown, and will be shown in a moment
        self._shared: dict[str, dict[Eyes, SharedFrames]] = {}  # bystanders who are told the same, by table
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
                self._shared.pop(watcher.table.id, None)
            self._count(watcher.table)

    def table_changed(self, table: Table) -> None:
        """The table has grown: everybody who watches it gets to see it."""
        for watcher in self.at(table):
            watcher.grown = True
        if table not in self._news and self.at(table):
            self._news.add(table)
            # Not at once: the mover gets the answer and what the move has done in one write.
            loop = asyncio.get_running_loop()
            loop.call_soon(loop.call_soon, self._show, table)

    def sat(self, table: Table) -> None:
        """A seat was taken or left: the person's sockets show what the person may see from now on, or are closed."""
        for watcher in list(self.at(table)):
            yours = table.seats_of(watcher.person)
            if not yours and self._turned_away(watcher):
                continue
            if yours != watcher.viewer.yours:
                watcher.viewer = replace(watcher.viewer, yours=yours)
            watcher.mark(whole=True)
        self._count(table)

    def _turned_away(self, watcher: Watcher) -> bool:
        """Disconnect a browser that has no seat any more at a table without spectators (SET-15.3, TOU-17.1)."""
        table, language = watcher.table, watcher.viewer.language
        number, rule = table.closed_to(watcher.person), table.shut_by(watcher.person)
        if not number and rule is None:
            return False
        why = table.game.explain(number, Say(language, table.game.id)) if rule is None else Say(language)(rule.why)
        self._at[table.id].discard(watcher)  # it is shown nothing more
        watcher.put(Gone(why))
        return True

    def dismiss(self, table: Table) -> None:
        """Tell the watchers of a table that is gone, and disconnect them."""
        for watcher in self.at(table):
            watcher.put(Gone(Say(watcher.viewer.language)(table.gone)))

    def known(self, table: Table, secret: str, person: str) -> None:
        """A browser has become a person."""
        for watcher in self.at(table):
            if watcher.person.secret == secret:
                watcher.person = Person(person, secret)

    def everybody(self) -> list[Watcher]:
        """All who watch anything here."""
        return [watcher for there in self._at.values() for watcher in there]

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
        shared = self._shared.setdefault(table.id, {}) if len(there) - len(table.present) > 1 else None
        told: dict[str, Broadcast] = {}  # to bystanders, by language: the next ones need not be asked about one by one
        ready: list[tuple[Watcher, DirectSender, list[bytes], Broadcast | None]] = []
        for watcher in there:
            direct = watcher.direct
            if direct is None or not watcher.keeps_up:
                watcher.wake.set()
                continue
            try:
                known = told.get(watcher.viewer.language)
                if known is not None and watcher.joins(known):
                    ready.append((watcher, direct, [], known))
                    continue
                base, due = watcher.last_seq, self._due(watcher, presenter)
                eyes, known = watcher.last_eyes, None
                if shared is not None and eyes is not None and eyes[0] is None and eyes[1] is None and len(due) == 1:
                    if due[0] is presenter.now(eyes).change:  # not for this client alone
                        broadcast = Broadcast(
                            eyes, base, watcher.last_seq, shared.setdefault(eyes, SharedFrames()), due[0]
                        )
                        known = told[eyes[2]] = broadcast
                ready.append((watcher, direct, due, known))
            except Exception:
                self._failed(watcher)
        # First all that is to be said, then all packing and writing: each finds its code and tables at hand.
        for watcher, direct, due, known in ready:
            try:
                if known is None:
                    direct.post(due)
                else:  # the same words for several: to all in one frame
                    direct.join(known.frames, known.text)
            except Exception:
                self._failed(watcher)

    def _failed(self, watcher: Watcher) -> None:
        """The client may have missed something. Its task sends everything; if that fails too, the connection ends."""
        _LOG.exception("table %s could not be shown", watcher.table.id)
        watcher.mark(whole=True)

    def _count(self, table: Table) -> None:
        """Who is here; others hear of it if it changes."""
        present: dict[int, int] = {}
        for watcher in self.at(table):
            for seat in watcher.viewer.yours:
                present[seat] = present.get(seat, 0) + 1
        if table.note_present(present):
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
                    watcher.mark(whole=True)  # an unreadable message is answered with the whole table
                    continue
                del data
                await self._answer(watcher, asked, act)

    async def _answer(self, watcher: Watcher, asked: ClientMessage, act: Act) -> None:
        if isinstance(asked, Look):
            if asked.eyes in watcher.viewer.yours:
                watcher.look_through(asked.eyes)
            watcher.mark(whole=True)
        else:
            told = await act(watcher, asked)
            watcher.put(told, wake=watcher.table not in self._news)

    def _patrol(self) -> None:
        """Disconnect clients that stopped reading: one look at all now and then costs less than a timeout a message."""
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
        for message in watcher.waiting:
            if isinstance(message, Gone):  # nothing follows
                watcher.lost = True
                return [messages.encode(message)]
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
        """The table for a watcher: what is new, or all of it if there is no base; empty if it is up to date."""
        seat, handover = presenter.eyes(watcher.viewer)
        eyes = (seat, handover, watcher.viewer.language)
        seq = watcher.table.seq
        changed = None
        if not watcher.whole and eyes == watcher.last_eyes:
            if seq == watcher.last_seq:
                presenter.now(eyes)  # what changes next is told from here
                return b""
            changed = presenter.change(eyes, watcher.last_seq)
        # The view of a seat stays selected; during a handover no seat's view is shown.
        watcher.look_through(seat)
        watcher.whole, watcher.last_eyes, watcher.last_seq = False, eyes, seq
        if changed is not None:
            return changed
        watcher.here = False
        return messages.encode(presenter.packet(watcher.viewer))
