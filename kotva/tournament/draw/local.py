"""Exchanging two players of different tables, again and again: for what no formula solves (TOU-7.6, TOU-19.8, avoid lists).

Everything is counted in exchanges looked at, never in seconds (TOU-6.6), and the little chance that is needed comes from
a number of the lot.
"""

from __future__ import annotations

from collections.abc import Sequence

from kotva.tournament.draw.cost import Costs, Groups
from kotva.tournament.draw.short import MAY

_MASK, _TIMES, _PLUS = (1 << 64) - 1, 6364136223846793005, 1442695040888963407
_MOST_PATIENCE = 16  # −log2 of the smallest lot
_STEPS, _HOT, _COLD = 64, 32, 3  # how a search cools down; the heat in sixteenths


class Dice:
    """A small generator that gives the same numbers everywhere."""

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def below(self, limit: int) -> int:
        self.state = (self.state * _TIMES + _PLUS) & _MASK
        return (self.state >> 33) % limit

    def patience(self) -> int:
        """In 1024ths: 0 most often, half as often one more; −log2 of a number by lot, its logarithm a line between powers."""
        lot = 1 + self.below(1 << 16)
        power = lot.bit_length() - 1
        return ((16 - power) << 10) + 1024 - (lot << 10 >> power)


class LocalSearch:
    """A seating that is improved in place."""

    def __init__(self, costs: Costs, groups: Sequence[Sequence[int]], dice: Dice) -> None:
        self.costs, self.dice = costs, dice
        self.looked = 0  # exchanges looked at so far, or as much work as that
        largest = max(map(len, groups))
        self.is_short = [len(group) < largest for group in groups]
        self.dense = "OS" in costs.order  # then every pair weighs something
        heavy = costs.m if self.dense else costs.w
        self.near = [[q for q, weight in enumerate(row) if weight and q != p] for p, row in enumerate(heavy)]
        self.around = [sum(1 << q for q in near) | 1 << p for p, near in enumerate(self.near)]
        self.sit(groups)

    def sit(self, groups: Sequence[Sequence[int]]) -> None:
        """Begin anew from this seating."""
        costs = self.costs
        self.groups: Groups = [list(group) for group in groups]
        self.at = [0] * costs.n
        for g, group in enumerate(self.groups):
            for p in group:
                self.at[p] = g
        self.cost = [[0] * costs.n for _ in self.groups]  # cost[g][p]: what p has, or would have, with the others of g
        for p, near in enumerate(self.near):
            for g in range(len(self.groups)) if self.dense else {self.at[q] for q in near}:
                self.cost[g][p] = costs.join(p, self.groups[g])
        self.total = costs.total(self.groups)

    def delta(self, p: int, q: int) -> int | None:
        """What exchanging these two would change, or None where TOU-4 forbids it."""
        costs, g, h = self.costs, self.at[p], self.at[q]
        cg, ch = self.cost[g], self.cost[h]
        change = ch[p] - cg[p] + cg[q] - ch[q] - 2 * costs.w[p][q]
        if self.is_short[g] != self.is_short[h]:
            if costs.place[p] != MAY or costs.place[q] != MAY:
                return None
            change += costs.v[q] - costs.v[p] if self.is_short[g] else costs.v[p] - costs.v[q]
        if costs.m[p][q]:
            change -= self._trios(p, q, g, h)
        return change

    def _trios(self, p: int, q: int, g: int, h: int) -> int:
        """O1 of these two with everybody at either table."""
        total, at = 0, self.at
        for s, weight in self.costs.t[p][q].items():
            if at[s] == g or at[s] == h:
                total += weight
        return total

    def exchange(self, p: int, q: int, change: int) -> None:
        costs, g, h = self.costs, self.at[p], self.at[q]
        one, other = self.groups[g], self.groups[h]
        one[one.index(p)], other[other.index(q)] = q, p
        self.at[p], self.at[q] = h, g
        self.total += change
        cg, ch, wp, wq = self.cost[g], self.cost[h], costs.w[p], costs.w[q]
        if self.dense:  # everybody's company changes a little
            shift = [b - a for a, b in zip(wp, wq)]
            self.cost[g] = cg = [cost + change for cost, change in zip(cg, shift)]
            self.cost[h] = ch = [cost - change for cost, change in zip(ch, shift)]
        else:
            for y in self.near[p]:
                cg[y] -= wp[y]
                ch[y] += wp[y]
            for y in self.near[q]:
                cg[y] += wq[y]
                ch[y] -= wq[y]
        self._regroup(costs.t[p], costs.t[q], one, q, cg)
        self._regroup(costs.t[q], costs.t[p], other, p, ch)
        self.looked += 4 * (self.around[p] | self.around[q]).bit_count()  # as much work as so many exchanges looked at

    @staticmethod
    def _regroup(
        gone: dict[int, dict[int, int]], come: dict[int, dict[int, int]], group: list[int], new: int, cost: list[int]
    ) -> None:
        """O1 of everybody with two of this table, after one has gone and the new one has come."""
        for s in group:
            if s != new:
                if s in gone:
                    for y, weight in gone[s].items():
                        cost[y] -= weight
                if s in come:
                    for y, weight in come[s].items():
                        cost[y] += weight

    def descend(self) -> None:
        """Exchange as long as that helps (TOU-19.8), the first improvement found each time."""
        n, since, p = self.costs.n, 0, 0
        while since < n:
            found = self._best(p, {}, 0, self.total)
            if found and found[1] < 0:
                self.exchange(p, *found)
                since = 0
            else:
                since += 1
            p = (p + 1) % n

    def improve(self, budget: int, target: int) -> Groups:
        """Tabu search until the target is reached or the budget is spent; the best seating seen."""
        n, dice, tables = self.costs.n, self.dice, len(self.groups)
        best, kept = self.total, [list(group) for group in self.groups]
        until: dict[int, int] = {}  # p * tables + g: p may not return to g before this step
        step, stop, stale = 0, self.looked + budget, 0
        while best > target and self.looked < stop:
            step += 1
            unhappy = [p for p in range(n) if self.cost[self.at[p]][p]]
            pool = unhappy if unhappy and dice.below(8) else range(n)
            p = pool[dice.below(len(pool))]
            found = self._best(p, until, step, best)
            if found is None:
                continue
            q, change = found
            g, h = self.at[p], self.at[q]
            self.exchange(p, q, change)
            until[p * tables + g] = step + 4 + dice.below(6)
            until[q * tables + h] = step + 4 + dice.below(6)
            stale += 1
            if self.total < best:
                best, kept, stale = self.total, [list(group) for group in self.groups], 0
            elif stale > 60 + 12 * n:  # lost: back to the best, with a few exchanges by lot
                self.sit(kept)
                until.clear()
                self.shake(2 + dice.below(max(3, n // 4)))
                stale = 0
        return kept

    def cool(self, tries: int, unit: int, target: int) -> Groups:
        """Exchanges by lot among neighbours in points; one that costs something is made the more rarely the later it comes.

        What an exchange may cost falls from `_HOT` to `_COLD` times the unit. The best seating seen.
        """
        costs, n, dice, at = self.costs, self.costs.n, self.dice, self.at
        w, m = costs.w, costs.m
        order = sorted(range(n), key=lambda p: (costs.pp[p], p))
        reach = max(12, n // 10)
        place, width = [0] * n, 2 * reach + 1
        for i, p in enumerate(order):
            place[p] = i - reach
        best, kept = self.total, [list(group) for group in self.groups]
        for step in range(_STEPS):
            heat = unit * (_HOT * (_STEPS - 1 - step) + _COLD * step) // (16 * (_STEPS - 1))
            never = heat * _MOST_PATIENCE
            for _ in range(tries // _STEPS):
                first = (dice.state * _TIMES + _PLUS) & _MASK  # two dice: `below` of n and of the width
                dice.state = second = (first * _TIMES + _PLUS) & _MASK
                p = (first >> 33) % n
                i = place[p] + (second >> 33) % width
                if i < 0 or i >= n or at[q := order[i]] == at[p]:
                    continue
                g, h = at[p], at[q]
                if self.is_short[g] != self.is_short[h]:
                    change = self.delta(p, q)
                    if change is None:
                        continue
                else:
                    cg, ch = self.cost[g], self.cost[h]
                    change = ch[p] - cg[p] + cg[q] - ch[q] - 2 * w[p][q]
                    if m[p][q]:
                        change -= self._trios(p, q, g, h)
                if change > 0:
                    if change > never:  # whatever the patience is; the die is thrown all the same
                        dice.state = (second * _TIMES + _PLUS) & _MASK
                        continue
                    if change << 10 > heat * dice.patience():
                        continue
                self.exchange(p, q, change)
                if self.total < best:
                    best, kept = self.total, [list(group) for group in self.groups]
            if best <= target:
                break
        return kept

    def _best(self, p: int, until: dict[int, int], step: int, best: int) -> tuple[int, int] | None:
        """The best partner for `p`, ties by lot; one that is forbidden for now only if that makes a new best seating."""
        costs, g = self.costs, self.at[p]
        cg, wp, mp, mine, tables = self.cost[g], costs.w[p], costs.m[p], costs.place[p], len(self.groups)
        own, short, ties, least = cg[p], self.is_short[g], 0, 0
        found: tuple[int, int] | None = None
        for h, other in enumerate(self.groups):
            if h == g:
                continue
            crossing = self.is_short[h] != short
            if crossing and mine != MAY:
                continue
            ch = self.cost[h]
            mine_there = ch[p] - own
            if crossing:
                mine_there += -costs.v[p] if short else costs.v[p]
            blocked = until.get(p * tables + h, 0) > step
            self.looked += len(other)
            for q in other:
                change = mine_there + cg[q] - ch[q] - 2 * wp[q]
                if crossing:
                    if costs.place[q] != MAY:
                        continue
                    change += costs.v[q] if short else -costs.v[q]
                if mp[q]:
                    change -= self._trios(p, q, g, h)
                if found is not None and change > least:
                    continue
                if (blocked or until.get(q * tables + g, 0) > step) and self.total + change >= best:
                    continue
                if found is None or change < least:
                    least, found, ties = change, (q, change), 1
                else:
                    ties += 1
                    if not self.dice.below(ties):
                        found = (q, change)
        return found

    def shake(self, times: int) -> None:
        """Exchanges by lot."""
        for _ in range(times):
            p, q = self.dice.below(self.costs.n), self.dice.below(self.costs.n)
            if self.at[p] != self.at[q] and (change := self.delta(p, q)) is not None:
                self.exchange(p, q, change)

    def wander(self, times: int) -> None:
        """Exchanges by lot that cost nothing: so that every optimal seating has its chance, not only tidy ones."""
        for _ in range(times):
            p, q = self.dice.below(self.costs.n), self.dice.below(self.costs.n)
            if self.at[p] != self.at[q] and self.delta(p, q) == 0:
                self.exchange(p, q, 0)
