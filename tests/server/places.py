"""A table of three, its talk and the rows of who sits there, without a server: time is a number that a test sets."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from kotva.engine.game import Game
from kotva.server.people import Person
from kotva.server.rows import Append, CallRow, EventRow, HookNotice, SitterRow, TableRow, TimesRow
from kotva.server.store import Taken, Unavailable
from kotva.server.table import ActionRequest, Table
from kotva.server.table_log import TableLog
from kotva.server.talk import PLAYERS, Line, TableTalk
from tests.conformance.pearls import PEARLS

BEGAN = 1_000.0


def person(name: str) -> Person:
    return Person(name, name)


class Rows:
    """What a table asks of the store."""

    shared = False  # whether other nodes write into the same rows

    def __init__(self, row: TableRow) -> None:
        self.row: TableRow | None = row
        self.stored: list[EventRow] = []
        self.appends: list[Append] = []
        self.begins: list[tuple[HookNotice, ...]] = []  # what web-hooks hear of each who sat down
        self.calls: list[CallRow] = []  # to the clock
        self.error: Exception | None = None  # of whatever is written
        self.cut = False  # whether the next answer is lost on its way: what was asked for is done

    async def append(self, append: Append) -> None:
        self._begin()
        if append.after != len(self.stored):
            raise Taken(append.table)
        self.stored += append.events
        self.appends.append(append)
        if self.cut:
            self.cut = False
            raise Unavailable("The line is cut.")

    async def table(self, _name: str) -> TableRow | None:
        return deepcopy(self.row)

    async def events(self, _name: str, since: int = 0) -> list[EventRow]:
        return self.stored[since:]

    async def times(self, _name: str) -> TimesRow:
        return self.times_row()

    def times_row(self) -> TimesRow:
        return TimesRow(tuple(self.calls))

    async def stand_in(self, _name: str, person: str, level: str) -> None:
        for sitter in self._of(person):
            sitter.level = level

    async def sit(self, _name: str, seat: int, name: str, person: str, begins: tuple[HookNotice, ...]) -> bool:
        self._begin()
        sitter = self._sitters()[seat]
        if sitter.kind == "bot" or sitter.person not in (None, person):
            return False
        if sitter.person is None:
            sitter.name, sitter.person = name, person
            self.begins.append(begins)
        return True

    async def fill(self, _name: str, names: dict[int, str], level: str, begins: tuple[HookNotice, ...]) -> None:
        for sitter in self._sitters():
            if sitter.seat in names and sitter.kind == "person" and sitter.person is None:
                sitter.kind, sitter.level, sitter.name = "bot", level, names[sitter.seat]
        self.begins.append(begins)

    async def vacate(self, _name: str, person: str, level: str, _by: str = "") -> None:
        for sitter in self._of(person):
            sitter.person = None
            if level:
                sitter.kind, sitter.level = "bot", level

    async def delete(self, _name: str, _person: str) -> None:
        self._begin()
        self.row = None

    def _begin(self) -> None:
        if self.error is not None:
            raise self.error

    def _sitters(self) -> list[SitterRow]:
        assert self.row is not None
        return self.row.sitters

    def _of(self, person: str) -> list[SitterRow]:
        return [sitter for sitter in self._sitters() if sitter.person == person]


class Talk:
    """What questions ask of the talk of a table."""

    def __init__(self) -> None:
        self.time = BEGAN
        self.lines = TableTalk()

    def now(self) -> float:
        return self.time

    async def at(self, _table: Table) -> TableTalk:
        return self.lines

    async def add(
        self,
        table: Table,
        kind: str,
        text: str = "",
        *,
        person: str | None = None,
        seat: int | None = None,
        name: str = "",
        key: str | None = None,
    ) -> Line:
        if key is not None and key in self.lines.keys:
            return self.lines.keys[key]
        moves = len(table.match.played)
        line = Line(self.lines.last + 1, kind, PLAYERS, person, seat, name, text, moves, key, self.time)
        self.lines.take([line])
        return line


class Place:
    """Ada, Ben and Cleo at a game of pearls, or others: `bot`, `free`, `ben:easy` (for whom a bot plays). Seat 1 is to decide."""

    def __init__(self, *people: str, game: Game = PEARLS, **row: Any) -> None:
        sitters = [_sitter(seat, name) for seat, name in enumerate(people or ("ada", "ben", "cleo"))]
        made = TableRow("t", game.id, game.version, "", len(sitters), {}, "0" * 64, sitters=sitters, **row)
        rows = self.rows = Rows(made)
        log = TableLog.load(made, [])
        while (outcome := log.match.next_outcome()) is not None:
            rows.stored.append(EventRow("move", -1, game.rules.actions.text(outcome), at=BEGAN))
            log.fold(rows.stored[-1:])
        self.talk = Talk()
        loaded = TableLog.load(made, rows.stored)
        self.table = Table(deepcopy(made), loaded, rows, self.talk.now)  # type: ignore[arg-type]

    async def play(self, *actions: str) -> None:
        """Whoever is to decide plays these, one after the other."""
        for action in actions:
            await self.table.act_for_bot(ActionRequest(self.table.match.actors()[0], action, self.table.seq))

    def said(self) -> list[str]:
        """Kinds of all lines, with what they are about."""
        return [f"{line.kind} {line.text}".strip() for line in self.talk.lines.lines]

    def moves(self) -> int:
        return len(self.table.match.played)

    def levels(self) -> list[str]:
        return [sitter.level for sitter in self.table.row.sitters]


def _sitter(seat: int, name: str) -> SitterRow:
    if name == "bot":
        return SitterRow(seat, "bot", "easy", f"P{seat}")
    name, _, level = name.partition(":")
    return SitterRow(seat, "person", level, name.title(), None if name == "free" else name)
