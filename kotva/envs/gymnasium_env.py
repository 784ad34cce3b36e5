"""Gymnasium: one seat is the agent's, bots play the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from operator import index
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from kotva import games as registry
from kotva.bots import Bot, make
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game, View
from kotva.envs import rendering
from kotva.envs.running_game import Observation, RunningGame, find, whole

Policy = Callable[[View], int]  # what a seat may know -> one of `view.legal()`
Opponent = str | Policy
Mixture = Mapping[Opponent, float]  # an opponent is drawn by these weights for each seat of each episode
Against = Opponent | Mixture | Sequence[Opponent | Mixture]


class SingleEnv(gymnasium.Env[Observation, int]):
    """A step is a token; the mask says which are open. One that is not ends the episode with -1, and the game stays as it is."""

    metadata = {"render_modes": rendering.MODES, "render_fps": 2}

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        against: Against = "greedy",
        seat: int = 0,
        render_mode: str | None = None,
    ) -> None:
        self._given = (game, seats, options, against, seat, render_mode)
        desk = find(game, seats, options)
        self.table = RunningGame(desk)
        if not 0 <= whole("seat", seat) < self.table.seats:
            raise KotvaError("Seats are 0 to {last}, not {seat}.", last=self.table.seats - 1, seat=seat)
        self.seat = seat
        self.against = _against(against, self.table.seats - 1)
        self.render_mode = rendering.check(render_mode)
        self.action_space: spaces.Discrete = spaces.Discrete(desk.actions)  # type: ignore[assignment]
        self.observation_space: Any = spaces.Dict(
            {
                "observation": spaces.Box(self.table.low, self.table.high, dtype=np.int16),
                "action_mask": spaces.Box(0, 1, (desk.actions,), dtype=np.int8),
            }
        )
        self._bots: dict[int, Bot] = {}
        self._over = True
        self._begun: list[int] = []  # the numbers that this episode began with: of chance, of each other seat
        self._taken: list[int] = []  # and the steps since

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        self._begin([int(x) for x in self.np_random.integers(2**30, size=self.table.seats)])
        return self._observation(), {}

    def _begin(self, numbers: list[int]) -> None:
        """Everything that an episode needs of chance is in its numbers."""
        self._begun, self._taken = numbers, []
        others = [other for other in range(self.table.seats) if other != self.seat]
        self._bots = {seat: _seat(own, number) for seat, own, number in zip(others, self.against, numbers[1:])}
        self.table.reset(numbers[0])
        self._let_others_play()
        self._over = self.table.is_over

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if self._over:
            raise gymnasium.error.ResetNeeded("The episode is over: call reset() first.")
        try:
            token = index(action)
        except TypeError:
            raise gymnasium.error.InvalidAction(f"An action is a whole number, not {action!r}.") from None
        if not self.table.is_open(token):
            self._over = True
            return self._observation(), -1.0, True, False, {"illegal": token}
        self._take(token)
        self._over = self.table.is_over
        return self._observation(), self.table.rewards()[self.seat], self._over, False, {}

    def _take(self, token: int) -> None:
        self._taken.append(token)
        if self.table.step(token):
            self._let_others_play()

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and pickled by its episode, which is played again there: opponents must not look at a clock."""
        chance = (self._np_random, self._np_random_seed)
        return _restored, (type(self), self._given, chance, self._begun, self._taken, self._over)

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """What is open, by the name that some libraries ask for."""
        self._check_begun()
        return self.table.mask(self.seat).astype(bool)

    def render(self) -> Any:
        self._check_begun()
        return rendering.draw(self.table, self.render_mode, self.seat)

    def _check_begun(self) -> None:
        if not self._bots:
            raise gymnasium.error.ResetNeeded("No game has begun: call reset() first.")

    def _let_others_play(self) -> None:
        table = self.table
        while not table.is_over and table.actor != self.seat:
            view = table.game.view(table.state, table.actor, table.desk.options)
            table.play(self._bots[table.actor].choose(view))

    def _observation(self) -> Observation:
        return {"observation": self.table.observe(self.seat), "action_mask": self.table.mask(self.seat)}


class Called:
    """A policy as a bot."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def choose(self, view: View) -> int:
        try:
            return index(self._policy(view))
        except TypeError:
            raise KotvaError("An opponent chooses the number of an action, one of `view.legal()`.") from None


def _seat(opponent: Opponent | Mixture, number: int) -> Bot:
    """The opponent in another seat, in one episode."""
    if isinstance(opponent, Mapping):
        (drawn,) = Random(f"opponent {number}").choices(list(opponent), list(opponent.values()))
        opponent = drawn
    return make(opponent, number) if isinstance(opponent, str) else Called(opponent)


def _against(given: Against, others: int) -> list[Opponent | Mixture]:
    """The opponents in the other seats; one is for all of them."""
    if not isinstance(given, str | list | tuple | Mapping) and not callable(given):
        raise KotvaError(
            "`against` is a bot's name, a policy or a mixture of them, or one for each other seat; it cannot be {given!r}.",
            given=given,
        )
    found = list(given) if isinstance(given, list | tuple) else [given] * others
    if len(found) != others:
        raise KotvaError("{given} bots for {others} other seats.", given=len(found), others=others)
    for opponent in found:
        weights = opponent if isinstance(opponent, Mapping) else {opponent: 1.0}
        if not weights or not all(0 < weight < inf for weight in weights.values()):
            raise KotvaError("Opponents are mixed by weights above 0, not by {given!r}.", given=opponent)
        for one in weights:
            if not callable(one):
                make(one)
    return found


def _restored(
    kind: type[SingleEnv],
    given: tuple[Any, ...],
    chance: tuple[Any, Any],
    begun: list[int],
    taken: list[int],
    over: bool,
) -> SingleEnv:
    """An environment as it was, from how its episode began and what was chosen since."""
    env = kind(*given)
    env._np_random, env._np_random_seed = chance
    if begun:
        env._begin(list(begun))
        for token in taken:
            env._take(token)
        env._over = over
    return env


def ids() -> list[str]:
    """The names by which `gymnasium.make` knows the games, once this module is imported."""
    return [f"kotva/{name}-v{registry.load(name).version.partition('.')[0]}" for name in registry.ids()]


def _register() -> None:
    for name, known in zip(registry.ids(), ids(), strict=True):
        if known not in gymnasium.registry:
            gymnasium.register(known, f"{__name__}:SingleEnv", kwargs={"game": name})


_register()
