"""A table whose rules have changed under it: a clear page, and its record for those who may have it."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Callable

import pytest

from kotva import games
from kotva.engine.record import Record
from kotva.engine.verify import verify
from kotva.server.settings import Settings
from tests.server.conftest import Browser

Start = Callable[[], Callable[[], Browser]]


def change(settings: Settings, statement: str) -> None:
    with sqlite3.connect(settings.database) as db:
        db.execute(statement)
    db.close()


def play_some(browser: Browser, table: str, moves: int) -> int:
    """Some moves at a table that this browser has for itself; how many it has then."""
    chance = random.Random(3)
    for _ in range(moves):
        packet = browser.actor(table)
        action = chance.choice(packet["choices"])["action"]
        assert browser.move(table, packet["seat"], action, packet["seq"])[0] == 200
    return int(browser.look(table)["moves"])


def test_a_table_of_other_rules_says_so_and_keeps_its_record(start: Start, settings: Settings) -> None:
    browsers = start()
    ada = browsers()
    table = ada.new("hexxi", "me me")
    before = play_some(ada, table, 5)
    assert 200 in [ada.undo(table, seat, ada.look(table)["seq"])[0] for seat in (0, 1)]
    played = int(ada.look(table)["moves"])
    assert played < before
    token = ada.client.cookies["kotva_seat"]
    change(settings, "update tables set version = '0.0.1'")
    browsers = start()
    ada, eve = browsers(), browsers()
    ada.client.cookies.set("kotva_seat", token)

    page = ada.client.get(f"/table/{table}")
    assert page.status_code == 409
    assert "begun under rules 0.0.1" in page.text
    assert f"/api/replays/{table}/record.json" in page.text
    czech = ada.client.get(f"/table/{table}", headers={"accept-language": "cs"})
    assert "begun" not in czech.text
    for path in (f"/api/tables/{table}", f"/api/replays/{table}"):
        told = ada.client.get(path)
        assert told.status_code == 409
        assert "frozen" in told.json()["error"]
    assert ada.client.get("/").status_code == 200, "the lobby lists it"

    record = Record.from_json(ada.client.get(f"/api/replays/{table}/record.json").text)
    assert (record.version, len(record.moves), record.seed) == ("0.0.1", played, "")
    record.version = games.load("hexxi").version
    record.final(games.load("hexxi"))

    assert f"/api/replays/{table}/record.json" not in eve.client.get(f"/table/{table}").text
    assert eve.client.get(f"/api/replays/{table}/record.json").status_code == 409


def test_a_finished_table_of_other_rules_gives_everybody_a_record_that_verifies(
    start: Start, settings: Settings
) -> None:
    ada = start()()
    table = ada.new("bosman", "me me", **{"option-turn_limit": "20"})
    while "over" not in ada.look(table):
        play_some(ada, table, 1)
    honest = ada.client.get(f"/api/replays/{table}/record.json").json()
    change(settings, "update tables set version = '0.0.1'")
    told = start()().client.get(f"/api/replays/{table}/record.json")
    assert told.status_code == 200
    found = Record.from_json(told.text)
    assert found.seal == found.sealed()
    assert {**json.loads(told.text), "rules": honest["rules"], "seal": honest["seal"]} == honest
    found.version, found.seal = honest["rules"], honest["seal"]
    assert verify(found, games.load("bosman")).sealed


@pytest.mark.parametrize(
    "spoilt", ["update moves set text = 'nonsense' where number = 3", "update tables set game = 'x'"]
)
def test_rows_that_do_not_replay_are_a_frozen_table_too(start: Start, settings: Settings, spoilt: str) -> None:
    ada = start()()
    table = ada.new("bosman", "me me")
    token = ada.client.cookies["kotva_seat"]
    change(settings, spoilt)
    ada = start()()
    ada.client.cookies.set("kotva_seat", token)
    assert ada.client.get(f"/table/{table}").status_code == 409
    assert ada.client.get(f"/api/replays/{table}/record.json").status_code == 200
    assert ada.client.get("/").status_code == 200
