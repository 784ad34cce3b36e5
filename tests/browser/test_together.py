"""People at one table, each with a browser: they talk, play by a clock, go away and come back, and play again together."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import INSECURE, fresh_page
from tests.browser.table import wait_for_turn

pytestmark = pytest.mark.browser


@pytest.fixture
def ben(chromium: Browser) -> Iterator[Page]:
    with fresh_page(chromium, viewport={"width": 390, "height": 844}, has_touch=True) as page:
        yield page


def sit_together(anna: Page, ben: Page, server: str, clock: str = "") -> str:
    """A table of Bosman for two: Anna opens it, Ben comes by its link; its address."""
    anna.goto(f"{server}/new/bosman?who=friends&seats=2")
    for folded in anna.locator("#setup details:not([open]) > summary").all():
        folded.click()
    anna.fill("[name=name-0]", "Anna")
    if clock:
        anna.select_option("#clock", clock)
    anna.click("#setup button.primary")
    anna.wait_for_selector("html[data-ready]")
    ben.goto(anna.url)
    ben.wait_for_selector("html[data-ready]")
    ben.click(".greeting button")
    ben.fill("#sit-name", "Ben")
    ben.click("#cover button.primary")
    expect(anna.locator("#invitation")).to_have_count(0)
    expect(anna.locator("#seats .seat >> nth=1")).to_contain_text("Ben")
    return anna.url


def play_one(page: Page) -> None:
    """Keep the hand, or lay the first token that can be laid."""
    assert wait_for_turn(page)
    page.wait_for_timeout(500)  # buttons are deaf for a moment, so that no double click plays two moves
    seq = page.get_attribute("#main", "data-shown")
    page.locator("#actions button:not(.quiet)").first.click()
    page.wait_for_function("seq => document.querySelector('#main').dataset.shown !== seq", arg=seq)


def test_two_come_by_one_link_at_the_same_moment(page: Page, ben: Page, chromium: Browser, server: str) -> None:
    """Both see the same free seat; the second one gets the next, and is asked nothing twice."""
    page.goto(f"{server}/new/hexxi?who=friends&seats=3")
    page.fill("[name=name-0]", "Anna")
    page.click("#setup button.primary")
    page.wait_for_selector("html[data-ready]")
    with fresh_page(chromium, viewport={"width": 844, "height": 390}, has_touch=True) as eva:
        for one in (ben, eva):
            one.goto(page.url)
            one.wait_for_selector("html[data-ready]")
            expect(one.locator(".greeting:visible")).to_contain_text("Anna invites you to play Piraci HEXXI.")
        eva.locator(".greeting button").tap()
        eva.fill("#sit-name", "Eva")
        ben.locator(".greeting button").tap()
        ben.fill("#sit-name", "Ben")
        ben.locator("#cover button.primary").tap()
        expect(page.locator("#seats .seat >> nth=1")).to_contain_text("Ben")
        eva.locator("#cover button.primary").tap()
        expect(page.locator("#seats .seat >> nth=2")).to_contain_text("Eva")
        expect(eva.locator(".toast")).to_have_count(0)


def test_a_name_that_cannot_be_taken_is_asked_for_again(page: Page, ben: Page, server: str) -> None:
    page.goto(f"{server}/new/bosman?who=friends&seats=2")
    page.click("#setup button.primary")
    page.wait_for_selector("html[data-ready]")
    ben.goto(page.url)
    ben.wait_for_selector("html[data-ready]")
    ben.locator(".greeting button").tap()
    ben.fill("#sit-name", "Ben")
    ben.context.set_offline(True)
    ben.locator("#cover button.primary").tap()
    expect(ben.get_by_role("alert").filter(has_text="The server cannot be reached.")).to_be_visible()
    ben.context.set_offline(False)
    expect(ben.locator("#sit-name")).to_have_value("Ben")
    ben.locator("#cover button.primary").tap()
    expect(page.locator("#seats .seat >> nth=1")).to_contain_text("Ben")
    expect(ben.locator("#cover")).to_be_hidden()


def test_a_phone_invites_and_bots_take_the_seats_for_which_nobody_comes(page: Page, ben: Page, server: str) -> None:
    """The link and its picture stand beside the board; a friend who cannot come is no reason not to play."""
    ben.goto(f"{server.replace('localhost', INSECURE)}/new/hexxi?who=friends&seats=3")
    ben.fill("[name=name-0]", "Ben")
    ben.locator("#setup button.primary").tap()
    ben.wait_for_selector("html[data-ready]")
    ben.locator("#invitation").get_by_role("button", name="Invite players").tap()
    sheet = ben.locator("#cover")
    sheet.get_by_role("button", name="Copy the invitation link").tap()
    expect(sheet).to_contain_text("Copied")
    picture = ben.get_by_role("img", name="QR code of the invitation")
    assert picture.evaluate("img => img.decode().then(() => img.naturalWidth > 0)")
    ben.get_by_role("button", name="Close", exact=True).tap()
    page.goto(ben.url)
    page.wait_for_selector("html[data-ready]")
    page.click(".greeting button")
    page.fill("#sit-name", "Anna")
    page.click("#cover button.primary")
    expect(ben.locator("#seats .seat >> nth=1")).to_contain_text("Anna")
    ben.locator("#invitation").get_by_role("button", name="Invite players").tap()
    sheet.get_by_role("button", name="Let bots take the free seats").tap()
    expect(page.locator("#seats .seat >> nth=2")).to_contain_text("bot, medium")
    expect(ben.locator("#invitation")).to_have_count(0)


def test_two_play_with_a_clock_and_talk(page: Page, ben: Page, server: str) -> None:
    sit_together(page, ben, server, clock="move")
    expect(page.locator("#seats .clock.runs")).to_have_count(1)
    page.keyboard.press("c")
    page.keyboard.type("Hello <b>Ben</b>, see http://example.org")
    page.keyboard.press("Enter")
    expect(ben.locator("#tabs button")).to_have_attribute("data-unread", "1")
    ben.click("#tabs button")
    line = ben.locator("#log li.talk .line").first
    expect(line).to_have_text("Anna Hello <b>Ben</b>, see http://example.org")
    expect(line.locator("a")).to_have_count(0)
    expect(ben.locator("#tabs button[data-unread]")).to_have_count(0)
    ben.click(".talk-phrases summary")
    ben.get_by_role("button", name="Good luck, have fun!").click()
    expect(page.locator("#log li.talk .line").last).to_contain_text("Ben Good luck, have fun!")
    expect(page.locator("[aria-live=polite]", has_text="Ben: Good luck")).to_have_count(1)
    play_one(page)
    expect(page.locator("#log > li").last).to_contain_text("keeps")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    kinds = page.locator("#log > li").evaluate_all("rows => rows.slice(-3).map((row) => row.dataset.talk ?? '')")
    assert kinds == ["1", "2", ""], "after a reload each line stands behind the move that it followed"


def test_a_muted_person_is_not_shown(page: Page, ben: Page, server: str) -> None:
    sit_together(page, ben, server)
    ben.click("#tabs button")
    ben.fill(".talk-form input", "noise")
    ben.keyboard.press("Enter")
    page.click("#log li.talk .talk-more")
    page.get_by_role("button", name="Mute Ben").click()
    expect(page.locator("#log li.talk")).to_be_hidden()
    ben.fill(".talk-form input", "more noise")
    ben.keyboard.press("Enter")
    page.get_by_role("button", name="Show muted lines (2)").click()
    expect(page.locator("#log li.talk").last).to_be_visible()


def test_one_goes_away_a_bot_plays_on_and_the_seat_is_given_back(page: Page, ben: Page, server: str) -> None:
    page.clock.install()
    table = sit_together(page, ben, server)
    play_one(page)
    ben.goto(f"{server}/about")
    expect(page.locator("#seats .seat >> nth=1")).to_contain_class("away")
    expect(page.locator("#absent")).to_be_hidden()  # a reload is no absence
    page.clock.fast_forward(21_000)
    expect(page.locator("#absent")).to_contain_text("Ben is not here")
    page.get_by_role("button", name="Nudge").click()
    expect(page.locator(".toast")).to_contain_text("Ben is asked to come back")
    page.get_by_role("button", name="Let a bot play for Ben").click()
    assert wait_for_turn(page)
    expect(page.locator("#seats .seat >> nth=1")).to_contain_text("a bot plays")
    ben.goto(table)
    ben.wait_for_selector("html[data-ready]")
    expect(page.locator("#seats .seat >> nth=1")).not_to_contain_text("a bot plays")
    expect(page.locator("#log li.talk .line").last).to_have_text("Ben is back.")


def test_a_phone_shows_what_is_said_which_seat_is_mine_and_who_is_away(page: Page, ben: Page, server: str) -> None:
    sit_together(page, ben, server)
    mine, other = ben.locator("#seats .seat >> nth=1"), ben.locator("#seats .seat >> nth=0")
    expect(mine.get_by_text("you", exact=True)).to_be_visible()
    page.keyboard.press("c")
    page.keyboard.type("Mind the boatswain")
    page.keyboard.press("Enter")
    glance = ben.locator(".talk-peek")
    expect(glance).to_have_text("Anna: Mind the boatswain")
    glance.click()
    expect(ben.locator("#log li.talk")).to_be_visible()
    expect(glance).to_be_hidden()
    page.goto(f"{server}/about")
    expect(other.get_by_text("away")).to_be_visible()


def test_a_phone_on_its_side_has_room_for_what_is_said(page: Page, chromium: Browser, server: str) -> None:
    with fresh_page(chromium, viewport={"width": 844, "height": 390}, has_touch=True) as ben:
        sit_together(page, ben, server)
        ben.click("#tabs button")
        box = ben.locator("#log").bounding_box()
        assert box is not None
        assert box["height"] > 150
        expect(ben.get_by_label("Say something")).to_be_in_viewport(ratio=1)


def test_a_turn_is_taken_back_when_the_other_agrees(page: Page, ben: Page, server: str) -> None:
    sit_together(page, ben, server)
    play_one(page)
    play_one(ben)
    assert wait_for_turn(page)
    page.keyboard.press("u")
    ben.locator("#asked").get_by_role("button", name="Agree").click()
    expect(page.locator("#actions")).to_contain_text("Keep the hand")


def test_a_finger_asks_to_take_a_turn_back_as_well(page: Page, ben: Page, server: str) -> None:
    """A phone has no key for it: a button stands there while the others think."""
    ben.goto(f"{server}/new/bosman?who=friends&seats=4")
    ben.locator("#setup button.primary").tap()
    ben.wait_for_selector("html[data-ready]")
    page.goto(ben.url)
    page.wait_for_selector("html[data-ready]")
    page.click(".greeting button")
    page.fill("#sit-name", "Anna")
    page.click("#cover button.primary")
    play_one(ben)
    play_one(page)
    ben.get_by_role("button", name="Take my turn back").tap()
    page.locator("#asked").get_by_role("button", name="Agree").click()
    expect(ben.locator("#actions")).to_contain_text("Keep the hand")


def test_my_turn_calls_from_the_log_of_a_phone_and_from_the_past(page: Page, ben: Page, server: str) -> None:
    sit_together(page, ben, server)
    ben.click("#tabs button")
    play_one(page)
    expect(ben.locator(".turn-call")).to_be_visible()
    assert ben.title().startswith("●")
    ben.click(".turn-call button")
    expect(ben.locator("#frame")).to_be_visible()
    page.click("#log li[data-number] button >> nth=0")
    page.wait_for_selector("#main.looking-back")
    play_one(ben)
    expect(page.locator(".turn-call")).to_be_visible()
    assert page.title().startswith("●")
    page.click(".turn-call button")
    expect(page.locator("#past")).to_be_hidden()


def test_a_rematch_with_a_reload_in_between(page: Page, ben: Page, server: str) -> None:
    table = sit_together(page, ben, server)
    pressed = page.request.post(f"{table}/again", max_redirects=0)  # as the button of a finished game sends it
    following = pressed.headers["location"]
    expect(ben.locator("#rematch")).to_contain_text("Anna wants to play again.")
    ben.reload()
    ben.wait_for_selector("html[data-ready]")
    ben.locator("#rematch").get_by_role("button", name="Play along").click()
    ben.wait_for_url(f"**{following}")
    page.goto(f"{server}{following}")
    page.wait_for_selector("html[data-ready]")
    names = page.locator("#seats .name").all_text_contents()
    assert names == ["Ben", "Anna"], "seats rotate"
    expect(page.locator("#invitation")).to_have_count(0)


def test_alone_the_whole_turn_goes_back_and_u_always_answers(page: Page, server: str) -> None:
    page.goto(f"{server}/new/bosman?seats=2")
    page.click("#setup button.primary")
    page.wait_for_selector("html[data-ready]")
    assert wait_for_turn(page)
    page.keyboard.press("u")
    expect(page.locator(".toast")).to_contain_text("nothing to take back")
    play_one(page)
    assert wait_for_turn(page)
    page.get_by_role("button", name="Take my turn back").click()
    expect(page.locator("#actions")).to_contain_text("Keep the hand")
