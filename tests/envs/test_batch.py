"""Many games at once: the same games as one by one, views without copies, nothing illegal, the same in every process."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from kotva import envs, games
from kotva.engine.arrays import COMPILED, Rng
from kotva.engine.errors import KotvaError
from kotva.engine.interface import Interface
from kotva.engine.moves import Moves
from kotva.engine.observe import Observer
from kotva.engine.spans import Span
from kotva.engine.state import CHANCE, OVER
from kotva.envs.batches import Batch
from tests.exchanged import exchanged

ROOT = Path(__file__).parents[2]
FERRY = games.load_file(ROOT / "docs" / "examples" / "ferry.py")[0]
EVERY = ["bosman", "ferry", "hexxi", "seameni", "settlers", "triremes"]


def digest(game: str, n: int, steps: int) -> str:
    """A hash of everything that a batch shows on its way."""
    made = envs.batch(game, n, seed=11)
    out = hashlib.sha256()
    for _ in range(steps):
        observations, masks, rewards, ends = made.step(made.sampled.copy())
        for array in (observations, masks, rewards, ends, made.actors):
            out.update(np.ascontiguousarray(array).tobytes())
    return out.hexdigest()


@pytest.mark.conformance
@pytest.mark.parametrize("game", EVERY)
def test_a_batch_plays_what_the_rules_say(game):
    """A game in a batch beside the same game played by hand: chance, observation, mask and end agree step by step."""
    made = envs.batch(game, 3, seed=4)
    desk: Interface = made.desk
    state, rng, out = desk.game.rules.new(desk.options), Rng(4 + 1_000_003), Moves()
    path: list[int] = []
    for _ in range(150):
        while state.to_act() == CHANCE:
            state.apply(CHANCE, state.sample(rng, out))
        seat = int(state.to_act())
        view = desk.game.view(state, seat, desk.options)
        _, chosen, tokens = desk.follow(view, path)
        assert made.actors[1] == seat
        assert np.flatnonzero(made.masks[1]).tolist() == tokens
        assert made.observations[1].tolist() == desk.observe(view, chosen)
        token = int(made.sampled[1])
        made.step(made.sampled.copy())
        path.append(token)
        action, _, _ = desk.follow(view, path)
        if action is None:
            continue
        path = []
        desk.game.play(state, seat, action)
        while state.to_act() == CHANCE:
            state.apply(CHANCE, state.sample(rng, out))
        assert bool(made.ends[1]) == (state.to_act() == OVER)
        if state.to_act() == OVER:
            ranks = [int(state.rank(i)) for i in range(made.seats)]
            assert (made.rewards[1].argmax() == np.argmin(ranks)) or len(set(ranks)) == 1
            assert made.rewards[1].sum() == pytest.approx(0)
            state = desk.game.rules.new(desk.options)


def test_what_is_not_open_is_not_played():
    made = envs.batch("bosman", 8, seed=1)
    for _ in range(20):
        made.step(made.sampled.copy())
    seen, masks = made.observations.copy(), made.masks.copy()
    actions = made.sampled.copy()
    closed = [int(np.flatnonzero(~masks[i])[5]) for i in range(8)]
    actions[:3] = [closed[0], -1, 10**9]
    made.step(actions)
    assert made.illegal.tolist() == [True] * 3 + [False] * 5
    assert (made.observations[:3] == seen[:3]).all()
    assert (made.masks[:3] == masks[:3]).all()
    made.step(made.sampled.copy())
    assert not made.illegal.any()


def test_actions_of_another_shape_are_refused():
    made = envs.batch("bosman", 4)
    with pytest.raises(KotvaError, match="4 actions, one for each game"):
        made.step(np.zeros(3, np.int64))


def test_a_limit_cuts_games_off():
    made = envs.batch("bosman", 4, seats=2, limit=40)
    ends = set()
    for _ in range(60):
        ends |= set(made.step(made.sampled.copy())[3].tolist())
    assert ends == {0, 2}


@pytest.mark.skipif(not COMPILED, reason="interpreted, the kernel's arrays are lists")
def test_arrays_are_views_that_are_written_anew_and_outlive_the_batch():
    made = envs.batch("bosman", 4)
    observations, masks = made.observations, made.masks
    before = observations.copy()
    made.step(made.sampled)
    assert np.shares_memory(observations, made.observations)
    assert (observations != before).any()
    assert masks.shape == (4, made.actions)
    assert made.observations.dtype == np.int16
    kept = observations.copy()
    del made
    others = [envs.batch("bosman", 4, seed=seed) for seed in range(5)]
    assert (observations == kept).all()
    assert len(others) == 5


def test_what_the_kernel_has_written_is_not_written_to():
    made = envs.batch("bosman", 4)
    for array in (made.observations, made.masks, made.actors, made.sampled, made.ends, made.illegal):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


@pytest.mark.parametrize("actions", [np.zeros(4), np.array([True] * 4), np.array(["1"] * 4), [0.5, 1, 2, 3]])
def test_actions_are_whole_numbers(actions):
    made = envs.batch("bosman", 4)
    seen = made.observations.copy()
    with pytest.raises(KotvaError, match="whole numbers"):
        made.step(actions)
    assert (made.observations == seen).all()


class Wordy(Observer):
    """Writes more numbers than a row has notes for, and other ones for every decision."""

    def __init__(self) -> None:
        self.written: list[list[int]] = []

    def spans(self):
        return [Span("many", (700,), 1_000, "a test")]

    def write(self, seen, seat, tape):
        count = 10 if len(self.written) % 3 == 1 else 700
        numbers = [(len(self.written) + i) % 5 for i in range(count)] + [0] * (700 - count)
        for number in numbers:
            tape.put(number)
        self.written.append(numbers)


def test_a_row_with_more_numbers_than_notes_is_cleared_as_well():
    wordy = Wordy()
    game = exchanged(FERRY, observer=lambda _state: wordy)
    made = envs.batch(game, 1, seats=2, seed=1)
    for _ in range(30):
        assert made.observations[0, :700].tolist() == wordy.written[-1]
        made.step(made.sampled.copy())
    assert len(wordy.written) > 20


@pytest.mark.parametrize("game", EVERY)
def test_masks_and_boards_are_as_if_written_anew(game):
    """What is remembered to be cleared is all that was written: whole games beside one that is made anew, all seats."""
    found = games.load(game)
    for seats in found.rules.seats:
        made = Batch(game, 2, seats=seats, seed=8)
        for _ in range(60):
            made.step(made.sampled.copy())
            for i in range(2):
                view = found.view(made._kernel.states[i], int(made.actors[i]), made.desk.options)
                chosen = made._kernel.choices[i].chosen()
                assert made.observations[i].tolist() == made.desk.observe(view, chosen)
                assert np.flatnonzero(made.masks[i]).tolist() == made._kernel.choices[i].open()
                assert made.masks[i, made.sampled[i]]


@pytest.mark.slow
def test_a_seed_gives_the_same_games_in_every_process():
    code = "from tests.envs.test_batch import digest; print(digest('seameni', 5, 200))"
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert found == {digest("seameni", 5, 200)}


def test_rewards_go_by_places():
    made = envs.batch("seameni", 32, seats=3, seed=2)
    seen = set()
    for _ in range(1500):
        _, _, rewards, ends = made.step(made.sampled.copy())
        for row in rewards[ends == 1]:
            assert row.sum() == pytest.approx(0, abs=1e-6)
            seen |= set(np.round(row, 2).tolist())
    assert {1.0, -1.0} <= seen <= {1.0, 0.5, 0.0, -0.5, -1.0}
