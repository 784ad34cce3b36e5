"""People as they use the site: an account and its second device by QR, a block, and a moderator's day; in no secure context."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import segno
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import INSECURE, fresh_page
from tests.browser.test_together import play_one, sit_together

pytestmark = pytest.mark.browser
PASSWORD = "a quiet harbour"


@pytest.fixture
def place(server: str) -> str:
    """The server under a name with which the browser allows nothing that needs a secure context."""
    return server.replace("localhost", INSECURE)


@pytest.fixture
def ben(chromium: Browser) -> Iterator[Page]:
    with fresh_page(chromium, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True) as page:
        yield page


def make_account(page: Page, place: str, name: str) -> None:
    page.goto(place)
    page.get_by_role("link", name="Sign in or make an account").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def sit_with_accounts(page: Page, ben: Page, place: str, names: tuple[str, str]) -> str:
    """A table of two people with accounts."""
    for one, name in zip((page, ben), names, strict=True):
        make_account(one, place, name)
    page.goto(f"{place}/new/bosman?who=friends&seats=2")
    page.click("#setup button.primary")
    page.wait_for_selector("html[data-ready]")
    ben.goto(page.url)
    ben.wait_for_selector("html[data-ready]")
    ben.click(".greeting button")  # an account has a name: nothing else is asked
    expect(page.locator("#seats .seat >> nth=1")).to_contain_text(names[1])
    return page.url


def test_a_guest_becomes_an_account_and_signs_in_on_a_phone_by_qr(page: Page, ben: Page, place: str) -> None:
    """The table of the guest is there on the phone; the code works once, and the phone is let go from the list."""
    table = sit_together(page, ben, place)
    assert page.evaluate("isSecureContext") is False
    play_one(page)
    page.goto(place)
    make_account(page, place, "Quirin")
    page.get_by_role("button", name="Sign another device in").click()
    code = page.locator(".code-big").inner_text()
    drawn = page.locator(".qr svg path").last.get_attribute("d")
    address = f"{place}/sign-in/device#{code.replace('-', '')}"
    made = re.search(
        r' d="([^"]*)"/></svg>',
        segno.make(address, error="m").svg_inline(border=4, dark="#000", light="#fff", omitsize=True),
    )
    assert made is not None
    assert drawn == made[1], "the picture is this address"
    ben.context.clear_cookies()
    ben.goto(address)
    expect(ben.locator("main")).to_contain_text("to the account of Quirin")
    assert "#" not in ben.url, "no code stays in the history"
    ben.get_by_role("button", name="Sign in as Quirin").tap()
    ben.get_by_role("link", name="Your tables").or_(ben.locator(".mine a").first).first.wait_for()
    ben.goto(table)
    expect(ben.locator("#seats .seat.eyes")).to_contain_text("Anna")
    ben.context.clear_cookies()
    ben.goto(f"{place}/about")
    ben.goto(address)
    expect(ben.get_by_role("alert")).to_contain_text("has been used")
    page.goto(f"{place}/account")
    page.get_by_role("button", name=re.compile("^Sign out: ")).first.click()
    expect(page.get_by_role("button", name=re.compile("^Sign out: "))).to_have_count(0)


def test_without_a_secure_context_links_are_copied_and_nothing_impossible_is_offered(
    page: Page, ben: Page, place: str
) -> None:
    """A laptop at a plain http:// address has no clipboard for pages, no notifications, no service worker."""
    page.goto(f"{place}/new/bosman?who=friends&seats=2")
    page.click("#setup button.primary")
    page.wait_for_selector("html[data-ready]")
    assert page.evaluate("[isSecureContext, 'clipboard' in navigator, 'serviceWorker' in navigator]") == [False] * 3
    page.get_by_role("button", name="Copy the invitation link").click()
    expect(page.locator("#invitation")).to_contain_text("Copied")
    field = page.get_by_label("Say something")
    field.focus()
    page.keyboard.press("Control+V")
    expect(field).to_have_value(page.url)
    page.click("#settings-open")
    expect(page.locator("#settings")).not_to_contain_text("notif")
    ben.goto(page.url)
    ben.wait_for_selector("html[data-ready]")
    greeting = ben.locator(".greeting:visible")
    expect(greeting).to_contain_text("invites you to play Bosman")
    expect(greeting).to_contain_text("2 players, about 10 to 20 minutes")


def test_a_block_hides_a_person_everywhere(page: Page, ben: Page, place: str) -> None:
    """Talk, tables in the lobby, people who are here, looking for a game; and a seat at my tables."""
    sit_with_accounts(page, ben, place, ("Blanka", "Otto"))
    ben.click("#tabs button")
    ben.fill(".talk-form input", "You play like a herring")
    ben.keyboard.press("Enter")
    page.click("#log li.talk .talk-more")
    expect(page.get_by_role("link", name="Block Otto")).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name="Block Otto").click()
    expect(page.locator("section:has(h2:target)")).to_contain_text("Otto")
    page.get_by_role("button", name="Block Otto").click()
    expect(page.locator("main")).to_contain_text("You have blocked this person.")
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_selector("html[data-ready]")
    expect(page.locator("#log")).not_to_contain_text("herring")
    ben.fill(".talk-form input", "A herring I say")
    ben.keyboard.press("Enter")
    expect(ben.locator("#log li.talk .line").last).to_contain_text("A herring I say")
    ben.goto(f"{place}/new/hexxi?who=friends&seats=2")
    ben.select_option("#access", "public")
    ben.locator("#setup button.primary").tap()
    ben.wait_for_selector("html[data-ready]")
    theirs = ben.url
    page.goto(place)
    expect(page.locator("#part-mine")).to_contain_text("Bosman")
    expect(page.locator("#part-tables")).not_to_contain_text("Otto")
    page.goto(f"{place}/new/hexxi?who=friends&seats=2")
    page.select_option("#access", "public")
    page.click("#setup button.primary")
    page.wait_for_selector("html[data-ready]")
    mine = page.url
    ben.goto(mine)
    ben.wait_for_selector("html[data-ready]")
    ben.click(".greeting button")
    expect(ben.locator(".toast")).to_contain_text("taken")
    expect(page.locator("#log")).not_to_contain_text("herring")
    page.goto(f"{place}/account")
    page.get_by_role("button", name="Unblock Otto").click()
    expect(page.locator("main")).to_contain_text("Nobody. You block somebody")
    page.goto(place)
    expect(page.locator(f'#part-tables a[href="{theirs.removeprefix(place)}"]')).to_contain_text("Otto")


def test_a_day_of_a_moderator(page: Page, ben: Page, chromium: Browser, place: str, database: Path) -> None:
    """A line is reported where it stands; its author is muted, let go, suspended; a table is closed; all of it is in the log."""
    table = sit_with_accounts(page, ben, place, ("Vera", "Rowdy"))
    ben.click("#tabs button")
    ben.fill(".talk-form input", "Something nasty")
    ben.keyboard.press("Enter")
    page.click("#log li.talk .talk-more")
    page.get_by_role("button", name="Report this line").click()
    expect(page.locator("#log li.talk")).to_contain_text("Reported. Thank you.")
    with fresh_page(chromium, viewport={"width": 844, "height": 390}) as judge:
        make_account(judge, place, "Justus")
        admin = [sys.executable, "-m", "kotva", "admin", "role", "Justus", "moderator", "--db", str(database)]
        subprocess.run(admin, check=True, capture_output=True)
        judge.wait_for_timeout(4000)  # the running server looks at the log of deeds every few seconds
        judge.goto(f"{place}/account")
        judge.get_by_role("link", name="Moderation").click()
        report = judge.get_by_role("article").filter(has_text="Something nasty")
        expect(report).to_contain_text("Rowdy")
        report.get_by_role("button", name="Mute", exact=True).click()
        expect(judge.get_by_role("alert")).to_contain_text("Write the reason")
        report.get_by_label("Reason").fill("nasty words")
        report.get_by_role("button", name="Mute", exact=True).click()
        expect(judge.get_by_role("status")).to_have_text("Done.")
        ben.fill(".talk-form input", "More of it")
        ben.keyboard.press("Enter")
        expect(ben.locator(".toast")).to_contain_text("A moderator has muted you")
        judge.get_by_role("button", name="Let Rowdy talk again").click()
        ben.keyboard.press("Enter")
        ben.locator(".talk-form button").tap()
        expect(page.locator("#log")).to_contain_text("More of it")
        acts = judge.get_by_role("region", name="Act by name")
        acts.get_by_label("Name of the account").fill("rowdy")
        acts.get_by_label("Reason").first.fill("again")
        acts.get_by_role("button", name="Suspend").click()
        expect(judge.get_by_role("status")).to_have_text("Done.")
        acts.get_by_label("Its link or address").fill(table)
        acts.get_by_label("Reason").last.fill("no place for this")
        acts.get_by_role("button", name="Close the table").click()
        expect(judge.get_by_role("region", name="What was done")).to_contain_text("no place for this")
        page.goto(table)
        expect(page.locator("main")).to_contain_text("A moderator has closed this table.")
        ben.goto(f"{place}/new/bosman?seats=2")
        ben.locator("#setup button.primary").tap()
        expect(ben.locator("main")).to_contain_text("Your account is suspended")
        log = judge.get_by_role("region", name="What was done").get_by_role("row")
        expect(log).to_have_count(6)  # the head, the role, muted, may talk again, suspended, closed
