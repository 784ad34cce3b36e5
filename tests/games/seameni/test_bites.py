"""Rules of Seameni that could once be broken without a test noticing: small positions, and lines played through `whole`."""

from __future__ import annotations

import pytest

from kotva.engine.state import CHANCE
from kotva.games.seameni import GAME
from kotva.games.seameni.board import CAT, FIELD_NAMES
from kotva.games.seameni.rules.codes import HOME, MOVED, SKIPPED
from tests.games.seameni.table import PASSING, Table
from tests.games.whole import whole

# The sea, the pirates, the options, and lines; after each of them the state is whole.
LINES: dict[str, tuple[str, str, str, dict[str, object], list[str]]] = {
    "treasure to a shark": ("SEA-9.16, SEA-13.7", "e5=sh e4=wa e4:1", "S1 e4", PASSING, ["S1>e5+"]),
    "mud": ("SEA-9.18, SEA-9.19, SEA-9.25", "e5=wa e6=m2 e5:1", "S1 e5, W1 e6/2", PASSING, ["S1>e6+", "pass"]),
    "an octopus": ("SEA-9.7, SEA-9.8", "e5=wa e6=oc", "S1 e5, S2 e6, S3 e5", PASSING, ["S1>e6", "pass"]),
    "a turtle turned up": ("SEA-8.1, SEA-9.4", "e5=wa e6=?tu", "S1 e5", PASSING, ["S1>e6", "pass", "pass", "pass"]),
    "treasures turned up": ("SEA-8.3, SEA-13.1", "e5=wa e6=?t2", "S1 e5", PASSING, ["S1>e6"]),
    "a jump": ("SEA-12.2, SEA-12.4", "e5=ca e7=wa e8=?wa", "S1 e5, S2 e5", PASSING, ["S1~e7", "pass", "pass", "pass"]),
    "captives": (
        "SEA-16.4, SEA-16.10",
        "f1=m2 e5=wa",
        "S1 e5, S2 e5, W1 @S, W2 @S resting, N1 e5",
        PASSING,
        ["shark W2"],
    ),
    "before ships": ("SEA-7.3", "f1=wa a6=wa f11=wa", "S1 f1, W1 a6, N1 f11", PASSING, ["pass", "pass", "pass"]),
    "an end is proposed": ("SEA-19.1, SEA-19.2", "e5=wa", "S1 e5", PASSING, ["end?", "yes", "no", "pass"]),
    "an exit is chosen": ("SEA-10.4, SEA-11.11", "e5=wa e6=c8 e7=wa", "S1 e5", PASSING, ["S1>e6", "to e7"]),
}


@pytest.mark.parametrize(
    ("clauses", "sea", "pirates", "options", "lines"),
    [pytest.param(*line, id=name.replace(" ", "-")) for name, line in LINES.items()],
)
def test_every_state_on_the_way_is_whole(
    clauses: str, sea: str, pirates: str, options: dict[str, object], lines: list[str]
) -> None:
    assert clauses
    table = Table(sea, pirates, options=options)
    whole(GAME, table.match.options, table.s)
    number = 0
    for line in lines:
        table.match.play(line)
        while table.match.to_act() == CHANCE:
            number += 1
            whole(GAME, table.match.options, table.s, number)
            name = FIELD_NAMES[int(table.s.turning)]
            table.match.play(f"{name}={table.under.get(name, 'wa')}", CHANCE)
        number += 1
        whole(GAME, table.match.options, table.s, number)


def homes(table: Table) -> list[int]:
    """Of those who were thrown home by the last action: whether an enemy did it."""
    return [event[3] for played in table.match.played[-2:] for event in played.events if event[0] == HOME]


# -- tiles ---------------------------------------------------------------------------------------------------------------


def test_a_pirate_frees_mates_that_an_octopus_holds() -> None:
    """SEA-9.8: whichever of the three comes, and whichever is held."""
    for comes, held in (("S1", "S2"), ("S1", "S3"), ("S2", "S1"), ("S3", "S2")):
        table = Table("e5=wa e6=oc", f"{comes} e5, {held} e6 caught", options=PASSING)
        table.play(f"{comes}>e6")
        assert table.at(comes, held) == "e6, e6"


def test_a_full_island_throws_a_swimmer_home_and_no_enemy_does() -> None:
    """SEA-9.15: the current carries him onto it."""
    table = Table("e4=wa e5=?c1N e6=is", "S1 e4, W1 e6", options=PASSING)
    table.play("S1>e5")
    assert table.at("S1", "W1") == "@S, e6"
    assert homes(table) == [0]
    knocked = Table("e4=wa e5=wa", "S1 e4, W1 e5", options=PASSING)
    knocked.play("S1>e5")
    assert homes(knocked) == [1]


def test_a_pirate_without_room_in_the_mud_is_not_in_it() -> None:
    """SEA-9.25: two stand on its first step."""
    table = Table("e4=wa e5=?c1N e6=m2", "S1 e4, W1 e6/1, W2 e6/1", options=PASSING)
    table.play("S1>e5")
    assert table.at("S1") == "@S"
    whole(GAME, table.match.options, table.s)


@pytest.mark.parametrize("way", ["N", "E", "S", "W"])
def test_a_starfish_exiles_whichever_way_it_points(way: str) -> None:
    """SEA-10.12, SEA-14.5."""
    table = Table(f"e4=wa e5=?st{way}", "S1 e4", options=PASSING)
    table.play("S1>e5")
    assert "exile" in table.at("S1")


def test_a_current_leaves_a_castaway_who_is_no_exile() -> None:
    """SEA-14.4."""
    table = Table("e2=wa e1=?c1S", "S1 e2", options=PASSING)
    table.play("S1>e1")
    assert "exile" not in table.at("S1")


def test_the_dead_do_not_rest() -> None:
    """SEA-18.1: whoever rests and goes to the sharks is dead, and nothing else."""
    table = Table("e5=wa", "S1 e5, W1 @S resting", options=PASSING)
    table.play("shark W1")
    assert table.at("W1") == "dead"


def test_a_jump_ends_the_turn() -> None:
    """SEA-12.2, SEA-5.1."""
    table = Table("e5=ca e7=wa", "S1 e5", options=PASSING)
    table.play("S1~e7")
    assert (table.at("S1"), table.player) == ("e7", "W")
    assert table.treasure("e7") == 0


# -- turns and ships -----------------------------------------------------------------------------------------------------


def test_nobody_passes_who_can_step() -> None:
    """SEA-5.3: the ship is without a crew, but a pirate may swim."""
    table = Table("e5=wa e6=wa", "S1 e5, S2 e5, S3 e5", options={"allow_pass": "off", "ship_crew": "one"})
    assert not [action for action in table.legal() if action.startswith("ship")]
    assert table.why("pass") == "SEA-5.3"
    assert "pass" not in table.legal()


def test_an_agreement_may_be_proposed_once_a_turn() -> None:
    """SEA-19.1."""
    table = Table("e5=wa", "S1 e5", options=PASSING)
    assert "end?" in table.legal()
    assert "end?" not in Table("e5=wa", "S1 e5", options={**PASSING, "agreement": "off"}).legal()


def test_who_has_nobody_left_is_skipped_and_it_is_told() -> None:
    """SEA-18.3."""
    table = Table("e5=wa", "S1 e5, W1 dead, W2 dead, W3 dead", options={**PASSING, "idle_turns": "skip"})
    table.play("pass")
    assert table.player == "N"
    assert [event[1] for event in table.match.played[-1].events if event[0] == SKIPPED] == [1]


def test_a_captive_leaves_the_mud_by_its_last_step() -> None:
    """SEA-16.4, SEA-9.20."""
    table = Table("f1=m2 e5=wa", "S1 e5, W1 f1/2 captive", options=PASSING)
    assert "W1>f0" in table.legal()
    assert table.why("W1>f0") is None
    deep = Table("f1=m2 e5=wa", "S1 e5, W1 f1/1 captive", options=PASSING)
    assert deep.why("W1>f0") == "SEA-9.20"


def test_a_step_in_the_mud_is_a_turn() -> None:
    """SEA-9.19, SEA-5.1."""
    table = Table("e6=m2", "S1 e6/1", options=PASSING)
    table.play("S1^")
    assert (table.at("S1"), table.player) == ("e6/2", "W")


def test_a_step_leads_to_a_neighbour() -> None:
    """SEA-7.2: from the middle of the sea to eight fields, and to none beside them."""
    table = Table("e5=wa", "S1 e5", options=PASSING)
    near = {f"S1>{column}{row}" for column in "def" for row in (4, 5, 6)} - {"S1>e5"}
    assert set(table.of("S1")) == near
    for name in FIELD_NAMES:
        if f"S1>{name}" not in near and name[0] in "abcdefghijk" and 1 <= int(name[1:]) <= 11:
            assert table.why(f"S1>{name}") == "SEA-7.2"


@pytest.mark.parametrize(
    ("edge", "ship", "front"), [("S", "f0", "f1"), ("W", "w6", "a6"), ("N", "f12", "f11"), ("E", "x6", "k6")]
)
def test_everybody_may_step_into_the_own_ship(edge: str, ship: str, front: str) -> None:
    """SEA-7.3."""
    table = Table(f"{front}=wa", f"{edge}1 {front}", options=PASSING, player=edge, ships={edge: ship})
    assert f"{edge}1>{ship}" in table.legal()


@pytest.mark.parametrize(
    ("edge", "field", "out", "along"),
    [("d0", "d1", "S", "N"), ("d12", "d11", "N", "S"), ("w4", "a4", "W", "E"), ("x4", "k4", "E", "W")],
)
def test_no_castaway_goes_back_onto_a_current_that_leads_off_the_sea(
    edge: str, field: str, out: str, along: str
) -> None:
    """SEA-14.4: at each of the four edges the current out of the sea is closed, the one into it open."""
    assert Table(f"{field}=c1{out}", f"S1 {edge}", options=PASSING).why(f"S1>{field}") == "SEA-14.4"
    assert Table(f"{field}=c1{along}", f"S1 {edge}", options=PASSING).why(f"S1>{field}") is None


def test_where_a_jump_from_cat_ends_is_told() -> None:
    """SEA-12.2: onto a tile, or into the own ship; from where and whither, and that it was Cát."""

    def told(table: Table, line: str) -> list[tuple[int, ...]]:
        table.match.play(line)
        return [event for event in table.match.played[-1].events if event[0] == MOVED]

    onto = Table("e5=ca e7=wa", "S1 e5", options=PASSING)
    start, end = FIELD_NAMES.index("e5"), FIELD_NAMES.index("e7")
    assert told(onto, "S1~e7") == [(MOVED, 0, start, end * 64 + CAT)]
    aboard = Table("e5=ca", "S1 e5", ships={"S": "e0"}, options=PASSING)
    assert told(aboard, "S1~e0") == [(MOVED, 0, start, FIELD_NAMES.index("e0") * 64 + CAT)]
