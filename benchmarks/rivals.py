"""How people seat tournaments today, to compare with: at random, by exchanging while it helps, by matching pairs."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import combinations

import networkx

Met = dict[frozenset[str], int]  # how often two players met
Seating = list[list[str]]
Method = Callable[[Sequence[str], Met, random.Random], Seating]


def meetings(rounds: Sequence[Sequence[str]]) -> Met:
    """Who met whom at these tables."""
    found: Met = {}
    for table in rounds:
        for pair in combinations(table, 2):
            found[frozenset(pair)] = found.get(frozenset(pair), 0) + 1
    return found


def by_lot(players: Sequence[str], met: Met, chance: random.Random) -> Seating:  # noqa: ARG001 - one shape for all
    """Shuffle, and cut into fours."""
    people = list(players)
    chance.shuffle(people)
    return [people[i : i + 4] for i in range(0, len(people), 4)]


def by_exchange(players: Sequence[str], met: Met, chance: random.Random) -> Seating:
    """Shuffle; then exchange two players of different tables wherever that repeats fewer pairs, until nothing helps."""
    tables = by_lot(players, met, chance)

    def cost(p: str, others: Sequence[str], without: str) -> int:
        return sum(met.get(frozenset((p, q)), 0) ** 2 for q in others if q not in (p, without))

    better = True
    while better:
        better = False
        for one, other in combinations(tables, 2):
            for i in range(len(one)):
                for j in range(len(other)):
                    p, q = one[i], other[j]
                    before = cost(p, one, p) + cost(q, other, q)
                    if before and cost(p, other, q) + cost(q, one, p) < before:
                        one[i], other[j] = q, p
                        better = True
    return tables


def by_matching(players: Sequence[str], met: Met, chance: random.Random) -> Seating:
    """The cheapest pairs by networkx, then the cheapest pairs of pairs."""
    people = list(players)
    chance.shuffle(people)
    groups: list[list[str]] = [[p] for p in people]
    for _ in range(2):
        graph = networkx.Graph()
        for (i, one), (j, other) in combinations(enumerate(groups), 2):
            graph.add_edge(i, j, weight=sum(met.get(frozenset((p, q)), 0) ** 2 for p in one for q in other))
        pairs = sorted(tuple(sorted(pair)) for pair in networkx.min_weight_matching(graph))
        groups = [groups[i] + groups[j] for i, j in pairs]
    return groups


RIVALS: dict[str, Method] = {"random draw": by_lot, "greedy swap": by_exchange, "networkx matching": by_matching}
