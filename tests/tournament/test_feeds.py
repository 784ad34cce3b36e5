"""TOU-20.14: the calendar and the feed, read as other programs read them."""

from __future__ import annotations

from xml.etree import ElementTree

from kotva.engine.say import Say
from kotva.tournament.feeds import calendar_text, feed_text
from tests.tournament.held import HeldTournament

HERE = "https://kotva.example/t/abc"
ATOM = "{http://www.w3.org/2005/Atom}"


def events(text: str) -> list[dict[str, str]]:
    """The events of a calendar: folded lines put together, fields by their names."""
    assert text.endswith("END:VCALENDAR\r\n")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n")), "RFC 5545, 3.1"
    lines = text.replace("\r\n ", "").split("\r\n")
    found: list[dict[str, str]] = []
    for line in lines:
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            found.append({})
        elif found:
            found[-1].setdefault(name, value)
    return found


def test_the_rounds_are_a_calendar() -> None:
    """TOU-20.14, TOU-15.1: the source's day in Prague, in universal time; names are escaped, long lines folded."""
    held = HeldTournament(8, date="2025-03-01", zone="Europe/Prague", place="Klub u Žáby; sál 2, Brno " + "č" * 60)
    found = events(calendar_text(held.state, HERE, Say("cs", "tournament")))
    assert [event["DTSTART"] for event in found] == [
        *("20250301T113000Z", "20250301T130000Z", "20250301T143000Z"),
        "20250301T160500Z",
    ]
    assert found[0]["DTEND"] == "20250301T124500Z"
    assert found[0]["SUMMARY"] == "Osada: 1. kolo"
    assert found[0]["LOCATION"].startswith("Klub u Žáby\\; sál 2\\, Brno ččč")
    assert len({event["UID"] for event in found}) == 4
    assert {event["DTSTAMP"] for event in found} == {"20250301T090000Z"}


def test_a_round_without_a_limit_has_no_end_and_an_unknown_one_no_event() -> None:
    """TOU-20.14, TOU-15.8."""
    held = HeldTournament(8, date="2025-03-01", time__round="none")
    found = events(calendar_text(held.state, HERE, Say("en", "tournament")))
    assert ["DTEND" in event for event in found] == [False, False, False, True]
    later = HeldTournament(8, start="now")
    assert not events(calendar_text(later.state, HERE, Say("en", "tournament")))


def test_the_feed_tells_public_steps_alone() -> None:
    """TOU-20.14, TOU-18.6: a private draw, results and check-ins are not in it; the latest step comes first."""
    held = HeldTournament(8)
    held.do("draw R1")
    told = ElementTree.fromstring(feed_text(held.state, held.log, HERE, Say("en", "tournament")))
    titles = [entry.findtext(f"{ATOM}title") for entry in told.iter(f"{ATOM}entry")]
    assert titles == ["Registration was closed", "The tournament was made"]
    held.do("publish R1")
    told = ElementTree.fromstring(feed_text(held.state, held.log, HERE, Say("en", "tournament")))
    first = next(told.iter(f"{ATOM}entry"))
    assert first.findtext(f"{ATOM}title") == "The draw of round 1 was published"
    assert first.findtext(f"{ATOM}updated") == told.findtext(f"{ATOM}updated") == held.at
    assert first.findtext(f"{ATOM}id") == f"{HERE}#{held.state.seq}"
    assert [link.get("rel") for link in told.findall(f"{ATOM}link")] == ["alternate", "self"]


def test_a_name_that_looks_like_markup_is_a_name() -> None:
    """TOU-20.14."""
    held = HeldTournament()
    held.state.name = "<b>A & B</b>"
    told = ElementTree.fromstring(feed_text(held.state, held.log, HERE, Say("en", "tournament")))
    assert told.findtext(f"{ATOM}title") == "<b>A & B</b>"
