"""PettingZoo: every seat is an agent, and decides when it is asked."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from kotva.engine.game import Game
from kotva.envs import rendering
from kotva.envs.running_game import Observation, RunningGame, find


def make(game: Game | str, seats: int | None, options: Mapping[str, object] | None, render_mode: str | None) -> AECEnv:
    """The environment in PettingZoo's usual wrappers."""
    env: Any = KotvaAEC(game, seats, options, render_mode)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    out: AECEnv = wrappers.OrderEnforcingWrapper(env)
    return out


class KotvaAEC(AECEnv, EzPickle):
    """A game, without wrappers. A step is a token of `kotva.engine.interface`; the mask says which are open."""

    def __init__(
        self, game: Game | str, seats: int | None, options: Mapping[str, object] | None, render_mode: str | None
    ) -> None:
        desk = find(game, seats, options)
        EzPickle.__init__(self, desk.game.id, desk.options.seats, options, render_mode)
        super().__init__()
        self.metadata = {
            "render_modes": rendering.MODES,
            "name": f"kotva_{desk.game.id}_v{desk.game.version.split('.')[0]}",
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = rendering.check(render_mode)
        self.table = RunningGame(desk)
        self.possible_agents = [f"player_{seat}" for seat in range(desk.options.seats)]
        self.agents = self.possible_agents[:]
        table = self.table
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(table.low, table.high, dtype=np.int16),
                    "action_mask": spaces.Box(0, 1, (desk.actions,), dtype=np.int8),
                }
            )
            for agent in self.agents
        }
        self.action_spaces = {agent: spaces.Discrete(desk.actions) for agent in self.agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        return {"observation": self.table.observe(seat), "action_mask": self.table.mask(seat)}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.reset(secrets.randbits(40) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        if not self.table.is_over:
            self.agent_selection = self.possible_agents[self.table.actor]
            return
        self.rewards = dict(zip(self.possible_agents, self.table.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._clear_rewards()
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.table.step(int(action))
        self._select()
        self._accumulate_rewards()

    def render(self) -> rendering.Picture | None:
        return rendering.draw(self.table, self.render_mode, None)

    def close(self) -> None:
        """There is nothing to close."""
