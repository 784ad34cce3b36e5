"""The clock of a table: made from its row, folded with its events, and shown to people."""

from __future__ import annotations

import logging

from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.options import Options
from kotva.engine.state import State
from kotva.match import Match
from kotva.match.clock import Clock
from kotva.match.seat_clock import IDLE
from kotva.match.terms import ANSWER, Terms, read_terms
from kotva.scene.packet import ClockFace, SeatTime
from kotva.server.rows import CallRow, EventRow, TableRow, TimesRow

_LOG = logging.getLogger("kotva.server")
_ENOUGH = (
    200  # events: nobody has owed an answer for longer, so a table where no seat runs out of time skips what was before
)


def terms_of(row: TableRow, game: Game) -> Terms:
    """How time is counted at a table. Where nothing was agreed on, nobody is hurried; only offers do not wait for ever."""
    if row.clock is None:
        return Terms(answer=ANSWER)
    try:
        return read_terms(row.clock, game)
    except KotvaError as error:  # somebody has spoilt it by hand
        _LOG.warning("table %s has no clock: %s", row.id, error)
        return Terms(answer=ANSWER)


def hurries(game: Game, options: Options, terms: Terms, state: State) -> bool:
    """Whether time may run out at a table, apart from answers to offers: such a clock waits until all are seated."""
    return terms.hurries or bool(game.timing.bells(state, options))


def seated(row: TableRow) -> frozenset[int]:
    """The seats at which people sit: bots take no time, and nobody is hurried who is not there."""
    return frozenset(s.seat for s in row.sitters if s.kind == "person" and s.person is not None)


def all_seated(row: TableRow) -> bool:
    return all(s.kind == "bot" or s.person is not None for s in row.sitters)


class ClockFold:
    """Folds the rows of one table into its clock."""

    def __init__(self, row: TableRow, match: Match, times: TimesRow, events: int) -> None:
        terms = terms_of(row, match.game)
        self.clock = Clock(match.game, match.options, terms, times.downs)
        self._calls = list(times.calls)
        self._hurries = hurries(match.game, match.options, terms, match.state)
        self._skip = 0 if terms.hurries else max(0, events - _ENOUGH)
        self._created = row.created
        self.clock.seated(row.created, seated(row))
        self._at_once = not self._hurries  # otherwise a call starts it, when all are there
        self.after(0, match, None)

    def after(self, seq: int, match: Match, event: EventRow | None) -> None:
        """The `seq`-th event has been folded into the match."""
        if event is None and self._at_once:
            self.clock.start(self._created, match.state)
        if event is not None and seq >= self._skip:
            if seq == self._skip:
                self.clock.jump(len(match.played) - 1)
            feed_event(self.clock, event, match)
        while self._calls and self._calls[0].seq <= seq:
            feed_call(self.clock, self._calls.pop(0), match)


def feed_event(clock: Clock, event: EventRow, match: Match) -> None:
    """A clock hears of an event that is in the match already."""
    if event.kind == "undo":
        clock.undone(event.at, match.state, len(match.played))
    else:
        clock.moved(event.at, match.state, event.actor, event.delay)


def feed_call(clock: Clock, call: CallRow, match: Match) -> None:
    """A clock hears of a call."""
    if call.kind == "start":
        clock.start(call.at, match.state)
    elif call.kind == "pause":
        clock.pause(call.at)
    elif call.kind == "resume":
        clock.resume(call.at)
    elif call.kind == "extend":
        clock.extend(call.at, call.seconds, call.seat)
    elif call.kind == "shift":
        clock.shift(call.at, call.seconds)


def face(clock: Clock, now: float, calls: int = 0) -> ClockFace | None:
    """What people see of a clock; None where there is nothing to see."""
    bell = clock.bell(now)
    if bell is None and not clock.terms.hurries and not clock.awaits_answers:
        return None
    readings = clock.readings(now)
    seats = [
        SeatTime(r.seat, r.runs, _seconds(r.move), _seconds(r.reserve), _seconds(r.answer))
        for r in readings
        if r.seat in clock.hurried and (clock.terms.hurries or r.runs != IDLE)
    ]
    return ClockFace(round(now, 3), seats, not clock.is_running, _seconds(bell), clock.is_paused, calls)


def _seconds(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
