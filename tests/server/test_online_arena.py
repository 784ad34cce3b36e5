"""TOU-19.20 online: the platform makes tables of those who look."""

from __future__ import annotations

import time
from typing import Any

import pytest

from kotva.server.tournaments import online_tables
from kotva.server.tournaments import session as tournament_session
from tests.server.test_online_tournaments import Start, Watch, begin, come, online, table_of, until, watch

__all__ = ["watch"]
pytestmark = pytest.mark.slow


def test_TOU_19_20_an_arena_of_bots_and_two_people(watch: Watch, start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are made by themselves of those who look; who goes on is paired again, who has gone is not."""
    monkeypatch.setattr(online_tables, "_AWAY", 5.0)
    monkeypatch.setattr(tournament_session, "_LOOKS", 0.5)
    browsers = start()
    session = online(browsers(), 2, 2, preset="arena", game="hexxi", start="00:00")
    session.do("set table.size=2")
    session.do("set time.round=30")
    begin(session)
    assert session.state().round(1).tables == []
    stays, goes = browsers(), browsers()
    come(session, stays, "P3")
    come(session, goes, "P4")

    def round() -> Any:
        stays.client.get(f"/t/{session.id}/stamp")  # an open page asks every few seconds
        return session.state().round(1)

    until(lambda: len(round().seated()) >= 4, "all four are seated")
    mine = until(lambda: table_of(session, "P4"), "the table of somebody who will go")
    assert goes.look(mine)
    gone = time.monotonic() + 6
    until(lambda: round() and time.monotonic() > gone, "nobody looks there any more")
    for table in round().tables:
        if {"P3", "P4"} & set(table.seats) and table.state == "open":
            marks = " ".join(f"{player}:5#1" for player in table.seats)
            session.do(f'decide {table.name} adjudicated {marks} "enough"')
    until(lambda: sum("P3" in table.seats for table in round().tables) == 2, "a second game of somebody who stays")
    assert sum("P4" in table.seats for table in round().tables) == 1, "who does not look is not paired"
    watch.ahead += 31 * 60
    time.sleep(3)
    before = len(round().tables)
    time.sleep(5)
    assert len(round().tables) == before, "the time is over"
