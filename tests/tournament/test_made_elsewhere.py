"""TOU-18.3: what another version of the solver may have made is named so, and what the rules do not allow is called forged.

Of repairs, of pairings in an arena and of groups; test_exact.py asks the same of draws.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from kotva.tournament import draw as drawing
from kotva.tournament.draw import grouped, seating
from kotva.tournament.log import TournamentEntry
from kotva.tournament.problems import problem
from kotva.tournament.rounds import drawn_args
from kotva.tournament.schedule import overrun
from kotva.tournament.tournament import replay
from kotva.tournament.verify import verify
from tests.tournament.held import HeldTournament

Args = dict[str, Any]


def judged(log: Sequence[TournamentEntry], op: str, change: Callable[[Args], Args]) -> str:
    """What `verify` says of a log whose last entry of this kind says something else; empty: nothing."""
    entry = next(entry for entry in reversed(log) if entry.op == op)
    other = TournamentEntry(entry.seq, entry.at, entry.actor, op, change(dict(entry.args)))
    found = verify([other if one is entry else one for one in log], "osada")
    assert found is None or found.seq == entry.seq
    return "" if found is None else found.refused.code


def seated(args: Args) -> list[list[str]]:
    return [list(table["seats"]) for table in args["tables"]]


def with_seats(args: Args, seats: list[list[str]], **more: Any) -> Args:
    tables = [{"number": table["number"], "seats": line} for table, line in zip(args["tables"], seats)]
    return {**args, "tables": tables, **more}


def exchanged(seats: list[list[str]], one: str, other: str) -> list[list[str]]:
    names = {one: other, other: one}
    return [[names.get(player, player) for player in line] for line in seats]


def played(held: HeldTournament, number: int) -> None:
    for table in held.round(number).tables:
        first, *rest = table.seats
        held.result(f"{table.name} won={first} {first}:10 " + " ".join(f"{p}:{8 - i}" for i, p in enumerate(rest)))


# -- repairs -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def repaired() -> HeldTournament:
    """TOU-S24: of 13 players one of a table of three is missing, so one of the four players of table 1 moves."""
    held = HeldTournament(13)
    held.do("draw R1")
    held.do("publish R1")
    held.do(f"absent {held.table(1, 4).seats[0]}")
    held.do("repair R1")
    return held


def another(args: Args) -> Args:
    """The same repair with somebody else who moves."""
    (mover,) = args["moved"]
    seats = seated(args)
    return with_seats(args, exchanged(seats, mover, seats[0][0]), moved=[seats[0][0]])


def test_TOU_14_6_another_repair_with_as_few_moves_is_named(repaired: HeldTournament) -> None:
    assert verify(repaired.log, "osada") is None
    assert judged(repaired.log, "repair", another) == "OTHER_VERSION"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("moved", []),
        ("moved", ["P1", "P2"]),
        ("moved", ["P10"]),
        ("vector", [0, 9, 0, 0]),
        ("pairs", [["P1", "P2", 1]]),
        ("trios", [["P1", "P2", "P3", 1]]),
        ("byes", ["P1"]),
        ("order", ["O2", "O1", "O3", "O4"]),
        ("warnings", [["TABLE", "P1", "1", "2"]]),
    ],
)
def test_TOU_14_6_a_repair_that_claims_what_is_not_so_is_forged(
    repaired: HeldTournament, name: str, value: list[Any]
) -> None:
    assert judged(repaired.log, "repair", lambda args: {**another(args), name: value}) == "TAMPERED"


def test_TOU_14_6_a_repair_with_a_move_too_many_is_forged(repaired: HeldTournament) -> None:
    def change(args: Args) -> Args:
        seats = seated(args)
        (mover,) = args["moved"]
        one, two = seats[1][0], seats[2][0]
        assert mover not in (one, two)
        return with_seats(args, exchanged(seats, one, two), moved=[mover, one, two])

    assert judged(repaired.log, "repair", change) == "TAMPERED"


# -- an arena ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def paired() -> HeldTournament:
    """TOU-19.20: eight players for two at a table, who have all played once and are paired anew."""
    held = HeldTournament(8, preset="arena", table__size="2", start="10:00", publish__lead="0")
    held.wait(60)
    held.do("draw R1")
    held.do("publish R1")
    held.do("start R1")
    for _ in range(2):
        held.do("pair R1")
        for table in held.round(1).tables:
            if table.state == "open":
                held.result(f"{table.name} won={table.seats[0]} {table.seats[0]}:10 {table.seats[1]}:8")
    return held


@pytest.mark.parametrize("name", ["players", "attempt", "boards", "byes", "order", "moved"])
def test_TOU_19_20_what_a_pairing_says_beside_its_tables_is_settled(paired: HeldTournament, name: str) -> None:
    """Nothing beside the tables is another version's to choose."""
    assert verify(paired.log, "osada") is None

    def change(args: Args) -> Args:
        old = args.get(name)
        return {**args, name: old + 1 if isinstance(old, int) else old[:-1] if old else ["P1"]}

    assert judged(paired.log, "pair", change) == "TAMPERED"


# -- groups --------------------------------------------------------------------------------------------------------------


def test_TOU_19_15_another_draw_of_groups_is_judged_by_its_groups() -> None:
    """Numbers and seats go by lot inside a group: those of another draw that is as good are right, too."""
    held = HeldTournament(16, preset="groups-final", rounds="3")
    for number in (1, 2):
        held.begin(number)
        played(held, number)
        held.do(f"complete R{number}")
    held.do("draw R3")
    assert verify(held.log, "osada") is None
    assert judged(held.log, "draw", lambda args: with_seats(args, [line[::-1] for line in seated(args)])) == "TAMPERED"
    asked = problem(replay(held.log[:-1]), "osada", 3, 1, [f"P{i}" for i in range(1, 17)], [])
    assert asked.groups
    again = (drawing.draw(replace(asked, attempt=attempt)) for attempt in range(2, 50))
    other = next(found for found in again if {frozenset(t.seats) for t in found.tables} != held.groups(3))
    seats = [
        table.seats
        for part in grouped.parts(asked)
        for table in seating.tables(part, [t.seats for t in grouped.tables_of(part, other.tables)])[0]
    ]
    tables, _ = grouped.bound(asked, seats)
    content = drawn_args(drawing.evaluate(asked, tables))

    def change(args: Args) -> Args:
        assert content["vector"] == args["vector"]
        return {**args, **content, **{name: args[name] for name in ("order", "bound", "proven")}}

    assert judged(held.log, "draw", change) == "OTHER_VERSION"


# -- times ---------------------------------------------------------------------------------------------------------------


def test_TOU_15_5_nothing_is_proposed_for_a_round_that_has_started() -> None:
    """However late it began."""
    held = HeldTournament(4)
    held.begin(1)
    held.wait(300)
    played(held, 1)
    held.do("complete R1")
    assert overrun(held.state, 1) is not None
    held.begin(2)
    assert overrun(held.state, 1) is None
