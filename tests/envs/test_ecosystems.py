"""Each environment passes the tests of its own ecosystem, for every game."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import time
import warnings
from pathlib import Path
from types import SimpleNamespace

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python import rl_environment

from kotva import envs, games
from kotva.engine.errors import KotvaError
from kotva.envs import openspiel_games
from kotva.envs.pettingzoo_env import KotvaAEC

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it warns of its own games, where pygame is installed
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

ROOT = Path(__file__).parents[2]
FERRY = games.load_file(ROOT / "docs" / "examples" / "ferry.py")[0]
EVERY = [(name, games.load(name).rules.seats[0]) for name in ("bosman", "hexxi", "seameni", "settlers", "triremes")]
EVERY.append(("ferry", 3))
# Random players haggle without end in Settlers: without trade between players a game is short enough to be played out.
SHORT: dict[str, dict[str, object]] = {"settlers": {"player_trade": "off", "max_rounds": 10}}

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_pettingzoo_finds_nothing_wrong(game, seats):
    def make(render_mode=None):
        return envs.aec(game, seats=seats, options=SHORT.get(game), render_mode=render_mode)

    api_test(make(), num_cycles=60)
    seed_test(make, num_cycles=20)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_pettingzoo_renders(game, seats, capsys):
    render_test(
        lambda render_mode: envs.aec(game, seats=seats, render_mode=render_mode),
        custom_tests={"svg": lambda text: text.startswith("<svg")},
    )


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_pettingzoo_measures_it(game, seats, capsys, monkeypatch):
    """Its own benchmark, which plays for five seconds; here they pass ten times as fast."""
    module = sys.modules[performance_benchmark.__module__]
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: time.time() * 10))
    performance_benchmark(envs.aec(game, seats=seats))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_gymnasium_finds_nothing_wrong(game, seats):
    env = envs.single(game, seats=seats, options=SHORT.get(game), against="random", render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env)


def test_gymnasium_renders():
    for mode, kind in (("rgb_array", np.ndarray), ("svg", str), ("ansi", str)):
        env = envs.single("bosman", seats=2, against="random", render_mode=mode)
        env.reset(seed=1)
        assert isinstance(env.render(), kind)
    with pytest.raises(KotvaError, match="no render mode 'film'"):
        envs.single("bosman", render_mode="film")


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_openspiel_finds_nothing_wrong(game, seats):
    made = envs.openspiel(game, seats=seats, options=SHORT.get(game))
    pyspiel.random_sim_test(made, num_sims=1, serialize=True, verbose=False)


def test_openspiel_knows_the_games_by_name():
    openspiel_games.register_all()
    made = pyspiel.load_game("kotva_bosman(seats=4)")
    assert made.num_players() == 4
    state = made.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    copied, state_copied = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(made, state))
    assert str(state_copied) == str(state)
    assert copied.num_players() == 4
    env = rl_environment.Environment(made)
    assert len(env.reset().observations["info_state"][0]) == made.observation_tensor_shape()[0]


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_openspiel_reads_back_what_it_has_written(game, seats):
    """A state in the middle of a decision too."""
    made = envs.openspiel(game, seats=seats, options=SHORT.get(game))
    state, rng = made.new_initial_state(), np.random.default_rng(2)
    for step in range(90):
        if state.is_terminal():
            break
        if step % 15 == 14:
            again, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(made, state))
            assert (str(read), read.legal_actions()) == (str(state), state.legal_actions())
            assert str(again) == str(made)
        state.apply_action(int(rng.choice(state.legal_actions())))


def test_openspiel_clones_share_nothing():
    state = envs.openspiel("bosman", seats=2).new_initial_state()
    for _ in range(60):
        state.apply_action(state.legal_actions()[-1])
    before, copy = str(state), state.clone()
    assert str(copy) == before
    assert copy.legal_actions() == state.legal_actions()
    while not copy.is_terminal():
        copy.apply_action(copy.legal_actions()[0])
    assert str(state) == before
    assert sum(copy.returns()) == 0


def test_an_illegal_action_ends_the_game_as_pettingzoo_does_it():
    env = envs.aec("bosman", seats=4)
    env.reset(seed=3)
    agent, mask = env.agent_selection, env.observe(env.agent_selection)["action_mask"]
    raw = env.unwrapped
    assert isinstance(raw, KotvaAEC)
    before = str(raw.table.game.to_position(raw.table.state))
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert env.rewards[agent] == -1
    assert all(env.terminations.values())
    assert str(raw.table.game.to_position(raw.table.state)) == before


def test_an_illegal_action_costs_gymnasiums_agent_the_episode():
    env = envs.single("bosman", seats=2, against="random")
    seen, _ = env.reset(seed=3)
    before = str(env.table.game.to_position(env.table.state))
    _, reward, ended, cut, info = env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert (reward, ended, cut) == (-1.0, True, False)
    assert "illegal" in info
    assert str(env.table.game.to_position(env.table.state)) == before
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


@pytest.mark.parametrize("action", [1.5, "x", None, np.array([3])])
def test_what_is_no_number_is_no_action_for_gymnasium(action):
    env = envs.single("bosman", seats=2, against="random")
    env.reset(seed=3)
    before = str(env.table.game.to_position(env.table.state))
    with pytest.raises(gymnasium.error.InvalidAction, match="whole number"):
        env.step(action)
    assert str(env.table.game.to_position(env.table.state)) == before
    env.step(env.table.open()[0])  # and the episode goes on


@pytest.mark.parametrize("action", [-1, 10**6, 2**70, "x", None, 1.5])
def test_what_is_no_action_at_all_changes_nothing_in_pettingzoo(action):
    env = envs.aec("bosman", seats=2)
    env.reset(seed=3)
    table = env.unwrapped.table
    before = str(table.game.to_position(table.state))
    with pytest.raises(AssertionError, match="not in action space"):  # PettingZoo's wrapper
        env.step(action)
    assert str(table.game.to_position(table.state)) == before
    env.step(table.open()[0])


def test_an_illegal_action_is_an_error_in_openspiel():
    state = envs.openspiel("bosman", seats=2).new_initial_state()
    before = str(state)
    with pytest.raises(ValueError, match="no outcome"):
        state.apply_action(4_000)
    assert str(state) == before
    while state.is_chance_node():
        state.apply_action(0)
    before, history = str(state), state.history()
    closed = next(action for action in range(2_000) if action not in state.legal_actions())
    for action, kind in ((closed, ValueError), (10**6, ValueError), (-1, pyspiel.SpielError), ("x", TypeError)):
        with pytest.raises(kind):
            state.apply_action(action)
        assert (str(state), state.history()) == (before, history)
    state.apply_action(state.legal_actions()[0])


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: envs.aec("bosman", seats=3), "for 2, 4 players, not 3"),
        (lambda: envs.aec("bossman"), "no game 'bossman'"),
        (lambda: envs.single("bosman", options={"wind": 1}), "no option 'wind'"),
        (lambda: envs.single("bosman", against="clever"), "no bot 'clever'"),
        (lambda: envs.single("bosman", seats=4, against=["random"]), "1 bots for 3 other seats"),
        (lambda: envs.single("bosman", seats=2, seat=2), "Seats are 0 to 1"),
        (lambda: envs.openspiel("bosman", seats=3), "for 2, 4 players"),
        (lambda: envs.batch("bosman", 0), "n is at least 1, not 0"),
        (lambda: envs.batch("bosman", 2.5), "n is a whole number, not 2.5"),  # type: ignore[arg-type]
        (lambda: envs.batch("bosman", 4, limit=0), "limit is at least 1, not 0"),
        (lambda: envs.batch("bosman", 4, processes=0), "processes is at least 1, not 0"),
        (lambda: envs.batch("bosman", 4, seed="a"), "seed is a whole number, not 'a'"),  # type: ignore[arg-type]
        (lambda: envs.batch("bosman", 4, seats=3), "for 2, 4 players, not 3"),
        (lambda: envs.batch("bosman", 4, options={"turn_limit": 7}), "allowed: 20 to 400"),
        (lambda: envs.aec(None), "by its id or as a Game"),  # type: ignore[arg-type]
        (lambda: envs.aec("bosman").reset(seed="x"), "seed is a whole number"),
        (lambda: envs.openspiel(7), "by its id or as a Game"),  # type: ignore[arg-type]
        (lambda: envs.openspiel("bosman", options={"wind": 1}), "no option 'wind'; options are"),
        (lambda: envs.single("bosman", against=5), "a bot's name"),  # type: ignore[arg-type]
        (lambda: envs.single("bosman", seat="a"), "seat is a whole number"),  # type: ignore[arg-type]
        (lambda: envs.openspiel("bosman") and pyspiel.load_game("kotva_bosman(options=zz)"), "parameter `options`"),
    ],
)
def test_bad_input_says_what_is_allowed(make, words):
    with pytest.raises(KotvaError, match=words):
        make()


@pytest.mark.parametrize(
    ("name", "library", "module"),
    [
        ("aec", "pettingzoo", "pettingzoo_env"),
        ("single", "gymnasium", "gymnasium_env"),
        ("openspiel", "pyspiel", "openspiel_games"),
    ],
)
def test_a_library_that_is_not_installed_is_named(name, library, module, monkeypatch):
    for gone in [each for each in sys.modules if each.partition(".")[0] == library]:
        monkeypatch.setitem(sys.modules, gone, None)
    monkeypatch.delitem(sys.modules, f"kotva.envs.{module}", raising=False)
    with pytest.raises(KotvaError, match=f"envs.{name} needs {library}"):
        getattr(envs, name)("bosman")


def test_gymnasiums_environment_needs_gymnasium_alone():
    code = "import sys; sys.modules.update(pettingzoo=None, pyspiel=None)\n"
    code += "from kotva import envs; envs.single('bosman').reset(seed=1)"
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], cwd=ROOT, check=True)


def digest(kind: str) -> str:
    """A hash of all that an agent sees in a game of random choices."""
    out = hashlib.sha256()
    rng = np.random.default_rng(4)
    if kind == "aec":
        env = envs.aec("bosman", seats=2)
        env.reset(seed=9)
        for _ in env.agent_iter(150):
            seen, reward, ended, cut, _ = env.last()
            out.update(seen["observation"].tobytes() + bytes(seen["action_mask"]) + str(reward).encode())
            env.step(None if ended or cut else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    else:
        single = envs.single("bosman", seats=2, against="greedy:1")
        seen, _ = single.reset(seed=9)
        for _ in range(60):
            seen, reward, ended, _, _ = single.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            out.update(seen["observation"].tobytes() + bytes(seen["action_mask"]) + str(reward).encode())
            if ended:
                break
    return out.hexdigest()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["aec", "single"])
def test_a_seed_gives_the_same_game_in_every_process(kind):
    code = f"from tests.envs.test_ecosystems import digest; print(digest({kind!r}))"
    found = {
        subprocess.run(
            [sys.executable, "-W", "ignore", "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()[-1]
        for seed in ("1", "2")
    }
    assert found == {digest(kind)}


def test_an_agent_does_not_see_the_steps_of_another():
    env = envs.aec("bosman", seats=2)
    env.reset(seed=5)
    table = env.unwrapped.table
    place = table.desk.places()["choice"]
    rng = np.random.default_rng(1)
    while True:
        agent = env.agent_selection
        mask = env.observe(agent)["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
        if env.agent_selection == agent and env.observe(agent)["observation"][place].any():
            break
    other = next(a for a in env.agents if a != agent)
    assert not env.observe(other)["observation"][place].any()
    assert not env.observe(other)["action_mask"].any()
