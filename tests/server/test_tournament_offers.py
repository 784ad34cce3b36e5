"""The desk: one sentence and one button, nothing that would be refused, every deed in words, a way out of a refusal."""

from __future__ import annotations

import re

import pytest

from tests.server.conftest import Browser
from tests.server.test_tournament_downloads import days
from tests.server.test_tournaments import HeldTournament


@pytest.fixture
def day(browser: Browser) -> HeldTournament:
    """Seven people, checked in, nothing drawn; one official does everything."""
    session = days(browser, ["Ada", "Ben", "Cyr", "Dan", "Eva", "Fay", "Gus"])
    session.do("official O1 role=scorer")
    return session


def begun(day: HeldTournament) -> HeldTournament:
    for step in ("draw R1", "publish R1", "start R1"):
        day.do(step)
    return day


def deed_of(day: HeldTournament) -> str:
    found = re.search(r'class="last-entry[^>]*><strong>([^<]*)</strong>(.*?)</p>', day.get("/desk"), re.DOTALL)
    assert found is not None
    return " ".join(re.sub(r"<[^>]*>", " ", found[1] + found[2]).split())


def buttons(day: HeldTournament) -> list[str]:
    return re.findall(r'name="text" value="([^"]*)"', day.get("/desk"))


def test_every_button_of_the_desk_would_be_accepted(day: HeldTournament) -> None:
    """Each text on the page is tried on a copy: none is refused for what is known when the page is shown."""
    for step in ("", "draw R1", "publish R1", "start R1"):
        if step:
            day.do(step)
        texts = [
            text
            for text in buttons(day)
            if not re.search(r"^(redraw|extend|dissolve|cancel|rename|shift|turnlimit)", text)
        ]
        assert texts, step
        for text in {text.split()[0]: text for text in texts}.values():
            backup = day.browser.client.get(f"/t/{day.id}/export/backup.json").text
            copy = day.browser.client.post("/tournaments/restore", data={"json": backup}, follow_redirects=False)
            other = HeldTournament(day.browser, copy.headers["location"].split("/")[2])
            other.do(text, reason="x", words="x")


def test_nobody_is_confirmed_for_before_the_time(day: HeldTournament) -> None:
    """TOU-10.4: ten minutes to answer; until then the desk offers the signed slip, not what would be refused."""
    begun(day)
    seats = day.state().table((1, 2)).seats
    first, *rest = seats
    day.do(f"report R1.T2 won={first} {first}:10 " + " ".join(f"{player}:8" for player in rest))
    assert not [text for text in buttons(day) if text.startswith("confirm")]
    assert "Table 2 waits to be confirmed." in day.get("/desk")
    assert "Enter the signed slip" in day.get("/desk")
    day.do("set confirm.minutes=0")
    assert len([text for text in buttons(day) if text.startswith("confirm")]) == len(seats)


def test_the_desk_asks_for_the_table_that_holds_up_the_round(day: HeldTournament) -> None:
    """TOU-10.11: while all play nobody is asked; then the missing table, by name, with a reminder on its players' pages."""
    begun(day)
    assert "2 tables still play." in day.get("/desk")
    assert "is missing" not in day.get("/desk")
    first, *rest = day.state().table((1, 1)).seats
    day.do(f"report R1.T1 won={first} {first}:10 " + " ".join(f"{p}:8" for p in rest) + " signed")
    assert deed_of(day) == (
        "The result of table 1 was entered. It stays in the log; a result is set right with “Correct” at its table."
    )
    assert "Table 2 is missing." in day.get("/desk")
    day.do("remind R1.T2")
    assert deed_of(day).startswith("Table 2 was asked for its result.")
    assert "remind R1.T2" not in buttons(day)
    seated = day.state().table((1, 2)).seats[0]
    assert "The desk asks for the result" not in day.get(f"/p/{seated}"), "only the player is asked"
    link = re.search(rf'href="[^"]*(/as/{seated}/[^"]*)"', day.get("/desk"))
    assert link is not None
    day.browser.client.get(f"/t/{day.id}{link[1]}")
    assert "The desk asks for the result of your table." in day.get(f"/p/{seated}")


def test_what_was_done_last_can_be_taken_back_or_says_why_not(day: HeldTournament) -> None:
    day.do("absent P1")
    assert deed_of(day) == "Ada is not here. Take it back"
    day.do("checkin P1")
    assert deed_of(day) == "Ada is here. Take it back"
    day.do('rename P1 "Adela"')
    assert deed_of(day) == "Adela is the new name. Rename once more to set it right."
    day.do('official O2 name="Ota" role=referee')
    assert deed_of(day) == "Ota is now: referee. Take it back"
    day.do("official O2 role=referee off")
    day.do("draw R1")
    assert deed_of(day) == "Round 1 was drawn. It stays in the log; “Draw anew” makes another draw."


def test_a_refusal_has_a_way_out_and_no_ids(day: HeldTournament) -> None:
    """Finding 14: names instead of P6, tables as they are called, the code behind the sentence; and what helps."""
    for n in range(2, 8):
        day.do(f"absent P{n}")
    answer = day.send({"text": "draw R1"})
    assert answer.status_code == 422
    assert "Check in who is here" in answer.text
    assert "TOO_FEW" in answer.text
    for n in range(2, 8):
        day.do(f"checkin P{n}")
    day.do("draw R1")
    day.do("absent P1")
    answer = day.send({"text": "publish R1"})
    alert = answer.text.split('role="alert"')[1].split("</div>")[0]
    assert "OUTDATED" in alert
    assert "redraw R1 reason=" in alert
    day.do("redraw R1", reason="late")
    day.do("publish R1")
    assert "report" in day.refused("report R1.T1 won=P2 P2:10")
    assert "Start it first." in day.refused("report R1.T1 won=P2 P2:10")
    day.do("start R1")
    seats = day.state().table((1, 1)).seats
    outsider = next(f"P{n}" for n in range(2, 8) if f"P{n}" not in seats)
    said = day.refused(f"report R1.T1 won={seats[0]} {seats[0]}:10 {outsider}:3")
    assert "Table 1" in said
    assert not re.search(r"\b[PO]\d|R\d\.T\d", said), said
    assert re.search(r"\(TOU-10\.6, SEATS\)$", said)


def test_TOU_15_5_the_desk_opens_where_a_round_ended_a_day_late(day: HeldTournament) -> None:
    """It answered 400: the shift that it proposed was longer than any shift can be (TOU-15.4)."""
    for option in ("rounds=2", "start=09:05"):
        day.do(f"set {option}")
    begun(day)
    for table in day.state().rounds[0].tables:
        first, *rest = table.seats
        day.do(
            f"report {table.name} won={first} {first}:10 "
            + " ".join(f"{seat}:{n}" for n, seat in enumerate(rest, 3))
            + " signed"
        )
    day.do("complete R1")
    page = day.get("/desk")
    assert "shift the next start" not in page
    assert "Draw round 2" in page
