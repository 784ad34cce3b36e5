"""TOU-10.9, 10.10, 14.5, 16: decisions, measures, protests and votes, at the edge of each rule and one step beyond."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from kotva.tournament.cases import case_state, is_barred, is_open, panel_decided, protest_ends
from kotva.tournament.refusal import Refused
from kotva.tournament.state import read_time, write_time
from tests.tournament.held import HeldTournament

REPORT = "R1.T1 won=P1 P1:10 P2:8 P3:6 P4:4"
OTHER = "R1.T2 won=P5 P5:10 P6:8 P7:6 P8:4"
CHANGED = "R1.T1 won=P2 P1:8 P2:10 P3:6 P4:4"


def said(held: HeldTournament, text: str, actor: str = "O1") -> str:
    """Code, clause and sentence of a refusal."""
    with pytest.raises(Refused) as refused:
        held.do(text, actor)
    return f"{refused.value.code} {refused.value.clause} {refused.value}"


def playing(panel: bool = True, **options: Any) -> HeldTournament:
    """Eight players at two tables; O3 and O4 sit on the panel with the head referee, O5 is their alternate."""
    held = HeldTournament(8, **options)
    if panel:
        for n, role in ((3, "panel"), (4, "panel"), (5, "alternate")):
            held.do(f'official O{n} name="N{n}" role={role}')
    held.begin(1, "P1 P2 P3 P4", "P5 P6 P7 P8")
    return held


# -- cases -------------------------------------------------------------------------------------------------------------


def test_a_case_is_about_what_there_is() -> None:
    """TOU-16.10: tables and players that exist; who opened it and when is kept."""
    held = playing()
    for text in (
        'case open tables=R1.T3 "x"',
        'case open tables=R2.T1 "x"',
        'case open tables=T1 "x"',
        'case open subjects=P9 "x"',
    ):
        assert said(held, text, "O2").startswith("SEATS TOU-16.10"), text
    held.wait(3)
    held.head('case open tables=R1.T1,R1.T2 subjects=P4,P5 "a quarrel"')
    found = held.state.cases["C1"]
    assert (found.kind, found.opener, found.opened_at, found.state) == ("case", "O2", held.at, "open")
    assert (found.tables, found.subjects, found.facts) == ([(1, 1), (1, 2)], ["P4", "P5"], "a quarrel")
    assert is_open(found)
    assert said(held, 'decide C2 "x"', "O2").startswith("SYNTAX TOU-16.10 There is no case C2")
    assert said(held, 'decide C1 " "', "O2").startswith("SYNTAX")


def test_a_case_decided_in_words() -> None:
    """TOU-16.6, section 5: announced now, final when the time for protests is over, to the second."""
    held = playing(protest__minutes="7")
    held.head('case open tables=R1.T1 "x"')
    assert protest_ends(held.state, held.state.cases["C1"]) is None
    held.wait(2)
    held.head('decide C1 "a warning in words" rule=TOU-16.9')
    found = held.state.cases["C1"]
    assert (found.decision, found.decided_by, found.decided_at, found.rule) == (
        "a warning in words",
        "O2",
        held.at,
        "TOU-16.9",
    )
    assert (found.state, found.sets_result, is_open(found)) == ("decided", False, False)
    ends = protest_ends(held.state, found)
    assert ends is not None
    assert (ends - read_time(held.at)).total_seconds() == 7 * 60
    held.at = write_time(ends - timedelta(seconds=1))
    assert case_state(held.state, found, read_time(held.at)) == "decided"
    held.at = write_time(ends)
    assert case_state(held.state, found, read_time(held.at)) == "final"
    assert said(held, 'protest C1 "late"', "P1").startswith("TOO_LATE TOU-16.6 The time for a protest")


def test_a_table_is_decided_once_it_runs() -> None:
    """TOU-10.10: reported or not, running or complete; not a dissolved one, and not by dissolving it."""
    held = HeldTournament(8)
    held.fixed(1, "P1 P2 P3 P4", "P5 P6 P7 P8")
    held.do("publish R1")
    text = 'adjudicated won=P1 P1:1 P2:0 P3:0 P4:0 "so"'
    assert said(held, f"decide R1.T1 {text}", "O2").startswith("STATE TOU-10.10 R1.T1 has not been started")
    held.start(1)
    assert said(held, 'decide R1.T1 dissolved P1:present P2:present P3:present P4:present "so"', "O2").startswith(
        "SYNTAX TOU-3.7"
    )
    assert said(held, 'decide R1.T1 "so"', "O2").startswith("SYNTAX")
    held.head(f"decide R1.T1 {text}")
    table = held.table(1, 1)
    assert (table.state, table.ended, len(table.versions)) == ("decided", held.at, 1)
    assert held.state.cases["C1"].sets_result
    held.head('dissolve R1.T2 reason="fire"')
    assert said(held, 'decide R1.T2 adjudicated P5:1 P6:1 P7:1 P8:1 "so"', "O2").startswith("STATE TOU-10.10")
    held.do("complete R1")
    held.wait(1)
    held.head('decide R1.T1 adjudicated won=P2 P1:1 P2:9 P3:0 P4:0 "once more"')
    assert (table.result and table.result.winner, table.ended) == ("P2", table.versions[0].at)


def test_a_decision_belongs_to_its_case() -> None:
    """TOU-16.10, 10.5: a case named is about that table; a dispute is ended by a result, all of them by one."""
    held = playing()
    held.head('case open tables=R1.T2 "x"')
    text = 'adjudicated won=P1 P1:10 P2:8 P3:6 P4:4 "so"'
    assert said(held, f"decide C1 R1.T1 {text}", "O2").startswith("SEATS TOU-16.10 Case C1 is not about R1.T1")
    held.do("report R1.T1 won=P1 P1:10 P2:8 P3:6 P4:4", "P1")
    held.do('dispute R1.T1 "I had nine"', "P2")
    assert held.state.cases["C2"].kind == "dispute"
    assert said(held, 'decide C2 "words"', "O2").startswith("SYNTAX TOU-10.5 A disputed result is decided by naming it")
    held.head(f"decide R1.T1 {text}")
    found = held.state.cases["C2"]
    assert (found.state, found.sets_result, found.decision, len(held.state.cases)) == ("decided", True, "so", 2)
    assert (held.state.cases["C1"].state, held.table(1, 1).confirmed) == ("open", {})


# -- measures ----------------------------------------------------------------------------------------------------------


def test_warnings_count_and_expel_nobody() -> None:
    """TOU-16.9, 16.10: a case each, which can be protested."""
    held = playing()
    for n in (1, 2, 3):
        held.head('warn P3 "loud"')
        assert (held.state.players["P3"].warnings, held.state.players["P3"].status) == (n, "present")
    assert [case.kind for case in held.state.cases.values()] == ["warning"] * 3
    found = held.state.cases["C1"]
    assert (found.subjects, found.tables, found.state, found.decision) == (["P3"], [], "decided", "loud")


def test_a_measure_within_a_case() -> None:
    """TOU-14.5, 16.10: it becomes one of that kind, and the player one of its subjects, once."""
    held = playing()
    held.head('case open tables=R1.T1 subjects=P3 "x"')
    held.head("warn P3 case=C1")
    assert (held.state.cases["C1"].kind, held.state.cases["C1"].subjects) == ("warning", ["P3"])
    held.head('case open tables=R1.T1 "y"')
    held.head('expel P4 case=C2 "hidden cards"')
    found = held.state.cases["C2"]
    assert (found.kind, found.subjects, found.decision, len(held.state.cases)) == (
        "expulsion",
        ["P4"],
        "hidden cards",
        2,
    )
    assert said(held, 'expel P4 "again"', "O2").startswith("STATE TOU-14.5 P4 has been expelled")
    assert said(held, 'warn P9 "x"', "O2").startswith("SEATS")


def test_expulsion_at_every_moment() -> None:
    """TOU-14.5, 16.8: absent before the start, dsq in a running game, a dispute where it was reported; the past stands."""
    held = HeldTournament(12)
    held.fixed(1, "P1 P2 P3 P4", "P5 P6 P7 P8", "P9 P10 P11 P12")
    held.do("publish R1")
    held.head('expel P1 "x"')
    assert held.table(1, 1).gone["P1"].status == "absent"
    held.start(1)
    held.head('expel P5 "x"')
    assert (held.table(1, 2).gone["P5"].status, held.table(1, 2).state) == ("dsq", "open")
    held.do("report R1.T3 won=P9 P9:10 P10:8 P11:6 P12:4", "P9")
    held.head('expel P10 "x"')
    assert (held.table(1, 3).gone["P10"].status, held.table(1, 3).state) == ("dsq", "disputed")
    dispute = next(case for case in held.state.cases.values() if case.kind == "dispute")
    assert (dispute.tables, dispute.subjects) == ([(1, 3)], ["P10"])
    held.result("R1.T2 won=P6 P5:dsq P6:10 P7:6 P8:4")
    held.head('expel P6 "x"')
    assert (held.table(1, 2).gone.get("P6"), held.table(1, 2).state) == (None, "confirmed")
    assert held.state.players["P6"].status == "expelled"


# -- protests ----------------------------------------------------------------------------------------------------------


def with_decision(**options: Any) -> HeldTournament:
    held = playing(**options)
    held.head('decide R1.T1 adjudicated won=P1 P1:10 P2:8 P3:6 P4:4 "as the slip says"')
    return held


def test_who_may_protest() -> None:
    """TOU-16.6: somebody of that table or a subject, who has not confirmed any version of that game."""
    held = with_decision()
    assert said(held, 'protest C1 "x"', "P5").startswith("FORBIDDEN TOU-16.6 P5 is not concerned by C1")
    held.head('case open tables=R1.T1 "y"')
    assert said(held, 'protest C2 "x"', "P1").startswith("STATE TOU-16.2 Case C2 has not been decided")
    assert said(held, 'protest C9 "x"', "P1").startswith("SYNTAX TOU-16.10")
    held.head('warn P6 "loud"')
    assert said(held, 'protest C3 "x"', "P1").startswith("FORBIDDEN")
    held.do('protest C3 "not me"', "P6")
    held.do('protest C1 "nine"', "P2")
    found = held.state.cases["C1"]
    assert (found.state, found.protester, found.protest, found.protested_at) == ("panel", "P2", "nine", held.at)
    assert found.panel == ["O2", "O3", "O4"]
    confirmed = playing()
    confirmed.do(f"report {REPORT}", "P1")
    confirmed.do("confirm R1.T1 version=1", "P2")
    confirmed.head('decide R1.T1 adjudicated won=P2 P1:8 P2:10 P3:6 P4:4 "no"')
    assert said(confirmed, 'protest C1 "x"', "P2").startswith("TOO_LATE TOU-16.6")
    confirmed.do('protest C1 "x"', "P3")


def test_a_demand_is_a_result_of_that_game() -> None:
    """TOU-16.5: of a table of the case, and one that could stand."""
    held = with_decision()
    assert said(held, f'protest C1 {OTHER} "x"', "P2").startswith("SEATS TOU-16.10 Case C1 is not about R1.T2")
    assert said(held, 'protest C1 R1.T1 won=P2 P2:10 "x"', "P2").startswith("SEATS TOU-10.6")
    held.do(f'protest C1 {CHANGED} "x"', "P2")
    found = held.state.cases["C1"]
    assert (found.demand and found.demand.winner, found.demand_table) == ("P2", (1, 1))


def test_while_the_panel_sits_and_afterwards() -> None:
    """TOU-16.2, 16.5: nobody changes that result; the game goes to the panel once; a kept decision is final."""
    held = with_decision()
    held.do(f'protest C1 {CHANGED} "x"', "P2")
    again = 'decide R1.T1 adjudicated won=P3 P1:8 P2:7 P3:10 P4:4 "so"'
    assert said(held, again, "O2").startswith("STATE TOU-16.2 The panel is deciding on R1.T1")
    assert said(held, 'decide C1 "so"', "O2").startswith("STATE TOU-16.2 The panel is deciding case C1")
    assert said(held, f'correct {CHANGED} version=1 reason="x"', "O2").startswith("STATE TOU-16.2")
    assert said(held, 'protest C1 "me too"', "P3").startswith("STATE TOU-16.2")
    assert not panel_decided(held.state, held.table(1, 1))
    for voter in ("O2", "O3"):
        held.do("vote C1 keep", voter)
    found = held.state.cases["C1"]
    assert (found.state, found.outcome, panel_decided(held.state, held.table(1, 1))) == ("final", "kept", True)
    assert said(held, again, "O2").startswith("FINAL TOU-16.2 The panel's decision on R1.T1 is final")
    assert said(held, "vote C1 keep", "O4").startswith("FINAL TOU-16.2 Case C1 is final")
    assert said(held, 'protest C1 "x"', "P3").startswith("FINAL TOU-16.2 Case C1 is final")
    held.head('warn P3 "loud"')
    held.do('protest C2 "no"', "P3")


@pytest.mark.parametrize(
    ("votes", "outcome", "winner"),
    [
        ("keep keep", "kept", "P1"),
        ("keep change keep", "kept", "P1"),
        ("change keep keep", "kept", "P1"),
        ("change change", "changed", "P2"),
        ("keep change change", "changed", "P2"),
        ("change keep", "", "P1"),
        ("keep", "", "P1"),
        ("change", "", "P1"),
    ],
)
def test_the_vote(votes: str, outcome: str, winner: str) -> None:
    """TOU-16.5: changed by at least two votes; over when its outcome is certain; the result asked for is set."""
    held = with_decision()
    held.do(f'protest C1 {CHANGED} "x"', "P2")
    held.wait(1)
    for voter, vote in zip(("O2", "O3", "O4"), votes.split()):
        held.do(f"vote C1 {vote}", voter)
        assert said(held, f"vote C1 {vote}", voter).split()[0] in ("STATE", "FINAL")
    found, result = held.state.cases["C1"], held.table(1, 1).result
    assert result is not None
    assert (found.state, found.outcome, result.winner) == ("final" if outcome else "panel", outcome, winner)
    if outcome == "changed":
        assert (result.reporter, result.at, result.version, found.carried_out) == ("panel", held.at, 2, True)


def test_a_vote_may_name_another_result() -> None:
    """TOU-16.5: the one named last for a change is set; a vote to keep names none."""
    held = with_decision()
    held.do('protest C1 "x"', "P2")
    assert said(held, f"vote C1 change {OTHER}", "O2").startswith("SEATS TOU-16.10")
    held.do(f"vote C1 change {CHANGED}", "O2")
    held.do("vote C1 change R1.T1 won=P3 P1:8 P2:7 P3:10 P4:4", "O3")
    result = held.table(1, 1).result
    assert result is not None
    assert result.winner == "P3"
    kept = with_decision()
    kept.do(f'protest C1 {CHANGED} "x"', "P2")
    kept.do("vote C1 keep R1.T1 won=P3 P1:8 P2:7 P3:10 P4:4", "O2")
    assert kept.state.cases["C1"].demand is not None
    assert kept.state.cases["C1"].demand.winner == "P2"


def test_a_change_without_a_result_is_entered_once() -> None:
    """TOU-16.5: by the head referee; the round waits for it, and afterwards it is final."""
    held = with_decision()
    held.result(OTHER)
    held.do('protest C1 "x"', "P2")
    for voter in ("O3", "O4"):
        held.do("vote C1 change", voter)
    found = held.state.cases["C1"]
    assert (found.outcome, found.carried_out, is_open(found)) == ("changed", False, True)
    assert said(held, "complete R1").startswith("OPEN_RESULTS TOU-10.9 Still open: C1")
    assert said(held, 'decide C1 "words"', "O2").startswith("SYNTAX TOU-16.5 The panel's decision on C1 needs a result")
    held.head('decide C1 R1.T1 adjudicated won=P2 P1:8 P2:10 P3:6 P4:4 "as the panel says"')
    assert (found.state, found.carried_out, found.decided_by) == ("final", True, "O2")
    assert said(held, 'decide C1 R1.T1 adjudicated won=P3 P1:8 P2:7 P3:10 P4:4 "x"', "O2").startswith("FINAL TOU-16.2")
    held.do("complete R1")


def test_measures_that_the_panel_lifts() -> None:
    """TOU-16.8, 16.9: an expelled player is absent, a warning is not counted; a lifted expulsion is not repeated."""
    held = playing()
    held.head('expel P3 "x"')
    held.head('warn P4 "y"')
    for case, actor in (("C1", "P3"), ("C2", "P4")):
        held.do(f'protest {case} "no"', actor)
        for voter in ("O3", "O4"):
            held.do(f"vote {case} change", voter)
    assert (held.state.players["P3"].status, held.state.players["P4"].warnings) == ("absent", 0)
    assert said(held, 'expel P3 case=C1 "x"', "O2").startswith("FINAL TOU-16.2")
    held.head('expel P3 "another breach"')
    assert held.state.players["P3"].status == "expelled"


# -- the panel ---------------------------------------------------------------------------------------------------------


def test_a_barred_member_is_replaced() -> None:
    """TOU-16.4, 16.5: seated at the table, a subject, or the one who protests; by the first alternate who is not."""
    held = HeldTournament(8)
    held.do('official O3 name="A" role=panel')
    held.do("official P2 role=panel nobody_else")
    held.do("official P3 role=alternate nobody_else")
    held.do("official P6 role=alternate nobody_else")
    held.begin(1, "P1 P2 P3 P4", "P5 P6 P7 P8")
    held.head('decide R1.T1 adjudicated won=P1 P1:10 P2:8 P3:6 P4:4 "x"')
    held.do('protest C1 "no"', "P4")
    found = held.state.cases["C1"]
    assert (found.panel, found.barred, found.alternates) == (["O2", "O3", "P6"], ["P2"], ["P6"])
    assert said(held, "vote C1 keep", "P2").startswith("FORBIDDEN TOU-16.4 P2 does not decide C1")
    assert [is_barred(held.state, found, who) for who in ("O2", "P2", "P3", "P4", "P6")] == [
        False,
        True,
        True,
        True,
        False,
    ]
    held.head('warn P6 "loud"')
    held.do('protest C2 "no"', "P6")
    assert held.state.cases["C2"].panel == ["O2", "O3", "P2"]


def test_the_head_referee_alone_can_only_confirm() -> None:
    """TOU-16.5: where nobody else is left, and with two a split leaves the decision."""
    alone = playing(panel=False)
    alone.head('decide R1.T1 adjudicated won=P1 P1:10 P2:8 P3:6 P4:4 "x"')
    alone.do('protest C1 "no"', "P2")
    assert (alone.state.cases["C1"].state, alone.state.cases["C1"].outcome) == ("final", "kept")
    two = HeldTournament(8)
    two.do('official O3 name="A" role=panel')
    two.begin(1, "P1 P2 P3 P4", "P5 P6 P7 P8")
    two.head('decide R1.T1 adjudicated won=P1 P1:10 P2:8 P3:6 P4:4 "x"')
    two.do('protest C1 "no"', "P2")
    assert two.state.cases["C1"].state == "panel"
    two.do("vote C1 change", "O3")
    two.do("vote C1 keep", "O2")
    assert two.state.cases["C1"].outcome == "kept"


# -- going on in spite of a case ---------------------------------------------------------------------------------------


def test_proceeding() -> None:
    """TOU-10.9: an open case, a running round, a result on file; then it counts until the case is final."""
    held = playing()
    held.result(OTHER)
    held.head('case open tables=R1.T1 "x"')
    assert said(held, "proceed C1", "O2").startswith("OPEN_RESULTS TOU-10.9 There is no result on file")
    held.do(f"report {REPORT}", "P1")
    assert said(held, "complete R1").startswith("OPEN_RESULTS TOU-10.9 Still open: R1.T1 C1")
    held.head("proceed C1")
    held.do("complete R1")
    assert said(held, "proceed C1", "O2").startswith("STATE")
    other = playing()
    other.head('warn P1 "x"')
    assert said(other, "proceed C1", "O2").startswith("STATE TOU-10.9 Case C1 is not open")
    assert said(other, "proceed C7", "O2").startswith("SYNTAX TOU-16.10")


def test_one_decision_ends_every_dispute_about_its_table_and_no_other() -> None:
    """TOU-10.5: also where another case is named with it; the dispute about the other table waits."""
    held = playing()
    for report, reporter, other in ((REPORT, "P1", "P2"), (OTHER, "P5", "P6")):
        held.do(f"report {report}", reporter)
        held.do(f'dispute {report.split()[0]} "no"', other)
    held.head('case open tables=R1.T1 "the dice"')
    held.head('decide C3 R1.T1 adjudicated won=P1 P1:10 P2:8 P3:6 P4:4 "so"')
    found = held.state.cases
    assert [found[case].state for case in ("C1", "C2", "C3")] == ["decided", "open", "decided"]
    assert [found[case].sets_result for case in ("C1", "C2", "C3")] == [True, False, True]


def test_a_confirmation_is_of_the_version_on_file() -> None:
    """TOU-10.6 STALE; TOU-10.5: a report that differs is a dispute and confirms nothing."""
    held = playing()
    held.do(f"report {REPORT}", "P1")
    assert said(held, "confirm R1.T1 version=2", "P2").startswith("STALE TOU-10.6")
    held.do("report R1.T1 won=P1 P1:10 P2:8 P3:6 P4:5", "P1")
    assert said(held, "confirm R1.T1 version=1", "P2").startswith("STALE TOU-10.6")
    held.do("report R1.T1 won=P1 P1:10 P2:8 P3:6 P4:3", "P4")
    assert (held.table(1, 1).state, len(held.table(1, 1).versions)) == ("disputed", 3)
    signed = playing()
    signed.do(f"report {REPORT}", "P1")
    signed.do("report R1.T1 won=P1 P1:10 P2:8 P3:6 P4:3 signed")
    assert signed.table(1, 1).state == "disputed", "also where a slip says otherwise"


def test_missing_points_are_named() -> None:
    """TOU-10.6 RANGE."""
    held = playing()
    args: dict[str, Any] = {
        "round": 1,
        "table": 1,
        "end": "won",
        "winner": "P1",
        "seats": [["P1", "10"], ["P2", ""], ["P3", "6"], ["P4", "x"]],
    }
    with pytest.raises(Refused, match="The points of P2 are missing") as refused:
        held.act("report", **args)
    assert (refused.value.code, refused.value.clause) == ("RANGE", "TOU-10.6")
    args["seats"] = [["P1", "10"], ["P2", "5"], ["P3", "6"], ["P4", "x"]]
    with pytest.raises(Refused, match="P4: 'x' is neither points nor a status"):
        held.act("report", **args)


def test_nobody_is_reseated_online() -> None:
    """TOU-1.8, 8.8."""
    held = playing(panel=False, online="true", game="settlers")
    assert said(held, 'reseat R1 P1 P5 reason="x"', "O2").startswith("STATE TOU-1.8")
    real = playing(panel=False)
    real.head('reseat R1 P1 P5 reason="x"')
    assert real.table(1, 1).seats[0] == "P5"
