"""Scenarios of the rulebook: board, set-up and the opening exchange (BOS-2 to BOS-5)."""

from __future__ import annotations

import pytest

from kotva.games.bosman import GAME
from kotva.games.bosman.board import (
    COPIES,
    EMPTY,
    FIELD_NAMES,
    GANGS,
    KIND,
    LINES,
    NEXT,
    SEAT_NAMES,
    TOKEN_NAMES,
)
from tests.games.bosman.given import deal
from tests.games.bosman.table import CORNERS, Table

FULL_DECK = [name for i, name in enumerate(TOKEN_NAMES) for _ in range(int(COPIES[i])) if not name.endswith("M")]


def unseen_after_set_up() -> list[str]:
    """BOS-14.6: the list before shuffling."""
    deck = list(FULL_DECK)
    for corner in CORNERS.values():
        deck.remove(str(corner))
    return deck


@pytest.mark.parametrize(("seats", "stack", "boys"), [(4, 48, ["RM"]), (2, 58, ["RM", "CM"])])
def test_BOS_S1_set_up(seats: int, stack: int, boys: list[str]) -> None:
    """BOS-2.2, BOS-4.1, BOS-4.2, BOS-4.3, BOS-4.4, BOS-4.5, BOS-4.6, BOS-12.3, BOS-1.1, BOS-12.6."""
    table = Table(seats)
    table.draw()
    assert table.boatswain == "c3"
    assert table.beach() == CORNERS
    assert table.boat() == {}
    assert [len(table.hand(p)) for p in range(1, seats + 1)] == [5] * seats
    assert table.stack == stack
    assert table.boys(1) == boys
    assert [int(p) for p in table.s.poison] == [1] * seats + [0] * (4 - seats)
    assert table.player == 1
    assert "keep" in table.legal()
    special = [table.boys(p) for p in range(1, seats + 1)]
    assert special == ([["RM"], ["FM"], ["CM"], ["TM"]] if seats == 4 else [["RM", "CM"], ["FM", "TM"]])


def test_BOS_S2_deal() -> None:
    """BOS-4.5, BOS-4.6, BOS-4.7: hands in order from the starting player on."""
    table = Table(options={"first": 3})
    drawn = table.draw()
    hands = {3: drawn[:5], 4: drawn[5:10], 1: drawn[10:15], 2: drawn[15:20]}
    assert {p: sorted(h) for p, h in hands.items()} == {p: sorted(table.hand(p)) for p in (1, 2, 3, 4)}
    order = []
    for _ in range(4):
        order.append(table.player)
        table.play("keep")
    assert order == [3, 4, 1, 2]
    assert (table.turn, table.player) == (1, 3)
    for turn, player in ((1, 3), (2, 4), (3, 1)):
        assert (table.turn, table.player) == (turn, player)
        table.play(table.legal("swap")[0])


def test_BOS_S3_opening_exchange() -> None:
    """BOS-4.6, BOS-6.1, BOS-6.2, BOS-6.3, BOS-13.1."""
    table = Table()
    deal(table, "R21 F11 F11 C32 T11 R22 R22 F22 C22 T22 R31 F31 C31 T31 T12 R32 F32 C30 T30 T20")
    assert len(table.legal()) == 24
    assert len(table.legal("swap")) == 23
    assert table.play("swap F11,T11", "R11", "C11") == ["R11", "C11"]
    assert table.hand(1) == ["R11", "R21", "F11", "C11", "C32"]
    assert table.under() == ["F11", "T11"]
    assert table.stack == 48
    assert table.player == 2


def test_BOS_S4_first_turn() -> None:
    """BOS-1.6, BOS-8.1, BOS-8.2, BOS-8.3, BOS-13.1."""
    table = Table(beach=CORNERS, hands={"1": "R21 F11 F11 C32 T11"})
    assert sorted(table.legal("play")) == sorted(
        ["play R21 c4", "play RM c4", "play F11 d3", "play C32 c2", "play T11 b3"]
    )
    assert len(table.legal("swap")) == 23
    assert len(table.legal()) == 28
    assert table.legal("poison") == []


def test_BOS_S40_geometry() -> None:
    """BOS-2.1, BOS-2.2, BOS-3.1, BOS-3.2, BOS-3.3, BOS-3.5, BOS-3.7, BOS-3.9, BOS-3.6."""

    def around(field: str) -> list[str]:
        at = FIELD_NAMES.index(field)
        near = [int(NEXT[side * 25 + at]) for side in range(4)]
        return [f"{FIELD_NAMES[n]} {(GANGS + '.')[int(KIND[n])]}" for n in near]

    assert around("a5") == ["a1 T", "b5 C", "a4 .", "e5 F"]
    assert around("e2") == ["e3 R", "a2 F", "e1 C", "d2 T"]
    assert around("c1") == ["c2 C", "d1 R", "c5 T", "b1 ."]
    kinds = [int(k) for k in KIND]
    assert [kinds.count(gang) for gang in range(4)] == [5, 5, 5, 5]
    assert kinds.count(EMPTY) == 5
    assert len(SEAT_NAMES) == 9
    lines = [tuple(SEAT_NAMES[int(LINES[i + k])] for k in range(3)) for i in range(0, 24, 3)]
    assert len(set(lines)) == 8
    assert ("10", "21", "32") in lines
    assert ("12", "21", "30") in lines
    assert len({t for t in TOKEN_NAMES if not t.endswith("M")}) == 36
    assert len(FULL_DECK) == 72


def test_BOS_S41_order() -> None:
    """BOS-2.7, BOS-13.2, BOS-14.6."""
    deck = unseen_after_set_up()
    assert deck[:8] == ["R10", "R11", "R11", "R12", "R12", "R20", "R20", "R21"]
    assert deck[-4:] == ["T31", "T31", "T32", "T32"]
    assert [sum(t.startswith(g) for t in deck) for g in GANGS] == [17] * 4
    table = Table()
    outcomes = dict(zip(GAME.legal(table.s), weights(table), strict=True))
    assert {GAME.rules.actions.text(a).removeprefix("draw "): w for a, w in outcomes.items()} == {
        t: deck.count(t) for t in deck
    }
    table = Table(beach=CORNERS, hands={"1": "R21 F11 F11 C32 T11"})
    assert GAME.rules.actions.parse("swap T11,F11") == GAME.rules.actions.parse("swap F11,T11")
    table.play("swap T11,F11")
    assert table.match.record().moves[0] == "1 swap F11,T11"


def weights(table: Table) -> list[int]:
    from kotva.engine.moves import Moves

    out = Moves()
    table.s.list_chance(out)
    return out.weights()
