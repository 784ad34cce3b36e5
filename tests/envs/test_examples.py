"""The examples of docs/agents.md do what they say."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def load(name: str):
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_small_policy_learns_to_beat_random_players():
    example = load("train_ferry")
    untrained = example.against_random(example.train(0), 300)
    assert abs(untrained) < 0.15
    assert example.against_random(example.train(80), 300) > 0.25


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_openspiels_search_plays_bosman():
    rewards = load("openspiel_mcts").play(3, options={"turn_limit": 20})
    assert sum(rewards) == 0


def test_the_tables_of_the_documentation_are_what_the_games_say():
    subprocess.run([sys.executable, "tools/agents.py", "--check"], cwd=ROOT, check=True)
