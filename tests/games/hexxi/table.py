"""A HEXXI table for tests: a position in the rulebook's notation and short ways to ask."""

from __future__ import annotations

from collections.abc import Iterable

from kotva.engine.game import Json
from kotva.games.hexxi import GAME
from kotva.games.hexxi.board import FIELD_NAMES, KINDS, LETTERS, MASK
from kotva.games.hexxi.position import STATES, prisoners, tokens
from kotva.games.hexxi.rules import initiative
from kotva.games.hexxi.rules.game import Hexxi
from kotva.match import Match


class Table:
    """A match from a position; without one, from the set-up."""

    def __init__(self, seats: int = 2, options: dict[str, object] | None = None, **position: Json) -> None:
        self.match = Match(GAME, seats, options, position=position or None, chance=False)

    @property
    def s(self) -> Hexxi:
        state = self.match.state
        assert isinstance(state, Hexxi)
        return state

    def play(self, *texts: str) -> Table:
        """Play actions one after another, each by whoever is to act."""
        for text in texts:
            self.match.play(text)
        return self

    def legal(self, *kinds: str) -> set[str]:
        """The legal actions, or those of the kinds named."""
        return {a for a in self.match.legal() if not kinds or a.split(" ")[0] in kinds}

    def why(self, text: str) -> str:
        answer = self.match.why_not(text)
        return answer[0] if answer else ""

    @property
    def player(self) -> int:
        return self.match.to_act() + 1

    @property
    def state(self) -> str:
        return STATES[int(self.s.phase)]

    @property
    def order(self) -> list[int]:
        return [int(self.s.order[i]) + 1 for i in range(int(self.s.seats))]

    @property
    def scores(self) -> list[int]:
        return [int(self.s.points[i]) for i in range(int(self.s.seats))]

    @property
    def tokens(self) -> set[str]:
        return set(tokens(self.s))

    def hand(self, player: int) -> str:
        return letters(self.s.hand, player)

    def open(self, player: int) -> str:
        """The open tokens in a player's initiative area."""
        return letters(self.s.open, player)

    def area(self, player: int) -> str:
        """The face-down tokens in a player's initiative area."""
        return letters(self.s.area, player)

    def pile(self, player: int) -> list[str]:
        return prisoners(self.s, player - 1)

    def sum(self, player: int) -> int:
        return int(initiative.initiative(self.s, player - 1))

    def is_down(self, field: str) -> bool:
        return bool(self.s.down & MASK[FIELD_NAMES.index(field)])

    def events(self) -> list[tuple[int, int, int, int]]:
        """What the last action did."""
        return list(self.match.played[-1].events)


def letters(counts: Iterable[int], player: int) -> str:
    held = list(counts)[(player - 1) * KINDS : player * KINDS]
    return "".join(LETTERS[kind] * int(n) for kind, n in enumerate(held))


def confront(text: str, seats: int = 2, options: dict[str, object] | None = None, **position: Json) -> Table:
    """A confrontation with these tokens on the board and all others in the initiative areas."""
    return Table(seats, options, state="confront", tokens=text, **position)


def actions(text: str) -> set[str]:
    """A list of actions as the rulebook writes it: `escort d4xc4-b3, -b4, halt`."""
    out: list[str] = []
    for part in text.replace("\n", " ").split(","):
        word = " ".join(part.split())
        if word.startswith("-"):
            word = out[-1].rsplit("-", 1)[0] + word
        if word:
            out.append(word)
    return set(out)
