"""TOU-15.7: a tournament that runs itself. What the platform does next, as far as the organiser has left it to it."""

from __future__ import annotations

from datetime import datetime, timedelta

from kotva.tournament.log import Args
from kotva.tournament.roles import runs_itself
from kotva.tournament.running import open_tables
from kotva.tournament.schedule import MOST_SHIFT, earliest_start, overrun, start_of
from kotva.tournament.state import Round, State, read_time


def next_steps(state: State, at: datetime) -> list[tuple[str, Args]]:
    """The actions that are due now, in order; each is judged by the rules like everybody's."""
    if not runs_itself(state) or state.phase not in ("ready", "running"):
        return []
    round = state.current
    if round is None or round.state == "complete":
        return _draw(state, len(state.rounds) + 1, at)
    if round.state == "published":
        return [("start", {"round": round.number})] if at >= earliest_start(state, round.number) else []
    if round.state == "running" and not round.is_paused and not open_tables(state, round):
        return [("complete", {"round": round.number})]
    return []  # a draw that somebody looks at waits for that person


def _draw(state: State, number: int, at: datetime) -> list[tuple[str, Args]]:
    if number > state.last_round:
        return []
    late = overrun(state, number - 1)
    if late is not None and late <= MOST_SHIFT:  # TOU-15.5: nobody is there to decide otherwise
        return [("shift", {"round": number, "minutes": late})]
    if at < draws_at(state, number):
        return []
    bots = [player.id for player in state.players.values() if player.kind == "bot" and player.status == "entered"]
    steps: list[tuple[str, Args]] = [("checkin", {"player": id}) for id in bots]
    return [*steps, ("draw", {"round": number}), ("publish", {"round": number})]


def draws_at(state: State, number: int) -> datetime:
    """TOU-15.3: as long before the start as the draw must be known; after a break, whatever the schedule says (TOU-15.5)."""
    start, options = start_of(state, number), state.options
    before = state.round(number - 1)
    if before is not None and before.completed_at:
        start = max(start, read_time(before.completed_at) + timedelta(minutes=options.number("break.min")))
    return start - timedelta(minutes=options.number("publish.lead"))


def waits_for(state: State) -> tuple[int, str, datetime] | None:
    """For the pages: the next round, what will be done (`draw`, `start`), and when; None where nothing is due."""
    if not runs_itself(state) or state.phase not in ("ready", "running"):
        return None
    round: Round | None = state.current
    if round is not None and round.state == "published":
        return round.number, "start", earliest_start(state, round.number)
    number = len(state.rounds) + 1
    if (round is None or round.state == "complete") and number <= state.last_round:
        return number, "draw", draws_at(state, number)
    return None
