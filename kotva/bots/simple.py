"""Bots that do not search."""

from __future__ import annotations

from random import Random

from kotva.bots.bot import choices
from kotva.engine.game import View


class RandomBot:
    """Plays any legal action."""

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def choose(self, view: View) -> int:
        """One of the legal actions, each as likely as the others."""
        _, legal = choices(view)
        return self._random.choice(legal)
