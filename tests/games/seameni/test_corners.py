"""Rare corners of Seameni that were wrong or unsaid once."""

from __future__ import annotations

from kotva.engine.game import Json
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
