"""The options of Settlers (section 10): `ruleset` sets the defaults of all others (SET-1.3)."""

from __future__ import annotations

from collections.abc import Callable

from kotva.engine.errors import BadOption
from kotva.engine.options import ChoiceOption, NumberOption, Option, Options, OptionValue, TextOption
from kotva.engine.presets import QUICK, STANDARD, TOURNAMENT, Preset
from kotva.engine.regulations import Regulations
from kotva.engine.say import N_
from kotva.engine.state import OK
from kotva.engine.user_input import whole
from kotva.games.settlers.boards import read_board, write_board
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.table import SettlersRules


def by_ruleset(tournament: OptionValue, base: OptionValue) -> Callable[[Options], OptionValue]:
    """A default that the ruleset decides."""
    return lambda chosen: tournament if chosen.choice("ruleset") == "tournament" else base


def _board(text: str, _chosen: Options) -> str:
    word = text.strip()
    return word.lower() if word.lower() in ("random", "beginner") else write_board(*read_board(word))


def _seed(text: str, _chosen: Options) -> str:
    word = text.strip()
    if not word:
        return ""
    number = whole(word, -(10**99), 10**99)
    if number is None:
        raise BadOption(N_("Option board_seed cannot be {given!r}; allowed: a whole number (SET-2.8)."), given=text)
    return str(number)


def _seats(chosen: Options) -> list[str]:
    return ["roll", *(f"P{i + 1}" for i in range(chosen.seats))]


OPTIONS: tuple[Option, ...] = (
    ChoiceOption(
        "ruleset",
        ("tournament", "base"),
        "tournament",
        "SET-1.3",
        N_("Rules"),
        {"tournament": N_("Tournament rules"), "base": N_("Base rules")},
    ),
    TextOption(
        "board",
        _board,
        "random",
        "SET-2.9",
        N_("Board"),
        N_("random, beginner, or a board text such as 'O10 W2 ... | 3 G ...'"),
    ).with_known({"random": N_("drawn by lot"), "beginner": N_("the board for beginners")}),
    TextOption("board_seed", _seed, "", "SET-2.8", N_("Board seed"), N_("a whole number, or nothing")),
    ChoiceOption(
        "harbours",
        ("random", "fixed"),
        "random",
        "SET-2.7",
        N_("Harbours"),
        {"random": N_("At random"), "fixed": N_("At fixed places")},
    ),
    ChoiceOption("first", _seats, "roll", "SET-3.5", N_("Starting player"), {"roll": N_("By the dice")}).of_seats(),
    ChoiceOption(
        "early_cards",
        ("knight", "any"),
        by_ruleset("knight", "any"),
        "SET-9.4",
        N_("Cards before the roll"),
        {"knight": N_("Knights only"), "any": N_("Any action card")},
    ),
    ChoiceOption(
        "robber_desert",
        ("never", "allowed"),
        by_ruleset("never", "allowed"),
        "SET-6.6",
        N_("Robber back to the desert"),
        {"never": N_("Never"), "allowed": N_("Allowed")},
    ),
    NumberOption("robber_tries", 1, 20, by_ruleset(5, 1), "SET-6.8", N_("Placements of the robber")),
    NumberOption("road_moves", 0, 20, by_ruleset(3, 0), "SET-8.3", N_("Moves of a road just built")),
    ChoiceOption(
        "trade_build",
        ("combined", "separate"),
        by_ruleset("combined", "separate"),
        "SET-4.4",
        N_("Trading and building"),
        {"combined": N_("In any order"), "separate": N_("First trade, then build")},
    ),
    ChoiceOption(
        "player_trade",
        ("full", "offers", "off"),
        "full",
        "SET-12.10",
        N_("Trade between players"),
        {"full": N_("With counter-offers"), "offers": N_("Without counter-offers"), "off": N_("None")},
    ),
    NumberOption("offers_per_turn", 0, 100, 10, "SET-12.8", N_("Offers in a turn")),
    ChoiceOption(
        "win",
        ("auto", "claim"),
        "auto",
        "SET-13.5",
        N_("Winning with hidden points"),
        {"auto": N_("At once"), "claim": N_("When the player says so")},
    ),
    NumberOption("points_cap", 0, 10, by_ruleset(10, 0), "SET-13.8", N_("Points counted at most (0: all)"), step=10),
    NumberOption("time_limit_min", 0, 600, by_ruleset(75, 0), "SET-14.1", N_("Minutes for the game (0: no limit)")),
    NumberOption("extra_rounds", 1, 10, 2, "SET-14.2", N_("Rounds after the time is up")),
    ChoiceOption(
        "extra_count",
        ("complete_round", "from_current"),
        "complete_round",
        "SET-14.2",
        N_("Those rounds count"),
        {"complete_round": N_("After the round in progress"), "from_current": N_("From the turn in progress")},
    ),
    NumberOption("turn_limit_s", 0, 3600, 0, "SET-14.4", N_("Seconds for a turn after the time is up (0: no limit)")),
    NumberOption("max_rounds", 1, 1000, 200, "SET-16.1", N_("Rounds at most")),
    ChoiceOption(
        "spectators",
        ("watch", "none"),
        "watch",
        "SET-15.3",
        N_("Spectators"),
        {"watch": N_("May watch"), "none": N_("None, as in the rulebook")},
    ),
)

GROUPS = {
    N_("Board"): ("board", "board_seed", "harbours"),
    N_("Start"): ("ruleset", "first", "spectators"),
    N_("Trade and building"): ("trade_build", "player_trade", "offers_per_turn", "road_moves"),
    N_("Robber and cards"): ("early_cards", "robber_desert", "robber_tries"),
    N_("Time and end"): (
        *("time_limit_min", "extra_rounds", "extra_count", "turn_limit_s"),
        *("win", "points_cap", "max_rounds"),
    ),
}

PRESETS = (
    Preset(STANDARD, N_("The rules of the tournament book: 75 minutes, and others may watch.")),
    Preset(
        QUICK,
        N_("The board for beginners, half an hour, no counter-offers."),
        {"board": "beginner", "player_trade": "offers", "time_limit_min": 30},
    ),
    Preset(TOURNAMENT, N_("As at a tournament: 75 minutes, and nobody watches."), {"spectators": "none"}),
)


def rules_of(options: Options) -> SettlersRules:
    """The options as the rules ask for them."""
    return SettlersRules(
        early_any=bool(options.which("early_cards", "knight", "any")),
        desert_allowed=bool(options.which("robber_desert", "never", "allowed")),
        robber_tries=options.number("robber_tries"),
        road_moves=options.number("road_moves"),
        separate=bool(options.which("trade_build", "combined", "separate")),
        player_trade=(codes.OFF, codes.OFFERS_ONLY, codes.FULL)[options.which("player_trade", "off", "offers", "full")],
        offers_per_turn=options.number("offers_per_turn"),
        claim=bool(options.which("win", "auto", "claim")),
        points_cap=options.number("points_cap"),
        time_limit=options.number("time_limit_min"),
        extra_rounds=options.number("extra_rounds"),
        from_current=bool(options.which("extra_count", "complete_round", "from_current")),
        max_rounds=options.number("max_rounds"),
    )


def closed(options: Options) -> int:
    """SET-15.3: whether nobody but the players is admitted."""
    return codes.SET_15_3 if options.choice("spectators") == "none" else OK


def longest(options: Options) -> int:
    """SET-16.2: every turn is finite. A generous bound on the number of actions of a game, chance included.

    In a turn `robber`, `move` and `offer` are counted; what is paid for and `bank` use up cards, of which a player holds
    95 at most and can get 57 more by each deal.
    """
    offers = options.number("offers_per_turn")
    paid = 95 + 20 + 57 * offers
    turn = 2 * paid + 15 * options.number("road_moves") + 2 * options.number("robber_tries") + 6 * offers + 30
    return 200 + options.number("max_rounds") * options.seats * turn


def regulated(terms: Regulations) -> dict[str, str]:
    """TOU-1.8: a table of a tournament."""
    return {
        "ruleset": "tournament",
        "spectators": "none",  # SET-15.3; while the tournament is known its own rule decides (TOU-17.1)
        "time_limit_min": str(terms.minutes),
        "extra_rounds": str(terms.extra_rounds),
        "extra_count": terms.extra_count,
        "turn_limit_s": str(terms.turn_seconds),
        "first": "roll" if terms.first is None else f"P{terms.first + 1}",
    }
