"""Clauses of Settlers that no scenario pins alone: each position is drawn, the text played, the whole answer compared."""

from __future__ import annotations

import pytest

from kotva.engine.game import Json
from kotva.engine.say import ENGLISH
from kotva.engine.state import CHANCE, TABLE
from kotva.games.settlers import GAME
from kotva.match import Match
from tests.games.settlers.table import Table

RICH = "hand LLLLBBWWGGGGOOO"
# Four cities: eight points, and 13-18 to build from.
EIGHT = "C 13 16 41 46; R 13-18"


def log(
    lines: list[str], options: dict[str, object] | None = None, eyes: int | None = None, **position: Json
) -> list[str]:
    """What is read after these lines are played."""
    match = Match(GAME, 4, options, position=position, chance=False)
    for line in lines:
        mark, _, rest = line.partition(" ")
        actor = {"*": CHANCE, "!": TABLE, "P1": 0, "P2": 1, "P3": 2, "P4": 3}.get(mark)
        match.play(line if actor is None else rest, actor)
    return [text for _, texts in match.log(eyes, ENGLISH) for text in texts]


# -- trade and building in one turn (SET-4.4) --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "bank"),
    [
        (["road 18-24"], "GGGG>W"),
        (["settle 20"], "OOO>W"),
        (["city 13"], "LLLL>W"),
        (["buy", "* card v"], "LLLL>W"),
    ],
)
def test_whatever_is_paid_for_closes_trade(lines: list[str], bank: str) -> None:
    """SET-4.4: with trade_build=separate, until the turn ends; with combined never."""
    position: dict[str, Json] = {"P1": f"S 13; R 13-18 20-26; {RICH}", "P2": "hand B"}
    separate = Table({"trade_build": "separate"}, **position)
    assert separate.why("bank LLLL>W") == separate.why("offer L>B") == ""
    separate.play(*lines)
    assert separate.why(f"bank {bank}") == separate.why("offer L>B") == "SET-4.4"
    assert separate.legal("bank", "offer") == []
    combined = Table({"trade_build": "combined"}, **position).play(*lines)
    assert combined.why("offer L>B") == ""


def test_trade_is_open_again_in_the_next_turn() -> None:
    """SET-4.5: the closing of trade starts anew."""
    table = Table({"trade_build": "separate"}, P1=f"S 13; {RICH}", P2="S 41; hand BBBB").play("city 13", "end")
    table.play("roll", "* dice 1+1")
    assert table.why("bank BBBB>L") == ""


# -- action cards (SET-9) ----------------------------------------------------------------------------------------------------


def test_road_building_ends_when_no_edge_is_legal() -> None:
    """SET-9.6: P1 has one edge left, between houses of P2; after it nothing can be built."""
    table = Table(P1="S 13; R 9-13 8-13; cards r", P2="S 18 5 4; R 5-9 9-14 4-8 8-12")
    table.play("roads")
    assert table.legal() == ["road 13-18"]
    table.play("road 13-18")
    assert (table.phase, int(table.s.free)) == ("MAIN", 0)


def test_the_second_free_road_may_be_skipped_the_first_may_not() -> None:
    """SET-9.6."""
    table = Table(P1="S 13; R 13-18; cards r").play("roads")
    assert (table.legal("skip"), table.why("skip")) == ([], "SET-9.6")
    table.play("road 18-24", "skip")
    assert (table.phase, table.legal("roads")) == ("MAIN", [])


def test_a_card_bought_in_this_turn_is_not_played_but_wins() -> None:
    """SET-9.3, SET-13.4: a victory point card counts at once, a knight waits."""
    table = Table(P1=f"{EIGHT}; S 20; hand WGO").play("buy", "* card v")
    assert table.over == ("win", "P1")
    knight = Table(P1="S 13; hand WGO").play("buy", "* card k")
    assert (knight.legal("knight"), knight.why("knight")) == ([], "SET-9.3")
    older = Table(P1="S 13; hand WGO; cards k").play("buy", "* card k")
    assert older.legal("knight") == ["knight"]


def test_nine_points_with_new_victory_cards_are_not_turned_up() -> None:
    """SET-13.4: never while the total is below ten."""
    table = Table(P1="C 13 16 41 46; hand WGO").play("buy", "* card v")
    assert (table.to_act, table.score(1), int(table.s.points[0])) == ("P1", 9, 8)
    assert table.seen(2)["P1"] == table.seen(None)["P1"]


def test_the_largest_army_is_told_and_ends_the_card() -> None:
    """SET-9.5, SET-10.5, SET-13.3: the third knight; with it the tenth point, and no robber moves."""
    assert log(["knight"], P1="S 13; army 2; cards k") == [
        "Player 1 plays a knight (3 open).",
        "Player 1 has the largest army: 3 knights.",
    ]
    table = Table(P1="C 13 16 41 46; army 2; cards k").play("knight")
    assert (table.largest, table.over) == ("P1", ("win", "P1"))
    table = Table(P1="S 13; army 2; cards k").play("knight")
    assert (table.largest, table.phase, table.score(1)) == ("P1", "ROBBER", 3)
    equal = Table(P1="S 13; army 2; cards k", P2="S 41; army 3", largest="P2").play("knight")
    assert equal.largest == "P2"


# -- production and the bank (SET-5) ------------------------------------------------------------------------------------------


def test_one_player_takes_all_that_is_left_two_take_nothing() -> None:
    """SET-5.4, SET-5.5: a city on a field of grain, one card left in the bank."""
    alone = Table(phase="ROLL", P1="C 23", P4="hand " + "G" * 18).play("roll", "* dice 4+5")
    assert (alone.hand(1), alone.bank["G"]) == ("G", 0)
    both = Table(phase="ROLL", P1="C 23", P2="S 28", P4="hand " + "G" * 18).play("roll", "* dice 4+5")
    assert (both.hand(1), both.hand(2), both.bank["G"]) == ("", "", 1)
    enough = Table(phase="ROLL", P1="C 23", P2="S 28", P4="hand " + "G" * 16).play("roll", "* dice 4+5")
    assert (enough.hand(1), enough.hand(2), enough.bank["G"]) == ("GG", "G", 0)


@pytest.mark.parametrize("seat", ["P1", "P2", "P3", "P4"])
def test_a_single_seat_takes_the_last_card(seat: str) -> None:
    """SET-5.5: his city is due two, one is left; wherever he sits."""
    rich = "P4" if seat != "P4" else "P1"
    table = Table(phase="ROLL", **{seat: "C 23", rich: "hand " + "G" * 18}).play("roll", "* dice 4+5")
    assert (table.hand(int(seat[1])), table.bank["G"]) == ("G", 0)


# -- winning (SET-13) ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["ROLL", "MAIN"])
def test_a_win_is_claimed_in_ones_own_turn(phase: str) -> None:
    """SET-13.5: with ten points hidden cards included; with fewer, or in auto, there is nothing to claim."""
    ten: dict[str, Json] = {"phase": phase, "P1": f"{EIGHT}; cards vv", "P2": "C 20 1"}
    assert "win" in Table({"win": "claim"}, **ten).legal()
    assert Table({"win": "claim"}, **ten).why("P2 win") != ""
    nine: dict[str, Json] = {"phase": phase, "P1": f"{EIGHT}; cards v"}
    table = Table({"win": "claim"}, **nine)
    assert ("win" in table.legal(), table.why("win")) == (False, "SET-13.5")
    assert Table(phase=phase, P1=f"{EIGHT}; cards v").why("win") == "SET-13.5"


@pytest.mark.parametrize("lines", [["roll", "* dice 3+4"], ["roll", "* dice 3+4", "robber 5"], ["roll", "* dice 1+1"]])
def test_a_win_is_claimed_in_every_phase_of_the_turn(lines: list[str]) -> None:
    """SET-13.5, SET-6.14: also while the robber is moved."""
    table = Table({"win": "claim"}, phase="ROLL", P1=f"{EIGHT}; cards vv", P2="S 9; hand L").play(*lines)
    assert "win" in table.legal()
    table.play("win")
    assert table.over == ("win", "P1")


def test_a_win_is_claimed_between_two_free_roads() -> None:
    """SET-13.5: in FREE_ROAD too."""
    table = Table({"win": "claim"}, P1="C 13 16 41 46; R 13-18; cards rvv").play("roads")
    assert (table.phase, "win" in table.legal(), table.why("win")) == ("FREE_ROAD", True, "")
    table.play("win")
    assert table.over == ("win", "P1")


def test_victory_cards_bought_in_the_last_turn_count_for_their_buyer_alone() -> None:
    """SET-13.4, SET-13.7: the others have what they had."""
    table = Table(P1="C 13 16 41 46; cards v; hand WGO", P2="C 9; cards v", P3="S 20").play("buy", "* card v")
    assert table.over == ("win", "P1")
    assert [table.score(seat) for seat in (1, 2, 3, 4)] == [10, 3, 1, 0]


def test_ten_public_points_win_by_themselves() -> None:
    """SET-13.5: with win=claim too."""
    table = Table({"win": "claim"}, P1="C 13 16 41 46; R 13-18 20-26 18-24; S 20; hand LBWG", P2="hand L")
    assert table.to_act == "P1"
    assert table.score(1) == 9
    assert table.play("settle 24").over == ("win", "P1")


# -- clock and leaving (SET-14) -----------------------------------------------------------------------------------------------


def test_a_limit_per_turn_holds_for_founding_decisions_too() -> None:
    """SET-14.4: for turns that begin after `!time`; a founding decision counts as a turn."""
    table = Table({"turn_limit_s": 60}, phase="SETUP_SETTLEMENT")
    assert table.why("! turntime") == "SET-14.4"
    table.play("! time")
    assert table.why("! turntime") == "SET-14.4", "this decision began before"
    table.play("settle 19")
    assert table.why("! turntime") == ""
    table.play("road 19-24")
    assert (table.to_act, table.why("! turntime")) == ("P2", "")


def test_a_limit_can_be_lifted() -> None:
    """SET-14.4: 0 lifts it, from the next turn on."""
    table = Table({"turn_limit_s": 60}, round=8, timed=1, stop=39, limited=60).play("! turnlimit 0")
    assert table.why("! turntime") == ""
    table.play("end")
    assert table.why("! turntime") == "SET-14.4"


def test_who_left_is_due_nothing_and_owes_nothing() -> None:
    """SET-14.7: an offer to all asks the others; he still gives to a monopoly and can be robbed."""
    table = Table(P1="hand L; cards m; S 1", P2="hand GGGGGGGGG; C 23", P3="hand G").play("! leave P2")
    table.play("offer L>G")
    assert table.actors() == ["P1", "P3"]
    table.play("P3 reject")
    assert table.phase == "MAIN"
    table.play("monopoly G")
    assert (table.hand(1), table.hand(2), table.hand(3)) == ("LGGGGGGGGGG", "", "")
    assert Table(P1="hand L", P2="hand G").play("! leave P2").why("offer L>G @P2") == "SET-12.5"


def test_the_last_answer_of_one_who_leaves_closes_the_offer() -> None:
    """SET-14.7, SET-12.7: all have rejected then."""
    table = Table(P1="hand L", P2="hand G", P3="hand G").play("offer L>G", "P3 reject", "! leave P2")
    assert (table.phase, table.to_act) == ("MAIN", "P1")


def test_the_offerer_leaves() -> None:
    """SET-14.7: his offer is withdrawn and the next player is on turn."""
    table = Table(P1="hand L", P2="hand G", P3="hand G").play("offer L>G", "P2 accept", "! leave P1")
    assert (table.phase, table.on_turn, table.hand(1), table.hand(2)) == ("ROLL", "P2", "L", "G")


def test_leaving_twice_changes_nothing() -> None:
    """SET-14.7: for a seat already inactive the event is ignored."""
    table = Table(P1="S 13", P2="S 41").play("! leave P2")
    before = GAME.to_position(table.s)
    assert GAME.to_position(table.play("! leave P2").s) == before


def test_what_the_clock_does_is_told() -> None:
    """SET-14.1, SET-14.2, SET-14.4, SET-14.7."""
    lines = log(["! time", "! turnlimit 90", "! leave P2", "end"], P1="S 13", P2="S 41", P3="S 9")
    assert lines[:2] == ["The time is up: the last rounds begin.", "From the next turn on a turn has 90 seconds."]
    assert lines[2].startswith("Player 2 leaves the game")
    assert lines[3:] == ["Round 3: Player 3 is on turn."]


# -- trade (SET-12) -------------------------------------------------------------------------------------------------------------


def test_answers_and_deals() -> None:
    """SET-12.6, SET-12.7: each asked opponent answers once; a deal with one who accepted, or whose wish can be covered."""
    table = Table(P1="hand LLB", P2="hand GW", P3="hand G", P4="hand O").play("offer L>G @P2,P3")
    assert table.actors() == ["P1", "P2", "P3"]
    assert (table.why("P4 accept"), table.why("P1 deal P4"), table.why("P1 deal P2")) == (
        "SET-4.6",
        "SET-12.7",
        "SET-12.7",
    )
    assert "counter W>L" in table.legal(seat="P2")
    assert table.why("P2 counter G>L") == "SET-12.6"
    table.play("P2 counter W>LB")
    assert table.why("P2 accept") == "SET-4.6"
    table.play("P3 accept")
    assert sorted(table.legal(seat="P1")) == ["deal P2", "deal P3", "withdraw"]
    assert table.why("P1 end") == "SET-12.7"
    other = table.fork().play("P1 deal P3")
    assert (other.hand(1), other.hand(3), other.phase) == ("LBG", "L", "MAIN")
    table.play("P1 deal P2")
    assert (table.hand(1), table.hand(2), table.phase) == ("LW", "LBG", "MAIN")


def test_a_wish_that_cannot_be_covered_is_no_deal() -> None:
    """SET-12.3, SET-12.7."""
    table = Table(P1="hand L", P2="hand GW").play("offer L>G @P2", "P2 counter W>LL")
    assert (table.legal(seat="P1"), table.why("P1 deal P2")) == (["withdraw"], "SET-12.3")
    table.play("P1 withdraw")
    assert (table.phase, table.hand(1), table.hand(2)) == ("MAIN", "L", "WG")


def test_the_list_of_offers_has_every_small_one_once() -> None:
    """SET-12.9: 1:1, 1:2 and 2:1, no resource on both sides, only what he holds."""
    table = Table(P1="hand LLB", P2="hand G")
    offers = [text.removeprefix("offer ") for text in table.legal("offer")]
    codes = "LBWGO"
    pairs = [a + b for i, a in enumerate(codes) for b in codes[i:]]
    wanted = {
        f"{give}>{want}"
        for give in ("L", "B", "LL", "LB")
        for want in (*codes, *(pairs if len(give) == 1 else ()))
        if not set(give) & set(want)
    }
    assert set(offers) == wanted
    assert len(offers) == len(wanted)
