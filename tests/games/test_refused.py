"""Positions that somebody writes by hand and that cannot be: each refusal names the key, the value, the reason and the clause."""

from __future__ import annotations

import pytest

from kotva import games
from kotva.engine.errors import BadPosition
from kotva.engine.game import Json

# Game, seats, what is written, and what the refusal says.
REFUSED: dict[str, tuple[str, int, dict[str, Json], str, str]] = {
    "a road twice": ("settlers", 4, {"P1": "R 1-4 1-4"}, "two roads lie on one edge", "SET-7.2"),
    "a sixteenth road": (
        "settlers",
        4,
        {"P1": "R 1-4-8-13-18-24-30-35-40-45-49-53-50-54-51-47-42-37"},
        "a player has fifteen roads",
        "SET-7.8",
    ),
    "played knights": ("settlers", 4, {"spent": "k"}, "played knights are open, in the armies", "SET-9.5"),
    "cards that do not exist": ("settlers", 4, {"spent": "mmm"}, "so many cards do not exist", "SET-9.9"),
    "an answer without an offer": (
        "settlers",
        4,
        {"P1": "hand L", "answers": {"P2": "reject"}, "phase": "OFFER"},
        "there is no offer",
        "SET-12.5",
    ),
    "a counter-offer of nothing": (
        "settlers",
        4,
        {"P1": "hand L", "phase": "OFFER", "offer": "L>B", "asked": ["P2"], "answers": {"P2": "counter"}},
        "accept, reject, counter",
        "SET-12.6",
    ),
    "a ship twice": ("triremes", 2, {"figures": "R1=h9N R1=i9N R:a1 G:p18"}, "this ship is there twice", "TRI-3.2"),
    "a nation without a player": ("triremes", 2, {"figures": "R:a1 G:p18 E:a2"}, "nobody plays E", "TRI-18.1"),
    "a counter twice": (
        "triremes",
        2,
        {"figures": "R:a1 G:p18 quiet=1 quiet=2"},
        "this counter is there twice",
        "TRI-1.3",
    ),
    "what is no figure": ("triremes", 2, {"figures": "R:a1 G:p18 whale"}, "allowed: R1=h9N/2@G", "TRI-1.3"),
    "two soldiers on a square": ("triremes", 2, {"figures": "R:a1,a1 G:p18"}, "two figures stand on a1", "TRI-1.3"),
    "a pact with oneself": (
        "triremes",
        3,
        {"figures": "R:i1 G:a20 C:i28 pact=1-1"},
        "a pact is between two players",
        "TRI-19.3",
    ),
    "out twice": ("triremes", 3, {"figures": "R:i1 G:a20 out=3,3"}, "this player is out twice", "TRI-18.3"),
    "a number used that is too low": (
        "triremes",
        2,
        {"figures": "R3=h9N R:a1 G:p18 used=R2"},
        "the position shows a ship with a higher number",
        "TRI-20.3",
    ),
    "tokens that do not exist": (
        "bosman",
        2,
        {"hands": {"1": "R10 R10 R10", "2": "R20"}},
        "there are more of these tokens than exist",
        "BOS-2.2",
    ),
    "an exit in the waters": (
        "seameni",
        4,
        {"movement": {"pirate": "S1", "origin": "a6", "at": "b6", "taken": ["w6 a6"]}},
        "movement.taken cannot be 'w6 a6'",
        "SEA-11.11",
    ),
    "an exit taken twice": (
        "seameni",
        4,
        {"movement": {"pirate": "S1", "origin": "a6", "at": "b6", "taken": ["a6 b6", "a6 b6"]}},
        "movement.taken: 'a6 b6' is there twice",
        "SEA-11.11",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_is_refused_with_its_reason(name: str) -> None:
    game_id, seats, position, words, clause = REFUSED[name]
    game = games.load(game_id)
    with pytest.raises(BadPosition) as caught:
        game.from_position(position, game.choose_options(seats))
    said = str(caught.value)
    assert words in said
    assert clause in said
