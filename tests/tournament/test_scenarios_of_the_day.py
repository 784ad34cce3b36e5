"""The scenarios of section 11: schedule, clock, no-shows, referees, checks, exports and other formats."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from kotva.engine.outcome import Outcome
from kotva.tournament import draw as drawing
from kotva.tournament import exports, lot
from kotva.tournament.choices import TimeCount
from kotva.tournament.clock import Overtime
from kotva.tournament.documents import schedule_lines
from kotva.tournament.options import TournamentOptions
from kotva.tournament.places import percent, scores
from kotva.tournament.player_lists import read_players
from kotva.tournament.problems import problem
from kotva.tournament.refusal import Refused
from kotva.tournament.schedule import overrun
from kotva.tournament.state import read_time
from kotva.tournament.tables import report_args, table_events, table_spec
from tests.tournament.held import HeldTournament
from tests.tournament.test_scenarios import R1, R2, R3, in_order, osada, pp, vector


def day(held: HeldTournament) -> str:
    return ", ".join(f"{start}–{end}" for _, start, end in schedule_lines(held.state))


def shares(held: HeldTournament, number: int, table: int) -> dict[str, tuple[Any, str]]:
    result = held.table(number, table).result
    assert result is not None
    found = scores(result, held.state.options)
    return {player: (score.pp, percent(score.share)) for player, score in found.items()}


def test_TOU_S20_schedule() -> None:
    """TOU-15.1, TOU-15.2."""
    assert day(HeldTournament()) == "12:30–13:45, 14:00–15:15, 15:30–16:45, 17:05–17:15"
    held = HeldTournament(rounds="4", start="10:00", breaks="{2:60}")
    assert day(held) == "10:00–11:15, 11:30–12:45, 13:45–15:00, 15:15–16:30, 16:50–17:00"


def test_TOU_S42_now() -> None:
    """TOU-9.1, TOU-15.8: nothing is promised, so a round starts when it is started, and the times follow."""
    held = HeldTournament(8, start="now", at="2025-03-01T19:00:00Z")
    assert day(held) == "–, –, –, –"
    held.do("draw R1")
    held.do("publish R1")
    held.wait(7)
    held.do("start R1")
    assert day(held) == "19:07–20:22, 20:37–21:52, 22:07–23:22, 23:42–23:52"
    for table in (1, 2):
        seats = held.table(1, table).seats
        points = " ".join(f"{player}:{10 if player == seats[0] else 5}" for player in seats)
        held.head(f'decide R1.T{table} adjudicated won={seats[0]} {points} "TOU-10.10"')
    held.at = "2025-03-01T20:00:00Z"
    held.do("complete R1")
    assert overrun(held.state, 1) is None
    held.wait(5)
    held.do("draw R2")
    held.do("publish R2")
    held.do("start R2")
    assert day(held) == "19:07–20:22, 20:05–21:20, 21:35–22:50, 23:10–23:20"
    assert held.refuse("set auto=true") == "RANGE"  # TOU-15.7


def test_TOU_S42_seated() -> None:
    """TOU-9.1: the head referee sees that everybody is there."""
    held = HeldTournament(8, start="12:30", at="2025-03-01T12:00:00Z")
    held.do('official O3 name="Eva" role=scorer')
    held.wait(10)
    held.do("draw R1")
    held.do("publish R1")
    held.wait(10)
    assert held.refuse("start R1") == "TOO_EARLY"
    assert held.refuse("start R1 seated") == "FORBIDDEN"
    assert held.refuse("start R1 seated", "O3") == "FORBIDDEN"
    entry = held.head("start R1 seated")
    assert entry.args["seated"] is True
    assert held.round(1).started_at == "2025-03-01T12:20:00Z"
    assert held.replayed() == held.state


def test_TOU_S42_not_seated_online() -> None:
    """TOU-9.1: nobody can see online players sit."""
    held = HeldTournament(8, start="12:30", online="true", at="2025-03-01T12:00:00Z")
    held.do("draw R1")
    held.do("publish R1")
    with pytest.raises(Refused) as refused:
        held.head("start R1 seated")
    assert refused.value.code == "TOO_EARLY"


def test_TOU_S21_overrun() -> None:
    """TOU-15.4, TOU-15.5."""
    for last, proposal in (("01T13:58", 5), ("01T13:55", None), ("02T13:50", 1435), ("02T13:56", None)):
        held = HeldTournament(4)
        held.begin(1)
        held.at = f"2025-03-{last}:00Z"
        seats = held.table(1, 1).seats
        held.result(f"R1.T1 won={seats[0]} " + " ".join(f"{p}:{10 - i}" for i, p in enumerate(seats)))
        assert overrun(held.state, 1) == proposal
        if proposal == 5:
            held.do("complete R1")
            assert held.refuse("shift R2 +5", "O1") == "FORBIDDEN"
            assert held.refuse("shift R2 -5", "O2") == "RANGE"
            held.head("shift R2 +5")
            assert day(held) == "12:30–13:45, 14:05–15:20, 15:35–16:50, 17:10–17:20"
            assert overrun(held.state, 1) is None


def test_TOU_S22_two_more_rounds_of_turns() -> None:
    """TOU-9.3, TOU-9.4, TOU-9.8."""
    complete, current = Overtime(), Overtime(count=TimeCount.FROM_CURRENT)
    assert complete.turns(4, 2) == 10
    assert complete.turns(4, 4) == 8
    assert complete.turns(4, None) == 8
    assert [current.turns(4, k) for k in (1, 2, 3, 4)] == [8, 8, 8, 8]
    assert complete.turns(3, 2) == 7
    # TOU-9.8: the second of four has left; the third was on turn: one more to complete the round, then two rounds of three.
    assert complete.turns_after([True, False, True, True], 3) == 1 + 6


def test_TOU_S23_no_show_at_a_four() -> None:
    """TOU-14.1, TOU-11.7, TOU-12.4, TOU-2.6."""
    held = HeldTournament(8)
    held.begin(1, "P1 P2 P3 P4", "P5 P6 P7 P8")
    held.finish(1, "T1 won=P2 P1:8 P2:10 P3:8 P4:absent", "T2 won=P5 P5:10 P6:8 P7:6 P8:4")
    assert shares(held, 1, 1) == {
        "P1": (3, "30.77"),
        "P2": (4, "38.46"),
        "P3": (3, "30.77"),
        "P4": (0, "0.00"),
    }
    totals = {row.player: row.totals for row in held.rows()}["P4"]
    assert (totals.gp, list(map(int, totals.shares)), totals.played) == (0, [0], 0)
    assert held.state.players["P4"].status == "absent"
    asked = problem(held.state, "osada", 2, 1, held.state.present(), [])
    assert asked.met[0] == ("P1", "P2", "P3"), "TOU-6.2: nobody has met who was absent"
    held.do("draw R2")
    assert "P4" not in held.round(2).seated()
    held.do("checkin P4")
    assert held.refuse("publish R2") == "OUTDATED"
    held.do('redraw R2 reason="P4 is back"')
    assert "P4" in held.round(2).seated()


def test_TOU_S24_repair() -> None:
    """TOU-14.6, TOU-14.2, TOU-14.7."""
    held = HeldTournament(13)
    held.do("draw R1")
    held.do("publish R1")
    missing = held.table(1, 4).seats[0]
    before = {table.number: list(table.seats) for table in held.round(1).tables}
    held.do(f"absent {missing}")
    held.do("repair R1")
    assert [len(table.seats) for table in held.round(1).tables] == [3, 3, 3, 3]
    moved = [p for p in before[1] if p not in held.table(1, 1).seats]
    assert len(moved) == 1
    assert moved[0] in held.table(1, 4).seats
    assert [held.table(1, t).seats for t in (2, 3)] == [before[2], before[3]]

    held = HeldTournament(13)
    held.do("draw R1")
    held.do("publish R1")
    missing = held.table(1, 1).seats[0]
    others = [list(table.seats) for table in held.round(1).tables[1:]]
    held.do(f"absent {missing}")
    held.do(f"repair R1 out={missing}")
    assert [len(table.seats) for table in held.round(1).tables] == [3, 3, 3, 3]
    assert [table.seats for table in held.round(1).tables[1:]] == others

    held = HeldTournament(15)
    held.do("draw R1")
    held.do("publish R1")
    held.do('register "Late"')
    held.do("checkin P16")
    held.do("repair R1 in=P16")
    assert "P16" in held.table(1, 4).seats
    assert [len(table.seats) for table in held.round(1).tables] == [4, 4, 4, 4]

    held = HeldTournament(7)
    held.do("draw R1")
    held.do("publish R1")
    gone = [held.table(1, 1).seats[0], held.table(1, 2).seats[0]]
    for player in gone:
        held.do(f"absent {player}")
    assert held.refuse("repair R1") == "NO_REPAIR"
    held.do('redraw R1 reason="two are missing"')
    assert [len(table.seats) for table in held.round(1).tables] == [4]
    assert len(held.round(1).byes) == 1


def test_TOU_S25_leaving() -> None:
    """TOU-14.4, TOU-11.7."""
    held = HeldTournament(3)
    held.begin(1, "P1 P2 P3")
    held.do("withdraw P3", "P3")
    assert held.refuse("report R1.T1 won=P1 P1:10 P2:6 P3:4 signed") == "GONE"
    held.result("R1.T1 won=P1 P1:10 P2:6 P3:forfeit")
    assert shares(held, 1, 1) == {"P1": (4, "62.50"), "P2": (3, "37.50"), "P3": (0, "0.00")}


def test_TOU_S26_expulsion() -> None:
    """TOU-14.5, TOU-16.8, TOU-11.7, TOU-13.4."""
    held = HeldTournament(8)
    held.begin(1, "P4 P1 P2 P3", "P5 P6 P7 P8")
    held.finish(1, "T1 won=P4 P4:10 P1:8 P2:6 P3:5", "T2 won=P5 P5:10 P6:8 P7:6 P8:4")
    held.begin(2, "P4 P5 P1 P6", "P2 P3 P7 P8")
    assert held.refuse('expel P4 "cheating"', "O1") == "FORBIDDEN"
    held.head('expel P4 "cheating"')
    assert [pp for pp, _ in shares(held, 1, 1).values()] == [4, 3, 2, 1]
    assert held.refuse("report R2.T1 won=P5 P4:8 P5:10 P1:7 P6:5 signed") == "GONE"
    held.result("R2.T1 won=P5 P4:dsq P5:10 P1:7 P6:5")
    assert [pp for pp, _ in shares(held, 2, 1).values()] == [0, 4, 3, 2]
    last = held.rows()[-1]
    assert (last.player, last.rank, last.mark) == ("P4", None, "X")
    assert held.refuse("return P4") == "FORBIDDEN"
    held.head('decide R1.T1 adjudicated P4:dsq P1:8 P2:6 P3:5 "the breach was in this game"')
    assert shares(held, 1, 1) == {"P4": (0, "0.00"), "P1": (4, "42.11"), "P2": (3, "31.58"), "P3": (2, "26.32")}


def panel_held(*seats: str, alternate: bool = True) -> HeldTournament:
    """Panel O2 (head), P5, P9, alternate P12; a case about R1.T1 with these seats, decided."""
    held = HeldTournament(16)
    for member, role in (("P5", "panel"), ("P9", "panel"), ("P12", "alternate")):
        if role == "panel" or alternate:
            assert held.refuse(f"official {member} role={role}") == "FORBIDDEN"
            held.do(f"official {member} role={role} nobody_else")
    rest = [f"P{i}" for i in range(1, 17) if f"P{i}" not in seats]
    held.begin(1, " ".join(seats), *(" ".join(rest[i : i + 4]) for i in range(0, 12, 4)))
    a, b, c, d = seats
    held.do(f"report R1.T1 won={a} {a}:10 {b}:8 {c}:8 {d}:4", a)
    held.do('dispute R1.T1 "I had nine"', d)
    held.head(f'decide C1 R1.T1 won={a} {a}:10 {b}:8 {c}:8 {d}:4 "as reported"')
    return held


def test_TOU_S27_panel() -> None:
    """TOU-16.3, TOU-16.4, TOU-16.5, TOU-16.2."""
    held = panel_held("P5", "P1", "P2", "P3")
    held.do('protest C1 R1.T1 won=P5 P5:10 P1:8 P2:8 P3:9 "I had nine"', "P3")
    case = held.state.cases["C1"]
    assert (sorted(case.panel), case.barred) == (["O2", "P12", "P9"], ["P5"])
    assert held.refuse("vote C1 change", "P5") == "FORBIDDEN"
    held.do("vote C1 keep", "O2")
    held.do("vote C1 change", "P9")
    held.do("vote C1 change", "P12")
    assert (case.state, case.outcome) == ("final", "changed")
    assert {p: pp for p, (pp, _) in shares(held, 1, 1).items()} == {"P5": 4, "P3": 3, "P1": 2, "P2": 2}
    again = "R1.T1 won=P5 P5:10 P1:8 P2:8 P3:4"
    assert held.refuse(f'decide {again} "no"', "O2") == "FINAL"
    assert held.refuse(f'correct {again} version=3 reason="no"', "O2") == "FINAL"

    held = panel_held("P5", "P9", "P12", "P3")
    held.do('protest C1 "I had nine"', "P3")
    case = held.state.cases["C1"]
    assert (case.panel, case.state, case.outcome) == (["O2"], "final", "kept")

    held = panel_held("P9", "P1", "P2", "P3", alternate=False)
    held.do('protest C1 "I had nine"', "P3")
    held.do("vote C1 keep", "O2")
    case = held.state.cases["C1"]
    assert (case.panel, case.state, case.outcome) == (["O2", "P5"], "final", "kept")


def test_TOU_S28_checks() -> None:
    """TOU-10.6, TOU-10.3."""
    held = HeldTournament(10)
    held.begin(1)
    held.wait(60)
    assert held.refuse("report R1.T1 won=P8 P8:9 P2:8 P3:8 P9:4") == "WINNER"
    assert held.refuse("report R1.T1 won=P8 P8:10 P2:8 P3:8") == "SEATS"
    assert held.refuse("report R1.T1 won=P8 P8:10 P2:8 P3:8 P9:4 P9:4") == "SEATS"
    assert held.refuse("report R1.T1 won=P8 P8:10 P2:8 P3:8 P1:4") == "SEATS"
    assert held.refuse("report R1.T1 won=P8 P8:10 P2:8 P3:23 P9:4") == "RANGE"
    assert held.refuse("report R1.T1 won=P8 P8:10 P2:8 P3:8 P9:1") == "RANGE"
    assert held.refuse("report R1.T1 time P8:9 P2:8 P3:8 P9:4") == "NOT_EXPIRED"
    assert held.refuse("report R1.T1 time won=P8 P8:10 P2:8 P3:8 P9:4") == "WINNER_TIME"
    assert held.refuse("report R1.T1 won=P8 P8:10 P2:8 P3:8 P9:forfeit(4)") == "ZERO"
    assert held.refuse("report R1.T1 won=P8 P8:10 P2:8 P3:8 P9:4", "P1") == "FORBIDDEN"
    assert held.refuse("report R1.T1 won=P8 P8:10 P2:8 P3:8 P9:4 slip=0000") == "SLIP_CODE"
    held.do("report R1.T1 won=P8 P8:10 P2:8 P3:8 P9:absent slip=F60D35A461")
    assert held.table(1, 1).state == "confirmed"
    held.wait(20)
    held.do("report R1.T3 time P10:9 P6:8 P5:8")


def test_TOU_S29_confirmation() -> None:
    """TOU-10.4, TOU-10.5."""
    for last, state in (
        ("confirm R1.T1 version=1", "confirmed"),
        ("report R1.T1 won=P8 P8:10 P2:8 P3:8 P9:5", "disputed"),
    ):
        held = HeldTournament(10)
        held.begin(1)
        held.do("report R1.T1 won=P8 P8:10 P2:8 P3:8 P9:4", "P8")
        held.do("confirm R1.T1 version=1", "P2")
        held.do("confirm R1.T1 version=1", "P3")
        assert held.table(1, 1).state == "reported"
        assert held.refuse("report R1.T1 won=P8 P8:10 P2:8 P3:8 P9:4", "P9") == "SAME"
        held.do(last, "P9")
        assert held.table(1, 1).state == state
    assert held.refuse("confirm R1.T1 version=2", "P2") == "STATE"
    held.head('decide R1.T1 won=P8 P8:10 P2:8 P3:8 P9:5 "nine was right: five"')
    assert held.table(1, 1).state == "decided"
    assert held.refuse('correct R1.T1 won=P8 P8:10 P2:8 P3:8 P9:4 version=0 reason="…"', "O2") == "STALE"


def test_TOU_S30_correction_after_the_next_draw() -> None:
    """TOU-10.8."""
    held = osada(1)
    held.do('official O3 name="Scorer" role=scorer')
    held.do("draw R2")
    before = [list(table.seats) for table in held.round(2).tables]
    held.do("publish R2")
    text = 'correct R1.T3 time P10:8 P6:6 P5:9 version=1 reason="misread"'
    assert held.refuse(text, "O3") == "FORBIDDEN"
    held.head(text)
    assert {p: pp for p, (pp, _) in shares(held, 1, 3).items()} == {"P5": 4, "P10": 3, "P6": 2}
    assert held.order(1) == "P1 P8 P5 P10 P3 P2 P4 P6 P7 P9"
    assert [table.seats for table in held.round(2).tables] == before
    assert len(held.table(1, 3).versions) == 2


def test_TOU_S31_late_entry() -> None:
    """TOU-2.10, TOU-3.8, TOU-4.2."""
    held = HeldTournament(16)
    held.begin(1)
    in_order(held, 1)
    held.do('register "Late"')
    held.do("checkin P17")
    held.do("draw R2")
    assert [len(table.seats) for table in held.round(2).tables] == [4, 4, 3, 3, 3]
    short = {p for table in held.round(2).tables if len(table.seats) == 3 for p in table.seats}
    points = {row.player: row.totals.pp for row in held.rows(1)} | {"P17": Fraction(0)}
    assert "P17" in short
    assert max(points[p] for p in short) <= min(points[p] for p in points if p not in short)
    held.do("publish R2")
    held.start(2)
    assert held.refuse('register "Too late"') == "TOO_LATE"
    held = HeldTournament(16, rounds="5")
    for number in (1, 2):
        held.begin(number)
        in_order(held, number)
    held.begin(3, draw=True)
    assert held.refuse('register "Too late"') == "TOO_LATE"


def test_TOU_S32_no_bye_for_coming_back() -> None:
    """TOU-2.11, TOU-2.12, TOU-3.5."""
    held = HeldTournament(6, rounds="4")
    held.begin(1, "P4 P3 P5", "P1 P6 P2")
    held.finish(1, "T1 won=P4 P4:10 P3:8 P5:forfeit", "T2 won=P1 P1:10 P6:8 P2:6")
    held.do("checkin P5")
    held.begin(2, "P2 P3 P4", "P1 P5 P6")
    held.finish(2, "T1 won=P2 P2:10 P3:8 P4:6", "T2 won=P1 P1:10 P5:8 P6:forfeit")
    held.do("withdraw P6")
    held.do("draw R3")
    assert held.round(3).byes == ["P5"], "P5 has the fewest points"
    held.do("publish R3")
    held.start(3)
    held.finish(3, "T1 won=P1 P1:10 P2:8 P3:6 P4:4")
    held.do("return P6")
    held.do("withdraw P1")
    points = {row.player: int(row.totals.pp) for row in held.rows()}
    assert {p: points[p] for p in ("P2", "P3", "P4", "P5", "P6")} == {"P2": 9, "P3": 8, "P4": 7, "P5": 6, "P6": 3}
    held.do("draw R4")
    assert held.round(4).byes == ["P4"], "P5 and P6 have rested"


def test_TOU_S34_a_final_of_four() -> None:
    """TOU-19.10."""
    held = HeldTournament(10, preset="settlers-cz", draw="random,final")
    held.begin(1)
    held.finish(1, *R1)
    held.begin(2, "P1 P5 P8 P10", "P2 P9 P7", "P3 P6 P4")
    held.finish(2, *R2)
    held.do("withdraw P6")
    held.begin(3, "P4 P8 P9", "P3 P5 P7", "P1 P10 P2")
    held.finish(3, *R3)
    assert held.state.phase == "running"
    held.do("draw R4")
    assert [table.seats for table in held.round(4).tables] == [["P8", "P5", "P3", "P1"]]
    held.do("publish R4")
    held.start(4)
    held.finish(4, "T1 time P5:9 P1:9 P8:7 P3:6")
    assert held.order() == "P5 P1 P8 P3 P2 P4 P10 P7 P9 P6"
    assert held.state.phase == "finished"


@pytest.mark.parametrize("priority", ["avoid", "strength"])
def test_TOU_S35_swiss(priority: str) -> None:
    """TOU-19.8."""
    held = HeldTournament(8, draw="swiss", swiss__priority=priority)
    held.begin(1, "P1 P2 P3 P4", "P5 P6 P7 P8")
    in_order(held, 1)
    held.do("draw R2")
    assert held.groups(2) == {frozenset({"P1", "P2", "P5", "P6"}), frozenset({"P3", "P4", "P7", "P8"})}
    draw = held.round(2).draw
    assert draw is not None
    found = dict(zip(draw.order, draw.vector))
    assert (found["O1"], found["O2"], found["OS"]) == ("0", "4", "8")


def test_TOU_S36_bots() -> None:
    """TOU-19.12."""
    held = HeldTournament(6, preset="bots-rr")
    seats = play_all(held)
    assert len(seats) == 60
    assert Counter(p for table in seats for p in table) == {f"P{i}": 40 for i in range(1, 7)}
    assert set(Counter((p, s) for table in seats for s, p in enumerate(table)).values()) == {10}
    assert len(set(held.round(1).boards + held.round(4).boards)) == 1
    held = HeldTournament(4, preset="bots-rr", table__size="2", table__min="2")
    seats = play_all(held)
    leg = [("P1", "P4"), ("P2", "P3"), ("P3", "P1"), ("P2", "P4"), ("P1", "P2"), ("P3", "P4")]
    assert [tuple(table) for table in seats] == leg + [(b, a) for a, b in leg]
    assert held.state.phase == "finished"


def play_all(held: HeldTournament) -> list[list[str]]:
    """Every round of a round robin; the seats of all games, those of one round by number."""
    out: list[list[str]] = []
    while held.state.phase != "finished":
        number = len(held.state.rounds) + 1
        held.begin(number)
        out += sorted((table.seats for table in held.round(number).tables), key=lambda seats: min(seats))
        in_order(held, number)
    return out


def test_TOU_S37_sharing() -> None:
    """TOU-19.5, TOU-19.1, TOU-19.4."""
    share = TournamentOptions("settlers-5321")
    half = Fraction(5, 2)
    assert pp("won=P1", "10", "8", "8", "4", options=share) == [5, half, half, 1]
    assert pp("time", "8", "8", "6", "5", options=share) == [4, 4, 2, 1]
    assert pp("time", "8", "8", "8", "5", options=share) == [Fraction(10, 3)] * 3 + [1]
    assert pp("time", "8", "8", "8", "8", options=share) == [Fraction(11, 4)] * 4
    assert pp("won=P1", "10", "8", "8", options=share) == [5, 2, 2]
    for rule, points in (("best", [4, 3, 3, 1]), ("worst", [4, 2, 2, 1])):
        assert pp("won=P1", "10", "8", "8", "4", options=TournamentOptions(given={"tie.rule": rule})) == points


def test_TOU_S38_export() -> None:
    """TOU-20.8."""
    lines = exports.standings_csv(osada().state).split("\r\n")
    assert lines[4] == "4,P1,P1,1,10,28,34.69,2,0,0,,success"
    assert lines[10] == "10,P6,P6,0,5,9,20.16,1,1,0,W,pp"
    held = HeldTournament()
    held.do('register "=1+1"')
    text = exports.players_csv(held.state)
    assert "P1,'=1+1,,human,entered,1,,,\r\n" in text
    listed = read_players(HeldTournament().state, text.encode())
    assert listed.args["rows"] == [{"name": "=1+1", "kind": "human"}]
    assert listed.table.ignored == ["id", "status", "entered_round"]


def test_TOU_S39_locked() -> None:
    """TOU-1.5."""
    held = HeldTournament(8)
    held.do("draw R1")
    held.do("publish R1")
    assert held.refuse("set points.4=5-3-2-1") == "LOCKED"
    held.start(1)
    held.do("set time.round=60")
    assert held.round(1).minutes == 75
    in_order(held, 1)
    held.begin(2)
    assert held.round(2).minutes == 60
    assert held.refuse("set rounds=2", "O1") == "FORBIDDEN"
    assert held.refuse("set rounds=1", "O2") == "LOCKED"
    assert held.refuse("set rounds=4", "O2") == "LOCKED"
    held.head("set rounds=2")
    in_order(held, 2)
    assert held.state.phase == "finished"


def test_TOU_S40_reproducible() -> None:
    """TOU-6.6, TOU-6.8, TOU-18.1."""
    held = osada()
    again = held.replayed()
    assert again == held.state
    held = HeldTournament(10)
    held.do("draw R1")
    first = held.groups(1)
    held.do('redraw R1 reason="a look"')
    assert held.round(1).attempt == 2
    assert held.groups(1) != first
    drawn = [entry.args["attempt"] for entry in held.log if entry.op in ("draw", "redraw")]
    assert drawn == [1, 2]
    twin = HeldTournament(10)
    twin.do("draw R1")
    twin.do('redraw R1 reason="a look"')
    assert [t.seats for t in twin.round(1).tables] == [t.seats for t in held.round(1).tables]


def test_TOU_S41_a_table_played_on_the_platform() -> None:
    """TOU-1.8, TOU-8.5, TOU-8.7, TOU-10.3, TOU-11.4, TOU-1.6."""
    held = HeldTournament(10)
    held.begin(1)
    table = held.table(1, 1)
    spec = table_spec(held.state, held.round(1), table, "osada")
    assert spec.seats == ("P8", "P2", "P3", "P9")
    assert spec.options["board_seed"] == "9848399450985174930"
    assert spec.seed == "12326790045955144551"
    assert lot.key("osada", "game", 1, 1, "T1").startswith("ab118e3c")
    assert spec.options["ruleset"] == "tournament"
    assert (spec.options["first"], spec.options["time_limit_min"]) == ("roll", "75")
    won = Outcome("win", "SET-13.2", (11, 10, 8, 8), (1, 2, 3, 3))
    args = report_args(spec, table, won)
    assert args["winner"] == "P8"
    held.act("report", "E", **args)
    assert table.state == "confirmed"
    assert [pp for pp, _ in shares(held, 1, 1).values()] == [4, 3, 2, 2]

    held = HeldTournament(10)
    held.begin(1)
    held.wait(40)
    table = held.table(1, 1)
    stopped = Outcome("rounds", "SET-16.1", (9, 9, 6, 4), (1, 1, 3, 4))
    held.act("report", "E", **report_args(spec, table, stopped))
    assert table.result is not None
    assert table.result.end == "time"
    assert [pp for pp, _ in shares(held, 1, 1).values()] == [4, 4, 3, 2]

    held = HeldTournament(10)
    held.begin(1)
    table = held.table(1, 1)
    assert table_events(spec, held.round(1), table, read_time(held.at)) == []
    held.do("withdraw P9", "P9")
    assert table_events(spec, held.round(1), table, read_time(held.at)) == ["leave P4"]
    held.expire(1)
    held.head("turnlimit R1 90")
    assert table_events(spec, held.round(1), table, read_time(held.at)) == ["leave P4", "time", "turnlimit 90"]
    held.act("report", "E", **report_args(spec, table, won))
    assert table.result is not None
    mark = table.result.mark("P9")
    assert mark is not None
    assert mark.status == "forfeit"


def test_the_swiss_round_of_S35_is_the_optimum_among_all() -> None:
    """TOU-19.8: against every split of eight players into two fours."""
    from itertools import combinations

    held = HeldTournament(8, draw="swiss")
    held.begin(1, "P1 P2 P3 P4", "P5 P6 P7 P8")
    in_order(held, 1)
    people = [f"P{i}" for i in range(1, 9)]
    asked = problem(held.state, "osada", 2, 1, people, [])
    found = []
    for rest in combinations(people[1:], 3):
        one = ("P1", *rest)
        other = tuple(p for p in people if p not in one)
        found.append(drawing.evaluate(asked, (drawing.DrawnTable(1, one), drawing.DrawnTable(2, other))).vector)
    held.do("draw R2")
    draw = held.round(2).draw
    assert draw is not None
    assert tuple(map(str, min(found))) == draw.vector
    assert vector(held, 2) == ["0", "4"]
