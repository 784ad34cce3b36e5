"""Rules of Seameni that survived being broken by hand, or were held by golden games alone: a test names each of them."""

from __future__ import annotations

from collections import Counter

import pytest

from kotva.engine.game import Json
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE
from kotva.games.seameni import GAME
from kotva.games.seameni.board import CODES, PIRATE_NAMES
from kotva.games.seameni.rules.codes import CAPTURED
from kotva.match import Match
from tests.games.rulebook import table as rulebook_table
from tests.games.seameni.table import PASSING, Table

SEATS = {2: "SN", 3: "SWN", 4: "SWNE"}  # SEA-1.2


def captures(table: Table) -> list[tuple[str, int]]:
    """Who was taken captive so far, and by which seat, as the log's events say."""
    events = [event for played in table.match.played for event in played.events]
    return [(PIRATE_NAMES[a], b) for code, a, b, _ in events if code == CAPTURED]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_log_names_the_captor_when_a_current_brings_a_pirate(seats: int) -> None:
    """SEA-16.1, SEA-11.10 e: the owner of the ship, not the player whose turn it is, nor the pirate's owner."""
    options = {**PASSING, "partners": "off"} if seats == 4 else PASSING
    table = Table("f10=wa f11=?c1N", "S1 f10", seats, options)
    table.play("S1>f11")
    assert table.at("S1").startswith("@N")
    assert captures(table) == [("S1", SEATS[seats].index("N"))]
    said = [line for _, lines in table.match.log(None) for line in lines]
    seat = SEATS[seats].index("N") + 1
    assert f"Player 1's pirate 1 becomes a captive of Player {seat}." in said


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_log_names_the_captor_when_a_ship_takes_a_pirate(seats: int) -> None:
    """SEA-16.2, SEA-6.6: every pirate in the waters that it moves onto."""
    options = {**PASSING, "partners": "off"} if seats == 4 else PASSING
    table = Table("e5=wa", "S1 g12, S2 g12", seats, options)
    table.to("N")
    table.play("ship g12")
    seat = SEATS[seats].index("N")
    assert sorted(captures(table)) == [("S1", seat), ("S2", seat)]


@pytest.mark.parametrize("tile", ["wa", "t2", "is", "m3", "tu"])
def test_a_tile_turned_up_by_a_jump_is_progress(tile: str) -> None:
    """SEA-19.4, SEA-12.4: a tile turned up sets stall to 0, by whatever movement."""
    table = Table(f"e5=ca e9=?{tile}", "S1 e5", options=PASSING, stall=7)
    table.play("S1~e9")
    assert (table.tile("e9"), int(table.s.stall)) == (tile, 0)


def test_a_jump_that_must_be_repeated_is_progress_too() -> None:
    """SEA-19.4, SEA-12.5: the transit tile stays face up; the second jump, to a known field, adds nothing."""
    table = Table("e5=ca e9=?vo e8=wa", "S1 e5", options=PASSING, stall=7)
    table.play("S1~e9", "S1~e8")
    assert (table.tile("e9"), table.at("S1"), int(table.s.stall)) == ("vo", "e8", 0)


def test_a_jump_to_a_known_field_is_no_progress() -> None:
    """SEA-19.4."""
    table = Table("e5=ca e8=wa", "S1 e5", options=PASSING, stall=7)
    table.play("S1~e8")
    assert int(table.s.stall) == 8


def ended(table: Table) -> str:
    return table.match.outcome().reason if table.match.is_over else ""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_stall_counts_turns_of_all_players(seats: int) -> None:
    """SEA-19.5, SEA-19.7: stall_turns times the number of players; one turn fewer does not end it."""
    options: dict[str, object] = {**PASSING, "stall_turns": 7}
    early = Table("e5=wa", "", seats, options, stall=7 * seats - 2)
    early.play("pass")
    assert ended(early) == ""
    early.play("pass")
    assert ended(early) == "stall"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_limit_counts_turns_of_all_players(seats: int) -> None:
    """SEA-19.6, SEA-19.7: max_turns times the number of players."""
    options: dict[str, object] = {**PASSING, "max_turns": 30}
    table = Table("e5=wa", "", seats, options, turns=30 * seats - 2)
    table.play("pass")
    assert ended(table) == ""
    table.play("pass")
    assert ended(table) == "limit"


DEAD = ", ".join(f"{edge}{n} dead" for edge in "SWNE" for n in (1, 2, 3))


def test_all_players_idle_ends_the_game() -> None:
    """SEA-19.6, SEA-18.3: the last pirate dies; nobody has a pirate or a captive."""
    table = Table("e5=wa e6=sh", DEAD.replace("W2 dead", "W2 e5"), options=PASSING)
    table.play("pass")
    assert ended(table) == ""  # W is not idle
    table.play("W2>e6")
    assert ended(table) == "idle"


@pytest.mark.parametrize("who", PIRATE_NAMES)
def test_one_living_pirate_keeps_the_game_going(who: str) -> None:
    """SEA-18.3, SEA-19.6: whoever owns him, and whoever has just played."""
    pirates = DEAD.replace(f"{who} dead", f"{who} e5")
    table = Table("e5=wa", pirates, options=PASSING)
    for _ in range(4):
        table.play("pass")
        assert ended(table) == ""


def test_a_captor_is_not_idle() -> None:
    """SEA-18.3, SEA-18.4: who holds a captive plays on, though all his own are dead; so does who has only captives."""
    table = Table("e5=wa", DEAD.replace("W1 dead", "W1 @S"), options=PASSING)
    for _ in range(4):
        table.play("pass")
        assert ended(table) == ""


def test_the_first_reason_that_holds_is_recorded() -> None:
    """SEA-19.7: stall before the limit, the limit before idle (a death is progress, so stall and idle never meet)."""
    options: dict[str, object] = {**PASSING, "max_turns": 30, "stall_turns": 7}
    for stall, reason in ((27, "stall"), (26, "limit")):
        table = Table("e5=wa", options=options, stall=stall, turns=119)
        table.play("pass")
        assert ended(table) == reason
    last = Table("e5=wa e6=sh", DEAD.replace("W2 dead", "W2 e5"), options=options, turns=118)
    last.play("pass", "W2>e6")
    assert ended(last) == "limit"


def test_all_treasure_brought_or_lost_comes_first() -> None:
    """SEA-19.3, SEA-19.7: before stall, limit and idle; not with auto_end=off."""
    tiles = "a9=t1 b9=t1 c9=t1 d9=t1 e9=t2 f9=t2 g9=t2 h9=t3 i9=t3 j9=t3 a8=t4 b8=t4 c8=t4 d8=t5"
    scores: dict[str, Json] = {"S": 10, "W": 10, "N": 9, "E": 0}
    for auto, reason in (("on", "treasure"), ("off", "stall")):
        options: dict[str, object] = {**PASSING, "max_turns": 30, "stall_turns": 7, "auto_end": auto}
        table = Table(tiles, "", options=options, stall=27, turns=119, scores=scores, lost=7, treasures="")
        table.play("pass")
        assert ended(table) == reason


def test_a_captive_frees_a_mate_from_the_octopus() -> None:
    """SEA-9.8, SEA-16.3: two captives of one owner; for the octopus their owner is still their owner."""
    table = Table("f1=oc e5=wa", "W1 @S, W2 @S, S1 e5, S2 e5", options=PASSING)
    table.play("W1>f1")
    assert "caught" in table.at("W1")
    table.to("S")
    assert table.of("W1") == []
    table.play("W2>f1")
    assert "caught" not in table.at("W1", "W2")
    table.to("S")
    assert table.of("W1") == ["W1>f0"]
    assert table.of("W2") == ["W2>f0"]


@pytest.mark.parametrize("other", ["S1 f1 caught", "N1 f1 caught"])
def test_a_captive_frees_nobody_of_its_captors(other: str) -> None:
    """SEA-9.9, SEA-16.3: he counts as of their party, and yet he is not their owner's."""
    table = Table("f1=oc e5=wa", f"W1 @S, S2 e5, S3 e5, {other}", options=PASSING)
    table.play("W1>f1")
    assert "caught" in table.at("W1")
    assert "caught" in table.at(other[:2])


def test_captives_of_two_owners_do_not_free_each_other() -> None:
    """SEA-9.9, SEA-16.3: W and E are partners, and both are captives of S."""
    table = Table("f1=oc e5=wa", "W1 @S, E1 f1 captive caught, S1 e5, S2 e5", options=PASSING)
    table.play("W1>f1")
    assert "caught" in table.at("W1")
    assert "caught" in table.at("E1")


def test_the_first_tile_is_any_of_the_121() -> None:
    """SEA-2.1, SEA-2.2, SEA-4.1: each kind as often as the rulebook counts it, each of its faces equally often."""
    match = Match(GAME, 2, chance=False)
    while match.to_act() != CHANCE:
        match.play(match.legal()[0])
    out = Moves()
    match.state.list_chance(out)
    weights: Counter[str] = Counter()
    for action, weight in zip(out.items(), out.weights(), strict=True):
        weights[GAME.rules.actions.text(action).partition("=")[2]] += weight
    unit = sum(weights.values()) // 121
    assert sum(weights.values()) == 121 * unit
    for row in rulebook_table("seameni", "Tile", "Codes"):
        faces = row[1].split()
        if faces:
            assert sum(weights[face] for face in faces) == int(row[2]) * unit, row
            assert len({weights[face] for face in faces}) == 1, row
    assert set(weights) == set(CODES) - {"?"}
