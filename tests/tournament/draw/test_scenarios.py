"""The scenarios of docs/rules/tournament.md that concern the draw."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, permutations
from time import process_time
from typing import Literal

import pytest

from kotva.tournament.draw import (
    BadTables,
    Drawn,
    Entrant,
    Infeasible,
    NoRepair,
    Options,
    Problem,
    TooFew,
    draw,
    evaluate,
    repair,
    round_robin,
    sizes,
    standins,
    swap,
)
from tests.tournament.draw.helpers import agrees, count, entrants, groups, ids, published, tables

TEN = dict.fromkeys(range(1, 11), 0)
OSADA_1 = tables((8, 2, 3, 9), (7, 4, 1), (10, 6, 5))
OSADA_2 = tables((1, 5, 8, 10), (2, 9, 7), (3, 6, 4))
AFTER_1 = {1: 4, 5: 4, 8: 4, 10: 4, 2: 3, 3: 3, 4: 3, 6: 3, 7: 2, 9: 2}
AFTER_2 = {5: 8, 1: 7, 8: 7, 4: 7, 7: 6, 10: 6, 3: 6, 2: 6, 9: 5, 6: 5}


def seats(drawn: Drawn) -> list[tuple[str, ...]]:
    return [table.seats for table in drawn.tables]


@pytest.mark.parametrize(
    ("n", "split"),
    [
        (6, [3, 3]),
        (7, [4, 3]),
        (8, [4, 4]),
        (9, [3, 3, 3]),
        (10, [4, 3, 3]),
        (11, [4, 4, 3]),
        (12, [4, 4, 4]),
        (13, [4, 3, 3, 3]),
        (14, [4, 4, 3, 3]),
        (15, [4, 4, 4, 3]),
        (26, [4, 4, 4, 4, 4, 3, 3]),
    ],
)
def test_TOU_S1_table_sizes(n: int, split: list[int]):
    """TOU-3.1, TOU-3.2, TOU-3.3."""
    found = sizes(n)
    assert found is not None
    assert (list(found.tables), found.byes) == (split, 0)


def test_TOU_S1_five_and_two():
    """TOU-3.4, TOU-2.13."""
    found = sizes(5)
    assert found is not None
    assert (found.tables, found.byes) == ((4,), 1)
    assert sizes(2) is None
    with pytest.raises(TooFew) as refused:
        draw(Problem("osada", 1, entrants({1: 0, 2: 0})))
    assert (refused.value.code, refused.value.clause) == ("TOO_FEW", "TOU-2.13")


def test_TOU_2_14_standins():
    assert [standins(n, "min") for n in (5, 2, 1, 6, 13)] == [1, 1, 2, 0, 0]
    assert [standins(n, "full") for n in (5, 7, 8)] == [3, 1, 0]
    assert standins(5, "none") == 0


def test_TOU_19_3_full_tables():
    split = sizes(11, Options(table_size=5, table_rule="full"))
    even = sizes(11, Options(table_size=5))
    assert split is not None
    assert even is not None
    assert (split.tables, even.tables) == ((5, 3, 3), (4, 4, 3))


def test_TOU_S2_five_players():
    """TOU-3.5, TOU-6.4, TOU-7.3."""
    drawn = draw(Problem("petka", 1, entrants(dict.fromkeys(range(1, 6), 0))))
    assert groups(drawn) == {frozenset((3, 4, 2, 5))}
    assert drawn.byes == ("P1",)
    met = tables((3, 4, 2, 5))
    players = entrants({3: 4, 4: 3, 1: 3, 2: 2, 5: 1}, rank={3: 1, 4: 2, 1: 3, 2: 4, 5: 5}, rested={1: 1})
    second = draw(Problem("petka", 2, players, met=met))
    assert second.byes == ("P5",)
    assert (groups(second), second.vector) == ({frozenset((1, 2, 3, 4))}, (1, 3, 0, 0))
    players = entrants({1: 7, 3: 6, 2: 5, 4: 4, 5: 4}, rested={1: 1, 5: 1}, rank={1: 1, 3: 2, 2: 3, 4: 4, 5: 5})
    third = draw(Problem("petka", 3, players, met=met + tables((1, 2, 3, 4))))
    assert third.byes == ("P4",)
    assert (groups(third), third.vector, third.proven) == ({frozenset((1, 2, 3, 5))}, (2, 8, 0, 0), True)


def test_TOU_S3_round_1_by_lot():
    """TOU-6.1, TOU-8.1."""
    drawn = draw(Problem("osada", 1, entrants(TEN)))
    assert [frozenset(table.seats) for table in drawn.tables] == [
        frozenset(ids((3, 8, 9, 2))),
        frozenset(ids((4, 1, 7))),
        frozenset(ids((10, 5, 6))),
    ]


def test_TOU_S4_seats():
    """TOU-8.3."""
    drawn = draw(Problem("osada", 1, entrants(TEN)))
    assert seats(drawn) == list(tables((8, 2, 3, 9), (7, 4, 1), (10, 6, 5)))


def test_TOU_S7_draw_of_round_2():
    """TOU-4.2, TOU-6.4: the short tables hold P2 P3 P4 P6 P7 P9."""
    problem = Problem("osada", 2, entrants(AFTER_1), met=OSADA_1)
    drawn = draw(problem)
    assert frozenset((1, 5, 8, 10)) in groups(drawn)
    assert (drawn.vector, drawn.proven) == ((0, 2, 0, 0), True)
    assert ("P5", "P10") in [repeat.players for repeat in drawn.pairs]
    assert evaluate(problem, published((1, 5, 8, 10), (2, 9, 7), (3, 6, 4))).vector == (0, 2, 0, 0)
    assert evaluate(problem, published((1, 5, 8, 10), (2, 4, 7), (3, 6, 9))).vector == (0, 3, 0, 0)


def test_TOU_S7_table_numbers():
    """TOU-8.1: by the least key."""
    from kotva.tournament.draw.seating import numbered

    problem = Problem("osada", 2, entrants(AFTER_1), met=OSADA_1)
    assert numbered(problem, tables((3, 6, 4), (2, 9, 7), (1, 5, 8, 10))) == list(
        tables((1, 5, 8, 10), (2, 9, 7), (3, 6, 4))
    )


def test_TOU_S9_the_hard_rule_costs_a_trio():
    """TOU-4.2, TOU-3.8, TOU-6.4."""
    problem = Problem("osada", 3, entrants(AFTER_2), met=OSADA_1 + OSADA_2)
    drawn = draw(problem)
    assert frozenset((1, 4, 5, 8)) in groups(drawn)
    assert (drawn.vector[:2], drawn.proven) == ((1, 6), True)
    assert [repeat.players for repeat in drawn.trios] == [("P1", "P5", "P8")]


def test_TOU_S9_a_withdrawal_changes_everything():
    """TOU-3.8, TOU-8.1."""
    from kotva.tournament.draw.seating import numbered

    without = {i: pp for i, pp in AFTER_2.items() if i != 6}
    problem = Problem("osada", 3, entrants(without), met=OSADA_1 + OSADA_2)
    drawn = draw(problem)
    assert (drawn.vector, drawn.proven) == ((0, 2, 0, 0), True)
    named = tables((4, 8, 9), (3, 5, 7), (1, 10, 2))
    assert evaluate(problem, published((4, 8, 9), (3, 5, 7), (1, 10, 2))).vector == (0, 2, 0, 0)
    assert numbered(problem, list(reversed(named))) == list(named)


def test_TOU_S11_equal_points_avoid_rematches():
    """TOU-4.3."""
    met = tables((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11))
    points = {1: 4, 2: 3, 3: 2, 4: 1, 5: 4, 6: 3, 7: 2, 8: 1, 9: 4, 10: 3, 11: 2}
    for i in range(25):
        drawn = draw(Problem(f"s{i}", 2, entrants(points), met=met))
        assert frozenset((4, 8, 11)) in groups(drawn)
        assert (drawn.vector[:2], drawn.proven) == ((0, 2), True)


def test_TOU_S12_third_meetings():
    """TOU-6.4: a third meeting costs four second ones."""
    first = tables((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
    players = entrants(dict.fromkeys(range(1, 13), 5))
    second = published((1, 2, 5, 9), (3, 6, 7, 10), (4, 8, 11, 12))
    assert evaluate(Problem("s", 2, players, met=first), second).vector == (0, 3, 0, 0)
    problem = Problem("s", 3, players, met=first + tables((1, 2, 5, 9), (3, 6, 7, 10), (4, 8, 11, 12)))
    assert evaluate(problem, published((1, 2, 8, 10), (3, 5, 11, 12), (4, 6, 7, 9))).vector == (0, 12, 0, 0)
    drawn = draw(problem)
    assert (drawn.vector, drawn.proven) == ((0, 6, 0, 0), True)
    assert [repeat.times for repeat in drawn.pairs] == [1] * 6


def test_TOU_S12_328_optimal_draws():
    from kotva.tournament.draw.cost import Costs
    from kotva.tournament.draw.exact import all_best

    met = tables((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (1, 2, 5, 9), (3, 6, 7, 10), (4, 8, 11, 12))
    problem = Problem("s", 3, entrants(dict.fromkeys(range(1, 13), 5)), met=met)
    costs = Costs(problem, problem.players, (4, 4, 4))
    found, weight = all_best(costs, costs.forbidden)
    assert (len(found), costs.vector(weight)) == (328, (0, 6, 0, 0))


SQUARE = [[4 * i + j + 1 for j in range(4)] for i in range(4)]
COLUMNS = [list(column) for column in zip(*SQUARE)]
CYCLIC = [[SQUARE[i][j] for i in range(4) for j in range(4) if (i + j) % 4 == k] for k in range(4)]
XOR = [[SQUARE[i][j] for i in range(4) for j in range(4) if i ^ j == k] for k in range(4)]
SIXTEEN = entrants(dict.fromkeys(range(1, 17), 5))


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_TOU_S13_sixteen_players(seed: str):
    """TOU-7.4: rounds 2 and 3 without a repeated pair, whatever came before."""
    second = draw(Problem(seed, 2, SIXTEEN, met=tables(*SQUARE)))
    assert (second.vector, second.proven) == ((0, 0, 0, 0), True)
    third = draw(Problem(seed, 3, SIXTEEN, met=tables(*SQUARE) + tuple(seats(second))))
    assert (third.vector, third.proven) == ((0, 0, 0, 0), True)


def test_TOU_S13_after_the_cyclic_square():
    """TOU-7.6: the best fourth round repeats four pairs."""
    drawn = draw(Problem("s", 4, SIXTEEN, met=tables(*SQUARE, *COLUMNS, *CYCLIC)))
    assert (drawn.vector, drawn.proven) == ((0, 4, 0, 0), True)


def test_TOU_S13_after_the_xor_square():
    """TOU-7.6: rounds 4 and 5 are free of repeats."""
    met = tables(*SQUARE, *COLUMNS, *XOR)
    fourth = draw(Problem("s", 4, SIXTEEN, met=met))
    assert fourth.vector == (0, 0, 0, 0)
    fifth = draw(Problem("s", 5, SIXTEEN, met=met + tuple(seats(fourth))))
    assert fifth.vector == (0, 0, 0, 0)


THIRTEEN = published((1, 2, 3, 4), (5, 6, 7), (8, 9, 10), (11, 12, 13))


def test_TOU_S24_one_missing_at_a_three():
    """TOU-14.6: one of the four moves, the one who meets the fewest again."""
    players = entrants(dict.fromkeys(range(1, 13), 0))
    met = tables((1, 11), (2, 12), (3, 11, 12))
    fixed = repair(Problem("s", 2, players, met=met), THIRTEEN)
    assert fixed.moved == ("P4",)
    assert groups(fixed) == {frozenset(t) for t in ((1, 2, 3), (5, 6, 7), (8, 9, 10), (4, 11, 12))}
    assert fixed.proven
    assert [len(table.seats) for table in fixed.tables] == [3, 3, 3, 3]


def test_TOU_S24_one_missing_at_the_four():
    """TOU-14.6, TOU-14.7: nothing moves and the other tables keep their seats."""
    players = entrants(dict.fromkeys(range(2, 14), 0))
    fixed = repair(Problem("s", 2, players), THIRTEEN)
    assert fixed.moved == ()
    assert [table.seats for table in fixed.tables[1:]] == [table.seats for table in THIRTEEN[1:]]
    assert set(fixed.tables[0].seats) == set(ids((2, 3, 4)))


def test_TOU_S24_a_late_entry_joins_the_three():
    before = published((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15))
    fixed = repair(Problem("s", 2, entrants(dict.fromkeys(range(1, 17), 0))), before)
    assert fixed.moved == ()
    assert set(fixed.tables[3].seats) == set(ids((13, 14, 15, 16)))


def test_TOU_14_6_a_repair_keeps_the_hard_avoid_list():
    """Nobody of T1 may join P11, so one mover is not enough: two people move and the list is kept."""
    players = entrants(dict.fromkeys(range(1, 13), 0))
    avoid = tuple((f"P{i}", "P11") for i in range(1, 5))
    assert len(repair(Problem("s", 2, players), THIRTEEN).moved) == 1
    fixed = repair(Problem("s", 2, players, avoid_hard=avoid), THIRTEEN)
    assert len(fixed.moved) == 2
    assert not [group for group in groups(fixed) if 11 in group and group & {1, 2, 3, 4}]
    everybody = tuple((f"P{i}", "P11") for i in range(1, 13))
    with pytest.raises(NoRepair) as refused:
        repair(Problem("s", 2, players, avoid_hard=everybody), THIRTEEN)
    assert ("P1", "P11") in refused.value.pairs or ("P11", "P1") in refused.value.pairs


def test_TOU_14_6_a_new_table_has_the_next_number():
    before = published((1, 2, 3, 4), (5, 6, 7, 8))
    fixed = repair(Problem("s", 2, entrants(dict.fromkeys(range(1, 12), 0))), before)
    assert (fixed.moved, [table.number for table in fixed.tables]) == ((), [1, 2, 3])
    assert set(fixed.tables[2].seats) == set(ids((9, 10, 11)))


def test_TOU_S24_no_repair():
    left = entrants(dict.fromkeys((1, 2, 3, 5, 6), 0))
    with pytest.raises(NoRepair) as refused:
        repair(Problem("s", 2, left), published((1, 2, 3, 4), (5, 6, 7)))
    assert refused.value.code == "NO_REPAIR"
    assert len(draw(Problem("s", 2, left, attempt=2)).byes) == 1


def test_TOU_S31_late_entry():
    """TOU-2.10, TOU-3.8, TOU-4.2."""
    first = [(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)]
    points = {p: 4 - place for table in first for place, p in enumerate(table)} | {17: 0}
    problem = Problem("s", 2, entrants(points), met=tables(*first))
    drawn = draw(problem)
    assert sorted(len(t.seats) for t in drawn.tables) == [3, 3, 3, 4, 4]
    low = [int(id[1:]) for table in drawn.tables if len(table.seats) == 3 for id in table.seats]
    high = [int(id[1:]) for table in drawn.tables if len(table.seats) == 4 for id in table.seats]
    assert 17 in low
    assert max(points[p] for p in low) <= min(points[p] for p in high)
    agrees(problem, drawn)


def test_TOU_S32_no_bye_for_coming_back():
    """TOU-2.12, TOU-3.5."""
    players = entrants({2: 9, 3: 8, 4: 7, 5: 6, 6: 3}, rested={5: 1, 6: 1}, rank={2: 1, 3: 2, 4: 3, 5: 4, 6: 5})
    assert draw(Problem("s", 4, players)).byes == ("P4",)


def test_TOU_S34_a_final_of_four():
    """TOU-19.10: the best four, seated by rank."""
    ranks = {8: 1, 5: 2, 3: 3, 1: 4, 2: 5, 4: 6, 10: 7, 7: 8, 9: 9, 6: 10}
    players = entrants(TEN, rank=ranks)
    drawn = draw(Problem("osada", 4, players, mode="final"))
    assert seats(drawn) == [ids((8, 5, 3, 1))]
    assert drawn.byes == ()
    playing = draw(Problem("osada", 4, players, mode="final", options=Options(final_others="play")))
    assert seats(playing)[0] == ids((8, 5, 3, 1))
    assert groups(playing) == {frozenset((8, 5, 3, 1)), frozenset((2, 4, 10)), frozenset((7, 9, 6))}


def test_TOU_S35_swiss():
    """TOU-19.8: both priorities give one draw only."""
    met = tables((1, 2, 3, 4), (5, 6, 7, 8))
    players = entrants({1: 4, 2: 3, 3: 2, 4: 1, 5: 4, 6: 3, 7: 2, 8: 1})
    for priority in ("avoid", "strength"):
        drawn = draw(Problem("s", 2, players, mode="swiss", met=met, options=Options(swiss_priority=priority)))
        assert groups(drawn) == {frozenset((1, 2, 5, 6)), frozenset((3, 4, 7, 8))}
        assert (drawn.value("O1"), drawn.value("O2"), drawn.value("OS")) == (0, 4, 8)
        assert drawn.proven


def test_TOU_S36_bots():
    """TOU-19.12."""
    six = round_robin(ids(range(1, 7)), 4, Options())
    assert len(six) == 60
    assert set(Counter(id for game in six for id in game.seats).values()) == {40}
    assert set(Counter((s, id) for game in six for s, id in enumerate(game.seats)).values()) == {10}
    four = round_robin(ids(range(1, 5)), 2, Options())
    leg = [("P1", "P4"), ("P2", "P3"), ("P3", "P1"), ("P2", "P4"), ("P1", "P2"), ("P3", "P4")]
    assert [game.seats for game in four] == leg + [(other, one) for one, other in leg]
    assert [game.round for game in four] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]


def test_TOU_19_9_blocks():
    players = entrants(TEN, rank={i: i for i in TEN})
    drawn = draw(Problem("s", 4, players, mode="blocks"))
    assert [set(group) for group in seats(drawn)] == [set(ids(t)) for t in ((1, 2, 3, 4), (5, 6, 7), (8, 9, 10))]


def test_TOU_19_9_blocks_keep_the_hard_avoid_list():
    players = entrants(TEN, rank={i: i for i in TEN})
    drawn = draw(Problem("s", 4, players, mode="blocks", avoid_hard=(("P2", "P4"),)))
    assert [set(group) for group in seats(drawn)] == [set(ids(t)) for t in ((1, 2, 3, 5), (4, 6, 7), (8, 9, 10))]
    everybody = tuple((f"P{i}", f"P{j}") for i, j in combinations(range(1, 5), 2))
    with pytest.raises(Infeasible) as refused:  # four people who never share a table, at three tables
        draw(Problem("s", 4, players, mode="blocks", avoid_hard=everybody))
    assert set(refused.value.pairs) <= set(everybody)
    last = draw(Problem("s", 5, players, mode="final", avoid_hard=(("P2", "P4"),)))
    assert seats(last) == [ids((1, 2, 3, 4))]
    assert [(warning.code, warning.players) for warning in last.warnings] == [("AVOID", ("P2", "P4"))]


def test_TOU_19_11_knockout():
    players = entrants(dict.fromkeys(range(1, 21), 0), rank={i: i for i in range(1, 21)})
    drawn = draw(Problem("s", 4, players, mode="knockout"))
    wanted = [(1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13)]
    assert [set(group) for group in seats(drawn)] == [set(ids(t)) for t in wanted]
    last = draw(Problem("s", 5, tuple(players[i] for i in (7, 1, 2, 11)), mode="knockout", stage=1))
    assert [set(group) for group in seats(last)] == [set(ids((8, 2, 3, 12)))]


def test_TOU_19_13_fixed_tables_from_a_file():
    players = entrants(dict.fromkeys(range(1, 8), 0))
    drawn = draw(Problem("s", 1, players, mode="fixed", fixed=tables((3, 1, 2), (4, 7, 6))))
    assert seats(drawn) == list(tables((3, 1, 2), (4, 7, 6)))
    assert drawn.byes == ("P5",)
    for wrong in (tables((1, 2, 3), (3, 4, 5)), tables((1, 2, 9))):
        with pytest.raises(BadTables):
            draw(Problem("s", 1, players, mode="fixed", fixed=wrong))
    with pytest.raises(BadTables) as refused:
        draw(Problem("s", 1, players, mode="fixed", fixed=tables((1, 2, 3)), avoid_hard=(("P2", "P1"),)))
    assert refused.value.pairs == (("P2", "P1"),)


def test_TOU_7_7_chance_is_real():
    """18 optimal draws; each between 20 and 90 times in 900."""
    players = entrants({1: 4, 2: 3, 3: 2, 4: 1, 5: 4, 6: 3, 7: 2, 8: 1})
    met = tables((1, 2, 3, 4), (5, 6, 7, 8))
    seen = Counter(frozenset(groups(draw(Problem(f"t{i}", 2, players, met=met)))) for i in range(1, 901))
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
        drawn = draw(Problem("seed", r, players, met=met))
        assert (drawn.vector[:2], drawn.proven) == (wanted, True)
        met += tuple(seats(drawn))


def test_TOU_6_9_swap():
    """The vector is counted anew; a hard rule needs force."""
    problem = Problem("osada", 2, entrants(AFTER_1), met=OSADA_1)
    before = published((1, 5, 8, 10), (2, 9, 7), (3, 6, 4))
    after = swap(problem, before, "P9", "P4")
    assert seats(after) == list(tables((1, 5, 8, 10), (2, 4, 7), (3, 6, 9)))
    assert after.vector == (0, 3, 0, 0)
    with pytest.raises(Infeasible, match=r"TOU-4\.2"):
        swap(problem, before, "P1", "P2")
    assert seats(swap(problem, before, "P1", "P2", force=True))[0] == ids((2, 5, 8, 10))
    avoiding = Problem("osada", 2, entrants(AFTER_1), met=OSADA_1, avoid_hard=(("P2", "P4"),))
    with pytest.raises(Infeasible, match=r"P2–P4"):
        swap(avoiding, before, "P9", "P4")


def test_TOU_6_3_contradiction_names_the_pairs():
    met = tables((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11))
    points = {1: 4, 2: 3, 3: 2, 4: 1, 5: 4, 6: 3, 7: 2, 8: 1, 9: 4, 10: 3, 11: 2}
    problem = Problem("s", 2, entrants(points), met=met, avoid_hard=(("P8", "P4"), ("P1", "P2")))
    with pytest.raises(Infeasible) as refused:  # P4 and P8 have one point each: both belong to the one short table
        draw(problem)
    assert refused.value.code == "INFEASIBLE"
    assert refused.value.pairs == (("P4", "P8"),)


def test_TOU_8_2_fixed_table():
    problem = Problem("osada", 1, entrants(TEN), fixed_table={"P3": 3})
    drawn = draw(problem)
    assert set(drawn.tables[2].seats) == set(ids((3, 8, 9, 2)))
    assert set(drawn.tables[0].seats) == set(ids((10, 5, 6)))
    both = draw(Problem("osada", 1, entrants(TEN), fixed_table={"P3": 3, "P8": 2}))
    assert set(both.tables[1].seats) == set(ids((3, 8, 9, 2)))
    assert [warning.code for warning in both.warnings] == ["FIXED_TABLE_BOTH"]


def test_TOU_8_3_balanced_against_every_seating():
    history = {1: (1, 1, 2), 2: (1, 2, 3), 3: (1, 3, 3), 4: (2, 2, 1)}
    problem = Problem(
        "osada", 4, entrants(dict.fromkeys(range(1, 5), 0), seats=history), options=Options(seat_mode="balanced")
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
    drawn = draw(Problem("s", 2, players, options=Options(seat_mode="rank")))
    assert seats(drawn) == [ids((2, 4, 1, 3))]


def test_TOU_4_3_standing_and_TOU_4_4_rank():
    points = {1: 6, 2: 6, 3: 5, 4: 5, 5: 5, 6: 5, 7: 6}
    ranks = {3: 1, 1: 2, 4: 3, 2: 4, 5: 5, 7: 6, 6: 7}
    for options, low in ((Options(short_tie="standing"), {4, 5, 6}), (Options(short_key="rank"), {5, 6, 7})):
        drawn = draw(Problem("s", 3, entrants(points, rank=ranks), options=options))
        assert set(drawn.tables[1].seats) == set(ids(low))


def test_TOU_4_2_soft_and_lot():
    met = tables((1, 2, 3, 4), (5, 6, 7))
    points = {1: 4, 2: 3, 3: 2, 4: 1, 5: 4, 6: 3, 7: 2}
    soft = draw(Problem("s", 2, entrants(points), met=met, options=Options(short_rule="soft")))
    assert soft.order == ("O1", "O2", "SP", "O3", "O4")
    agrees(Problem("s", 2, entrants(points), met=met, options=Options(short_rule="soft")), soft)
    assert soft.vector[:3] == (0, 3, 5)  # P4 with 1, and one from each table: 2 + 2
    free = draw(Problem("s", 2, entrants(points), met=met, options=Options(short_rule="lot")))
    assert free.order == ("O1", "O2", "O3", "O4")
    assert free.vector[:2] == (0, 3)


def test_TOU_2_14_meetings_with_a_standin_do_not_count():
    players = (*entrants({1: 4, 2: 3, 3: 2}), Entrant("P9", 0, standin=True))
    drawn = draw(Problem("s", 2, players, met=tables((1, 2, 9))))
    assert drawn.vector == (0, 1, 0, 0)
    assert [repeat.players for repeat in drawn.pairs] == [("P1", "P2")]


def test_TOU_7_2_every_n_is_proven():
    """Rounds 2 and 3 for every n from 3 to 200, with results that differ from table to table."""
    for n in (*range(3, 41), *range(41, 201, 13), 199, 200):
        points = dict.fromkeys(range(1, n + 1), 0)
        rested: dict[int, int] = {}
        met: tuple[tuple[str, ...], ...] = ()
        for r in (1, 2, 3):
            problem = Problem(f"n{n}", r, entrants(points, rested=rested), met=met)
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
        drawn = draw(Problem("seed", r, players, met=met, options=Options(short_rule="lot")))
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
            met += tuple(seats(draw(Problem("s", earlier, players, met=met))))
            continue
        if way == "shuffled":
            chance.shuffle(order)
        else:
            order = [step + i for step in range(1, earlier + 1) for i in range(0, n, earlier) if step + i <= n]
        met += tables(*(order[i : i + 4] for i in range(0, n, 4)))
    drawn = draw(Problem("s", r, players, met=met))
    assert (drawn.vector[:2], drawn.proven) == ((0, 0), True)


def test_TOU_7_6_after_five_complete_rounds_in_four_corners():
    """Sixteen tables, four groups of sixteen who all met: each table takes one from every group."""
    times = [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]]  # the field of four elements
    met: list[list[int]] = []
    for corner in range(0, 64, 16):
        met += [[corner + 4 * x + y + 1 for y in range(4)] for x in range(4)]
        met += [[corner + 4 * x + (times[m][x] ^ b) + 1 for x in range(4)] for m in range(4) for b in range(4)]
    drawn = draw(Problem("s", 6, entrants(dict.fromkeys(range(1, 65), 5)), met=tables(*met)))
    assert (drawn.vector[:2], drawn.proven) == ((0, 0), True)


def test_TOU_7_8_time():
    """Two hundred players in at most ten seconds, forty in one: processor time, with room for a slow machine."""
    for n, limit in ((40, 1.0), (200, 10.0)):
        players = entrants(dict.fromkeys(range(1, n + 1), 5))
        met: tuple[tuple[str, ...], ...] = ()
        for r in range(1, 6):
            start = process_time()
            drawn = draw(Problem("s", r, players, met=met))
            assert process_time() - start < limit
            met += tuple(seats(drawn))


@pytest.mark.parametrize("priority", ["avoid", "strength"])
@pytest.mark.parametrize("n", [16, 22, 28])
def test_TOU_19_8_never_worse_than_blocks_improved(n: int, priority: Literal["avoid", "strength"]):
    """From the blocks by exchanging two players as long as that helps, written here once more."""
    chance = random.Random(n)
    points = {i: chance.randrange(3, 13) for i in range(1, n + 1)}
    met = []
    for _ in range(3):
        order = list(points)
        chance.shuffle(order)
        met += [order[i : i + 4] for i in range(0, n - 3, 4)]
    ranks = {p: rank for rank, p in enumerate(sorted(points, key=lambda p: -points[p]), 1)}
    options = Options(swiss_priority=priority)
    problem = Problem("s", 4, entrants(points, rank=ranks), met=tables(*met), mode="swiss", options=options)
    ours = draw(problem)
    agrees(problem, ours)
    split = sizes(n)
    assert split is not None
    order = sorted(points, key=lambda p: ranks[p])
    seated = [[order.pop(0) for _ in range(size)] for size in split.tables]

    def vector() -> tuple[object, ...]:
        found = count(problem, [ids(group) for group in seated])
        return tuple(found[name] for name in ours.order)

    best, better = vector(), True
    while better:
        better = False
        for one, other in combinations(seated, 2):
            for i in range(len(one)):
                for j in range(len(other)):
                    if len(one) == len(other) or points[one[i]] == points[other[j]]:
                        one[i], other[j] = other[j], one[i]
                        now = vector()
                        if now < best:
                            best, better = now, True
                        else:
                            one[i], other[j] = other[j], one[i]
    assert ours.vector <= best
