"""The tables that could be formed in a round, listed once for `price` (TOU-7.6).

Each is weighed in units of the last objective that is priced: `worth` says how many of these the earlier ones are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import mul

from kotva.tournament.draw.cost import Costs
from kotva.tournament.draw.short import MUST, NEVER

MOST = 40_000  # tables that could be formed

# Tables that have all but their last two players in common; those that have all but the last in common, by who the last but
# one is; and for each of these who the last is and what the table weighs (times `scale`).
Ends = list[tuple[int, int]]
Column = tuple[tuple[int, ...], list[tuple[int, Ends]]]


def weigh(costs: Costs, worth: Sequence[int], weight: int) -> int:
    """A weight of all objectives in units of the last that is priced."""
    return sum(map(mul, worth, costs.leading(weight, len(worth))))


def pairs(costs: Costs, worth: Sequence[int]) -> list[list[int]]:
    """What every two weigh."""
    known: dict[int, int] = {}  # there are few different weights
    for row in costs.w:
        for weight in row:
            if weight not in known:
                known[weight] = weigh(costs, worth, weight)
    return [[known[weight] for weight in row] for row in costs.w]


def listed(costs: Costs, worth: Sequence[int], known: int, scale: int) -> list[Column] | None:
    """Every table that TOU-4 allows and that may be part of a seating that weighs less than `known`.

    The others have at least their cheapest company, half of it each; what is left over of the known weight is the most
    that a table may cost. None where there are too many tables to price them.
    """
    n, largest = costs.n, costs.sizes[0]
    pair = pairs(costs, worth)
    company = [
        sum(sorted(row[:p] + row[p + 1 :])[: (largest if costs.place[p] == NEVER else costs.sizes[-1]) - 1])
        for p, row in enumerate(pair)
    ]
    limit, most = 2 * known - sum(company), max(company)
    found: list[Column] = []
    for size in sorted(set(costs.sizes)):
        wrong = NEVER if size < largest else MUST
        allowed = [costs.place[p] != wrong for p in range(n)]
        # a table grows player by player, in lot order, and never becomes cheaper
        growing: list[tuple[tuple[int, ...], int, int]] = [((), 0, 0)]
        for seats_left in reversed(range(size)):
            more, most_left, full = [], limit + seats_left * most, 0
            for group, weight, own in growing:
                trios = thirds(costs, worth[0], group)
                ends: Ends = []
                for p in range(group[-1] + 1 if group else 0, n):
                    if not allowed[p]:
                        continue
                    row, total = pair[p], weight
                    for q in group:
                        total += row[q]
                    if p in trios:
                        total += trios[p]
                    mine = own + company[p]
                    if 2 * total - mine >= most_left:
                        continue
                    if seats_left:
                        more.append(((*group, p), total, mine))
                    else:
                        ends.append((p, total * scale))
                if ends:
                    if not found or found[-1][0] != group[:-1]:
                        found.append((group[:-1], []))
                    found[-1][1].append((group[-1], ends))
                    full += len(ends)
                if max(len(more), full) > MOST:
                    return None
            growing = more
    return found


def every(columns: Sequence[Column]) -> Iterator[tuple[tuple[int, ...], int]]:
    """The tables one by one, each with its weight (times `scale`)."""
    for begun, follow in columns:
        for third, ends in follow:
            for last, weight in ends:
                yield (*begun, third, last), weight


def cheaper(columns: Sequence[Column], known: int) -> list[Column]:
    """Those that weigh less than this (times `scale`)."""
    found = []
    for begun, follow in columns:
        left = [(third, few) for third, ends in follow if (few := [end for end in ends if end[1] < known])]
        if left:
            found.append((begun, left))
    return found


def weighed_again(
    costs: Costs, worth: Sequence[int], known: int, scale: int, columns: Sequence[Column]
) -> list[Column]:
    """The same tables after the objectives have got another worth, without those that cost too much now."""
    pair = pairs(costs, worth)
    found: list[Column] = []
    for begun, follow in columns:
        kept: list[tuple[int, Ends]] = []
        for third, ends in follow:
            group = (*begun, third)
            so_far = weigh(costs, worth, costs.group(group, False))
            trios, left = thirds(costs, worth[0], group), []
            for p, _ in ends:
                row, weight = pair[p], so_far
                for q in group:
                    weight += row[q]
                if p in trios:
                    weight += trios[p]
                if weight < known:
                    left.append((p, weight * scale))
            if left:
                kept.append((third, left))
        if kept:
            found.append((begun, kept))
    return found


def thirds(costs: Costs, worth: int, group: Sequence[int]) -> dict[int, int]:
    """O1 of a player joining these, for everybody who met two of them at one table."""
    found: dict[int, int] = {}
    unit = costs.unit["O1"]
    for i, p in enumerate(group):
        t = costs.t[p]
        for q in group[i + 1 :]:
            if q in t:
                for s, weight in t[q].items():
                    found[s] = found.get(s, 0) + weight // unit * worth
    return found
