"""Toy games whose balance is known: a race over so many steps, with one thing wrong at a time or nothing."""

from __future__ import annotations

from typing import ClassVar, Self

from kotva.engine.actions import ActionSpace, Family, Numbers
from kotva.engine.evaluation import Evaluation
from kotva.engine.game import Game, GameBots, GameRules, GameWords
from kotva.engine.moves import Moves
from kotva.engine.options import NumberOption
from kotva.engine.outcome import Reason
from kotva.engine.state import CHANCE, OK, OVER, State

STEP, REST, LEAP, DIE = 0, 2, 3, 4
ACTIONS = ActionSpace(
    Family("step {}", STEP, Numbers(1, 2)),
    Family("rest", REST),
    Family("leap", LEAP),
    Family("die {}", DIE, Numbers(1, 6)),
)


class Race(State):
    """RAC-1.1 In turn everybody throws a die and steps that far (1), one less (2), or rests. RAC-1.2 After so many rounds the
    furthest wins, and a lot decides between equals."""

    leap: ClassVar[int] = 0  # how far a leap goes; 0: nobody may leap

    def __init__(self, seats: int, rounds: int, gift: int) -> None:
        super().__init__(seats)
        self.left = rounds * seats
        self.rounds = rounds
        self.gift = gift
        self.at = [gift] + [0] * (seats - 1)
        self.player = 0
        self.die = 0
        self.tied = 0  # the lot between equals, from 1

    def blank(self) -> Self:
        return type(self)(self.seats, self.rounds, self.gift)

    def copy_public(self, c: Self) -> None:
        c.left, c.at, c.player, c.die, c.tied = self.left, self.at[:], self.player, self.die, self.tied

    def leaders(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.at[seat] == max(self.at)]

    def to_act(self) -> int:
        if self.left == 0:
            return OVER if self.tied or len(self.leaders()) == 1 else CHANCE
        return CHANCE if self.die == 0 else self.player

    def list_legal(self, _seat: int, out: Moves) -> None:
        for action in (STEP, STEP + 1, REST, *((LEAP,) if self.leap else ())):
            out.add(action)

    def list_chance(self, out: Moves) -> None:
        for i in range(6 if self.left else len(self.leaders())):
            out.weigh(DIE + i, 1)

    def why_not(self, seat: int, action: int) -> int:
        if action >= DIE:
            most = 6 if self.left else len(self.leaders())
            return OK if seat == CHANCE and self.to_act() == CHANCE and action < DIE + most else 101
        if seat != self.to_act():
            return 102
        return OK if action != LEAP or self.leap else 103

    def apply(self, seat: int, action: int) -> None:
        if seat == CHANCE:
            if self.left:
                self.die = action - DIE + 1
            else:
                self.tied = self.leaders()[action - DIE] + 1
            return
        self.at[seat] += {STEP: self.die, STEP + 1: self.die - 1, REST: 0, LEAP: self.leap}[action]
        self.die = 0
        self.left -= 1
        self.player = (seat + 1) % self.seats

    def score(self, seat: int) -> int:
        return 2 * self.at[seat] + int(self.tied == seat + 1)


class Ahead(Evaluation[Race]):
    """A seat that is ahead stands better."""

    def value(self, s: Race, seat: int) -> int:
        others = max(at for i, at in enumerate(s.at) if i != seat)
        return min(990, max(10, 500 + 10 * (s.at[seat] - others)))

    def order(self, _s: Race, _seat: int, action: int) -> int:
        return 900 - 100 * action  # decides between equals: what is done when all is lost


class First(Race):
    """The first seat always wins."""

    def score(self, seat: int) -> int:
        return 100 - seat


class Leaping(Race):
    """A leap goes further than any step: whoever may not leap loses."""

    leap = 9


class Trap(Race):
    """A leap goes backwards, and nobody who plays to win does it."""

    leap = -3


def game(state: type[Race], name: str) -> Game[Race]:
    return Game(
        id=f"toy-{name}",
        title=name.capitalize(),
        prefix="RAC",
        rules=GameRules(
            seats=(2, 3),
            actions=ACTIONS,
            options=(
                NumberOption("gift", 0, 10, 0, "RAC-1.3", "steps that the first seat has ahead"),
                NumberOption("rounds", 1, 40, 6, "RAC-1.4", "rounds"),
            ),
            reasons=(Reason("far", "RAC-1.2", "far"), Reason("storm", "RAC-1.9", "storm")),
            new=lambda options: state(options.seats, options.number("rounds"), options.number("gift")),
        ),
        bots=GameBots(evaluation=Ahead()),
        words=GameWords(why={101: "chance", 102: "turn", 103: "no leaps", 109: "never"}, events={"storm": 7}),
    )


FAIR, FIRST = game(Race, "fair"), game(First, "first")
LEAPING, TRAP = game(Leaping, "leaping"), game(Trap, "trap")
