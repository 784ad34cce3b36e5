"""The edges of the clauses: each case is a line of the code that could be broken without any other test noticing."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from kotva.tournament.clock import grace_is_over
from kotva.tournament.draw import Entrant, sizes
from kotva.tournament.draw.problem import DrawProblem
from kotva.tournament.draw.sizes import byes
from kotva.tournament.log import Json
from kotva.tournament.problems import problem
from kotva.tournament.refusal import Refused
from kotva.tournament.schedule import clock_time, start_of
from kotva.tournament.state import read_time
from kotva.tournament.tournament import act, follow
from kotva.tournament.verify import verify
from tests.tournament.held import HeldTournament
from tests.tournament.reference import lot_order

WON = "won=P1 P1:10 P2:8 P3:6 P4:4"


def played(held: HeldTournament, text: str) -> dict[str, tuple[Fraction, int, Fraction]]:
    """Place points, game points and success of everybody after one game of P1 to P4."""
    held.begin(1, "P1 P2 P3 P4")
    held.finish(1, f"T1 {text}")
    return {row.player: (row.totals.pp, row.totals.gp, row.totals.success) for row in held.rows()}


def first_round(held: HeldTournament, draw: bool = True) -> None:
    """Round 1 as drawn, seat 1 wins everywhere."""
    held.begin(1, draw=draw)
    for table in held.round(1).tables:
        held.result(f"{table.name} won={table.seats[0]} {' '.join(f'{p}:{10 - i}' for i, p in enumerate(table.seats))}")
    held.do("complete R1")


# -- places and points -----------------------------------------------------------------------------------------------


def test_the_points_are_those_of_the_number_of_players_placed() -> None:
    """TOU-19.5, TOU-11.7: three placed at a table of four get the list of three."""
    held = HeldTournament(4, points__4="9-7-5-3", points__3="6-4-2")
    found = played(held, "won=P1 P1:10 P2:8 P3:6 P4:absent")
    assert [found[f"P{i}"][0] for i in (1, 2, 3, 4)] == [6, 4, 2, 0]


def test_success_is_scaled_by_the_players_placed() -> None:
    """TOU-12.6: three placed of a table size of four: shares times 3/4."""
    held = HeldTournament(4, success__mode="scaled")
    found = played(held, "won=P1 P1:10 P2:6 P3:4 P4:absent")
    assert [found[f"P{i}"][2] for i in (1, 2, 3)] == [Fraction(3, 8), Fraction(9, 40), Fraction(3, 20)]


@pytest.mark.parametrize(("last", "mean"), [("left(1)", 6), ("forfeit", 8), ("absent", 8)])
def test_the_mean_for_a_bye_is_over_ok_and_left(last: str, mean: int) -> None:
    """TOU-3.6: 10, 8, 6 and left(1) are 25/4, rounded 6; seats without a place are not in it."""
    held = HeldTournament(5)
    held.fixed(1, "P1 P2 P3 P4", byes="P5")
    held.begin(1, draw=False)
    held.finish(1, f"T1 won=P1 P1:10 P2:8 P3:6 P4:{last}")
    row = next(row for row in held.rows() if row.player == "P5")
    assert (int(row.totals.pp), row.totals.gp, row.totals.byes, len(row.totals.shares)) == (3, mean, 1, 0)


def test_a_dissolved_table_is_a_bye_with_its_game_points() -> None:
    """TOU-3.7, TOU-3.6: those present get 3 pp and the mean of the round; the absent one gets nothing."""
    held = HeldTournament(8)
    held.begin(1, "P1 P2 P3 P4", "P5 P6 P7 P8")
    held.result(f"R1.T1 {WON}")
    held.head('dissolve R1.T2 absent=P8 reason="fire"')
    held.do("complete R1")
    totals = {row.player: row.totals for row in held.rows()}
    assert [(int(totals[p].pp), totals[p].gp, totals[p].byes) for p in ("P5", "P8")] == [(3, 7, 1), (0, 0, 0)]
    assert totals["P5"].shares == totals["P8"].shares == []


def test_the_expelled_are_listed_last_in_order_of_id() -> None:
    """TOU-13.4: P10 after P2, without a rank."""
    held = HeldTournament(12)
    first_round(held)
    for player in ("P10", "P2"):
        held.head(f'expel {player} "cheating"')
    assert [(row.player, row.rank, row.mark) for row in held.rows()[-2:]] == [("P2", None, "X"), ("P10", None, "X")]


# -- lots and presence -----------------------------------------------------------------------------------------------


def test_the_lot_of_a_round_knows_no_attempt_but_the_salt() -> None:
    """TOU-5.4, TOU-5.1, TOU-13.2: attempt 1 also after a redraw; with a salt the seed is `seed:salt`."""
    held = HeldTournament(8)
    held.do("set salt=3516")
    held.do("draw R1")
    held.do('redraw R1 reason="again"')
    first_round(held, draw=False)
    everybody = [f"P{i}" for i in range(1, 9)]
    assert held.round(1).lot == lot_order("osada", "3516", 1, everybody) != lot_order("osada", "none", 1, everybody)


def test_what_a_round_makes_of_everybody() -> None:
    """TOU-2.6: ok and a bye stay present; left, forfeit and absent are absent; dsq is expelled."""
    held = HeldTournament(9, table__size="8", table__min="3", points__8="1")
    held.fixed(1, "P1 P2 P3 P4 P5 P6 P7 P8", byes="P9")
    held.begin(1, draw=False)
    held.do("withdraw P7")
    held.head('expel P8 "cheating"')
    held.finish(1, "T1 won=P1 P1:10 P2:8 P3:left(5) P4:forfeit P5:absent P6:7 P7:forfeit P8:dsq")
    status = [held.state.players[f"P{i}"].status for i in range(1, 10)]
    assert status == [
        *("present", "present", "absent", "absent", "absent", "present", "withdrawn", "expelled", "present"),
    ]


def test_a_place_on_the_list_is_taken_by_everybody_who_may_still_play() -> None:
    """TOU-2.3: entered, present and absent players count; withdrawn ones and stand-ins do not."""
    held = HeldTournament(players__max="3")
    for name in ("A", "B", "C"):
        held.do(f'register "{name}"')
    held.do('register "S" kind=standin')
    held.do("checkin P1")
    held.do("absent P2")
    held.do('register "D"')
    assert held.state.players["P5"].status == "waiting"
    held.do("withdraw P3")
    assert held.state.players["P5"].status == "entered"
    held.do('register "E"')
    assert held.state.players["P6"].status == "waiting"


def test_a_player_who_is_back_before_the_start_plays() -> None:
    """TOU-2.11, TOU-14.2: the seat of somebody who withdrew by mistake is not absent any more."""
    held = HeldTournament(4)
    held.fixed(1, "P1 P2 P3 P4")
    held.do("publish R1")
    held.do("withdraw P4")
    assert held.table(1, 1).gone["P4"].status == "absent"
    held.do("return P4")
    assert held.table(1, 1).gone == {}
    held.start(1)
    held.result(f"R1.T1 {WON}")


# -- byes and draws --------------------------------------------------------------------------------------------------


def test_a_stand_in_takes_no_bye() -> None:
    """TOU-2.14: whatever the lot or the points say."""
    assert sizes(5) is not None
    for i in range(20):
        for round in (1, 2):
            people = tuple(Entrant(f"P{n}", 5 - (n == 5) * 5, None, standin=n == 5) for n in range(1, 6))
            assert byes(DrawProblem(seed=f"s{i}", round=round, players=people)) != ("P5",)


def test_who_gets_the_bye() -> None:
    """TOU-3.5: fewest byes and misses, then fewest points, then the worst rank; not yet listed is worst, higher id first."""

    def bye(*people: Entrant) -> tuple[str, ...]:
        return byes(DrawProblem(seed="x", round=2, players=people))

    five = [Entrant(f"P{n}", 4, n) for n in range(1, 6)]
    assert bye(*five) == ("P5",), "the worst rank"
    assert bye(replace(five[0], pp=3), *five[1:]) == ("P1",), "before the rank: points"
    assert bye(replace(five[0], pp=3, rested=1), *five[1:]) == ("P5",), "before points: byes and misses"
    assert bye(*five[:3], replace(five[3], rank=None), five[4]) == ("P4",), "not listed is worst"
    assert bye(*five[:2], *(replace(p, rank=None) for p in five[2:])) == ("P5",), "the higher id first"


def test_what_a_draw_knows_of_everybody() -> None:
    """TOU-6.4, TOU-8.3, TOU-3.5: earlier rounds at short tables, seats, byes and misses."""
    held = HeldTournament(8)
    held.do("absent P8")
    held.begin(1, "P1 P2 P3 P4", "P5 P6 P7")
    held.finish(1, f"T1 {WON}", "T2 won=P5 P5:10 P6:8 P7:6")
    held.do("checkin P8")
    asked = problem(held.state, "osada", 2, 1, [f"P{i}" for i in range(1, 9)], [])
    found = {player.id: player for player in asked.players}
    assert [found[p].short for p in ("P1", "P5", "P8")] == [0, 1, 0]
    assert [found[p].rested for p in ("P1", "P5", "P8")] == [0, 0, 1]
    assert [found[p].seats for p in ("P1", "P7", "P8")] == [(1,), (3,), ()]
    assert [found[p].rank for p in ("P1", "P5", "P8")] == [2, 1, None]


def test_a_repair_keeps_byes() -> None:
    """TOU-14.6: who has a bye keeps it, unless that player goes or is seated."""
    for out, come, left in (("P1", "P6", ["P5"]), ("P1,P5", "P6", []), ("P1", "P5", [])):
        held = HeldTournament(6)
        held.do("absent P6")
        held.fixed(1, "P1 P2 P3 P4", byes="P5")
        held.do("publish R1")
        held.do("checkin P6")
        held.do(f"repair R1 out={out} in={come}")
        assert held.round(1).byes == left
        assert set(held.round(1).seated()) == {"P2", "P3", "P4", come}


# -- results ---------------------------------------------------------------------------------------------------------


def test_a_player_cannot_sign_for_all() -> None:
    """TOU-10.4: slips signed by all are entered by officials; the game itself does not sign either."""
    held = HeldTournament(4)
    held.begin(1, "P1 P2 P3 P4")
    assert held.refuse(f"report R1.T1 {WON} signed", "P1") == "FORBIDDEN"
    held.do('official O3 name="Sara" role=scorer')
    held.do(f"report R1.T1 {WON} signed", "O3")
    assert held.table(1, 1).state == "confirmed"


def test_the_same_points_with_another_winner_are_another_result() -> None:
    """TOU-10.5: a report is equal if its end, its winner and all seats are."""
    held = HeldTournament(4)
    held.begin(1, "P1 P2 P3 P4")
    held.do("report R1.T1 won=P1 P1:10 P2:10 P3:6 P4:4 ack", "P1")
    assert held.refuse("report R1.T1 won=P1 P2:10 P1:10 P4:4 P3:6 ack", "P3") == "SAME"
    held.do("report R1.T1 won=P2 P1:10 P2:10 P3:6 P4:4 ack", "P2")
    assert held.table(1, 1).state == "disputed"


def test_the_panel_takes_a_warning_back() -> None:
    """TOU-16.2, TOU-16.9: a warning that the panel changes is none."""
    held = HeldTournament(4)
    held.do('official O3 name="A" role=panel')
    held.do('official O4 name="B" role=panel')
    for _ in range(2):
        held.head('warn P4 "loud"')
    assert held.state.players["P4"].warnings == 2
    held.do('protest C2 "I was not"', "P4")
    held.do("vote C2 change", "O3")
    held.do("vote C2 change", "O4")
    assert held.state.players["P4"].warnings == 1


# -- people, clocks, the log -----------------------------------------------------------------------------------------


def test_the_head_referee_is_no_player() -> None:
    """TOU-16.1: not even under another name with the same account."""
    held = HeldTournament()
    held.act("register", name="Ada", account="ada")
    with pytest.raises(Refused, match="may not be a player"):
        held.act("official", official="O3", name="Ada", role="head", account="ada")
    held.act("official", official="O3", name="Bea", role="head", account="bea")
    assert held.state.head == "O3"


def test_the_grace_time_is_of_the_running_clock() -> None:
    """TOU-14.1: ten minutes to the second, pauses apart, and not before the start."""
    held = HeldTournament(4)
    held.fixed(1, "P1 P2 P3 P4")
    held.do("publish R1")
    assert not grace_is_over(held.round(1), read_time("2030-01-01T00:00:00Z"), 0)
    held.start(1)
    held.wait(6)
    held.do("pause R1")
    held.wait(30)
    held.do("resume R1")
    held.wait(3.9)
    assert not grace_is_over(held.round(1), read_time(held.at), 10)
    held.wait(0.1)
    assert grace_is_over(held.round(1), read_time(held.at), 10)


def test_a_round_that_has_started_keeps_its_length_in_the_schedule() -> None:
    """TOU-1.5, TOU-15.1: a later `time.round` is that of later rounds."""
    held = HeldTournament(4)
    held.begin(1, "P1 P2 P3 P4")
    held.do("set time.round=30")
    times = [clock_time(held.state, start_of(held.state, number)) for number in (1, 2, 3)]
    assert times == ["12:30", "14:00", "14:45"]


def test_a_clock_set_back_does_not_go_back_in_the_log() -> None:
    """TOU-18.1: the time of the entry before is used, so that the log can be replayed."""
    held = HeldTournament()
    held.wait(60)
    before = held.do('register "A"').at
    entry = act(held.state, "O1", "register", {"name": "B"}, "2020-01-01T00:00:00Z", held.secrets)
    held.log.append(entry)
    assert entry.at == before
    assert held.replayed() == held.state


def test_another_seed_than_the_one_committed_to() -> None:
    """TOU-5.5, TOU-18.3: neither verifies nor closes the tournament."""
    held = HeldTournament(4)
    assert verify(held.log, "osada") is None
    doubt = verify(held.log, "another")
    assert doubt is not None
    assert (doubt.seq, doubt.refused.clause) == (1, "TOU-5.5")
    held = HeldTournament(4, rounds="1")
    held.begin(1, "P1 P2 P3 P4")
    held.finish(1, f"T1 {WON}")
    entry = held.do("archive")
    held.log.pop()
    state = held.replayed()
    with pytest.raises(Refused, match="not the one committed to"):
        follow(state, replace(entry, args={"seed": "another"}))


# -- what a sample of mutants found unguarded ------------------------------------------------------------------------


def of_edition_1(players: int, **options: str) -> HeldTournament:
    """A tournament that an earlier version made (TOU-18.5)."""
    held = HeldTournament(0, **options)
    first = held.log[0]
    held.log[0] = replace(first, args={name: value for name, value in first.args.items() if name != "rules"})
    held.state.edition = 1
    for i in range(1, players + 1):
        held.do(f'register "P{i}"')
    held.do("close")
    for i in range(1, players + 1):
        held.do(f"checkin P{i}")
    return held


def test_edition_1_redrew_with_too_few() -> None:
    """TOU-18.5, TOU-2.13: such a log is still read."""
    held = of_edition_1(8, players__min="8")
    held.do("draw R1")
    held.do("absent P8")
    held.do('redraw R1 reason="P8 is missing"')
    assert verify(held.log, "osada") is None


def test_a_forged_draw_of_edition_1_is_found() -> None:
    """TOU-18.3, TOU-18.5: only finals of that edition followed another rule."""
    held = of_edition_1(8)
    held.do("draw R1")
    entry = held.log[-1]
    tables = [list(table.seats) for table in held.round(1).tables]
    tables[0][0], tables[1][0] = tables[1][0], tables[0][0]
    content: list[Json] = [{"number": i, "seats": [*seats]} for i, seats in enumerate(tables, 1)]
    doubt = verify([*held.log[:-1], replace(entry, args={**entry.args, "tables": content})], "osada")
    assert doubt is not None
    assert doubt.refused.code == "TAMPERED"


def test_a_redraw_may_end_the_tournament() -> None:
    """TOU-2.13: with `finish`, where no table can be formed; the round drawn before lapses. Never in round 1."""
    held = HeldTournament(4)
    for i in (2, 3, 4):
        held.do(f"absent P{i}")
    assert held.refuse("draw R1 finish") == "TOO_FEW"
    for i in (2, 3, 4):
        held.do(f"checkin P{i}")
    held.begin(1, "P1 P2 P3 P4")
    held.finish(1, f"T1 {WON}")
    held.do("draw R2")
    for i in (1, 2, 3, 4):
        held.do(f"absent P{i}")
    held.do('redraw R2 reason="all have gone" finish')
    assert (held.state.phase, len(held.state.rounds)) == ("finished", 1)


@pytest.mark.parametrize("seed", ["", "x" * 201])
def test_a_seed_is_a_text(seed: str) -> None:
    """TOU-5.1: of 1 to 200 characters."""
    with pytest.raises(Refused, match="A seed is a text"):
        HeldTournament(seed=seed)


def test_a_signed_slip_confirms_an_equal_report() -> None:
    """TOU-10.5: no second version, no dispute."""
    held = HeldTournament(4)
    held.begin(1, "P1 P2 P3 P4")
    held.do(f"report R1.T1 {WON}", "P1")
    held.do(f"report R1.T1 {WON} signed", "O1")
    assert (held.table(1, 1).state, len(held.table(1, 1).versions), held.state.cases) == ("confirmed", 1, {})


def test_a_protest_asks_for_a_result_of_its_own_game() -> None:
    """TOU-16.10: not of another table."""
    held = HeldTournament(8)
    held.begin(1, "P1 P2 P3 P4", "P5 P6 P7 P8")
    held.head(f'decide R1.T1 adjudicated {WON} "so be it"')
    other = "R1.T2 adjudicated won=P5 P5:10 P6:8 P7:6 P8:4"
    assert held.refuse(f'protest C1 {other} "unfair"', "P1") == "SEATS"


def test_the_organiser_is_warned_of_a_bound_player() -> None:
    """TOU-8.2, TOU-6.7: the warning is kept with the draw."""
    held = HeldTournament(8)
    held.do("set fixed_table=P1:9")
    held.do("draw R1")
    drawn = held.round(1).draw
    assert drawn is not None
    assert drawn.warnings == ["FIXED_TABLE_MISSING"]


def test_a_tournament_is_made_once() -> None:
    """TOU-5.5."""
    assert HeldTournament().refuse('create "Again"') == "STATE"


def test_a_log_has_no_contacts() -> None:
    """TOU-18.4: an entry with one could not have been made."""
    held = HeldTournament()
    entry = held.do('register "A" contact="tel"')
    assert "contact" not in entry.args
    held.log.pop()
    with pytest.raises(Refused, match="never written into the log"):
        follow(held.replayed(), replace(entry, args={**entry.args, "contact": "tel"}))


def test_no_repair_says_redraw() -> None:
    """TOU-14.6."""
    held = HeldTournament(4)
    held.do("draw R1")
    held.do("publish R1")
    for i in (1, 2):
        held.do(f"absent P{i}")
    with pytest.raises(Refused, match="cannot be repaired; redraw"):
        held.do("repair R1")


@pytest.mark.parametrize("seconds", [0, 3601])
def test_a_turn_has_at_most_an_hour(seconds: int) -> None:
    """TOU-9.6."""
    held = HeldTournament(4)
    held.begin(1, "P1 P2 P3 P4")
    held.expire(1)
    assert held.refuse(f"turnlimit R1 {seconds}", "O2") == "RANGE"
    held.head("turnlimit R1 3600")


def test_numbers_are_whole_and_not_endless() -> None:
    """TOU-18.1: `SYNTAX`, before anything is looked at."""
    held = HeldTournament(4)
    held.begin(1, "P1 P2 P3 P4")
    for minutes in (10**7, "5", True):
        with pytest.raises(Refused) as refused:
            held.act("extend", "O2", round=1, table=1, minutes=minutes)
        assert refused.value.code == "SYNTAX"
    assert HeldTournament().refuse('create "Osada" rounds') == "SYNTAX"


def test_a_person_that_is_not_entered_yet_may_enter_and_nothing_else() -> None:
    """TOU-2.10, section 7."""
    held = HeldTournament(4)
    assert held.refuse("checkin P1", "P5") == "FORBIDDEN"
    assert held.refuse('case open "loud"', "P5") == "FORBIDDEN"
    held.do('register "Late"', "P5")


def test_round_1_never_ends_a_tournament() -> None:
    """TOU-2.13: nobody has played yet, so there is nothing to end."""
    held = HeldTournament(2, players__min="1")
    assert held.refuse("draw R1 finish") == "TOO_FEW"
