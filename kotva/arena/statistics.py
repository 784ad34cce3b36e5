"""What came out of many games."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import sqrt
from statistics import median

_Z = 1.959964  # 95 % of a normal distribution lie within so many deviations


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of wins (Wilson's score); it stays within 0 and 1 and is wide for few games."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    middle = share + _Z**2 / (2 * games)
    spread = _Z * sqrt(share * (1 - share) / games + _Z**2 / (4 * games**2))
    scale = 1 + _Z**2 / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


@dataclass(slots=True)
class Results:
    """The games of a simulation. `wins` are in the order of the bots; a shared first place counts for each its share."""

    game: str
    bots: tuple[str, ...]
    seats: int
    games: int = 0
    finished: int = 0
    actions: int = 0
    seconds: float = 0.0
    wins: list[float] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    lengths: list[int] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)  # what bots did that lost them a game

    def __post_init__(self) -> None:
        self.wins = self.wins or [0.0 for _ in self.bots]

    def share(self, bot: int) -> float:
        """The share of the finished games that a bot won."""
        return self.wins[bot] / self.finished if self.finished else 0.0

    def interval(self, bot: int) -> tuple[float, float]:
        """Where its share lies with 95 % confidence."""
        return wilson(self.wins[bot], self.finished)

    def fair(self, bot: int) -> float:
        """The share it would have if all seats won equally often."""
        return self.chairs(bot) / self.seats

    def chairs(self, bot: int) -> int:
        """In how many seats of each game it sits: the last bot fills those that are left."""
        return 1 if bot < len(self.bots) - 1 else self.seats - len(self.bots) + 1

    @property
    def speed(self) -> float:
        """Actions a second, chance included, by the clock on the wall."""
        return self.actions / self.seconds if self.seconds else 0.0

    @property
    def length(self) -> float:
        """The median number of actions of a game, chance included."""
        return median(self.lengths) if self.lengths else 0.0

    def add(self, other: Results) -> None:
        """Count the games of another run of the same bots (its seconds are not added: runs may go side by side)."""
        self.games += other.games
        self.finished += other.finished
        self.actions += other.actions
        self.wins = [a + b for a, b in zip(self.wins, other.wins)]
        self.reasons.update(other.reasons)
        self.lengths += other.lengths
        self.faults.update(other.faults)

    def to_json(self) -> dict[str, object]:
        """One object for machines."""
        return {
            "game": self.game,
            "seats": self.seats,
            "bots": list(self.bots),
            "games": self.games,
            "finished": self.finished,
            "actions": self.actions,
            "seconds": round(self.seconds, 6),
            "wins": [_plain(wins) for wins in self.wins],
            "intervals": [[round(x, 4) for x in self.interval(i)] for i in range(len(self.bots))],
            "length": {
                "median": self.length,
                "least": min(self.lengths, default=0),
                "most": max(self.lengths, default=0),
            },
            "reasons": dict(sorted(self.reasons.items())),
            **({"faults": dict(sorted(self.faults.items()))} if self.faults else {}),
        }


def _plain(wins: float) -> float | int:
    """Whole numbers without a point; thirds of wins without their tail."""
    rounded = round(wins, 6)
    return int(rounded) if rounded == int(rounded) else rounded
