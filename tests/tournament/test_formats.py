"""Formats for people: seeding, groups, round robins, knock-outs with byes and a third place; teams and categories."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from kotva.tournament.draw import DrawOptions, round_robin
from kotva.tournament.seeding import groups_of
from kotva.tournament.state import Round, TournamentTable
from kotva.tournament.verify import verify
from tests.tournament.held import HeldTournament

PAIRS = {"table__size": "2", "table__min": "2", "final__size": "2", "points__2": "2-0", "players__min": "2"}


def play(held: HeldTournament, number: int) -> Round:
    """A round in which the lowest id of each table wins, the others follow by their ids."""
    held.begin(number)
    round = held.round(number)
    held.finish(number, *(won_by_lowest(table) for table in round.tables))
    return round


def won_by_lowest(table: TournamentTable) -> str:
    order = sorted(table.seats, key=lambda player: int(player[1:]))
    points = " ".join(f"{player}:{10 - 2 * i}" for i, player in enumerate(order))
    return f"T{table.number} won={order[0]} {points}"


def strong_and_weak(round: Round) -> list[str]:
    """The first group shares the first place and has many points, the second has few."""
    table = next(table.number for table in round.tables if "P1" in table.seats)
    return [f"T{3 - table} won=P2 P2:10 P3:4 P6:3 P7:2", f"T{table} time P1:9 P4:9 P5:8 P8:7"]


def groups(round: Round) -> set[frozenset[str]]:
    return {frozenset(table.seats) for table in round.tables}


def sets(*texts: str) -> set[frozenset[str]]:
    return {frozenset(text.split()) for text in texts}


def test_TOU_S43_a_knockout_alone() -> None:
    """TOU-19.14, TOU-19.17: six players in pairs, seeded by entry: two byes, semi-finals, a final and a third place."""
    held = HeldTournament(6, preset="knockout", seeding="entry", **PAIRS)
    first = play(held, 1)
    assert (groups(first), first.byes) == (sets("P3 P6", "P4 P5"), ["P1", "P2"])
    assert held.state.last_round == 3
    assert held.order(1) == "P1 P2 P3 P4 P5 P6", "byes and winners before the others, in the order of the seeding"
    assert {row.player: row.totals.pp for row in held.rows(1)}["P1"] == 0, "a bye of a knockout gives no points"
    second = play(held, 2)
    assert (groups(second), second.byes) == (sets("P1 P4", "P2 P3"), [])
    last = play(held, 3)
    assert [sorted(table.seats) for table in last.tables] == [["P1", "P2"], ["P3", "P4"]]
    assert held.state.phase == "finished"
    assert held.order() == "P1 P2 P3 P4 P5 P6"
    held.do("archive")
    assert verify(held.log) is None


def test_the_third_place_is_below_the_final() -> None:
    """TOU-19.17: who wins the table beside the final is third, not second."""
    held = HeldTournament(4, preset="knockout", seeding="entry", **PAIRS)
    play(held, 1)
    held.begin(2)
    held.finish(2, "T1 won=P2 P1:3 P2:10", "T2 won=P4 P3:9 P4:10")
    assert held.order() == "P2 P1 P4 P3"


@pytest.mark.parametrize(
    ("n", "size", "tables", "byes", "rounds"),
    [
        *((2, 2, 1, 0, 1), (3, 2, 1, 1, 2), (4, 2, 2, 0, 2), (5, 2, 1, 3, 3), (13, 2, 5, 3, 4), (16, 2, 8, 0, 4)),
        *((3, 4, 1, 0, 1), (4, 4, 1, 0, 1), (5, 4, 1, 3, 2), (6, 4, 1, 3, 2), (8, 4, 2, 2, 2), (16, 4, 4, 0, 2)),
        (17, 4, 1, 15, 3),
    ],
)
def test_so_many_byes_that_every_later_stage_is_full(n: int, size: int, tables: int, byes: int, rounds: int) -> None:
    """TOU-19.17: computed by hand from the formula, and every later round has full tables of equal size."""
    held = HeldTournament(
        n,
        preset="knockout",
        seeding="entry",
        table__size=str(size),
        table__min="2",
        final__size="2",
        players__min="2",
        knockout__third="false",
    )
    first = play(held, 1)
    assert (len(first.tables), len(first.byes), held.state.last_round) == (tables, byes, rounds)
    for number in range(2, rounds + 1):
        assert {len(table.seats) for table in play(held, number).tables} == {size}
    assert held.state.phase == "finished"
    assert held.order().split()[0] == "P1"


def test_only_a_knockout_alone_has_no_ordinary_rounds() -> None:
    """TOU-19.17."""
    held = HeldTournament(4)
    assert held.refuse("set rounds=0") == "RANGE"


def test_a_knockout_alone_takes_late_entries_until_it_starts() -> None:
    """TOU-19.17, TOU-2.10."""
    held = HeldTournament(4, preset="knockout", **PAIRS)
    held.do('register "Late"')
    held.do("checkin P5")
    play(held, 1)
    assert held.refuse('register "Later"') == "TOO_LATE"


def test_TOU_S44_seeding_by_rating() -> None:
    """TOU-19.14, TOU-2.16: the highest rating first, those without one last; the snake makes tables of equal strength."""
    held = HeldTournament(draw="seeded,swiss", seeding="rating", rounds="2")
    for number, rating in enumerate((1400, None, 1900, 1600, 1500, 2000, 1700, 1800), 1):
        held.do(f'register "N{number}"' + (f" rating={rating}" if rating else ""))
    held.do("close")
    for number in range(1, 9):
        held.do(f"checkin P{number}")
    first = play(held, 1)
    assert held.state.seeding == ("P6", "P3", "P8", "P7", "P4", "P5", "P1", "P2")
    assert groups(first) == sets("P6 P7 P4 P2", "P3 P8 P5 P1")
    assert held.refuse("describe P1 rating=1000") == "LOCKED"
    assert play(held, 2).mode == "swiss"


def test_equal_ratings_are_drawn_by_lot() -> None:
    """TOU-19.14, TOU-5.4: by the purpose `seed`, so that another seed gives another order."""
    orders = set()
    for seed in ("a", "b", "c", "d", "e"):
        held = HeldTournament(8, seed=seed, draw="seeded", seeding="rating")
        held.do("draw R1")
        orders.add(held.state.seeding)
    assert len(orders) > 1
    assert all(sorted(order) == sorted(orders.copy().pop()) for order in orders)


def test_a_seeded_round_keeps_the_hard_avoid_list() -> None:
    """TOU-19.14, TOU-19.9."""
    held = HeldTournament(8, draw="seeded", seeding="entry", avoid__hard="P1-P8")
    held.do("draw R1")
    assert not any({"P1", "P8"} <= set(table.seats) for table in held.round(1).tables)


def test_TOU_S45_groups() -> None:
    """TOU-19.15: two groups by the snake play among themselves; the best two of each are in the final."""
    held = HeldTournament(8, preset="groups-final", seeding="entry")
    assert groups_of(held.state.options, [f"P{i}" for i in range(1, 9)]) == (
        ("P1", "P4", "P5", "P8"),
        ("P2", "P3", "P6", "P7"),
    )
    for number in (1, 2, 3):
        assert groups(play(held, number)) == sets("P1 P4 P5 P8", "P2 P3 P6 P7")
    seats = Counter(
        (player, seat) for n in (1, 2, 3) for t in held.round(n).tables for seat, player in enumerate(t.seats)
    )
    assert max(seats.values()) == 1, "TOU-8.3 balanced: nobody sits twice in the same seat"
    last = play(held, 4)
    assert (last.mode, groups(last)) == ("final", sets("P1 P2 P4 P3"))
    assert held.order().split()[:4] == ["P1", "P2", "P3", "P4"]
    held.do("archive")
    assert verify(held.log) is None


def test_the_second_of_a_weak_group_goes_before_the_third_of_a_strong_one() -> None:
    """TOU-19.15: by place in the group first, whatever the points."""
    held = HeldTournament(8, preset="groups-final", seeding="entry", rounds="1", final__size="4")
    held.begin(1)
    held.finish(1, *strong_and_weak(held.round(1)))
    assert set(held.order().split()[:4]) == {"P1", "P2", "P4", "P5"}, "P5 is third of the group and fourth of all"
    held.begin(2)
    assert groups(held.round(2)) == sets("P1 P2 P3 P4")


def test_groups_have_byes_and_short_tables_of_their_own() -> None:
    """TOU-19.15: 5 and 4 players make a table and a bye, and a table."""
    held = HeldTournament(9, preset="groups-final", seeding="entry")
    held.do("draw R1")
    round = held.round(1)
    assert [len(table.seats) for table in round.tables] == [4, 4]
    assert len(round.byes) == 1
    assert held.refuse(f'swap R1 {round.tables[0].seats[0]} {round.tables[1].seats[0]} reason="x"', "O2") != ""


def test_groups_go_without_repair_and_stand_ins() -> None:
    """TOU-19.15."""
    held = HeldTournament(8, preset="groups-final")
    assert held.refuse("set fill=min") == "RANGE"
    held.do("draw R1")
    held.do("publish R1")
    held.do("absent P3")
    assert held.refuse("repair R1") == "NO_REPAIR"


def test_groups_of_which_nobody_is_present_are_too_few() -> None:
    """TOU-2.13, TOU-19.15."""
    held = HeldTournament(8, preset="groups-final", seeding="entry")
    play(held, 1)
    for number in range(1, 9):
        held.do(f"absent P{number}")
    assert held.refuse("draw R2") == "TOO_FEW"


def test_a_newcomer_joins_a_group_and_stays() -> None:
    """TOU-19.14, TOU-19.15: behind all others in the seeding; nobody else changes the group."""
    held = HeldTournament(8, preset="groups-final", seeding="entry")
    play(held, 1)
    held.do('register "Late"')
    held.do("checkin P9")
    play(held, 2)
    assert held.state.seeding[-1] == "P9"
    assert {frozenset(group) for group in groups_of(held.state.options, held.state.seeding)} == sets(
        "P1 P4 P5 P8 P9", "P2 P3 P6 P7"
    )


@pytest.mark.parametrize("n", range(2, 14))
@pytest.mark.parametrize("legs", [1, 2, 3])
def test_everybody_begins_equally_often(n: int, legs: int) -> None:
    """TOU-19.16: whoever meets whom, in each leg the seats differ by one at most; two legs are exactly even."""
    ids = [f"P{i}" for i in range(1, n + 1)]
    games = round_robin(ids, 2, DrawOptions(table_size=2, table_min=2, rr_legs=legs, seat_mode="balanced"))
    assert Counter(frozenset(game.seats) for game in games) == {frozenset(pair): legs for pair in combinations(ids, 2)}
    for player in ids:
        first = sum(game.seats[0] == player for game in games)
        second = sum(game.seats[1] == player for game in games)
        assert abs(first - second) <= legs % 2, f"{player}: {first} and {second}"


def test_TOU_S46_a_round_robin_of_people() -> None:
    """TOU-19.16: seven rounds for eight; who has gone is missed by the opponent alone, and nobody meets twice."""
    held = HeldTournament(6, preset="duel-rr")
    met: Counter[frozenset[str]] = Counter()
    for number in range(1, 6):
        round = play(held, number)
        met += Counter(groups(round))
        if number == 2:
            held.do("withdraw P6")
        if number > 2:
            assert len(round.byes) == 1, "the opponent of P6"
    assert held.state.phase == "finished"
    assert met.total() == 3 + 3 + 2 + 2 + 2
    assert max(met.values()) == 1
    assert held.order().split()[0] == "P1"
    held.do("archive")
    assert verify(held.log) is None


def test_a_round_robin_in_groups_with_a_final() -> None:
    """TOU-19.15, TOU-19.16: the smaller group is through first and rests without byes; then the final."""
    held = HeldTournament(7, preset="duel-rr", groups="2", seeding="entry", draw="round_robin,final", final__size="2")
    rounds = [play(held, 1)]
    assert held.state.last_round == 4
    rounds += [play(held, number) for number in (2, 3)]
    assert sum(len(round.tables) for round in rounds) == 6 + 3
    assert play(held, 4).mode == "final"
    assert held.order().split()[:2] == ["P1", "P2"]
    held.do("archive")
    assert verify(held.log) is None
