"""Pinned pasts: counts of action sequences, and whole games printed readably."""

from __future__ import annotations

import random

import pytest

from kotva.engine.state import CHANCE
from kotva.games.seameni import GAME
from kotva.match import Match
from tests.games.seameni.table import Table
from tests.golden import PLAYERS, Golden, perft, playthrough


def test_perft() -> None:
    """A change of the rules shows here first: at the set-up, in a sea of known currents, and with captives."""
    opening = Table(phase="place", seats=2).s
    currents = Table(
        "e5=wa e6=c2EW d6=c1N d7=t3 f6=c8 f7=vo g7=ho g6=m2 f5=ef e4=wa d5=wa d4=oc g5=is d7:3",
        "S1 e5, S2 d4 caught, W1 g6/1, N1 e4, E1 g5",
    ).s
    crowded = Table(
        "f1=t2 f1:2 e5=wa a6=c1W e6=tu", "S1 e5, S2 e6, W1 @S, W2 e0, E1 x3 exile, N1 f0*", options={"allow_pass": "on"}
    ).s
    counts = [[perft(GAME, s, depth) for depth in (1, 2, 3)] for s in (opening, currents, crowded)]
    assert counts == PERFT


PERFT = [[11, 121, 4477], [11, 89, 1011], [23, 583, 7323]]


@pytest.mark.parametrize(("seats", "seed"), [(4, 3), (2, 8)])
def test_golden_playthrough(seats: int, seed: int, golden: Golden) -> None:
    rng = random.Random(seed)

    def choose(match: Match) -> tuple[int, str]:
        """Pirates oftener than ships, and with treasure where that is possible, so that the game is worth reading."""
        legal = match.legal()
        pirates = [a for a in legal if not a.startswith(("ship", "shark"))]
        eager = [a for a in legal if a.endswith("+")] or pirates or legal
        return match.to_act(), rng.choice(eager if rng.random() < 0.9 else legal)

    options: dict[str, object] = {"agreement": "off", "stall_turns": 12, "max_turns": 60}
    match = Match(GAME, seats, options, seed=f"golden {seed}", names=PLAYERS[:seats])
    golden.check(f"seameni/golden/{seats}-players.txt", playthrough(match, choose))


def test_chance_is_asked_for_tiles_only() -> None:
    """Section 8: in a game with a fixed first seat every outcome of chance is a tile."""
    match = Match(GAME, 3, seed="tiles")
    rng = random.Random(1)
    while not match.is_over:
        match.play(rng.choice(match.legal()))
    assert all("=" in played.text for played in match.played if played.actor == CHANCE)
