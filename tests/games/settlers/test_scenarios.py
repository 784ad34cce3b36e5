"""Section 11: every worked scenario of the rulebook, in its order."""

from __future__ import annotations

import pytest

from kotva.engine.arrays import ints
from kotva.engine.errors import BadOption
from kotva.engine.game import Json
from kotva.games.settlers import GAME
from kotva.games.settlers.board import COASTAL, EDGE_NAMES, NEIGHBOUR, VERTEX_HEX, count, letters
from kotva.games.settlers.boards import BOARD_B, write_board
from kotva.games.settlers.rules.founding import tokens
from kotva.match import Match
from tests.games.settlers.table import Table

P1_WINS_SOON = "C 9 18 30; S 20 41"


def all_but(n: int, *left_out: int) -> list[str]:
    return [str(i) for i in range(1, n + 1) if i not in left_out]


# -- board and set-up ------------------------------------------------------------------------------------------------


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
    assert (len(VERTEX_HEX) // 3, len(EDGE_NAMES), sum(COASTAL)) == (54, 72, 30)


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


# -- production and bank ---------------------------------------------------------------------------------------------


def test_SET_S8_production():
    """SET-5.1."""
    position: dict[str, Json] = {"P1": "C 9; S 19", "P2": "S 18", "phase": "ROLL"}
    t = Table(**position).play("roll", "* dice 2+4")
    assert (t.hand(1), t.hand(2), t.phase) == ("BBB", "B", "MAIN")
    t = Table(**position, robber=5).play("roll", "* dice 2+4")
    assert (t.hand(1), t.hand(2)) == ("", "")


def test_SET_S9_two_claimants_on_a_short_bank():
    """SET-5.2, SET-5.4."""
    t = Table(P1="C 23", P2="S 28", P3="S 10", P4="hand " + "G" * 17, phase="ROLL").play("roll", "* dice 4+5")
    assert (t.hand(1), t.hand(2), t.hand(3), t.bank["G"]) == ("", "", "L", 2)


def test_SET_S10_a_single_claimant_takes_what_is_left():
    """SET-5.5."""
    t = Table(P1="C 23; S 28", P4="hand " + "G" * 17, phase="ROLL").play("roll", "* dice 4+5")
    assert (t.hand(1), t.bank["G"]) == ("GG", 0)
    t.play("end", "roll", "* dice 4+5")
    assert t.hand(1) == "GG"


# -- seven and robber ------------------------------------------------------------------------------------------------


def test_SET_S11_sealed_discards():
    """SET-6.1, SET-6.2, SET-6.3."""
    t = Table(
        P1="hand LLLLBBBB",
        P2="hand WWWWWGGGG",
        P3="hand OOOOOOO; cards kkv",
        P4="hand LLLLLBBBBBWWWWW",
        phase="ROLL",
    ).play("roll", "* dice 3+4")
    assert [int(n) for n in t.s.due] == [4, 4, 0, 7]
    assert t.actors() == ["P1", "P2", "P4"]
    assert sorted(t.places("discard", "P1")) == ["BBBB", "LBBB", "LLBB", "LLLB", "LLLL"]
    bank, hand = t.bank, t.hand(2)
    t.play("P2 discard WWGG")
    assert (t.bank, t.hand(2)) == (bank, hand)
    assert t.seen(1)["sealed"] == {"P2": "????"}
    assert t.seen(2)["sealed"] == {"P2": "WWGG"}
    t.play("P1 discard LLBB", "P4 discard LLLBBWW")
    assert t.bank == {"L": 15, "B": 14, "W": 13, "G": 17, "O": 12}
    assert (t.phase, t.to_act) == ("ROBBER", "P1")


def test_SET_S12_targets_of_the_robber():
    """SET-6.6, SET-6.13."""
    for round_ in (3, 1):
        t = Table(phase="ROLL", round=round_).play("roll", "* dice 1+6")
        assert t.legal() == [f"robber {h}" for h in all_but(19, 10)]
        t = Table(phase="ROLL", round=round_, robber=6).play("roll", "* dice 1+6")
        assert t.legal() == [f"robber {h}" for h in all_but(19, 6, 10)]


def robbing() -> Table:
    """S13: robber on H6, P1 rolled a 7."""
    return Table(robber=6, P2="S 9; hand LG", P3="S 18", phase="ROLL").play("roll", "* dice 1+6")


def test_SET_S13_a_provisional_robber():
    """SET-6.6, SET-6.8, SET-6.9, SET-6.10, SET-6.11."""
    t = robbing().play("robber 5")
    assert t.legal() == [f"robber {h}" for h in all_but(19, 5, 6, 10)] + ["steal P2"]
    assert t.why("keep") == "SET-6.10"
    assert t.why("steal P3") == "SET-6.9"
    t.play("robber 16")
    assert t.legal() == [f"robber {h}" for h in all_but(19, 6, 10, 16)] + ["keep"]
    t.play("robber 5", "steal P2")
    assert t.outcomes() == {"stolen L": 1, "stolen G": 1}
    t.play("* stolen G")
    assert (t.hand(1), t.hand(2), t.phase) == ("G", "L", "MAIN")


def test_SET_S14_the_last_placement():
    """SET-6.8, SET-6.12."""
    t = robbing().play("robber 1", "robber 2", "robber 3", "robber 4")
    other = t.fork()
    assert t.play("robber 5").legal() == ["steal P2"]
    other.play("robber 19")
    assert (other.phase, other.robber) == ("MAIN", 19)


def test_SET_S15_knight_before_the_roll():
    """SET-9.2, SET-9.5, SET-6.7."""
    t = Table(phase="ROLL", P1="cards kk").play("knight", "robber 8", "keep")
    assert t.phase == "ROLL"
    assert t.legal() == ["roll"]
    t.play("roll", "* dice 2+5")
    assert t.places("robber") == all_but(19, 8, 10)


# -- action cards ----------------------------------------------------------------------------------------------------


def test_SET_S16_cards_before_the_roll():
    """SET-9.4."""
    line = "S 13; R 13-18; cards krim"
    assert Table(phase="ROLL", P1=line).legal() == ["roll", "knight"]
    t = Table({"early_cards": "any"}, phase="ROLL", P1=line)
    assert len(t.legal()) == 23
    assert (len(t.legal("monopoly")), len(t.legal("plenty")), t.legal("roads")) == (5, 15, ["roads"])


def test_SET_S17_a_card_bought_in_this_turn():
    """SET-9.2, SET-9.3."""
    t = Table(P1="hand WGO; cards k; new kr")
    assert sorted(t.legal()) == ["buy", "end", "knight"]
    t.play("knight", "robber 1", "keep")
    assert sorted(t.legal()) == ["buy", "end"]
    assert sorted(Table(P1="hand WGO; new kr").legal()) == ["buy", "end"]
    assert Table(P1="hand WGO; new kr").why("knight") == "SET-9.3"


def test_SET_S18_a_victory_point_bought_wins_at_once():
    """SET-13.3, SET-13.4, SET-9.3."""
    t = Table(P1=P1_WINS_SOON + "; hand WGO; cards v")
    assert (int(t.s.points[0]), t.score(1)) == (8, 9)
    t.play("buy")
    other = t.fork()
    t.play("* card v")
    assert (t.over, t.score(1)) == (("win", "P1"), 10)
    assert t.seen(2)["P1"] == "S 20 41; C 9 18 30; cards v; new v"
    assert other.play("* card k").phase == "MAIN"


def test_SET_S19_a_knight_that_wins():
    """SET-9.5, SET-10.5, SET-13.3."""
    t = Table(phase="ROLL", P1=P1_WINS_SOON + "; cards k; army 2").play("knight")
    assert (t.over, t.score(1), t.robber, t.largest) == (("win", "P1"), 10, 10, "P1")


def test_SET_S20_road_building():
    """SET-9.6, SET-8.1, SET-8.2."""
    t = Table(P1="S 13; R 13-18; cards r").play("roads")
    assert t.legal() == ["road 8-13", "road 9-13", "road 18-23", "road 18-24"]
    t.play("road 18-24")
    assert t.places("road") == ["8-13", "9-13", "18-23", "19-24", "24-30"]
    assert t.legal("skip") == ["skip"]
    assert t.places("move") == ["8-13", "9-13", "18-23"]


def test_SET_S21_the_last_road_ends_the_card():
    """SET-9.6, SET-7.8."""
    fourteen = "R 1-4-8-13-18-24-30-35-40-44-48-52-49-53-50"
    t = Table(P1=f"{fourteen}; S 8; cards r").play("roads", "road 9-13")
    assert t.phase == "MAIN"
    t = Table(P1=f"{fourteen} 9-13; S 8; cards r")
    assert "roads" not in t.legal()
    assert t.why("roads") == "SET-9.6"


def test_SET_S22_invention_and_a_short_bank():
    """SET-9.7."""
    t = Table(P1="cards i", P4="hand " + "G" * 19 + "O" * 18)
    assert t.bank == {"L": 19, "B": 19, "W": 19, "G": 0, "O": 1}
    assert t.places("plenty") == ["LL", "LB", "LW", "LO", "BB", "BW", "BO", "WW", "WO"]


def test_SET_S23_monopoly():
    """SET-9.8."""
    t = Table(P1="cards m", P2="hand WW", P3="hand WWWG")
    assert t.why("monopoly O") == ""
    t.play("monopoly W")
    assert (t.hand(1), t.hand(2), t.hand(3)) == ("WWWWW", "", "G")


# -- building, roads, special cards ----------------------------------------------------------------------------------


def test_SET_S24_a_sixth_settlement():
    """SET-7.5, SET-7.7."""
    t = Table(P1="S 9 18 20 30 41; R 20-26-32; hand LBWGGGOOO")
    assert t.why("settle 32") == "SET-7.7"
    t.play("city 20")
    assert (t.hand(1), int(t.s.spare[1])) == ("LBWG", 1)
    assert t.places("settle") == ["32"]


def test_SET_S25_settlement_and_city_in_one_turn():
    """SET-7.4, SET-7.6."""
    t = Table(P1="S 9 18; R 18-24-30; hand LBWGGGOOO")
    assert t.places("settle") == ["30"]
    t.play("settle 30", "city 30")
    assert (t.hand(1), int(t.s.building[29])) == ("", 5)


def test_SET_S26_not_through_an_opponent():
    """SET-7.2, SET-7.3."""
    t = Table(P1="S 13; R 13-18-24; hand LB", P2="S 24")
    assert t.places("road") == ["8-13", "9-13", "18-23"]
    assert t.why("road 19-24") == t.why("road 24-30") == "SET-7.3"


def test_SET_S27_road_length_with_a_ring():
    """SET-10.1, SET-10.2."""
    roads = "R 19-24 24-30 30-36 31-36 25-31 19-25 18-24 13-18 31-37"
    assert Table(P1=roads).length(1) == 8
    assert Table(P1=roads, P2="S 24").length(1) == 6


S28: dict[str, Json] = {
    "P1": "S 8 40; R 8-13-18-24-30-35-40",
    "P2": "S 16 42; R 16-21-26-32-37-42",
    "P3": "S 14; R 14-19-24; hand LBWG",
    "longest": "P1",
    "turn": "P3",
}


def test_SET_S28_a_cut_passes_the_card_on():
    """SET-10.2, SET-10.3, SET-10.4."""
    t = Table(**S28)
    assert (t.length(1), t.length(2)) == (6, 5)
    t.play("settle 24")
    assert [t.length(p) for p in (1, 2, 3)] == [3, 5, 2]
    assert t.longest == "P2"


def test_SET_S29_a_tie_lays_the_card_aside():
    """SET-10.3 c, d."""
    t = Table(**S28, P4="S 27 51; R 51-47-43-38-33-27; hand LB").play("settle 24")
    assert t.longest == ""
    t.play("end", "roll", "* dice 6+6", "road 51-54")
    assert (t.length(4), t.longest) == (6, "P4")


def test_SET_S30_the_holder_keeps_a_tie():
    """SET-10.3 b."""
    t = Table(**{**S28, "P1": "S 8 40; R 1-4-8-13-18-24-30-35-40"}).play("settle 24")
    assert (t.length(1), t.length(2), t.longest) == (5, 5, "P1")


def moving() -> Table:
    return Table(P1="S 8; R 8-13-18-24-30-35; hand LLBB", P2="S 16; R 16-21-26-32-37-42; hand W", longest="P2").play(
        "road 35-40"
    )


def test_SET_S31_moving_a_road():
    """SET-8.1, SET-8.2, SET-8.3, SET-10.3."""
    t = moving()
    assert (t.length(1), t.longest) == (6, "P1")
    assert t.places("move") == ["4-8", "8-12", "9-13", "18-23", "19-24", "29-35", "30-36"]
    t.play("move 18-23")
    assert (t.length(1), t.longest, t.hand(1), int(t.s.points[1])) == (5, "P2", "LB", 3)
    t.play("move 4-8")
    assert (t.length(1), t.longest) == (6, "P1")
    t.play("move 29-35")
    assert t.legal("move") == []
    assert t.why("move 4-8") == "SET-8.3"


def test_SET_S32_another_action_fixes_the_road():
    """SET-8.1, SET-1.4."""
    t = moving()
    assert t.refused("city 35")
    assert t.legal("move") != []
    t.play("offer L>W", "P2 reject")
    assert t.phase == "MAIN"
    assert t.legal("move") == []
    assert t.why("move 4-8") == "SET-8.1"


# -- trade -----------------------------------------------------------------------------------------------------------


def test_SET_S33_a_harbour_serves_at_once():
    """SET-11.4, SET-4.4."""
    line = "S 14; R 14-10-6; hand LBWGGG"
    t = Table(P1=line)
    assert t.legal("bank") == []
    t.play("settle 6")
    assert t.hand(1) == "GG"
    assert t.places("bank") == ["GG>L", "GG>B", "GG>W", "GG>O"]
    t = Table({"trade_build": "separate"}, P1=line).play("settle 6")
    assert t.legal("bank") == []
    assert t.why("bank GG>L") == "SET-4.4"


def test_SET_S34_rates_of_the_bank():
    """SET-11.1, SET-11.3."""
    t = Table(P1="S 1; hand LLLL")
    assert t.places("bank") == ["LLL>B", "LLL>W", "LLL>G", "LLL>O"]
    assert t.why("bank LLLL>G") == "SET-11.3"
    assert t.why("bank LLL>L") == "SET-11.1"
    t = Table(P1="S 1; hand LLLL", P2="hand " + "G" * 19)
    assert t.places("bank") == ["LLL>B", "LLL>W", "LLL>O"]


def test_SET_S35_what_an_offer_may_hold():
    """SET-12.2, SET-12.3, SET-12.5."""
    t = Table(P1="hand LWW", P2="hand O")
    assert [t.why(f"offer {o}") for o in ("W>", "WW>W", "W>LW", "G>L")] == ["SET-12.2"] * 3 + ["SET-12.3"]
    assert t.why("offer W>L") == t.why("offer WW>GGG") == ""


def offering() -> Table:
    return Table(P1="hand LWW", P2="hand G", P3="hand OO").play("offer W>G")


def test_SET_S36_offer_answers_deal():
    """SET-12.5, SET-12.6, SET-12.7."""
    t = offering()
    assert [int(a) for a in t.s.answers] == [0, 0, 0, 2]
    assert (t.to_act, t.actors()) == ("P2", ["P1", "P2", "P3"])
    assert "accept" in t.legal(seat="P2")
    assert "accept" not in t.legal(seat="P3")
    t.play("P3 counter O>WW", "P2 accept")
    assert t.to_act == "P1"
    assert t.legal() == ["deal P2", "deal P3", "withdraw"]
    t.play("deal P3")
    assert (t.hand(1), t.hand(2), t.hand(3), t.phase) == ("LO", "G", "WWO", "MAIN")


def test_SET_S37_a_wish_the_offerer_cannot_cover():
    """SET-12.6, SET-12.7."""
    t = offering().play("P3 counter O>BB", "P2 reject")
    assert t.legal() == ["withdraw"]
    assert t.why("deal P3") == "SET-12.3"
    assert t.seen(3)["P1"] == "hand ???"


def test_SET_S38_nobody_to_trade_with_and_too_many_offers():
    """SET-12.5, SET-12.8."""
    t = Table(P1="hand L")
    assert t.legal("offer") == []
    assert t.why("offer L>B") == "SET-12.5"
    t = Table(P1="hand LLLLB", P2="hand G")
    for _ in range(10):
        t.play("offer L>G", "P1 withdraw")
    assert t.why("offer L>G") == "SET-12.8"
    assert [t.why(a) for a in ("end", "bank LLLL>G")] == ["", ""]


# -- end, clock, views, rulesets -------------------------------------------------------------------------------------


def test_SET_S39_ten_points_on_anothers_turn():
    """SET-13.2, SET-13.3, SET-13.6."""
    t = Table(**{**S28, "P2": "C 3 16 42 54; R 16-21-26-32-37-42"}).play("settle 24")
    assert (t.score(2), t.phase) == (10, "MAIN")
    t.play("end")
    for _ in range(2):
        t.play("roll", "* dice 6+6", "end")
    assert (t.over, t.s.die1) == (("win", "P2"), 0)


def test_SET_S40_time():
    """SET-14.2, SET-13.7, SET-13.9."""
    t = Table(
        round=7,
        turn="P3",
        P1="C 9 18 30 20; cards v",
        P2="C 1 3 11 53; cards v",
        P3="C 12 16 33",
        P4="C 34 51",
    ).play("! time")
    turns = []
    while t.to_act != "over":
        turns.append((int(t.s.round), t.on_turn))
        t.play("end") if t.phase == "MAIN" else t.play("roll", "* dice 6+6", "end")
    assert turns[0] == (7, "P3")
    assert turns[-1] == (9, "P4")
    assert len(turns) == 10
    assert t.over == ("time", "")
    assert [t.score(p) for p in (1, 2, 3, 4)] == [9, 9, 6, 4]
    assert (t.detail("place"), t.detail("tier")) == ([1, 1, 3, 4], [1, 1, 2, 3])


def test_SET_S41_counted_points_and_places():
    """SET-13.8, SET-13.9."""
    t = Table(
        P1="C 9 18 30; S 20 41; cards vvv",
        P2="C 1 3 11 53; cards vv",
        P3="C 12 16 33 51",
        P4="C 34 27; S 46 47 42 43",
        phase="OVER",
        winner="P1",
    )
    assert [t.score(p) for p in (1, 2, 3, 4)] == [11, 10, 8, 8]
    assert t.detail("counted") == [10, 10, 8, 8]
    assert (t.detail("place"), t.detail("tier")) == ([1, 2, 3, 3], [1, 2, 3, 3])


def test_SET_S42_a_stolen_card_is_seen_by_two():
    """SET-15.1, SET-15.3."""
    t = Table(robber=6, P2="S 9; hand LW", phase="ROLL").play("roll", "* dice 1+6", "robber 5", "steal P2")
    events: list[tuple[int, int, int, int]] = []
    t.s.trace = events
    t.play("* stolen W")
    stole = events[0]
    assert [GAME.tell(v, stole)[3] for v in (0, 1)] == [2, 2]  # type: ignore[index]
    assert [GAME.tell(v, stole)[3] for v in (2, 3, -1)] == [-1, -1, -1]  # type: ignore[index]
    assert (t.seen(1)["P1"], t.seen(2)["P2"]) == ("hand W", "S 9; hand L")
    for viewer in (3, 4, None):
        assert (t.seen(viewer)["P1"], t.seen(viewer)["P2"]) == ("hand ?", "S 9; hand ?")


def test_SET_S43_robber_in_the_base_rules():
    """SET-6.6, SET-6.8, SET-6.12."""
    t = Table({"ruleset": "base"}, phase="ROLL", robber=6, P2="S 9; hand LG").play("roll", "* dice 1+6")
    assert t.places("robber") == all_but(19, 6)
    other = t.fork().play("robber 10")
    assert other.phase == "MAIN"
    assert t.play("robber 5").legal() == ["steal P2"]


def test_SET_S44_claiming_the_win():
    """SET-13.5, SET-13.7."""
    position: dict[str, Json] = {"phase": "ROLL", "P1": P1_WINS_SOON + "; cards vv"}
    t = Table({"win": "claim"}, **position)
    assert (int(t.s.points[0]), t.score(1)) == (8, 10)
    assert t.legal() == ["roll", "win"]
    late = t.fork()
    t.play("win")
    assert (t.over, t.score(1)) == (("win", "P1"), 10)
    late.play("! time")
    while late.to_act != "over":
        late.play("end") if late.phase == "MAIN" else late.play("roll", "* dice 1+1")
    assert (late.over, late.detail("counted")[0]) == (("time", ""), 10)


def test_SET_S45_a_turn_runs_out_of_time():
    """SET-14.4, SET-14.6."""
    t = Table({"turn_limit_s": 60}, phase="ROLL", robber=6, P2="S 9; hand L", timed=1, limited=60)
    t.play("roll", "* dice 1+6", "robber 5", "! turntime", "* stolen L")
    assert (t.robber, t.hand(1), t.hand(2), t.to_act, t.phase) == (5, "L", "", "P2", "ROLL")


def test_SET_S46_before_the_roll_and_outside_ones_turn():
    """SET-4.2, SET-4.6, SET-7.1, SET-11.5, SET-12.1."""
    t = Table(phase="ROLL", P1="S 13; R 13-18; hand LLLLBWGGGOOO", P2="hand LLLLB", P3="hand W", P4="hand W")
    assert t.legal() == ["roll"]
    refusals = {
        "road 8-13": "SET-7.1",
        "city 13": "SET-7.1",
        "buy": "SET-7.1",
        "bank LLLL>W": "SET-11.5",
        "offer L>B": "SET-12.1",
    }
    assert {a: t.why(a) for a in refusals} == refusals
    t.play("roll", "* dice 6+6")
    assert t.actors() == ["P1"]
    assert [t.why(f"P2 {a}") for a in ("bank LLLL>B", "offer L>W", "end")] == ["SET-4.6"] * 3


def test_SET_S47_an_empty_deck():
    """SET-9.1."""
    t = Table(P1="hand WGO; army 5", P2="cards kkkkkrri", P3="cards kkkkimm", P4="cards vvvvv")
    assert t.legal("buy") == []
    assert t.why("buy") == "SET-9.1"


def test_SET_S48_listed_and_unlisted_offers():
    """SET-12.9, SET-12.10."""
    t = Table(P1="hand L", P2="hand B")
    assert len(t.legal("offer")) == 14
    assert t.why("offer L>BBB") == t.why("offer L>B @P2") == ""
    off = Table({"player_trade": "off"}, P1="hand L", P2="hand B")
    assert (off.legal("offer"), off.why("offer L>B")) == ([], "SET-12.10")
    offers = Table({"player_trade": "offers"}, P1="hand L", P2="hand B").play("offer L>B")
    assert offers.legal(seat="P2") == ["accept", "reject"]
    assert offers.why("P2 counter B>LL") == "SET-12.10"


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


def test_SET_S50_the_same_seed_gives_the_same_game():
    """SET-15.5, SET-2.8."""

    def played(seed: str) -> list[str]:
        match = Match(GAME, 4, {"board_seed": 3}, seed=seed)
        for _ in range(120):
            match.play(match.legal()[0])
        return match.record().moves

    assert played("1") == played("1")

    def dice(moves):
        return [m for m in moves if m.startswith("* dice")]

    assert dice(played("1")) != dice(played("2"))


def test_SET_S51_the_last_round():
    """SET-16.1, SET-4.1, SET-13.10."""
    t = Table({"max_rounds": 1}, round=1, first="P2", turn="P1").play("end")
    assert t.over == ("rounds", "")
    assert t.detail("round") == [1, 1, 1, 1]


def test_SET_S52_who_has_discarded_waits():
    """SET-4.6, SET-6.3, SET-6.14."""
    t = Table(phase="ROLL", P1="hand LLLLLLLL", P2="hand WWWWWWWW").play("roll", "* dice 3+4", "P1 discard LLLL")
    assert t.actors() == ["P2"]
    assert t.why("P1 discard LLLL") == "SET-4.6"
    assert t.why("P1 end") == "SET-4.6"
    assert t.why("P2 offer W>L") == "SET-6.14"


def test_SET_S53_extra_rounds_from_the_current_turn():
    """SET-14.2, SET-14.3."""
    t = Table({"extra_count": "from_current"}, round=7, turn="P3").play("! time")
    turns = 0
    while t.to_act != "over":
        last = (int(t.s.round), t.on_turn)
        t.play("end") if t.phase == "MAIN" else t.play("roll", "* dice 6+6", "end")
        turns += 1
    assert (last, turns) == ((9, "P3"), 9)
    t = Table({"extra_count": "from_current"}, phase="SETUP_SETTLEMENT").play("! time")
    while t.to_act != "over":
        last = (int(t.s.round), t.on_turn)
        t.play("end" if t.phase == "MAIN" else "* dice 1+1" if t.phase == "ROLLING" else t.legal()[0])
    assert last == (2, "P4")


def test_SET_S54_a_limit_set_during_the_game():
    """SET-14.4."""
    t = Table(round=8, turn="P2", timed=1, stop=39).play("! turnlimit 90")
    assert t.why("! turntime") == "SET-14.4"
    t.play("end")
    assert t.why("! turntime") == ""
    t = Table(round=7).play("! turnlimit 90", "end")
    assert t.why("! turntime") == "SET-14.4"
    t.play("! time")
    assert t.why("! turntime") == "SET-14.4"
    t.play("roll", "* dice 6+6", "end")
    assert t.why("! turntime") == ""


def test_SET_S55_leaving():
    """SET-14.7, SET-5.2, SET-6.1, SET-6.9."""
    t = Table(P1="S 28", P2="C 23; hand WWWWWWWW").play("! leave P2", "end")
    assert t.to_act == "P3"
    t.play("roll", "* dice 4+5")
    assert (t.hand(1), t.hand(2)) == ("G", "WWWWWWWW")
    t.play("end", "roll", "* dice 3+4")
    assert t.phase == "ROBBER"
    t.play("robber 8")
    assert t.legal("steal") == ["steal P1", "steal P2"]
    t.play("steal P2", "* stolen W", "end")
    assert t.to_act == "P1"
    t.play("! leave P3", "! leave P4")
    assert t.over == ("left", "P1")


def test_board_b_is_written_as_it_is_read():
    """SET-2.9."""
    s = Table().s
    assert write_board([int(x) for x in s.terrain], [int(x) for x in s.token], [int(x) for x in s.harbour]) == BOARD_B
    assert letters(s.bank).count("L") == 19
