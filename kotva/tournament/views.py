"""Section 8: what the organiser, a player and the public may know. Views are built, never stripped (TOU-20.11)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from kotva.tournament.cases import case_state
from kotva.tournament.choices import Spectators, StandingsPublic
from kotva.tournament.documents import ProjectedClock, board_sheet, label, projected_clock, schedule_lines
from kotva.tournament.results import write_value
from kotva.tournament.roles import letters
from kotva.tournament.standings import Standings, counts, standings
from kotva.tournament.state import Case, Round, TournamentState, TournamentTable
from kotva.tournament.tournament import Secrets


@dataclass(frozen=True, slots=True)
class PlayerView:
    id: str
    name: str
    club: str
    kind: str
    status: str
    entered: int
    contact: str | None = None  # the organiser sees all, a player the own one
    team: str = ""
    categories: tuple[str, ...] = ()
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class ResultView:
    version: int
    end: str
    winner: str | None
    seats: tuple[tuple[str, str], ...]
    reporter: str | None = None  # officials and the table's players alone


@dataclass(frozen=True, slots=True)
class TableView:
    number: int
    label: str
    seats: tuple[str, ...]
    state: str
    extended: int
    first: str | None
    result: ResultView | None = None
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundView:
    number: int
    state: str
    mode: str
    tables: tuple[TableView, ...]
    byes: tuple[str, ...]
    sat_out: tuple[str, ...]
    boards: tuple[tuple[str, str], ...]
    vector: tuple[str, ...] = ()  # of the draw: for the organiser and the head referee
    pairs: tuple[tuple[tuple[str, ...], int], ...] = ()
    trios: tuple[tuple[tuple[str, ...], int], ...] = ()
    proven: bool | None = None


@dataclass(frozen=True, slots=True)
class CaseView:
    id: str
    kind: str
    state: str
    tables: tuple[str, ...]
    subjects: tuple[str, ...]
    decision: str
    outcome: str
    facts: str | None = None
    opener: str | None = None
    protest: str | None = None
    votes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class TournamentView:
    """All that one viewer may know."""

    viewer: str | None
    name: str
    phase: str
    preset: str
    options: dict[str, str]
    commitment: str
    seed: str | None
    players: tuple[PlayerView, ...]
    officials: tuple[tuple[str, str, tuple[str, ...]], ...]
    schedule: tuple[tuple[int, str, str], ...]
    rounds: tuple[RoundView, ...]
    standings: Standings | None
    cases: tuple[CaseView, ...]
    clock: ProjectedClock


def view(state: TournamentState, viewer: str | None, at: datetime, secrets: Secrets | None = None) -> TournamentView:
    """The tournament as `viewer` (an official, a player, None: anybody) may know it."""
    roles = letters(state, viewer) if viewer is not None else ""
    return TournamentView(
        viewer=viewer,
        name=state.name,
        phase=state.phase,
        preset=state.options.preset,
        options=dict(state.options.texts),
        commitment=state.commitment,
        seed=state.seed,  # TOU-5.5: in the state only once the tournament is closed
        players=tuple(_player(state, player, viewer, "O" in roles, secrets) for player in state.players),
        officials=tuple((o.id, o.name, tuple(sorted(o.roles))) for o in state.officials.values()),
        schedule=tuple(schedule_lines(state)),
        rounds=tuple(
            _round(state, r, viewer, roles) for r in state.rounds if r.state != "drawn" or _may_see_draw(roles)
        ),
        standings=standings(state) if may_see_standings(state, roles) else None,
        cases=tuple(found for case in state.cases.values() if (found := _case(state, case, viewer, roles, at))),
        clock=projected_clock(state, at),
    )


def _may_see_draw(roles: str) -> bool:
    """A draw before its publication: the organiser and the head referee."""
    return bool(set(roles) & set("OH"))


def may_see_standings(state: TournamentState, roles: str) -> bool:
    """TOU-13.6: officials always; others by `standings.public`."""
    if set(roles) & set("OH"):
        return True
    if state.phase in ("finished", "closed"):
        return True
    rule = state.options.choice(StandingsPublic)
    match rule:
        case StandingsPublic.ALWAYS:
            return True
        case StandingsPublic.UNTIL_LAST:
            last = state.round(state.last_round)
            return not (last is not None and last.started_at)
        case StandingsPublic.FINAL:
            return False
        case _:
            assert_never(rule)


def _player(
    state: TournamentState, player: str, viewer: str | None, organiser: bool, secrets: Secrets | None
) -> PlayerView:
    found = state.players[player]
    contact = secrets.contacts.get(player) if secrets is not None and (organiser or viewer == player) else None
    told = (found.team, found.categories, found.rating)
    return PlayerView(player, found.name, found.club, found.kind, found.status, found.entered, contact, *told)


def _round(state: TournamentState, round: Round, viewer: str | None, roles: str) -> RoundView:
    tables = tuple(_table(state, round, table, viewer, roles) for table in round.tables)
    boards = tuple(board_sheet(state, round))
    plain = RoundView(round.number, round.state, round.mode, tables, tuple(round.byes), tuple(round.sat_out), boards)
    if round.draw is None or not _may_see_draw(roles):
        return plain
    draw = round.draw
    return RoundView(
        *(plain.number, plain.state, plain.mode, tables, plain.byes, plain.sat_out, boards),
        vector=draw.vector,
        pairs=tuple(draw.pairs),
        trios=tuple(draw.trios),
        proven=draw.proven,
    )


def _table(state: TournamentState, round: Round, table: TournamentTable, viewer: str | None, roles: str) -> TableView:
    """A result before its confirmation: officials and the own table; others see that it was reported."""
    inside = bool(set(roles) & set("OHRS")) or viewer in table.seats
    result = table.result
    shown = None
    if result is not None and (inside or counts(round, table)):
        seats = tuple((mark.player, write_value(mark)) for mark in result.marks)
        shown = ResultView(result.version, result.end, result.winner, seats, result.reporter if inside else None)
    return TableView(
        table.number,
        label(state, table),
        tuple(table.seats),
        table.state,
        table.extended,
        table.first,
        shown,
        tuple(table.confirmed) if inside else (),
    )


def _case(state: TournamentState, case: Case, viewer: str | None, roles: str, at: datetime) -> CaseView | None:
    """Officials see all, players their own, and everybody the final decisions."""
    now = case_state(state, case, at)
    tables = tuple(f"R{place[0]}.T{place[1]}" for place in case.tables)
    seated = any((table := state.table(place)) is not None and viewer in table.seats for place in case.tables)
    own = viewer is not None and (viewer in (case.opener, case.protester, *case.subjects, *case.panel) or seated)
    if not own and not set(roles) & set("OHR"):
        if now != "final":
            return None
        return CaseView(case.id, case.kind, now, tables, tuple(case.subjects), case.decision, case.outcome)
    return CaseView(
        case.id,
        case.kind,
        now,
        tables,
        tuple(case.subjects),
        case.decision,
        case.outcome,
        case.facts,
        case.opener,
        case.protest,
        tuple(case.votes.items()),
    )


# -- running games (TOU-17) ------------------------------------------------------------------------------------------


def may_watch(state: TournamentState, viewer: str | None, table: TournamentTable) -> tuple[bool, int]:
    """TOU-17.1: whether somebody may see the game of a table now, and with how many minutes' delay.

    A player who has finished is a spectator of the other tables. Officials on duty may stand anywhere.
    """
    roles = letters(state, viewer) if viewer is not None else ""
    if viewer in table.seats or set(roles) & set("OHRS"):
        return True, 0
    round = state.round(table.round)
    rule, minutes = state.options.spectators()
    match rule:
        case Spectators.LIVE:
            return True, 0
        case Spectators.DELAYED:
            return True, minutes
        case Spectators.AFTER_GAME:
            return table.ended is not None, 0
        case Spectators.AFTER_ROUND:
            return round is not None and round.state == "complete", 0
        case Spectators.NONE:
            return False, 0
        case _:
            assert_never(rule)


def sees_hands(state: TournamentState, official: str, table: TournamentTable) -> bool:
    """TOU-17.2: an official sees hidden hands only after opening a case there."""
    place = (table.round, table.number)
    return any(case.opener == official and place in case.tables for case in state.cases.values())
