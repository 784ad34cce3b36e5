"""A lesson in the browser: hints, a wrong way and back, the right one, the next lesson; clean for screen readers."""

from __future__ import annotations

import json
from importlib import resources

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.table import axe_faults, settled

pytestmark = pytest.mark.browser


def play(page: Page, action: str) -> None:
    """Type a move, as one may at every table."""
    page.keyboard.press("t")
    page.locator(".typed input").fill(action)
    page.keyboard.press("Enter")


def test_a_lesson_is_learned(calm_page: Page, server: str, axe: str) -> None:
    page = calm_page
    page.goto(server)
    page.get_by_role("link", name="Bosman: lessons").click()
    page.wait_for_url("**/lessons/bosman")  # whole: a page that is still coming has no landmarks yet
    assert axe_faults(page, axe) == []
    page.get_by_role("button", name="The first walk: Begin").click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector("html[data-ready]")
    assert axe_faults(page, axe) == []
    expect(page.get_by_role("button", name="Next lesson")).to_be_hidden()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#lesson-hints li").first).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("button", name="Hint")).to_be_hidden()
    play(page, "play F11 d3")
    expect(page.locator("#lesson-result .clause-link")).to_have_text("BOS-9.1")  # allowed, but not the way
    back = page.get_by_role("button", name="Take back")
    expect(back).to_be_enabled()
    back.click()
    expect(back).to_be_disabled()
    play(page, "play R21 c4")
    expect(page.locator("#lesson-result")).to_have_text("Well done!")
    page.get_by_role("button", name="Next lesson").click()
    page.wait_for_selector("html[data-ready]")
    expect(page.locator("#lesson-title")).to_have_text("A beach without end")
    page.goto(f"{server}/lessons/bosman")
    expect(page.locator(".lessons .done")).to_have_count(1)


def test_an_answer_that_comes_late_takes_nothing_away(calm_page: Page, server: str) -> None:
    """The table has gone back and the lesson is done before the answer to "Take back" arrives."""
    page = calm_page
    page.goto(f"{server}/lessons/bosman")
    page.get_by_role("button", name="The first walk: Begin").click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector("html[data-ready]")
    late: list[tuple[Route, APIResponse]] = []
    page.route("**/lesson/back", lambda route: late.append((route, route.fetch())))
    play(page, "play F11 d3")
    back, result = page.get_by_role("button", name="Take back"), page.locator("#lesson-result")
    back.click()
    expect(back).to_be_disabled()
    play(page, "play R21 c4")
    expect(result).to_have_text("Well done!")
    settled(page)
    expect(page.locator("#prompt")).to_have_text("The goal is reached.")  # done is done: nothing will be asked again
    ((route, answer),) = late
    with page.expect_event("requestfinished", lambda request: request.url.endswith("/lesson/back")):
        route.fulfill(response=answer)
    page.evaluate("fetch(location.href).then((response) => response.text())")  # whatever came of it has come by now
    expect(result).to_have_text("Well done!")
    expect(back).to_be_enabled()


def test_a_lesson_on_a_phone_leaves_the_board_its_room(phone: Page, server: str) -> None:
    """What is read once lies over the board and goes with the next press; the board has its room from the beginning."""
    page = phone
    page.goto(f"{server}/lessons/settlers")
    page.locator(".lessons button").first.click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector("html[data-ready]")
    words, more = page.locator(".lesson-text"), page.get_by_role("button", name="More", exact=True)
    expect(words).to_be_visible()
    assert page.viewport_size is not None
    board = page.locator(".sea").bounding_box()
    assert board is not None
    assert board["height"] >= 0.3 * page.viewport_size["height"], board
    page.locator(".prompt").tap()
    expect(words).to_be_hidden()
    more.tap()
    expect(words).to_be_visible()
    assert page.locator(".sea").bounding_box() == board, "nothing moved"
    words.tap()
    expect(words).to_be_hidden()
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator("#lesson-hints li").first).to_be_visible()
    for button in page.locator(".lesson button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44, button


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768)], ids=str)
def test_the_words_of_a_lesson_are_not_covered(calm_page: Page, server: str, size: tuple[int, int]) -> None:
    """Settlers' bank is a column beside the board, which is lower in a lesson, and lower still with every hint."""
    page = calm_page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{server}/lessons/settlers")
    page.locator(".lessons button").nth(1).click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector("html[data-ready]")
    while page.get_by_role("button", name="Hint").is_visible():
        page.get_by_role("button", name="Hint").click()
    column = page.locator(".strip.tray").bounding_box()
    assert column is not None
    for card in (page.locator(".strip.tray .thing").first, page.locator(".strip.tray .thing").last):
        box = card.bounding_box()
        assert box is not None
        assert box["y"] >= column["y"] - 1, "above the column"
        assert box["y"] + box["height"] <= column["y"] + column["height"] + 1, "below the column"


def test_what_to_do_is_whole_though_somebody_holds_a_special_card(phone: Page, server: str) -> None:
    """SET-14: a phone on its side, a puzzle with the players' row, and still the end of the turn is a whole button."""
    page = phone
    page.set_viewport_size({"width": 844, "height": 390})
    puzzles = json.loads(resources.files("kotva.games.settlers").joinpath("learn", "puzzles.json").read_text("utf-8"))
    special = next(
        n for n, one in enumerate(puzzles) if one["position"].get("longest") and one["position"]["phase"] == "MAIN"
    )
    page.goto(f"{server}/lessons/settlers")
    page.locator(".puzzles button").nth(special).click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector("html[data-ready]")
    expect(page.locator(".seats .thing").first).to_be_visible()
    button = page.locator("#actions").get_by_text("End the turn").bounding_box()
    room = page.locator("#now").bounding_box()
    assert button is not None
    assert room is not None
    assert button["y"] + button["height"] <= room["y"] + room["height"]
