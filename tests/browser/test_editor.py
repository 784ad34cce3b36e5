"""Draw a map in the browser and play on it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_paint_a_fault_mend_it_and_play(page: Page, server: str) -> None:
    page.goto(f"{server}/editors/triremes/map")
    expect(page.locator("#verdict")).to_have_text("Everything fits.")
    page.click("[data-brush='#']")
    page.click("[data-row='0'][data-column='3']")
    expect(page.locator("#verdict")).to_have_text("Not valid yet: 2")
    expect(page.locator("#faults li").nth(1)).to_contain_text("M7, line 2, column 4")
    page.click("[data-brush='.']")
    page.click("[data-row='0'][data-column='3']")
    expect(page.locator("#verdict")).to_have_text("Everything fits.")
    page.fill("#sheet-name", "mine")
    page.click("#save")
    expect(page.locator("#saved .own")).to_have_text(["mine"])
    expect(page.locator("#sheet-text")).to_have_value(re.compile("domain mine 12x8"))
    page.click("#play-button")
    page.wait_for_url("**/table/*")
    expect(page.locator("[data-id='R1']")).to_be_visible()
