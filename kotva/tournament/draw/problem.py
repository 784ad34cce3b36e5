"""What a draw depends on, and what it gives: nothing else enters and nothing else leaves (TOU-6.6, TOU-6.7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

Points = int | Fraction
Pair = tuple[str, str]
# The words of options that a draw reads; `options` declares them from here.
Mode = Literal["random", "swiss", "seeded", "blocks", "final", "knockout", "round_robin", "fixed", "arena"]  # TOU-19.7
Fill = Literal["none", "min", "full"]  # TOU-2.14
TableRule = Literal["even", "full"]  # TOU-19.3
ShortRule = Literal["hard", "soft", "lot"]  # TOU-4.2
ShortTie = Literal["optimise", "standing"]  # TOU-4.3
ShortKey = Literal["points", "rank"]  # TOU-4.4
SeatMode = Literal["lot", "balanced", "rank"]  # TOU-8.3
SwissPriority = Literal["avoid", "strength"]  # TOU-19.8
FinalOthers = Literal["stop", "play"]  # TOU-19.10
Missing = Literal["replan", "bye"]  # TOU-19.16


@dataclass(frozen=True, slots=True)
class Entrant:
    """A present player (or a stand-in, TOU-2.14) as the draw sees it."""

    id: str
    pp: Points = 0  # place points so far, byes included (TOU-4.4)
    rank: int | None = None  # in the running standings; None: not listed there yet
    rested: int = 0  # byes + missed (TOU-2.12, TOU-3.5)
    short: int = 0  # earlier rounds at a short table (TOU-6.4, O4)
    seats: tuple[int, ...] = ()  # seat numbers of earlier rounds (TOU-8.3 balanced)
    standin: bool = False


@dataclass(frozen=True, slots=True)
class DrawOptions:
    """The options of TOU section 10 that a draw reads, under their own names with `_` for `.`."""

    table_size: int = 4
    table_min: int = 3
    table_rule: TableRule = "even"
    short_rule: ShortRule = "hard"
    short_tie: ShortTie = "optimise"
    short_key: ShortKey = "points"
    seat_mode: SeatMode = "lot"
    swiss_priority: SwissPriority = "avoid"
    final_size: int = 4
    final_others: FinalOthers = "stop"
    cut: tuple[int, ...] = (16, 4)
    rr_boards: int = 1
    rr_legs: int = 2
    rr_missing: Missing = "replan"
    knockout_byes: bool = False
    knockout_third: bool = False


DEFAULT = DrawOptions()


@dataclass(frozen=True, slots=True)
class DrawProblem:
    """One round to be drawn."""

    seed: str  # with its salt (TOU-5.1)
    round: int
    players: tuple[Entrant, ...]  # present players, stand-ins among them; any order
    attempt: int = 1
    mode: Mode = "random"
    # Who met at each earlier table (TOU-6.2): dissolved tables and absent seats left out by the caller.
    met: tuple[tuple[str, ...], ...] = ()
    avoid_hard: tuple[Pair, ...] = ()
    avoid_soft: tuple[Pair, ...] = ()  # with clubs (TOU-6.5) and playing panel members (TOU-16.7)
    fixed_table: Mapping[str, int] = field(default_factory=dict)  # TOU-8.2
    options: DrawOptions = DEFAULT
    stage: int = 0  # knockout: which of `cut` this round is (TOU-19.11)
    fixed: tuple[tuple[str, ...], ...] = ()  # TOU-19.13: the imported tables, seats in order
    groups: tuple[tuple[str, ...], ...] = ()  # TOU-19.15: who plays among themselves; empty: everybody
    scheduled: tuple[str, ...] = ()  # TOU-19.16: who the round robin was made for; empty: who is present
    beaten: tuple[str, ...] = ()  # TOU-19.17: who played the stage before

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(player.id for player in self.players)


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A table with its number; seat 1 is the first of the seats."""

    number: int
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """Two or three players of one table who met before, and how often."""

    players: tuple[str, ...]
    times: int


@dataclass(frozen=True, slots=True)
class Warning:
    """Something the organiser should know before publication: a code with its clause, and whom it concerns."""

    code: str
    clause: str
    players: tuple[str, ...] = ()
    tables: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """TOU-6.7: a draw with all that is recorded with it."""

    tables: tuple[DrawnTable, ...]  # in the order of their numbers
    byes: tuple[str, ...] = ()
    order: tuple[str, ...] = ("O1", "O2", "O3", "O4")  # what the numbers of the vector are, most important first
    vector: tuple[Points, ...] = (0, 0, 0, 0)
    bound: tuple[Points, ...] = (0, 0, 0, 0)  # no draw has a smaller vector
    proven: bool = False  # the vector is its bound: nothing better exists
    pairs: tuple[Repeat, ...] = ()
    trios: tuple[Repeat, ...] = ()
    warnings: tuple[Warning, ...] = ()
    moved: tuple[str, ...] = ()  # repair: who has to go to another table (TOU-14.6, K is their number)

    def value(self, name: str) -> Points:
        """One number of the vector by name: O1, O2, O3, O4, OS (swiss) or SP (points at the short tables, `soft`)."""
        return self.vector[self.order.index(name)]


class Infeasible(Exception):
    """TOU-6.3: the hard rules contradict each other. `code` is the one of the rulebook."""

    code = "INFEASIBLE"

    def __init__(self, message: str, clause: str = "TOU-6.3", pairs: tuple[Pair, ...] = ()) -> None:
        super().__init__(message)
        self.clause = clause
        self.pairs = pairs


class TooFew(Infeasible):
    """TOU-2.13: not even the smallest table can be formed."""

    code = "TOO_FEW"


class NoRepair(Infeasible):
    """TOU-14.6: no seating of the players left; the round must be redrawn."""

    code = "NO_REPAIR"


class BadTables(Infeasible):
    """TOU-19.13: imported tables that break a hard rule."""

    code = "FIXED"
