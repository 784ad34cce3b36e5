"""The worked scenarios S25 to S49 of the rulebook; see test_scenarios.py."""

from __future__ import annotations

import pytest

from tests.games.seameni.table import PASSING, Table
from tests.games.seameni.test_scenarios import NEIGHBOURS_OF_E6, steps


def test_SEA_S25_cat() -> None:
    """SEA-12.1, SEA-12.2, SEA-12.3, SEA-12.4, SEA-12.5.

    There are 38 water tiles only, so other fields stay face down: they are as admissible as water (SEA-12.3).
    """
    table = Table(
        "e5=wa e6=?ca c3=?vo c4=?m2 b2=is b3=is d4=m2 h8=sh i1=c1N a1=wa b1=wa c1=wa",
        "W1 b2, W2 d4/1, E1 d4/1, S1 e5",
        options=PASSING,
    )
    table.play("S1>e6")
    assert table.at("S1") == "e6"
    table.to("S")
    jumps = [a for a in table.main() if "~" in a]
    assert len(jumps) == 119
    assert not {"S1~b2", "S1~d4", "S1~i1", "S1~e6"} & set(jumps)
    assert {"S1~f0", "S1~f12", "S1~b3", "S1~h8"} <= set(jumps)
    assert table.why("S1~d4") == "SEA-12.3"
    assert table.why("S1~w6") == "SEA-12.3"
    table.play("S1~c3")
    assert table.tile("c3") == "vo"
    assert (table.at("S1"), table.phase, table.player) == ("e6", "rejump", "S")
    assert len(table.legal()) == 118
    assert table.why("S1>e7") == "SEA-12.5"
    table.play("S1~c4")
    assert table.at("S1") == "c4/1"
    assert table.player == "W"


def test_SEA_S26_cat_or_the_waters() -> None:
    """SEA-11.7, SEA-11.9, SEA-12.7, SEA-12.8, SEA-12.9."""
    table = Table("d1=wa e2=ca e1=?c2NS", "S1 d1, W1 e2")
    table.play("S1>e1")
    assert table.at("S1", "W1") == "e2, @W"
    table = Table("d1=wa e2=ca e1=c2NS", "S1 d1, W1 e2")
    assert "S1>e1" not in table.main()
    assert table.why("S1>e2") == "SEA-12.7"


def test_SEA_S27_delivery() -> None:
    """SEA-7.3, SEA-13.1, SEA-13.6, SEA-20.1."""
    table = Table("f1:2", "S1 f1, N1 f1")
    assert {"S1>f0", "S1>f0+"} <= set(table.main())
    table = Table("f1:2", "S1 f1, N1 f1", options=PASSING, player="N")
    table.play("N1>f0+")
    assert table.at("N1") == "@S"
    assert (table.score("S"), table.score("N"), table.treasure("f1")) == (1, 0, 1)
    table.to("N")
    assert table.of("N1") == ["N1>f1"]


def test_SEA_S28_carrying() -> None:
    """SEA-11.7, SEA-11.8, SEA-13.1, SEA-13.2, SEA-13.3, SEA-13.4, SEA-13.5."""
    table = Table("e5=wa e6=c1E d5=c2NS d6=ef d4=wa e5:1", "S1 e5")
    assert table.of("S1") == sorted([*steps("S1", "d4", "d5", "e4", "e6", "f4", "f5", "f6"), "S1>d4+", "S1>d5+"])
    table.play("S1>d5+")
    assert table.at("S1") == "d4"
    assert (table.treasure("d4"), table.treasure("e5")) == (1, 0)


def test_SEA_S29_knocking_out_partners() -> None:
    """SEA-15.1, SEA-15.2."""
    table = Table("e5=wa e6=wa e6:1", "S1 e5, W1 e6, E2 e6")
    table.play("S1>e6")
    assert table.at("S1", "W1", "E2") == "e6, @W, @E"
    assert table.treasure("e6") == 1


def test_SEA_S30_walking_round_the_sea() -> None:
    """SEA-14.1, SEA-14.2, SEA-14.3, SEA-14.4."""
    table = Table("a1=?wa", "S1 w1", ships={"W": "w2"})
    assert table.of("S1") == ["S1>w0"]
    assert table.why("S1>w2") == "SEA-14.3"
    assert table.why("S1>a1") == "SEA-14.4"
    assert table.why("S1>a0") == "SEA-14.1"
    table.play("S1>w0")
    table.to("S")
    assert table.of("S1") == ["S1>a0", "S1>w1"]
    table = Table("", "S1 w0", ships={"S": "a0"})
    table.play("S1>a0")
    assert table.at("S1") == "@S"


@pytest.mark.parametrize(
    ("tile", "allowed"),
    [
        ("wa", True), ("vo", True), ("c1N", True), ("c2NS", True), ("is", True), ("m3", True), ("sh", True),
        ("?wa", False), ("ef", False), ("ca", False), ("stN", False), ("c1S", False), ("c1SE", False),
    ],
)  # fmt: skip
def test_SEA_S31_back_into_the_sea(tile: str, allowed: bool) -> None:
    """SEA-14.4, SEA-14.5, SEA-11.7."""
    table = Table(f"d1={tile}", "S1 d0", ships={"S": "e0"})
    assert ("S1>d1" in table.main()) is allowed
    table = Table(f"d1={tile}", "S1 d0 exile", ships={"S": "e0"})
    assert table.why("S1>d1") == "SEA-14.5"
    if tile == "c1SE":
        table = Table("d1=c1SE d2=wa", "S2 d2", ships={"S": "e0"})
        table.play("S2>d1")
        assert table.at("S2") == "@S"


def test_SEA_S32_picking_up_from_the_waters() -> None:
    """SEA-6.6, SEA-16.2."""
    table = Table("", "S1 f1, S2 f1, W1 e0, N1 d0")
    table.play("ship e0")
    assert table.at("W1") == "@S captive"
    table.to("S")
    table.play("ship d0")
    assert table.at("N1") == "@S"


def test_SEA_S33_a_captive_works() -> None:
    """SEA-6.5, SEA-16.3, SEA-16.4, SEA-16.5, SEA-16.6, SEA-16.7, SEA-16.8."""
    table = Table("f1=t2 f1:2 e5=wa", "S1 e5, S2 e5, W1 @S", player="W")
    assert table.of("W1") == []
    assert table.why("W1>f1") == "SEA-16.3"
    table = Table("f1=t2 f1:2 e5=wa", "S1 e5, S2 e5, W1 @S")
    table.play("W1>f1")
    assert table.at("W1") == "f1 captive"
    table.to("S")
    assert not [a for a in table.main() if a.startswith("ship")]
    assert table.why("ship e0") == "SEA-6.5"
    assert table.of("W1") == ["W1>f0+"]
    assert table.why("W1>f0") == "SEA-16.7"
    assert table.why("W1>f2") == "SEA-16.8"
    table.play("W1>f0+")
    assert table.at("W1") == "@S captive"
    assert (table.score("S"), table.treasure("f1")) == (1, 1)


@pytest.mark.parametrize("tile", ["ef", "vo", "c1N", "c8", "ho", "stN"])
def test_SEA_S34_the_chain_holds(tile: str) -> None:
    """SEA-16.5, SEA-16.6."""
    table = Table(f"e5=wa f1=?{tile}", "S1 e5, W1 @S")
    table.play("W1>f1")
    assert table.tile("f1") == tile
    assert table.at("W1") == "@S captive"
    table.to("S")
    assert table.of("W1") == []
    assert table.why("W1>f1") == "SEA-16.5"


def test_SEA_S34_a_captive_on_cat() -> None:
    """SEA-16.5, SEA-16.6."""
    table = Table("e5=wa f1=?ca", "S1 e5, W1 @S")
    table.play("W1>f1")
    assert table.at("W1") == "f1 captive"
    table.to("S")
    assert table.of("W1") == ["W1>f0"]
    assert table.why("W1~e5") == "SEA-16.6"


def test_SEA_S35_throwing_a_captive_overboard() -> None:
    """SEA-5.6, SEA-6.5, SEA-16.10."""
    table = Table("", "S1 f1, W1 f1 captive")
    assert "ship e0" not in table.main()
    table.play("shark W1")
    assert table.at("W1") == "dead"
    assert (table.phase, table.player) == ("turn", "S")
    table.play("ship e0")
    assert table.player == "W"


def crowded(sea: str = "", more: str = "") -> Table:
    """The scene of S36: W1 is thrown home to a full ship."""
    table = Table(f"e5=wa e6=wa {sea}", ", ".join(filter(None, ["S1 e5, W1 e6, E1 @W", more])))
    table.play("S1>e6")
    return table


def test_SEA_S36_crowded_by_a_knock_out() -> None:
    """SEA-17.1, SEA-17.2, SEA-17.3, SEA-17.4, SEA-17.5, SEA-15.4."""
    table = crowded()
    assert (table.phase, table.player) == ("overflow", "W")
    assert sorted(table.legal()) == ["out E1", "out W1", "out W2", "out W3"]
    assert table.why("astern W1") == "SEA-17.8"
    assert table.why("out S2") == "SEA-17.4"
    table.play("out E1")
    assert table.at("E1") == "a6"
    assert (table.phase, table.player) == ("turn", "W")
    assert int(table.s.turns) == 1


@pytest.mark.parametrize(
    ("sea", "more", "w2", "other"),
    [
        ("a6=is", "S2 a6", "a6", ("S2", "@S")),
        ("a6=is", "E2 a6", "a6", ("E2", "a6")),
        ("a6=ca", "S2 a6", "a6", ("S2", "@S")),
        ("a6=ef", "", "w6*", ("S2", "@S")),
    ],
)
def test_SEA_S37_put_out_onto_special_fields(sea: str, more: str, w2: str, other: tuple[str, str]) -> None:
    """SEA-17.5, SEA-17.6, SEA-12.8, SEA-10.7, SEA-10.8."""
    table = crowded(sea, more)
    table.play("out W2")
    assert table.at("W2") == w2
    assert table.at(other[0]) == other[1]


def test_SEA_S38_nobody_gets_out() -> None:
    """SEA-17.4, SEA-17.7, SEA-17.8, SEA-5.7."""
    table = crowded("a6=c1W")
    table.play("out W2", "out W3", "out E1")
    assert table.at("W1", "W2", "W3", "E1") == "@W, @W, @W, @W"
    assert (table.phase, table.player) == ("overflow", "W")
    assert sorted(table.legal()) == ["astern E1", "astern W1", "astern W2", "astern W3"]
    table.play("astern W3")
    assert table.at("W3") == "w6*"
    assert table.phase == "turn"


def test_SEA_S39_drowning() -> None:
    """SEA-11.12 a, SEA-11.13."""
    table = Table("e5=wa e6=c1E f6=c1W e5:1", "S1 e5")
    assert {"S1>e6", "S1>e6+"} <= set(table.main())
    table.play("S1>e6+")
    assert table.at("S1") == "dead"
    assert int(table.s.lost) == 1
    table = Table("e5=wa e6=?c1E f6=c1W", "S1 e5")
    table.play("S1>e6")
    assert table.at("S1") == "dead"


def test_SEA_S40_a_loop_with_a_way_out() -> None:
    """SEA-11.4, SEA-11.8, SEA-11.9, SEA-11.11, SEA-11.12 b."""
    table = Table("e5=wa f6=c1W e6=c2EW d6=wa", "S1 e5")
    table.play("S1>e6")
    assert sorted(table.legal()) == ["to d6", "to f6"]
    table.play("to f6")
    assert table.at("S1") == "d6"
    table = Table("e5=wa f6=c1W e6=c2EW d6=ef", "S1 e5")
    table.play("S1>e6")
    assert table.at("S1") == "dead"
    table = Table("e5=wa f6=c1W e6=?c2EW d6=ca", "S1 e5")
    table.play("S1>e6")
    assert sorted(table.legal()) == ["to d6", "to f6"]
    table.play("to d6")
    assert table.at("S1") == "d6"


def test_SEA_S41_shark_or_waters() -> None:
    """SEA-11.8, SEA-11.9."""
    table = Table("d1=wa e2=sh e1=?c2NS", "S1 d1")
    table.play("S1>e1")
    assert sorted(table.legal()) == ["to e0", "to e2"]
    table.play("to e0")
    assert table.at("S1") == "e0"
    table = Table("d1=wa e2=sh e1=c2NS", "S1 d1")
    table.play("S1>e1")
    assert table.at("S1") == "dead"


def test_SEA_S42_nothing_to_play() -> None:
    """SEA-5.3, SEA-6.4, SEA-9.5, SEA-9.6."""
    table = Table("e6=tu", "S1 e6 resting, S2 dead, S3 dead", options={"ship_crew": "one"})
    assert table.main() == ["pass"]
    assert table.why("ship e0") == "SEA-6.4"
    table.play("pass")
    table.to("S")
    assert table.of("S1") == steps("S1", *NEIGHBOURS_OF_E6)
    table = Table("e6=tu", "S1 e6 resting, S2 dead, S3 dead")
    assert table.main() == ["ship e0", "ship g0"]


def test_SEA_S43_idle_or_not() -> None:
    """SEA-18.3, SEA-18.4."""
    dead = "W1 dead, W2 dead, W3 dead"
    table = Table("", dead, player="W")
    assert table.main() == ["ship w5", "ship w7"]
    table = Table("", dead, options={"idle_turns": "skip"})
    table.play("ship e0")
    assert table.player == "N"
    table = Table("", f"{dead}, S1 @W", options={"idle_turns": "skip"})
    table.play("ship e0")
    assert table.player == "W"
    assert table.main() == ["S1>a6", "ship w5", "ship w7"]
    table = Table("", "W3 dead, W1 @S, W2 @S, S1 f1, S2 f1", options={"idle_turns": "skip"}, player="W")
    assert table.main() == ["ship w5", "ship w7"]


def all_treasure_tiles() -> str:
    """All fourteen treasure tiles face up, far from everything."""
    tiles = ["t1"] * 4 + ["t2"] * 3 + ["t3"] * 3 + ["t4"] * 3 + ["t5"]
    return " ".join(
        f"{field}={tile}" for field, tile in zip([f"{x}9" for x in "abcdefghijk"] + ["a10", "b10", "c10"], tiles)
    )


def test_SEA_S44_the_last_treasure() -> None:
    """SEA-19.3, SEA-19.7, SEA-20.1, SEA-20.2, SEA-20.4."""
    table = Table(all_treasure_tiles(), "S1 f1", treasures="f1:1", scores={"S": 12, "W": 9, "N": 5, "E": 8}, lost=1)
    table.play("S1>f0+")
    outcome = table.match.outcome()
    assert outcome is not None
    assert outcome.reason == "treasure"
    assert outcome.scores == (13, 9, 5, 8)
    assert outcome.ranks == (1, 2, 1, 2)


def test_SEA_S45_agreement() -> None:
    """SEA-19.1, SEA-19.2."""
    table = Table()
    table.play("end?")
    asked = []
    for answer in ("yes", "yes", "no"):
        asked.append(table.player)
        table.play(answer)
    assert asked == ["W", "N", "E"]
    assert (table.phase, table.player) == ("turn", "S")
    assert "end?" not in table.legal()
    assert table.why("end?") == "SEA-19.1"
    table.play("ship e0", "end?")
    assert table.why("ship w5") == "SEA-19.2"
    table.play("yes", "yes", "yes")
    outcome = table.match.outcome()
    assert outcome is not None
    assert outcome.reason == "agreement"
    assert int(table.s.turns) == 1


def test_SEA_S46_stall() -> None:
    """SEA-19.4, SEA-19.5."""
    table = Table(seats=2, options={"stall_turns": 5})
    for action in ["ship e0", "ship e12", "ship f0", "ship f12"] * 2 + ["ship e0"]:
        table.play(action)
    assert int(table.s.stall) == 9
    assert table.phase == "turn"
    table.play("ship e12")
    outcome = table.match.outcome()
    assert outcome is not None
    assert outcome.reason == "stall"


def test_SEA_S46_a_tile_in_the_tenth_turn() -> None:
    """SEA-19.4: a turn with progress sets stall to 0."""
    table = Table("f11=wa", "N1 f11", seats=2, options={"stall_turns": 5}, stall=9, turns=9, player="N")
    table.play("N1>f10")
    assert table.phase == "turn"
    assert (int(table.s.stall), int(table.s.turns)) == (0, 10)


def test_SEA_S47_on_cat_by_force() -> None:
    """SEA-12.2, SEA-12.4, SEA-12.10."""
    table = Table("d1=wa e2=ca e1=?c2NS", "S1 d1, W1 e2")
    table.play("S1>e1")
    table.to("S")
    table.play("S1~k10")
    assert table.tile("k10") == "wa"
    assert table.at("S1") == "k10"


def test_SEA_S48_sailing_along() -> None:
    """SEA-6.7, SEA-7.1, SEA-14.7."""
    table = Table("", "N1 @S, S1 f1, S2 f0*")
    table.play("ship e0")
    assert table.at("N1", "S3", "S1", "S2") == "@S, @S, f1, f0*"
    assert table.tile("e1") == "?"
    table.to("N")
    assert table.of("N1") == ["N1>e1"]
    table.to("S")
    assert table.of("S2") == ["S2>f0"]


def test_SEA_S49_a_heap_of_treasure() -> None:
    """SEA-13.1, SEA-13.2, SEA-13.3, SEA-13.8."""
    table = Table("d5=wa e5=wa d5:1 e5:3", "S1 d5")
    table.play("S1>e5+")
    assert (table.treasure("e5"), table.treasure("d5")) == (4, 0)
    table.to("S")
    assert {"S1>d5", "S1>d5+"} <= set(table.main())
