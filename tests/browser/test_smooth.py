"""Small and smooth: what a first visit loads, and how soon a choice is seen while bots think."""

from __future__ import annotations

import statistics

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import fresh_page
from tests.browser.table import scaled, sit_down, wait_for_turn

pytestmark = pytest.mark.browser

FIRST_LOAD = 150_000  # bytes, as they come over the wire: the lobby, then a table
CHOOSE = """async (rounds) => {
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const times = [];
  const loops = [];
  const empty = [];
  const loop = () => {
    const start = performance.now();
    for (let n = 0, x = 1; n < 1e6; n++) x = (x * 16807) % 2147483647;
    loops.push(performance.now() - start);
  };
  const nothing = async () => {
    const start = performance.now();
    document.body.dataset.round = String(start);
    await painted();
    empty.push(performance.now() - start);
  };
  await nothing();
  for (let round = 0; round < rounds; round++) {
    const things = document.querySelectorAll(".can.first, .can.chosen");
    const thing = things[round % things.length];
    const start = performance.now();
    thing.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await painted();
    times.push(performance.now() - start);
    await nothing();
    loop();
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    await painted();
  }
  return { times, loops, empty };
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


def test_a_choice_is_seen_at_once_while_bots_think(chromium: Browser, calm_page: Page, server: str) -> None:
    """Half of the choices within 50 ms, nineteen of twenty within 100; a page that is too slow is so every time one looks."""
    with fresh_page(chromium, reduced_motion="reduce") as other:
        sit_down(other, server, "triremes", "hard hard")  # they think as long as somebody watches
        sit_down(calm_page, server, "hexxi", "me open")
        wait_for_turn(calm_page)
        calm_page.wait_for_selector(".can.first")
        seen = []
        for _ in range(4):
            times = sorted(scaled(calm_page.evaluate(CHOOSE, 30)))
            seen.append((statistics.median(times), times[28]))
            if seen[-1][0] < 50 and seen[-1][1] < 100:
                return
    raise AssertionError(f"median and 95th percentile of each look: {seen}")
