"""What a game declares for a clock: where turns end, which seats only answer an offer, which events of time its rules have.

The clock itself is outside the rules (`kotva.match.clock`); a game without a `Timing` can be played with one all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic

from kotva.engine.options import Options
from kotva.engine.own import S
from kotva.engine.state import State

EACH = -1  # instead of the number of a turn: every decision counts by itself


@dataclass(frozen=True, slots=True)
class Bell:
    """An event of the table that the rules themselves ask for after a time: `time` after 75 minutes."""

    action: str  # in notation; the actor is TABLE
    seconds: float  # after how long
    since_turn: bool = False  # counted from the start of this turn, otherwise from the start of the game


def _never(_state: State, _seat: int) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Timing(Generic[S]):
    """All parts may be left out."""

    # The number of the turn: the time for a move is for all decisions of one turn. EACH: for every decision.
    turn: Callable[[S], int] = field(default=lambda _state: EACH)
    # Whether what a seat owes is an answer to an offer, which has a time of its own.
    answering: Callable[[S, int], bool] = field(default=_never)
    # What is played for a seat that gives no answer in time (in notation; empty: a bot decides).
    silence: Callable[[S, int], str] = field(default=lambda _state, _seat: "")
    # Events that are due by the rules, whatever clock was agreed on.
    bells: Callable[[S, Options], Sequence[Bell]] = field(default=lambda _state, _options: ())
    # How the rules deal with a seat whose time is out: an event of the table in notation, empty if they know none.
    overrun: Callable[[S, int], str] | None = None
    # How a seat loses on time: actor and action (a seat resigns, the table removes a player). None: the rules have no such end.
    forfeit: Callable[[S, int], tuple[int, str]] | None = None

    # Events of the table that officials bring to a game (TOU-1.8), in notation; empty or None: the rules know no such event.
    stop: str = ""  # the time of the game is out
    limit: Callable[[int], str] | None = None  # from now on a turn has so many seconds
    leave: Callable[[int], str] | None = None  # a seat has left the game for good

    @property
    def has_offers(self) -> bool:
        """Whether anybody ever owes an answer."""
        return self.answering is not _never
