"""TOU-15: the times of all rounds, shifts and the proposal after an overrun."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from kotva.tournament.log import Entry
from kotva.tournament.reading import Reader
from kotva.tournament.refusal import Refused
from kotva.tournament.state import State, read_time

MOST_SHIFT = 1440  # minutes


@dataclass(frozen=True, slots=True)
class Slot:
    """From when to when something happens; `round` 0 is the announcement of the results."""

    round: int
    start: datetime
    end: datetime


def schedule(state: State) -> list[Slot]:
    """TOU-15.1, TOU-15.2: the rounds and, last, the announcement. TOU-15.6: durations are elapsed minutes."""
    options = state.options
    zone = ZoneInfo(options.word("zone"))
    day = date.fromisoformat(options.word("date")) if options.word("date") else _created(state, zone)
    minutes = options.number("start")
    moment = datetime.combine(day, time(minutes // 60, minutes % 60), zone).astimezone(UTC)
    length = options.number_or_none("time.round") or 0
    breaks = options.minutes_by_round("breaks")
    out = []
    for number in range(1, state.last_round + 1):
        moment += timedelta(minutes=state.shifts.get(number, 0))  # TOU-15.4: this round and all that follow
        played = state.round(number)
        own = played.minutes if played and played.started_at else length  # TOU-1.5: as it was when it started
        end = moment + timedelta(minutes=own or 0)
        out.append(Slot(number, moment, end))
        moment = end + timedelta(minutes=breaks.get(number, options.number("break")))
    last = out[-1].end + timedelta(minutes=options.number("ceremony.gap"))
    out.append(Slot(0, last, last + timedelta(minutes=options.number("ceremony.minutes"))))
    return out


def _created(state: State, zone: ZoneInfo) -> date:
    """A tournament without a date is held on the day it was made."""
    return read_time(state.created_at).astimezone(zone).date() if state.created_at else date(2000, 1, 1)


def start_of(state: State, round: int) -> datetime:
    return schedule(state)[round - 1].start


def day_of(state: State) -> date:
    """The day of the first round where it is held."""
    return start_of(state, 1).astimezone(ZoneInfo(state.options.word("zone"))).date()


def clock_time(state: State, moment: datetime) -> str:
    """Section 3: local wall-clock time of the tournament's zone."""
    return moment.astimezone(ZoneInfo(state.options.word("zone"))).strftime("%H:%M")


def overrun(state: State, round: int) -> int | None:
    """TOU-15.5: by how many minutes the next start should be shifted after this round, or None."""
    played, options = state.round(round), state.options
    if played is None or round >= state.last_round or not all(table.ended for table in played.tables):
        return None
    if (following := state.round(round + 1)) and following.started_at:
        return None
    ended = max((read_time(table.ended) for table in played.tables if table.ended), default=None)
    if ended is None:
        return None
    published = start_of(state, round + 1)
    ready = ended + timedelta(minutes=options.number("break.min"))
    if ready <= published:
        return None
    step = options.number("shift.step") * 60
    # Up to the next multiple past the hour of the local clock.
    local = ready.astimezone(ZoneInfo(options.word("zone")))
    past = local.minute * 60 + local.second
    ready += timedelta(seconds=-past % step)
    return int((ready - published).total_seconds()) // 60


def check_shift(state: State, entry: Entry) -> None:
    """TOU-15.4: never earlier, and only before the round starts."""
    reader = Reader(entry)
    number, minutes = reader.round(), reader.number("minutes")
    if not 1 <= number <= state.last_round:
        raise Refused("There is no round {round}.", "RANGE", "TOU-15.4", round=number)
    if not 1 <= minutes <= MOST_SHIFT:
        raise Refused("A start is moved later by 1 to 1440 minutes, never earlier.", "RANGE", "TOU-15.4")
    found = state.round(number)
    if found is not None and found.started_at:
        raise Refused("Round {round} has started.", "STATE", "TOU-15.4", round=number)


def shift(state: State, entry: Entry) -> None:
    reader = Reader(entry)
    state.shifts[reader.round()] = state.shifts.get(reader.round(), 0) + reader.number("minutes")


def earliest_start(state: State, round: int) -> datetime:
    """TOU-9.1, TOU-15.3: neither before the published time nor within `publish.lead` minutes of the draw's publication."""
    found = state.round(round)
    lead = timedelta(minutes=state.options.number("publish.lead"))
    earliest = start_of(state, round)
    return max(earliest, read_time(found.published_at) + lead) if found and found.published_at else earliest


def check_start_time(state: State, round: int, at: str) -> None:
    """TOU-9.1: not earlier."""
    earliest = earliest_start(state, round)
    if read_time(at) < earliest:
        raise Refused(
            "Round {round} starts at {time}, not earlier.",
            "TOO_EARLY",
            "TOU-9.1",
            round=round,
            time=clock_time(state, earliest),
        )
