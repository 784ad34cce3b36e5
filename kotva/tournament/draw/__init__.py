"""The draw of a round (TOU-3, 4, 6, 7, 8.1 to 8.3, 14.6, 19.7 to 19.13): pure functions of a `Problem`."""

from __future__ import annotations

from kotva.tournament.draw.problem import (
    BadTables,
    Drawn,
    Entrant,
    Infeasible,
    NoRepair,
    Options,
    Pair,
    Points,
    Problem,
    Repeat,
    Table,
    TooFew,
    Warning,
)
from kotva.tournament.draw.sizes import Sizes, sizes, standins

__all__ = [
    "BadTables",
    "Drawn",
    "Entrant",
    "Infeasible",
    "NoRepair",
    "Options",
    "Pair",
    "Points",
    "Problem",
    "Repeat",
    "Sizes",
    "Table",
    "TooFew",
    "Warning",
    "draw",
    "evaluate",
    "repair",
    "sizes",
    "standins",
    "swap",
]


def draw(problem: Problem) -> Drawn:
    """Draw a round. Raises `TooFew`, `Infeasible` (with the avoid pairs involved) or `BadTables`."""
    raise NotImplementedError


def evaluate(problem: Problem, tables: tuple[Table, ...]) -> Drawn:
    """The vector, bound and repeats of given tables (TOU-18.3); whoever is not seated has a bye."""
    raise NotImplementedError


def swap(problem: Problem, tables: tuple[Table, ...], one: str, other: str, force: bool = False) -> Drawn:
    """TOU-6.9: exchange two players, seats and all. Raises `Infeasible` where that breaks a hard rule, unless forced."""
    raise NotImplementedError


def repair(problem: Problem, tables: tuple[Table, ...]) -> Drawn:
    """TOU-14.6: `problem.players` are those present now, `tables` the published ones with whoever left still in them.

    Tables keep their numbers, an emptied one disappears, a new one gets the next number. Raises `NoRepair`.
    """
    raise NotImplementedError
