"""TOU-9: the clock of a round. Times come from the log; nothing here looks at a watch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import assert_never

from kotva.tournament.choices import TimeCount
from kotva.tournament.state import Round, TournamentTable, read_time

WARNINGS = (15, 5, 0)  # TOU-20.7: minutes before the end at which the clock sounds


def played_seconds(round: Round, at: datetime) -> int:
    """TOU-9.2: how long the round's clock has run, pauses left out."""
    if round.started_at is None:
        return 0
    total = (at - read_time(round.started_at)).total_seconds()
    for begin, end in round.pauses:
        if begin is None:
            continue
        until = min(at, read_time(end)) if end is not None else at
        total -= max(0.0, (until - read_time(begin)).total_seconds())
    return max(0, int(total))


def seconds_left(round: Round, at: datetime, table: TournamentTable | None = None) -> int | None:
    """What is left on the clock of the round, or of a table with its extension; negative after the end; None: no limit."""
    if round.minutes is None or round.started_at is None:
        return None
    return (round.minutes + (table.extended if table else 0)) * 60 - played_seconds(round, at)


def has_expired(round: Round, at: datetime, table: TournamentTable | None = None) -> bool:
    """TOU-9.2: start + time + its extensions + pauses of the round."""
    left = seconds_left(round, at, table)
    return left is not None and left <= 0


def expiry(round: Round, at: datetime, table: TournamentTable | None = None) -> datetime | None:
    """When the time runs out if nothing stops the clock from now on."""
    left = seconds_left(round, at, table)
    return None if left is None else at + timedelta(seconds=left)


def phase(round: Round, at: datetime) -> str:
    """Section 5: running becomes overtime by the clock alone."""
    if round.state != "running":
        return round.state
    if round.is_paused:
        return "paused"
    return "overtime" if has_expired(round, at) else "running"


def grace_is_over(round: Round, at: datetime, grace: int) -> bool:
    """TOU-14.1: minutes of the running clock."""
    return round.started_at is not None and played_seconds(round, at) >= grace * 60


@dataclass(frozen=True, slots=True)
class Overtime:
    """TOU-9.3, TOU-9.4: what is still played when the time has run out; a win ends it as a normal win (TOU-9.5)."""

    rounds: int = 2
    count: TimeCount = TimeCount.COMPLETE_ROUND

    def turns(self, active: int, begun: int | None) -> int:
        """`begun`: k, the position in the turn order of the last turn begun before the expiry; None if none has."""
        k = active if begun is None else begun
        match self.count:
            case TimeCount.COMPLETE_ROUND:
                rest = active - k
            case TimeCount.FROM_CURRENT:
                rest = 0
            case _:
                assert_never(self.count)
        return rest + self.rounds * active

    def turns_after(self, seats: Sequence[bool], begun: int | None) -> int:
        """TOU-9.8: the same where `seats`, in turn order, says who is active; only they owe turns."""
        active = sum(seats)
        if begun is None:
            return self.turns(active, None)
        return self.turns(active, sum(seats[:begun]))
