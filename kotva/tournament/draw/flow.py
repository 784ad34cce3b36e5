"""The exact optimum after one or two earlier rounds, for any number of players, in polynomial time (TOU-7.2 to 7.5).

After two rounds a player is an edge between a table of round 1 and a table of round 2, and of `x` players of one old
table spread over `k` new ones at least as many pairs and trios come together again as in the most even split. The same
holds for the players who share both old tables. So for a set of players that is to fill `k` tables of one size

    even(k) = Σ over old tables, and twice over shared pairs of old tables, of the repeats in the most even split

is a lower bound of O1 and O2, and it is reached: a bipartite multigraph has, for every `k`, a colouring of its edges
with `k` colours of equal size that is as even as can be at every vertex and in every bundle of parallel edges (a
theorem of de Werra; it follows from the integrality of flows). With `F` large and `K` short tables the optimum is thus

    min over allowed S of  even(F) of those outside S + even(K) of S,

a sum of convex functions of how many go to S from each row, each column and each bundle: a minimum-cost flow with
convex costs, whose optimum is found by shortest augmenting paths. Taking out one table at a time is the same problem
with K = 1, which makes the colouring as well. Hence one routine, `choose`, does everything, and the cost it finds for
S is a proof.
"""

from __future__ import annotations

from collections.abc import Sequence

from kotva.tournament.draw.cost import Costs, Groups
from kotva.tournament.draw.short import MAY, MUST

Rows = tuple[list[int], list[int]]  # for each player its old table in the first and in the second layer


def layers(costs: Costs) -> list[list[list[int]]]:
    """The earlier tables in as few layers of disjoint tables as a plain search finds: usually the earlier rounds."""
    two = _two_layers(costs.met)
    if two is not None:
        return two
    found: list[list[list[int]]] = []
    taken: list[set[int]] = []
    for table in costs.met:
        for layer, there in zip(found, taken):
            if there.isdisjoint(table):
                layer.append(table)
                there.update(table)
                break
        else:
            found.append([table])
            taken.append(set(table))
    return found


def _two_layers(met: Sequence[Sequence[int]]) -> list[list[list[int]]] | None:
    """Tables that share a player belong to different layers; None where two layers are not enough."""
    sits: dict[int, list[int]] = {}
    for i, table in enumerate(met):
        for p in table:
            sits.setdefault(p, []).append(i)
    if any(len(tables) > 2 for tables in sits.values()):
        return None
    side = [-1] * len(met)
    for start in range(len(met)):
        if side[start] >= 0:
            continue
        side[start] = 0
        queue = [start]
        for i in queue:
            for p in met[i]:
                for j in sits[p]:
                    if j != i and side[j] < 0:
                        side[j] = 1 - side[i]
                        queue.append(j)
                    elif j != i and side[j] == side[i]:
                        return None
    return [[list(table) for table, s in zip(met, side) if s == layer] for layer in (0, 1)]


def rows(n: int, first: Sequence[Sequence[int]], second: Sequence[Sequence[int]]) -> Rows:
    """The old tables of everybody; a player without one in a layer is alone there."""
    found = ([0] * n, [0] * n)
    for layer, tables in enumerate((first, second)):
        row = found[layer]
        for p in range(n):
            row[p] = len(tables) + p
        for i, table in enumerate(tables):
            for p in table:
                row[p] = i
    return found


def _even(k: int, upto: int, trio: int, pair: int) -> list[int]:
    """The weight of the repeats among x players of one old table, spread evenly over k tables, for x = 0…upto."""
    if not k:
        return [0] * (upto + 1)
    found = []
    for x in range(upto + 1):
        size, more = divmod(x, k)
        pairs = (k - more) * _two(size) + more * _two(size + 1)
        trios = (k - more) * _three(size) + more * _three(size + 1)
        found.append(trio * trios + pair * pairs)
    return found


def _two(x: int) -> int:
    return x * (x - 1) // 2


def _three(x: int) -> int:
    return x * (x - 1) * (x - 2) // 6


class _End:
    """An old table: how many of its players are chosen, and what one more would cost."""

    __slots__ = ("arcs", "chosen", "cost")

    def __init__(self, size: int, chosen: int, inside: list[int], outside: list[int]) -> None:
        self.chosen = chosen
        self.cost = [inside[x] + outside[size - x] for x in range(size + 1)]
        self.arcs: list[_Bundle] = []

    def more(self) -> int | None:
        if self.chosen + 1 == len(self.cost):
            return None
        return self.cost[self.chosen + 1] - self.cost[self.chosen]


class _Bundle:
    """The players who share both old tables: parallel edges."""

    __slots__ = ("chosen", "column", "cost", "may", "must", "row", "values")

    def __init__(self, row: _End, column: _End, must: list[int], may: list[int], values: list[int]) -> None:
        self.row, self.column = row, column
        self.must, self.may, self.values = must, may, values  # may: cheapest first
        self.chosen = 0  # of those who may
        self.cost: list[int] = []
        row.arcs.append(self)
        column.arcs.append(self)

    def more(self) -> int | None:
        if self.chosen == len(self.may):
            return None
        return self.cost[self.chosen + 1] - self.cost[self.chosen]

    def fewer(self) -> int | None:
        return self.cost[self.chosen - 1] - self.cost[self.chosen] if self.chosen else None


def choose(
    costs: Costs, where: Rows, players: Sequence[int], room: int, inside: int, outside: int, *, by_points: bool
) -> tuple[list[int], int]:
    """The `room` of these players who fill `inside` tables best while the rest fills `outside` others; and the weight.

    With `by_points` TOU-4 says who must and who must not be among them, and sitting there has its price (O4).
    """
    first, second = where
    ends: tuple[dict[int, list[int]], dict[int, list[int]]] = ({}, {})
    bundles: dict[tuple[int, int], list[int]] = {}
    for p in players:
        ends[0].setdefault(first[p], []).append(p)
        ends[1].setdefault(second[p], []).append(p)
        bundles.setdefault((first[p], second[p]), []).append(p)
    upto = max(len(there) for end in ends for there in end.values())
    weights = costs.unit["O1"], costs.unit["O2"]
    even_in, even_out = _even(inside, upto, *weights), _even(outside, upto, *weights)

    must = {p for p in players if by_points and costs.place[p] == MUST}
    row, column = (
        {i: _End(len(there), sum(p in must for p in there), even_in, even_out) for i, there in end.items()}
        for end in ends
    )
    arcs = []
    total = sum(end.cost[end.chosen] for end in (*row.values(), *column.values()))
    for (a, b), there in bundles.items():
        fixed = [p for p in there if p in must]
        may = [p for p in there if not by_points or costs.place[p] == MAY]
        values = [costs.v[p] if by_points else 0 for p in may]
        may = [p for _, p in sorted(zip(values, may))]
        values.sort()
        arc = _Bundle(row[a], column[b], fixed, may, values)
        price = sum(costs.v[p] for p in fixed) if by_points else 0
        for x in range(len(may) + 1):
            taken = len(fixed) + x
            arc.cost.append(2 * (even_in[taken] + even_out[len(there) - taken]) + price + sum(values[:x]))
        total += arc.cost[0]
        arcs.append(arc)
    for _ in range(room - len(must)):
        total += _augment(list(row.values()), list(column.values()))
    chosen = [*must, *(p for arc in arcs for p in arc.may[: arc.chosen])]
    return sorted(chosen), total


def _augment(row: list[_End], column: list[_End]) -> int:
    """Choose one player more along a shortest path of exchanges; what it costs."""
    far: dict[int, int] = {}
    via: dict[int, _Bundle] = {}
    queue: list[tuple[_End, bool]] = []
    for end in row:
        cost = end.more()
        if cost is not None:
            far[id(end)] = cost
            queue.append((end, True))
    for end, is_row in queue:  # the queue grows while it is read
        here = far[id(end)]
        for arc in end.arcs:
            step = arc.more() if is_row else arc.fewer()
            if step is None:
                continue
            to = arc.column if is_row else arc.row
            if id(to) not in far or here + step < far[id(to)]:
                far[id(to)] = here + step
                via[id(to)] = arc
                queue.append((to, not is_row))
    best: tuple[int, _End] | None = None
    for end in column:
        cost = end.more()
        if cost is not None and id(end) in far and (best is None or far[id(end)] + cost < best[0]):
            best = far[id(end)] + cost, end
    assert best is not None, "there are enough players to choose from"
    cost, end = best
    end.chosen += 1
    is_row = False
    while id(end) in via:
        arc = via[id(end)]
        if is_row:  # reached backwards: one player fewer from this bundle
            arc.chosen -= 1
            end = arc.column
        else:
            arc.chosen += 1
            end = arc.row
        is_row = not is_row
    end.chosen += 1
    return cost


def colour(costs: Costs, where: Rows, players: Sequence[int], tables: int) -> Groups:
    """These players at so many tables of one size, as evenly as can be."""
    rest, size, groups = list(players), len(players) // tables, []
    for left in range(tables - 1, 0, -1):
        group, _ = choose(costs, where, rest, size, 1, left, by_points=False)
        groups.append(group)
        rest = [p for p in rest if p not in set(group)]
    return [*groups, rest]


def cheapest(costs: Costs, where: Rows) -> tuple[list[int], list[int], int]:
    """Who sits at the large tables, who at the short ones, and the least weight of O1, O2 and O4 with its proof above."""
    large = [size for size in costs.sizes if size == costs.sizes[0]]
    room = costs.n - sum(large)
    everybody = list(range(costs.n))
    low, weight = choose(costs, where, everybody, room, len(costs.sizes) - len(large), len(large), by_points=True)
    chosen = set(low)
    return [p for p in everybody if p not in chosen], low, weight
