"""What holds in every state of every tournament; tests look after each action."""

from __future__ import annotations

from kotva.tournament.options import STAGES
from kotva.tournament.standings import standings
from kotva.tournament.state import Round, TournamentState

_PHASES = ("draft", "registration", "ready", "running", "finished", "closed", "cancelled")


def check(state: TournamentState) -> None:
    """AssertionError says what is lost or doubled."""
    assert state.phase in _PHASES
    assert list(state.players) == [f"P{i}" for i in range(1, len(state.players) + 1)], (
        "section 3: ids in order of entry"
    )
    assert list(state.officials) == [f"O{i}" for i in range(1, len(state.officials) + 1)]
    heads = [official.id for official in state.officials.values() if "head" in official.roles]
    assert len(heads) <= 1, "TOU-16.1: exactly one head referee"
    assert len(state.panel) <= 2, "TOU-16.2: a panel of three with the head referee"
    _check_waiting(state)
    for number, round in enumerate(state.rounds, 1):
        assert round.number == number
        assert number == len(state.rounds) or round.state == "complete", "TOU-6.10: one round after the other"
        _check_round(state, round)
    if state.phase in ("draft", "registration", "ready"):
        assert state.published_rounds() == 0
    if state.phase == "finished":
        assert all(round.state == "complete" for round in state.rounds)
    assert (state.seed is not None) == (state.phase == "closed"), "TOU-5.5: the seed is known when it is closed"
    _check_standings(state)
    for case in state.cases.values():
        assert case.state in ("open", "decided", "panel", "final")
        assert (case.outcome != "") == (case.state == "final")
        assert len(case.panel) <= 3
        assert set(case.votes) <= set(case.panel), "TOU-16.4: nobody barred votes"


def _check_waiting(state: TournamentState) -> None:
    """TOU-2.3: nobody waits while there is room, before the first draw."""
    counted = [p for p in state.players.values() if not p.is_standin and p.status in ("entered", "present", "absent")]
    waiting = any(p.status == "waiting" for p in state.players.values())
    if waiting and not state.rounds and state.phase in ("registration", "ready"):
        assert len(counted) >= state.options.number("players.max")


def _check_round(state: TournamentState, round: Round) -> None:
    seated = round.seated()
    if round.mode == "arena":
        playing = [player for table in round.tables if table.state == "open" for player in table.seats]
        assert len(playing) == len(set(playing)), "TOU-19.20: everybody is in one game at a time"
    elif round.mode != "round_robin":
        assert len(seated) == len(set(seated)), "TOU-6.3: everybody is seated once"
    assert not set(seated) & set(round.byes), "TOU-6.3: seated or a bye"
    assert set(seated) | set(round.byes) <= set(state.players)
    assert [table.round for table in round.tables] == [round.number] * len(round.tables)
    numbers = [table.number for table in round.tables]
    assert len(numbers) == len(set(numbers))
    for table in round.tables:
        assert 1 <= len(table.seats) <= state.options.number("table.size")
        if round.mode not in (*STAGES, "fixed"):
            assert len(table.seats) >= state.options.number("table.min"), "TOU-3.2"
        assert [result.version for result in table.versions] == list(range(1, len(table.versions) + 1)), "TOU-10.8"
        for result in table.versions:
            if round.state == "complete":
                assert sorted(mark.player for mark in result.marks) == sorted(table.seats), "TOU-10.6"
        if round.state == "complete":
            assert table.result is not None, "TOU-10.9"
        if round.state in ("drawn", "published"):
            assert table.state == "open"


def _check_standings(state: TournamentState) -> None:
    """TOU-13.3, TOU-13.4: ranks without gaps (but for lots by hand), everybody once, nobody expelled ranked."""
    found = standings(state)
    order = found.order()
    assert len(order) == len(set(order))
    ranks = [row.rank for row in found.rows if row.rank is not None]
    if not found.open_lots:
        assert ranks == list(range(1, len(ranks) + 1))
    assert ranks == sorted(ranks)
    for row in found.rows:
        player = state.players[row.player]
        assert (row.rank is None) == (player.status == "expelled")
        assert not player.is_standin
        assert row.totals.pp >= 0
        assert 0 <= row.totals.success <= 1 or state.options.word("success.mode") == "scaled"
