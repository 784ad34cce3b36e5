"""A Triremes table for tests: a position in the rulebook's notation, actions with prescribed dice, and short ways to ask."""

from __future__ import annotations

import re

from kotva.engine.game import Json
from kotva.engine.state import CHANCE
from kotva.games.triremes import GAME
from kotva.games.triremes.rules.game import Triremes
from kotva.games.triremes.writing import figures
from kotva.match import Match

NATIONS = {"Rome": 1, "Greece": 2, "Carthage": 3, "Egypt": 4}


class Table:
    """A match whose dice the test throws. Without a position it begins at the set-up."""

    def __init__(
        self, pos: str | None = None, options: str = "", to_move: str = "Rome", seats: int = 2, **rest: Json
    ) -> None:
        given = dict(word.split("=", 1) for word in options.split())
        seats = int(given.pop("players", seats))
        position: dict[str, Json] | None = None
        if pos is not None:
            position = {"figures": pos, "turn": NATIONS[to_move], **rest}
        self.match = Match(GAME, seats, given, position=position, chance=False)

    @property
    def s(self) -> Triremes:
        state = self.match.state
        assert isinstance(state, Triremes)
        return state

    def legal(self, begins: str = "") -> set[str]:
        """All legal actions; with a ship id its movements only, with `R5<` or `buy` the actions that begin so."""
        listed = self.match.legal()
        assert len(listed) == len(set(listed))
        if re.fullmatch(r"[RGCE]\d+", begins):
            begins += ":"
        return {text for text in listed if text.startswith(begins)}

    def do(self, line: str) -> Table:
        """An action and its dice: `R1:F!G1 [4,3] [2,5]`."""
        for text in re.split(r" (?=\[)", line):
            self.match.play(text, CHANCE if text.startswith("[") else None)
            GAME.rules.check(self.s)
        return self

    @property
    def after(self) -> str:
        """The whole position without counters."""
        return figures(self.s, counters=False)

    @property
    def to_move(self) -> str:
        return (
            list(NATIONS)[self.match.to_act()]
            if self.match.to_act() >= 0
            else ("dice", "over")[self.match.to_act() + 2 == 0]
        )

    def why(self, text: str) -> str | None:
        answer = self.match.why_not(text)
        return answer[0] if answer else None

    @property
    def ranks(self) -> list[int]:
        return list(self.match.outcome().ranks)

    @property
    def reason(self) -> str:
        return self.match.outcome().reason

    @property
    def winner(self) -> str:
        (seat,) = self.match.outcome().winners
        return list(NATIONS)[seat]

    def coins(self) -> list[int]:
        return [int(c) for c in self.s.coins][: int(self.s.seats)]


def moves(text: str) -> set[str]:
    """`R1:F R1:L` as a set."""
    return {word for word in re.split(r"  +|\n|(?<!tac) (?!yes|no|offer|break|soldier|ship|\d)", text.strip()) if word}
