"""What players ask of one another: turns taken back, bots for those who are away; and what was agreed about that."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from kotva.server import absence, asks
from kotva.server.absence import AbsenceWatch
from kotva.server.hub import Hub
from tests.server.conftest import Browser, Data

Start = Callable[[], Callable[[], Browser]]


def ask(browser: Browser, table: str, kind: str, key: str, seat: int | None = None) -> tuple[int, Data]:
    body = {"kind": kind, "key": key} | ({} if seat is None else {"seat": seat})
    response = browser.client.post(f"/api/tables/{table}/ask", json=body)
    return response.status_code, response.json()


def answer(browser: Browser, table: str, number: int, key: str, *, yes: bool) -> tuple[int, Data]:
    response = browser.client.post(f"/api/tables/{table}/answer", json={"number": number, "yes": yes, "key": key})
    return response.status_code, response.json()


def play_one(browser: Browser, table: str) -> Data:
    packet = browser.actor(table)
    status, after = browser.move(table, packet["seat"], packet["choices"][0]["action"], packet["seq"])
    assert status == 200, after
    return after


def wait_for(found: Callable[[], Any]) -> Any:
    for _ in range(500):
        if result := found():
            return result
        time.sleep(0.02)
    return pytest.fail("it does not come")


def mine_again(browser: Browser, table: str) -> Data:
    packet: Data = wait_for(lambda: (now := browser.look(table)).get("choices") and now)
    return packet


# -- taking back -----------------------------------------------------------------------------------------------------


def test_alone_against_bots_the_whole_last_turn_is_taken_back_and_chance_repeats(start: Start) -> None:
    browser = start()()
    table = browser.new("bosman", "me easy")
    before = mine_again(browser, table)
    play_one(browser, table)
    first = mine_again(browser, table)
    played = first["moves"]
    status, back = ask(browser, table, "ask-back", "a-key-of-mine")
    assert (status, back["moves"]) == (200, before["moves"])
    assert back["choices"] == before["choices"]
    play_one(browser, table)
    again = mine_again(browser, table)
    assert again["moves"] > before["moves"]
    drawn = [
        [e["lines"] for e in packet["log"][before["moves"] :] if e["actor"] == -1][:1] for packet in (first, again)
    ]
    assert drawn[0] == drawn[1], "the same outcomes"
    assert played


def test_again_and_again_until_nothing_is_left(start: Start) -> None:
    browser = start()()
    table = browser.new("bosman", "me easy")
    for _ in range(2):
        mine_again(browser, table)
        play_one(browser, table)
    mine_again(browser, table)
    for number in range(2):
        assert ask(browser, table, "ask-back", f"key-number-{number}")[0] == 200
        mine_again(browser, table)
    status, problem = ask(browser, table, "ask-back", "key-number-9")
    assert (status, "nothing to take back" in problem["error"]) == (400, True)


def test_with_others_everybody_must_agree(start: Start) -> None:
    new = start()
    anna, ben, carl = new(), new(), new()
    table = anna.new("bosman", "me open", **{"name-0": "Anna"})
    ben.client.post(f"/api/tables/{table}/sit", json={"seat": 1, "name": "Ben"})
    after = play_one(anna, table)
    status, still = ask(anna, table, "ask-back", "key-of-anna")
    assert (status, still["moves"]) == (200, after["moves"]), "nobody has agreed yet"
    assert answer(anna, table, 1, "key-of-anna-2", yes=True)[0] == 403, "not oneself"
    assert answer(carl, table, 1, "key-of-carl-1", yes=True)[0] == 403, "nor a stranger"
    status, back = answer(ben, table, 1, "key-of-ben-1", yes=True)
    assert (status, back["moves"]) == (200, after["moves"] - 1)
    assert answer(ben, table, 1, "key-of-ben-2", yes=True)[0] == 400, "it is out of date now"


def test_a_no_is_a_no_and_a_move_makes_the_question_out_of_date(start: Start) -> None:
    new = start()
    anna, ben = new(), new()
    table = anna.new("bosman", "me open")
    ben.client.post(f"/api/tables/{table}/sit", json={"seat": 1, "name": "Ben"})
    moves = play_one(anna, table)["moves"]
    ask(anna, table, "ask-back", "key-of-anna")
    assert answer(ben, table, 1, "key-of-ben-1", yes=False)[0] == 200
    assert answer(ben, table, 1, "key-of-ben-2", yes=True)[0] == 400
    ask(anna, table, "ask-back", "key-of-anna-2")
    moves = play_one(ben, table)["moves"]
    assert answer(ben, table, 3, "key-of-ben-3", yes=True)[0] == 400
    assert anna.look(table)["moves"] == moves


def test_rated_games_take_nothing_back(start: Start) -> None:
    browser = start()()
    table = browser.new("bosman", "me easy", rated="on")
    mine_again(browser, table)
    play_one(browser, table)
    status, problem = ask(browser, table, "ask-back", "a-key-of-mine")
    assert status == 400
    assert "rated" in problem["error"]


# -- absence ---------------------------------------------------------------------------------------------------------


def test_a_bot_plays_for_somebody_who_is_away_and_gives_the_seat_back(start: Start) -> None:
    new = start()
    anna, ben = new(), new()
    table = anna.new("bosman", "open me", **{"name-1": "Anna"})
    ben.client.post(f"/api/tables/{table}/sit", json={"seat": 0, "name": "Ben"})
    assert ask(anna, table, "nudge", "a-first-nudge", 0)[0] == 200
    status, problem = ask(anna, table, "nudge", "a-second-nudge", 0)
    assert (status, "wait a minute" in problem["error"]) == (400, True)
    with anna.client.websocket_connect(f"/api/tables/{table}/socket"):
        assert ask(anna, table, "ask-bot", "key-of-anna", 0)[0] == 200, "nobody else is here to be asked"
        packet = mine_again(anna, table)
        assert packet["moves"] > 0, "the bot has played for Ben"
        assert (packet["sitters"][0]["kind"], packet["sitters"][0]["level"]) == ("person", asks.LEVEL)
        with ben.client.websocket_connect(f"/api/tables/{table}/socket"):
            back = wait_for(lambda: "level" not in (now := ben.look(table))["sitters"][0] and now)
            assert back["sitters"][0]["kind"] == "me"
            play_one(anna, table)
            assert mine_again(ben, table)["seat"] == 0, "Ben decides again"


def test_nobody_asks_for_a_bot_while_the_person_is_here(start: Start) -> None:
    new = start()
    anna, ben = new(), new()
    table = anna.new("bosman", "open me")
    ben.client.post(f"/api/tables/{table}/sit", json={"seat": 0, "name": "Ben"})
    with ben.client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        socket.receive_json()
        status, problem = ask(anna, table, "ask-bot", "key-of-anna", 0)
    assert (status, "Nobody is missing" in problem["error"]) == (400, True)
    assert ask(anna, table, "ask-bot", "key-of-anna-2", 9)[0] == 400
    assert ask(anna, table, "ask-bot", "key-of-anna-3")[0] == 400


@pytest.mark.parametrize(("agreed", "minutes"), [("bot:3", 3), ("forfeit:5", 5), ("", 1000)])
def test_what_was_agreed_happens_when_its_time_has_come(
    start: Start, monkeypatch: pytest.MonkeyPatch, agreed: str, minutes: int
) -> None:
    new = start()
    anna, ben = new(), new()
    table_id = anna.new("triremes", "open me", absence=agreed)
    ben.client.post(f"/api/tables/{table_id}/sit", json={"seat": 0, "name": "Ben"})
    client = anna.client
    assert isinstance(client, TestClient)
    hub: Hub = client.app.state.hub  # type: ignore[attr-defined]
    with client.websocket_connect(f"/api/tables/{table_id}/socket"):
        later = 0.0
        watch = AbsenceWatch(hub.tables, hub.asks, hub.store, lambda: time.time() + later)  # type: ignore[arg-type]

        async def look() -> None:
            table = await hub.table(table_id)
            assert table is not None
            await watch.look(table)

        later = 60.0 * minutes - 20
        assert client.portal is not None
        client.portal.call(look)
        assert anna.look(table_id)["actors"] == [0], "not yet"
        later = 60.0 * minutes + 1
        client.portal.call(look)
        packet = anna.look(table_id)
        if agreed.startswith("bot"):
            assert packet["sitters"][0]["level"] == asks.LEVEL
        elif agreed:
            assert "over" in packet or packet["actors"] != [0], "the rules say what giving up is"
        else:
            assert packet["actors"] == [0], "the others wait"


def test_a_form_with_an_odd_agreement_is_refused_in_words(start: Start) -> None:
    browser = start()()
    response = browser.client.post("/new/bosman", data={"seats": "2", "absence": "bot:0", "title": "Friday"})
    assert response.status_code == 400
    assert "cannot be agreed" in response.text
    assert "Friday" in response.text, "what was typed stays"
    assert [absence.read(text) for text in ("", "bot", "bot:x", "cry:3", "bot:-1")] == [None] * 5


def test_the_next_table_that_waits(start: Start) -> None:
    browser = start()()
    tables = [browser.new("bosman", "me me") for _ in range(2)]
    found = browser.client.get("/api/next", params={"after": tables[0]}).json()
    assert found == {"table": tables[1]}
    assert start()().client.get("/api/next").json() == {"table": ""}
