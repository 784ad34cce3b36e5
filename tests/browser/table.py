"""A person at a table: sits down, waits for a turn, chooses things."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from playwright.sync_api import BrowserContext, CDPSession, Page

from kotva.engine.game import Json
from kotva.server.people import TOKEN_COOKIE, hashed
from tests.server.conftest import Data, lay_table

MINE_OR_OVER = "#main.my-turn:not(.sending), #result:not([hidden])"


def sit_down(page: Page, server: str, game: str, kinds: str, **options: str) -> str:
    """Make a table with the form, as a person would; its id."""
    page.goto(f"{server}/new/{game}")
    seats = kinds.split()
    if page.locator("input[name=seats][type=radio]").count():
        page.check(f"input[name=seats][value='{len(seats)}']")
    for seat, kind in enumerate(seats):
        page.select_option(f"[name=kind-{seat}]", kind)
    if options:
        folded = page.locator("#setup details:not([open]) > summary:visible")
        while folded.count():  # there are groups within "More"
            folded.first.click()
    for name, value in options.items():
        field = page.locator(f"[name=option-{name}]")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.click("#setup button.primary")
    page.wait_for_selector("html[data-ready]")
    return page.url.rsplit("/", 1)[1]


def _token(seat: int) -> str:
    return f"the-browser-of-player-{seat + 1}".ljust(40, "-")


def lay(database: Path, game: str, seats: int, position: Mapping[str, Json]) -> str:
    """A table in the middle of a game, a person with a browser of his own at each seat; its id."""
    return lay_table(database, game, position, [hashed(_token(seat)) for seat in range(seats)])


def sees(context: BrowserContext, server: str, seat: int) -> None:
    """This browser is the one of a seat of such tables."""
    context.add_cookies([{"name": TOKEN_COOKIE, "value": _token(seat), "url": server}])


def wait_for_turn(page: Page) -> bool:
    """Wait until this person has to decide; False when the game is over."""
    page.wait_for_selector(MINE_OR_OVER, timeout=30_000, state="attached")
    return page.locator("#result").is_hidden()


def settled(page: Page) -> None:
    """Wait until the server has answered what was done last; a click or a key that sends something says so at once."""
    page.wait_for_selector("#main:not(.sending)", timeout=30_000, state="attached")


def look(page: Page, server: str, table: str) -> Data:
    """What the server sends this browser."""
    data: Data = page.request.get(f"{server}/api/tables/{table}").json()
    return data


def axe_faults(page: Page, axe: str) -> list[str]:
    """What the accessibility checker finds on this page."""
    page.evaluate(axe)
    found = page.evaluate(
        """async () => (await axe.run()).violations.map(
          (v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(" | ")}`)"""
    )
    return list(found)


def worked(session: CDPSession) -> float:
    """Milliseconds of a processor that a page's own thread has had: scripts, styles, layout and paint.

    Not the time by the clock: whoever else is at work on the machine changes nothing. Needs `Performance.enable` by threadTicks.
    """
    found = session.send("Performance.getMetrics")["metrics"]
    return 1000 * next(float(one["value"]) for one in found if one["name"] == "ThreadTime")


def served(pid: int) -> float:
    """Milliseconds of a processor that the server's threads have had; nothing where the system does not tell."""
    told = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(one.read_text().split()[0]) for one in told) / 1e6
