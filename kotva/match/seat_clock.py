"""The clock of one seat: what is left, what runs, and what the network has cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

IDLE, MOVING, ANSWERING = "idle", "moving", "answering"
FAIR_MOVE: Final = 1.0  # seconds of the network that a move is not charged at most
FAIR_GAME: Final = 60.0  # and a seat in a whole game

Turn = tuple[int, int]  # the number that the game declares, or EACH and a count of decisions


@dataclass(frozen=True, slots=True)
class Reading:
    """What the clock of a seat shows."""

    seat: int
    runs: str  # IDLE, MOVING or ANSWERING
    move: float | None  # left for this move; None: moves are not limited by themselves
    reserve: float | None  # left for the rest of the game; None: there is none
    answer: float | None = None  # left for the answer that is owed

    @property
    def left(self) -> float | None:
        """Until this seat's time is out, as things stand; None: it never is."""
        if self.runs == ANSWERING:
            return self.answer
        if self.move is None and self.reserve is None:
            return None
        return (self.move or 0.0) + (self.reserve or 0.0)


@dataclass(slots=True)
class SeatClock:
    reserve: float
    move: float
    answer: float = 0.0
    runs: str = IDLE
    decided: int = 0
    turn: Turn | None = None  # the turn that `move` is for
    moved: bool = False  # ran in this turn, so an increment is due when it ends
    delayed: float = 0.0  # what the network has cost this seat and was not charged
    delay: float = 0.0  # the same of its last move

    def run(self, seconds: float) -> None:
        """An answer is charged by itself; a move first to the move, then to the reserve."""
        if self.runs == ANSWERING:
            self.answer = max(0.0, self.answer - seconds)
        elif self.runs == MOVING:
            from_move = min(self.move, seconds)
            self.move -= from_move
            self.reserve = max(0.0, self.reserve - (seconds - from_move))

    def copy(self) -> SeatClock:
        return SeatClock(
            self.reserve,
            self.move,
            self.answer,
            self.runs,
            self.decided,
            self.turn,
            self.moved,
            self.delayed,
            self.delay,
        )

    @property
    def patience(self) -> float:
        """How long a move that was sent in time may be on its way, by what the last one was given."""
        return min(self.delay, FAIR_GAME - self.delayed)

    def given(self, seconds: float) -> SeatClock:
        """The same clock with more in reserve."""
        more = self.copy()
        more.reserve += seconds
        return more

    def after(self, seconds: float) -> SeatClock:
        """The same clock a while later."""
        later = self.copy()
        later.run(seconds)
        return later

    def forgive(self, delay: float, ran: float) -> float:
        """How much of the time that ran since the last event is the network's: what is not charged for this seat's move."""
        self.delay = max(0.0, min(delay, FAIR_MOVE, FAIR_GAME - self.delayed))
        given = min(self.delay, ran)
        self.delayed += given
        return given
