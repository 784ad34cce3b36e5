"""Small rules, each by itself: what is refused and with which code, what is kept, what an entry of a log must be."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from kotva.engine.say import Say
from kotva.tournament import exports, notation
from kotva.tournament.audit import audit
from kotva.tournament.clock import has_expired
from kotva.tournament.csvfiles import BadFile, read_csv
from kotva.tournament.deeds import deed, done_at_once
from kotva.tournament.log import Json, TournamentEntry, is_text, read_entry
from kotva.tournament.refusal import Refused
from kotva.tournament.schedule import day_of, overrun, with_start
from kotva.tournament.self_running import waits_for
from kotva.tournament.state import TournamentState, read_time
from kotva.tournament.tournament import Secrets, act, follow
from kotva.tournament.views import view
from tests.tournament.held import HeldTournament

REPORT = "R1.T1 won=P1 P1:10 P2:8 P3:6 P4:4"
OTHER = "R1.T2 won=P5 P5:10 P6:8 P7:6 P8:4"


def playing(**options: Any) -> HeldTournament:
    held = HeldTournament(8, **options)
    held.begin(1, "P1 P2 P3 P4", "P5 P6 P7 P8")
    return held


def complete(**options: Any) -> HeldTournament:
    held = playing(**options)
    held.finish(1, REPORT, OTHER)
    return held


def code(op: str, held: HeldTournament, actor: str = "O1", **args: Any) -> str:
    """The code with which an action is refused that no text can say."""
    with pytest.raises(Refused) as refused:
        held.act(op, actor, **args)
    return refused.value.code


def told(held: HeldTournament, op: str, actor: str = "O1", **args: Any) -> str:
    """The code with which an entry of somebody's log is refused."""
    with pytest.raises(Refused) as refused:
        follow(held.state, TournamentEntry(held.state.seq + 1, held.at, actor, op, args))
    return refused.value.code


def line(language: str = "en") -> Any:
    return Say(language, "tournament")


# -- making a tournament -----------------------------------------------------------------------------------------------


def test_a_seed_has_at_most_two_hundred_characters() -> None:
    """TOU-5.1."""
    for length, good in ((1, True), (200, True), (201, False), (0, False)):
        state = TournamentState()
        if good:
            act(state, "O1", "create", {"name": "Osada"}, "2025-03-01T09:00:00Z", Secrets("s" * length))
        else:
            with pytest.raises(Refused, match="200"):
                act(state, "O1", "create", {"name": "Osada"}, "2025-03-01T09:00:00Z", Secrets("s" * length))


def test_who_makes_a_tournament_is_O1() -> None:
    """TOU-16.1."""
    state = TournamentState()
    with pytest.raises(Refused) as refused:
        act(state, "O2", "create", {"name": "Osada"}, "2025-03-01T09:00:00Z", Secrets("s"))
    assert (refused.value.code, refused.value.clause) == ("FORBIDDEN", "TOU-16.1")
    act(state, "O1", "create", {"name": "Osada"}, "2025-03-01T09:00:00Z", Secrets("s"))
    assert state.officials["O1"].name == "O1", "an organiser without a name is called by the id"


def test_officials_are_numbered_on() -> None:
    """TOU-16.1."""
    held = HeldTournament()
    assert held.refuse('official O9 name="Far" role=scorer') == "SEATS"
    held.do('official O3 name="Next" role=scorer')
    assert held.refuse("official O4 role=scorer off") == "SEATS"


def test_a_new_head_referee_leaves_the_panel_alone() -> None:
    """TOU-16.2: only the new head's own seat on it becomes free."""
    held = HeldTournament()
    for number, name in ((3, "Petr"), (4, "Pavla")):
        held.do(f'official O{number} name="{name}" role=panel')
    held.do("official O3 role=head")
    assert (held.state.panel, held.state.head) == (["O4"], "O3")


def test_a_salt_of_today_and_the_usual_start() -> None:
    """TOU-15.8: `now` unless a time or a day was given, or it runs itself."""
    assert with_start({"rounds": "4"}) == {"rounds": "4", "start": "now"}
    for given in ({"start": "10:00"}, {"date": "2027-03-01"}, {"auto": "true"}):
        assert with_start(given) == given


def test_what_was_made_on_no_day() -> None:
    """TOU-15.6: the day it was made where no date is given; in its own zone."""
    held = HeldTournament(at="2025-03-01T23:30:00Z", zone="Europe/Prague", start="now")
    assert day_of(held.state).isoformat() == "2025-03-02"
    assert day_of(TournamentState()).isoformat() == "2000-01-01"


# -- people ------------------------------------------------------------------------------------------------------------


def test_a_list_names_nobody_twice() -> None:
    """TOU-20.10, TOU-2.2: also not within itself."""
    held = HeldTournament()
    rows: list[Json] = [{"name": "Jana"}, {"name": " jana "}]
    assert code("import", held, kind="players", rows=rows) == "DUPLICATE_NAME"
    for bad in ([{"name": 7}], ["Jana"], [{"name": "Jana", "colour": "red"}]):
        assert code("import", held, kind="players", rows=bad) == "SYNTAX"


def test_the_spread_of_a_rating() -> None:
    """TOU-2.16: 500 where nothing is known, and again when the rating alone is set anew."""
    held = HeldTournament()
    held.do('register "Jana" rating=1600')
    assert held.state.players["P1"].spread == 500
    held.do("describe P1 rating=1650 spread=80")
    assert (held.state.players["P1"].rating, held.state.players["P1"].spread) == (1650, 80)
    held.do("describe P1 rating=1700")
    assert held.state.players["P1"].spread == 500


def test_leaving_with_points_is_for_somebody_who_plays() -> None:
    """TOU-14.4: as many points as the game knows; without a most, any; not when the own game is over."""
    held = playing()
    held.result(REPORT)
    assert held.refuse("withdraw P1 left=5", "O2") == "STATE", "that game has ended"
    assert held.refuse("withdraw P5 left=23", "O2") == "RANGE"
    held.head("withdraw P5 left=22")
    free = playing(gp__max="none", gp__win="none", gp__cap="none", gp__min="none")
    free.head("withdraw P5 left=99")
    assert free.table(1, 2).gone["P5"].raw == 99


# -- draws and rounds --------------------------------------------------------------------------------------------------


def draw(**more: Any) -> dict[str, Any]:
    tables = [{"number": 1, "seats": ["P1", "P2", "P3", "P4"]}, {"number": 2, "seats": ["P5", "P6", "P7", "P8"]}]
    return {"round": 1, "attempt": 1, "tables": tables, "byes": [], **more}


def test_a_draw_of_a_log_seats_everybody_once() -> None:
    """TOU-6.3, TOU-6.7: no tables at all, one number twice, somebody at two tables, another attempt."""
    held = HeldTournament(8)
    twice = [{"number": 1, "seats": ["P1", "P2", "P3", "P4"]}, {"number": 2, "seats": ["P5", "P6", "P7", "P8", "P1"]}]
    same = [{"number": 1, "seats": ["P1", "P2", "P3", "P4"]}, {"number": 1, "seats": ["P5", "P6", "P7", "P8"]}]
    for bad in (
        draw(tables=[], byes=[f"P{i}" for i in range(1, 9)]),
        draw(tables=same),
        draw(tables=[*twice[:1], {"number": 2, "seats": ["P5", "P6", "P7", "P1"]}], byes=["P8"]),
        draw(attempt=2),
        draw(byes=["P1"]),
        draw(round=2),
    ):
        assert told(held, "draw", **bad) == "TAMPERED"
    held.do("absent P8")
    three = [{"number": 1, "seats": ["P1", "P2", "P3", "P4"]}, {"number": 2, "seats": ["P5", "P6", "P7", "P1"]}]
    assert told(held, "draw", **draw(tables=three)) == "TAMPERED", "somebody sits twice, and nobody is missing"


def test_only_the_next_round_is_drawn_and_with_enough_players() -> None:
    """TOU-6.10, TOU-2.13: refused before anything is drawn."""
    held = HeldTournament(2)
    assert held.refuse("draw R2") == "STATE"
    assert held.refuse("draw R1") == "TOO_FEW"
    late = complete()
    for number in range(3, 9):
        late.do(f"absent P{number}")
    with pytest.raises(Refused) as refused:
        late.do("draw R2")
    assert "finish" in str(refused.value), "a later round may be the end"
    odd = HeldTournament(3, table__min="4")
    with pytest.raises(Refused) as refused:
        odd.do("draw R1")
    assert "finish" not in str(refused.value)


def test_two_players_of_one_round_are_exchanged() -> None:
    """TOU-6.9, TOU-8.8."""
    held = HeldTournament(9)
    held.do("draw R1")
    for pair in ("P1 P1", "P1 P99", "P99 P1"):
        assert held.refuse(f'swap R1 {pair} reason="so"', "O2") == "SEATS"
    ran = playing()
    for pair in ("P1 P1", "P1 P99"):
        assert ran.refuse(f'reseat R1 {pair} reason="so"', "O2") == "SEATS"
    ran.head('reseat R1 P1 P5 reason="so"')
    assert ran.table(1, 2).seats[0] == "P1"


def test_everybody_of_a_round_may_be_out_of_a_repair() -> None:
    """TOU-14.6: out are players of the round; in are present ones who have no seat."""
    held = HeldTournament(8)
    held.do("draw R1")
    held.do("publish R1")
    assert held.refuse("repair R1 out=P99") == "SEATS"
    assert held.refuse("repair R1 in=P99") in ("SEATS", "NO_REPAIR")
    held.do('register "Late"')
    held.do("checkin P9")
    held.do("absent P1")
    held.do("repair R1")
    assert "P9" in held.round(1).seated()
    assert "P1" not in held.round(1).seated()


def test_lots_of_a_complete_round_stand_in_the_log() -> None:
    """TOU-13.2, TOU-5.6."""
    held = playing()
    held.result(REPORT)
    held.result(OTHER)
    for lot in ([], ["P1", "P2"], [f"P{i}" for i in range(1, 10)]):
        assert told(held, "complete", round=1, lot=lot) == "TAMPERED"
    held.do("complete R1")
    assert held.refuse("lot R1 P1>P5", "O2") == "STATE", "lots come from the seed here"


def test_a_clock_without_a_limit_does_not_run_out() -> None:
    """TOU-9.2."""
    held = playing(time__round="none")
    assert not has_expired(held.round(1), datetime(2030, 1, 1, tzinfo=UTC))
    held.do(f"report {REPORT} signed")


def test_an_outage_lies_in_the_time_the_clock_ran() -> None:
    """TOU-9.10."""
    held = playing(online="true", game="hexxi")
    begun = held.at
    assert code("outage", held, "E", round=1, since="2025-03-01T00:00:00Z") == "STATE"
    assert code("outage", held, "E", round=1, since="soon") == "SYNTAX"
    held.wait(5)
    held.act("outage", "E", round=1, since=begun)
    assert held.round(1).pauses == [[begun, held.at]]
    assert code("outage", held, "E", round=1, since=begun) == "STATE", "that time has been made good"


def test_the_last_round_is_followed_by_no_shift() -> None:
    """TOU-15.5."""
    held = complete(rounds="2", start="09:30")
    held.wait(300)
    assert overrun(held.state, 3) is None
    held.begin(2, "P1 P5 P3 P7", "P2 P6 P4 P8")
    held.wait(300)
    held.finish(2, "T1 won=P1 P1:10 P5:8 P3:6 P7:4", "T2 won=P2 P2:10 P6:8 P4:6 P8:4")
    assert overrun(held.state, 2) is None


def test_what_a_tournament_that_runs_itself_waits_for() -> None:
    """TOU-15.7: the draw, then the start; nothing while a round runs."""
    held = HeldTournament(4, online="true", auto="true", start="10:00", game="hexxi", table__min="2")
    waits = waits_for(held.state)
    assert waits is not None
    assert waits[:2] == (1, "draw")
    held.wait(56)
    held.do("draw R1")
    assert waits_for(held.state) is None, "a draw that somebody looks at"
    held.do("publish R1")
    waits = waits_for(held.state)
    assert waits is not None
    assert waits[:2] == (1, "start")
    held.start(1)
    assert waits_for(held.state) is None


# -- results -----------------------------------------------------------------------------------------------------------


def test_nobody_is_present_at_a_table_that_was_played() -> None:
    """TOU-10.1."""
    held = playing()
    assert held.refuse("report R1.T1 won=P1 P1:10 P2:8 P3:6 P4:present signed") == "SYNTAX"


def test_the_winner_has_points() -> None:
    """TOU-10.6, TOU-19.2: also where no least is set; a drawn game of another game needs no clock."""
    held = playing(gp__win="none", gp__min="none", gp__max="none", gp__cap="none")
    assert held.refuse("report R1.T1 won=P1 P1:absent P2:8 P3:6 P4:4 signed") == "WINNER"
    held.do("report R1.T1 time P1:9 P2:9 P3:6 P4:4 signed ack")
    assert playing().refuse("report R1.T1 time P1:9 P2:9 P3:6 P4:4 signed ack") == "NOT_EXPIRED"


def test_a_table_is_dissolved_while_it_is_open() -> None:
    """TOU-3.7, TOU-14.3: and by the platform only where too few have come."""
    held = playing()
    held.result(REPORT)
    assert held.refuse('dissolve R1.T1 reason="so"', "O2") == "STATE"
    assert code("dissolve", held, "E", round=1, table=2, absent=[], reason="so") == "FORBIDDEN"


def test_who_is_reminded() -> None:
    """TOU-10.11: a table that waits; not online, not when it is settled."""
    held = playing()
    held.do("remind R1.T2")
    assert held.table(1, 2).reminded == held.at
    held.result(REPORT)
    assert held.refuse("remind R1.T1") == "STATE"
    assert playing(online="true", game="hexxi", gp__cap="10").refuse("remind R1.T1") == "STATE"


def test_only_a_result_is_disputed() -> None:
    """TOU-10.5."""
    held = playing()
    assert held.refuse('dispute R1.T1 "no"', "P1") == "STATE"
    assert held.refuse('dispute R1.T1 ""', "P1") == "SYNTAX"


def test_a_result_that_is_not_settled_is_not_public() -> None:
    """TOU-20.11, section 8: the table's own players and officials see it; everybody once it is confirmed."""
    held = playing()
    held.do(f"report {REPORT}", "P1")
    at = read_time(held.at)

    def seen(viewer: str | None) -> bool:
        return view(held.state, viewer, at).rounds[0].tables[0].result is not None

    assert [seen(viewer) for viewer in (None, "P5", "P2", "O1")] == [False, False, True, True]
    for player in ("P2", "P3", "P4"):
        held.do("confirm R1.T1 version=1", player)
    assert seen(None)
    assert seen("P5")


def test_a_file_of_results_names_each_table_once() -> None:
    """TOU-20.10."""
    held = playing()
    one: dict[str, Json] = {
        "round": 1,
        "table": 1,
        "end": "won",
        "winner": "P1",
        "seats": [["P1", "10"], ["P2", "8"], ["P3", "6"], ["P4", "4"]],
    }
    assert code("import", held, kind="results", rows=[one, one]) == "SEATS"
    held.act("import", kind="results", rows=[one])
    bad = b"round,table,end,player,status,raw\n1,2,won=P5,P5,ok,ten\n"
    with pytest.raises(BadFile) as fault:
        exports.read_results(held.state, bad, held.at)
    assert next(iter(fault.value.lines(line()))) != ""
    assert (fault.value.faults[0].line, fault.value.faults[0].column) == (1, "raw")


def test_files_hold_what_is_public() -> None:
    """TOU-20.8, TOU-20.11, TOU-20.13: no draw before its publication, a status for each seat, no match points by sum."""
    held = HeldTournament(8, team__count="2")
    for number in range(1, 9):
        held.do(f'describe P{number} team="{"AB"[number % 2]}"')
    held.do("draw R1")
    assert exports.draw_csv(held.state).count("\n") == 1
    assert exports.draw_csv(held.state, drawn=True).count("\n") == 9
    held.do("publish R1")
    assert exports.draw_csv(held.state).count("\n") == 9
    held.start(1)
    seats = held.table(1, 1).seats
    held.result(f"R1.T1 won={seats[0]} {seats[0]}:10 {seats[1]}:8 {seats[2]}:6 {seats[3]}:absent")
    rows = [row.split(",") for row in exports.results_csv(held.state).splitlines()[1:]]
    assert [(row[6], row[7]) for row in rows] == [("ok", "10"), ("ok", "8"), ("ok", "6"), ("absent", "")]
    assert [row.split(",")[2] for row in exports.teams_csv(held.state).splitlines()[1:]] == ["", ""]


# -- cases -------------------------------------------------------------------------------------------------------------


def test_a_decision_has_words() -> None:
    """TOU-16.10."""
    held = playing()
    held.head('case open subjects=P1 "late"')
    assert held.refuse('decide C1 " "', "O2") == "SYNTAX"
    held.head('decide C1 "noted"')


def test_a_decided_case_is_not_decided_again_by_a_new_decision() -> None:
    """TOU-16.10: a second decision about a table is a case of its own; the end of its game stays when it was."""
    held = playing()
    held.head('decide R1.T1 adjudicated won=P1 P1:10 P2:8 P3:6 P4:4 "first"')
    ended = held.table(1, 1).ended
    held.wait(3)
    held.head('decide R1.T1 adjudicated won=P2 P1:9 P2:10 P3:6 P4:4 "second"')
    assert [case.decision for case in held.state.cases.values()] == ["first", "second"]
    assert held.table(1, 1).ended == ended


def test_an_expulsion_that_was_lifted_is_not_made_again_in_its_case() -> None:
    """TOU-16.2, TOU-16.8: another one needs another case."""
    held = playing()
    for number, name in ((3, "Petr"), (4, "Pavla")):
        held.do(f'official O{number} name="{name}" role=panel')
    held.head('expel P1 "cheating"')
    held.do('protest C1 "I did not"', "P1")
    held.do("vote C1 change", "O3")
    held.do("vote C1 change", "O4")
    assert held.state.players["P1"].status == "absent"
    assert held.refuse('expel P1 "again" case=C1', "O2") == "FINAL"
    held.head('case open subjects=P1 "again"')
    held.head('expel P1 "again" case=C2')
    assert held.state.players["P1"].status == "expelled"


def test_expelled_before_the_start_and_between_rounds() -> None:
    """TOU-14.5: before the start an absence; in a complete round nothing changes any more."""
    held = HeldTournament(8)
    held.do("draw R1")
    held.do("publish R1")
    held.head('expel P1 "rude"')
    table = next(held.round(1).tables_of("P1"))
    assert table.gone["P1"].status == "absent"
    over = complete()
    over.head('expel P1 "rude"')
    assert over.table(1, 1).gone == {}
    assert over.table(1, 1).state == "confirmed"


def test_the_panel_has_a_game_once() -> None:
    """TOU-16.2, TOU-16.5: and a vote names a table of the case."""
    held = playing()
    for number, name in ((3, "Petr"), (4, "Pavla")):
        held.do(f'official O{number} name="{name}" role=panel')
    held.head('decide R1.T1 adjudicated won=P1 P1:10 P2:8 P3:6 P4:4 "first"')
    held.head('decide R1.T1 adjudicated won=P2 P1:9 P2:10 P3:6 P4:4 "second"')
    held.do('protest C2 "unfair"', "P1")
    assert held.refuse('protest C1 "unfair, too"', "P2") == "FINAL"
    assert held.refuse("vote C2 R1.T2 won=P5 P5:10 P6:8 P7:6 P8:4 change", "O3") == "SEATS"
    held.do("vote C2 keep", "O3")
    held.do("vote C2 keep", "O4")
    assert held.refuse("proceed C2", "O2") == "STATE", "that case is not open"


def test_a_round_proceeds_with_the_result_on_file_alone() -> None:
    """TOU-10.9."""
    held = playing()
    held.do(f"report {REPORT}", "P1")
    held.do('dispute R1.T1 "no"', "P2")
    held.head('case open tables=R1.T2 "noise"')
    held.head("proceed C1")
    assert held.refuse("proceed C2", "O2") == "OPEN_RESULTS"
    held.result(OTHER)
    assert held.refuse("complete R1") == "OPEN_RESULTS"
    held.head("proceed C2")
    held.do("complete R1")


# -- the log and its words ---------------------------------------------------------------------------------------------


def test_an_entry_has_five_parts_of_the_right_kind() -> None:
    """TOU-18.1."""
    good: dict[str, Json] = {"seq": 1, "at": "2025-03-01T09:00:00Z", "actor": "O1", "op": "open", "args": {}}
    assert read_entry(good, 1).op == "open"
    for name, value in (
        *(("seq", "1"), ("seq", 2), ("seq", True), ("at", 5), ("actor", None), ("op", 7), ("op", ["open"])),
        *(("args", []), ("args", {"x": 1.5}), ("more", 1)),
    ):
        with pytest.raises(Refused) as refused:
            read_entry({**good, name: value}, 1)
        assert refused.value.code in ("TAMPERED", "SYNTAX")
    for missing in good:
        with pytest.raises(Refused):
            read_entry({key: value for key, value in good.items() if key != missing}, 1)


def test_texts_have_whole_letters() -> None:
    """TOU-18.2: half a letter cannot be written in UTF-8."""
    assert is_text("Žofie 🎲")
    for half in ("\ud800", "x\udfff", "\udabc"):
        assert not is_text(half)


def test_there_are_no_other_actions() -> None:
    """TOU-18.1, section 7."""
    held = HeldTournament()
    assert code("castle", held) == "SYNTAX"
    assert code("correct", playing(), round=1, table=1, end="won", version=1, reason="", seats=[]) == "SYNTAX"
    for text in (
        'register "Jana',
        "set rounds",
        "report R1.T1 won=P1 P1",
    ):
        with pytest.raises(Refused) as refused:
            notation.parse(text)
        assert refused.value.code in ("SYNTAX", "RANGE"), text


def test_what_is_written_can_be_read() -> None:
    """Section 3, section 7: the text of an action and its arguments."""
    for text in (
        "report R1.T1 won=P1 P1:10 P2:left(5) P3:absent P4:4 signed",
        "report R2.T13 time P1:8 P2:8 P3:6",
        'create "Osada" preset=blocks',
        'describe P1 team="Brno A" category="junior,newcomer" rating=1600',
        "repair R1 out=P1,P2 in=P9",
    ):
        op, args = notation.parse(text)
        again = notation.parse(notation.write(op, args))
        assert again == (op, args), text


def test_a_line_of_a_file_with_its_fault() -> None:
    """TOU-20.10: the column where it is known, quotation marks that never close, a first cell that is one."""
    assert read_csv(b'name\n"a""b"\n', ["name"], ["name"]).rows[0][1]["name"] == 'a"b'
    assert read_csv(b'name,club\n"","x"\nA,"y"\n', ["name"], ["name", "club"]).rows[-1][1]["club"] == "y"
    with pytest.raises(BadFile) as fault:
        read_csv(b'name\n"a\n', ["name"], ["name"])
    assert fault.value.lines(line())[0].split(":")[0] == "1"


def test_deeds_in_words() -> None:
    """Section 7: one sentence for everybody who was checked in at once, who moved, and who is no longer what."""
    held = HeldTournament()
    for number in (1, 2, 3):
        held.do(f'register "Name {number}"')
    held.do("close")
    for number in (1, 2, 3):
        held.do(f"checkin P{number}")
    at_once = done_at_once(held.log)
    assert [entry.args["player"] for entry in at_once] == ["P1", "P2", "P3"]
    assert deed(held.state, at_once, line()) == "Players who are here now: 3"
    held.do('official O3 name="Petr" role=scorer')
    assert deed(held.state, held.log[-1:], line()) == "Petr is now: scorer"
    held.do("official O3 role=scorer off")
    assert deed(held.state, held.log[-1:], line()) == "Petr is no longer: scorer"
    assert done_at_once(held.log) == held.log[-1:]
    strange = TournamentEntry(99, held.at, "O1", "repair", {"round": 1, "moved": "P1", "tables": "P1"})
    assert "nobody changes the table" in deed(held.state, [strange], line())


def test_an_audit_without_results_names_nobody() -> None:
    """TOU-18.6."""
    held = HeldTournament(4)
    held.do("draw R1")
    held.do("publish R1")
    held.start(1)
    found = audit(held.log)
    assert found.agrees
    assert not [finding for finding in found.findings if "names" in finding.values]


def test_the_lot_orders_all_who_were_ever_entered() -> None:
    """TOU-13.1: the opponents of somebody are people, no stand-ins (TOU-2.14)."""
    held = HeldTournament(3, fill="full", criteria="opp,lot")
    round = held.begin(1)
    stand = next(p.id for p in held.state.players.values() if p.is_standin)
    seats = round.tables[0].seats
    marks = " ".join(f"{p}:{10 if p == seats[0] else 5}" for p in seats)
    held.finish(1, f"T1 won={seats[0]} {marks}")
    met = {row.player: row.totals.opponents for row in held.rows()}
    assert stand not in met
    assert all(stand not in others and len(others) == 2 for others in met.values())
