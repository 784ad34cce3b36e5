"""How to play and the rulebook for readers, as pages."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from html import escape
from pathlib import Path

import pytest

from kotva import files, games
from kotva.engine import say
from kotva.learn import faults
from kotva.learn.glossary import glossary
from kotva.learn.how_to import folder
from kotva.learn.pictures import drawing
from kotva.server import learning, rulebook
from kotva.tournament.collation import collation
from tests import ours
from tests.server.conftest import Browser

TAUGHT = ours.GAMES  # every game of ours


@pytest.mark.parametrize("language", ["en", "cs", "pl", "bg"])
def test_how_to_play_in_every_language(browser: Browser, language: str) -> None:
    browser.client.cookies.set("kotva_language", language)
    page = browser.client.get("/learn/bosman").text
    assert f'<main id="main" class="howto" lang="{language}">' in page
    pictures = re.findall(r'src="(/learn/[^"]+)"', page)
    assert len(pictures) >= 2 * 2 * 6  # before and after, by day and by night
    for address in pictures[:4]:
        answer = browser.client.get(address)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "image/svg+xml"
        assert browser.client.get(address, headers={"if-none-match": answer.headers["etag"]}).status_code == 304


@pytest.mark.parametrize("game_id", TAUGHT)
def test_every_link_leads_to_a_clause_that_is_there(browser: Browser, game_id: str) -> None:
    page = browser.client.get(f"/learn/{game_id}").text
    rules = browser.client.get(f"/rules/{game_id}").text
    clauses = re.findall(rf'href="/rules/{game_id}#([^"]+)"', page)
    assert len(clauses) > 15
    for clause in clauses:
        assert f'id="{clause}"' in rules


def test_it_is_linked_from_where_people_begin(browser: Browser) -> None:
    assert 'href="/learn/bosman"' in browser.client.get("/").text
    assert 'href="/learn/bosman"' in browser.client.get("/new/bosman").text
    assert 'href="/learn/bosman"' in browser.client.get("/rules/bosman").text
    table = browser.client.post("/new/bosman", data={})
    assert 'href="/learn/bosman"' in table.text


def test_an_invitation_leads_to_how_to_play(start: Callable[[], Callable[[], Browser]]) -> None:
    new = start()
    host, guest = new(), new()
    table = host.new("bosman", "me open")
    assert 'href="/learn/bosman"' in guest.client.get(f"/table/{table}").text


def test_what_does_not_exist(browser: Browser) -> None:
    for path in (
        "/learn/nope",
        "/learn/bosman/en/nope-before-day.svg",
        "/learn/bosman/en/walk-never-day.svg",
        "/learn/bosman/xx/walk-before-day.svg",
        "/learn/bosman/en/walk-before-dusk.svg",
        "/learn/nope/en/walk-before-day.svg",
    ):
        assert browser.client.get(path).status_code == 404, path


@pytest.mark.parametrize("broken", ["{", "[]", '{"walk": {"mvoes": []}}', '{"walk": 7}'])
def test_a_game_whose_pictures_are_broken_leads_to_its_rules(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    shutil.copytree(folder(games.load("bosman")), tmp_path / "learn")
    (tmp_path / "learn" / "pictures.json").write_text(broken, encoding="utf-8")
    (tmp_path / "learn" / "legend.json").write_text(broken, encoding="utf-8")
    monkeypatch.setitem(say._HOMES, "bosman", tmp_path)
    for made in (learning._page, drawing):
        made.cache_clear()
    try:
        answer = browser.client.get("/learn/bosman", follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, "/rules/bosman")
        assert browser.client.get("/learn/bosman/en/walk-before-day.svg").status_code == 404
        assert browser.client.post("/new/bosman", data={}).status_code == 200  # a table without its legend
        assert faults(games.load("bosman"))
    finally:
        for made in (learning._page, drawing):
            made.cache_clear()


@pytest.mark.parametrize("game_id", ours.GAMES)
def test_readers_see_the_rules_alone_and_makers_everything(browser: Browser, game_id: str) -> None:
    plain, whole = (browser.client.get(f"/rules/{game_id}{query}").text for query in ("", "?all=1"))
    assert '<main id="main" class="text plain"' in plain
    assert '<main id="main" class="text"' in whole
    assert plain.count('<details class="makers">') == whole.count('<details class="makers" open>') == 3
    for page in (plain, whole):
        tagged = re.findall(r"\[(?:src|ruling|opt)\b", page)
        hidden = re.findall(
            r'<span class="(?:origin|clause-tag)">(?:(?!</span>).)*\[(?:src|ruling|opt)', page, re.DOTALL
        )
        assert len(tagged) > 50
        assert len(hidden) > 50
        bare = re.sub(r'<(span|p|li) class="(?:origin|clause-tag)">.*?</\1>', "", page, flags=re.DOTALL)
        assert not re.search(r"\[(?:src|ruling|opt)\b", bare)
        bare = re.sub(r'<tr class="origin">.*?</tr>', "", bare, flags=re.DOTALL)
        assert ".txt" not in bare


def test_the_first_time_at_a_table_one_sentence_leads_there(browser: Browser) -> None:
    table = browser.client.post("/new/bosman", data={}).text
    assert '<section class="welcome" id="welcome" hidden' in table


def test_a_translated_rulebook_is_shown_in_its_language_and_the_english_one_is_a_click_away(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = files.rules_file("bosman").read_text(encoding="utf-8")
    (tmp_path / "bosman.md").write_text(book, encoding="utf-8")
    czech = book.replace("## 7. Actions and notation", "## 7. Akce a zápis").replace("**Game id:**", "**Id hry:**")
    (tmp_path / "bosman.cs.md").write_text(czech, encoding="utf-8")
    monkeypatch.setattr(files, "_INSTALLED_RULES", tmp_path)
    rulebook.page.cache_clear()
    try:
        browser.client.cookies.set("kotva_language", "cs")
        page = browser.client.get("/rules/bosman").text
        assert '<main id="main" class="text plain" lang="cs">' in page
        assert re.search(r'<details class="makers"><summary><h2 id="part-7">7\. Akce a zápis', page)
        assert re.search(r'<li class="origin"><strong>Id hry:', page)
        assert 'class="told"' not in page  # the rule itself is in the reader's language
        assert 'href="/rules/bosman?in=en"' in page
        english = browser.client.get("/rules/bosman?in=en").text
        assert 'lang="en">' in english
        assert 'class="told" lang="cs"' in english
        browser.client.cookies.set("kotva_language", "bg")
        assert '<main id="main" class="text plain" lang="en">' in browser.client.get("/rules/bosman").text
    finally:
        rulebook.page.cache_clear()


@pytest.mark.parametrize("language", ["cs", "pl", "bg"])
@pytest.mark.parametrize("game_id", TAUGHT)
def test_clauses_that_forbid_stand_in_the_rulebook_in_the_readers_language(
    browser: Browser, game_id: str, language: str
) -> None:
    game = games.load(game_id)
    told = say.Say(language, game_id)
    browser.client.cookies.set("kotva_language", language)
    page = browser.client.get(f"/rules/{game_id}?in=en").text
    for number, text in game.words.why.items():
        clause = game.clause(number)
        start = page.index(f'<li id="{clause}" class="clause">')
        assert f'<p class="told" lang="{language}">{escape(told(text))}</p>' in page[start : start + 2500], clause
        assert told(text) != text
    browser.client.cookies.set("kotva_language", "en")
    assert 'class="told"' not in browser.client.get(f"/rules/{game_id}").text


@pytest.mark.parametrize("book", [*TAUGHT, "tournament"])
def test_the_words_of_a_game_stand_below_its_rules(browser: Browser, book: str) -> None:
    """In the reader's language, beside the English word, with a link to the clause that explains it."""
    terms = glossary(say.locale_of(book).parent / "learn")
    browser.client.cookies.set("kotva_language", "pl")
    page = browser.client.get(f"/rules/{book}").text
    assert 'href="#words"' in page
    told = page.partition('<h2 id="words">')[2]
    for term in terms:
        linked = f' <a href="#{term.clause}">{term.clause}</a>' if term.clause else ""
        assert (
            f'<b>{escape(term.shown("pl"))}</b> <span lang="en">{escape(term.shown("en"))}</span>{linked}</li>' in told
        )
        assert not term.clause or f'id="{term.clause}"' in page
    browser.client.cookies.set("kotva_language", "cs")
    shown = re.findall(r"<li><b>(.+?)</b>", browser.client.get(f"/rules/{book}").text.partition('<h2 id="words">')[2])
    assert shown == sorted(shown, key=lambda word: collation(word, "cs"))
    browser.client.cookies.set("kotva_language", "en")
    assert "<span lang" not in browser.client.get(f"/rules/{book}").text.partition('<h2 id="words">')[2]


def test_a_broken_glossary_is_left_out_and_told_to_its_author(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(folder(games.load("bosman")), tmp_path / "learn")
    monkeypatch.setitem(say._HOMES, "bosman", tmp_path)
    for broken, told in (
        ("{", "glossary.json"),
        ('[{"term": "boat", "en": ["boat"], "clause": "BOS-none"}]', "no clause"),
    ):
        (tmp_path / "learn" / "glossary.json").write_text(broken, encoding="utf-8")
        assert any(told in fault for fault in faults(games.load("bosman")))
        assert browser.client.get("/rules/bosman").status_code == 200
    assert "boat has no word in cs" in "\n".join(faults(games.load("bosman")))
