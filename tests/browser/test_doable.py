"""What can be done is done with what the page shows: forms, taps on crowded fields, buttons for the core acts."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kotva import games
from kotva.match import Match
from tests.browser.conftest import Open
from tests.browser.lively import Position, lively
from tests.browser.table import lay, settled, sit_down, wait_for_turn
from tests.server.conftest import Data

pytestmark = pytest.mark.browser


def begin_lesson(page: Page, server: str, game: str, number: int) -> None:
    """Open a lesson of a game by its place in the list."""
    page.goto(f"{server}/lessons/{game}")
    page.locator(".lessons button").nth(number).click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector("html[data-ready]")


def packet(page: Page, table: str) -> Data:
    """What the server sends this browser."""
    data: Data = page.request.get(f"{page.url.split('/table/')[0]}/api/tables/{table}").json()
    return data


def test_settlers_third_lesson_is_solved_with_its_form(calm_page: Page, server: str) -> None:
    """SET-11.2: with nobody to trade with, the form has no place for a name, and the bank's part of it still works."""
    page = calm_page
    begin_lesson(page, server, "settlers", 2)
    page.locator("details.form summary").click()
    give, want = page.locator("fieldset.slot").nth(0), page.locator("fieldset.slot").nth(1)
    for _ in range(2):
        give.get_by_role("button", name="more: wool").click()
    want.get_by_role("button", name="more: ore").click()
    bank = page.get_by_role("button", name="Exchange with the bank")
    expect(bank).to_be_enabled()
    bank.click()
    settled(page)
    page.locator("[data-tool=city]").click()
    page.locator("[data-id=vertex-9]").click()
    expect(page.locator("#lesson-result")).to_contain_text("Well done!")


def test_a_finger_is_not_asked_for_a_difference_that_there_is_none(player: Open, database: Path) -> None:
    """BOS-6.2: a token goes onto a field; the token that lies there and the field are the same choice."""
    asked = 0
    for position in lively("bosman", 4)[:3]:
        page = player(lay(database, "bosman", 4, position), 0, 390, 844, has_touch=True, is_mobile=True)
        hand = page.locator(".strip.hand [data-id].first")
        if not hand.count():
            continue
        hand.first.tap()
        for token in page.locator(".board [data-id].target").all()[:12]:
            where = token.evaluate("one => { const at = one.getScreenCTM(); return [at.e, at.f] }")
            meant = page.evaluate(
                """([x, y]) => {
                  const board = document.getElementById("frame");
                  document.elementFromPoint(x, y).dispatchEvent(new PointerEvent("click", {clientX: x, clientY: y,
                    bubbles: true, pointerType: "touch", isPrimary: true, detail: 1, cancelable: true}));
                  const fan = Array.from(document.querySelectorAll(".fan [data-thing]"), (one) => one.dataset.thing);
                  document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
                  return fan;
                }""",
                where,
            )
            asked += 1
            assert not [one for one in meant if one.startswith("field-")] or len(meant) < 2, meant
            if page.locator("#main.sending").count() or not page.locator(".board .target").count():
                break
    assert asked


def seameni(kind: str) -> Position:
    """A position of the first player: a pirate on treasure who may go with it or without, or one in mud."""
    rules = games.load("seameni")
    for seed in range(60):
        match, chance = Match(rules, 2, seed=f"{seed:064x}"), random.Random(seed)
        while not match.is_over and len(match.played) < 300:
            actor = match.actors()[0]
            legal = match.legal(actor)
            with_it = [text for text in legal if text.endswith("+") and text[:-1] in legal]
            if actor == 0 and (with_it if kind == "treasure" else [text for text in legal if text.endswith("^")]):
                return rules.to_position(match.state)
            match.play(chance.choice([text for text in legal if text != "end?"] or legal), actor)
    raise AssertionError(kind)


def test_treasure_is_taken_by_a_button(player: Open, database: Path) -> None:
    """SEA-13: a pirate and where he goes; with the treasure or without it is a question with two buttons."""
    table = lay(database, "seameni", 2, seameni("treasure"))
    page = player(table, 0, 1440, 900)
    legal = [one["action"] for one in packet(page, table)["choices"]]
    carry = next(text for text in legal if text.endswith("+") and text[:-1] in legal)
    pirate, field = carry[:-1].split(">")
    page.locator(f"[data-id=pirate-{pirate}]").click()
    page.locator(f"[data-id=field-{field}]").click()
    expect(page.locator("#prompt")).to_have_text("With the treasure, or without?")
    expect(page.locator("#actions").get_by_text("without the treasure")).to_be_visible()
    page.locator("#actions").get_by_text("with a treasure").click()
    settled(page)
    assert packet(page, table)["moves"] == 1


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
def test_a_pirate_in_mud_wades_on_when_pressed_again(touch: bool, player: Open, database: Path) -> None:
    """SEA-9.19: where he goes lies under him; a second press is not the end of it, and there is a button."""
    table = lay(database, "seameni", 2, seameni("mud"))
    page = player(table, 0, 390 if touch else 1440, 844 if touch else 900, has_touch=touch)
    wading = next(one["action"] for one in packet(page, table)["choices"] if one["action"].endswith("^"))
    pirate = page.locator(f"[data-id=pirate-{wading[:-1]}]")
    press = pirate.tap if touch else pirate.click
    press()
    expect(page.locator("#actions").get_by_text("wades one step on")).to_be_visible()
    page.wait_for_timeout(450)  # a second press that comes sooner is the rest of a double one
    press()
    settled(page)
    assert packet(page, table)["moves"] == 1


OUT_OF_SIGHT = """() => {
  const sea = document.getElementById("frame").getBoundingClientRect();
  return Array.from(document.querySelectorAll(".board .first, .board .target")).filter((one) => {
    const at = one.getScreenCTM();
    return at.e < sea.left || at.e > sea.right || at.f < sea.top || at.f > sea.bottom;
  }).map((one) => one.dataset.id);
}"""


@pytest.mark.parametrize("size", [(844, 390), (390, 844)], ids=str)
def test_what_a_chosen_ship_can_do_is_in_sight(size: tuple[int, int], phone: Page, server: str) -> None:
    """TRI, the third lesson: after the ship is chosen the camera moves once, to all its poses and the enemy."""
    page = phone
    page.set_viewport_size({"width": size[0], "height": size[1]})
    begin_lesson(page, server, "triremes", 2)
    page.locator("#lesson-title").tap()
    page.locator("[data-id=R1]").tap()
    expect(page.locator("[data-id=R1]")).to_have_class(re.compile("chosen"))
    page.wait_for_timeout(400)
    assert page.locator(".board .target").count() > 3
    assert page.evaluate(OUT_OF_SIGHT) == []


def test_four_navies_are_seen_whole_by_a_mouse(calm_page: Page, server: str) -> None:
    """TRI-2: at 1440 x 900 nothing that can be chosen leaves the frame while soldiers are placed."""
    page = calm_page
    page.set_viewport_size({"width": 1440, "height": 900})
    sit_down(page, server, "triremes", "me easy easy easy")
    for _ in range(3):
        assert wait_for_turn(page)
        page.wait_for_timeout(700)  # the camera has looked at what the others did
        assert page.evaluate(OUT_OF_SIGHT) == []
        page.locator(".board .first").first.click()
        settled(page)


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=str)
@pytest.mark.parametrize("game", ["settlers", "seameni"])
def test_the_board_has_one_size(size: tuple[int, int], game: str, player: Open, database: Path) -> None:
    """Whatever is asked and whatever buttons there are: prompt and actions have their places, so the board never moves."""
    seen = set()
    for position in lively(game, 3 if game == "settlers" else 2)[:3]:
        page = player(lay(database, game, 3 if game == "settlers" else 2, position), 0, *size, has_touch=size[0] < 800)
        for press in (None, ".first"):
            if press and page.locator(f"{press}:visible").count():
                page.evaluate(
                    "document.querySelector('.first').dispatchEvent(new MouseEvent('click', {bubbles: true, detail: 1}))"
                )
            box = page.locator("#frame").bounding_box()
            assert box is not None
            seen.add((round(box["x"]), round(box["y"]), round(box["width"]), round(box["height"])))
    assert len(seen) == 1, seen
