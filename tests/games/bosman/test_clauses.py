"""Clauses of Bosman that no scenario pins alone: each position is drawn, the text is played, the whole answer compared."""

from __future__ import annotations

from itertools import combinations

import pytest

from kotva.engine.arrays import Rng
from kotva.engine.game import Json
from kotva.engine.moves import Moves
from kotva.engine.say import ENGLISH
from kotva.engine.state import CHANCE, OK
from kotva.games.bosman import GAME
from kotva.games.bosman.board import COPIES, SWAP, SWAP_BASE, TOKEN_NAMES
from kotva.games.bosman.position import hand
from kotva.games.bosman.rules import Bosman
from kotva.games.bosman.rules.codes import STARTED
from kotva.games.bosman.text import the_token
from tests.games.bosman.table import CORNERS, Table


def the(token: str) -> str:
    return the_token(TOKEN_NAMES.index(token), ENGLISH)


def log(table: Table, seat: int | None, since: int = 0) -> list[str]:
    return [line for _, lines in table.match.log(seat, ENGLISH, since) for line in lines]


# -- exchange ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stack", range(7))
@pytest.mark.parametrize(
    "tokens", ["R21 F11 F11 C32 T11", "R10 R11 R12 R20 R21", "F11 F11 C32 C32 T11", "T31 T31 T32", "C10"]
)
def test_an_exchange_is_any_choice_of_the_hand_that_the_stack_can_answer(tokens: str, stack: int) -> None:
    """BOS-6.1, BOS-6.2, BOS-13.1, BOS-13.2: 1 to 5 tokens, each choice once, in token order."""
    table = Table(stack=stack, hands={"1": tokens})
    held = tokens.split()
    wanted = {",".join(choice) for n in range(1, min(5, stack) + 1) for choice in combinations(held, n)}
    swaps = table.legal("swap")
    assert {swap.removeprefix("swap ") for swap in swaps} == wanted
    assert len(swaps) == len(wanted)


def test_a_choice_of_tokens_has_one_number() -> None:
    """BOS-6.1, BOS-13.2: tokens out of order, a gap or nothing at all is no exchange."""
    s = Table(hands={"1": "R10 R11 F22 C32 T11"}).s
    r10, r11 = 1, 2
    assert s.why_not(0, SWAP + r10 + r11 * SWAP_BASE) == OK
    for number in (r11 + r10 * SWAP_BASE, r10 * SWAP_BASE, 0):
        assert GAME.clause(int(s.why_not(0, SWAP + number))) == "BOS-6.1"


@pytest.mark.parametrize("gang", "RFCT")
def test_a_cabin_boy_beside_a_screen_is_not_exchanged(gang: str) -> None:
    """BOS-6.4; one that left the screen and is not in the hand is no token of the hand (BOS-6.1)."""
    tokens = "R10 R11 F22 C32 T11"
    assert Table(hands={"1": tokens}, boys=gang).why(f"swap {gang}M") == "BOS-6.4"
    others = "RFCT".replace(gang, "")
    assert Table(hands={"1": tokens}, boys=others, gone=f"{gang}M").why(f"swap {gang}M") == "BOS-6.1"


# -- poison and closed seats ---------------------------------------------------------------------------------------------


def test_two_closed_seats_stay_closed() -> None:
    """BOS-7.8, BOS-10.6, BOS-15.1: each is neither boarded nor poisoned again, and both count as filled."""
    table = Table(
        options={"poisoned_seat": "closed"},
        boatswain="c2",
        beach={"c4": "RM"},
        boat={"10": "F10", "12": "T12", "20": "F20", "22": "T22", "30": "F30"},
        covered=["21 C21", "11 C11"],
        poison=[1, 2],
        hands={"1": "F12 R11 C32 T20 T22"},
    )
    assert [table.s.is_free(at) for at in range(9)] == [at in (7, 8) for at in range(9)]
    assert {seat: table.why(f"poison {seat}") for seat in ("21", "11", "31", "10")} == {
        "21": "BOS-7.8",
        "11": "BOS-7.8",
        "31": "BOS-7.6",
        "10": None,
    }
    table.match.play("play F12 c1")
    assert table.legal() == ["board c4 31", "board c4 32"]
    assert [table.why(f"board c4 {seat}") for seat in ("11", "21", "10", "31")] == ["BOS-10.8"] * 3 + [None]
    table.play("board c4 31")
    assert not table.match.is_over


def test_the_last_seat_beside_two_closed_ones_ends_the_game() -> None:
    """BOS-7.8, BOS-15.1."""
    table = Table(
        options={"poisoned_seat": "closed"},
        boatswain="c2",
        beach={"c4": "RM"},
        boat={"10": "F10", "12": "T12", "20": "F20", "22": "T22", "30": "F30", "32": "T32"},
        covered=["21 C21", "11 C11"],
        poison=[1, 2],
        hands={"1": "F12 R11 C32 T20 T22"},
    )
    table.play("play F12 c1")
    assert (table.reason, table.boat()["31"]) == ("full", "RM")


@pytest.mark.parametrize("empty", [0, 1, 2, 7, 8])
def test_one_free_seat_keeps_the_game_going_whichever_it_is(empty: int) -> None:
    """BOS-15.1: the game ends when every seat is filled, not before."""
    seats = ["10", "11", "12", "20", "21", "22", "30", "31", "32"]
    boat: dict[str, Json] = {code: f"{'FCT'[i % 3]}{code}" for i, code in enumerate(seats) if i not in (empty, 4)}
    table = Table(boatswain="c2", beach={"c4": "R21"}, boat=boat, hands={"1": "F12 R11 C32 T20 T22"})
    table.play("play F12 c1")
    assert table.boat()["21"] == "R21"
    assert not table.match.is_over
    assert [at for at in range(9) if table.s.is_free(at)] == [empty]
    assert table.s.free_seats() == 1


# -- boarding ------------------------------------------------------------------------------------------------------------


def test_choosing_a_boarding_leaves_nothing_else() -> None:
    """BOS-10.8: no play, no poison, no exchange, no keeping, and only pairs of the set B."""
    table = Table(
        boatswain="c2", beach={"c4": "RM", "b2": "R11"}, boat={"10": "F10"}, hands={"1": "R20 R22 F12 C30 T30"}
    )
    table.match.play("play F12 c1")
    assert table.s.phase == 3
    refused = [
        "keep",
        "play R20 c4",
        "play C30 c2",
        "poison 10",
        "swap R20",
        "board c4 10",
        "board b2 11",
        "board c1 12",
    ]
    assert {action: table.why(action) for action in refused} == dict.fromkeys(refused, "BOS-10.8")
    assert len(table.legal()) == 8


def test_a_boarding_from_the_first_field_to_the_first_seat() -> None:
    """BOS-10.6, BOS-10.8."""
    table = Table(boatswain="c1", turn=4, beach={"a1": "TM"}, hands={"4": "R10 R21 C31 T20 T22"})
    table.match.play("play R10 d1")
    assert table.boatswain == "b1"
    assert "board a1 10" in table.legal()
    table.play("board a1 10")
    assert table.boat() == {"10": "TM"}
    assert table.beach() == {"d1": "R10"}


def test_what_was_laid_is_forgotten_with_the_turn() -> None:
    """BOS-10.3: a token may not board in the turn in which it was laid."""
    table = Table(boatswain="c3", beach={"b3": "T21"}, turn=2, hands={"2": "F30 R21 F10 C32 T20"})
    table.play("play F30 d3")
    assert table.boat() == {}
    assert "laid" not in GAME.to_position(table.s)


# -- the end of a turn and of the game -------------------------------------------------------------------------------------


def test_an_empty_stack_leaves_the_hand_as_it_is() -> None:
    """BOS-11.1: he draws until he holds five tokens or the stack is empty."""
    table = Table(stack=0, hands={"1": "R10 F20", "2": "F30 R21"})
    table.play("play R10 c4")
    assert (table.hand(1), table.stack, table.turn, table.player) == (["F20"], 0, 2, 2)


def test_a_short_stack_is_drawn_to_its_last_token() -> None:
    """BOS-11.1, BOS-11.2: first what nobody has seen, then what was put under it, in its order."""
    table = Table(stack=1, under=["T31:13", "C22:13"], hands={"1": "R10 F20", "2": "F30 R21"})
    drawn = table.play("play R10 c4")
    assert len(drawn) == 1
    assert sorted(table.hand(1)) == sorted(["F20", *drawn, "T31", "C22"])
    assert (table.stack, table.player) == (0, 2)


# R21, R22, R30 and R31 have nowhere to go beside c4, an R outpost.
SHORT: dict[str, object] = {"turn_limit": 100}
NOBODY: dict[str, Json] = {"1": "R21", "2": "R22", "3": "R30", "4": "R31"}


@pytest.mark.parametrize(("turn", "reason"), [(93, "stuck"), (97, "stuck"), (98, "limit"), (100, "limit")])
def test_four_skipped_turns_end_the_game_before_the_limit_does(turn: int, reason: str) -> None:
    """BOS-11.4, BOS-15.2, BOS-15.3: stuck is looked at first; fewer skipped turns than players only reach the limit."""
    table = Table(options=SHORT, boatswain="c4", stack=0, turn=turn, hands=NOBODY, boys="")
    assert table.reason == reason
    assert table.turn == min(turn + 3, 100)


def test_nothing_is_done_after_the_end() -> None:
    """BOS-15.1, BOS-15.2: the end is told, and every action is refused with it."""
    table = Table(options=SHORT, turn=100, hands={"4": "F22 R20 C32 T20 T22"})
    table.play("play F22 d3")
    assert log(table, None)[-1] == "The last turn is over: the boat sails with those aboard."
    for seat in range(4):
        refused = [table.match.why_not(text, seat) for text in ("keep", "swap R20", "poison 10", "play R20 c4")]
        assert [answer[0] if answer else "" for answer in refused] == ["BOS-15.1"] * 4


def test_an_action_breaks_a_row_of_skipped_turns() -> None:
    """BOS-15.3: n turns *in a row*; a skipped turn is told (BOS-11.4) and counts (BOS-5.3)."""
    hands = {**NOBODY, "3": "R30 F20"}
    table = Table(boatswain="c4", stack=0, turn=41, hands=hands, boys="")
    assert (table.turn, table.player, table.legal()) == (43, 3, ["play F20 b4"])
    table.play("play F20 b4")  # east: d4, e4, where R outposts are e3 and a fifth row away
    assert table.boatswain == "e4"
    assert (table.turn, table.player) == (44, 4)
    assert table.legal() == ["play R31 e3"]


def test_skipped_turns_after_a_play_are_told() -> None:
    """BOS-11.4: after the play of player 1 the players 2 and 3 can do nothing."""
    table = Table(
        boatswain="d4", stack=0, turn=1, hands={"1": "C21 T10", "2": "R22", "3": "R30", "4": "F20"}, boys="", poison=[]
    )
    table.play("play T10 e4")  # west: c4, an R outpost
    assert table.boatswain == "c4"
    assert log(table, None) == [
        "Player 1 lays the tin 1 on e4.",
        "The boatswain walks c4.",
        "Player 2 can do nothing and is skipped.",
        "Player 3 can do nothing and is skipped.",
    ]
    assert (table.turn, table.player) == (4, 4)


# -- what is told ------------------------------------------------------------------------------------------------------------


def test_the_log_tells_every_step_and_to_whom_it_belongs() -> None:
    """BOS-6.1, BOS-7.1, BOS-9.1, BOS-14.4: a spectator reads all but the tokens drawn and exchanged."""
    hands: dict[str, Json] = {"1": "R21 F11 C30 T12 T20", "2": "R22 F12 F21 C31 T22", "3": "R30 F20 C10 C11 T11"}
    table = Table(beach=CORNERS, hands=hands, boat={"22": "C22"})
    (drawn,) = table.play("play T20 b3")
    table.match.play("poison 22")
    (first, second) = table.play("swap R30,F20")
    public = [
        "Player 1 lays the tin 2 on b3.",
        "The boatswain walks d3, e3.",
        "Player 2 poisons the chest 2 with 2 dots.",
        "Player 3 exchanges 2 tokens.",
    ]
    assert log(table, None) == log(table, 3) == public
    assert log(table, 0) == [*public[:2], f"Player 1 draws {the(drawn)}.", *public[2:]]
    assert log(table, 2) == [
        *public[:3],
        "Player 3 puts the rug 3 under the stack.",
        "Player 3 puts the fish 2 under the stack.",
        public[3],
        f"Player 3 draws {the(first)}.",
        f"Player 3 draws {the(second)}.",
    ]


def test_the_log_tells_what_is_replaced_and_who_boards() -> None:
    """BOS-8.4, BOS-9.5, BOS-10.4, BOS-14.4."""
    table = Table(beach={"d3": "F22", "b3": "T21"}, turn=2, hands={"2": "T30 R21 F10 C32 T20"})
    table.play("play T30 b3")
    assert log(table, None) == [
        "Player 2 lays the tin 3 on b3.",
        "The tin 2 with 1 dot goes under the stack.",
        "The boatswain is wedged on c3.",
        "The fish 2 with 2 dots boards seat 22.",
    ]


def test_the_first_turn_begins_when_the_last_player_has_decided() -> None:
    """BOS-4.6, BOS-5.3: turn 1 is the starting player's, and it is told."""
    table = Table(options={"first": 2})
    table.draw()
    for _ in range(3):
        table.play("keep")
        assert table.turn == 0
    table.play("keep")
    events = [(code, a, b) for code, a, b, _ in table.match.played[-1].events]
    assert events[-1] == (STARTED, 1, 1)
    assert (table.turn, table.player) == (1, 2)


# -- what a seat may know ------------------------------------------------------------------------------------------------------


def test_when_the_game_is_over_everything_is_open() -> None:
    """BOS-14.5: to players and spectators; before, a spectator sees no hand."""
    table = Table(
        options=SHORT, turn=100, under=["T31:2"], hands={"1": "R11 R21 F12 C30 T30", "4": "F22 R20 C32 T20 T22"}
    )
    hidden = GAME.to_position(table.s.seen(-1))
    assert hidden["hands"] == {str(p): "? ? ? ? ?" for p in (1, 2, 3, 4)}
    assert hidden["under"] == ["?:-"]
    own = GAME.to_position(table.s.seen(0))
    assert own["hands"] == {"1": "R11 R21 F12 C30 T30", **{str(p): "? ? ? ? ?" for p in (2, 3, 4)}}
    table.play("play F22 d3")
    assert table.reason == "limit"
    for viewer in (-1, 0, 1, 2, 3):
        shown = table.s.seen(viewer)
        assert isinstance(shown, Bosman)
        assert [hand(shown, seat) for seat in range(4)] == [hand(table.s, seat) for seat in range(4)]
        assert [int(t) for t in shown.under] == [int(t) for t in table.s.under]
        assert [int(n) for n in shown.bag] == [int(n) for n in table.s.bag]


def holders(s: Bosman, token: str) -> set[str]:
    """Where a token is: with which players, or how deep among those put under the stack."""
    number = TOKEN_NAMES.index(token)
    held = {f"player {seat + 1}" for seat in range(4) if number in hand(s, seat)}
    return held | {f"under {i}" for i, t in enumerate(s.under) if t == number}


def test_a_cabin_boy_that_left_its_screen_may_be_in_any_place_one_cannot_see() -> None:
    """BOS-8.7, BOS-14.1, BOS-14.2: in another hand or under the stack, wherever it is unseen, and nowhere else."""
    hands: dict[str, Json] = {"1": "R10 RM F11 F12 C10", "2": "R11 F20 FM C11 T11", "3": "R20 R21 R22 R30 R31"}
    table = Table(hands={**hands, "4": "F21 C12 CM T12 TM"}, under=["F22:1", "C20:3", "T20:24"], boys="", stack=10)
    seen = table.s.seen(2)
    assert isinstance(seen, Bosman)
    assert holders(seen, "C20") == {"under 1"}
    found: dict[str, set[str]] = {name: set() for name in ("RM", "FM", "CM", "TM", "F22", "T12")}
    for seed in range(300):
        dealt = seen.clone()
        dealt.redeal(2, Rng(seed))
        assert isinstance(dealt, Bosman)
        GAME.rules.check(dealt)
        assert (hand(dealt, 2), holders(dealt, "C20")) == (hand(table.s, 2), {"under 1"})
        assert all(holders(dealt, boy) for boy in ("RM", "FM", "CM", "TM")), (
            "nobody has seen the rest of the stack: no boy is there"
        )
        for name in found:
            found[name] |= holders(dealt, name)
    unseen = {"player 1", "player 2", "player 4", "under 0", "under 2"}
    assert found == dict.fromkeys(found, unseen)


@pytest.mark.parametrize("token", ["R10", "R11", "RM", "C22", "T32", "TM"])
def test_tokens_out_of_a_hand_made_game_are_nowhere(token: str) -> None:
    """BOS-2.2: what is gone is neither dealt nor in the stack."""
    copies = int(COPIES[TOKEN_NAMES.index(token)])
    position: dict[str, Json] = {"gone": " ".join([token] * copies)}
    if token.endswith("M"):
        position["boys"] = "RFCT".replace(token[0], "")
    s = GAME.from_position(position, GAME.choose_options(4))
    assert isinstance(s, Bosman)
    GAME.rules.check(s)
    assert holders(s, token) == set()
    assert s.bag[TOKEN_NAMES.index(token)] == 0


def test_chance_draws_what_is_left_and_nothing_else() -> None:
    """BOS-14.6: only chance, only while tokens are due, only tokens nobody has seen, each as likely as it has copies."""
    table = Table(hands={"1": "R21 R21 F11 C32 T11"})
    assert table.why("draw R10") == "BOS-14.6"
    table.match.play("play R21 c4")
    assert table.match.to_act() == CHANCE
    before = {name.removeprefix("draw "): n for name, n in zip(table.match.legal(), weights(table), strict=True)}
    assert "R21" not in before
    answer = table.match.why_not("draw R21", CHANCE)
    assert answer is not None
    assert answer[0] == "BOS-14.6"
    assert table.match.why_not("draw " + next(iter(before)), 0) is not None
    name = next(name for name, n in before.items() if n == 2)
    table.draw(name)
    nothing_due = table.match.why_not("draw " + name, CHANCE)
    assert nothing_due is not None
    assert nothing_due[0] == "BOS-14.6"
    table.match.play("swap " + table.hand(2)[0])
    after = {name.removeprefix("draw "): n for name, n in zip(table.match.legal(), weights(table), strict=True)}
    assert after == {**before, name: 1}


def weights(table: Table) -> list[int]:
    out = Moves()
    table.s.list_chance(out)
    return [int(w) for w in out.weights()]


def test_what_one_put_under_the_stack_one_knows() -> None:
    """BOS-14.2, BOS-6.3: every player his own, nobody another's."""
    for player in (1, 2, 3, 4):
        table = Table(hands={str(player): "R10 R11 R12 R20 R21"}, player=player)
        table.play("swap R10")
        for viewer in range(4):
            seen = table.s.seen(viewer)
            assert isinstance(seen, Bosman)
            assert ("under 0" in holders(seen, "R10")) == (viewer == player - 1)


def test_a_hand_that_is_kept_is_told() -> None:
    """BOS-4.6."""
    table = Table(2)
    table.draw()
    table.match.play("keep")
    assert log(table, None)[-1] == "Player 1 keeps the hand."


def test_a_cabin_boy_is_dealt_to_the_only_place_one_cannot_see() -> None:
    """BOS-8.7, BOS-14.1: the other player holds one token, and one boy is in nobody's sight."""
    table = Table(2, hands={"1": "R10 R11 R12 R20 R21", "2": "FM"}, boys="RCT", stack=0)
    seen = table.s.seen(0)
    dealt = seen.clone()
    dealt.redeal(0, Rng(1))
    assert isinstance(dealt, Bosman)
    assert holders(dealt, "FM") == {"player 2"}
    GAME.rules.check(dealt)


def test_of_two_one_skipped_turn_is_no_end() -> None:
    """BOS-15.3, BOS-11.4: player 2 is skipped after an action of player 1, who goes on."""
    table = Table(2, boatswain="b4", stack=0, turn=11, hands={"1": "F30 T31", "2": "R32"}, boys="", poison=[])
    table.play("play T31 b3")
    assert (table.player, table.turn, int(table.s.skipped)) == (1, 13, 1)
    assert table.legal() == ["play F30 a2"]


def test_in_the_opening_a_hand_is_kept_or_exchanged_and_nothing_else() -> None:
    """BOS-4.6: whatever would be legal later."""
    table = Table(2)
    table.draw()
    asked = {
        table.why(action) for action in (f"play {token} {field}" for token in table.hand(1) for field in ("c4", "c2"))
    }
    assert asked == {"BOS-4.6"}
    assert table.why("poison 10") == "BOS-4.6"
