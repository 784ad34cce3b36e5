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
    day.browser.client.get(f"/t/{day.id}{link[1]}?here=1")
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


def next_of(day: HeldTournament) -> str:
    """What stands under "What comes next", without tags."""
    found = day.get("/desk").split('id="next">')[1].split("</section>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", found).split())


def test_registration_leads_from_an_empty_list_to_its_end(browser: Browser) -> None:
    """The red button of an empty tournament closed registration."""
    session = HeldTournament.new(browser)
    assert "Enter the players" in next_of(session)
    assert "close" not in buttons(session)
    session.enter("name\nAda\nBen\nCyr\n")
    assert "0 of 3 are here." in next_of(session)
    assert 'class="primary">Close registration' not in session.get("/desk")
    session.do("checkin P1")
    assert "1 of 3 are here." in next_of(session)
    assert 'class="primary">Close registration' in session.get("/desk")


def test_gaps_of_a_published_draw_are_named_and_repaired(day: HeldTournament) -> None:
    """TOU-14.2, 14.6: who was drawn and is missing, who came and was not drawn; nothing is offered where nothing changed."""
    day.do("draw R1")
    day.do("publish R1")
    assert "repair R1" not in buttons(day)
    day.do("absent P2")
    assert "Drawn, but not here: Ben." in next_of(day)
    day.do("repair R1")
    assert "repair R1" not in buttons(day)
    day.do("checkin P2")
    assert "Here, but not drawn: Ben." in next_of(day)
    day.do("repair R1")
    assert re.match(r"Round 1 was repaired: Ben to table \d", deed_of(day))


def test_before_a_draw_the_desk_says_who_is_not_checked_in(day: HeldTournament) -> None:
    day.do("absent P3")
    assert "6 players are present. Not checked in: Cyr" in next_of(day)


def test_a_draw_is_told_in_words(day: HeldTournament) -> None:
    """TOU-6.7: who meets again, and whether it is proven that there is no better draw; then the numbers."""
    day.do("draw R1")
    assert "Nobody meets anybody again. Quality of the draw : 0, 0, 0, 0 (proven best)" in next_of(day)


def slip_of(day: HeldTournament, number: int) -> str:
    found = re.findall(r"Slip code <strong>(\w{10})<", day.get("/paper/slips?round=1"))
    return f"/slip/R1.T{number}/{found[number - 1]}"


def test_a_code_is_typed_by_hand(day: HeldTournament) -> None:
    """TOU-20.5: number of the table and code, on the public page; spaces, hyphens and capitals do not matter."""
    begun(day)
    place = slip_of(day, 2)
    code = place.rpartition("/")[2]
    assert 'name="code"' in day.get("")
    for typed in (code, code.upper(), f" {code[:4]}-{code[4:]} "):
        answer = day.browser.client.get(
            f"/t/{day.id}/slip", params={"table": "2", "code": typed}, follow_redirects=False
        )
        assert answer.headers["location"] == f"/t/{day.id}{place}"
    for table in ("", "x", "1234", "²"):
        assert day.browser.client.get(f"/t/{day.id}/slip", params={"table": table, "code": code}).status_code == 404
    day.browser.client.cookies.clear()
    assert day.browser.client.get(f"/t/{day.id}/slip", params={"table": "2", "code": "0" * 10}).status_code == 404


def test_the_reporter_mends_a_typo_at_the_slip_and_an_official_enters_the_signed_one(day: HeldTournament) -> None:
    """TOU-10.4, 10.5: also for a phone that nobody knows, as long as nobody has confirmed it."""
    begun(day)
    place = slip_of(day, 1)
    seats = day.state().table((1, 1)).seats
    points = {f"raw-{p}": str(10 - 2 * k) for k, p in enumerate(seats)}
    form = {"form": "result", "table": "R1.T1", "end": "won", "winner": seats[0], "slip": place.rpartition("/")[2]}
    assert "All have signed the slip" in day.get(place)
    name = day.state().label(seats[1])
    link = re.search(rf"/t/{day.id}/as/O1/\w+", day.get("/desk"))
    assert link is not None
    day.browser.client.cookies.clear()
    assert day.send({**form, **points, "as": seats[1]}).status_code == 303
    page = day.get(place)
    assert "The result is reported and waits to be confirmed." in page
    assert f"Mend what {name} entered" in page
    assert day.send({**form, **points, f"raw-{seats[3]}": "3", "version": "1", "as": seats[1]}).status_code == 303
    day.browser.client.get(link[0])
    assert day.state().table((1, 1)).result.mark(seats[3]).raw == 3
    assert "Enter the signed slip" in day.get(place), "a scorer with the paper in the hand was stuck here"
    assert "Mend what" not in day.get(place)
    assert (
        day.send({**form, **points, f"raw-{seats[3]}": "3", "version": "2", "signed": "1", "as": "O1"}).status_code
        == 303
    )
    assert "The result is confirmed." in day.get(place)


def test_who_is_gone_stands_so_in_the_form_and_who_has_no_points_is_named(day: HeldTournament) -> None:
    """TOU-10.6 GONE, RANGE: the desk offered a form that could not be sent, and said "'' is neither points nor a status"."""
    begun(day)
    seats = day.state().table((1, 1)).seats
    day.do(f'expel {seats[2]} "hid cards"')
    page = day.get(slip_of(day, 1))
    assert re.search(rf'name="status-{seats[2]}"[^>]*>(?:(?!</select>).)*value="dsq"\s+selected', page, re.DOTALL)
    form = {
        "form": "result",
        "op": "report",
        "table": "R1.T1",
        "end": "won",
        "winner": seats[0],
        f"status-{seats[2]}": "dsq",
    }
    answer = day.send({**form, f"raw-{seats[0]}": "10", f"raw-{seats[1]}": "7"})
    assert f"The points of {day.state().label(seats[3])} are missing." in answer.text


def test_cases_are_told_in_words(day: HeldTournament) -> None:
    """TOU-16.10, 20.11: tables and people by their names, on the desk and in public."""
    begun(day)
    seats = day.state().table((1, 1)).seats
    rest = " ".join(f"{player}:8" for player in seats[1:])
    day.do(f'decide R1.T1 adjudicated won={seats[0]} {seats[0]}:10 {rest} "the slip"')
    day.do(f'warn {seats[1]} "loud"')
    words = re.sub(
        r"\s+", " ", re.sub(r"<[^>]*>", " ", day.get("/desk").split('id="cases">')[1].split("</section>")[0])
    )
    assert "Round 1, Table 1" in words
    assert day.state().label(seats[1]) in words
    assert "R1.T1" not in words
    public = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", day.get("").split("Decisions")[1].split("</section>")[0]))
    assert "decision · Round 1, Table 1: the slip" in public


def test_an_organiser_who_opens_a_personal_link_hands_it_on(day: HeldTournament) -> None:
    """TOU-1.8: a code for the phone and the address; this browser becomes somebody else only if asked to."""
    link = re.search(rf"/t/{day.id}/as/P1/\w+", day.get("/desk"))
    assert link is not None
    page = day.browser.client.get(link[0]).text
    assert "Personal link of Ada" in page
    assert "<svg" in page
    assert f'value="http://testserver{link[0]}"' in page
    assert "My page" not in day.get(""), "the organiser is nobody else"
    assert day.browser.client.get(f"{link[0]}?here=1").url.path.endswith("/p/P1")
    assert "My page: Ada" in day.get("")


def test_an_official_is_given_another_role_as_long_as_it_is_possible(day: HeldTournament) -> None:
    """TOU-16.1: by one form, with nothing in it that would be refused."""
    assert "official O1 role=referee" in day.get("/desk")
    assert "official O1 role=scorer" not in buttons(day)
    day.do("official O2 role=panel name=Zoe")
    desk = day.get("/desk")
    assert 'value="official O2 role=head"' in desk
    assert 'value="official O2 role=alternate"' not in desk, "is on the panel"
    day.do("cancel reason=rain")
    assert 'value="official ' not in day.get("/desk")


def test_an_arena_that_a_game_cannot_fill_is_made_to_fit(browser: Browser) -> None:
    """TOU-19.2: of the preset's sizes those that the game allows; none: refused where it is made, not at the first draw."""
    form = {"name": "Fair", "preset": "arena", "online": "true", "game": "settlers"}
    made = browser.client.post("/tournaments/new", data=form, follow_redirects=False)
    arena = HeldTournament(browser, made.headers["location"].split("/")[2])
    assert arena.state().options.number("table.min") == 3, "two cannot play it"
    made = browser.client.post("/tournaments/new", data={**form, "preset": "duel-swiss"}, follow_redirects=False)
    assert made.status_code == 400
    assert "but tables have 2 to 2" in made.text


def test_standings_say_on_a_small_screen_what_has_no_column_there(day: HeldTournament) -> None:
    """TOU-20.6: every number by which people are ranked is shown where they are ranked."""
    begun(day)
    for number in (1, 2):
        seats = day.state().table((1, number)).seats
        points = {f"raw-{p}": str(10 - 2 * k) for k, p in enumerate(seats)}
        form = {"form": "result", "table": f"R1.T{number}", "end": "won", "winner": seats[0], "signed": "1"}
        assert day.send({**form, **points}).status_code == 303
    rests = re.findall(r'<small class="rest">(.*?)</small>', day.get(""), re.DOTALL)
    words = [" ".join(re.sub(r"<[^>]*>", "", rest).split()) for rest in rests]
    assert words[0] == "Success 41.67 · 2nd 0 · 3rd 0"
    assert words[1] == "Success 35.71 · 2nd 0 · 3rd 0 · Decided by: success rate"
