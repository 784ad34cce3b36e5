"""Rules of Settlers asked for every seat, not for the first one alone, and what everybody is told."""

from __future__ import annotations

from itertools import combinations

import pytest

from kotva.engine.arrays import Rng
from kotva.engine.game import Json
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OVER, TABLE
from kotva.games.settlers import GAME
from kotva.games.settlers.board import DICE, EDGE_NAMES, HEX_VERTEX
from kotva.games.settlers.rules.points import tier
from kotva.match import Match
from tests.games.settlers.table import Table
from tests.games.settlers.test_clauses import log
from tests.games.settlers.test_islands import Island

SEATS = ("P1", "P2", "P3", "P4")
FIFTEEN = "R 1-5-9-13-18-24-30-36-41-46-50-54 1-4-8-12"  # fourteen roads
CITIES = "C 13 16 41 46"


@pytest.mark.parametrize("who", SEATS)
def test_the_supply_of_every_seat_is_its_own(who: str) -> None:
    """SET-7.8, SET-9.6: four cities and fifteen roads each; with none left nothing is built, not even free of charge."""
    built: dict[str, Json] = {who: f"{CITIES}; S 20; hand GGOOO", "turn": who}
    assert (Table(**built).why("city 20"), Table(**built).legal("city")) == ("SET-7.8", [])
    fewer: dict[str, Json] = {who: "C 13 16 41; S 20; hand GGOOO", "turn": who}
    assert Table(**fewer).why("city 20") == ""
    last = Table(**{who: f"S 1; {FIFTEEN}; cards rr; hand LB", "turn": who})
    assert last.why("road 12-17") == last.why("roads") == ""
    free = last.fork().play("roads", "road 12-17")
    assert (free.phase, int(free.s.free)) == ("MAIN", 0)  # the second road is not there
    last.play("road 12-17")
    assert (last.why("roads"), last.legal("road", "roads")) == ("SET-9.6", [])


@pytest.mark.parametrize("who", SEATS)
def test_a_road_that_is_moved_is_no_other_road(who: str) -> None:
    """SET-8.2, SET-7.8: it leaves its place and takes another; of every supply as much is left as before."""
    table = Table({"road_moves": 2}, **{who: "S 13; R 13-18; hand LB", "turn": who}).play("road 18-24")
    spare = [int(n) for n in table.s.spare]
    assert spare == [n for seat in SEATS for n in ((13, 4, 4) if seat == who else (15, 5, 4))]
    table.play("move 18-23")
    assert [int(n) for n in table.s.spare] == spare
    assert str(GAME.to_position(table.s)[who]).partition("; hand")[0] == "S 13; R 13-18 18-23"


@pytest.mark.parametrize("first", SEATS)
def test_founding_roads_lie_where_they_were_laid(first: str) -> None:
    """SET-3.6, SET-3.8: two of everybody, each taken from his supply; nobody else can lay one there."""
    table = Table.new({"board": "beginner", "first": first})
    lines = ["13 13-18", "24 24-30", "41 41-45", "51 47-51", "20 15-20", "1 1-4", "43 38-43", "3 3-6"]
    at = SEATS.index(first)
    order = [(at + n) % 4 for n in (0, 1, 2, 3, 3, 2, 1, 0)]
    for seat, line in zip(order, lines, strict=True):
        assert table.to_act == SEATS[seat]
        house, road = line.split()
        table.play(f"settle {house}", f"road {road}")
        assert int(table.s.road[EDGE_NAMES.index(road)]) == seat
    assert [int(n) for n in table.s.spare] == [13, 3, 4] * 4
    assert {name: seat for name, seat in zip(EDGE_NAMES, map(int, table.s.road), strict=True) if seat >= 0} == {
        line.split()[1]: seat for seat, line in zip(order, lines, strict=True)
    }


@pytest.mark.parametrize(("left", "drawn"), [(0, 0), (1, 1), (2, 2), (19, 2)])
def test_a_founder_takes_what_the_bank_has(left: int, drawn: int) -> None:
    """SET-3.9, SET-5.5: a position set up by hand in which lumber is short; two woods lie at the crossing."""
    woods = [int(h) for h, kind in enumerate(Table().s.terrain) if kind == 0]
    vertex = next(v for v in range(54) if sum(v in {int(HEX_VERTEX[h * 6 + c]) for c in range(6)} for h in woods) == 2)
    position: dict[str, Json] = {"phase": "SETUP_SETTLEMENT", "turn": "P4", "founded": 4, "round": 0}
    table = Table(**position, P1="hand " + "L" * (19 - left) if left < 19 else "").play(f"settle {vertex + 1}")
    assert (table.hand(4).count("L"), table.bank["L"]) == (drawn, left - drawn)


@pytest.mark.parametrize("seed", range(12))
def test_a_road_moves_to_where_it_could_have_been_built(seed: int) -> None:
    """SET-8.2: wherever another could lie instead, and nowhere else; the one just built helps nothing."""
    island = Island(seed)
    island.hands[0] = "LB"
    table = island.table({"road_moves": 3})
    places = set(table.places("road"))
    for road in places:
        assert set(table.fork().play(f"road {road}").places("move")) == places - {road}


def test_a_card_that_two_could_have_is_nobodys_and_has_no_length() -> None:
    """SET-10.3: P2 breaks the road of P1, and P3 and P4 have equal ones."""
    table = Table(
        P1="S 1; R 1-5-9-13-18-24",
        P2="S 7; R 8-13; hand LBWG",
        P3="R 54-50-53-49-45-40",
        P4="R 3-6-10-15-20-26",
        longest="P1",
        turn="P2",
    )
    table.play("settle 13")
    assert (table.longest, int(table.s.length)) == ("", 0)
    assert [table.length(n) for n in (1, 3, 4)] == [3, 5, 5]
    GAME.rules.check(table.s)


def test_who_has_left_gets_nothing_for_any_number() -> None:
    """SET-14.7: P2 has a building at 2, too."""
    table = Table(P1="S 1", P2="C 10 21 29; S 43 46", P3="S 3", P4="S 5")
    table.play("! leave P2")
    assert not any(int(table.s.income[number * 4 + 1]) for number in range(2, 13))
    GAME.rules.check(table.s)


def test_everybody_rolls_for_the_start() -> None:
    """SET-3.3: the first seat too, and all are told."""
    table = Table.new({"board": "beginner", "first": "roll"})
    assert (table.phase, int(table.s.contenders), int(table.s.player)) == ("STARTING", 0b1111, 0)
    table.play("* dice 6+6", "* dice 1+1", "* dice 2+1", "* dice 5+6")
    assert (table.to_act, int(table.s.first)) == ("P1", 0)
    match = Match(GAME, 3, {"board": "beginner", "first": "roll"}, chance=False)
    for dice in ("1+2", "3+4", "2+2"):
        match.play(f"dice {dice}", CHANCE)
    assert [text for _, texts in match.log() for text in texts] == [
        "Player 1 rolls 3 for the start.",
        "Player 2 rolls 7 for the start.",
        "Player 3 rolls 4 for the start.",
        "Player 2 starts.",
    ]


def test_nobody_else_may_act() -> None:
    """SET-4.6: a seat that does not exist has nothing to discard and nothing to answer."""
    discards = Table(phase="DISCARD", P1="hand LLBBWWGGO", P2="hand LBWGOLBWGO", owe={"P1": 4, "P2": 5})
    asked = Table(P1="hand W", P2="hand G", P3="hand G").play("offer W>G")
    main = Table(P1="hand W")
    for table, actors in ((discards, {0, 1}), (asked, {0, 1, 2}), (main, {0})):
        assert {seat for seat in range(-3, 7) if table.s.may_act(seat)} == actors


@pytest.mark.parametrize(
    "table",
    [
        Table(phase="ROLL", P1="S 13").play("roll"),
        Table(P1="S 13; cards k", P2="S 24; hand LWG").play("knight", "robber 5", "steal P2"),
        Table(P1="S 13; hand WGO").play("buy"),
        Table.new({"board": "random"}),
    ],
    ids=["dice", "a theft", "a card", "the board"],
)
def test_chance_gives_what_can_come(table: Table) -> None:
    """SET-15.5: whatever is drawn at once is among what is listed, and everything listed can be drawn."""
    out, drawn = Moves(), set()
    listed = {GAME.rules.actions.text(action) for action in GAME.legal(table.s, CHANCE)}
    for seed in range(600):
        drawn.add(GAME.rules.actions.text(int(table.s.sample(Rng(seed), out))))
    assert drawn == listed == set(table.outcomes())


def test_what_chance_decided_before_does_not_come_again() -> None:
    """SET-15.5: the same list is used for a theft, then for a card, then for the board; each gives its own outcomes alone."""
    out = Moves()
    theft = Table(P1="S 13; cards k", P2="S 24; hand LWG").play("knight", "robber 5", "steal P2")
    for table in (theft, Table(P1="S 13; hand WGO").play("buy"), Table.new({"board": "random"}), theft):
        listed = set(table.outcomes())
        assert {GAME.rules.actions.text(int(table.s.sample(Rng(seed), out))) for seed in range(40)} <= listed


def test_places_with_equal_points_count_once() -> None:
    """SET-13.9: two seconds, and the next one is third."""
    table = Table(P1="S 13", P2="S 24 41", P3="S 3 46", P4="S 20 36 50", turn="P4")
    table.s.winner = 3
    assert [int(tier(table.s, seat)) for seat in range(4)] == [3, 2, 2, 1]
    table = Table(P1="S 13 50", P2="S 24 41 36", P3="S 3", P4="S 20 46")
    assert [int(tier(table.s, seat)) for seat in range(4)] == [2, 1, 3, 2]


def test_all_discards_are_listed() -> None:
    """SET-6.1: four of eight ore, and every mixture."""
    ores: dict[str, Json] = {"phase": "DISCARD", "P1": "hand OOOOOOOO", "owe": {"P1": 4}}
    assert Table(**ores).legal("discard") == ["discard OOOO"]
    mixed: dict[str, Json] = {"phase": "DISCARD", "P1": "hand LLLLOOOO", "owe": {"P1": 4}}
    assert set(Table(**mixed).places("discard")) == {"LLLL", "LLLO", "LLOO", "LOOO", "OOOO"}


@pytest.mark.parametrize("who", SEATS)
@pytest.mark.parametrize(
    "hand", ["LLBBWWGGO", "LBBWWWGGGGOOOOO", "GGGGGGGGG", "LLLLGGGO", "BBBBBWWWOOOO", "LBWGOLBWGO"]
)
def test_every_choice_of_cards_may_be_discarded(hand: str, who: str) -> None:
    """SET-6.1: exactly half, rounded down, of what is held, in every mixture and each of them once; nothing else is legal."""
    half = len(hand) // 2
    table = Table(phase="DISCARD", **{who: f"hand {hand}"}, owe={who: half})
    chosen = [tuple(sorted(cards)) for cards in table.places("discard", seat=who)]
    assert len(chosen) == len(set(chosen))
    assert set(chosen) == {tuple(sorted(cards)) for cards in combinations(hand, half)}
    kept = next(kind for kind in "LBWGO" if hand.count(kind) < 19)
    refused = [hand[: half - 1], hand[: half + 1], kept * (hand.count(kept) + 1)]
    assert [table.why(f"{who} discard {cards}") for cards in refused] == ["SET-6.1"] * 3


def test_all_single_cards_are_listed_as_counters() -> None:
    """SET-12.5, SET-12.9: P2 may answer with one of what he has for one of anything else; his own wish is no counter."""
    table = Table(P1="hand W", P2="hand LBGO").play("offer W>G")
    singles = {text for text in table.places("counter", seat="P2") if len(text) == 3}
    assert singles == {f"{give}>{want}" for give in "LBGO" for want in "LBWGO" if give != want} - {"G>W"}


def test_what_everybody_is_told() -> None:
    """SET-8.1, SET-6.1, SET-6.8, SET-13.4: a road that moves, who owes how many, where the robber stands, what was turned up."""
    moved = log(["road 19-24", "move 18-23"], P1="S 13; R 13-18 18-24; hand LB")
    assert moved == [
        "Player 1 builds a road between 6 and the desert.",
        "Player 1 moves the road: it lies between 12 and 11 now.",
    ]
    eleven = "hand LLLLBBBBWWW"
    owed = log(["roll", "* dice 3+4"], P1="S 13", P2=eleven, P3="hand LBWGOLBW", phase="ROLL")
    assert owed[-2:] == ["Player 2 must discard 5.", "Player 3 must discard 4."]
    assert log(["knight", "robber 5"], P1="S 13; cards k")[-1] == "Player 1 puts the robber on 6 (hills)."
    won = log(["city 20"], P1="C 13 16 41; S 20 36; hand GGOOO; cards v")
    assert won[-2:] == [
        "Player 1 turns up victory points: 1.",
        "Player 1 has won. Ten points in one's own turn: the game is won.",
    ]
    plain = log(["settle 20"], P1="C 13 16 41 46; S 36; R 20-26; hand LBWG")
    assert not any("victory points" in line for line in plain)
    assert Table(P1="C 13 16 41 46; S 36; R 20-26; hand LBWG").play("settle 20").actor == OVER


def test_who_answers_how_is_told_and_so_is_an_empty_bank() -> None:
    """SET-12.4, SET-12.7, SET-5.4, SET-9.8: everybody hears it, and nothing of those who give nothing."""
    lines = ["offer W>G", "P2 accept", "P3 counter O>W", "P4 reject", "deal P3"]
    assert log(lines, P1="S 13; hand WWLG", P2="hand GB", P3="hand GO", P4="hand LL") == [
        "Player 1 offers 1 wool for 1 grain.",
        "Player 2 accepts.",
        "Player 3 makes a counter-offer: 1 ore for 1 wool.",
        "Player 4 rejects.",
        "Player 1 makes the deal with Player 3.",
        "Player 1 gives Player 3 1 wool.",
        "Player 3 gives Player 1 1 ore.",
    ]
    empty = log(["roll", "* dice 3+3"], phase="ROLL", P1="S 13", P2="S 24; hand BBBBBBBBBBBBBBBBBBB")
    assert empty == ["Player 1 rolls 3 + 3 = 6.", "The bank is short of brick."]
    assert log(["monopoly O"], P1="cards m", P2="hand OO", P3="hand L") == [
        "Player 1 plays monopoly on ore and gets 2.",
        "Player 2 gives Player 1 2 ore.",
    ]


def test_a_win_is_not_claimed_while_others_answer() -> None:
    """SET-13.5: in one's own turn, but not while an offer lies open or before the dice are read."""
    table = Table({"win": "claim"}, P1="C 13 16 41 46; hand W; cards vv", P2="hand G")
    assert table.legal("win") == ["win"]
    table.play("offer W>G")
    assert (table.why("P1 win"), table.legal("win", seat="P1")) == ("SET-13.5", [])


def test_more_points_are_ahead_where_there_is_no_cap() -> None:
    """SET-13.8, SET-13.9: with a cap of ten, which nobody reaches here, it is the same."""
    position: dict[str, Json] = {"P1": "S 13", "P2": "C 24; S 41", "P3": "C 46", "P4": "S 50"}
    for cap, places in ((0, [3, 1, 2, 3]), (10, [3, 1, 2, 3])):
        table = Table({"points_cap": cap, "max_rounds": 3}, **{**position, "turn": "P4"}).play("end")
        assert table.over[0] == "rounds"
        assert list(GAME.outcome(table.s).ranks) == places


def test_the_time_is_not_called_after_the_end() -> None:
    """SET-14.3: it changes nothing any more."""
    table = Table({"time_limit_min": 60}, P1="C 13 16 41 46; S 36; R 20-26; hand LBWG").play("settle 20")
    assert table.actor == OVER
    before = GAME.to_position(table.s)
    table.play("! time")
    assert (GAME.to_position(table.s), int(table.s.timed)) == (before, 0)


def test_no_turn_is_limited_after_the_end() -> None:
    """SET-14.4: there is no turn any more, neither to end nor to limit."""
    options: dict[str, object] = {"time_limit_min": 60, "turn_limit_s": 90}
    table = Table(options, P1="C 13 16 41 46; S 36; R 20-26; hand LBWG")
    assert table.why("! turnlimit 30") == ""
    table.play("! time", "settle 20")
    assert table.actor == OVER
    assert [table.why(line) for line in ("! turntime", "! turnlimit 30", "! turnlimit 0")] == ["SET-14.4"] * 3


def test_nobody_leaves_after_the_end() -> None:
    """SET-14.7: it changes nothing any more, and nobody is told."""
    position: dict[str, Json] = {"P1": "C 13 16 41 46; S 36; R 20-26; hand LBWG", "P2": "S 24"}
    match = Match(GAME, 4, position=position, chance=False).play("settle 20")
    before = GAME.to_position(match.state)
    match.append(TABLE, GAME.rules.actions.parse("leave P2"))
    assert GAME.to_position(match.state) == before
    assert len(match.played[-1].events) == 1


def test_five_points_in_the_hand_and_five_on_the_board_win() -> None:
    """SET-13.1, SET-13.3: all five cards; with four points on the board they are one too few."""
    assert Table(P1="C 13 16; R 13-18 18-24; hand LBWG; cards vvvvv").play("settle 24").over == ("win", "P1")
    assert Table(P1="C 13; S 16; R 13-18 18-24; hand LBWG; cards vvvvv").play("settle 24").to_act == "P1"


def test_a_seat_that_is_asked_does_nothing_else() -> None:
    """SET-12.6, SET-12.7: every kind of action but an answer is refused, to the asked by one clause, to the trader by another."""
    table = Table(P1="S 13; hand WWLG", P2="S 24; hand LBWGO; cards k", P3="hand G").play("offer W>G")
    answers = ("accept", "reject", "counter", "win")  # and a win is claimed at other times (SET-13.5)
    kinds = [family for family in GAME.rules.actions if family.listed and family.template.split(" ")[0] not in answers]
    kinds = [family for family in kinds if family.base < DICE]
    assert len(kinds) > 12
    asked = {family.template: GAME.clause(int(table.s.why_not(1, family.base))) for family in kinds}
    assert set(asked.values()) == {"SET-12.6"}, asked
    trader = {family.template for family in kinds if GAME.clause(int(table.s.why_not(0, family.base))) != "SET-12.7"}
    assert {template.split(" ")[0] for template in trader} <= {"deal", "withdraw"}


def test_a_road_building_card_without_an_edge_is_not_played() -> None:
    """SET-9.6: roads are left, but all edges of P1 lead to houses of P2 or are taken."""
    blocked = Table(P1="S 13; R 9-13 8-13; cards r", P2="S 18 5 4; R 5-9 9-14 4-8 8-12 13-18")
    assert (blocked.why("roads"), blocked.legal("roads")) == ("SET-9.6", [])
    free = Table(P1="S 13; R 9-13 8-13; cards r", P2="S 18 5 4; R 5-9 9-14 4-8 8-12")
    assert free.why("roads") == ""


def test_every_road_may_be_moved_so_often() -> None:
    """SET-8.3: once, and the next one once again."""
    table = Table({"road_moves": 1}, P1="S 13; R 13-18; hand LLBB").play("road 18-24", "move 8-13")
    assert (table.why("move 18-24"), table.legal("move")) == ("SET-8.3", [])
    table.play("road 4-8")
    assert table.why("move 8-12") == ""
