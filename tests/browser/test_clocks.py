"""Clocks on screen: chosen in words, right within 200 ms, and they warn before they strike."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import axe_faults

pytestmark = pytest.mark.browser

# How far the page's clock is from the server's, in seconds, in the quickest of some exchanges; and how long that one took.
MEASURE = """async (table) => {
  const { left } = await import("/static/js/clocks.js");
  let best = [Infinity, Infinity];
  for (let i = 0; i < 12; i++) {
    const before = performance.now();
    const [early, answer] = [left(0), await fetch(`/api/tables/${table}`)];
    const took = (performance.now() - before) / 1000;
    const truth = (await answer.json()).clock.seats[0].move; // as it was at some moment in between
    const wrong = Math.max(0, truth - early, early - took - truth);
    if (took < best[1]) best = [wrong, took];
  }
  return best;
}"""


def soon_right(page: Page, table: str) -> bool:
    """Whether the page's clock is right within 200 ms: as soon as one message came through that quickly.

    A busy machine may keep a message waiting, and the page cannot know; the next one that is quicker puts it right.
    """
    for _ in range(20):
        wrong, took = page.evaluate(MEASURE, table)
        if wrong < 0.2:
            return True
        print(f"{wrong} s wrong, measured within {took} s")
        page.reload()
        page.wait_for_selector("html[data-ready]")
    return False


def open_table(page: Page, server: str, **fields: str) -> str:
    """A table of Bosman for two at this screen, with a clock."""
    page.goto(f"{server}/new/bosman")
    page.wait_for_selector("html[data-ready]")
    page.click("#setup details.more > summary")
    page.check("input[name=seats][value='2']")
    for seat in range(2):
        page.select_option(f"[name=kind-{seat}]", "me")
    for name, value in fields.items():
        field = page.locator(f"[name={name.replace('_', '-')}]")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.click("#setup button.primary")
    page.wait_for_selector("html[data-ready]")
    page.get_by_role("button", name="I am Player 1").click()  # a screen for two: the clock runs under the curtain, too
    return page.url.rsplit("/", 1)[1]


def test_the_form_asks_only_for_what_the_chosen_clock_needs(calm_page: Page, server: str, axe: str) -> None:
    page = calm_page
    page.goto(f"{server}/new/settlers")
    page.wait_for_selector("html[data-ready]")
    page.click("#setup details.more > summary")
    shown = page.locator("#clock-fields label:visible")
    expect(shown).to_have_text(["Clock", "Seconds for an answer to an offer (0: no limit)"])
    page.select_option("#clock", label="A time for the whole game")
    expect(shown).to_have_text(
        [
            "Clock",
            "Minutes for each player",
            "Seconds added after each move",
            "When the time is out",
            "Seconds for an answer to an offer (0: no limit)",
        ]
    )
    assert axe_faults(page, axe) == []
    page.fill("#clock-minutes", "soon")
    page.click("#setup button.primary")
    expect(page.locator("#wrong-clock")).to_contain_text("whole number")
    expect(page.locator("#clock-minutes")).to_have_value("soon")


def test_the_clock_on_screen_is_right_and_stands_beside_its_seat(calm_page: Page, server: str, axe: str) -> None:
    page = calm_page
    table = open_table(page, server, clock="move", clock_seconds="3600")
    clock = page.locator("[data-seat='0'] .clock")
    expect(clock).to_have_text(re.compile("^(1:00:00|5[0-9]:[0-9][0-9])$"))
    expect(clock).not_to_have_text(clock.inner_text(), timeout=40_000)  # it counts by itself
    assert soon_right(page, table)
    assert axe_faults(page, axe) == []


def test_the_last_seconds_look_like_it_and_then_a_bot_plays(calm_page: Page, server: str) -> None:
    page = calm_page
    open_table(page, server, clock="move", clock_seconds="20", clock_zero="bot")  # enough to load a page in
    expect(page.locator("[data-seat='0'] .clock.low")).to_be_visible(timeout=40_000)
    expect(page.locator("p.sr[aria-live=polite]")).to_have_count(1)
    expect(page.locator("[data-seat='1'] .clock.runs")).to_be_visible(timeout=40_000)
