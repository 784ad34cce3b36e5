"""Problems from plain numbers, and a second way to count what a draw costs, written without the first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from kotva.tournament import draw as drawing
from kotva.tournament.draw import Drawn, DrawnTable, DrawProblem, Entrant, Points


def ids(numbers: Iterable[int]) -> tuple[str, ...]:
    return tuple(f"P{i}" for i in numbers)


def tables(*groups: Sequence[int]) -> tuple[tuple[str, ...], ...]:
    return tuple(ids(group) for group in groups)


def entrants(points: Mapping[int, Points], **more: Mapping[int, object]) -> tuple[Entrant, ...]:
    """Players by number with their place points; more columns as `rank={1: 3}`."""
    found = []
    for i, pp in points.items():
        fields = {name: column[i] for name, column in more.items() if i in column}
        found.append(Entrant(f"P{i}", pp, **fields))  # type: ignore[arg-type]
    return tuple(found)


def groups(drawn: Drawn) -> set[frozenset[int]]:
    """The tables as sets of player numbers."""
    return {frozenset(int(id[1:]) for id in table.seats) for table in drawn.tables}


def published(*seats: Sequence[int]) -> tuple[DrawnTable, ...]:
    return tuple(DrawnTable(i, ids(group)) for i, group in enumerate(seats, 1))


def count(problem: DrawProblem, seated: Iterable[Iterable[str]]) -> dict[str, Points]:
    """TOU-6.4 word by word, and slowly."""
    people = {player.id: player for player in problem.players}
    rounds = [frozenset(id for id in table if id not in people or not people[id].standin) for table in problem.met]
    found: dict[str, Points] = dict.fromkeys(("O1", "O2", "O3", "O4", "OS", "SP"), 0)
    groups = [frozenset(group) for group in seated]
    longest = max(len(group) for group in groups)
    soft = {frozenset(pair) for pair in problem.avoid_soft}
    for group in groups:
        for trio in combinations(group, 3):
            found["O1"] += sum(table >= set(trio) for table in rounds) ** 2
        for pair in combinations(group, 2):
            found["O2"] += sum(table >= set(pair) for table in rounds) ** 2
            found["O3"] += frozenset(pair) in soft
            one, other = (0 if people[id].standin else people[id].pp for id in pair)
            found["OS"] += (Fraction(one) - other) ** 2
        if len(group) < longest:
            found["O4"] += sum(people[id].short for id in group)
            found["SP"] += sum(0 if people[id].standin else people[id].pp for id in group)
    return found


def broken(problem: DrawProblem, drawn: Drawn) -> list[str]:
    """The hard rules (TOU-6.3) that a draw of mode `random` or `swiss` breaks: none, if it is right."""
    faults = []
    people = {player.id: player for player in problem.players}
    seated = [id for table in drawn.tables for id in table.seats]
    if sorted([*seated, *drawn.byes]) != sorted(people):
        faults.append("somebody is missing or named twice")
    found = drawing.sizes(len(people), problem.options)
    lengths = sorted((len(table.seats) for table in drawn.tables), reverse=True)
    if found is None or (tuple(lengths), len(drawn.byes)) != (found.tables, found.byes):
        faults.append(f"sizes {lengths} and {len(drawn.byes)} byes for {len(people)} players")
    if problem.round > 1:
        resting = [people[id].rested for id in drawn.byes]
        others = [people[id].rested for id in seated if not people[id].standin]
        if resting and others and max(resting) > min(others):
            faults.append("a bye for somebody who has rested more than others")
        if problem.options.short_rule == "hard" and problem.options.short_key == "points" and lengths:
            level = {id: 0 if people[id].standin else people[id].pp for id in seated}
            low = [level[id] for t in drawn.tables if len(t.seats) < lengths[0] for id in t.seats]
            high = [level[id] for t in drawn.tables if len(t.seats) == lengths[0] for id in t.seats]
            if low and max(low) > min(high):
                faults.append("a short table for somebody with more points than one outside")
    for table in drawn.tables:
        together = [pair for pair in problem.avoid_hard if pair[0] != pair[1] and set(pair) <= set(table.seats)]
        faults += [f"{pair} sit together" for pair in together]
    if [table.number for table in drawn.tables] != list(range(1, len(drawn.tables) + 1)):
        faults.append("table numbers")
    return faults


def agrees(problem: DrawProblem, drawn: Drawn) -> None:
    """The vector of a draw is what it says, and nothing in it is better than its bound."""
    found = count(problem, (table.seats for table in drawn.tables))
    assert drawn.vector == tuple(found[name] for name in drawn.order)
    assert drawn.bound <= drawn.vector
    assert drawn.proven == (drawn.bound == drawn.vector)


TEN = dict.fromkeys(range(1, 11), 0)


OSADA_1 = tables((8, 2, 3, 9), (7, 4, 1), (10, 6, 5))


AFTER_1 = {1: 4, 5: 4, 8: 4, 10: 4, 2: 3, 3: 3, 4: 3, 6: 3, 7: 2, 9: 2}


def seats(drawn: Drawn) -> list[tuple[str, ...]]:
    return [table.seats for table in drawn.tables]


SQUARE = [[4 * i + j + 1 for j in range(4)] for i in range(4)]
COLUMNS = [list(column) for column in zip(*SQUARE)]
CYCLIC = [[SQUARE[i][j] for i in range(4) for j in range(4) if (i + j) % 4 == k] for k in range(4)]
XOR = [[SQUARE[i][j] for i in range(4) for j in range(4) if i ^ j == k] for k in range(4)]
SIXTEEN = entrants(dict.fromkeys(range(1, 17), 5))
