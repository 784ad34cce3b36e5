"""Rules of Settlers that could once be broken without a test noticing: small positions."""

from __future__ import annotations

import pytest

from kotva.engine.arrays import Rng
from kotva.engine.game import Json
from kotva.engine.state import SPECTATOR
from kotva.games.settlers import GAME
from kotva.games.settlers.board import VICTORY, count
from kotva.match import Match
from tests.games.settlers.table import Table

FULL = "hand LLLLBBBBWWWWGGGGOOOO"


def test_a_new_game_has_nothing_in_it() -> None:
    """SET-3.2."""
    table = Table.new({"board": "beginner", "first": "P1", "turn_limit_s": 0}, 3)
    position = GAME.to_position(table.s)
    assert {name: value for name, value in position.items() if name not in ("board", "robber", "bank", "deck")} == {
        "phase": "SETUP_SETTLEMENT",
        "turn": "P1",
        "first": "P1",
        "round": 0,
        **dict.fromkeys(("P1", "P2", "P3"), ""),
        "back": "MAIN",
        "founded": 0,
        "turn_limit": 0,
    }


# -- building ------------------------------------------------------------------------------------------------------------


def test_roads_go_on_from_a_building_without_roads_after_another_was_moved() -> None:
    """SET-7.2, SET-8.2."""
    table = Table({"road_moves": 2}, P1=f"S 2 30; R 30-24; {FULL}").play("road 24-19", "move 30-36")
    assert {"2-5", "2-6"} <= set(table.places("road"))


def test_a_road_may_be_moved_to_another_side_of_the_own_city() -> None:
    """SET-8.2: the city is all that it is joined to."""
    table = Table({"road_moves": 2}, P2="C 30; hand LB", turn="P2").play("road 30-24")
    assert table.places("move") == ["30-35", "30-36"]


def test_nobody_builds_on_through_a_settlement_that_has_just_been_built() -> None:
    """SET-7.3: P2's road ends at 24, where P1 settles."""
    table = Table(P1=f"S 13; R 13-18-24; {FULL}", P2=f"S 41; R 41-36-30-24; {FULL}")
    table.play("settle 24", "end", "roll", "* dice 1+1")
    assert "19-24" not in table.places("road")
    assert table.why("road 19-24") == "SET-7.3"


def test_the_last_road_but_one_leaves_one() -> None:
    """SET-7.8: with one road left it may be built."""
    table = Table(P1=f"S 1; R 1-5-9-13-18-24-30-36-41-46-50-54 1-4-8-12; {FULL}")
    assert "12-17" in table.places("road")


@pytest.mark.parametrize(
    ("roads", "settled", "length"),
    [
        ("9-13-18-24-19-14-9 52-49", "", 6),  # a ring, and a road elsewhere
        ("9-13-18-24-19-14-9 24-30", "S 9", 6),  # cut at 9: round from there and back, rather than along the tail
        ("9-13-18-24-19-14-9 24-30", "", 7),
        ("9-13-18-24-30", "S 18", 2),
        ("1-5-9-13-8-4-1", "", 6),
        (
            "9-13-18-24-19-14-9 13-8-12-17-23-18",
            "",
            11,
        ),  # two that touch: from one crossing of three roads to the other
    ],
)
def test_the_length_of_rings(roads: str, settled: str, length: int) -> None:
    """SET-10.1, SET-10.2."""
    assert Table(P1=f"R {roads}", P2=settled).length(1) == length


def test_a_longer_road_takes_the_card_whatever_the_first_player_has() -> None:
    """SET-10.3: P1 has no road at all; P3 holds the card with five."""
    table = Table(P2="R 13-18-24-30-36-41; hand LB", P3="R 1-5-2-6-3-7", longest="P3", turn="P2")
    table.play("road 41-46")
    assert table.longest == "P2"


def test_a_card_costs_wool_grain_and_ore() -> None:
    """SET-7.1, SET-9.1."""
    assert Table(P1="hand WGO").why("buy") == ""
    assert Table(P1="hand WGG").why("buy") == "SET-7.1"


# -- cards ---------------------------------------------------------------------------------------------------------------


def test_the_third_knight_wins_before_the_robber_moves() -> None:
    """SET-13.3, SET-10.5: eight points and the largest army."""
    table = Table(P1="C 13 16 41 46; cards k; army 2").play("knight")
    assert table.to_act == "over"
    assert table.score(1) == 10


def test_a_free_road_left_out_is_gone() -> None:
    """SET-9.6."""
    table = Table(P1="S 13; R 13-18; cards r").play("roads", "road 18-23")
    assert int(table.s.free) == 1
    table.play("skip")
    assert (int(table.s.free), table.phase) == (0, "MAIN")
    assert "free" not in GAME.to_position(table.s)


def test_what_is_known_of_a_hand_shrinks_by_what_is_paid() -> None:
    """SET-15.1: of two known lumber one is left when a road is paid, and the wool stays known."""
    table = Table(P1="S 13; hand LLBBWG; known LLBW").play("road 13-18")
    assert "known LW" in str(GAME.to_position(table.s)["P1"])


def test_the_card_bought_in_this_turn_is_seen_by_its_buyer_alone() -> None:
    """SET-15.1, SET-9.3."""
    table = Table(P1="S 13; cards k; new m")
    assert "new m" in str(GAME.to_position(table.s.seen(0))["P1"])
    for other in (1, 2, 3, SPECTATOR):
        assert "new ?" in str(GAME.to_position(table.s.seen(other))["P1"])
    table = Table(P2="S 13; cards k; new v", turn="P2")
    assert "new v" in str(GAME.to_position(table.s.seen(1))["P2"])


def points_dealt(position: dict[str, Json], player: int) -> set[int]:
    """How many victory point cards a player gets when his unknown cards are dealt anew, many times."""
    seen = Table(**position).s.seen(SPECTATOR)
    out = set()
    for number in range(60):
        dealt = seen.clone()
        dealt.redeal(SPECTATOR, Rng(number))
        own = int(dealt.cards[player - 1]) + (int(dealt.fresh) if dealt.player == player - 1 else 0)
        out.add(int(count(own, VICTORY)))
    return out


def test_nobody_is_dealt_points_that_would_have_won() -> None:
    """SET-13.3, SET-15.1: with eight points one card of two may be a point, with nine none."""
    eight = "C 13 16 41 46"
    assert points_dealt({"P1": f"{eight}; cards k; new m"}, 1) == {0, 1}
    assert points_dealt({"P2": f"{eight}; cards kkm"}, 2) == {0, 1}
    assert points_dealt({"P2": f"{eight}; S 51; cards kkm"}, 2) == {0}
    assert points_dealt({"P2": "C 13; cards kkm"}, 2) > {0, 1}


@pytest.mark.parametrize(
    ("built", "most"), [("C 13 16 41 46; S 51", 0), ("C 13 16 41 46", 1), ("C 13 16 41; S 51", 2), ("C 13 16 41", 3)]
)
def test_as_many_points_are_dealt_as_do_not_win(built: str, most: int) -> None:
    """SET-13.3, SET-15.1: of five point cards and six knights four are dealt; one point less than what would have won."""
    position: dict[str, Json] = {"P1": "army 8", "largest": "P1", "P2": f"{built}; cards kkkk", "spent": "rriimm"}
    assert points_dealt(position, 2) == set(range(most + 1))


def test_where_nothing_but_points_is_left_points_are_dealt() -> None:
    """SET-15.1, SET-9.9: every other card has been played."""
    position: dict[str, Json] = {
        "P1": "army 14",
        "largest": "P1",
        "P2": "C 13 16 41 46; S 51; cards v",
        "spent": "rriimm",
    }
    assert points_dealt(position, 2) == {1}


# -- bank, robber, trade -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("site", "given", "line", "left"),
    [
        ("13", "LLLLLLL", "bank LLLL>B", "BLLL"),
        ("1", "LLLLLLL", "bank LLL>B", "BLLLL"),  # a harbour for anything
        ("12", "LLLLLLL", "bank LL>B", "BLLLLL"),  # one for lumber
        ("16", "OOOOOOO", "bank OO>W", "OOOOOW"),  # one for ore
        ("13", "WWWWWWW", "bank WWWW>O", "OWWW"),
        ("1", "GGGGGGG", "bank GGG>L", "GGGGL"),
    ],
)
def test_the_bank_takes_what_its_rate_says(site: str, given: str, line: str, left: str) -> None:
    """SET-11.1, SET-11.2, SET-11.3."""
    table = Table(P1=f"S {site}; hand {given}").play(line)
    assert sorted(table.hand(1)) == sorted(left)
    assert {kind: n for kind, n in table.bank.items() if n < 19} == {kind: 19 - left.count(kind) for kind in set(left)}


def test_nobody_robs_the_own_seat() -> None:
    """SET-6.9: P1 has a building on the robber's hex, too."""
    found = []
    for hexagon in range(1, 20):
        table = Table(P1="S 13 19; cards k; hand LL", P2="S 24; hand WW").play("knight")
        if table.why(f"robber {hexagon}") == "":
            found.append(table.play(f"robber {hexagon}").places("steal"))
    assert ["P2"] in found
    assert all(victims in ([], ["P2"]) for victims in found)


def test_what_belongs_to_a_seven_is_refused_without_one() -> None:
    """SET-6.5, SET-6.4, SET-12.6."""
    table = Table(P1="S 13; hand L", P2="S 24; hand W")
    assert [table.why(line) for line in ("keep", "steal P2", "robber 5")] == ["SET-6.5"] * 3
    assert [table.why(line) for line in ("accept", "withdraw")] == ["SET-12.6"] * 2
    assert table.why("discard L") == "SET-6.4"


def test_a_deal_is_made_with_the_seat_that_was_asked() -> None:
    """SET-12.7."""
    table = Table(P1="S 13; hand W", P2="hand G", P3="hand G").play("offer W>G @P2", "P2 accept")
    assert table.why("deal P3") != ""
    assert table.why("deal P2") == ""


# -- founding and clock --------------------------------------------------------------------------------------------------


def test_a_founding_road_at_the_coast_has_two_places() -> None:
    """SET-3.8: two edges end there, and nothing else is listed."""
    table = Table.new({"board": "beginner", "first": "P1"}, 3).play("settle 1")
    assert table.legal() == ["road 1-4", "road 1-5"]


def test_the_dice_for_the_start_are_added() -> None:
    """SET-3.3."""
    table = Table({"first": "roll"}, 3, phase="STARTING", first="").play("* dice 3+4")
    assert int(table.s.best) == 7


def test_founding_decisions_are_limited_after_the_time() -> None:
    """SET-14.4: each of them by itself, from the next one on."""
    table = Table.new({"board": "beginner", "first": "P1", "time_limit_min": 60, "turn_limit_s": 90}, 3)
    table.play("settle 13", "! time")
    assert int(table.s.limited) == 0
    table.play("road 13-18")
    assert (table.to_act, int(table.s.limited)) == ("P2", 90)


def test_nobody_leaves_twice() -> None:
    """SET-14.7: nothing happens the second time, nor after the end."""
    match = Match(GAME, 4, position={"P1": "S 13", "P2": "S 24", "P3": "S 41"}, chance=False)
    match.play("leave P2", -3)
    assert len(match.played[-1].events) > 1
    match.play("leave P2", -3)
    assert len(match.played[-1].events) == 1
