"""TOU-18: the log as a chain, and the state as its replay."""

from __future__ import annotations

import pytest

from kotva.tournament.log import TournamentEntry, canonical, chain, check_chain, next_hash
from kotva.tournament.refusal import Refused
from tests.tournament.held import HeldTournament


def test_TOU_S33_log() -> None:
    """TOU-18.2."""
    entries = [
        TournamentEntry(1, "2025-03-01T09:00:00Z", "O1", "create", {"name": "Osada", "preset": "settlers-cz"}),
        TournamentEntry(2, "2025-03-01T09:05:00Z", "O1", "register", {"name": "Čáp", "club": "Brno"}),
        TournamentEntry(3, "2025-03-01T11:58:30Z", "P1", "checkin", {"player": "P1"}),
    ]
    assert canonical(entries[0].to_json()) == (
        '{"actor":"O1","args":{"name":"Osada","preset":"settlers-cz"},'
        '"at":"2025-03-01T09:00:00Z","op":"create","seq":1}'
    )
    last, found = "0" * 64, []
    for entry in entries:
        last = next_hash(last, entry)
        found.append(last[:16])
    assert found == ["00fdf47a20a0c8c2", "5b44bcdffada786d", "149e8206504d7290"]
    assert chain(entries) == last


def test_the_state_is_the_replay_of_the_log() -> None:
    """TOU-18.1."""
    held = HeldTournament(10)
    held.fixed(1, "P8 P2 P3 P9", "P7 P4 P1", "P10 P6 P5")
    held.do("publish R1")
    held.start(1)
    held.finish(1, "T1 won=P8 P8:10 P2:8 P3:8 P9:4", "T2 won=P1 P7:5 P4:7 P1:11", "T3 time P10:8 P6:6 P5:8")
    assert held.replayed() == held.state
    assert held.order() == "P1 P8 P10 P5 P3 P2 P4 P6 P7 P9"


def test_a_changed_line_is_detected() -> None:
    """TOU-18.3, TOU-20.9."""
    held = HeldTournament(4)
    told = held.state.hash
    check_chain(held.log, told)
    changed = [*held.log]
    changed[4] = TournamentEntry(5, changed[4].at, "O1", "register", {"name": "Somebody else"})
    with pytest.raises(Refused) as refused:
        check_chain(changed, told)
    assert refused.value.code == "TAMPERED"
