"""The page that verifies in words (TOU-18.3), and the mark of the log on every page and paper (TOU-18.6)."""

from __future__ import annotations

import json

import pytest

from kotva.tournament.audit import marks_of
from tests.server.conftest import Browser
from tests.server.test_tournament_downloads import PAPERS, days, sheets, words
from tests.server.test_tournaments import HeldTournament, play


@pytest.fixture
def over(browser: Browser) -> HeldTournament:
    """Three people, one round, finished."""
    session = days(browser, ["Ada", "Ben", "Cyr"])
    play(session, 1)
    return session


def test_the_mark_stands_on_every_page_and_paper(over: HeldTournament) -> None:
    """TOU-18.6: also on what is cut apart, and in the PDF."""
    state = over.state()
    mark = str(state.mark)
    assert mark.startswith(f"{state.seq - 1}-"), "a backup, which is an entry of its own, has no mark"
    for page in ("", "/desk", "/clock", "/p/P1"):
        assert f"<code>{mark}</code>" in over.get(page), page
    for what in PAPERS:
        text = over.get(f"/paper/{what}")
        pieces = {"cards": 3, "slips": 1}.get(what, 1)
        assert text.count(mark) == pieces, what
        assert words(sheets(over, what)).count(mark) >= pieces, what


def test_a_tournament_verifies_itself_in_words(over: HeldTournament) -> None:
    """TOU-18.3: what agrees, what is not known yet, and where a mark from paper stands."""
    client = over.browser.client
    page = over.get("/verify")
    assert "Everything that can be checked agrees." in page
    assert "The seed is told when the tournament is archived" in page
    assert "What nobody can see in a log" in page
    over.do("archive")
    mark = str(over.state().mark)
    page = client.get(f"/t/{over.id}/verify", params={"mark": mark.upper()}).text
    assert "Tables, seats, byes, boards and lots follow from the seed (draws made anew: 1)." in page
    assert f"The log passes through {mark}." in page
    bent = mark[:-1] + ("0" if mark[-1] != "0" else "1")
    page = client.get(f"/t/{over.id}/verify", params={"mark": bent}).text
    assert "Something does not agree." in page
    assert f"The log does not pass through {bent}" in page
    answer = client.get(f"/t/{over.id}/verify", params={"mark": "none"})
    assert answer.status_code == 422
    assert "is no mark" in answer.text


def test_a_file_is_verified_and_its_marks(over: HeldTournament) -> None:
    """TOU-18.3: tournament.json and backup.json; a changed one is named, nothing is kept."""
    client = over.browser.client
    over.do("archive")
    marks = "\n".join(str(mark) for mark, _, _ in marks_of(over.log()[1]))
    for what in ("tournament.json", "backup.json"):
        text = over.get(f"/export/{what}")
        page = client.post("/tournaments/verify", data={"json": text, "mark": marks}).text
        assert "Everything that can be checked agrees." in page, what
        assert page.count("The log passes through") == len(marks.split())
        raw = client.post(
            f"/tournaments/verify?mark={marks.split()[0]}",
            content=text.encode(),
            headers={"content-type": "application/json"},
        ).text
        assert "Everything that can be checked agrees." in raw
        assert raw.count("The log passes through") == 1
    changed = json.loads(text)
    changed["log"][0]["args"]["name"] = "Another"
    answer = client.post("/tournaments/verify", data={"json": json.dumps(changed), "mark": ""})
    assert answer.status_code == 422
    assert "TAMPERED" in answer.text
    answer = client.post("/tournaments/verify", data={"json": "x", "mark": "57"})
    assert answer.status_code == 422
    assert "57-3f9a-12bc-77d0-9e1a" in answer.text
    assert client.get("/tournaments/verify").status_code == 200
