"""Piraci HEXXI in a real browser: a round by mouse, and what somebody else sees of it."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.table import axe_faults, look, settled, sit_down, wait_for_turn
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


def test_a_round_by_keyboard_alone(calm_page: Page, server: str) -> None:
    """No pointer is used at the table: n and arrows walk over what can be chosen, Enter chooses, digits press buttons."""
    page = calm_page
    sit_down(page, server, "hexxi", "me easy", rounds="1")
    keys = page.keyboard
    chance = random.Random(4)
    for _ in range(150):
        if not wait_for_turn(page):
            break
        shown = page.locator("#main").get_attribute("data-shown")
        buttons = page.locator("#actions [data-key='1']").count()
        if buttons and (page.locator(".first").count() == 0 or chance.random() < 0.3):
            keys.press("1")  # pass, halt, drop
        for _ in range(12):
            if page.locator("#main").get_attribute("data-shown") != shown:
                break
            for _ in range(chance.randrange(1, 4)):
                keys.press(chance.choice(["n", "ArrowUp", "ArrowLeft"]))
            keys.press("Enter")
            settled(page)
            if page.locator(".chosen").count() and page.locator("#actions [data-key='1']").count():
                keys.press("1")  # several actions fit
    expect(page.locator("#result")).to_be_visible()


def test_every_scene_of_a_round_is_clean_for_screen_readers(calm_page: Page, server: str, axe: str) -> None:
    """Deployment, payment, auction, confrontation and the sheet, as axe-core sees them."""
    page = calm_page
    table = sit_down(page, server, "hexxi", "me easy", rounds="1")
    met: set[str] = set()
    for number in range(200):
        over = not wait_for_turn(page)
        packet = look(page, server, table)
        phase = "over" if over else str(packet["scene"]["tags"][-1])
        if phase not in met:
            met.add(phase)
            assert axe_faults(page, axe) == [], phase
        if over:
            break
        actions = [choice["action"] for choice in packet.get("choices", [])]
        wanted = [
            a for a in ("place P b2", "place C b1", "place C a2", "place C c3") if a in actions
        ]  # so that something moves
        spies = [a for a in actions if a.startswith("spy")]
        bids = [a for a in actions if a.startswith("bid")]
        moves = [a for a in actions if a != "pass"]
        if not actions:
            # The page has yet to hear what the server knows already.
            page.wait_for_function(
                "seq => Number(document.getElementById('main').dataset.shown) >= seq", arg=packet["seq"]
            )
            continue
        body = {
            "action": (wanted or spies or bids or moves or actions)[0],
            "seat": 0,
            "seen": packet["seq"],
            "key": f"axe-scan-{number:08}",
        }
        done = page.request.post(f"{server}/api/tables/{table}/moves", data={**body, "have": packet["moves"]})
        assert done.ok, done.text()
    assert {"Deployment", "Confrontation", "over"} <= met
