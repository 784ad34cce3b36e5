"""Rare corners of Seameni that were wrong or unsaid once."""

from __future__ import annotations

import pytest

from kotva.engine.arrays import Rng
from kotva.engine.fields import key
from kotva.engine.game import Json
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE
from kotva.games.seameni import GAME
from kotva.match import Match
from tests.games.seameni.table import PASSING, Table


def test_a_rest_that_is_being_served_is_not_renewed_by_a_capture() -> None:
    """SEA-9.5: W1 rests in this very turn of W, is put out, and the starfish throws him into the ship of S."""
    start: dict[str, Json] = {
        "player": "W",
        "ships": {"S": "a0"},
        "tiles": "a6=stS e6=ca e9=wa a1=wa",
        "pirates": {"W1": "@W resting", "E1": "@W", "W2": "e6", "S1": "e9", "S2": "e9"},
    }
    match = Match(GAME, 4, {"allow_pass": "on"}, position=start, chance=False)
    for action in ("W2~w6", "out W1", "pass", "pass"):
        match.play(action)
    assert "W1>a1" in match.legal()


def test_a_rest_that_is_still_to_come_goes_with_a_captive() -> None:
    """SEA-9.4, 9.5, 16.2: S1 is to rest in the next turn of S; W sails onto him first, so he rests in the next turn of W."""
    table = Table("a5=wa a7=wa", "S1 w5 exile resting, W1 a7", options=PASSING, player="W")
    table.play("ship w5")
    assert table.at("S1") == "@W captive resting"
    table.to("S")
    table.play("pass")
    assert (table.player, table.why("S1>a5")) == ("W", "SEA-9.4")
    table.play("pass")
    table.to("W")
    assert "S1>a5" in table.main()


@pytest.mark.parametrize("pirate", ["S1", "S2", "N3", "E1"])
def test_any_captive_may_go_to_the_sharks(pirate: str) -> None:
    """SEA-5.6, 16.10: whichever of the twelve he is."""
    table = Table("a5=wa", f"W1 a5, {pirate} @W captive", player="W", options={"partners": "off"})
    assert [action for action in table.legal() if action.startswith("shark")] == [f"shark {pirate}"]


@pytest.mark.parametrize(("seats", "edges"), [(2, ["S", "N"]), (3, ["S", "W", "N"]), (4, ["S", "W", "N", "E"])])
def test_the_lot_names_only_who_sits_there(seats: int, edges: list[str]) -> None:
    """SEA-1.2, 1.4: with two players those at S and N; a quick draw finds the same ones as the list."""
    match = Match(GAME, seats, {"first": "random"}, chance=False)
    assert match.legal() == [f"first {edge}" for edge in edges]
    drawn = {GAME.rules.actions.text(int(match.state.sample(Rng(seed), Moves()))) for seed in range(40)}
    assert drawn == set(match.legal())


def test_an_exile_who_is_thrown_home_is_no_exile_any_more() -> None:
    """SEA-14.6, 14.9, 15.4: W1 walks round the sea onto S1; aboard his ship no mark is left on him."""
    table = Table("a5=wa", "S1 w5 exile, W1 w4", player="W")
    table.play("W1>w5")
    assert table.at("S1", "W1") == "@S, w5"
    GAME.rules.check(table.s)


def test_all_free_pirates_of_a_crowded_ship_may_be_put_out() -> None:
    """SEA-17.4: the first of all pirates too."""
    table = Table("e5=wa e6=wa", "W1 e5, S1 e6, N2 @S", player="W")
    table.play("W1>e6")
    assert (table.phase, table.player) == ("overflow", "S")
    assert table.legal() == ["out S1", "out S2", "out S3", "out N2"]


def test_an_island_that_is_taken_is_not_in_the_list() -> None:
    """SEA-9.13: neither by a friend nor by an enemy."""
    for other in ("S2", "W1"):
        table = Table("e5=wa e6=is d5=wa", f"S1 e5, {other} e6")
        assert "S1>e6" not in table.main()
        assert "S1>d5" in table.main()


def test_the_last_that_is_put_out_goes_by_itself_and_is_asked_on_the_way() -> None:
    """SEA-5.7, 17.5, 10.4: three have come back over the current; W1 is left, and which exit he takes is still a choice."""
    table = Table("e5=wa e6=wa a6=c2EW", "S1 e5, W1 e6, E1 @W")
    table.play("S1>e6")
    for pirate in ("W2", "W3", "E1"):
        table.play(f"out {pirate}", "to w6")
    assert (table.phase, table.legal()) == ("chain", ["to b6", "to w6"])
    table.play("to b6")
    assert (table.at("W1"), table.phase) == ("b6", "turn")


def test_a_fish_throws_on_whom_a_fish_has_thrown() -> None:
    """SEA-10.6: from e2 onto f3, over e2 to d1, over f3 to g4, three fields away; there a tile is still to be turned up."""
    match = Table("e2=wa d1=ef f3=? g4=?", "S1 e2").match
    match.play("S1>f3")
    match.play("f3=ef", CHANCE)
    state = match.state
    GAME.rules.check(state)
    assert match.legal()[0].startswith("g4=")
    again = GAME.from_position(GAME.to_position(state), match.options)
    assert key(again) == key(state)
    match.play("g4=wa", CHANCE)
    assert GAME.to_position(match.state)["pirates"]["S1"] == "g4"  # type: ignore[index, call-overload]
