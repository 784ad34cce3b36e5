"""Bots that know how to finish: the last treasure comes home, nobody shuttles, nobody stops what can still be won (SEA-19)."""

from __future__ import annotations

import pytest

from kotva.bots import make
from kotva.engine.game import Json
from kotva.games.seameni import GAME
from kotva.games.seameni.advice.player import SeameniAdvice
from kotva.match import Match
from tests.games.seameni.table import Table
from tests.games.seameni.test_advice import choice, value

CALM = " ".join(f"{x}{y}=wa" for x in "def" for y in range(1, 9))  # water before the ship of S
TILES = ["t1"] * 4 + ["t2"] * 3 + ["t3"] * 3 + ["t4"] * 3 + ["t5"]
FOUND = " ".join(f"{x}{y}={t}" for (x, y), t in zip([(x, y) for y in (10, 11) for x in "abcdefg"], TILES, strict=True))


def play_on(match: Match, decisions: int) -> str:
    """How a game ends when greedy bots play for everybody; empty if it goes on after so many decisions."""
    seats = int(match.state.seats)
    bots = [make("greedy", seat) for seat in range(seats)]
    for _ in range(decisions):
        if match.is_over:
            break
        seat = match.to_act()
        match.play(GAME.actions.text(bots[seat].choose(match.view(seat))), seat)
    return match.outcome().reason if match.is_over else ""


def last(pirates: str, scores: dict[str, int], turns: int = 0) -> Table:
    """All treasure tiles are face up and all treasure but one is home, which lies on e8."""
    home: Json = dict(scores)
    player = "SN"[turns % 2]
    return Table(f"{CALM} {FOUND}", pirates, 2, treasures="e8:1", scores=home, lost=0, turns=turns, player=player)


@pytest.mark.parametrize("scores", [{"S": 20, "N": 15}, {"S": 15, "N": 20}, {"S": 18, "N": 17}, {"S": 17, "N": 18}])
def test_the_last_treasure_comes_home(scores: dict[str, int]) -> None:
    """It lies under a pirate of S, who is ahead or behind: within twenty turns of everybody the game is over."""
    table = last("S1 e8, S2 e1", scores)
    assert play_on(Match(GAME, 2, position=table.position, seed="end"), 60) in {"treasure", "agreement"}


def narrows(treasure: str, pirates: str) -> Table:
    """Islands on both sides leave a carrier no way home but through the mud on e4."""
    calm = " ".join(field for field in CALM.split() if "4" not in field)
    return Table(f"{calm} d4=is e4=m3 f4=is {treasure}", pirates, 2)


def test_a_carrier_goes_through_mud_and_leaves_it() -> None:
    """SEA-9.19, 9.26: a treasure on a step of mud is not lost, and every step is one nearer to the ship."""
    crew = "S1 {}, S2 dead, S3 dead"
    ways = [("e5:1", "e5", "S1>e4+"), ("e4/1:1", "e4/1", "S1^"), ("e4/2:1", "e4/2", "S1^")]
    assert [choice(narrows(lies, crew.format(at))) for lies, at, _ in ways] == [way for _, _, way in ways]
    chances = [value(narrows(lies, crew.format(at)), 0) for lies, at, _ in ways]
    assert chances == sorted(set(chances))  # better with each of them
    assert choice(narrows("e4/3:1", crew.format("e4/3"))) in {"S1>d3+", "S1>e3+", "S1>f3+"}


def test_what_is_carried_through_mud_is_something_to_win() -> None:
    """Also for the other pirates: it may be taken over from whoever leaves the mud."""
    near, far = "S1 e4/2, S2 e3, S3 dead", "S1 e4/2, S2 e1, S3 dead"
    gain = {lies: value(narrows(lies, near), 0) - value(narrows(lies, far), 0) for lies in ("e4/2:1", "")}
    assert gain["e4/2:1"] > gain[""]


def test_charts_know_what_is_carried_through_mud() -> None:
    """They are kept from position to position; one that was drawn when nobody carried anything says nothing now."""
    states = [narrows(f"{FOUND} {lies}", "S1 e4/2, S2 e3, S3 dead").s for lies in ("", "e4/2:1")]
    kept = SeameniAdvice().charts
    turns = []
    for s in states:
        kept.look_at(s)
        turns.append(kept.fetch(s, int(s.edge_of(0)), False)[int(s.place[1])])
    assert turns[0] > turns[1]


def test_the_door_is_used() -> None:
    """A treasure before the ship comes aboard, however far behind one is and however little that changes."""
    table = Table("f1=wa f1:1", "S1 f1, S2 f1", 2, scores={"N": 17})
    assert choice(table) == "S1>f0+"


def test_an_exile_goes_aboard() -> None:
    """SEA-14.5: he does not wait in the waters before known fields that he may not enter; a castaway may."""
    sea = f"{CALM} g1=wa h1=wa h1:1"
    alone = "S1 h0 exile, S2 dead, S3 dead"
    assert choice(Table(sea, alone, 2)) in {"S1>g0", "ship g0"}
    assert value(Table(sea, alone, 2), 0) < value(Table(sea, alone.replace(" exile", ""), 2), 0)


def test_who_can_still_win_refuses() -> None:
    """SEA-19.2: also when he is far behind."""
    table = Table(CALM, "S1 e3", 2, scores={"N": 9, "S": 1})
    table.to("N")
    table.play("end?")
    assert choice(table) == "no"
    assert choice(table, "mcts:200") == "no"


def test_who_can_still_win_refuses_before_others_have_voted() -> None:
    """SEA-19.2: of three, also where his yes would not end the game by itself."""
    table = Table(CALM, "S1 e3", 3, scores={"N": 9, "S": 1, "W": 2})
    table.to("N")
    table.play("end?")
    assert choice(table) == "no"


def test_who_has_lost_agrees() -> None:
    table = last("S1 e8", {"S": 15, "N": 20})
    table.to("N")
    table.play("end?")
    assert choice(table) == "yes"
    assert choice(table, "mcts:200") == "yes"


def test_who_has_lost_asks_now_and_then_and_nobody_else_does() -> None:
    """Once in ten turns, so that a person who goes on is not asked again and again."""
    scores = {"S": 15, "N": 20}
    asked = [turns for turns in range(40, 60) if choice(last("S1 e8, S2 e3", scores, turns)) == "end?"]
    assert len(asked) == 1
    scores = {"S": 17, "N": 18}
    assert all(choice(last("S1 e8, S2 e3", scores, turns)) != "end?" for turns in range(40, 60))


def test_a_party_that_cannot_move_has_lost() -> None:
    """Caught, and nobody left to free them (SEA-9.8): behind, they agree though much treasure is left."""
    table = Table("d4=oc e7=oc f2=wa", "S1 d4 caught, S2 e7 caught, S3 dead", 2, scores={"N": 4, "S": 3})
    table.to("N")
    table.play("end?")
    assert choice(table) == "yes"


def test_treasure_goes_to_the_nearer_ship_of_the_pair() -> None:
    """SEA-13.6, 20.2: with a partner it counts wherever it is brought."""
    table = Table("f11=wa f11:1", "S1 f11")
    assert choice(table) == "S1>f12+"


@pytest.mark.slow
def test_bots_end_games_by_the_game() -> None:
    """And not by a limit: whole games of greedy bots, of which one in twenty or so may end by stall."""
    ends = [play_on(Match(GAME, 2, seed=seed), 3000) for seed in ("home", "away", "ahoy")]
    assert sum(end in {"treasure", "agreement"} for end in ends) >= 2, ends
