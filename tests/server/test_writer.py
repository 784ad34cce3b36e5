"""The one thread that writes: what shares a transaction, whose error is whose, and what is said when the database cannot."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError, OperationalError, TimeoutError

from kotva.server import writer as writing
from kotva.server.store import Unavailable
from kotva.server.writer import Writer, unavailable


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    made = create_engine(f"sqlite:///{tmp_path / 'w.db'}")
    with made.begin() as db:
        db.execute(text("create table noted (n integer unique)"))
    yield made
    made.dispose()


def noted(engine: Engine) -> list[int]:
    with engine.connect() as db:
        return [n for (n,) in db.execute(text("select n from noted order by n"))]


def note(n: int) -> Callable[[Connection], int]:
    def work(db: Connection) -> int:
        db.execute(text("insert into noted values (:n)"), {"n": n})
        return n

    return work


CALLS: list[list[int]] = []


def many(db: sqlite3.Connection, items: Sequence[int]) -> None:
    CALLS.append(list(items))
    db.executemany("insert into noted values (?)", [(n,) for n in items])


def other(db: sqlite3.Connection, items: Sequence[int]) -> None:
    CALLS.append([-n for n in items])


def at_once(writer: Writer, *asked: Callable[[], Any]) -> list[object]:
    """What comes of pieces of work that all wait while the writer is busy with something else: its results or errors."""

    async def ask() -> list[object]:
        gate = threading.Event()

        def busy(_db: Connection) -> None:
            gate.wait(10)

        first = asyncio.create_task(writer.do(busy))
        while writer._jobs.qsize() or writer._since is None:
            await asyncio.sleep(0.001)
        waiting = [asyncio.ensure_future(one()) for one in asked]
        await asyncio.sleep(0)
        gate.set()
        await first
        return list(await asyncio.gather(*waiting, return_exceptions=True))

    CALLS.clear()
    try:
        return asyncio.run(ask())
    finally:
        writer.close()


@pytest.mark.parametrize("keeps", [False, True])
def test_what_waits_together_is_written_together(engine: Engine, keeps: bool) -> None:
    writer = Writer(engine, keeps=keeps)
    assert at_once(writer, *(lambda n=n: writer.do(note(n)) for n in range(5))) == [0, 1, 2, 3, 4]
    assert noted(engine) == [0, 1, 2, 3, 4]
    assert (writer.commits, writer.written) == (2, 6)


def test_no_transaction_has_more_than_so_many(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "_MOST", 3)
    writer = Writer(engine)
    at_once(writer, *(lambda n=n: writer.do(note(n)) for n in range(7)))
    assert (writer.commits, writer.written) == (4, 8), "one, three, three, one"


@pytest.mark.parametrize("keeps", [False, True])
def test_an_error_of_one_is_no_error_of_its_neighbours(engine: Engine, keeps: bool) -> None:
    def wrong(db: Connection) -> None:
        db.execute(text("insert into noted values (9)"))
        raise ValueError("mine alone")

    writer = Writer(engine, keeps=keeps)
    found = at_once(writer, lambda: writer.do(note(1)), lambda: writer.do(wrong), lambda: writer.do(note(2)))
    assert (found[0], str(found[1]), found[2]) == (1, "mine alone", 2)
    assert isinstance(found[1], ValueError)
    assert noted(engine) == [1, 2], "nothing is left of what failed"


@pytest.mark.parametrize("keeps", [False, True])
def test_what_is_alike_is_done_in_one_call(engine: Engine, keeps: bool) -> None:
    writer = Writer(engine, keeps=keeps)
    asked = [lambda n=n: writer.do_together(many, n) for n in (3, 1, 2)] + [lambda: writer.do_together(other, 5)]
    assert at_once(writer, *asked) == [None] * 4
    assert CALLS == [[3, 1, 2], [-5]]
    assert noted(engine) == [1, 2, 3]


@pytest.mark.parametrize("keeps", [False, True])
def test_of_things_that_are_done_together_each_has_its_own_error(engine: Engine, keeps: bool) -> None:
    writer = Writer(engine, keeps=keeps)
    found = at_once(writer, *(lambda n=n: writer.do_together(many, n) for n in (1, 1, 2)))
    assert [type(one) for one in found] == [type(None), Unavailable, type(None)]
    assert "UNIQUE" in str(found[1])
    assert noted(engine) == [1, 2]


def test_work_of_both_kinds_shares_a_transaction(engine: Engine) -> None:
    writer = Writer(engine, keeps=True)
    assert at_once(writer, lambda: writer.do_together(many, 1), lambda: writer.do(note(2))) == [None, 2]
    assert (noted(engine), writer.commits) == ([1, 2], 2)


def test_a_database_that_cannot_is_told_to_all_at_once_and_not_asked_again_and_again(engine: Engine) -> None:
    asked: list[int] = []

    def down(_db: Connection) -> None:
        asked.append(1)
        raise OperationalError("x", {}, sqlite3.OperationalError("disk is full"))

    writer = Writer(engine, keeps=True)
    found = at_once(writer, lambda: writer.do(note(1)), lambda: writer.do(down), lambda: writer.do(note(2)))
    assert all(isinstance(one, Unavailable) and "disk is full" in str(one) for one in found)
    assert (asked, noted(engine)) == ([1], [])


def test_after_a_failure_the_connection_is_a_fresh_one(engine: Engine) -> None:
    made: list[object] = []
    event.listen(engine, "checkout", lambda *_given: made.append(1))
    writer = Writer(engine, keeps=True)

    async def ask() -> None:
        await writer.do(note(1))
        await writer.do(note(2))
        assert len(made) == 1, "it is kept"
        with pytest.raises(Unavailable):
            await writer.do(note(1))
        await writer.do(note(3))
        assert len(made) == 2

    asyncio.run(ask())
    writer.close()
    assert writer._kept is None
    assert noted(engine) == [1, 2, 3]


@pytest.mark.parametrize("error", [OSError("cut"), EOFError("gone")])
def test_a_line_that_is_cut_is_the_databases_fault(engine: Engine, error: Exception) -> None:
    def cut(_db: Connection) -> None:
        raise error

    writer = Writer(engine)

    async def ask() -> None:
        with pytest.raises(Unavailable, match=str(error)):
            await writer.do(cut)

    asyncio.run(ask())
    writer.close()


def test_a_caller_that_has_gone_holds_up_nobody(engine: Engine) -> None:
    writer = Writer(engine)

    async def ask() -> None:
        gate = threading.Event()
        gone = asyncio.create_task(writer.do(lambda _db: gate.wait(10)))
        stays = asyncio.create_task(writer.do(note(1)))
        await asyncio.sleep(0.01)
        gone.cancel()
        gate.set()
        assert await stays == 1

    asyncio.run(ask())
    writer.close()


def test_what_is_wrong_with_the_thread(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = Writer(engine)
    assert writer.stuck == ""
    writer._since = time.monotonic() - 9
    assert writer.stuck == ""
    writer._since = time.monotonic() - 12
    assert writer.stuck == "it is at one transaction for 12 s"
    writer._since = None
    assert writer.stuck == ""
    writer.close()
    assert writer.stuck == "it has ended"


def test_a_failure_of_the_writer_itself_leaves_nobody_waiting(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    writer = Writer(engine)
    whole = writer._write

    def broken(batch: Any) -> None:
        monkeypatch.setattr(writer, "_write", whole)
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(writer, "_write", broken)

    async def ask() -> None:
        with pytest.raises(Unavailable, match="a fault of ours"):
            await writer.do(note(1))
        assert await writer.do(note(2)) == 2

    asyncio.run(ask())
    writer.close()
    assert writer._since is None
    assert noted(engine) == [2]
    assert caplog.text.count("the writer failed") == 1
    assert "a fault of ours" in caplog.text


def test_a_server_that_is_not_closed_ends_all_the_same(engine: Engine) -> None:
    writer = Writer(engine)
    assert writer._thread.daemon
    writer.close()


def test_a_connection_that_cannot_even_be_closed_is_told_and_forgotten(
    engine: Engine, caplog: pytest.LogCaptureFixture
) -> None:
    class Gone:
        def close(self) -> None:
            raise OSError("no route")

    writer = Writer(engine, keeps=True)
    writer._kept = Gone()  # type: ignore[assignment]
    writer._let_go()
    assert writer._kept is None
    assert "could not be closed: no route" in caplog.text
    writer.close()


def test_what_people_are_told() -> None:
    assert "no connection is free" in str(unavailable(TimeoutError("QueuePool limit")))
    inner = DBAPIError("select", {}, sqlite3.Error("locked"))
    assert "(locked)" in str(unavailable(inner))
    silent = DBAPIError("select", {}, None)  # type: ignore[arg-type]
    assert "(None)" not in str(unavailable(silent))
    assert "(cut)" in str(unavailable(OSError("cut")))
