"""Questions and their buttons on phones: whole in every language, and the way back where it was."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from tests.browser.conftest import Open
from tests.browser.lively import lively
from tests.browser.table import lay

pytestmark = pytest.mark.browser

# The longest that games between random players brought up, and what comes with a line of tags.
QUESTIONS = {
    "hexxi": "Изберете единица или базата си и нейната цел. Докато е възможно ход, не може да се пасува: изберете един.",
    "seameni": "Pirat 2 gracza Bot B jest na polu prąd dwukierunkowy, wschód i zachód: proszę wybrać, dokąd popłynie teraz.",
}
SHORT, LONG = "Move the ship to g0", "Exchange the token for another one from the pile"
BUTTONS = [
    [SHORT, "Cancel"],
    [SHORT, SHORT, "Cancel", "Undo"],
    ["Cancel", "Undo"],
    [LONG, "Cancel", "Undo"],
    [LONG, LONG, "Cancel", "Undo"],
    ["Undo"],
]
TOKENS = [
    "Размени килима 1•, сандъка 1•, консервата 1, консервата 1••",
    "Размени килима 1•, сандъка 1•, консервата 1, консервата 1••, консервата 2•",
]
TURNS = ["R6: завой надясно и едно напред", "R6: едно напред и завой наляво", "R6: обръщане назад"]
# As the table makes them; changing the box's rim makes it fit its texts again.
ASK = """async ([question, buttons]) => {
  const { pressable } = await import("/static/js/buttons.js");
  const [now, prompt, actions] = ["now", "prompt", "actions"].map((id) => document.getElementById(id));
  if (question) prompt.textContent = question;
  const look = (text) => (["Cancel", "Undo"].includes(text) ? "quiet" : "");
  actions.replaceChildren(...buttons.map((text) => pressable(text, look(text), () => {})));
  now.style.paddingTop = now.style.paddingTop ? "" : "5.5px";
  await new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)), 100));
  const box = now.getBoundingClientRect();
  const cut = [prompt, actions].filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.id);
  const higher = (one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return words.getBoundingClientRect().height > one.clientHeight + 1;
  };
  cut.push(...[...actions.children].filter(higher).map((one) => `the words of ${one.dataset.text}`));
  const under = [...actions.children].filter((one) => one.getBoundingClientRect().bottom > box.bottom);
  const places = Object.fromEntries([...actions.children].map((one) => [one.dataset.text, one.getBoundingClientRect().toJSON()]));
  return { faults: [...cut, ...under.map((one) => one.dataset.text)], places };
}"""


@pytest.mark.parametrize("game", QUESTIONS)
@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390)])
def test_the_longest_question_and_its_buttons_are_whole(
    game: str, size: tuple[int, int], player: Open, database: Path
) -> None:
    """A line of tags pushed the buttons out below; a question of four lines was cut after the third."""
    page = player(lay(database, game, 2, lively(game, 2)[0]), 0, *size, has_touch=True, is_mobile=True)
    assert page.evaluate(ASK, [QUESTIONS[game], [SHORT, "Cancel"]])["faults"] == []


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390)])
def test_long_words_have_room_in_their_button(size: tuple[int, int], player: Open, database: Path) -> None:
    """BOS-6.1: beside four tokens to exchange, and all five, the words came out of their buttons above and below."""
    page = player(lay(database, "bosman", 2, lively("bosman", 2)[0]), 0, *size, has_touch=True, is_mobile=True)
    assert page.evaluate(ASK, ["Само тези жетони ли разменяте, или още?", [*TOKENS, "Cancel"]])["faults"] == []


@pytest.mark.parametrize("width", [390, 320])
def test_three_answers_stand_beside_one_another_on_phones(width: int, player: Open, database: Path) -> None:
    """TRI-6.1: the row scrolled, and the last answers were outside the window or below Cancel."""
    place = lay(database, "triremes", 2, lively("triremes", 2)[0])
    page = player(place, 0, width, 568, has_touch=True, is_mobile=True)
    found = page.evaluate(ASK, ["R6: накъде?", [*TURNS, "Cancel"]])
    assert found["faults"] == []
    boxes = list(found["places"].values())
    assert [box for box in boxes if box["width"] < 44 or box["left"] < 0 or box["right"] > width] == []
    assert all(one["right"] <= other["left"] + 1 for one, other in pairwise(boxes))


@pytest.mark.parametrize(
    ("wide", "high", "touch"), [(844, 390, True), (1440, 900, False), (1440, 900, True), (1024, 768, True)]
)
def test_the_way_back_keeps_its_corner(wide: int, high: int, touch: bool, player: Open, database: Path) -> None:
    """Cancel and Undo moved and grew with what stood beside them."""
    table = lay(database, "seameni", 4, lively("seameni", 4)[0])
    page = player(table, 0, wide, high, has_touch=touch, is_mobile=touch)
    known: dict[str, dict[str, float]] = {}
    for buttons in BUTTONS:
        found = page.evaluate(ASK, ["", buttons])
        assert found["faults"] == [], buttons
        last = found["places"][buttons[-1]]
        corner = {side: last[side] for side in ("right", "bottom")}
        assert known.setdefault("last", corner) == pytest.approx(corner, abs=1), buttons
        for name in {"Cancel", "Undo"}.intersection(buttons[-2:] if "Undo" in buttons else ()):
            place = {side: found["places"][name][side] for side in ("left", "right", "top")}
            assert known.setdefault(name, place) == pytest.approx(place, abs=1), buttons


def test_two_long_answers_leave_the_way_back_in_its_corner(player: Open, database: Path) -> None:
    """BOS-6.1: with four tokens chosen Cancel went below the window, and the answers over the lamp of the question."""
    page = player(lay(database, "bosman", 4, lively("bosman", 4)[0]), 0, 844, 390, has_touch=True, is_mobile=True)
    known = page.evaluate(ASK, ["", [SHORT, "Cancel"]])["places"]["Cancel"]
    found = page.evaluate(ASK, ["Само тези жетони ли разменяте, или още?", [*TOKENS, "Cancel"]])
    assert found["faults"] == []
    assert found["places"]["Cancel"]["bottom"] == pytest.approx(known["bottom"], abs=1)


def test_what_lies_half_outside_is_called_for_by_an_arrow(player: Open, database: Path) -> None:
    """A field whose middle is a little outside cannot be pressed there; an arrow led only to what was eight units outside."""
    page = player(lay(database, "seameni", 2, lively("seameni", 2)[0]), 0, 390, 844, has_touch=True, is_mobile=True)
    script = """async () => {
      const { Pilot } = await import("/static/js/pilot.js");
      const there = { camera: { x: 500, y: 500, half: { x: 100, y: 100 } } };
      return [396, 404].map((x) => Pilot.prototype.beyond.call(there, "left", { x, y: 500 }));
    }"""
    assert page.evaluate(script) == [True, False]


def test_what_a_choice_would_do_is_whole_on_phones(player: Open, database: Path) -> None:
    """It takes the place of the question, and was as large as that."""
    page = player(lay(database, "seameni", 2, lively("seameni", 2)[0]), 0, 390, 844, has_touch=True, is_mobile=True)
    page.locator("#prompt").evaluate("(prompt, text) => { prompt.textContent = text; }", QUESTIONS["seameni"])
    page.wait_for_function(
        "() => { const p = document.getElementById('prompt'); return p.scrollHeight <= p.clientHeight + 1; }"
    )
