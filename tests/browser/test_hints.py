"""Hints, puzzles and reviews in the browser: shown on the board, readable by everybody, on a phone and on its side."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kotva import games
from kotva.match import Match
from tests.browser.table import axe_faults, sit_down, wait_for_turn
from tests.browser.test_lessons import play

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[2]
SIZES = [(390, 844), (844, 390), (1280, 800)]


def inside(page: Page, selector: str) -> bool:
    """Whether a thing lies within the window."""
    box = page.locator(selector).first.bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    return (
        box["x"] >= 0
        and box["y"] >= 0
        and box["x"] + box["width"] <= size["width"]
        and box["y"] + box["height"] <= size["height"]
    )


def test_a_hint_is_told_and_shown_on_the_board(calm_page: Page, server: str, axe: str) -> None:
    page = calm_page
    sit_down(page, server, "bosman", "me easy")
    assert wait_for_turn(page)
    ask = page.get_by_role("button", name="What would you do?")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(ask).to_be_visible()
        ask.click()
        card = page.get_by_role("dialog", name="What would you do?")
        expect(card).to_be_visible(timeout=60_000)
        choices = card.locator(".hint-choice")
        expect(choices.first).to_have_attribute("aria-pressed", "true")  # the best one is lit at once
        expect(page.locator(".suggested").first).to_be_attached()
        expect(choices.first.locator(".hint-chance")).to_contain_text("% to win")
        expect(choices.first.locator(".hint-why")).not_to_be_empty()
        for choice in choices.all():  # keeping the hand is a button and no thing: it is lit, too
            choice.focus()
            expect(choice).to_have_attribute("aria-pressed", "true")
            expect(page.locator(".suggested").first).to_be_attached()
        assert inside(page, "#hint")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert axe_faults(page, axe) == []
        page.keyboard.press("Escape")
        expect(card).to_be_hidden()
        expect(page.locator(".suggested")).to_have_count(0)


# Where everything else of the question is, with the button or without it.
BESIDE = """(hidden) => {
  const ask = document.getElementById("hint-ask");
  ask.hidden = hidden;
  const parts = [...document.querySelectorAll("#now, #now *")].filter((part) => !ask.contains(part));
  return parts.map((part) => { const box = part.getBoundingClientRect(); return [box.x, box.y, box.width, box.height]; });
}"""


@pytest.mark.parametrize("game", ["seameni", "hexxi"])
def test_what_to_do_has_its_room_though_the_question_comes_later(calm_page: Page, server: str, game: str) -> None:
    """The place of "What would you do?" is counted from the first: no button and no line is cut off when it comes."""
    page = calm_page
    page.set_viewport_size({"width": 1024, "height": 768})
    sit_down(page, server, game, "me easy")
    assert wait_for_turn(page)
    page.reload()
    page.wait_for_selector("html[data-ready]")
    expect(page.get_by_role("button", name="What would you do?")).to_be_visible()
    cut = "(now) => [...now.children].map((part) => part.getBoundingClientRect().bottom - now.getBoundingClientRect().bottom)"
    assert max(page.locator("#now").evaluate(cut)) <= 0
    assert page.evaluate(BESIDE, False) == page.evaluate(BESIDE, True)  # nothing moves when it comes or goes


def test_a_puzzle_is_given_up_and_its_solution_shown(calm_page: Page, server: str, axe: str) -> None:
    page = calm_page
    page.goto(f"{server}/lessons/triremes")
    page.get_by_role("button", name="Puzzle 1 of 20").click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector("html[data-ready]")
    expect(page.get_by_role("button", name="What would you do?")).to_have_count(0)
    expect(page.locator("#lesson-told")).to_be_empty()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#lesson-hints li").first).to_be_visible()
    expect(page.locator(".suggested")).to_have_count(0)
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator("#lesson-told")).to_contain_text("Best: ")
    expect(page.locator("#lesson-told")).to_contain_text("Chance to win: ")
    expect(page.locator(".suggested").first).to_be_attached()
    expect(page.get_by_role("button", name="Next puzzle")).to_be_visible()
    assert axe_faults(page, axe) == []
    page.reload()
    page.wait_for_selector("html[data-ready]")
    expect(page.get_by_role("button", name="What would you do?")).to_be_visible()  # now one may ask


def test_a_finished_game_is_reviewed_on_the_board(calm_page: Page, server: str, axe: str) -> None:
    page = calm_page
    page.goto(f"{server}/lessons/triremes")
    page.locator("form[action$='/capital'] button").click()
    page.wait_for_url("**/table/*")
    for action in ("h18-g18", "g18-h18", "g17-h17"):
        assert wait_for_turn(page)
        moves = page.locator("#log > li").count()
        play(page, action)
        expect(page.locator("#log > li")).not_to_have_count(moves)
    page.wait_for_selector("#result:not([hidden])", state="attached")
    page.goto(page.url.replace("/table/", "/review/"))
    expect(page.locator("#review[data-ready]")).to_be_attached(timeout=90_000)
    doubt = page.get_by_role("listitem").filter(has_text="Better: ").first
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        doubt.get_by_role("button", name="Move 1").click()
        expect(page.locator(".suggested").first).to_be_attached()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert inside(page, ".review-graph")
        assert axe_faults(page, axe) == []
    assert page.locator(".review-curve").count() == 2


def test_a_review_says_why_as_ordinary_text(calm_page: Page, server: str) -> None:
    """Below each doubtful choice, not in the name of a button: what was played with its reasons, then what was better; a tap
    anywhere leads to that moment, and the text is read on a phone without looking sideways."""
    page = calm_page
    match = Match(games.load("triremes"), 2, position={"figures": "R:g17,h18,i18 G:n18,m18"}, seed="why").play(
        "h18-g18"
    )
    link = page.request.post(f"{server}/api/replays", data=match.record().to_json()).json()["link"]
    page.goto(server + link.replace("/replay/", "/review/"))
    expect(page.locator("#review[data-ready]")).to_be_attached(timeout=90_000)
    doubt = page.locator(".review-list > li").filter(has_text="Better: ")
    expect(doubt).to_have_count(1)
    played, better = (doubt.get_by_role("paragraph").nth(n) for n in range(2))
    expect(played).to_have_text(re.compile(r"^Played: .+\. Your soldiers go away from the enemy capitals\.$"))
    expect(better).to_have_text(re.compile(r"^Better: .+\. It wins the game\. In the capital: 3 of 3 soldiers\. "))
    button = doubt.get_by_role("button")
    expect(button).to_have_accessible_name(re.compile(r"^Move 1 lost \d+ points$"))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.get_by_role("button", name="Copy the link").focus()
        page.keyboard.press("End")
        expect(page.locator(".suggested")).to_have_count(0)
        better.scroll_into_view_if_needed()
        assert inside(page, ".review-list > li p:last-of-type")
        box = better.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(page.locator(".suggested").first).to_be_attached()
        assert better.evaluate("(text) => text.scrollWidth <= text.clientWidth")


def test_a_long_review_leaves_everything_its_place(calm_page: Page, server: str) -> None:
    """Settlers has a column of cards beside the board: none lies on the review, whose turning points say whose they are."""
    page = calm_page
    match = Match(games.load("settlers"), 4, seed="a long review")
    for _ in range(24):
        match.play(match.legal()[0])
    link = page.request.post(f"{server}/api/replays", data=match.record().to_json()).json()["link"]
    curves = [[0.25, 0.3, 0.6], [0.25, 0.25, 0.2], [0.25, 0.25, 0.1], [0.25, 0.2, 0.1]]
    doubt = {"at": 4, "seat": 1, "played": "this", "better": "that", "chance": 0.1, "chance_better": 0.4, "items": []}
    doubt |= {"why": ["It brings 2 points."], "why_better": ["It brings 3 points.", "Nobody can take them away."]}
    review = {"done": 1, "moves": 24, "names": [f"Player {n}" for n in range(1, 5)], "at": [0, 8, 24], "curves": curves}
    review |= {"turns": [8], "turns_told": [["Player 1 rolls 4.", "Player 2 gets a card."]], "doubts": [doubt] * 12}
    page.route("**/api/reviews/*", lambda route: route.fulfill(json=review))
    page.goto(server + link.replace("/replay/", "/review/"))
    expect(page.locator("#review[data-ready]")).to_be_attached()
    expect(page.locator(".swing .glyph")).to_have_text("A")
    expect(page.locator(".swing em")).to_have_text("gained 30 points")
    expect(page.locator(".swing p")).to_have_text("Player 1 rolls 4. Player 2 gets a card.", use_inner_text=True)
    expect(page.locator(".swing em")).to_have_attribute("title", re.compile(r"^30\s% → 60\s%$"))
    for width, height in (*SIZES, (1440, 900), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(FREE)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# Nothing of the tray lies outside it or on the review.
FREE = """() => {
  const review = document.getElementById("review").getBoundingClientRect();
  const tray = document.querySelector(".strip.tray");
  const frame = tray.getBoundingClientRect();
  const things = [...tray.querySelectorAll(".thing")].map((thing) => thing.getBoundingClientRect());
  const free = (box) => box.top >= review.bottom && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
  return things.length > 5 && things.every((box) => !box.height || free(box));
}"""


@pytest.fixture
def simultaneous(tmp_path: Path) -> Iterator[str]:
    """A server with a game in which all choose at the same time."""
    pearls = tmp_path / "one_pearl.py"
    pearls.write_text("from tests.conformance.pearls import PEARLS as GAME\n", encoding="utf-8")
    command = [sys.executable, "-m", "kotva", "--with", str(pearls), "serve", "--port", "0", "--no-browser"]
    database = str(tmp_path / "tables.db")
    process = subprocess.Popen([*command, "--pace", "0", "--db", database], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        found = re.search(r"http://localhost:\d+", process.stdout.readline())
        assert found, "the server did not start"
        yield found[0]
    finally:
        process.terminate()
        process.wait(10)
        process.stdout.close()


def test_a_hint_stays_while_others_choose_at_the_same_time(calm_page: Page, simultaneous: str) -> None:
    page = calm_page
    sit_down(page, simultaneous, "pearls", "me hard hard")
    keep = page.get_by_role("button", name="keep")
    bet = page.get_by_role("button", name="bet 0")
    for _ in range(6):
        assert wait_for_turn(page)
        if bet.is_visible():
            break
        keep.click()
    expect(bet).to_be_visible()
    page.get_by_role("button", name="What would you do?").click()
    card = page.get_by_role("dialog", name="What would you do?")
    expect(card).to_be_visible(timeout=30_000)
    seq = page.locator("#main").get_attribute("data-shown")
    page.wait_for_function("seq => Number(document.getElementById('main').dataset.shown) >= Number(seq)", arg=seq)
    page.wait_for_timeout(4_000)  # both bots have chosen: a second each
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    bet.click()
    expect(card).to_be_hidden()
