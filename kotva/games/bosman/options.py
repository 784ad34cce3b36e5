"""The options of Bosman (section 10) and how long a game can be."""

from __future__ import annotations

from kotva.engine.options import ChoiceOption, NumberOption, Option, Options, OrderOption
from kotva.engine.presets import QUICK, STANDARD, TOURNAMENT, Preset
from kotva.engine.say import N_
from kotva.games.bosman import board

GANG_NAMES = (N_("Red Rug"), N_("Dead Fish"), N_("Wooden Chest"), N_("Old Tin"))
GANGS = dict(zip(board.GANGS, GANG_NAMES, strict=True))


def seat_numbers(chosen: Options) -> int:
    return chosen.seats


def turns_for_all(chosen: Options) -> int:
    """BOS-15.2: a hundred turns for each player."""
    return 100 * chosen.seats


OPTIONS: tuple[Option, ...] = (
    OrderOption("gangs", GANGS, "BOS-1.4", N_("Who represents which gang"), N_("R, F, C and T in any order")),
    NumberOption("first", 1, seat_numbers, 1, "BOS-4.7", N_("The starting player")).of_seats(),
    ChoiceOption(
        "poisoned_seat",
        ("free", "closed"),
        "free",
        "BOS-7.4",
        N_("What a poisoned seat is from then on"),
        {"free": N_("free again"), "closed": N_("closed for good")},
    ),
    NumberOption(
        "turn_limit", 20, 400, turns_for_all, "BOS-15.2", N_("The last turn of the game"), step=seat_numbers
    ).since({"1.0": 100, "1.1": 100}),
)

GROUPS = {
    N_("Start"): ("gangs", "first"),
    N_("Rules"): ("poisoned_seat",),
    N_("Length"): ("turn_limit",),
}

PRESETS = (
    Preset(STANDARD, N_("The rulebook's game.")),
    Preset(QUICK, N_("The boat sails after 100 turns at the latest."), {"turn_limit": 100}),
    Preset(
        TOURNAMENT,
        N_("The boat sails after 200 turns at the latest, so that a round ends in time."),
        {"turn_limit": 200},
    ),
)


def rules_of(options: Options) -> tuple[int, int, int]:
    """The options as the rules keep them: the starting player, the turn limit, whether poisoned seats are closed."""
    return options.number("first") - 1, options.number("turn_limit"), options.which("poisoned_seat", "free", "closed")


def owners(options: Options) -> list[int]:
    """BOS-1.4, BOS-12.2: whose each gang is."""
    letters = options.choice("gangs")
    return [letters.index(gang) % options.seats for gang in board.GANGS]


def longest(options: Options) -> int:
    """68 tokens drawn by chance, the opening, every turn, and a chosen boarding for each seat and each poison (BOS-15.4)."""
    return 68 + options.seats + options.number("turn_limit") + 9 + 4
