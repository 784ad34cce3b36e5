"""A person's tables in the lobby, and the link that invites others."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import update

from kotva import games
from kotva.engine.say import Say
from kotva.server import my_tables
from kotva.server.game_list import title_of
from kotva.server.hub import Hub
from kotva.server.schema import TABLES
from tests.server.conftest import Browser


def opened(browser: Browser, **form: str) -> str:
    """A table of Bosman with two seats at this screen; its id."""
    data = {"seats": "2", "kind-0": "me", "kind-1": "me", **form}
    response = browser.client.post("/new/bosman", data=data, follow_redirects=False)
    return str(response.headers["location"]).rsplit("/", 1)[1]


def test_a_table_without_a_name_is_called_like_its_game_in_the_reader_s_language(browser: Browser) -> None:
    browser.client.cookies.set("kotva_language", "en")
    table = opened(browser)
    named = opened(browser, title="Friday")
    for language in ("cs", "bg", "en"):
        browser.client.cookies.set("kotva_language", language)
        title = Say(language, "bosman")(games.load("bosman").title)
        assert f"<title>{title} · Kotva</title>" in browser.client.get(f"/table/{table}").text
        assert f"<title>Friday · {title} · Kotva</title>" in browser.client.get(f"/table/{named}").text


def test_titles_that_were_kept_in_another_language_follow_too() -> None:
    game = games.load("bosman")
    assert title_of("Босман", game, Say("en", "bosman")) == "Bosman"
    assert title_of("", game, Say("cs", "bosman")) == "Bosman"
    assert title_of("Bocman a my", game, Say("en", "bosman")) == "Bocman a my"


def test_the_lobby_says_where_somebody_waits_for_me(browser: Browser) -> None:
    browser.client.cookies.set("kotva_language", "en")
    table = opened(browser)
    free = opened(browser, **{"kind-0": "open", "kind-1": "me", "title": "not mine yet"})
    page = browser.client.get("/").text
    rows = re.findall(r'<li(| class="waits")><a href="/table/([^"]+)">', page)
    assert rows[0] == (' class="waits"', table)
    assert ("", free) in rows or (' class="waits"', free) in rows


def test_whose_turn_it_is_stands_beside_the_table_and_nothing_is_replayed(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twelve long games in a list must not cost twelve replays."""
    browser.client.cookies.set("kotva_language", "en")
    table = opened(browser, **{"kind-1": "open"})

    async def never(_hub: Hub, _table: str) -> None:
        raise AssertionError("the lobby has opened a table")

    def waits() -> bool:
        with monkeypatch.context() as patched:
            patched.setattr(Hub, "table", never)
            return f'<li class="waits"><a href="/table/{table}">' in browser.client.get("/").text

    assert waits()
    status, packet = browser.move(table, 0, "keep", browser.look(table)["seq"])
    assert status == 200
    assert not waits()
    assert browser.undo(table, 0, packet["seq"])[0] == 200
    assert waits()


def test_a_table_of_an_older_kotva_is_asked_itself_whose_turn_it_is(browser: Browser) -> None:
    table = opened(browser)
    store = browser.client.app.state.hub.store  # type: ignore[attr-defined]
    unknown = update(TABLES).where(TABLES.c.id == table).values(to_act=None)
    portal = browser.client.portal
    assert portal is not None
    portal.call(store.write, lambda db: db.execute(unknown).rowcount)
    assert f'<li class="waits"><a href="/table/{table}">' in browser.client.get("/").text


def test_a_table_is_put_away_in_this_browser_alone(browser: Browser) -> None:
    table, other = opened(browser), opened(browser)
    assert browser.client.post(f"/table/{table}/away", follow_redirects=False).headers["location"] == "/"
    page = browser.client.get("/").text
    assert f'href="/table/{table}"' not in page
    assert f'href="/table/{other}"' in page
    assert browser.client.get(f"/table/{table}").status_code == 200
    for number in range(80):
        browser.client.post(f"/table/none-{number}/away", follow_redirects=False)
    assert len(browser.client.cookies.get(my_tables.AWAY, "").split(".")) == 60


def test_an_invitation_leads_to_where_others_can_come(browser: Browser) -> None:
    """No localhost: the address in the network where it is known, otherwise how to make it known."""
    table = opened(browser, **{"kind-1": "open"})
    for host, wanted in (
        ("localhost:8274", 'data-alone="1"'),
        ("game.example", 'data-invite="http://game.example/table/'),
    ):
        assert wanted in browser.client.get(f"/table/{table}", headers={"host": host}).text


def test_free_seats_and_bots_are_called_so_in_the_reader_s_language(browser: Browser) -> None:
    """The table was made in Czech; a name that somebody chose stays what it is."""
    browser.client.cookies.set("kotva_language", "cs")
    table = browser.new("bosman", "me open easy me", **{"name-3": "Volno D"})
    for language in ("bg", "en"):
        browser.client.cookies.set("kotva_language", language)
        say = Say(language)
        names = [sitter["name"] for sitter in browser.look(table)["sitters"]]
        assert names[1:] == [say("Free seat {letter}", letter="B"), say("Bot {letter}", letter="C"), "Volno D"]
