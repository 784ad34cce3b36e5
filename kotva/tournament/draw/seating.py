"""TOU-8.1 to 8.3: which table gets which number, and who sits in which seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, assert_never

from kotva.tournament import lot
from kotva.tournament.draw.problem import DrawnTable, DrawProblem, SeatMode, Warning
from kotva.tournament.draw.sizes import standing

Group = Sequence[str]


def numbered(problem: DrawProblem, groups: Sequence[Group]) -> list[Group]:
    """TOU-8.1, TOU-4.5: larger tables first, those of one size by the least key of their members.

    The key is `table`; in round 1 it is `draw`, which gives the numbers of TOU-6.1 and carries them over to a first round
    that went through the solver.
    """
    purpose = "draw" if problem.round == 1 else "table"

    def least(group: Group) -> str:
        return min(lot.key(problem.seed, purpose, problem.round, problem.attempt, id) for id in group)

    return sorted(groups, key=lambda group: (-len(group), least(group)))


def bound_to(problem: DrawProblem, groups: Sequence[Group]) -> tuple[list[Group], list[Warning]]:
    """TOU-8.2: a bound player's group exchanges its number with the group that has it, whatever the sizes."""
    placed: list[Group] = list(groups)
    warnings, done = [], set()
    for group in groups:
        bound = sorted((problem.fixed_table[id], id) for id in group if id in problem.fixed_table)
        if len({number for number, _ in bound}) > 1:
            warnings.append(Warning("FIXED_TABLE_BOTH", "TOU-8.2", tuple(id for _, id in bound)))
        for number, id in bound[:1]:
            if not 1 <= number <= len(placed):
                warnings.append(Warning("FIXED_TABLE_MISSING", "TOU-8.2", (id,), (number,)))
            elif number in done:
                warnings.append(Warning("FIXED_TABLE_TAKEN", "TOU-8.2", (id,), (number,)))
            else:
                i = placed.index(group)
                placed[i], placed[number - 1] = placed[number - 1], placed[i]
                done.add(number)
    return placed, warnings


def seated(problem: DrawProblem, group: Group, mode: SeatMode | Literal[""] = "") -> tuple[str, ...]:
    """TOU-8.3: the members of a group from seat 1 on."""
    by_lot = lot.order(group, problem.seed, "seat", problem.round, problem.attempt)
    people = {player.id: player for player in problem.players}
    chosen = mode or problem.options.seat_mode
    match chosen:
        case "rank":
            return tuple(sorted(by_lot, key=lambda id: (standing(people[id]), lot.by_id(id))))
        case "balanced":
            return _balanced(by_lot, {id: people[id].seats for id in by_lot})
        case "lot":
            return tuple(by_lot)
        case _:
            assert_never(chosen)


def _balanced(by_lot: Sequence[str], history: dict[str, tuple[int, ...]]) -> tuple[str, ...]:
    """The least sum of (earlier rounds in this seat)², ties by the lot order of seat 1, then 2, …

    Seat by seat with the least cost of every rest: 2⁸ rests at most. The best seating of a rest is also the first in lot
    order among the best, since the seat taken now comes before all later ones.
    """
    size = len(by_lot)
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}  # a rest as a mask: its cost and who sits, in lot order
    for rest in range(1, 1 << size):
        seat = size - rest.bit_count() + 1
        best[rest] = min(
            (history[by_lot[i]].count(seat) ** 2 + best[rest ^ 1 << i][0], (i, *best[rest ^ 1 << i][1]))
            for i in range(size)
            if rest >> i & 1
        )
    return tuple(by_lot[i] for i in best[(1 << size) - 1][1])


def tables(
    problem: DrawProblem, groups: Sequence[Group], *, by_key: bool = True, modes: Sequence[SeatMode | Literal[""]] = ()
) -> tuple[tuple[DrawnTable, ...], tuple[Warning, ...]]:
    """Numbers and seats for groups; without `by_key` they keep their order (TOU-19.9 to 19.11)."""
    ways = {id: mode for group, mode in zip(groups, modes) for id in group}
    placed, warnings = bound_to(problem, numbered(problem, groups) if by_key else groups)
    found = tuple(DrawnTable(i, seated(problem, group, ways.get(group[0], ""))) for i, group in enumerate(placed, 1))
    return found, tuple(warnings)
