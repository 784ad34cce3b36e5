"""Two nodes on one PostgreSQL: one table, two servers; the database decides who was first; a dying node's bots go on."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import httpx
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from click.testing import CliRunner
from sqlalchemy import MetaData, create_engine, insert, select, text
from sqlalchemy.exc import DBAPIError

from benchmarks.nodes import node, one_table
from kotva.cli import group
from kotva.engine.game import Json
from kotva.match import SeatSpec, TableSpec
from kotva.server import postgres as dialect
from kotva.server.database import upgrade_to
from kotva.server.hub import Hub
from kotva.server.people import BROWSER, Person
from kotva.server.rows import Append, EventRow
from kotva.server.schema import LEASES, META
from kotva.server.settings import Settings
from kotva.server.sql import SqlStore
from kotva.server.store import BadDatabase, Taken, Unavailable, open_store
from kotva.server.table import ActionRequest, Table
from kotva.server.table_log import Stale
from kotva.server.tables import prepare
from tests.server import postgres
from tests.server.test_hub import watch
from tests.server.test_store import OLD, find_old, lay_old

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with postgres.running() as address:
        yield address


@pytest.fixture
def address(server: str) -> str:
    """An empty database."""
    name = f"t{secrets.token_hex(6)}"
    engine = create_engine(dialect.driver_url(server), isolation_level="AUTOCOMMIT")
    with engine.connect() as db:
        db.execute(text(f"create database {name}"))
    engine.dispose()
    return server.rsplit("/", 1)[0] + f"/{name}"


@asynccontextmanager
async def nodes(address: str, count: int = 2, lease: float = 1.0) -> AsyncIterator[list[Hub]]:
    settings = Settings(address, pace=0.0, workers=1, lease=lease)
    hubs = [await Hub.start(settings) for _ in range(count)]
    try:
        async with asyncio.timeout(90):
            yield hubs
    finally:
        for hub in hubs:
            await hub.close()


async def open_table(hub: Hub, *levels: str) -> tuple[str, list[Person]]:
    """A table of Bosman with persons (no level) and bots."""
    secret = [secrets.token_hex(32) for _ in levels]
    people = [Person(await hub.store.enroll(BROWSER, s), s) for s in secret]
    seats = tuple(
        SeatSpec(f"P{n}", level) if level else SeatSpec(f"P{n}", person=people[n].id) for n, level in enumerate(levels)
    )
    row = await hub.tables.open(TableSpec(game="bosman", seats=seats, options={"turn_limit": 20}))
    return row.id, people


def test_the_schema_is_the_same(address: str) -> None:
    opened = dialect.connect(address)
    with opened.readers.connect() as db:
        assert compare_metadata(MigrationContext.configure(db), META) == []
    opened.close()
    dialect.connect(address).close()


def lay_old_there(address: str, dump: Path, folder: Path) -> None:
    """The rows of an old file in a PostgreSQL database of the same schema."""
    lay_old(folder / "old.db", dump)
    source, target = create_engine(f"sqlite:///{folder / 'old.db'}"), create_engine(dialect.driver_url(address))
    shape = MetaData()
    shape.reflect(source)
    with source.connect() as old, target.begin() as new:
        upgrade_to(new, dump.stem)
        for table in shape.sorted_tables:
            rows = [dict(row) for row in old.execute(select(table)).mappings()]
            if rows and table.name != "alembic_version":
                new.execute(insert(table), rows)
    source.dispose()
    target.dispose()


@pytest.mark.parametrize("dump", OLD, ids=lambda dump: dump.stem)
def test_every_released_schema_is_brought_up_to_date(address: str, dump: Path, tmp_path: Path) -> None:
    lay_old_there(address, dump, tmp_path)
    opened = dialect.connect(address)
    with opened.readers.connect() as db:
        assert compare_metadata(MigrationContext.configure(db), META) == []
    opened.close()

    async def look() -> None:
        store = open_store(address)
        try:
            await find_old(store, dump.stem)
        finally:
            await store.close()

    asyncio.run(look())


def test_a_newer_schema_is_refused_in_one_sentence(address: str) -> None:
    opened = dialect.connect(address)
    with opened.writer.begin() as db:
        db.execute(text("update alembic_version set version_num = '9999'"))
    opened.close()
    with pytest.raises(BadDatabase, match="newer Kotva"):
        open_store(address)


def test_a_backup_goes_from_a_file_to_postgresql_and_back(address: str, tmp_path: Path) -> None:
    """The way to move: everything is there afterwards, and the outbox counts on."""
    lay_old(tmp_path / "a.db", OLD[-1])
    run = CliRunner()
    there, back = tmp_path / "there.backup", tmp_path / "back.backup"
    for args, database in (
        (["backup", str(there), "--db", str(tmp_path / "a.db")], ""),
        (["restore", str(there)], address),
        (["backup", str(back)], address),
        (["restore", str(back), "--db", str(tmp_path / "b.db")], ""),
    ):
        done = run.invoke(group, args, env={"KOTVA_DATABASE": database})
        assert done.exit_code == 0, (args, done.output, done.exception)

    async def look() -> None:
        for database in (address, tmp_path / "b.db"):
            store = open_store(database)
            try:
                await find_old(store, OLD[-1].stem)
                await store.append(Append("oldtable03", 0, (EventRow("move", 0, "keep"),), {"reason": "turns"}))
                assert [row.number for row in await store.outbox()] == [7, 8]
            finally:
                await store.close()

    asyncio.run(look())
    again = run.invoke(group, ["restore", str(there)], env={"KOTVA_DATABASE": address})
    assert again.exit_code != 0
    assert "not empty" in str(again.exception)


def test_an_address_where_nobody_answers_is_refused_in_one_sentence(server: str) -> None:
    with pytest.raises(BadDatabase) as caught:
        open_store("postgresql://kotva:secret-word@127.0.0.1:1/none")
    assert "\n" not in str(caught.value)
    assert "secret-word" not in str(caught.value)


def test_two_nodes_serve_one_table_and_moves_cross(address: str) -> None:
    async def run() -> None:
        async with nodes(address) as (left, right):
            name, (ada, ben) = await open_table(left, "", "")
            here, there = await left.table(name), await right.table(name)
            assert here is not None
            assert there is not None
            socket, task = watch(right, there, ben)
            await socket.heard.get()
            await here.act(ada, ActionRequest(0, "keep", here.seq, "key-of-the-left"))
            assert f'"seq":{here.seq}' in await socket.heard.get()
            assert there.seq == here.seq
            await there.act(ben, ActionRequest(1, "keep", there.seq, "key-of-the-right"))
            while here.seq != there.seq:
                await asyncio.sleep(0.01)
            socket.leave()
            await task

    asyncio.run(run())


def test_moves_cross_between_two_servers(address: str) -> None:
    """Two real processes: the wake-up of a listener adds little to what a move takes on its own node (benchmarks/nodes.py).

    A listener that only looks now and then (every half second) would add hundreds of milliseconds on any machine; the bound
    holds for the quickest of many moves, so that a busy machine cannot fail it.
    """
    with node(address) as (here, _), node(address) as (there, _):
        found = asyncio.run(one_table(here, there, 25, Random(1)))
    assert len(found) > 15
    assert min(far for _, far in found) < 0.1
    assert sorted(far - near for near, far in found)[len(found) // 4] < 0.2


def test_nodes_go_on_after_all_their_connections_are_cut(address: str) -> None:
    """The database is away for a moment: moves are refused in one sentence, then made; what the other node missed it reads."""

    async def run() -> None:
        async with nodes(address) as (left, right):
            name, (ada, ben) = await open_table(left, "", "")
            here, there = await left.table(name), await right.table(name)
            assert here is not None
            assert there is not None
            engine = create_engine(
                dialect.driver_url(address.rsplit("/", 1)[0] + "/postgres"), isolation_level="AUTOCOMMIT"
            )
            database = address.rsplit("/", 1)[1]
            with engine.connect() as db:
                db.execute(text(f"alter database {database} allow_connections false"))
                ours = text("select pg_terminate_backend(pid, 30000) from pg_stat_activity where datname = :name")
                db.execute(ours, {"name": database})
                with pytest.raises(Unavailable) as caught:
                    await here.act(ada, ActionRequest(0, "keep", here.seq, "key-of-the-left"))
                assert "\n" not in str(caught.value)
                db.execute(text(f"alter database {database} allow_connections true"))
            engine.dispose()
            await here.act(ada, ActionRequest(0, "keep", here.seq, "key-of-the-left"))
            while there.seq != here.seq:
                await asyncio.sleep(0.02)
            await there.act(ben, ActionRequest(1, "keep", there.seq, "key-of-the-right"))
            while there.seq != here.seq:
                await asyncio.sleep(0.02)
            keys = [event.key for event in await left.store.events(name) if event.key]
            assert keys == ["key-of-the-left", "key-of-the-right"]

    asyncio.run(run())


def test_a_connection_that_was_cut_is_noticed_whatever_fails_first(server: str) -> None:
    """Cut while it is asked: the error is one of the database, takes it out of the pool, and is never one of the socket."""
    boss = create_engine(dialect.driver_url(server), isolation_level="AUTOCOMMIT")
    cut = text("select pg_terminate_backend(pid) from pg_stat_activity where pid = :pid")
    stayed = 0
    for _ in range(40):
        engine = create_engine(dialect.driver_url(server), pool_pre_ping=True)
        with engine.connect() as db:
            pid = db.execute(text("select pg_backend_pid()")).scalar_one()
        with boss.connect() as db:
            db.execute(cut, {"pid": pid})
        try:
            with engine.connect() as db:
                db.execute(text("select 1"))
        except DBAPIError as error:
            stayed += not error.connection_invalidated
        engine.dispose()
    boss.dispose()
    assert stayed == 0


def test_the_bots_of_a_node_that_is_killed_are_played_by_the_other(address: str) -> None:
    """A real process, killed with -9 in the middle of its bots' thoughts; nobody asks the other node for the table."""

    async def run() -> None:
        async with nodes(address, 1) as (left,):
            assert isinstance(left.store, SqlStore)
            with node(address) as (there, process):
                async with httpx.AsyncClient(base_url=f"http://{there}", timeout=60) as client:
                    kinds = {f"kind-{n}": "hard" for n in range(3)} | {"kind-3": "me", "option-first": "P1"}
                    made = await client.post("/new/settlers", data={"seats": "4", **kinds})
                    name = made.headers["location"].removeprefix("/table/")
                    client.cookies.update(made.cookies)
                    assert (await client.get(f"/api/tables/{name}")).status_code == 200
                # Any node holds leases of other things, too: this one alone says that it lets the bots of the table play.
                held = select(LEASES.c.holder).where(LEASES.c.name == f"bots:{name}")
                while not await left.store.read(lambda db: db.execute(held).scalar()):
                    await asyncio.sleep(0.01)
                os.kill(process, signal.SIGKILL)
            before = await Table.load(left.store, name, time.time)
            assert before is not None
            assert before.bot_to_act() is not None, "the bots had finished before it was killed"
            holder = await left.store.read(lambda db: db.execute(held).scalar())
            assert holder not in (None, left.runner.node), "it died at work"
            while len(await left.store.events(name)) == before.seq:
                await asyncio.sleep(0.1)

    asyncio.run(run())


def test_the_database_decides_a_race_between_nodes(address: str) -> None:
    """Both nodes play the same event of several tables at once: exactly one wins each, the other looks again."""

    async def run() -> None:
        async with nodes(address) as (left, right):
            for _ in range(5):
                name, (ada, _) = await open_table(left, "", "")
                tables = [await left.table(name), await right.table(name)]
                results = await asyncio.gather(
                    *(
                        table.act(ada, ActionRequest(0, "keep", table.seq, f"key-number-{n}"))
                        for n, table in enumerate(tables)
                        if table is not None
                    ),
                    return_exceptions=True,
                )
                assert sorted(type(result).__name__ for result in results) == ["NoneType", "Stale"], results
                events = await left.store.events(name)
                assert sum(event.key is not None for event in events) == 1
                again = await right.table(name)
                assert again is not None
                with pytest.raises(Stale):
                    await again.act(ada, ActionRequest(0, "keep", 10, "a-third-key"))

    asyncio.run(run())


def test_the_same_message_through_both_nodes_is_played_once(address: str) -> None:
    async def run() -> None:
        async with nodes(address) as (left, right):
            name, (ada, _) = await open_table(left, "", "")
            tables = [await left.table(name), await right.table(name)]
            deed = ActionRequest(0, "keep", 10, "one-and-the-same")
            await asyncio.gather(*(table.act(ada, deed) for table in tables if table is not None))
            assert [event.key for event in await left.store.events(name)].count("one-and-the-same") == 1

    asyncio.run(run())


def test_many_nodes_write_many_tables_without_deadlock(address: str) -> None:
    async def run() -> None:
        stores = [open_store(address, lambda: 5.0) for _ in range(3)]
        rows = [prepare(TableSpec(game="bosman", seats=(SeatSpec("A"), SeatSpec("B")))) for _ in range(12)]
        for row, events in rows:
            await stores[0].create(row, events)
        for number in range(10, 20):
            work = [
                store.append(Append(row.id, number, (EventRow("move", n, "keep", None, 5.0),)))
                for n, store in enumerate(stores)
                for row, _ in (rows if n % 2 else reversed(rows))
            ]
            results = await asyncio.gather(*work, return_exceptions=True)
            assert sum(result is None for result in results) == len(rows), results
            assert all(result is None or isinstance(result, Taken) for result in results), results
        for store in stores:
            await store.close()

    asyncio.run(run())


def test_a_dying_node_hands_its_bots_over(address: str) -> None:
    async def run() -> None:
        async with nodes(address) as (left, right):
            name, _ = await open_table(left, "easy", "easy")
            await left.store.lease(f"bots:{name}", "a node that has died", 0.5)
            table = await right.tables.get(name)
            assert table is not None
            socket, task = watch(right, table, Person())
            while not table.match.is_over:
                await socket.heard.get()
            socket.leave()
            await task
            while len(right.runner):
                await asyncio.sleep(0.02)
            assert not [lease for lease in await left.store.leases("nobody") if name in lease.name]

    asyncio.run(run())


def test_bots_are_left_waiting_where_no_living_node_has_the_lease(address: str) -> None:
    async def run() -> None:
        async with nodes(address, 1) as (hub,):
            name, _ = await open_table(hub, "easy", "")
            now = hub.store.now()
            for seconds, found in ((-10.0, [name]), (1000.0, [])):
                await hub.store.lease(f"bots:{name}", "another node", seconds)
                assert await hub.store.left_bots(now - 60, now + 1) == found

    asyncio.run(run())


def test_a_deadline_that_two_nodes_see_is_played_once(address: str) -> None:
    async def run() -> None:
        async with nodes(address) as hubs:
            ada = await hubs[0].store.enroll(BROWSER, secrets.token_hex(32))
            seats = (SeatSpec("Ada", person=ada), SeatSpec("Ada again", person=ada))
            clock: dict[str, Json] = {"per_move": 1, "zero": "loss"}
            spec = TableSpec(game="triremes", seats=seats, options={"setup": "auto", "first": "1"}, clock=clock)
            names = [(await hubs[n % 2].tables.open(spec)).id for n in range(4)]
            for name in names:
                while (row := await hubs[0].store.table(name)) is None or row.status != "over":
                    await asyncio.sleep(0.05)
            await asyncio.sleep(2.0)  # the other node looks again, and finds nothing
            for name in names:
                texts = [event.text for event in await hubs[1].store.events(name)]
                assert texts.count("resign") == 1

    asyncio.run(run())
