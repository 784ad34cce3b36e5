"""How a tournament works: the same page in four languages, every rule with its clause, every picture drawn."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from kotva.engine.say import LANGUAGES
from kotva.files import rules_file
from kotva.learn.page_checks import FEWEST_PICTURES, FEWEST_WORDS, MOST_WORDS, TIPS
from kotva.server.tournaments.how_to_page import sheet
from kotva.tournament.pictures import NAMED, PAIRS, drawing, example
from tests.server.conftest import Browser


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_as_long_and_as_well_founded_as_those_of_the_games(language: str) -> None:
    page, english = sheet(language), sheet("en")
    assert FEWEST_WORDS <= page.words <= MOST_WORDS
    assert page.shown == english.shown
    assert sorted(page.shown) == sorted(NAMED)
    assert len(NAMED) >= FEWEST_PICTURES <= len(PAIRS)
    assert Counter(page.cited) == Counter(english.cited)
    assert len(page.headings) == len(english.headings)
    assert page.tips == TIPS
    known = set(
        re.findall(r"^- \*\*(TOU-\d+\.\d+)", rules_file("tournament").read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert set(page.cited) <= known
    assert language == "en" or not set(page.captions) & set(english.captions)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_shown_with_pictures_by_day_and_by_night(browser: Browser, language: str) -> None:
    browser.client.cookies.set("kotva_language", language)
    page = browser.client.get("/learn/tournament").text
    assert f'<main id="main" class="howto" lang="{language}">' in page
    pictures = re.findall(r'src="(/learn/[^"]+)"', page)
    assert len(pictures) == 2 * (len(NAMED) + len(PAIRS))
    for address in pictures:
        answer = browser.client.get(address)
        assert answer.status_code == 200, address
        assert answer.headers["content-type"] == "image/svg+xml"
    rules = browser.client.get("/rules/tournament").text
    for clause in re.findall(r'href="/rules/tournament#([^"]+)"', page):
        assert f'id="{clause}"' in rules


def test_pictures_show_what_the_rules_compute() -> None:
    """The example is played by the rules: its draw is proven best, its points are those of TOU-11.2."""
    state = example()
    assert state.completed == 2
    assert [len(table.seats) for table in state.rounds[1].tables] == [4, 4, 3]
    draw = state.rounds[1].draw
    assert draw is not None
    assert draw.proven
    assert list(draw.vector[:2]) == ["0", "2"], "two pairs meet again, as the caption says"
    for name in PAIRS:
        assert drawing(name, "before", "en", "day") != drawing(name, "after", "en", "day")
    after = drawing("places", "after", "en", "day")
    assert after is not None
    assert re.findall(r'font-size="24"[^>]*>(\d)<', after) == ["4", "3", "3", "2"]
    success = drawing("success", "after", "en", "day")
    assert success is not None
    assert re.findall(r"([\d.]+) %", success) == ["33.33", "26.67", "26.67", "13.33"]


def test_what_does_not_exist(browser: Browser) -> None:
    for path in ("xx/day-before-day", "en/nope-before-day", "en/places-never-day", "en/places-after-noon"):
        assert browser.client.get(f"/learn/tournament/{path}.svg").status_code == 404


def test_it_is_linked_from_where_people_begin(browser: Browser) -> None:
    for path in ("/tournaments", "/tournaments/new"):
        assert 'href="/learn/tournament"' in browser.client.get(path).text
