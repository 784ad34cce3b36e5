"""What must not happen by accident: double clicks, boards that move under the finger, buttons that are not what is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kotva.engine.game import Json
from tests.browser.conftest import Open
from tests.browser.lively import lively
from tests.browser.table import lay, look, settled, sit_down, wait_for_turn
from tests.ours import GAMES

pytestmark = pytest.mark.browser

ROLL = {"P1": "S 1 19; R 19-24 1-4", "P2": "S 9; R 9-13", "P3": "S 30; R 30-35", "phase": "ROLL"}
BOARD = """() => {
  const box = document.querySelector(".board").getBoundingClientRect();
  return [box.x, box.y, box.width, box.height, document.querySelector(".board").getAttribute("viewBox")];
}"""


# Whether all that can be chosen next was within a part of the board.
WAS_IN_SIGHT = """(part) => {
  const [left, top, width, height] = part.split(" ").map(Number);
  const paper = document.querySelector(".board").getScreenCTM().inverse();
  return Array.from(document.querySelectorAll(".board .target")).every((one) => {
    const at = paper.multiply(one.getScreenCTM());
    return at.e > left && at.e < left + width && at.f > top && at.f < top + height;
  });
}"""


# Press, wait for the table to answer, press the same place or key again at once: what a double click does on a fast server.
TWICE = """async (how) => {
  const main = document.getElementById("main");
  const box = document.querySelector("#actions [data-key='1']").getBoundingClientRect();
  const [clientX, clientY] = [box.x + box.width / 2, box.y + box.height / 2];
  const at = {clientX, clientY, detail: 1, bubbles: true};
  const press = () => {
    if (how === "key") document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "1", bubbles: true}));
    else document.elementFromPoint(clientX, clientY).dispatchEvent(new MouseEvent("click", at));
  };
  const before = main.dataset.shown;
  const settled = new Promise((done) => {
    const look = () => main.dataset.shown !== before && !main.classList.contains("sending") && done();
    new MutationObserver(look).observe(main, {attributes: true}); // at once: a busy machine may look up late
  });
  press();
  await settled;
  const next = document.querySelector("#actions button")?.textContent ?? "";
  press();
  return next;
}"""


@pytest.mark.parametrize("how", ["click", "key"])
def test_the_second_half_of_a_double_press_does_nothing(how: str, player: Open, server: str, database: Path) -> None:
    """The button that comes into the place of another does not hear what was meant for that one."""
    table = lay(database, "settlers", 3, ROLL)
    page = player(table, 0)
    page.get_by_role("button", name="Roll the dice").wait_for()
    assert look(page, server, table)["moves"] == 0
    page.evaluate(TWICE, how)
    expect(page.locator("#actions [aria-disabled]")).to_have_count(0)
    assert look(page, server, table)["moves"] == 2, "the roll, and what the dice showed"
    assert look(page, server, table)["actors"][0] == 0
    page.locator("#actions [data-key='1'], .first").first.wait_for(state="attached")


# Twice on Cancel: the second press comes down on what has taken its place.
CANCEL_TWICE = """() => {
  const box = document.querySelector("#actions > :last-child").getBoundingClientRect();
  const [clientX, clientY] = [box.x + box.width / 2, box.y + box.height / 2];
  return [0, 1].map(() => {
    const under = document.elementFromPoint(clientX, clientY);
    under.dispatchEvent(new MouseEvent("click", {clientX, clientY, bubbles: true}));
    return under.dataset.text;
  });
}"""


def test_a_double_press_on_cancel_takes_no_turn_back(phone: Page, server: str) -> None:
    """The button that takes a turn back has the corner in which Cancel was, and heard the second press."""
    table = sit_down(phone, server, "hexxi", "me easy")
    assert wait_for_turn(phone)
    phone.locator(".hand .first").first.tap()
    phone.locator(".board .target").first.tap()
    phone.get_by_role("button", name="Take my turn back").wait_for()
    assert wait_for_turn(phone)
    phone.locator(".hand .first").first.tap()
    phone.get_by_role("button", name="Cancel").wait_for()
    before = look(phone, server, table)["seq"]
    assert phone.evaluate(CANCEL_TWICE) == ["Cancel", "Take my turn back"]
    expect(phone.locator("#actions [aria-disabled]")).to_have_count(0)
    assert look(phone, server, table)["seq"] == before


@pytest.mark.parametrize("game", ["bosman", "hexxi", "triremes"])
def test_choosing_does_not_move_the_board(game: str, phone: Page, server: str) -> None:
    """On a phone: the board, its zoom and its place stay while something is chosen and put back."""
    page = phone
    sit_down(page, server, game, "me easy", **({"setup": "auto"} if game == "triremes" else {}))
    for _ in range(12):
        assert wait_for_turn(page)
        if page.locator(".first:visible").count():
            break
        page.locator("#actions button:not([aria-disabled])").first.tap()
    page.wait_for_function("() => document.getAnimations().length === 0")
    before = page.evaluate(BOARD)
    page.evaluate(
        "document.querySelector('.thing.first, .item.first').dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    )
    page.wait_for_selector(".chosen", state="attached")
    page.wait_for_timeout(100)
    chosen = page.evaluate(BOARD)
    assert chosen[:4] == before[:4]
    if page.evaluate(WAS_IN_SIGHT, before[4]):  # otherwise the camera moves once, to what comes next
        assert chosen == before
    page.get_by_role("button", name="Cancel").tap()
    expect(page.locator(".chosen")).to_have_count(0)
    assert page.evaluate(BOARD) == chosen


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768)])
def test_all_buttons_are_in_sight_when_something_is_chosen(size: tuple[int, int], calm_page: Page, server: str) -> None:
    """Also when the others have moved: what they did can be asked for again afterwards."""
    calm_page.set_viewport_size({"width": size[0], "height": size[1]})
    sit_down(calm_page, server, "bosman", "me easy easy easy")
    calm_page.get_by_role("button", name="Keep the hand").click()
    expect(calm_page.get_by_role("button", name="What happened?")).to_be_visible()
    expect(calm_page.locator("#main")).to_have_class(re.compile("my-turn"))
    box = calm_page.locator("#now").bounding_box()
    assert box
    calm_page.locator(".strip .thing.first").last.click()
    for name in ("Exchange the .*", "Cancel"):
        button = calm_page.get_by_role("button", name=re.compile(name)).bounding_box()
        assert button
        assert box["y"] <= button["y"] < button["y"] + button["height"] <= box["y"] + box["height"], name
    calm_page.keyboard.press("Escape")
    expect(calm_page.get_by_role("button", name="What happened?")).to_be_visible()


def visits(player: Open, database: Path, game: str, positions: Sequence[Mapping[str, Json]]) -> Iterator[Page]:
    """One browser at a table of each of these positions in turn, when it is its turn."""
    tables = [lay(database, game, 4, position) for position in positions]
    page = player(tables[0], 0)
    for table in tables:
        if not page.url.endswith(table):
            page.goto(f"{page.url.rpartition('/')[0]}/{table}")
            page.wait_for_selector("html[data-ready]")
        wait_for_turn(page)
        yield page


@pytest.mark.parametrize("game", GAMES)
def test_the_red_button_is_the_normal_move(game: str, player: Open, database: Path) -> None:
    """While something on the board can be chosen no button is red."""
    looked = 0
    for page in visits(player, database, game, lively(game, 4)[:2]):
        if page.locator(".first").count():
            looked += 1
            assert page.locator("#actions button.primary").all_inner_texts() == []
    assert looked


def test_a_way_out_is_never_the_red_button(player: Open, database: Path) -> None:
    """Passing is always possible in HEXXI, and exchanging tokens in Bosman; neither is what one wants most of the time."""
    tried = []
    for game, word in (("hexxi", "Pass"), ("bosman", "Exchange")):
        for page in visits(player, database, game, lively(game, 4)):
            button = page.locator("#actions button", has_text=word)
            if game == "bosman" and page.locator(".hand .first").count():
                page.locator(".hand .first").first.click()
                page.wait_for_selector(".chosen", state="attached")
            for one in button.all():
                tried.append(word)
                assert "primary" not in (one.get_attribute("class") or "").split(), word
    assert set(tried) == {"Pass", "Exchange"}


def test_moves_can_be_confirmed(calm_page: Page, server: str) -> None:
    """With the setting on, a choice is shown and waits for a yes; Cancel takes it back; it is kept for the next visit."""
    page = calm_page
    table = sit_down(page, server, "bosman", "me open")
    wait_for_turn(page)
    page.get_by_role("button", name="Settings of this table").click()
    page.get_by_label("Ask me before a move is made").check()
    page.locator("#settings").get_by_role("button", name="Close").click()
    page.reload()
    page.wait_for_selector("html[data-ready]")
    seq = look(page, server, table)["seq"]
    page.get_by_role("button", name="Keep").click()
    expect(page.locator("#prompt")).to_contain_text("?")
    assert look(page, server, table)["seq"] == seq
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Keep")).to_be_visible()
    page.get_by_role("button", name="Keep").click()
    page.get_by_role("button", name="Yes, do it").click()
    expect(page.locator("#main:not(.my-turn)")).to_be_visible()
    assert look(page, server, table)["seq"] > seq


# Sounds are counted where a browser would make them.
TONES = """
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
"""


def test_sounds_are_off_until_they_are_wanted(calm_page: Page, server: str) -> None:
    page = calm_page
    page.add_init_script(TONES)
    sit_down(page, server, "bosman", "me open")
    wait_for_turn(page)
    page.get_by_role("button", name="Keep").click()
    expect(page.locator("#main:not(.my-turn)")).to_be_visible()
    assert page.evaluate("tones") == 0
    page.get_by_role("button", name="Settings of this table").click()
    page.get_by_label("Sounds for moves and for my turn").check()
    page.locator("#settings").get_by_role("button", name="Close").click()
    sit_down(page, server, "bosman", "me open")  # it is kept for the next table
    wait_for_turn(page)
    page.get_by_role("button", name="Keep").click()
    expect(page.locator("#main:not(.my-turn)")).to_be_visible()
    settled(page)
    assert page.evaluate("tones") > 0


# Whether the curtain has fallen already when what was done is shown.
CURTAIN = """() => {
  const main = document.getElementById("main");
  window.covered = [];
  const look = () => window.covered.push(document.getElementById("cover").open);
  new MutationObserver(look).observe(main, {attributeFilter: ["data-shown"]});
}"""


def test_the_player_that_moved_sees_it_before_the_screen_is_covered(calm_page: Page, server: str) -> None:
    page = calm_page
    sit_down(page, server, "bosman", "me me")
    page.get_by_role("button", name="I am Player 1").click()
    page.evaluate(CURTAIN)
    page.get_by_role("button", name="Keep the hand").click()
    expect(page.get_by_text("Hand the screen to Player 2")).to_be_visible()
    assert page.evaluate("covered")[0] is False


def test_moves_of_others_step_by_step(calm_page: Page, server: str) -> None:
    """Each move of a bot waits for a press; then the trail shows them again with one key."""
    page = calm_page
    table = sit_down(page, server, "seameni", "me easy easy easy")
    wait_for_turn(page)
    page.get_by_role("button", name="Settings of this table").click()
    page.get_by_label("step by step").check()
    page.locator("#settings").get_by_role("button", name="Close").click()
    shown = page.locator("#main").get_attribute("data-shown")
    page.keyboard.press("t")
    page.keyboard.type(look(page, server, table)["choices"][0]["action"])
    page.keyboard.press("Enter")
    step = page.get_by_role("button", name="Next move")
    steps = 0
    while steps < 60:
        page.wait_for_selector("#main.my-turn:not(.sending) #actions, [data-key='.']", state="attached")
        if not step.count():
            break
        step.click()
        steps += 1
    assert steps >= 3, "three bots have moved"
    assert page.locator("#main").get_attribute("data-shown") != shown
    assert wait_for_turn(page)
    page.keyboard.press("r")
    expect(page.locator("#past")).to_be_visible()
    expect(page.locator("#past")).to_be_hidden(timeout=60_000)


CREW: dict[str, Json] = {
    "player": "S",
    "ships": {"S": "f0", "N": "f12"},
    "tiles": "e1=wa f1=wa",
    "pirates": {"S1": "@S", "S2": "@S", "S3": "@S"},
}


def test_a_finger_on_several_small_things_fans_them_out(player: Open, database: Path) -> None:
    """Pirates aboard lie 18 pixels apart: a tap asks which of them is meant, and never takes a neighbour."""
    page = player(lay(database, "seameni", 2, CREW), 0, 390, 844, has_touch=True, is_mobile=True)
    page.wait_for_selector("[data-id=pirate-S2].first", state="attached")
    box = page.locator("[data-id=pirate-S2] .pose").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    choices = page.get_by_role("menuitem")
    assert choices.count() >= 2
    for choice in choices.all():
        size = choice.bounding_box()
        assert size is not None
        assert min(size["width"], size["height"]) >= 44
    page.get_by_role("menuitem", name="pirate 3, aboard").tap()
    expect(page.locator("[data-id=pirate-S3]")).to_have_class(re.compile(r"\bchosen\b"))
    expect(page.locator(".fan")).to_have_count(0)


def test_a_line_of_the_log_points_at_what_it_tells(calm_page: Page, server: str) -> None:
    page = calm_page
    table = sit_down(page, server, "bosman", "me easy")
    for number in range(4):
        assert wait_for_turn(page)
        packet = look(page, server, table)
        page.wait_for_selector(f"#main.my-turn[data-shown='{packet['seq']}']", state="attached")
        choices = [choice for choice in packet["choices"] if choice["action"].startswith("play")] or packet["choices"]
        body = {
            "action": choices[0]["action"],
            "seat": packet["seat"],
            "seen": packet["seq"],
            "key": f"log-line-{number}",
        }
        page.request.post(f"{server}/api/tables/{table}/moves", data=body)
        page.wait_for_selector(f"#main:not([data-shown='{packet['seq']}'])", state="attached")  # it has heard of it
    line = page.locator("#log li", has_text="lays").first
    line.hover()
    expect(page.locator(".pointer-mark").first).to_be_visible()
    page.locator("#prompt").hover()
    expect(page.locator(".pointer-mark")).to_have_count(0)
