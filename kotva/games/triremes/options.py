"""The options of Triremes (section 10) and the chart that they make."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from kotva.engine.arrays import ints
from kotva.engine.errors import BadOption
from kotva.engine.options import ChoiceOption, NumberOption, Option, Options, TextOption
from kotva.engine.presets import QUICK, STANDARD, TOURNAMENT, Preset
from kotva.engine.say import N_
from kotva.games.triremes import board, maps
from kotva.games.triremes.board import Chart

LAYOUTS = ("facing", "double", "cross")
MAP_LABELS = (
    N_("Domain map of player 1"),
    N_("Domain map of player 2"),
    N_("Domain map of player 3"),
    N_("Domain map of player 4"),
)
MAP_NAMES = {"bay": N_("wide bay"), "cove": N_("small cove")}
FORCE_LABELS = (
    N_("Ships and soldiers of player 1"),
    N_("Ships and soldiers of player 2"),
    N_("Ships and soldiers of player 3"),
    N_("Ships and soldiers of player 4"),
)
BESIDE = "6/4"  # TRI-18.7: what the two have who have one between them
_SWITCH = {"off": N_("no"), "on": N_("yes")}


def _read_map(name: str) -> Option:
    number = int(name[-1])

    def read(given: str, chosen: Options) -> str:
        """TRI-2.10: a name or a whole map; it is kept in its one canonical spelling."""
        if number > chosen.seats and given != default(chosen):
            raise BadOption("There is no player {n} in a game for {seats}.", n=number, seats=chosen.seats)
        if given in maps.NAMED:
            return given
        text = maps.read(given).text
        return next((known for known, its_text in maps.NAMED.items() if its_text == text), text)

    def default(chosen: Options) -> str:
        return "cove" if chosen.choice("layout") == "cross" else "bay"

    option = TextOption(name, read, default, "TRI-2.10", MAP_LABELS[number - 1], N_("bay, cove, or the text of a map"))
    return option.with_known(MAP_NAMES)


def _read_force(name: str) -> Option:
    number = int(name[-1])

    def most(chosen: Options) -> int:
        return 12 if chosen.choice("layout") == "double" else 6

    def read(given: str, chosen: Options) -> str:
        """TRI-1.5: ships and soldiers, each from 1 to all of them."""
        match = re.fullmatch(r"([0-9]{1,2})/([0-9]{1,2})", given)
        nobody = number > chosen.seats and given != default(chosen)
        if match is None or nobody or not all(1 <= int(n) <= most(chosen) for n in match.groups()):
            raise BadOption(
                "Option {name} cannot be {given!r}; allowed: {allowed} ({clause}).",
                name=name,
                given=given,
                allowed=f"ships/soldiers, 1 to {most(chosen)} each, of a player who takes part",
                clause="TRI-1.5",
            )
        return f"{int(match[1])}/{int(match[2])}"

    def default(chosen: Options) -> str:
        if chosen.choice("balance") == "on" and number in (1, 3):
            return BESIDE
        return f"{most(chosen)}/{most(chosen)}"

    return TextOption(name, read, default, "TRI-1.5", FORCE_LABELS[number - 1], N_("ships/soldiers"))


def _quiet(chosen: Options) -> int:
    layout = chosen.choice("layout")
    return 200 if layout == "double" else 60 * chosen.seats if layout == "cross" else 120


def _turns(chosen: Options) -> int:
    layout = chosen.choice("layout")
    return 1200 if layout == "double" else 500 * chosen.seats if layout == "cross" else 600


def _turns_before(chosen: Options) -> int:
    """Up to version 1.1."""
    return 300 * chosen.seats if chosen.choice("layout") == "cross" else _turns(chosen)


def _layouts(chosen: Options) -> Sequence[str]:
    """`double` only for 2, `cross` only for 3 and 4."""
    return ("facing", "double") if chosen.seats == 2 else ("cross",)


def _balances(chosen: Options) -> Sequence[str]:
    """TRI-18.7: of three one is between the others; two and four are all in the same place."""
    return ("off", "on") if chosen.seats == 3 else ("off",)


def _alliances(chosen: Options) -> Sequence[str]:
    """TRI-19.1."""
    return {2: ("off",), 3: ("off", "open"), 4: ("off", "fixed", "open")}[chosen.seats]


def _firsts(chosen: Options) -> Sequence[str]:
    return (*(str(n) for n in range(1, chosen.seats + 1)), "random")


OPTIONS: tuple[Option, ...] = (
    ChoiceOption(
        "layout",
        _layouts,
        lambda chosen: "facing" if chosen.seats == 2 else "cross",
        "TRI-17.1",
        N_("Layout of the board"),
        {"facing": N_("two coasts"), "double": N_("big battle"), "cross": N_("cross of coasts")},
    ),
    *(_read_map(f"map{n}") for n in range(1, board.MOST_SEATS + 1)),
    ChoiceOption(
        "balance",
        _balances,
        "off",
        "TRI-18.7",
        N_("The place between two rivals"),
        {"off": N_("all have the same"), "on": N_("its neighbours have two soldiers fewer")},
    ),
    *(_read_force(f"force{n}") for n in range(1, board.MOST_SEATS + 1)),
    ChoiceOption(
        "setup",
        ("alternate", "auto"),
        "alternate",
        "TRI-3.4",
        N_("Placing of soldiers"),
        {"alternate": N_("in turn, where you like"), "auto": N_("on the posts")},
    ),
    ChoiceOption("first", _firsts, "1", "TRI-3.5", N_("First player"), {"random": N_("drawn by lot")}).of_seats(),
    ChoiceOption("short_moves", ("off", "on"), "off", "TRI-5.6", N_("Short ship movements"), _SWITCH),
    ChoiceOption(
        "contact",
        ("full", "overlap"),
        "full",
        "TRI-10.3",
        N_("What counts as alongside"),
        {"full": N_("the whole side"), "overlap": N_("one square is enough")},
    ),
    ChoiceOption(
        "tactical",
        ("on", "boarded", "off"),
        "on",
        "TRI-12.12",
        N_("Tactical moves"),
        {"on": N_("for both sides"), "boarded": N_("only for the side attacked"), "off": N_("none")},
    ),
    ChoiceOption(
        "land_tie",
        ("continue", "end"),
        "continue",
        "TRI-8.5",
        N_("A tie in a land battle"),
        {"continue": N_("the battle goes on"), "end": N_("ends the battle")},
    ),
    ChoiceOption(
        "advance",
        ("winner", "attacker"),
        "winner",
        "TRI-8.4",
        N_("Who takes the loser's square"),
        {"winner": N_("the winner"), "attacker": N_("only the one who began")},
    ),
    ChoiceOption(
        "cargo",
        ("memory", "open", "hidden"),
        "memory",
        "TRI-21.1",
        N_("Loads of other players' ships"),
        {
            "memory": N_("to be remembered, as in the rulebook"),
            "open": N_("shown all the time"),
            "hidden": N_("secret from the start"),
        },
    ).since({"1.0": "open", "1.1": "open", "1.2": "open"}),
    ChoiceOption(
        "annihilation",
        ("soldiers", "figures"),
        "soldiers",
        "TRI-15.2",
        N_("What must be destroyed to win"),
        {"soldiers": N_("all soldiers"), "figures": N_("all soldiers and ships")},
    ),
    NumberOption("capital_soldiers", 1, 6, 3, "TRI-15.1", N_("Soldiers needed in the enemy capital")),
    ChoiceOption(
        "capitals",
        ("any", "all"),
        "any",
        "TRI-17.3",
        N_("Big battle: fortresses to take"),
        {"any": N_("one of them"), "all": N_("both")},
    ),
    ChoiceOption(
        "spoils",
        ("captor", "removed"),
        "captor",
        "TRI-18.4",
        N_("Figures of an eliminated player"),
        {"captor": N_("go to the victor"), "removed": N_("are removed")},
    ),
    ChoiceOption(
        "alliances",
        _alliances,
        "off",
        "TRI-19.1",
        N_("Alliances"),
        {"off": N_("none"), "fixed": N_("two teams"), "open": N_("by agreement")},
    ),
    ChoiceOption("purchase", ("off", "on"), "off", "TRI-20.1", N_("Buying figures"), _SWITCH),
    NumberOption("quiet_limit", 1, 10000, _quiet, "TRI-16.2", N_("Turns without progress that end the game")),
    NumberOption("turn_limit", 1, 100000, _turns, "TRI-16.3", N_("Turns that end the game")).since(
        {"1.0": _turns_before, "1.1": _turns_before}
    ),
    ChoiceOption(
        "limit_result",
        ("material", "draw"),
        "material",
        "TRI-16.4",
        N_("Who wins at a limit"),
        {"material": N_("who has more figures"), "draw": N_("nobody")},
    ),
)

GROUPS = {
    N_("Board"): ("layout", "map1", "map2", "map3", "map4"),
    N_("Start"): ("first", "setup", "balance", "force1", "force2", "force3", "force4", "alliances"),
    N_("Battle"): ("short_moves", "contact", "tactical", "land_tie", "advance", "cargo", "spoils", "purchase"),
    N_("End of the game"): (
        *("capital_soldiers", "capitals", "annihilation"),
        *("quiet_limit", "turn_limit", "limit_result"),
    ),
}

PRESETS = (
    Preset(STANDARD, N_("The rulebook's game: which ships carry soldiers is to be remembered.")),
    Preset(
        QUICK,
        N_("Small maps, soldiers on their posts, and loads are shown."),
        {"map1": "cove", "map2": "cove", "setup": "auto", "cargo": "open"},
    ),
    Preset(TOURNAMENT, N_("The rulebook's game; the lot decides who begins."), {"first": "random"}),
)


def fits(options: Options) -> None:
    """TRI-2.12: the maps must fit the layout together."""
    layout = LAYOUTS.index(options.choice("layout"))
    chosen = [maps.named(options.choice(f"map{n}")) for n in range(1, options.seats + 1)]
    misfit = maps.misfits(chosen, layout)
    if misfit:
        raise BadOption(
            "These maps do not fit together in the layout {layout} ({misfit}; TRI-2.12).",
            layout=options.choice("layout"),
            misfit=misfit,
        )


def chart_of(options: Options) -> Chart:
    """The board and the terms of a game; equal options share one."""
    return _chart(options.seats, tuple(sorted(options.items())))


@lru_cache(maxsize=64)
def _chart(seats: int, items: tuple[tuple[str, int | str], ...]) -> Chart:
    given = dict(items)
    options = Options(seats, given, {})
    layout = LAYOUTS.index(options.choice("layout"))
    chart = maps.join([maps.named(options.choice(f"map{n}")) for n in range(1, seats + 1)], layout)
    forces = [options.choice(f"force{n}").split("/") for n in range(1, board.MOST_SEATS + 1)]
    chart.ships = ints([int(ships) if n < seats else 0 for n, (ships, _) in enumerate(forces)])
    chart.soldiers = ints([int(soldiers) if n < seats else 0 for n, (_, soldiers) in enumerate(forces)])

    chart.movements = board.MOVEMENTS if options.is_on("short_moves") else board.USUAL
    chart.overlap = options.which("contact", "full", "overlap")
    chart.tactical = options.which("tactical", "off", "boarded", "on")
    chart.tie_ends = options.which("land_tie", "continue", "end")
    chart.attacker_advances = options.which("advance", "winner", "attacker")
    chart.cargo = options.which("cargo", "open", "memory", "hidden")
    chart.figures = options.which("annihilation", "soldiers", "figures")
    chart.needed = options.number("capital_soldiers")
    chart.all_capitals = options.which("capitals", "any", "all")
    chart.spoils_removed = options.which("spoils", "captor", "removed")
    chart.alliances = options.which("alliances", "off", "fixed", "open")
    chart.purchase = options.which("purchase", "off", "on")
    chart.quiet_limit = options.number("quiet_limit")
    chart.turn_limit = options.number("turn_limit")
    chart.limit_draw = options.which("limit_result", "material", "draw")
    chart.survey()
    return chart


def longest(options: Options) -> int:
    """TRI-16.6: every turn is finite: a figure can be lost only after at most 12 throws, and there are so many figures."""
    forces = [options.choice(f"force{n}").split("/") for n in range(1, options.seats + 1)]
    ships, soldiers = (sum(int(force[i]) for force in forces) for i in (0, 1))
    talk = 2 + 2 * options.seats
    return soldiers + 1 + options.number("turn_limit") * (talk + 26 * (ships + soldiers + 2))
