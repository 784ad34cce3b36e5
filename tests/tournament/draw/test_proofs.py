"""The proofs behind a draw, one by one: flows with shared tables, prices, bounds, balanced seats."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from benchmarks.draw import beyond
from benchmarks.draw import tournament as rounds_of
from benchmarks.referee import referee
from kotva.tournament import lot
from kotva.tournament.draw import DrawOptions, DrawProblem, draw, sizes
from kotva.tournament.draw.bound import bound, by_blocks
from kotva.tournament.draw.cost import Costs
from kotva.tournament.draw.ondemand import Demand
from kotva.tournament.draw.price import Prices
from kotva.tournament.draw.seating import seated
from tests.tournament.draw.helpers import COLUMNS, CYCLIC, SIXTEEN, SQUARE, XOR, agrees, entrants, tables


@pytest.mark.parametrize("n", [13, 14, 15])
def test_TOU_7_2_after_the_same_round_twice(n: int):
    """Everybody shares both old tables with others: a pair met twice costs four, a trio too (TOU-6.4)."""
    wide = {13: (4, 3, 3, 3), 14: (4, 4, 3, 3), 15: (4, 4, 4, 3)}[n]
    left = list(range(1, n + 1))
    groups = [[left.pop(0) for _ in range(size)] for size in wide]
    points = {p: 8 - 2 * place + (5 if p > 4 else 0) for group in groups for place, p in enumerate(group)}
    problem = DrawProblem("s", 3, entrants(points), met=tables(*groups, *groups))
    drawn = draw(problem)
    agrees(problem, drawn)
    assert (drawn.vector[:2], drawn.proven) == (referee(problem), True)
    if n == 15:  # 12: by their points the last three of one old table meet a third time; 8: two fours at three tables
        assert drawn.vector[:2] == (4, 20)


def test_TOU_7_6_prices_find_what_is_better_and_then_prove_it():
    problem = DrawProblem("s", 4, SIXTEEN, met=tables(*SQUARE, *COLUMNS, *CYCLIC))
    costs = Costs(problem, problem.players, (4, 4, 4, 4))
    unit = costs.unit["O2"]
    better = Prices(costs, 5 * unit, 0).search()
    assert better is not None
    assert costs.vector(costs.total(better)) == (0, 4, 0, 0)
    best = Prices(costs, 4 * unit, 0)
    assert best.search() is None
    assert best.bound == (0, 4)


def test_TOU_6_7_bound_when_everybody_has_met_everybody():
    """After five repeat-free rounds of sixteen each table repeats six pairs: 24, not more."""
    met = tables(*SQUARE, *COLUMNS, *XOR)
    for r in (4, 5):
        met += tuple(table.seats for table in draw(DrawProblem("s", r, SIXTEEN, met=met)).tables)
    problem = DrawProblem("s", 6, SIXTEEN, met=met)
    costs = Costs(problem, problem.players, (4, 4, 4, 4))
    assert costs.vector(bound(costs)) == (0, 24, 0, 0)
    drawn = draw(problem)
    assert (drawn.vector, drawn.proven) == ((0, 24, 0, 0), True)


@pytest.mark.parametrize("seed", range(12))
def test_TOU_8_3_balanced_against_every_seating(seed: int):
    chance = random.Random(seed)
    history = {p: tuple(chance.randrange(1, 4) for _ in range(5)) for p in range(1, 5)}
    players = entrants(dict.fromkeys(history, 0), seats=history)
    problem = DrawProblem(f"s{seed}", 6, players, options=DrawOptions(seat_mode="balanced"))
    order = lot.order(problem.ids, problem.seed, "seat", 6, 1)

    def worth(row: tuple[str, ...]) -> tuple[int, list[int]]:
        repeated = sum(history[int(id[1:])].count(seat) ** 2 for seat, id in enumerate(row, 1))
        return repeated, [order.index(id) for id in row]

    assert seated(problem, problem.ids) == min(permutations(order), key=worth)


@pytest.mark.parametrize("short_rule", ["hard", "soft", "lot"])
@pytest.mark.parametrize("priority", ["avoid", "strength"])
@pytest.mark.parametrize("n", [8, 9, *(pytest.param(n, marks=pytest.mark.slow) for n in (10, 11, 12))])
def test_TOU_19_8_no_seating_goes_below_the_bound(n: int, priority: str, short_rule: str):
    """The bound of a Swiss round beside the optimum, which is found by trying all seatings."""
    options = DrawOptions(swiss_priority=priority, short_rule=short_rule)  # type: ignore[arg-type]
    found = sizes(n, options)
    assert found is not None
    for seed in range(12):
        chance = random.Random(f"{n} {seed}")
        met: list[tuple[str, ...]] = []
        for _ in range(chance.randrange(1, 4)):
            people = [f"P{i}" for i in range(1, n + 1)]
            chance.shuffle(people)
            met += [tuple(people.pop() for _ in range(size)) for size in found.tables]
        points = {i: chance.randrange(0, 12) for i in range(1, n + 1)}
        problem = DrawProblem(f"s{seed}", 3, entrants(points), met=tuple(met), mode="swiss", options=options)
        costs = Costs(problem, problem.players, found.tables)
        drawn = draw(problem)
        assert drawn.proven
        best = sum(costs.unit[name] * int(value) for name, value in zip(costs.order, drawn.vector))
        assert bound(costs) <= best, (drawn.vector, costs.vector(bound(costs)))
        if priority == "avoid" and short_rule != "soft":
            _, meetings, strength = costs.leading(best, 3)
            for known in (strength, strength + 7):
                assert Demand(costs, known, meetings, 400_000).least <= strength


def test_TOU_19_8_the_bound_on_demand_comes_close():
    """Twenty players of 1, 2 … 20 points who never met: five tables of neighbours, and prices prove nothing less exists."""
    problem = DrawProblem("s", 2, entrants({i: i for i in range(1, 21)}), mode="swiss")
    costs = Costs(problem, problem.players, (4,) * 5)
    demand = Demand(costs, 150, 0, 2_000_000)
    assert 90 <= demand.least <= 100 == by_blocks(costs)


@pytest.mark.parametrize("priority", ["avoid", "strength"])
@pytest.mark.parametrize("n", [31, *(pytest.param(n, marks=pytest.mark.slow) for n in (30, 45))])
def test_TOU_6_7_swiss_rounds_stay_within_twice_the_bound(n: int, priority: str):
    """With some thirty players the fifth round cannot be free of repeats; who meets again has his price in the bound."""
    options = DrawOptions(swiss_priority=priority)  # type: ignore[arg-type]
    found = rounds_of(n, 5, "later", options, "swiss")[1:]
    assert max(beyond(r) for r in found) <= 2.0


@pytest.mark.parametrize("n", [20, 24, 40, 60, 100, 200])
def test_TOU_19_8_blocks_prove_a_second_round(n: int):
    """After one round of fours many are equal: the best Swiss round is found and known to be the best."""
    first = draw(DrawProblem("s", 1, entrants(dict.fromkeys(range(1, n + 1), 0)), mode="swiss"))
    points = {int(id[1:]): 4 - place for table in first.tables for place, id in enumerate(table.seats)}
    met = tuple(table.seats for table in first.tables)
    drawn = draw(DrawProblem("s", 2, entrants(points), met=met, mode="swiss"))
    assert drawn.proven
    assert drawn.value("O2") == 0
