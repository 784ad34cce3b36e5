"""A dose of `make attack`: a few attacks on a real server, and an honest player who hardly notices."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.fuzz.attack import is_held, siege
from tests.fuzz.attacks import ATTACKS

DOSE = ("look backs", "slow bodies", "guessed slips")


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_an_honest_player_hardly_notices_an_attack(tmp_path: Path) -> None:
    """By what the same load costs on a process that does nothing: all share a machine that may be busy."""
    chosen = [attack for attack in ATTACKS if attack.name in DOSE]
    assert len(chosen) == len(DOSE)
    outcomes = asyncio.run(siege(chosen, 3.0, 1, tmp_path, baseline=False))
    for found in outcomes:
        assert found.wrong == []
        assert sum(found.seen.values()) >= 20, "it did attack"
    suffered = {found.attack.name: (found.under, found.idle) for found in outcomes if not is_held(found)}
    assert len(suffered) < len(outcomes), suffered  # one of them may meet a moment in which the machine is busy


def test_there_are_as_many_attacks_as_promised() -> None:
    assert len(ATTACKS) >= 32
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS)
