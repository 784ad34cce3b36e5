"""Piraci HEXXI in a real browser: a round by mouse, and what somebody else sees of it."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.table import look, sit_down, wait_for_turn
from tests.browser.test_play import play_by_mouse

pytestmark = pytest.mark.browser

OWN_BACKS = "use[href^='#symbol-down-']"


def test_a_round_by_mouse_ends_with_its_sheet(calm_page: Page, server: str) -> None:
    """HEX-14: deployment, initiative and confrontation are clicked through; then the sheet is on the table."""
    page = calm_page
    sit_down(page, server, "hexxi", "me easy")
    chance = random.Random(3)
    sheet = page.get_by_text("Scoring of round 1")
    for _ in range(250):
        if sheet.count() or not wait_for_turn(page):
            break
        play_by_mouse(page, chance)
    expect(sheet.first).to_be_attached()
    expect(page.get_by_text("cost of a round").first).to_be_visible()  # a new sheet lies open
    below = "list => list.scrollHeight - list.scrollTop - list.clientHeight"
    assert page.locator("#log").evaluate(below) < 40, "panels have grown above the log, and its end is out of sight"


def test_a_token_is_laid_by_two_clicks_and_only_its_owner_knows_it(
    calm_page: Page, chromium: Browser, server: str
) -> None:
    """HEX-1.5, HEX-5.2, HEX-5.11: another browser at the same table sees a back."""
    page = calm_page
    table = sit_down(page, server, "hexxi", "me easy")
    assert wait_for_turn(page)
    page.locator("[data-id='hand-W']").click()
    page.locator("[data-id='field-d4']").click()
    page.wait_for_selector("[data-id='token-d4']")
    expect(page.locator(f"[data-id='token-d4'] {OWN_BACKS}")).to_have_attribute("href", "#symbol-down-W-0")
    other = chromium.new_context(locale="en-GB").new_page()
    other.goto(page.url)
    other.wait_for_selector("[data-id='token-d4']")
    expect(other.locator("[data-id='token-d4'] use")).to_have_attribute("href", "#symbol-back-0")
    assert other.locator(OWN_BACKS).count() == 0
    assert "arship" not in str(look(other, server, table)["scene"])
    other.context.close()
