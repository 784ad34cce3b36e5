"""TOU-14.6 and 14.7: minutes before the start, the seating that disturbs the fewest people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from kotva.tournament.draw import seating
from kotva.tournament.draw.cost import Costs
from kotva.tournament.draw.problem import Drawn, NoRepair, Problem, Table
from kotva.tournament.draw.rounds import check, evaluate

LIMIT = 400_000  # tables weighed before the search stops at the best found
_EXTRA = 3  # how many more people than necessary may move for the sake of the hard avoid list

Shape = tuple[int, int]  # how many leave a table, how many come to it


def repair(problem: Problem, tables: Sequence[Table], byes: Sequence[str] = ()) -> Drawn:
    """`problem.players` are those present now, `tables` the published ones with whoever left still in them.

    Whoever is present and neither at a table nor named in `byes` is a late entry. Tables keep their numbers, an emptied
    one disappears, a new one gets the next number. Raises `NoRepair`.
    """
    check(problem)
    options = problem.options
    present = set(problem.ids)
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
            return _drawn(problem, tables, costs, best, plan.looked < LIMIT)
    raise NoRepair(
        "no repair keeps the avoid list", "TOU-14.6", tuple((costs.ids[p], costs.ids[q]) for p, q in costs.hard)
    )


def _drawn(
    problem: Problem,
    tables: Sequence[Table],
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
        after.append(old or Table(number, seating.seated(problem, ids)))
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
        self.old = len(stays)
        self.looked = 0
        # reach[i]: what can leave and come at the tables from i on
        self.reach: list[set[Shape]] = [{(0, 0)}]
        for group in reversed(self.stays):
            rest = self.reach[0]
            here = {
                (gone + a, come + b)
                for a, b in self._shapes(len(group), strict=False)
                for gone, come in rest
                if gone + a <= moves and come + b <= moves + len(late)
            }
            self.reach.insert(0, here)

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
        tolerated = sum(costs.group(group, False) // costs.forbidden for group in self.stays)  # left by a forced swap
        kept = _Best((tolerated + 1) * costs.forbidden)
        for shapes in self._all_shapes(0, self.moves, self.moves + len(self.late), strict):
            self._leave(shapes, 0, [list(group) for group in self.stays], [], kept)
            if self.looked >= LIMIT:
                break
        return kept.groups

    def _all_shapes(self, i: int, gone: int, come: int, strict: bool) -> Iterator[list[Shape]]:
        """Every way to share out who leaves and comes; new tables in falling size."""
        if i == len(self.stays):
            yield []
            return
        for a, b in self._shapes(len(self.stays[i]), strict=strict):
            if a <= gone and b <= come and (gone - a, come - b) in self.reach[i + 1]:
                for rest in self._all_shapes(i + 1, gone - a, come - b, strict):
                    if i < self.old or not rest or rest[0][1] <= b:
                        yield [(a, b), *rest]

    def _leave(self, shapes: list[Shape], i: int, groups: list[list[int]], pool: list[int], kept: _Best) -> None:
        """Choose who leaves, table by table."""
        while i < len(shapes) and not shapes[i][0]:
            i += 1
        if i == len(shapes):
            costs, self.looked = self.costs, self.looked + 1
            weight = sum(costs.group(group, False) for group in groups)
            if weight < kept.weight:
                self._come(shapes, 0, groups, sorted(pool + self.late), weight, kept)
            return
        group = groups[i]
        for leaving in combinations(sorted(group), shapes[i][0]):
            groups[i] = [p for p in group if p not in leaving]
            self._leave(shapes, i + 1, groups, [*pool, *leaving], kept)
            if self.looked >= LIMIT and kept.groups is not None:
                break
        groups[i] = group

    def _come(
        self, shapes: list[Shape], i: int, groups: list[list[int]], pool: list[int], weight: int, kept: _Best
    ) -> None:
        """Choose who comes to each table; more people never cost less, so what costs too much already is left."""
        while i < len(shapes) and not shapes[i][1]:
            i += 1
        if i == len(shapes):
            kept.weight, kept.groups = weight, [list(group) for group in groups]
            return
        group, home = groups[i], set(self.stays[i])
        before = self.costs.group(group, False)
        for coming in combinations([p for p in pool if p not in home], shapes[i][1]):
            self.looked += 1
            groups[i] = [*group, *coming]
            after = weight - before + self.costs.group(groups[i], False)
            if after < kept.weight:
                self._come(shapes, i + 1, groups, [p for p in pool if p not in coming], after, kept)
            if self.looked >= LIMIT and kept.groups is not None:
                break
        groups[i] = group
