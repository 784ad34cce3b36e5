"""Fingers: everything that can be pressed is large enough, or a tap asks which of its neighbours is meant. No tip lies on it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.lively import lively
from tests.browser.table import lay
from tests.browser.test_accidents import BOARD
from tests.ours import GAMES

pytestmark = pytest.mark.browser

SIZES = [(390, 844), (844, 390), (320, 568)]
ALL_SIZES = [(1440, 900), (1024, 768), *SIZES]
TIP = [260, 84]  # pixels: a tip of a title and two lines
SEATS = 4
POSITIONS = 2  # of each game: the kinds of decision with most to choose

# Nothing is played: a choice only waits for a yes.
ASK_ME = "localStorage.setItem('kotva-table', JSON.stringify({pace: 'fast', confirm: true}))"

# Buttons, links and folds: so many pixels through the middle are theirs (a border may lie between two). A link within a
# sentence is as high as its line (WCAG 2.5.5).
CONTROLS = """() => {
  const faults = [];
  const inside = (x, y) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  for (const control of document.querySelectorAll("button:not(.thing), summary, a[href], input, select")) {
    const box = control.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (!box.width || !inside(x, y) || control.closest("p, .sr")) continue;
    if (!control.checkVisibility({visibilityProperty: true})) continue;
    const owns = (px, py) => inside(px, py) && control.contains(document.elementFromPoint(px, py));
    if (!owns(x, y)) continue; // scrolled away, or something lies over it: not to be pressed now
    const reach = (dx, dy) => {
      let far = 0;
      while (far < 44 && owns(x + dx * (far + 1), y + dy * (far + 1))) far++;
      return far;
    };
    const wide = 1 + reach(-1, 0) + reach(1, 0);
    const high = 1 + reach(0, -1) + reach(0, 1);
    const name = `${control.className || control.tagName} "${control.textContent.trim().slice(0, 20)}"`;
    if (Math.min(wide, high) < 43) faults.push(`${name} is ${wide} x ${high}`);
  }
  return faults;
}"""

# Tap on every lit thing in view, and ten pixels beside it: it is taken, or it is among those asked about, or another is nearer.
THINGS = """async (most) => {
  const faults = [];
  let tried = 0;
  const sea = document.getElementById("frame").getBoundingClientRect();
  const middle = (element) => {
    if (element.closest(".board")) {
      const at = element.getScreenCTM();
      return [at.e, at.f];
    }
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const clear = async () => {
    while (!document.getElementById("frame").dataset.clear) await new Promise(requestAnimationFrame);
  };
  const named = (id) => document.querySelector(`[data-id="${CSS.escape(id)}"]`);
  const tap = (x, y) => document.elementFromPoint(x, y)?.dispatchEvent(
    new PointerEvent("click", {clientX: x, clientY: y, bubbles: true, pointerType: "touch", isPrimary: true, detail: 1}));
  const got = () => document.querySelector(".fan")
    ? Array.from(document.querySelectorAll(".fan [data-thing]"), (one) => one.dataset.thing)
    : Array.from(document.querySelectorAll(".chosen"), (one) => one.dataset.id);
  const held = ".chosen, .fan, .now.holding, .form[open], #bubble:not([hidden])";
  const letGo = () => {
    for (let n = 0; n < 5 && document.querySelector(held); n++)
      document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
  };
  const lit = (light) => Array.from(document.querySelectorAll(`[data-id].${light}`)).filter((element) => {
    const [x, y] = middle(element);
    if (!element.checkVisibility() || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
    if (element.closest(".board")) return x > sea.left && x < sea.right && y > sea.top && y < sea.bottom;
    const row = element.parentNode.getBoundingClientRect();
    return x > row.left && x < row.right;
  }).map((element) => element.dataset.id);
  const take = (id) => {
    tap(...middle(named(id)));
    document.querySelector(`.fan [data-thing="${CSS.escape(id)}"]`)?.click();
    return named(id).classList.contains("chosen");
  };
  // With a yes to wait for, the prompt says what would be done: a field, or the token on it, may well be one and the same.
  const comesTo = (id, begin) => {
    const said = document.getElementById("prompt").textContent;
    begin();
    const asked = document.getElementById("prompt").textContent;
    const [x, y] = middle(named(id));
    named(id).dispatchEvent(new MouseEvent("click", {clientX: x, clientY: y, bubbles: true}));
    return got().includes(id) && said !== asked && said === document.getElementById("prompt").textContent;
  };
  // A press may bring the camera to what can be chosen now, and letting go takes it back:
  // then what steers the board makes room anew.
  const view = () => document.querySelector(".board").getAttribute("viewBox");
  const still = async (act) => {
    const before = view();
    act();
    if (view() !== before) await clear();
  };
  const judge = async (id, begin) => {
    for (const [dx, dy] of [[0, 0], [-10, 0], [10, 0], [0, -10], [0, 10]]) {
      await still(begin);
      const [x, y] = middle(named(id));
      const at = [x + dx, y + dy];
      const over = document.elementFromPoint(...at);
      if (!over?.closest(".board, .strip, .seat")) { // the edge of the board, or a button that lies close to it
        if (over && !dx && !dy) faults.push(`${id} lies under ${over.className.baseVal ?? over.className}`);
        continue;
      }
      const before = new Set(got());
      tap(...at);
      tried++;
      const now = got();
      if (now.includes(id)) {
        const boxes = Array.from(document.querySelectorAll(".fan button"), (one) => one.getBoundingClientRect());
        if (boxes.some(({width, height}) => Math.min(width, height) < 44)) faults.push(`the fan of ${id} has small buttons`);
        continue;
      }
      if (now.length && !document.querySelector(".fan") && comesTo(id, begin)) continue;
      const away = (other) => Math.hypot(middle(named(other))[0] - at[0], middle(named(other))[1] - at[1]);
      const nearer = now.filter((other) => !before.has(other)).every((other) => away(other) < away(id));
      if (!(dx || dy) || !now.length || !nearer) faults.push(`a tap at ${id} + ${dx},${dy} takes ${now.join(" ") || "nothing"}`);
    }
    letGo();
  };
  letGo();
  await clear();
  const firsts = lit("first");
  for (const id of firsts) await judge(id, letGo);
  const few = firsts.filter((_, number) => number % Math.ceil(firsts.length / most) === 0);
  const judged = new Set();
  for (const first of few) {
    await still(letGo);
    if (!take(first)) continue; // a choice that needs nothing more, or a form
    await clear(); // what steers the board has made room
    const targets = lit("target");
    const holds = named(first).closest(".board") ? first : ""; // what is held beside the board is in no finger's way
    const light = JSON.stringify([holds, targets.map((id) => [id, middle(named(id)).map(Math.round)])]);
    if (judged.has(light)) continue; // the same things are lit at the same places: every tap would find the same
    judged.add(light);
    for (const id of targets) await judge(id, () => { letGo(); take(first); });
  }
  letGo();
  return {faults: [...new Set(faults)], tried};
}"""


def lively_pages(
    player: Open, database: Path, game: str, number: int, sizes: Sequence[tuple[int, int]]
) -> Iterator[tuple[str, Page]]:
    """A touch screen at a lively table, opened anew at each of these sizes; nothing is played by a tap."""
    table = lay(database, game, SEATS, lively(game, SEATS)[number])
    page: Page | None = None
    for width, height in sizes:
        if page is None:
            page = player(table, 0, width, height, settings=ASK_ME, has_touch=True, is_mobile=True)
        else:
            page.set_viewport_size({"width": width, "height": height})
            page.reload()
            page.wait_for_selector("html[data-ready]")
        page.wait_for_selector("#main.my-turn")
        page.wait_for_function("() => document.getAnimations().length === 0")
        yield f"{width}x{height}", page


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("number", range(POSITIONS))
@pytest.mark.parametrize("game", GAMES)
def test_every_target_is_fit_for_a_finger(
    game: str, number: int, size: tuple[int, int], player: Open, database: Path
) -> None:
    for _, page in lively_pages(player, database, game, number, [size]):
        assert page.evaluate(CONTROLS) == []
        found = page.evaluate(THINGS, 4)
        assert found["faults"] == []
        assert number or found["tried"] > 10, "things were tapped"
        page.get_by_role("button", name="Log", exact=True).tap()
        assert page.evaluate(CONTROLS) == [], "the log and the panels"


# -- tips and bubbles --------------------------------------------------------------------------------------------------

COVERED = """(box) => {
  const shape = (element) => (element.querySelector(".pose") ?? element).getBoundingClientRect();
  return Array.from(document.querySelectorAll(".first, .target, .chosen")).filter((element) => {
    const other = shape(element);
    const x = Math.min(box.right, other.right, innerWidth) - Math.max(box.left, other.left, 0);
    const y = Math.min(box.bottom, other.bottom, innerHeight) - Math.max(box.top, other.top, 0);
    return element.checkVisibility() && x > 1 && y > 1;
  }).map((element) => element.dataset.id);
}"""
# Where a tip of a usual size would go, for everything that is lit or chosen: what it would cover.
PLACES = (
    """async ([width, height]) => {
  const { placeBeside } = await import("/static/js/place.js");
  const covered = """
    + COVERED
    + """;
  const things = Array.from(document.querySelectorAll(".first, .target, .chosen")).filter((one) => one.checkVisibility());
  return things.flatMap((element) => {
    const box = (element.querySelector(".pose") ?? element).getBoundingClientRect();
    if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) return [];
    const {left, top} = placeBeside(box, width, height, 12);
    const [right, bottom] = [left + width, top + height];
    const tip = `the tip of ${element.dataset.id}`;
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return [`${tip} is not whole`];
    return covered({left, top, right, bottom}).map((other) => `${tip} covers ${other}`);
  });
}"""
)
# What a tip would cover that is laid above its thing without looking.
CROWDED = (
    """([id, width, height]) => {
  const box = document.querySelector(`[data-id="${id}"] .pose`).getBoundingClientRect();
  const left = Math.min(Math.max(8, box.x + box.width / 2 - width / 2), innerWidth - width - 8);
  const top = Math.max(8, box.top - height - 1.2 * box.height);
  const covered = """
    + COVERED
    + """;
  return covered({left, top, right: left + width, bottom: top + height});
}"""
)
CHOOSE = """() => document.querySelector(".item.first, .thing.first")?.dispatchEvent(new MouseEvent("click", {bubbles: true}))"""


@pytest.mark.parametrize("game", GAMES)
def test_choosing_moves_nothing_hides_nothing_and_can_be_cancelled(game: str, player: Open, database: Path) -> None:
    """Board and camera stay; no tip would cover what is chosen or its targets; Cancel is there, whole, without scrolling."""
    for size, page in lively_pages(player, database, game, 0, ALL_SIZES):
        before = page.evaluate(BOARD)
        smallest = size == "320x568"  # there may be no free place
        assert smallest or page.evaluate(PLACES, TIP) == [], size
        page.evaluate(CHOOSE)
        page.wait_for_selector(".chosen", state="attached")
        assert page.evaluate(BOARD) == before, size
        assert smallest or page.evaluate(PLACES, TIP) == [], size
        expect(page.get_by_role("button", name="Cancel")).to_be_in_viewport(ratio=0.97)
        prompt = page.locator("#prompt")
        assert prompt.evaluate("words => words.scrollHeight - words.clientHeight") <= 2, (
            f"{size}: the question is whole"
        )
        page.get_by_role("button", name="Cancel").click()
        expect(page.locator(".chosen")).to_have_count(0)
        assert page.evaluate(BOARD) == before, size


def test_a_tip_makes_room_for_where_its_ship_may_go(player: Open, database: Path) -> None:
    """With a real pointer: the tip of a ship that is held lies neither on it nor on where it may go, once all is told."""
    page = player(lay(database, "triremes", SEATS, lively("triremes", SEATS)[9]), 0, 1280, 800)
    page.wait_for_selector("#main.my-turn")
    tip = page.locator(".tip")
    beside = []
    for ship in ("R3", "R4", "R5"):
        page.locator(f"[data-id={ship}].first").dispatch_event("click")
        page.wait_for_selector(".target", state="attached")
        page.locator(f"[data-id={ship}] .pose").hover(force=True)
        expect(tip).to_contain_text(
            re.compile("May ram|May board|threatens no ship|cannot move")
        )  # the table has answered
        box = tip.evaluate("tip => tip.getBoundingClientRect().toJSON()")
        assert page.evaluate(COVERED, box) == [], ship
        beside += page.evaluate(CROWDED, [ship, box["width"], box["height"]])
        page.mouse.move(2, 2)
        page.keyboard.press("Escape")
        expect(page.locator(".chosen")).to_have_count(0)
    assert beside, "the usual place, above, would have covered something: the tip had to make room"
