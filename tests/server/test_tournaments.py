"""Tournaments on the server: an organiser's day by forms, who may do what, what is told to whom, and nothing lost."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from kotva.server.jobs.asking import work_for
from kotva.server.settings import Settings
from kotva.server.tournament_store import LogLine, TournamentRow
from kotva.server.tournaments import downloads
from kotva.server.tournaments.page_context import sessions_of
from kotva.tournament.documents import standings_lines
from kotva.tournament.exports import from_json
from kotva.tournament.tournament import replay
from tests.server.conftest import Browser

Start = Callable[[], Callable[[], Browser]]


class HeldTournament:
    """A tournament through somebody's browser."""

    def __init__(self, browser: Browser, ident: str) -> None:
        self.browser = browser
        self.id = ident
        self.count = 0

    @staticmethod
    def new(browser: Browser, **more: str) -> HeldTournament:
        form = {"name": "Osada", "organiser": "Ota", "zone": "UTC", "start": "00:01", **more}
        answer = browser.client.post("/tournaments/new", data=form, follow_redirects=False)
        assert answer.status_code == 303, answer.text
        return HeldTournament(browser, answer.headers["location"].split("/")[2])

    def get(self, path: str = "") -> str:
        answer = self.browser.client.get(f"/t/{self.id}{path}")
        assert answer.status_code == 200, answer.text
        return str(answer.text)

    def status(self, path: str) -> int:
        return int(self.browser.client.get(f"/t/{self.id}{path}", follow_redirects=False).status_code)

    def send(self, form: Mapping[str, str]) -> Any:
        self.count += 1
        data = {"as": "O1", "key": f"key-{self.count}-{id(self)}", "back": f"/t/{self.id}/desk", **form}
        return self.browser.client.post(f"/t/{self.id}/do", data=data, follow_redirects=False)

    def do(self, text: str, **more: str) -> None:
        answer = self.send({"text": text, **more})
        assert answer.status_code == 303, re.findall(r'role="alert">([^<]*)', answer.text)

    def refused(self, text: str, **more: str) -> str:
        answer = self.send({"text": text, **more})
        assert answer.status_code == 422, answer.status_code
        return " ".join(re.findall(r'role="alert">([^<]*)', answer.text))

    def log(self) -> Any:
        answer = self.browser.client.get(f"/t/{self.id}/export/backup.json")
        assert answer.status_code == 200
        return from_json(answer.text)

    def enter(self, players: str) -> None:
        """A list of players, looked at and taken over."""
        path = f"/t/{self.id}/import/players"
        page = self.browser.client.post(path, data={"csv": players}).text
        assert "Enter them" in page, re.findall(r'role="alert">([^<]*)', page)
        answer = self.browser.client.post(path, data={"csv": players, "sure": "1"}, follow_redirects=False)
        assert answer.status_code == 303, answer.text

    def state(self) -> Any:
        return replay(self.log()[1])


@pytest.fixture
def session(browser: Browser) -> HeldTournament:
    made = HeldTournament.new(browser)
    made.do("set publish.lead=0")
    made.do("set date=2020-01-01")
    made.do("set protest.minutes=0")
    made.enter("name,club\n" + "".join(f"Player {n},Brno\n" for n in range(1, 12)))
    for n in range(1, 12):
        made.do(f"checkin P{n}")
    made.do("close")
    return made


def test_nobody_is_ranked_before_there_is_a_result(session: HeldTournament) -> None:
    """All have nothing: the order of entry, told as ranks, would look like standings. The first result changes that."""
    for text in ("draw R1", "publish R1", "start R1"):
        session.do(text)
    for path in ("", "/desk"):
        assert 'class="standings"' not in session.get(path)
        assert "Nothing has been played yet." in session.get(path)
    seats = session.state().round(1).table(1).seats
    sheet = session.get(f"/p/{seats[0]}")
    assert '"Place points">–<' in sheet
    assert "Rank 1" not in sheet
    points = {f"raw-{player}": str(10 - 2 * place) for place, player in enumerate(seats)}
    form = {
        "form": "result",
        "op": "report",
        "table": "R1.T1",
        "end": "won",
        "winner": seats[0],
        "signed": "1",
        **points,
    }
    assert session.send(form).status_code == 303
    for path in ("", "/desk"):
        assert 'class="standings"' in session.get(path)
    sheet = session.get(f"/p/{seats[0]}")
    assert '"Place points">4<' in sheet
    assert "Rank 1, success 35.71" in sheet


def play(session: HeldTournament, number: int, stopped: int | None = None) -> None:
    """Draw, publish, start and enter a whole round; at one table the game is adjudicated."""
    session.do(f"draw R{number}")
    session.do(f"publish R{number}")
    session.do(f"start R{number}")
    for table in session.state().round(number).tables:
        if table.number == stopped:
            seats = " ".join(f"{p}:{8 - min(k, 2)}" for k, p in enumerate(table.seats))
            session.do(f"decide {table.name} adjudicated {seats}", words="the hall closes")
            continue
        form = {"form": "result", "table": table.name, "end": "won", "winner": table.seats[0], "signed": "1"}
        points = {f"raw-{p}": str(10 - 2 * k) for k, p in enumerate(table.seats)}
        answer = session.send({**form, **points})
        assert answer.status_code == 303, answer.text
    session.do(f"complete R{number}")


def test_an_organisers_day_by_forms(session: HeldTournament) -> None:
    """Eleven people, three rounds, a withdrawal and an adjudicated game; the pages tell what the rules compute."""
    play(session, 1)
    session.do("withdraw P11")
    play(session, 2, stopped=2)
    play(session, 3)
    state = session.state()
    assert state.phase == "finished"
    rows = standings_lines(state)
    page = session.get()
    assert [page.index(f'/p/{row.player}">') for row in rows] == sorted(page.index(f'/p/{r.player}">') for r in rows)
    assert 'title="withdrawn">W' in page
    for what in ("tables", "names", "cards", "slips", "standings", "schedule", "cross", "certificates", "board"):
        assert "Player 1" in session.get(f"/paper/{what}") or what in ("schedule", "board")
    assert "<svg" in session.get("/paper/slips")
    assert "<svg" in session.get("/chart.svg")
    session.do("archive")
    assert "Seed:" in session.get()


def test_nothing_is_lost_when_the_server_starts_again(start: Start) -> None:
    browser = start()()
    session = HeldTournament.new(browser)
    session.send({"form": "register", "name": "Jana", "contact": "jana@example.org"})
    before = session.log()
    cookies = dict(browser.client.cookies)
    again = start()()
    again.client.cookies.update(cookies)
    after = HeldTournament(again, session.id).log()
    assert [e.to_json() for e in after[1]][: len(before[1])] == [e.to_json() for e in before[1]]
    assert after[2] is not None
    assert after[2].contacts == {"P1": "jana@example.org"}


def test_a_changed_line_of_the_log_is_detected(start: Start, settings: Settings) -> None:
    """TOU-18.3: whoever writes into the database by hand is found out, in words and without an error of the server."""
    session = HeldTournament.new(start()())
    session.send({"form": "register", "name": "Jana"})
    session.send({"form": "register", "name": "Petr"})
    with sqlite3.connect(settings.database) as db:
        db.execute("update tournament_log set args = replace(args, 'Jana', 'Jena')")
    again = start()()
    answer = again.client.get(f"/t/{session.id}")
    assert answer.status_code == 400
    assert "The log has been changed" in answer.text
    other = HeldTournament.new(again)
    assert again.client.get(f"/t/{other.id}").status_code == 200, "other tournaments go on"


@pytest.mark.parametrize("what", ["backup.json", "tournament.json"])
def test_an_export_is_of_one_moment(browser: Browser, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """TOU-18.3: while it waits for its process something is entered; the entries that it holds end in the hash that it names."""
    session = HeldTournament.new(browser)

    async def later(request: Any, kind: str, call: Callable[[], Any], **more: Any) -> Any:
        here = await sessions_of(request).get(session.id)
        assert here is not None
        await here.act("O1", [("register", {"name": "Jana", "kind": "human"})])
        return await work_for(request, kind, call, **more)

    monkeypatch.setattr(downloads, "work_for", later)
    state, log, _ = from_json(session.get(f"/export/{what}"))
    assert not state.players, "what came later is not in it"
    monkeypatch.undo()
    later_state, later_log, _ = from_json(session.get(f"/export/{what}"))
    assert [player.name for player in later_state.players.values()] == ["Jana"]
    assert [entry.to_json() for entry in later_log][: len(log)] == [entry.to_json() for entry in log]


def test_a_page_that_looks_while_an_entry_is_stored(browser: Browser) -> None:
    """TOU-18.3: several nodes share a database, so pages read the log again; an entry they find there is counted once."""
    session = HeldTournament.new(browser)
    client: Any = browser.client
    sessions = client.app.state.sessions

    async def act() -> tuple[int, list[int]]:
        here = await sessions.get(session.id)

        async def write(row: TournamentRow, lines: list[LogLine]) -> None:
            await sessions.tournament_store.append(row, lines)
            await here.catch_up()

        await here.act("O1", [("register", {"name": "Jana", "kind": "human"})], None, write)
        return here.state.seq, [entry.seq for entry in here.log]

    seq, counted = client.portal.call(act)
    assert counted == list(range(1, seq + 1))
    assert [player.name for player in session.state().players.values()] == ["Jana"]


def test_a_form_that_is_sent_twice_acts_once(browser: Browser) -> None:
    session = HeldTournament.new(browser)
    form = {"form": "register", "name": "Jana", "as": "O1", "key": "the-same-key", "back": "/x"}
    for _ in range(3):
        assert browser.client.post(f"/t/{session.id}/do", data=form, follow_redirects=False).status_code == 303
    assert list(session.state().players) == ["P1"]


def test_refusals_carry_code_and_clause_and_change_nothing(session: HeldTournament) -> None:
    before = session.state().seq
    assert "STATE" in session.refused("start R1")
    assert "TOU-" in session.refused("start R1")
    assert "SYNTAX" in session.refused("dance")
    assert "DUPLICATE_NAME" in " ".join(
        re.findall(r'role="alert">([^<]*)', session.send({"form": "register", "name": " player  1 "}).text)
    )
    assert session.state().seq <= before + 2, "only the backups that the test itself asked for"
    assert "P12" not in session.state().players


def test_nobody_does_what_the_role_may_not(start: Start) -> None:
    """A stranger sees the public page alone; a player acts for himself; links open exactly one door."""
    browsers = start()
    session = HeldTournament.new(browsers())
    session.send({"form": "register", "name": "Jana", "contact": "secret@example.org"})
    stranger = HeldTournament(browsers(), session.id)
    stranger.get()
    for path in ("/desk", "/paper/slips", "/export/backup.json", "/export/tournament.json"):
        assert stranger.status(path) == 403, path
    assert stranger.send({"text": "close"}).status_code == 403
    assert stranger.send({"text": "checkin P1", "as": "P1"}).status_code == 403
    assert stranger.send({"text": "checkin P1", "as": "{P1}"}).status_code == 403, "a name is no format"
    assert stranger.status("/as/O1/" + "0" * 20) == 404
    for text in (stranger.get(), stranger.get("/p/P1")):
        assert "secret@example.org" not in text
    link = re.search(rf"/t/{session.id}/as/P1/(\w+)", session.get("/desk"))
    assert link is not None
    assert stranger.browser.client.get(link[0], follow_redirects=False).status_code == 303
    assert "I am here" in stranger.get("/p/P1")
    assert stranger.send({"text": "checkin P1", "as": "P1", "back": f"/t/{session.id}/p/P1"}).status_code == 303
    assert stranger.send({"text": "close", "as": "P1"}).status_code == 422
    assert session.state().players["P1"].status == "present"


def test_the_seed_and_an_unpublished_draw_are_shown_to_nobody(session: HeldTournament, start: Start) -> None:
    session.do("draw R1")
    _, _, secrets = session.log()
    assert secrets is not None
    stranger = HeldTournament(Browser(session.browser.client), session.id)
    session.browser.client.cookies.clear()
    for path in ("", "/p/P1", "/clock", "/paper/tables", "/paper/names", "/stamp", "/export/draw.csv"):
        text = stranger.get(path)
        assert secrets.seed not in text
        assert "Table 1" not in text or path == ""
    assert "R1.T1" not in stranger.get()


def test_two_helpers_with_the_same_slip(session: HeldTournament) -> None:
    """TOU-10.5: the second is told that the result is there; a different one is a dispute."""
    session.do("draw R1")
    session.do("publish R1")
    session.do("start R1")
    table = session.state().round(1).tables[0]
    found = re.search(r"Slip code <strong>(\w{10})<", session.get("/paper/slips"))
    assert found is not None
    points = {f"raw-{p}": str(10 - 2 * k) for k, p in enumerate(table.seats)}
    form = {"form": "result", "table": "R1.T1", "end": "won", "winner": table.seats[0], "slip": found[1], **points}
    session.browser.client.cookies.clear()  # a phone that nobody knows, with the slip in the hand
    assert session.status(f"/slip/R1.T1/{found[1]}") == 200
    assert session.status("/slip/R1.T1/zzzz") == 404
    first = session.send({**form, "as": table.seats[1]})
    assert first.status_code == 303, first.text[-600:]
    again = session.send({**form, "as": table.seats[1]})
    assert again.status_code == 422
    assert "SAME" in again.text
    assert session.send({**form, "slip": "0000", "as": table.seats[1]}).status_code == 403


def test_an_online_round_opens_its_tables_and_takes_their_results(browser: Browser) -> None:
    """TOU-1.8: two games of bots are opened at the start, and are confirmed by themselves when they end; once each."""
    session = HeldTournament.new(
        browser, preset="duel-swiss", game="bosman", rounds="1", online="true", date="2020-01-01"
    )
    session.do("set publish.lead=0")
    session.do("set game.options=turn_limit=20")
    for n in range(4):
        session.send({"form": "register", "name": f"Bot {n}", "kind": "bot"})
        session.do(f"checkin P{n + 1}")
    session.do("close")
    session.do("draw R1")
    session.do("publish R1")
    session.do("start R1")
    until = time.monotonic() + 90
    while time.monotonic() < until:
        tables = session.state().round(1).tables
        if all(table.state == "confirmed" for table in tables):
            break
        time.sleep(0.5)
    assert [table.state for table in tables] == ["confirmed", "confirmed"]
    assert {table.result.reporter for table in tables} == {"E"}
    assert [len(table.versions) for table in tables] == [1, 1]
    session.do("complete R1")


def test_a_seat_of_a_tournament_is_kept_for_its_player(start: Start) -> None:
    """A stranger cannot sit down at an online table; the player's link opens the seat."""
    browsers = start()
    session = HeldTournament.new(
        browsers(), preset="duel-swiss", game="bosman", rounds="1", online="true", date="2020-01-01"
    )
    session.do("set publish.lead=0")
    session.send({"form": "register", "name": "Jana"})
    session.send({"form": "register", "name": "Bot", "kind": "bot"})
    for n in (1, 2):
        session.do(f"checkin P{n}")
    for text in ("close", "draw R1", "publish R1", "start R1"):
        session.do(text)
    jana, stranger = browsers(), browsers()
    link = re.search(rf"/t/{session.id}/as/P1/(\w+)", session.get("/desk"))
    assert link is not None
    jana.client.get(link[0])
    until = time.monotonic() + 60
    while not (found := re.search(r"/table/(\w+)", session.get("/p/P1"))) and time.monotonic() < until:
        time.sleep(0.2)
    assert found is not None
    table = found[1]
    mine = jana.look(table)
    assert mine["sitters"][mine["seat"]]["kind"] == "me"
    for seat in (0, 1):
        sat = stranger.client.post(f"/api/tables/{table}/sit", json={"seat": seat, "name": "Eve"})
        assert sat.status_code in (403, 409)
    assert [sitter["name"] for sitter in jana.look(table)["sitters"]] == [s["name"] for s in mine["sitters"]]


def test_TOU_15_6_the_day_is_that_of_the_tournaments_zone(browser: Browser) -> None:
    """One minute past midnight in Prague is still the day before in UTC."""
    session = HeldTournament.new(browser, zone="Europe/Prague", date="2027-03-01", start="00:01")
    assert "March 1, 2027" in session.get()
