"""One running game as environments see it: what a seat observes, which steps are open, what a step does."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotva import games as registry
from kotva.engine.arrays import COMPILED, Rng
from kotva.engine.dense import StepChoice
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.interface import Interface
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OVER, State
from kotva.envs.rewards import rewards

Numbers = NDArray[np.int16]
Mask = NDArray[np.int8]
Observation = dict[str, Numbers | Mask]


def whole(name: str, value: object, least: int | None = None) -> int:
    """A whole number that somebody gave, or KotvaError."""
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        raise KotvaError("{name} is a whole number, not {value!r}.", name=name, value=value) from None
    if least is not None and number < least:
        raise KotvaError("{name} is at least {least}, not {value}.", name=name, least=least, value=number)
    return number


def find(game: Game | str, seats: int | None, options: Mapping[str, object] | None) -> Interface:
    """A game by its id or itself, with checked options."""
    played = registry.load(game) if isinstance(game, str) else game
    if not isinstance(played, Game):
        raise KotvaError("A game is given by its id or as a Game, not as {game!r}.", game=game)
    return Interface(played, played.choose_options(played.rules.seats[0] if seats is None else seats, options))


class RunningGame:
    """A game under way, stepped token by token; chance decides by itself, from the seed of `reset`."""

    def __init__(self, desk: Interface) -> None:
        self.desk = desk
        self.game = desk.game
        self.seats = desk.options.seats
        self.low = np.concatenate([np.full(span.size, span.low, np.int16) for span in desk.spans])
        self.high = np.concatenate([np.full(span.size, span.high, np.int16) for span in desk.spans])
        self._moves = Moves()
        self._choice = StepChoice(desk.steps.dense)
        self.reset(0)

    def reset(self, seed: int) -> None:
        self._rng = Rng(whole("seed", seed) % 2**40)
        self.state: State = self.game.rules.new(self.desk.options)
        self._settle()

    def _settle(self) -> None:
        while (actor := int(self.state.to_act())) == CHANCE:
            self.state.apply(CHANCE, self.state.sample(self._rng, self._moves))
        self.actor = actor
        if actor != OVER:
            self._choice.ask(self.state, actor)

    @property
    def is_over(self) -> bool:
        return self.actor == OVER

    def open(self) -> list[int]:
        """The tokens that can be chosen now, in rising order."""
        return [] if self.is_over else self._choice.open()

    def is_open(self, token: int) -> bool:
        """Whether a token can be chosen now."""
        return not self.is_over and 0 <= token < self.desk.actions and bool(self._choice.is_open(token))

    def mask(self, seat: int) -> Mask:
        """A 1 for each token that a seat can choose now; all 0 if it is not to act."""
        out = np.zeros(self.desk.actions, np.int8)
        if seat == self.actor:
            out[self.open()] = 1
        return out

    def observe(self, seat: int) -> Numbers:
        """What a seat sees; only the deciding seat sees the steps of its decision under way."""
        chosen = self._choice.chosen() if seat == self.actor else []
        view = self.game.view(self.state, seat, self.desk.options)
        written: Any = self.desk.tape(view, chosen).a
        return np.frombuffer(written, np.int16).copy() if COMPILED else np.array(written, np.int16)

    def step(self, token: int) -> bool:
        """Take a step; whether it was a decision. KotvaError, and nothing has changed, if it is not open."""
        if not self.is_open(token):
            raise KotvaError("The step {token} is not open here.", token=token)
        action = int(self._choice.take(token))
        if action < 0:
            return False
        self.play(action)
        return True

    def play(self, action: int) -> None:
        """A whole action of the seat to act, checked; then chance."""
        self.game.play(self.state, self.actor, action)
        self._settle()

    def rewards(self) -> list[float]:
        return rewards(self.state)
