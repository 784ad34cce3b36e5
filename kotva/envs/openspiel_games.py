"""OpenSpiel: each game of Kotva as a Python game of OpenSpiel, registered as `kotva_` and its id.

    pyspiel.load_game("kotva_bosman(seats=2)")

Players' actions are tokens; an outcome of chance is its place in the list of outcomes. States are serialised by their history.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyspiel

from kotva import games as registry
from kotva.engine.arrays import Rng
from kotva.engine.dense import StepChoice
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game, View
from kotva.engine.interface import Interface
from kotva.engine.moves import Moves
from kotva.engine.playout import play_random
from kotva.engine.state import CHANCE, OVER, SPECTATOR, State
from kotva.envs.rewards import rewards
from kotva.envs.running_game import find

NO_RECALL = (
    "Kotva provides no information states: an observation is what a seat sees now, and two histories can look the same. "
    "Ask for perfect_recall=False, or use observations."
)
_MANY_OUTCOMES = 64  # at least so many outcomes of chance are allowed for; random games may show more
_made: dict[str, type[pyspiel.Game]] = {}


def make(game: Game | str, seats: int | None, options: Mapping[str, object] | None) -> pyspiel.Game:
    """The game of OpenSpiel with so many seats."""
    desk = find(game, seats, options)  # refused in our words
    played, chosen = desk.game, desk.options
    register(played)
    text = json.dumps(dict(options), separators=(",", ":")) if options else ""
    return _made[played.id]({"seats": chosen.seats, "options": text.encode().hex()})


def register(game: Game) -> None:
    """Make a game known to OpenSpiel; `pyspiel.load_game` finds it then."""
    if game.id in _made:
        return
    kind = pyspiel.GameType(
        short_name=f"kotva_{game.id}",
        long_name=f"Kotva: {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.rules.seats),
        min_num_players=min(game.rules.seats),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seats": game.rules.seats[0], "options": ""},
    )

    class Registered(KotvaGame):
        def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
            super().__init__(game, kind, dict(parameters or {}))

    Registered.__name__ = f"Kotva{game.id.capitalize()}"
    pyspiel.register_game(kind, Registered)
    _made[game.id] = Registered


def register_all() -> None:
    """Make all games known to OpenSpiel."""
    for name in registry.ids():
        register(registry.load(name))


class KotvaGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options; `desk` says what its actions and observations are."""

    def __init__(self, game: Game, kind: pyspiel.GameType, parameters: dict[str, Any]) -> None:
        try:
            given = json.loads(bytes.fromhex(parameters.get("options") or "7b7d"))
        except ValueError:
            raise KotvaError("The parameter `options` is written by kotva.envs.openspiel alone.") from None
        options = game.choose_options(int(parameters.get("seats") or game.rules.seats[0]), given)
        self.desk = Interface(game, options)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.desk.actions,
            max_chance_outcomes=_outcomes(self.desk),
            num_players=options.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=min(game.rules.longest(options) * self.desk.steps.depth, 2**31 - 1),
        )
        super().__init__(kind, info, parameters)

    def new_initial_state(self) -> KotvaState:
        return KotvaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> KotvaObserver:
        if params:
            raise KotvaError("An observer of Kotva takes no parameters, and was given {params}.", params=dict(params))
        return KotvaObserver(self.desk, iig_obs_type)


class Inside:
    """What a state of OpenSpiel holds of ours. OpenSpiel copies it with `deepcopy` and serialises it with pickle."""

    def __init__(self, desk: Interface, state: State, played: list[int]) -> None:
        self.desk = desk
        self.state = state
        self.played = played  # tokens and outcomes of chance, for serialising
        self.moves = Moves()  # outcomes of chance
        self.choice = StepChoice(desk.steps.dense)
        self.settle()

    def settle(self) -> None:
        """List what can be done now."""
        self.actor = int(self.state.to_act())
        if self.actor == CHANCE:
            self.moves.clear()
            self.state.list_chance(self.moves)
        elif self.actor != OVER:
            self.choice.ask(self.state, self.actor)

    def open(self) -> list[int]:
        """The tokens that can be chosen now."""
        return self.choice.open()

    def apply(self, action: int) -> None:
        """A step or an outcome; ValueError, and nothing has changed, if it is not open."""
        if self.actor == CHANCE:
            if not 0 <= action < self.moves.n:
                raise ValueError(f"{action} is no outcome of chance here")
            self.state.apply(CHANCE, self.moves.items()[action])
        else:
            if self.actor == OVER or not self.choice.is_open(action):
                raise ValueError(f"the step {action} is not open here")
            decided = int(self.choice.take(action))
            if decided < 0:
                self.played.append(action)
                return
            self.desk.game.play(self.state, self.actor, decided)
        self.played.append(action)
        self.settle()

    def steps_of(self, player: int) -> list[int]:
        """The steps of a decision under way, for its player."""
        return self.choice.chosen() if player == self.actor else []

    def choose_like(self, other: Inside) -> None:
        """Take the steps of another's decision under way; steps at which nothing can be chosen take themselves."""
        while self.choice.n < other.choice.n:
            self.choice.take(other.choice.steps[self.choice.n])

    def __deepcopy__(self, _memo: dict[int, object]) -> Inside:
        copy = Inside(self.desk, self.state.clone(), self.played[:])
        if self.actor >= 0:
            copy.choose_like(self)
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        options = self.desk.options
        return _replay, (self.desk.game.id, options.seats, dict(options.given), self.played)


def _replay(name: str, seats: int, given: dict[str, object], played: list[int]) -> Inside:
    """Where a history leads, also in a process that has not met the game yet."""
    game = registry.load(name)
    desk = Interface(game, game.choose_options(seats, given))
    inside = Inside(desk, game.rules.new(desk.options), [])
    for action in played:
        inside.apply(action)
    return inside


class KotvaState(pyspiel.State):  # type: ignore[misc]
    """A state under way. An action that is not legal raises ValueError and changes nothing."""

    def __init__(self, game: KotvaGame) -> None:
        super().__init__(game)
        self.inside = Inside(game.desk, game.desk.game.rules.new(game.desk.options), [])

    def current_player(self) -> int:
        actor = self.inside.actor
        if actor == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def _legal_actions(self, player: int) -> list[int]:
        return self.inside.open() if player == self.inside.actor else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.inside.actor != CHANCE:
            raise ValueError("chance has nothing to decide here")
        weights = self.inside.moves.weights()
        return [(i, weight / sum(weights)) for i, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        self.inside.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        desk = self.inside.desk
        if not 0 <= action < (self.inside.moves.n if player == CHANCE else desk.actions):
            raise ValueError(f"{action} is no action of player {player} here")
        if player == CHANCE:
            return desk.game.rules.actions.text(self.inside.moves.items()[action])
        whole = int(desk.steps.dense.whole(action, player))
        return desk.game.rules.actions.text(whole) if whole >= 0 else desk.steps.names[action]

    def is_terminal(self) -> bool:
        return self.inside.actor == OVER

    def returns(self) -> list[float]:
        return rewards(self.inside.state)

    def view_of(self, player: int) -> View:
        desk = self.inside.desk
        return desk.game.view(self.inside.state, _player(player, desk), desk.options)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> KotvaState:
        """Another state in which a player sees the same as here: what it may not know is dealt anew. It has no history."""
        desk = self.inside.desk
        seat = _player(player, desk)
        twin = self.inside.state.seen(seat).clone()
        twin.redeal(seat, Rng(int(sampler() * 2**40)))
        inside = Dealt(desk, twin, [])
        if seat == self.inside.actor:
            inside.choose_like(self.inside)
        out = KotvaState(self.get_game())
        out.inside = inside
        return out

    def information_state_string(self, player: int | None = None) -> str:
        raise KotvaError(NO_RECALL)

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        raise KotvaError(NO_RECALL)

    def __str__(self) -> str:
        position = self.inside.desk.game.to_position(self.inside.state)
        return json.dumps([position, self.inside.steps_of(self.inside.actor)], ensure_ascii=False)


class Dealt(Inside):
    """A state that was dealt anew: copied by its position, and not serialised, because no history led there."""

    def __deepcopy__(self, memo: dict[int, object]) -> Inside:
        copy = super().__deepcopy__(memo)
        copy.__class__ = Dealt
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        raise KotvaError("A state that was resampled has no history, so it cannot be serialised.")


def _player(player: int, desk: Interface) -> int:
    """A seat that there is."""
    if not 0 <= player < desk.options.seats:
        raise KotvaError("Players are 0 to {last}, not {player}.", last=desk.options.seats - 1, player=player)
    return player


class KotvaObserver:
    """What a player sees, as OpenSpiel asks for it: one tensor, with our spans as its named pieces.

    Public information alone is what a bystander sees; with the private information of all players it is the whole truth. What was
    seen before is in no observation (`perfect_recall`), and what is private is told together with what is public or not at all.
    """

    def __init__(self, desk: Interface, asked: pyspiel.IIGObservationType | None = None) -> None:
        self._desk = desk
        private = pyspiel.PrivateInfoType.SINGLE_PLAYER if asked is None else asked.private_info
        if asked is not None and asked.perfect_recall:
            raise KotvaError(NO_RECALL)
        if asked is not None and not asked.public_info:
            raise KotvaError("Kotva has no observation without what is public: ask for public_info=True.")
        self._private = private
        self.tensor = np.zeros(desk.width, np.float32)
        self.dict = {
            span.name: self.tensor[place].reshape(span.shape)
            for span, place in zip(desk.spans, desk.places().values(), strict=True)
        }

    def set_from(self, state: KotvaState, player: int) -> None:
        self.tensor[:] = self._desk.observe(*self._seen(state, player))

    def string_from(self, state: KotvaState, player: int) -> str:
        view, steps = self._seen(state, player)
        return json.dumps([view.to_json(), steps], ensure_ascii=False)

    def _seen(self, state: KotvaState, player: int) -> tuple[View, list[int]]:
        """What was asked for, and the steps of a decision under way, which are private to the seat that takes them."""
        view, inside = state.view_of(player), state.inside
        if self._private == pyspiel.PrivateInfoType.NONE:
            return replace(view, seen=inside.state.seen(SPECTATOR)), []
        if self._private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return replace(view, seen=inside.state), list(inside.steps_of(inside.actor))
        return view, list(inside.steps_of(player))


def _outcomes(desk: Interface) -> int:
    """An upper bound of the outcomes that chance has at once, from random games."""
    most, out = _MANY_OUTCOMES, Moves()
    for seed in range(4):
        state, rng = desk.game.rules.new(desk.options), Rng(seed)
        for _ in range(400):
            if state.to_act() == OVER:
                break
            if state.to_act() == CHANCE:
                out.clear()
                state.list_chance(out)
                most = max(most, 2 * int(out.n))
            play_random(state, rng, 1)
    return most


__all__: Sequence[str] = ["KotvaGame", "make", "register", "register_all"]
