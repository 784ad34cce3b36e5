"""Rules of Piraci HEXXI that no scenario pins alone: options, several ties, positions, bounds, perft, whole games."""

from __future__ import annotations

import random

import pytest

from kotva.engine.arrays import Rng
from kotva.engine.errors import BadOption, BadRecord, Illegal, NotYourTurn, Unreadable
from kotva.engine.fields import fields, fingerprint
from kotva.engine.playout import play_random
from kotva.engine.record import Record
from kotva.engine.say import Say
from kotva.engine.state import CHANCE, OK, OVER
from kotva.games.hexxi import GAME
from kotva.games.hexxi.board import BID, COPIES, FAR_BID, FIELD_NAMES, MOST_BID, VALUE
from kotva.games.hexxi.rules.codes import HEX_7_5, HEX_7_6, HEX_16_3, PASSED, PENALTY, RETURNED, SCORED, STOWED
from kotva.games.hexxi.rules.game import Hexxi
from kotva.games.hexxi.text import WHY
from kotva.match import Match
from tests.games.hexxi.given import laid_for, tie
from tests.games.hexxi.table import Table, actions, confront
from tests.golden import PLAYERS, Golden, perft, playthrough


def start(seats: int = 2, **options: object) -> Hexxi:
    state = GAME.rules.new(GAME.choose_options(seats, options))
    assert isinstance(state, Hexxi)
    return state


def test_the_set_of_twelve() -> None:
    """HEX-1.1, HEX-1.2, HEX-1.3: six cruise tokens, three ships, two pirates, one warship, worth 24 together."""
    assert [int(n) for n in COPIES] == [6, 3, 2, 1]
    assert sum(int(n) * int(v) for n, v in zip(COPIES, VALUE)) == 24
    for seats in (2, 3, 4):
        table = Table(seats)
        assert [table.hand(p) for p in range(1, seats + 1)] == ["CCCCCCSSSPPW"] * seats


def test_each_player_has_an_own_initiative_area() -> None:
    """HEX-3.3."""
    table = Table(3).play("init W", "init C", "init S")
    assert [table.area(p) for p in (1, 2, 3)] == ["W", "C", "S"]


# -- options ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"first": 3}, "1, 2, random"),
        ({"first": 0}, "HEX-3.1"),
        ({"rounds": 6}, "1 to 5"),
        ({"rounds": "many"}, "HEX-4.1"),
        ({"bid_cap": 0}, "1 to 99"),
        ({"quiet_limit": 201}, "HEX-13.3"),
        ({"own_pass": "sometimes"}, "barred, free"),
        ({"colour": "red"}, "no option 'colour'"),
    ],
)
def test_bad_options_are_refused_with_what_is_allowed(options: dict[str, object], words: str) -> None:
    with pytest.raises(BadOption, match=words):
        GAME.choose_options(2, options)


@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_players(seats: int) -> None:
    with pytest.raises(BadOption, match="2, 3, 4"):
        GAME.choose_options(seats)


def test_the_first_player_may_be_drawn() -> None:
    """HEX-3.1, HEX-17.6: one even draw among the seats before anything else; nobody else may make it."""
    table = Table(3, {"first": "random"})
    assert table.match.to_act() == CHANCE
    assert table.legal() == {"first 1", "first 2", "first 3"}
    with pytest.raises(Illegal, match=r"HEX-17\.6"):
        table.match.play("first 2", 1)
    with pytest.raises(Illegal, match=r"HEX-17\.6"):
        table.match.play("first 4", CHANCE)
    table.match.play("first 3", CHANCE)
    assert table.order == [3, 1, 2]
    assert table.player == 3
    assert table.why("first 1") == "HEX-17.6"


def test_the_order_line_wraps_round() -> None:
    """HEX-3.2."""
    assert Table(4, {"first": 3}).order == [3, 4, 1, 2]


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_as_many_rounds_as_the_option_says(rounds: int) -> None:
    """HEX-4.1, HEX-18.1."""
    table = Table(2, {"rounds": rounds})
    scored = 0
    rng = random.Random(rounds)
    while not table.match.is_over:
        table.play(rng.choice(table.match.legal()))
        scored += sum(code == SCORED for code, _, _, _ in table.events())
    assert scored == 2 * rounds
    assert table.why("pass") == "HEX-18.1"
    assert table.match.outcome().clause == "HEX-18.1"
    details = table.match.outcome().details
    assert [sum(int(n) for n in row.values()) for row in details] == table.scores


def test_bids_end_at_the_cap() -> None:
    """HEX-7.6: also a low one."""
    table = Table(2, {"bid_cap": 2}, state="auction", initiative=["P", "P"], tokens=laid_for(["P", "P"]))
    assert table.legal() == {"bid 1", "bid 2", "drop"}
    table.play("bid 2")
    assert table.legal() == {"drop"}


def test_the_quiet_limit_is_an_option() -> None:
    """HEX-13.3."""
    table = confront("1S@b2 1S@b3 1C@a2 2P@f6 2C@f5", options={"quiet_limit": 1}).play("convoy b2xb3-b4")
    assert table.s.round == 2


# -- deployment, initiative ---------------------------------------------------------------------------------------------


def test_a_field_holds_one_token_and_bases_keep_theirs() -> None:
    """HEX-2.9, HEX-2.8, HEX-5.3."""
    table = Table(2).play("place C d4")
    assert table.why("place C d4") == "HEX-2.9"
    assert table.why("place C a1") == "HEX-2.8"
    assert table.why("place C a2") == ""
    assert table.why("place ? a2") == "HEX-17.3"
    assert table.why("init ?") == "HEX-17.3"
    assert table.why("pass") == "HEX-5.1"
    table.play("place W d5")
    assert len(table.legal("place")) == 33 * 4


def test_a_kind_is_named_not_a_piece() -> None:
    """HEX-16.1: one entry a kind, however many of it are in hand."""
    table = Table(2)
    assert len(table.match.legal()) == len(set(table.match.legal()))
    table.play("init W", "init C")
    assert table.why("init W") == "HEX-5.1"
    assert "init W" not in table.legal()


def test_a_full_board_needs_no_deployment() -> None:
    """HEX-5.6, HEX-5.7: tested at the start of deployment too; what is in hand goes to the initiative areas."""
    laid = tight(["CCC", "CCCC", "CCCC", "CCCC"]).split()
    full = " ".join(token[:2].upper() + token[2:] for token in laid)
    table = Table(4, round=2, tokens=full)
    assert table.state in ("auction", "confront")
    assert sum(len(table.open(p)) for p in (1, 2, 3, 4)) == 48 - 33


def test_a_shifted_token_keeps_the_side_it_shows() -> None:
    """HEX-5.9, HEX-17.3: face up it is known to all at once, face down only when the initiative is uncovered."""
    first = "1C@b2 1c@b3 1c@b4 1c@b5 1c@c1 1c@c2 1s@c3 1s@c4 1s@c5 1p@c6 1p@d2 1w@d1"
    second = "2c@f3 2c@f4 2c@f5 2c@f6 2c@f7 2c@e2 2s@e3 2s@e4 2s@e5 2p@e6 2p@e7 2w@d6"
    for field, is_open in (("b2", True), ("b3", False)):
        table = Table(2, state="shift", tokens=f"{first} {second}").play(f"shift {field}")
        assert (table.state, table.player) == ("shift", 2)
        assert (table.open(1), table.area(1)) == (("C", "") if is_open else ("", "C"))
        position = table.match.view(1).to_json()
        assert isinstance(position, dict)
        assert position["initiative"] == ["C" if is_open else "?", ""]


def test_only_own_tokens_are_shifted() -> None:
    """HEX-5.9, HEX-5.8: no base, no empty field, no token of somebody else; and nothing else is done."""
    table = Table(2, state="shift", tokens=laid_for(["", ""]))
    mine = sorted(t.split("@")[1] for t in table.tokens if t.startswith("1"))
    theirs = sorted(t.split("@")[1] for t in table.tokens if t.startswith("2"))
    assert table.legal() == {f"shift {field}" for field in mine}
    empty = next(f for f in FIELD_NAMES if f not in (*mine, *theirs, "a1", "g7"))
    for field in ("a1", "g7", theirs[0], empty):
        assert table.why(f"shift {field}") == "HEX-5.9"
    assert table.why("pass") == "HEX-5.8"


def test_out_of_turn_each_phase_says_whose_turn_it_is() -> None:
    """HEX-5.1, HEX-7.5, HEX-8.1: nothing is changed."""
    tied = Table(2, state="auction", initiative=["P", "P"], tokens=laid_for(["P", "P"]))
    fight = confront("1S@e4 1W@f5 1C@f6 2C@e5")
    cases = ((Table(2), "init C", "HEX-5.1"), (tied, "drop", "HEX-7.5"), (fight, "pass", "HEX-8.1"))
    for table, action, clause in cases:
        before = fields(table.s)
        with pytest.raises(NotYourTurn) as refused:
            table.match.play(action, 1)
        assert refused.value.clause == clause
        assert fields(table.s) == before


def test_several_ties_are_settled_from_the_top() -> None:
    """HEX-7.4, HEX-7.5, HEX-7.7, HEX-14.9: two pairs of equals; a score may fall below zero."""
    areas = ["PPCCC", "CCCCS", "PPCCC", "CCCCS"]
    table = Table(4, state="auction", initiative=[*areas], order=[4, 3, 2, 1], tokens=tight(areas))
    assert [table.sum(p) for p in (1, 2, 3, 4)] == [9, 6, 9, 6]
    assert table.player == 3
    table.play("bid 2", "bid 3", "drop")
    assert table.player == 4
    assert table.scores == [-3, 0, 0, 0]
    table.play("drop")
    assert table.order == [1, 3, 2, 4]
    assert table.scores == [-3, 0, 0, 0]


def tight(areas: list[str]) -> str:
    """Four players' tokens on a board that is nearly full: the rest of the cruise tokens are in the areas."""
    names = [name for name in FIELD_NAMES if name not in ("a1", "d1", "g7", "d7")]
    out = []
    for player, area in enumerate(areas, 1):
        rest = "CCCCCCSSSPPW"
        for letter in area:
            rest = rest.replace(letter, "", 1)
        out += [f"{player}{letter.lower()}" for letter in rest]
    return " ".join(f"{token}@{name}" for token, name in zip(out, names))


def test_automatic_steps_are_events_not_actions() -> None:
    """HEX-16.2, HEX-8.5, HEX-6.5."""
    passed = confront("1P@c3 1C@b2 2C@d4 2W@g5").play("cruise c3-d4").events()
    assert [e[:3] for e in passed if e[0] == PASSED] == [(PASSED, 1, 1), (PASSED, 0, 1)]
    laid = "1C@b2 1C@b3 1C@b4 1C@b5 1C@c1 1S@c2 1S@c3 1S@c4 1P@c5 1P@c6 1W@d1 2w@f6"
    paid = Table(2, round=2, tokens=laid).play("spy f6", "pay C").events()
    assert (PENALTY, 0, 5, 0) in paid
    table = Table(4)
    while table.state == "deploy":
        table.play(next(a for a in table.match.legal() if a.startswith("place")))
    assert [e[1:3] for e in table.events() if e[0] == STOWED] == [(0, 3), (1, 4), (2, 4), (3, 4)]
    record = table.match.record()
    assert all(move.split(" ")[1] == "place" for move in record.moves)
    assert fingerprint(Record.from_json(record.to_json()).final(GAME)) == fingerprint(table.s)


# -- confrontation ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tokens", "action", "clause"),
    [
        ("1S@e4 1W@f5 1C@f6 2C@e5", "cruise d3-d4", "HEX-8.2"),
        ("1S@e4 1W@f5 1C@f6 2C@e5", "cruise e4-e3", "HEX-10.6"),  # empty
        ("1S@e4 1W@f5 1C@f6 2C@e5", "cruise e4-f5", "HEX-10.5"),  # a warship
        ("1S@e4 1W@f5 1C@f6 2C@e5 1P@b2", "convoy f5xe4-d3", "HEX-10.7"),  # a warship; pirates elsewhere do not matter
        ("1S@e4 2S@f4 1C@f5 2C@f6 2C@e5", "convoy e4xf4-g5", "HEX-10.7"),  # over a ship, but not straight
        ("1S@e4 1W@f5 1C@f6 2C@e5", "convoy e4xf5-e5", "HEX-10.8"),
        ("1S@e4 1W@f5 1C@f6 2C@e5", "escort e4xf5-f6", "HEX-10.10"),
        ("1S@e4 1W@f5 1C@f6 2C@e5", "escort f5xe5-d4", "HEX-10.10"),
        ("1S@e4 1S@f4 2S@g4 1C@f5 2C@f6", "convoy e4xf4-g4", "HEX-10.1"),
        ("1S@e4 1W@f5 1C@f6 2C@e5", "halt", "HEX-10.13"),
        ("1S@e4 1W@f5 1C@f6 2C@e5", "kidnap f5xe4", "HEX-11.1"),
        ("1S@e4 1W@f5 1C@f6 2C@e5", "intercept f5xe4", "HEX-11.2"),
        ("1S@e4 1W@f5 1C@f6 2C@e5", "ambush a1xb2", "HEX-11.3"),
        ("1S@e4 1W@f5 1C@f6 2C@e5", "ambush f5xe4", "HEX-8.2"),
        ("1S@e4 1W@f5 1C@f6 2C@e5", "trap e4xf5", "HEX-11.4"),
        ("1S@e4 1W@f5 1C@f6 2C@e5", "rescue f5xf6", "HEX-11.7"),
        ("1S@e4 1W@f5 1C@f6 2C@e5", "place C d4", "HEX-8.1"),
        ("1P@c3 1S@e4 1W@f5 1C@f6 2C@e5", "cruise c3-c2", "HEX-9.1"),
    ],
)
def test_a_refusal_names_its_clause(tokens: str, action: str, clause: str) -> None:
    table = confront(tokens)
    assert table.why(action) == clause
    assert action not in table.legal()


@pytest.mark.parametrize(
    ("action", "clause"),
    [
        ("cruise a1-c3", "HEX-10.6"),
        ("cruise e4-e4", "HEX-10.6"),
        ("convoy e4xf4-g6", "HEX-10.7"),
        ("convoy e4xf5-b2", "HEX-10.8"),  # f5 is a warship
        ("escort f5xe4-b2", "HEX-10.10"),
        ("kidnap d1xd7", "HEX-11.1"),
        ("intercept f5xa4", "HEX-11.2"),
        ("ambush a1xc3", "HEX-11.3"),
        ("rescue f5xa1", "HEX-11.7"),
        ("trap e4xa1", "HEX-11.4"),
        ("bid 0", "HEX-8.1"),
    ],
)
def test_what_is_well_written_is_judged_by_the_rules(action: str, clause: str) -> None:
    """HEX-16.3, HEX-2.2: fields that do not touch are refused with their clause and what is allowed, not as unreadable."""
    table = confront("1S@e4 1W@f5 1C@f6 2C@e5")
    before = fields(table.s)
    with pytest.raises(Illegal, match=r"is not allowed: .*You may: ") as refused:
        table.play(action)
    assert refused.value.clause == clause
    assert fields(table.s) == before
    assert GAME.rules.actions.text(GAME.rules.actions.parse(action)) == action
    view = GAME.view(table.s, 0, GAME.choose_options(2))
    assert GAME.to_words(view, GAME.rules.actions.parse(action), Say()) == action
    assert not GAME.look.paths(view, GAME.rules.actions.parse(action))


def test_far_fields_in_other_phases_are_answered_by_the_phase() -> None:
    """HEX-5.1, HEX-5.8, HEX-6.6, HEX-7.5, HEX-7.6, HEX-10.10, HEX-10.13."""
    assert Table(2).why("cruise a1-c3") == "HEX-5.1"
    assert Table(2, tokens="2w@f6").play("spy f6").why("escort a1xc3-d4") == "HEX-6.6"
    auction = Table(2, state="auction", initiative=["P", "P"], tokens=laid_for(["P", "P"]))
    asked = ("bid 0", "bid 100", "trap a1xc3", "cruise a1-a2")
    assert [auction.why(text) for text in asked] == ["HEX-7.5", "HEX-7.6", "HEX-7.5", "HEX-7.5"]
    escort = confront("1W@e5 1S@e4 1S@d4 2C@f6 2C@f5 2C@f4 2C@e3").play("escort e5xe4-d3")
    assert escort.why("escort d3xd4-g7") == "HEX-10.10"
    assert escort.why("escort a2xd4-g7") == "HEX-10.13"
    assert escort.why("cruise d3-g7") == "HEX-10.13"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("place C a5", "'a5' does not fit 'place … …' (HEX-2.1). Fitting: a1, a2, a3"),
        ("place X d4", "'X' does not fit 'place … …' (HEX-1.1). Fitting: C, S, P, W, ?"),
        ("place C", "Actions look like: place … …."),
        ("cruise a1-c9", "'a1-c9' does not fit 'cruise …' (HEX-2.1)."),
        ("convoy a1xb2", "'a1xb2' does not fit 'convoy …' (HEX-2.1)."),
        ("bid x", "'x' does not fit 'bid …'. Fitting: 1..99."),
        ("fly d4", "Actions look like: place … …, init …, spy …"),
    ],
)
def test_what_cannot_be_read_says_which_part(text: str, words: str) -> None:
    with pytest.raises(Unreadable) as refused:
        confront("1S@e4 1W@f5 1C@f6 2C@e5").play(text)
    assert words in str(refused.value)


def test_a_captured_base_cannot_ambush() -> None:
    """HEX-11.13, HEX-11.12: nor can the pirates of its owner act."""
    pirates = confront("1P@b2 1C@b3 1W@f6 1C@f5 2S*@d2", captured=["", "1B"])
    assert pirates.legal("cruise") == {"cruise f6-f5"}
    assert pirates.why("cruise b2-b3") == "HEX-11.12"
    assert pirates.why("ambush a1xb2") == "HEX-11.13"


def test_a_trap_ship_keeps_its_mark_and_can_be_kidnapped() -> None:
    """HEX-11.14, HEX-11.10."""
    table = confront("1S*@e5 1C@d4 1C@c3 1C@b2 2C@f6", captured=["2B", ""])
    assert table.legal() == actions("cruise e5-d4, cruise e5-f6, pass")
    table.play("cruise e5-d4")
    assert table.tokens == {"1S*@d4", "1C@c3", "1C@b2", "2C@f6"}
    taken = confront("3P@d6 1S*@c5 1C@b2 3C@e7", 3, captured=["2B", "", ""], turn=3).play("kidnap d6xc5")
    assert taken.pile(3) == ["1S"]
    assert taken.pile(1) == ["2B"]  # the base points stay with the attacker
    assert taken.s.traps == 0


def test_an_escort_does_not_return_to_its_start() -> None:
    """HEX-10.12: e5 is empty and beside the jumped ship, but the action started there."""
    table = confront("1W@e5 1S@e4 1S@d4 2C@f6 2C@f5 2C@f4 2C@e3").play("escort e5xe4-d3")
    assert table.legal() == actions("escort d3xd4-c3, -c4, -d5, halt")
    assert table.why("escort d3xd4-e5") == "HEX-10.12"
    table.play("halt")
    assert "1W@d3" in table.tokens


def test_an_escort_jumps_warships_too() -> None:
    """HEX-10.10, HEX-10.11, HEX-10.4: another warship, whoever owns it, in the first hop or in a further one."""
    table = confront("1W@f6 2W@f5 2S@e4 2C@e5 2C@d4 1C@g6 2C@e6 2C@f7")
    assert table.legal("escort") == actions("escort f6xf5-e5, -f4, -g5, -g6")
    assert table.why("escort f6xf5-g5") == ""
    table.play("escort f6xf5-e5")
    assert table.state == "escort"
    assert table.legal() == actions("escort e5xe4-d3, -d4, -e3, -f4, halt")
    again = confront("1W@f6 2S@f5 2W@e4 2C@e5 2C@d4 1C@g6 2C@e6 2C@f7").play("escort f6xf5-e5")
    assert again.legal() == actions("escort e5xe4-d3, -d4, -e3, -f4, halt")
    again.play("escort e5xe4-e3")
    assert "1W@e3" in again.tokens


def test_a_rescue_needs_the_base_of_the_captor() -> None:
    """HEX-11.7, HEX-11.9: the own base will not do, however well the warship is connected."""
    table = confront("1W@b2 1C@c3 1C@d4 1C@e5 1C@f6", captured=["", "1S"])
    assert table.legal() == actions("cruise b2-c3, pass")
    assert table.why("rescue b2xa1") == "HEX-11.7"


def test_helping_tokens_may_belong_to_anybody() -> None:
    """HEX-10.4, HEX-9.3: an opponent's ship is jumped, an opponent's cruise token carries."""
    table = confront("1S@f6 2S@e5 2C@d4")
    assert table.legal() == actions("convoy f6xe5-d4, pass")
    table.play("convoy f6xe5-d4")
    assert (RETURNED, 1, FIELD_NAMES.index("d4"), 0) in table.events()


def test_targets_need_no_connection() -> None:
    """HEX-9.7: the ship on c2 is connected to no base, its attacker is."""
    assert confront("1P@b2 1C@c3 2S@c2").legal() == actions("kidnap b2xc2, cruise b2-c3, pass")


def test_own_attacks_are_tested_anew_on_every_turn() -> None:
    """HEX-12.4: one a turn; a normal action that has appeared meanwhile is made instead."""
    table = confront("1P@b2 1S@b3 1S@c2 2S@e5 2S@d4 2C@f6")
    assert table.legal() == {"kidnap b2xb3", "kidnap b2xc2"}
    table.play("kidnap b2xb3")
    assert table.player == 2
    still = Table(2, None, **GAME.to_position(table.s)).play("cruise e5-f6")
    assert (still.player, still.legal()) == (1, {"kidnap b2xc2"})
    table.play("convoy e5xd4-c3")  # a ship of the opponent comes within reach
    assert (table.player, table.legal()) == (1, {"kidnap b2xc3"})
    assert table.why("kidnap b2xc2") == "HEX-12.1"
    table.play("kidnap b2xc3")  # then player 2 has no action and passes automatically
    assert (table.player, table.legal()) == (1, {"kidnap b2xc2"})


def test_records_and_tables_of_rules_1_0_keep_their_pass() -> None:
    """HEX-12.3: their default was `own_pass=free`; what they say outright holds under both."""
    assert GAME.choose_options(2).choice("own_pass") == "barred"
    assert GAME.choose_options(2, {}, "1.0").given == {"own_pass": "free"}
    assert GAME.choose_options(2, {"own_pass": "barred"}, "1.0").given == {}
    position = GAME.to_position(confront("1P@b2 1S@b3 1S@c2 2S@g4 1C@c3").s)
    old = Match.from_record(GAME, Record("hexxi", "1.0", 2, moves=["1 pass"], position=position))
    assert old.record().moves == ["1 pass"]
    assert old.record().options == {"own_pass": "free"}  # as it is written from now on
    with pytest.raises(BadRecord, match=r"HEX-12\.3"):
        Record("hexxi", "1.1", 2, moves=["1 pass"], position=position).final(GAME)


def test_hands_in_later_rounds_are_what_is_not_on_the_board() -> None:
    """HEX-15.6, HEX-1.6: at least one token."""
    for seed in range(20):
        s = start(3)
        rng = random.Random(seed)
        while s.to_act() != OVER:
            before = int(s.round)
            s.apply(int(s.to_act()), rng.choice(GAME.legal(s)))
            GAME.rules.check(s)
            if s.round != before:
                for seat in range(3):
                    held = sum(int(n) for n in s.hand[seat * 5 : seat * 5 + 5])
                    assert held == 12 - int(s.own[seat]).bit_count()
                    assert held >= 1


# -- whole games --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_end_within_the_bound(seats: int) -> None:
    """HEX-13.4, HEX-1.6: whatever the options; all twelve tokens of everybody are in one place all the time."""
    rng = random.Random(seats)
    for seed in range(12):
        given = {"rounds": rng.randint(1, 5), "quiet_limit": rng.randint(1, 200), "bid_cap": rng.randint(1, 99)}
        options = GAME.choose_options(seats, given)
        s = GAME.rules.new(options)
        length = int(play_random(s, Rng(seed), GAME.rules.longest(options) + 1))
        assert s.to_act() == OVER
        assert length <= GAME.rules.longest(options)
        GAME.rules.check(s)


def test_deployment_is_shorter_than_its_bound() -> None:
    """HEX-13.4: each action of it empties a hand slot or turns a token face up, so there are at most 24n."""
    for seed in range(30):
        s = start(3)
        rng = random.Random(seed)
        n = 0
        while s.phase in (1, 2):
            legal = GAME.legal(s)
            spies = [a for a in legal if GAME.rules.actions.text(a).startswith("spy")]
            s.apply(int(s.to_act()), rng.choice(spies or legal))
            n += 1
        assert n <= 72


@pytest.mark.parametrize("bid", [1, 7, MOST_BID])
def test_a_bid_of_the_rules_has_one_number_only(bid: int) -> None:
    """HEX-16.3: numbers of unheard-of bids do not stand for usual ones; once one of them began the game anew."""
    s = tie([3, 10], ["SC", "P"], [1, 2]).s
    assert s.why_not(0, BID) == OK
    assert s.why_not(0, FAR_BID + bid) == HEX_16_3
    assert [s.why_not(0, FAR_BID + other) for other in (0, MOST_BID + 1)] == [HEX_7_5, HEX_7_6]


def test_every_clause_that_forbids_has_words() -> None:
    assert all(text.endswith(".") for text in WHY.values())


def test_perft() -> None:
    """Counts of action sequences: a change of the rules shows here first."""

    deploying = Table(
        2,
        round=2,
        tokens="1p@b2 1s@b3 2w@f6 2C@e5 1C@c3 2S@e4",
        hands=["S", "CP"],
        initiative=["CCCCCSPW", "CCCCSSP"],
    ).s
    fighting = confront("1S@e4 1W@f5 2S@f4 2S@c4 1C@f6 2C@e5 1P@b2 1C@b3 2P@f7 2C@c3 2W@d2 1S@d3").s
    crowded = confront("3P@d5 3P@e4 3W@f4 3C@c5 3C@c6 2W@d6 2S@d4 1W@e6 1C@e7 1S@f3 2C@e3 2S@b2 1P@a2", 3).s
    counts = [[perft(GAME, s, depth) for depth in (1, 2, 3)] for s in (deploying, fighting, crowded)]
    assert counts == PERFT
    crowded.barred = 0  # HEX-12.3, own_pass=free: the rules 1.0
    assert perft(GAME, crowded, 3) == 457


PERFT = [[31, 1834, 54335], [18, 49, 450], [10, 90, 378]]


@pytest.mark.parametrize("seats", [2, 4])
def test_golden_playthrough(seats: int, golden: Golden) -> None:
    rng = random.Random(seats)

    def choose(match: Match) -> tuple[int, str]:
        """Passes and bids less often, so that the game is worth reading."""
        legal = match.legal()
        eager = [a for a in legal if not a.startswith(("pass", "bid"))] or legal
        return match.to_act(), rng.choice(eager if rng.random() < 0.85 else legal)

    match = Match(GAME, seats, seed=f"golden {seats}", names=PLAYERS[:seats])
    golden.check(f"hexxi/golden/{seats}-players.txt", playthrough(match, choose, eyes="spectator"))
