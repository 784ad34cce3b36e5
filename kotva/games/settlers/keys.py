"""Keys of a position of Settlers that stand for one field of the state each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kotva.engine.position_keys import NamesKey, NumberKey, PositionKey, WordKey
from kotva.games.settlers import board
from kotva.games.settlers.rules import codes
from kotva.games.settlers.rules.game import Settlers

PHASES = (
    "LAYING",
    "STARTING",
    "SETUP_SETTLEMENT",
    "SETUP_ROAD",
    "ROLL",
    "ROLLING",
    "DISCARD",
    "ROBBER",
    "ROB",
    "STEALING",
    "MAIN",
    "DRAWING",
    "FREE_ROAD",
    "OFFER",
    "OVER",
)
REASONS = ("win", "time", "rounds", "left")
SEATS = ("P1", "P2", "P3", "P4")
ANSWERS = ("", "accept", "reject", "counter")


def seats_of(s: Settlers) -> Sequence[str]:
    return SEATS[: int(s.seats)]


def _is_founding(s: Settlers) -> bool:
    return s.phase <= codes.SETUP_ROAD


def _pairs_of_all(s: Settlers) -> int:
    return 2 * int(s.seats)


def _founded(s: Settlers) -> int:
    return 0 if _is_founding(s) else _pairs_of_all(s)


def _first_round(s: Settlers) -> int:
    return 0 if _is_founding(s) else min(3, int(s.rule.max_rounds))


def _last_turn(s: Settlers) -> int:
    return (int(s.rule.max_rounds) + int(s.rule.extra_rounds) + 1) * int(s.seats)


def _turn_of_the_end(s: Settlers) -> int:
    return (int(s.round) + 1 + int(s.rule.extra_rounds)) * int(s.seats) - 1 if s.timed else board.NONE


def _robber_before(s: Settlers) -> int:
    return int(s.robber) if codes.PLACE_ROBBER <= s.phase <= codes.STEALING else board.NONE


def _phase_of_the_card(s: Settlers) -> int:
    return codes.BEFORE_ROLL if s.phase == codes.BEFORE_ROLL else codes.MAIN


def _is_over(s: Settlers) -> bool:
    return s.phase == codes.ENDED


COURSE: Final[tuple[PositionKey, ...]] = (
    NumberKey("round", 0, lambda s: s.rule.max_rounds, "SET-16.1", default=_first_round, always=True),
    NumberKey("founded", 0, _pairs_of_all, "SET-3.6", default=_founded, always=True),
)
SPECIAL: Final[tuple[PositionKey, ...]] = (
    WordKey("longest", seats_of, "SET-10.3"),
    WordKey("largest", seats_of, "SET-10.5"),
)
TURN: Final[tuple[PositionKey, ...]] = (
    NumberKey("played", 0, 1, "SET-9.2"),
    NumberKey("offers", 0, lambda s: s.rule.offers_per_turn, "SET-12.8"),
    NumberKey("closed", 0, 1, "SET-4.4"),
    WordKey("back", PHASES, "SET-9.5", default=_phase_of_the_card, always=True),
    NumberKey("free", 0, 2, "SET-9.6"),
    # SET-6.6: where the robber's move began, how often it was placed, which seat loses a card.
    NumberKey("origin", 1, board.HEXES, "SET-6.6", default=_robber_before, first=1, unsaid=board.NONE),
    NumberKey("tries", 0, lambda s: s.rule.robber_tries, "SET-6.8"),
    WordKey("victim", seats_of, "SET-6.9"),
    # SET-8: the road that may be moved.
    WordKey("laid", board.EDGE_NAMES, "SET-8.1"),
    NumberKey("moved", 0, lambda s: s.rule.road_moves, "SET-8.3"),
    # SET-3.8: the founding settlement that waits for its road.
    NumberKey("site", 0, board.VERTICES, "SET-3.8", default=board.NONE, first=1, unsaid=board.NONE),
)
BEFORE: Final[tuple[PositionKey, ...]] = (  # SET-8.2: what was before the road that may be moved
    WordKey("longest", seats_of, "SET-10.3", "was_longest"),
    NumberKey("length", 0, 15, "SET-10.1", "was_length", always=True),
    WordKey("phase", PHASES, "", "was_phase", default=codes.MAIN, always=True),
    NumberKey("free", 0, 2, "", "was_free", always=True),
)
START: Final[tuple[PositionKey, ...]] = (  # SET-3.3: the dice for the start
    NamesKey("contenders", seats_of, always=True),
    NamesKey("tied", seats_of, always=True),
    NumberKey("best", 0, 12, always=True),
    NumberKey("repeats", 0, 10, "SET-3.4", always=True),
)
CLOCK: Final[tuple[PositionKey, ...]] = (
    NumberKey("timed", 0, 1, "SET-14.1"),
    NumberKey("stop", 0, _last_turn, "SET-14.2", default=_turn_of_the_end, unsaid=board.NONE),
    NumberKey("turn_limit", 0, board.MOST_SECONDS, "SET-14.4", default=lambda s: s.turn_limit, always=True),
    NumberKey("limited", 0, board.MOST_SECONDS, "SET-14.4"),
    NumberKey("forcing", 0, 1, "SET-14.6"),
)
END: Final[tuple[PositionKey, ...]] = (
    WordKey("ended", REASONS, "SET-13.10", default=0, when=_is_over),
    WordKey("winner", seats_of, "SET-13.3", when=_is_over),
)
OFFER: Final[tuple[PositionKey, ...]] = (NamesKey("asked", seats_of, "SET-12.5"),)
