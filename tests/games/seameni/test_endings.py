"""Bots that know how to finish: the last treasure comes home, nobody shuttles, nobody stops what can still be won (SEA-19)."""

from __future__ import annotations

import pytest

from kotva.bots import make
from kotva.engine.game import Json
from kotva.games.seameni import GAME
from kotva.games.seameni.evaluation.player import SeameniEvaluation
from kotva.match import Match
from tests.games.seameni.table import Table
from tests.games.seameni.test_evaluation import choice, value

CALM = " ".join(f"{x}{y}=wa" for x in "def" for y in range(1, 9))  # water before the ship of S
TILES = ["t1"] * 4 + ["t2"] * 3 + ["t3"] * 3 + ["t4"] * 3 + ["t5"]
FOUND = " ".join(f"{x}{y}={t}" for (x, y), t in zip([(x, y) for y in (10, 11) for x in "abcdefg"], TILES, strict=True))


def play_on(match: Match, decisions: int, bot: str = "greedy", seed: int = 0) -> str:
    """How a game ends when bots play for everybody; empty if it goes on after so many decisions."""
    seats = int(match.state.seats)
    bots = [make(bot, seed + seat) for seat in range(seats)]
    for _ in range(decisions):
        if match.is_over:
            break
        seat = match.to_act()
        match.play(GAME.rules.actions.text(bots[seat].choose(match.view(seat))), seat)
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
    kept = SeameniEvaluation().charts
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


def quiet_for(rounds: int, scores: dict[str, Json], seats: int = 3) -> Table:
    """Everybody has had so many turns in which nothing was gained."""
    return Table(CALM, "S1 e3, W1 d5, N1 f8", seats, scores=scores, stall=seats * rounds, turns=seats * 100)


def test_small_hopes_matter_less_and_less_in_a_long_quiet_spell() -> None:
    """Until everybody has waited for ten turns what search found decides."""
    tolerances = [
        int(GAME.bots.evaluation.flat(quiet_for(rounds, {"N": 9, "S": 1}).s)) for rounds in (0, 10, 11, 15, 30)
    ]
    assert tolerances[:2] == [-1, -1]
    assert 0 <= tolerances[2] < tolerances[3] < tolerances[4]


@pytest.mark.parametrize("bot", ["greedy", "mcts:200"])
def test_who_is_behind_ends_what_everybody_waits_in(bot: str) -> None:
    """SEA-19.2, 19.5: nobody has gained anything for twenty turns, so who leads would win by the limit."""
    for rounds, answer in ((19, "no"), (20, "yes")):
        table = quiet_for(rounds, {"N": 9, "S": 1, "W": 2})
        table.s.player = 2  # the turn of N, who leads
        table.play("end?")
        assert choice(table, bot) == answer


# The last treasure in sight is in the mud on c1, among pirates of all three: whoever takes it away loses it to the others.
STANDOFF: dict[str, Json] = {
    "tiles": (
        "a1=ca b1=c1W c1=m3 d1=m3 e1=m5 f1=wa g1=t1 h1=c4d i1=c1NW j1=m5 k1=wa b2=m3 c2=c4s d2=wa e2=c1NE "
        "f2=wa g2=t4 h2=m4 i2=c4d j2=c1NE k2=vo a3=stE b3=c1S c3=c8 d3=is e3=t1 f3=tu g3=ef h3=m3 i3=wa j3=m2 "
        "k3=m4 a4=wa b4=is c4=wa d4=t4 e4=wa f4=t4 h4=t5 i4=is j4=t3 k4=t2 a5=wa b5=ho c5=m4 d5=oc e5=c4s "
        "f5=ho h5=c4d i5=wa j5=stS k5=c4s a6=wa b6=m2 c6=c2NE d6=wa e6=m3 f6=wa g6=c4d h6=m2 i6=c1S j6=wa "
        "a7=wa b7=wa c7=c2NE d7=wa e7=wa f7=wa g7=is h7=m2 i7=t3 a8=wa b8=wa c8=wa d8=wa e8=t1 f8=tu g8=oc "
        "h8=oc i8=t2 j8=c2EW k8=ef a9=wa b9=c1N c9=t3 d9=c2NS e9=wa f9=wa g9=is h9=m5 i9=is j9=wa k9=tu "
        "a10=vo b10=wa c10=wa d10=wa e10=wa f10=c2NE g10=wa h10=wa i10=m4 j10=m2 k10=c4s a11=vo b11=wa c11=c8 "
        "d11=c1SE e11=wa f11=m2 g11=wa h11=t2 i11=wa j11=ef k11=c2NS"
    ),
    "treasures": "c1/2:1",
    "pirates": {
        "S1": "c1/2",
        "S2": "c1/3",
        "S3": "j0 exile",
        "W1": "x3 exile",
        "W2": "c1/1",
        "W3": "a6",
        "N1": "d7",
        "N2": "@N",
        "N3": "@N",
    },
    "ships": {"S": "c0", "W": "w6", "N": "g12"},
    "scores": {"S": 13, "W": 11, "N": 10},
    "lost": 0,
    "player": "N",
    "turns": 491,
    "stall": 30,
}


@pytest.mark.parametrize("seed", range(3))
def test_those_who_wait_for_one_another_do_not_wait_for_the_limit(seed: int) -> None:
    """SEA-19.5: before, each of these games ended by stall, with everybody riding currents in a ring."""
    match = Match(GAME, 3, position=dict(STANDOFF), seed="standoff")
    assert play_on(match, 300, "mcts:40", 10 * seed) == "agreement"


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
