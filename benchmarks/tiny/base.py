"""What the tiny games share: copies field by field, actions that are plain numbers, no texts and no pictures."""

from __future__ import annotations

from typing import ClassVar, Self

from kotva.engine.actions import ActionSpace, Family, Numbers
from kotva.engine.game import Game, GameRules
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OK, State

CLAUSE = 101


class Tiny(State):
    """A state whose attributes are numbers and lists of numbers; `hidden` names those that not everybody knows."""

    hidden: ClassVar[tuple[str, ...]] = ()

    def blank(self) -> Self:
        fresh = type(self).__new__(type(self))
        State.__init__(fresh, self.seats)
        return fresh

    def copy_public(self, c: Self) -> None:
        for name, value in vars(self).items():
            if name not in self.hidden:
                setattr(c, name, value[:] if type(value) is list else value)

    def copy_hidden(self, c: Self) -> None:
        for name in self.hidden:
            setattr(c, name, getattr(self, name)[:])

    def options(self, seat: int) -> list[int]:
        """What a seat that may act can do."""
        raise NotImplementedError

    def outcomes(self) -> list[int]:
        """What chance can do, each equally likely."""
        return []

    def list_legal(self, seat: int, out: Moves) -> None:
        for action in self.options(seat):
            out.add(action)

    def list_chance(self, out: Moves) -> None:
        for outcome in self.outcomes():
            out.weigh(outcome, 1)

    def why_not(self, seat: int, action: int) -> int:
        if seat == CHANCE:
            fits = self.to_act() == CHANCE and action in self.outcomes()
        else:
            fits = 0 <= seat < self.seats and self.may_act(seat) and action in self.options(seat)
        return OK if fits else CLAUSE


def tiny(name: str, state: type[Tiny], seats: tuple[int, ...], actions: int, *, dealt: int = 0) -> Game[Tiny]:
    """A game of such a state: actions are the numbers below `actions`, what is dealt are those that follow."""
    families = [Family("do {}", 0, Numbers(0, actions - 1))]
    if dealt:
        families.append(Family("deal {}", actions, Numbers(0, dealt - 1), secret=True))
    return Game(
        id=f"tiny-{name}",
        title=name.capitalize(),
        rules=GameRules(seats=seats, actions=ActionSpace(*families), new=lambda options: state(options.seats)),
    )
