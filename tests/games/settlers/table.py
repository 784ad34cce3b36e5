"""A Settlers table for tests: a position of the rulebook, actions as text, and short ways to ask."""

from __future__ import annotations

from kotva.engine.errors import Illegal
from kotva.engine.game import Json, View
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OVER, TABLE, State
from kotva.games.settlers import GAME
from kotva.games.settlers.board import CODES, letters, total
from kotva.games.settlers.keys import PHASES
from kotva.games.settlers.rules.game import Settlers
from kotva.games.settlers.rules.longest import road_length

ACTORS = {"*": CHANCE, "!": TABLE, "P1": 0, "P2": 1, "P3": 2, "P4": 3}


class Table:
    """A state set up by a position (section 11: Board B, P1 on turn in MAIN of round 3), played by notation."""

    def __init__(self, options: dict[str, object] | None = None, seats: int = 4, /, **position: Json) -> None:
        self.options = GAME.choose_options(seats, options)
        self.s = as_settlers(GAME.from_position(position, self.options))

    @staticmethod
    def new(options: dict[str, object] | None = None, seats: int = 4) -> Table:
        """A new game instead of a position."""
        table = Table.__new__(Table)
        table.options = GAME.choose_options(seats, options)
        table.s = as_settlers(GAME.rules.new(table.options))
        return table

    def play(self, *lines: str) -> Table:
        """Play lines such as `road 19-24` (by whoever is to act), `P2 accept`, `* dice 3+4`, `! time`."""
        for line in lines:
            mark, _, rest = line.partition(" ")
            actor = ACTORS.get(mark, self.actor)
            text = rest if mark in ACTORS else line
            GAME.play(self.s, actor, GAME.rules.actions.parse(text))
        return self

    def why(self, line: str) -> str:
        """The clause that forbids a line; empty when it is legal. Asking changes nothing."""
        mark, _, rest = line.partition(" ")
        actor = ACTORS.get(mark, self.actor)
        action = GAME.rules.actions.parse(rest if mark in ACTORS else line)
        number = int(self.s.why_not(actor, action))
        return GAME.clause(number) if number else ""

    def refused(self, line: str) -> bool:
        """SET-1.4: refused, and nothing has changed."""
        before = GAME.to_position(self.s)
        try:
            self.play(line)
        except Illegal:
            return GAME.to_position(self.s) == before
        return False

    @property
    def actor(self) -> int:
        return int(self.s.to_act())

    @property
    def to_act(self) -> str:
        return {CHANCE: "*", OVER: "over"}.get(self.actor, f"P{self.actor + 1}")

    def actors(self) -> list[str]:
        """All who may act now."""
        return [f"P{i + 1}" for i in range(int(self.s.seats)) if self.s.may_act(i)]

    @property
    def phase(self) -> str:
        return PHASES[int(self.s.phase)]

    def legal(self, *kinds: str, seat: str | None = None) -> list[str]:
        """The legal actions of the kinds named (of all kinds by default)."""
        actions = [GAME.rules.actions.text(a) for a in GAME.legal(self.s, ACTORS[seat] if seat else None)]
        return [a for a in actions if not kinds or a.split(" ")[0] in kinds]

    def places(self, kind: str, seat: str | None = None) -> list[str]:
        """What stands after a kind of action in the legal list."""
        return [a.partition(" ")[2] for a in self.legal(kind, seat=seat)]

    def outcomes(self) -> dict[str, int]:
        """At chance: every outcome with its weight."""
        out = Moves()
        self.s.list_chance(out)
        return {GAME.rules.actions.text(a): w for a, w in zip(out.items(), out.weights(), strict=True)}

    def hand(self, player: int) -> str:
        return letters(int(self.s.hand[player - 1]))

    def size(self, player: int) -> int:
        return int(total(self.s.hand[player - 1]))

    @property
    def bank(self) -> dict[str, int]:
        return {c: letters(self.s.bank).count(c) for c in CODES}

    @property
    def longest(self) -> str:
        return "" if self.s.longest < 0 else f"P{int(self.s.longest) + 1}"

    @property
    def largest(self) -> str:
        return "" if self.s.largest < 0 else f"P{int(self.s.largest) + 1}"

    def length(self, player: int) -> int:
        return int(road_length(self.s, player - 1))

    def score(self, player: int) -> int:
        return int(self.s.score(player - 1))

    @property
    def robber(self) -> int:
        return int(self.s.robber) + 1

    @property
    def on_turn(self) -> str:
        return f"P{int(self.s.player) + 1}"

    @property
    def over(self) -> tuple[str, str]:
        """Reason and winner of a finished game."""
        outcome = GAME.outcome(self.s)
        return outcome.reason, "" if self.s.winner < 0 else f"P{int(self.s.winner) + 1}"

    def detail(self, key: str) -> list[int | str]:
        return [GAME.rules.details(self.s, i)[key] for i in range(int(self.s.seats))]

    def view(self, player: int | None) -> View:
        return GAME.view(self.s, None if player is None else player - 1, self.options)

    def seen(self, player: int | None) -> dict[str, Json]:
        """What a player (None: a spectator) sees, as a position."""
        out = self.view(player).to_json()
        assert isinstance(out, dict)
        return out

    def fork(self) -> Table:
        """The same table once more, to try something else."""
        other = Table.__new__(Table)
        other.options, other.s = self.options, as_settlers(self.s.clone())
        return other


def as_settlers(state: State) -> Settlers:
    assert isinstance(state, Settlers)
    return state
