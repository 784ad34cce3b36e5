"""Bots that do not search."""

from __future__ import annotations

from random import Random

from kotva.bots.bot import Bot, choices
from kotva.engine.game import View


class RandomBot:
    """Plays any legal action."""

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def choose(self, view: View) -> int:
        _, legal = choices(view)
        return self._random.choice(legal)


class Careless:
    """Plays like another bot, but does anything at all every so often: for people who are learning a game."""

    def __init__(self, other: Bot, slips: float, seed: int = 0) -> None:
        self._other = other
        self._slips = slips
        self._random = Random(seed)

    def choose(self, view: View) -> int:
        _, legal = choices(view)
        if self._random.random() < self._slips:
            return self._random.choice(legal)
        return self._other.choose(view)
