"""Rules that mutants broke unnoticed: each of these failed with the rule broken by hand (docs/mutants.md)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kotva.tournament import exports
from kotva.tournament.csvfiles import BadFile
from kotva.tournament.log import DIGITS, Json, LogMark, TournamentEntry
from kotva.tournament.options import TournamentOptions
from kotva.tournament.refusal import Refused
from kotva.tournament.schedule import overrun
from kotva.tournament.tournament import follow
from kotva.tournament.verify import verify
from tests.tournament.held import HeldTournament

REPORT = "R1.T1 won=P1 P1:10 P2:8 P3:6 P4:4"


def playing(**options: Any) -> HeldTournament:
    """Eight players, P1 to P4 at table 1."""
    held = HeldTournament(8, **options)
    held.begin(1, "P1 P2 P3 P4", "P5 P6 P7 P8")
    return held


def both(held: HeldTournament) -> None:
    held.finish(1, "T1 won=P1 P1:10 P2:8 P3:6 P4:4", "T2 won=P5 P5:10 P6:8 P7:6 P8:4")


def entered(held: HeldTournament, op: str, **args: Any) -> str:
    """The code with which an entry of somebody's log is refused."""
    with pytest.raises(Refused) as refused:
        follow(held.state, TournamentEntry(held.state.seq + 1, held.at, "O1", op, args))
    return refused.value.code


def test_a_draw_in_a_log_has_the_form_of_one() -> None:
    """TOU-18.1, TOU-2.13: numbers where numbers stand, lists where lists stand; round 1 is not finished by its draw."""
    held = HeldTournament(8)
    tables: list[Json] = [
        {"number": 1, "seats": ["P1", "P2", "P3", "P4"]},
        {"number": 2, "seats": ["P5", "P6", "P7", "P8"]},
    ]
    plain: dict[str, Json] = {"round": 1, "attempt": 1, "tables": tables, "byes": []}
    assert entered(held, "draw", **{**plain, "pairs": [["P1", "P2", "once"]]}) == "TAMPERED"
    assert entered(held, "draw", **{**plain, "byes": "P1"}) == "TAMPERED"
    assert entered(held, "draw", round=1, attempt=1, finished=True) == "TAMPERED"
    follow(
        held.state, TournamentEntry(held.state.seq + 1, held.at, "O1", "draw", {**plain, "pairs": [["P1", "P2", 1]]})
    )


def test_a_round_goes_on_in_spite_of_a_case_only_while_it_runs() -> None:
    """TOU-10.9."""
    held = playing()
    both(held)
    held.head('case open tables=R1.T1 "loud"')
    assert held.refuse("proceed C1", "O2") == "STATE"


def test_the_lines_of_one_table_name_one_end() -> None:
    """TOU-20.10."""
    held = playing()
    header = "round,table,end,player,status,raw"
    lines = ["1,1,won=P1,P1,ok,10", "1,1,won=P1,P2,ok,8", "1,1,won=P2,P3,ok,6", "1,1,won=P1,P4,ok,4"]
    with pytest.raises(BadFile) as bad:
        exports.read_results(held.state, "\r\n".join([header, *lines]).encode(), held.at)
    assert (3, "end") in [(fault.line, fault.column) for fault in bad.value.faults]
    exports.read_results(held.state, "\r\n".join([header, *lines]).replace("won=P2", "won=P1").encode(), held.at)


def test_the_day_stands_once_the_first_round_has_started() -> None:
    """TOU-15.4."""
    held = playing()
    assert held.refuse("set date=2025-04-01") == "STATE"


@pytest.mark.parametrize("salt", ['" "', "none"])
def test_a_salt_says_something(salt: str) -> None:
    """TOU-5.1."""
    held = HeldTournament(8)
    assert held.refuse(f"set salt={salt}") == "RANGE"


def test_shifts_of_dropped_rounds_are_dropped() -> None:
    """TOU-1.5, TOU-15.4."""
    held = HeldTournament(8)
    held.head("shift R3 +10")
    held.head("shift R2 +5")
    held.do("set rounds=2")
    assert held.state.shifts == {2: 5}


def test_an_official_keeps_the_name_unless_another_is_given() -> None:
    """TOU-16.1: and a head referee is no alternate any more."""
    held = HeldTournament()
    held.do('official O3 name="Jana" role=alternate')
    held.do("official O3 role=scorer")
    assert held.state.officials["O3"].name == "Jana"
    held.do('official O3 name="Jana N." role=referee')
    assert held.state.officials["O3"].name == "Jana N."
    held.do("official O3 role=head")
    assert (held.state.head, held.state.alternates) == ("O3", [])


def test_an_archive_waits_for_cases_and_for_protests() -> None:
    """Section 9, TOU-10.9, TOU-16.6: until the last moment of the protest time, and not beyond."""
    held = playing(rounds="1")
    both(held)
    held.head('case open tables=R1.T1 "loud"')
    assert held.refuse("archive") == "OPEN_RESULTS"
    held.head('decide C1 "be quiet"')
    held.wait(9)
    assert held.refuse("archive") == "TOO_EARLY"
    held.wait(1)
    held.do("archive")


def test_a_log_is_a_list() -> None:
    """TOU-20.9."""
    held = HeldTournament()
    text = json.loads(exports.to_json(held.log, held.state.hash))
    wrong: Json
    for wrong in ({}, None, "log"):
        with pytest.raises(Refused) as refused:
            exports.from_json(json.dumps({**text, "log": wrong}))
        assert refused.value.code == "TAMPERED"
    assert (TournamentOptions() == "settlers-cz") is False


def test_a_stage_has_no_more_players_than_the_one_before_had_tables() -> None:
    """TOU-19.11: nine players at three tables give a final of three."""
    held = HeldTournament(9, draw="random,knockout", cut="16,4", rounds="1")
    for number in (1, 2):
        held.begin(number)
        for table in held.round(number).tables:
            first, *others = table.seats
            held.result(f"{table.name} won={first} {first}:10 " + " ".join(f"{other}:5" for other in others))
        held.do(f"complete R{number}")
    held.do("draw R3")
    assert [len(table.seats) for table in held.round(3).tables] == [3]


@pytest.mark.parametrize("end", ["adjudicated", "dissolved"])
def test_players_neither_adjudicate_nor_dissolve(end: str) -> None:
    """TOU-10.1, TOU-10.10."""
    held = playing()
    assert held.refuse(f"report R1.T1 {end} P1:10 P2:8 P3:6 P4:4", "P1") == "FORBIDDEN"


def test_who_is_not_here_does_not_sit_out() -> None:
    """TOU-2.7: the sit-outs of a round are players who are present."""
    held = HeldTournament(8)
    held.do("sitout P1 round=1")
    held.do("sitout P2 round=1")
    held.do("absent P2")
    held.do("draw R1")
    assert held.round(1).sat_out == ["P1"]


def test_a_game_that_is_over_is_not_extended() -> None:
    """TOU-9.7."""
    held = playing()
    held.result(REPORT)
    assert held.refuse("extend R1.T1 10", "O2") == "STATE"
    held.head("extend R1.T2 10")


def test_no_shift_is_proposed_while_somebody_plays() -> None:
    """TOU-15.5: the last game must have ended."""
    held = playing()
    held.wait(120)
    held.result(REPORT)
    assert overrun(held.state, 1) is None
    held.result("R1.T2 won=P5 P5:10 P6:8 P7:6 P8:4")
    assert overrun(held.state, 1) is not None


def test_a_mark_is_made_by_public_steps_alone() -> None:
    """TOU-18.6: of the very entry, and it stays until the next one."""
    held = HeldTournament(8)
    closed = next(entry.seq for entry in held.log if entry.op == "close")
    assert held.state.mark is not None
    assert held.state.mark.seq == closed
    held.do("draw R1")
    assert held.state.mark.seq == closed
    held.do("publish R1")
    assert held.state.mark == LogMark(held.state.seq, held.state.hash[:DIGITS])


def test_exchanged_seats_in_a_log_are_found() -> None:
    """TOU-18.3, TOU-8.3: the same tables with the same vector, but another order of seats than the lot gives."""
    held = HeldTournament(8)
    held.begin(1)
    for table in held.round(1).tables:
        first, *others = table.seats
        held.result(f"{table.name} won={first} {first}:10 " + " ".join(f"{other}:5" for other in others))
    held.do("complete R1")
    entry = held.do("draw R2")
    assert verify(held.log, "osada") is None
    args = json.loads(json.dumps(dict(entry.args)))
    seats = args["tables"][0]["seats"]
    seats[0], seats[1] = seats[1], seats[0]
    forged = [*held.log[:-1], TournamentEntry(entry.seq, entry.at, entry.actor, entry.op, args)]
    doubt = verify(forged, "osada")
    assert doubt is not None
    assert (doubt.seq, doubt.refused.code) == (entry.seq, "TAMPERED")


def test_two_tables_have_no_common_number() -> None:
    """TOU-6.3, section 3."""
    held = HeldTournament(8)
    tables: list[Json] = [
        {"number": 1, "seats": ["P1", "P2", "P3", "P4"]},
        {"number": 1, "seats": ["P5", "P6", "P7", "P8"]},
    ]
    assert entered(held, "draw", round=1, attempt=1, tables=tables, byes=[]) == "TAMPERED"


def test_the_most_points_are_allowed() -> None:
    """TOU-10.6: `gp.max` itself; one more is not."""
    held = playing()
    assert held.refuse("report R1.T1 won=P1 P1:23 P2:8 P3:6 P4:4 signed ack") == "RANGE"
    held.do("report R1.T1 won=P1 P1:22 P2:8 P3:6 P4:2 signed ack")
