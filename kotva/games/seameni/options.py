"""The options of Seameni (section 10) and how long a game can be."""

from __future__ import annotations

from collections.abc import Sequence

from kotva.engine.options import Choice, Number, Option, Options
from kotva.engine.say import N_

ON_OFF = {"on": N_("yes"), "off": N_("no")}


def first_seats(chosen: Options) -> Sequence[str]:
    return [*(str(i + 1) for i in range(chosen.seats)), "random"]


OPTIONS: tuple[Option, ...] = (
    Choice("partners", ("on", "off"), "on", "SEA-1.5", N_("Four players: opposite edges are partners"), ON_OFF),
    Choice("first", first_seats, "1", "SEA-1.4", N_("The seat that begins"), {"random": N_("by lot")}),
    Choice(
        "ship_crew",
        ("none", "one"),
        "none",
        "SEA-6.4",
        N_("Free pirates needed aboard to move a ship"),
        {"none": N_("none"), "one": N_("one")},
    ),
    Choice("allow_pass", ("on", "off"), "off", "SEA-5.2", N_("A player may always pass"), ON_OFF),
    Choice(
        "idle_turns",
        ("play", "skip"),
        "play",
        "SEA-18.3",
        N_("Turns of a player without pirates and captives"),
        {"play": N_("he moves his ship"), "skip": N_("skipped")},
    ),
    Choice("agreement", ("on", "off"), "on", "SEA-19.1", N_("The players may agree to end"), ON_OFF),
    Choice("auto_end", ("on", "off"), "on", "SEA-19.3", N_("End when all treasure is on ships or lost"), ON_OFF),
    Number("stall_turns", 5, 1000, 40, "SEA-19.5", N_("Turns of each player without progress before the end")),
    Number("max_turns", 20, 5000, 500, "SEA-19.6", N_("Turns of each player at most")),
)


def rules_of(options: Options) -> list[int]:
    """The options as the rules keep them, in the order of `board`."""
    return [
        int(options.seats == 4 and options.is_on("partners")),  # SEA-1.5
        options.which("ship_crew", "none", "one"),
        options.which("allow_pass", "off", "on"),
        options.which("idle_turns", "play", "skip"),
        options.which("agreement", "off", "on"),
        options.which("auto_end", "off", "on"),
        options.number("stall_turns"),
        options.number("max_turns"),
    ]


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
