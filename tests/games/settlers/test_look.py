"""SET-15.1 at one table: who sees which cards, quick enough to be asked about every broken line."""

from __future__ import annotations

import pytest

from kotva.engine.arrays import Rng
from kotva.engine.game import Json
from kotva.engine.state import SPECTATOR
from kotva.games.settlers import GAME
from kotva.games.settlers.board import NONE, UNIT, UNKNOWN, VICTORY, count, total
from kotva.games.settlers.rules.game import Settlers
from kotva.games.settlers.rules.knowledge import draw_cards
from kotva.match import Match

HANDS: dict[str, Json] = {f"P{n}": f"S {at}; hand LLLBBWWG; cards kv" for n, at in ((1, 9), (2, 20), (3, 30), (4, 41))}
PHASES: dict[str, dict[str, Json]] = {
    "own turn": {"phase": "MAIN", "P1": "S 9; hand LLLBBWWG; cards kv; new m"},
    "discards": {
        "phase": "DISCARD",
        "owe": {f"P{n}": 4 for n in range(1, 5)},
        "sealed": {"P2": "LLBB", "P3": "LLBW"},
        "dice": "3+4",
    },
}


@pytest.mark.parametrize("phase", PHASES)
def test_cards_are_their_owner_s_and_of_others_their_number(phase: str) -> None:
    """SET-15.1: hands, action cards, those bought in this turn, sealed discards; of the deck nobody knows more than its size."""
    state = Match(GAME, 4, {}, position={**HANDS, **PHASES[phase]}, chance=False).state
    assert isinstance(state, Settlers)
    sealed = [seat for seat in range(4) if state.sealed[seat] != NONE]
    assert sealed == ([1, 2] if phase == "discards" else [])
    assert bool(total(int(state.fresh))) is (phase == "own turn")
    for viewer in (SPECTATOR, 0, 1, 2, 3):
        seen = state.seen(viewer)
        assert isinstance(seen, Settlers)
        assert int(seen.deck) == total(int(state.deck)) * UNKNOWN
        assert total(int(state.deck)) > 0
        own = viewer == 0
        assert int(seen.fresh) == (int(state.fresh) if own else total(int(state.fresh)) * UNKNOWN)
        for seat in range(4):
            for shown, there in ((seen.hand, state.hand), (seen.cards, state.cards), (seen.sealed, state.sealed)):
                known = seat == viewer or int(there[seat]) == NONE
                assert int(shown[seat]) == (int(there[seat]) if known else total(int(there[seat])) * UNKNOWN)
        assert [int(pack) for pack in state.hand] == [int(state.hand[0])] * 4, "a view is a copy"


@pytest.mark.parametrize(("room", "most"), [(0, 0), (1, 1), (2, 2), (3, 3)])
def test_as_many_victory_points_are_dealt_as_have_not_won_yet(room: int, most: int) -> None:
    """SET-15.1: while there is anything else to hold; so many are possible, and no more."""
    pool = 3 * UNIT[VICTORY] + 3 * UNIT[0]
    drawn = [draw_cards(3 * UNKNOWN, pool, room, Rng(seed)) for seed in range(200)]
    assert {total(pack) for pack in drawn} == {3}
    assert max(count(pack, VICTORY) for pack in drawn) == most
