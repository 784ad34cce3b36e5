"""TOU-10 to TOU-13, TOU-16, TOU-17: results, standings, officials, cases, views."""

from __future__ import annotations

import re
from dataclasses import asdict
from fractions import Fraction

import pytest

from kotva.engine.say import Say
from kotva.files import rules_file
from kotva.tournament.actions import ACTIONS
from kotva.tournament.log import Json
from kotva.tournament.options import TournamentOptions
from kotva.tournament.refusal import Refused
from kotva.tournament.results import read_value, warnings
from kotva.tournament.roles import letters
from kotva.tournament.standings import standings
from kotva.tournament.state import Result, read_time
from kotva.tournament.views import may_watch, sees_hands, view
from tests.tournament.held import HeldTournament
from tests.tournament.test_scenarios import in_order, osada, pp

REPORT = "R1.T1 won=P1 P1:10 P2:8 P3:6 P4:4"


def playing(n: int = 8, **options: str) -> HeldTournament:
    held = HeldTournament(n, **options)
    held.begin(1, *(" ".join(f"P{i}" for i in range(k, k + 4)) for k in range(1, n, 4)))
    return held


# -- results ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "reporter", "confirmers", "state"),
    [
        ("all", "P1", ["P2", "P3"], "reported"),
        ("all", "P1", ["P2", "P3", "P4"], "confirmed"),
        ("majority", "P1", ["P2"], "reported"),
        ("majority", "P1", ["P2", "P3"], "confirmed"),
        ("one", "P1", [], "reported"),
        ("one", "P1", ["P4"], "confirmed"),
        ("none", "P1", [], "confirmed"),
        ("all", "O1", ["P1", "P2", "P3"], "reported"),
        ("all", "O1", ["P1", "P2", "P3", "P4"], "confirmed"),
    ],
)
def test_who_must_confirm(rule: str, reporter: str, confirmers: list[str], state: str) -> None:
    """TOU-10.4: the reporter's own word counts once; an official without a signed slip has none."""
    held = playing(confirm=rule)
    held.do(f"report {REPORT}", reporter)
    for player in confirmers:
        held.do("confirm R1.T1 version=1", player)
    assert held.table(1, 1).state == state


def test_an_official_confirms_for_somebody_who_does_not_answer() -> None:
    """TOU-10.4: after `confirm.minutes`."""
    held = playing()
    held.do('official O3 name="S" role=scorer')
    held.do(f"report {REPORT}", "P1")
    assert held.refuse("confirm R1.T1 version=1", "P1") == "STATE"
    assert held.refuse("confirm R1.T1 version=1", "P5") == "FORBIDDEN"
    assert held.refuse("confirm R1.T1 version=1 for=P2", "P3") == "FORBIDDEN"
    for player in ("P2", "P3"):
        held.do("confirm R1.T1 version=1", player)
    assert held.refuse("confirm R1.T1 version=1 for=P4", "O3") == "TOO_EARLY"
    held.wait(10)
    held.do("confirm R1.T1 version=1 for=P4", "O3")
    assert held.table(1, 1).state == "confirmed"
    assert held.refuse(f"report {REPORT}") == "STATE"


def test_hidden_points_and_warnings() -> None:
    """TOU-10.2, TOU-10.7: raw points may go up to 22; what is unusual must be acknowledged."""

    def codes(end: str, winner: str | None, *values: str) -> list[str]:
        marks = tuple(read_value(f"P{i}", value) for i, value in enumerate(values, 1))
        return warnings(TournamentOptions(), Result(1, end, winner, marks, "O1", ""))

    assert codes("won", "P1", "10", "8", "8", "4") == []
    assert codes("won", "P1", "12", "8", "8", "4") == []
    assert codes("won", "P1", "13", "8", "8", "4") == ["MANY"]
    assert codes("won", "P1", "10", "11", "8", "4") == ["OTHER_AT_TEN", "WINNER_BEHIND"]
    assert codes("time", None, "8", "8", "8", "8") == ["ALL_EQUAL"]
    assert codes("time", None, "10", "8", "8", "8") == ["TIME_AT_TEN"]


def test_the_head_referee_decides_alone() -> None:
    """TOU-10.10, TOU-1.7: any table, reported or not, with or without a winner, who is then first alone."""
    held = playing()
    assert held.refuse('decide R1.T1 adjudicated P1:1 P2:8 P3:6 P4:4 "x"') == "FORBIDDEN"
    held.head('decide R1.T1 adjudicated won=P1 P1:1 P2:8 P3:6 P4:4 "the others left the hall"')
    rows = {row.player: row.totals for row in held.rows()}
    assert [int(rows[f"P{i}"].pp) for i in range(1, 5)] == [4, 3, 2, 1]
    assert held.refuse('decide R1.T2 adjudicated won=P5 P5:dsq P6:8 P7:6 P8:4 "x"', "O2") == "WINNER"
    held.head('decide R1.T2 adjudicated P5:0 P6:8 P7:8 P8:4 "stopped"')
    assert int({row.player: row.totals for row in held.rows()}["P6"].pp) == 4
    held.do("complete R1")


def test_only_the_head_referee_disqualifies() -> None:
    """TOU-14.5, TOU-2.6: a scorer's `dsq` is refused; one that the head referee decides expels after the round."""
    held = playing(4)
    assert held.refuse("report R1.T1 won=P1 P1:10 P2:8 P3:6 P4:dsq signed") == "FORBIDDEN"
    held.head('decide R1.T1 adjudicated won=P1 P1:10 P2:8 P3:6 P4:dsq "marked cards"')
    assert held.state.players["P4"].status == "present"
    held.do("complete R1")
    assert held.state.players["P4"].status == "expelled"


def test_refusals_in_other_languages() -> None:
    """Words of the rulebook are translated, the name of a player is not, even where it is such a word."""
    held = HeldTournament()
    held.do('register "lot"')
    with pytest.raises(Refused) as refused:
        held.do('register "LOT"')
    assert "'LOT'" in refused.value.line(Say("cs", "tournament"))
    held.do("withdraw P1")
    with pytest.raises(Refused) as refused:
        held.do("checkin P1")

    def marked(text: str, /, **values: object) -> str:
        return f"<{text}>".format(**values)

    assert refused.value.say(marked) == "<lot is <withdrawn>.>"


def test_completing_waits_for_results_and_cases() -> None:
    """TOU-10.9: the head referee may proceed in spite of an open case; the result on file counts."""
    held = playing()
    assert held.refuse("complete R1") == "OPEN_RESULTS"
    held.result(REPORT)
    held.result("R1.T2 won=P5 P5:10 P6:8 P7:6 P8:4")
    held.do('case open tables=R1.T2 subjects=P5 "cards under the table"', "P6")
    assert held.refuse("complete R1") == "OPEN_RESULTS"
    assert held.refuse("proceed C1") == "FORBIDDEN"
    held.head("proceed C1")
    held.do("complete R1")
    assert len(held.rows()) == 8


def test_a_correction_may_be_disputed() -> None:
    """TOU-10.8: until the next draw is published by any official; every version is kept; the players may dispute it."""
    held = playing()
    held.result(REPORT)
    held.result("R1.T2 won=P5 P5:10 P6:8 P7:6 P8:4")
    assert held.refuse('dispute R1.T1 "no"', "P2") == "STATE"
    held.do("complete R1")
    held.do('correct R1.T1 won=P1 P1:10 P2:8 P3:8 P4:4 version=1 reason="misread"')
    assert [result.version for result in held.table(1, 1).versions] == [1, 2]
    held.do('dispute R1.T1 "I had six"', "P3")
    assert held.table(1, 1).state == "disputed"
    assert int({row.player: row.totals for row in held.rows()}["P3"].pp) == 3, "on file until it is decided"
    held.head(f'decide C1 {REPORT} "as it was"')
    assert int({row.player: row.totals for row in held.rows()}["P3"].pp) == 2


def test_nothing_changes_after_closing() -> None:
    """TOU-10.8, TOU-5.5: `CLOSED`; the seed is revealed with the archive (TOU-18.4)."""
    held = osada()
    held.do("archive")
    assert held.state.seed == "osada"
    assert held.refuse('correct R1.T1 won=P8 P8:10 P2:8 P3:8 P9:5 version=1 reason="x"', "O2") == "CLOSED"


def test_places_are_counted_as_they_are_shared() -> None:
    """TOU-11.8, TOU-11.5: with `nocount` a shared first place in a stopped game is none."""
    held = playing(4, stopped__first="nocount")
    held.finish(1, "T1 time P1:9 P2:9 P3:5 P4:5")
    rows = {row.player: row.totals for row in held.rows()}
    assert [(rows[p].firsts, rows[p].seconds, int(rows[p].pp)) for p in ("P1", "P3")] == [(0, 0, 4), (0, 1, 3)]


def test_scaled_success() -> None:
    """TOU-12.6: times players placed, divided by table.size."""
    held = HeldTournament(3, success__mode="scaled")
    held.begin(1, "P1 P2 P3")
    held.finish(1, "T1 won=P1 P1:10 P2:6 P3:4")
    assert {row.player: row.totals.success for row in held.rows()}["P1"] == Fraction(10, 20) * Fraction(3, 4)


def test_no_winner_points_and_other_lists() -> None:
    """TOU-19.5, TOU-19.4: `pods-swiss` gives 1 each without a winner; a missing list is the largest, cut off."""
    pods = TournamentOptions("pods-swiss")
    assert pp("won=P1", "10", "8", "8", "4", options=pods) == [5, 0, 0, 0]
    assert pp("time", "9", "8", "8", "4", options=pods) == [1, 1, 1, 1]
    five = TournamentOptions(given={"table.size": "5", "points.5": "9-7-5-3-1"})
    assert list(map(int, five.points(2))) == [9, 7]
    assert list(map(int, five.points(4))) == [4, 3, 2, 1]


def test_a_game_that_ranks_by_other_rules() -> None:
    """TOU-1.6, TOU-19.2: places of the game's own ranking, made dense; negative scores count 0 in the success."""
    options = TournamentOptions(given={"game": "bosman"})
    assert options.number_or_none("gp.max") is None
    assert pp("time", "-3#2", "5#3", "9#1", "0#3", options=options) == [3, 2, 4, 2]
    held = HeldTournament(4, game="bosman")
    held.begin(1, "P1 P2 P3 P4")
    held.result("R1.T1 won=P3 P1:-3#2 P2:5#3 P3:9#1 P4:0#3")
    assert {r.player: r.totals.success for r in held.rows()}["P3"] == Fraction(9, 14)


def test_criteria_in_any_order() -> None:
    """TOU-19.6: `lot` is always last and is added where it is missing."""
    assert TournamentOptions(given={"criteria": "lot,pp"}).words("criteria") == ("pp", "lot")
    assert TournamentOptions(given={"criteria": "best,played"}).words("criteria") == ("best", "played", "lot")
    held = HeldTournament(8, criteria="opp,pp")
    held.begin(1, "P1 P2 P3 P4", "P5 P6 P7 P8")
    in_order(held, 1)
    # Opponents of the last have 4, 3 and 2 points: the best mean.
    assert set(held.order().split()[:2]) == {"P4", "P8"}


def test_provisional_standings() -> None:
    """TOU-13.5: confirmed results alone while a round runs."""
    held = playing()
    held.do(f"report {REPORT}", "P1")
    assert int(held.rows()[0].totals.pp) == 0
    held.do(f"report {REPORT} signed")
    assert standings(held.state).provisional
    assert held.rows()[0].player == "P1"


# -- officials and cases ---------------------------------------------------------------------------------------------


def test_there_is_one_head_referee_who_does_not_play() -> None:
    """TOU-16.1, TOU-16.3."""
    held = HeldTournament(4)
    held.do('official O3 name="New" role=head')
    assert held.state.head == "O3"
    assert held.refuse("official P1 role=head") == "FORBIDDEN"
    assert held.refuse("official P1 role=scorer") == "FORBIDDEN"
    assert held.refuse("official O3 role=head off") == "FORBIDDEN"
    assert held.refuse("official O1 role=organiser off") == "FORBIDDEN"
    held.do("official P1 role=panel nobody_else")
    held.do("official P2 role=panel nobody_else")
    assert held.refuse("official P3 role=panel nobody_else") == "RANGE"
    assert held.log[-2].args["nobody_else"] is True, "the statement is logged"


def test_protests_in_time() -> None:
    """TOU-16.6: within ten minutes, by somebody concerned, and not by who confirmed the result."""
    held = playing()
    held.do(f"report {REPORT}", "P1")
    held.do("confirm R1.T1 version=1", "P2")
    assert held.refuse('dispute R1.T1 "…"', "P2") == "TOO_LATE"
    held.do('case open tables=R1.T1 subjects=P1 "slow play"', "P4")
    held.head('decide C1 "no measure"')
    assert held.refuse('protest C1 "…"', "P2") == "TOO_LATE"
    assert held.refuse('protest C1 "…"', "P7") == "FORBIDDEN"
    held.wait(9.9)
    held.do('protest C1 "he plays slowly"', "P4")
    late = playing()
    late.do('case open tables=R1.T1 "slow play"', "P4")
    late.head('decide C1 "no measure"')
    late.wait(10)
    assert late.refuse('protest C1 "…"', "P4") == "TOO_LATE"


def test_warnings_do_not_expel() -> None:
    """TOU-16.9, TOU-16.10: recorded with who, when, whom and why."""
    held = playing()
    held.head('warn P3 "loud"')
    held.head('warn P3 "louder"')
    assert held.state.players["P3"].status == "present"
    assert held.state.players["P3"].warnings == 2
    case = held.state.cases["C1"]
    assert (case.opener, case.subjects, case.facts, case.decided_by, case.opened_at) == (
        "O2",
        ["P3"],
        "loud",
        "O2",
        held.at,
    )


def test_the_panel_lifts_an_expulsion() -> None:
    """TOU-16.8, TOU-2.11: the player is absent, may return, and is ranked again."""
    held = HeldTournament(8)
    held.do("official P7 role=panel nobody_else")
    held.do("official P8 role=panel nobody_else")
    held.begin(1, "P1 P2 P3 P4", "P5 P6 P7 P8")
    held.head('expel P1 "marked cards"')
    assert held.refuse("return P1") == "FORBIDDEN"
    held.do('protest C1 "they were old"', "P1")
    held.do("vote C1 change", "P7")
    held.do("vote C1 change", "P8")
    assert held.state.players["P1"].status == "absent"
    held.do("return P1")
    assert held.refuse("expel P1 case=C1", "O2") == "FINAL"


def test_a_changed_decision_without_a_result_is_carried_out() -> None:
    """TOU-16.5 [ruling]: the head referee enters what the panel decided, once."""
    held = playing()
    for player in ("P7", "P8"):
        held.do(f"official {player} role=panel nobody_else")
    held.head(f'decide {REPORT} "so"')
    held.do('protest C1 "no"', "P4")
    assert held.refuse("complete R1") == "OPEN_RESULTS"
    held.do("vote C1 change", "P7")
    held.do("vote C1 change", "P8")
    assert held.refuse("complete R1") == "OPEN_RESULTS"
    held.head('decide C1 R1.T1 won=P1 P1:10 P2:8 P3:6 P4:6 "as the panel says"')
    assert held.refuse(f'decide {REPORT} "again"', "O2") == "FINAL"


def test_everybody_does_what_section_7_allows_and_nothing_else() -> None:
    """TOU-10.3 and section 7: every action by everybody whom its row does not name is FORBIDDEN."""
    held = playing()
    held.do('official O3 name="R" role=referee')
    held.do('official O4 name="S" role=scorer')
    people = {"O1": "O", "O2": "HRN", "O3": "R", "O4": "S", "P1": "P", "E": "E", "X": ""}
    for person, expected in people.items():
        assert set(letters(held.state, person)) == set(expected)
    args: dict[str, Json] = {"round": 1, "table": 1, "player": "P9"}
    for op, rule in ACTIONS.items():
        for person, own in people.items():
            if op == "create" or set(own) & set(rule.who):
                continue
            with pytest.raises(Exception, match="may not do this") as refused:
                held.act(op, person, **args)
            assert getattr(refused.value, "code", "") == "FORBIDDEN"


def section_7() -> dict[str, tuple[set[str], set[str], set[str]]]:
    """The table of actions in the rulebook: who, phases of the tournament, states of the round."""
    out: dict[str, tuple[set[str], set[str], set[str]]] = {}
    text = rules_file("tournament").read_text(encoding="utf-8").partition("## 7. Actions")[2].partition("## 8.")[0]
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("| `") or len(cells) != 4:
            continue
        names = [name.split()[0] for name in re.findall(r"`([^`]+)`", cells[0])]
        times = cells[2].split("; ") if "; " in cells[2] else [cells[2]] * len(names)  # `open`; `close`: D; G
        for op, when in zip(names, times):
            who, phases, rounds = out.setdefault(op, (set(), set(), set()))
            who |= set(re.findall(r"\b[OHRSNPEA]\b", cells[1]))
            phases |= set(re.findall(r"\b[DGYNF]\b", when))
            rounds |= set(re.findall(r"\b(?:dr|pu|ru|co)\b", when))
    return out


def test_the_table_of_section_7_is_the_law() -> None:
    """Section 7: who may do what and when, word by word; `withdraw … left` and `draw` have conditions of their own."""
    book = section_7()
    assert set(book) - set(ACTIONS) == {"export", "verify"}, "these two change nothing"
    assert set(ACTIONS) <= set(book)
    for op, rule in ACTIONS.items():
        who, phases, rounds = book[op]
        assert set(rule.who) == who, op
        if op not in ("withdraw", "draw", "proceed"):  # proceed names a case, whose round must run
            assert set(rule.rounds.split()) == rounds, op
        if phases and op not in ("correct", "standings"):  # these name F beside states of a round
            assert set(rule.phases) == phases, op


# -- views (section 8) -----------------------------------------------------------------------------------------------


def shown(held: HeldTournament, viewer: str | None) -> str:
    return str(asdict(view(held.state, viewer, read_time(held.at), held.secrets)))


def test_what_each_viewer_may_know() -> None:
    """TOU-20.11, TOU-5.5, TOU-18.4, section 8."""
    held = HeldTournament()
    for i in range(1, 9):
        held.do(f'register "Name {i}" contact="mail{i}@x"')
    held.do("close")
    for i in range(1, 9):
        held.do(f"checkin P{i}")
    assert "mail1@x" in shown(held, "O1")
    assert "mail1@x" in shown(held, "P1")
    for viewer in ("O2", "P2", None):
        assert "mail1@x" not in shown(held, viewer)
    assert not any("mail" in str(entry.args) for entry in held.log), "a contact is never in the log"
    held.do("draw R1")
    assert len(view(held.state, "O2", read_time(held.at)).rounds) == 1
    for viewer in ("P1", None):
        assert view(held.state, viewer, read_time(held.at)).rounds == ()
    held.do("publish R1")
    board = view(held.state, "O1", read_time(held.at)).rounds[0].boards
    assert board == (), "nobody knows the board before the start"
    held.start(1)
    seats = held.table(1, 1).seats
    held.do(f"report R1.T1 won={seats[0]} " + " ".join(f"{p}:{10 - i}" for i, p in enumerate(seats)), seats[0])
    inside, outside = view(held.state, seats[1], read_time(held.at)), view(held.state, None, read_time(held.at))
    assert inside.rounds[0].tables[0].result is not None
    assert (outside.rounds[0].tables[0].result, outside.rounds[0].tables[0].state) == (None, "reported")
    assert "'reporter'" not in shown(held, None) or f"'reporter': '{seats[0]}'" not in shown(held, None)
    held.do('case open tables=R1.T1 "he looked"', seats[3])
    stranger = held.table(1, 2).seats[0]
    assert [len(view(held.state, who, read_time(held.at)).cases) for who in ("O2", seats[0], stranger, None)] == [
        1,
        1,
        0,
        0,
    ]
    held.head('decide C1 "nothing happened"')
    held.wait(10)
    final = view(held.state, None, read_time(held.at)).cases
    assert [(case.state, case.decision, case.facts) for case in final] == [("final", "nothing happened", None)]
    for viewer in ("O1", "O2", "P1", None):
        assert "'osada'" not in shown(held, viewer), "the seed is shown to nobody before the end"


@pytest.mark.parametrize(("rule", "seen"), [("always", "yyy"), ("until_last", "yny"), ("final", "nny")])
def test_when_standings_are_public(rule: str, seen: str) -> None:
    """TOU-13.6: after round 1, after the last round has started, when final."""
    held = HeldTournament(8, rounds="2", standings__public=rule)
    found = []

    def look() -> None:
        assert view(held.state, "O1", read_time(held.at)).standings is not None
        found.append("n" if view(held.state, "P1", read_time(held.at)).standings is None else "y")

    held.begin(1)
    in_order(held, 1)
    look()
    held.begin(2)
    look()
    in_order(held, 2)
    look()
    assert "".join(found) == seen


@pytest.mark.parametrize(
    ("rule", "running", "ended", "complete"),
    [
        ("after_round", (False, 0), (False, 0), (True, 0)),
        ("after_game", (False, 0), (True, 0), (True, 0)),
        ("none", (False, 0), (False, 0), (False, 0)),
        ("live", (True, 0), (True, 0), (True, 0)),
        ("delayed:10", (True, 10), (True, 10), (True, 10)),
    ],
)
def test_spectators(rule: str, running: object, ended: object, complete: object) -> None:
    """TOU-17.1, TOU-17.2: a player who has finished is a spectator of the other tables."""
    held = playing(spectators=rule)
    table = held.table(1, 1)
    assert may_watch(held.state, "P1", table) == (True, 0)
    assert may_watch(held.state, "O2", table) == (True, 0)
    assert may_watch(held.state, "P5", table) == may_watch(held.state, None, table) == running
    assert not sees_hands(held.state, "O2", table)
    held.head('case open tables=R1.T1 "a look"')
    assert sees_hands(held.state, "O2", table)
    held.head('decide C1 "all right"')
    held.result(REPORT)
    assert may_watch(held.state, "P5", table) == ended
    held.result("R1.T2 won=P5 P5:10 P6:8 P7:6 P8:4")
    held.do("complete R1")
    assert may_watch(held.state, None, table) == complete


def test_what_the_panel_decides_nobody_else_changes_meanwhile() -> None:
    """TOU-16.2, TOU-1.7: a correction that was disputed while the panel sat could be decided by nobody any more."""
    held = HeldTournament(8)
    for number in (3, 4):
        held.do(f'official O{number} name="Member {number}" role=panel')
    held.begin(1)
    seats = held.table(1, 1).seats
    points = " ".join(f"{p}:{10 - 2 * k}" for k, p in enumerate(seats))
    other = " ".join(f"{p}:{10 - 2 * k}" for k, p in enumerate([seats[1], seats[0], *seats[2:]]))
    held.head(f'decide R1.T1 adjudicated {points} "so"')
    held.do('protest C1 "unfair"', seats[1])
    assert held.refuse(f'correct R1.T1 won={seats[1]} {other} version=1 reason="x" ack') == "STATE"
    held.head("vote C1 keep")
    held.do("vote C1 keep", "O3")
    assert held.state.cases["C1"].state == "final"

    held = HeldTournament(8)
    held.begin(1)
    seats = held.table(1, 1).seats
    points = " ".join(f"{p}:{10 - 2 * k}" for k, p in enumerate(seats))
    other = " ".join(f"{p}:{10 - 2 * k}" for k, p in enumerate([seats[1], seats[0], *seats[2:]]))
    held.head(f'decide R1.T1 adjudicated {points} "so"')
    held.do(f'correct R1.T1 won={seats[1]} {other} version=1 reason="x" ack')
    held.do('dispute R1.T1 "no"', seats[0])
    assert held.refuse('protest C1 "unfair"', seats[1]) == "STATE"
    held.head(f'decide R1.T1 adjudicated {points} "so it is"')
    held.do('protest C2 "unfair"', seats[1])


def test_TOU_16_2_words_that_the_panel_kept_decide_no_result() -> None:
    """A protest asked for a result, the panel kept the words: the game that is played later can still be decided."""
    held = playing()
    for player in ("P7", "P8"):
        held.do(f"official {player} role=panel nobody_else")
    held.do('case open tables=R1.T1 "slow play"', "P4")
    held.head('decide C1 "no measure"')
    held.do(f'protest C1 {REPORT} "he plays slowly"', "P4")
    assert held.refuse(f'decide {REPORT} "so"', "O2") == "STATE", "while the panel sits"
    held.do("vote C1 keep", "P7")
    held.do("vote C1 keep", "P8")
    assert held.state.cases["C1"].outcome == "kept"
    held.do(f"report {REPORT}", "P1")
    held.do('dispute R1.T1 "no"', "P2")
    held.head(f'decide {REPORT} "so"')
    assert held.table(1, 1).state == "decided"
