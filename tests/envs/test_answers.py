"""What an environment answers when it should not: before the first reset, after the end, for a player that there is none."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

from kotva import envs
from kotva.engine.errors import KotvaError

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")


def single(**given: Any) -> Any:
    return envs.single(**{"game": "bosman", "seats": 2, "against": "random", **given})


def begun(**given: Any) -> Any:
    env = single(**given)
    env.reset(seed=1)
    return env


def zoo() -> Any:
    env = envs.aec("bosman", seats=2)
    env.reset(1)
    return env


def spiel() -> Any:
    """A player's decision."""
    state = envs.openspiel("bosman", seats=2).new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    return state


def batch(**given: Any) -> Any:
    return envs.batch(**{"game": "bosman", "n": 2, "seats": 2, **given})


REFUSED: list[tuple[str, Callable[[], object], type[Exception], str]] = [
    ("a step before reset", lambda: single().step(0), gymnasium.error.ResetNeeded, "reset"),
    ("masks before reset", lambda: single().action_masks(), gymnasium.error.ResetNeeded, "No game has begun"),
    ("a picture before reset", lambda: single(render_mode="ansi").render(), gymnasium.error.ResetNeeded, "No game"),
    ("a broken step", lambda: begun().step(1.0), gymnasium.error.InvalidAction, "not 1.0"),
    ("a step that is no number", lambda: begun().step(math.nan), gymnasium.error.InvalidAction, "not nan"),
    ("no step", lambda: begun().step(None), gymnasium.error.InvalidAction, "not None"),
    ("a seat that is none", lambda: single(seat=2), KotvaError, "Seats are 0 to 1, not 2"),
    ("a seat before the first", lambda: single(seat=-1), KotvaError, "Seats are 0 to 1, not -1"),
    ("a broken seat", lambda: single(seat=0.0), KotvaError, "whole number"),
    ("against nobody", lambda: single(against=[]), KotvaError, "0 bots for 1"),
    ("words for a seat that is none", lambda: envs.text("bosman", 2, seat=2), KotvaError, "Seats are 0 to 1, not 2"),
    ("words of no game", lambda: envs.text("no-such-game", 2), KotvaError, "There is no game"),
    ("against nothing", lambda: single(against=None), KotvaError, "cannot be None"),
    ("against no name", lambda: single(against=[None]), KotvaError, "given by its name"),
    ("against too many", lambda: single(against=["random"] * 3), KotvaError, "3 bots for 1"),
    ("an option", lambda: single(options={"wind": 1}), KotvaError, "no option 'wind'"),
    ("a mode", lambda: single(render_mode="gif"), KotvaError, "no render mode 'gif'"),
    ("an agent that is none", lambda: zoo().observe("player_9"), ValueError, "player_9"),
    ("no action in PettingZoo", lambda: zoo().step(None), AssertionError, "action"),
    ("a broken seed", lambda: zoo().reset(1.5), KotvaError, "seed is a whole number"),
    ("no games", lambda: batch(n=0), KotvaError, "n is at least 1"),
    ("half a game", lambda: batch(n=1.5), KotvaError, "n is a whole number"),
    ("no limit at all", lambda: batch(limit=0), KotvaError, "limit is at least 1"),
    ("a seed that is no number", lambda: batch(seed=math.nan), KotvaError, "seed is a whole number"),
    ("no processes", lambda: batch(processes=0), KotvaError, "processes is at least 1"),
    ("too few actions", lambda: batch().step([0]), KotvaError, "takes 2 actions"),
    ("no actions", lambda: batch().step([]), KotvaError, "whole numbers"),
    ("broken actions", lambda: batch().step([0.0, 1.0]), KotvaError, "whole numbers"),
    ("yes and no", lambda: batch().step([True, False]), KotvaError, "whole numbers"),
    ("outcomes where chance is not asked", lambda: spiel().chance_outcomes(), ValueError, "nothing to decide"),
    ("a text of no action", lambda: spiel().action_to_string(0, 10**6), ValueError, "no action"),
    ("a text counted from behind", lambda: spiel().action_to_string(0, -1), ValueError, "no action"),
    ("a text of no outcome", lambda: spiel().action_to_string(-1, 10**6), ValueError, "no action"),
    ("a step that is not open", lambda: spiel().apply_action(10**6), ValueError, "not open"),
]


@pytest.mark.parametrize(("ask", "kind", "words"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_what_cannot_be_is_refused_in_words(ask: Callable[[], object], kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        ask()


def test_a_step_that_is_not_open_ends_the_episode_and_nothing_more_is_answered() -> None:
    for step in (-1, 10**9):
        env = begun()
        _, reward, ended, cut, info = env.step(step)
        assert (reward, ended, cut, info) == (-1.0, True, False, {"illegal": step})
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step(0)


def test_nothing_is_won_before_the_end() -> None:
    state = spiel()
    assert state.returns() == [0.0, 0.0]
    assert begun().step(int(np.flatnonzero(begun().action_masks())[0]))[1] == 0.0


def test_games_with_an_action_that_is_none_say_so_and_stay() -> None:
    games = batch()
    before = games.observations.copy()
    *_, ends = games.step(np.array([-1, 10**6]))
    assert games.illegal.tolist() == [True, True]
    assert ends.tolist() == [0, 0]
    assert np.array_equal(games.observations, before)
    games.step(np.array([2**63 + 5, 0], dtype=np.uint64))
    assert games.illegal[0]


def test_a_player_who_is_not_asked_has_nothing_open() -> None:
    state = spiel()
    assert state.legal_actions(1) == []
    env = zoo()
    assert env.observe("player_1")["action_mask"].sum() == 0
