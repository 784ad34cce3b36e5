"""Is a record true? The page says what `kotva verify` says, and gives back what was brought as it was brought."""

from __future__ import annotations

import json
import random

from tests.server.conftest import Browser, Data


def finished(browser: Browser) -> str:
    chance = random.Random(5)
    table = browser.new("bosman", "me me", **{"option-turn_limit": "20"})
    while "over" not in (packet := browser.actor(table)):
        action = chance.choice(packet["choices"])["action"]
        assert browser.move(table, packet["seat"], action, packet["seq"])[0] == 200
    return table


def verdict(browser: Browser, name: str, language: str = "en") -> Data:
    found = browser.client.get(f"/api/replays/{name}/verdict", headers={"accept-language": language})
    assert found.status_code == 200, found.text
    data: Data = found.json()
    return data


def test_a_finished_game_is_found_true_and_shows_its_seal(browser: Browser) -> None:
    table = finished(browser)
    record = browser.client.get(f"/api/replays/{table}/record.json").json()
    found = verdict(browser, table)
    assert found["true"] is True
    assert len(record["seal"]) == 64
    assert found["seal"] == record["seal"]
    assert record["seal"] in " ".join(found["text"])
    assert "Pečeť" in " ".join(verdict(browser, table, "cs")["text"])


def test_a_running_game_has_no_verdict(browser: Browser) -> None:
    assert browser.client.get(f"/api/replays/{browser.new()}/verdict").status_code == 409


def test_a_record_that_was_changed_is_found_false_and_gets_no_seal_of_ours(browser: Browser) -> None:
    record = browser.client.get(f"/api/replays/{finished(browser)}/record.json").json()
    for change, word in (
        ({"names": ["Eve", "Ben"]}, "seal"),
        ({"result": {**record["result"], "scores": [99, 0]}}, "false result"),
        ({"seed": "0" * 64}, "commitment"),
        ({"seal": ""}, ""),
    ):
        text = json.dumps({**record, **change})
        loaded = browser.client.post("/api/replays", content=text)
        assert loaded.status_code == 201, loaded.text
        name = loaded.json()["link"].removeprefix("/replay/")
        assert browser.client.get(f"/api/replays/{name}/record.json").text == text, "as it was brought"
        found = verdict(browser, name)
        assert found["true"] is not bool(word)
        assert word in " ".join(found["text"])
        assert "seal" not in found, "nothing of ours vouches for it"
