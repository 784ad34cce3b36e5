"""People who come again: picked from earlier tournaments (TOU-2.17), with their ratings (TOU-2.16, TOU-20.16)."""

from __future__ import annotations

import re

import pytest

from kotva.server.archive_store import ArchiveStore
from kotva.server.ratings import RatedSeat, Rating, rate
from kotva.server.tournaments.player_ratings import rating_lines
from tests.server.conftest import Browser
from tests.server.test_tournaments import HeldTournament
from tests.tournament.held import HeldTournament as Hall


def test_TOU_2_17_people_of_my_earlier_tournaments(browser: Browser) -> None:
    """Most often there first, as they were entered the last time; not the others' people, not those here already."""
    for number, people in enumerate(({"Jana": "Brno", "Petr": ""}, {"Jana": "Plzeň"})):
        earlier = HeldTournament.new(browser, name=f"Evening {number}")
        for name, club in people.items():
            earlier.send({"form": "register", "name": name, "club": club, "contact": f"tel {number}"})
    now = HeldTournament.new(browser, name="Now")
    now.send({"form": "register", "name": "Petr"})
    page = now.get("/known")
    assert re.findall(r'name="pick-([^"]+)"', page) == ["jana"]
    assert "Plzeň" in page
    assert "2 tournaments" in page
    answer = browser.client.post(f"/t/{now.id}/known", data={"pick-jana": "1", "here": "1"}, follow_redirects=False)
    assert answer.status_code == 303
    state = now.state()
    assert [(p.name, p.club, p.status) for p in state.players.values()] == [
        ("Petr", "", "entered"),
        ("Jana", "Plzeň", "present"),
    ]
    assert "Nobody is known" in now.get("/known")


def test_TOU_2_17_nobody_elses_list(browser: Browser) -> None:
    """Somebody else, and a scorer of this tournament, see nothing of it."""
    earlier = HeldTournament.new(browser)
    earlier.send({"form": "register", "name": "Jana"})
    now = HeldTournament.new(browser)
    assert "Jana" in now.get("/known")
    browser.client.cookies.clear()
    assert now.status("/known") == 403


def test_TOU_20_16_the_results_as_rated_games() -> None:
    """Table by table by the one rating module; who left is last, who was absent played nothing."""
    held = Hall(8)
    held.do("describe P1 rating=1800 spread=120")
    held.begin(1, "P1 P2 P3 P4", "P5 P6 P7 P8")
    assert rating_lines(held.state) == []
    held.finish(1, "T1 won=P2 P1:8 P2:10 P3:6 P4:absent", "T2 won=P5 P5:10 P6:8 P7:8 P8:forfeit")
    lines = {line.player: line for line in rating_lines(held.state)}
    assert "P4" not in lines
    begun = [Rating(25.0 + 300 / 60, 2.0), Rating(), Rating()]
    seats = [RatedSeat("P1", 2), RatedSeat("P2", 1), RatedSeat("P3", 3)]
    for seat, after in zip(seats, rate(seats, dict(zip(("P1", "P2", "P3"), begun))), strict=True):
        assert lines[seat.player].after == after
    assert lines["P1"].before.points == 1800
    assert lines["P1"].after.mu < lines["P1"].before.mu
    assert lines["P2"].change > 0
    assert lines["P6"].after == lines["P7"].after
    assert lines["P8"].change < lines["P7"].change
    assert [line.after.points for line in rating_lines(held.state)] == sorted(
        (line.after.points for line in lines.values()), reverse=True
    )


def test_TOU_20_16_the_report_is_as_public_as_the_standings(browser: Browser) -> None:
    held = HeldTournament.new(browser)
    held.do("set standings.public=final")
    assert "Nothing has been played yet." in held.get("/ratings")
    browser.client.cookies.clear()
    assert held.status("/ratings") == 403


def test_TOU_2_16_the_platform_tells_the_rating_it_knows(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of this game at tables of this size, to somebody who enters online; one that the organiser gave stays."""

    async def known(_self: object, _person: str) -> list[tuple[str, int, Rating]]:
        return [("hexxi", 2, Rating(30.0, 2.0, 12)), ("hexxi", 4, Rating(20.0, 3.0, 5)), ("bosman", 4, Rating(28.0))]

    monkeypatch.setattr(ArchiveStore, "ratings_of", known)
    held = HeldTournament.new(browser, online="true", game="hexxi")
    held.send({"form": "register", "name": "Jana"})
    held.send({"form": "register", "name": "Petr", "rating": "1234"})
    for player in ("P1", "P2"):
        link = re.search(rf"/t/{held.id}/as/{player}/\w+", held.get("/desk"))
        assert link is not None
        browser.client.get(f"{link[0]}?here=1")
    players = held.state().players
    assert (players["P1"].rating, players["P1"].spread) == (1200, 180)
    assert (players["P2"].rating, players["P2"].spread) == (1234, 500)
