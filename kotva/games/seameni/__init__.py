"""Seameni: the fight for the treasure. Pirates explore a sea of face-down tiles and carry treasure home to their ships."""

from __future__ import annotations

from collections.abc import Sequence

from kotva.engine.game import Game
from kotva.engine.options import Choice, Number, Option, Options
from kotva.engine.say import N_
from kotva.engine.state import State
from kotva.games.seameni import position, scene, text
from kotva.games.seameni.actions import ACTIONS
from kotva.games.seameni.advice import SeameniAdvice
from kotva.games.seameni.board import PARTNERS
from kotva.games.seameni.rules.game import Seameni
from kotva.games.seameni.symbols import SYMBOLS

ON_OFF = {"on": N_("yes"), "off": N_("no")}


def first_seats(chosen: Options) -> Sequence[str]:
    return [*(str(i + 1) for i in range(chosen.seats)), "random"]


OPTIONS: Sequence[Option] = (
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


def new(options: Options) -> State:
    """The set-up of SEA-4."""
    return position.empty(options)


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


def details(state: State, seat: int) -> dict[str, int | str]:
    """SEA-20.2: what decides where there are partners."""
    assert isinstance(state, Seameni)
    return {N_("party"): int(state.party_score(int(state.edge_of(seat))))} if state.rule[PARTNERS] else {}


GAME = Game(
    id="seameni",
    prefix="SEA",
    version="1.0",
    title=N_("Seameni"),
    summary=N_("Explore a sea of face-down tiles, ride its currents and carry the treasure home to your ship."),
    seats=(2, 3, 4),  # SEA-1.1
    options=tuple(OPTIONS),
    actions=ACTIONS,
    reasons=text.REASONS,
    why=text.WHY,
    new=new,
    longest=longest,
    read=position.read,
    write=position.write,
    check=position.check,
    log=text.log,
    scene=scene.scene,
    paths=scene.paths,
    words=text.words,
    board=text.board,
    details=details,
    symbols=SYMBOLS,
    advice=SeameniAdvice(),
)
