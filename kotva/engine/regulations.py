"""What a tournament lays down for a game at one of its tables (TOU-1.8): the game turns it into its own options."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Regulations:
    """Time and the first player, as the tournament's rules have them; what a game does not know it leaves aside."""

    minutes: int  # TOU-9.2; 0: no limit
    extra_rounds: int  # TOU-9.3: rounds of turns after the time
    extra_count: str  # TOU-9.4: complete_round or from_current
    turn_seconds: int  # TOU-9.6; 0: no limit
    first: int | None  # TOU-8.7: the seat that begins; None: the game's own rule
