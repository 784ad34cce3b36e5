"""Advice for bots: four who each wait for the last seat do not wait for ever."""

from __future__ import annotations

import pytest

from kotva.bots import make
from kotva.engine.arrays import Rng
from kotva.engine.game import Json
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OVER
from kotva.games.bosman import GAME
from kotva.games.bosman.board import FIELDS, NONE
from kotva.games.bosman.evaluation import BosmanEvaluation
from kotva.games.bosman.rules import Bosman
from tests.games.bosman.table import Table

BEACH: dict[str, Json] = {
    "a1": "TM",
    "d1": "R20",
    "e1": "C10",
    "a2": "F32",
    "b2": "R10",
    "c2": "C20",
    "a3": "C32",
    "b3": "T32",
    "d3": "FM",
    "e3": "R31",
    "b4": "F22",
    "c4": "R12",
    "e4": "T31",
    "a5": "R32",
    "b5": "C20",
    "e5": "F10",
}
BOAT: dict[str, Json] = {
    "10": "F10",
    "11": "R11",
    "12": "T12",
    "20": "F20",
    "22": "CM",
    "30": "R30",
    "31": "C31",
    "32": "T32",
}
HANDS: dict[str, Json] = {
    "1": "F30 F31 C22 C32 T10",
    "2": "R21 R32 F11 C31 T11",
    "3": "R11 R12 R22 F12 T11",
    "4": "RM F12 C22 C30 T20",
}


def last_seat(turn: int = 245) -> Bosman:
    """One seat is left, everybody has two points, and the beach is crowded: whoever gets the seat wins."""
    covered: list[Json] = ["10 R10", "11 F11", "30 F30", "21 R21"]
    return Table(
        turn=turn, boatswain="a4", beach=BEACH, boat=BOAT, covered=covered, hands=HANDS, boys="", poison=[], stack=28
    ).s


@pytest.mark.parametrize("seed", range(3))
def test_the_last_seat_is_taken_before_the_limit(seed: int) -> None:
    """BOS-15.2: in a long game who searches lets somebody have it, instead of keeping all others from it until turn 400."""
    state, options = last_seat(), GAME.choose_options(4)
    bots, rng, out = [make("mcts:40", 4 * seed + seat) for seat in range(4)], Rng(seed + 1), Moves()
    while (actor := int(state.to_act())) != OVER and state.turn < 300:
        drawn = actor == CHANCE
        state.apply(actor, state.sample(rng, out) if drawn else bots[actor].choose(GAME.view(state, actor, options)))
    assert state.to_act() == OVER
    assert GAME.rules.reasons[int(state.reason())].name == "full"


def test_small_hopes_matter_less_and_less() -> None:
    """Until half of the turns are over what search found decides, and later what differs by half a chance and more."""
    tolerances = [int(GAME.bots.evaluation.flat(last_seat(turn))) for turn in (9, 200, 201, 225, 251, 397)]
    assert tolerances[:2] == [-1, -1]
    assert 0 <= tolerances[2] < tolerances[3] < tolerances[4] == tolerances[5] < 500


def test_getting_on_is_to_let_the_next_player_board() -> None:
    """BOS-15.1: a boat is full sooner when whoever is next can board a pirate; nothing else differs by where the boatswain is."""
    state, evaluation = last_seat(), BosmanEvaluation()
    found: dict[bool, set[int]] = {True: set(), False: set()}
    for player in range(4):
        for field in range(FIELDS):
            if state.beach[field] == NONE:
                state.player, state.boatswain = player, field
                found[bool(evaluation.can_board(state, player))].add(int(evaluation.progress(state, 2)))
    (able,), (unable,) = found[True], found[False]
    assert able == unable + 500
    assert BosmanEvaluation().progress(last_seat(9), 2) == 0  # at first there is no hurry
