"""A dose of `make fingers`: some rows of the plan, some decisions each; and the plan itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from playwright.sync_api import Browser

from tests.fingers.driver import Finger
from tests.fingers.plan import INPUTS, LANGUAGES, SIZES, Row, pairwise, plan
from tests.fingers.serving import serving
from tests.ours import GAMES

pytestmark = pytest.mark.browser

DOSE = [
    Row("hexxi 2", "1024x768", "keyboard", "pl"),
    Row("seameni 2", "1440x900", "mouse", "cs"),
    Row("settlers 3", "1024x768", "mouse", "en"),
    Row("settlers lesson puzzle-15", "844x390", "mouse", "pl"),  # a form whose end lay over what it asks for
    Row("triremes 2", "1024x768", "touch", "en"),
]


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A server of the finger's own."""
    with serving() as found:
        yield found


@pytest.mark.parametrize("row", DOSE, ids=lambda row: row.name)
def test_a_table_is_played_by_what_its_page_shows(chromium: Browser, server: str, row: Row) -> None:
    finger = Finger(chromium, server, row)
    finger.run(6)
    assert finger.decisions
    assert not finger.faults, "\n".join(
        [*(f"{kind}: {text}" for (kind, _), (text, _) in finger.faults.items()), *finger.steps]
    )


def test_every_two_values_meet() -> None:
    factors = [["a", "b", "c", "d", "e", "f"], ["1", "2", "3"], ["x", "y"], ["p", "q", "r"]]
    rows = pairwise(factors, 1)
    for (a, left), (b, right) in combinations(enumerate(factors), 2):
        assert {(row[a], row[b]) for row in rows} == {(x, y) for x in left for y in right}
    assert len(rows) < 6 * 3 * 2


def test_everything_is_planned() -> None:
    rows = plan()
    assert {row.game for row in rows} == set(GAMES)
    assert {row.size for row in rows} == set(SIZES)
    assert {row.input for row in rows} == set(INPUTS)
    assert {row.language for row in rows} == set(LANGUAGES)
    assert any(row.setup == "settlers lesson harbour" for row in rows)
    assert any(row.options == {"player_trade": "off"} for row in rows if not row.lesson)


def test_a_run_that_stops_early_has_seen_every_game_at_every_size_by_every_input() -> None:
    kinds = len(GAMES) * len(SIZES) * len(INPUTS)
    assert len({(row.game, row.size, row.input) for row in plan()[:kinds]}) == kinds
    assert {(row.size, row.input) for row in plan()[: 3 * len(GAMES)]} == {
        (size, "touch") for size in ("390x844", "844x390", "320x568")
    }
