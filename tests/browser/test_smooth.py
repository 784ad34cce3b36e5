"""Small and smooth: what a first visit loads, and what a choice costs before it is seen, while bots think."""

from __future__ import annotations

import statistics

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import fresh_page
from tests.browser.table import sit_down, wait_for_turn, worked

pytestmark = pytest.mark.browser

FIRST_LOAD = 150_000  # bytes, as they come over the wire: the lobby, then a table
CHOICES = 40
# Choose another thing than the last time, and wait for the paint; then put it back, in a frame of its own.
CHOOSE = """async (number) => {
  const things = document.querySelectorAll(".can.first");
  things[number % things.length].dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return document.querySelectorAll(".chosen").length;
}"""
PUT_BACK = """async () => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}"""


def test_a_first_visit_loads_little(chromium: Browser, server: str) -> None:
    """Everything that comes over the wire, headers and all, compressed as it is served, for the largest game's table."""
    with fresh_page(chromium) as page:
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        got: list[float] = []
        session.on("Network.loadingFinished", lambda event: got.append(event["encodedDataLength"]))
        page.goto(server)
        page.wait_for_load_state("networkidle")
        page.click("#game-settlers button.primary")
        page.wait_for_selector("html[data-ready]")
        page.wait_for_load_state("load")
        assert len(got) > 20
        assert sum(got) < FIRST_LOAD, sum(got)


def test_a_choice_costs_little_until_it_is_seen(chromium: Browser, calm_page: Page, server: str) -> None:
    """Half of the choices within 25 ms, nineteen of twenty within 50: half of what may pass by the clock is left for waiting.

    All of them count, none is tried again.
    """
    page = calm_page
    with fresh_page(chromium, reduced_motion="reduce") as other:
        sit_down(other, server, "triremes", "hard hard")  # they think as long as somebody watches
        sit_down(page, server, "hexxi", "me open")
        wait_for_turn(page)
        page.wait_for_selector(".can.first")
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        costs = []
        for number in range(CHOICES):
            before = worked(session)
            assert page.evaluate(CHOOSE, number) == 1, "something was chosen"
            costs.append(worked(session) - before)
            page.evaluate(PUT_BACK)
    costs.sort()
    assert min(costs) > 0.1, "the browser counts its work"
    assert statistics.median(costs) < 25, costs
    assert costs[CHOICES * 19 // 20 - 1] < 50, costs
