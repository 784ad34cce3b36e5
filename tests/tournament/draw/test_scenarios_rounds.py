"""Scenarios of the rulebook: who meets whom in later rounds (TOU-6, TOU-7)."""

from __future__ import annotations

import pytest

from kotva.tournament.draw import DrawProblem, draw, evaluate
from tests.tournament.draw.helpers import (
    AFTER_1,
    COLUMNS,
    CYCLIC,
    OSADA_1,
    SIXTEEN,
    SQUARE,
    TEN,
    XOR,
    entrants,
    groups,
    ids,
    published,
    seats,
    tables,
)

OSADA_2 = tables((1, 5, 8, 10), (2, 9, 7), (3, 6, 4))


AFTER_2 = {5: 8, 1: 7, 8: 7, 4: 7, 7: 6, 10: 6, 3: 6, 2: 6, 9: 5, 6: 5}


def test_TOU_S3_round_1_by_lot():
    """TOU-6.1, TOU-8.1."""
    drawn = draw(DrawProblem("osada", 1, entrants(TEN)))
    assert [frozenset(table.seats) for table in drawn.tables] == [
        frozenset(ids((3, 8, 9, 2))),
        frozenset(ids((4, 1, 7))),
        frozenset(ids((10, 5, 6))),
    ]


def test_TOU_S4_seats():
    """TOU-8.3."""
    drawn = draw(DrawProblem("osada", 1, entrants(TEN)))
    assert seats(drawn) == list(tables((8, 2, 3, 9), (7, 4, 1), (10, 6, 5)))


def test_TOU_S7_draw_of_round_2():
    """TOU-4.2, TOU-6.4: the short tables hold P2 P3 P4 P6 P7 P9."""
    problem = DrawProblem("osada", 2, entrants(AFTER_1), met=OSADA_1)
    drawn = draw(problem)
    assert frozenset((1, 5, 8, 10)) in groups(drawn)
    assert (drawn.vector, drawn.proven) == ((0, 2, 0, 0), True)
    assert ("P5", "P10") in [repeat.players for repeat in drawn.pairs]
    assert evaluate(problem, published((1, 5, 8, 10), (2, 9, 7), (3, 6, 4))).vector == (0, 2, 0, 0)
    assert evaluate(problem, published((1, 5, 8, 10), (2, 4, 7), (3, 6, 9))).vector == (0, 3, 0, 0)


def test_TOU_S7_table_numbers():
    """TOU-8.1: by the least key."""
    from kotva.tournament.draw.seating import numbered

    problem = DrawProblem("osada", 2, entrants(AFTER_1), met=OSADA_1)
    assert numbered(problem, tables((3, 6, 4), (2, 9, 7), (1, 5, 8, 10))) == list(
        tables((1, 5, 8, 10), (2, 9, 7), (3, 6, 4))
    )


def test_TOU_S9_the_hard_rule_costs_a_trio():
    """TOU-4.2, TOU-3.8, TOU-6.4."""
    problem = DrawProblem("osada", 3, entrants(AFTER_2), met=OSADA_1 + OSADA_2)
    drawn = draw(problem)
    assert frozenset((1, 4, 5, 8)) in groups(drawn)
    assert (drawn.vector[:2], drawn.proven) == ((1, 6), True)
    assert [repeat.players for repeat in drawn.trios] == [("P1", "P5", "P8")]


def test_TOU_S9_a_withdrawal_changes_everything():
    """TOU-3.8, TOU-8.1."""
    from kotva.tournament.draw.seating import numbered

    without = {i: pp for i, pp in AFTER_2.items() if i != 6}
    problem = DrawProblem("osada", 3, entrants(without), met=OSADA_1 + OSADA_2)
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
        drawn = draw(DrawProblem(f"s{i}", 2, entrants(points), met=met))
        assert frozenset((4, 8, 11)) in groups(drawn)
        assert (drawn.vector[:2], drawn.proven) == ((0, 2), True)


def test_TOU_S12_third_meetings():
    """TOU-6.4: a third meeting costs four second ones."""
    first = tables((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
    players = entrants(dict.fromkeys(range(1, 13), 5))
    second = published((1, 2, 5, 9), (3, 6, 7, 10), (4, 8, 11, 12))
    assert evaluate(DrawProblem("s", 2, players, met=first), second).vector == (0, 3, 0, 0)
    problem = DrawProblem("s", 3, players, met=first + tables((1, 2, 5, 9), (3, 6, 7, 10), (4, 8, 11, 12)))
    assert evaluate(problem, published((1, 2, 8, 10), (3, 5, 11, 12), (4, 6, 7, 9))).vector == (0, 12, 0, 0)
    drawn = draw(problem)
    assert (drawn.vector, drawn.proven) == ((0, 6, 0, 0), True)
    assert [repeat.times for repeat in drawn.pairs] == [1] * 6


def test_TOU_S12_328_optimal_draws():
    from kotva.tournament.draw.cost import Costs
    from kotva.tournament.draw.exact import all_best

    met = tables((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (1, 2, 5, 9), (3, 6, 7, 10), (4, 8, 11, 12))
    problem = DrawProblem("s", 3, entrants(dict.fromkeys(range(1, 13), 5)), met=met)
    costs = Costs(problem, problem.players, (4, 4, 4))
    found, weight = all_best(costs, costs.forbidden)
    assert (len(found), costs.vector(weight)) == (328, (0, 6, 0, 0))


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_TOU_S13_sixteen_players(seed: str):
    """TOU-7.4: rounds 2 and 3 without a repeated pair, whatever came before."""
    second = draw(DrawProblem(seed, 2, SIXTEEN, met=tables(*SQUARE)))
    assert (second.vector, second.proven) == ((0, 0, 0, 0), True)
    third = draw(DrawProblem(seed, 3, SIXTEEN, met=tables(*SQUARE) + tuple(seats(second))))
    assert (third.vector, third.proven) == ((0, 0, 0, 0), True)


def test_TOU_S13_after_the_cyclic_square():
    """TOU-7.6: the best fourth round repeats four pairs."""
    drawn = draw(DrawProblem("s", 4, SIXTEEN, met=tables(*SQUARE, *COLUMNS, *CYCLIC)))
    assert (drawn.vector, drawn.proven) == ((0, 4, 0, 0), True)


def test_TOU_S13_after_the_xor_square():
    """TOU-7.6: rounds 4 and 5 are free of repeats."""
    met = tables(*SQUARE, *COLUMNS, *XOR)
    fourth = draw(DrawProblem("s", 4, SIXTEEN, met=met))
    assert fourth.vector == (0, 0, 0, 0)
    fifth = draw(DrawProblem("s", 5, SIXTEEN, met=met + tuple(seats(fourth))))
    assert fifth.vector == (0, 0, 0, 0)
