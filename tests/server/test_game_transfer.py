"""Games in a backup (TOU-20.9) that were begun under earlier rules."""

from __future__ import annotations

import pytest

from kotva.server.table_log import TableLog
from kotva.server.tournament_store import TournamentRow
from kotva.server.tournaments.game_transfer import _all_prepared
from kotva.server.tournaments.session import SessionFacts
from tests.tournament.held import HeldTournament


@pytest.mark.parametrize(("asked", "version", "played"), [("own_pass=barred", "1.0", "barred"), ("", "1.0", "free")])
def test_TOU_20_9_a_game_under_earlier_rules_keeps_its_options(asked: str, version: str, played: str) -> None:
    """What the tournament asks for stays, also where it is the default today; what it leaves open is as it was then."""
    held = HeldTournament(2, preset="duel-swiss", game="hexxi", online="true", rounds="1", game__options=asked)
    held.begin(1)
    seats = held.table(1, 1).seats
    game = {"players": list(seats), "bots": ["", ""], "version": version, "moves": []}
    row = TournamentRow("t", "Osada", "running", "osada", "links")
    ((made, events, _),) = _all_prepared(SessionFacts("t", held.state, row), {"R1.T1": game})  # type: ignore[dict-item]
    assert TableLog.load(made, events).match.options["own_pass"] == played
