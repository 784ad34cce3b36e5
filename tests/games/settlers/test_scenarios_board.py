"""Scenarios of the rulebook: board, set-up and founding (SET-2, SET-3)."""

from __future__ import annotations

import pytest

from kotva.engine.arrays import ints
from kotva.engine.errors import BadOption
from kotva.games.settlers import GAME
from kotva.games.settlers.board import EDGE_HEX, EDGE_NAMES, NEIGHBOUR, NONE, VERTEX_HEX, count, letters
from kotva.games.settlers.boards import BOARD_B, write_board
from kotva.games.settlers.rules.founding import tokens
from kotva.match import Match
from tests.games.settlers.given import all_but
from tests.games.settlers.table import Table


def test_SET_S1_geometry():
    """SET-2.1."""

    def touching(v):
        return sorted(int(h) + 1 for h in VERTEX_HEX[v * 3 - 3 : v * 3] if h >= 0)

    def beside(v):
        return sorted(int(n) + 1 for n in NEIGHBOUR[v * 3 - 3 : v * 3] if n >= 0)

    assert touching(19) == [5, 6, 10]
    assert beside(19) == [14, 24, 25]
    assert touching(1) == [1]
    assert beside(1) == [4, 5]
    assert EDGE_NAMES.index("19-24") + 1 == 28
    assert (EDGE_NAMES[0], EDGE_NAMES[12], EDGE_NAMES[71]) == ("1-4", "9-13", "51-54")
    assert set(touching(19)) & set(touching(24)) == {5, 10}
    assert (len(VERTEX_HEX) // 3, len(EDGE_NAMES), list(EDGE_HEX).count(NONE)) == (54, 72, 30)


def test_SET_S2_tokens_along_the_spiral():
    """SET-2.3, SET-2.4: desert on H17, start corner H17 (the third of H1 H8 H17 H19 H12 H3)."""
    terrain = [0] * 19
    terrain[16] = 5
    numbers = [int(n) for n in tokens(ints(terrain), 2)]
    expected = {18: 5, 19: 2, 16: 6, 12: 3, 7: 8, 3: 10, 2: 9, 1: 12, 4: 11, 8: 4, 13: 8, 14: 10, 15: 9, 11: 4}
    expected |= {6: 5, 5: 6, 9: 3, 10: 11, 17: 0}
    assert {h + 1: n for h, n in enumerate(numbers)} == expected


def test_SET_S3_bank_rates_at_harbours():
    """SET-2.6, SET-11.2."""

    def rates(t):
        return [int(count(t.s.rates[0], r)) for r in range(5)]

    assert rates(Table(P1="S 1 6")) == [3, 3, 3, 2, 3]
    assert rates(Table(P1="S 5")) == [4, 4, 4, 4, 4]


def test_SET_S4_the_same_board_at_any_table():
    """SET-2.8."""
    one = Match(GAME, 3, {"board_seed": 7}, seed="1").state
    two = Match(GAME, 4, {"board_seed": 7, "ruleset": "base"}, seed="2").state
    for name in ("terrain", "token", "harbour"):
        assert list(getattr(one, name)) == list(getattr(two, name))


def test_SET_S5_dice_for_the_start():
    """SET-3.3, SET-3.4, SET-3.6, SET-3.10."""
    t = Table.new({"board": "beginner"})
    t.play("* dice 4+5", "* dice 5+6", "* dice 6+5", "* dice 1+3")
    t.play("* dice 3+3", "* dice 2+4", "* dice 1+2", "* dice 4+4")
    order = []
    while t.phase != "ROLL":
        if t.phase == "SETUP_SETTLEMENT":
            order.append(t.to_act)
        t.play(t.legal()[0])
    assert order == ["P3", "P4", "P1", "P2", "P2", "P1", "P4", "P3"]
    assert (t.to_act, t.s.round) == ("P3", 1)


@pytest.mark.parametrize(("vertex", "cards"), [(24, "LB"), (1, "O"), (46, "WGG")])
def test_SET_S6_cards_of_the_second_settlement(vertex: int, cards: str):
    """SET-3.9: they are in hand before the road is placed."""
    t = Table(phase="SETUP_SETTLEMENT", founded=7)
    t.play(f"settle {vertex}")
    assert t.phase == "SETUP_ROAD"
    assert t.hand(1) == cards
    first = Table(phase="SETUP_SETTLEMENT", founded=3, turn="P4").play(f"settle {vertex}")
    assert first.hand(4) == ""


def test_SET_S7_founding():
    """SET-3.7, SET-3.8."""
    t = Table(phase="SETUP_SETTLEMENT")
    t.play("settle 19")
    assert t.legal() == ["road 14-19", "road 19-24", "road 19-25"]
    t.play("road 19-24")
    assert t.to_act == "P2"
    assert t.places("settle") == all_but(54, 14, 19, 24, 25)
    t.play("settle 30", "road 24-30")
    assert t.places("settle") == all_but(54, 14, 19, 24, 25, 30, 35, 36)
    assert len(t.legal()) == 47


@pytest.mark.parametrize(
    "text",
    [
        BOARD_B.replace("O10", "O9"),
        BOARD_B.replace("W2", "D"),
        BOARD_B.replace("| 3 G", "| 3 3"),
        BOARD_B.replace(" | ", " "),
        BOARD_B.replace("O10", "X10"),
    ],
)
def test_SET_S49_board_texts_that_are_refused(text: str):
    """SET-2.9."""
    with pytest.raises(BadOption, match=r"SET-2\.9"):
        GAME.choose_options(4, {"board": text})


def test_board_b_is_written_as_it_is_read():
    """SET-2.9."""
    s = Table().s
    assert write_board([int(x) for x in s.terrain], [int(x) for x in s.token], [int(x) for x in s.harbour]) == BOARD_B
    assert letters(s.bank).count("L") == 19
