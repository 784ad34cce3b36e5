"""A tournament as people meet it: the organiser's desk, a helper's phone with a slip, the public page, the projector, paper."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import fresh_page
from tests.browser.table import axe_faults

pytestmark = pytest.mark.browser

NAMES = ["Ada", "Ben", "Cyr", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim"]


def press(page: Page, name: str) -> None:
    """A button of the desk; what cannot be taken back asks first, and is confirmed."""
    page.locator("#main").get_by_role("button", name=name, exact=True).first.click()
    expect(page.locator(".fault")).to_have_count(0)


def begin(page: Page, server: str) -> str:
    """Make a tournament of eleven people with the forms, as an organiser would; its address."""
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"{server}/tournaments")
    page.get_by_role("link", name="New tournament").click()
    page.fill("[name=name]", "Harbour cup")
    page.fill("[name=date]", "2020-01-01")
    page.get_by_role("button", name="Open registration").click()
    page.get_by_text("Many at once, from a CSV table").click()
    page.fill("[name=csv]", "name\n" + "".join(f"{name}\n" for name in NAMES))
    press(page, "Import")
    for option in ("publish.lead=0", "confirm.minutes=0"):
        page.get_by_text("Options", exact=True).click()
        page.fill("input[list=options]", f"set {option}")
        press(page, "Set")
    for _ in NAMES:
        page.locator(".people").get_by_role("button", name="here", exact=True).first.click()
    expect(page.locator(".people").get_by_role("button", name="not here")).to_have_count(len(NAMES))
    press(page, "Close registration")
    return page.url.removesuffix("/desk")


def enter(page: Page, scores: dict[str, int], winner: str | None) -> None:
    """Fill in a result's form that is open on this page."""
    form = page.locator("form.result-form:visible").first
    for name, points in scores.items():
        form.get_by_label(f"Points of {name}").fill(str(points))
    if winner:
        form.get_by_label(f"{winner} has won").check()
    form.get_by_role("button").last.click()


def seats(page: Page, table: int) -> list[str]:
    """Who sits at a table, as the desk shows it."""
    lines = page.locator(f"#R1\\.T{table} > ol > li").all_inner_texts()
    return [line.split()[0] for line in lines]


def test_a_round_around_real_tables(chromium: Browser, calm_page: Page, server: str, axe: str) -> None:
    """Drawn, published and started at the desk; one result comes from a phone with the slip; places follow TOU-11 and 13."""
    page = calm_page
    address = begin(page, server)
    for step in ("Draw round 1", "Publish the draw", "Start the clock"):
        press(page, step)
    assert axe_faults(page, axe) == []
    tables = {number: seats(page, number) for number in (1, 2, 3)}
    assert sorted(name for table in tables.values() for name in table) == sorted(NAMES)
    page.goto(f"{address}/paper/slips?round=1")
    expect(page.locator(".slip svg")).to_have_count(3)
    code = re.search(r"Slip code (\w{4})", page.locator(".slip").first.inner_text())
    assert code is not None
    points: dict[str, tuple[int, int]] = {}  # place points and game points, computed here once more
    with fresh_page(chromium, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True) as phone:
        phone.goto(f"{address}/slip/R1.T1/{code[1]}")
        first, *others = tables[1]
        phone.get_by_text(first, exact=True).first.click()
        assert axe_faults(phone, axe) == []
        scores = {first: 10, **dict(zip(others, (8, 8, 4)))}
        enter(phone, scores, first)
        expect(phone.locator(".where")).to_contain_text("reported")
        points |= {first: (4, 10), others[0]: (3, 8), others[1]: (3, 8), others[2]: (2, 4)}  # TOU-11.2
    page.goto(f"{address}/desk")
    for name in others:
        press(page, f"Confirm for {name}")
    for number in (2, 3):
        table = tables[number]
        page.locator(f"#R1\\.T{number}").locator("summary", has_text="Enter the result").click()
        scores = {name: 10 - 2 * place for place, name in enumerate(table)}
        enter(page, scores, table[0])
        points |= {name: (4 - place, 10 - 2 * place) for place, name in enumerate(table)}
    page.goto(address)
    shown = {
        row.locator("th").inner_text().split()[0]: tuple(
            int(cell) for cell in row.locator("td.num").all_inner_texts()[2:4]
        )
        for row in page.locator(".standings tbody tr").all()
    }
    assert shown == points
    assert axe_faults(page, axe) == []
    page.goto(f"{address}/clock")
    expect(page.locator(".left")).to_have_text(re.compile(r"7[45]:\d\d"))
    assert page.locator(".left").evaluate("e => e.scrollWidth <= innerWidth"), "the clock fits the screen"
    for what in ("tables", "names", "cards", "standings", "schedule", "cross"):
        page.goto(f"{address}/paper/{what}")
        page.emulate_media(media="print")
        expect(page.locator(".bar")).to_be_hidden()
        expect(page.locator("#main")).to_contain_text("Ada" if what != "schedule" else "Round 1")
        page.emulate_media(media="screen")
