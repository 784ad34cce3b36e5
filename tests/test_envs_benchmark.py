"""The benchmark of environments measures something and draws it."""

from __future__ import annotations

import pytest

from benchmarks.envs import markdown, ours, picture, spiel

ROWS = [
    {"whose": "kotva batch", "what": "bosman", "games": 1, "steps": 5e4, "low": 4e4, "high": 6e4},
    {"whose": "kotva batch", "what": "bosman", "games": 64, "steps": 4e5, "low": 3e5, "high": 5e5},
    {"whose": "kotva batch", "what": "triremes", "games": 64, "steps": 1e5, "low": 9e4, "high": 2e5},
    {"whose": "openspiel", "what": "chess", "games": 1, "steps": 2e4, "low": 1e4, "high": 3e4},
]


def test_the_best_size_is_held_against_the_target():
    text = markdown(ROWS)
    assert "| kotva batch | bosman | 64 | 400,000 | 300,000 – 500,000 | met |" in text
    assert "| kotva batch | bosman | 1 | 50,000 | 40,000 – 60,000 |  |" in text
    assert "**not met**" in text
    assert picture(ROWS).count("<path") >= 4


@pytest.mark.filterwarnings("ignore")
def test_each_loop_takes_the_steps_it_counts():
    assert ours("bosman", 2, 4)(40) == 40
    assert spiel("tic_tac_toe")(50) >= 50
