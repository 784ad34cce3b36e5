"""Rules of Seameni asked for every pirate, not for the first one alone, and what everybody is told."""

from __future__ import annotations

from collections import Counter

import pytest

from kotva.engine.arrays import Rng
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OK
from kotva.games.seameni import GAME
from kotva.games.seameni.board import FIELD_NAMES
from kotva.games.seameni.rules.codes import BEGAN, CAPTURED, DIED, FINISHED, FREED
from kotva.games.seameni.rules.look_ahead import BARRED, DEADLY, SAFE, value
from kotva.match import Match
from tests.games.seameni.table import PASSING, Table
from tests.games.seameni.test_scenarios_later import crowded

# All twenty tiles with several exits, each of which can be reached from g8.
TWENTY = (
    "d5=c4s d6=c2NW d7=c8 d8=ho e5=c4s e6=c2NS e7=c8 e8=c2EW f5=c4d f6=c2NE "
    "f7=c4s f8=c4d g5=c4d g6=c4d g7=c2NW g8=c2EW h5=c4s h6=c2NS h7=ho h8=c2NE"
)


def events(table: Table, code: int) -> list[tuple[int, ...]]:
    return [event for played in table.match.played for event in played.events if event[0] == code]


def test_all_tiles_with_several_exits_may_lie_together() -> None:
    """SEA-11.4, SEA-13.5: with a treasure every end is a field that is face down; without one that is where he may go."""
    at, origin = FIELD_NAMES.index("g8"), FIELD_NAMES.index("g9")
    table = Table(f"{TWENTY} c4=wa", "S1 c4", options=PASSING)
    assert value(table.s, 0, at, origin, 0) == SAFE
    assert value(table.s, 0, at, origin, 1) == DEADLY < BARRED  # round and round, which is not forbidden


@pytest.mark.parametrize("pirate", ["S1", "S2", "S3"])
def test_any_of_the_crew_sails_the_ship(pirate: str) -> None:
    """SEA-6.4: one aboard is enough, whoever it is."""
    ashore = ", ".join(f"{other} e5" for other in ("S1", "S2", "S3") if other != pirate)
    table = Table("e5=wa", ashore, options={**PASSING, "ship_crew": "one"})
    assert [action for action in table.legal() if action.startswith("ship")] == ["ship e0", "ship g0"]
    table = Table("e5=wa", f"{ashore}, {pirate} e5", options={**PASSING, "ship_crew": "one"})
    assert table.why("ship e0") == "SEA-6.4"


def test_one_action_is_enough_to_be_no_pass() -> None:
    """SEA-5.3: S1 wades on through the mud, and nothing else is left to do."""
    options: dict[str, object] = {"allow_pass": "off", "ship_crew": "one"}
    table = Table("e5=m3", "S1 e5/1, S2 dead, S3 dead", options=options)
    assert len(table.main()) == 1
    assert table.why("pass") == "SEA-5.3"


def test_who_begins_is_drawn_by_chance_alone() -> None:
    """SEA-1.4: no seat says so, and nobody is drawn who does not sit there."""
    match = Match(GAME, 2, {"first": "random"}, chance=False)
    first = GAME.rules.actions.parse("first S")
    assert match.state.why_not(CHANCE, first) == OK
    assert {GAME.clause(int(match.state.why_not(seat, first))) for seat in (0, 1)} == {"SEA-1.4"}
    assert GAME.clause(int(match.state.why_not(CHANCE, GAME.rules.actions.parse("first W")))) == "SEA-1.4"
    match.play("first N", CHANCE)
    assert GAME.clause(int(match.state.why_not(CHANCE, first))) == "SEA-1.4"


def test_going_round_drowns_where_the_way_has_been() -> None:
    """SEA-11.12 a: e5, e6, f6, f5, e5 from another side, and e6 from e5 once more: there."""
    table = Table("e4=wa e5=?c1N e6=c1E f6=c1S f5=c1W", "S1 e4", options=PASSING)
    table.play("S1>e5")
    assert table.at("S1") == "dead"
    assert [event[2] for event in events(table, DIED)] == [FIELD_NAMES.index("e6")]


def test_only_who_was_caught_is_told_to_be_free() -> None:
    """SEA-9.8."""
    table = Table("e5=wa e6=oc", "S1 e5, S2 e6, S3 e6 caught", options=PASSING)
    table.play("S1>e6")
    assert [event[1] for event in events(table, FREED)] == [2]


def test_a_treasure_that_is_brought_is_progress() -> None:
    """SEA-19.5, SEA-13.6: stall begins anew."""
    table = Table("f1=wa f1:1", "S1 f1", options=PASSING, stall=7)
    table.play("S1>f0+")
    assert (table.score("S"), int(table.s.stall)) == (1, 0)
    empty = Table("f1=wa f1:1", "S1 f1", options=PASSING, stall=7)
    empty.play("S1>f0")
    assert int(empty.s.stall) == 8


def test_a_pirate_carried_into_an_enemy_ship_is_captured_and_it_is_told() -> None:
    """SEA-16.1, SEA-11.10 e."""
    table = Table("b6=wa a6=?c1W", "S1 b6", options=PASSING)
    table.play("S1>a6")
    assert table.at("S1") == "@W captive"
    assert [event[1] for event in events(table, CAPTURED)] == [0]


@pytest.mark.parametrize(("ship", "why"), [("w6", "SEA-14.8"), ("w7", None)])
def test_from_an_outer_field_nobody_steps_into_an_enemy_ship(ship: str, why: str | None) -> None:
    """SEA-14.8: S1 stands behind w6."""
    table = Table("", "S1 w6*", ships={"W": ship}, options=PASSING)
    assert table.why("S1>w6") == why
    assert ("S1>w6" in table.legal()) is (why is None)


def test_turns_and_the_end_are_told() -> None:
    """SEA-4.7, SEA-5.8, SEA-19.2: which turn begins, whose, and why the game is over."""
    match = Match(GAME, 2, {"first": "1", "allow_pass": "on"})
    while match.state.turns < 2:  # type: ignore[attr-defined]
        match.play(match.legal()[0] if "pass" not in match.legal() else "pass")
    told = [event[1:3] for played in match.played for event in played.events if event[0] == BEGAN]
    assert told == [(1, 0), (2, 1), (3, 0)]
    table = Table("e5=wa", "S1 e5", options=PASSING, seats=2)
    table.play("end?", "yes")
    assert table.match.is_over
    assert [event[1] for event in events(table, FINISHED)] == [int(table.s.ended)]


def test_a_death_is_progress() -> None:
    """SEA-19.5: stall begins anew."""
    table = Table("e5=wa e6=sh", "S1 e5", options=PASSING, stall=7)
    table.play("S1>e6")
    assert (table.at("S1"), int(table.s.stall)) == ("dead", 0)


def test_nobody_is_put_out_twice_in_a_turn() -> None:
    """SEA-17.4, SEA-17.7: the current brings W2 back aboard; in the next turn all may be put out again."""
    table = crowded("a6=c1W")
    table.play("out W2")
    assert (table.at("W2"), table.why("out W2")) == ("@W", "SEA-17.4")
    assert sorted(table.legal()) == ["out E1", "out W1", "out W3"]
    table.play("out W3", "out E1", "astern W3")
    assert (table.phase, int(table.s.put_out)) == ("turn", 0)
    GAME.rules.check(table.s)


def test_a_pirate_with_a_treasure_in_the_mud_takes_it_aboard() -> None:
    """SEA-9.26, SEA-7.3: his last step lies before his ship; without it he does not go."""
    table = Table("f1=m2 f1/2:1", "S1 f1/2", options=PASSING)
    assert [action for action in table.of("S1") if "f0" in action] == ["S1>f0+"]
    assert table.why("S1>f0") == "SEA-9.26"


def test_chance_turns_up_what_is_left() -> None:
    """SEA-8.1: every tile that still lies face down, and no other, as likely as there are such tiles."""
    table = Table("e5=wa e6=?", "S1 e5", options=PASSING)
    table.match.play("S1>e6")
    out, drawn = Moves(), Counter[int]()
    table.s.list_chance(out)
    listed = dict(zip(out.items(), out.weights(), strict=True))
    for seed in range(3000):
        drawn[int(table.s.sample(Rng(seed), Moves()))] += 1
    assert drawn.keys() == listed.keys()
    total = sum(listed.values())
    for action, weight in listed.items():
        assert abs(drawn[action] / 3000 - weight / total) < 0.03
