"""A dose of `make chaos`: killed at random moments, a server loses nothing that it acknowledged; and the judge of that bites."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from kotva.server.people import BROWSER, hashed
from kotva.server.rows import Append
from kotva.server.sql import SqlStore
from tests.fuzz.chaos import KINDS, rage
from tests.fuzz.harbour import Promises
from tests.server.test_store import move, new_table, with_store


@pytest.mark.slow
def test_killed_at_random_moments_nothing_is_lost_and_nothing_doubled(tmp_path: Path) -> None:
    chaos = asyncio.run(rage(2 * len(KINDS), 5, tmp_path))
    assert chaos.wrong == []
    assert sum(chaos.kills.values()) == 2 * len(KINDS)
    assert chaos.acknowledged["moves"] > 0
    assert chaos.acknowledged["tables"] > 0


@pytest.mark.parametrize(
    ("spoil", "found"),
    [
        ("update moves set key = null where number = 11", "was acknowledged"),
        ("update moves set number = 12 where number = 11", "gaps"),
        ("delete from sitters where seat = 1", "seats are missing"),
        ("update sitters set person = null", "promised to another"),
        ("delete from outbox", "not told once"),
        ("update tables set id = 'another'", "is not there"),
    ],
)
def test_what_is_lost_is_found(tmp_path: Path, spoil: str, found: str) -> None:
    """The judge of `make chaos`: each kind of loss, done by hand."""
    promises = Promises()

    async def promise(store: SqlStore) -> None:
        row = await new_table(store)
        await store.sit(row.id, 0, "Ada", await store.enroll(BROWSER, hashed("ada")))
        await store.append(Append(row.id, 10, (move("keep", "a-key-of-mine"),), {"reason": "turns"}))
        promises.tables[row.id] = 2
        promises.events[row.id, "a-key-of-mine"] = 11
        promises.seats[row.id, 0] = "ada"

    path = tmp_path / "tables.db"
    with_store(path, promise)
    assert promises.broken(path) == []
    with sqlite3.connect(path) as db:
        db.execute(spoil)
    db.close()
    assert any(found in fault for fault in promises.broken(path))
