"""What a process in which bots think keeps in memory: trees up to a bound, and nothing of games that are over or left."""

from __future__ import annotations

import gc

import pytest

from kotva import games
from kotva.bots import Mcts
from kotva.engine.game import Json, View
from kotva.engine.record import Record
from kotva.engine.search import Search
from kotva.games.settlers.rules.game import Settlers
from kotva.match import Match
from kotva.server import bots

ROOM = 4096  # nodes in these tests: a new tree has room for 1024
BEFORE: dict[str, list[Search]] = {}


@pytest.fixture(autouse=True)
def empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that remembers nothing yet, and has room for a few small trees."""
    for name in ("_kept", "_players", "_trees"):
        monkeypatch.setattr(bots, name, {}, raising=False)
    monkeypatch.setattr(bots, "_ROOM", ROOM, raising=False)
    monkeypatch.setitem(BEFORE, "trees", [])
    BEFORE["trees"] = trees()


def trees() -> list[Search]:
    """All that are in memory and were not there before the test."""
    gc.collect()
    found = [thing for thing in gc.get_objects() if isinstance(thing, Search)]
    return [tree for tree in found if not any(tree is old for old in BEFORE["trees"])]


def room() -> int:
    return sum(len(tree.action) for tree in trees())


def hexxi() -> Record:
    return Match(games.load("hexxi"), 4, seed="memory").record()


def test_trees_of_many_tables_are_kept_up_to_a_bound() -> None:
    record = hexxi()
    for number in range(12):
        bots.choose(f"table {number}", record, 0, "mcts:500", 1, True)
        assert 0 < room() <= ROOM
    assert len(bots._kept) == 12


def test_a_tree_that_is_larger_than_the_bound_is_kept_while_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "_ROOM", 1, raising=False)
    for table in ("first", "second"):
        bots.choose(table, hexxi(), 0, "mcts:500", 1)
        assert len(trees()) == 1


def test_who_thought_last_keeps_his_tree() -> None:
    """Also who was there first."""
    record = hexxi()
    for table in ("a", "b", "c", "d", "a", "e"):  # there is room for four
        bots.choose(table, record, 0, "mcts:300", 1)
    assert [table for table, _, _ in bots._trees] == ["c", "d", "a", "e"]


class Trader(Mcts):
    """Thinks, and then offers something if that makes sense and he has not done so already."""

    def _choose(self, view: View) -> int:
        best = super()._choose(view)
        _, sensible = self._choices(view)
        return next((action for action in sensible if view.game.actions.text(action).startswith("offer")), best)


def test_who_lost_his_tree_remembers_what_he_has_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settlers: the same offer is not made again while no hand has changed."""
    monkeypatch.setattr(bots, "make", lambda _level, seed: Trader(seed, simulations=500))
    game = games.load("settlers")
    position: dict[str, Json] = {
        "P1": "S 13; R 13-18-24-30; hand LWGOO",
        "P2": "S 3; hand BGGOO; known BGGOO",
        "P3": "C 43 20; S 41; hand W",
        "P4": "S 51; hand W",
    }
    record = Match(game, 4, seed="memory", position=position).record()
    first = bots.choose("market", record, 0, "hard", 1)
    assert any(isinstance(tree.seen, Settlers) for tree in trees())
    for number in range(8):
        bots.choose(f"table {number}", hexxi(), 0, "hard", 1)
    assert not any(isinstance(tree.seen, Settlers) for tree in trees())
    assert first.startswith("offer")
    assert bots.choose("market", record, 0, "hard", 1) != first


def test_a_tree_of_moves_that_were_taken_back_is_dropped() -> None:
    match = Match(games.load("triremes"), 2, {"setup": "auto"}, seed="memory")
    before = match.record()
    match.play(match.legal()[0])
    bots.choose("table", match.record(), match.to_act(), "mcts:100", 1)
    assert len(trees()) == 1
    bots.replayed("table", before)
    assert trees() == []


def test_what_is_forgotten_is_gone() -> None:
    bots.choose("table", hexxi(), 0, "mcts:100", 1, True)
    bots.forget("table")
    assert (trees(), bots._kept, bots._players) == ([], {}, {})
    bots.forget("table")
