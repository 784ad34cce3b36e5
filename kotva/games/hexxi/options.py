"""The options of Piraci HEXXI (section 9) and how long a game can be."""

from __future__ import annotations

from kotva.engine.options import ChoiceOption, NumberOption, Options
from kotva.engine.presets import QUICK, STANDARD, TOURNAMENT, Preset
from kotva.engine.say import N_
from kotva.games.hexxi import board

OPTIONS = (
    ChoiceOption(
        "first",
        lambda chosen: [str(seat + 1) for seat in range(chosen.seats)] + ["random"],
        "1",
        "HEX-3.1",
        N_("Who begins"),
        {"random": N_("drawn by lot")},
    ).of_seats(),
    NumberOption("rounds", 1, 5, 3, "HEX-4.1", N_("Rounds")),
    NumberOption("bid_cap", 1, board.MOST_BID, 20, "HEX-7.6", N_("Highest bid")),
    NumberOption("quiet_limit", 1, 200, 24, "HEX-13.3", N_("Quiet-move limit")),
    ChoiceOption(
        "own_pass",
        ["barred", "free"],
        "barred",
        "HEX-12.3",
        N_("Passing while own tokens could be attacked and a move is left"),
        {"barred": N_("not allowed, as in the rulebook"), "free": N_("allowed: it saves those tokens")},
    ).since({"1.0": "free"}),
)

GROUPS = {
    N_("Start and length"): ("first", "rounds"),
    N_("Rules"): ("own_pass", "bid_cap", "quiet_limit"),
}

PRESETS = (
    Preset(STANDARD, N_("Three rounds, as in the rulebook.")),
    Preset(QUICK, N_("One round instead of three."), {"rounds": 1}),
    Preset(TOURNAMENT, N_("Three rounds; the lot decides who begins."), {"first": "random"}),
)


def rules_of(options: Options) -> tuple[int, int, int, int, int]:
    """The options as the rules keep them, in the order above."""
    limits = options.number("rounds"), options.number("bid_cap"), options.number("quiet_limit")
    return options.seat("first"), *limits, options.which("own_pass", "free", "barred")


def longest(options: Options) -> int:
    """HEX-13.4: an upper bound for the number of actions, by the same counts."""
    n = options.seats
    deployment = 24 * n + n  # a hand slot is emptied or a token turned face up; then at most n shifts
    auctions = n // 2 * options.number("bid_cap") + n - 1
    eventful = 6 * n + 6 * n + n + 3 * n  # cruise landings, unit captures, base captures, rescues
    actions = (eventful + 1) * options.number("quiet_limit")
    confrontation = actions * (4 * n + 1 + n - 1)  # hops and a halt, and the passes before the next action
    return 1 + options.number("rounds") * (deployment + auctions + confrontation)
