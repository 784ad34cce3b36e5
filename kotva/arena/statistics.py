"""What came out of many games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import nan, sqrt
from statistics import median, variance

from kotva.arena.rows import GameRow
from kotva.engine.errors import KotvaError

_Z = 1.959964  # 95 % of a normal distribution lie within so many deviations


_ROUND = 1e-9  # thirds of wins do not add up exactly
_BLOCKS = 10  # with fewer blocks nothing can be said of how much they differ


def wilson(wins: float, games: float) -> tuple[float, float]:
    """The 95 % interval of a share of wins (Wilson's score); it stays within 0 and 1 and is wide for few games."""
    if games == 0 and wins == 0:
        return 0.0, 1.0
    if not (games > 0 and -_ROUND * games <= wins <= games * (1 + _ROUND)):
        raise KotvaError("{wins} wins of {games} games cannot be.", wins=wins, games=games)
    share = min(1.0, max(0.0, wins / games))
    middle = share + _Z**2 / (2 * games)
    spread = _Z * sqrt(share * (1 - share) / games + _Z**2 / (4 * games**2))
    scale = 1 + _Z**2 / games
    # The share itself is inside, also where rounding says 0.9999999999999999 for 10 of 10.
    return max(0.0, min(share, (middle - spread) / scale)), min(1.0, max(share, (middle + spread) / scale))


def by_blocks(share: float, games: int, blocks: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of a share, from how much it differs between blocks in which everybody sat everywhere.

    Games of one arrangement are alike, so their number alone says little. The blocks say of how many independent games the share
    is as certain, and Wilson's interval is that of so many. With few blocks, or all alike, the games themselves are counted.
    """
    if len(blocks) < _BLOCKS or not 0 < share < 1 or (spread := variance(blocks)) <= 1e-12:
        return wilson(share * games, games)
    worth = share * (1 - share) * len(blocks) / spread * (_Z / _student(len(blocks) - 1)) ** 2
    return wilson(share * worth, worth)


def _student(freedom: int) -> float:
    """The 97.5 % quantile of Student's distribution, by its expansion; right to 0.001 from 9 degrees of freedom on."""
    z, d = _Z, freedom
    return (
        z
        + (z**3 + z) / (4 * d)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * d**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * d**3)
    )


@dataclass(slots=True)
class Results:
    """The games of a simulation. `bots` are the kinds of bots, and `wins` in their order; a shared first place counts its share.

    A block is as many games as there are arrangements, one of each; `blocks` has the shares of whole ones.
    """

    game: str  # its id
    bots: tuple[str, ...]  # the kinds of bots
    seats: int  # how many players
    games: int = 0  # played, finished or not
    finished: int = 0  # played to their end
    actions: int = 0  # of all games, chance included
    seconds: float = 0.0  # by the clock on the wall
    wins: list[float] = field(default_factory=list)  # by bot; a shared first place counts its share
    reasons: Counter[str] = field(default_factory=Counter)  # how games ended, and how often
    lengths: list[int] = field(default_factory=list)  # actions of each game
    faults: Counter[str] = field(default_factory=Counter)  # what bots did that lost them a game
    sat: tuple[int, ...] = ()  # in how many seats each bot sits
    arrangements: int = 1  # how many ways the bots can sit
    blocks: list[tuple[float, ...]] = field(default_factory=list)  # shares of each whole block
    rows: list[GameRow] = field(default_factory=list)  # of games that were watched

    def __post_init__(self) -> None:
        self.wins = self.wins or [0.0 for _ in self.bots]

    def share(self, bot: int) -> float:
        """The share of the finished games that a bot won; not a number (nan) where none is finished."""
        self._check(bot)
        return self.wins[bot] / self.finished if self.finished else nan

    def interval(self, bot: int) -> tuple[float, float]:
        """Where its share lies with 95 % confidence."""
        self._check(bot)
        if not self.finished:
            return wilson(0, 0)
        return by_blocks(self.share(bot), self.finished, [block[bot] for block in self.blocks])

    def fair(self, bot: int) -> float:
        """The share it would have if all seats won equally often."""
        return self.chairs(bot) / self.seats

    def chairs(self, bot: int) -> int:
        """In how many seats of each game it sits: the last bot fills those that are left."""
        self._check(bot)
        if self.sat:
            return self.sat[bot]
        return 1 if bot < len(self.bots) - 1 else self.seats - len(self.bots) + 1

    def _check(self, bot: int) -> None:
        if not 0 <= bot < len(self.bots):  # -1 would be the last one, and any number has a seat that is left over
            raise KotvaError("There is no bot {bot}; bots are numbered 0 to {last}.", bot=bot, last=len(self.bots) - 1)

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
        if (self.game, self.bots, self.seats) != (other.game, other.bots, other.seats):
            raise KotvaError("Results of other bots, or of another game, cannot be added.")
        self.games += other.games
        self.finished += other.finished
        self.actions += other.actions
        self.wins = [a + b for a, b in zip(self.wins, other.wins)]
        self.reasons.update(other.reasons)
        self.lengths += other.lengths
        self.faults.update(other.faults)
        self.blocks += other.blocks

    def to_json(self) -> dict[str, object]:
        """One object for machines."""
        return {
            "game": self.game,
            "seats": self.seats,
            "bots": list(self.bots),
            "chairs": [self.chairs(i) for i in range(len(self.bots))],
            "arrangements": self.arrangements,
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
