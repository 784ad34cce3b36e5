"""What a tournament prints (TOU-20): every document as a page and as PDF on A4, in four languages, with nothing cut off."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from typing import Any

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotva.engine.say import LANGUAGES, Say
from kotva.server.tournaments import printing
from kotva.server.tournaments.boards import round_boards
from kotva.server.tournaments.page_context import Visitor
from kotva.server.tournaments.pdf import BOLD, TEXT, fitted, is_writable
from kotva.server.tournaments.pdf_documents import day_text
from kotva.server.tournaments.pdf_stream import merged
from kotva.server.tournaments.printing import Wanted
from kotva.tournament.documents import standings_lines
from tests.server.conftest import Browser
from tests.server.test_tournaments import HeldTournament, play

A4 = (595, 842)
NAMES = [
    "Jan Žižka z Trocnova a Kalichu",
    "Łucja Wiśniewska-Brzęczyszczykiewicz",
    "Мария Стоянова-Георгиева",
    "Bartholomew Fitzgerald-Montgomery of Upper Wallingham Hall",
    "Čeněk Říha",
    "Chudoba",
    "Стоян Ъглев",
]
PAPERS = ("tables", "names", "cards", "slips", "standings", "schedule", "cross", "certificates", "players", "board")
NAMED = ("tables", "names", "cards", "slips", "standings", "cross", "certificates", "players")


def days(browser: Browser, names: list[str]) -> HeldTournament:
    session = HeldTournament.new(browser)
    for option in ("publish.lead=0", "date=2020-01-01", "protest.minutes=0", "rounds=1"):
        session.do(f"set {option}")
    session.enter("name\n" + "".join(f"{name}\n" for name in names))
    for n in range(len(names)):
        session.do(f"checkin P{n + 1}")
    session.do("close")
    return session


@pytest.fixture
def over(browser: Browser) -> HeldTournament:
    """Seven people with long names in three scripts, one round, finished."""
    session = days(browser, NAMES)
    play(session, 1)
    return session


def test_equal_papers_are_made_once_and_not_where_moves_are(over: HeldTournament) -> None:
    """The sheets of 200 players took half a second of the event loop, sixty boards 1.2 GB; each time anew."""
    client: Any = over.browser.client
    work = client.app.state.hub.work

    def made() -> int:
        return int(work.numbers.done["paper"])

    for path in ("paper/players", "paper/standings.pdf", "chart.svg", "board/1-1-day.svg"):
        before = made()
        assert client.get(f"/t/{over.id}/{path}").content == client.get(f"/t/{over.id}/{path}").content
        assert made() == before + 1, path
    before = made()
    over.get("/export/backup.json")  # it is noted in the log
    client.get(f"/t/{over.id}/paper/players")
    assert made() == before + 2, "the tournament has gone on"


def sheets(session: HeldTournament, what: str, language: str = "en") -> pypdfium2.PdfDocument:
    session.browser.client.cookies.set("kotva_language", language)
    answer = session.browser.client.get(f"/t/{session.id}/paper/{what}.pdf")
    session.browser.client.cookies.delete("kotva_language")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    return pypdfium2.PdfDocument(answer.content)


def words(document: Iterable[pypdfium2.PdfPage]) -> str:
    """All that is written on it; a name on two lines is one name."""
    return " ".join(" ".join(page.get_textpage().get_text_bounded().split()) for page in document)


def boxes(page: pypdfium2.PdfPage) -> Iterator[tuple[float, float, float, float]]:
    text = page.get_textpage()
    for i in range(text.count_rects()):
        yield text.get_rect(i)


# The quick round takes the script that is least like English.
@pytest.mark.parametrize(
    "language", ["bg", *(pytest.param(other, marks=pytest.mark.slow) for other in LANGUAGES if other != "bg")]
)
def test_every_document_is_a_file_on_a4_with_every_name_on_it(over: HeldTournament, language: str) -> None:
    say = Say(language, "tournament")
    for what in PAPERS:
        document = sheets(over, what, language)
        written = words(document)
        for page in document:
            wide, high = page.get_size()
            assert sorted((round(wide), round(high))) == sorted(A4), what
            for left, low, right, top in boxes(page):
                assert left > 5 <= low, f"{what}: cut off at the edge"
                assert right < wide - 5, f"{what}: cut off at the edge"
                assert top < high - 5, f"{what}: cut off at the edge"
        for name in NAMES if what in NAMED else ():
            assert name in written or name.replace(" ", "") in written.replace(" ", ""), (what, name)
        if what == "slips":
            assert say("By signing I accept the result.") in written
            assert say("Signature") in written
        if what == "certificates":
            assert len(document) == len(NAMES)
            day = " ".join(day_text("2020-01-01", language).split())
            assert written.count(day) == len(NAMES), "the day of the tournament, not of printing"


def test_the_same_tournament_gives_the_same_file(over: HeldTournament) -> None:
    path = f"/t/{over.id}/paper/slips.pdf"
    assert over.browser.client.get(path).content == over.browser.client.get(path).content


def test_a_sheet_holds_two_slips_eight_cards_and_forty_names(browser: Browser) -> None:
    """TOU-20.1: one page for the wall per 40 players; no table is torn apart."""
    session = days(browser, [f"Player {n}" for n in range(1, 44)])
    for step in ("draw R1", "publish R1"):
        session.do(step)
    tables = session.state().round(1).tables
    assert len(sheets(session, "slips")) == -(-len(tables) // 2)
    assert len(sheets(session, "cards")) == -(-43 // 8)
    assert len(sheets(session, "names")) == 2
    by_table = sheets(session, "tables")
    assert len(by_table) == 2
    first = set(re.findall(r"Player \d+", by_table[0].get_textpage().get_text_bounded()))
    for table in tables:
        names = {session.state().label(player) for player in table.seats}
        assert names <= first or not names & first


def test_what_is_for_officials_is_for_them_alone(over: HeldTournament) -> None:
    over.browser.client.cookies.clear()
    for what in ("cards", "slips"):
        assert over.status(f"/paper/{what}.pdf") == 403
        assert over.status(f"/paper/{what}") == 403
    assert over.status("/paper/names.pdf") == 200
    assert over.status("/paper/dance.pdf") == 404


def test_the_board_is_drawn_by_its_game_and_secret_until_the_start(browser: Browser) -> None:
    """TOU-8.5, TOU-20.4: the same board as the game's scene draws it for that board key."""
    session = days(browser, NAMES)
    for step in ("draw R1", "publish R1"):
        session.do(step)
    assert session.status("/board/1-1-day.svg") == 404
    assert "board-sheet" not in session.get("/paper/board")
    assert "secret" in words(sheets(session, "board"))
    session.do("start R1")
    assert "/board/1-1-day.svg" in session.get("/paper/board")
    board = round_boards(session.state(), session.state().round(1), session.log()[2].seed, Say("en", "tournament"))
    assert session.get("/board/1-1-day.svg") == board[0].svg
    assert board[0].svg.count("2:1") >= 5, "the harbours are drawn"
    assert session.get("/board/1-1-night.svg") != board[0].svg
    assert session.status("/board/1-2-day.svg") == 404, "there is one board for all"
    document = sheets(session, "board")
    code = session.state().round(1).boards[0][:8]
    assert code in words(document)
    pictures = [item for item in document[0].get_objects() if item.type == 3]
    assert len(pictures) == 1, "the picture is on the sheet"


def test_an_own_board_for_each_table_is_a_sheet_for_each(browser: Browser) -> None:
    """TOU-8.6."""
    session = days(browser, NAMES)
    session.do("set board.mode=own")
    for step in ("draw R1", "publish R1", "start R1"):
        session.do(step)
    assert session.get("/paper/board").count('class="board-sheet"') == 2


def test_standings_on_paper_are_those_of_the_rules(over: HeldTournament) -> None:
    rows = standings_lines(over.state())
    written = words(sheets(over, "standings")).replace(" ", "")
    places = [written.index(row.name.replace(" ", "")) for row in rows]
    assert places == sorted(places)


@given(st.text(min_size=1, max_size=60), st.floats(8, 40), st.floats(30, 400), st.sampled_from([1, 2]))
def test_whatever_a_name_is_it_fits_its_place(text: str, size: float, width: float, lines: int) -> None:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    for font in (TEXT, BOLD):
        said, small = fitted(text, font, size, width, lines)
        assert 1 <= len(said) <= lines
        assert small <= size
        for line in said:
            assert stringWidth(line, font, small) <= width + 0.01
        if not said[-1].endswith("…"):
            assert "".join(said).replace(" ", "") == "".join(text.split())


def test_codes_on_slips_lead_where_phones_can_go(browser: Browser) -> None:
    """From the computer itself the slips carry its address in the network; without one the page says what to do."""
    session = days(browser, NAMES)
    for step in ("draw R1", "publish R1"):
        session.do(step)
    cookies = {cookie.name: str(cookie.value) for cookie in browser.client.cookies.jar}
    browser.client.base_url = "http://localhost"
    browser.client.cookies = cookies
    page = browser.client.get(f"/t/{session.id}/paper/slips").text
    assert 'href="http://localhost/t/' in page
    assert "--host 0.0.0.0" in page
    hub = browser.client.app.state.hub  # type: ignore[attr-defined]
    hub.settings = replace(hub.settings, lan="http://192.168.7.7:8274")
    page = browser.client.get(f"/t/{session.id}/paper/slips").text
    assert 'href="http://192.168.7.7:8274/t/' in page
    assert "--host 0.0.0.0" not in page


def test_TOU_20_3_a_players_sheet_for_one_or_for_all(over: HeldTournament) -> None:
    """Own games, places, points, success; the PDF button of one player's page prints that one alone."""
    with closing(sheets(over, "players")) as every:
        assert len(every) == len(NAMES)
    page = over.get("/paper/players?player=P3")
    assert "players.pdf?player=P3" in page
    assert page.count('class="player-sheet"') == 1
    answer = over.browser.client.get(f"/t/{over.id}/paper/players.pdf?player=P3")
    with closing(pypdfium2.PdfDocument(answer.content)) as one:
        assert len(one) == 1
    assert "/paper/players?player=P3" in over.get("/p/P3")


def test_TOU_13_6_a_sheet_does_not_tell_the_rank_that_the_standings_hide(browser: Browser) -> None:
    session = days(browser, NAMES)
    for option in ("rounds=2", "standings.public=final"):
        session.do(f"set {option}")
    play(session, 1)
    paths = ("/p/P1", "/paper/players?player=P1")
    assert all(re.search(r"Rank \d", session.get(path)) for path in paths), "officials see it"
    session.browser.client.cookies.clear()
    assert not any(re.search(r"Rank \d", session.get(path)) for path in paths)


@pytest.mark.parametrize("what", ["names", "cards", "slips", "standings"])
def test_names_in_other_scripts_are_spelt_in_the_pdf(browser: Browser, what: str) -> None:
    """No boxes on paper: letters that the fonts have as they are, others in Latin ones, and the page says so."""
    session = days(browser, ["Ада Живкова", "Ελένη", "Łucja Đurić", "山田太郎", "გიორგი ბერიძე", "Ἀριστοτέλης"])
    page = session.get(f"/paper/{what}")
    told = re.search(r"in Latin ones: ([^<]*)\. Print this page", page)
    assert told is not None
    assert told[1] == "山田太郎 (ShanTianTaiLang), გიორგი ბერიძე (Giorgi Beridze), Ἀριστοτέλης (Αριστοτελης)"
    play(session, 1)
    with closing(sheets(session, what)) as document:
        text = words(document)
    for name in ("Ада Живкова", "Ελένη", "Łucja Đurić", "ShanTianTaiLang", "Giorgi Beridze", "Αριστοτελης"):
        assert name in text, name
    assert is_writable(text)


def test_documents_are_there_in_the_languages_of_the_tournament(browser: Browser) -> None:
    """TOU-20: the option `languages`; the page of a document leads to the others, and its PDF is written in the page's own."""
    session = days(browser, NAMES)
    for step in ("set languages=cs,en", "draw R1", "publish R1"):
        session.do(step)
    page = session.get("/paper/tables?round=1")
    (link,) = re.findall(r'<a class="pick" lang="cs" href="([^"]*)">Čeština</a>', page)
    assert ">English</a>" not in page.partition("paper-bar")[2].partition("</nav>")[0]
    czech = session.get(f"/paper/tables{html.unescape(link)}")
    assert Say("cs", "tournament")("Tables") in czech
    (file,) = re.findall(r'href="(/t/[^"]*\.pdf[^"]*)"', czech)
    assert "language=cs" in html.unescape(file)
    answer = session.browser.client.get(html.unescape(file))
    assert Say("cs", "tournament")("Tables") in words(pypdfium2.PdfDocument(answer.content))


@pytest.fixture
def boards(browser: Browser) -> HeldTournament:
    """A round of five tables, each with its own board."""
    session = days(browser, [f"Player {n}" for n in range(20)])
    session.do("set board.mode=own")
    for step in ("draw R1", "publish R1", "start R1"):
        session.do(step)
    assert len(session.state().round(1).tables) == 5
    return session


def test_a_long_document_goes_on_its_way_while_it_is_made(
    boards: HeldTournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Boards of 200 tables were 24 MB in memory at once, and one process had too little time for them."""
    whole = sheets(boards, "board")
    state, wanted = boards.state(), Wanted("T", "board", Visitor(("O1",)), "en", round=1)
    assert len(whole) == 5
    assert printing.parts(wanted, state) == 1
    monkeypatch.setattr(printing, "_BOARDS", 2)
    assert printing.parts(wanted, state) == 3
    made: list[int] = []

    async def make(part: int) -> bytes:
        made.append(part)
        return printing.file(wanted, state, "seed", part)

    async def run() -> list[bytes]:
        pieces: list[bytes] = []
        made[:] = [0]
        async for piece in merged(3, make, printing.file(wanted, state, "seed")):
            pieces.append(piece)
            assert len(made) == min(len(pieces), 3), "the next part is made when this one is taken"
        return pieces

    pieces = asyncio.run(run())
    one = pypdfium2.PdfDocument(b"".join(pieces))
    assert [words([page]) for page in one] == [words([page]) for page in whole]
    assert max(map(len, pieces)) < 0.6 * sum(map(len, pieces))
    assert asyncio.run(run()) == pieces, "the same tournament gives the same file"
    title = (one.get_metadata_dict()["Title"], one.get_metadata_dict()["Creator"])
    assert title == (whole.get_metadata_dict()["Title"], "Kotva")
    pictures = {bytes(item.get_bitmap().buffer) for page in one for item in page.get_objects() if item.type == 3}
    assert len(pictures) == 5


def test_a_browser_that_asks_for_all_pictures_of_a_page_gets_them(boards: HeldTournament) -> None:
    """Six at once, as browsers do: more than three were refused, and the page had holes."""
    addresses = re.findall(r'src="(/t/[^"]+\.svg)"', boards.get("/paper/board"))
    assert len(addresses) == 5
    client: Any = boards.browser.client
    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(client.get, [*addresses, addresses[0].replace("day", "night")]))
    assert [answer.status_code for answer in answers] == [200] * 6
