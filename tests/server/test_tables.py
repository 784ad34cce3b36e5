"""Moves are stored, then told; sending twice plays once; whoever comes second looks again; undo is appended."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

from kotva.engine.game import Json
from kotva.match.spec import SeatSpec, TableSpec
from kotva.server.people import TOKEN_COOKIE, hashed
from kotva.server.settings import Settings
from kotva.server.table_log import TableLog
from kotva.server.tables import prepare
from tests.server.conftest import Browser, lay_table

Start = Callable[[], Callable[[], Browser]]


def rows(path: str | Path) -> list[tuple[int, str, int, str]]:
    with sqlite3.connect(path) as db:
        return db.execute("select number, kind, actor, text from moves order by number").fetchall()


def test_a_table_begins_with_what_chance_dealt(browser: Browser, settings: Settings) -> None:
    table = browser.new(kinds="me me")
    packet = browser.actor(table)
    assert packet["moves"] == packet["seq"] == len(rows(settings.database)) == 10
    assert all(actor == -1 for _, _, actor, _ in rows(settings.database))
    assert {choice["action"] for choice in packet["choices"]} >= {"keep"}


def test_a_move_and_the_chance_after_it_are_one_append(browser: Browser, settings: Settings) -> None:
    table = browser.new(kinds="me me")
    packet = browser.actor(table)
    swap = next(c["action"] for c in packet["choices"] if c["action"].startswith("swap"))
    status, after = browser.move(table, packet["seat"], swap, packet["seq"])
    assert status == 200
    stored = rows(settings.database)
    assert stored[packet["seq"]][1:] == ("move", 0, swap)
    assert len(stored) == after["seq"] > packet["seq"] + 1
    assert all(actor == -1 for _, _, actor, _ in stored[packet["seq"] + 1 :])


def test_sending_twice_plays_once(browser: Browser, settings: Settings) -> None:
    table = browser.new(kinds="me me")
    packet = browser.actor(table)
    first = browser.move(table, 0, "keep", packet["seq"], key="the-same-key")
    again = browser.move(table, 0, "keep", packet["seq"], key="the-same-key")
    assert first[0] == again[0] == 200
    assert again[1]["seq"] == first[1]["seq"] == len(rows(settings.database))


def test_the_second_request_gets_the_fresh_table(browser: Browser) -> None:
    table = browser.new(kinds="me me")
    packet = browser.actor(table)
    assert browser.move(table, 0, "keep", packet["seq"])[0] == 200
    status, problem = browser.move(table, 0, "keep", packet["seq"], key="another-key")
    assert status == 409
    assert problem["packet"]["seq"] == packet["seq"] + 1
    assert problem["error"]


def test_what_is_not_allowed_is_refused_with_its_clause(browser: Browser, settings: Settings) -> None:
    table = browser.new(kinds="me me")
    packet = browser.actor(table)
    before = rows(settings.database)
    status, problem = browser.move(table, 0, "poison 21", packet["seq"])
    assert status == 422
    assert problem["clause"].startswith("BOS-")
    assert problem["link"] == f"/rules/bosman#{problem['clause']}"
    assert "keep" in problem["allowed"]
    assert rows(settings.database) == before
    status, problem = browser.move(table, 0, "fly to the moon", packet["seq"])
    assert status == 400
    assert "fly to the moon" in problem["error"]


def test_a_seat_comes_from_the_cookie_and_from_nothing_else(start: Start) -> None:
    browsers = start()
    mine, other = browsers(), browsers()
    table = mine.new(kinds="me open")
    seq = mine.look(table)["seq"]
    assert other.move(table, 0, "keep", seq)[0] == 403
    assert other.look(table).get("seat") is None
    assert other.look(table, eyes=0).get("seat") is None, "eyes of a seat one does not have"
    sat = other.client.post(f"/api/tables/{table}/sit", json={"seat": 1, "name": "  Ada  "})
    assert sat.status_code == 200
    assert sat.json()["seat"] == 1
    assert mine.look(table)["sitters"][1]["name"] == "Ada"
    third = browsers()
    assert third.client.post(f"/api/tables/{table}/sit", json={"seat": 1, "name": "Eve"}).status_code == 409
    assert third.client.post(f"/api/tables/{table}/sit", json={"seat": 0, "name": "Eve"}).status_code == 409


def test_undo_is_appended_and_nothing_is_deleted(browser: Browser, settings: Settings) -> None:
    table = browser.new(kinds="me me")
    packet = browser.actor(table)
    _, after = browser.move(table, 0, "keep", packet["seq"])
    status, undone = browser.undo(table, 0, after["seq"])
    assert status == 200
    assert (undone["moves"], undone["seq"]) == (packet["moves"], packet["seq"] + 2)
    assert [row[1:] for row in rows(settings.database)][-2:] == [("move", 0, "keep"), ("undo", 0, str(packet["moves"]))]
    status, problem = browser.undo(table, 0, undone["seq"])
    assert status == 422
    assert problem["error"]


def test_what_chance_has_shown_cannot_be_undone(browser: Browser) -> None:
    table = browser.new(kinds="me me")
    packet = browser.actor(table)
    swap = next(c["action"] for c in packet["choices"] if c["action"].startswith("swap"))
    _, after = browser.move(table, 0, swap, packet["seq"])
    assert "undo" not in after
    assert browser.undo(table, 0, after["seq"])[0] == 422


def test_a_restart_resumes_every_table(start: Start) -> None:
    browser = start()()
    tables = [browser.new(kinds="me me"), browser.new(kinds="me me me me")]
    chance = random.Random(5)
    for table in tables:
        for number in range(25):
            packet = browser.actor(table)
            action = chance.choice(packet["choices"])["action"]
            status, after = browser.move(table, packet["seat"], action, packet["seq"])
            assert status == 200
            if number % 6 == 0 and after.get("undo"):
                browser.undo(table, packet["seat"], after["seq"])
    before = [browser.actor(table) for table in tables]
    again = start()()
    again.client.cookies = browser.client.cookies
    assert [again.actor(table) for table in tables] == before


def test_the_socket_tells_every_watcher_after_the_move(start: Start) -> None:
    browsers = start()
    mine, watching = browsers(), browsers()
    table = mine.new(kinds="me open")
    with watching.client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        first = socket.receive_json()
        assert first.get("seat") is None
        assert mine.move(table, 0, "keep", first["seq"])[0] == 200
        told = socket.receive_json()
        assert told["seq"] == first["seq"] + 1
        assert told["log"][-1]["lines"]


def test_a_client_with_the_table_is_sent_only_what_is_new(start: Start) -> None:
    """A page brings its table along; a connection that was lost and is back goes on from where it was."""
    browsers = start()
    mine, watching = browsers(), browsers()
    table = mine.new(kinds="me open")
    seq = mine.look(table)["seq"]
    at = f"/api/tables/{table}/socket"
    with watching.client.websocket_connect(f"{at}?seq={seq}") as socket:
        assert socket.receive_json()["type"] == "presence"
        assert mine.move(table, 0, "keep", seq)[0] == 200
        assert (told := socket.receive_json())["type"] == "change"
        assert (told["base"], told["seq"]) == (seq, seq + 1)
    with watching.client.websocket_connect(f"{at}?seq={seq}") as socket:
        assert socket.receive_json()["type"] == "change"
    for strange in (
        f"seq={seq - 3}",
        f"seq={seq + 5}",
        f"seq={seq + 1}&seat=0",
        f"seq={seq + 1}&free=0",
        "seq=²",
        "seq=x",
    ):
        with watching.client.websocket_connect(f"{at}?{strange}") as socket:
            assert socket.receive_json()["type"] == "packet"


def test_hot_seat_covers_what_the_next_person_may_not_see(browser: Browser) -> None:
    table = browser.new(kinds="me me")
    packet = browser.look(table)
    assert packet["handover"] == 0
    assert "seat" not in packet
    assert "choices" not in packet
    assert not [item for item in packet["scene"]["items"] if item.get("zone") == "hand"]
    _, after = browser.move(table, 0, "keep", packet["seq"])
    assert after["handover"] == 1
    assert not [item for item in after["scene"]["items"] if item.get("zone") == "hand"]


def test_a_look_back_shows_the_past_and_offers_nothing(browser: Browser) -> None:
    table = browser.new(kinds="me me")
    packet = browser.actor(table)
    browser.move(table, 0, "keep", packet["seq"])
    past = browser.look(table, eyes=0, at=10)
    assert past["at"] == 10
    assert past["moves"] == 11
    assert "choices" not in past


def test_whole_random_games_can_be_played_and_replayed(browser: Browser) -> None:
    table = browser.new(kinds="me me", **{"option-turn_limit": "20"})
    chance = random.Random(7)
    refused = browser.client.get(f"/api/replays/{table}/record.json")
    assert refused.status_code == 409, "a running game keeps its secrets"
    packet = browser.actor(table)
    while "over" not in packet:
        action = chance.choice(packet["choices"])["action"]
        status, _ = browser.move(table, packet["seat"], action, packet["seq"])
        assert status == 200
        packet = browser.actor(table)
    assert packet["over"]["clause"].startswith("BOS-15")
    assert packet["seed"]
    record = browser.client.get(f"/api/replays/{table}/record.json").text
    loaded = browser.client.post("/api/replays", content=record)
    assert loaded.status_code == 201
    name = loaded.json()["link"].removeprefix("/replay/")
    assert browser.client.get(f"/replay/{name}").status_code == 200
    last = browser.client.get(f"/api/replays/{name}", params={"at": 9999, "eyes": 1}).json()
    assert last["over"] == packet["over"]
    assert browser.client.get(f"/api/replays/{name}/log").json()["log"]


def test_bots_play_through_the_same_door(browser: Browser, settings: Settings) -> None:
    table = browser.new(kinds="easy easy", **{"option-turn_limit": "20"})
    with browser.client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        packet = socket.receive_json()
        while "over" not in packet:
            packet = socket.receive_json()
    assert {actor for _, _, actor, _ in rows(settings.database)} == {-1, 0, 1}


def test_at_one_screen_an_offer_goes_round_and_comes_back(browser: Browser, settings: Settings) -> None:
    """SET-4.6: whoever is asked first gets the screen; the offerer has it again when all have answered."""
    position: dict[str, Json] = {
        "P1": "hand W",
        "P2": "hand G",
        "P3": "hand O",
        "phase": "OFFER",
        "offer": "W>G",
        "offers": 1,
        "asked": ["P2", "P3"],
    }
    token = hashed(browser.client.cookies[TOKEN_COOKIE])
    table = lay_table(settings.database, "settlers", position, [token] * 3)
    shown = browser.look(table, eyes=0)
    assert shown["handover"] == 1
    shown = browser.move(table, 1, "accept", shown["seq"])[1]
    assert browser.look(table, eyes=1)["handover"] == 2
    browser.move(table, 2, "counter O>W", shown["seq"])
    assert browser.look(table, eyes=2)["handover"] == 0
    listed = [choice["action"] for choice in browser.look(table, eyes=0)["choices"]]
    assert listed == ["deal P2", "deal P3", "withdraw"]


def test_a_table_goes_on_under_the_defaults_it_was_opened_with() -> None:
    """BOS-15.2: a table of the rules 1.1 that says nothing of a limit ends after a hundred turns, today as then."""
    row, events = prepare(TableSpec(game="bosman", seats=(SeatSpec("A"), SeatSpec("B"))))
    assert TableLog.load(row, events).match.options.number("turn_limit") == 200
    row.version = "1.1"
    assert TableLog.load(row, events).match.options.number("turn_limit") == 100
