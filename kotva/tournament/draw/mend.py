"""TOU-14.6 and 14.7: minutes before the start, the seating that disturbs the fewest people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from kotva.tournament.draw import seating
from kotva.tournament.draw.cost import Costs
from kotva.tournament.draw.problem import Drawn, DrawnTable, DrawProblem, NoRepair
from kotva.tournament.draw.rounds import check, evaluate

LIMIT = 400_000  # tables weighed before the search stops at the best found
_EXTRA = 3  # how many more people than necessary may move for the sake of the hard avoid list

Shape = tuple[int, int]  # how many leave a table, how many come to it


def repair(problem: DrawProblem, tables: Sequence[DrawnTable], byes: Sequence[str] = ()) -> Drawn:
    """`problem.players` are those present now, `tables` the published ones, players who left still in them.

    A present player neither at a table nor named in `byes` is a late entry. Tables keep their numbers, an emptied
    one disappears, a new one gets the next number. Raises `NoRepair`.
    """
    check(problem)
    options = problem.options
    present = set(problem.ids)
    if not problem.players:
        raise NoRepair("every table is emptied", "TOU-14.6")
    players = [player for player in problem.players if player.id not in byes]
    # TOU-14.6 names O1 and O2 alone; the hard avoid list holds here too, TOU-3.2 and TOU-4 do not.
    costs = Costs(replace(problem, mode="random", avoid_soft=()), players, [len(players)])
    seated = {id for table in tables for id in table.seats}
    stays = [[costs.number[id] for id in table.seats if id in present] for table in tables]
    late = [p for p in range(costs.n) if costs.ids[p] not in seated]
    for more in range(costs.n + len(late) + 1):
        found = _Plan(costs, stays, late, options.table_min, options.table_size, more)
        if found.possible:
            break
    else:
        raise NoRepair(f"{costs.n} players cannot be seated at these tables", "TOU-14.6")
    for extra in range(_EXTRA + 1):
        plan = found if not extra else _Plan(costs, stays, late, options.table_min, options.table_size, more + extra)
        best = plan.best(strict=not extra)
        if best is not None:
            return _drawn(problem, tables, costs, best, plan.proven)
    raise NoRepair(
        "no repair keeps the avoid list", "TOU-14.6", tuple((costs.ids[p], costs.ids[q]) for p, q in costs.hard)
    )


def _drawn(
    problem: DrawProblem,
    tables: Sequence[DrawnTable],
    costs: Costs,
    groups: Sequence[Sequence[int]],
    proven: bool,
) -> Drawn:
    """Numbers stay; a changed table is seated anew (TOU-14.7)."""
    last = max((table.number for table in tables), default=0)
    numbers = [table.number for table in tables] + [last + i for i in range(1, len(groups) - len(tables) + 1)]
    before = {id: table for table in tables for id in table.seats}
    after, moved = [], []
    for number, group in zip(numbers, groups):
        ids = [costs.ids[p] for p in group]
        if not ids:
            continue
        old = next((table for table in tables if table.number == number and set(table.seats) == set(ids)), None)
        after.append(old or DrawnTable(number, seating.seated(problem, ids)))
        moved += [id for id in ids if id in before and before[id].number != number]
    drawn = evaluate(problem, after)
    order = {id: i for i, id in enumerate(costs.ids)}
    return replace(
        drawn,
        proven=proven,
        bound=drawn.vector if proven else drawn.bound,
        moved=tuple(sorted(moved, key=order.__getitem__)),
    )


@dataclass(slots=True)
class _Best:
    weight: int
    groups: list[list[int]] | None = None


class _Plan:
    """All seatings in which exactly so many people move."""

    def __init__(
        self, costs: Costs, stays: list[list[int]], late: list[int], least: int, most: int, moves: int
    ) -> None:
        self.costs, self.late, self.moves, self.least, self.most = costs, late, moves, least, most
        opened = (moves + len(late)) // least
        self.stays = [*stays, *([] for _ in range(opened))]
        # Tables are looked at in lot order, new ones last: the first seating found is the one that wins a tie.
        lots = {i: min(group, default=costs.n) for i, group in enumerate(stays)}
        self.by_lot = [*sorted(lots, key=lambda i: lots[i]), *range(len(stays), len(self.stays))]
        self.old = len(stays)
        self.looked = 0
        self.proven = True
        # reach[j]: what can leave and come at the tables from the j-th on
        self.reach: list[set[Shape]] = [{(0, 0)}]
        for i in reversed(self.by_lot):
            here = {
                (gone + a, come + b)
                for a, b in self._shapes(len(self.stays[i]), strict=False)
                for gone, come in self.reach[-1]
                if gone + a <= moves and come + b <= moves + len(late)
            }
            self.reach.append(here)
        self.reach.reverse()

    @property
    def possible(self) -> bool:
        return (self.moves, self.moves + len(self.late)) in self.reach[0]

    def _shapes(self, size: int, *, strict: bool) -> list[Shape]:
        """How many may leave and come at a table of this size; strictly, nobody comes where somebody leaves."""
        return [
            (gone, come)
            for gone in range(min(size, self.moves) + 1)
            for come in range(self.most + 1)
            if (size - gone + come == 0 or self.least <= size - gone + come <= self.most)
            and not (strict and gone and come)
        ]

    def best(self, *, strict: bool) -> list[list[int]] | None:
        """The least O1, then O2; the first in lot order among equals; None where each one breaks the avoid list."""
        costs = self.costs
        weights = [costs.group(group, False) for group in self.stays]
        tolerated = sum(weight // costs.forbidden for weight in weights)  # left behind by a forced swap
        kept = _Best((tolerated + 1) * costs.forbidden)
        # A leaving player takes away no more than the own cost: a seating as good as this need not be beaten.
        had = sorted((costs.join(p, group) for group in self.stays for p in group), reverse=True)
        self.floor = max(0, sum(weights) - sum(had[: self.moves]))
        for shapes in self._all_shapes(0, self.moves, self.moves + len(self.late), strict):
            self._leave(shapes, 0, list(self.stays), [], sum(weights), kept)
            if self._over(kept):
                self.proven = kept.weight <= self.floor
                break
        return kept.groups

    def _over(self, kept: _Best) -> bool:
        return kept.groups is not None and (self.looked >= LIMIT or kept.weight <= self.floor)

    def _all_shapes(self, j: int, gone: int, come: int, strict: bool) -> Iterator[dict[int, Shape]]:
        """Every way to share out who leaves and comes, by table; new tables in falling size."""
        if not gone and not come:
            if (0, 0) in self.reach[j]:
                yield {}
            return
        i = self.by_lot[j]
        for a, b in self._shapes(len(self.stays[i]), strict=strict):
            if a <= gone and b <= come and (gone - a, come - b) in self.reach[j + 1]:
                for rest in self._all_shapes(j + 1, gone - a, come - b, strict):
                    if i < self.old or rest.get(i + 1, (0, 0))[1] <= b:
                        yield {i: (a, b), **rest} if a or b else rest

    def _leave(
        self,
        shapes: dict[int, Shape],
        j: int,
        groups: list[list[int]],
        pool: list[int],
        weight: int,
        kept: _Best,
    ) -> None:
        """Choose who leaves, table by table."""
        leaving = [i for i in shapes if shapes[i][0]]
        if j == len(leaving):
            self.looked += 1
            if weight < kept.weight:
                coming = [i for i in shapes if shapes[i][1]]
                self._come(shapes, coming, groups, sorted(pool + self.late), weight, kept)
            return
        i = leaving[j]
        group = groups[i]
        before = self.costs.group(group, False)
        for gone in combinations(sorted(group), shapes[i][0]):
            groups[i] = [p for p in group if p not in gone]
            after = weight - before + self.costs.group(groups[i], False)
            self._leave(shapes, j + 1, groups, [*pool, *gone], after, kept)
            if self._over(kept):
                break
        groups[i] = group

    def _come(
        self,
        shapes: dict[int, Shape],
        coming: list[int],
        groups: list[list[int]],
        pool: list[int],
        weight: int,
        kept: _Best,
    ) -> None:
        """Choose who comes to each table; more people never cost less, so what costs too much already is left."""
        if not coming:
            kept.weight, kept.groups = weight, [list(group) for group in groups]
            return
        i = coming[0]
        group, home = groups[i], set(self.stays[i])
        before = self.costs.group(group, False)
        for more in combinations([p for p in pool if p not in home], shapes[i][1]):
            self.looked += 1
            groups[i] = [*group, *more]
            after = weight - before + self.costs.group(groups[i], False)
            if after < kept.weight:
                self._come(shapes, coming[1:], groups, [p for p in pool if p not in more], after, kept)
            if self._over(kept):
                break
        groups[i] = group
