"""A dose of `make soak`, and that its judge is no yes-man."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from tests.fuzz.soak import Soak
from tests.fuzz.soak_report import Sample, Soaked, document


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_everything_at_once_and_a_kill_lose_and_leak_nothing(tmp_path: Path) -> None:
    soak = Soak(tmp_path, 1, 15, 15.0)
    try:
        found = asyncio.run(soak.run(0.15, 1, 10.0, lambda _: None))
    finally:
        soak.server.kill()
    found.judge()
    assert found.wrong == []
    assert found.promises["moves"] > 50
    assert len(found.back) == 1
    assert found.done["tournaments"] >= 1


def a_run(memory: list[float]) -> Soaked:
    found = Soaked(10, 1.0, 1, promises=Counter(moves=10))
    found.samples = [Sample(60.0 * n, mb, 100, 50, 20, 100, 0.01, 0.05, 1.0) for n, mb in enumerate(memory)]
    return found


def test_memory_that_grows_is_told_and_memory_that_levels_off_is_not() -> None:
    for memory, ill in (([200.0] * 40, False), ([200.0 + 3 * n for n in range(40)], True)):
        found = a_run(memory)
        found.judge()
        assert bool(found.wrong) == ill, found.wrong
        assert "minutes without a kill" in document(found, write=False)
