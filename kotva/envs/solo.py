"""Gymnasium: one seat is the agent's, bots play the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from kotva.bots import Bot, make
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.envs import picture
from kotva.envs.seated import Observation, Seated, find, whole

Against = str | Sequence[str]


class SingleEnv(gymnasium.Env[Observation, int]):
    """A step is a token; the mask says which are open. One that is not ends the episode with -1, and the game stays as it is."""

    metadata = {"render_modes": picture.MODES, "render_fps": 2}

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        against: Against = "greedy",
        seat: int = 0,
        render_mode: str | None = None,
    ) -> None:
        desk = find(game, seats, options)
        self.table = Seated(desk)
        if not 0 <= whole("seat", seat) < self.table.seats:
            raise KotvaError("Seats are 0 to {last}, not {seat}.", last=self.table.seats - 1, seat=seat)
        self.seat = seat
        self.against = _against(against, self.table.seats - 1)
        self.render_mode = picture.check(render_mode)
        self.action_space: spaces.Discrete = spaces.Discrete(desk.actions)  # type: ignore[assignment]
        self.observation_space: Any = spaces.Dict(
            {
                "observation": spaces.Box(self.table.low, self.table.high, dtype=np.int16),
                "action_mask": spaces.Box(0, 1, (desk.actions,), dtype=np.int8),
            }
        )
        self._bots: dict[int, Bot] = {}
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        numbers = [int(x) for x in self.np_random.integers(2**30, size=self.table.seats)]
        others = [other for other in range(self.table.seats) if other != self.seat]
        self._bots = {other: make(name, numbers[i + 1]) for i, (other, name) in enumerate(zip(others, self.against))}
        self.table.reset(numbers[0])
        self._let_others_play()
        self._over = self.table.is_over
        return self._observation(), {}

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
        if self.table.step(token):
            self._let_others_play()
        self._over = self.table.is_over
        return self._observation(), self.table.rewards()[self.seat], self._over, False, {}

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """What is open, by the name that some libraries ask for."""
        return self.table.mask(self.seat).astype(bool)

    def render(self) -> Any:
        return picture.draw(self.table, self.render_mode, self.seat)

    def _let_others_play(self) -> None:
        table = self.table
        while not table.is_over and table.actor != self.seat:
            view = table.game.view(table.state, table.actor, table.desk.options)
            table.play(self._bots[table.actor].choose(view))

    def _observation(self) -> Observation:
        return {"observation": self.table.observe(self.seat), "action_mask": self.table.mask(self.seat)}


def _against(given: Against, others: int) -> list[str]:
    """The names of the other seats' bots; one name is for all of them."""
    if not isinstance(given, str | list | tuple):
        raise KotvaError("`against` names a bot, or one for each other seat; it cannot be {given!r}.", given=given)
    names = [given] * others if isinstance(given, str) else list(given)
    if len(names) != others:
        raise KotvaError("{given} bots for {others} other seats.", given=len(names), others=others)
    for name in names:
        make(name)
    return names
