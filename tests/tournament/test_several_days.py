"""TOU-15.9: a tournament over several days says on which day a round starts."""

from __future__ import annotations

import pytest

from kotva.tournament.documents import projected_clock, result_slips, schedule_lines
from kotva.tournament.schedule import start_of, start_time
from kotva.tournament.state import read_time
from tests.tournament.held import HeldTournament


def starts(**options: str) -> list[str]:
    return [start for _, start, _ in schedule_lines(HeldTournament(4, date="2025-03-01", **options).state)]


def test_a_night_between_two_rounds() -> None:
    """TOU-15.9, 15.1: rounds of the second day with their date, the announcement too; ends are times."""
    found = schedule_lines(HeldTournament(4, date="2025-03-01", start="14:00", breaks="2:990").state)
    assert [start for _, start, _ in found] == ["14:00", "15:30", "2025-03-02 09:15", "2025-03-02 10:50"]
    assert [end for _, _, end in found] == ["15:15", "16:45", "10:30", "11:00"]


@pytest.mark.parametrize(
    ("start", "night", "second"),
    [
        ("20:00", "524", "05:59"),  # 9 h 59 after the first start
        ("20:00", "644", "07:59"),
        ("20:00", "645", "08:00"),  # twelve hours
        ("20:00", "646", "2025-03-02 08:01"),
        ("09:00", "800", "23:35"),  # the same day
        ("09:00", "825", "2025-03-02 00:00"),
    ],
)
def test_a_date_only_on_another_day_and_after_twelve_hours(start: str, night: str, second: str) -> None:
    """TOU-15.9."""
    assert starts(rounds="2", start=start, breaks=f"1:{night}")[1] == second


def test_an_evening_past_midnight_has_no_dates() -> None:
    """TOU-15.9, 15.6."""
    assert starts(start="22:30") == ["22:30", "00:00", "01:30", "03:05"]


def test_days_are_those_of_the_place() -> None:
    """TOU-15.9, 15.6: the date in the tournament's zone."""
    assert starts(rounds="2", start="08:00", breaks="1:900", zone="Pacific/Auckland")[1] == "2025-03-02 00:15"


def test_papers_and_clock_name_the_day() -> None:
    """TOU-15.9, 20.5, 20.7."""
    held = HeldTournament(4, date="2025-03-01", rounds="2", start="14:00", breaks="1:990")
    held.begin(1, "P1 P2 P3 P4")
    held.finish(1, "T1 won=P1 P1:10 P2:8 P3:6 P4:4")
    assert projected_clock(held.state, read_time(held.at)).following == "2025-03-02 07:45"
    held.do("draw R2")
    held.do("publish R2")
    (slip,) = result_slips(held.state, held.round(2), held.secrets.seed)
    assert (slip.start, slip.end) == ("2025-03-02 07:45", "09:00")
    assert start_time(held.state, None) == ""
    assert start_time(HeldTournament(4, start="now").state, start_of(held.state, 2)) == "07:45"
