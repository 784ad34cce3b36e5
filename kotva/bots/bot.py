"""What a bot is."""

from __future__ import annotations

from typing import Protocol

from kotva.engine.errors import KotvaError
from kotva.engine.game import View


class Bot(Protocol):
    """A player. It gets what its seat may know and nothing else; it may remember what it likes between its decisions."""

    def choose(self, view: View) -> int:
        """One of `view.legal()`; asked only when there is at least one."""
        ...


def choices(view: View) -> tuple[int, list[int]]:
    """The seat of a view and its legal actions; a bot that has nothing to decide was asked by mistake."""
    legal = view.legal()
    if view.seat is None or not legal:
        raise KotvaError("A bot was asked to decide where its seat has nothing to decide.")
    return view.seat, legal
