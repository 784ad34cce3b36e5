"""The lobby: what waits for a person, which tables are found by whom, and quick pairing."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from sqlalchemy import Connection

from kotva.server.pairing import PATIENCE, Seek, find_group
from kotva.server.sql import SqlStore
from tests.server.conftest import Browser

Start = Callable[[], Callable[[], Browser]]


def lobby(browser: Browser, **query: str) -> str:
    browser.client.cookies.set("kotva_language", "en")
    return str(browser.client.get("/", params=query).text)


def section(page: str, name: str) -> str:
    found = re.search(rf'<section aria-labelledby="{name}".*?</section>', page, re.DOTALL)
    return found[0] if found else ""


def test_a_public_table_is_offered_to_everybody_and_one_by_link_to_nobody(start: Start) -> None:
    browsers = start()
    ada, ben = browsers(), browsers()
    public = ada.new("bosman", "me open", access="public")
    link = ada.new("bosman", "me open")
    seen = section(lobby(ben), "open-tables")
    assert f"/table/{public}" in seen
    assert f"/table/{link}" not in seen
    assert f"/table/{public}" not in section(lobby(ada), "open-tables")  # her own stands above


def test_a_table_for_people_one_knows_is_an_invitation_to_those_who_have_played_with_its_owner(start: Start) -> None:
    browsers = start()
    ada, ben, eva = browsers(), browsers(), browsers()
    first = ada.new("bosman", "me open")
    ben.client.post(f"/api/tables/{first}/sit", json={"seat": 1, "name": "Ben"})
    known = ada.new("bosman", "me open", access="known", title="Again")
    assert f'<li class="invited"><a href="/table/{known}">' in lobby(ben)
    assert f"/table/{known}" not in lobby(eva)


def test_a_full_public_table_can_be_watched(start: Start) -> None:
    browsers = start()
    ada, ben = browsers(), browsers()
    table = ada.new("bosman", "me easy", access="public")
    page = lobby(ben)
    assert f"/table/{table}" in section(page, "running-tables")
    assert f"/table/{table}" not in section(page, "open-tables")


def test_filters_say_game_players_pace_and_free_seats(start: Start) -> None:
    browsers = start()
    ada, ben = browsers(), browsers()
    bosman = ada.new("bosman", "me open", access="public")
    hexxi = ada.new("hexxi", "me open open", access="public", clock="move")

    def found(**query: str) -> set[str]:
        return {t for t in (bosman, hexxi) if f"/table/{t}" in section(lobby(ben, **query), "open-tables")}

    assert found() == {bosman, hexxi}
    assert found(game="hexxi") == {hexxi}
    assert found(players="2") == {bosman}
    assert found(pace="live") == {hexxi}
    assert found(pace="none") == {bosman}
    assert found(free="2") == {hexxi}
    assert found(game="no such", players="x", pace="fast", free="-1") == set()


def test_what_a_form_cannot_mean_is_said_and_opens_nothing(browser: Browser) -> None:
    data = {"seats": "2", "kind-0": "me", "kind-1": "open", "access": "nobody"}
    answer = browser.client.post("/new/bosman", data=data, follow_redirects=False)
    assert answer.status_code == 400
    assert "found by everybody" in answer.text


def test_a_table_that_waits_for_me_is_shown_however_many_are_newer(start: Start) -> None:
    browsers = start()
    ada, ben = browsers(), browsers()
    waiting = ada.new("bosman", kinds="me open", title="The old one")
    for _ in range(13):
        newer = ada.new("bosman", kinds="open me")
        ben.client.post(f"/api/tables/{newer}/sit", json={"seat": 0, "name": "Ben"})
    mine = section(lobby(ada), "mine")
    assert f"/table/{waiting}" in mine
    assert mine.count("your turn") == 1
    assert mine.count('href="/table/') == 2 * 12, "twelve tables, with the link to leave each"


def test_the_database_is_asked_once_for_all_of_it(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine each turn of a thread costs more than what is read in it."""
    browsers = start()
    ada, ben = browsers(), browsers()
    ada.new("bosman", "me open", access="public")
    ben.new("bosman", "me open")
    page, reads, read = lobby(ben), [], SqlStore._read

    async def counted(self: SqlStore, work: Callable[[Connection], object]) -> object:
        reads.append(work)
        return await read(self, work)

    monkeypatch.setattr(SqlStore, "_read", counted)
    again = ben.client.get("/lobby").text
    # Who asks, and whether that person is here, is asked once in a while, and the node has work of its own.
    asked = [work.__qualname__ for work in reads if work.__qualname__.startswith(("LobbyStore", "SqlStore.tables_of"))]
    assert [name for name in asked if "name_of" not in name] == ["LobbyStore.rows.<locals>.work"]
    assert [section(again, name) for name in ("mine", "open-tables")] == [
        section(page, name) for name in ("mine", "open-tables")
    ]


def test_people_whose_page_is_open_are_named(start: Start) -> None:
    browsers = start()
    ada, ben = browsers(), browsers()
    ada.new("bosman", "me easy", **{"name-0": "Ada <3"})
    assert ada.client.post("/here").status_code == 204
    assert "<li>Ada &lt;3</li>" in section(lobby(ben), "people-here")
    assert "Ada" not in section(lobby(ada), "people-here")


def test_bots_of_a_game_that_is_learnt_as_a_duel_are_a_duel(browser: Browser) -> None:
    made = browser.client.post("/new/triremes", data={}, follow_redirects=False)
    packet = browser.look(made.headers["location"].removeprefix("/table/"))
    assert len(packet["sitters"]) == 2


# -- pairing -----------------------------------------------------------------------------------------------------------


def seek(person: str, low: int = 2, high: int = 4, rating: float = 25.0, since: float = 0.0, **more: object) -> Seek:
    given: dict[str, object] = {"game": "hexxi", "minutes": 20, "rated": False, **more}
    return Seek(person, person, low=low, high=high, rating=rating, since=since, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("seeks", "now", "found"),
    [
        ([seek("a")], 100.0, ""),
        ([seek("a"), seek("b")], 1.0, ""),  # others may still come
        ([seek("a"), seek("b")], PATIENCE, "ab"),
        ([seek("a", 2, 2), seek("b")], 1.0, "ab"),  # it cannot grow
        ([seek("a"), seek("b"), seek("c"), seek("d")], 0.0, "abcd"),
        ([seek("a", 3, 3), seek("b"), seek("c", 2, 3)], 0.0, "abc"),
        ([seek("a", 4, 4), seek("b", 2, 3)], 100.0, ""),
        ([seek("a", 2, 2), seek("b", 2, 2, minutes=10)], 100.0, ""),
        ([seek("a", 2, 2), seek("b", 2, 2, rated=True)], 100.0, ""),
        ([seek("a", 2, 2, 25.0), seek("b", 2, 2, 35.0)], 1.0, ""),  # too far apart, for now
        ([seek("a", 2, 2, 25.0), seek("b", 2, 2, 35.0)], 20.0, "ab"),
        ([seek("a", 2, 2, 25.0), seek("b", 2, 2, 28.0, 0.5), seek("c", 2, 2, 26.0, 0.9)], 1.0, "ac"),  # the nearer one
    ],
)
def test_who_is_put_at_one_table(seeks: list[Seek], now: float, found: str) -> None:
    assert "".join(one.person for one in find_group(seeks, (2, 3, 4), now)) == found


def test_people_who_do_not_want_to_meet_are_not_put_at_one_table() -> None:
    seeks = [seek("a", 2, 2), seek("b", 2, 2), seek("c", 2, 2, since=0.5)]
    apart = {frozenset("ab")}
    assert [one.person for one in find_group(seeks, (2,), 1.0, apart)] == ["a", "c"]
    assert find_group(seeks[:2], (2,), 99.0, apart) == []


def test_two_who_want_the_same_find_each_other(start: Start) -> None:
    browsers = start()
    ada, ben = browsers(), browsers()
    asked = {"game": "hexxi", "players": "2-2", "minutes": "20"}
    ada.client.post("/pairing", data={**asked, "name": "Ada"}, headers={"accept": "application/json"})
    assert ada.client.post("/pairing/look").json()["state"] == "waiting"
    ben.client.cookies.set("kotva_language", "en")
    assert "Ada looks for a game" in ben.client.get("/").text
    ben.client.post("/pairing", data={**asked, "name": "Ben"}, headers={"accept": "application/json"})
    found = ben.client.post("/pairing/look").json()
    assert found["state"] == "found"
    assert ada.client.post("/pairing/look").json() == found
    names = {sitter["name"] for sitter in ada.look(found["table"])["sitters"]}
    assert names == {"Ada", "Ben"}
    for one in (ada, ben):
        assert one.client.post("/pairing/stop").json() == {"state": "none"}
        assert one.client.post("/pairing/look").json() == {"state": "none"}


def test_somebody_who_looks_no_more_is_not_paired(start: Start) -> None:
    browsers = start()
    ada, ben = browsers(), browsers()
    asked = {"game": "hexxi", "players": "2-2"}
    ada.client.post("/pairing", data=asked, headers={"accept": "application/json"})
    ada.client.post("/pairing/stop")
    ben.client.post("/pairing", data=asked, headers={"accept": "application/json"})
    assert ben.client.post("/pairing/look").json()["state"] == "waiting"


def test_looking_for_no_game_is_refused(browser: Browser) -> None:
    assert browser.client.post("/pairing", data={"game": "go"}).status_code == 404
    assert browser.client.post("/pairing/look").json() == {"state": "none"}
