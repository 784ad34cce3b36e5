"""A table that admits no spectators (SET-15.3): who has no seat gets no view, by any way."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from starlette.routing import Route
from starlette.websockets import WebSocketDisconnect

from tests.server.conftest import Browser

Start = Callable[[], Callable[[], Browser]]
CLAUSE = "/rules/settlers#SET-15.3"


def closed_table(host: Browser, kinds: str = "me me me", **more: str) -> str:
    return host.new("settlers", kinds, **{"option-spectators": "none", **more})


def test_a_stranger_gets_no_view(start: Start) -> None:
    """SET-15.3: neither page nor packet, nor look back, nor reason, nor preview, nor socket."""
    browser = start()
    host, stranger = browser(), browser()
    table = closed_table(host)
    page = stranger.client.get(f"/table/{table}")
    assert page.status_code == 403
    assert CLAUSE in page.text
    assert "Nobody may watch this table" in page.text
    assert "vertex-" not in page.text
    api = f"/api/tables/{table}"
    for address in (api, f"{api}?at=0", f"{api}?eyes=0", f"{api}/why?items=hex-1", f"{api}/preview?action=end"):
        answer = stranger.client.get(address)
        assert answer.status_code == 403, address
        assert (answer.json()["clause"], answer.json()["link"]) == ("SET-15.3", CLAUSE)
        assert set(answer.json()) == {"error", "clause", "link"}
    assert stranger.move(table, 0, "end", 0)[0] == 403
    with pytest.raises(WebSocketDisconnect), stranger.client.websocket_connect(f"{api}/socket") as socket:
        socket.receive_text()
    assert host.client.get(f"/table/{table}").status_code == 200
    assert host.actor(table)["choices"]


@pytest.mark.parametrize("more", [{"option-spectators": "none"}, {"preset": "tournament"}])
def test_no_door_of_a_running_table_is_open(start: Start, more: dict[str, str]) -> None:
    """SET-15.3: whatever the server offers about a table, a stranger gets nothing of it; nor in the preset `tournament`."""
    browser = start()
    host, stranger = browser(), browser()
    table = host.new("settlers", "me me me", title="Behind the door", **more)
    routes = [route for route in host.client.app.routes if isinstance(route, Route)]  # type: ignore[attr-defined]
    asked = [
        route.path.replace("{table}", table).replace("{name}", table)
        for route in routes
        if route.methods and "GET" in route.methods and re.search(r"^[^{]*\{(table|name)\}[^{]*$", route.path)
    ]
    assert {f"/table/{table}", f"/replay/{table}", f"/review/{table}", f"/api/tables/{table}/about"} <= set(asked)
    for address in asked:
        answer = stranger.client.get(address, follow_redirects=False)
        assert answer.status_code >= 400, address
        assert "vertex-" not in answer.text, address
    for action in ("moves", "undo", "clock", "lesson/back", "lesson/solution"):
        assert stranger.client.post(f"/api/tables/{table}/{action}", json={}).status_code >= 400, action
    with (
        pytest.raises(WebSocketDisconnect),
        stranger.client.websocket_connect(f"/api/tables/{table}/socket") as socket,
    ):
        socket.receive_text()
    assert table not in stranger.client.get("/").text
    assert host.client.get(f"/table/{table}").status_code == 200


def test_a_stranger_may_take_a_free_seat_without_having_seen_the_table(start: Start) -> None:
    browser = start()
    host, friend, third = browser(), browser(), browser()
    table = closed_table(host, "me open me")
    page = friend.client.get(f"/table/{table}")
    assert page.status_code == 403
    assert 'name="seat" value="1"' in page.text
    taken = friend.client.post(f"/table/{table}/sit", data={"seat": "1", "name": "Ada"})
    assert taken.status_code == 200
    assert taken.url.path == f"/table/{table}"
    assert friend.look(table)["seat"] == 1
    assert friend.look(table)["sitters"][1]["name"] == "Ada"
    assert 'name="seat"' not in third.client.get(f"/table/{table}").text
    assert third.client.post(f"/table/{table}/sit", data={"seat": "1", "name": "Eve"}).status_code == 403
    assert third.client.post(f"/table/{table}/sit", data={"seat": "99"}).status_code == 403
    assert friend.look(table)["sitters"][1]["name"] == "Ada"


def test_a_player_who_has_left_is_disconnected(start: Start) -> None:
    """SET-15.3: a socket that was opened with a seat shows nothing once the seat is left."""
    browser = start()
    host, friend = browser(), browser()
    # A player of two seats looks through the one that acts; with the host to act, through none of them.
    table = closed_table(host, "me open open", **{"option-first": "P3"})
    for seat in ("1", "2"):
        friend.client.post(f"/table/{table}/sit", data={"seat": seat, "name": "Ada"})
    with friend.client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        assert json.loads(socket.receive_text())["type"] == "packet"
        gone = friend.client.post(f"/table/{table}/leave", data={"way": "bot"}, follow_redirects=False)
        assert gone.status_code == 303
        heard = []
        with suppress(WebSocketDisconnect):
            while True:
                heard.append(json.loads(socket.receive_text()))
    assert heard[-1]["type"] == "gone"
    assert "watch" in heard[-1]["text"]
    assert all("seat" in message for message in heard if message["type"] == "packet"), "never as a spectator"
    assert friend.client.get(f"/table/{table}").status_code == 403
    assert host.look(table)["sitters"][1]["kind"] == "bot"


def test_with_watch_a_stranger_sees_what_is_public(start: Start) -> None:
    """SET-15.3: the default."""
    browser = start()
    host, stranger = browser(), browser()
    table = host.new("settlers", "me me me")
    seen = stranger.look(table)
    assert "seat" not in seen
    assert "choices" not in seen


def test_when_the_game_is_over_everything_is_open(start: Start) -> None:
    """SET-15.1, SET-15.3: then there is nothing left to keep."""
    browser = start()
    host, stranger = browser(), browser()
    table = closed_table(host, **{"option-max_rounds": "1"})
    while "over" not in (packet := host.actor(table)):
        listed = [choice["action"] for choice in packet["choices"]]
        action = next((action for action in ("end", "roll") if action in listed), listed[0])
        assert stranger.client.get(f"/table/{table}").status_code == 403
        assert host.move(table, packet["seat"], action, packet["seq"])[0] == 200
    assert stranger.look(table)["over"]["reason"] == "rounds"
    assert stranger.client.get(f"/replay/{table}").status_code == 200
