"""Zoom and pan, for all boards; and a chain of forced moves that is shown before it is made."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import CDPSession, Page, expect

from kotva.engine.game import Json
from tests.browser.table import wait_for_turn
from tests.server.conftest import lay_table

pytestmark = pytest.mark.browser

# S1 may step onto a two-way current: west into still water, or east and back again.
CHAIN: dict[str, Json] = {
    "player": "S",
    "ships": {"S": "f0", "N": "f12"},
    "tiles": "e5=wa f6=c1W e6=c2EW d6=wa",
    "pirates": {"S1": "e5"},
}
BOTH_IN_VIEW = """() => ["pirate-S1", "ship-S"].every((id) => {
  const box = document.querySelector(`[data-id="${id}"] .pose`).getBoundingClientRect();
  const frame = document.getElementById("frame").getBoundingClientRect();
  return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
})"""


def seameni(page: Page, server: str, database: Path) -> None:
    """Sit down in the south at a table that begins in the middle of the game."""
    table = lay_table(database, "seameni", CHAIN, ["", ""])
    page.goto(f"{server}/table/{table}")
    page.wait_for_selector("html[data-ready]")
    page.evaluate(
        f"fetch('/api/tables/{table}/sit', {{method: 'POST', body: JSON.stringify({{seat: 0, name: 'Ada'}})}})"
    )
    page.reload()
    assert wait_for_turn(page)


def width(page: Page, ident: str = "field-e5") -> float:
    box = page.locator(f"[data-id='{ident}'] .pose").bounding_box()
    assert box is not None
    return box["width"]


def view(page: Page) -> list[float]:
    box = page.locator(".board").get_attribute("viewBox")
    assert box is not None
    return [float(number) for number in box.split()]


def touch(cdp: CDPSession, kind: str, *points: tuple[float, float], at: float | None = None) -> None:
    """Fingers on the screen; `at` is the time that the event tells, whenever the page gets round to it."""
    places = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
    told = {} if at is None else {"timestamp": at}
    cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places, **told})


def tap_twice(cdp: CDPSession, x: float, y: float) -> None:
    """Two taps within 150 ms of the finger's time: how long the machine takes over them does not matter."""
    now = time.time()
    for began in (now, now + 0.12):
        touch(cdp, "touchStart", (x, y), at=began)
        touch(cdp, "touchEnd", at=began + 0.03)


def test_a_phone_begins_close_to_what_can_be_chosen(phone: Page, server: str, database: Path) -> None:
    page = phone
    seameni(page, server, database)
    assert width(page) >= 40
    assert page.evaluate(BOTH_IN_VIEW)
    page.get_by_role("button", name="Whole board").tap()
    assert width(page) < 30
    page.tap("[data-id=pirate-S1]")
    assert width(page) < 30, "who wants the whole board keeps it"
    page.get_by_role("button", name="Closer").tap()
    assert width(page) >= 40
    expect(page.locator("[data-id=pirate-S1]")).to_have_class(re.compile(r"\bchosen\b"))  # zooming lets nothing go


def test_fingers_zoom_and_pan(phone: Page, server: str, database: Path) -> None:
    page = phone
    seameni(page, server, database)
    page.get_by_role("button", name="Whole board").tap()
    box = page.locator("#frame").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    cdp = page.context.new_cdp_session(page)
    touch(cdp, "touchStart", (x - 30, y), (x + 30, y))
    for step in range(1, 9):
        touch(cdp, "touchMove", (x - 30 - 10 * step, y), (x + 30 + 10 * step, y))
    touch(cdp, "touchEnd")
    assert width(page) >= 40
    before = view(page)
    touch(cdp, "touchStart", (x, y))
    for step in range(1, 6):
        touch(cdp, "touchMove", (x - 12 * step, y - 12 * step))
    touch(cdp, "touchEnd")
    after = view(page)
    assert after[0] > before[0]
    assert after[1] > before[1]
    assert page.locator(".chosen").count() == 0, "a drag chooses nothing"
    tap_twice(cdp, x, y)
    assert width(page) < 30, "a double tap shows the whole board"
    tap_twice(cdp, x, y)
    assert width(page) >= 40, "and another comes closer"
    close = view(page)
    page.locator(".edge-down").tap()
    assert view(page)[1] > close[1], "an edge leads on"


def test_wheel_and_keys_zoom_and_pan(calm_page: Page, server: str, database: Path) -> None:
    page = calm_page
    seameni(page, server, database)
    whole = view(page)
    page.hover("[data-id=field-d6]")
    page.mouse.wheel(0, -600)
    page.wait_for_function("document.querySelector('.frame').classList.contains('zoomed')")
    assert view(page)[2] < whole[2]
    page.keyboard.press("z")
    assert view(page) == whole
    page.keyboard.press("+")
    near = view(page)
    assert near[2] < whole[2]
    # Above a question of fixed height the board is low: after one step all its breadth is in view.
    page.keyboard.press("+")
    close = view(page)
    assert close[2] < near[2]
    page.focus("[data-zoom=fit]")
    page.keyboard.press("ArrowRight")
    assert view(page)[0] > close[0]
    page.keyboard.press("Enter")
    assert view(page) == whole


def test_a_tile_tells_its_rule(calm_page: Page, server: str, database: Path) -> None:
    page = calm_page
    seameni(page, server, database)
    page.hover("[data-id=field-f6]")
    expect(page.locator(".tip")).to_contain_text("It carries a pirate", timeout=15_000)
    page.mouse.move(2, 2)
    expect(page.locator(".tip")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowUp")
    expect(page.locator(".tip")).to_be_visible()
    description = page.locator("[data-id=field-f6]").get_attribute("aria-description")
    assert description is not None
    assert description.startswith("It carries a pirate")


def test_a_chain_is_shown_before_the_move(calm_page: Page, server: str, database: Path) -> None:
    """Where a step onto a current may end is marked as soon as the pirate is chosen, and said when it is pointed at."""
    page = calm_page
    seameni(page, server, database)
    expect(page.locator("[data-id=goal-S1-e6-d6]")).to_be_hidden()
    page.click("[data-id=pirate-S1]")
    expect(page.locator("[data-id=goal-S1-e6-d6]")).to_be_visible()
    page.hover("[data-id=field-e6]")
    expect(page.locator("[data-id=goal-S1-e6-d6]")).to_have_class(re.compile(r"\btold\b.*\basked\b"))
    expect(page.locator(".tip")).to_contain_text("pirate 1 may end on: ", timeout=15_000)
    page.click("[data-id=field-e6]")  # the chain stops where it has a choice
    expect(page.locator("#prompt")).to_contain_text("choose where to go on", timeout=15_000)
    expect(page.locator("[data-id=field-d6].first, [data-id=field-d6].target")).to_be_visible()
