"""The log of a table: its rows, folded into a match. It knows nothing of people, sockets or databases.

What is to happen is prepared on a fork of the match: the rows to be stored and the match as it will be. Once they are stored the
fork takes the match's place; if they are not, nothing has happened here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kotva import games
from kotva.engine.errors import Illegal, KotvaError
from kotva.engine.game import Game, Json
from kotva.engine.record import Record, line
from kotva.engine.say import N_
from kotva.engine.state import CHANCE
from kotva.engine.verify import result_of
from kotva.match import Match
from kotva.match.clock import Clock
from kotva.match.seat_clock import FAIR_MOVE
from kotva.server.clocks import ClockFold
from kotva.server.rows import Append, EventRow, TableRow, TimesRow

_NO_TIMES = TimesRow()
Target = Callable[[Match], int | None]  # how many moves are left after going back in a match; None: not possible


class Stale(KotvaError):
    """The table has moved on since the client looked: it gets a fresh packet instead."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What would happen: the rows to store, and the match once they are."""

    append: Append
    match: Match
    clock: Clock


class TableLog:
    """A match as far as its rows go."""

    def __init__(self, row: TableRow, match: Match, times: TimesRow, events: int) -> None:
        self.table = row.id
        self.match = match
        self._clock_fold = ClockFold(row, match, times, events)
        self.clock = self._clock_fold.clock
        self.calls = len(times.calls)  # how often somebody has called to the clock
        self.seq = 0
        self.lengths = [0]  # how many moves the game had after each event
        self.keys: set[str] = set()
        self.undone = 0  # how often something was taken back: what was told of it is no longer true
        self.last_at = 0.0  # when the last event happened

    @staticmethod
    def load(row: TableRow, events: Sequence[EventRow], times: TimesRow = _NO_TIMES) -> TableLog:
        """The log from the rows of a table; OtherRules or BadRecord if they do not replay here."""
        game = games.load(row.game, row.version)
        names = [sitter.name for sitter in row.sitters]
        match = Match(
            game,
            row.seats,
            row.options,
            names=names,
            seed=row.seed,
            position=row.position,
            chance=False,
            version=row.version,
        )
        table_log = TableLog(row, match, times, len(events))
        table_log.fold(events)
        return table_log

    @property
    def game(self) -> Game:
        return self.match.game

    def fold(self, events: Sequence[EventRow]) -> None:
        """Take in events that are stored already."""
        for event in events:
            if event.kind == "undo":
                self.match.truncate(int(event.text))
            else:
                self.match.append(event.actor, self.game.rules.actions.parse(event.text))
            self._note(event, len(self.match.played))
            self._clock_fold.after(self.seq, self.match, event)
        self.match.resume()

    def take(self, draft: Draft) -> None:
        """A draft has been stored: it is what happened."""
        if len(draft.match.played) > len(self.match.played):
            draft.match.follows(self.match)
        self.match, self.clock, self._clock_fold.clock = draft.match, draft.clock, draft.clock
        before = len(draft.match.played) - len(draft.append.events)
        for number, event in enumerate(draft.append.events, before + 1):
            self._note(event, number)

    # -- preparing -------------------------------------------------------------------------------------------------

    def play(self, seat: int, text: str, seen: int, key: str | None, now: float, delay: float = 0.0) -> Draft | None:
        """A seat's action, with what chance decides after it; None if this key has been played. Stale, Illegal, Unreadable."""
        if key is not None and key in self.keys:
            return None
        if seen != self.seq and not self._same_decision(seat, seen):
            raise Stale(N_("The table has moved on: look again."))
        before = len(self.match.played)
        match, clock = self.match.fork(), self.clock.fork()
        actor, action = seat, self.game.rules.actions.parse(text)
        delay = round(min(delay, FAIR_MOVE), 3) if clock.terms.hurries or clock.awaits_answers else 0.0
        while True:  # one by one, so that the clock sees what it will see when the rows are folded again
            match.append(actor, action)
            clock.moved(now, match.state, actor, delay if actor == seat else 0.0)
            outcome = match.next_outcome()
            if outcome is None:
                break
            actor, action = CHANCE, outcome
        rows = tuple(
            EventRow("move", played.actor, played.text, None if number else key, now, 0.0 if number else delay)
            for number, played in enumerate(match.played[before:])
        )
        return self._draft(rows, match, clock)

    def undo(self, seat: int, seen: int, key: str | None, now: float, to: Target | None = None) -> Draft | None:
        """Take a seat's last action back, or all `to` a number of moves: a new event that truncates; nothing is deleted."""
        if key is not None and key in self.keys:
            return None
        target = self.match.undo_target(seat) if to is None else to(self.match)
        if to is None and (target is None or seen != self.seq):
            raise Illegal(N_("There is nothing that you may take back now."), "")
        if target is None:
            return None
        match = self.match.fork()
        match.truncate(target)
        clock = self.clock.fork()
        clock.undone(now, match.state, target)
        return self._draft((EventRow("undo", seat, str(target), key, now),), match, clock)

    def bot_record(self) -> Record:
        """The record for a bot's process: no seed, no names."""
        return Record(
            game=self.game.id,
            version=self.game.version,
            seats=self.match.seats,
            options=dict(self.match.options.given),
            position=self.match.position,
            moves=[line(played.actor, played.text) for played in self.match.played],
        )

    # -- inside ----------------------------------------------------------------------------------------------------

    def _draft(self, rows: tuple[EventRow, ...], match: Match, clock: Clock) -> Draft:
        due = clock.due()
        deadline = None if due is None else due.at
        had = self.clock.due() is not None
        asked = seats_asked(match)
        return Draft(Append(self.table, self.seq, rows, _outcome(match), deadline, had, asked), match, clock)

    def _note(self, event: EventRow, length: int) -> None:
        self.seq += 1
        self.lengths.append(length)
        self.undone += event.kind == "undo"
        self.last_at = event.at
        if event.key is not None:
            self.keys.add(event.key)

    def _same_decision(self, seat: int, seen: int) -> bool:
        """Whether a seat still faces what it faced after `seen` events: others answered meanwhile, its own list is the same."""
        if seat < 0 or not 0 <= seen < self.seq:
            return False
        then = self.lengths[seen]
        if self.lengths[seen:] != sorted(self.lengths[seen:]) or then > len(self.match.played):
            return False
        if any(played.actor == seat for played in self.match.played[then:]):
            return False
        old, new = self.match.state_at(then), self.match.state
        return old.may_act(seat) and new.may_act(seat) and self.game.legal(old, seat) == self.game.legal(new, seat)


def seats_asked(match: Match) -> int:
    """The seats that may decide now, a bit each."""
    return sum(1 << seat for seat in match.actors())


def _outcome(match: Match) -> dict[str, Json] | None:
    """How the game ended, as it is stored; None while it goes on."""
    return result_of(match.outcome()) if match.is_over else None
