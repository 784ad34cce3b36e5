"""TOU-6 and TOU-19.7: a round drawn by its mode, looked at again, or changed by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Literal, assert_never

from kotva.tournament import lot
from kotva.tournament.draw import formats, grouped, seating, short
from kotva.tournament.draw.cost import Costs
from kotva.tournament.draw.problem import Drawn, DrawnTable, DrawProblem, Entrant, Infeasible, SeatMode, TooFew, Warning
from kotva.tournament.draw.sizes import byes, sizes
from kotva.tournament.draw.solve import deal, solve


def draw(problem: DrawProblem) -> Drawn:
    """Draw a round. Raises `TooFew`, `Infeasible` (with the avoid pairs involved) or `BadTables`."""
    check(problem)
    if problem.mode == "round_robin" and len(problem.players) < 2:
        raise TooFew(f"{len(problem.players)} players have nobody to play with", "TOU-2.13")
    if problem.groups:
        return grouped.drawn(problem, draw)
    match problem.mode:
        case "random" | "swiss":
            return _optimised(problem)
        case "seeded":
            return _by_standings(problem, *formats.seeded(problem))
        case "blocks":
            return _by_standings(problem, *formats.blocks(problem))
        case "final":
            return _by_standings(problem, *formats.final(problem))
        case "knockout":
            return _by_standings(problem, *formats.knockout(problem))
        case "round_robin":  # TOU-19.12: everybody meets everybody, at several tables of a round where k > 2
            groups, resting = formats.round_robin_round(problem)
            return Drawn(tuple(DrawnTable(i, group) for i, group in enumerate(groups, 1)), resting, proven=True)
        case "fixed":
            groups, resting = formats.fixed(problem)
            tables = tuple(DrawnTable(i, group) for i, group in enumerate(groups, 1))
            return replace(evaluate(problem, tables), byes=resting)
        case "arena":  # TOU-19.20: its tables are made while it runs
            return Drawn((), order=(), vector=(), bound=(), proven=True)
        case _:
            assert_never(problem.mode)


def _by_standings(problem: DrawProblem, groups: formats.Groups, resting: tuple[str, ...]) -> Drawn:
    """TOU-19.9 to 19.11: the top table first; a final is seated by rank."""
    modes: list[SeatMode | Literal[""]] = ["" for _ in groups]
    if problem.mode == "final":
        modes[0] = "rank"
    tables, warnings = seating.tables(problem, groups, by_key=False, modes=modes)
    return replace(evaluate(problem, tables), byes=resting, warnings=(*warnings, *_met_anyway(problem, tables)))


def _met_anyway(problem: DrawProblem, tables: Sequence[DrawnTable]) -> list[Warning]:
    """TOU-19.10, TOU-19.11: ranks decide who plays a final, so the organiser is only told."""
    avoided = {frozenset(pair) for pair in problem.avoid_hard}
    return [
        Warning("AVOID", "TOU-6.3", pair, (table.number,))
        for table in tables
        for pair in combinations(sorted(table.seats, key=lot.by_id), 2)
        if frozenset(pair) in avoided
    ]


def check(problem: DrawProblem) -> None:
    """What the caller must not get wrong."""
    ids = problem.ids
    if len(set(ids)) != len(ids):
        raise ValueError("a player is named twice")
    if not problem.seed or problem.round < 1 or problem.attempt < 1:
        raise ValueError("a draw needs a seed, and rounds and attempts count from 1")


def _optimised(problem: DrawProblem) -> Drawn:
    """TOU-6.1, TOU-6.4, TOU-19.8: by lot alone in round 1, then the optimum."""
    if problem.round == 1:
        problem = replace(problem, mode="random", met=())
    resting = byes(problem)
    players = [player for player in problem.players if player.id not in resting]
    found = sizes(len(problem.players), problem.options)
    assert found is not None, "byes() refuses too few players"
    costs = Costs(problem, players, found.tables)
    if problem.round == 1 and not costs.hard and not costs.soft:
        groups, least = deal(range(costs.n), costs.sizes), 0
    else:
        groups, least = solve(problem, costs)
    tables, warnings = seating.tables(problem, [[costs.ids[p] for p in group] for group in groups])
    weight = costs.total(groups)
    return Drawn(
        tables,
        resting,
        costs.order,
        costs.vector(weight),
        costs.vector(least),
        weight == least,
        costs.repeats(groups, 2),
        costs.repeats(groups, 3),
        warnings,
    )


def evaluate(problem: DrawProblem, tables: Sequence[DrawnTable]) -> Drawn:
    """The vector and the repeats of given tables (TOU-6.9, TOU-18.3); a player without a seat has a bye."""
    if problem.groups and not grouped.crossed(problem, tables):
        parts = [evaluate(part, grouped.tables_of(part, tables)) for part in grouped.parts(problem)]
        return replace(grouped.merged(parts), tables=tuple(sorted(tables, key=lambda table: table.number)))
    people = {player.id: player for player in problem.players}
    players: list[Entrant] = []
    for table in tables:
        for id in table.seats:
            if id not in people:
                raise ValueError(f"{id} is not present")
            players.append(people.pop(id))
    costs = Costs(problem, players, sorted((len(table.seats) for table in tables), reverse=True))
    groups = [[costs.number[id] for id in table.seats] for table in tables]
    vector = costs.vector(costs.total(groups))
    return Drawn(
        tuple(sorted(tables, key=lambda table: table.number)),
        tuple(sorted(people, key=lot.by_id)),
        costs.order,
        vector,
        (0,) * len(vector),
        not any(vector),
        costs.repeats(groups, 2),
        costs.repeats(groups, 3),
    )


def swap(problem: DrawProblem, tables: Sequence[DrawnTable], one: str, other: str, force: bool = False) -> Drawn:
    """TOU-6.9: exchange two players of a round, seats and all; one of them may have the bye.

    Raises `Infeasible` where that breaks a hard rule that held before, unless forced.
    """
    seated = {id for table in tables for id in table.seats}
    for id in (one, other):
        if id not in problem.ids:
            raise ValueError(f"{id} does not play in this round")
    exchange = {one: other, other: one}
    after = tuple(DrawnTable(t.number, tuple(exchange.get(id, id) for id in t.seats)) for t in tables)
    if not force:
        lost = broken(problem, after) - broken(problem, tables)
        if lost:
            raise Infeasible(f"the exchange breaks {', '.join(sorted(lost))}", sorted(lost)[0].split(" ")[0])
    assert len(seated) == len({id for table in after for id in table.seats})
    return evaluate(problem, after)


def broken(problem: DrawProblem, tables: Sequence[DrawnTable]) -> set[str]:
    """The hard rules of TOU-6.3 that these tables break."""
    if problem.groups:
        if grouped.crossed(problem, tables):
            return {"TOU-19.15 (groups)"}
        each = [broken(part, grouped.tables_of(part, tables)) for part in grouped.parts(problem)]
        return set().union(*each)
    seated = [id for table in tables for id in table.seats]
    found = set()
    resting = set(problem.ids) - set(seated)
    if resting and resting != set(byes(problem)):
        found.add("TOU-3.5 (byes)")
    players = [player for player in problem.players if player.id not in resting]
    largest = max(len(table.seats) for table in tables)
    place = short.places(problem, players, sorted((len(table.seats) for table in tables), reverse=True))
    for table in tables:
        wrong = short.NEVER if len(table.seats) < largest else short.MUST
        if any(place[id] == wrong for id in table.seats):
            found.add("TOU-4.2 (short tables)")
    avoided = {frozenset(pair) for pair in problem.avoid_hard}
    for table in tables:
        for p, q in combinations(table.seats, 2):
            if frozenset((p, q)) in avoided:
                one, other = sorted((p, q), key=lot.by_id)
                found.add(f"TOU-6.3 (avoid {one}–{other})")
    return found
