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

from kotva.tournament.draw.columns import Column, cheaper, every, listed, weigh, weighed_again
from kotva.tournament.draw.cost import Costs, Groups
from kotva.tournament.draw.ondemand import FINE

SCANS = 500_000  # tables looked at for the prices
_NODES = 60_000  # tables tried in the search for a proof

_NOTHING = 1 << 80  # more than any share


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
        self.known = weigh(costs, self.worth, known)  # what is to be beaten, in units of the last objective
        self.scale = FINE * lcm(*costs.sizes)
        self.price = list(
            start or [0] * (costs.n + 1)
        )  # of each player, and of a table; times `scale`, as all prices and shares are
        self.least = 0  # the bound, in units of the last objective
        self.work = work  # what is left of it
        columns: list[Column] | None
        if before is not None and before.complete and len(before.worth) == deep:
            if self.worth == before.worth:
                self.price = list(before.price)
                columns = cheaper(before.columns, self.known * self.scale)
            else:
                columns = weighed_again(costs, self.worth, self.known, self.scale, before.columns)
        else:
            columns = listed(costs, self.worth, self.known, self.scale)
        self.columns: list[Column] = columns or []
        self.complete: bool = columns is not None
        if self.complete:
            self._raise()

    def _raise(self) -> None:
        """Improve the prices until the bound is close enough or the work is done."""
        n, scale = self.costs.n, self.scale
        price, tables = list(self.price), len(self.costs.sizes)
        enough, halving, since = self.work // 2, 2, 0
        best, kept = -1, self.price
        goal = self.known * scale
        while self.work > 0 and self.columns:
            shares, where, looked = self._shares(price)
            self.work -= looked
            if _NOTHING in shares:  # somebody fits at no table of a better seating: there is none
                self.least, self.columns = self.known, []
                return
            value = sum(price) + (tables - 1) * price[n] + sum(shares)
            if value > best:
                best, kept, since = value, list(price), 0
                self.least = max(self.least, -(-best // scale))
                if self.least >= self.known:
                    self.least = self.known
                    return
                if self.work > enough:
                    self.columns = self._useful(price, shares, goal - scale - value)
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

    def _shares(self, price: list[int]) -> tuple[list[int], list[tuple[int, ...]], int]:
        """For every player the least share over all tables, and the first table that has it; how many tables there are."""
        n, looked = self.costs.n, 0
        least, where = [_NOTHING] * n, [()] * n  # type: tuple[list[int], list[tuple[int, ...]]]
        for begun, follow in self.columns:
            size, paid, lowest, rest = len(begun) + 2, price[n], _NOTHING, ()  # type: tuple[int, int, int, tuple[int, ...]]
            for p in begun:
                paid += price[p]
            for third, ends in follow:
                looked += len(ends)
                most, low, company = paid + price[third], _NOTHING, 0
                for last, weight in ends:
                    share = (weight - most - price[last]) // size
                    if share < least[last]:
                        least[last], where[last] = share, (*begun, third, last)
                    if share < low:
                        low, company = share, last
                if low < least[third]:
                    least[third], where[third] = low, (*begun, third, company)
                if low < lowest:
                    lowest, rest = low, (third, company)
            for p in begun:
                if lowest < least[p]:
                    least[p], where[p] = lowest, (*begun, *rest)
        return least, where, looked

    def _useful(self, price: list[int], shares: list[int], slack: int) -> list[Column]:
        """The tables that cost no more than this beyond the shares of their players: others are in no better seating."""
        worth = [price[p] + share for p, share in enumerate(shares)]
        table, kept = price[-1] + slack, []
        for begun, follow in self.columns:
            most, left = table, []
            for p in begun:
                most += worth[p]
            for third, ends in follow:
                limit = most + worth[third]
                few = [end for end in ends if end[1] - worth[end[0]] <= limit]
                if few:
                    left.append((third, few))
            if left:
                kept.append((begun, left))
        return kept

    def search(self) -> Groups | None:
        """A better seating than the one known, if there is one; `least` tells afterwards how far the proof went."""
        if not self.complete or self.least == self.known:
            return None
        n, scale, price = self.costs.n, self.scale, self.price
        shares = [min(share, self.known * scale) for share in self._shares(price)[0]]
        slack = (self.known - 1) * scale - sum(price) - (len(self.costs.sizes) - 1) * price[n] - sum(shares)
        choices = [0] * n
        for begun, follow in self.columns:
            for third, ends in follow:
                for p in (*begun, third):
                    choices[p] += len(ends)
                for last, _ in ends:
                    choices[last] += 1
        order = sorted(range(n), key=lambda p: (choices[p], p))  # the player with the fewest choices is seated first
        bit = {p: i for i, p in enumerate(order)}
        start: list[list[tuple[int, int, tuple[int, ...]]]] = [[] for _ in range(n)]
        for group, weight in every(self._useful(price, shares, slack)):
            more, mask = weight - price[n], 0
            for p in group:
                mask |= 1 << bit[p]
                more -= price[p] + shares[p]
            start[(mask & -mask).bit_length() - 1].append((more, mask, group))
        for bucket in start:
            bucket.sort()
        counts = {size: self.costs.sizes.count(size) for size in self.costs.sizes}
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
