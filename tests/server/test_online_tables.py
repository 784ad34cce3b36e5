"""Results of online games reach their tournament once, also when the database is away for a moment (TOU-1.8)."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest

from kotva.server.rows import OutboxRow
from kotva.server.store import Unavailable
from kotva.server.tournaments import online_tables
from kotva.server.tournaments.table_setup import Origin
from kotva.tournament.refusal import Refused


class Desk:
    """A tournament, its store and its list, as far as an usher asks them; `error` is what entering a result meets."""

    id = "cup"
    state = row = SimpleNamespace(seed="")

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.sent_numbers: list[int] = []

    async def act(self, *_: object) -> None:
        raise self.error

    async def get(self, _: str) -> Desk:
        return self

    async def running(self) -> list[str]:
        return []

    async def outbox(self) -> list[OutboxRow]:
        return [OutboxRow(7, "ended", "t", "tournament:cup:R1.T1:P1,P2", {}, 0.0)]

    async def sent(self, numbers: list[int]) -> None:
        self.sent_numbers += numbers


def looked(error: Exception, monkeypatch: pytest.MonkeyPatch) -> Desk:
    desk: Any = Desk(error)
    desk.tournament_store = desk
    monkeypatch.setattr(Origin, "find", lambda *_: (None, None))
    for name in ("table_spec", "report_args", "outcome_of"):
        monkeypatch.setattr(online_tables, name, lambda *_: None)
    hub: Any = SimpleNamespace(store=desk)
    with suppress(Unavailable):
        asyncio.run(online_tables.OnlineTables(hub, desk).look())
    made: Desk = desk
    return made


def test_a_result_waits_for_a_database_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    assert looked(Unavailable("locked"), monkeypatch).sent_numbers == []


def test_a_result_that_the_officials_have_entered_is_done_with(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = Refused("It is decided.", "STATE", "TOU-10.5")
    assert looked(refused, monkeypatch).sent_numbers == [7]
