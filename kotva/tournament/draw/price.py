"""A sharp bound, and often a proof, for a few players in later rounds (TOU-7.6).

Every player `p` is given a price u(p). For any seating the weight is Σ u + Σ over tables of (weight − prices of its
players), and a table's share of that falls on each of its players alike; so

    Σ u(p)  +  Σ over p of the least (weight − prices) / size  over all tables that p could sit at

is a lower bound whatever the prices are (a table has a price as well, since their number is given). Raising the prices
of players whom the cheapest tables use too rarely, and lowering those whom they use too often, brings it close to the
best that linear programming could say. Tables that cannot be part of anything better than the best known seating drop
out on the way; what remains is often searched to its end.

Only the first objectives are priced here, O1 and O2 or, of a Swiss round, OS with them; each weighs just so much that it
outweighs what is to be beaten of the next ones. All numbers are integers, all work is counted (TOU-6.6).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm
from operator import mul

from kotva.tournament.draw.cost import Costs, Groups
from kotva.tournament.draw.ondemand import FINE
from kotva.tournament.draw.short import MUST, NEVER

MOST = 40_000  # tables that could be formed
SCANS = 500_000  # tables looked at for the prices
_NODES = 60_000  # tables tried in the search for a proof

_Column = tuple[tuple[int, ...], int]  # the players of a table, its weight


class Prices:
    """The bound for one round, given the weight of a seating that is known."""

    def __init__(
        self,
        costs: Costs,
        known: int,
        least: int,
        before: Prices | None = None,
        deep: int = 2,
        work: int = SCANS,
        start: Sequence[int] | None = None,
    ) -> None:
        """`known` is the weight of a seating, `least` a bound: where they agree in the first objectives, the last is at stake.

        Of the `deep` objectives that are priced, all but the last two must agree. `before` are the prices for a seating
        that was worse: what dropped out there need not be looked at again. `work`: how many tables are looked at. `start`:
        prices to begin with.
        """
        self.costs = costs
        self.values, sure = costs.leading(known, deep), costs.leading(least, deep)
        # An objective must weigh more than the later ones; where it cannot be less, more than those that are to be beaten.
        self.worth = [1] * deep
        for i in reversed(range(deep - 1)):
            if self.values[: i + 1] == sure[: i + 1]:
                self.worth[i] = 1 + sum(
                    worth * value for worth, value in zip(self.worth[i + 1 :], self.values[i + 1 :])
                )
            else:
                self.worth[i] = costs.unit[costs.order[i]] // costs.unit[costs.order[i + 1]] * self.worth[i + 1]
        self.known = self.weigh(known)  # what is to be beaten, in units of the last objective
        self.scale = FINE * lcm(*costs.sizes)
        self.price = list(
            start or [0] * (costs.n + 1)
        )  # of each player, and of a table; times `scale`, as all prices and shares are
        self.least = 0  # the bound, in units of the last objective
        self.work = work  # what is left of it
        columns: list[_Column] | None
        if before is not None and before.complete and len(before.worth) == deep:
            columns = before.columns
            if self.worth == before.worth:
                self.price = list(before.price)
            else:
                columns = [(group, self.weigh(costs.group(group, False))) for group, _ in columns]
            columns = [column for column in columns if column[1] < self.known]
        else:
            columns = _columns(self)
        self.columns: list[_Column] = columns or []
        self.complete: bool = columns is not None
        if self.complete:
            self._raise()

    def weigh(self, weight: int) -> int:
        """A weight of all objectives in units of the last that is priced."""
        return sum(map(mul, self.worth, self.costs.leading(weight, len(self.worth))))

    def _raise(self) -> None:
        """Improve the prices until the bound is close enough or the work is done."""
        n, scale = self.costs.n, self.scale
        price, tables = list(self.price), len(self.costs.sizes)
        get, enough, halving, since = price.__getitem__, self.work // 2, 2, 0
        best, kept = -1, self.price
        goal = self.known * scale
        while self.work > 0 and self.columns:
            self.work -= len(self.columns)
            least: list[int | None] = [None] * n
            where: list[tuple[int, ...]] = [()] * n
            for group, weight in self.columns:
                share = (weight * scale - price[n] - sum(map(get, group))) // len(group)
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
                if self.work > enough:
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
        worth = [price[p] + share for p, share in enumerate(shares)]
        get, table = worth.__getitem__, price[-1] + slack
        self.columns = [column for column in self.columns if column[1] * self.scale - sum(map(get, column[0])) <= table]

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
    def bound(self) -> tuple[int, ...]:
        """The first objectives, which no seating goes below."""
        rest, found = self.least, []
        for worth, value in zip(self.worth, self.values):
            found.append(min(rest // worth, value))
            rest -= found[-1] * worth
        return tuple(found)


def _columns(prices: Prices) -> list[_Column] | None:
    """Every table that TOU-4 allows and that may be part of a seating better than the one known.

    The others have at least their cheapest company, half of it each; what is left over of the known weight is the most
    that a table may cost. None where there are too many tables to price them.
    """
    costs = prices.costs
    n, largest = costs.n, costs.sizes[0]
    pair = [[prices.weigh(weight) for weight in row] for row in costs.w]
    company = [
        sum(sorted(row[:p] + row[p + 1 :])[: (largest if costs.place[p] == NEVER else costs.sizes[-1]) - 1])
        for p, row in enumerate(pair)
    ]
    limit, most = 2 * prices.known - sum(company), max(company)
    found: list[_Column] = []
    for size in sorted(set(costs.sizes)):
        wrong = NEVER if size < largest else MUST
        allowed = [costs.place[p] != wrong for p in range(n)]
        # a table grows player by player, in lot order, and never becomes cheaper
        growing: list[tuple[tuple[int, ...], int, int]] = [((), 0, 0)]
        for seats_left in reversed(range(size)):
            more, most_left = [], limit + seats_left * most
            for group, weight, own in growing:
                for p in range(group[-1] + 1 if group else 0, n):
                    if not allowed[p]:
                        continue
                    row, total = pair[p], weight
                    for q in group:
                        total += row[q]
                    mine = own + company[p]
                    if 2 * total - mine >= most_left:
                        continue
                    if len(group) > 1 and (trios := costs.trios(p, group)):
                        total += trios // costs.unit["O1"] * prices.worth[0]
                        if 2 * total - mine >= most_left:
                            continue
                    more.append(((*group, p), total, mine))
                if len(more) > MOST:
                    return None
            growing = more
        found += [(group, weight) for group, weight, _ in growing]
    return found
