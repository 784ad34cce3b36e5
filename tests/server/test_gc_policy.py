"""Garbage is looked through when nobody plays, and after ten minutes at the latest."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from kotva.server import gc_policy
from kotva.server.gc_policy import GarbageCollector

# Every collection goes through all that is in memory.
pytestmark = pytest.mark.slow


@pytest.fixture
def collector() -> Iterator[GarbageCollector]:
    made = GarbageCollector()
    made.begin()
    yield made
    made.end()


class Loop:
    """Something that goes by no count of references."""

    alive = 0

    def __init__(self) -> None:
        self.own = self
        Loop.alive += 1

    def __del__(self) -> None:
        Loop.alive -= 1


def test_all_is_looked_through_in_a_quiet_moment_and_only_once(collector: GarbageCollector) -> None:
    kept = Loop()
    assert not collector.tidy(1)  # something has happened just now
    assert collector.tidy(1)  # and nothing since
    assert not collector.tidy(1)  # nothing to find
    del kept  # it was set aside with all that lived then
    assert not collector.tidy(2)
    assert Loop.alive == 1
    assert collector.tidy(2)
    assert Loop.alive == 0


def test_where_people_always_play_it_waits_no_longer_than_ten_minutes(
    collector: GarbageCollector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gc_policy, "_ROUNDS", 5)
    assert [collector.tidy(number) for number in range(12)] == [False] * 4 + [True] + [False] * 4 + [True] + [False] * 2


def test_while_people_play_only_what_is_new_is_looked_at_and_seldom(collector: GarbageCollector) -> None:
    seen: list[int] = []

    def count(phase: str, about: dict[str, int]) -> None:
        if phase == "start":
            seen.append(about["generation"])

    collector.collect_young()  # what was there before this test
    kept = [[[n] for n in range(20_000)]]
    gc.callbacks.append(count)
    try:
        looked = 0
        for _ in range(100):
            kept.append(
                [[n] for n in range(2_000)]
            )  # Python itself would look a hundred times, also at all that is older
            looked += collector.collect_young()
    finally:
        gc.callbacks.remove(count)
    assert seen == [0] * looked
    assert 5 <= looked <= 15
    assert not gc.isenabled()


def test_where_there_is_garbage_every_glance_finds_it(collector: GarbageCollector) -> None:
    for _ in range(30):
        for _ in range(100):
            Loop()
        collector.collect_young()
    left = Loop.alive
    assert left <= 900, "all but what was set aside until the first look that found something"
    for _ in range(50):
        for _ in range(100):
            Loop()
        collector.collect_young()
        assert Loop.alive == left
    assert collector.tidy(1) or collector.tidy(1)
    assert Loop.alive == 0


def test_what_pages_leave_behind_is_found_though_no_table_changes(
    collector: GarbageCollector, monkeypatch: pytest.MonkeyPatch
) -> None:
    collector.tidy(1)
    collector.tidy(1)
    monkeypatch.setattr(gc_policy, "_SOME", 500)
    collector.tidy(1)  # what this test itself has made
    assert not collector.tidy(1)
    for _ in range(600):
        Loop()
    collector._set_aside()  # as most glances do
    assert Loop.alive == 600
    assert collector.tidy(1)
    assert Loop.alive == 0


def test_however_busy_it_is_what_was_set_aside_stays_bounded(
    collector: GarbageCollector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gc_policy, "_MANY", 5_000)
    collector.tidy(0)
    kept = []
    looked = []
    for number in range(1, 9):
        kept.append([[n] for n in range(1_000)])
        collector._set_aside()
        looked.append(collector.tidy(number))  # something happens all the time
    assert looked.count(True) == 1
    del kept


def test_what_was_set_aside_is_not_counted_one_by_one(
    collector: GarbageCollector, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 300 tables that held the event loop for 0.1 to 0.3 s, every half minute."""

    def count() -> int:
        raise AssertionError("this goes through all of it")

    monkeypatch.setattr(gc, "get_freeze_count", count)
    for number in range(10):
        collector.collect_young()
        collector.tidy(number // 4)


def test_python_s_own_way_comes_back(collector: GarbageCollector) -> None:
    assert gc.get_freeze_count() > 0
    assert not gc.isenabled()
    collector.end()
    assert gc.get_freeze_count() == 0
    assert gc.isenabled()
