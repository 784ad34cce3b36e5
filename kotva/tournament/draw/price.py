"""A sharp bound, and often a proof, for a few players in later rounds (TOU-7.6).

Every player `p` is given a price u(p). For any seating the weight is Σ u + Σ over tables of (weight − prices of its
players), and a table's share of that falls on each of its players alike; so

    Σ u(p)  +  Σ over p of the least (weight − prices) / size  over all tables that p could sit at

is a lower bound whatever the prices are (a table has a price as well, since their number is given). Raising the prices
of players whom the cheapest tables use too rarely, and lowering those whom they use too often, brings it close to the
best that linear programming could say. Tables that cannot be part of anything better than the best known seating drop
out on the way; what remains is often searched to its end.

Only O1 and O2 are priced here. All numbers are integers, all work is counted (TOU-6.6).
"""

from __future__ import annotations

from math import lcm

from kotva.tournament.draw.cost import Costs, Groups
from kotva.tournament.draw.short import MUST, NEVER

MOST = 40_000  # tables that could be formed
_SCANS = 500_000  # tables looked at for the prices
_NODES = 60_000  # tables tried in the search for a proof

_Column = tuple[tuple[int, ...], int]  # the players of a table, its weight


class Prices:
    """The bound for one round, given the weight of a seating that is known."""

    def __init__(self, costs: Costs, known: int, least: int, before: Prices | None = None) -> None:
        """`known` is the weight of a seating, `least` a bound: where they agree in O1, only O2 is at stake.

        `before` are the prices for a seating that was worse: what dropped out there need not be looked at again.
        """
        self.costs = costs
        trios, pairs = costs.meetings(known)
        # A trio must weigh more than the pairs; where O1 cannot be less, more than the pairs that are to be beaten.
        sure = trios == costs.meetings(least)[0]
        self.trio = pairs + 1 if sure else costs.unit["O1"] // costs.unit["O2"]
        self.known = trios * self.trio + pairs  # in units of O2: what is to be beaten
        self.scale = lcm(*costs.sizes)
        self.price = [0] * (costs.n + 1)  # of each player, and of a table; times `scale`, as all prices and shares are
        self.least = 0  # the bound, in units of O2
        columns: list[_Column] | None
        if before is not None and before.complete and not trios:  # then no table has a trio, and weights stay
            columns = [column for column in before.columns if column[1] < self.known]
            self.price = list(before.price)
        else:
            columns = _columns(costs, self.trio, self.known)
        self.columns: list[_Column] = columns or []
        self.complete: bool = columns is not None
        if self.complete:
            self._raise()

    def _raise(self) -> None:
        """Improve the prices until the bound is close enough or the work is done."""
        n, scale = self.costs.n, self.scale
        scans, halving, since = 0, 2, 0
        best, kept = -1, self.price
        goal = self.known * scale
        price, tables = list(self.price), len(self.costs.sizes)
        while scans < _SCANS and self.columns:
            scans += len(self.columns)
            least: list[int | None] = [None] * n
            where: list[tuple[int, ...]] = [()] * n
            for group, weight in self.columns:
                left = weight * scale - price[n]
                for p in group:
                    left -= price[p]
                share = left // len(group)
                for p in group:
                    now = least[p]
                    if now is None or share < now:
                        least[p] = share
                        where[p] = group
            if None in least:  # somebody fits at no table of a better seating: there is none
                self.least, self.columns = self.known, []
                return
            shares = [share for share in least if share is not None]
            value = sum(price) + (tables - 1) * price[n] + sum(shares)
            if value > best:
                best, kept, since = value, list(price), 0
                self.least = max(self.least, -(-best // scale))
                if self.least >= self.known:
                    self.least = self.known
                    return
                if scans < _SCANS // 2:
                    self._drop(price, shares, goal - scale - value)
            else:
                since += 1
                if since > 6:
                    halving, since = halving * 2, 0
            off = [scale] * n + [scale * tables]
            for group in where:
                for p in (*group, n):
                    off[p] -= scale // len(group)
            norm = sum(x * x for x in off)
            if not norm or halving > 4096:
                break
            step = 2 * (goal - value)
            for p, x in enumerate(off):
                price[p] += step * x * scale // (halving * norm)
        self.price = kept

    def _drop(self, price: list[int], shares: list[int], slack: int) -> None:
        """Keep the tables that a better seating may use."""
        self.columns = [
            (group, weight)
            for group, weight in self.columns
            if weight * self.scale - price[-1] - sum(price[p] + shares[p] for p in group) <= slack
        ]

    def search(self) -> Groups | None:
        """A better seating than the one known, if there is one; `least` tells afterwards how far the proof went."""
        if not self.complete or self.least == self.known:
            return None
        n, scale, price = self.costs.n, self.scale, self.price
        shares = [self.known * scale] * n
        left = {group: weight * scale - price[n] - sum(price[p] for p in group) for group, weight in self.columns}
        for group, value in left.items():
            for p in group:
                shares[p] = min(shares[p], value // len(group))
        choices = [0] * n
        for group in left:
            for p in group:
                choices[p] += 1
        order = sorted(range(n), key=lambda p: (choices[p], p))  # who has the fewest choices is seated first
        bit = {p: i for i, p in enumerate(order)}
        start: list[list[tuple[int, int, tuple[int, ...]]]] = [[] for _ in range(n)]
        for group, value in left.items():
            mask = sum(1 << bit[p] for p in group)
            start[min(bit[p] for p in group)].append((value - sum(shares[p] for p in group), mask, group))
        for bucket in start:
            bucket.sort()
        counts = {size: self.costs.sizes.count(size) for size in self.costs.sizes}
        slack = (self.known - 1) * scale - sum(price) - (len(self.costs.sizes) - 1) * price[n] - sum(shares)
        everybody, nodes = (1 << n) - 1, 0
        chosen: Groups = []

        def seat(used: int, slack: int) -> bool:
            nonlocal nodes
            if used == everybody:
                return True
            first = (~used & (used + 1)).bit_length() - 1
            for more, mask, group in start[first]:
                if more > slack or nodes > _NODES:
                    return False
                if mask & used or not counts[len(group)]:
                    continue
                nodes += 1
                counts[len(group)] -= 1
                chosen.append(list(group))
                if seat(used | mask, slack - more):
                    return True
                chosen.pop()
                counts[len(group)] += 1
            return False

        if slack >= 0 and seat(0, slack):
            return sorted(chosen, key=len, reverse=True)
        if nodes <= _NODES:
            self.least = self.known
        return None

    @property
    def bound(self) -> tuple[int, int]:
        """O1 and O2 that no seating goes below."""
        return divmod(self.least, self.trio)


def _columns(costs: Costs, trio: int, known: int) -> list[_Column] | None:
    """Every table that TOU-4 allows and that costs less than a whole seating that is known, in units of O2.

    None where there are too many to price them.
    """
    largest = costs.sizes[0]
    found: list[_Column] = []
    for size in sorted(set(costs.sizes)):
        wrong = NEVER if size < largest else MUST
        allowed = [p for p in range(costs.n) if costs.place[p] != wrong]
        # a table grows player by player, in lot order, and never becomes cheaper
        growing: list[_Column] = [((), 0)]
        for _ in range(size):
            more = []
            for group, weight in growing:
                for p in allowed if not group else allowed[allowed.index(group[-1]) + 1 :]:
                    trios, pairs = costs.meetings(costs.join(p, group))
                    total = weight + trios * trio + pairs
                    if total < known:
                        more.append(((*group, p), total))
                if len(more) > MOST:
                    return None
            growing = more
        found += growing
    return found
