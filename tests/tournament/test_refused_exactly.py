"""What is refused at the edge of a rule, where a neighbouring number or an older edition would let it pass."""

from __future__ import annotations

import pytest

from kotva.tournament import exports
from kotva.tournament.csvfiles import BadFile
from kotva.tournament.log import TournamentEntry
from kotva.tournament.refusal import Refused
from kotva.tournament.standings import standings
from kotva.tournament.tournament import follow
from tests.tournament.held import HeldTournament


def test_TOU_2_13_a_sit_out_of_round_1_counts_for_round_1() -> None:
    """The people of the round that is drawn, not those of the next."""
    held = HeldTournament(5, players__min="5")
    held.do("sitout P5 round=1")
    assert held.refuse("draw R1") == "TOO_FEW"
    other = HeldTournament(5, players__min="5")
    other.do("sitout P5 round=2")
    other.do("draw R1")


def test_TOU_2_13_a_redraw_in_a_log_needs_as_many_as_a_draw() -> None:
    """In the present edition; TOU-18.5: logs of the first were made without it."""
    held = HeldTournament(8)
    first = held.do("draw R1")
    held.do("set players.min=9")
    args = {**first.args, "attempt": 2, "reason": "a club"}
    with pytest.raises(Refused) as refused:
        follow(held.state, TournamentEntry(held.state.seq + 1, held.at, "O1", "redraw", args))
    assert refused.value.code == "TAMPERED"
    held.state.edition = 1
    follow(held.state, TournamentEntry(held.state.seq + 1, held.at, "O1", "redraw", args))
    assert held.round(1).attempt == 2


@pytest.mark.parametrize("text", ["extend R1.T9 5", "confirm R1.T9 version=1 for=P1", 'dissolve R1.T9 reason="x"'])
def test_TOU_10_6_a_table_that_is_not_there(text: str) -> None:
    held = HeldTournament(4)
    held.begin(1)
    assert held.refuse(text, "O2") == "SEATS"


@pytest.mark.parametrize("column", ["round", "table"])
@pytest.mark.parametrize("cell", ["x", "", "-1", "12345", "\uff11", "1.0"])
def test_TOU_20_10_rounds_and_tables_are_numbers(column: str, cell: str) -> None:
    """Whatever a cell holds it is named by line and column, and nothing breaks."""
    held = HeldTournament(4)
    held.begin(1)
    values = {"round": "1", "table": "1"} | {column: cell}
    line = f"{values['round']},{values['table']},won=P1,P1,ok,10"
    with pytest.raises(BadFile) as bad:
        exports.read_results(held.state, f"round,table,end,player,status,raw\n{line}\n".encode(), held.at)
    assert [(fault.line, fault.column, fault.refused.code) for fault in bad.value.faults] == [(1, column, "SYNTAX")]


def test_TOU_5_6_no_lot_is_drawn_for_a_place_in_a_final() -> None:
    """TOU-19.10: equal players of a final go by the rank before; TOU-18.5: a log of the first edition has such lots."""
    held = HeldTournament(8, draw="random,final", rounds="1", lot__mode="manual")
    held.begin(1)
    for table in held.round(1).tables:
        held.result(
            f"{table.name} won={table.seats[0]} " + " ".join(f"{p}:{10 - i}" for i, p in enumerate(table.seats))
        )
    held.do("complete R1")
    for group in standings(held.state, 1).open_lots:
        held.head("lot R1 " + ">".join(group))
    held.begin(2)
    seats = held.table(2, 1).seats
    held.expire(2)
    held.result("R2.T1 time " + " ".join(f"{p}:8" for p in seats))
    held.do("complete R2")
    assert held.refuse("lot R2 " + ">".join(seats[:2]), "O2") == "SEATS"
    held.state.edition = 1
    held.head("lot R2 " + ">".join(seats[:2]))
