"""One game being played: who sits where, what was played, what chance gave, what may be undone."""

from kotva.match.match import Match, Played

__all__ = ["Match", "Played"]
