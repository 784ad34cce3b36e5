"""Calls to a table's clock without a server: who may make one, which, and what becomes of a call that was sent twice."""

from __future__ import annotations

import pytest

from kotva.engine.errors import Illegal
from kotva.server.clock_calls import LONGEST, judge, made_before
from kotva.server.people import Person
from kotva.server.rows import CallRow
from kotva.server.table import NotYours
from kotva.server.table_log import Stale, TableLog
from tests.server.house import pearls  # noqa: F401
from tests.server.places import BEGAN, Place, person

pytestmark = pytest.mark.usefixtures("pearls")

CLOCK = {"per_move": 60}


def running(*people: str, origin: str = "") -> Place:
    """A table of Ada's with a clock that runs."""
    place = Place(*people, clock=CLOCK, owner="ada", origin=origin)
    place.rows.calls = [CallRow(len(place.rows.stored), "start", BEGAN)]
    assert place.rows.row is not None
    place.table.table_log = TableLog.load(place.rows.row, place.rows.stored, place.rows.times_row())
    assert place.table.table_log.clock.is_started
    return place


def call(kind: str, seat: int | None = None, seconds: float = 0.0) -> CallRow:
    return CallRow(3, kind, BEGAN, seat, seconds)


@pytest.mark.parametrize("kind", ["pause", "resume", "extend"])
def test_only_who_opened_the_table_calls_to_its_clock(kind: str) -> None:
    """Not a player, not a stranger, not somebody who is nobody; in a tournament not even the owner."""
    place = running()
    judge(place.table, person("ada"), call(kind, seconds=60))
    for other in (person("ben"), person("eve"), Person(None, "")):
        with pytest.raises(NotYours, match="Only the person that opened this table"):
            judge(place.table, other, call(kind, seconds=60))
    with pytest.raises(NotYours, match="Only the person that opened this table"):
        judge(running(origin="cup").table, person("ada"), call(kind, seconds=60))
    nobodys = running()
    nobodys.table.row.owner = None
    with pytest.raises(NotYours, match="Only the person that opened this table"):
        judge(nobodys.table, Person(None, ""), call(kind, seconds=60))


def test_a_clock_that_does_not_run_hears_nothing() -> None:
    waiting = Place("ada", "ben", "free", clock=CLOCK, owner="ada")
    with pytest.raises(Illegal, match="does not run"):
        judge(waiting.table, person("ada"), call("pause"))


@pytest.mark.parametrize(
    ("seconds", "fits"), [(0.9, False), (1, True), (LONGEST, True), (LONGEST + 1, False), (-5, False)]
)
def test_how_much_time_can_be_given_at_once(seconds: float, fits: bool) -> None:
    place = running()
    judge(place.table, person("ada"), call("pause", seconds=seconds))  # which says nothing of seconds
    if fits:
        judge(place.table, person("ada"), call("extend", 1, seconds))
    else:
        with pytest.raises(Illegal, match="Between 1 and 86400 seconds"):
            judge(place.table, person("ada"), call("extend", 1, seconds))


def test_nobody_gives_time_to_the_own_seat_alone_unless_nobody_else_plays() -> None:
    place = running()
    judge(place.table, person("ada"), call("extend", None, 60))
    judge(place.table, person("ada"), call("extend", 2, 60))
    with pytest.raises(NotYours, match="to all, or to others"):
        judge(place.table, person("ada"), call("extend", 0, 60))
    judge(running("ada", "bot", "bot").table, person("ada"), call("extend", 0, 60))
    judge(running("ada", "ada", "bot").table, person("ada"), call("extend", 0, 60))


def test_a_seat_that_is_not_hurried_gets_no_time() -> None:
    place = running("ada", "bot", "cleo")
    for seat in (1, 3):
        with pytest.raises(Illegal, match="no time limit"):
            judge(place.table, person("ada"), call("extend", seat, 60))


def test_a_call_that_was_sent_twice_is_made_once_and_one_made_on_an_old_sight_is_stale() -> None:
    first, second = call("pause"), call("extend", 1, 60)
    assert not made_before((), 0, first)
    assert not made_before((first,), 1, second)
    assert made_before((first,), 0, first)
    assert made_before((first, second), 1, second)
    for calls, seen, made in (
        ((first,), 0, second),
        ((second,), 0, call("extend", 1, 61)),
        ((second,), 0, call("extend", 2, 60)),
        ((second,), 0, call("shift", 1, 60)),
        ((), 1, first),
        ((first,), 2, first),
    ):
        with pytest.raises(Stale, match="moved on"):
            made_before(calls, seen, made)
