"""TRI-21 at one table: who sees which load, quick enough to be asked about every broken line."""

from __future__ import annotations

import pytest

from kotva.engine.state import SPECTATOR
from kotva.games.triremes import GAME
from kotva.games.triremes.board import NONE, UNKNOWN
from kotva.games.triremes.rules.game import Triremes
from kotva.match import Match

FIGURES = "R1=h9N/1 R2=b9N/1 G1=i11N/2 G2=o9N/1 R:a1,c1 G:d1,p18"


def sees(state: Triremes, viewer: int, *, everything: bool) -> None:
    seen = state.seen(viewer)
    assert isinstance(seen, Triremes)
    assert len(seen.load) == len(state.load)
    afloat = [slot for slot in range(len(state.load)) if state.bow[slot] != NONE]
    assert [int(state.load[slot]) for slot in afloat] == [1, 1, 2, 1]
    for slot in range(len(state.load)):
        known = everything or slot not in afloat or state.owner[slot] == viewer
        assert int(seen.load[slot]) == (int(state.load[slot]) if known else UNKNOWN), (viewer, slot)


@pytest.mark.parametrize("cargo", ["open", "memory", "hidden"])
def test_a_load_is_its_owner_s_until_the_game_is_over(cargo: str) -> None:
    """TRI-21.1, TRI-21.4: with cargo=open everybody's; of a ship that is gone there is nothing to hide."""
    match = Match(GAME, 2, {"cargo": cargo}, position={"figures": FIGURES, "turn": 1})
    state = match.state
    assert isinstance(state, Triremes)
    for viewer in (SPECTATOR, 0, 1):
        sees(state, viewer, everything=cargo == "open")
    match.play("resign")
    over = match.state
    assert isinstance(over, Triremes)
    for viewer in (SPECTATOR, 0, 1):
        sees(over, viewer, everything=True)
