"""TOU-7.2, TOU-7.6: an integer programming solver (HiGHS) agrees that nothing better exists."""

from __future__ import annotations

import random
from typing import Literal

import pytest

from benchmarks.referee import referee
from kotva.tournament.draw import DrawOptions, DrawProblem, Entrant, draw, sizes
from kotva.tournament.draw.problem import Mode
from tests.tournament.draw.helpers import agrees, broken


def tournament(
    n: int, rounds: int, seed: int, *, drawn: bool, options: DrawOptions, mode: Mode = "random"
) -> DrawProblem:
    """Rounds played with random results, drawn by us or seated at random."""
    chance = random.Random(f"{n}/{rounds}/{seed}")
    points = {f"P{i}": 0 for i in range(1, n + 1)}
    met: list[tuple[str, ...]] = []

    def problem(r: int) -> DrawProblem:
        players = tuple(Entrant(id, pp) for id, pp in points.items())
        return DrawProblem(f"s{seed}", r, players, met=tuple(met), options=options, mode=mode)

    for r in range(1, rounds):
        if drawn:
            groups = [list(table.seats) for table in draw(problem(r)).tables]
        else:
            found = sizes(n, options)
            assert found is not None
            people = list(points)
            chance.shuffle(people)
            groups = [[people.pop() for _ in range(size)] for size in found.tables]
        for group in groups:
            met.append(tuple(group))
            chance.shuffle(group)
            for place, id in enumerate(group):
                points[id] += 4 - place
    return problem(rounds)


def check(n: int, r: int, seed: int, *, drawn: bool, options: DrawOptions | None = None) -> None:
    problem = tournament(n, r, seed, drawn=drawn, options=options or DrawOptions())
    found = draw(problem)
    assert broken(problem, found) == []
    agrees(problem, found)
    assert found.vector[:2] == referee(problem)
    assert found.proven


@pytest.mark.parametrize("drawn", [True, False], ids=["drawn", "seated at random"])
@pytest.mark.parametrize("r", [2, 3])
@pytest.mark.parametrize("n", [7, 10, 13, 14, 15, 17])
def test_TOU_7_2_rounds_2_and_3(n: int, r: int, drawn: bool):
    check(n, r, 1, drawn=drawn)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("r", [2, 3])
@pytest.mark.parametrize("n", [6, 7, 9, 10, 11, 12, 13, 14, 15, 17, 18, 19, 21, 22])
def test_TOU_7_2_rounds_2_and_3_many_times(n: int, r: int, seed: int):
    check(n, r, seed, drawn=seed % 2 == 0)


@pytest.mark.slow
@pytest.mark.parametrize("r", [4, 5, 6])
@pytest.mark.parametrize("n", [8, 11, 12, 13, 14, 16, 17, 18, 20])
def test_TOU_7_6_later_rounds(n: int, r: int):
    check(n, r, 1, drawn=True)


@pytest.mark.slow
@pytest.mark.parametrize("n", [13, 14, 17, 18, 21])
def test_TOU_7_5_without_the_rule_of_the_short_tables(n: int):
    """`short.rule=lot`: every n from 13 on allows three rounds without a repeat."""
    problem = tournament(n, 3, 1, drawn=True, options=DrawOptions(short_rule="lot"))
    assert draw(problem).vector[:2] == referee(problem) == (0, 0)


def check_swiss(n: int, r: int, seed: int, priority: Literal["avoid", "strength"], *, drawn: bool) -> None:
    options = DrawOptions(swiss_priority=priority)
    problem = tournament(n, r, seed, drawn=drawn, options=options, mode="swiss")
    found = draw(problem)
    assert broken(problem, found) == []
    assert found.order[:3] == (("O1", "O2", "OS") if priority == "avoid" else ("O1", "OS", "O2"))
    assert found.vector[:3] == referee(problem, found.order[:3])
    assert found.bound[:3] == found.vector[:3]


@pytest.mark.parametrize("priority", ["avoid", "strength"])
@pytest.mark.parametrize("n", [13, 14, pytest.param(15, marks=pytest.mark.slow), 16])
def test_TOU_19_8_swiss_rounds_are_the_best_there_are(n: int, priority: Literal["avoid", "strength"]):
    """Not promised beyond twelve players, and true all the same: nothing better exists, and the draw knows it."""
    check_swiss(n, 4, 1, priority, drawn=True)


@pytest.mark.slow
@pytest.mark.parametrize("priority", ["avoid", "strength"])
@pytest.mark.parametrize("r", [3, 4, 5])
@pytest.mark.parametrize("n", [13, 14, 15, 16, 17, 18, 20])
def test_TOU_19_8_swiss_rounds_many_times(n: int, r: int, priority: Literal["avoid", "strength"]):
    check_swiss(n, r, 2, priority, drawn=r % 2 == 0)


@pytest.mark.parametrize(
    "size", [(3, 3), *(pytest.param(s, marks=pytest.mark.slow) for s in ((5, 4), (6, 4))), (2, 2)], ids=str
)
def test_other_sizes(size: tuple[int, int]):
    """TOU-19.2: the same proof for other games."""
    options = DrawOptions(table_size=size[0], table_min=size[1], short_rule="hard")
    for n in (14, 15, 16):
        found = sizes(n, options)
        if found and not found.byes:
            check(n, 3, 1, drawn=False, options=options)
