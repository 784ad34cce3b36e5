"""Pages, languages, errors in words, and what strangers may not do."""

from __future__ import annotations

import re

import pytest

from kotva import games
from kotva.learn.pictures import CARD, pictures
from tests.server.conftest import Browser

PAGES = ["/", "/about", "/new/bosman", "/new/bosman?seats=2&who=screen", "/rules/bosman", "/rules/tournament"]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", ["en", "cs", "pl", "bg"])
def test_every_page_in_every_language(browser: Browser, path: str, language: str) -> None:
    browser.client.cookies.set("kotva_language", language)
    response = browser.client.get(path)
    assert response.status_code == 200
    assert f'<html lang="{language}">' in response.text
    policy = response.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "http" not in policy
    assert response.headers["x-content-type-options"] == "nosniff"


def test_the_browser_s_language_is_used_until_one_is_chosen(browser: Browser) -> None:
    assert '<html lang="cs">' in browser.client.get("/", headers={"accept-language": "de, cs;q=0.8, en;q=0.5"}).text
    chosen = browser.client.post("/language", data={"language": "pl", "back": "/about"}, follow_redirects=False)
    assert chosen.headers["location"] == "/about"
    assert '<html lang="pl">' in browser.client.get("/").text
    away = browser.client.post("/language", data={"language": "pl", "back": "//evil.example"}, follow_redirects=False)
    assert away.headers["location"] == "/"


def test_what_does_not_exist_is_said_in_words(browser: Browser) -> None:
    for path in ("/table/nope", "/replay/nope", "/replay/r-nope", "/rules/nope", "/new/nope", "/nope"):
        response = browser.client.get(path)
        assert response.status_code == 404, path
        assert "<h1>" in response.text
    assert browser.client.get("/api/tables/nope").json()["error"] == "There is no such table."
    assert browser.client.get("/api/nope").status_code == 404
    assert browser.client.get("/rules/..%2F..%2FREADME").status_code == 404


@pytest.mark.parametrize("game", [name for name in games.ids() if name == "bosman"])
def test_the_lobby_has_a_real_picture_of_every_game(browser: Browser, game: str) -> None:
    assert f"/pictures/{game}-day.svg" in browser.client.get("/").text
    for theme in ("day", "night"):
        picture = browser.client.get(f"/pictures/{game}-{theme}.svg")
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert "var(--" not in picture.text
    assert browser.client.get(f"/pictures/{game}-dusk.svg").status_code == 404


def test_a_game_may_bring_the_picture_of_its_card(browser: Browser) -> None:
    """Triremes: the moment of a landing instead of a sea that is too wide for a card."""
    own = pictures(games.load("triremes"))[CARD]
    assert own.box is not None
    box = " ".join(f"{n:g}" for n in own.box)
    for theme in ("day", "night"):
        assert f'viewBox="{box}"' in browser.client.get(f"/pictures/triremes-{theme}.svg").text


def test_a_wrong_option_is_shown_at_its_field(browser: Browser) -> None:
    data = {"seats": "4", "option-turn_limit": "7", "option-first": "2", "name-0": "Ada"}
    response = browser.client.post("/new/bosman", data=data)
    assert response.status_code == 400
    assert 'id="wrong-turn_limit"' in response.text
    assert "BOS-15.2" in response.text
    assert 'value="Ada"' in response.text, "what was typed stays"
    gangs = browser.client.post("/new/bosman", data={"seats": "4", "option-gangs": "XYZ"})
    assert 'id="wrong-gangs"' in gangs.text


def test_names_are_shown_as_text(browser: Browser) -> None:
    table = browser.new(kinds="me me", **{"name-0": "<script>alert(1)</script>", "title": "</script><b>x"})
    page = browser.client.get(f"/table/{table}").text
    assert "<script>alert" not in page
    assert "</script><b>x" not in page


def test_clauses_have_anchors_and_links(browser: Browser) -> None:
    page = browser.client.get("/rules/bosman").text
    assert '<li id="BOS-8.3" class="clause">' in page
    assert '<a href="#BOS-10.3">BOS-10.3</a>' in page
    assert '<li id="BOS-S7" class="clause">' in page
    ids = re.findall(r' id="(BOS-[\d.S]+)"', page)
    assert len(ids) == len(set(ids)) > 100


def test_foreign_pages_may_not_post_nor_listen(browser: Browser) -> None:
    evil = {"origin": "https://evil.example"}
    assert browser.client.post("/new/bosman", headers=evil).status_code == 403
    table = browser.new()
    assert browser.client.post(f"/api/tables/{table}/moves", headers=evil, json={}).status_code == 403
    with (
        pytest.raises(Exception, match=r".*"),
        browser.client.websocket_connect(f"/api/tables/{table}/socket", headers=evil) as socket,
    ):
        socket.receive_json()


def test_too_large_and_unreadable_messages(browser: Browser) -> None:
    table = browser.new()
    assert browser.client.post("/api/replays", content=b"x" * 1_000_001).status_code == 413
    many = (b"x" * 100_000 for _ in range(11))
    assert browser.client.post("/api/replays", content=many).status_code == 413
    for content in (b"", b"[]", b"{", b'{"action": 1}', b"\xff"):
        response = browser.client.post(f"/api/tables/{table}/moves", content=content)
        assert response.status_code == 400
        assert response.json()["error"]


def test_a_record_that_is_none_is_refused_in_words(browser: Browser) -> None:
    for text in ("", "{}", "[1]", '{"kotva": 1, "game": "chess", "rules": "1", "seats": 2, "moves": []}', "\x00"):
        response = browser.client.post("/api/replays", content=text)
        assert response.status_code == 422, text
        assert response.json()["error"]
    assert browser.client.post("/api/replays", content=b"\xff\xfe").status_code == 422


def test_errors_speak_the_reader_s_language(browser: Browser) -> None:
    browser.client.cookies.set("kotva_language", "cs")
    assert browser.client.get("/api/tables/nope").json()["error"] != "There is no such table."
