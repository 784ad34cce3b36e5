"""Rules of HEXXI that could once be broken without a test noticing: lines played through `whole`, and small positions."""

from __future__ import annotations

from itertools import permutations

import pytest

from kotva.engine.fields import key
from kotva.engine.game import Json
from kotva.engine.state import CHANCE, SPECTATOR
from kotva.games.hexxi import GAME
from kotva.games.hexxi.board import FIELD_NAMES, NONE
from kotva.games.hexxi.rules.codes import BIDS, CLEANED, COLUMNS, CONQUESTS, FIRST_DRAWN, PASSED, PENALTIES, PENALTY
from kotva.games.hexxi.rules.table import base_field, base_owner, hand_size
from kotva.match import Match
from tests.games.hexxi.given import tie
from tests.games.hexxi.table import Table, actions, confront
from tests.games.whole import whole

# Seats, a position, and lines; after each of them the state is whole.
LINES: dict[str, tuple[str, int, dict[str, Json], list[str]]] = {
    "deployment": ("HEX-5.2, HEX-5.8, HEX-17.2", 2, {}, ["place S d4", "init C", "place C e4", "place P b3", "init S"]),
    "three deploy": ("HEX-5.2, HEX-17.2", 3, {}, ["place S d4", "init C", "place C e4", "init W", "place P b3"]),
    "four deploy": ("HEX-5.2, HEX-17.2", 4, {}, ["place S d4", "init C", "place C e4", "init W", "place P b3"]),
    "an auction": (
        "HEX-7.5, HEX-7.7, HEX-7.8",
        2,
        {"state": "auction", "tokens": "1S@b2 2S@f6"},
        ["bid 2", "bid 3", "drop"],
    ),
    "a kidnapping": (
        "HEX-11.1, HEX-11.7",
        2,
        {"state": "confront", "tokens": "1P@c3 1C@b2 2S@c4 2W@g5 2C@f6"},
        ["kidnap c3xc4"],
    ),
    "an escort": (
        "HEX-10.2, HEX-10.10",
        2,
        {"state": "confront", "tokens": "1S@e4 1W@f5 2C@e5 1C@f6 2P@d3"},
        ["escort f5xe4-e5"],
    ),
    "a trap": (
        "HEX-8.5, HEX-9.5",
        2,
        {"state": "confront", "tokens": "1S@f6 1W@e5 1C@b2 2C@a2"},
        ["trap f6xg7"],
    ),
    "a rescue": (
        "HEX-11.4, HEX-13.3",
        2,
        {"state": "confront", "tokens": "1W@f6 1C@b2 2P@e5 2C@d3", "captured": ["", "1S"]},
        ["rescue f6xg7"],
    ),
    "paying": (
        "HEX-6.4, HEX-6.9",
        2,
        {"state": "pay", "turn": 1, "due": 2, "hands": ["CS", "P"], "tokens": "2S@d4 1C@e5 1S@e6"},
        ["pay C", "pay S"],
    ),
    "paying with the last token": (
        "HEX-6.5, HEX-17.2",
        2,
        {
            "state": "pay",
            "turn": 1,
            "hands": ["C", ""],
            "due": 2,
            "tokens": "2S@d4",
            "initiative": ["CCCCCSSSPPW".lower(), "CCCCCCSSPPW".lower()],
        },
        ["pay C"],
    ),
}


@pytest.mark.parametrize(
    ("clauses", "seats", "position", "lines"),
    [pytest.param(*line, id=name.replace(" ", "-")) for name, line in LINES.items()],
)
def test_every_state_on_the_way_is_whole(clauses: str, seats: int, position: dict[str, Json], lines: list[str]) -> None:
    assert clauses
    table = Table(seats, None, **position)
    while table.state == "first":
        table.match.play(table.match.legal()[0], -1)
    whole(GAME, table.match.options, table.s)
    for number, line in enumerate(lines):
        table.play(line)
        whole(GAME, table.match.options, table.s, number)


def test_pirates_are_told_which_rule_keeps_them_out() -> None:
    """HEX-10.15, HEX-11.1, HEX-11.2: no convoy nor escort, and what else only other units do."""
    table = confront("1P@c3 1C@b2 2C@c4 2W@g5")
    asked = ("escort c3xc4-c5", "convoy c3xc4-c5", "kidnap c3xc4", "intercept c3xd4")
    assert [table.why(text) for text in asked] == ["HEX-10.15", "HEX-10.15", "HEX-11.1", "HEX-11.2"]


def test_a_penalty_stands_in_the_score_sheet() -> None:
    """HEX-6.5: one point in the row of the first player, in its own column."""
    initiative: list[Json] = ["CCCCCSSSPPW", "CCCCCCSSPPW"]
    table = Table(2, None, state="pay", turn=1, hands=["C", ""], due=2, tokens="2S@d4", initiative=initiative)
    table.play("pay C")
    assert [int(n) for n in table.s.sheet[:COLUMNS]] == [-1 if column == PENALTIES else 0 for column in range(COLUMNS)]


@pytest.mark.parametrize(("seats", "player"), [(seats, n + 1) for seats in (2, 3, 4) for n in range(seats)])
def test_every_player_has_a_row_a_round_in_the_score_sheet(seats: int, player: int) -> None:
    """HEX-6.5: the penalty stands in his own row of the round in progress, and nothing in any other."""
    for number in (1, 2, 3):
        areas: list[Json] = ["CCCCCCSSSPPW"] * seats
        areas[player - 1] = "CCCCCSSSPPW"
        areas[player % seats] = "CCCCCCSSPPW"
        hands: list[Json] = ["C" if n + 1 == player else "" for n in range(seats)]
        laid = f"{player % seats + 1}S@d4"
        position: dict[str, Json] = {"hands": hands, "due": 2, "tokens": laid, "initiative": areas}
        table = Table(seats, {"rounds": 3}, state="pay", turn=player, round=number, **position)
        before = len(table.match.played)
        table.play("pay C")
        assert (PENALTY, player - 1, 1, 0) in table.match.played[before].events
        at = ((number - 1) * seats + player - 1) * COLUMNS + PENALTIES
        column = [int(n) for n in table.s.sheet][PENALTIES::COLUMNS]
        assert [row * COLUMNS + PENALTIES for row, points in enumerate(column) if points] == [at]
        assert column[at // COLUMNS] == -1


@pytest.mark.parametrize(("seats", "player"), [(seats, n + 1) for seats in (2, 3, 4) for n in range(seats)])
def test_a_bid_stands_in_the_row_of_the_seat_that_pays_it(seats: int, player: int) -> None:
    """HEX-7.3, HEX-7.7: in the round in progress, in its own column, and nowhere else."""
    order: list[Json] = [(player - 1 + n) % seats + 1 for n in range(seats)]
    for number in (1, 2, 3):
        table = tie([0] * seats, ["CCCCCCSSPP"] * seats, order, number)
        table.play("bid 2", *["drop"] * (seats - 1))
        assert table.scores == [-2 if n + 1 == player else 0 for n in range(seats)]
        column = [int(n) for n in table.s.sheet][BIDS::COLUMNS]
        paid = (number - 1) * seats + player - 1
        assert column == [-2 if row == paid else 0 for row in range(len(column))]


@pytest.mark.parametrize(
    ("text", "action", "quiet"),
    [
        ("1W@f6 1C@b2 2P@e5 2C@d3", "rescue f6xg7", 0),
        ("1P@c3 1C@b2 2S@c4 2W@g5 2C@f6", "kidnap c3xc4", 0),
        ("1S@f6 1W@e5 1C@b2 2C@a2", "trap f6xg7", 0),
        ("1S@b2 1S@b3 1C@a2 2P@f6 2C@f5", "cruise b2-a2", 0),
        ("1S@b2 1S@b3 1C@a2 2P@f6 2C@f5", "convoy b2xb3-b4", 8),
    ],
)
def test_what_breaks_the_quiet(text: str, action: str, quiet: int) -> None:
    """HEX-13.3: any action but a convoy or an escort that took no cruise token."""
    table = confront(text, captured=["", "1S"], quiet=7).play(action)
    assert int(table.s.quiet) == quiet


def test_an_escort_remembers_all_its_hops() -> None:
    """HEX-10.12, HEX-10.14, HEX-13.3: no unit twice, and a cruise token that the first hop took breaks the quiet of the whole."""
    text = "1W@f6 2S@f5 2W@e4 2C@e5 2C@d4 1C@g6 2C@e6 2C@f7"
    table = confront(text, quiet=7).play("escort f6xf5-e5")
    assert int(table.s.origin) == FIELD_NAMES.index("f6")
    table.play("escort e5xe4-f4")
    assert (table.state, int(table.s.quiet)) == ("confront", 0)


def test_an_escort_of_three_hops_neither_comes_back_nor_jumps_its_first_token_again() -> None:
    """HEX-10.12: the start of the action, not of the last hop, and every token that was jumped, not only the last one."""
    table = confront("1W@f4 2S@e4 2S@f6 2S@g5 2C@c1 2C@c4 2C@f5 2C@g6")
    table.play("escort f4xe4-e5").play("escort e5xf6-f5")
    assert table.state == "escort"
    assert {action[:11] for action in table.legal()} == {"escort f5xg", "halt"}
    for again in ("escort f5xg5-f4", "escort f5xe4-e5", "escort f5xf6-e5"):
        assert again not in table.legal()
        assert table.why(again) == "HEX-10.12"


def test_only_pirates_need_the_own_base() -> None:
    """HEX-9.1, HEX-11.12: without it they do nothing in this round; of others it is only asked whether they are connected."""
    table = confront("1P@d4 1W@c4 1S@c3 1S@f6 2C@d5 2C@c5 2C@b3 2C@f7", captured=["", "1B"])
    asked = ("cruise d4-d5", "cruise c4-c5", "cruise c3-b3")
    assert [table.why(text) for text in asked] == ["HEX-11.12", "HEX-9.1", "HEX-9.1"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_base_that_is_captured_counts_for_its_captor(seats: int) -> None:
    """HEX-14.5: ten points, whoever has it of whom."""
    for captor, owner in permutations(range(seats), 2):
        prisoners: list[Json] = [f"{owner + 1}B" if seat == captor else "" for seat in range(seats)]
        laid = " ".join(
            f"{seat + 1}P@{field}" for seat, field in zip(range(seats), ("d4", "d3", "e5", "c4"), strict=False)
        )
        table = confront(laid, seats, {"rounds": 2}, captured=prisoners)
        while table.s.round == 1:
            table.play("pass")
        conquests = [int(n) for n in table.s.sheet][CONQUESTS::COLUMNS][:seats]
        assert conquests == [10 if seat == captor else 0 for seat in range(seats)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ships_are_freed_from_every_captor(seats: int) -> None:
    """HEX-11.7, HEX-11.9: beside the base of whoever holds one, and of nobody else."""
    beside = {"a1": "b2", "d1": "d2", "g7": "f6", "d7": "d6", "g4": "f4"}
    bases = [FIELD_NAMES[base_field(Table(seats).s, seat)] for seat in range(seats)]
    for captor, owner in permutations(range(seats), 2):
        prisoners: list[Json] = [f"{owner + 1}S" if seat == captor else "" for seat in range(seats)]
        for base in bases:
            table = confront(f"{owner + 1}W@{beside[base]}", seats, turn=owner + 1, captured=prisoners)
            freed = {f"rescue {beside[base]}x{base}"} if base == bases[captor] else set()
            assert table.legal("rescue") == freed


def test_what_begins_and_ends_a_round_is_told() -> None:
    """HEX-3.1, HEX-15.1: who was drawn, and that the board is cleaned up."""
    match = Match(GAME, 2, {"first": "random"}, chance=False)
    match.play(match.legal()[1], CHANCE)
    assert (FIRST_DRAWN, 1, 0, 0) in match.played[-1].events
    table = Table(2, {"rounds": 2}, state="auction", tokens="1S@b2 2S@f6").play("bid 2", "drop")
    assert CLEANED in [event[0] for played in table.match.played for event in played.events]


def test_before_the_game_and_after_it_everything_is_open() -> None:
    """HEX-17.4, HEX-17.5."""
    match = Match(GAME, 2, {"first": "random"}, chance=False)
    for viewer in (0, 1, SPECTATOR):
        assert key(match.state.seen(viewer)) == key(match.state)
    table = Table(2, {"rounds": 1}, state="auction", tokens="1S@b2 2S@f6").play("bid 2", "drop")
    assert table.match.is_over
    for viewer in (0, 1, SPECTATOR):
        assert key(table.s.seen(viewer)) == key(table.s)


def test_how_many_tokens_a_hand_has_is_public() -> None:
    """HEX-17.1: also where their kinds are not."""
    table = Table(2).play("place S d4")
    for viewer in (0, 1, SPECTATOR):
        assert [int(hand_size(table.s.seen(viewer), seat)) for seat in (0, 1)] == [11, 12]


def test_only_an_own_unit_rescues() -> None:
    """HEX-8.2, HEX-11.7."""
    table = confront("1W@f6 1C@b2 2P@e5 2C@d3", captured=["", "1S"])
    assert (table.why("rescue f7xg7"), table.why("rescue f6xg7")) == ("HEX-8.2", "")


def test_halt_ends_the_escort_and_the_turn() -> None:
    """HEX-10.13: another hop is legal; the player has had enough. HEX-8.5: the other can do nothing, and passes by himself."""
    table = confront("1W@e5 1S@e4 1S@d4 2C@f6 2C@f5 2C@f4 2C@e3").play("escort e5xe4-d3")
    assert (table.state, table.player) == ("escort", 1)
    table.play("halt")
    assert (table.state, table.player) == ("confront", 1)
    assert [event[1:] for event in table.events() if event[0] == PASSED] == [(1, 1, 0)]
    assert next(event[1:] for event in table.play("pass").events() if event[0] == PASSED) == (0, 0, 0)
    table = confront("1W@e5 1S@e4 1S@d4 2C@f6 2C@f5 2C@f4 2C@e3").play("escort e5xe4-d3", "halt")
    assert (int(table.s.mover), int(table.s.origin), int(table.s.jumped), int(table.s.took)) == (NONE, NONE, 0, 0)


def test_three_share_the_first_places_and_the_fourth_has_its_own() -> None:
    """HEX-7.7, HEX-7.4: one auction settles three places; the fourth is next, and nobody is asked for it."""
    table = tie([0, 0, 0, 0], ["CCCCCCSSPP"] * 3 + ["CCCCCCSS"], [1, 2, 3, 4])
    assert table.state == "auction"
    table.play("bid 1", "drop", "drop")
    assert table.order == [1, 3, 2, 4]
    last = tie([0, 0, 0, 0], ["CCCCCCSSPP"] + ["CCCCCCSS"] * 3, [1, 2, 3, 4])
    assert last.player == 2
    last.play("drop", "drop")
    assert last.order == [1, 4, 3, 2]


def test_what_a_spy_uncovers_is_told_to_all() -> None:
    """HEX-6.1: whose token it is and of which kind, for every owner and every kind."""
    for owner in (2, 3, 4):
        for kind in "CSPW":
            match = Match(GAME, 4, None, chance=False)
            for seat in range(1, 5):
                match.play("place " + (kind if seat == owner else "S") + f" {('b2', 'd2', 'd4', 'e4')[seat - 1]}")
            match.play(f"spy {('b2', 'd2', 'd4', 'e4')[owner - 1]}")
            words = {"C": "cruise", "S": "ship", "P": "pirate", "W": "warship"}[kind]
            (told,) = [text for _, texts in match.log() for text in texts if "uncovers" in text]
            assert f"Player {owner}" in told
            assert words in told.lower()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_base_has_its_owner_and_no_other_field_has_one(seats: int) -> None:
    """HEX-2.3, HEX-3.2."""
    state = Table(seats).s
    bases = {int(base_field(state, seat)): seat for seat in range(seats)}
    assert {field: int(base_owner(state, field)) for field in range(len(FIELD_NAMES))} == {
        field: bases.get(field, NONE) for field in range(len(FIELD_NAMES))
    }


def test_a_base_protects_pirates_from_its_own_owner() -> None:
    """HEX-11.6, HEX-11.2: f4 lies beside the base of the second player, who attacks; f6 does not."""
    table = confront("2W@f5 3P@f4 3P@f6 2C@e5 1C@e6 3C@e7", 3, turn=2)
    assert (table.player, table.legal("intercept")) == (2, {"intercept f5xf6"})
    assert table.why("intercept f5xf4") == "HEX-11.2"


def test_in_an_auction_nothing_else_is_done() -> None:
    """HEX-7.5: every other kind of action is refused by it."""
    table = tie([3, 10], ["SC", "P"], [1, 2])
    others = [family for family in GAME.rules.actions if family.template.split(" ")[0] not in ("bid", "drop", "first")]
    assert len(others) > 8
    asked = {GAME.clause(int(table.s.why_not(0, family.base + n))) for family in others for n in (0, family.size - 1)}
    assert asked <= {"HEX-7.5", "HEX-16.3"}
    assert {GAME.clause(int(table.s.why_not(0, family.base))) for family in others} == {"HEX-7.5"}


@pytest.mark.parametrize(
    ("tokens", "listed"),
    [
        (
            "1C@g5 1S@f6 1W@g6 2C@e7 2P@f5 1P@b2 2S@b3 2W@e5",
            """cruise g6-g5, convoy f6xg6-g5, convoy f6xe5-e4, -d4, -d5, escort g6xf6-f7, -e6, rescue g6xg7, kidnap b2xb3,
            intercept g6xf5, trap f6xg7, pass""",
        ),
        ("1P@b2 2S@b3 2W@b1 2P@c1 1W@f6 2P@e6", "rescue f6xg7, kidnap b2xb3, intercept f6xe6, ambush a1xb1, pass"),
    ],
)
def test_actions_of_all_kinds_are_listed_together(tokens: str, listed: str) -> None:
    """HEX-8.6, HEX-11.8: one kind that can be played takes no other away."""
    assert confront(tokens, captured=["", "1S"]).legal() == actions(listed)
