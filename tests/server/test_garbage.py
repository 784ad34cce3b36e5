"""Garbage is looked through when nobody plays, and after an hour at the latest."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from kotva.server import garbage
from kotva.server.garbage import Collector


@pytest.fixture
def collector() -> Iterator[Collector]:
    before = gc.get_threshold()
    made = Collector()
    made.begin()
    yield made
    made.end()
    gc.set_threshold(*before)


class Loop:
    """Something that goes by no count of references."""

    alive = 0

    def __init__(self) -> None:
        self.own = self
        Loop.alive += 1

    def __del__(self) -> None:
        Loop.alive -= 1


def test_all_is_looked_through_in_a_quiet_moment_and_only_once(collector: Collector) -> None:
    kept = Loop()
    assert not collector.tidy(1)  # something has happened just now
    assert collector.tidy(1)  # and nothing since
    assert not collector.tidy(1)  # nothing to find
    del kept  # it was set aside with all that lived then
    assert not collector.tidy(2)
    assert Loop.alive == 1
    assert collector.tidy(2)
    assert Loop.alive == 0


def test_where_people_always_play_it_waits_no_longer_than_an_hour(
    collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "_ROUNDS", 5)
    assert [collector.tidy(number) for number in range(12)] == [False] * 4 + [True] + [False] * 4 + [True] + [False] * 2


def test_whatever_has_lived_for_a_while_is_not_looked_at_while_people_play(collector: Collector) -> None:
    young = gc.get_threshold()[0]
    seen = [0, 0, 0]

    def count(phase: str, about: dict[str, int]) -> None:
        seen[about["generation"]] += phase == "start"

    gc.callbacks.append(count)
    try:
        kept = [[n] for n in range(30 * young)]  # thirty times as many as make it look at the youngest
    finally:
        gc.callbacks.remove(count)
    assert seen[0] >= 25
    assert seen[1:] == [0, 0]
    del kept


def test_python_s_own_way_comes_back(collector: Collector) -> None:
    assert gc.get_freeze_count() > 0
    assert gc.get_threshold()[0] > 700
    collector.end()
    assert gc.get_freeze_count() == 0
    assert gc.get_threshold() == (700, 10, 10)
