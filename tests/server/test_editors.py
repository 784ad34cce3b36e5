"""Editors of games' own texts: live validation and playing on a map of one's own."""

from __future__ import annotations

import pytest

from kotva.games.triremes.maps import BAY, COVE
from tests.server.conftest import Browser


def test_the_editor_opens_with_a_shared_map(browser: Browser) -> None:
    page = browser.client.get("/editors/triremes/map", params={"text": BAY.replace("bay", "shared")}).text
    assert "domain shared 16x9" in page


@pytest.mark.parametrize("language", ["en", "cs"])
def test_faults_come_with_their_place(browser: Browser, language: str) -> None:
    """TRI-2.11."""
    browser.client.cookies.set("kotva_language", language)
    found = browser.client.post(
        "/api/games/triremes/map/check", content=COVE.replace("............", "...#........", 1)
    ).json()
    assert [(f["code"], f["line"], f["column"]) for f in found["faults"]] == [("M6", 7, 1), ("M7", 2, 4)]
    assert ("group" in found["faults"][0]["text"]) == (language == "en")
    assert browser.client.post("/api/games/triremes/map/check", content=COVE).json() == {
        "name": "cove",
        "size": "12x8",
        "valid": True,
        "faults": [],
    }
    assert browser.client.post("/api/games/triremes/map/check", content="").json()["faults"][0]["code"] == "M1"


def test_a_table_on_an_own_map(browser: Browser) -> None:
    mine = COVE.replace("cove", "mine")
    table = browser.new("triremes", "me me", **{"option-map1": mine, "option-map2": mine, "option-setup": "auto"})
    assert browser.look(table)["scene"]["width"] == 12 * 64 + 80
    refused = browser.client.post("/new/triremes", data={"seats": "2", "option-map1": "domain no 3x3"})
    assert refused.status_code == 400
    assert "M1" in refused.text


def test_a_form_shown_for_four_serves_two(browser: Browser) -> None:
    """Options that nobody touched follow the number of players: a cross board is not for two."""
    table = browser.new("triremes", "me me", **{"shown": "4", "option-layout": "cross", "option-quiet_limit": "240"})
    assert browser.look(table)["scene"]["width"] == 16 * 64 + 80


def test_what_a_game_does_not_declare_is_refused_in_words(browser: Browser) -> None:
    assert browser.client.post("/api/games/triremes/song/check", content="la").status_code == 400
    assert browser.client.get("/editors/bosman/map").status_code == 400
    assert browser.client.post("/api/games/triremes/map/check", content="." * 4001).status_code == 400


def test_only_games_that_have_an_editor_offer_one(browser: Browser) -> None:
    assert "/editors/triremes/map" in browser.client.get("/new/triremes").text
    assert "/editors/" not in browser.client.get("/new/bosman").text
