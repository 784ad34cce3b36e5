"""What everybody reads in the log of Settlers: every action has its sentence (SET-15.2)."""

from __future__ import annotations

from kotva.engine.game import Json
from kotva.engine.state import CHANCE, TABLE
from kotva.games.settlers import GAME
from kotva.games.settlers.rules.codes import BOARD_LAID, TURN_TIMED_OUT
from kotva.match import Match
from tests.games.settlers.test_clauses import log


def test_building_and_cards_are_told() -> None:
    """SET-7.5, SET-9.6, SET-9.7."""
    assert log(["city 13"], P1="S 13; hand GGOOO") == ["Player 1 builds a city at 10-12-6."]
    assert log(["roads", "road 18-24"], P1="S 13; R 13-18; cards r") == [
        "Player 1 plays road building.",
        "Player 1 builds a road between 6 and 11.",
    ]
    assert log(["plenty LB"], P1="S 13; cards i") == ["Player 1 plays invention and takes 1 lumber, 1 brick."]


def test_discards_are_told_when_all_have_chosen() -> None:
    """SET-6.3: before that only that somebody has."""
    lines = ["roll", "* dice 3+4", "P2 discard LBWGO", "P1 discard LBWG"]
    assert log(lines, phase="ROLL", P1="S 13; hand LLBBWWGGO", P2="S 24; hand LBWGOLBWGO")[1:] == [
        "Player 1 must discard 4.",
        "Player 2 must discard 5.",
        "Player 2 has chosen a discard.",
        "Player 1 has chosen a discard.",
        "Player 1 discards 1 lumber, 1 brick, 1 wool, 1 grain.",
        "Player 2 discards 1 lumber, 1 brick, 1 wool, 1 grain, 1 ore.",
    ]


def test_an_offer_that_is_withdrawn_is_told() -> None:
    """SET-12.7."""
    assert log(["offer W>G", "P1 withdraw"], P1="S 13; hand W", P2="hand G")[-1] == (
        "Player 1 closes the offer without a deal."
    )


def test_the_founding_is_told() -> None:
    """SET-3.7, SET-3.8."""
    match = Match(GAME, 3, {"board": "beginner", "first": "P1"}, chance=False)
    for _ in range(2):
        match.play(match.legal()[0])
    assert [text for _, texts in match.log() for text in texts] == [
        "Player 1 builds a settlement at 10-sea.",
        "Player 1 builds a road between 10 and the sea.",
    ]


def test_the_board_and_a_turn_without_time_are_told() -> None:
    """SET-2.8, SET-14.4."""
    laid = Match(GAME, 3, {"first": "P1"}, seed="told")
    codes = [event[0] for played in laid.played if played.actor == CHANCE for event in played.events]
    assert codes.count(BOARD_LAID) == 1
    position: dict[str, Json] = {"P1": "S 13", "phase": "ROLL"}
    match = Match(GAME, 4, {"time_limit_min": 60, "turn_limit_s": 90}, position=position, chance=False)
    for text in ("time", "roll", "dice 1+1", "end", "turntime"):
        actor = TABLE if "time" in text else CHANCE if text.startswith("dice") else None
        match.play(text, actor)
    assert [event[1] for event in match.played[-1].events if event[0] == TURN_TIMED_OUT] == [1]
