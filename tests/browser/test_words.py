"""Words and previews: what a number counts, what a thing may do, what a place brings, what happens where nobody looks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from kotva.engine.game import Json
from tests.browser.conftest import Open
from tests.browser.lively import lively
from tests.browser.table import lay, look
from tests.server.conftest import Data

pytestmark = pytest.mark.browser

FOUNDING: dict[str, Json] = {
    "phase": "SETUP_SETTLEMENT",
    "board": "G8 B3 G6 D G4 W9 B2 O10 W5 L11 G10 W5 L9 O6 B3 W8 L12 L11 O4 | 3 L 3 O 3 B W G 3",
    "robber": 4,
    "turn": "P1",
    "first": "P3",
    "founded": 1,
    "round": 0,
    "P1": "",
    "P2": "",
    "P3": "S 1; R 1-4",
}
# The red of the look, as a browser writes it.
PRESS = """() => {
  const one = document.body.appendChild(document.createElement("i"));
  one.style.color = "var(--press)";
  return getComputedStyle(one).color;
}"""
IN_VIEW = """(id) => {
  const box = document.querySelector(`[data-id="${id}"] .pose`).getBoundingClientRect();
  const frame = document.getElementById("frame").getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
}"""


def play(page: Page, server: str, table: str, state: Data, action: str) -> None:
    """A move of the one in front of this page, made by its browser; the page hears of it as of any other."""
    body = {"action": action, "seat": state["seat"], "seen": state["seq"], "key": f"words-{state['seq']:08}"}
    done = page.request.post(f"{server}/api/tables/{table}/moves", data=body, headers={"origin": server})
    assert done.ok, done.text()


def test_a_sum_of_digits_says_what_it_counts(player: Open, database: Path) -> None:
    """BOS: to a pointer that rests there and, as fingers do not rest, to a tap."""
    page = player(lay(database, "bosman", 4, lively("bosman", 4)[0]), 0, 390, 844, has_touch=True, is_mobile=True)
    digits = page.locator(".seat.eyes .fact", has_text="digits")
    expect(digits).to_have_attribute(
        "title", "digits: The digits of your tokens in the boat, added up: with equal points the higher sum wins."
    )
    digits.tap()
    expect(page.locator(".toast")).to_contain_text("The digits of your tokens in the boat, added up")


def test_an_initiative_says_what_lies_face_down(player: Open, server: str, database: Path) -> None:
    """HEX-5.3: once a token lies face down in the initiative area its owner sees "0+2", everybody else "0+?"."""
    table = lay(database, "hexxi", 4, lively("hexxi", 4)[0])
    page = player(table, 0)
    state = look(page, server, table)
    play(page, server, table, state, next(c["action"] for c in state["choices"] if c["action"].startswith("init")))
    fact = page.locator(".seat.eyes .fact", has_text="initiative")
    expect(fact.locator("dd")).to_have_text(re.compile(r"0\+\d+"))
    expect(fact).to_have_attribute("title", re.compile("after \\+ those of your own tokens face down"))
    fact.click()
    expect(page.locator(".toast")).to_contain_text("those of your own tokens face down")
    other = player(table, 1).locator(".seat:not(.eyes) .fact", has_text="initiative")
    expect(other.locator("dd")).to_contain_text("+?")
    expect(other).to_have_attribute("title", re.compile(r"\? stands for tokens face down"))


def test_arrows_and_grey_fields_explain_themselves(player: Open, server: str, database: Path) -> None:
    """HEX-2.10, HEX-5.3: the sign of the initiative area, and the fields that are marked for whoever is on turn."""
    table = lay(database, "hexxi", 4, lively("hexxi", 4)[0])
    page = player(table, 0)
    tip = page.locator(".tip")
    page.locator("[data-id='initiative'] .pose").hover(force=True)
    expect(tip).to_contain_text("your initiative area")
    expect(tip).to_contain_text("the highest sum of values here acts first")
    for far in page.locator("[data-id^='far-']").evaluate_all("all => all.map((one) => one.dataset.id)"):
        told = page.request.get(f"{server}/api/tables/{table}/about?eyes=0", params={"item": far}).json()["words"]
        if len(told) > 1:  # the far edge of somebody else, too
            break
    page.locator(f"[data-id='{far}'] .pose").hover(force=True)
    for words in reversed(told):  # what comes last of all, first
        expect(tip.locator("span", has_text=words)).to_have_count(1)
    assert "Far edge of Player 1: a ship here counts three times." in told
    assert len(told) > 1


def test_a_token_shows_what_it_may_do(player: Open, server: str, database: Path) -> None:
    """HEX-8 to HEX-11: at rest on a token in the confrontation its rule, its ways in words, and marks on the board."""
    table = lay(database, "hexxi", 4, lively("hexxi", 4)[2])
    page = player(table, 0)
    state = look(page, server, table)
    cruise = next(c for c in state["choices"] if c["action"].startswith("cruise"))
    token, goal = cruise["paths"][0]
    page.locator(f"[data-id='{token}'] .pose").hover(force=True)
    expect(page.locator(".tip")).to_contain_text("May cruise to ")
    expect(page.locator(".tip")).to_contain_text(goal.partition("-")[2])
    expect(page.locator(".about-mark").first).to_be_attached()
    page.mouse.move(2, 2)
    expect(page.locator(".about-mark")).to_have_count(0)


def test_a_crossing_says_what_it_would_bring(player: Open, database: Path) -> None:
    """SET-5.1: while founding, before anything is chosen: fields 4 and 9 and 11, in cards of 36 throws."""
    page = player(lay(database, "settlers", 3, FOUNDING), 0)
    expect(page.locator("#prompt")).to_have_text("Found a settlement: choose a crossing.")
    page.locator("[data-id='vertex-19'] .pose").hover(force=True)
    tip = page.locator(".tip")
    expect(tip).to_contain_text("In 36 throws a settlement here brings: 2 lumber, 4 wool, 3 grain.")
    expect(tip).to_contain_text("fields 4, pasture 9, forest 11")


def test_taking_aboard_shows_the_soldier_aboard_and_the_ship_where_it_is(player: Open, database: Path) -> None:
    """TRI-9.2: it was the ship once that seemed to drive ashore, until the table had answered what would really happen."""
    page = player(lay(database, "triremes", 4, lively("triremes", 4)[0]), 0)
    asked: list[Route] = []
    page.route("**/preview?*", lambda route: asked.append(route))
    page.locator("[data-id=R2]").dispatch_event("click")
    with page.expect_request("**/preview?*"):
        page.locator("[data-id=man-R-m2] .pose").hover(force=True)
    expect(page.locator("#prompt")).to_have_text("R2 takes aboard the soldier on m2")
    expect(page.locator(".preview use")).to_have_count(0)
    asked[0].continue_()
    expect(page.locator("#prompt")).to_contain_text("embarks from m2 on trireme R2")
    expect(page.locator(".preview use")).to_have_count(1)
    expect(page.locator(".preview use")).to_have_attribute("href", "#symbol-soldier-0")
    on_deck = """() => {
      const box = (one) => document.querySelector(one).getBoundingClientRect();
      const [soldier, ship] = [box(".preview .item"), box("[data-id=R2] .pose")];
      const [x, y] = [soldier.x + soldier.width / 2, soldier.y + soldier.height / 2];
      return x > ship.left && x < ship.right && y > ship.top && y < ship.bottom;
    }"""
    assert page.evaluate(on_deck)


def test_what_happens_off_screen_is_looked_at_and_marked_on_the_small_map(
    player: Open, server: str, database: Path
) -> None:
    """TRI: on a phone the fleets of the others are out of sight; a move there is shown, marked, and an arrow stays."""
    table = lay(database, "triremes", 4, lively("triremes", 4)[0])
    page = player(table, 0, 390, 844, has_touch=True, is_mobile=True)
    other = player(table, 1)
    mine = look(page, server, table)
    play(page, server, table, mine, next(c["action"] for c in mine["choices"] if c["paths"]))
    other.wait_for_selector("#main.my-turn")
    theirs = look(other, server, table)
    action, ship = next(
        (c["action"], p[0]) for c in theirs["choices"] for p in c.get("paths", []) if p[0][1:].isdigit()
    )
    page.wait_for_selector(f"#main[data-shown='{theirs['seq']}']")
    assert not page.evaluate(IN_VIEW, ship), "it is out of sight"
    play(other, server, table, theirs, action)
    page.wait_for_selector(f"#main:not([data-shown='{theirs['seq']}'])")
    page.wait_for_function(IN_VIEW, arg=ship)
    expect(page.locator(".minimap")).to_be_visible()
    spot = page.locator(f"[data-id='{ship}']").evaluate("one => one.style.transform.match(/[\\d.]+/g).map(Number)")
    marked = page.locator(".map-last").evaluate_all(
        "all => all.map((one) => [one.cx.baseVal.value, one.cy.baseVal.value])"
    )
    assert spot in marked
    expect(page.locator(".arrow.of-seat-1")).to_have_count(1)


def test_the_normal_move_is_red(player: Open, database: Path) -> None:
    """SET-4.2: the dice are all there is to do, and so is the end of the turn of whoever can do nothing else."""
    position = {"P1": "S 1 19; R 19-24 1-4", "P2": "S 9; R 9-13", "P3": "S 30; R 30-35"}
    for more, words in (({"phase": "ROLL"}, "Roll the dice"), ({"dice": "3+5"}, "End the turn")):
        page = player(lay(database, "settlers", 3, {**position, **more}), 0)
        red = page.locator("#actions button.primary")
        expect(red).to_have_count(1)
        expect(red).to_contain_text(words)
        assert red.evaluate("one => getComputedStyle(one).backgroundColor") == page.evaluate(PRESS)


def test_the_question_follows_the_choice(player: Open, server: str, database: Path) -> None:
    """What is held has a question of its own, and Cancel brings the table's question back."""
    table = lay(database, "hexxi", 4, lively("hexxi", 4)[2])
    page = player(table, 0)
    prompt = page.locator("#prompt")
    own = prompt.inner_text()
    state = look(page, server, table)
    token = next(c["paths"][0][0] for c in state["choices"] if c["action"].startswith("cruise"))
    page.locator(f"[data-id='{token}']").dispatch_event("click")
    expect(prompt).to_have_text("Warship: where does it go, or what does it attack?")
    page.get_by_role("button", name="Cancel").click()
    expect(prompt).to_have_text(own)


def test_where_the_boatswain_will_walk_is_shown_before_the_token_is_laid(
    player: Open, server: str, database: Path
) -> None:
    """BOS: on the field where a token would go: the boatswain's way, and who boards, in the words of the log."""
    for position in lively("bosman", 4):
        table = lay(database, "bosman", 4, position)
        page = player(table, 0)
        for choice in look(page, server, table)["choices"]:
            path = (choice.get("paths") or [[]])[0]
            if len(path) != 2 or not path[1].startswith("field"):
                continue
            seen = page.request.get(
                f"{server}/api/tables/{table}/preview?eyes=0", params={"action": choice["action"]}
            ).json()
            if not seen.get("courses"):
                continue
            page.locator(f"[data-id='{path[0]}']").dispatch_event("click")
            page.locator(f"[data-id='{path[1]}'] .pose").hover(force=True)
            expect(page.locator("#prompt")).to_have_text(" ".join(seen["lines"]))
            expect(page.locator(".preview .course")).to_have_count(len(seen["courses"]))
            return
    raise AssertionError("the boatswain walks nowhere")
