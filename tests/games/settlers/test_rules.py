"""Rules of Settlers that no scenario pins alone: set-up, turns, options, bounds, cards, clock."""

from __future__ import annotations

import pytest

from kotva.engine.arrays import ints
from kotva.engine.errors import BadOption, BadPosition, Illegal, NotYourTurn, Unreadable
from kotva.engine.game import Json
from kotva.games.settlers import GAME
from kotva.games.settlers.board import ALL_CARDS, HEX_VERTEX, LETTERS, SPIRAL, count, total
from kotva.games.settlers.boards import seeded_board, write_board
from kotva.games.settlers.rules.founding import tokens
from kotva.match import Match
from tests.games.settlers.table import Table

# -- the game and its set-up -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 2, 5, 6])
def test_three_or_four_players(seats: int):
    """SET-1.1, SET-1.2: the base game without expansions, for three or four."""
    with pytest.raises(BadOption):
        GAME.choose_options(seats)


def test_rulesets_only_change_defaults():
    """SET-1.3: every option can still be given by itself."""
    tournament, base = GAME.choose_options(4), GAME.choose_options(4, {"ruleset": "base"})
    differing = {name: (tournament[name], base[name]) for name in tournament if tournament[name] != base[name]}
    assert differing == {
        "ruleset": ("tournament", "base"),
        "early_cards": ("knight", "any"),
        "robber_desert": ("never", "allowed"),
        "robber_tries": (5, 1),
        "road_moves": (3, 0),
        "trade_build": ("combined", "separate"),
        "points_cap": (10, 0),
        "time_limit_min": (75, 0),
    }
    assert GAME.choose_options(4, {"ruleset": "base", "robber_tries": 7}).number("robber_tries") == 7


@pytest.mark.parametrize(
    "given",
    [
        {"colour": "red"},
        {"robber_tries": 0},
        {"robber_tries": 21},
        {"road_moves": 21},
        {"offers_per_turn": 101},
        {"points_cap": 5},
        {"time_limit_min": 601},
        {"extra_rounds": 0},
        {"turn_limit_s": 3601},
        {"max_rounds": 0},
        {"first": "P5"},
        {"board_seed": "seven"},
        {"win": "never"},
        {"ruleset": "house"},
    ],
)
def test_unknown_options_and_values_are_refused(given: dict[str, object]):
    """Section 10."""
    with pytest.raises(BadOption):
        GAME.choose_options(4, given)


def test_an_unknown_option_is_refused_with_the_clause_of_the_options():
    """SET-1.3."""
    with pytest.raises(BadOption, match=r"no option 'colour'; options are: ruleset, .*, spectators \(SET-1\.3\)"):
        GAME.choose_options(4, {"colour": "red"})


def test_dice_have_one_action_and_no_reroll():
    """SET-1.5, SET-4.2: dice of the program always lie flat; `roll` is legal once."""
    t = Table(phase="ROLL").play("roll")
    assert t.to_act == "*"
    assert len(t.outcomes()) == 36
    assert set(t.outcomes().values()) == {1}
    t.play("* dice 1+1")
    assert t.why("roll") == "SET-4.2"


def test_the_board_is_laid_by_even_chance():
    """SET-2.2, SET-2.5, SET-2.7, SET-2.10, SET-3.2: hex by hex, harbour by harbour, then one of six corners."""
    t = Table.new()
    assert t.outcomes() == {"tile L": 4, "tile B": 3, "tile W": 4, "tile G": 4, "tile O": 3, "tile D": 1}
    t.play("* tile D")
    assert "tile D" not in t.outcomes()
    while t.phase == "LAYING":
        t.play("* " + next(iter(t.outcomes())))
    assert t.robber == 1
    assert (int(total(t.s.bank)), int(total(t.s.deck))) == (95, 25)
    t = Table.new({"harbours": "fixed", "first": "P2"})
    for _ in range(19):
        t.play("* " + next(iter(t.outcomes())))
    assert t.outcomes() == {f"corner {h}": 1 for h in ("H1", "H8", "H17", "H19", "H12", "H3")}
    t.play("* corner H8")
    assert [int(k) for k in t.s.harbour] == [5, 3, 4, 5, 2, 5, 5, 1, 0]
    assert (t.to_act, t.phase) == ("P2", "SETUP_SETTLEMENT")


def test_tokens_lie_along_the_spiral_from_any_corner():
    """SET-2.3, SET-2.4, SET-2.5: no two tokens 6 or 8, and no two equal ones, lie side by side, wherever the desert is."""
    near = [(a, b) for a in range(19) for b in range(a) if shares_two_vertices(a, b)]
    for corner in range(6):
        for desert in range(19):
            terrain = ints([5 if h == desert else 0 for h in range(19)])
            numbers = [int(n) for n in tokens(terrain, corner)]
            assert sorted(numbers) == sorted([0, *(int(n) for n in LETTERS)])
            spiral = [int(h) for h in SPIRAL[corner * 19 : corner * 19 + 19]]
            assert [numbers[h] for h in spiral if h != desert] == [int(n) for n in LETTERS]
            for a, b in near:
                assert not ({numbers[a], numbers[b]} <= {6, 8})
                assert not (numbers[a] == numbers[b] != 0)


def shares_two_vertices(a: int, b: int) -> bool:
    return len(set(HEX_VERTEX[a * 6 : a * 6 + 6]) & set(HEX_VERTEX[b * 6 : b * 6 + 6])) == 2


def test_board_seeds_mean_the_same_board_for_ever():
    """SET-2.8: pinned; a change here would change every tournament's boards."""
    pinned = {
        1: write_board(*seeded_board(1, False)),
        2: write_board(*seeded_board(2, False)),
    }
    assert pinned == PINNED_BOARDS
    fixed = seeded_board(1, True)
    assert fixed[:2] == seeded_board(1, False)[:2]
    assert fixed[2] == [5, 3, 4, 5, 2, 5, 5, 1, 0]


def test_harbours_are_ignored_with_a_given_board():
    """SET-2.9, SET-2.7."""
    s = Table.new({"board": "beginner", "harbours": "random"}).s
    assert [int(k) for k in s.harbour] == [5, 3, 4, 5, 2, 5, 5, 1, 0]


def test_after_ten_repeats_the_lowest_seat_starts():
    """SET-3.1, SET-3.3, SET-3.4: seats P1 to P4 clockwise."""
    t = Table.new({"board": "beginner"})
    t.play("* dice 1+1", *["* dice 6+6"] * 3)
    for _ in range(10):
        assert t.phase == "STARTING"
        t.play(*["* dice 3+3"] * 3)
    assert (t.phase, t.on_turn) == ("SETUP_SETTLEMENT", "P2")


def test_a_named_player_starts_without_dice():
    """SET-3.5."""
    t = Table.new({"board": "beginner", "first": "P3"}, 3)
    assert (t.phase, t.on_turn) == ("SETUP_SETTLEMENT", "P3")
    with pytest.raises(BadOption):
        GAME.choose_options(3, {"first": "P4"})


# -- turns -----------------------------------------------------------------------------------------------------------


def test_end_passes_the_turn_and_counts_anew():
    """SET-4.5, SET-4.1, SET-4.3: cards, offers and trade start anew; bought cards are old from the next turn on."""
    t = Table({"trade_build": "separate"}, P1="new kv", played=1, offers=3, closed=1, dice="3+4").play("end")
    assert (t.on_turn, t.phase, t.s.round) == ("P2", "ROLL", 3)
    assert (t.s.played, t.s.offers, t.s.closed, t.s.die1, t.s.fresh) == (0, 0, 0, 0, 0)
    assert t.seen(1)["P1"] == "cards kv"
    assert t.why("end") == "SET-4.5"
    t.play("roll", "* dice 1+1", "end", "roll", "* dice 1+1", "end", "roll", "* dice 1+1")
    assert (t.phase, t.on_turn) == ("MAIN", "P4")
    assert t.play("end").s.round == 4


def test_enough_for_all():
    """SET-5.3, SET-5.2: each resource by itself."""
    t = Table(P1="C 23", P2="S 28", P4="hand " + "G" * 16, phase="ROLL").play("roll", "* dice 4+5")
    assert (t.hand(1), t.hand(2), t.bank["G"]) == ("GG", "G", 0)


def test_nothing_is_given_to_the_bank_for_nothing():
    """SET-6.4."""
    t = Table(P1="hand LLLLLLLLL")
    assert t.why("discard LL") == "SET-6.4"


def test_the_discard_is_exactly_half_of_what_is_held():
    """SET-6.1, SET-6.5: and then the player on turn moves the robber."""
    t = Table(phase="ROLL", P2="hand LLLLLLLBB").play("roll", "* dice 3+4")
    assert [t.why(f"P2 discard {c}") for c in ("LLL", "LLLLL", "LLLG", "LLBB")] == ["SET-6.1"] * 3 + [""]
    t.play("P2 discard LLLB")
    assert (t.phase, t.to_act, t.hand(2)) == ("ROBBER", "P1", "LLLLB")
    assert t.why("end") == "SET-6.5"


def test_seven_cards_are_not_too_many():
    """SET-6.1, SET-6.2."""
    t = Table(phase="ROLL", P2="hand LLLLLLL; cards kkv").play("roll", "* dice 3+4")
    assert t.phase == "ROBBER"


def test_with_one_try_the_first_placement_is_final():
    """SET-6.8: robber_tries=1 [src:base]."""
    t = Table({"robber_tries": 1}, phase="ROLL", P2="S 9; hand L").play("roll", "* dice 3+4", "robber 5")
    assert t.legal() == ["steal P2"]
    assert t.why("robber 4") == "SET-6.8"


# -- building --------------------------------------------------------------------------------------------------------


def test_costs_are_paid_to_the_bank():
    """SET-7.1."""
    t = Table(P1="S 13; R 13-18-24; hand LLBBWGGGOOOWGO")
    t.play("road 24-30", "settle 30", "city 30")
    assert (t.hand(1), t.bank) == ("WGO", {"L": 19, "B": 19, "W": 18, "G": 18, "O": 18})
    assert t.why("city 13") == "SET-7.1"


def test_pieces_are_limited():
    """SET-7.8: four cities."""
    t = Table(P1="S 54; C 1 3 11 12; hand GGOOO")
    assert t.why("city 54") == "SET-7.8"
    assert t.why("city 20") == "SET-7.5"


def test_founding_roads_cannot_be_moved_and_only_the_later_free_road_can():
    """SET-8.4, SET-3.8."""
    t = Table(phase="SETUP_SETTLEMENT", founded=7).play("settle 19", "road 19-24")
    assert t.legal("move") == []
    assert t.why("move 19-25") == "SET-8.1"
    t = Table(P1="S 13; R 13-18; cards r").play("roads", "road 18-24", "road 24-30")
    assert t.phase == "MAIN"
    assert "19-24" in t.places("move")
    t.play("move 9-13")
    assert str(t.seen(1)["P1"]).startswith("S 13; R 9-13 13-18 18-24")
    assert int(t.s.spare[0]) == 12


def test_moving_a_free_road_goes_back_into_the_card():
    """SET-8.2: phase and number of free roads are as if it had never lain elsewhere."""
    t = Table({"road_moves": 1}, P1="S 13; R 13-18; cards r").play("roads", "road 18-24", "move 18-23")
    assert (t.phase, int(t.s.free)) == ("FREE_ROAD", 1)
    assert t.legal("move") == []
    with_none = Table({"road_moves": 0}, P1="S 13; R 13-18; hand LB").play("road 18-24")
    assert with_none.why("move 18-23") == "SET-8.3"


# -- cards -----------------------------------------------------------------------------------------------------------


def test_played_cards_never_come_back():
    """SET-9.9: taken cards are usable at once; knights stay open, progress cards leave the game."""
    t = Table(P1="S 13; R 13-18-24; hand L; cards i").play("plenty LB", "road 24-30")
    assert t.hand(1) == "L"
    assert int(t.s.deck) + int(t.s.spent) == ALL_CARDS
    assert int(count(t.s.spent, 2)) == 1


def test_action_cards_are_never_traded_stolen_or_discarded():
    """SET-9.10, SET-12.4: an offer can only hold resource letters, and a thief only finds resource cards."""
    for text in ("offer k>L", "discard kk", "counter v>L"):
        with pytest.raises(Unreadable):
            GAME.rules.actions.parse(text)
    t = Table(phase="ROLL", P2="S 9; cards kk").play("roll", "* dice 3+4", "robber 5")
    assert "steal P2" not in t.legal()


def test_victory_points_are_not_played():
    """SET-9.11: they stay hidden and are no action."""
    t = Table(P1="cards vvv")
    assert t.legal() == ["end"]
    assert t.seen(2)["P1"] == "cards ???"


def test_a_bank_with_one_card_gives_that_one():
    """SET-9.7: with one card in all it is taken; with none the card is not playable."""
    rest = "L" * 18 + "B" * 19 + "W" * 19 + "G" * 19 + "O" * 19
    t = Table(P1="cards i", P2="hand " + rest)
    assert t.places("plenty") == ["L"]
    t = Table(P1="cards i", P2="hand L" + rest)
    assert t.legal("plenty") == []
    assert t.why("plenty L") == "SET-9.7"


def test_the_largest_army_changes_hands_only_when_beaten():
    """SET-10.5."""
    t = Table(P1="army 2; cards kk", P2="army 3", largest="P2").play("knight", "robber 1", "keep")
    assert t.largest == "P2"
    t.play("end")
    t = Table(P1="army 3; cards k", P2="army 3", largest="P2").play("knight")
    assert (t.largest, int(t.s.points[0]), int(t.s.points[1])) == ("P1", 2, 0)


def test_points():
    """SET-13.1: settlement 1, city 2, victory point card 1, longest road 2, largest army 2."""
    t = Table(P1="S 1; C 3; R 1-4-8-12-17-22; cards vk; army 3", longest="P1", largest="P1")
    assert (int(t.s.points[0]), t.score(1)) == (7, 8)


# -- trade -----------------------------------------------------------------------------------------------------------


def test_words_bind_nobody():
    """SET-12.4, SET-15.2: talk is no action; an offer knows only cards of now."""
    assert {f.template.split(" ")[0] for f in GAME.rules.actions} >= {"offer", "counter"}
    assert not any("say" in f.template or "promise" in f.template for f in GAME.rules.actions)


def test_an_offer_to_some_only():
    """SET-12.5, SET-12.6."""
    t = Table(P1="hand LW", P2="hand G", P3="hand G").play("offer L>G @P3")
    assert t.actors() == ["P1", "P3"]
    assert t.why("P2 accept") == "SET-4.6"
    t.play("P3 reject")
    assert t.phase == "MAIN"
    assert t.why("offer L>G @P4") == "SET-12.5"
    assert t.why("offer L>G @P1") == "SET-12.5"


def test_a_counter_offer_is_not_the_mirror_image():
    """SET-12.6, SET-12.2, SET-12.3."""
    t = Table(P1="hand LW", P2="hand GG").play("offer L>G")
    assert t.why("P2 counter G>L") == "SET-12.6"
    assert t.why("P2 counter G>GL") == "SET-12.2"
    assert t.why("P2 counter O>L") == "SET-12.3"
    assert t.why("P2 counter GG>L") == ""
    t.play("P2 reject")
    assert t.phase == "MAIN"


def test_while_an_offer_is_open_nothing_else():
    """SET-12.7."""
    t = Table(P1="hand LW", P2="hand GG").play("offer L>G")
    assert t.why("P1 end") == "SET-12.7"
    assert t.why("P1 deal P2") == "SET-12.7"
    t.play("P2 accept", "deal P2")
    assert (t.hand(1), t.hand(2)) == ("WG", "LG")


# -- views -----------------------------------------------------------------------------------------------------------


def test_legal_lists_are_private():
    """SET-15.4, SET-15.3: nobody gets another's list, a spectator none at all."""
    t = Table(P1="hand LLLLBWGO", P2="hand G")
    assert t.view(1).legal() != []
    assert t.view(2).legal() == t.view(None).legal() == []


def test_what_everybody_saw_is_tallied_and_no_more():
    """SET-15.1: cards moved by production are seen; a stolen card makes it less certain which are left."""
    t = Table(phase="ROLL", P2="C 9; S 19").play("roll", "* dice 2+4")
    assert t.seen(1)["P2"] == "S 19; C 9; hand ???; known BBB"
    t = Table(phase="ROLL", P2="S 9; hand LLG; known LLG").play(
        "roll", "* dice 3+4", "robber 5", "steal P2", "* stolen G"
    )
    assert t.seen(3)["P2"] == "S 9; hand ??; known L"
    assert t.seen(3)["P1"] == "hand ?"


# -- the end and the clock -------------------------------------------------------------------------------------------


def test_no_time_without_a_limit():
    """SET-14.1."""
    assert Table({"time_limit_min": 0}).why("! time") == "SET-14.1"
    assert Table().why("! time") == ""
    assert Table().why("P1 time") == "SET-4.6"


def test_a_second_time_is_ignored():
    """SET-14.3."""
    t = Table(round=3).play("! time")
    stop = int(t.s.stop)
    t.play("end", "! time")
    assert int(t.s.stop) == stop


def test_a_win_in_the_extra_rounds_is_a_win():
    """SET-14.5."""
    t = Table(P1="C 9 18 30; S 20 41; cards v; hand WGO").play("! time", "buy", "* card v")
    assert t.over == ("win", "P1")


def test_time_and_rounds_together_are_time():
    """SET-16.1: `time` if SET-14.2 ends it there too."""
    t = Table({"max_rounds": 3, "extra_rounds": 1}, round=2, turn="P4").play("! time", "end")
    while t.to_act != "over":
        t.play("roll", "* dice 1+1", "end")
    assert t.over == ("time", "")


def forced(**position: Json) -> Table:
    return Table({"turn_limit_s": 60}, timed=1, limited=60, stop=99, **position)


def test_turntime_completes_a_seven():
    """SET-14.6: missing discards and the robber fall by chance, evenly on the legal choices."""
    t = forced(phase="ROLL", P2="S 9; hand LLLLBBBB", P3="S 18; hand W").play("! turntime")
    assert (t.phase, t.to_act) == ("ROLLING", "*")
    t.play("* dice 3+4")
    assert t.outcomes() == {f"discard {c}": 1 for c in ("LLLL", "LLLB", "LLBB", "LBBB", "BBBB")}
    t.play("* discard LLBB")
    assert len(t.outcomes()) == 18
    t.play("* robber 5")
    assert t.outcomes() == {"steal P2": 1, "steal P3": 1}
    t.play("* steal P3", "* stolen W")
    assert (t.on_turn, t.phase, t.hand(1)) == ("P2", "ROLL", "W")


def test_turntime_in_the_other_phases():
    """SET-14.6: an offer is withdrawn, free roads lapse, a founding piece is placed."""
    t = forced(P1="hand L", P2="hand G").play("offer L>G", "! turntime")
    assert (t.on_turn, t.phase, t.hand(1)) == ("P2", "ROLL", "L")
    t = forced(P1="S 13; R 13-18; cards r").play("roads", "! turntime")
    assert (t.on_turn, t.phase) == ("P2", "ROLL")
    t = forced(phase="SETUP_SETTLEMENT").play("! turntime")
    assert len(t.outcomes()) == 54
    t.play("* settle 19")
    assert (t.to_act, t.phase) == ("P1", "SETUP_ROAD")


def test_leaving_on_turn():
    """SET-14.7: dice not rolled are not rolled; a robber move falls by chance; the result tells the points."""
    t = Table(phase="ROLL", P1="S 9").play("! leave P1")
    assert (t.on_turn, t.phase) == ("P2", "ROLL")
    t = Table(phase="ROLL", P1="S 1").play("roll", "* dice 3+4", "! leave P1")
    assert t.to_act == "*"
    assert len(t.outcomes()) == 18
    t.play("* robber 5")
    assert (t.on_turn, t.phase) == ("P2", "ROLL")
    t.play("! leave P2", "! leave P3")
    assert t.over == ("left", "P4")
    assert GAME.rules.details(t.s, 0)["points when left"] == 1
    t.play("! leave P4", "! time")
    assert t.over == ("left", "P4")


def test_leaving_with_an_offer_or_a_discard_open():
    """SET-14.7: an answer becomes reject, an owed discard falls by chance, the others decide as usual."""
    t = Table(P1="hand L", P2="hand G", P3="hand G").play("offer L>G", "P2 accept", "! leave P2")
    assert t.legal(seat="P1") == ["withdraw"]
    t.play("P3 reject")
    assert t.phase == "MAIN"
    t = Table(phase="ROLL", P2="hand LLLLLLLL", P3="hand WWWWWWWW").play("roll", "* dice 3+4", "! leave P2")
    assert t.outcomes() == {"discard LLLL": 1}
    t.play("* discard LLLL")
    assert t.actors() == ["P3"]


def test_leaving_in_the_founding_phase():
    """SET-14.7: no other founding placement; a road due is placed by chance."""
    t = Table(phase="SETUP_SETTLEMENT").play("settle 19", "! leave P1")
    assert set(t.outcomes()) == {"road 14-19", "road 19-24", "road 19-25"}
    t.play("* road 19-24", "! leave P3")
    order = []
    while t.phase != "ROLL":
        if t.phase == "SETUP_SETTLEMENT":
            order.append(t.to_act)
        t.play(t.legal()[0])
    assert order == ["P2", "P4", "P4", "P2"]
    assert (t.on_turn, t.s.round) == ("P2", 1)


def test_the_last_turn_of_a_seat_that_left():
    """SET-14.7: if the last turn of SET-14.2 would be its own, the active turn before it is the last."""
    t = Table({"extra_count": "from_current", "extra_rounds": 1}, round=7, turn="P3").play(
        "! time", "end", "! leave P3"
    )
    turns = []
    while t.to_act != "over":
        turns.append((int(t.s.round), t.on_turn))
        t.play("end") if t.phase == "MAIN" else t.play("roll", "* dice 1+1", "end")
    assert turns == [(7, "P4"), (8, "P1"), (8, "P2")]


# -- refusals --------------------------------------------------------------------------------------------------------


def test_refusals_say_their_clause_and_change_nothing():
    """SET-1.4, SET-16.3: and what may be done instead."""
    match = Match(GAME, 4, {"board": "beginner", "first": "P1"})
    before = match.record().moves
    with pytest.raises(Illegal, match=r"SET-3\.6.*settle 1, settle 2"):
        match.play("end")
    with pytest.raises(NotYourTurn, match=r"SET-4\.6"):
        match.play("settle 1", 1)
    with pytest.raises(Unreadable):
        match.play("settle 55")
    assert match.record().moves == before


def test_edge_ends_and_letters_in_any_order():
    """Section 7: accepted in any order, stored in one form."""
    text = GAME.rules.actions.text
    parse = GAME.rules.actions.parse
    assert text(parse("road 24-19")) == "road 19-24"
    assert text(parse("offer WL>GB @P4,P2")) == "offer LW>BG @P2,P4"
    assert text(parse("plenty GL")) == "plenty LG"


PINNED_BOARDS = {
    1: "W11 L12 O9 G4 L6 W5 B10 W8 G3 L11 D B8 L10 B9 W4 G3 O5 G2 O6 | G 3 W 3 B 3 O L 3",
    2: "O11 L12 B9 L4 G6 G5 W10 L8 W3 B11 L4 G8 D O10 B9 W3 W5 G2 O6 | 3 3 3 3 O B G L W",
}


@pytest.mark.parametrize(
    "position",
    [
        {"nonsense": 1},
        {"board": "O10 W2"},
        {"phase": "LAYING", "board": "D D"},
        {"phase": "LUNCH"},
        {"robber": 20},
        {"robber": 0},
        {"P1": "S 55"},
        {"P1": "S 9 9"},
        {"P1": "S 1 3 5 7 12 16"},
        {"P1": "R 1-2"},
        {"P1": "R 1-4", "P2": "R 1-4"},
        {"P1": "hand LLX"},
        {"P1": "hand LLL; known LLLL"},
        {"P1": "hand " + "L" * 12, "P2": "hand " + "L" * 12},
        {"P1": "hand ??"},
        {"P1": "cards vvv", "P2": "cards vvv"},
        {"P1": "horses 3"},
        {"turn": "P5"},
        {"dice": "7+1"},
        {"laid": "1-99"},
        {"laid": "1-4"},
        {"owe": {"P9": 4}},
        {"sealed": []},
        {"offer": "W>G", "asked": ["P7"]},
        {"offer": "W>G", "answers": {"P2": "maybe"}},
        {"gone": {"P8": 1}},
        {"round": "three"},
    ],
)
def test_positions_that_do_not_add_up_are_refused(position: dict[str, Json]):
    with pytest.raises(BadPosition):
        GAME.from_position(position, GAME.choose_options(4))


def test_free_roads_before_the_roll_can_be_moved_there():
    """SET-9.4, SET-9.6, SET-8.1: with early_cards=any the card is played in ROLL, and so is the move of its last road."""
    t = Table({"early_cards": "any"}, phase="ROLL", P1="S 13; R 13-18; cards rm", P2="hand LL")
    t.play("roads", "road 18-24", "road 24-30")
    assert (t.phase, t.legal("monopoly")) == ("ROLL", [])
    assert "19-24" in t.places("move")
    t.play("move 19-24")
    assert (t.phase, int(t.s.spare[0])) == ("ROLL", 12)
    t.play("roll")
    assert t.outcomes()["dice 1+1"] == 1
    t.play("* dice 1+1")
    assert t.legal("move") == []


def test_free_roads_do_not_close_the_trade():
    """SET-4.4: with trade_build=separate only what is paid for closes it."""
    t = Table({"trade_build": "separate"}, P1="S 13; R 13-18; hand LLLLBB; cards r", P2="hand G")
    t.play("roads", "road 18-24", "skip")
    assert t.why("bank LLLL>G") == t.why("offer L>G") == ""
    t.play("road 24-30")
    assert t.why("bank LLLL>G") == t.why("offer L>G") == "SET-4.4"
