"""Nothing is cut, nothing lies over another, no band is empty: on the phones that most people have."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.lively import lively
from tests.browser.table import lay
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


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("([x, y]) => innerWidth === x && innerHeight === y", arg=[width, height])


@pytest.mark.parametrize("game", GAMES)
def test_names_scores_and_titles_are_whole(game: str, player: Open, database: Path) -> None:
    page = player(lay(database, game, 4, lively(game, 4)[0]), 0, *PHONES[0], has_touch=True, is_mobile=True)
    for size in PHONES:
        resize(page, *size)
        assert page.evaluate(CUT) == [], size


def test_a_long_clock_pushes_no_score_away(phone: Page, server: str) -> None:
    """Three hours for each of four players, in numbers beside name and score."""
    page = phone
    page.goto(f"{server}/new/settlers")
    page.wait_for_selector("html[data-ready]")
    page.check("input[name=seats][value='4']")
    for seat, kind in enumerate(("me", "easy", "easy", "easy")):
        page.select_option(f"[name=kind-{seat}]", kind)
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


def test_the_room_for_tokens_beside_a_player_is_there_before_them(player: Open, database: Path) -> None:
    """HEX-5.3: the first token in the initiative area must not push the board down."""
    page = player(lay(database, "hexxi", 4, lively("hexxi", 4)[0]), 0, 390, 844, has_touch=True, is_mobile=True)
    empty = page.locator(".seat .tokens:empty")
    assert empty.count() == 4
    assert all(height > 20 for height in empty.evaluate_all("all => all.map((one) => one.offsetHeight)"))
