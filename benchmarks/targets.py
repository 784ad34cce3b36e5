"""What we promise, game by game: the figures that RESULTS.md is held against."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Floor:
    """What the least of bots does: greedy is to win at least `share` of the games against random ones."""

    game: str
    seats: int
    share: float
    games: int = 200


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

FLOORS = (
    Floor("bosman", 4, 0.60),
    Floor("hexxi", 2, 0.85),
    Floor("seameni", 2, 0.90, games=50),  # games of 500 and more actions
    Floor("settlers", 4, 0.95),
    Floor("triremes", 2, 0.90),
)

# -- levels and endings (strength.py) ------------------------------------------------------------------------------------

LEAD = 0.15  # a level wins so much more than an even share against the one below: 65 % of two, 48.3 % of three, 40 % of four
LIMITED = 0.05  # at most so many games of bots against themselves end by a limit
PAIRED = {("seameni", 4)}  # partners win together (SEA-1.5): two of a level against two, with the goal of two players
SEARCH = "mcts:1000"
LIMITS = {
    "bosman": ("limit",),
    "seameni": ("stall", "limit", "idle"),
    "settlers": ("rounds", "time"),
    "triremes": ("quiet", "turns"),
}  # how a game ends that nobody finished; HEXXI always ends after its rounds (HEX-18.1)
PASSES = (0.1, 0.3, 0.6, 1.0)


@dataclass(frozen=True, slots=True)
class Games:
    """How many games of a match are played where time allows."""

    step: int
    greedy: int = 100
    search: int = 40


def games_of(seats: int) -> Games:
    """A step is of 200 games, or the next multiple of the seats, so that everybody sits everywhere equally often."""
    return Games(seats * -(-200 // seats))
