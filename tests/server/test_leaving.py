"""Leaving a table: deleting one that nobody else plays at, giving a game up by its rules, handing a seat over."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import func, select
from starlette.testclient import WebSocketTestSession

from kotva.server.schema import CALLS, DEADLINES, MOVES, SITTERS, TABLES
from kotva.server.table_log import Stale
from tests.server.conftest import Browser, Data


@pytest.fixture
def another(start: Callable[[], Callable[[], Browser]]) -> Callable[[], Browser]:
    """One more browser of the same server."""
    return start()


@pytest.fixture
def browser(another: Callable[[], Browser]) -> Browser:
    return another()


def leave(browser: Browser, table: str, way: str) -> int:
    response = browser.client.post(f"/table/{table}/leave", data={"way": way}, follow_redirects=False)
    return int(response.status_code)


def offered(browser: Browser, table: str) -> list[str]:
    """The ways out that the page shows."""
    page = browser.client.get(f"/table/{table}/leave")
    assert page.status_code == 200
    return [part.split('"', 1)[0] for part in page.text.split('name="way" value="')[1:]]


def rows_of(browser: Browser, table: str) -> int:
    """How many rows of the database speak of a table."""
    columns = [TABLES.c.id, *(found.c.table_id for found in (SITTERS, MOVES, DEADLINES, CALLS))]
    store = browser.client.app.state.hub.store  # type: ignore[attr-defined]
    portal = browser.client.portal
    assert portal is not None
    counts = [select(func.count()).where(column == table) for column in columns]
    return sum(portal.call(store.read, lambda db, c=count: db.execute(c).scalar_one()) for count in counts)


def sitters(browser: Browser, table: str) -> list[tuple[str, str]]:
    return [(s["name"], s["kind"]) for s in browser.look(table)["sitters"]]


def told_anew(socket: WebSocketTestSession, expected: list[Data]) -> bool:
    """Whether a socket is told in the end that these sit there; a packet that was on its way may come first."""
    for _ in range(8):
        socket.send_json({"type": "look"})
        said: Data = socket.receive_json()
        while said["type"] != "packet":
            said = socket.receive_json()
        if said["sitters"] == expected:
            return True
    return False


@pytest.mark.parametrize("kinds", ["me me", "me easy", "me open"])
def test_a_table_at_which_nobody_else_plays_is_deleted(browser: Browser, kinds: str) -> None:
    table = browser.new("bosman", kinds)
    assert "delete" in offered(browser, table)
    assert rows_of(browser, table) > 10
    assert leave(browser, table, "delete") == 303
    assert rows_of(browser, table) == 0
    assert browser.client.get(f"/table/{table}").status_code == 404
    assert browser.client.get(f"/api/tables/{table}").status_code in (400, 404)
    assert table not in browser.client.get("/").text
    assert leave(browser, table, "delete") == 303  # sent twice


def test_a_clock_goes_with_its_table(browser: Browser) -> None:
    table = browser.new("settlers", "me easy easy")
    assert leave(browser, table, "delete") == 303
    assert rows_of(browser, table) == 0


def test_watchers_of_a_deleted_table_are_told(browser: Browser, another: Callable[[], Browser]) -> None:
    browser.client.cookies.set("kotva_language", "en")
    table = browser.new("bosman", "me me")
    watcher = another()
    with watcher.client.websocket_connect(f"/api/tables/{table}/socket") as socket:
        assert socket.receive_json()["type"] == "packet"
        assert leave(browser, table, "delete") == 303
        said = socket.receive_json()
        while said["type"] == "presence":
            said = socket.receive_json()
        assert said["type"] == "gone"
        assert said["text"]


def test_nobody_deletes_a_game_of_others(browser: Browser, another: Callable[[], Browser]) -> None:
    """Neither the owner once somebody has sat down, nor a guest, nor one who only looks on."""
    table = browser.new("bosman", "me open open")
    guest, stranger = another(), another()
    assert guest.client.post(f"/api/tables/{table}/sit", json={"seat": 1, "name": "Guest"}).status_code == 200
    for who in (browser, guest):
        assert "delete" not in offered(who, table)
        assert leave(who, table, "delete") == 403
    assert stranger.client.get(f"/table/{table}/leave").status_code == 403
    assert leave(stranger, table, "delete") == 403
    assert rows_of(browser, table) > 10


def test_who_has_decided_nothing_gives_the_seat_back(browser: Browser, another: Callable[[], Browser]) -> None:
    browser.client.cookies.set("kotva_language", "en")
    table = browser.new("bosman", "me open")
    guest = another()
    guest.client.cookies.set("kotva_language", "en")
    guest.client.post(f"/api/tables/{table}/sit", json={"seat": 1, "name": "Guest"})
    assert sitters(browser, table)[1] == ("Guest", "person")
    assert offered(guest, table) == ["free"]
    assert leave(guest, table, "free") == 303
    assert sitters(browser, table)[1] == ("Free seat B", "open")
    assert table not in guest.client.get("/").text
    assert another().client.post(f"/api/tables/{table}/sit", json={"seat": 1, "name": "Next"}).status_code == 200


def test_a_bot_plays_on_where_the_rules_know_no_leaving(browser: Browser, another: Callable[[], Browser]) -> None:
    table = browser.new("bosman", "me open")
    guest = another()
    guest.client.post(f"/api/tables/{table}/sit", json={"seat": 1, "name": "Guest"})
    assert browser.move(table, 0, "keep", browser.look(table)["seq"])[0] == 200
    assert offered(browser, table) == ["bot"]
    assert leave(browser, table, "bot") == 303
    assert sitters(guest, table)[0][1] == "bot"
    assert table not in browser.client.get("/").text
    assert browser.move(table, 0, "keep", guest.look(table)["seq"])[0] == 403
    assert offered(guest, table) == ["delete"]  # now nobody else plays here


def test_the_rules_say_what_leaving_is(browser: Browser, another: Callable[[], Browser]) -> None:
    """TRI-16.5: who resigns has lost, and the other has won; SET-14.7: the seat is silent, its pieces stay."""
    table = browser.new("triremes", "me open")
    guest = another()
    guest.client.post(f"/api/tables/{table}/sit", json={"seat": 1, "name": "Guest"})
    waits = browser if browser.look(table).get("choices") else guest
    assert "resign" in offered(waits, table)
    assert leave(waits, table, "resign") == 303
    assert browser.look(table)["over"]["winners"] == [1 if waits is browser else 0]
    assert offered(waits, table) == []
    table = browser.new("settlers", "me open open")
    guest.client.post(f"/api/tables/{table}/sit", json={"seat": 1, "name": "Guest"})
    assert offered(guest, table) == ["resign"]
    assert leave(guest, table, "resign") == 303
    assert "over" not in browser.look(table)
    assert any("Guest" in line for entry in browser.look(table)["log"][-2:] for line in entry["lines"])


def test_leaving_while_others_sit_down(browser: Browser, another: Callable[[], Browser]) -> None:
    """One leaves while two want his seat: at most one has it, whoever was told so, and two who watch are told the same."""
    for _ in range(6):
        table = browser.new("bosman", "me open")
        guest, *rivals, watcher = (another() for _ in range(4))
        sit = f"/api/tables/{table}/sit"
        assert guest.client.post(sit, json={"seat": 1, "name": "Guest"}).status_code == 200
        path = f"/api/tables/{table}/socket"
        with browser.client.websocket_connect(path) as one, watcher.client.websocket_connect(path) as two:
            together = Barrier(3)

            def take(rival: Browser, name: str, together: Barrier = together, sit: str = sit) -> int:
                together.wait()
                return int(rival.client.post(sit, json={"seat": 1, "name": name}).status_code)

            def go(guest: Browser = guest, together: Barrier = together, table: str = table) -> int:
                together.wait()
                return leave(guest, table, "free")

            with ThreadPoolExecutor(3) as pool:
                left = pool.submit(go)
                taken = [pool.submit(take, rival, f"Rival {number}") for number, rival in enumerate(rivals)]
                answers = [found.result() for found in taken]
                assert left.result() == 303
            assert sorted(answers) in ([200, 409], [409, 409])
            there = sitters(browser, table)[1]
            assert there == ((f"Rival {answers.index(200)}", "person") if 200 in answers else there)
            assert (there[1] == "open") == (200 not in answers)
            for rival, answer in zip(rivals, answers, strict=True):
                assert rival.look(table).get("seat") == (1 if answer == 200 else None)
            for socket, who in ((one, browser), (two, watcher)):
                assert told_anew(socket, who.look(table)["sitters"])


def test_a_seat_that_has_just_moved_is_not_given_back(browser: Browser, another: Callable[[], Browser]) -> None:
    """The page offered it when nothing was decided; the move came in before the leave."""
    table = browser.new("bosman", "me open")
    assert another().client.post(f"/api/tables/{table}/sit", json={"seat": 1, "name": "Guest"}).status_code == 200
    assert browser.move(table, 0, "keep", browser.look(table)["seq"])[0] == 200
    hub, portal = browser.client.app.state.hub, browser.client.portal  # type: ignore[attr-defined]
    assert portal is not None
    table_log = portal.call(hub.table, table)
    with pytest.raises(Stale):
        portal.call(table_log.vacate, table_log.row.sitters[0].person, "", "Free seat A")
    assert sitters(browser, table)[0][1] == "me"
