"""The 49 worked scenarios of the rulebook, each a test named after it; S25 to S49 are in test_scenarios_later.py.

A position must add up (SEA-2.1), so treasure that a scenario puts somewhere comes from face-up treasure tiles far away
(`table.FAR`). Face-down tiles that a scenario prescribes are played as outcomes of chance.
"""

from __future__ import annotations

import pytest

from kotva.games.seameni.board import FIELD_NAMES
from tests.games.seameni.table import PASSING, Table

NEIGHBOURS_OF_E6 = ["d5", "d6", "d7", "e5", "e7", "f5", "f6", "f7"]


def steps(pirate: str, *fields: str) -> list[str]:
    return sorted(f"{pirate}>{field}" for field in fields)


def placings(*fields: str) -> list[str]:
    return [f"place {field}" for field in fields]


def test_SEA_S1_placing_ships_at_corners() -> None:
    """SEA-4.3, SEA-4.4, SEA-4.5, SEA-4.6, SEA-4.7, SEA-3.4."""
    table = Table(phase="place")
    table.under = {"a11": "t3"}
    table.play("place a0")
    assert table.player == "W"
    assert table.legal() == placings(*(f"w{y}" for y in range(2, 12)))
    assert table.why("place w1") == "SEA-4.4"
    assert table.why("place b0") == "SEA-4.3"
    table.play("place w11")
    assert table.legal() == placings(*(f"{x}12" for x in "bcdefghijk"))
    table.play("place k12")
    assert table.legal() == placings(*(f"x{y}" for y in range(1, 11)))
    table.play("place x4")
    assert [f for f in FIELD_NAMES if table.tile(f) != "?"] == ["a1", "k4", "a11", "k11"]
    assert table.treasure("a11") == 3
    assert (table.phase, table.player) == ("turn", "S")
    assert (int(table.s.turns), int(table.s.stall)) == (0, 0)


def test_SEA_S2_shifting_ships() -> None:
    """SEA-6.1, SEA-6.2, SEA-6.3."""
    table = Table(ships={"S": "b0", "W": "w1"})
    assert [a for a in table.main() if a.startswith("ship")] == ["ship c0"]
    assert table.why("ship a0") == "SEA-6.3"
    assert table.why("ship d0") == "SEA-6.1"
    table = Table(ships={"S": "a0"})
    assert [a for a in table.main() if a.startswith("ship")] == ["ship b0"]
    assert table.why("ship w0") == "SEA-6.2"
    assert table.why("ship w1") == "SEA-6.2"


def test_SEA_S3_all_main_actions() -> None:
    """SEA-5.1, SEA-5.2, SEA-5.3, SEA-6.1, SEA-7.1, SEA-7.2."""
    table = Table("e5=wa", "S1 e5")
    assert table.main() == sorted(
        ["ship e0", "ship g0", *steps("S1", "d4", "d5", "d6", "e4", "e6", "f4", "f5", "f6"), "S2>f1", "S3>f1"]
    )
    assert table.why("pass") == "SEA-5.3"
    assert table.why("S2>e1") == "SEA-7.1"
    assert table.why("S1>e7") == "SEA-7.2"


def test_SEA_S4_boarding_is_straight_only() -> None:
    """SEA-7.2, SEA-7.3, SEA-7.5."""
    table = Table("e1=wa", "S1 e1, S2 f1")
    assert table.of("S1") == steps("S1", "d1", "d2", "e2", "f1", "f2")
    assert table.of("S2") == steps("S2", "e1", "e2", "f2", "g1", "g2", "f0")
    assert table.why("S1>f0") == "SEA-7.3"
    assert table.why("S1>e0") == "SEA-7.5"


def test_SEA_S5_a_chain_of_discoveries() -> None:
    """SEA-8.1, SEA-8.2, SEA-8.3, SEA-10.1, SEA-10.3, SEA-11.2."""
    table = Table("e5=wa e6=?c1E f6=?t2", "S1 e5")
    table.play("S1>e6")
    assert (table.tile("e6"), table.tile("f6")) == ("c1E", "t2")
    assert table.at("S1") == "f6"
    assert table.treasure("f6") == 2
    assert table.player == "W"


def test_SEA_S6_choice_of_an_exit() -> None:
    """SEA-10.4, SEA-11.6, SEA-11.9, SEA-5.7."""
    table = Table("e5=wa e6=?c2EW d6=ef", "S1 e5")
    table.play("S1>e6")
    assert table.at("S1") == "f6"
    table = Table("e5=wa e6=?c2EW d6=wa", "S1 e5")
    table.play("S1>e6")
    assert table.player == "S"
    assert table.legal() == ["to f6", "to d6"]
    assert table.why("to e7") == "SEA-10.3"


@pytest.mark.parametrize(
    ("on_e7", "pirates", "allowed"),
    [
        ("e7=ef", "", []),
        ("e7=ca", "", []),
        ("e7=stN", "", []),
        ("e7=is", "N1 e7", []),
        ("e7=is", "", ["S1>e6"]),
        ("", "", ["S1>e6"]),
        ("e7=m2", "W1 e7/1", ["S1>e6"]),
        ("e7=sh", "", ["S1>e6", "S1>e6+"]),
        ("e7=oc", "", ["S1>e6", "S1>e6+"]),
        ("e7=m2", "", ["S1>e6", "S1>e6+"]),
        ("e7=wa", "W1 e7", ["S1>e6", "S1>e6+"]),
    ],
)
def test_SEA_S7_permission_through_a_known_current(on_e7: str, pirates: str, allowed: list[str]) -> None:
    """SEA-11.4, SEA-11.5, SEA-11.6, SEA-11.7, SEA-9.12, SEA-9.13, SEA-9.22, SEA-9.24, SEA-12.7, SEA-13.5."""
    table = Table(f"e5=wa e6=c1N e5:1 {on_e7}", ", ".join(filter(None, ["S1 e5", pirates])))
    assert [a for a in table.of("S1") if "e6" in a] == allowed
    if not allowed:
        assert table.why("S1>e6") == "SEA-11.7"


def test_SEA_S8_discoverer_thrown_home() -> None:
    """SEA-9.15, SEA-15.4."""
    table = Table("e5=wa e6=?c1N e7=is", "S1 e5, S2 e7")
    table.play("S1>e6")
    assert table.tile("e6") == "c1N"
    assert table.at("S1", "S2") == "@S, e7"


def test_SEA_S9_vortex() -> None:
    """SEA-10.5, SEA-15.1, SEA-15.2."""
    table = Table("e5=wa e6=?vo e7=wa", "S1 e5")
    table.play("S1>e6")
    assert table.at("S1") == "e7"
    table = Table("d5=wa e6=?vo f7=wa f7:1", "S1 d5, W1 f7")
    table.play("S1>e6")
    assert table.at("S1", "W1") == "f7, @W"
    assert table.treasure("f7") == 1


def test_SEA_S10_out_of_the_sea_and_in_again() -> None:
    """SEA-10.5, SEA-11.10 c, SEA-14.1, SEA-14.2, SEA-14.4."""
    table = Table("e2=wa e1=?vo", "S1 e2")
    table.play("S1>e1")
    assert table.at("S1") == "e0"
    table.to("S")
    assert table.of("S1") == steps("S1", "d0", "f0", "e1")
    table.play("S1>e1")
    assert table.at("S1") == "e2"
    table = Table("e2=wa e1=vo", "S1 e0")
    table.play("S1>f0")
    assert table.at("S1") == "@S"


def test_SEA_S11_electric_fish() -> None:
    """SEA-10.2, SEA-10.6, SEA-11.14."""
    table = Table("e5=wa e4=wa e6=?ef", "S1 e5")
    table.play("S1>e6")
    assert table.at("S1") == "e4"
    table = Table("e1=wa f2=?ef", "S1 e1")
    table.play("S1>f2")
    assert table.at("S1") == "d0"
    table = Table("d5=wa e5=c1E f5=?ef", "S1 d5")
    table.play("S1>e5")
    assert table.at("S1") == "d5"
    assert table.tile("f5") == "ef"


def test_SEA_S12_fish_before_the_ship() -> None:
    """SEA-10.7, SEA-11.7, SEA-14.7, SEA-14.8."""
    table = Table("f1=?ef")
    table.play("S1>f1")
    assert table.at("S1") == "f0*"
    table.to("S")
    assert table.main() == ["S1>f0", "ship e0", "ship g0"]
    table.play("ship e0")
    table.to("S")
    assert table.of("S1") == ["S1>f0"]
    assert table.why("S1>e0") == "SEA-14.7"
    table.play("S1>f0")
    assert table.at("S1") == "f0"
    table.to("S")
    assert table.of("S1") == ["S1>e0", "S1>g0"]
    table.play("S1>e0")
    assert table.at("S1") == "@S"


def test_SEA_S13_exits_of_a_seahorse() -> None:
    """SEA-10.9, SEA-11.8, SEA-7.4."""
    table = Table("e1=wa e2=ho", "S1 e1")
    table.play("S1>e2")
    assert sorted(table.legal()) == [f"to {f}" for f in ("c1", "c3", "d4", "f0", "f4", "g1", "g3")]
    assert table.why("to d0") == "SEA-11.8"
    assert table.why("to e4") == "SEA-10.9"
    table.play("to f0")
    assert table.at("S1") == "@S"


@pytest.mark.parametrize(("tile", "south", "west"), [("vo", "f8", "g7"), ("ef", "f5", "d7")])
def test_SEA_S14_seahorse_onto_vortex_and_fish(tile: str, south: str, west: str) -> None:
    """SEA-10.10, SEA-10.11, SEA-3.6."""
    for pirate, player, end in (("S1", "S", south), ("W1", "W", west)):
        table = Table(f"e4=wa e5=ho f7=?{tile} f8=wa g7=wa f5=wa d7=wa", f"{pirate} e4", player=player)
        table.play(f"{pirate}>e5", "to f7")
        assert table.at(pirate) == end


def test_SEA_S14_seahorse_onto_a_fish_in_the_first_row() -> None:
    """SEA-10.11, SEA-3.6."""
    table = Table("e4=wa e3=ho d1=?ef", "S1 e4")
    table.play("S1>e3", "to d1")
    assert table.at("S1") == "d0*"
    table = Table("e4=wa e3=ho d1=?ef", "S1 e4", ships={"S": "d0"})
    table.play("S1>e3", "to d1")
    assert table.at("S1") == "d0*"


def test_SEA_S15_not_from_a_seahorse() -> None:
    """SEA-11.4, SEA-11.8."""
    table = Table("e4=wa e5=ho f7=vo d7=ef", "S1 e4")
    table.play("S1>e5")
    assert sorted(table.legal()) == [f"to {f}" for f in ("c4", "c6", "d3", "f3", "g4", "g6")]


def test_SEA_S16_going_through_mud() -> None:
    """SEA-9.18, SEA-9.19, SEA-9.20, SEA-9.21."""
    table = Table("e5=wa e6=m3", "S1 e5")
    table.play("S1>e6")
    for step in (1, 2):
        assert table.at("S1") == f"e6/{step}"
        table.to("S")
        assert table.of("S1") == ["S1^"]
        assert table.why("S1>e7") == "SEA-9.20"
        table.play("S1^")
    assert table.at("S1") == "e6/3"
    table.to("S")
    assert table.of("S1") == steps("S1", *NEIGHBOURS_OF_E6)
    assert table.why("S1^") == "SEA-9.21"


def test_SEA_S17_room_in_mud() -> None:
    """SEA-9.22, SEA-9.23, SEA-9.24."""
    table = Table("e5=wa e6=m2 e5:1", "S1 e5, S2 e5, W1 e6/1")
    assert "S1>e6" in table.main()
    assert table.why("S1>e6+") == "SEA-9.24"
    table.play("S1>e6")
    assert table.at("S1", "W1") == "e6/1, e6/1"
    table.to("S")
    assert table.why("S2>e6") == "SEA-9.24"
    table = Table("e5=wa e6=m2 e6/1:1", "S1 e5, W1 e6/1")
    assert not [a for a in table.of("S1") if "e6" in a]


def test_SEA_S18_forced_into_full_mud() -> None:
    """SEA-9.25."""
    table = Table("d5=wa e5=?vo f5=m4", "W1 f5/1, N1 f5/1, S1 d5")
    table.play("S1>e5")
    assert table.at("S1", "W1", "N1") == "@S, f5/1, f5/1"


def test_SEA_S19_treasure_in_mud() -> None:
    """SEA-9.26, SEA-13.5."""
    table = Table("e5=m2 d4=wa e4=wa f5=is e5/2:1", "S1 e5/2, W1 d4")
    assert table.of("S1") == ["S1>d4+", "S1>e4+"]
    assert table.why("S1>d4") == "SEA-9.26"
    assert table.why("S1>e6+") == "SEA-13.5"
    assert table.why("S1>f5+") == "SEA-9.12"
    table = Table("e5=m3 e5/2:1", "S1 e5/2")
    table.play("S1^")
    assert table.position["treasures"] == "e5/3:1"


def test_SEA_S20_turtle() -> None:
    """SEA-9.4, SEA-9.5."""
    table = Table("e5=wa e6=tu", "S1 e5, S2 dead, S3 dead")
    table.play("S1>e6")
    table.to("S")
    assert table.main() == ["ship e0", "ship g0"]
    assert table.why("S1>e7") == "SEA-9.4"
    table.play("ship e0")
    table.to("S")
    assert table.of("S1") == steps("S1", *NEIGHBOURS_OF_E6)


def test_SEA_S21_octopus() -> None:
    """SEA-9.7, SEA-9.8, SEA-9.9, SEA-9.10, SEA-9.11."""
    table = Table("e5=wa e6=oc d6=wa", "S1 e5, S2 d6, N1 d6")
    table.play("S1>e6")
    assert table.at("S1") == "e6 caught"
    table.to("N")
    table.play("N1>e6")
    assert table.at("S1", "N1") == "e6 caught, e6 caught"
    table.to("S")
    assert table.of("S1") == []
    assert table.why("S1>e7") == "SEA-9.7"
    table.play("S2>e6")
    assert table.at("S1", "S2", "N1") == "e6, e6, e6 caught"
    table.to("N")
    assert table.of("N1") == []
    table.to("S")
    assert table.of("S1") == steps("S1", *NEIGHBOURS_OF_E6)
    table.play("S1>d6")
    table.to("S")
    assert len(table.of("S2")) == 8, "a freed pirate remains free as long as he stays"
    table.play("S2>e5")
    table.to("S")
    table.play("S1>e6")
    assert table.at("S1") == "e6 caught", "N1 is no help"


def test_SEA_S21_octopus_and_an_enemy() -> None:
    """SEA-9.11, SEA-15.1."""
    table = Table("e6=oc d6=wa", "S1 e6 caught, W1 d6", player="W")
    table.play("W1>e6")
    assert table.at("S1", "W1") == "@S, e6 caught"


def test_SEA_S22_starfish() -> None:
    """SEA-10.12, SEA-10.13, SEA-14.3, SEA-14.5, SEA-14.9, SEA-16.1."""
    table = Table("e4=wa e5=?stE", "S1 e4", options=PASSING)
    table.play("S1>e5")
    assert table.at("S1") == "x5 exile"
    table.to("S")
    assert table.of("S1") == ["S1>x4"]
    assert table.why("S1>x6") == "SEA-14.3"
    assert table.why("S1>k5") == "SEA-14.5"
    table = Table("e4=wa e5=?stE", "S1 e4, E1 k5, E2 k5", ships={"E": "x5"})
    table.play("S1>e5")
    assert table.at("S1") == "@E captive"
    table = Table("e4=wa e5=?stS", "S1 e4, W1 e0")
    table.play("S1>e5")
    assert table.at("S1", "W1") == "e0 exile, @W"


def test_SEA_S23_into_the_shark() -> None:
    """SEA-9.16, SEA-9.17, SEA-13.7."""
    table = Table("e5=wa e6=sh e5:2", "S1 e5")
    assert {"S1>e6", "S1>e6+"} <= set(table.main())
    table.play("S1>e6+")
    assert table.at("S1") == "dead"
    assert table.treasure("e5") == 1
    assert int(table.s.lost) == 1
    assert table.tile("e6") == "sh"


def test_SEA_S24_island() -> None:
    """SEA-9.12, SEA-9.13, SEA-9.14."""
    table = Table("e5=wa d6=wa e6=is e5:1", "S1 e5, S2 e5, W1 d6")
    assert "S1>e6" in table.main()
    assert table.why("S1>e6+") == "SEA-9.12"
    table.play("S1>e6")
    assert table.player == "W"
    assert table.why("W1>e6") == "SEA-9.13"
    table.to("S")
    assert table.why("S2>e6") == "SEA-9.13"
