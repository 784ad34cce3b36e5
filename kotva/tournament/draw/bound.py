"""Lower bounds for what is not solved exactly (TOU-6.7): no draw can have a smaller vector."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from kotva.tournament.draw import flow
from kotva.tournament.draw.cost import Costs
from kotva.tournament.draw.short import MUST, NEVER


def bound(costs: Costs) -> int:
    """The weight of the best bound known, objective by objective."""
    least = {"O1": 0, "O2": 0, "O3": 0, **_linear(costs)}
    if len(set(costs.sizes)) <= 2:
        least["O1"], least["O2"] = by_layers(costs)
    meetings = by_player(costs, [[times * times for times in row] for row in costs.m])
    least["O2"] = max(least["O2"], meetings)
    if "OS" in costs.order:
        least["OS"] = max(by_player(costs, _differences(costs, least)), by_blocks(costs))
    return sum(least[name] * costs.unit[name] for name in costs.order)


def raised(costs: Costs, leading: Sequence[int]) -> int:
    """The weight of a bound of the first objectives, with what is known of the later ones."""
    least = _linear(costs)
    if "OS" in costs.order:
        least["OS"] = by_blocks(costs)
    least |= zip(costs.order, leading)
    return sum(costs.unit[name] * value for name, value in least.items() if name in costs.order)


def by_layers(costs: Costs) -> tuple[int, int]:
    """O1 and O2 of the earlier rounds taken two by two, each two solved exactly.

    m² is at least the sum of the squares of what each two rounds contribute to m, and likewise t². The sum of optimal
    vectors is therefore a bound: a seating with no more of O1 has the least of it in each two rounds, and then no less of O2.
    """
    layers = flow.layers(costs)
    trios = pairs = 0
    for i in range(0, len(layers), 2):
        second = layers[i + 1] if i + 1 < len(layers) else []
        _, _, weight = flow.cheapest(costs, flow.rows(costs.n, layers[i], second))
        trios += weight // costs.unit["O1"]
        pairs += weight % costs.unit["O1"] // costs.unit["O2"]
    return trios, pairs


def _differences(costs: Costs, least: dict[str, int]) -> list[list[int]]:
    """Whose company costs how much of OS. Where O2 comes first and may be 0, nobody has company met before.

    A draw with a larger O2 is worse whatever its OS is, so the bound of OS need only hold for draws without a repeat.
    """
    free = costs.order.index("O2") < costs.order.index("OS") and least["O2"] == 0
    far = 1 + max(costs.pp, default=0) - min(costs.pp, default=0)
    return [
        [far * far if free and met else (a - b) ** 2 for b, met in zip(costs.pp, row)]
        for a, row in zip(costs.pp, costs.m)
    ]


def by_blocks(costs: Costs) -> int:
    """OS where nobody minds meeting again: the points in order, cut into tables from the top; 0 where that proves nothing.

    At tables of one size the pairs' squares add up to a constant less the squares of the tables' sums, and no sums are
    further apart than those of neighbours in order. Short tables are a part of their own where TOU-4 says who sits there.
    """
    large = costs.sizes.count(costs.sizes[0])
    high, low = costs.sizes[:large], costs.sizes[large:]
    may = sorted((p for p in range(costs.n) if costs.place[p] not in (MUST, NEVER)), key=lambda p: costs.pp[p])
    if len(set(low)) > 1 or (low and len({costs.pp[p] for p in may}) > 1):
        return 0
    below = [p for p in range(costs.n) if costs.place[p] == MUST]
    below += may[: sum(low) - len(below)] if low else []
    chosen = set(below)
    above = [p for p in range(costs.n) if p not in chosen]
    return _cut(costs, above, high) + _cut(costs, below, low)


def _cut(costs: Costs, people: list[int], sizes: Sequence[int]) -> int:
    points = sorted((costs.pp[p] for p in people), reverse=True)
    total = at = 0
    for size in sizes:
        total += sum((a - b) ** 2 for a, b in combinations(points[at : at + size], 2))
        at += size
    return total


def by_player(costs: Costs, weights: list[list[int]]) -> int:
    """Everybody has at least the cheapest company: half of the sum, since each pair is two people's company."""
    least, largest = costs.sizes[-1], costs.sizes[0]
    total = 0
    for p, row in enumerate(weights):
        others = largest if costs.place[p] == NEVER else least
        total += sum(sorted(weight for q, weight in enumerate(row) if q != p)[: others - 1])
    return -(-total // 2)


def _linear(costs: Costs) -> dict[str, int]:
    """O4 and, with `soft`, the points at the short tables: the cheapest who may sit there."""
    room = sum(size for size in costs.sizes if size < costs.sizes[0])
    must = [p for p in range(costs.n) if costs.place[p] == MUST]
    may = [p for p in range(costs.n) if costs.place[p] not in (MUST, NEVER)]
    found = {}
    for name, value in (("O4", [player.short for player in costs.players]), ("SP", costs.pp)):
        cheapest = sorted(value[p] for p in may)[: max(0, room - len(must))]
        found[name] = sum(value[p] for p in must) + sum(cheapest)
    return found
