"""TOU-19.15: several groups that play among themselves: each is drawn for itself, the tables of the first come first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from kotva.tournament import lot
from kotva.tournament.draw import seating
from kotva.tournament.draw.problem import Drawn, DrawnTable, DrawProblem, TooFew, Warning


def parts(problem: DrawProblem) -> Iterator[DrawProblem]:
    """The problem of each group that has anybody present; bound table numbers are numbers of the whole round."""
    people = {player.id: player for player in problem.players}
    for group in problem.groups:
        here = tuple(people[id] for id in group if id in people)
        if here:
            yield replace(problem, players=here, groups=(), fixed_table={}, scheduled=_among(problem.scheduled, group))


def _among(scheduled: Sequence[str], group: Sequence[str]) -> tuple[str, ...]:
    return tuple(id for id in scheduled if id in group)


def drawn(problem: DrawProblem, draw: Callable[[DrawProblem], Drawn]) -> Drawn:
    """All groups beside each other."""
    here = list(parts(problem))
    if not here:
        raise TooFew("nobody of any group is present", "TOU-2.13")
    found = merged([draw(part) for part in here])
    tables, warnings = bound(problem, [table.seats for table in found.tables])
    return replace(found, tables=tables, warnings=(*found.warnings, *warnings))


def bound(problem: DrawProblem, seats: Sequence[tuple[str, ...]]) -> tuple[tuple[DrawnTable, ...], tuple[Warning, ...]]:
    """TOU-8.2: numbers through all groups, after the exchanges for bound players."""
    placed, warnings = seating.bound_to(problem, seats)
    return tuple(DrawnTable(i, tuple(group)) for i, group in enumerate(placed, 1)), tuple(warnings)


def merged(found: Sequence[Drawn]) -> Drawn:
    """What is recorded of several groups: sums, and lists one after the other."""
    tables = [table.seats for one in found for table in one.tables]
    return Drawn(
        tuple(DrawnTable(i, seats) for i, seats in enumerate(tables, 1)),
        tuple(sorted((id for one in found for id in one.byes), key=lot.by_id)),
        found[0].order,
        tuple(sum(values) for values in zip(*(one.vector for one in found))),
        tuple(sum(values) for values in zip(*(one.bound for one in found))),
        all(one.proven for one in found),
        tuple(repeat for one in found for repeat in one.pairs),
        tuple(repeat for one in found for repeat in one.trios),
        tuple(warning for one in found for warning in one.warnings),
    )


def tables_of(part: DrawProblem, tables: Sequence[DrawnTable]) -> list[DrawnTable]:
    """The tables at which somebody of this group sits."""
    return [table for table in tables if set(table.seats) & set(part.ids)]


def crossed(problem: DrawProblem, tables: Sequence[DrawnTable]) -> bool:
    """Whether two groups sit together somewhere."""
    at = {id: i for i, group in enumerate(problem.groups) for id in group}
    return any(len({at.get(id) for id in table.seats}) > 1 for table in tables)
