"""What we promise, game by game: the figures that RESULTS.md is held against."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Match:
    """Bots against each other: the first one is to win at least `share` of the games."""

    game: str
    seats: int
    bots: tuple[str, ...]
    share: float
    games: int = 200

    @property
    def title(self) -> str:
        return f"{self.game}, {self.seats} players: {self.bots[0]} against {self.bots[1]}"


# Speed by game: random actions a second compiled and interpreted, microseconds a clone and a legal list (0: no promise).
SPEED: dict[str, tuple[int, int, float, float]] = {
    "bosman": (1_000_000, 60_000, 2.0, 0.0),
    "hexxi": (500_000, 30_000, 2.0, 0.0),
    "seameni": (500_000, 30_000, 3.0, 10.0),
    "settlers": (0, 0, 2.0, 2.0),
    "triremes": (500_000, 30_000, 2.0, 0.0),
}
REPLAY_MS = 50.0  # a record of 1,000 actions

MATCHES = (
    Match("bosman", 4, ("greedy", "random"), 0.60),
    Match("bosman", 4, ("mcts:200ms", "greedy"), 0.40),
    Match("hexxi", 2, ("greedy", "random"), 0.85),
    Match("hexxi", 2, ("mcts:300ms", "greedy"), 0.60),
    Match("seameni", 2, ("greedy", "random"), 0.90),
    Match("seameni", 2, ("mcts:300ms", "greedy"), 0.60),
    Match("settlers", 4, ("greedy", "random"), 0.95),
    Match("settlers", 4, ("mcts:300ms", "greedy"), 0.35, games=40),  # a game takes minutes: some thousand decisions
    Match("triremes", 2, ("greedy", "random"), 0.90),
    Match("triremes", 2, ("mcts:300ms", "greedy"), 0.60),
)
