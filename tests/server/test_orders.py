"""What tasks, threads and nodes do to one another, in every order that a few deviations make (`tests.orders`)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, create_engine, event, text

from kotva import games
from kotva.engine.errors import Illegal
from kotva.match.clock import Due
from kotva.server import writer as writing
from kotva.server.messages import Gone, ServerMessage
from kotva.server.people import Person
from kotva.server.presenter import Eyes, Viewer
from kotva.server.rows import Append, EventRow, SitterRow, TableRow, TimesRow
from kotva.server.schema import LEASES
from kotva.server.sql import SqlStore
from kotva.server.store import Taken, Unavailable
from kotva.server.supervisor import Supervisor
from kotva.server.table import ActionRequest, Table
from kotva.server.table_log import Stale, TableLog
from kotva.server.timers import Timers
from kotva.server.watchers import Watcher, Watchers
from kotva.server.writer import Writer
from tests import orders
from tests.conformance.pearls import PEARLS

ADA = Person("ada", "a")


@pytest.fixture(autouse=True)
def _pearls() -> Iterator[None]:
    """A tiny game, so that thousands of orders take seconds."""
    games.add(PEARLS)
    yield
    games._added.pop(PEARLS.id)


# -- tables and their logs -----------------------------------------------------------------------------------------------


class Rows:
    """The rows of one table, as a database keeps them: each append is done as a whole, some time after it was asked for."""

    def __init__(self) -> None:
        seats = [SitterRow(seat, "person", "", f"Player {seat + 1}", "ada") for seat in range(3)]
        self.row = TableRow("t", PEARLS.id, PEARLS.version, "", 3, {}, "0" * 64, sitters=seats)
        self.stored: list[EventRow] = []
        self.breaks = 0  # how many answers still get lost on their way back

    async def append(self, append: Append) -> None:
        await asyncio.sleep(0)
        keys = {event.key for event in self.stored if event.key is not None}
        if append.after != len(self.stored) or any(event.key in keys for event in append.events):
            raise Taken(append.table)
        self.stored += append.events
        await asyncio.sleep(0)
        if self.breaks:
            self.breaks -= 1
            raise Unavailable("The line is cut.")

    async def table(self, _name: str) -> TableRow:
        await asyncio.sleep(0)
        return self.row

    async def events(self, _name: str, since: int = 0) -> list[EventRow]:
        await asyncio.sleep(0)
        return self.stored[since:]

    async def times(self, _name: str) -> TimesRow:
        return TimesRow()

    def node(self) -> Table:
        """The table as another node holds it."""
        return Table(self.row, TableLog.load(self.row, self.stored), self, lambda: 5.0)  # type: ignore[arg-type]

    def texts(self) -> list[str]:
        return [f"{event.actor + 1} {event.text}" for event in self.stored if event.actor >= 0]


def begun() -> Rows:
    """Everybody has a pearl; seat 1 is to decide."""
    rows = Rows()
    log = TableLog.load(rows.row, [])
    while (outcome := log.match.next_outcome()) is not None:
        rows.stored.append(EventRow("move", -1, PEARLS.rules.actions.text(outcome), at=1.0))
        log.fold(rows.stored[-1:])
    return rows


async def outcome(asked: Any) -> str:
    """What came of something: done, or the name of the refusal."""
    try:
        await asked
    except (Stale, Illegal, Unavailable) as error:
        return type(error).__name__
    return "done"


async def agrees(rows: Rows, *nodes: Table) -> None:
    """What a node shows is what is stored, from the first row to the last."""
    for node in nodes:
        await node.catch_up()
        assert node.seq == len(rows.stored)
        assert [played.text for played in node.match.played] == [
            played.text for played in TableLog.load(rows.row, rows.stored).match.played
        ]


def test_of_two_answers_to_one_question_one_counts() -> None:
    """Two browsers of one seat, and a second node: whoever is late is told that the table has moved on."""

    async def scenario() -> None:
        rows = begun()
        here, there = rows.node(), rows.node()
        seen = here.seq
        first = here.act(ADA, ActionRequest(0, "keep", seen, "k1"))
        second = here.act(ADA, ActionRequest(0, "dive", seen, "k2"))
        third = there.act(ADA, ActionRequest(0, "peek 2", seen, "k3"))
        came = list(await asyncio.gather(*(outcome(one) for one in (first, second, third))))
        assert sorted(came) == ["Stale", "Stale", "done"]
        assert len([text for text in rows.texts() if text.startswith("1 ")]) == 1
        await agrees(rows, here, there)

    assert orders.explore(scenario) > 20


def test_what_is_sent_twice_is_played_once() -> None:
    """The same key through two nodes, while the next seat answers: both senders hear that it is done."""

    async def scenario() -> None:
        rows = begun()
        here, there = rows.node(), rows.node()
        request = ActionRequest(0, "keep", here.seq, "k1")
        came = list(await asyncio.gather(outcome(here.act(ADA, request)), outcome(there.act(ADA, request))))
        assert came == ["done", "done"]
        assert rows.texts() == ["1 keep"]
        await agrees(rows, here, there)

    assert orders.explore(scenario) > 5


def test_a_move_and_its_undo_leave_one_of_both_worlds() -> None:
    """Taken back on one node while the next seat moves on another: either it is undone, or it stays with the move behind it."""

    async def scenario() -> None:
        rows = begun()
        here = rows.node()
        await here.act(ADA, ActionRequest(0, "keep", here.seq, "k1"))
        there, seen = rows.node(), here.seq
        back = here.act(ADA, ActionRequest(0, None, seen, "u1"))
        on = there.act(ADA, ActionRequest(1, "keep", seen, "k2"))
        came = list(await asyncio.gather(outcome(back), outcome(on)))
        texts = [f"{event.kind} {event.actor}" for event in rows.stored[seen:]]
        assert texts in (["undo 0"], ["move 1"])
        assert came == (["done", "Stale"] if texts == ["undo 0"] else ["Stale", "done"])
        await agrees(rows, here, there)

    assert orders.explore(scenario) > 5


def test_an_answer_that_was_lost_is_no_move_that_was_lost() -> None:
    """The row is stored, the line is cut before anybody hears of it, and the browser sends again: it is played once."""

    async def scenario() -> None:
        rows = begun()
        here = rows.node()
        rows.breaks = 1
        request = ActionRequest(0, "keep", here.seq, "k1")
        came = list(await asyncio.gather(outcome(here.act(ADA, request)), outcome(here.act(ADA, request))))
        assert sorted(came) == ["Unavailable", "done"]
        assert rows.texts() == ["1 keep"]
        await agrees(rows, here)

    assert orders.explore(scenario) >= 1


# -- the writer ----------------------------------------------------------------------------------------------------------


class Broken(Exception):
    """A piece of work that cannot be done."""


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """The writer's thread takes its turns."""
    threading, queue = orders.threads()
    monkeypatch.setattr(writing, "threading", threading)
    monkeypatch.setattr(writing, "queue", queue)


def quick(path: Path) -> Engine:
    """A database that waits for no disk: what is tried here is the order, thousands of times."""
    engine = create_engine(f"sqlite:///{path}")

    @event.listens_for(engine, "connect")
    def hurry(connection: Any, _record: object) -> None:
        connection.execute("pragma synchronous = off")
        connection.execute("pragma journal_mode = memory")

    return engine


def noting(number: int) -> Callable[[Connection], int]:
    def work(db: Connection) -> int:
        db.execute(text("insert into noted values (:n)"), {"n": number})
        if number == 2:
            raise Broken(number)
        return number * 10

    return work


@pytest.mark.usefixtures("threads")
def test_each_client_gets_its_own_result_and_nothing_is_dropped_at_the_end(tmp_path: Path) -> None:
    """Three pieces of work, one of which cannot be done, and a close in the middle: whatever was queued before it is written."""
    engine = quick(tmp_path / "orders.db")
    batches: set[int] = set()

    async def scenario() -> None:
        with engine.begin() as db:
            db.execute(text("drop table if exists noted"))
            db.execute(text("create table noted (n integer)"))
        writer = Writer(engine)
        left, queued = 3, asyncio.Event()

        async def ask(number: int) -> object:
            nonlocal left
            left -= 1
            if not left:
                queued.set()
            try:
                return await writer.do(noting(number))
            except Broken as error:
                return repr(error)

        asked = [asyncio.create_task(ask(number)) for number in (1, 2, 3)]
        await queued.wait()
        writer.close()
        assert await asyncio.gather(*asked) == [10, "Broken(2)", 30]
        with engine.connect() as db:
            assert [n for (n,) in db.execute(text("select n from noted order by n"))] == [1, 3]
        batches.add(writer.commits)

    assert orders.explore(scenario) > 20
    assert len(batches) > 1, "together in some orders, one by one in others"


# -- timers --------------------------------------------------------------------------------------------------------------


def test_for_one_decision_a_person_or_the_clock_plays_and_never_both() -> None:
    """The time is out, a bot thinks for the seat, and its person moves after all; the next seats answer at once."""
    ends: set[str] = set()

    async def scenario() -> None:
        rows = begun()
        table = rows.node()

        async def think(_table: Table, _seat: int, _level: str) -> str:
            for _ in range(3):
                await asyncio.sleep(0)
            return "dive"

        timers = Timers(None, lambda: 5.0, None, list, think, lambda _table: None, Supervisor())  # type: ignore[arg-type]

        async def ring() -> None:
            if table.match.to_act() == 0:  # as the clock says it, at this very moment
                await timers._play(table, Due(5.0, 0, "", 0, "move", "easy"))

        late = ring()
        own = table.act(ADA, ActionRequest(0, "keep", table.seq, "k1"))
        came = list(await asyncio.gather(outcome(late), outcome(own)))
        texts = rows.texts()
        assert texts in (["1 keep"], ["1 dive"])
        assert came in ([["Stale", "done"], ["done", "done"]] if texts == ["1 keep"] else [["done", "Stale"]])
        ends.add(f"{texts[0]}, {came[0]}")
        await agrees(rows, table)

    assert orders.explore(scenario) > 5
    assert ends == {"1 keep, done", "1 keep, Stale", "1 dive, done"}


# -- watchers ------------------------------------------------------------------------------------------------------------


class Socket:
    """A browser that reads everything and says nothing, until it goes."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.gone = asyncio.Event()

    async def receive(self) -> dict[str, str]:
        await self.gone.wait()
        return {"type": "websocket.disconnect"}

    async def send_text(self, message: str) -> None:
        await asyncio.sleep(0)
        self.said.append(message)

    async def close(self, _code: int, _why: str = "") -> None:
        self.gone.set()


class Grown:
    """A table that only grows, and what is told of it."""

    id = "t"

    def __init__(self) -> None:
        self.seq = 0
        self.present: dict[int, int] = {}

    def eyes(self, _viewer: Viewer) -> tuple[int | None, int | None]:
        return None, None

    def now(self, _eyes: Eyes) -> None:
        pass

    def change(self, _eyes: Eyes, since: int) -> bytes:
        return f"change {since} {self.seq}".encode()

    def packet(self, _viewer: Viewer) -> ServerMessage:
        return Gone(f"whole {self.seq}")

    def sitters(self, _viewer: Viewer) -> Sequence[Any]:
        return ()

    def note_present(self, present: dict[int, int]) -> bool:
        changed, self.present = present.keys() != self.present.keys(), present
        return changed


def followed(said: list[str]) -> int:
    """How far a browser has come that puts together what it was told: every change begins where it stands."""
    at = -1
    for message in said:
        words = message.replace('"', " ").replace("}", " ").split()
        if "whole" in words:
            at = int(words[words.index("whole") + 1])
        elif words[0] == "change":
            assert int(words[1]) == at, f"{said}: a change of what this browser does not have"
            at = int(words[2])
    return at


def test_watchers_get_to_the_newest_state_without_a_gap() -> None:
    """Two browsers come while a table grows, one of them goes in the middle: nobody misses a move, nobody hears one twice."""

    async def scenario() -> None:
        table = Grown()
        watchers = Watchers(lambda _table: table, lambda _table: None)  # type: ignore[arg-type,return-value]
        stays, goes = Socket(), Socket()

        async def watch(socket: Socket) -> None:
            watcher = Watcher(socket, table, Person(None, ""), Viewer((), None, "en"))  # type: ignore[arg-type]
            await watchers.serve(watcher, None)  # type: ignore[arg-type]

        async def grow() -> None:
            for _ in range(3):
                table.seq += 1
                watchers.table_changed(table)  # type: ignore[arg-type]
                await asyncio.sleep(0)

        async def leave() -> None:
            goes.gone.set()

        tasks = [asyncio.create_task(watch(socket)) for socket in (stays, goes)]
        await asyncio.gather(grow(), leave())
        await asyncio.sleep(1)  # everything that can be done has been done by then
        assert followed(stays.said) == 3
        followed(goes.said)
        assert len(watchers) == 1
        before = len(goes.said)
        table.seq += 1
        watchers.table_changed(table)  # type: ignore[arg-type]
        await asyncio.sleep(1)
        assert followed(stays.said) == 4
        assert len(goes.said) == before, "nothing is said to whoever has gone"
        stays.gone.set()
        await asyncio.gather(*tasks)
        assert len(watchers) == 0

    assert orders.explore(scenario, deviations=1) > 20


# -- leases --------------------------------------------------------------------------------------------------------------


class Node(SqlStore):
    """What leases need of a store, on a database that several nodes share."""

    shared = True

    def __init__(self, writer: Writer, now: Callable[[], float]) -> None:
        self.writer, self._now = writer, now


@pytest.mark.usefixtures("threads")
def test_a_lease_has_one_holder_at_a_time(tmp_path: Path) -> None:
    """Two nodes ask, prolong and give back, and time passes: none believes to hold what the other still holds."""
    engine = quick(tmp_path / "leases.db")
    LEASES.create(engine)
    ends: set[tuple[str, ...]] = set()

    async def scenario() -> None:
        with engine.begin() as db:
            db.execute(text("delete from leases"))
        now = 100.0
        held: dict[str, tuple[float, float]] = {}  # from when to when each node believes to hold it
        got: list[str] = []
        writers = {name: Writer(engine) for name in ("a", "b")}

        async def hold(name: str) -> None:
            node = Node(writers[name], lambda: now)
            for _ in range(2):
                asked = now
                if await node.lease("bots:t", name, 10.0):
                    others = [span for other, span in held.items() if other != name]
                    assert all(end < asked or asked + 10.0 < start for start, end in others), "two hold it at a time"
                    held[name] = (asked, asked + 10.0)
                    got.append(name)
            if name == "a":
                held.pop(name, None)
                await node.release("bots:t", name)

        async def pass_time() -> None:
            nonlocal now
            now += 11.0

        await asyncio.gather(hold("a"), hold("b"), pass_time())
        for writer in writers.values():
            writer.close()
        assert got
        ends.add(tuple(got))

    assert orders.explore(scenario, deviations=1) > 20
    assert {name for end in ends for name in end} == {"a", "b"}
