"""A batch in several processes: the same games, written where all see them; whoever dies or is interrupted, nobody hangs."""

from __future__ import annotations

import dataclasses
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest

from kotva import envs, games
from kotva.engine.arrays import COMPILED, zeros
from kotva.engine.errors import KotvaError
from kotva.envs import shared_memory
from kotva.envs.shards import Shards

ROOT = Path(__file__).parents[2]
FERRY = games.load_file(ROOT / "docs" / "examples" / "ferry.py")[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seats", "n", "processes"),
    [
        ("bosman", 4, 7, 3),
        ("ferry", 3, 5, 2),
        ("hexxi", 2, 6, 2),
        ("seameni", 2, 9, 2),
        ("settlers", 3, 4, 2),
        ("triremes", 2, 5, 2),
    ],
)
def test_processes_play_the_same_games_for_the_same_actions(game, seats, n, processes):
    alone = envs.batch(game, n, seats=seats, seed=2**40 - 1)
    with envs.batch(game, n, seats=seats, seed=2**40 - 1, processes=processes) as shared:
        for _ in range(150):
            for name in ("observations", "masks", "actors", "ends", "rewards", "illegal"):
                assert (getattr(shared, name) == getattr(alone, name)).all(), name
            assert shared.games == alone.games
            assert shared.masks[np.arange(n), shared.sampled].all()
            actions = alone.sampled.copy()
            actions[-1] = -1 if alone.actors[-1] else actions[-1]  # the last game, of another process, is told nonsense
            shared.step(actions)
            alone.step(actions)


@pytest.mark.slow
def test_what_was_seen_stays_readable_and_is_not_written_to():
    with envs.batch("bosman", 4, seats=2, processes=2) as shared:
        observations, masks, _, _ = shared.step(shared.sampled)
        kept = observations.copy(), masks.copy()
        for array in (observations, masks, shared.rewards, shared.actors, shared.sampled):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 1
        with pytest.raises(KotvaError, match="4 actions, one for each game"):
            shared.step(np.zeros(2, np.int64))
    shared.close()  # once more does no harm
    with pytest.raises(KotvaError, match="has been closed"):
        shared.step(shared.sampled)
    others = [
        envs.batch("bosman", 64, seats=2, seed=seed) for seed in range(5)
    ]  # memory that was given back is used again
    assert len(others) == 5
    assert (observations == kept[0]).all()
    assert (masks == kept[1]).all()


@pytest.mark.slow
def test_a_process_that_is_killed_is_told_of():
    with Shards("bosman", 4, seats=2, processes=2) as shared:
        os.kill(shared._others[0]._process.pid, signal.SIGKILL)
        shared._others[0]._process.wait()
        with pytest.raises(KotvaError, match="A process of the batch has ended"):
            shared.step(shared.sampled)


@pytest.mark.slow
def test_a_step_that_was_interrupted_is_waited_for(monkeypatch):
    with Shards("seameni", 6, seats=2, seed=5, processes=2) as shared:

        def interrupted():
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(shared._own, "step_shared", interrupted)
            with pytest.raises(KeyboardInterrupt):
                shared.step(shared.sampled)
        own, alone = shared.actors[:3].copy(), envs.batch("seameni", 6, seats=2, seed=5)
        assert (own == alone.actors[:3]).all()  # where it was interrupted nothing was played
        for _ in range(20):
            shared.step(shared.sampled.copy())
            assert not shared.illegal.any()
            assert shared.masks[np.arange(6), shared.sampled].all()


@pytest.mark.slow
def test_processes_end_when_who_started_them_is_killed():
    code = """
from kotva import envs
games = envs.batch("bosman", 4, seats=2, processes=3)  # not behind `if __name__ == "__main__"`
print(*(other._process.pid for other in games._others), flush=True)
while True:
    games.step(games.sampled)
"""
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        others = [psutil.Process(int(word)) for word in process.stdout.readline().split()]
        assert len(others) == 2
        process.kill()
    _, alive = psutil.wait_procs(others, timeout=100)
    for other in alive:
        other.kill()
    assert not alive


@pytest.mark.slow
def test_a_batch_that_nobody_has_any_more_ends_its_processes():
    shared = envs.batch("bosman", 4, seats=2, processes=2)
    assert isinstance(shared, Shards)
    process = psutil.Process(shared._others[0]._process.pid)
    del shared
    assert not process.is_running()


@pytest.mark.slow
def test_what_goes_wrong_in_another_process_is_said(tmp_path, monkeypatch):
    for name in ("_added", "_sources", "_loaded"):  # what is registered here is forgotten again
        monkeypatch.setattr(games, name, dict(getattr(games, name)))
    file = tmp_path / "leaky.py"
    text = (
        (ROOT / "docs" / "examples" / "ferry.py").read_text(encoding="utf-8").replace('id="ferry"', 'id="leaky_ferry"')
    )
    file.write_text(text, encoding="utf-8")
    games.load_file(file)
    file.write_text("raise RuntimeError('no such boat')\n", encoding="utf-8")
    with pytest.raises(KotvaError, match=r"has failed: .*no such boat"):
        envs.batch("leaky_ferry", 4, processes=2)


def test_what_cannot_be_shared_out_is_refused():
    with pytest.raises(KotvaError, match="1 games are too few for 2 processes"):
        envs.batch("seameni", 1, processes=2)
    with pytest.raises(KotvaError, match="processes is at least 1, not 0"):
        envs.batch("seameni", 1, processes=0)
    with pytest.raises(KotvaError, match="find a game by its id"):
        envs.batch(dataclasses.replace(FERRY, version="9.9"), 4, processes=2)
    for processes in (1, 2):
        with pytest.raises(KotvaError, match=r"At most \d+ games"):
            envs.batch("triremes", 10**9, processes=processes)


@pytest.mark.skipif(not COMPILED, reason="interpreted, the kernel's arrays are lists")
def test_pages_of_an_array_are_exchanged_and_nothing_else():
    """Two arrays with the same page behind them, and everything beside it as before; lifted they are alone again."""
    fd, page = shared_memory.new_file(4 * 4096), shared_memory.SPARE // 3
    try:
        arrays: list[Any] = [zeros(4 * page // 8 + shared_memory.SPARE // 8) for _ in range(2)]
        laid = [shared_memory.Laid(array, np.int64, fd, 800, page) for array in arrays]
    finally:
        os.close(fd)
    one, other = (np.frombuffer(array, np.int64) for array in arrays)
    first, second = (each.first for each in laid)
    arrays[0][first] = 11
    arrays[1][second + page // 8 - 1] = 12
    assert other[second] == 11
    assert one[first + page // 8 - 1] == 12
    arrays[0][0] = 13
    arrays[0][len(arrays[0]) - 1] = 14
    assert other.sum() == 11 + 12
    for each in laid:
        each.lift()
    arrays[0][first] = 15
    assert other.sum() == 0
    assert one.sum() == 13 + 14 + 15
    with pytest.raises(ValueError, match="too short"):
        shared_memory.Laid(zeros(4), np.int64, 0, 0, 32)
