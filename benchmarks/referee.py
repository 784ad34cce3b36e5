"""A second opinion on the draw (TOU-7.2, TOU-19.8): the optimum by integer programming with HiGHS, without our solver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import highspy

from kotva.tournament.draw import DrawProblem, sizes


@dataclass(frozen=True, slots=True)
class _Group:
    """A table that could be formed, and what it costs of each objective."""

    players: tuple[str, ...]
    cost: dict[str, int]


def referee(problem: DrawProblem, order: Sequence[str] = ("O1", "O2")) -> tuple[int, ...]:
    """The least vector of these objectives, the first first: each is minimised with the earlier ones held at their least.

    One variable for every table that could be formed, everybody at exactly one. For draws without byes and without avoid
    lists, and `short.rule` hard (ties by optimum) or lot.
    """
    found = sizes(len(problem.players), problem.options)
    if found is None or found.byes:
        raise ValueError("the referee knows no byes")
    groups = _groups(problem, found.tables)
    held: dict[str, int] = {}
    for name in order:
        groups = [group for group in groups if all(group.cost[one] <= least for one, least in held.items())]
        # No cost is below 0: where tables without any can be formed there is nothing better, and these are fewer to try.
        free = [group for group in groups if not group.cost[name]]
        least = _least(problem, found.tables, free, name, held) if len(free) < len(groups) else None
        if least is None:
            least = _least(problem, found.tables, groups, name, held)
        if least is None:
            raise ValueError("the referee found no way to seat everybody")
        held[name] = least
    return tuple(held.values())


def _groups(problem: DrawProblem, tables: Sequence[int]) -> list[_Group]:
    points = {player.id: int(player.pp) for player in problem.players}
    room = sum(size for size in tables if size < tables[0])
    limit = sorted(points.values())[room - 1] if room else None
    pairs = Counter(pair for table in problem.met for pair in combinations(sorted(table), 2))
    trios = Counter(trio for table in problem.met for trio in combinations(sorted(table), 3))
    found = []
    for size in set(tables):
        is_short = size < tables[0]
        if limit is None or problem.options.short_rule == "lot":
            people = sorted(points)
        else:  # below the limit everybody sits at a short table, above it nobody (TOU-4.2)
            people = sorted(id for id in points if (points[id] <= limit if is_short else points[id] >= limit))
        for group in combinations(people, size):
            cost = {
                "O1": sum(trios[trio] ** 2 for trio in combinations(group, 3)),
                "O2": sum(pairs[pair] ** 2 for pair in combinations(group, 2)),
                "OS": sum((points[p] - points[q]) ** 2 for p, q in combinations(group, 2)),
            }
            found.append(_Group(group, cost))
    return found


def _least(
    problem: DrawProblem, sizes: Sequence[int], groups: Sequence[_Group], objective: str, held: dict[str, int]
) -> int | None:
    """The least that these groups can cost of an objective; None if they cannot seat everybody."""
    model = highspy.Highs()  # type: ignore[no-untyped-call]
    model.setOptionValue("output_flag", False)
    model.setOptionValue("mip_rel_gap", 0.0)
    model.setOptionValue("mip_abs_gap", 0.5)
    at: dict[str, list[highspy.highs_var]] = {id: [] for id in problem.ids}
    tables: dict[int, list[highspy.highs_var]] = {size: [] for size in sizes}
    costs: dict[str, list[highspy.highs_linear_expression]] = {name: [] for name in held}
    for group in groups:
        variable = model.addBinary(obj=group.cost[objective])
        tables[len(group.players)].append(variable)
        for id in group.players:
            at[id].append(variable)
        for name, terms in costs.items():
            if group.cost[name]:
                terms.append(group.cost[name] * variable)
    if not all((*at.values(), *tables.values())):
        return None
    for variables in at.values():
        model.addConstr(model.qsum(variables) == 1)
    for size, variables in tables.items():
        model.addConstr(model.qsum(variables) == sizes.count(size))
    for name, terms in costs.items():
        if terms:
            model.addConstr(model.qsum(terms) <= held[name])
    model.run()
    if model.getModelStatus() == highspy.HighsModelStatus.kInfeasible:
        return None
    if model.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        raise ValueError(f"the referee came to no end: {model.getModelStatus()}")
    return round(model.getInfo().objective_function_value)
