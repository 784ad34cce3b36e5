"""OpenSpiel's observers and information states: what is asked for is answered, or refused, and never something else."""

from __future__ import annotations

import json
from random import Random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.algorithms.external_sampling_mccfr import ExternalSamplingSolver
from open_spiel.python.observation import make_observation

from kotva import envs, games
from kotva.engine.arrays import Rng
from kotva.engine.errors import KotvaError
from kotva.engine.fields import key
from kotva.engine.state import SPECTATOR
from kotva.envs.openspiel_games import Dealt, KotvaState

HANDS = ("hexxi", "settlers")  # whose seats hold from the beginning on what others do not see
NONE, ONE, ALL = (
    pyspiel.PrivateInfoType.NONE,
    pyspiel.PrivateInfoType.SINGLE_PLAYER,
    pyspiel.PrivateInfoType.ALL_PLAYERS,
)


def asked(private: pyspiel.PrivateInfoType, public: bool = True, recall: bool = False) -> pyspiel.IIGObservationType:
    return pyspiel.IIGObservationType(public_info=public, perfect_recall=recall, private_info=private)


def walk(game: pyspiel.Game, steps: int, seed: int) -> KotvaState:
    """A state some random steps into a game, at a player's decision."""
    state: KotvaState = game.new_initial_state()
    random = Random(seed)
    taken = 0
    while state.is_chance_node() or (taken < steps and not state.is_terminal()):
        taken += 1
        open_now = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(random.choice(open_now))
    return state


@pytest.mark.parametrize("game_id", games.ids())
def test_public_information_is_what_a_bystander_sees(game_id: str) -> None:
    """With `private_info=NONE` a seat's own hand was shown."""
    made = envs.openspiel(game_id)
    public, own = make_observation(made, asked(NONE)), make_observation(made, asked(ONE))
    hidden = 0
    for steps in (0, 7, 30, 90):
        state = walk(made, steps, steps)
        inside = state.inside
        for player in range(made.num_players()):
            public.set_from(state, player)
            before, said = public.tensor.copy(), public.string_from(state, player)
            own.set_from(state, player)
            seen = inside.state.seen(SPECTATOR)
            assert json.loads(said) == [json.loads(json.dumps(inside.desk.game.to_position(seen))), []]
            hidden += own.string_from(state, player) != said
            if key(seen) == key(inside.state):
                continue
            twin = state.clone()  # another truth that looks the same to a bystander
            twin.inside.state = seen.clone()
            twin.inside.state.redeal(SPECTATOR, Rng(steps))
            public.set_from(twin, player)
            assert np.array_equal(public.tensor, before)
            assert public.string_from(twin, player) == said
    assert hidden or game_id not in HANDS


def test_all_private_information_is_the_whole_truth() -> None:
    made = envs.openspiel("hexxi", seats=2)
    state = walk(made, 0, 1)
    everything, own = make_observation(made, asked(ALL)), make_observation(made, asked(ONE))
    position, _ = json.loads(everything.string_from(state, 0))
    assert "?" not in json.dumps(position)
    assert position == json.loads(own.string_from(state, 0))[0] | {"hands": position["hands"]}
    assert "?" in own.string_from(state, 0)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (asked(ONE, recall=True), "no information states"),
        (asked(NONE, recall=True), "no information states"),
        (asked(ONE, public=False), "public_info=True"),
        (asked(NONE, public=False), "public_info=True"),
    ],
)
def test_what_cannot_be_answered_is_refused(kind: pyspiel.IIGObservationType, words: str) -> None:
    made = envs.openspiel("hexxi", seats=2)
    with pytest.raises(KotvaError, match=words):
        make_observation(made, kind)
    with pytest.raises(KotvaError, match="no parameters"):
        made.make_py_observer(None, {"colour": 1})


def test_information_states_are_refused() -> None:
    """Histories that look the same now were merged, and MCCFR ran on that without complaint."""
    made = envs.openspiel("hexxi", seats=2)
    state = walk(made, 4, 1)
    for ask in (state.information_state_string, state.information_state_tensor):
        for arguments in ((), (0,), (1,)):
            with pytest.raises(KotvaError, match="no information states"):
                ask(*arguments)
    with pytest.raises(KotvaError, match="no information states"):
        ExternalSamplingSolver(made).iteration()


def test_an_observation_is_that_of_a_player_there_is() -> None:
    made = envs.openspiel("hexxi", seats=2)
    state, observer = walk(made, 0, 1), make_observation(made, asked(ONE))
    for player in (-1, 2):
        with pytest.raises(KotvaError, match="Players are 0 to 1"):
            observer.string_from(state, player)
        with pytest.raises(KotvaError, match="Players are 0 to 1"):
            state.resample_from_infostate(player, lambda: 0.5)


@pytest.mark.parametrize("game_id", games.ids())
def test_a_resampled_state_looks_the_same_to_the_player(game_id: str) -> None:
    made = envs.openspiel(game_id)
    sampler = pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
    different = 0
    for steps in (0, 9, 40, 120):
        state = walk(made, steps, steps)
        if state.is_terminal():
            continue
        player = state.current_player()
        for _ in range(4):
            twin = state.resample_from_infostate(player, sampler)
            assert twin.current_player() == player
            assert twin.observation_string(player) == state.observation_string(player)
            assert twin.legal_actions() == state.legal_actions()
            assert isinstance(twin.clone().inside, Dealt)
            different += key(twin.inside.state) != key(state.inside.state)
            twin.clone().apply_action(twin.legal_actions()[0])
            with pytest.raises(KotvaError, match="no history"):
                twin.serialize()
    assert different or game_id != "hexxi"


def test_a_search_over_what_others_may_hold_plays_a_move() -> None:
    """ISMCTS refused: there was no `resample_from_infostate`."""
    made = envs.openspiel("hexxi", seats=2)
    state = walk(made, 0, 3)
    bot = ismcts.ISMCTSBot(
        game=made,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=1.4,
        max_simulations=5,
        use_observation_string=True,
        random_state=np.random.RandomState(1),
    )
    assert bot.step(state) in state.legal_actions()
