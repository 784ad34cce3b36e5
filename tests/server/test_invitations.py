"""Free seats: the picture of an invitation, who is named as host, and bots for the seats that nobody comes for."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.server.conftest import Browser

Start = Callable[[], Callable[[], Browser]]


def kinds(browser: Browser, table: str) -> list[str]:
    return [sitter["kind"] for sitter in browser.look(table)["sitters"]]


def test_the_host_gives_free_seats_to_bots_and_nobody_else_does(start: Start) -> None:
    new = start()
    anna, ben, carl = new(), new(), new()
    table = anna.new("hexxi", "me open open open")
    ben.client.post(f"/api/tables/{table}/sit", json={"seat": 2, "name": "Ben"})
    for other in (ben, carl):
        refused = other.client.post(f"/table/{table}/fill", follow_redirects=False)
        assert refused.status_code == 403
        assert "Only the player who opened a table" in refused.text
    assert kinds(anna, table) == ["me", "open", "person", "open"]
    for _ in range(2):  # sent twice
        assert anna.client.post(f"/table/{table}/fill", follow_redirects=False).status_code == 303
        assert kinds(anna, table) == ["me", "bot", "person", "bot"]
    assert [sitter["name"] for sitter in anna.look(table)["sitters"]][1::2] == ["Bot B", "Bot D"]
    taken = carl.client.post(f"/api/tables/{table}/sit", json={"seat": 1, "name": "Carl"})
    assert (taken.status_code, taken.json()["error"]) == (409, "This seat is taken.")


def test_bots_that_took_seats_play(start: Start) -> None:
    anna = start()()
    table = anna.new("bosman", "me open")
    anna.client.post(f"/table/{table}/fill")
    until = time.monotonic() + 20
    while True:
        shown = anna.look(table)
        if any(entry["actor"] == 1 for entry in shown["log"]):
            break
        assert time.monotonic() < until, "no bot plays"
        if shown["actors"][0] == 0:
            anna.move(table, 0, shown["choices"][0]["action"], shown["seq"])
        time.sleep(0.05)


def test_an_invitation_names_the_host_and_has_a_picture(start: Start) -> None:
    new = start()
    anna, ben, eva = new(), new(), new()
    table = anna.new("hexxi", "open open me", **{"name-2": "Anna"})
    ben.client.post(f"/api/tables/{table}/sit", json={"seat": 0, "name": "Ben"})
    page = eva.client.get(f"/table/{table}").text
    assert 'data-host="Anna"' in page
    assert "data-fill" not in page
    assert "data-fill" in anna.client.get(f"/table/{table}").text
    picture = eva.client.get(f"/table/{table}/invitation.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg xmlns=")
