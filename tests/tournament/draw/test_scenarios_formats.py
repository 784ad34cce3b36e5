"""Scenarios of the rulebook: finals, Swiss, blocks, knockouts and fixed tables (TOU-10, TOU-19)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Literal

import pytest

from kotva.tournament.draw import BadTables, DrawOptions, DrawProblem, Infeasible, draw, round_robin, sizes
from tests.tournament.draw.helpers import (
    TEN,
    agrees,
    count,
    entrants,
    groups,
    ids,
    seats,
    tables,
)


def test_TOU_S34_a_final_of_four():
    """TOU-19.10: the best four, seated by rank."""
    ranks = {8: 1, 5: 2, 3: 3, 1: 4, 2: 5, 4: 6, 10: 7, 7: 8, 9: 9, 6: 10}
    players = entrants(TEN, rank=ranks)
    drawn = draw(DrawProblem("osada", 4, players, mode="final"))
    assert seats(drawn) == [ids((8, 5, 3, 1))]
    assert drawn.byes == ()
    playing = draw(DrawProblem("osada", 4, players, mode="final", options=DrawOptions(final_others="play")))
    assert seats(playing)[0] == ids((8, 5, 3, 1))
    assert groups(playing) == {frozenset((8, 5, 3, 1)), frozenset((2, 4, 10)), frozenset((7, 9, 6))}


def test_TOU_S35_swiss():
    """TOU-19.8: both priorities give one draw only."""
    met = tables((1, 2, 3, 4), (5, 6, 7, 8))
    players = entrants({1: 4, 2: 3, 3: 2, 4: 1, 5: 4, 6: 3, 7: 2, 8: 1})
    for priority in ("avoid", "strength"):
        drawn = draw(DrawProblem("s", 2, players, mode="swiss", met=met, options=DrawOptions(swiss_priority=priority)))
        assert groups(drawn) == {frozenset((1, 2, 5, 6)), frozenset((3, 4, 7, 8))}
        assert (drawn.value("O1"), drawn.value("O2"), drawn.value("OS")) == (0, 4, 8)
        assert drawn.proven


def test_TOU_S36_bots():
    """TOU-19.12."""
    six = round_robin(ids(range(1, 7)), 4, DrawOptions())
    assert len(six) == 60
    assert set(Counter(id for game in six for id in game.seats).values()) == {40}
    assert set(Counter((s, id) for game in six for s, id in enumerate(game.seats)).values()) == {10}
    four = round_robin(ids(range(1, 5)), 2, DrawOptions())
    leg = [("P1", "P4"), ("P2", "P3"), ("P3", "P1"), ("P2", "P4"), ("P1", "P2"), ("P3", "P4")]
    assert [game.seats for game in four] == leg + [(other, one) for one, other in leg]
    assert [game.round for game in four] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]


def test_TOU_19_9_blocks():
    players = entrants(TEN, rank={i: i for i in TEN})
    drawn = draw(DrawProblem("s", 4, players, mode="blocks"))
    assert [set(group) for group in seats(drawn)] == [set(ids(t)) for t in ((1, 2, 3, 4), (5, 6, 7), (8, 9, 10))]


def test_TOU_19_9_blocks_keep_the_hard_avoid_list():
    players = entrants(TEN, rank={i: i for i in TEN})
    drawn = draw(DrawProblem("s", 4, players, mode="blocks", avoid_hard=(("P2", "P4"),)))
    assert [set(group) for group in seats(drawn)] == [set(ids(t)) for t in ((1, 2, 3, 5), (4, 6, 7), (8, 9, 10))]
    everybody = tuple((f"P{i}", f"P{j}") for i, j in combinations(range(1, 5), 2))
    with pytest.raises(Infeasible) as refused:  # four people who never share a table, at three tables
        draw(DrawProblem("s", 4, players, mode="blocks", avoid_hard=everybody))
    assert set(refused.value.pairs) <= set(everybody)
    last = draw(DrawProblem("s", 5, players, mode="final", avoid_hard=(("P2", "P4"),)))
    assert seats(last) == [ids((1, 2, 3, 4))]
    assert [(warning.code, warning.players) for warning in last.warnings] == [("AVOID", ("P2", "P4"))]


def test_TOU_19_11_knockout():
    players = entrants(dict.fromkeys(range(1, 21), 0), rank={i: i for i in range(1, 21)})
    drawn = draw(DrawProblem("s", 4, players, mode="knockout"))
    wanted = [(1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13)]
    assert [set(group) for group in seats(drawn)] == [set(ids(t)) for t in wanted]
    last = draw(DrawProblem("s", 5, tuple(players[i] for i in (7, 1, 2, 11)), mode="knockout", stage=1))
    assert [set(group) for group in seats(last)] == [set(ids((8, 2, 3, 12)))]


def test_TOU_19_13_fixed_tables_from_a_file():
    players = entrants(dict.fromkeys(range(1, 8), 0))
    drawn = draw(DrawProblem("s", 1, players, mode="fixed", fixed=tables((3, 1, 2), (4, 7, 6))))
    assert seats(drawn) == list(tables((3, 1, 2), (4, 7, 6)))
    assert drawn.byes == ("P5",)
    for wrong in (tables((1, 2, 3), (3, 4, 5)), tables((1, 2, 9))):
        with pytest.raises(BadTables):
            draw(DrawProblem("s", 1, players, mode="fixed", fixed=wrong))
    with pytest.raises(BadTables) as refused:
        draw(DrawProblem("s", 1, players, mode="fixed", fixed=tables((1, 2, 3)), avoid_hard=(("P2", "P1"),)))
    assert refused.value.pairs == (("P2", "P1"),)


@pytest.mark.parametrize("priority", ["avoid", "strength"])
@pytest.mark.parametrize("n", [16, 22, pytest.param(28, marks=pytest.mark.slow)])
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
    options = DrawOptions(swiss_priority=priority)
    problem = DrawProblem("s", 4, entrants(points, rank=ranks), met=tables(*met), mode="swiss", options=options)
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
