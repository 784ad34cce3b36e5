"""A sharp bound on the strength of a Swiss round, for any number of players (TOU-19.8, TOU-6.7).

The bound is that of `price`: with a price u(p) for every player and one for a table, any seating weighs at least

    Σ u(p)  +  Σ over p of the least (weight − prices) / size  over all tables that p could sit at.

There the tables that could be formed are listed once, and that is possible for some forty players only. Here the best
table of each player is looked for when the prices ask for it: the others in the order of (weight with p − price), a table
given up as soon as the cheapest who are left cannot make it better than the best one known. Few are ever looked at.

Nobody is to meet again more often than in the best draws: tables with more meetings than O2 allows are left out, and where
O2 cannot be 0 a meeting has its price as well, since no better draw has more of them: OS ≥ (OS + price · O2) − price · O2.
All numbers are integers and all work is counted (TOU-6.6).
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate, combinations
from math import lcm
from operator import add, sub

from kotva.tournament.draw.cost import Costs
from kotva.tournament.draw.short import MUST, NEVER

FINE = 240  # parts of a point in which prices are counted
_NOTHING = 1 << 80  # more than any table costs
_NEVER = 1 << 100  # of two who must not meet again: more than any limit

_Table = tuple[int, ...]


class Demand:
    """Prices for one round in which `known` is reached by some seating, and no seating has less O2 than `meetings`."""

    def __init__(self, costs: Costs, known: int, meetings: int, work: int) -> None:
        self.costs, self.known, self.meetings, self.work = costs, known, meetings, work
        self.scale = FINE * lcm(*costs.sizes)
        self.price = [0] * (costs.n + 1)  # of each player, and of a table
        self.least = 0  # no seating with these meetings has a smaller OS
        self._again = 0  # the price of meeting again
        self._kinds = sorted(set(costs.sizes))
        self._may = [[times * times <= meetings for times in row] for row in costs.m]
        self._apart = [
            [self.scale * (a - b) ** 2 if may else _NEVER for b, may in zip(costs.pp, row)]
            for a, row in zip(costs.pp, self._may)
        ]
        self._others = {size: self._company(size) for size in self._kinds}
        self._last: dict[tuple[int, int], _Table] = {}  # of a player and a size: the best table so far
        self._begin()
        self._raise()

    def _company(self, size: int) -> list[list[int] | None]:
        """With whom everybody may sit at a table of this size (TOU-4); None for a player who may not sit at one."""
        costs = self.costs
        wrong = NEVER if size < costs.sizes[0] else MUST
        there = [p for p in range(costs.n) if costs.place[p] != wrong]
        return [
            [q for q in there if q != p and self._may[p][q]] if costs.place[p] != wrong else None
            for p in range(costs.n)
        ]

    def _begin(self) -> None:
        """Half of the cheapest company is a good price to begin with."""
        for p, row in enumerate(self._apart):
            size, others = next((size, found[p]) for size, found in self._others.items() if found[p] is not None)
            self.price[p] = sum(sorted(row[q] for q in others or ())[: size - 1]) // 2

    def _raise(self) -> None:
        """Better and better prices, until nothing is left to prove or the work is done."""
        n, scale, tables = self.costs.n, self.scale, len(self.costs.sizes)
        goal, best, kept, halving, since = self.known * scale, -1, list(self.price), 2, 0
        while self.work > 0:
            weights = self._weights()
            shares, where = [_NOTHING] * n, [()] * n  # type: tuple[list[int], list[_Table]]
            for size in self._kinds:
                for p, others in enumerate(self._others[size]):
                    if others is not None:
                        cost, table = self._cheapest(p, others, size, weights, shares[p] * size)
                        if table:
                            shares[p], where[p] = cost // size, table
            if () in where:  # somebody fits at no table: there is no such seating
                self.least = self.known
                return
            value = sum(self.price) + (tables - 1) * self.price[n] + sum(shares) - self._again * self.meetings
            if value > best:
                best, kept, since = value, list(self.price), 0
                self.least = min(self.known, max(0, -(-best // scale)))
                if self.least == self.known:
                    break
            else:
                since += 1
                if since > 4:
                    halving, since = halving * 2, 0
            if halving > 1024 or not self._move(where, goal - value, halving):
                break
        self.price = kept

    def _move(self, where: list[_Table], gap: int, halving: int) -> bool:
        """Raise the prices of those whom the cheapest tables use too rarely; False where they use all alike."""
        n, scale = self.costs.n, self.scale
        off = [scale] * n + [scale * len(self.costs.sizes)]
        again = -scale * self.meetings
        for table in where:
            part = scale // len(table)
            for p in (*table, n):
                off[p] -= part
            if self.meetings:
                again += part * sum(self.costs.m[p][q] ** 2 for p, q in combinations(table, 2))
        norm = sum(x * x for x in off) + again * again
        if not norm:
            return False
        step = 2 * gap * scale
        for p, x in enumerate(off):
            self.price[p] += step * x // (halving * norm)
        self._again = max(0, self._again + step * again // (halving * norm))
        return True

    def _weights(self) -> list[list[int]]:
        if not self._again:
            return self._apart
        return [
            [weight + self._again * times * times for weight, times in zip(row, met)]
            for row, met in zip(self._apart, self.costs.m)
        ]

    def _cheapest(self, p: int, others: list[int], size: int, w: list[list[int]], most: int) -> tuple[int, _Table]:
        """The cheapest table of this size for `p`, prices taken off, if it costs less than `most`."""
        price, best = self.price, _NOTHING
        own = price[p] + price[-1]
        least, found = most + own, ()  # type: tuple[int, _Table]
        before = self._last.get((p, size))
        if before is not None:
            cost = price[p]
            for i, q in enumerate(before):
                cost -= price[q]
                row = w[q]
                for s in before[:i]:
                    cost += row[s]
            if cost < least:
                least, found = cost, before
        beside = list(map(sub, w[p], price)).__getitem__
        order = sorted(others, key=beside)
        costs = list(map(beside, order))
        sums = [0, *accumulate(costs)]
        steps = 3 * len(order)

        two = list(map(add, costs, costs[1:]))

        def grow(table: _Table, cost: int, start: int, left: int) -> None:
            nonlocal steps
            for i in range(start, len(order) - left + 1):
                if cost + sums[i + left] - sums[i] >= least:  # the cheapest who are left
                    steps += i - start + 1
                    return
                more, company = cost + costs[i], w[order[i]]
                for s in table:
                    more += company[s]
                if more + sums[i + left] - sums[i + 1] < least:
                    if left > 3:
                        grow((*table, order[i]), more, i + 1, left - 1)
                    else:
                        last_two((*table, order[i]), more, i + 1)
            steps += max(0, len(order) - left + 1 - start)

        def last_two(table: _Table, cost: int, start: int) -> None:
            """What each would add to these is known before two of them are looked at together."""
            nonlocal least, found, steps
            if start >= len(two) or cost + two[start] >= least:
                steps += min(1, max(0, len(two) - start))
                return
            adds = costs[start : bisect_left(costs, least - cost - costs[start], start)]
            for s in table:
                row = w[s]
                adds = [more + row[q] for more, q in zip(adds, order[start:])]
            i, end = start, bisect_left(two, least - cost, start)
            while i < end:
                so_far = cost + adds[i - start]
                if so_far + costs[i + 1] < least:
                    company, j = w[order[i]], i + 1
                    far = bisect_left(costs, least - so_far, j)
                    while j < far:
                        more = so_far + adds[j - start]
                        if more < least and more + company[order[j]] < least:
                            least, found = more + company[order[j]], (p, *table, order[i], order[j])
                            far = bisect_left(costs, least - so_far, j + 1)
                            end = bisect_left(two, least - cost, i + 1)
                        j += 1
                    steps += min(far + 1, len(order)) - i - 1
                i += 1
            steps += min(end + 1, len(two)) - start

        if size > 3:
            grow((), 0, 0, size - 1)
        elif size == 3:
            last_two((), 0, 0)
        elif order:
            steps += min(len(order), 2 if costs[0] < least else 1)
            if costs[0] < least:
                least, found = costs[0], (p, order[0])
        self.work -= steps
        if found:
            self._last[p, size] = found
            best = least - own
        return best, found
