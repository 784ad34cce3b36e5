"""The options of Bosman (section 10) and how long a game can be."""

from __future__ import annotations

from kotva.engine.errors import BadOption
from kotva.engine.options import Choice, Number, Option, Options, Text
from kotva.engine.say import N_
from kotva.games.bosman.board import GANGS


def read_gangs(given: str, _chosen: Options) -> str:
    """BOS-1.4: a permutation of the four letters."""
    if sorted(given) != sorted(GANGS):
        raise BadOption(
            "Option {name} cannot be {given!r}; allowed: {allowed} ({clause}).",
            name="gangs",
            given=given,
            allowed=N_("R, F, C and T in any order"),
            clause="BOS-1.4",
        )
    return given


def seat_numbers(chosen: Options) -> int:
    return chosen.seats


def turns_for_all(chosen: Options) -> int:
    """BOS-15.2: a hundred turns for each player."""
    return 100 * chosen.seats


OPTIONS: tuple[Option, ...] = (
    Text("gangs", read_gangs, "RFCT", "BOS-1.4", N_("Who represents which gang"), N_("R, F, C and T in any order")),
    Number("first", 1, seat_numbers, 1, "BOS-4.7", N_("The starting player")),
    Choice(
        "poisoned_seat",
        ("free", "closed"),
        "free",
        "BOS-7.4",
        N_("What a poisoned seat is from then on"),
        {"free": N_("free again"), "closed": N_("closed for good")},
    ),
    Number("turn_limit", 20, 400, turns_for_all, "BOS-15.2", N_("The last turn of the game"), step=seat_numbers).since(
        {"1.0": 100, "1.1": 100}
    ),
)


def rules_of(options: Options) -> tuple[int, int, int]:
    """The options as the rules keep them: the starting player, the turn limit, whether poisoned seats are closed."""
    return options.number("first") - 1, options.number("turn_limit"), options.which("poisoned_seat", "free", "closed")


def owners(options: Options) -> list[int]:
    """BOS-1.4, BOS-12.2: whose each gang is."""
    letters = options.choice("gangs")
    return [letters.index(gang) % options.seats for gang in GANGS]


def longest(options: Options) -> int:
    """68 tokens drawn by chance, the opening, every turn, and a chosen boarding for each seat and each poison (BOS-15.4)."""
    return 68 + options.seats + options.number("turn_limit") + 9 + 4
