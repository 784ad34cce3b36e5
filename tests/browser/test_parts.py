"""The kit of parts in a browser: each part moves, the page refuses nothing of its own, phones need not scroll sideways."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from kotva.parts.samples import SAMPLES

pytestmark = pytest.mark.browser


def test_every_part_moves_from_moment_to_moment(calm_page: Page, server: str) -> None:
    page = calm_page
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server}/parts")
    for sample in SAMPLES:
        part = page.locator(f"#{sample.make.__name__}")
        before = part.locator(".part-board").inner_html()
        part.get_by_role("button", name="Next").click()
        expect(part.locator("output")).to_have_text(f"2 / {sample.moments}")
        assert part.locator(".part-board").inner_html() != before
        assert "kotva-unknown" not in part.locator(".part-board").inner_html()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert said == []
