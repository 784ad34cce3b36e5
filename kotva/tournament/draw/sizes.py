"""TOU-3.1 to 3.5, 19.3, 2.14: table sizes, byes, stand-ins."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import assert_never

from kotva.tournament import lot
from kotva.tournament.draw.problem import DEFAULT, DrawOptions, DrawProblem, Entrant, Fill, TooFew


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many sit at each table, larger tables first, and how many have a bye."""

    tables: tuple[int, ...]
    byes: int

    @property
    def short(self) -> int:
        """TOU-4: how many tables have fewer seats than the largest."""
        return sum(size < self.tables[0] for size in self.tables)


def sizes(n: int, options: DrawOptions = DEFAULT) -> Sizes | None:
    """TOU-3.2, TOU-3.3, TOU-3.4: the split with the fewest byes, or None where not even one table can be formed."""
    for byes in range(n + 1):
        if n - byes < options.table_min:
            return None
        split = _split(n - byes, options)
        if split:
            return Sizes(split, byes)
    return None


def _split(n: int, options: DrawOptions) -> tuple[int, ...]:
    """All `n` players at tables, or nothing where that cannot be."""
    match options.table_rule:
        case "full":
            return _fullest(n, options.table_size, options.table_min)
        case "even":
            return _most_even(n, options)
        case _:
            assert_never(options.table_rule)


def _most_even(n: int, options: DrawOptions) -> tuple[int, ...]:
    """TOU-3.2: the fewest tables, as even as possible."""
    tables = -(-n // options.table_size)
    if options.table_min * tables > n:
        return ()
    small, more = divmod(n, tables)
    return (small + 1,) * more + (small,) * (tables - more)


@cache
def _fullest(n: int, most: int, least: int) -> tuple[int, ...]:
    """TOU-19.3 `full`: of all splits the one whose sizes, sorted downwards, are lexicographically largest."""
    for size in range(min(n, most), least - 1, -1):
        if n == size:
            return (size,)
        rest = _fullest(n - size, size, least)
        if rest:
            return (size, *rest)
    return ()


def standins(n: int, fill: Fill, options: DrawOptions = DEFAULT) -> int:
    """TOU-2.14: how many stand-ins `n` present players get with `fill`."""
    if n < 1:
        return 0
    match fill:
        case "none":
            return 0
        case "full":
            return -n % options.table_size
        case "min":
            more = 0
            while (found := sizes(n + more, options)) is None or found.byes:
                more += 1
            return more
        case _:
            assert_never(fill)


def byes(problem: DrawProblem) -> tuple[str, ...]:
    """TOU-3.5: who has a bye in this round, the first named before the others."""
    people = [player for player in problem.players if not player.standin]
    found = sizes(len(problem.players), problem.options)
    if found is None:
        raise TooFew(f"{len(problem.players)} players cannot form a table of {problem.options.table_min}", "TOU-2.13")
    if not found.byes:
        return ()
    if problem.round == 1:
        ids = lot.order([player.id for player in people], problem.seed, "draw", 1, problem.attempt)
        return tuple(ids[-found.byes :])
    people.sort(key=lambda player: lot.by_id(player.id), reverse=True)
    people.sort(key=lambda player: (player.rested, player.pp, -standing(player)))
    return tuple(player.id for player in people[: found.byes])


def standing(player: Entrant) -> int:
    """The running rank; players not yet listed count as worst."""
    return player.rank if player.rank is not None else 1_000_000
