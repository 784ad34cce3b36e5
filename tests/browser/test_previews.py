"""What is shown before it is done, and what is told beside the board: tools, threats, statistics, the small map, the log."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.table import lay, sit_down, wait_for_turn

pytestmark = pytest.mark.browser

RICH = {
    "P1": "S 1 19; R 19-24 4-8 1-4; hand LLBBWGGGOOO",
    "P2": "S 9; R 9-13; hand GGO",
    "P3": "S 30; R 30-35",
    "dice": "3+5",
}


def test_tools_with_their_price_choose_where_to_build(player: Open, database: Path) -> None:
    """SET-7.1: pressed, a tool lights its places alone; what cannot be paid says what is missing; nothing moves."""
    page = player(lay(database, "settlers", 3, RICH), 0)
    board = page.locator(".board").bounding_box()
    city = page.locator("[data-tool=city]")
    expect(city.locator(".cost svg")).to_have_count(5)
    city.click()
    expect(city).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#prompt")).to_have_text("Which settlement becomes a city?")
    expect(page.locator(".item.first")).to_have_count(2)
    assert page.locator(".board").bounding_box() == board
    page.keyboard.press("Escape")
    expect(city).to_have_attribute("aria-pressed", "false")
    page.locator("[data-tool=city]").click()
    page.locator("[data-id=vertex-19]").click()
    expect(page.locator("[data-id=vertex-19] use")).to_have_attribute("href", "#symbol-city-0")
    expect(city).not_to_have_class("ready")
    city.click()
    expect(page.locator(".toast")).to_contain_text("You lack: 1 grain, 3 ore.")


def test_statistics_are_counted_when_somebody_opens_them(player: Open, database: Path) -> None:
    """SET-5.1: a throw is counted at once while the sheet is open."""
    position = {**RICH, "phase": "ROLL", "dice": ""}
    del position["dice"]
    page = player(lay(database, "settlers", 3, position), 0)
    page.locator("#statistics summary").click()
    expect(page.locator("#statistics")).to_contain_text("Nothing has been counted yet.")
    page.get_by_role("button", name="Roll the dice").click()
    expect(page.locator("#statistics")).to_contain_text("Dice: 1 throw")
    throws = page.locator("#statistics .panel").first  # what the throw brought is counted in others
    expect(throws.locator(".bar").filter(has_text="1")).to_have_count(1)


def test_a_ship_shows_what_it_threatens_and_goes_nowhere_by_itself(calm_page: Page, server: str) -> None:
    """TRI-5.1: resting on a ship marks where it could go, in words too; a small map shows the rest of the sea."""
    page = calm_page
    sit_down(page, server, "triremes", "me me")
    page.locator("#cover[open] button").first.click()  # two at one screen, and loads are secret (TRI-21.1)
    assert wait_for_turn(page)
    while page.locator("#prompt").inner_text().startswith("Place"):
        before = page.locator("#main").get_attribute("data-shown")
        page.locator(".item.first").first.dispatch_event("click")
        page.wait_for_function("seq => document.getElementById('main').dataset.shown !== seq", arg=before)
        cover = page.locator("#cover[open] button")
        expect(cover.or_(page.locator("#main.my-turn:not(.sending)")).first).to_be_attached()
        if cover.count():
            cover.first.click()
        page.wait_for_selector("#main.my-turn:not(.sending)")
    ship = page.locator(".layer-3 .item.can[data-id$='1']").first
    ship.hover()
    expect(page.locator(".tip")).to_be_visible()
    expect(page.locator(".about-mark.reach").first).to_be_attached()
    page.mouse.move(2, 2)
    expect(page.locator(".about-mark")).to_have_count(0)
    while page.locator(".minimap").is_hidden():
        page.keyboard.press("+")
    before_view = page.locator(".board").get_attribute("viewBox")
    box = page.locator(".minimap").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 0.9, box["y"] + box["height"] * 0.1)
    expect(page.locator(".board")).not_to_have_attribute("viewBox", before_view or "")


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768)])
def test_the_log_keeps_its_room(size: tuple[int, int], player: Open, database: Path) -> None:
    """However much is to be decided beside it: a form, which is whole, an offer with its answers, a counter-offer."""
    table = lay(database, "settlers", 4, {**RICH, "P4": "S 43; hand G"})
    one, two = player(table, 0, *size), player(table, 1, *size)
    one.locator(".form summary").click()
    for found in (one.get_by_role("button", name="Offer", exact=True), *one.locator(".part-face").all()):
        expect(found).to_be_in_viewport(ratio=0.95)  # the whole form, without scrolling
    one.locator(".slot").first.get_by_role("button", name="more: lumber").click()
    scrolled = "all => all.map((one) => one.scrollHeight - one.clientHeight)"  # also with what is missing said in it
    assert max(one.locator(".desk, .form, .forms").evaluate_all(scrolled)) <= 1
    one.locator(".slot").nth(1).get_by_role("button", name="more: grain").click()
    one.get_by_role("button", name="Offer", exact=True).click()
    two.locator(".form summary").click()
    log = two.locator("#log").bounding_box()
    column = two.locator(".beside").bounding_box()
    assert log is not None
    assert column is not None
    assert log["height"] >= 60
    assert log["y"] + log["height"] <= column["y"] + column["height"] + 1


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390)])
def test_an_offer_on_a_phone_leaves_board_and_answer_in_sight(
    size: tuple[int, int], player: Open, database: Path
) -> None:
    table = lay(database, "settlers", 4, {**RICH, "P4": "S 43; hand G"})
    one, two = player(table, 0), player(table, 1, *size, has_touch=True, is_mobile=True)
    one.locator(".form summary").click()
    one.locator(".slot").first.get_by_role("button", name="more: lumber").click()
    one.locator(".slot").nth(1).get_by_role("button", name="more: grain").click()
    one.get_by_role("button", name="Offer", exact=True).click()
    reject = two.get_by_role("button", name="Reject")
    expect(reject).to_be_in_viewport(ratio=0.95)
    board = two.locator("#frame").bounding_box()
    assert board is not None
    assert min(board["width"], board["height"]) >= 90
    if size[1] != 568:
        expect(two.locator("[data-id^='hand-']").first).to_be_in_viewport(
            ratio=0.95
        )  # what the offer is weighed against


def test_a_word_of_the_log_shows_what_it_stands_for(player: Open, database: Path) -> None:
    """The place alone, the road alone, or a player with all that is theirs; nothing once the pointer has gone."""
    page = player(lay(database, "settlers", 3, {**RICH, "P1": "S 1 19; R 19-24 4-8 1-4; hand LLLBBBWWGGGOOO"}), 0)
    page.locator("[data-id='vertex-8']").click()
    expect(page.locator("[data-id='vertex-8'][data-owner='0']")).to_be_visible()
    words = page.locator("#log li").last.locator(".word")
    words.filter(has_text="-").hover()
    expect(page.locator(".pointed")).to_have_count(1)
    expect(page.locator("[data-id='vertex-8'].pointed")).to_have_count(1)
    words.filter(has_text="Player 1").first.hover()
    expect(page.locator(".seat.pointed")).to_have_attribute("data-seat", "0")
    expect(page.locator("[data-id='vertex-1'].pointed")).to_have_count(1)
    expect(page.locator("[data-id='vertex-9'].pointed")).to_have_count(0)
    page.locator("#prompt").hover()
    expect(page.locator(".pointed")).to_have_count(0)
