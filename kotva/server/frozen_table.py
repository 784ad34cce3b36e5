"""A table that does not replay under the rules that are here: nobody can play on, and nothing of it is lost.

Its record follows from the rows alone, without the rules. Players may download it, and everybody once the game is over: a
Kotva that knows the old rules shows it (`kotva replay`).
"""

from __future__ import annotations

from collections.abc import Sequence

from kotva.engine.errors import KotvaError
from kotva.engine.fair import commitment
from kotva.engine.record import Record, line
from kotva.engine.say import N_
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

    def record(self) -> Record:
        """The record as its rows tell it."""
        return record_of_rows(self.row, self._events)


def record_of_rows(row: TableRow, events: Sequence[EventRow]) -> Record:
    """The record of a table without its rules: nothing is replayed."""
    moves = list[str]()
    for event in events:
        if event.kind == "undo":
            del moves[int(event.text) :]
        else:
            moves.append(line(event.actor, event.text))
    record = Record(
        game=row.game,
        version=row.version,
        seats=row.seats,
        options=dict(row.options),
        names=[sitter.name for sitter in row.sitters],
        moves=moves,
        commit=commitment(row.seed),
        position=row.position,
    )
    if row.status == "over":
        record.seed, record.result = row.seed, row.outcome
        record.seal = record.sealed()
    return record
