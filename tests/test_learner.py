"""The learning opponent of tools/learner.py learns what there is to learn."""

from __future__ import annotations

from click.testing import CliRunner

from tools.learner import KNOWN, Memory, expected, main, remember


def test_the_longest_memory_that_knows_an_answer_decides():
    memory: Memory = {}
    for _ in range(KNOWN):
        remember(memory, [7, 8], 1)
        remember(memory, [9, 8], 2)
        remember(memory, [9, 8], 2)
    assert expected(memory, [7, 8], [1, 2, 3]) == 1
    assert expected(memory, [5, 8], [1, 2, 3]) == 2  # after 8 alone it was 2 more often
    assert expected(memory, [5, 5], [1, 3]) == 1  # after anything
    assert expected(memory, [7, 8], [3, 4]) is None  # never seen


def test_an_answer_seen_too_rarely_is_not_expected():
    memory: Memory = {}
    for _ in range(KNOWN - 1):
        remember(memory, [7, 8], 1)
    assert expected(memory, [7, 8], [1, 2]) is None


def test_the_learner_plays_whole_games_with_and_without_a_memory():
    done = CliRunner().invoke(main, ["hexxi", "--bot", "random", "--games", "2"], catch_exceptions=False)
    assert "over 2 games" in done.stdout
