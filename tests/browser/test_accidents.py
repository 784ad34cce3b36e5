"""What must not happen by accident: double clicks, boards that move under the finger, buttons that are not what is meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.table import lay, look, sit_down, wait_for_turn

pytestmark = pytest.mark.browser

ROLL = {"P1": "S 1 19; R 19-24 1-4", "P2": "S 9; R 9-13", "P3": "S 30; R 30-35", "phase": "ROLL"}
BOARD = """() => {
  const box = document.querySelector(".board").getBoundingClientRect();
  return [box.x, box.y, box.width, box.height, document.querySelector(".board").getAttribute("viewBox")];
}"""


def test_a_double_click_on_the_dice_does_not_end_the_turn(player: Open, server: str, database: Path) -> None:
    """The button that comes into the place of another does not hear the second click."""
    table = lay(database, "settlers", 3, ROLL)
    page = player(table, 0)
    page.get_by_role("button", name="Roll the dice").dblclick()
    expect(page.locator("#log")).to_contain_text("rolls")
    end = page.locator("#actions button", has_text="End the turn").or_(page.locator("#prompt", has_text="robber"))
    expect(end.first).to_be_visible()
    assert look(page, server, table)["actors"] == [0], "it is still the turn of whoever rolled"


def test_a_double_press_of_a_key_does_not_end_the_turn(player: Open, server: str, database: Path) -> None:
    table = lay(database, "settlers", 3, ROLL)
    page = player(table, 0)
    expect(page.locator("#actions [data-key='1']")).to_be_visible()
    page.evaluate(
        """async () => {
          const press = () => document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "1", bubbles: true}));
          const before = document.getElementById("main").dataset.shown;
          press();
          while (document.getElementById("main").dataset.shown === before) await new Promise((done) => setTimeout(done));
          press();
        }"""
    )
    expect(page.locator("#log")).to_contain_text("rolls")
    assert look(page, server, table)["actors"] == [0]


@pytest.mark.parametrize("game", ["bosman", "hexxi", "triremes"])
def test_choosing_does_not_move_the_board(game: str, phone: Page, server: str) -> None:
    """On a phone: the board, its zoom and its place stay while something is chosen and put back."""
    page = phone
    sit_down(page, server, game, "me easy", **({"setup": "auto"} if game == "triremes" else {}))
    for _ in range(12):
        assert wait_for_turn(page)
        if page.locator(".first:visible").count():
            break
        page.locator("#actions button:not([aria-disabled])").first.tap()
    page.wait_for_function("document.getAnimations().length === 0")
    before = page.evaluate(BOARD)
    page.evaluate(
        "document.querySelector('.thing.first, .item.first').dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    )
    page.wait_for_selector(".chosen", state="attached")
    assert page.evaluate(BOARD) == before
    page.get_by_role("button", name="Cancel").tap()
    expect(page.locator(".chosen")).to_have_count(0)
    assert page.evaluate(BOARD) == before


def test_moves_can_be_confirmed(calm_page: Page, server: str) -> None:
    """With the setting on, a choice is shown and waits for a yes; Cancel takes it back; it is kept for the next visit."""
    page = calm_page
    table = sit_down(page, server, "bosman", "me open")
    wait_for_turn(page)
    page.get_by_role("button", name="Settings of this table").click()
    page.get_by_label("Ask me before a move is made").check()
    page.locator("#settings").get_by_role("button", name="Close").click()
    page.reload()
    page.wait_for_selector("html[data-ready]")
    seq = look(page, server, table)["seq"]
    page.get_by_role("button", name="Keep").click()
    expect(page.locator("#prompt")).to_contain_text("?")
    assert look(page, server, table)["seq"] == seq
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Keep")).to_be_visible()
    page.get_by_role("button", name="Keep").click()
    page.get_by_role("button", name="Yes, do it").click()
    expect(page.locator("#main:not(.my-turn)")).to_be_visible()
    assert look(page, server, table)["seq"] > seq


def test_moves_of_others_step_by_step(calm_page: Page, server: str) -> None:
    """Each move of a bot waits for a press; then the trail shows them again with one key."""
    page = calm_page
    table = sit_down(page, server, "seameni", "me easy easy easy")
    wait_for_turn(page)
    page.get_by_role("button", name="Settings of this table").click()
    page.get_by_label("step by step").check()
    page.locator("#settings").get_by_role("button", name="Close").click()
    shown = page.locator("#main").get_attribute("data-shown")
    page.keyboard.press("t")
    page.keyboard.type(look(page, server, table)["choices"][0]["action"])
    page.keyboard.press("Enter")
    step = page.get_by_role("button", name="Next move")
    steps = 0
    while steps < 60:
        page.wait_for_selector("#main.my-turn:not(.sending) #actions, [data-key='.']", state="attached")
        if not step.count():
            break
        step.click()
        steps += 1
    assert steps >= 3, "three bots have moved"
    assert page.locator("#main").get_attribute("data-shown") != shown
    assert wait_for_turn(page)
    page.keyboard.press("r")
    expect(page.locator("#past")).to_be_visible()
    expect(page.locator("#past")).to_be_hidden(timeout=60_000)
