"""TOU-15: the times of all rounds, shifts and the proposal after an overrun."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from kotva.tournament.action import ActionCall
from kotva.tournament.action_arguments import ShiftArgs
from kotva.tournament.log import Json
from kotva.tournament.refusal import Refused
from kotva.tournament.state import TournamentState, read_time

MOST_SHIFT = 1440  # minutes
_SAME_DAY = timedelta(hours=12)  # TOU-15.9


@dataclass(frozen=True, slots=True)
class ScheduleSlot:
    """From when to when something happens; `round` 0 is the announcement. Without times: no round has started yet (TOU-15.8)."""

    round: int
    start: datetime | None
    end: datetime | None


def schedule(state: TournamentState) -> list[ScheduleSlot]:
    """TOU-15.1, TOU-15.2: the rounds and, last, the announcement. TOU-15.6: durations are elapsed minutes."""
    options = state.options
    moment = None if is_unscheduled(state) else _first_start(state)
    length = options.number_or_none("time.round") or 0
    breaks = options.minutes_by_round("breaks")
    out = []
    for number in range(1, state.last_round + 1):
        moment = _later(moment, state.shifts.get(number, 0))  # TOU-15.4: this round and all that follow
        played = state.round(number)
        if is_unscheduled(state) and played is not None and played.started_at:
            moment = read_time(played.started_at)  # TOU-15.8
        own = played.minutes if played and played.started_at else length  # TOU-1.5: as it was when it started
        end = _later(moment, own or 0)
        out.append(ScheduleSlot(number, moment, end))
        moment = _later(end, breaks.get(number, options.number("break")))
    last = _later(out[-1].end, options.number("ceremony.gap"))
    out.append(ScheduleSlot(0, last, _later(last, options.number("ceremony.minutes"))))
    return out


def is_unscheduled(state: TournamentState) -> bool:
    """TOU-15.8: rounds start when they are started; times are known from then on."""
    return state.options.number_or_none("start") is None


def with_start(options: Mapping[str, Json]) -> dict[str, Json]:
    """TOU-15.8: what is asked for a new tournament; without a time or a day it starts when somebody says so."""
    given = {"start", "date"} & set(options) or options.get("auto") == "true"
    return dict(options) if given else {**options, "start": "now"}


def _first_start(state: TournamentState) -> datetime:
    options = state.options
    zone, minutes = ZoneInfo(options.word("zone")), options.number("start")
    day = date.fromisoformat(options.word("date")) if options.word("date") else _created(state, zone)
    return datetime.combine(day, time(minutes // 60, minutes % 60), zone).astimezone(UTC)


def _later(moment: datetime | None, minutes: int) -> datetime | None:
    return None if moment is None else moment + timedelta(minutes=minutes)


def _created(state: TournamentState, zone: ZoneInfo) -> date:
    """A tournament without a date is held on the day it was made."""
    return read_time(state.created_at).astimezone(zone).date() if state.created_at else date(2000, 1, 1)


def start_of(state: TournamentState, round: int) -> datetime | None:
    return schedule(state)[round - 1].start


def day_of(state: TournamentState) -> date:
    """The day of the first round where it is held."""
    zone, start = ZoneInfo(state.options.word("zone")), start_of(state, 1)
    if start is not None:
        return start.astimezone(zone).date()
    given = state.options.word("date")
    return date.fromisoformat(given) if given else _created(state, zone)


def clock_time(state: TournamentState, moment: datetime | None) -> str:
    """Section 3: local wall-clock time of the tournament's zone; nothing where it is not known yet (TOU-15.8)."""
    return moment.astimezone(ZoneInfo(state.options.word("zone"))).strftime("%H:%M") if moment is not None else ""


def start_time(state: TournamentState, moment: datetime | None) -> str:
    """TOU-15.9: a start with its date, where it is on another day and more than twelve hours after the first one."""
    first = start_of(state, 1)
    if moment is None or first is None or moment - first <= _SAME_DAY:
        return clock_time(state, moment)
    day = moment.astimezone(ZoneInfo(state.options.word("zone"))).date()
    return f"{day.isoformat()} {clock_time(state, moment)}" if day != day_of(state) else clock_time(state, moment)


def overrun(state: TournamentState, round: int) -> int | None:
    """TOU-15.5: by how many minutes the next start should be shifted after this round, or None.

    None as well where one shift (TOU-15.4) cannot make up for it: the day of the tournament is long past.
    """
    played, options = state.round(round), state.options
    if played is None or round >= state.last_round or not all(table.ended for table in played.tables):
        return None
    if (following := state.round(round + 1)) and following.started_at:
        return None
    ended = max((read_time(table.ended) for table in played.tables if table.ended), default=None)
    published = start_of(state, round + 1)
    if ended is None or published is None or is_unscheduled(state):  # TOU-15.8: nothing was promised
        return None
    ready = ended + timedelta(minutes=options.number("break.min"))
    if ready <= published:
        return None
    step = options.number("shift.step") * 60
    # Up to the next multiple past the hour of the local clock.
    local = ready.astimezone(ZoneInfo(options.word("zone")))
    past = local.minute * 60 + local.second
    ready += timedelta(seconds=-past % step)
    minutes = int((ready - published).total_seconds()) // 60
    return minutes if minutes <= MOST_SHIFT else None


def check_shift(state: TournamentState, call: ActionCall[ShiftArgs]) -> None:
    """TOU-15.4: never earlier, and only before the round starts."""
    number, minutes = call.args.round, call.args.minutes
    if not 1 <= number <= state.last_round:
        raise Refused("There is no round {round}.", "RANGE", "TOU-15.4", round=number)
    if not 1 <= minutes <= MOST_SHIFT:
        raise Refused("A start is moved later by 1 to 1440 minutes, never earlier.", "RANGE", "TOU-15.4")
    found = state.round(number)
    if found is not None and found.started_at:
        raise Refused("Round {round} has started.", "STATE", "TOU-15.4", round=number)


def shift(state: TournamentState, call: ActionCall[ShiftArgs]) -> None:
    state.shifts[call.args.round] = state.shifts.get(call.args.round, 0) + call.args.minutes


def earliest_start(state: TournamentState, round: int) -> datetime | None:
    """TOU-9.1, TOU-15.3: neither before the published time nor within `publish.lead` minutes of the draw's publication.

    None: at any time (TOU-15.8).
    """
    found = state.round(round)
    lead = timedelta(minutes=state.options.number("publish.lead"))
    if is_unscheduled(state) or (earliest := start_of(state, round)) is None:
        return None
    return max(earliest, read_time(found.published_at) + lead) if found and found.published_at else earliest


def check_start_time(state: TournamentState, round: int, at: str) -> None:
    """TOU-9.1: not earlier."""
    earliest = earliest_start(state, round)
    if earliest is not None and read_time(at) < earliest:
        raise Refused(
            "Round {round} starts at {time}, not earlier, unless the head referee says that everybody is seated.",
            "TOO_EARLY",
            "TOU-9.1",
            round=round,
            time=clock_time(state, earliest),
        )
