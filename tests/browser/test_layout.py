"""Nothing is cut, nothing lies over another, no band is empty: on the phones that most people have."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kotva import games
from kotva.engine.game import Json
from kotva.engine.say import Say
from tests.browser.conftest import Open
from tests.browser.lively import lively
from tests.browser.table import lay, look
from tests.browser.test_words import FOUNDING, play
from tests.ours import GAMES

pytestmark = pytest.mark.browser

PHONES = [(390, 844), (844, 390), (320, 568)]
# Every player: name and score are whole, the score stands beside the sign, and the game's title is whole.
CUT = """() => {
  const faults = [];
  const whole = (one) => one.scrollWidth <= one.clientWidth + 1;
  if (!whole(document.querySelector(".trail span"))) faults.push("the title is cut");
  for (const seat of document.querySelectorAll(".seat")) {
    const name = seat.querySelector(".name");
    if (!whole(name)) faults.push(`${name.textContent} is cut`);
    const [sign, score] = [".glyph", ".score"].map((part) => seat.querySelector(part).getBoundingClientRect());
    if (score.top > sign.bottom || score.height > 1.6 * sign.height) faults.push(`the score of ${name.textContent} has wrapped`);
    if (score.right > seat.getBoundingClientRect().right) faults.push(`the score of ${name.textContent} is cut`);
  }
  return faults;
}"""
# Of what lies in the corners of the board: what is there, and what lies on another.
STEERING = """() => {
  const boxes = ["zoom", "minimap", "thrown"]
    .map((name) => [name, document.querySelector(`.sea .${name}`)])
    .filter(([, one]) => one?.childElementCount && one.getBoundingClientRect().width)
    .map(([name, one]) => [name, one.getBoundingClientRect()]);
  const within = (one, other) => one.left < other.right && one.top < other.bottom;
  const meet = (one, other) => within(one, other) && within(other, one);
  const faults = boxes.flatMap(([name, box], number) =>
    boxes.slice(number + 1).filter(([, other]) => meet(box, other)).map(([other]) => `${name} on ${other}`));
  return {seen: boxes.map(([name]) => name), faults};
}"""


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("([x, y]) => innerWidth === x && innerHeight === y", arg=[width, height])


@pytest.mark.parametrize("game", GAMES)
def test_names_scores_and_titles_are_whole(game: str, player: Open, database: Path) -> None:
    page = player(lay(database, game, 4, lively(game, 4)[0]), 0, *PHONES[0], has_touch=True, is_mobile=True)
    for size in PHONES:
        resize(page, *size)
        assert page.evaluate(CUT) == [], size


@pytest.mark.parametrize("language", ["cs", "pl", "bg"])
def test_titles_are_whole_in_every_language(language: str, player: Open, database: Path) -> None:
    """On the smallest phone; the titles of the other games are put into the same bar."""
    page = player(
        lay(database, "hexxi", 4, lively("hexxi", 4)[0]),
        0,
        320,
        568,
        has_touch=True,
        is_mobile=True,
        locale=language,
    )
    title = page.locator(".trail span")
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(title).to_have_text(Say(language, "hexxi")(games.load("hexxi").title))
    for game in GAMES:
        title.evaluate("(one, words) => { one.textContent = words; }", Say(language, game)(games.load(game).title))
        for width in (320, 360):
            resize(page, width, 568)
            assert title.evaluate("one => one.scrollWidth <= one.clientWidth + 1 && one.scrollHeight <= 42"), game


def test_a_long_clock_pushes_no_score_away(phone: Page, server: str) -> None:
    """Three hours for each of four players, in numbers beside name and score."""
    page = phone
    page.goto(f"{server}/new/settlers")
    page.wait_for_selector("html[data-ready]")
    page.check("input[name=seats][value='4']")
    for seat, kind in enumerate(("me", "easy", "easy", "easy")):
        page.select_option(f"[name=kind-{seat}]", kind)
    page.click("#setup .more summary")
    page.select_option("[name=clock]", "game")
    page.fill("[name=clock-minutes]", "180")
    page.click("#setup button.primary")
    page.wait_for_selector("html[data-ready]")
    expect(page.locator(".seat .clock").first).to_contain_text(":")
    for size in PHONES:
        resize(page, *size)
        assert page.evaluate(CUT) == [], size


def test_the_names_of_ships_lie_on_their_own_ships(player: Open, database: Path) -> None:
    """TRI: however close two lie, no name covers a neighbour or another name."""
    page = player(lay(database, "triremes", 4, lively("triremes", 4)[0]), 0, 1440, 900)
    faults = page.evaluate(
        """() => Array.from(document.querySelectorAll(".layer-3 .item .badge"), (badge) => {
          const [name, ship] = [badge, badge.closest(".item").querySelector(".pose")].map((one) => one.getBoundingClientRect());
          const [x, y] = [name.x + name.width / 2, name.y + name.height / 2];
          return x > ship.left && x < ship.right && y > ship.top && y < ship.bottom ? "" : badge.textContent;
        })"""
    )
    assert len(faults) >= 20, "four fleets"
    assert not any(faults)


@pytest.mark.parametrize("game", ["hexxi", "settlers"])
def test_below_a_board_that_is_as_wide_as_the_phone_stands_the_log(game: str, player: Open, database: Path) -> None:
    """No empty band: what the board leaves over tells what happened, in whole lines, or what the game is about."""
    page = player(lay(database, game, 4, lively(game, 4)[0]), 0, 390, 844, has_touch=True, is_mobile=True)
    news = page.locator(".news")
    expect(news).to_be_visible()
    expect(news.locator("p").first).not_to_be_empty()
    assert news.evaluate(
        """place => {
          const box = place.getBoundingClientRect();
          const lines = Array.from(place.children, (line) => line.getBoundingClientRect());
          return lines.every((line) => line.top >= box.top - 1 && line.bottom <= box.bottom + 1);
        }"""
    )


def test_the_room_for_tokens_beside_a_player_is_there_before_them(player: Open, server: str, database: Path) -> None:
    """HEX-5.3: the first token in the initiative area must not push the board down, nor must the number that counts it."""
    table = lay(database, "hexxi", 4, lively("hexxi", 4)[0])
    page = player(table, 0, 390, 844, has_touch=True, is_mobile=True)
    empty = page.locator(".seat .tokens:empty")
    assert empty.count() == 4
    assert all(height > 20 for height in empty.evaluate_all("all => all.map((one) => one.offsetHeight)"))
    heights = [_height_of_seats(page, size) for size in PHONES]
    state = look(page, server, table)
    play(page, server, table, state, next(c["action"] for c in state["choices"] if c["action"].startswith("init")))
    expect(page.locator(".seat.eyes .fact", has_text="initiative").locator("dd", has_text="+")).to_be_attached()
    assert [_height_of_seats(page, size) for size in PHONES] == heights
    page.locator(".fact + .fact").evaluate_all("all => all.forEach((one) => one.remove())")
    page.locator(".fact dd").evaluate_all("all => all.forEach((one) => { one.textContent = '1'; })")
    assert [_height_of_seats(page, size) for size in PHONES] == heights, "tokens have a row of their own"


def _height_of_seats(page: Page, size: tuple[int, int]) -> int:
    resize(page, *size)
    return int(page.locator("#seats").evaluate("one => one.offsetHeight"))


def test_what_steers_the_board_lies_apart(player: Open, database: Path) -> None:
    """The button for the whole board, the small map and the dice: each has a corner of its own, whatever is lit."""
    tables = [lay(database, game, 4, position) for game in ("triremes", "settlers") for position in lively(game, 4)[:2]]
    page = player(tables[0], 0, 320, 568, has_touch=True, is_mobile=True)
    seen: set[str] = set()
    for table in tables:
        page.goto(f"{page.url.rpartition('/')[0]}/{table}")
        page.wait_for_selector("html[data-ready]")
        for _ in range(4):
            page.wait_for_selector("#frame[data-clear]")
            found = page.evaluate(STEERING)
            seen |= set(found["seen"])
            assert found["faults"] == [], table
            edge = page.locator(".edge:visible")
            if not edge.count():
                break
            page.evaluate("delete document.getElementById('frame').dataset.clear")
            edge.first.dispatch_event("click")
    assert seen == {"zoom", "minimap", "thrown"}


def test_the_room_for_the_first_cards_is_there_before_them(player: Open, database: Path) -> None:
    """SET-3.6: the hand is as high when it is empty as when it holds cards, so nothing moves when they come."""
    empty = player(lay(database, "settlers", 3, FOUNDING), 0)
    full = player(lay(database, "settlers", 3, {"P1": "S 1 19; hand LLBW", "P2": "S 9", "dice": "3+5"}), 0)
    for size in ((1440, 900), (1024, 768), *PHONES):
        heights = []
        for page in (empty, full):
            resize(page, *size)
            heights.append(page.locator(".strip.hand").evaluate("row => row.offsetHeight"))
        assert heights[0] == heights[1] >= 44, size


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_that_lies_shows_a_high_board(game: str, player: Open, database: Path) -> None:
    """The board has the whole height below the bar; it had 100 pixels once, with the bank over the question."""
    page = player(lay(database, game, 4, lively(game, 4)[0]), 0, 844, 390, has_touch=True, is_mobile=True)
    boxes = page.evaluate(
        """() => ["#frame", "#now", ".strip.tray.many", "#seats", ".bar"]
          .map((one) => document.querySelector(one)?.getBoundingClientRect())
          .filter((box) => box?.width).map((box) => box.toJSON())"""
    )
    assert boxes[0]["height"] >= 320
    assert boxes[0]["width"] >= 400
    for number, one in enumerate(boxes):
        for other in boxes[number + 1 :]:
            wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
            high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
            assert wide <= 1 or high <= 1, "nothing lies over another"


FORM_ROOM = """() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const prompt = box("#prompt");
  const over = document.elementFromPoint(prompt.left + prompt.width / 2, prompt.top + prompt.height / 2);
  const cards = Array.from(document.querySelectorAll(".strip.hand .thing"), (one) => one.getBoundingClientRect());
  return {
    asked: Boolean(over?.closest("#now")) && prompt.bottom <= innerHeight,
    counts: Array.from(document.querySelectorAll(".slot .part"), (one) => one.querySelector(".part-note")?.textContent ?? ""),
    cards: cards.filter(({ width, bottom }) => width && bottom <= innerHeight).length,
    sea: Object.values(box("#frame").toJSON()),
  };
}"""


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_a_form_hides_neither_the_question_nor_what_one_has(
    width: int, height: int, player: Open, database: Path
) -> None:
    """Discarding on a phone: the question stays, the hand too, and below each card stands how many there are of it."""
    position: dict[str, Json] = {
        "P1": "S 19; hand LLLLLBBB",
        "P2": "S 9",
        "P3": "S 30",
        "dice": "3+4",
        "phase": "DISCARD",
        "owe": {"P1": 4},
    }
    page = player(lay(database, "settlers", 3, position), 0, width, height, has_touch=True, is_mobile=True)
    found = page.evaluate(FORM_ROOM)
    assert found["asked"]
    assert found["counts"] == ["×5", "×3"]
    assert found["cards"] == 2


def test_a_form_that_is_opened_leaves_the_board_where_it_is(player: Open, database: Path) -> None:
    """On a phone that stands the form lies over the board's lower end; the question keeps its place below it."""
    position = {"P1": "S 1 19; hand LLLBWG", "P2": "S 9; hand GGO", "P3": "S 30; hand L", "dice": "3+5"}
    for width, height in ((390, 844), (320, 568)):
        page = player(lay(database, "settlers", 3, position), 0, width, height, has_touch=True, is_mobile=True)
        before = page.evaluate(FORM_ROOM)
        page.locator("#forms summary").tap()
        page.wait_for_selector("#forms .form[open]")
        after = page.evaluate(FORM_ROOM)
        assert after["asked"]
        assert after["sea"] == pytest.approx(before["sea"], abs=1)


def test_a_card_is_taken_by_a_button_that_covers_nothing(player: Open, database: Path) -> None:
    """SET-6.10: the robber may still be put elsewhere while one chooses from whom to take: every field can be pressed."""
    position = {"P1": "S 19; hand L", "P2": "S 9; hand WW", "P3": "S 10; hand G", "dice": "3+4", "phase": "ROBBER"}
    page = player(lay(database, "settlers", 3, position), 0, 320, 568, has_touch=True, is_mobile=True)
    page.locator("[data-id='hex-5']").dispatch_event("click")
    page.wait_for_selector("#actions button >> text=Take a card from")
    assert page.locator("#urgent .panel").count() == 0
    box = page.locator("#actions button").first.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    page.locator("#actions button").first.tap()
    expect(page.locator("#log")).to_contain_text("Player 1", timeout=5000)


def test_on_a_phone_that_stands_the_beach_lies_above_the_boat(player: Open, database: Path) -> None:
    """BOS: side by side on a wide screen; above one another the board is as high as there is room."""
    page = player(lay(database, "bosman", 4, lively("bosman", 4)[0]), 0, 390, 844, has_touch=True, is_mobile=True)
    sheet = page.locator(".board .sheet").evaluate("one => one.getBoundingClientRect().toJSON()")
    frame = page.locator("#frame").evaluate("one => one.getBoundingClientRect().toJSON()")
    assert sheet["height"] > 1.4 * sheet["width"]
    assert sheet["height"] > 0.93 * frame["height"]
    expect(page.locator("#tags")).to_be_visible()
    resize(page, 390, 760)
    expect(page.locator("#tags")).to_be_hidden()  # what only tells would cost the board its height
    tall = "one => { const {width, height} = one.getBoundingClientRect(); return height > 1.4 * width; }"
    page.wait_for_function(f"() => ({tall})(document.querySelector('.board .sheet'))")
    resize(page, 844, 390)
    wide = "one => { const {width, height} = one.getBoundingClientRect(); return width > 1.4 * height; }"
    page.wait_for_function(f"() => ({wide})(document.querySelector('.board .sheet'))")


ROWS = """() => {
  const rows = new Map();
  for (const card of document.querySelectorAll(".cards > .card")) {
    const {left, right, top} = card.getBoundingClientRect();
    rows.set(top, [...(rows.get(top) ?? []), left, right]);
  }
  return Array.from(rows.values(), (edges) => [Math.round(Math.min(...edges)), Math.round(Math.max(...edges))]);
}"""


def test_the_cards_of_the_lobby_leave_no_orphan(calm_page: Page, server: str) -> None:
    """Every row of games reaches from the left edge to the right one, however many stand in it: six, our five, and four."""
    page = calm_page
    page.goto(server)
    seen = []
    for _ in range(3):
        for width in (1440, 1080, 1024, 844, 740, 700, 390, 320):
            resize(page, width, 800)
            rows = page.evaluate(ROWS)
            seen.append(len(rows))
            assert all(row == rows[0] for row in rows), (width, rows)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.locator(".card").last.evaluate("one => one.remove()")
    assert seen == [2, 2, 3, 3, 3, 6, 6, 6, 2, 2, 3, 3, 3, 5, 5, 5, 2, 2, 2, 2, 2, 4, 4, 4]


def test_the_form_of_a_new_table_shows_who_plays(phone: Page, server: str) -> None:
    """On the smallest phones the kinds of players are read whole, and the bar is one line."""
    page = phone
    page.goto(f"{server}/new/settlers")
    for width in (390, 320):
        resize(page, width, 568)
        for field in page.locator(".sitter:visible select").all():
            words = field.evaluate(
                """one => {
                  const pen = document.createElement("canvas").getContext("2d");
                  pen.font = getComputedStyle(one).font;
                  return pen.measureText(one.selectedOptions[0].text).width + 36 - one.clientWidth;
                }"""
            )
            assert words <= 0, "the words and the arrow beside them"
        bar = page.locator(".bar").bounding_box()
        assert bar is not None
        assert bar["height"] <= 60
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_log_of_a_phone_that_lies_has_the_question_beside_it_and_nothing_over_it(
    player: Open, database: Path
) -> None:
    """The bar that calls to the board lay over a player and the first line of the log, though the question was in sight."""
    page = player(lay(database, "settlers", 4, lively("settlers", 4)[0]), 0, 844, 390, has_touch=True, is_mobile=True)
    page.click("#tabs button")
    expect(page.locator("#log")).to_be_visible()
    expect(page.locator("#prompt")).to_be_visible()
    expect(page.locator(".turn-call")).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    page.click("#tabs button")
    page.click("#tabs button")
    expect(page.locator("#prompt")).to_be_hidden()
    expect(page.locator(".turn-call")).to_be_visible()
