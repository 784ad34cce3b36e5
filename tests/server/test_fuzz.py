"""A dose of `make fuzz`: whatever a stranger sends, he gets an answer in words, and nothing changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.http import attack


@pytest.mark.slow
def test_strange_requests_change_nothing_and_are_answered(tmp_path: Path) -> None:
    attacker = attack(400, 7, tmp_path)
    assert attacker.wrong == []
    assert len(attacker.seen) >= 6, "many kinds of answers were met"
