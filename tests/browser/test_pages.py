"""Replay, records, languages, reasons; and every page clean for screen readers, by day and by night."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import kotva
from tests.browser.conftest import fresh_page
from tests.browser.table import axe_faults, settled, sit_down, wait_for_turn
from tests.pages import PLAIN_PAGES

pytestmark = pytest.mark.browser


@pytest.fixture(scope="session")
def record() -> str:
    """A finished game."""
    match = kotva.game("bosman").new(seats=4, seed="a record", turn_limit=20)
    while not match.is_over:
        match.play(match.legal()[len(match.played) % len(match.legal())])
    return match.record().to_json()


def load(page: Page, server: str, record: str) -> None:
    page.goto(server)
    page.fill("#pasted", record)
    page.get_by_role("button", name="Watch it").click()
    page.wait_for_url("**/replay/r-*")
    page.wait_for_selector("html[data-ready]")


def test_a_record_can_be_watched(calm_page: Page, server: str, record: str) -> None:
    page = calm_page
    load(page, server, record)
    slider = page.get_by_role("slider")
    length = int(slider.get_attribute("max") or 0)
    assert length > 40
    page.get_by_role("button", name="To the end").click()
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator(".slide output")).to_have_text(f"{length} / {length}")
    page.get_by_role("button", name="One move back").click()
    expect(page.locator("#result")).to_be_hidden()
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator(".slide output")).to_have_text(f"0 / {length}")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".slide output")).to_have_text(f"1 / {length}")
    slider.fill("30")
    expect(page.locator(".slide output")).to_have_text(f"30 / {length}")
    page.get_by_label("Through whose eyes").select_option("1")
    expect(page.locator(".strip.hand .thing")).not_to_have_count(0)
    page.locator("#log button").nth(8).click()
    expect(page.locator("#log li.here")).to_have_count(1)
    page.get_by_label("Speed").select_option("16")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#result")).to_be_visible(timeout=60_000)
    with page.expect_download() as saved:
        page.get_by_text("Save the record").click()
    assert Path(saved.value.path()).read_text(encoding="utf-8") == record


def test_a_record_can_be_chosen_as_a_file(calm_page: Page, server: str, record: str, tmp_path: Path) -> None:
    page = calm_page
    file = tmp_path / "game.json"
    file.write_text(record, encoding="utf-8")
    page.goto(server)
    page.set_input_files("#file", file)
    page.wait_for_url("**/replay/r-*")


def test_what_is_no_record_is_refused_in_words(calm_page: Page, server: str) -> None:
    page = calm_page
    page.goto(server)
    page.fill("#pasted", "hello")
    page.get_by_role("button", name="Watch it").click()
    expect(page.locator("#load-fault")).to_contain_text("JSON")


def test_the_language_can_be_changed(calm_page: Page, server: str) -> None:
    page = calm_page
    page.goto(server)
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Čeština").click()
    expect(page.locator("html")).to_have_attribute("lang", "cs")
    page.click("#game-bosman button.primary")
    page.wait_for_selector("html[data-ready]")
    wait_for_turn(page)
    assert "Keep" not in page.inner_text("#now")
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Български").click()
    expect(page.locator("html")).to_have_attribute("lang", "bg")
    expect(page.locator("#log-title")).not_to_have_text("Log")


def test_the_table_says_why_not(calm_page: Page, server: str) -> None:
    page = calm_page
    sit_down(page, server, "bosman", "me open")
    wait_for_turn(page)
    page.locator("[data-id='field-b1']").click()
    bubble = page.locator("#bubble")
    expect(bubble).to_be_visible()
    page.keyboard.press("Escape")
    expect(bubble).to_be_hidden()
    page.locator(".strip.hand .thing").first.click()
    page.locator("[data-id='field-e2']").click()
    link = bubble.locator("a.clause-link").first
    expect(link).to_have_text("BOS-4.6")
    with page.expect_popup() as opened:
        link.click()
    rules = opened.value
    rules.wait_for_load_state()
    expect(rules.locator(":target")).to_be_visible()
    assert rules.locator(":target").get_attribute("id") == "BOS-4.6"


def test_a_moment_of_the_past_can_be_looked_at(calm_page: Page, server: str) -> None:
    page = calm_page
    sit_down(page, server, "bosman", "me easy")
    wait_for_turn(page)
    page.get_by_role("button", name="Keep the hand").click()
    settled(page)
    wait_for_turn(page)
    page.locator("#log button").first.click()
    expect(page.get_by_text("Back to now")).to_be_visible()
    assert page.locator(".first").count() == 0
    page.keyboard.press("Escape")
    expect(page.get_by_text("Back to now")).to_be_hidden()
    assert page.locator(".first").count() > 0


def test_a_key_tells_what_is_what(page: Page, server: str) -> None:
    sit_down(page, server, "seameni", "me easy")
    wait_for_turn(page)
    page.keyboard.press("l")
    expect(page.locator("#help .legend li").first).to_be_visible()
    expect(page.locator("#help .legend li")).to_have_count(13)


def test_a_clause_among_what_is_folded_opens_it(page: Page, server: str) -> None:
    page.goto(f"{server}/rules/bosman#BOS-13.4")
    expect(page.locator("#BOS-13\\.4")).to_be_visible()
    expect(page.locator("#BOS-S1")).to_be_hidden()
    expect(page.get_by_text("[src]").first).to_be_hidden()
    page.get_by_text("Show everything").click()
    expect(page.locator("#BOS-S1")).to_be_visible()
    expect(page.get_by_text("[src]").first).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_clean_for_screen_readers(
    chromium: Browser, server: str, axe: str, record: str, scheme: str
) -> None:
    context = chromium.new_context(
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
        locale="en-GB",
        bypass_csp=True,
        viewport={"width": 1280, "height": 800},
    )
    page = context.new_page()
    faults: dict[str, list[str]] = {}
    for path in (*PLAIN_PAGES, "/nowhere"):
        page.goto(server + path)
        faults[path] = axe_faults(page, axe)
    sit_down(page, server, "bosman", "me easy")
    wait_for_turn(page)
    faults["table"] = axe_faults(page, axe)
    page.locator(".strip.hand .thing").first.click()
    faults["something chosen"] = axe_faults(page, axe)
    page.locator("[data-id='field-e2']").click()
    page.wait_for_selector("#bubble a")
    faults["a reason"] = axe_faults(page, axe)
    page.keyboard.press("Escape")
    page.click("#help-open")
    faults["help"] = axe_faults(page, axe)
    sit_down(page, server, "bosman", "me me")
    faults["hand over"] = axe_faults(page, axe)
    load(page, server, record)
    page.get_by_role("button", name="To the end").click()
    page.wait_for_selector("#result:not([hidden])")
    faults["replay"] = axe_faults(page, axe)
    page.set_viewport_size({"width": 360, "height": 640})
    faults["replay on a phone"] = axe_faults(page, axe)
    context.close()
    assert {where: found for where, found in faults.items() if found} == {}


def test_a_table_is_deleted_from_the_lobby_and_closes_where_it_is_open(
    chromium: Browser, calm_page: Page, server: str
) -> None:
    """The cross leads to a page that says what each way out means; another browser that looks on is told."""
    page = calm_page
    table = sit_down(page, server, "bosman", "me easy")
    with fresh_page(chromium, reduced_motion="reduce") as other:
        other.goto(f"{server}/table/{table}")
        other.wait_for_selector("html[data-ready]")
        expect(other.locator("#link-state")).to_be_hidden()
        page.locator("#settings-open").click()
        expect(page.get_by_role("link", name="Leave the table")).to_be_visible()
        page.goto(server)
        page.get_by_role("link", name="Leave, delete or hide: Bosman").click()
        page.get_by_role("button", name="Delete the table").click()
        expect(page.locator(f"a[href='/table/{table}']")).to_have_count(0)
        expect(other.get_by_role("heading", name="This table has been deleted.")).to_be_visible()
        other.get_by_role("link", name="Back to the harbour").click()
        other.wait_for_url(f"{server}/")
    assert page.goto(f"{server}/table/{table}").status == 404  # type: ignore[union-attr]


def test_what_a_plain_page_says_stands_below_one_another(calm_page: Page, server: str) -> None:
    """Errors, closed tables and the page about Kotva share their look with the form of a new table, but not its two columns."""
    for path in ("/table/nowhere", "/about"):
        calm_page.goto(server + path)
        boxes = calm_page.locator("main > *").evaluate_all(
            "parts => parts.map((part) => part.getBoundingClientRect().toJSON())"
        )
        shown = [box for box in boxes if box["height"]]
        assert len(shown) > 1
        for above, below in itertools.pairwise(shown):
            assert below["top"] >= above["bottom"] - 1


def test_a_preset_fills_in_the_form(calm_page: Page, server: str) -> None:
    """TRI-21.1: loads are remembered by default and shown in the preset `quick`; a field changed afterwards counts."""
    page = calm_page
    page.goto(f"{server}/new/triremes?seats=2")
    page.wait_for_selector("html[data-ready]")
    page.click("#setup details.more > summary")
    cargo, first_map = page.locator("#option-cargo"), page.locator("[name=option-map1-known]:checked")
    expect(cargo).to_have_value("memory")
    page.get_by_role("radio", name="Quick").check()
    expect(cargo).to_have_value("open")
    expect(first_map).to_have_value("cove")
    page.get_by_role("radio", name="Standard").check()
    expect(cargo).to_have_value("memory")
    expect(first_map).to_have_value("bay")
    page.get_by_role("radio", name="Quick").check()
    cargo.select_option("memory")
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector("html[data-ready]")
    expect(page.locator("svg").get_by_text("G1?", exact=True)).to_have_count(1)  # whether it is loaded is not shown
