"""Talk at tables: stored first, then shown. Players talk among themselves; spectators, apart, among themselves.

Everything that is said or asked at a table is a line with a number: words, phrases that each reader sees in an own language, an
invitation to the next game, a question to the other players and their answers. What is asked and not decided yet follows from the
lines alone, so it is the same after a restart and on every node. No line comes into a record or into the server's log.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_
from kotva.engine.user_input import clean_name
from kotva.server.hook_rows import put_notices
from kotva.server.messages import TalkLine
from kotva.server.people import Person
from kotva.server.rows import LESSON, HookNotice
from kotva.server.sql import SqlStore
from kotva.server.store import Store, Taken
from kotva.server.table import NotYours, Table
from kotva.server.talk_schema import TALK

PLAYERS: Final = "players"
SPECTATORS: Final = "spectators"
WORDS, PHRASE, AGAIN = "words", "phrase", "again"
PHRASES: Final = ("hello", "luck", "nice", "thanks", "sorry", "moment", "think", "game", "bye")  # in words: talk.js
LONGEST: Final = 300  # characters of a line
_MANY, _WHILE = 6, 15.0  # lines of one person, and the seconds in which they may be said
_MOST: Final = {PLAYERS: 10_000, SPECTATORS: 2_000}  # lines at one table
_SHOWN = 300  # lines that a page gets when it is opened
_ATTEMPTS = 8  # to get the next number: another node may be faster


class TalkRefused(KotvaError):
    """A line that cannot be said, and why."""


class TalkTooFast(KotvaError):
    """More lines than others can read."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line, as it is stored."""

    number: int
    kind: str
    room: str
    person: str | None
    seat: int | None
    name: str
    text: str
    moves: int
    key: str | None
    at: float


class TableTalk:
    """The lines of one table, as far as they have been read."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.keys: dict[str, Line] = {}
        self._count: Counter[str] = Counter()

    @property
    def last(self) -> int:
        return self.lines[-1].number if self.lines else 0

    def take(self, lines: list[Line]) -> list[Line]:
        """Lines that are stored; those that are new here."""
        fresh = [line for line in lines if line.number > self.last]
        self.lines += fresh
        self._count.update(line.room for line in fresh)
        self.keys.update((line.key, line) for line in fresh if line.key is not None)
        return fresh

    def check_room(self, room: str) -> None:
        """TalkRefused where very much has been said: every page that opens reads it, and it is kept in memory."""
        if self._count[room] >= _MOST[room]:
            raise TalkRefused(N_("Very much has been said at this table: no more lines fit."))

    def of_kind(self, kind: str) -> list[Line]:
        return [line for line in self.lines if line.kind == kind]


class Talks:
    """The talk of this node's tables."""

    def __init__(
        self,
        store: Store,
        show: Callable[[Table, list[Line]], None],
        told: Callable[[Table, Line], tuple[HookNotice, ...]] = lambda _table, _line: (),
    ) -> None:
        self._store = store if isinstance(store, SqlStore) else None
        self._show = show
        self._told = told  # what web-hooks hear of a line
        self._tables: WeakKeyDictionary[Table, TableTalk] = WeakKeyDictionary()
        self._recent: dict[str, deque[float]] = {}

    def now(self) -> float:
        """The time, as lines have it."""
        return 0.0 if self._store is None else self._store.now()

    async def at(self, table: Table) -> TableTalk:
        """The talk of a table, read when it is first asked for."""
        talk = self._tables.get(table)
        if talk is None:
            lines = await self._read(table.id, 0)
            talk = self._tables.setdefault(table, TableTalk())  # somebody may have been faster
            talk.take(lines)
        return talk

    async def catch_up(self, table: Table) -> None:
        """Another node may have written: read and show what is new."""
        talk = self._tables.get(table)
        if talk is None:
            return
        fresh = talk.take(await self._read(table.id, talk.last))
        if fresh:
            self._show(table, fresh)

    async def add(
        self,
        table: Table,
        kind: str,
        text: str = "",
        *,
        room: str = PLAYERS,
        person: str | None = None,
        seat: int | None = None,
        name: str = "",
        key: str | None = None,
    ) -> Line:
        """Store a line and show it; one with the same key is there already if it was said before."""
        assert self._store is not None
        talk = await self.at(table)
        for _ in range(_ATTEMPTS):
            if key is not None and key in talk.keys:
                return talk.keys[key]
            moves = len(table.match.played)
            line = Line(talk.last + 1, kind, room, person, seat, name, text, moves, key, self._store.now())
            try:
                await self._keep(table.id, line, self._told(table, line))
            except Taken:
                await self.catch_up(table)
                continue
            fresh = talk.take([line])
            if fresh:
                self._show(table, fresh)
            return line
        raise TalkRefused(N_("Too much is said at once: try again in a moment."))

    async def say(self, table: Table, person: Person, kind: str, text: str, key: str) -> Line:
        """Words or a phrase of somebody at the table; TalkRefused, TalkTooFast."""
        if self._store is None or person.id is None:
            raise NotYours(N_("Only people who are at the table can talk there."))
        if table.row.origin.startswith(LESSON):
            raise TalkRefused(N_("Nobody else is here: lessons have no talk."))
        if key in (await self.at(table)).keys:
            return self._tables[table].keys[key]
        if kind == PHRASE:
            if text not in PHRASES:
                raise TalkRefused(N_("There is no such phrase."))
        elif kind != WORDS or len(text) > LONGEST:
            raise TalkRefused(N_("A line has at most {most} characters."), most=LONGEST)
        words = clean_name(text, LONGEST)
        if not words:
            raise TalkRefused(N_("There is nothing to say in this line."))
        if person.muted > self.now():
            raise TalkRefused(N_("A moderator has muted you: you may not talk for now."))
        seats = table.seats_of(person)
        room = PLAYERS if seats else SPECTATORS
        self._tables[table].check_room(room)
        self._check_speed(person.id)
        name = table.row.sitters[seats[0]].name if seats else person.name if person.account else ""
        seat = seats[0] if seats else None
        return await self.add(table, kind, words, room=room, person=person.id, seat=seat, name=name, key=key)

    def shown(self, table: Table, person: Person) -> list[TalkLine]:
        """The lines that somebody may read now: the last ones. Words of blocked people are not among them."""
        talk = self._tables.get(table)
        lines = [] if talk is None else [line for line in talk.lines if may_read(table, person, line)]
        return [as_shown(table, line) for line in lines[-_SHOWN:]]

    def _check_speed(self, person: str) -> None:
        now = time.monotonic()
        if len(self._recent) > 10_000:
            self._recent = {who: when for who, when in self._recent.items() if now - when[-1] < _WHILE}
        recent = self._recent.setdefault(person, deque(maxlen=_MANY))
        if len(recent) == _MANY and now - recent[0] < _WHILE:
            raise TalkTooFast(N_("You say much at once: wait a few seconds."))
        recent.append(now)

    async def _read(self, table: str, after: int) -> list[Line]:
        if self._store is None:
            return []
        wanted = select(*[column for column in TALK.c if column.name != "table_id"])
        wanted = wanted.where(TALK.c.table_id == table, TALK.c.number > after).order_by(TALK.c.number)
        return await self._store.read(lambda db: [Line(*row) for row in db.execute(wanted)])

    async def _keep(self, table: str, line: Line, notices: tuple[HookNotice, ...]) -> None:
        store = self._store
        assert store is not None
        values = {name: getattr(line, name) for name in Line.__slots__}

        def work(db: Connection) -> None:
            try:
                db.execute(insert(TALK).values(table_id=table, **values))
            except IntegrityError as error:
                raise Taken(table) from error
            put_notices(db, table, notices, line.at)
            store.tell_nodes(db, table)

        await store.write(work)


def may_read(table: Table, person: Person, line: Line) -> bool:
    """Whether somebody may read a line: spectators whisper to no player while the game runs, in tournaments never (TOU-17.1)."""
    if line.kind in (WORDS, PHRASE) and line.person is not None and line.person in person.blocked:
        return False
    if line.room == SPECTATORS:
        return not table.seats_of(person) or (table.match.is_over and not table.row.origin)
    return True


def sign_of(table: Table, person: str | None) -> str:
    """A short sign of a person that tells nothing at any other table; empty for nobody."""
    return "" if person is None else hashlib.sha256(f"{table.id} {person}".encode()).hexdigest()[:8]


def as_shown(table: Table, line: Line) -> TalkLine:
    """A line as it is sent: of a person only a sign that is good at this table alone."""
    by = sign_of(table, line.person)
    return TalkLine(line.number, line.kind, by, line.moves, line.at, line.seat, line.name, line.text, line.room)
