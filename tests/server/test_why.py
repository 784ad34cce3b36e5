"""Why can't I? The answer comes from the clause that forbids it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.server.conftest import Browser, Data


def ready(browser: Browser) -> tuple[str, Data]:
    """A table after the opening exchange, player 1 to act."""
    table = browser.new(kinds="me me")
    for _ in range(2):
        packet = browser.actor(table)
        browser.move(table, packet["seat"], "keep", packet["seq"])
    return table, browser.actor(table)


def ask(browser: Browser, table: str, seat: int, *items: str) -> Data:
    found = browser.client.get(f"/api/tables/{table}/why", params={"items": ",".join(items), "eyes": seat})
    data: Data = found.json()
    return data


def test_a_token_on_a_field_that_is_not_beside_the_boatswain(browser: Browser) -> None:
    """BOS-8.1."""
    table, packet = ready(browser)
    token = next(i for i in packet["scene"]["items"] if i.get("zone") == "hand")
    answer = ask(browser, table, 0, token["id"], "field-a5")
    assert answer["answers"][0]["clause"] in ("BOS-8.1", "BOS-8.3")
    assert answer["answers"][0]["link"].startswith("/rules/bosman#BOS-8.")
    assert answer["answers"][0]["text"]
    assert answer["answers"][0]["words"]


def test_poison_where_no_token_sits(browser: Browser) -> None:
    """BOS-7.6."""
    table, _ = ready(browser)
    answer = ask(browser, table, 0, "poison-0", "seat-21")
    assert [a["clause"] for a in answer["answers"]] == ["BOS-7.6"]


def test_nonsense_gets_an_answer_too(browser: Browser) -> None:
    table, _ = ready(browser)
    assert ask(browser, table, 0, "stack")["note"]
    assert ask(browser, table, 0, "no-such-thing")["note"]


def test_out_of_turn_one_is_told_whose_turn_it_is(start: Callable[[], Callable[[], Browser]]) -> None:
    browsers = start()
    mine, other = browsers(), browsers()
    table = mine.new(kinds="me open", **{"name-0": "Ada"})
    other.client.post(f"/api/tables/{table}/sit", json={"seat": 1, "name": "Bob"})
    assert "Ada" in ask(other, table, 1, "poison-1", "seat-21")["note"]


def test_an_action_in_notation(browser: Browser) -> None:
    """BOS-4.6."""
    table, _ = ready(browser)
    answer = browser.client.get(f"/api/tables/{table}/why", params={"action": "keep", "eyes": 0}).json()
    assert answer["answers"][0]["clause"].startswith("BOS-")
    bad = browser.client.get(f"/api/tables/{table}/why", params={"action": "juggle", "eyes": 0})
    assert bad.status_code == 400


def test_a_preview_shows_where_the_boatswain_would_walk(browser: Browser) -> None:
    """BOS-9.1: known before the token is laid; what is not allowed has no preview."""
    table, packet = ready(browser)
    action = next(c["action"] for c in packet["choices"] if c["action"].startswith("play"))
    found = browser.client.get(f"/api/tables/{table}/preview", params={"action": action, "eyes": 0}).json()
    assert "boatswain" in [moved["id"] for moved in found["moved"]]
    assert found["courses"][0]["item"] == "boatswain"
    assert browser.client.get(f"/api/tables/{table}/preview", params={"action": "keep", "eyes": 0}).json() == {}
    assert browser.client.get(f"/api/tables/{table}/preview", params={"action": "nonsense"}).status_code == 400


def test_questions_are_answered_in_a_process_and_once(browser: Browser) -> None:
    """Forty connections that asked why with twelve things each let everybody's moves wait for most of a second."""
    table = browser.new("hexxi", "me me")
    app: Any = browser.client.app
    done = app.state.hub.work.numbers.done
    items = [item["id"] for item in browser.look(table, 0)["scene"]["items"] if "id" in item][:12]
    for path in (
        f"why?eyes=0&items={','.join(items)}",
        "preview?eyes=0&action=pass",
        "about?eyes=0&item=x",
        "statistics?eyes=0",
    ):
        before = done["look"]
        answers = [browser.client.get(f"/api/tables/{table}/{path}") for _ in range(3)]
        assert len({answer.content for answer in answers}) == 1
        assert done["look"] - before <= 1, path
    assert done["look"] >= 2
