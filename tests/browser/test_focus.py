"""Settlers by keyboard: every crossing and road can be reached, chosen, and is seen to have the focus, by day and by night."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Open
from tests.browser.table import lay

pytestmark = pytest.mark.browser

POSITION = {
    "P1": "S 1 19; R 19-24-30 4-8 1-4; hand LLLLLBBBBBWWGGGOOO",
    "P2": "S 9; R 9-13; hand GGO",
    "P3": "S 43; R 43-47",
    "dice": "3+5",
}
LIT = "#frame .item.first"
# WCAG 2.4.13: pixels that differ by at least 3:1 between the two pictures.
CHANGED = """async ([before, after]) => {
  const pixels = async (data) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    canvas.drawImage(picture, 0, 0);
    return canvas.getImageData(0, 0, picture.width, picture.height).data;
  };
  const part = (value) => (value /= 255) <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4;
  const light = (data, at) => .2126 * part(data[at]) + .7152 * part(data[at + 1]) + .0722 * part(data[at + 2]);
  const [one, two] = [await pixels(before), await pixels(after)];
  let changed = 0;
  for (let at = 0; at < one.length; at += 4) {
    const [a, b] = [light(one, at), light(two, at)];
    if ((Math.max(a, b) + .05) / (Math.min(a, b) + .05) >= 3) changed++;
  }
  return changed;
}"""


def focused(page: Page) -> str | None:
    found: str | None = page.evaluate("document.activeElement?.closest('[data-id]')?.getAttribute('data-id') ?? null")
    return found


def centre(page: Page) -> tuple[float, float]:
    """Where what has the focus is."""
    box = page.locator(f"[data-id='{focused(page)}'] .pose").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def picture(page: Page, name: str) -> str:
    """A thing on the board with what is around it."""
    box = page.locator(f"[data-id='{name}'] .pose").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    shot = page.screenshot(clip={"x": x - 24, "y": y - 24, "width": 48, "height": 48})
    return base64.b64encode(shot).decode()


def walk_to(page: Page, name: str) -> None:
    """From lit thing to lit thing until the wanted one has the focus."""
    for _ in range(page.locator(LIT).count() + 40):
        if focused(page) == name:
            return
        page.keyboard.press("n")
    raise AssertionError(f"{name} cannot be reached by keys")


def test_all_that_is_lit_is_reached_by_keys(player: Open, database: Path) -> None:
    page = player(lay(database, "settlers", 3, POSITION), 0)
    expect(page.locator(LIT).first).to_be_visible()
    lit = set(page.locator(".item.first, .thing.first").evaluate_all("found => found.map((one) => one.dataset.id)"))
    assert {"vertex-8", "edge-8-13"} <= lit
    page.keyboard.press("ArrowRight")
    met = set()
    for _ in range(2 * len(lit)):
        met.add(focused(page))
        page.keyboard.press("n")
    assert met == lit


def test_arrows_lead_from_a_crossing_to_its_neighbours_and_back(player: Open, database: Path) -> None:
    page = player(lay(database, "settlers", 3, POSITION), 0)
    expect(page.locator(LIT).first).to_be_visible()
    page.keyboard.press("ArrowRight")
    walk_to(page, "vertex-8")
    for arrow, way in (("ArrowLeft", (-1, 0)), ("ArrowRight", (1, 0)), ("ArrowUp", (0, -1)), ("ArrowDown", (0, 1))):
        x, y = centre(page)
        page.keyboard.press(arrow)
        beside = centre(page)
        assert (beside[0] - x) * way[0] + (beside[1] - y) * way[1] > 1, arrow  # never the other way, and never nowhere
    walk_to(page, "vertex-8")
    page.keyboard.press("Enter")
    expect(page.locator("[data-id='vertex-8'][data-owner='0']")).to_be_visible()
    walk_to(page, "edge-8-13")
    page.keyboard.press("Space")
    expect(page.locator("[data-id='edge-8-13'][data-owner='0']")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["vertex-8", "vertex-19", "edge-8-13"])
def test_the_focus_is_seen(chromium: Browser, player: Open, database: Path, name: str, scheme: str) -> None:
    """On a free crossing, on a settlement that could become a city, on a road: more than a ring of two pixels changes."""
    page = player(lay(database, "settlers", 3, POSITION), 0, color_scheme=scheme)
    expect(page.locator(f"[data-id='{name}'].first")).to_be_visible()
    page.keyboard.press("ArrowRight")
    walk_to(page, name)
    with_focus = picture(page, name)
    page.keyboard.press("n")
    page.wait_for_function("name => document.activeElement?.closest('[data-id]')?.dataset.id !== name", arg=name)
    page.evaluate("document.activeElement.blur()")
    without = picture(page, name)
    judge = chromium.new_page()
    changed = judge.evaluate(CHANGED, [without, with_focus])
    judge.close()
    assert changed >= 100, changed
