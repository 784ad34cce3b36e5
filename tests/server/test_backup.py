"""A backup is whole or not there; restored, every table goes on where it was, in whichever database."""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from kotva.cli import group
from kotva.server import backup as files
from kotva.server.backup import BadBackup, backup, restore
from kotva.server.people import BROWSER
from kotva.server.rows import Append
from kotva.server.store import BadDatabase, Store, open_store
from tests.server.test_store import OLD, lay_old, move, new_table


async def fill(store: Store) -> str:
    row = await new_table(store, origin="tournament:spring/7")
    ada = await store.enroll(BROWSER, "a" * 64)
    assert await store.sit(row.id, 0, "Ada ☃", ada)
    await store.append(Append(row.id, 10, (move("keep", "a-key-of-mine"),), {"reason": "turns"}))
    await store.keep_record("r-1", "{}")
    await store.close()
    return row.id


async def look(store: Store, name: str) -> tuple[object, ...]:
    try:
        row = await store.table(name)
        person = await store.person(BROWSER, "a" * 64)
        return row, await store.events(name), person, await store.record("r-1"), await store.outbox()
    finally:
        await store.close()


def test_what_is_restored_is_what_was_there(tmp_path: Path) -> None:
    source, copy, again = tmp_path / "a.db", tmp_path / "b.db", tmp_path / "kotva.backup"
    name = asyncio.run(fill(open_store(source)))
    server = open_store(source)  # a server works on it meanwhile
    assert backup(source, again) > 15
    asyncio.run(server.close())
    assert again.stat().st_mode & 0o077 == 0, "seeds are in it"
    restore(again, copy)
    assert asyncio.run(look(open_store(copy), name)) == asyncio.run(look(open_store(source), name))
    with pytest.raises(BadBackup, match="not empty"):
        restore(again, copy)


def test_half_a_backup_restores_nothing(tmp_path: Path) -> None:
    source, target = tmp_path / "a.db", tmp_path / "kotva.backup"
    asyncio.run(fill(open_store(source)))
    backup(source, target)
    lines = gzip.decompress(target.read_bytes()).decode().splitlines(keepends=True)
    target.write_bytes(gzip.compress("".join(lines[:-1]).encode()))
    with pytest.raises(BadBackup, match="no whole backup"):
        restore(target, tmp_path / "b.db")
    target.write_bytes(target.read_bytes()[:-20])
    with pytest.raises(BadBackup):
        restore(target, tmp_path / "b.db")
    target.write_bytes(gzip.compress(json.dumps({"kotva-backup": 1, "schema": "9999"}).encode()))
    with pytest.raises(BadDatabase):
        restore(target, tmp_path / "b.db")
    target.write_bytes(b"nonsense")
    with pytest.raises(BadBackup):
        restore(target, tmp_path / "b.db")
    asyncio.run(fill(open_store(tmp_path / "b.db")))


def _table(**changed: object) -> dict[str, object]:
    """A row of a table, with what a stranger has written into it."""
    row: dict[str, object] = {"id": "t1", "game": "bosman", "version": "1.0", "title": "", "seats": 2, "options": "{}"}
    row |= {"position": None, "seed": "1f" * 32, "created": 1.5, "changed": 1.5, "status": "running", "clock": None}
    row |= {"owner": None, "hints": True, "origin": "", "outcome": None, "to_act": None}
    return row | changed


def _sitter(**changed: object) -> dict[str, object]:
    return {"table_id": "t1", "seat": 0, "kind": "bot", "level": "easy", "name": "A", "person": None} | changed


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (["tables", _table(title="\ud800")], "no text"),
        (["tables", _table(title="x\0")], "no text"),
        (["tables", _table(title=7)], "no text"),
        (["tables", _table(title="x" * 81)], "too long"),
        (["tables", _table(seats=10**30)], "no number"),
        (["tables", _table(seats=None)], "missing"),
        (["tables", _table(seats="2")], "no number"),
        (["tables", _table(created=float("nan"))], "no number"),
        (["tables", _table(created=10**400)], "no number"),
        (["tables", _table(options="[]")], "no JSON object"),
        (["tables", _table(clock="[" * 100_000)], "no JSON object"),
        (["tables", _table(evil=1)], "no such column"),
        (["sitters", _sitter(level="mcts:999999s")], "no such bot"),
        (["sitters", _sitter(kind="king")], "no such word"),
        (["sitters", _sitter(table_id="elsewhere")], "FOREIGN KEY"),
        (["alembic_version", {"version_num": "0001"}], "is no row"),
        (["nowhere", {}], "is no row"),
        ([["tables"], {}], "is no row"),
        ({"rows": 1}, "is no row"),
        (7, "is no row"),
    ],
)
def test_a_strangers_backup_is_judged_row_by_row(tmp_path: Path, line: object, told: str) -> None:
    """All of it or nothing: SQLite itself would take anything, and the server would meet it later."""
    target = tmp_path / "x.backup"
    head: list[object] = [{"kotva-backup": 1, "schema": "0009"}, ["tables", _table(id="t0")]]
    good: list[object] = [*head, ["tables", _table()], ["sitters", _sitter()], {"rows": 3}]
    target.write_bytes(gzip.compress("\n".join(map(json.dumps, good)).encode()))
    assert restore(target, tmp_path / "good.db") == 3
    bad = [*head, line, {"rows": 2}]
    target.write_bytes(gzip.compress("\n".join(map(json.dumps, bad)).encode()))
    with pytest.raises(BadBackup, match=told):
        restore(target, tmp_path / "b.db")


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([{"kotva-backup": 1, "schema": ""}, {"rows": 0}], "no backup"),
        ([{"kotva-backup": 1, "schema": "head"}, {"rows": 0}], "no backup"),
        ([{"kotva-backup": 1, "schema": "0009"}, {"rows": 0}], "nothing in it"),
        ([{"kotva-backup": 1, "schema": "0009"}, {"rows": 0}, ["tables", _table()]], "is no row"),
        ([{"kotva-backup": 1, "schema": "0009"}, ["tables", _table()], {"rows": 7}], "should have 7"),
    ],
)
def test_a_backup_that_restores_nothing_says_so(tmp_path: Path, lines: list[object], told: str) -> None:
    target = tmp_path / "x.backup"
    target.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
    with pytest.raises(BadBackup, match=told):
        restore(target, tmp_path / "b.db")


def test_a_backup_of_an_old_schema_is_brought_up_to_date(tmp_path: Path) -> None:
    """Taken under schema 0001, when seats still had tokens."""
    lay_old(tmp_path / "old.db", OLD[0])
    target = tmp_path / "old.backup"
    token = "e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e"
    table = {"id": "t1", "game": "bosman", "version": "1.0", "title": "", "seats": 2, "options": "{}", "position": None}
    table |= {"seed": "1f" * 32, "created": 1.5, "changed": 1.5, "status": "running"}
    sitter = {"table_id": "t1", "seat": 0, "kind": "person", "level": "", "name": "Ada", "token": token}
    lines = [{"kotva-backup": 1, "schema": "0001"}, ["tables", table], ["sitters", sitter], {"rows": 2}]
    target.write_bytes(gzip.compress("\n".join(map(json.dumps, lines)).encode()))
    assert restore(target, tmp_path / "new.db") == 2

    async def seat(store: Store) -> bool:
        row, ada = await store.table("t1"), await store.person(BROWSER, token)
        await store.close()
        assert row is not None
        return ada is not None and row.sitters[0].person == ada

    assert asyncio.run(seat(open_store(tmp_path / "new.db")))


def test_a_backup_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = tmp_path / "a.db", tmp_path / "x.backup"
    asyncio.run(fill(open_store(source)))
    with pytest.raises(BadBackup, match="no ordinary file"):
        backup(source, Path("/dev/full"))
    with pytest.raises(BadBackup, match="No such file"):
        backup(source, tmp_path / "nowhere" / "x.backup")
    target.write_bytes(b"the last one")
    monkeypatch.setattr(files, "_private", lambda _: open("/dev/full", "w", encoding="utf-8"))  # noqa: PTH123, SIM115
    with pytest.raises(BadBackup, match="No space left"):
        backup(source, target)
    assert target.read_bytes() == b"the last one"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.db", "a.db.lock", "x.backup"]


def test_the_commands(tmp_path: Path) -> None:
    asyncio.run(fill(open_store(tmp_path / "a.db")))
    run = CliRunner()
    made = run.invoke(group, ["backup", str(tmp_path / "x.backup"), "--db", str(tmp_path / "a.db")])
    assert made.exit_code == 0, made.output
    done = run.invoke(group, ["restore", str(tmp_path / "x.backup"), "--db", str(tmp_path / "b.db")])
    assert done.exit_code == 0, done.output
    missing = run.invoke(group, ["backup", str(tmp_path / "y.backup"), "--db", str(tmp_path / "none.db")])
    assert missing.exit_code != 0
    assert not (tmp_path / "none.db").exists()
