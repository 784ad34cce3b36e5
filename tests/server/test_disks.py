"""A disk that is full, read-only or damaged: one sentence each, nothing half done, and all goes on by itself when it is well."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import Connection, event
from starlette.testclient import TestClient

from kotva.engine.errors import KotvaError
from kotva.server.app import make_app
from kotva.server.hub import Hub
from kotva.server.people import Person
from kotva.server.settings import Settings
from kotva.server.sql import SqlStore
from kotva.server.store import Unavailable, open_store
from kotva.server.table import ActionRequest
from tests.server.conftest import Browser
from tests.server.test_hub import keep, on_hub, table_of, watch
from tests.server.test_store import new_table, with_store

ROOT = Path(__file__).resolve().parents[2]
posix = pytest.mark.skipif(sys.platform != "linux", reason="limits and users of Linux")


class Disk:
    """What a store writes to. When it is sick every transaction finds it so; the store itself fails, not a stand-in for it."""

    def __init__(self, hub: Hub, kind: str) -> None:
        assert isinstance(hub.store, SqlStore)
        self._sick = False
        self._kind = kind
        self._used: set[sqlite3.Connection] = set()
        event.listen(hub.store._database.writer, "begin", self._begin)

    @property
    def sick(self) -> bool:
        return self._sick

    @sick.setter
    def sick(self, sick: bool) -> None:
        self._sick = sick
        for connection in list(self._used):  # one that may only read does not even begin
            self._make(connection)

    def _begin(self, db: Connection) -> None:
        connection = db.connection.driver_connection
        assert isinstance(connection, sqlite3.Connection)
        self._used.add(connection)
        self._make(connection)

    def _make(self, connection: sqlite3.Connection) -> None:
        if self._kind == "read-only":
            connection.execute(f"PRAGMA query_only={int(self._sick)}")
        else:  # no page more than there are, or many
            most = connection.execute("PRAGMA page_count").fetchone()[0] if self._sick else 1_000_000
            connection.execute(f"PRAGMA max_page_count={most}")


WORDS = {"full": "full", "read-only": "readonly"}


@pytest.mark.parametrize("kind", WORDS)
def test_a_move_that_cannot_be_stored_is_refused_in_one_sentence_and_can_be_sent_again(
    tmp_path: Path, kind: str
) -> None:
    async def work(hub: Hub) -> None:
        table, ada = await table_of(hub, "me me")
        before, disk = table.seq, Disk(hub, kind)
        disk.sick = True
        with pytest.raises(Unavailable, match=WORDS[kind]) as caught:
            await hub.store.keep_record("r-large", "x" * 100_000)
        assert "\n" not in str(caught.value)
        if kind == "read-only":
            with pytest.raises(Unavailable, match=WORDS[kind]):
                await table.act(ada, keep(table, "a-key-of-mine"))
            assert table.seq == before
        disk.sick = False
        await table.act(ada, ActionRequest(0, "keep", before, "a-key-of-mine"))
        assert [e.key for e in await hub.store.events(table.id)].count("a-key-of-mine") == 1

    on_hub(tmp_path, work)


@pytest.mark.parametrize(
    "kind", ["full", *(pytest.param(kind, marks=pytest.mark.slow) for kind in WORDS if kind != "full")]
)
def test_bots_wait_for_the_disk_and_go_on_by_themselves(
    tmp_path: Path, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(hub: Hub) -> None:
        table, _ = await table_of(hub, "random random")  # who finish nothing: long enough to need another page
        disk = Disk(hub, kind)
        disk.sick = True
        socket, task = watch(hub, table, Person())
        while f"bots at table {table.id} wait" not in caplog.text:
            await asyncio.sleep(0.02)
        disk.sick = False
        while not table.match.is_over:
            await socket.heard.get()
        socket.leave()
        await task

    on_hub(tmp_path, work)


@posix
@pytest.mark.slow
def test_a_server_on_a_full_disk_says_so_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    """A real process that may not make its files any larger: what the system says then, nobody has to imitate."""
    import resource

    command = [
        sys.executable,
        "-m",
        "kotva",
        "serve",
        "--port",
        "0",
        "--no-browser",
        "--db",
        str(tmp_path / "tables.db"),
    ]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = server.stdout.readline().split()[3].rstrip("/")
        with httpx.Client(base_url=address, timeout=60) as client:
            made = client.post("/new/bosman", data={"seats": "2", "kind-0": "me", "kind-1": "me"})
            table = made.headers["location"].removeprefix("/table/")
            seq = client.get(f"/api/tables/{table}").json()["seq"]
            move = {"action": "keep", "seat": 0, "seen": seq, "key": "a-key-of-mine"}
            _, hard = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (4096, hard))
            refused = client.post(f"/api/tables/{table}/moves", json=move)
            assert refused.status_code == 503
            assert re.match(r"The database cannot be used now \(.*(full|disk I/O error).*\)", refused.json()["error"])
            assert client.post("/new/bosman", data={"seats": "2"}).status_code == 503
            assert client.get(f"/api/tables/{table}").json()["seq"] == seq, "whoever looks on still can"
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (hard, hard))
            done = client.post(f"/api/tables/{table}/moves", json=move)
            assert done.status_code == 200, done.text
            assert client.get("/health").status_code == 200
    finally:
        server.terminate()
        _, errors = server.communicate(timeout=60)
    assert "Traceback" not in errors


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user of the machine can reach."""
    folder = Path(tempfile.mkdtemp(prefix="kotva-disk-"))
    folder.chmod(0o777)
    yield folder
    shutil.rmtree(folder)


def refused_as_nobody(database: Path) -> str:
    """What a user without rights is told, asked in a process of his own."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        said = "it was opened"
        try:
            if os.geteuid() == 0:
                os.setgid(65534)
                os.setuid(65534)
            open_store(database)
        except KotvaError as error:
            said = f"{type(error).__name__} {error}"
        except BaseException as error:
            said = repr(error)
        finally:
            os.write(writes, said.encode())
            os._exit(0)
    os.waitpid(child, 0)
    os.close(writes)
    with os.fdopen(reads) as told:
        return told.read()


@posix
@pytest.mark.parametrize("place", ["file", "folder"])
def test_a_read_only_database_is_refused_in_one_sentence(open_folder: Path, place: str) -> None:
    database = open_folder / "tables.db"
    with_store(database, new_table)
    (open_folder / "tables.db.lock").unlink()
    database.chmod(0o444)
    if place == "folder":
        open_folder.chmod(0o555)
    said = refused_as_nobody(database)
    assert re.match(r"BadDatabase \S*tables.db cannot be used: .*(readonly|unable to open|Permission denied)", said), (
        said
    )
    assert "\n" not in said
    open_folder.chmod(0o777)


def test_a_page_that_is_damaged_costs_its_table_and_nothing_else(tmp_path: Path) -> None:
    """Every page of the server failed with it."""
    settings = Settings(tmp_path / "tables.db", pace=0.0, workers=1)
    with TestClient(make_app(settings)) as client:
        table = Browser(client).new()
    with sqlite3.connect(settings.database) as db:
        page = int(db.execute("select rootpage from sqlite_master where name = 'moves'").fetchone()[0])
        size = int(db.execute("pragma page_size").fetchone()[0])
    db.close()
    with open(settings.database, "r+b") as file:  # noqa: PTH123
        file.seek((page - 1) * size)
        file.write(b"\x5a" * size)
    with TestClient(make_app(settings), raise_server_exceptions=False) as client:
        assert client.get("/").status_code == 200
        page_of_it = client.get(f"/table/{table}")
        assert page_of_it.status_code == 503
        assert "malformed" in page_of_it.text
        assert "Traceback" not in page_of_it.text


def test_health_tells_of_a_disk_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading still works then: only writing shows it."""
    monkeypatch.setattr("kotva.server.timers.BEAT", 0.02)

    async def work(hub: Hub) -> None:
        disk = Disk(hub, "read-only")
        disk.sick = True
        while "readonly" not in hub.parts.parts["writer"].trouble:
            await asyncio.sleep(0.01)
        disk.sick = False
        while hub.parts.parts["writer"].trouble:
            await asyncio.sleep(0.01)

    on_hub(tmp_path, work)
