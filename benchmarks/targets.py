"""What we promise, game by game: the figures that RESULTS.md is held against."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Match:
    """Bots against each other: the first one is to win at least `share` of the games.

    With `ends`: that share of the games is to end for one of these reasons, whoever wins.
    """

    game: str
    seats: int
    bots: tuple[str, ...]
    share: float
    games: int = 200
    ends: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return f"{self.game}, {self.seats} players: {self.bots[0]} against {self.bots[1]}"


@dataclass(frozen=True, slots=True)
class Speed:
    """How fast the rules of a game run at a table of so many players, on its default board (0: no promise)."""

    seats: int
    compiled: int = 0  # random actions a second
    interpreted: int = 0
    clone: float = 0.0  # microseconds, compiled
    legal: float = 0.0


SPEED = {
    "bosman": Speed(4, 1_000_000, 60_000, clone=2.0),
    "hexxi": Speed(4, 500_000, 30_000, clone=2.0),
    "seameni": Speed(4, 500_000, 30_000, clone=3.0, legal=10.0),
    "settlers": Speed(4, clone=2.0, legal=2.0),  # beside its peer: settlers.py
    "triremes": Speed(2, 500_000, 30_000, clone=2.0),
}
REPLAY_MS = 50.0  # a record of 1,000 actions

MATCHES = (
    Match("bosman", 4, ("greedy", "random"), 0.60),
    Match("bosman", 4, ("mcts:200ms", "greedy"), 0.40),
    Match("hexxi", 2, ("greedy", "random"), 0.85),
    Match("hexxi", 2, ("mcts:300ms", "greedy"), 0.60),
    Match("seameni", 2, ("greedy", "random"), 0.90),
    Match("seameni", 2, ("mcts:300ms", "greedy"), 0.60, games=50),  # games of 500 and more actions
    Match("settlers", 4, ("greedy", "random"), 0.95),
    Match("settlers", 4, ("mcts:300ms", "greedy"), 0.35, games=100),
    Match("triremes", 2, ("greedy", "random"), 0.90),
    Match("triremes", 2, ("mcts:300ms", "greedy"), 0.60, games=100),
    Match("triremes", 2, ("mcts:300ms", "mcts:300ms"), 0.50, games=50, ends=("capital", "destroyed")),
)
