"""TOU-15.7: a tournament that runs itself. What the platform does next, as far as the organiser has left it to it."""

from __future__ import annotations

from datetime import datetime, timedelta

from kotva.tournament.clock import has_expired
from kotva.tournament.log import Args
from kotva.tournament.roles import runs_itself
from kotva.tournament.running import open_tables
from kotva.tournament.schedule import earliest_start, overrun, start_of
from kotva.tournament.state import Round, TournamentState, read_time


def next_steps(state: TournamentState, at: datetime) -> list[tuple[str, Args]]:
    """The actions that are due now, in order; each is judged by the rules like everybody's."""
    if not runs_itself(state) or state.phase not in ("ready", "running"):
        return []
    round = state.current
    if round is None or round.state == "complete":
        return _draw(state, len(state.rounds) + 1, at)
    if round.state == "published":
        earliest = earliest_start(state, round.number)
        return [("start", {"round": round.number})] if earliest is not None and at >= earliest else []
    over = round.mode != "arena" or has_expired(round, at)  # TOU-19.20
    if round.state == "running" and over and not round.is_paused and not open_tables(state, round):
        return [("complete", {"round": round.number})]
    return []  # a draw that somebody looks at waits for that person


def _draw(state: TournamentState, number: int, at: datetime) -> list[tuple[str, Args]]:
    if number > state.last_round:
        return []
    late = overrun(state, number - 1)
    if late is not None:  # TOU-15.5: nobody is there to decide otherwise
        return [("shift", {"round": number, "minutes": late})]
    if (due := draws_at(state, number)) is None or at < due:
        return []
    bots = [player.id for player in state.players.values() if player.kind == "bot" and player.status == "entered"]
    steps: list[tuple[str, Args]] = [("checkin", {"player": id}) for id in bots]
    return [*steps, ("draw", {"round": number}), ("publish", {"round": number})]


def draws_at(state: TournamentState, number: int) -> datetime | None:
    """TOU-15.3: as long before the start as the draw must be known; after a break, whatever the schedule says (TOU-15.5)."""
    start, options = start_of(state, number), state.options
    if start is None:
        return None
    before = state.round(number - 1)
    if before is not None and before.completed_at:
        start = max(start, read_time(before.completed_at) + timedelta(minutes=options.number("break.min")))
    return start - timedelta(minutes=options.number("publish.lead"))


def waits_for(state: TournamentState) -> tuple[int, str, datetime] | None:
    """For the pages: the next round, what will be done (`draw`, `start`), and when; None where nothing is due."""
    if not runs_itself(state) or state.phase not in ("ready", "running"):
        return None
    round: Round | None = state.current
    if round is not None and round.state == "published":
        earliest = earliest_start(state, round.number)
        return (round.number, "start", earliest) if earliest is not None else None
    number = len(state.rounds) + 1
    if (round is None or round.state == "complete") and number <= state.last_round:
        due = draws_at(state, number)
        return (number, "draw", due) if due is not None else None
    return None
