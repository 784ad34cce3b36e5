"""Scenarios of the rulebook: what the best draw is worth, seats, swaps (TOU-4, TOU-6 to TOU-8)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from time import process_time

import pytest

from kotva.tournament.draw import DrawOptions, DrawProblem, Entrant, Infeasible, draw, swap
from tests.tournament.draw.helpers import (
    AFTER_1,
    OSADA_1,
    TEN,
    agrees,
    entrants,
    groups,
    ids,
    published,
    seats,
    tables,
)


def test_TOU_7_7_chance_is_real():
    """18 optimal draws; each between 20 and 90 times in 900."""
    players = entrants({1: 4, 2: 3, 3: 2, 4: 1, 5: 4, 6: 3, 7: 2, 8: 1})
    met = tables((1, 2, 3, 4), (5, 6, 7, 8))
    seen = Counter(frozenset(groups(draw(DrawProblem(f"t{i}", 2, players, met=met)))) for i in range(1, 901))
    assert len(seen) == 18
    assert all(20 <= times <= 90 for times in seen.values()), seen


@pytest.mark.parametrize(
    ("n", "second", "third"),
    [(3, (1, 3), (4, 12)), (4, (4, 6), (16, 24)), (6, (0, 2), (0, 4)), (8, (0, 4), (0, 8)), (9, (0, 0), (0, 0))]
    + [(12, (0, 3), (0, 6))]
    + [(n, (0, 0), (0, 0)) for n in (16, 20, 24, 28, 40, 100)],
)
def test_TOU_7_3_required_values(n: int, second: tuple[int, int], third: tuple[int, int]):
    players = entrants(dict.fromkeys(range(1, n + 1), 5))
    met: tuple[tuple[str, ...], ...] = ()
    for r, wanted in ((1, (0, 0)), (2, second), (3, third)):
        drawn = draw(DrawProblem("seed", r, players, met=met))
        assert (drawn.vector[:2], drawn.proven) == (wanted, True)
        met += tuple(seats(drawn))


def test_TOU_6_9_swap():
    """The vector is counted anew; a hard rule needs force."""
    problem = DrawProblem("osada", 2, entrants(AFTER_1), met=OSADA_1)
    before = published((1, 5, 8, 10), (2, 9, 7), (3, 6, 4))
    after = swap(problem, before, "P9", "P4")
    assert seats(after) == list(tables((1, 5, 8, 10), (2, 4, 7), (3, 6, 9)))
    assert after.vector == (0, 3, 0, 0)
    with pytest.raises(Infeasible, match=r"TOU-4\.2"):
        swap(problem, before, "P1", "P2")
    assert seats(swap(problem, before, "P1", "P2", force=True))[0] == ids((2, 5, 8, 10))
    avoiding = DrawProblem("osada", 2, entrants(AFTER_1), met=OSADA_1, avoid_hard=(("P2", "P4"),))
    with pytest.raises(Infeasible, match=r"P2–P4"):
        swap(avoiding, before, "P9", "P4")


def test_TOU_6_3_contradiction_names_the_pairs():
    met = tables((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11))
    points = {1: 4, 2: 3, 3: 2, 4: 1, 5: 4, 6: 3, 7: 2, 8: 1, 9: 4, 10: 3, 11: 2}
    problem = DrawProblem("s", 2, entrants(points), met=met, avoid_hard=(("P8", "P4"), ("P1", "P2")))
    with pytest.raises(Infeasible) as refused:  # P4 and P8 have one point each: both belong to the one short table
        draw(problem)
    assert refused.value.code == "INFEASIBLE"
    assert refused.value.pairs == (("P4", "P8"),)


def test_TOU_8_2_fixed_table():
    problem = DrawProblem("osada", 1, entrants(TEN), fixed_table={"P3": 3})
    drawn = draw(problem)
    assert set(drawn.tables[2].seats) == set(ids((3, 8, 9, 2)))
    assert set(drawn.tables[0].seats) == set(ids((10, 5, 6)))
    both = draw(DrawProblem("osada", 1, entrants(TEN), fixed_table={"P3": 3, "P8": 2}))
    assert set(both.tables[1].seats) == set(ids((3, 8, 9, 2)))
    assert [warning.code for warning in both.warnings] == ["FIXED_TABLE_BOTH"]


def test_TOU_8_3_balanced_against_every_seating():
    history = {1: (1, 1, 2), 2: (1, 2, 3), 3: (1, 3, 3), 4: (2, 2, 1)}
    problem = DrawProblem(
        "osada", 4, entrants(dict.fromkeys(range(1, 5), 0), seats=history), options=DrawOptions(seat_mode="balanced")
    )
    from kotva.tournament import lot

    order = lot.order(problem.ids, "osada", "seat", 4, 1)
    people = {player.id: player for player in problem.players}
    best = min(
        permutations(order),
        key=lambda s: (sum(people[id].seats.count(i) ** 2 for i, id in enumerate(s, 1)), [order.index(id) for id in s]),
    )
    assert seats(draw(problem)) == [best]


def test_TOU_8_3_rank():
    players = entrants(dict.fromkeys(range(1, 5), 0), rank={1: 3, 2: 1, 3: 4, 4: 2})
    drawn = draw(DrawProblem("s", 2, players, options=DrawOptions(seat_mode="rank")))
    assert seats(drawn) == [ids((2, 4, 1, 3))]


def test_TOU_4_3_standing_and_TOU_4_4_rank():
    points = {1: 6, 2: 6, 3: 5, 4: 5, 5: 5, 6: 5, 7: 6}
    ranks = {3: 1, 1: 2, 4: 3, 2: 4, 5: 5, 7: 6, 6: 7}
    for options, low in ((DrawOptions(short_tie="standing"), {4, 5, 6}), (DrawOptions(short_key="rank"), {5, 6, 7})):
        drawn = draw(DrawProblem("s", 3, entrants(points, rank=ranks), options=options))
        assert set(drawn.tables[1].seats) == set(ids(low))


def test_TOU_4_2_soft_and_lot():
    met = tables((1, 2, 3, 4), (5, 6, 7))
    points = {1: 4, 2: 3, 3: 2, 4: 1, 5: 4, 6: 3, 7: 2}
    soft = draw(DrawProblem("s", 2, entrants(points), met=met, options=DrawOptions(short_rule="soft")))
    assert soft.order == ("O1", "O2", "SP", "O3", "O4")
    agrees(DrawProblem("s", 2, entrants(points), met=met, options=DrawOptions(short_rule="soft")), soft)
    assert soft.vector[:3] == (0, 3, 5)  # P4 with 1, and one from each table: 2 + 2
    free = draw(DrawProblem("s", 2, entrants(points), met=met, options=DrawOptions(short_rule="lot")))
    assert free.order == ("O1", "O2", "O3", "O4")
    assert free.vector[:2] == (0, 3)


def test_TOU_2_14_meetings_with_a_standin_do_not_count():
    players = (*entrants({1: 4, 2: 3, 3: 2}), Entrant("P9", 0, standin=True))
    drawn = draw(DrawProblem("s", 2, players, met=tables((1, 2, 9))))
    assert drawn.vector == (0, 1, 0, 0)
    assert [repeat.players for repeat in drawn.pairs] == [("P1", "P2")]


def test_TOU_7_2_every_n_is_proven():
    """Rounds 2 and 3 for every n from 3 to 200, with results that differ from table to table."""
    for n in (*range(3, 41), *range(41, 201, 13), 199, 200):
        points = dict.fromkeys(range(1, n + 1), 0)
        rested: dict[int, int] = {}
        met: tuple[tuple[str, ...], ...] = ()
        for r in (1, 2, 3):
            problem = DrawProblem(f"n{n}", r, entrants(points, rested=rested), met=met)
            drawn = draw(problem)
            assert drawn.proven, (n, r)
            assert drawn.vector[:2] == (0, 0) or n % 4 or n < 16, (n, r)
            for table in drawn.tables:
                for place, id in enumerate(table.seats):
                    points[int(id[1:])] += 4 - place
            for id in drawn.byes:
                rested[int(id[1:])] = 1
            met += tuple(seats(drawn))


@pytest.mark.parametrize("n", [13, 14, 15, 17, 18, 19, 21, 22, 23, 25, 26, 27, 50, 51, 53])
def test_TOU_7_5_without_the_rule_of_the_short_tables(n: int):
    """`short.rule=lot`: three rounds without a repeat from 13 on; the large tables add nothing."""
    players = entrants(dict.fromkeys(range(1, n + 1), 5))
    met: tuple[tuple[str, ...], ...] = ()
    for r in (1, 2, 3):
        drawn = draw(DrawProblem("seed", r, players, met=met, options=DrawOptions(short_rule="lot")))
        assert (drawn.vector[:2], drawn.proven) == ((0, 0), True)
        met += tuple(seats(drawn))


@pytest.mark.parametrize("r", [4, 5, 6, 7])
@pytest.mark.parametrize("way", ["drawn", "shuffled", "in steps"])
def test_TOU_7_6_enough_tables_for_no_repeat(r: int, way: str):
    """All tables are fours and T ≥ 3(r−1)+1, whatever the earlier rounds were."""
    n = 4 * (3 * (r - 1) + 1)
    players = entrants(dict.fromkeys(range(1, n + 1), 5))
    chance = random.Random(f"{r}{way}")
    met: tuple[tuple[str, ...], ...] = ()
    for earlier in range(1, r):
        order = list(range(1, n + 1))
        if way == "drawn":
            met += tuple(seats(draw(DrawProblem("s", earlier, players, met=met))))
            continue
        if way == "shuffled":
            chance.shuffle(order)
        else:
            order = [step + i for step in range(1, earlier + 1) for i in range(0, n, earlier) if step + i <= n]
        met += tables(*(order[i : i + 4] for i in range(0, n, 4)))
    drawn = draw(DrawProblem("s", r, players, met=met))
    assert (drawn.vector[:2], drawn.proven) == ((0, 0), True)


def test_TOU_7_6_after_five_complete_rounds_in_four_corners():
    """Sixteen tables, four groups of sixteen who all met: each table takes one from every group."""
    times = [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]]  # the field of four elements
    met: list[list[int]] = []
    for corner in range(0, 64, 16):
        met += [[corner + 4 * x + y + 1 for y in range(4)] for x in range(4)]
        met += [[corner + 4 * x + (times[m][x] ^ b) + 1 for x in range(4)] for m in range(4) for b in range(4)]
    drawn = draw(DrawProblem("s", 6, entrants(dict.fromkeys(range(1, 65), 5)), met=tables(*met)))
    assert (drawn.vector[:2], drawn.proven) == ((0, 0), True)


def test_TOU_7_8_time():
    """Two hundred players in at most ten seconds, forty in one: processor time, with room for a slow machine."""
    for n, limit in ((40, 1.0), (200, 10.0)):
        players = entrants(dict.fromkeys(range(1, n + 1), 5))
        met: tuple[tuple[str, ...], ...] = ()
        for r in range(1, 6):
            start = process_time()
            drawn = draw(DrawProblem("s", r, players, met=met))
            assert process_time() - start < limit
            met += tuple(seats(drawn))
