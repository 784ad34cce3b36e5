"""The database: names of files, old schemas, kills in the first start, one writer for all, results with the last move."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event, select

from kotva.files import PACKAGE
from kotva.match import SeatSpec, TableSpec
from kotva.server import database, sqlite
from kotva.server.account_store import AccountStore
from kotva.server.hook_rows import hooks
from kotva.server.people import BROWSER
from kotva.server.progress import LearningProgress
from kotva.server.rows import Append, EventRow, TableRow
from kotva.server.schema import META
from kotva.server.sql import SqlStore
from kotva.server.store import BadDatabase, Store, Taken, Unavailable, open_store
from kotva.server.tables import prepare
from kotva.server.talk_schema import TALK
from kotva.server.tournament_store import TournamentStore

T = TypeVar("T")
OLD = sorted((Path(__file__).parent / "schemas").glob("*.sql"))


def with_store(path: Path, work: Callable[[SqlStore], Awaitable[T]], now: Callable[[], float] = lambda: 1000.0) -> T:
    async def run() -> T:
        store = SqlStore(sqlite.connect(path, alone=True), now)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


async def new_table(store: Store, origin: str = "") -> TableRow:
    spec = TableSpec(game="bosman", seats=(SeatSpec("Ada"), SeatSpec("Bot", level="easy")), origin=origin)
    row, events = prepare(spec)
    await store.create(row, events)
    return row


def move(text: str, key: str | None = None) -> EventRow:
    return EventRow("move", 0, text, key, 7.5)


# -- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["q?mode=ro.db", "%41.db", ":memory:", "file:x.db", "a b#c.db", "%.db", "sqlite:///x"])
def test_a_path_is_never_read_as_an_address(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with_store(path, new_table)
    assert path.stat().st_size > 0
    assert {p.name for p in path.parent.iterdir()} == {path.name, path.name + ".lock"}


def test_a_package_in_a_folder_with_a_percent_sign_finds_its_migrations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    strange = tmp_path / "100%s"
    strange.mkdir()
    (strange / "server").symlink_to(PACKAGE / "server")
    monkeypatch.setattr(database, "PACKAGE", strange)
    with_store(tmp_path / "tables.db", new_table)


# -- schemas ---------------------------------------------------------------------------------------------------------


def lay_old(path: Path, dump: Path) -> None:
    with sqlite3.connect(path) as db:
        db.executescript(dump.read_text(encoding="utf-8"))
    db.close()


async def find_old(store: Store, schema: str) -> None:
    """Everything that a dump of an old schema holds, in a database that has been brought up to date."""
    ada = await store.person(BROWSER, "e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e")
    assert ada is not None
    assert sorted(row.id for row in await store.tables_of(ada)) == ["oldtable01", "oldtable02", "oldtable03"]
    row = await store.table("oldtable01")
    assert row is not None
    assert [sitter.person == ada for sitter in row.sitters] == [True, False]
    assert row.sitters[1].person is not None
    events = await store.events("oldtable01")
    assert [(e.text, e.key, e.at) for e in events[9:]] == [
        ("draw F12", None, 1790000000.25),
        ("keep", "key-of-the-move", 1790000000.25),
    ]
    assert [event.delay for event in events[9:]] == [0.0, 0.75 if schema >= "0014" else 0.0]
    free = await store.table("oldtable03")
    assert free is not None
    assert free.sitters[1].person is None
    assert await store.record("r-old") == "{}"
    if schema >= "0002":
        over, told = await store.table("oldtable02"), await store.outbox()
        assert over is not None
        assert (over.status, over.origin, over.outcome) == ("over", "league:spring:R1.T2", told[0].body)
        assert (over.clock, told[0].number) == ({"per_move": 60, "answer": 20}, 7)
    if schema >= "0003":
        assert isinstance(store, SqlStore)
        (line,) = await TournamentStore(store).lines("spring", 0)
        assert (line.entry.op, line.key) == ("create", "the-first-key")
    if schema >= "0004":
        times = await store.times("oldtable01")
        assert [(call.kind, call.seat, call.seconds) for call in times.calls] == [("start", None, 0), ("extend", 0, 30)]
        assert [(row.table, row.seq) for row in await store.time_store().due(2e9)] == [("oldtable01", 11)]
    if schema >= "0006":
        assert isinstance(store, SqlStore)
        assert await LearningProgress(store).learned(ada, "bosman") == {"walk"}
        assert await LearningProgress(store).review("oldtable02") == "{}"
    assert row.owner == (ada if schema >= "0007" else None)
    assert (row.to_act, free.to_act) == (2 if schema >= "0008" else None, None)
    if schema >= "0012":
        assert isinstance(store, SqlStore)
        said = select(TALK.c.text).where(TALK.c.table_id == "oldtable02")
        assert await store.read(lambda db: db.execute(said).scalar()) == "hello"
    assert (row.hints, free.hints) == (True, schema < "0009")
    if schema >= "0010":
        assert isinstance(store, SqlStore)
        accounts, ben = AccountStore(store), row.sitters[1].person
        assert await accounts.names_of([ada, ben or ""]) == {ada: "Ada", ben: "Ben"}
        assert await accounts.role_of(ada) == "moderator"
        assert (await accounts.is_blocked(ada, ben), await accounts.is_blocked(ben, ada)) == (True, False)
    if schema >= "0015":
        assert isinstance(store, SqlStore)
        (hook,) = await store.read(lambda db: hooks(db, ada))
        assert (hook.url, hook.form, hook.always) == ("https://example.org/hook", "discord", False)
    assert (row.finishers, free.finishers) == (0, 70 if schema >= "0016" else 0)
    assert (row.access, row.rated) == ("link", False)
    assert (free.access, free.rated) == (("public", True) if schema >= "0011" else ("link", False))


def test_every_schema_has_a_database_of_its_time() -> None:
    made = sorted(path.stem[1:5] for path in (PACKAGE / "server" / "migrations" / "versions").glob("v*.py"))
    assert [dump.stem for dump in OLD] == made, "a new migration brings a dump of what it makes (tests/server/schemas)"


@pytest.mark.parametrize("dump", OLD, ids=lambda dump: dump.stem)
def test_tables_of_every_released_schema_keep_their_seats_and_moves(tmp_path: Path, dump: Path) -> None:
    path = tmp_path / "tables.db"
    lay_old(path, dump)
    with_store(path, lambda store: find_old(store, dump.stem))
    with_store(path, lambda store: find_old(store, dump.stem))


@pytest.mark.parametrize("dump", [None, *OLD], ids=lambda dump: dump.stem if dump else "new")
def test_migrations_lead_to_the_schema(tmp_path: Path, dump: Path | None) -> None:
    path = tmp_path / "tables.db"
    if dump:
        lay_old(path, dump)
    opened = sqlite.connect(path, alone=True)
    with opened.readers.connect() as db:
        assert compare_metadata(MigrationContext.configure(db, opts={"render_as_batch": True}), META) == []
    opened.close()


def die_at(statement: int, path: Path) -> int:
    """Open a database in a process that is killed before a statement of its upgrade; whether it got that far."""
    child = os.fork()
    if child == 0:
        counted = 0

        def count(*_: object) -> None:
            nonlocal counted
            counted += 1
            if counted == statement:
                os.kill(os.getpid(), 9)

        try:
            made = sqlite._engine

            def engine(where: Path, begin: str) -> object:
                opened = made(where, begin)
                event.listen(opened, "before_cursor_execute", count)
                event.listen(opened, "commit", count)
                return opened

            sqlite._engine = engine  # type: ignore[assignment]
            sqlite.connect(path, alone=True)
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


async def new_and_old(store: Store) -> None:
    """A new table can be made, and the old one be read."""
    await new_table(store)
    assert await store.events("oldtable01")


@pytest.mark.slow
@pytest.mark.timeout(600)  # dozens of starts: two minutes are not enough beside twenty busy processes
@pytest.mark.parametrize("dump", [None, *OLD], ids=lambda dump: dump.stem if dump else "first-start")
def test_a_kill_at_any_statement_of_a_start_leaves_a_database_that_starts(tmp_path: Path, dump: Path | None) -> None:
    """Each statement of a first start and of the way from the oldest schema.

    Newer schemas go the last part of that way: there every fifth, from another one each time.
    """
    step = 5 if dump in OLD[1:] else 1
    died, statement = -9, OLD.index(dump) % step + 1 - step if dump else 0
    while died == -9:
        statement += step
        path = tmp_path / f"{statement}.db"
        if dump:
            lay_old(path, dump)
        died = die_at(statement, path)
        with_store(path, new_and_old if dump else new_table)
    assert statement > 10


def test_what_the_first_release_left_when_it_was_killed_is_mended(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with sqlite3.connect(path) as db:
        db.execute("create table alembic_version (version_num varchar(32) not null)")
        db.execute("create table tables (id varchar(32))")
    db.close()
    with_store(path, new_table)


# -- what cannot be used ---------------------------------------------------------------------------------------------


def refused(path: Path) -> str:
    with pytest.raises(BadDatabase) as caught:
        open_store(path)
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_a_database_that_cannot_be_used_is_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_bytes(b"this is no database" * 100)
    assert "not a database" in refused(path)
    assert [found.name for found in tmp_path.iterdir()] == ["tables.db"], "nothing is written beside somebody's file"
    with_store(tmp_path / "newer.db", new_table)
    with sqlite3.connect(tmp_path / "newer.db") as db:
        db.execute("update alembic_version set version_num = '9999'")
    db.close()
    assert "newer Kotva" in refused(tmp_path / "newer.db")
    with sqlite3.connect(tmp_path / "other.db") as db:
        db.execute("create table recipes (id)")
    db.close()
    assert "not a database of Kotva" in refused(tmp_path / "other.db")
    (tmp_path / "folder.db").mkdir()
    assert "cannot be used" in refused(tmp_path / "folder.db")
    assert "cannot be used" in refused(tmp_path / "other.db" / "tables.db")


def test_a_damaged_file_is_refused_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with_store(path, new_table)
    data = bytearray(path.read_bytes())
    data[4096 * 2 :] = b"\x5a" * (len(data) - 4096 * 2)
    path.write_bytes(data)
    assert "cannot be used" in refused(path)


def test_a_second_server_on_one_file_is_refused(tmp_path: Path) -> None:
    async def second(_: SqlStore) -> None:
        assert "Another Kotva server" in refused(tmp_path / "tables.db")

    with_store(tmp_path / "tables.db", second)
    with_store(tmp_path / "tables.db", new_table)


# -- one writer ------------------------------------------------------------------------------------------------------


def test_many_appends_share_a_commit_and_each_has_its_own_result(tmp_path: Path) -> None:
    """Two rivals for one number among fifty others: one of them is told so, and nobody else notices."""

    async def race(store: SqlStore) -> None:
        tables = [await new_table(store) for _ in range(25)]
        before = store.writer.commits
        work = [store.append(Append(table.id, 10, (move("keep"),))) for table in tables]
        work += [store.append(Append(tables[3].id, 10, (move("swap"),)))]
        results = await asyncio.gather(*work, return_exceptions=True)
        assert [i for i, result in enumerate(results) if isinstance(result, Taken)] in ([25], [3])
        assert all(result is None or isinstance(result, Taken) for result in results)
        for table in tables:
            assert len(await store.events(table.id)) == 11
        work = [store.append(Append(table.id, 11, (move("next"),))) for table in tables]
        before = store.writer.commits
        await asyncio.gather(*work)
        assert store.writer.commits - before < 25

    with_store(tmp_path / "tables.db", race)


def test_moves_that_are_stored_together_are_what_each_of_them_would_be_alone(tmp_path: Path) -> None:
    """Forty tables, with one to three events each: every value comes back, and SQLite is asked a few times, not for each."""

    async def store_all(store: SqlStore) -> None:
        tables = [await new_table(store) for _ in range(40)]
        wanted = {
            table.id: Append(
                table.id,
                10,
                tuple(
                    EventRow("move", k - 1, f"text {n} {k} '?", None if k else f"key {n}", 1.7e9 + n / 7)
                    for k in range(n % 3 + 1)
                ),
                to_act=n % 16,
            )
            for n, table in enumerate(tables)
        }
        asked: list[str] = []

        def count(db: Connection) -> None:
            db.connection.driver_connection.set_trace_callback(asked.append)  # type: ignore[union-attr]

        await store.write(count)  # the writer is busy for as long as this takes
        work = [asyncio.ensure_future(store.append(append)) for append in wanted.values()]
        await asyncio.gather(*work)
        commits = sum(text == "COMMIT" for text in asked)
        assert len([text for text in asked if text.startswith(("INSERT", "WITH", "UPDATE"))]) <= 14 * commits
        for append in wanted.values():
            assert (await store.events(append.table))[10:] == list(append.events)
            row = await store.table(append.table)
            assert row is not None
            assert (row.to_act, row.changed) == (append.to_act, 1000.0)

    with_store(tmp_path / "tables.db", store_all)


def test_a_key_is_used_once(tmp_path: Path) -> None:
    async def twice(store: SqlStore) -> None:
        row = await new_table(store)
        await store.append(Append(row.id, 10, (move("keep", "the-same-key"),)))
        with pytest.raises(Taken):
            await store.append(Append(row.id, 11, (move("keep", "the-same-key"),)))
        assert [event.at for event in await store.events(row.id)] == [1000.0] * 10 + [7.5]

    with_store(tmp_path / "tables.db", twice)


def test_the_outcome_and_the_word_to_others_are_written_with_the_last_move(tmp_path: Path) -> None:
    async def end(store: SqlStore) -> None:
        row = await new_table(store, origin="tournament:spring/7")
        await store.append(Append(row.id, 10, (move("keep"),)))
        assert await store.outbox() == []
        with pytest.raises(Taken):
            await store.append(Append(row.id, 10, (move("end"),), {"reason": "turns", "ranks": [1, 2]}))
        assert await store.outbox() == [], "what was not stored is not told"
        await store.append(Append(row.id, 11, (move("end"),), {"reason": "turns", "ranks": [1, 2]}))
        (told,) = await store.outbox()
        assert (told.topic, told.table, told.origin) == ("ended", row.id, "tournament:spring/7")
        assert told.body == {"reason": "turns", "ranks": [1, 2]}
        stored = await store.table(row.id)
        assert stored is not None
        assert (stored.status, stored.outcome) == ("over", told.body)
        await store.sent([told.number])
        assert await store.outbox() == []

    with_store(tmp_path / "tables.db", end)


def test_a_locked_database_says_so_and_goes_on_when_it_is_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "_WAIT", 0.05)

    async def locked(store: SqlStore) -> None:
        row = await new_table(store)
        other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
        other.execute("begin immediate")
        with pytest.raises(Unavailable, match="locked"):
            await store.append(Append(row.id, 10, (move("keep"),)))
        other.execute("rollback")
        other.close()
        await store.append(Append(row.id, 10, (move("keep"),)))
        assert len(await store.events(row.id)) == 11

    with_store(tmp_path / "tables.db", locked)


# -- people, leases --------------------------------------------------------------------------------------------------


def test_a_credential_has_one_person_however_often_it_comes(tmp_path: Path) -> None:
    async def come(store: SqlStore) -> None:
        people = await asyncio.gather(*(store.enroll(BROWSER, "a" * 64) for _ in range(8)))
        assert len(set(people)) == 1
        assert await store.enroll(BROWSER, "b" * 64) not in people
        assert await store.person("password", "a" * 64) is None

    with_store(tmp_path / "tables.db", come)


def test_a_seat_goes_to_one_person_who_may_take_it_again(tmp_path: Path) -> None:
    async def sit(store: SqlStore) -> None:
        row = await new_table(store)
        ada, ben = await store.enroll(BROWSER, "a" * 64), await store.enroll(BROWSER, "b" * 64)
        both = [store.sit(row.id, 0, "Ada", ada), store.sit(row.id, 0, "Ben", ben)]
        assert await asyncio.gather(*both) == [True, False]
        assert await store.sit(row.id, 0, "Ada again", ada), "an answer that was lost does not cost the seat"
        assert not await store.sit(row.id, 1, "Ben", ben), "a bot's"
        stored = await store.table(row.id)
        assert stored is not None
        assert stored.sitters[0].name == "Ada"

    with_store(tmp_path / "tables.db", sit)


def test_leases_of_a_server_that_is_gone_are_free_at_once_on_a_file_of_one_s_own(tmp_path: Path) -> None:
    async def lease(store: SqlStore) -> None:
        assert await store.lease("bots:x", "first", 15)
        assert await store.lease("bots:x", "first", 15)
        assert [row.name for row in await store.leases("second")] == ["bots:x"]
        assert await store.lease("bots:x", "second", 15)
        assert await store.leases("second") == []
        await store.release("bots:x", "first")
        assert [row.holder for row in await store.leases("first")] == ["second"]
        await store.release("bots:x", "second")
        assert await store.leases("first") == []

    with_store(tmp_path / "tables.db", lease)
