"""Rare corners of Bosman that were wrong or unsaid once."""

from __future__ import annotations

import pytest

from kotva.engine.record import Record
from kotva.engine.state import OVER
from kotva.games.bosman import GAME
from kotva.games.bosman.board import TOKEN_NAMES
from kotva.match import Match
from tests.games.bosman.table import Table


def test_an_exchange_with_a_short_hand_ends_with_five() -> None:
    """BOS-11.1: whatever his action was, he holds five at the end of his turn."""
    table = Table(2, hands={"1": "R20 F30 C21", "2": "R21 F31 C22 T10 T11"}, phase="turn")
    assert len(table.play("swap R20")) == 3
    assert len(table.hand(1)) == 5
    assert table.under() == ["R20"]
    assert table.match.to_act() == 1


def test_an_exchange_with_a_short_hand_stops_when_the_stack_is_empty() -> None:
    """BOS-11.1: one unseen token, then his own comes back, then the stack is empty."""
    table = Table(2, hands={"1": "R20 F30 C21", "2": "R21"}, phase="turn", stack=1)
    drawn = table.play("swap R20")
    assert sorted(table.hand(1)) == sorted(["R20", "F30", "C21", *drawn])
    assert int(table.s.stack()) == 0


def test_poison_with_a_short_hand_ends_with_five() -> None:
    """BOS-11.1: it leaves a hand as it was, so whoever held three tokens draws two."""
    table = Table(2, hands={"1": "R20 F30 C21", "2": "R21 F31 C12 T10 T11"}, boat={"22": "C22"})
    assert len(table.play("poison 22")) == 2
    assert len(table.hand(1)) == 5
    assert table.player == 2


def test_skipped_turns_with_actions_between_them_are_no_row() -> None:
    """BOS-15.3: player 2 is skipped again and again; only when player 1 can do nothing either is it a row of two."""
    table = Table(2, boatswain="b4", stack=0, turn=11, hands={"1": "R10 F30 T10", "2": ""}, boys="", poison=[])
    for turn, action in ((11, "play R10 c4"), (13, "play F30 b4"), (15, "play T10 e4")):
        assert (table.reason, table.player, table.turn) == ("", 1, turn)
        table.play(action)
    assert (table.reason, table.turn) == ("stuck", 17)


@pytest.mark.parametrize("player", [1, 2, 3, 4])
def test_a_player_without_tokens_is_skipped_though_others_have_and_the_stack_has(player: int) -> None:
    """BOS-11.4, BOS-5.3: nothing to play, nothing to exchange; the turn counts, and the next one is asked."""
    before = (player + 2) % 4 + 1
    table = Table(hands={str(player): ""}, boys="", turn=8 + before)
    assert table.player == before
    held = table.hand(before)[0]
    table.play(f"swap {held}")
    assert (table.player, table.turn) == (player % 4 + 1, 10 + before)


@pytest.mark.parametrize("token", range(len(TOKEN_NAMES)))
def test_which_digit_every_token_adds(token: int) -> None:
    """BOS-16.6: a pirate the first of its two, a cabin boy none; to his owner, and to nobody else."""
    name, state = TOKEN_NAMES[token], Table(4, hands={}).s
    state.boat[0] = token
    digit = 0 if name.endswith("M") else int(name[1])
    assert [int(state.digits(seat)) for seat in range(4)] == [
        digit if seat == state.owner[token // 10] else 0 for seat in range(4)
    ]


def test_a_record_holds_every_draw_and_needs_no_generator() -> None:
    """BOS-13.3: decisions and draws; walks, boardings without a choice and skips follow from them."""
    match = Match(GAME, 2, {"turn_limit": 20}, seed="record")
    while not match.is_over:
        match.play(match.legal()[0])
    record = Record.from_json(match.record().to_json())
    kinds = {move.split()[1] for move in record.moves}
    assert "draw" in kinds
    assert kinds <= {"keep", "swap", "play", "poison", "board", "draw"}
    record.seed = ""
    assert record.final(GAME).to_act() == OVER
