"""A clock is a fold as well: the time left to each seat follows from the times of the events, and from nothing else.

    clock = Clock(game, options, terms, downs=[(18.0, 25.0)])
    clock.start(at, state)                  all seats are taken: the first decision is due
    clock.moved(at, state, actor, delay)    after every row of the record, those of chance included
    clock.undone(at, state, length)         after an undo: so many moves are left
    clock.pause(at), clock.resume(at)       a referee's call
    clock.extend(at, seconds, seat)         and the time given back
    clock.shift(at, seconds)                the game's own time alone

    clock.readings(at)                      the time left to each seat
    clock.due()                             the next deadline, and what must be played then

Nothing here looks at a watch. Times are seconds of the store (`time.time()` when a row was written). `downs` are the stretches in
which nobody served the table: the server keeps the time of its last heartbeat and, when it starts, writes one row (last
heartbeat, now); those rows are handed in, and the clock stands still in them. A deadline is a row too: write `due()` with the
number of events it was made on, let any node play it at that time on that very number, and the database decides that
it happens once. Fold the rows again after a restart, and the same deadlines come out, later by what was slept. A clock looks at
the state that it was handed last when it is asked what is due: change a match, and tell its clock.

What runs: a seat that has to decide runs on its move and then on its reserve. A seat that owes an answer to an offer runs on
the time for answers alone; meanwhile the seat that waits for the answers does not run. The rules' own bells (`Timing.bells`)
are counted from the start of the game or of the turn. Before `start`, in pauses, downs and after the end nothing runs.

A slow network is not charged: `delay` is the round trip of a move as the server itself measured it, and up to FAIR_MOVE seconds
of it are given back, until a seat has had FAIR_GAME in this game. A deadline waits as long as the seat's last move was given, so
what was sent in time still counts. The delay is kept in the row of the move.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from types import EllipsisType
from typing import Final

from kotva.engine.game import Game
from kotva.engine.options import Options
from kotva.engine.state import OK, OVER, TABLE, State
from kotva.engine.timing import EACH, Bell
from kotva.match.seat_clock import ANSWERING, IDLE, MOVING, Reading, SeatClock, Turn
from kotva.match.terms import LOSS, NOTHING, RULES, Terms

_KEPT: Final = 100  # moves that can be undone with their times


@dataclass(frozen=True, slots=True)
class Due:
    """What must be played at a time if nothing is played before it."""

    at: float
    actor: int  # a seat, or TABLE
    action: str  # in notation; empty: a bot of `level` chooses for the seat
    seat: int | None  # whose time is out; None: nobody's (the rules' own bell)
    why: str  # "move", "answer" or "bell"
    level: str = ""


@dataclass(frozen=True, slots=True)
class _Moment:
    """The clocks as they stood after so many moves, for an undo."""

    ran: float
    turn: Turn
    turn_ran: float
    seats: tuple[SeatClock, ...]


class Clock:
    """The times of one table. Feed it every event in order; ask it anything in between."""

    def __init__(self, game: Game, options: Options, terms: Terms, downs: Sequence[tuple[float, float]] = ()) -> None:
        self.game = game
        self.options = options
        self.terms = terms
        self._downs = _merged(downs)
        self._seats = [SeatClock(float(terms.reserve), float(terms.per_move)) for _ in range(options.seats)]
        self._hurried: Collection[int] = range(options.seats)
        self._started = False
        self._paused = False
        self._at = 0.0  # when the last event was
        self._ran = 0.0  # how long the game's clock has run until then
        self._given = 0.0  # what was added to the time of the game
        self._reserves = bool(terms.reserve or terms.increment)  # whether there is a reserve to be shown
        self._turn: Turn = (EACH, 0)
        self._turn_ran = 0.0  # the same, when this turn began
        self._length = 0  # moves in the record
        self._past: dict[int, _Moment] = {}
        self._state: State | None = None  # none before the start
        self._over = False
        self._due: Due | EllipsisType | None = ...  # the next deadline, once somebody has asked for it

    def fork(self) -> Clock:
        """A clock that goes on by itself from here, as `Match.fork` does."""
        other = Clock.__new__(Clock)
        other.__dict__.update(self.__dict__)
        other._seats = [own.copy() for own in self._seats]
        other._past = self._past.copy()
        return other

    def slept(self, downs: Sequence[tuple[float, float]]) -> None:
        """Now it is known when nobody served the table."""
        self._due = ...
        self._downs = _merged(downs)

    # -- events ------------------------------------------------------------------------------------------------------

    def start(self, at: float, state: State) -> None:
        """SET-14.1: the clock runs from the first decision on."""
        if not self._started:
            self._started, self._at = True, at
            self._look(state)

    def moved(self, at: float, state: State, actor: int, delay: float = 0.0) -> None:
        """A move was made, and this is the state after it; `delay`: how long the network takes there and back."""
        self._settle(at, actor, delay)
        if actor >= 0:
            self._seats[actor].decided += 1
        self._length += 1
        if self._started:
            self._look(state)

    def jump(self, length: int) -> None:
        """Moves that need not be told have been made: so many are in the record. For tables at which no seat runs out of time."""
        self._length = length

    def undone(self, at: float, state: State, length: int) -> None:
        """Moves were taken back: the clocks stand as if they had never been made, so the seat that was asked pays for it."""
        self._settle(at)
        self._length = length
        known = [n for n in self._past if n <= length]
        if not known:
            return
        then = self._past[max(known)]
        self._turn, self._turn_ran = then.turn, then.turn_ran
        self._seats = [own.after(self._ran - then.ran) for own in then.seats]
        self._past = {n: moment for n, moment in self._past.items() if n < length}
        self._look(state)

    def seated(self, at: float, seats: Collection[int]) -> None:
        """From now on only these seats are hurried: bots take no time of their own."""
        self._settle(at)
        self._hurried = frozenset(seats)
        if self._state is not None:
            self._look(self._state)

    def pause(self, at: float) -> None:
        self._settle(at)
        self._paused = True

    def resume(self, at: float) -> None:
        self._settle(at)
        self._paused = False

    def extend(self, at: float, seconds: float, seat: int | None = None) -> None:
        """Give time: to a seat, or to all of them and to the game (TOU-9.7). An undo does not take it back."""
        self._settle(at)
        self._reserves = self._reserves or self.terms.hurries
        given = [seconds if seat in (None, number) else 0.0 for number in range(len(self._seats))]
        self._seats = [own.given(more) for own, more in zip(self._seats, given, strict=True)]
        for length, then in self._past.items():  # moments are shared with forks: new ones in their place
            seats = tuple([own.given(more) for own, more in zip(then.seats, given, strict=True)])
            self._past[length] = replace(then, seats=seats)
        if seat is None:
            self._given += seconds

    def shift(self, at: float, seconds: float) -> None:
        """Move the bells of the game alone, to where a round's clock has them (TOU-9.2); no seat has more or less time."""
        self._settle(at)
        self._given += seconds

    # -- questions ---------------------------------------------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        return self._started and not self._paused and not self._over

    @property
    def is_paused(self) -> bool:
        return self._paused

    @property
    def is_started(self) -> bool:
        return self._started

    @property
    def hurried(self) -> Collection[int]:
        """The seats whose time counts."""
        return self._hurried

    @property
    def awaits_answers(self) -> bool:
        """Whether somebody who is hurried owes an answer to an offer."""
        return any(own.runs == ANSWERING for own in self._seats)

    def readings(self, at: float) -> list[Reading]:
        """What every clock shows at a time that is not before the last event."""
        return [self._reading(number, self._elapsed(at)) for number in range(len(self._seats))]

    def game_ran(self, at: float) -> float:
        """How long the clock of the game has run."""
        return self._ran + self._elapsed(at)

    def bell(self, at: float, action: str = "") -> float | None:
        """How long until the next event (or this one) that the rules ask for by themselves; None: they ask for none."""
        if self._over or self._state is None:
            return None
        bells = self.game.timing.bells(self._state, self.options)
        found = [self._left_of(bell) for bell in bells if action in ("", bell.action)]
        return None if not found else max(0.0, min(found) - self._elapsed(at))

    def due(self) -> Due | None:
        """The next deadline if nothing happens before it; None: there is none. One in the past is due at once."""
        if self._due is ...:
            self._due = self._find_due()
        return self._due

    def _find_due(self) -> Due | None:
        state = self._state
        if not self.is_running or state is None:
            return None
        found = [self._bell_due(bell) for bell in self.game.timing.bells(state, self.options)]
        found += [due for seat in range(len(self._seats)) if (due := self._seat_due(state, seat)) is not None]
        return min(found, key=lambda due: due.at, default=None)  # of several at once a bell, or the lowest seat

    # -- inside ------------------------------------------------------------------------------------------------------

    def _down_between(self, start: float, end: float) -> float:
        """How much of a stretch nobody served."""
        return sum(max(0.0, min(up, end) - max(down, start)) for down, up in self._downs)

    def _elapsed(self, at: float) -> float:
        """How long the clock has run since the last event. Watches of two nodes differ a little: never less than nothing."""
        if not self.is_running or at <= self._at:
            return 0.0
        return at - self._at - self._down_between(self._at, at)

    def _when(self, ran: float) -> float:
        """The time at which the clock will have run so long after the last event, if nobody stops it."""
        at = self._at + max(0.0, ran)
        for down, up in self._downs:
            if up > self._at and down < at:
                at += up - max(down, self._at)
        return at

    def _settle(self, at: float, mover: int = TABLE, delay: float = 0.0) -> None:
        """Charge what has run since the last event; a mover whose clock runs is not charged for the network."""
        self._due = ...
        ran = self._elapsed(at)
        if 0 <= mover < len(self._seats) and self._seats[mover].runs != IDLE:
            given = self._seats[mover].forgive(delay, ran)
        else:
            given = 0.0
        if ran:
            for number, own in enumerate(self._seats):
                own.run(ran - given if number == mover else ran)
            self._ran += ran
        self._at = max(self._at, at)

    def _look(self, state: State) -> None:
        """Which clock runs from now on, and on which time."""
        timing = self.game.timing
        self._due = ...
        self._state = state
        self._over = state.to_act() == OVER
        declared = timing.turn(state)
        turn = (declared, self._length if declared == EACH else 0)
        if turn != self._turn:
            self._turn, self._turn_ran = turn, self._ran
        first = int(state.to_act())
        asked = [] if first < 0 else [n for n in range(len(self._seats)) if state.may_act(n)]
        answering = [number for number in asked if timing.answering(state, number)]
        for number, own in enumerate(self._seats):
            runs = IDLE
            if number in asked and number in self._hurried:
                runs = ANSWERING if number in answering else IDLE if answering else MOVING
            self._turn_over(own, (declared, own.decided if declared == EACH else 0), runs)
            if runs == ANSWERING and own.runs != ANSWERING:
                own.answer = float(self.terms.answer)
            own.runs = runs
        seats = tuple([own.copy() for own in self._seats])
        self._past[self._length] = _Moment(self._ran, self._turn, self._turn_ran, seats)
        self._past.pop(self._length - _KEPT, None)

    def _turn_over(self, own: SeatClock, turn: Turn, runs: str) -> None:
        """A new turn brings a new move, and the increment for the old one."""
        if own.turn == turn:
            own.moved = own.moved or runs == MOVING
            return
        if own.moved:
            own.reserve += self.terms.increment
        own.move = float(self.terms.per_move)
        own.turn, own.moved = turn, runs == MOVING

    def _reading(self, number: int, ran: float) -> Reading:
        own = self._seats[number].after(ran)
        return Reading(
            number,
            own.runs,
            own.move if self.terms.per_move else None,
            own.reserve if self._reserves else None,
            own.answer if own.runs == ANSWERING and self.terms.answer else None,
        )

    def _left_of(self, bell: Bell) -> float:
        """How long the clock must run after the last event until a bell rings."""
        return (self._turn_ran if bell.since_turn else self._given) + bell.seconds - self._ran

    def _bell_due(self, bell: Bell) -> Due:
        return Due(self._when(self._left_of(bell)), TABLE, bell.action, None, "bell")

    def _seat_due(self, state: State, seat: int) -> Due | None:
        own = self._seats[seat]
        if own.runs == IDLE:
            return None
        if own.runs == ANSWERING:
            # An offer lapses in its own time, whatever zero means on the move: others wait for it.
            silence = self.game.timing.silence(state, seat)
            if not self.terms.answer or (not silence and self.terms.zero == NOTHING):
                return None
            level = "" if silence else self.terms.level
            return Due(self._when(own.answer + own.patience), seat, silence, seat, "answer", level)
        if not self.terms.hurries or self.terms.zero == NOTHING:
            return None
        at = self._when(own.move + own.reserve + own.patience)
        actor, action = self._penalty(state, seat)
        return Due(at, actor, action, seat, "move", "" if action else self.terms.level)

    def _penalty(self, state: State, seat: int) -> tuple[int, str]:
        """What zero means for a seat; a bot plays where the rules refuse their own event."""
        timing = self.game.timing
        actor, action = seat, ""
        if self.terms.zero == RULES and timing.overrun is not None:
            actor, action = TABLE, timing.overrun(state, seat)
        elif self.terms.zero == LOSS and timing.forfeit is not None:
            actor, action = timing.forfeit(state, seat)
        if not action or int(state.why_not(actor, self.game.rules.actions.parse(action))) != OK:
            return seat, ""
        return actor, action


def _merged(downs: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """In order, and none overlapping another: two nodes may tell of the same night."""
    out: list[tuple[float, float]] = []
    for down, up in sorted(downs):
        if out and down <= out[-1][1]:
            out[-1] = (out[-1][0], max(up, out[-1][1]))
        elif up > down:
            out.append((down, up))
    return out
