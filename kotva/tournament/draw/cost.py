"""TOU-6.4: what a seating costs. Players are numbered here by lot order; a whole vector is weighed as one integer.

The weight of an objective is larger than everything that all later ones can add up to, so comparing two integers is
comparing two vectors lexicographically, exactly and without fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from fractions import Fraction
from itertools import combinations, permutations
from math import lcm
from typing import assert_never

from kotva.tournament import lot
from kotva.tournament.draw import short
from kotva.tournament.draw.problem import DrawProblem, Entrant, Pair, Points, Repeat

Groups = list[list[int]]  # the players of each table, larger tables first


def objectives(problem: DrawProblem) -> tuple[str, ...]:
    """What is minimised, most important first (TOU-6.4, TOU-19.8, TOU-4.2 `soft`)."""
    order = ["O1", "O2", "O3", "O4"]
    if problem.mode == "swiss":
        match problem.options.swiss_priority:
            case "strength":
                order.insert(1, "OS")
            case "avoid":
                order.insert(2, "OS")
            case _:
                assert_never(problem.options.swiss_priority)
    if problem.options.short_rule == "soft" and problem.round > 1:
        order.insert(order.index("O2") + 1, "SP")
    return tuple(order)


class Costs:
    """The seated players of a problem under their numbers, and the weight of everything that may come together."""

    def __init__(self, problem: DrawProblem, players: Sequence[Entrant], sizes: Sequence[int]) -> None:
        people = {player.id: player for player in players}
        self.ids = lot.order(people, problem.seed, "draw", problem.round, problem.attempt)  # TOU-6.6
        self.number = {id: i for i, id in enumerate(self.ids)}
        self.n = n = len(self.ids)
        self.sizes = tuple(sizes)
        self.order = objectives(problem)
        self.players = [people[id] for id in self.ids]
        place = short.places(problem, players, sizes)
        self.place = [place[id] for id in self.ids]
        self.met = [
            sorted(there)
            for table in problem.met
            if len(there := {self.number[id] for id in table if id in people and not people[id].standin}) > 1
        ]
        self.hard = self._pairs(problem.avoid_hard)
        self.soft = self._pairs(problem.avoid_soft)
        pp = [short.points(player) for player in self.players]
        self.scale = lcm(*(Fraction(points).denominator for points in pp))
        self.pp = [int(points * self.scale) for points in pp]

        self.m = [[0] * n for _ in range(n)]
        # t[p][q]: of two who met, all with whom both met at one table, and how often (soon: what that weighs)
        self.t: list[dict[int, dict[int, int]]] = [{} for _ in range(n)]
        for table in self.met:
            for p, q in permutations(table, 2):
                self.m[p][q] += 1
                third = self.t[p].setdefault(q, {})
                for s in table:
                    if s not in (p, q):
                        third[s] = third.get(s, 0) + 1
        self._weigh()

    def _pairs(self, pairs: Sequence[Pair]) -> list[tuple[int, int]]:
        """Both present, each pair once."""
        number = self.number
        found = {
            (min(number[p], number[q]), max(number[p], number[q])) for p, q in pairs if p in number and q in number
        }
        return sorted(pair for pair in found if pair[0] != pair[1])

    def _weigh(self) -> None:
        n, low, high = self.n, min(self.pp, default=0), max(self.pp, default=0)
        most = {
            "O1": sum(times * times for row in self.t for third in row.values() for times in third.values()),
            "O2": sum(times * times for row in self.m for times in row),
            "O3": len(self.soft),
            "O4": sum(player.short for player in self.players),
            "OS": (high - low) ** 2 * n * n,
            "SP": sum(self.pp),
        }
        self.unit: dict[str, int] = {}
        weight = 1
        for name in reversed(self.order):
            self.unit[name] = weight
            weight *= most[name] + 1
        self.forbidden = weight  # one pair of the hard avoid list outweighs all objectives
        meeting, avoided, apart = self.unit["O2"], self.unit["O3"], self.unit.get("OS", 0)
        self.w = [[meeting * times * times for times in row] for row in self.m]
        if apart:
            for p, row in enumerate(self.w):
                mine = self.pp[p]
                for q, points in enumerate(self.pp):
                    row[q] += apart * (mine - points) ** 2
        for pairs, unit in ((self.soft, avoided), (self.hard, self.forbidden)):
            for p, q in pairs:
                self.w[p][q] += unit
                self.w[q][p] += unit
        for row_of_trios in self.t:
            for third in row_of_trios.values():
                for s, times in third.items():
                    third[s] = times * times * self.unit["O1"]
        self.v = [  # what a player costs by sitting at a short table
            self.unit["O4"] * player.short + self.unit.get("SP", 0) * points
            for player, points in zip(self.players, self.pp)
        ]

    def lenient(self, again: int) -> Costs:
        """The same for a search that may pass through meetings: one costs as much as so much of OS, not more than all of it."""
        found, apart = copy(self), self.unit["OS"]
        extra = [[(apart * again - self.unit["O2"]) * times * times if times else 0 for times in row] for row in self.m]
        found.w = [[weight + more for weight, more in zip(row, change)] for row, change in zip(self.w, extra)]
        return found

    # -- weights of seatings ------------------------------------------------------------------------------------------

    def join(self, p: int, members: Sequence[int]) -> int:
        """What `p` adds to a table of these others."""
        row, t = self.w[p], self.t[p]
        total, met = 0, []
        for q in members:
            if q != p:
                total += row[q]
                if q in t:
                    met.append(q)
        if len(met) > 1:
            total += self.trios(p, met)
        return total

    def trios(self, p: int, met: Sequence[int]) -> int:
        """O1 of `p` with each two of these."""
        t, total = self.t[p], 0
        for i, q in enumerate(met):
            if q in t:
                third = t[q]
                for s in met[i + 1 :]:
                    if s in third:
                        total += third[s]
        return total

    def group(self, members: Sequence[int], is_short: bool) -> int:
        """The weight of one table."""
        total = sum(self.w[p][q] for p, q in combinations(members, 2))
        for i, p in enumerate(members):
            total += self.trios(p, members[i + 1 :])
        return total + sum(self.v[p] for p in members) if is_short else total

    def total(self, groups: Sequence[Sequence[int]]) -> int:
        """The weight of a seating."""
        largest = max(map(len, groups), default=0)
        return sum(self.group(members, len(members) < largest) for members in groups)

    def vector(self, weight: int) -> tuple[Points, ...]:
        """The objectives one by one, from the integer that stands for them all."""
        found: list[Points] = []
        weight %= self.forbidden
        for name in self.order:
            value, weight = divmod(weight, self.unit[name])
            scale = self.scale ** {"OS": 2, "SP": 1}.get(name, 0)
            found.append(value // scale if value % scale == 0 else Fraction(value, scale))
        return tuple(found)

    def leading(self, weight: int, deep: int) -> tuple[int, ...]:
        """The first few objectives, as whole numbers."""
        found = []
        for name in self.order[:deep]:
            value, weight = divmod(weight, self.unit[name])
            found.append(value)
        return tuple(found)

    # -- what is told about them --------------------------------------------------------------------------------------

    def repeats(self, groups: Sequence[Sequence[int]], how_many: int) -> tuple[Repeat, ...]:
        """TOU-6.7: the pairs (2) or trios (3) of one table that met before, in order of id."""
        found = []
        for members in groups:
            for some in combinations(members, how_many):
                if all(self.m[p][q] for p, q in combinations(some, 2)):
                    times = sum(set(some).issubset(table) for table in self.met)
                    if times:
                        found.append(Repeat(tuple(sorted((self.ids[p] for p in some), key=lot.by_id)), times))
        return tuple(sorted(found, key=lambda repeat: [lot.by_id(id) for id in repeat.players]))
