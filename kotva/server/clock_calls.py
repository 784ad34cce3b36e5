"""Calls to a table's clock: the owner may stop it, let it run and give time. Officials of a tournament do the same
by its log (TOU-9.7); `online_tables` brings such calls here.

A call carries how many there were before it: sent twice, it is made once; made on what somebody else has changed meanwhile, it is
refused.
"""

from __future__ import annotations

from kotva.engine.errors import Illegal
from kotva.engine.say import N_
from kotva.server.people import Person
from kotva.server.rows import CallRow
from kotva.server.table import NotYours, Table
from kotva.server.table_log import Stale

LONGEST = 24 * 3600  # seconds that may be given at once


def may_call(table: Table, person: Person) -> bool:
    """Whether somebody has a say over a table's clock."""
    return person.id is not None and table.row.owner == person.id and not table.row.origin


def is_alone(table: Table, person: Person) -> bool:
    """Whether no other person plays at a table."""
    return all(sitter.kind == "bot" or sitter.person == person.id for sitter in table.row.sitters)


def judge(table: Table, person: Person, call: CallRow) -> None:
    """NotYours or Illegal says why a call cannot be made."""
    clock = table.table_log.clock
    if not may_call(table, person):
        raise NotYours(N_("Only the person that opened this table may stop its clock or give time."))
    if not clock.is_started or table.match.is_over:
        raise Illegal(N_("The clock of this table does not run now."), "")
    if call.kind == "extend" and not 1 <= call.seconds <= LONGEST:
        raise Illegal(N_("Between 1 and {most} seconds can be given at once."), "", most=LONGEST)
    if call.kind == "extend" and call.seat in table.seats_of(person) and not is_alone(table, person):
        raise NotYours(N_("A player gives time to all, or to others: not to the own seat alone."))
    if call.seat is not None and call.seat not in clock.hurried:
        raise Illegal(N_("This seat has no time limit."), "")


def made_before(calls: tuple[CallRow, ...], seen: int, call: CallRow) -> bool:
    """Whether this very call was made already, by a message that was sent twice; Stale if another one was made instead."""
    if len(calls) == seen:
        return False
    if len(calls) > seen:
        there = calls[seen]
        if (there.kind, there.seat, there.seconds) == (call.kind, call.seat, call.seconds):
            return True
    raise Stale(N_("The table has moved on: look again."))
