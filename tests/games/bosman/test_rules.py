"""Rules of Bosman that no scenario pins alone: options, gangs, seats, bounds, positions."""

from __future__ import annotations

import random

import pytest

from kotva.engine.arrays import Rng
from kotva.engine.errors import BadOption, BadPosition, Illegal, Unreadable
from kotva.engine.fields import fields, key
from kotva.engine.game import Json
from kotva.engine.playout import play_random
from kotva.engine.state import CHANCE, OVER
from kotva.games.bosman import GAME
from kotva.games.bosman.board import BOY, CORNERS, KIND, SEAT_NAMES, TOKEN_NAMES
from kotva.games.bosman.rules import Bosman
from kotva.match import Match
from tests.games.bosman.table import CORNERS as CORNER_TOKENS
from tests.games.bosman.table import Table
from tests.golden import PLAYERS, Golden, perft, playthrough


def start(seats: int = 4, **options: object) -> Bosman:
    state = GAME.rules.new(GAME.choose_options(seats, options))
    assert isinstance(state, Bosman)
    return state


def test_gangs_belong_to_players_in_the_order_of_the_option() -> None:
    """BOS-1.2, BOS-1.3, BOS-1.4, BOS-12.2: letters in player order; with two players first and third, second and fourth."""
    assert [int(o) for o in start(4).owner] == [0, 1, 2, 3]
    assert [int(o) for o in start(4, gangs="TCFR").owner] == [3, 2, 1, 0]
    assert [int(o) for o in start(2).owner] == [0, 1, 0, 1]
    assert [int(o) for o in start(2, gangs="RCFT").owner] == [0, 0, 1, 1]


def test_two_players_share_all_other_rules() -> None:
    """BOS-12.1, BOS-12.4, BOS-12.6: the same beach; both gangs' tokens board on their player's turns."""
    table = Table(2, beach={"c4": "R21", "d3": "F11"}, hands={"1": "T12 R11 C32 T20 T22"})
    table.play("play T12 b3")
    assert table.boat() == {"21": "R21"}
    assert table.beach() == {"b3": "T12", "d3": "F11"}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"gangs": "RRCT"}, "BOS-1.4"),
        ({"first": 5}, "1 to 4"),
        ({"first": 0}, "BOS-4.7"),
        ({"poisoned_seat": "open"}, "free, closed"),
        ({"turn_limit": 50}, "multiple of 4"),
        ({"turn_limit": 404}, "20 to 400"),
        ({"colour": "red"}, "no option 'colour'"),
    ],
)
def test_bad_options_are_refused_with_what_is_allowed(options: dict[str, object], words: str) -> None:
    """BOS-1.4, BOS-4.7, BOS-7.4, BOS-15.2."""
    with pytest.raises(BadOption, match=words):
        GAME.choose_options(4, options)


@pytest.mark.parametrize("seats", [1, 3, 5])
def test_only_two_or_four_players(seats: int) -> None:
    """BOS-1.1."""
    with pytest.raises(BadOption, match="2, 4"):
        GAME.choose_options(seats)


@pytest.mark.parametrize("token", range(40))
def test_how_far_each_token_sends_the_boatswain_and_which_seat_it_fits(token: int) -> None:
    """BOS-2.1, BOS-2.3, BOS-2.4, BOS-3.7: the digit is the walk, a cabin boy walks one; the code is the seat, a boy's is any."""
    name = TOKEN_NAMES[token]
    hands: dict[str, Json] = {"1": name}
    table = Table(boatswain="c3", hands=hands, boys="RFCT".replace(name[0], "") if name.endswith("M") else "RFCT")
    (play,) = [a for a in table.legal("play") if a.startswith(f"play {name} ")]
    table.match.play(play)
    assert len(table.path()) == (1 if token % 10 == BOY else int(name[1]))
    seats = [at for at in range(9) if token % 10 in (at, BOY)]
    assert len(seats) == (9 if name.endswith("M") else 1)


@pytest.mark.parametrize(
    ("action", "clause"),
    [
        ("swap R10,R10,R10", "BOS-6.1"),
        ("swap R10,R11,R12,R20,R21,R22", "BOS-6.1"),  # six tokens: more than a hand has
        ("play T12 a1", "BOS-8.1"),
        ("play T12 d3", "BOS-8.3"),
        ("board c3 10", "BOS-10.8"),
        ("poison 32", "BOS-7.6"),
        ("keep", "BOS-4.6"),
    ],
)
def test_what_is_well_written_is_judged_by_the_rules(action: str, clause: str) -> None:
    """BOS-13.4: with its clause and what is allowed, and nothing is changed."""
    table = Table(hands={"1": "T12 R11 C32 T20 T22"})
    before = key(table.s)
    with pytest.raises(Illegal, match=r"is not allowed: .*You may: ") as refused:
        table.play(action)
    assert refused.value.clause == clause
    assert key(table.s) == before


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("play T12 f6", "'f6' does not fit 'play … …' (BOS-3.1). Fitting: a1, b1, c1"),
        ("play T40 b3", "'T40' does not fit 'play … …' (BOS-2.1). Fitting: R10, R11"),
        ("poison 40", "'40' does not fit 'poison …' (BOS-3.6). Fitting: 10, 11, 12, 20"),
        ("swap T12;R11", "'T12;R11' does not fit 'swap …' (BOS-6.1). Fitting: R10, R11"),
        ("play T12", "Actions look like: play … …."),
    ],
)
def test_what_cannot_be_read_says_which_part(text: str, words: str) -> None:
    with pytest.raises(Unreadable) as refused:
        Table(hands={"1": "T12 R11 C32 T20 T22"}).play(text)
    assert words in str(refused.value)


def test_poison_is_never_in_hand_stack_or_beach() -> None:
    """BOS-2.5, BOS-2.6: tokens are the 36 kinds of pirates and four cabin boys, nothing else; hidden ones all look alike."""
    assert len(TOKEN_NAMES) == 40
    s = start()
    play_random(s, Rng(5), 90)
    assert all(-1 <= t < 40 for t in [*s.hand, *s.under, *s.beach])
    view = s.seen(2)
    assert isinstance(view, Bosman)
    hidden = {int(t) for seat in (0, 1, 3) for t in view.hand[seat * 5 : seat * 5 + 5]}
    assert hidden == {40}


def test_a_seat_is_free_taken_or_closed() -> None:
    """BOS-3.8, BOS-7.4, BOS-7.8."""
    for option, free in (("free", True), ("closed", False)):
        table = Table(options={"poisoned_seat": option}, boat={"10": "R10"}, covered=["11 F11"], poison=[1, 2, 3])
        assert [table.s.is_free(at) for at in (0, 1, 2)] == [False, free, True]


def test_poison_brings_no_assessment() -> None:
    """BOS-7.2, BOS-7.7: also of an own token, and when it frees the seat of a token beside the boatswain."""
    table = Table(beach={"c4": "R21"}, boat={"21": "R21"})
    table.play("poison 21")
    assert table.beach() == {"c4": "R21"}
    assert table.boat() == {}
    assert table.boatswain == "c3"


def test_the_boatswain_walks_over_outposts_without_tokens() -> None:
    """BOS-9.3: he enters empty fields and free outposts and may end on either."""
    table = Table(boatswain="c3", hands={"1": "R10 R20 F10 C10 T10"})
    table.play("play R10 c4")
    assert table.boatswain == "c2"
    assert KIND[7] == 2  # c2 is an outpost of C


def test_an_exchange_is_always_possible_in_a_game_from_the_set_up() -> None:
    """BOS-11.5, BOS-15.4, BOS-5.2: the stack never falls below 19 (31), and no seat becomes impossible to fill."""
    for seats, least in ((4, 19), (2, 31)):
        s = start(seats)
        rng = random.Random(seats)
        while s.to_act() != OVER:
            legal = GAME.legal(s)
            actor = int(s.to_act())
            if actor != CHANCE:
                assert legal
                assert s.phase != 2 or s.stack() >= least
            s.apply(actor, rng.choice(legal))
        assert s.ended in (0, 1)


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"beach": {"c4": "F10"}}, "BOS-3.4"),
        ({"beach": {"c3": "F10"}}, "BOS-3.5"),
        ({"beach": {"c4": "R10"}, "boatswain": "c4"}, "BOS-3.5"),
        ({"beach": {"z9": "R10"}}, "no key 'beach.z9' here"),
        ({"beach": {"c4": "R44"}}, "beach.c4 cannot be 'R44'; allowed: R10, R11, … TM (BOS-2.1)"),
        ({"boat": {"10": "R11"}}, "BOS-3.7"),
        ({"boat": {"44": "R11"}}, "no key 'boat.44' here"),
        ({"hands": {"1": "R10 R10 R10"}}, "hands cannot be 'R10': there are more of these tokens than exist (BOS-2.2)"),
        ({"hands": {"1": "R10 R11 R12 R20 R21 R22"}}, "a hand has five"),
        ({"hands": {"7": "R10"}}, "no key 'hands.7' here"),
        ({"player": 9}, "player cannot be 9; allowed: a whole number from 1 to 4 (BOS-4.7)"),
        ({"poison": [6]}, "poison cannot be 6; allowed: a whole number from 1 to 4 (BOS-7.1)"),
        ({"stack": 99}, "stack cannot be 99; allowed: a whole number from 0 to 52 (BOS-4.4)"),
        ({"stack": "many"}, "stack cannot be 'many'; allowed: a whole number from 0 to 52 (BOS-4.4)"),
        ({"phase": "lunch"}, "deal, opening, turn"),
        ({"cards": 3}, "no key 'cards' here"),
        ({"beach": []}, "beach cannot be []; it must be an object of keys and values (BOS-3.1)"),
        ({"poison": "all"}, "poison cannot be 'all'; allowed: a list (BOS-7.1)"),
    ],
)
def test_bad_positions_say_what_does_not_add_up(position: dict[str, Json], words: str) -> None:
    with pytest.raises(BadPosition) as caught:
        GAME.from_position(position, GAME.choose_options(4))
    assert words in str(caught.value)


@pytest.mark.parametrize("seats", [2, 4])
def test_positions_round_trip_all_through_a_game(seats: int) -> None:
    options = GAME.choose_options(seats, {"poisoned_seat": "closed"})
    s = GAME.rules.new(options)
    rng = random.Random(seats)
    while s.to_act() != OVER:
        s.apply(int(s.to_act()), rng.choice(GAME.legal(s)))
        for state in (s, s.seen(0), s.seen(-1)):
            again = GAME.from_view(GAME.to_position(state), options)
            assert fields(again) == fields(state)


def test_a_re_dealt_cabin_boy_is_never_in_the_unseen_stack() -> None:
    """BOS-8.7: once replaced it is in a hand or among the tokens put under the stack."""
    table = Table(beach={"c4": "RM"}, turn=2, hands={"2": "R11 R20 C32 T20 T22"})
    table.play("play R11 c4")
    seen = table.s.seen(3)
    for seed in range(20):
        dealt = seen.clone()
        dealt.redeal(3, Rng(seed))
        assert isinstance(dealt, Bosman)
        GAME.rules.check(dealt)
        assert dealt.bag[9] == 0
        assert key(dealt.seen(3)) == key(seen)


def test_perft() -> None:
    """Counts of action sequences, chance included: a change of the rules shows here first."""

    opening = Table(beach=CORNER_TOKENS, hands={"1": "R21 F11 F11 C32 T11"}).s
    crowded = Table(
        2,
        beach={"c4": "RM", "c2": "C21", "d3": "F11", "e4": "T31"},
        boat={"10": "F10", "11": "T11", "20": "F20", "22": "C22"},
        hands={"1": "T12 R11 C32 T20 T22", "2": "R30 F31 F32 C11 T10"},
        stack=6,
    ).s
    late = Table(boatswain="a4", beach=CORNER_TOKENS, turn=98, boat={"21": "R21"}, covered=["30 F30"], poison=[1, 3]).s
    counts = [[perft(GAME, s, depth) for depth in (1, 2, 3)] for s in (opening, crowded, late)]
    assert counts == PERFT


PERFT = [[28, 453, 7617], [41, 352, 3586], [21, 370, 7209]]


@pytest.mark.parametrize(("seats", "seed"), [(4, 2), (2, 4)])
def test_golden_playthrough(seats: int, seed: int, golden: Golden) -> None:
    rng = random.Random(seed)

    def choose(match: Match) -> tuple[int, str]:
        """Plays and poisons oftener than exchanges, so that the game is worth reading."""
        legal = match.legal()
        eager = [a for a in legal if not a.startswith("swap")] or legal
        return match.to_act(), rng.choice(eager if rng.random() < 0.8 else legal)

    match = Match(GAME, seats, seed=f"golden {seed}", names=PLAYERS[:seats])
    golden.check(f"bosman/golden/{seats}-players.txt", playthrough(match, choose))


def test_corner_tokens_lie_on_their_gangs_corners() -> None:
    """BOS-4.2, BOS-3.1."""
    assert [int(KIND[int(c)]) for c in CORNERS] == [0, 1, 2, 3]


FULL_BOAT: Json = {code: "RFCT"[number % 4] + code for number, code in enumerate(SEAT_NAMES)}


def test_a_full_boat_is_the_end() -> None:
    """BOS-15.6: nobody decides anything with a full boat; seats that poison closed count as filled."""
    state = GAME.from_position({"boat": FULL_BOAT}, GAME.choose_options(4))
    assert (state.to_act(), GAME.outcome(state).reason) == (OVER, "full")
    with pytest.raises(BadPosition, match=r"BOS-15\.1, 15\.6"):
        GAME.from_position({"boat": FULL_BOAT, "phase": "turn"}, GAME.choose_options(4))
    assert isinstance(FULL_BOAT, dict)
    closed: dict[str, Json] = {
        "boat": {code: token for code, token in FULL_BOAT.items() if code != "32"},
        "covered": ["32 R32"],
        "poison": [1, 2, 3],
    }
    for option, over in (("free", False), ("closed", True)):
        state = GAME.from_position(closed, GAME.choose_options(4, {"poisoned_seat": option}))
        assert (state.to_act() == OVER) == over
