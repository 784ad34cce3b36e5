"""Gymnasium's environment: who sits in the other seats, copies in the middle of an episode, the name for `gymnasium.make`."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

from kotva import envs, games
from kotva.engine.errors import Illegal, KotvaError
from kotva.engine.game import View

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")


def first(view: View) -> int:
    return view.legal()[0]


def last(view: View) -> int:
    return view.legal()[-1]


def step(env: Any, which: int = 0) -> Any:
    return env.step(int(np.flatnonzero(env.action_masks())[which]))


def test_a_policy_plays_the_other_seats() -> None:
    """Self-play: whatever can choose from a view is an opponent, and it gets no more than its seat may know."""
    seats: list[int | None] = []

    def policy(view: View) -> int:
        seats.append(view.seat)
        return first(view)

    env = envs.single("bosman", seats=4, against=policy, seat=1)
    env.reset(seed=1)
    step(env)
    assert set(seats) == {0, 2, 3}
    mixed = envs.single("bosman", seats=4, against=[policy, "random", "greedy"])
    mixed.reset(seed=1)


def test_opponents_are_drawn_anew_for_each_episode_by_their_weights() -> None:
    drawn: Counter[str] = Counter()

    def noted(name: str) -> Callable[[View], int]:
        def policy(view: View) -> int:
            drawn[name] += 1
            return first(view)

        return policy

    env = envs.single("bosman", seats=2, against={noted("often"): 3, noted("seldom"): 1}, seat=1)
    for seed in range(120):
        env.reset(seed=seed)
    assert sum(drawn.values()) == 120
    assert 70 < drawn["often"] < 110


@pytest.mark.parametrize(
    ("against", "words"),
    [
        ({}, "weights above 0"),
        ({"random": 0}, "weights above 0"),
        ({"random": -1, "greedy": 2}, "weights above 0"),
        ({"random": float("nan")}, "weights above 0"),
        ({"random": float("inf")}, "weights above 0"),
        ({"clever": 1}, "no bot 'clever'"),
        ({None: 1}, "given by its name"),
        ([first, first], "2 bots for 1"),
        (7, "cannot be 7"),
    ],
)
def test_opponents_that_cannot_be_are_refused(against: Any, words: str) -> None:
    with pytest.raises(KotvaError, match=words):
        envs.single("bosman", seats=2, against=against)


def test_an_opponent_that_chooses_nothing_legal_is_told_so() -> None:
    for choice, kind, words in ((10**6, Illegal, "not allowed"), ("keep", KotvaError, "number of an action")):
        env = envs.single("bosman", seats=2, against=lambda _view, choice=choice: choice, seat=1)
        with pytest.raises(kind, match=words):
            env.reset(seed=1)


@pytest.mark.parametrize("game_id", games.ids())
@pytest.mark.parametrize("twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])  # noqa: S301
def test_a_copy_in_the_middle_goes_on_by_itself_and_the_same(game_id: str, twin: Callable[[Any], Any]) -> None:
    env = envs.single(game_id, against={"random": 1, first: 1})
    env.reset(seed=5)
    for _ in range(6):
        if step(env)[2]:
            env.reset()
    other = twin(env)
    apart = twin(env)
    for number in range(6):
        ours, theirs = step(env, number % 2 - 1), step(other, number % 2 - 1)
        assert np.array_equal(ours[0]["observation"], theirs[0]["observation"])
        assert np.array_equal(ours[0]["action_mask"], theirs[0]["action_mask"])
        assert ours[1:] == theirs[1:]
        if ours[2]:
            break
    assert len(apart._taken) < len(env._taken), "what is played here is not played there"
    assert np.array_equal(env.reset()[0]["observation"], other.reset()[0]["observation"])


def test_a_copy_before_the_first_reset_and_after_the_end() -> None:
    env = copy.deepcopy(envs.single("bosman", seats=2, against="random"))
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.action_masks()
    env.reset(seed=1)
    env.step(-1)
    with pytest.raises(gymnasium.error.ResetNeeded):
        copy.deepcopy(env).step(0)


@pytest.mark.parametrize("game_id", games.ids())
def test_gymnasium_makes_every_game_by_its_name(game_id: str) -> None:
    version = games.load(game_id).version.partition(".")[0]
    env: Any = gymnasium.make(f"kotva/{game_id}-v{version}", against="random")
    seen, _ = env.reset(seed=1)
    assert env.unwrapped.table.game.id == game_id
    assert seen["action_mask"].sum() > 0
