"""The options of Seameni (section 10) and how long a game can be."""

from __future__ import annotations

from collections.abc import Sequence

from kotva.engine.options import ChoiceOption, NumberOption, Option, Options
from kotva.engine.presets import QUICK, STANDARD, TOURNAMENT, Preset
from kotva.engine.say import N_
from kotva.games.seameni.rules.table import SeameniRules

ON_OFF = {"on": N_("yes"), "off": N_("no")}


def first_seats(chosen: Options) -> Sequence[str]:
    return [*(str(i + 1) for i in range(chosen.seats)), "random"]


OPTIONS: tuple[Option, ...] = (
    ChoiceOption("partners", ("on", "off"), "on", "SEA-1.5", N_("Four players: opposite edges are partners"), ON_OFF),
    ChoiceOption("first", first_seats, "1", "SEA-1.4", N_("The seat that begins"), {"random": N_("by lot")}).of_seats(),
    ChoiceOption(
        "ship_crew",
        ("none", "one"),
        "none",
        "SEA-6.4",
        N_("Free pirates needed aboard to move a ship"),
        {"none": N_("none"), "one": N_("one")},
    ),
    ChoiceOption("allow_pass", ("on", "off"), "off", "SEA-5.2", N_("A player may always pass"), ON_OFF),
    ChoiceOption(
        "idle_turns",
        ("play", "skip"),
        "play",
        "SEA-18.3",
        N_("Turns of a player without pirates and captives"),
        {"play": N_("the player moves the ship"), "skip": N_("skipped")},
    ),
    ChoiceOption("agreement", ("on", "off"), "on", "SEA-19.1", N_("The players may agree to end"), ON_OFF),
    ChoiceOption("auto_end", ("on", "off"), "on", "SEA-19.3", N_("End when all treasure is on ships or lost"), ON_OFF),
    NumberOption("stall_turns", 5, 1000, 40, "SEA-19.5", N_("Turns of each player without progress before the end")),
    NumberOption("max_turns", 20, 5000, 500, "SEA-19.6", N_("Turns of each player at most")),
)

GROUPS = {
    N_("Start"): ("partners", "first"),
    N_("Rules"): ("ship_crew", "allow_pass", "idle_turns"),
    N_("End of the game"): ("agreement", "auto_end", "stall_turns", "max_turns"),
}

PRESETS = (
    Preset(STANDARD, N_("The rulebook's game; four play in two pairs.")),
    Preset(
        QUICK,
        N_("Ends soon where nobody makes progress: after 15 such turns each."),
        {"stall_turns": 15, "max_turns": 100},
    ),
    Preset(TOURNAMENT, N_("The rulebook's game; the lot decides who begins."), {"first": "random"}),
)


def rules_of(options: Options) -> SeameniRules:
    """The options as the rules ask for them."""
    return SeameniRules(
        partners=options.seats == 4 and options.is_on("partners"),  # SEA-1.5
        ship_crew=options.which("ship_crew", "none", "one"),
        allow_pass=options.is_on("allow_pass"),
        skip_idle=bool(options.which("idle_turns", "play", "skip")),
        agreement=options.is_on("agreement"),
        auto_end=options.is_on("auto_end"),
        stall_turns=options.number("stall_turns"),
        max_turns=options.number("max_turns"),
    )


def longest(options: Options) -> int:
    """A bound from SEA-19.6 and 11.11: every turn its main action, a proposal with its votes, and all choices that it can
    set off; in the whole game 121 tiles and 12 captives thrown to the sharks.

    A movement chooses each exit of the eighteen several-exit tiles at most once: 80 choices. A turn has the movement of its main
    action and puts each pirate out at most once, each with at most two decisions of its own.
    """
    seats = options.seats
    movements = 1 + 3 * seats
    turn = 1 + seats + movements * (80 + 2)
    return seats * (1 + options.number("max_turns") * turn) + 121 + 121 + 12 + 1
