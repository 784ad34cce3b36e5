"""Settlers through the page: discards, offers and deals, the bank, building by clicking, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.table import axe_faults, lay, look

pytestmark = pytest.mark.browser

MIDDLE = {
    "P1": "S 1 19; R 19-24 4-8 1-4; hand LLLBWG",
    "P2": "S 9; R 9-13; hand GGO",
    "P3": "S 30; R 30-35",
    "dice": "3+5",
}


def thing(page: Page, name: str) -> None:
    """Choose a thing on the table."""
    page.locator(f"[data-id='{name}']").click()


def part(page: Page, slot: str, what: str) -> None:
    """Take one more in a form."""
    page.locator(".slot").filter(has_text=slot).get_by_role("button", name=f"more: {what}").click()


def badge(page: Page, name: str, number: str) -> None:
    expect(page.locator(f"[data-id='{name}'] .badge text")).to_have_text(number)


def test_two_players_discard_at_the_same_time(player: Open, database: Path) -> None:
    """SET-6.1, SET-6.3: one form for each who owes; nothing shows before the last has chosen."""
    position = {"P1": "S 19; hand LLLLBBBB", "P2": "S 9; hand WWWWWGGGG", "dice": "3+4", "phase": "DISCARD"}
    table = lay(database, "settlers", 3, {**position, "owe": {"P1": 4, "P2": 4}})
    one, two = player(table, 0), player(table, 1, 360, 740)
    discard = two.get_by_role("button", name="Discard", exact=True)
    expect(two.locator(".panel.urgent tbody tr")).to_have_count(2)
    for _ in range(3):
        thing(two, "hand-W")  # a card of the hand goes into the form
    expect(two.locator(".form-note")).to_have_text("3 of 4")
    expect(discard).to_be_disabled()
    two.get_by_role("button", name="more: grain").click()
    expect(two.get_by_role("button", name="more: grain")).to_be_disabled()
    discard.click()
    expect(two.locator(".form")).to_have_count(0)
    badge(two, "hand-W", "5")
    expect(one.locator(".panel.urgent")).to_contain_text("chosen")
    badge(one, "bank-W", "14")
    for _ in range(4):
        thing(one, "hand-L")
    one.get_by_role("button", name="Discard", exact=True).click()
    expect(one.locator("#prompt")).to_have_text("Move the robber: choose a field.")
    badge(two, "hand-W", "2")
    badge(one, "bank-W", "17")
    expect(one.locator("#log")).to_contain_text("discards 3 wool, 1 grain")


def test_an_offer_is_made_answered_and_taken(player: Open, server: str, database: Path) -> None:
    """SET-12.5 to SET-12.7: two clicks and a button, an answer, a counter-offer, and the deal in its row."""
    table = lay(database, "settlers", 4, {**MIDDLE, "P4": "S 43; hand G"})
    one, two, four = player(table, 0), player(table, 1), player(table, 3)
    thing(one, "hand-W")
    thing(one, "bank-G")
    expect(one.get_by_role("button", name="more: wool").nth(1)).to_be_disabled()  # SET-12.2: not on both sides
    one.get_by_role("button", name="Offer", exact=True).click()
    expect(one.locator(".panel.urgent tbody tr")).to_have_count(3)
    four.get_by_role("button", name="Accept").click()
    two.get_by_text("Make a counter-offer").click()
    part(two, "You give", "ore")
    part(two, "You want", "wool")
    two.get_by_role("button", name="Counter-offer", exact=True).click()
    expect(one.get_by_role("button", name="Deal with")).to_have_count(2)
    rows = one.locator(".panel.urgent tbody tr")
    expect(rows.nth(0).locator(".cards").nth(1)).to_have_attribute("aria-label", "1 ore")
    expect(rows.nth(2).locator(".cards").nth(1)).to_have_attribute("aria-label", "1 grain")
    rows.nth(0).get_by_role("button").click()
    badge(one, "hand-O", "1")
    badge(two, "hand-W", "1")
    expect(one.locator(".panel.urgent")).to_have_count(0)
    assert look(one, server, table)["log"][0]["lines"] == ["Player 1 offers 1 wool for 1 grain."]


def test_the_seat_that_is_asked_sees_how_long_it_has_for_an_answer(player: Open, server: str, database: Path) -> None:
    table = lay(database, "settlers", 3, MIDDLE)
    one, two = player(table, 0), player(table, 1, 360, 740)
    state = look(one, server, table)
    body = {"action": "offer L>G", "seat": 0, "seen": state["seq"], "key": "an-offer-of-mine"}
    assert one.request.post(f"{server}/api/tables/{table}/moves", data=body, headers={"origin": server}).ok
    for page in (one, two):
        expect(page.locator("[data-seat='1'] .clock")).to_contain_text("answer: ")
        expect(page.locator("[data-seat='0'] .clock")).to_be_hidden()
        name = page.locator("[data-seat='1'] .name")
        assert name.evaluate("one => one.scrollWidth <= one.clientWidth + 1"), "the clock leaves the name its room"


def test_an_offer_waits_twenty_seconds_unless_told_otherwise(calm_page: Page, server: str) -> None:
    """SET-12.6: the form says so before anybody plays; a game without offers does not ask."""
    calm_page.goto(f"{server}/new/settlers")
    expect(calm_page.get_by_label("Seconds for an answer to an offer")).to_have_value("20")
    calm_page.goto(f"{server}/new/bosman")
    expect(calm_page.locator("[name=clock-answer]")).to_have_count(0)


def test_building_by_clicking_and_the_bank(player: Open, database: Path) -> None:
    """SET-7, SET-8, SET-11: the place is the button; a harbour's exchange takes two cards and a button."""
    table = lay(database, "settlers", 3, {**MIDDLE, "P1": "S 1 19; R 19-24-30 4-8 1-4; hand LLLLLBBWGGGOOO"})
    page = player(table, 0)
    expect(page.locator("#frame:not(.zoomed)")).to_be_visible()  # there is room for the whole island
    thing(page, "edge-8-13")
    expect(page.locator("[data-id='edge-8-13'][data-owner='0']")).to_be_visible()
    expect(page.locator("[data-id='edge-8-13'].first")).to_be_visible()  # it may still be moved
    thing(page, "vertex-8")
    expect(page.locator("[data-id='vertex-8'][data-owner='0']")).to_be_visible()
    thing(page, "vertex-19")
    expect(page.locator(".seat.eyes .score")).to_have_text("4")
    for _ in range(3):
        thing(page, "hand-L")
    bank = page.get_by_role("button", name="Exchange with the bank")
    expect(bank).to_be_disabled()
    thing(page, "bank-W")
    bank.click()
    badge(page, "hand-W", "1")
    expect(page.locator("[data-id='hand-L']")).to_have_count(0)
    page.get_by_role("button", name="End the turn").click()
    expect(page.locator("#prompt")).to_have_text("Player 2 is on turn.")


def test_what_is_refused_names_its_clause_and_changes_nothing(player: Open, server: str, database: Path) -> None:
    """SET-1.4, SET-12.3, SET-4.6: cards not held, and an action out of turn."""
    table = lay(database, "settlers", 3, MIDDLE)
    page = player(table, 0)
    before = look(page, server, table)
    page.keyboard.press("t")
    page.keyboard.type("offer O>L")
    page.keyboard.press("Enter")
    expect(page.locator(".toast a")).to_have_text("SET-12.3")
    other = player(table, 1)
    body = {"action": "end", "seat": 1, "seen": before["seq"], "key": "out-of-turn"}
    refused = other.request.post(f"{server}/api/tables/{table}/moves", data=body)
    assert (refused.status, refused.json()["clause"]) == (422, "SET-4.6")
    assert look(page, server, table)["scene"] == before["scene"]


def test_trade_on_a_phone(player: Open, database: Path, axe: str) -> None:
    """Everything for an offer is on the screen at once, and the board too; a screen reader hears how many were taken."""
    table = lay(database, "settlers", 4, {**MIDDLE, "P1": "S 1 19; hand LLBWWGGO", "P4": "S 43; hand G"})
    page = player(table, 0, 360, 740)
    expect(page.locator("#dice .die")).to_have_count(2)
    thing(page, "hand-W")
    thing(page, "bank-O")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate("document.documentElement.scrollHeight") <= 740
    for found in (page.get_by_role("button", name="Offer", exact=True), page.locator(".part-face").last):
        box = found.bounding_box()
        assert box is not None
        assert box["y"] > 0
        assert box["y"] + box["height"] <= 740
        assert min(box["width"], box["height"]) >= 36
    board = page.locator("#frame").bounding_box()
    assert board is not None
    assert board["height"] > 130
    expect(page.get_by_role("button", name="more: wool, 1", exact=True)).to_be_visible()
    assert axe_faults(page, axe) == []
