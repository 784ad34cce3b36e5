"""Clauses of HEXXI that no scenario pins alone: auctions, and what everybody reads of an action."""

from __future__ import annotations

import pytest

from kotva.engine.say import ENGLISH
from tests.games.hexxi.table import Table, confront


def log(table: Table, eyes: int | None = None) -> list[str]:
    return [line for _, lines in table.match.log(eyes, ENGLISH) for line in lines]


TOLD = [
    (
        "1P@c3 1C@b2 2S@c4 2W@g5 2C@f6",
        "kidnap c3xc4",
        ["Player 1 kidnaps from c3.", "Player 1 takes merchant ship of Player 2 from c4."],
    ),
    (
        "1S@e4 1W@f5 2C@e5 1C@f6 2P@d3",
        "escort f5xe4-e5",
        ["Player 1: escort from f5 over e4 to e5.", "The cruise token on e5 goes back to Player 2."],
    ),
    (
        "1S@f6 1W@e5 1C@b2 2C@a2",
        "trap f6xg7",
        ["Player 1 springs a trap on g7 with the ship on f6.", "Player 1 captures the base of Player 2."],
    ),
]


@pytest.mark.parametrize(("tokens", "action", "lines"), TOLD)
def test_what_an_action_did_is_told(tokens: str, action: str, lines: list[str]) -> None:
    """HEX-10.2, HEX-10.10, HEX-11.1, HEX-11.4, HEX-8.5: the action, what it took, and whose it was."""
    assert log(confront(tokens).play(action))[:3] == [*lines, "Player 2 cannot act and passes."]


def test_the_second_player_is_told_apart() -> None:
    """HEX-11.1, HEX-11.7: who took, and whose it was."""
    table = confront("2P@c3 2C@f6 2C@e5 2C@d4 1S@c4 1W@g6", turn=2, order=[2, 1]).play("kidnap c3xc4")
    assert log(table) == ["Player 2 kidnaps from c3.", "Player 2 takes merchant ship of Player 1 from c4."]
    rescue = confront("1W@f6 1C@b2 2P@e5 2C@d3", captured=["", "1S"]).play("rescue f6xg7")
    assert log(rescue) == ["Player 1 frees a ship from g7."]


def test_an_auction_is_told_to_its_end() -> None:
    """HEX-7.5, HEX-7.7, HEX-7.8, HEX-13.2, HEX-14.9: bids, who drops, what is paid, the new order line, and what follows."""
    table = Table(2, state="auction", tokens="1S@b2 2S@f6").play("bid 2", "bid 3", "drop")
    assert log(table) == [
        "Player 1 bids 2.",
        "Player 2 bids 3.",
        "Player 1 drops out of the auction.",
        "Player 2 gets place 1 and pays 3.",
        "Order line: Player 2, Player 1.",
        "All tokens on the board are turned face up.",
        "Player 2 cannot act and passes.",
        "Player 1 cannot act and passes.",
        "All have passed: the confrontation ends.",
        "Round 1: Player 1 -18.",
        "Round 1: Player 2 -18.",
        "Round 2 begins.",
    ]
    assert table.scores == [-18, -21]


def test_who_drops_first_is_last() -> None:
    """HEX-7.5, HEX-7.7: three with equal sums; bids go round in the old order, those who dropped being skipped."""
    table = Table(3, state="auction", tokens="1S@b2 2S@f6 3S@e5")
    assert (table.player, "drop" in table.legal()) == (1, True)
    table.play("bid 2")
    assert (table.player, table.why("bid 2"), table.why("bid 3")) == (2, "HEX-7.5", "")
    table.play("bid 3", "drop")
    assert table.player == 1
    table.play("drop")
    assert (table.order, table.scores) == ([2, 1, 3], [-18, -21, -18])


def test_kinds_laid_face_down_are_told_to_their_owner_alone() -> None:
    """HEX-17.2, HEX-17.3."""
    table = Table(2).play("place S d4", "init C")
    hidden = "Player 2 lays a token in the initiative area, face down."
    assert log(table) == ["Player 1 lays a token on d4, face down.", hidden]
    assert log(table, 0) == ["Player 1 lays a token on d4, face down: merchant ship.", hidden]
    assert log(table, 1)[0] == "Player 1 lays a token on d4, face down."
    assert log(table, 1)[1] == hidden.removesuffix(".") + ": cruise."


def all_but(kinds: str) -> str:
    """A player's twelve tokens without these."""
    left = list("CCCCCCSSSPPW")
    for kind in kinds:
        left.remove(kind)
    return "".join(left)


def test_what_cannot_be_paid_is_a_penalty() -> None:
    """HEX-6.4, HEX-6.5, HEX-6.6: two are due, his last token is worth one; it is told, and so are the sums (HEX-7.1)."""
    initiative = [all_but("C"), all_but("S")]
    table = Table(2, state="pay", turn=1, hands=["C", ""], due=2, tokens="2S@d4", initiative=[*initiative])
    table.play("pay C")
    assert log(table)[:5] == [
        "Player 1 pays openly with a token of the hand: cruise.",
        "Player 1 cannot pay it all: 1 penalty point.",
        "Initiative of Player 1: 24 (6 × cruise, 3 × merchant ship, 2 × pirates, 1 × warship).",
        "Initiative of Player 2: 22 (6 × cruise, 2 × merchant ship, 2 × pirates, 1 × warship).",
        "Order line: Player 1, Player 2.",
    ]
    waiting = Table(
        2, state="pay", turn=1, hands=["C", "C"], due=2, tokens="2S@d4", initiative=[all_but("C"), all_but("CS")]
    )
    waiting.play("pay C")
    assert (waiting.scores, waiting.player) == ([-1, 0], 2)
    enough = Table(
        2, state="pay", turn=1, hands=["C", "C"], due=1, tokens="2S@d4", initiative=[all_but("C"), all_but("CS")]
    )
    enough.play("pay C")
    assert (enough.scores, enough.player) == ([0, 0], 2)
