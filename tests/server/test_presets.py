"""The form for a new table: a preset fills in options, and what somebody chose counts above it."""

from __future__ import annotations

import json
import re

from kotva import games
from tests.server.conftest import Browser

FORM = {"seats": "2", "shown": "2", "kind-0": "me", "kind-1": "me"}


def stored(browser: Browser, **more: str) -> dict[str, object]:
    """The options of a table that the form opens, as its packet's record would have them."""
    table = browser.new("hexxi", "me me", shown="2", **more)
    hub = browser.client.app.state.hub  # type: ignore[attr-defined]
    row = browser.client.portal.call(hub.table, table).row  # type: ignore[union-attr]
    return dict(row.options)


def test_the_form_shows_each_preset_with_its_sentence(browser: Browser) -> None:
    page = browser.client.get("/new/hexxi?seats=2").text
    for preset in games.load("hexxi").rules.presets:
        assert f'name="preset" value="{preset.name}"' in page
        assert preset.sentence in page
    filled = [json.loads(found.replace("&#34;", '"')) for found in re.findall('data-options="([^"]*)"', page)]
    assert filled == [
        {"first": "1", "rounds": "3"},
        {"first": "1", "rounds": "1"},
        {"first": "random", "rounds": "3"},
    ]


def test_a_link_can_ask_for_a_preset(browser: Browser) -> None:
    page = browser.client.get("/new/hexxi?seats=2&preset=quick").text
    assert re.search('value="quick"[^>]* checked', page)
    assert '<input type="hidden" name="filled" value="quick">' in page
    assert re.search('value="standard"[^>]* checked', browser.client.get("/new/hexxi?preset=none").text)


def test_a_preset_alone_sets_its_options(browser: Browser) -> None:
    assert stored(browser) == {}
    assert stored(browser, preset="quick") == {"rounds": 1}
    assert stored(browser, preset="tournament") == {"first": "random"}
    assert stored(browser, preset="no such thing") == {}


def test_fields_as_the_form_showed_them_were_not_chosen(browser: Browser) -> None:
    shown = {"option-rounds": "3", "option-first": "1"}
    assert stored(browser, preset="quick", filled="standard", **shown) == {"rounds": 1}  # a browser without scripts
    assert stored(browser, preset="quick", filled="quick", **shown) == {}  # three rounds were chosen after the preset
    assert stored(browser, preset="quick", filled="quick", **{"option-rounds": "2"}) == {"rounds": 2}


def test_the_form_has_groups_seats_by_colour_and_boards_by_picture(browser: Browser) -> None:
    browser.client.cookies.set("kotva_language", "en")
    page = browser.client.get("/new/bosman?seats=4").text
    assert '<option value="1" selected>A (red)</option>' in re.sub(r"\s*\n\s*", "", page)  # the starting player
    assert 'name="option-gangs-3"' in page
    assert "RFCT" not in page
    page = browser.client.get("/new/triremes?seats=2").text
    for title in games.load("triremes").rules.option_groups:
        assert f"<legend>{title}</legend>" in page
    assert 'src="/pictures/triremes/map1/cove-day.svg"' in page
    picture = browser.client.get("/pictures/triremes/map1/cove-day.svg")
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/svg+xml")
    assert browser.client.get("/pictures/triremes/map1/lake-day.svg").status_code == 404


def test_letters_in_an_order_are_chosen_one_by_one(browser: Browser) -> None:
    form = {"seats": "2", "shown": "2", "kind-0": "me", "kind-1": "me"}
    chosen = {f"option-gangs-{place}": letter for place, letter in enumerate("TCFR")}
    made = browser.client.post("/new/bosman", data={**form, **chosen}, follow_redirects=False)
    hub = browser.client.app.state.hub  # type: ignore[attr-defined]
    table = browser.client.portal.call(hub.table, made.headers["location"].removeprefix("/table/"))  # type: ignore[union-attr]
    assert table.row.options == {"gangs": "TCFR"}
    twice = browser.client.post("/new/bosman", data={**form, **chosen, "option-gangs-0": "R"}, follow_redirects=False)
    assert twice.status_code == 400
    assert "BOS-1.4" in twice.text


def test_a_board_is_picked_by_its_picture_or_written(browser: Browser) -> None:
    form = {"seats": "3", "shown": "3", "kind-0": "me", "kind-1": "me", "kind-2": "me"}
    for given, status in (({"option-board-known": "beginner"}, 303), ({"option-board": "no board"}, 400)):
        made = browser.client.post("/new/settlers", data={**form, **given}, follow_redirects=False)
        assert made.status_code == status


def test_the_time_that_a_preset_brings_is_announced(browser: Browser) -> None:
    browser.client.cookies.set("kotva_language", "en")
    page = browser.client.get("/new/settlers").text
    assert "<b>75 minutes for the whole game</b>" in page
    assert "<em>30 minutes for the whole game</em>" in page
    assert 'id="own-time" hidden' in browser.client.get("/new/bosman").text
