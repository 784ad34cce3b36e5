"""TOU-20.14: the page for other pages, the feed and the calendar, as anybody gets them."""

from __future__ import annotations

from tests.server.conftest import Browser
from tests.server.test_tournament_downloads import days
from tests.server.test_tournaments import HeldTournament, play


def test_one_page_alone_may_stand_in_another(browser: Browser) -> None:
    """TOU-20.14: the embedded one, without forms and without what only officials see; all others refuse frames."""
    session: HeldTournament = days(browser, ["Ada", "Ben", "Cyr", "Dan"])
    play(session, 1)
    address = f"/t/{session.id}"
    found = browser.client.get(f"{address}/embed")
    assert found.status_code == 200
    assert "frame-ancestors *" in found.headers["content-security-policy"]
    assert "form-action 'none'" in found.headers["content-security-policy"]
    assert "<form" not in found.text
    assert "Ada" in found.text
    assert "/desk" not in found.text
    assert "frame-ancestors 'none'" in browser.client.get(address).headers["content-security-policy"]


def test_feed_and_calendar_are_served_as_what_they_are(browser: Browser) -> None:
    """TOU-20.14."""
    session = days(browser, ["Ada", "Ben", "Cyr"])
    feed = browser.client.get(f"/t/{session.id}/feed.atom")
    assert feed.headers["content-type"].startswith("application/atom+xml")
    assert f"/t/{session.id}</id>" in feed.text
    calendar = browser.client.get(f"/t/{session.id}/rounds.ics")
    assert calendar.headers["content-type"].startswith("text/calendar")
    assert calendar.text.count("BEGIN:VEVENT") == 2
    public = browser.client.get(f"/t/{session.id}").text
    for link in ("feed.atom", "rounds.ics", "/embed"):
        assert link in public
