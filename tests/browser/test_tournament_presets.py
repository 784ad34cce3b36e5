"""Every preset of TOU-19.1 from a name to the archive, by the buttons of the desk; the order is that of the second opinion."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from kotva.tournament.log import read_entry
from kotva.tournament.presets import PRESETS
from kotva.tournament.state import TournamentState
from kotva.tournament.teams import boards, team_standings, teams
from kotva.tournament.tournament import replay
from tests.browser.conftest import fresh_page
from tests.browser.test_tournament import Club, club, fill_in, press, slips
from tests.browser.test_tournament_formats import PHONE, founded
from tests.tournament.reference import Book

__all__ = ["club"]
pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

NAMES = ("Ada", "Ben", "Cyr", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim", "Leo")
TEAMS = ("Anchors", "Boats", "Crabs")
# A round robin of more has more rounds than anybody wants to look at; a match of teams of four has three of them at least.
PEOPLE = {"bots-rr": 4, "duel-rr": 4, "teams": 12}
MOST = 12  # rounds


def people(preset: str) -> str:
    """A list to paste: teams of four, all with a rating."""
    rows = [f"{name},{TEAMS[i // 4]},{1900 - 50 * i}" for i, name in enumerate(NAMES)]
    return "\n".join(["name,team,rating", *rows[: PEOPLE.get(preset, 8)]]) + "\n"


def log_of(page: Page, address: str) -> TournamentState:
    """What the file says that everybody can take home."""
    found = json.loads(page.request.get(f"{address}/export/tournament.json").text())
    return replay([read_entry(entry, number) for number, entry in enumerate(found["log"], 1)])


def play_round(page: Page, address: str, number: int) -> None:
    """Drawn or paired, published, started; at each table the name that comes first in the alphabet wins."""
    expect(page.get_by_role("button", name=re.compile("Prepare the arena|Draw round")).first).to_be_visible()
    arena = page.get_by_role("button", name="Prepare the arena").count()
    for step in ("Prepare the arena", "Publish the arena") if arena else (f"Draw round {number}", "Publish the draw"):
        press(page, step)
    press(page, "Start the clock")
    expect(page.get_by_role("button", name="Pause the clock")).to_be_visible()
    if page.get_by_role("button", name="Make tables of those who wait").count():
        press(page, "Make tables of those who wait")
    state = log_of(page, address)
    current = state.current
    assert current is not None
    for table, link in slips(page, address, number).items():
        found = current.table(table)
        assert found is not None
        names = sorted(state.players[player].name for player in found.seats)
        page.goto(link)
        fill_in(page, {name: 10 - 2 * place for place, name in enumerate(names)}, names[0])
        expect(page.locator(".where")).to_have_text("The result is confirmed.")
    page.goto(f"{address}/desk")
    press(page, "End the arena" if current.mode == "arena" else "Complete the round")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_from_its_name_to_the_archive(chromium: Browser, calm_page: Page, club: Club, preset: str) -> None:
    """TOU-19.1: played to its end; ranks, and those of teams, as somebody else computes them; `verify` agrees."""
    page = calm_page
    address = founded(page, club, f"All of {preset}", preset, people(preset))
    archive = page.get_by_role("button", name="Archive the tournament")
    number = 0
    while not archive.count():
        number += 1
        assert number <= MOST, "it does not end"
        play_round(page, address, number)
        page.wait_for_load_state()
    state = log_of(page, address)
    assert state.completed == number
    book = [state.players[player].name for player in Book(state, number).order()]
    press(page, "Archive the tournament")
    expect(page.locator(".next").get_by_role("link", name="Certificates")).to_be_visible()
    page.goto(address)
    rows = page.locator("table.standings:not(.teams) tbody th")
    assert [row.inner_text().split()[0] for row in rows.all()] == book
    shown = [row.inner_text().split()[0] for row in page.locator("table.teams tbody th").all()]
    if boards(state.options) or state.options.number("team.count"):
        assert len(shown) == len(teams(state)) >= 2
        assert shown == [row.team.name for row in team_standings(state, number)]
    else:
        assert sorted(shown) in ([], ["Anchors"], ["Anchors", "Boats"])
    page.goto(f"{address}/verify")
    expect(page.locator("#main")).to_contain_text("Everything that can be checked agrees.")
    if folder := os.environ.get("KOTVA_SHOTS"):
        with fresh_page(chromium, **PHONE) as phone:
            phone.goto(address)
            phone.screenshot(path=str(Path(folder) / f"preset-{preset}.png"), full_page=True)
