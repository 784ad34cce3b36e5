"""A page leaves nothing of what it has shown: the collector of garbage rests while people play (`gc_policy.py`)."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable
from importlib.metadata import EntryPoints, entry_points

import pytest

from kotva import games
from kotva.server import protocol
from kotva.server.rows import SitterRow, TableRow
from tests.server.conftest import Browser


@pytest.mark.parametrize("page", ["/", "/lobby"])
def test_a_lobby_leaves_none_of_its_tables_in_memory(start: Callable[[], Callable[[], Browser]], page: str) -> None:
    """A macro of a page held the page's values in a circle: 180 objects a visit, for six tables."""
    browser = start()()
    for _ in range(3):
        browser.new("bosman", "me open")
    browser.client.get(page)
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        for _ in range(5):
            assert browser.client.get(page).status_code == 200
        gc.collect()
        left = Counter(type(one).__name__ for one in gc.garbage if isinstance(one, TableRow | SitterRow))
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert not left


def test_games_of_our_own_are_found_without_a_look_into_every_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lobby names games that cannot be loaded: it took 15 ms, of which all but a tenth went into other packages' files."""
    looks: list[object] = []

    def find(**asked: str) -> EntryPoints:
        looks.append(asked)
        return entry_points(group=asked["group"])

    monkeypatch.setattr(games, "entry_points", find)
    games.faults()
    looks.clear()
    games.faults()
    assert games.entry("bosman") is None
    assert games.entry("nothing") is None
    assert looks == []


def test_the_description_of_the_api_is_made_once(
    start: Callable[[], Callable[[], Browser]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Made anew for everybody it was the most of what strange requests left in memory."""
    client = start()().client
    first = client.get("/api/openapi.json")
    made: list[int] = []
    monkeypatch.setattr(protocol, "openapi", lambda: made.append(1))
    assert client.get("/api/openapi.json").content == first.content
    assert first.json()["openapi"].startswith("3.1")
    assert made == []
