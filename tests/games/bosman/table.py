"""A Bosman table for tests: a position, prescribed draws, and short ways to ask."""

from __future__ import annotations

from kotva.engine.game import Json
from kotva.engine.state import CHANCE
from kotva.games.bosman import GAME
from kotva.games.bosman.board import BOY, FIELD_NAMES, GANGS, NONE, SEAT_NAMES, TOKEN_NAMES
from kotva.games.bosman.position import hand
from kotva.games.bosman.rules import Bosman
from kotva.match import Match

CORNERS: dict[str, Json] = {"a5": "R10", "e5": "F10", "e1": "C10", "a1": "T10"}


class Table:
    """A match whose chance the test plays; draws that do not matter are the first possible ones."""

    def __init__(self, seats: int = 4, options: dict[str, object] | None = None, **position: Json) -> None:
        start = {"stack": 20, **position} if position else None
        self.match = Match(GAME, seats, options, position=start, chance=False)

    @property
    def s(self) -> Bosman:
        state = self.match.state
        assert isinstance(state, Bosman)
        return state

    def play(self, text: str, *draws: str) -> list[str]:
        """Play an action and what chance draws after it; the names of the tokens drawn."""
        self.match.play(text)
        return self.draw(*draws)

    def draw(self, *draws: str) -> list[str]:
        drawn = []
        for name in draws:
            self.match.play(f"draw {name}", CHANCE)
            drawn.append(name)
        while not draws and self.match.to_act() == CHANCE:
            drawn.append(self.match.legal()[0].removeprefix("draw "))
            self.match.play(f"draw {drawn[-1]}", CHANCE)
        return drawn

    def legal(self, *kinds: str) -> list[str]:
        """The legal actions of the kinds named (of all kinds by default)."""
        return [a for a in self.match.legal() if not kinds or a.split(" ")[0] in kinds]

    def why(self, text: str) -> str | None:
        answer = self.match.why_not(text)
        return answer[0] if answer else None

    def hand(self, player: int) -> list[str]:
        return [TOKEN_NAMES[t] for t in hand(self.s, player - 1)]

    def beach(self) -> dict[str, str]:
        return {FIELD_NAMES[i]: TOKEN_NAMES[int(t)] for i, t in enumerate(self.s.beach) if t != NONE}

    def boat(self) -> dict[str, str]:
        return {SEAT_NAMES[i]: TOKEN_NAMES[int(t)] for i, t in enumerate(self.s.boat) if t != NONE}

    def under(self) -> list[str]:
        return [TOKEN_NAMES[int(t)] for t in self.s.under]

    def boys(self, player: int) -> list[str]:
        return [TOKEN_NAMES[g * 10 + BOY] for g in range(4) if self.s.boy[g] and self.s.owner[g] == player - 1]

    @property
    def boatswain(self) -> str:
        return FIELD_NAMES[int(self.s.boatswain)]

    @property
    def player(self) -> int:
        return self.match.to_act() + 1

    @property
    def turn(self) -> int:
        return int(self.s.turn)

    @property
    def stack(self) -> int:
        return int(self.s.stack())

    def points(self) -> list[int]:
        return [int(self.s.score(i)) for i in range(int(self.s.seats))]

    def ranks(self) -> list[int]:
        return [int(self.s.rank(i)) for i in range(int(self.s.seats))]

    @property
    def reason(self) -> str:
        return self.match.outcome().reason if self.match.is_over else ""

    def path(self) -> list[str]:
        """The steps of the boatswain in the last player's action."""
        played = [p for p in self.match.played if p.actor != CHANCE][-1]
        return [FIELD_NAMES[b] for code, _, b, _ in played.events if code == 7]


def gang_points(table: Table) -> dict[str, int]:
    """Points by gang letter, with the default gangs."""
    return dict(zip(GANGS, table.points(), strict=True))
