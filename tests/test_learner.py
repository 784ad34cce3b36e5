"""The learning opponent of tools/learner.py learns what there is to learn."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from tools.learner import ENOUGH, Learner, Memory, main


def gain(*words: str) -> float:
    """How many points learning brings, by the tool's own account."""
    done = CliRunner().invoke(main, words, catch_exceptions=False)
    found = re.search(r"gains ([+-][0-9.]+) points", done.stdout)
    assert found, done.output
    return float(found[1])


@pytest.mark.parametrize("game", ["hexxi", pytest.param("bosman", marks=pytest.mark.slow)])
def test_a_fixed_pattern_is_learnt_and_beaten(game: str) -> None:
    assert gain(game, "--bot", "greedy", "--games", "20", "--fixed") > 25


def test_what_won_is_repeated_and_what_lost_is_not() -> None:
    memory: Memory = {}
    for action, won in ((1, 1.0), (2, 0.0)):
        learner = Learner(memory, 0)
        learner.course.append(9)
        learner._decided += learner.keys(0, action)
        learner.learn(won)
    learner = Learner(memory, 0)
    learner.course.append(9)
    assert learner.hope(0, 1, 0.5) > learner.hope(0, 3, 0.5) > learner.hope(0, 2, 0.5)
    learner.course.append(9)  # another course of the game, and once is too rarely to conclude from it
    assert learner.hope(0, 1, 0.5) == learner.hope(0, 2, 0.5) == 0.5


def test_what_wins_in_any_course_is_noticed() -> None:
    memory: Memory = {}
    for number in range(ENOUGH):
        learner = Learner(memory, 0)
        learner.course.append(number)
        learner._decided += learner.keys(0, 1)
        learner.learn(1.0)
    assert Learner(memory, 0).hope(0, 1, 0.5) == 0.75
    assert Learner(memory, 0).hope(1, 1, 0.5) == 0.5  # in another seat
