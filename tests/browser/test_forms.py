"""Big choices put together by counting."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import look, sit_down, wait_for_turn

pytestmark = pytest.mark.browser


def test_an_offer_is_put_together_by_counting(calm_page: Page, server: str) -> None:
    """SET-10: the form writes the notation; the record shows it."""
    page = calm_page
    table = sit_down(page, server, "settlers", "me easy easy")
    chance = random.Random(8)
    for number in range(80):
        wait_for_turn(page)
        packet = look(page, server, table)
        if any(form["id"] == "offer" for form in packet["scene"].get("forms", [])):
            break
        if not packet.get("choices"):
            page.wait_for_timeout(200)
            continue
        action = chance.choice(packet["choices"])["action"]
        body = {"action": action, "seat": 0, "seen": packet["seq"], "key": f"on-the-way-{number}"}
        page.request.post(f"{server}/api/tables/{table}/moves", data=body)
        page.wait_for_selector(f"#main:not([data-shown='{packet['seq']}'])", state="attached")
    page.locator(".form summary").click()
    submit = page.locator(".form button.primary")
    expect(submit).to_be_disabled()
    give, want = page.locator(".slot").nth(0), page.locator(".slot").nth(1)
    single = give.locator("input[type=checkbox]")
    if single.count():
        single.first.check()
        given = give.locator(".single").first.inner_text()
    else:
        give.locator(".part-face").first.click()
        given = give.locator(".part-face").first.inner_text()
    other = next(face for face in want.locator(".part-face").all() if face.inner_text() != given)
    other.click()
    other.click()
    expect(submit).to_be_enabled()
    submit.click()
    expect(page.locator("#log li").filter(has_text=given).last).to_be_visible()
    last = [entry for entry in look(page, server, table)["log"] if entry["actor"] == 0][-1]
    assert given.strip().lower() in " ".join(last["lines"]).lower()
