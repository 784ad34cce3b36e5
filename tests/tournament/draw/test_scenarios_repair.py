"""Scenarios of the rulebook: repairs of a published round (TOU-14)."""

from __future__ import annotations

import pytest

from kotva.tournament.draw import DrawProblem, NoRepair, draw, repair
from tests.tournament.draw.helpers import (
    agrees,
    entrants,
    groups,
    ids,
    published,
    tables,
)

THIRTEEN = published((1, 2, 3, 4), (5, 6, 7), (8, 9, 10), (11, 12, 13))


def test_TOU_S24_one_missing_at_a_three():
    """TOU-14.6: one of the four moves, the one who meets the fewest again."""
    players = entrants(dict.fromkeys(range(1, 13), 0))
    met = tables((1, 11), (2, 12), (3, 11, 12))
    fixed = repair(DrawProblem("s", 2, players, met=met), THIRTEEN)
    assert fixed.moved == ("P4",)
    assert groups(fixed) == {frozenset(t) for t in ((1, 2, 3), (5, 6, 7), (8, 9, 10), (4, 11, 12))}
    assert fixed.proven
    assert [len(table.seats) for table in fixed.tables] == [3, 3, 3, 3]


def test_TOU_S24_one_missing_at_the_four():
    """TOU-14.6, TOU-14.7: nothing moves and the other tables keep their seats."""
    players = entrants(dict.fromkeys(range(2, 14), 0))
    fixed = repair(DrawProblem("s", 2, players), THIRTEEN)
    assert fixed.moved == ()
    assert [table.seats for table in fixed.tables[1:]] == [table.seats for table in THIRTEEN[1:]]
    assert set(fixed.tables[0].seats) == set(ids((2, 3, 4)))


def test_TOU_S24_a_late_entry_joins_the_three():
    before = published((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15))
    fixed = repair(DrawProblem("s", 2, entrants(dict.fromkeys(range(1, 17), 0))), before)
    assert fixed.moved == ()
    assert set(fixed.tables[3].seats) == set(ids((13, 14, 15, 16)))


def test_TOU_14_6_a_repair_keeps_the_hard_avoid_list():
    """Nobody of T1 may join P11, so one mover is not enough: two people move and the list is kept."""
    players = entrants(dict.fromkeys(range(1, 13), 0))
    avoid = tuple((f"P{i}", "P11") for i in range(1, 5))
    assert len(repair(DrawProblem("s", 2, players), THIRTEEN).moved) == 1
    fixed = repair(DrawProblem("s", 2, players, avoid_hard=avoid), THIRTEEN)
    assert len(fixed.moved) == 2
    assert not [group for group in groups(fixed) if 11 in group and group & {1, 2, 3, 4}]
    everybody = tuple((f"P{i}", "P11") for i in range(1, 13))
    with pytest.raises(NoRepair) as refused:
        repair(DrawProblem("s", 2, players, avoid_hard=everybody), THIRTEEN)
    assert ("P1", "P11") in refused.value.pairs or ("P11", "P1") in refused.value.pairs


def test_TOU_14_6_a_new_table_has_the_next_number():
    before = published((1, 2, 3, 4), (5, 6, 7, 8))
    fixed = repair(DrawProblem("s", 2, entrants(dict.fromkeys(range(1, 12), 0))), before)
    assert (fixed.moved, [table.number for table in fixed.tables]) == ((), [1, 2, 3])
    assert set(fixed.tables[2].seats) == set(ids((9, 10, 11)))


def test_TOU_S24_no_repair():
    left = entrants(dict.fromkeys((1, 2, 3, 5, 6), 0))
    with pytest.raises(NoRepair) as refused:
        repair(DrawProblem("s", 2, left), published((1, 2, 3, 4), (5, 6, 7)))
    assert refused.value.code == "NO_REPAIR"
    assert len(draw(DrawProblem("s", 2, left, attempt=2)).byes) == 1


def test_TOU_S31_late_entry():
    """TOU-2.10, TOU-3.8, TOU-4.2."""
    first = [(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)]
    points = {p: 4 - place for table in first for place, p in enumerate(table)} | {17: 0}
    problem = DrawProblem("s", 2, entrants(points), met=tables(*first))
    drawn = draw(problem)
    assert sorted(len(t.seats) for t in drawn.tables) == [3, 3, 3, 4, 4]
    low = [int(id[1:]) for table in drawn.tables if len(table.seats) == 3 for id in table.seats]
    high = [int(id[1:]) for table in drawn.tables if len(table.seats) == 4 for id in table.seats]
    assert 17 in low
    assert max(points[p] for p in low) <= min(points[p] for p in high)
    agrees(problem, drawn)
