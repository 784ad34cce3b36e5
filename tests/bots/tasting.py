"""An evaluation that says what a test wants, and views of eight pearls to be asked about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kotva.engine.evaluation import Evaluation
from kotva.engine.game import PLAYED, Event, Game, View
from kotva.engine.levels import Levels
from kotva.engine.state import State
from kotva.match import Match
from tests.conformance.pearls import KEEP, PEARLS, Pearls


class Taste(Evaluation):
    """Says what a test wants it to say, and keeps what it was asked about."""

    def __init__(
        self,
        value: Callable[[Pearls, int], int] = lambda _state, _seat: 500,
        order: Callable[[int], int] = lambda _action: 500,
        pieces: Callable[[Pearls], int] = lambda _state: 0,
        progress: Callable[[Pearls], int] = lambda _state: 0,
        **says: Callable[..., Any],
    ) -> None:
        self.says: dict[str, Callable[..., Any]] = {
            "value": value,
            "order": order,
            "pieces": pieces,
            "progress": progress,
            **says,
        }
        self.asked: list[Pearls] = []

    def _keep(self, s: State) -> Pearls:
        assert isinstance(s, Pearls)
        self.asked.append(s)
        return s

    def value(self, s: State, seat: int) -> int:
        return int(self.says["value"](self._keep(s), seat))

    def order(self, s: State, seat: int, action: int) -> int:
        self._keep(s)
        return int(self.says["order"](action))

    def pieces(self, s: State, seat: int) -> int:
        return int(self.says["pieces"](self._keep(s)))

    def progress(self, s: State, seat: int) -> int:
        return int(self.says["progress"](self._keep(s)))

    def horizon(self) -> int:
        return int(self.says.get("horizon", lambda: 1000)())

    def flat(self, s: State) -> int:
        return int(self.says.get("flat", lambda: -1)())

    def makes_sense(self, s: State, seat: int, action: int) -> bool:
        return bool(self.says.get("sense", lambda _action: True)(action))

    def repeat_key(self, s: State, seat: int, action: int) -> int:
        return int(self.says.get("repeat", lambda _action: 0)(action))

    def is_lost(self, s: State, seat: int) -> bool:
        return bool(self.says.get("lost", lambda: False)())

    def give_up(self, s: State, seat: int) -> int:
        return int(self.says.get("give_up", lambda: -1)())

    def make_peace(self, s: State, seat: int) -> int:
        return int(self.says.get("peace", lambda: -1)())


def told(taste: Evaluation | None = None, levels: Levels | None = None, game: Game = PEARLS) -> Game:
    bots = game.bots
    bots = bots if taste is None else replace(bots, evaluation=taste)
    return replace(game, bots=bots if levels is None else replace(bots, levels=levels))


def view_of(game: Game, *actions: str, seats: int = 3, news: tuple[Event, ...] = ()) -> View:
    """What the next seat sees after the deal and these actions."""
    match = Match(game, seats, {"rounds": 2}, seed="exact")
    for action in actions:
        match.play(action)
    return replace(match.view(match.to_act()), news=news)


def moved(seat: int) -> tuple[Event, ...]:
    return ((PLAYED, seat, KEEP, 0),)


class Always:
    """A bot that plays what it is told, and stands as it is told."""

    def __init__(self, action: int = KEEP, chance: int = 500, range: int = 100) -> None:
        self.action, self.chance, self.range = action, chance, range
        self.views: list[View] = []

    def choose(self, view: View) -> int:
        self.views.append(view)
        return self.action
