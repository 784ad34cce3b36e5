"""Rules of Seameni that no scenario pins alone: players, tiles, geometry, options, bonds, marks, ends."""

from __future__ import annotations

import pytest

from kotva.engine.errors import BadOption
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE
from kotva.games.seameni import GAME
from kotva.games.seameni.board import (
    CODES,
    COUNTS,
    EDGE,
    EDGE_FIELDS,
    EDGES,
    EXIT,
    FACE,
    FIELD_NAMES,
    FIELDS,
    FRONT,
    INWARD,
    KIND_NAMES,
    NEAR,
    NONE,
    PLACE_NAMES,
    RING,
    SEA,
    SEVERAL,
    TURN_UP,
    TWIN,
    heading,
)
from kotva.games.seameni.rules.game import Seameni
from kotva.match import Match
from tests.games.seameni.table import PASSING, Table


def start(seats: int = 4, **options: object) -> Seameni:
    state = GAME.rules.new(GAME.choose_options(seats, options))
    assert isinstance(state, Seameni)
    return state


def field(name: str) -> int:
    return FIELD_NAMES.index(name)


# -- players (SEA-1) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "edges"), [(2, "SN"), (3, "SWN"), (4, "SWNE")])
def test_players_sit_and_play_clockwise(seats: int, edges: str) -> None:
    """SEA-1.1, SEA-1.2, SEA-1.3, SEA-1.7, SEA-4.2: edges, order of turns, three pirates aboard each ship."""
    table = Table(seats=seats)
    pirates = table.position["pirates"]
    assert pirates == {f"{e}{n}": f"@{e}" for e in edges for n in (1, 2, 3)}
    seen = []
    for _ in range(2 * seats):
        seen.append(table.player)
        table.play(table.main()[-1])
    assert "".join(seen) == edges * 2


def test_only_two_to_four_play() -> None:
    """SEA-1.1."""
    for seats in (1, 5):
        with pytest.raises(BadOption, match="2, 3, 4"):
            GAME.choose_options(seats)


def test_the_first_seat() -> None:
    """SEA-1.4: it places first and has the first turn; with first=random chance names it, evenly."""
    table = Table(options={"first": 3}, phase="place")
    order = []
    for where in ("f12", "x6", "f0", "w6"):
        order.append(table.player)
        table.play(f"place {where}")
    assert order == ["N", "E", "S", "W"]
    assert table.player == "N"
    state = start(3, first="random")
    assert state.to_act() == CHANCE
    out = Moves()
    state.list_chance(out)
    assert [GAME.rules.actions.text(a) for a in out.items()] == ["first S", "first W", "first N"]
    assert out.weights() == [1, 1, 1]
    GAME.play(state, CHANCE, GAME.rules.actions.parse("first N"))
    assert state.to_act() == 2


def test_parties() -> None:
    """SEA-1.5, SEA-1.6, SEA-1.9: opposite edges are partners in the four-player game only, and only if wanted."""
    four = start(4)
    assert [int(four.party(e)) for e in range(4)] == [0, 1, 0, 1]
    for state in (start(4, partners="off"), start(3), start(2)):
        assert [int(state.party(e)) for e in range(4)] == [0, 1, 2, 3]
    table = Table("e5=wa e6=wa", "S1 e5, N1 e6", options={"partners": "off"})
    table.play("S1>e6")
    assert table.at("N1") == "@N", "without partners N is an enemy"
    table = Table("e5=wa e6=wa", "S1 e5, N1 e6")
    table.play("S1>e6")
    assert table.at("S1", "N1") == "e6, e6", "SEA-3.9: friends share a field"


def test_everybody_moves_the_own_pirates() -> None:
    """SEA-1.8, SEA-1.10, SEA-16.3: not the partner's pirates, but the captives one holds."""
    table = Table("", "N1 @S, W1 @S, S1 f1, S2 f1")
    assert table.why("N1>f1") == "SEA-1.10"
    assert table.why("W2>a6") == "SEA-1.10"
    assert table.of("W1") == ["W1>f1"]
    table.to("W")
    assert table.why("W1>f1") == "SEA-16.3"


# -- tiles (SEA-2) and the sea (SEA-3) --------------------------------------------------------------------------


def test_the_tile_set() -> None:
    """SEA-2.1: 121 tiles, 36 treasures."""
    assert sum(int(n) for n in COUNTS) == 121
    assert sum(n * int(COUNTS[KIND_NAMES.index(f"t{n}")]) for n in range(1, 6)) == 36


def test_rotations() -> None:
    """SEA-2.2 to 2.7: each quarter turn is equally likely; what it shows."""

    def faces(kind: str) -> list[str]:
        at = KIND_NAMES.index(kind) * 4
        return [CODES[int(FACE[at + q])] for q in range(4)]

    assert faces("c1s") == ["c1N", "c1E", "c1S", "c1W"], "SEA-2.3"
    assert faces("c1d") == ["c1NE", "c1SE", "c1SW", "c1NW"], "SEA-2.3"
    assert faces("c2s") == ["c2NS", "c2EW"] * 2, "SEA-2.4"
    assert faces("c2d") == ["c2NE", "c2NW"] * 2, "SEA-2.4"
    assert faces("c4s") == ["c4s"] * 4, "SEA-2.5"
    assert faces("st") == ["stN", "stE", "stS", "stW"], "SEA-2.6"


def test_what_lies_face_down_is_drawn_by_what_remains() -> None:
    """SEA-4.1, SEA-2.2, SEA-2.7: a kind weighs as many tiles as are left, its rotations share that evenly."""
    table = Table("e5=wa", "S1 e5")
    table.match.play("S1>e6")
    state = table.s
    out = Moves()
    state.list_chance(out)
    weights = {GAME.rules.actions.text(a).partition("=")[2]: w for a, w in zip(out.items(), out.weights(), strict=True)}
    assert weights["wa"] == (38 - 5) * 4
    assert weights["c1N"] == weights["c1E"] == 4
    assert weights["c2NS"] == 8
    assert weights["stN"] == 2
    assert weights["sh"] == 4
    assert sum(weights.values()) == int(state.hidden) * 4 == (121 - 5) * 4
    table = Table("e5=wa f8=sh", "S1 e5")
    table.match.play("S1>e6")
    assert "e6=sh" not in table.match.legal()
    assert table.s.why_not(CHANCE, GAME.rules.actions.parse("e6=sh")) == 801
    assert table.s.why_not(CHANCE, TURN_UP + field("e7") * len(CODES) + 1) == 801


def exits(code: str, at: str) -> set[str]:
    start = ((CODES.index(code) - SEVERAL) * FIELDS + field(at)) * 8
    return {FIELD_NAMES[int(EXIT[start + k])] for k in range(8) if EXIT[start + k] != NONE}


def test_exits() -> None:
    """SEA-2.4, SEA-2.5, SEA-10.3, SEA-10.9: arrows point to neighbours on the sea or in the waters; knights stay on the board."""
    assert exits("c2NS", "e5") == {"e6", "e4"}
    assert exits("c2EW", "a5") == {"b5", "w5"}
    assert exits("c2NE", "e5") == {"f6", "d4"}
    assert exits("c2NW", "e5") == {"d6", "f4"}
    assert exits("c4s", "k11") == {"k12", "x11", "k10", "j11"}
    assert exits("c4d", "a1") == {"b2", "b0", "w0", "w2"}
    assert len(exits("c8", "e5")) == 8
    assert exits("ho", "a1") == {"b3", "c2", "c0", "w3"}


def test_geometry() -> None:
    """SEA-3.1 to 3.5, SEA-3.8: sea, waters, front fields, inward ways, neighbours."""
    assert sum(int(x) for x in SEA) == 121, "SEA-3.1"
    assert len(EDGE_FIELDS) == 44, "SEA-3.2"
    assert [FIELD_NAMES[int(f)] for f in EDGE_FIELDS][10:13] == ["k0", "w1", "w2"], "SEA-3.2"
    for edge, front in (("f0", "f1"), ("w6", "a6"), ("f12", "f11"), ("x6", "k6")):
        assert FIELD_NAMES[int(FRONT[field(edge)])] == front, "SEA-3.3"
    for corner in ("w0", "w12", "x0", "x12"):
        assert FRONT[field(corner)] == NONE, "SEA-3.3"
        assert EDGE[field(corner)] == NONE, "SEA-3.2"
    twins = {FIELD_NAMES[i]: FIELD_NAMES[int(t)] for i, t in enumerate(TWIN) if t != NONE}
    assert twins == {
        "a0": "w1",
        "w1": "a0",
        "k0": "x1",
        "x1": "k0",
        "k12": "x11",
        "x11": "k12",
        "a12": "w11",
        "w11": "a12",
    }
    assert [int(way) for way in INWARD] == [13, 1, -13, -1], "SEA-3.5"
    assert [sum(NEAR[field(f) * 8 + k] != NONE for k in range(8)) for f in ("a1", "a5", "e5")] == [3, 5, 8], "SEA-3.8"
    assert {FIELD_NAMES[int(RING[field("w0") * 2 + k])] for k in range(2)} == {"a0", "w1"}, "SEA-3.8"
    assert len(PLACE_NAMES) == 169 + 44 + 4 + 1, "SEA-3.6: 44 outer fields"
    assert heading(field("f5"), field("d5")) == -1, "SEA-10.2: each difference by its sign"
    assert heading(field("e5"), field("f7")) == 14


def test_off_the_sea_and_aboard_are_different_places() -> None:
    """SEA-3.7: who is aboard is not in the waters; a ship that sails away leaves nobody behind there."""
    table = Table("", "S1 f1")
    table.play("ship e0")
    assert table.at("S2", "S3") == "@S, @S"
    table.to("S")
    assert table.of("S1") == sorted(f"S1>{f}" for f in ("e1", "e2", "f2", "g1", "g2"))


# -- turns (SEA-5) ----------------------------------------------------------------------------------------------


def test_passing() -> None:
    """SEA-5.2, SEA-5.3."""
    assert "pass" in Table(options=PASSING).main()
    assert "pass" not in Table().main()
    table = Table("f1=oc", "S1 f1 caught, S2 dead, S3 dead", options={"ship_crew": "one"})
    assert table.main() == ["pass"]
    table.play("pass")
    assert (table.player, int(table.s.turns)) == ("W", 1)


def test_everything_happens_within_the_turn() -> None:
    """SEA-5.4, SEA-5.5, SEA-17.3: movement, knock-out, crowded ship, then the next turn; the turn is still that of S."""
    table = Table("e5=wa e6=?c1N e7=wa", "S1 e5, W1 e7, E1 @W")
    table.play("S1>e6")
    assert table.at("S1", "W1") == "e7, @W"
    assert (table.phase, table.player, EDGES[int(table.s.player)]) == ("overflow", "W", "S")
    table.play("out W1")
    assert (table.phase, table.player, int(table.s.turns)) == ("turn", "W", 1)


def test_the_end_of_a_turn_in_order() -> None:
    """SEA-5.8: marks run out before the end is tested, and counters are changed before it."""
    table = Table("e6=tu", "S1 e6 resting", seats=2, options={"stall_turns": 5}, stall=9, turns=20)
    table.play("ship e0")
    assert not table.rests("S1")
    assert table.match.is_over
    assert (int(table.s.turns), int(table.s.stall)) == (21, 10)


# -- steps (SEA-7), discovering (SEA-8) -------------------------------------------------------------------------


def test_never_into_an_enemy_ship() -> None:
    """SEA-7.6."""
    table = Table("", "S1 a6")
    assert table.why("S1>w6") == "SEA-7.6"
    assert "S1>w6" not in table.main()


def test_steps_that_are_closed() -> None:
    """SEA-7.7, SEA-7.8, SEA-7.9: no entry against SEA-11.7; caught, resting and muddy pirates stay; others by their own rules."""
    table = Table("e5=wa e6=ef d6=oc d5=tu d4=m2", "S1 e5, S2 d6 caught, S3 d4/1")
    assert table.why("S1>e6") == "SEA-11.7"
    assert table.why("S2>e7") == "SEA-9.7"
    assert table.why("S3>c3") == "SEA-9.20"
    table = Table("d5=tu", "S1 d5 resting, S2 d0, S3 f0*")
    assert table.why("S1>d6") == "SEA-9.4"
    assert table.why("S2>f0") == "SEA-14.1"
    assert table.why("S3>g0") == "SEA-14.7"
    assert table.why("S2>d1+") == "SEA-13.1"


def test_tiles_are_turned_up_by_entering_only() -> None:
    """SEA-8.4, SEA-6.7: not by sailing, not by passing over."""
    table = Table("e5=wa e6=?ef e4=wa d5=?stE", "S1 e5")
    before = table.s.hidden
    table.play("ship g0")
    assert table.s.hidden == before
    table.to("S")
    table.play("S1>d5")
    assert table.at("S1") == "x5 exile"
    assert table.s.hidden == before - 1, "a starfish throws him over everything between"


def test_where_movements_end() -> None:
    """SEA-9.1, SEA-9.2, SEA-9.3: still tiles stop him; water does nothing, an empty treasure tile neither."""
    for tile in ("wa", "t1", "tu", "oc", "is", "m2", "sh", "ca"):
        table = Table(f"e5=wa e6=?{tile}", "S1 e5")
        table.play("S1>e6")
        assert table.at("S1").split()[0] == ("dead" if tile == "sh" else "e6/1" if tile == "m2" else "e6")
        assert table.player == "W"
    table = Table("e5=wa e6=t2", "S1 e5")
    table.play("S1>e6")
    table.to("S")
    assert len(table.of("S1")) == 8
    assert table.treasure("e6") == 0


# -- movements (SEA-11) -----------------------------------------------------------------------------------------


def test_who_ordered_a_movement_chooses_in_it() -> None:
    """SEA-11.1, SEA-11.3: `out` is surprised from its start, and the owner of the ship chooses, in another's turn."""
    table = Table("e5=wa e6=wa a6=c2EW b6=ef", "S1 e5, W1 e6, E1 @W")
    table.play("S1>e6", "out W2")
    assert table.at("W2") == "@W", "b6 is barred and w6 is his own ship: the only safe exit"
    table = Table("e5=wa e6=wa a6=c4s b6=wa a7=wa a5=ef", "S1 e5, W1 e6, E1 @W")
    table.play("S1>e6", "out W2")
    assert (table.phase, table.player) == ("chain", "W")
    assert sorted(table.legal()) == ["to a7", "to b6", "to w6"]
    table.play("to b6")
    assert table.at("W2") == "b6"


def test_surprise_opens_exits() -> None:
    """SEA-11.3, SEA-11.8, SEA-11.9: the same tile known and unknown."""
    table = Table("d1=wa e1=?c2NS e2=ef", "S1 d1")
    table.play("S1>e1")
    assert table.at("S1") == "e0", "barred e2 would throw him to e0 too; it is taken, and the fish throws him back"
    assert Table("d1=wa e1=c2NS e2=ef", "S1 d1").why("S1>e1") == "SEA-11.7"


def test_an_exit_is_taken_once() -> None:
    """SEA-11.11."""
    table = Table("e5=wa e6=c4s f6=c1W d6=wa e7=wa", "S1 e5")
    table.play("S1>e6", "to f6")
    assert sorted(table.legal()) == ["to d6", "to e5", "to e7"]
    assert table.why("to f6") == "SEA-11.11"


# -- Cát (SEA-12) -----------------------------------------------------------------------------------------------


def test_leaving_cat_on_foot() -> None:
    """SEA-12.6, SEA-12.11: an ordinary step is possible; a jump carries nothing, no treasure lies there."""
    table = Table("e6=ca", "S1 e6")
    assert "S1>e7" in table.main()
    assert "S1~e7" in table.main()
    assert not [a for a in table.main() if a.endswith("+")]


# -- off the sea (SEA-14) ---------------------------------------------------------------------------------------


def test_marks_stay_while_walking() -> None:
    """SEA-14.6: castaway and exile stay while he walks and end aboard."""
    table = Table("d1=wa", "S1 b0 exile, S2 c0", options=PASSING)
    table.play("S1>c0")
    assert table.at("S1", "S2") == "c0 exile, c0"
    table.to("S")
    table.play("S1>d0")
    table.to("S")
    assert table.of("S1") == ["S1>c0", "S1>e0"]
    table.play("S1>e0")
    table.to("S")
    table.play("S1>f0")
    assert table.at("S1") == "@S"


def test_a_ship_in_the_corner_is_boarded_from_the_corner_field() -> None:
    """SEA-14.2, SEA-3.8."""
    table = Table("", "W1 w0", player="W", ships={"W": "w1"})
    assert table.of("W1") == ["W1>a0", "W1>w1"]
    table.play("W1>w1")
    assert table.at("W1") == "@W"


# -- knocking out, captives, crowded ships (SEA-15 to 17) ---------------------------------------------------------


def test_nobody_is_knocked_out_aboard() -> None:
    """SEA-15.5: captives and crew of an enemy share a ship."""
    table = Table("", "W1 @S, S1 f1")
    table.play("S1>f0")
    assert table.at("S1", "W1", "S2") == "@S, @S captive, @S"


def test_captives_are_no_crew() -> None:
    """SEA-16.9, SEA-6.4, SEA-17.1: a captive counts for the room, not for moving the ship."""
    table = Table("e5=wa", "S1 e5, S2 e5, S3 e5, W1 @S", options={"ship_crew": "one"})
    assert table.why("ship e0") == "SEA-6.4"
    table = Table("e5=wa", "S1 e5, S2 e5, S3 e5, N1 @S", options={"ship_crew": "one"})
    assert "ship e0" in table.main(), "a partner's pirate is crew"
    table = Table("", "S1 f1, W1 @S, W2 e0")
    table.play("ship e0")
    assert (table.phase, table.player) == ("overflow", "S")
    assert sorted(table.legal()) == ["out S2", "out S3", "shark W1", "shark W2"]
    assert table.why("out W1") == "SEA-17.4"
    assert table.why("shark S2") == "SEA-16.10"
    table.play("shark W1")
    assert table.at("W1") == "dead"
    assert table.player == "W"


def test_a_captive_frees_its_old_mates_by_owner() -> None:
    """SEA-16.3, SEA-9.8: in the octopus the owner counts, the party is the captor's."""
    table = Table("f1=oc", "S1 f1 caught, W1 @S", options=PASSING)
    table.play("W1>f1")
    assert table.at("S1", "W1") == "f1 caught, f1 captive caught"


def test_a_captive_in_mud_and_on_a_turtle() -> None:
    """SEA-16.7: mud and rest mark bind him like others; SEA-9.4: in the next turn of his captor."""
    table = Table("f1=m2 e5=wa", "W1 @S, S1 e5", options=PASSING)
    table.play("W1>f1")
    table.to("S")
    assert table.of("W1") == ["W1^"]
    table.play("W1^")
    table.to("S")
    assert table.of("W1") == ["W1>f0"]
    table = Table("f1=tu e5=wa", "W1 @S, S1 e5", options=PASSING)
    table.play("W1>f1")
    table.to("S")
    assert table.of("W1") == []
    table.play("pass")
    table.to("S")
    assert table.of("W1") == ["W1>f0"]


def test_rest_marks_given_in_another_players_turn() -> None:
    """SEA-9.4, SEA-9.5: `out` onto a turtle in the turn of S binds in the next turn of W."""
    table = Table("e5=wa e6=wa a6=tu", "S1 e5, W1 e6, E1 @W", options=PASSING)
    table.play("S1>e6", "out W2")
    assert (table.at("W2"), table.player) == ("a6 resting", "W")
    assert table.of("W2") == []
    table.play("pass")
    table.to("W")
    assert len(table.of("W2")) > 0
    table = Table("e5=wa e6=wa a6=wa", "S1 e5, W1 e6 resting, E1 @W")
    table.play("S1>e6")
    assert table.at("W1") == "@W resting", "it stays when he is thrown home"
    assert "out W1" in table.legal(), "and does not hinder `out`"


# -- death, idle players, ends (SEA-18 to 20) ----------------------------------------------------------------------


def test_a_ship_without_pirates_stays() -> None:
    """SEA-18.1, SEA-18.2: it keeps its treasure, blocks fields, carries partners and takes captives."""
    dead = "W1 dead, W2 dead, W3 dead"
    table = Table("e4=wa e6=?stW a7=t2", f"{dead}, S1 e4, E1 a6", treasures="", scores={"W": 2}, options=PASSING)
    table.play("S1>e5")
    table.to("E")
    table.play("E1>w6")
    assert table.at("E1") == "@W"
    assert table.score("W") == 2
    table.to("S")
    table.play("S1>e6")
    assert table.at("S1") == "@W captive"
    table.to("W")
    assert "S1>a6" in table.main()


def test_idle_players_vote() -> None:
    """SEA-18.3, SEA-19.2: also with idle_turns=skip. (His ship is never crowded: a captive aboard would end his idleness.)"""
    table = Table("", "W1 dead, W2 dead, W3 dead", options={"idle_turns": "skip"})
    table.play("end?")
    assert table.player == "W"
    table.play("no")
    assert (table.phase, table.player) == ("turn", "S")


def test_ends_by_limit_and_idleness() -> None:
    """SEA-19.6, SEA-19.7."""
    table = Table(seats=2, options={"max_turns": 20}, turns=39)
    table.play("ship e0")
    assert table.match.outcome().reason == "limit"
    dead = ", ".join(f"{e}{n} dead" for e in "SN" for n in (1, 2, 3) if f"{e}{n}" != "S1")
    table = Table("f1=sh", dead, seats=2)
    table.play("S1>f1")
    assert table.match.outcome().reason == "idle"


def test_the_order_of_the_ends() -> None:
    """SEA-19.7: treasure before stall before limit; SEA-19.3 only with auto_end."""
    tiles = ["t1"] * 4 + ["t2"] * 3 + ["t3"] * 3 + ["t4"] * 3 + ["t5"]
    sea = " ".join(f"{x}{y}={t}" for (x, y), t in zip([(x, y) for y in (3, 4) for x in "abcdefg"], tiles, strict=True))
    for auto_end, reason in (("on", "treasure"), ("off", "stall")):
        options: dict[str, object] = {"stall_turns": 5, "auto_end": auto_end}
        table = Table(sea, seats=2, options=options, treasures="", scores={"S": 36}, stall=9, turns=999)
        table.play("ship e0")
        assert table.match.outcome().reason == reason
    table = Table(sea, seats=2, options={"auto_end": "off"}, treasures="", scores={"S": 36}, turns=999)
    table.play("ship e0")
    assert table.match.outcome().reason == "limit"


def test_scores_and_draws() -> None:
    """SEA-20.1, SEA-20.2, SEA-20.3, SEA-20.4: treasure on the sea counts for nobody; equals share a rank: 1, 1, 3."""
    table = Table("a3=t4 a4=t4", treasures="a3:2", scores={"S": 2, "W": 3, "N": 1}, player="S")
    table.play("end?", "yes", "yes", "yes")
    outcome = table.match.outcome()
    assert outcome.scores == (2, 3, 1, 0)
    assert outcome.ranks == (1, 1, 1, 1)
    table = Table("a3=t5 a4=t2", treasures="a3:2", scores={"S": 2, "W": 2, "N": 1}, seats=3)
    table.play("end?", "yes", "yes")
    assert table.match.outcome().ranks == (1, 1, 3)


def test_agreement_off() -> None:
    """SEA-19.1 [opt: agreement]."""
    table = Table(options={"agreement": "off"})
    assert "end?" not in table.legal()
    assert table.why("end?") == "SEA-19.1"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"first": 5}, "1, 2, 3, 4, random"),
        ({"partners": "maybe"}, "on, off"),
        ({"ship_crew": "two"}, "none, one"),
        ({"stall_turns": 4}, "5 to 1000"),
        ({"max_turns": 6000}, "20 to 5000"),
        ({"idle_turns": "wait"}, "play, skip"),
        ({"colour": "red"}, "no option 'colour'"),
    ],
)
def test_bad_options(options: dict[str, object], words: str) -> None:
    with pytest.raises(BadOption, match=words):
        GAME.choose_options(4, options)


def test_nothing_after_the_end() -> None:
    """SEA-19.7."""
    match = Match(GAME, 2, seed="x")
    for action in ("place f0", "place f12", "end?", "yes"):
        match.play(action)
    assert match.is_over
    assert match.legal() == []
    assert match.state.why_not(0, GAME.rules.actions.parse("ship e0")) == 1907
