"""Quick pairing as people use it: three browsers want the same game and find themselves at one table."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import fresh_page

pytestmark = pytest.mark.browser


def test_three_who_look_for_a_game_meet_at_one_table(chromium: Browser, server: str) -> None:
    with ExitStack() as stack:
        pages = [stack.enter_context(fresh_page(chromium)) for _ in range(3)]
        for page, name in zip(pages, ("Anna", "Ben", "Eva"), strict=True):
            page.goto(server)
            form = page.locator("#pairing")
            form.locator("select[name=game]").select_option("hexxi")
            form.locator("select[name=players]").select_option("3-3")
            form.locator("input[name=name]").fill(name)
            form.get_by_role("button", name="Find players").click()
            if name != "Eva":
                expect(page.locator("#seeking")).to_contain_text("Looking for players")
        for page in pages:
            page.wait_for_url("**/table/**")
        assert len({page.url for page in pages}) == 1
        for name in ("Anna", "Ben", "Eva"):
            expect(pages[0].locator("#seats")).to_contain_text(name)
