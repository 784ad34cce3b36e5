"""Files that come in (TOU-20.9, TOU-20.10), what can be taken back, and what each official may see and do."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path

from click.testing import CliRunner

from kotva.cli.tournament import tournament
from kotva.cli.tournament.file import TournamentFile
from kotva.tournament.exports import from_json, results_csv
from tests.server.conftest import Browser
from tests.server.test_tournaments import HeldTournament, session

Start = Callable[[], Callable[[], Browser]]
__all__ = ["session"]


def bring(session: HeldTournament, what: str, data: bytes) -> tuple[int, str]:
    path = f"/t/{session.id}/import/{what}"
    answer = session.browser.client.post(path, content=data, headers={"content-type": "text/csv"})
    return int(answer.status_code), str(answer.text)


def faults(page: str) -> list[tuple[str, str]]:
    """Line and column of every fault that is shown."""
    return re.findall(r'<tr><td class="num">(\w+)</td><td><code>([^<]*)</code></td>', page)


def test_ten_thousand_lines_with_three_faults_take_over_nothing(browser: Browser) -> None:
    """TOU-20.10: each fault with its line and column; mended, the same file is taken over whole."""
    session = HeldTournament.new(browser)
    lines = ["name,club,kind", *(f"Player {n},Brno,human" for n in range(1, 10_001))]
    wrong = list(lines)
    wrong[17], wrong[5000], wrong[9999] = ",Brno,human", "Player 3,Brno,human", "Player 9999,Brno,ghost"
    status, page = bring(session, "players", "\n".join(wrong).encode())
    assert status == 422
    assert faults(page) == [("17", "name"), ("5000", "name"), ("9999", "kind")]
    assert len(session.state().players) == 0
    few = "\n".join(lines[:401]).encode()
    status, page = bring(session, "players", few)
    assert status == 200, faults(page)
    assert "400 players to enter" in page
    assert len(session.state().players) == 0, "nothing is entered before somebody has looked"
    session.enter(few.decode())
    assert len(session.state().players) == 400
    status, page = bring(session, "players", few)
    assert status == 422, "the same entries again"
    assert "DUPLICATE_NAME" in page


def test_a_preview_names_every_column_that_is_taken_and_every_other(browser: Browser) -> None:
    """TOU-20.10, 20.13: a team's list is a list of players."""
    session = HeldTournament.new(browser)
    data = "Jméno;Tým;Kategorie;Elo;Barva\nJana;Vlci;junior;1500;red\nPetr;Lvi;;1200;blue\n"
    status, page = bring(session, "players", data.encode())
    assert status == 200
    assert re.findall(r'<th scope="col">([^<]*)</th>', page) == ["Name", "Team", "Category", "Rating"]
    assert "not used: Barva" in page
    session.enter(data)
    jana = session.state().players["P1"]
    assert (jana.team, jana.categories, jana.rating) == ("Vlci", ("junior",), 1500)


def test_what_is_wrong_with_a_file_itself_is_told_by_line_and_column(browser: Browser) -> None:
    """Encoding, quotes, a missing column: TOU-20.8."""
    session = HeldTournament.new(browser)
    for data, place, code in (
        (b"name,club\nJana,Brno\n\x81mile,Paris\n", ("2", "1"), "ENCODING"),
        (b'name\n"Jana\n', ("1", "1"), "SYNTAX"),
        (b"club\nJana\n", ("header", "name"), "SYNTAX"),
        (b"name,club\nJana\n", ("1", "2"), "SYNTAX"),
    ):
        status, page = bring(session, "players", data)
        assert status == 422
        assert faults(page) == [place]
        assert code in page
    assert len(session.state().players) == 0


def test_a_pasted_list_of_names_is_looked_at_and_entered(browser: Browser) -> None:
    """TOU-20.10: in any encoding; what was guessed and what is not used is shown, and what was typed stays."""
    session = HeldTournament.new(browser)
    status, page = bring(session, "players", "Jméno;Boty\nČáp;38\nEva;40\n".encode("cp1250"))
    assert status == 200
    assert "CP1250" in page
    assert "Boty" in page
    assert "Čáp" in page
    session.enter(html.unescape(re.findall(r"(?s)<textarea name=\"csv\" hidden>\n(.*?)</textarea>", page)[0]))
    assert [player.name for player in session.state().players.values()] == ["Čáp", "Eva"]
    answer = browser.client.post(f"/t/{session.id}/import/players", data={"csv": "Zoe\nEva\n", "sure": "1"})
    assert answer.status_code == 422
    assert "Zoe\nEva" in answer.text


def test_results_come_back_from_their_own_export(session: HeldTournament) -> None:
    for step in ("draw R1", "publish R1", "start R1"):
        session.do(step)
    lines = ["round,table,end,player,status,raw"]
    for table in session.state().round(1).tables:
        lines += [f"1,{table.number},won={table.seats[0]},{p},ok,{10 - 2 * k}" for k, p in enumerate(table.seats)]
    status, page = bring(session, "results", "\n".join([*lines[:-1], lines[-1].replace("ok,", "ok,x")]).encode())
    assert status == 422
    assert [line for line, _ in faults(page)] == [str(len(lines) - 1)] or "RANGE" in page
    assert all(table.state == "open" for table in session.state().round(1).tables), "nothing half imported"
    status, _ = bring(session, "results", "\n".join(lines).encode())
    assert status == 200
    assert all(table.state == "confirmed" for table in session.state().round(1).tables)
    assert results_csv(session.state()) == session.get("/export/results.csv").replace("\r\n", "\n").replace(
        "\n", "\r\n"
    )


def test_a_backup_becomes_the_same_tournament_again(session: HeldTournament, start: Start) -> None:
    """TOU-20.9: on another server; a changed line is refused, and so is a log without its seed."""
    session.do("draw R1")
    backup = session.get("/export/backup.json")
    public = session.get("/export/tournament.json")
    elsewhere = start()()
    elsewhere.client.get("/tournaments")
    send = {"content-type": "application/json"}
    changed = backup.replace("Player 3", "Player 0")
    for text, code in ((changed, "TAMPERED"), (public, "TOU-18.4"), ("{", "SYNTAX")):
        answer = elsewhere.client.post("/tournaments/restore", content=text.encode(), headers=send)
        assert answer.status_code == 422
        assert code in answer.text
    answer = elsewhere.client.post(
        "/tournaments/restore", content=backup.encode(), headers=send, follow_redirects=False
    )
    assert answer.status_code == 303, answer.text
    again = HeldTournament(elsewhere, answer.headers["location"].split("/")[2])
    _, log, kept = again.log()
    _, before, secret = from_json(backup)
    assert [entry.to_json() for entry in log][: len(before)] == [entry.to_json() for entry in before]
    assert kept == secret
    again.do("publish R1")
    assert again.state().round(1).state == "published"


def test_a_tournament_moves_from_the_server_into_a_file_and_back(
    session: HeldTournament, start: Start, tmp_path: Path
) -> None:
    """One data, two homes: drawn on the server, published by the command line, started on another server, and verified."""

    def kotva(*arguments: str | Path) -> str:
        done = CliRunner().invoke(tournament, [str(argument) for argument in arguments], env={"LANG": "C.UTF-8"})
        assert done.exit_code == 0, done.output
        return done.output

    session.do("draw R1")
    (tmp_path / "server.json").write_text(session.get("/export/backup.json"), encoding="utf-8")
    file = tmp_path / "day.tour"
    kotva("import", file, tmp_path / "server.json")
    kotva("do", file, "publish R1")
    assert "everything agrees" in kotva("verify", file)
    kotva("export", file, "backup", "--out", tmp_path / "file.json")
    elsewhere = start()()
    elsewhere.client.get("/tournaments")
    answer = elsewhere.client.post(
        "/tournaments/restore",
        content=(tmp_path / "file.json").read_bytes(),
        headers={"content-type": "application/json"},
        follow_redirects=False,
    )
    assert answer.status_code == 303, answer.text
    again = HeldTournament(elsewhere, answer.headers["location"].split("/")[2])
    there, written = again.state(), TournamentFile.read(file)
    assert (there.round(1).tables, there.players) == (written.state.rounds[0].tables, written.state.players)
    assert again.log()[1][: len(written.log)] == written.log
    assert again.log()[2] == written.secrets
    again.do("start R1")


def test_the_last_deed_can_be_taken_back(session: HeldTournament) -> None:
    """The desk offers what sets it right, and the log keeps both (TOU-18.3)."""

    def offered() -> str:
        found = re.search(r'-undo-[^"]*">.*?name="text" value="([^"]*)"', session.get("/desk"), re.DOTALL)
        return found[1] if found else ""

    session.do("absent P4")
    assert offered() == "checkin P4"
    session.do("withdraw P4")
    assert offered() == "return P4"
    session.do("set break=20")
    assert offered() == "set break=15"
    session.do(offered())
    session.do("return P4")
    for step in ("draw R1", "publish R1", "start R1"):
        session.do(step)
        assert offered() == "", "another way leads back, or none: the page asks before"
    session.do("pause R1")
    assert offered() == "resume R1"
    assert session.state().options.texts["break"] == "15"


def test_a_scorer_sees_neither_links_nor_contacts_nor_an_unpublished_draw(
    session: HeldTournament, start: Start
) -> None:
    """Section 8: whoever helps with results cannot become the organiser."""
    session.do("official O2 role=scorer", name="Sára")
    session.send({"form": "register", "name": "Zoe", "contact": "zoe@example.org"})
    session.do("draw R1")
    link = re.search(rf"/t/{session.id}/as/O2/\w+", session.get("/desk"))
    assert link is not None
    assert "zoe@example.org" in session.get("/desk")
    session.browser.client.cookies.clear()
    assert session.browser.client.get(link[0]).status_code == 200
    desk = session.get("/desk")
    assert "/as/O1/" not in desk
    assert "/as/P" not in desk
    assert "zoe@example.org" not in desk
    assert "R1.T1" not in desk
    assert "Player 1" not in session.get("/paper/tables")
    assert session.status("/export/backup.json") == 400


def test_entering_a_result_that_is_there_is_told_beside_it(session: HeldTournament) -> None:
    """TOU-10.5: on the slip's own page, with what has been entered by whom."""
    for step in ("draw R1", "publish R1", "start R1"):
        session.do(step)
    table = session.state().round(1).tables[0]
    code = re.findall(r"Slip code <strong>(\w{10})<", session.get("/paper/slips"))[0]
    session.browser.client.cookies.clear()
    points = {f"raw-{p}": str(10 - 2 * k) for k, p in enumerate(table.seats)}
    form = {"form": "result", "table": "R1.T1", "end": "won", "winner": table.seats[0], "slip": code, **points}
    assert session.send({**form, "as": table.seats[0]}).status_code == 303
    again = session.send({**form, "as": table.seats[1]})
    assert again.status_code == 422
    assert "SAME" in again.text
    assert 'class="entered"' in again.text
    other = session.send({**form, f"raw-{table.seats[1]}": "9", "as": table.seats[1]})
    assert other.status_code == 303
    assert "The result is disputed" in session.get(f"/slip/R1.T1/{code}")
