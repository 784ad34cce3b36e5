"""More kinds of tournament as an organiser meets them: a team event from a pasted list to the public page, and a knock-out."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import fresh_page
from tests.browser.table import axe_faults
from tests.browser.test_tournament import Club, begin_round, club, fill_in, press, slips

__all__ = ["club"]
pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LIST = """name,team,category,rating
Ada,Anchors,junior,1700
Ala,Anchors,,1500
Ben,Boats,junior,1600
Bob,Boats,,
Cyr,Crabs,,1400
Cis,Crabs,junior,
"""


def keep(page: Page, name: str) -> None:
    """A picture for whoever wants to look."""
    if folder := os.environ.get("KOTVA_SHOTS"):
        page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


def founded(page: Page, club: Club, name: str, preset: str, people: str) -> str:
    """A tournament by its name and format, people by a pasted list, everybody here; its address."""
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"{club.address}/tournaments/new")
    page.fill("[name=name]", name)
    page.select_option("[name=preset]", preset)
    page.get_by_role("button", name="Open registration").click()
    page.get_by_label("Names, one a line").fill(people)
    page.get_by_role("button", name="Look at the list").click()
    page.locator("main form button.primary").last.click()
    expect(page.get_by_role("heading", name="What comes next")).to_be_visible()
    page.get_by_role("button", name="All here").click()
    press(page, "Close registration")
    return page.url.partition("/desk")[0]


def enter_all(page: Page, address: str, number: int, tables: dict[int, list[str]]) -> None:
    """Every slip by the organiser: the name that comes first in the alphabet wins."""
    for table, link in slips(page, address, number).items():
        page.goto(link)
        best = min(tables[table])
        fill_in(page, {name: 10 if name == best else 5 for name in tables[table]}, best)
        expect(page.locator(".fault")).to_have_count(0)
    page.goto(f"{address}/desk")
    press(page, "Complete the round")


def test_a_team_event(chromium: Browser, calm_page: Page, club: Club, axe: str) -> None:
    """TOU-19.18, 13.7, 2.16, 20.14: three teams of two, on the desk, on the public page and embedded."""
    page = calm_page
    address = founded(page, club, "League", "duel-teams", LIST)
    page.goto(f"{address}/options")
    page.locator("[id='option-team.boards']").fill("2")
    press(page, "Save the options")
    page.goto(f"{address}/desk")
    press(page, "Draw round 1")
    expect(page.get_by_role("button", name="Publish the draw")).to_be_visible()
    line = page.locator(".people tr", has_text="Bob")
    line.locator("summary", has_text="Boats").click()
    line.get_by_label("Category").fill("newcomer")
    line.get_by_role("button", name="Save").click()
    expect(page.locator(".last-entry strong")).to_have_text("What is known of Bob was changed.")
    keep(page, "desk-teams")
    for step in ("Publish the draw", "Start the clock"):
        press(page, step)
    expect(page.get_by_role("button", name="Pause the clock")).to_be_visible()
    tables = {
        int(str(table.get_attribute("id")).split(".T")[1]): [
            t.split()[0] for t in table.locator("> ol > li").all_inner_texts()
        ]
        for table in page.locator("[id^='R1.T']").all()
    }
    assert len(tables) == 2, "one match of two boards; the third team has a bye"
    enter_all(page, address, 1, tables)
    for name, look in (("public", dict[str, Any]()), ("public-phone", PHONE)):
        with fresh_page(chromium, **look) as visitor:
            visitor.goto(address)
            teams = visitor.locator("table.teams tbody tr")
            expect(teams).to_have_count(3)
            points = [row.locator("td strong").inner_text() for row in teams.all()]
            assert sorted(points) == ["0", "2", "2"], "a match won, one lost, and a bye"
            visitor.get_by_role("link", name="junior", exact=True).click()
            expect(visitor.locator("table.standings:not(.teams) tbody tr")).to_have_count(3)
            keep(visitor, name)
            assert axe_faults(visitor, axe) == []
    with fresh_page(chromium) as frame:
        frame.goto(f"{address}/embed")
        expect(frame.get_by_role("heading", name="Teams")).to_be_visible()
        expect(frame.locator("form")).to_have_count(0)
        keep(frame, "embed")


def test_a_knock_out_with_byes_and_a_third_place(calm_page: Page, club: Club) -> None:
    """TOU-19.14, 19.17: six people at tables of four; the three best seeded rest, then a final of four."""
    page = calm_page
    people = "name,rating\n" + "".join(
        f"{name},{1900 - 100 * i}\n" for i, name in enumerate(("Ada", "Ben", "Cyr", "Dan", "Eva", "Fay"))
    )
    address = founded(page, club, "Cup", "knockout", people)
    tables = begin_round(page, 1)
    assert tables == {1: tables[1]}
    assert sorted(tables[1]) == ["Dan", "Eva", "Fay"]
    enter_all(page, address, 1, tables)
    tables = begin_round(page, 2)
    assert sorted(tables[1]) == ["Ada", "Ben", "Cyr", "Dan"]
    assert sorted(tables[2]) == ["Eva", "Fay"]
    keep(page, "desk-cup")
    enter_all(page, address, 2, tables)
    page.goto(address)
    names = page.locator("table.standings tbody th a").all_inner_texts()
    assert [names[0], names[4], names[5]] == ["Ada", "Eva", "Fay"]
    keep(page, "public-cup")


def test_a_result_waits_on_the_phone(chromium: Browser, calm_page: Page, club: Club) -> None:
    """TOU-20.15: entered in a cellar, mended there, sent by itself, once."""
    page = calm_page
    address = founded(page, club, "Cellar", "settlers-cz", "Ada\nBen\nCyr\n")
    names = begin_round(page, 1)[1]
    link = slips(page, address, 1)[1]
    with fresh_page(chromium, **PHONE) as phone:
        phone.goto(link)
        phone.locator("summary", has_text=names[0]).click()
        phone.context.set_offline(True)
        for points in (4, 5):  # the second one is right
            fill_in(phone, {name: 10 if name == names[0] else points for name in names}, names[0])
        expect(phone.get_by_role("status").filter(has_text="waits on this device")).to_be_visible()
        keep(phone, "waiting-phone")
        assert phone.evaluate("JSON.parse(localStorage['kotva-waiting']).length") == 1
        page.goto(f"{address}/desk")
        expect(page.get_by_text("All results are in.")).to_have_count(0)
        phone.context.set_offline(False)
        expect(phone.locator(".entered li")).to_have_count(3)
        assert sorted(phone.locator(".entered li strong").all_inner_texts()) == ["10", "5", "5"]
        assert phone.evaluate("JSON.parse(localStorage['kotva-waiting']).length") == 0
    page.goto(f"{address}/desk")
    page.get_by_text("The log", exact=True).click()
    expect(page.locator(".log-lines li", has_text="The result of table")).to_have_count(1)
