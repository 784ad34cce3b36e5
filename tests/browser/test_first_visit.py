"""The first time at a game: a sentence and a picture at a time, on any screen; put away once, it stays away."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import fresh_page
from tests.browser.table import axe_faults, sit_down
from tests.ours import GAMES

pytestmark = pytest.mark.browser
SCREENS: list[dict[str, Any]] = [
    {"viewport": {"width": 1280, "height": 800}},
    {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
]


@pytest.mark.parametrize("screen", SCREENS, ids=["desk", "phone"])
def test_a_first_visit_is_led_and_put_away_for_ever(
    chromium: Browser, server: str, axe: str, screen: dict[str, Any]
) -> None:
    with fresh_page(chromium, knows=False, reduced_motion="reduce", **screen) as page:
        sit_down(page, server, "bosman", "me easy")
        box, step = page.locator("#welcome"), page.locator("#welcome .step:visible")
        ask = page.locator("#actions .tour")
        if "is_mobile" in screen:  # there it would lie over what is asked and what is to be pressed
            expect(box).to_be_hidden()
            ask.click()
        expect(box).to_be_visible()
        expect(step).to_have_count(1)
        expect(box.get_by_role("link", name="How to play")).to_have_attribute("href", "/learn/bosman")
        assert axe_faults(page, axe) == []
        words = set()
        while page.locator("#tour-next").inner_text() == "Next":
            words.add(step.inner_text())
            expect(step.locator("img.day").first).to_be_visible()
            page.click("#tour-next")
        assert len(words) >= 6
        page.click("#tour-next")
        expect(box).to_be_hidden()
        sit_down(page, server, "bosman", "me easy")
        expect(box).to_be_hidden()
        expect(ask).to_have_count(0)
        sit_down(page, server, "seameni", "me easy")  # another game is still new
        if "is_mobile" in screen:
            ask.click()
        expect(box).to_be_visible()
        page.click("#tour-skip")
        expect(box).to_be_hidden()
        page.reload()
        page.wait_for_selector("html[data-ready]")
        expect(box).to_be_hidden()


@pytest.mark.parametrize("game", GAMES)
def test_the_words_of_a_first_visit_are_whole_on_a_small_desk(chromium: Browser, server: str, game: str) -> None:
    """At 1024 x 768, beside four players: no step is cut, and the log stays in sight all the while."""
    size = {"width": 1024, "height": 768}
    with fresh_page(chromium, knows=False, reduced_motion="reduce", viewport=size) as page:
        sit_down(page, server, game, "me easy easy easy")
        box = page.locator("#welcome")
        expect(box).to_be_visible()
        while box.is_visible():
            cut = page.locator("#welcome .step:visible").evaluate("step => step.scrollHeight - step.clientHeight")
            assert cut <= 1
            expect(page.locator("#log")).to_be_in_viewport(ratio=0.9)
            expect(page.locator("#tour-next")).to_be_in_viewport(ratio=1)
            page.click("#tour-next")


def test_the_way_through_a_first_visit_is_whole_in_the_longest_words(chromium: Browser, server: str) -> None:
    """On the smallest phone, in Bulgarian: its last button was cut once."""
    small: dict[str, Any] = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}
    with fresh_page(chromium, knows=False, reduced_motion="reduce", locale="bg", **small) as page:
        sit_down(page, server, "settlers", "me easy easy")
        page.click("#actions .tour")
        expect(page.locator("#tour-next")).to_be_in_viewport(ratio=1)
        box, last = page.locator("#welcome").bounding_box(), page.locator("#tour-next").bounding_box()
        assert box is not None
        assert last is not None
        assert last["x"] + last["width"] <= box["x"] + box["width"]
