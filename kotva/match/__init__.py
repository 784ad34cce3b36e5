"""One game being played: who sits where, what was played, what chance gave, what may be undone."""

from kotva.match.match import Match, Played
from kotva.match.spec import SeatSpec, TableSpec

__all__ = ["Match", "Played", "SeatSpec", "TableSpec"]
