"""A table that does not replay under the rules that are here: nobody can play on, and nothing of it is lost.

Its record follows from the rows alone, without the rules. Players may download it, and everybody once the game is over: a
Kotva that knows the old rules shows it (`kotva replay`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from kotva import games
from kotva.engine.errors import KotvaError
from kotva.engine.fair import commitment
from kotva.engine.record import Record, line
from kotva.engine.say import N_
from kotva.match import Match
from kotva.server.people import Person
from kotva.server.rows import EventRow, TableRow


class FrozenTable(KotvaError):
    """A table whose rows do not replay here."""

    def __init__(self, row: TableRow, events: Sequence[EventRow], error: KotvaError) -> None:
        super().__init__(N_("This table is frozen and its record is kept. {error}"), error=error)
        self.row = row
        self.reason = error
        self._events = events

    def open_to(self, person: Person) -> bool:
        """Whether somebody may have the record: it holds what was hidden."""
        return self.row.status == "over" or any(s.person == person.id for s in self.row.sitters if s.person)

    def reached(self) -> Match | None:
        """The match as far as its rows replay: before the move at which the rules fail."""
        played = 0
        with suppress(Exception):
            for match in self._replay(len(self._events)):
                played = len(match.played)
        with suppress(Exception):
            *_, match = self._replay(played)  # anew: a move that fails may have changed the state by half
            return match
        return None

    def _replay(self, number: int) -> Iterator[Match]:
        row = self.row
        match = Match(
            games.load(row.game, row.version),
            row.seats,
            row.options,
            names=[sitter.name for sitter in row.sitters],
            seed=row.seed,
            position=row.position,
            chance=False,
            version=row.version,
        )
        yield match
        for actor, text in moves_of(self._events)[:number]:
            match.append(actor, match.game.rules.actions.parse(text))
            yield match

    def record(self) -> Record:
        """The record as its rows tell it."""
        return record_of_rows(self.row, self._events)


def moves_of(events: Sequence[EventRow]) -> list[tuple[int, str]]:
    """Actors and texts of the moves that were not taken back."""
    moves = list[tuple[int, str]]()
    for event in events:
        if event.kind == "undo":
            del moves[int(event.text) :]
        else:
            moves.append((event.actor, event.text))
    return moves


def record_of_rows(row: TableRow, events: Sequence[EventRow]) -> Record:
    """The record of a table without its rules: nothing is replayed."""
    record = Record(
        game=row.game,
        version=row.version,
        seats=row.seats,
        options=dict(row.options),
        names=[sitter.name for sitter in row.sitters],
        moves=[line(actor, text) for actor, text in moves_of(events)],
        commit=commitment(row.seed),
        position=row.position,
    )
    if row.status == "over":
        record.seed, record.result = row.seed, row.outcome
        record.seal = record.sealed()
    return record
