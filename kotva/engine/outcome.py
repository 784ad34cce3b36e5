"""How a game ended: why, by which clause, and what everybody got."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

# How places follow from scores (`GameRules.places`).
MORE: Final = "more"  # more points are better; among equals the game may decide
FEWER: Final = "fewer"  # fewer points are better, as in golf
APART: Final = "apart"  # by something else: who is left, who came first


@dataclass(frozen=True, slots=True)
class Reason:
    """A way a game can end: its name in records, the clause, and a sentence for people (marked with N_).

    `won=False`: the game was stopped; somebody is first then, but nobody has won. `alone`: the first won because nobody
    else was left to play. A tournament enters the former as stopped on time, the latter as adjudicated (TOU-1.8).
    """

    name: str  # a word for records: `last_seat`
    clause: str  # which rule ends the game so: BOS-9.1
    text: str  # a sentence for people, marked with N_
    won: bool = True  # False: it was stopped
    alone: bool = False  # True: nobody else was left


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game. Ranks start at 1; seats that share a rank are tied (or partners)."""

    reason: str  # the name of the `Reason`
    clause: str  # which rule ended the game
    scores: tuple[int, ...]  # by seat
    ranks: tuple[int, ...]  # by seat, from 1
    details: tuple[dict[str, int | str], ...] = ()  # one a seat: where the score came from, tie-breaks, places

    won: bool = True  # whether who is first has won

    @property
    def first(self) -> tuple[int, ...]:
        """The seats with rank 1."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    @property
    def drawn(self) -> bool:
        """Whether all seats share the first place of a game that was played to its end."""
        return self.won and len(self.first) == len(self.ranks) > 1

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; none where the game was only stopped, or is drawn."""
        return self.first if self.won and not self.drawn else ()
