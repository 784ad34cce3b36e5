"""Scenarios of the rulebook: how many tables and byes (TOU-2, TOU-3)."""

from __future__ import annotations

import pytest

from kotva.tournament.draw import DrawOptions, DrawProblem, TooFew, draw, sizes, standins
from tests.tournament.draw.helpers import (
    entrants,
    groups,
    tables,
)


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
        draw(DrawProblem("osada", 1, entrants({1: 0, 2: 0})))
    assert (refused.value.code, refused.value.clause) == ("TOO_FEW", "TOU-2.13")


def test_TOU_2_14_standins():
    assert [standins(n, "min") for n in (5, 2, 1, 6, 13)] == [1, 1, 2, 0, 0]
    assert [standins(n, "full") for n in (5, 7, 8)] == [3, 1, 0]
    assert standins(5, "none") == 0


def test_TOU_19_3_full_tables():
    split = sizes(11, DrawOptions(table_size=5, table_rule="full"))
    even = sizes(11, DrawOptions(table_size=5))
    assert split is not None
    assert even is not None
    assert (split.tables, even.tables) == ((5, 3, 3), (4, 4, 3))


def test_TOU_S2_five_players():
    """TOU-3.5, TOU-6.4, TOU-7.3."""
    drawn = draw(DrawProblem("petka", 1, entrants(dict.fromkeys(range(1, 6), 0))))
    assert groups(drawn) == {frozenset((3, 4, 2, 5))}
    assert drawn.byes == ("P1",)
    met = tables((3, 4, 2, 5))
    players = entrants({3: 4, 4: 3, 1: 3, 2: 2, 5: 1}, rank={3: 1, 4: 2, 1: 3, 2: 4, 5: 5}, rested={1: 1})
    second = draw(DrawProblem("petka", 2, players, met=met))
    assert second.byes == ("P5",)
    assert (groups(second), second.vector) == ({frozenset((1, 2, 3, 4))}, (1, 3, 0, 0))
    players = entrants({1: 7, 3: 6, 2: 5, 4: 4, 5: 4}, rested={1: 1, 5: 1}, rank={1: 1, 3: 2, 2: 3, 4: 4, 5: 5})
    third = draw(DrawProblem("petka", 3, players, met=met + tables((1, 2, 3, 4))))
    assert third.byes == ("P4",)
    assert (groups(third), third.vector, third.proven) == ({frozenset((1, 2, 3, 5))}, (2, 8, 0, 0), True)


def test_TOU_S32_no_bye_for_coming_back():
    """TOU-2.12, TOU-3.5."""
    players = entrants({2: 9, 3: 8, 4: 7, 5: 6, 6: 3}, rested={5: 1, 6: 1}, rank={2: 1, 3: 2, 4: 3, 5: 4, 6: 5})
    assert draw(DrawProblem("s", 4, players)).byes == ("P4",)
