"""Bots one can follow: how long each move of the others stays, and how they are shown again; also where nothing moves."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Open
from tests.browser.lively import lively
from tests.browser.table import lay, look, sees
from tests.server.conftest import Data

pytestmark = pytest.mark.browser

# The newest state that the page has heard of: one that waits to be shown has come already.
HEARD = """
window.heard = 0;
const Socket = window.WebSocket;
window.WebSocket = class extends Socket {
  constructor(...all) {
    super(...all);
    this.addEventListener("message", ({data}) => { window.heard = Math.max(window.heard, JSON.parse(data).seq ?? 0); });
  }
};
localStorage.removeItem("kotva-table");
"""


def others_move(chromium: Browser, server: str, table: str) -> int:
    """Whoever is on turn moves, with a browser elsewhere; which state of the table that makes."""
    context = chromium.new_context()
    try:
        for seat in range(4):
            sees(context, server, seat)
            state: Data = context.request.get(f"{server}/api/tables/{table}").json()
            if seat in state["actors"]:
                action = next(choice["action"] for choice in state["choices"] if choice.get("paths"))
                body = {"action": action, "seat": seat, "seen": state["seq"], "key": f"pace-{state['seq']:08}"}
                done = context.request.post(f"{server}/api/tables/{table}/moves", data=body, headers={"origin": server})
                assert done.ok, done.text()
                return int(context.request.get(f"{server}/api/tables/{table}").json()["seq"])
    finally:
        context.close()
    raise AssertionError("nobody is on turn")


@pytest.fixture
def watched(player: Open, database: Path) -> tuple[Page, str]:
    """A table of four, and the page of the first, whose clock stands still."""
    table = lay(database, "triremes", 4, lively("triremes", 4)[0])
    page = player(table, 0, settings=HEARD)
    page.clock.install()
    page.clock.pause_at(time.time() + 60)
    return page, table


def test_a_move_stays_as_long_as_a_person_wants(watched: tuple[Page, str], chromium: Browser, server: str) -> None:
    """Slow, normal, fast: a move that comes right after another waits until that one has been seen."""
    page, table = watched
    shown = page.locator("#main")
    page.get_by_role("button", name="Settings of this table").click()
    expect(page.get_by_label("normal")).to_be_checked()
    for pace, stays in (("slow", 1900), ("normal", 150), ("fast", 0)):
        page.get_by_label(pace, exact=True).check()
        first = others_move(chromium, server, table)
        expect(shown).to_have_attribute("data-shown", str(first))
        second = others_move(chromium, server, table)
        page.wait_for_function("seq => window.heard >= seq", arg=second)
        if stays:
            page.clock.run_for(stays)
            assert shown.get_attribute("data-shown") == str(first), pace
            page.clock.run_for(600)
        expect(shown).to_have_attribute("data-shown", str(second))
        page.clock.run_for(3000)


def test_what_the_others_did_is_shown_again_with_one_key(
    watched: tuple[Page, str], chromium: Browser, server: str
) -> None:
    """Each of their moves stays for a moment; then the table is as it is now."""
    page, table = watched
    for _ in range(3):
        seq = others_move(chromium, server, table)
        page.wait_for_function("seq => window.heard >= seq", arg=seq)
        page.clock.run_for(3000)
    before = int(look(page, server, table)["moves"]) - 3
    place = page.locator("#past")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.keyboard.press("r")
    for number in range(before, before + 3):
        expect(place).to_contain_text(f"Move {number} of {before + 3}")
        page.clock.run_for(800)
        page.evaluate("0")  # whatever was asked for is known by now
        assert len(asked) == number - before + 1, "it is still looked at"
        page.clock.run_for(200)
    expect(place).to_be_hidden()
