"""A second opinion on the draw (TOU-7.2): the optimum by integer programming with HiGHS, written without our solver."""

from __future__ import annotations

from itertools import combinations

import highspy

from kotva.tournament.draw import Problem, sizes


def referee(problem: Problem) -> tuple[int, int]:
    """The least (O1, O2): one variable for every table that could be formed, everybody at exactly one.

    For draws without byes and without avoid lists, and `short.rule` hard (ties by optimum) or lot.
    """
    found = sizes(len(problem.players), problem.options)
    if found is None or found.byes:
        raise ValueError("the referee knows no byes")
    points = {player.id: player.pp for player in problem.players}
    rounds = [frozenset(table) for table in problem.met]
    room = sum(size for size in found.tables if size < found.tables[0])
    limit = sorted(points.values())[room - 1] if room else None
    model = highspy.Highs()  # type: ignore[no-untyped-call]
    model.setOptionValue("output_flag", False)
    model.setOptionValue("mip_rel_gap", 0.0)
    model.setOptionValue("mip_abs_gap", 0.5)
    at: dict[str, list[highspy.highs_var]] = {id: [] for id in points}
    tables: dict[int, list[highspy.highs_var]] = {size: [] for size in found.tables}
    for size in tables:
        is_short = size < found.tables[0]
        if limit is None or problem.options.short_rule == "lot":
            people = sorted(points)
        else:  # below the limit everybody sits at a short table, above it nobody (TOU-4.2)
            people = sorted(id for id in points if (points[id] <= limit if is_short else points[id] >= limit))
        for group in combinations(people, size):
            trios = sum(sum(old >= set(trio) for old in rounds) ** 2 for trio in combinations(group, 3))
            pairs = sum(sum(old >= set(pair) for old in rounds) ** 2 for pair in combinations(group, 2))
            variable = model.addBinary(obj=1000 * trios + pairs)
            tables[size].append(variable)
            for id in group:
                at[id].append(variable)
    for variables in at.values():
        model.addConstr(model.qsum(variables) == 1)
    for size, variables in tables.items():
        model.addConstr(model.qsum(variables) == found.tables.count(size))
    model.run()
    if model.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        raise ValueError("the referee found no optimum")
    trios, pairs = divmod(round(model.getInfo().objective_function_value), 1000)
    return trios, pairs
