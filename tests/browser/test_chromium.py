"""The tools of the browser tests themselves."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def test_a_page_can_be_shown_and_clicked(page: Page) -> None:
    page.set_content("<button onclick=\"this.textContent = 'aye'\">ready?</button>")
    page.click("button")
    assert page.inner_text("button") == "aye"


def test_axe_finds_a_picture_without_a_name(page: Page, axe: str) -> None:
    page.set_content("<html lang='en'><title>t</title><main><img src='data:,'></main></html>")
    page.evaluate(axe)
    found = page.evaluate("async () => (await axe.run()).violations.map(v => v.id)")
    assert "image-alt" in found
