"""A tournament as people meet it: the organiser's desk, helpers' phones with slips, players, the public page, the projector.

The server's clock can be put forward here, so that a game may really be stopped on time and nobody waits for anybody.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import ROOT, fresh_page
from tests.browser.table import axe_faults

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]  # whole evenings, also on a busy machine

NAMES = ["Ada", "Ben", "Cyr", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim"]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# A server whose clock runs ahead by the seconds that stand in a file, and since a moment so many times as fast.
AHEAD = """
import runpy, sys, time
from pathlib import Path
real, file = time.time, Path(sys.argv[1])
def ahead():
    seconds, since, faster = map(float, file.read_text().split())
    return real() + seconds + faster * (real() - since)
time.time = ahead
sys.argv = ["kotva", *sys.argv[2:]]
runpy.run_module("kotva", run_name="__main__")
"""


@dataclass(frozen=True, slots=True)
class Club:
    """A server of our own, and its clock."""

    address: str
    file: Path

    def later(self, minutes: int) -> None:
        """Put the clock forward; whoever reads meanwhile reads the one or the other."""
        self._set(float(self.file.read_text().split()[0]) + minutes * 60)

    @contextmanager
    def hurrying(self) -> Iterator[None]:
        """The clock runs eleven times as fast: one that jumps has slept for all that the server knows (TOU-9.10)."""
        seconds, since = float(self.file.read_text().split()[0]), time.time()
        self._set(seconds, since, 10)
        yield
        self._set(seconds + 10 * (time.time() - since))

    def _set(self, seconds: float, since: float = 0, faster: int = 0) -> None:
        part = self.file.with_suffix(".new")
        part.write_text(f"{seconds} {since} {faster}")
        part.replace(self.file)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    folder = tmp_path_factory.mktemp("club")
    file = folder / "ahead"
    file.write_text("0 0 0")
    ferry = str(ROOT / "docs" / "examples" / "ferry.py")
    command = [sys.executable, "-c", AHEAD, str(file), "--with", ferry, "serve", "--port", "0", "--no-browser"]
    command += ["--pace", "0", "--db", str(folder / "club.db")]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.search(r"http://localhost:\d+", process.stdout.readline())
    assert found, "the server did not start"
    urlopen(f"{found[0]}/about").close()
    yield Club(found[0], file)
    process.terminate()
    process.wait(10)
    process.stdout.close()


# -- what the organiser does ------------------------------------------------------------------------------------------


def press(page: Page, name: str) -> None:
    """A button of the desk; what cannot be taken back asks first, and is confirmed."""
    page.locator("#main").get_by_role("button", name=name, exact=True).first.click()
    expect(page.locator(".fault")).to_have_count(0)


def set_option(page: Page, option: str) -> None:
    """By the form of all options; then back at the desk."""
    name, _, value = option.partition("=")
    page.get_by_text("Options", exact=True).click()
    page.get_by_role("link", name="Change the options").click()
    field = page.locator(f"[id='option-{name}']")
    field.fill(value)
    press(page, "Save the options")
    expect(field).to_have_value(value)
    page.get_by_role("link", name="Back to the desk").click()
    expect(page.locator(".last-entry strong")).to_have_text(f"{name} is now {value}.")


def found(page: Page, club: Club, name: str, **more: str) -> str:
    """A new tournament by its form; its address. The page is then at the desk."""
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"{club.address}/tournaments")
    page.get_by_role("link", name="New tournament").click()
    page.fill("[name=name]", name)
    page.fill("[name=date]", "2020-01-01")
    for field, value in more.items():
        page.select_option(f"[name={field}]", value) if field != "rounds" else page.fill("[name=rounds]", value)
    page.get_by_role("button", name="Open registration").click()
    expect(page.get_by_role("heading", name="What comes next")).to_be_visible()
    return page.url.removesuffix("/desk")


def check_in(page: Page, number: int) -> None:
    """Everybody is here."""
    for n in range(number):
        page.locator(".people").get_by_role("button", name="here", exact=True).first.click()
        expect(page.locator(".people").get_by_role("button", name="not here")).to_have_count(n + 1)


def add_official(page: Page, name: str, role: str) -> str:
    """An official by the desk's form; the personal link."""
    form = page.locator("form", has=page.locator("select[name=text] option", has_text=re.compile("^alternate$")))
    form.get_by_label("Role").select_option(label=role)
    form.get_by_label("Name").fill(name)
    form.get_by_role("button", name="Add").click()
    line = page.locator("li", has_text=name).filter(has=page.get_by_role("link", name="personal link"))
    path = line.get_by_role("link", name="personal link").get_attribute("href")
    return page.url.partition("/t/")[0] + str(path)


def begin_round(page: Page, number: int) -> dict[int, list[str]]:
    """Drawn, published, started; who sits at which table, as the desk shows it."""
    for step in (f"Draw round {number}", "Publish the draw", "Start the clock"):
        press(page, step)
    expect(page.get_by_role("button", name="Pause the clock")).to_be_visible()
    page.wait_for_load_state()  # the tables come below the button: a slow page may show it before them
    out = {}
    for table in page.locator(f"[id^='R{number}.T']").all():
        lines = table.locator("> ol > li").all_inner_texts()
        out[int(str(table.get_attribute("id")).split(".T")[1])] = [line.split()[0] for line in lines]
    return out


def slips(page: Page, address: str, number: int) -> dict[int, str]:
    """What the codes on the slips open."""
    page.goto(f"{address}/paper/slips?round={number}")
    links = [str(link.get_attribute("href")) for link in page.locator(".slip .code a").all()]
    page.goto(f"{address}/desk")
    return {int(link.split(".T")[1].split("/")[0]): link for link in links}


# -- what helpers and players do ---------------------------------------------------------------------------------------


def fill_in(page: Page, points: dict[str, int], winner: str | None) -> None:
    """The result's form that is open on this page, filled in and sent."""
    form = page.locator("form.result-form:visible").first
    for name, number in points.items():
        form.get_by_label(f"Points of {name}").fill(str(number))
    if winner:
        form.get_by_label(f"{winner} has won").check()
    elif form.get_by_label("stopped on time").count():
        form.get_by_label("stopped on time").check()
    form.get_by_role("button").last.click()


def as_player(phone: Page, slip: str, name: str) -> None:
    """A phone that nobody knows, with the slip in the hand."""
    phone.goto(slip)
    phone.locator("summary", has_text=name).click()


# -- the second calculation --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Played:
    points: dict[str, int]
    winner: str | None

    def places(self) -> dict[str, int]:
        """TOU-11.3 to 11.5: equal points share a place, the next lower ones take the next; a winner is first alone."""
        others = {name: points for name, points in self.points.items() if name != self.winner}
        steps = sorted(set(others.values()), reverse=True)
        first = 2 if self.winner else 1
        out = {name: first + steps.index(points) for name, points in others.items()}
        return {**out, self.winner: 1} if self.winner else out


Row = tuple[int, int, int, str, int, int]  # firsts, place points, game points, success, seconds, thirds


def totals(games: list[Played]) -> dict[str, tuple[Fraction, Row]]:
    """What everybody has, and the success as a fraction: TOU-11, TOU-12."""
    out = {}
    for name in {name for game in games for name in game.points}:
        mine = [game for game in games if name in game.points]
        places = [game.places()[name] for game in mine]
        shares = (Fraction(game.points[name], sum(game.points.values())) for game in mine)
        success = sum(shares, Fraction(0)) / len(mine)
        shown = f"{int(success * 10000 + Fraction(1, 2)) / 100:.2f}"
        points = sum(game.points[name] for game in mine)
        row = (places.count(1), sum(5 - p for p in places), points, shown, places.count(2), places.count(3))
        out[name] = (success, row)
    return out


def shown_standings(page: Page) -> dict[str, Row]:
    """The public page's table, from the best down."""
    out = {}
    for row in page.locator(".standings tbody tr").all():
        cells = row.locator("td").all_inner_texts()
        out[row.locator("th").inner_text().split()[0]] = (
            *(int(cells[1]), int(cells[2]), int(cells[3]), cells[4], int(cells[5]), int(cells[6])),
        )
    return out


def assert_agrees(page: Page, games: list[Played]) -> None:
    """TOU-13: the same totals, in an order that the criteria allow; where all are equal the lot decides."""
    mine, shown = totals(games), shown_standings(page)
    assert shown == {name: row for name, (_, row) in mine.items()}
    keys = [(r[0], r[1], r[2], mine[name][0], r[4], r[5]) for name, r in shown.items()]
    assert keys == sorted(keys, reverse=True)


# -- the days ----------------------------------------------------------------------------------------------------------


def test_a_club_evening_around_real_tables(chromium: Browser, calm_page: Page, club: Club, axe: str) -> None:
    """Eleven people, three rounds: a tie, a withdrawal, a protest, a game stopped on time; phones, slips and a panel."""
    page = calm_page
    address = found(page, club, "Harbour cup")
    page.fill("[name=csv]", "".join(f"{name}\n" for name in NAMES))
    press(page, "Look at the list")
    expect(page.get_by_role("heading", name=f"{len(NAMES)} players to enter")).to_be_visible()
    assert axe_faults(page, axe) == []
    press(page, "Enter them")
    set_option(page, "publish.lead=0")
    check_in(page, len(NAMES))
    scorer = add_official(page, "Sára", "scorer")
    panel = [add_official(page, name, "panel") for name in ("Pavel", "Petra")]
    press(page, "Close registration")
    games: list[Played] = []
    with ExitStack() as stack:

        def phone() -> Page:
            opened: Page = stack.enter_context(fresh_page(chromium, reduced_motion="reduce", **PHONE))
            opened.on("dialog", lambda dialog: dialog.accept())
            return opened

        helper, guest = phone(), phone()
        helper.goto(scorer)

        def enter(slip: str, points: dict[str, int], winner: str | None) -> None:
            """A helper with the signed slip in the hand."""
            helper.goto(slip)
            fill_in(helper, points, winner)
            expect(helper.locator(".where")).to_contain_text("confirmed")
            games.append(Played(points, winner))

        def spread(seats: list[str]) -> dict[str, int]:
            return {name: 10 - 2 * place for place, name in enumerate(seats)}

        # Round 1: a tie for second; two phones with one slip.
        tables = begin_round(page, 1)
        assert sorted(name for seats in tables.values() for name in seats) == NAMES
        assert [len(seats) for seats in tables.values()] == [4, 4, 3]
        assert axe_faults(page, axe) == []
        codes = slips(page, address, 1)
        first, *others = tables[1]
        tie = {first: 10, others[0]: 8, others[1]: 8, others[2]: 4}
        late = phone()
        as_player(late, codes[1], others[0])
        late.get_by_label(f"Points of {first}").locator("visible=true").fill("10")
        as_player(guest, codes[1], first)
        assert axe_faults(guest, axe) == []
        fill_in(guest, tie, first)
        expect(guest.locator(".where")).to_contain_text("reported")
        expect(late.locator(".changed")).to_be_visible(timeout=30_000)  # told while still writing
        fill_in(late, tie, first)
        expect(late.get_by_role("alert")).to_contain_text(f"{first} has entered this very result")
        expect(late.locator(".entered")).to_contain_text(first)
        helper.goto(codes[1])
        expect(helper.locator(".where")).to_contain_text("reported")
        page.reload()
        asked = page.get_by_text("Minutes to answer: 10, for")  # TOU-10.4: not before
        for name in others:
            expect(asked).to_contain_text(name)
        page.locator("#R1\\.T1").locator("summary", has_text="Decide as head referee").click()
        decision = page.locator("#R1\\.T1 form.result-form:visible")
        decision.get_by_label("Reason").fill("all three nod")
        fill_in(page, tie, first)
        expect(page.locator("#R1\\.T1 h3")).to_contain_text("decided")
        games.append(Played(tie, first))
        for number in (2, 3):
            enter(codes[number], spread(tables[number]), tables[number][0])
        page.goto(address)
        assert_agrees(page, games)
        assert axe_faults(page, axe) == []
        page.goto(f"{address}/desk")
        press(page, "Complete the round")

        # Somebody goes home.
        gone = tables[3][-1]
        row = page.locator(".people tr", has=page.get_by_role("rowheader", name=gone))
        row.get_by_role("button", name="withdraw").click()
        expect(page.locator(".people .is-withdrawn")).to_have_count(1)

        # Round 2: two players enter different results, the head referee decides, one of them protests, the panel keeps it.
        tables = begin_round(page, 2)
        assert gone not in {name for seats in tables.values() for name in seats}
        assert [len(seats) for seats in tables.values()] == [4, 3, 3]
        codes = slips(page, address, 2)
        one, other, *rest = tables[1]
        right = {one: 10, other: 9, **dict.fromkeys(rest, 5)}
        as_player(guest, codes[1], one)
        fill_in(guest, right, one)
        expect(guest.locator(".where")).to_contain_text("reported")
        page.goto(f"{address}/desk")
        link = page.locator(".people tr", has=page.get_by_role("rowheader", name=other)).get_by_role("link")
        mine = page.url.partition("/t/")[0] + str(link.get_attribute("href"))
        late.goto(mine)
        late.get_by_placeholder("What is wrong?").fill("I had ten first")
        late.get_by_role("button", name="Dispute").click()
        expect(late.locator("#main")).to_contain_text("disputed")
        page.reload()
        page.locator("#R2\\.T1").locator("summary", has_text="Decide as head referee").click()
        page.locator("#R2\\.T1 form.result-form:visible").get_by_label("Reason").fill("the slip is signed")
        fill_in(page, right, one)
        expect(page.locator("#R2\\.T1 h3")).to_contain_text("decided")
        games.append(Played(right, one))
        late.goto(mine)
        about = late.locator(".case", has_text="Round 2, Table 1")  # there may be one about round 1, too
        about.get_by_placeholder("What is wrong with the decision?").fill("the dice were cocked")
        about.get_by_role("button", name="Protest").click()
        expect(about).to_contain_text("panel")
        for number, member in enumerate(panel):
            judge = phone()
            judge.goto(member)
            case = judge.locator(".case", has_text="the dice were cocked")
            case.get_by_role("button", name="Vote: keep").click()
            expect(case.get_by_role("button", name="Vote: keep")).to_have_count(0)  # nobody is asked twice
            expect(case.locator("h3")).to_contain_text("final" if number else "panel")
        for number in (2, 3):
            enter(codes[number], spread(tables[number]), tables[number][0])
        page.goto(f"{address}/desk")
        press(page, "Complete the round")

        # Round 3: at one table the time runs out.
        tables = begin_round(page, 3)
        codes = slips(page, address, 3)
        for number in (1, 3):
            enter(codes[number], spread(tables[number]), tables[number][0])
        seats = tables[2]
        stopped = dict(zip(seats, (8, 8, 6, 5)))
        helper.goto(codes[2])
        fill_in(helper, stopped, None)
        expect(helper.get_by_role("alert")).to_contain_text("NOT_EXPIRED")
        page.goto(f"{address}/clock")
        expect(page.locator(".left")).to_have_text(re.compile(r"7[2345]:\d\d"))
        assert page.locator(".left").evaluate("e => e.getBoundingClientRect().height > innerHeight / 4"), "from afar"
        assert page.locator(".left").evaluate("e => e.scrollWidth <= innerWidth"), "the clock fits the screen"
        club.later(76)
        page.reload()
        expect(page.locator(".left")).to_have_text(re.compile(r"\+[1234]:\d\d"))
        enter(codes[2], stopped, None)
        page.goto(f"{address}/desk")
        press(page, "Complete the round")
        expect(page.get_by_role("button", name="Archive the tournament")).to_be_visible()
    page.goto(address)
    assert_agrees(page, games)
    marked = page.locator(".standings tr", has=page.get_by_text("W", exact=True))
    expect(marked).to_have_count(1)
    expect(marked).to_contain_text(gone)
    best = next(iter(shown_standings(page)))
    for what in ("tables", "names", "cards", "slips", "standings", "schedule", "cross", "certificates", "board"):
        page.goto(f"{address}/paper/{what}")
        page.emulate_media(media="print")
        expect(page.locator(".bar")).to_be_hidden()
        expect(page.locator(".no-print:visible")).to_have_count(0)
        if what not in ("schedule", "board"):
            expect(page.locator("#main")).to_contain_text(best)
        page.emulate_media(media="screen")
        file = page.request.get(f"{address}/paper/{what}.pdf")
        assert file.ok
        assert file.body().startswith(b"%PDF-")


def test_an_evening_online_with_bots_and_somebody_who_does_not_come(calm_page: Page, club: Club, axe: str) -> None:
    """TOU-14.1: after the grace time the table begins without him; the game reports by itself, the page shows it by itself."""
    page = calm_page
    address = found(page, club, "Night ferry", game="ferry", preset="pods-swiss", online="true", rounds="1")
    for name, kind in (("Bo", "a bot"), ("Bea", "a bot"), ("Bob", "a bot"), ("Larry", "a person")):
        form = page.locator("form.add", has=page.locator("[name=contact]"))
        form.get_by_label("Name").fill(name)
        form.get_by_label("Who plays").select_option(label=kind)
        form.get_by_role("button", name="Add").click()
        expect(page.locator(".people")).to_contain_text(name)
    set_option(page, "publish.lead=0")
    set_option(page, "grace=1")
    check_in(page, 4)
    press(page, "Close registration")
    tables = begin_round(page, 1)
    assert sorted(tables[1]) == ["Bea", "Bo", "Bob", "Larry"]
    page.goto(address)
    expect(page.locator(".round-tables .state-open")).to_be_visible()
    assert axe_faults(page, axe) == []
    with club.hurrying():
        expect(page.locator(".round-tables .state-confirmed")).to_be_visible(timeout=90_000)  # without a touch
    lines = {line.split()[0]: line for line in page.locator(".round-tables ol li").all_inner_texts()}
    assert "absent" in lines["Larry"]
    scores = {name: int(re.sub(r"\D", "", lines[name])) for name in ("Bo", "Bea", "Bob")}
    shown = shown_standings(page)
    assert shown["Larry"][:3] == (0, 0, 0)
    top = max(scores.values())
    winners = [name for name, score in scores.items() if score == top]
    for name, score in scores.items():
        expected = 5 if winners == [name] else 0 if len(winners) == 1 else 1  # pods-swiss: TOU-19.1
        assert shown[name][1:3] == (expected, score), shown
    page.goto(f"{address}/desk")
    press(page, "Complete the round")
    expect(page.get_by_role("button", name="Archive the tournament")).to_be_visible()


# -- every page --------------------------------------------------------------------------------------------------------

SIZES = {"desktop": (1280, 800), "phone": (390, 844), "phone lying": (844, 390)}
PAPERS = ("tables", "names", "cards", "slips", "standings", "schedule", "cross", "certificates", "players", "board")


@pytest.mark.slow
def test_every_page_of_a_tournament_fits_and_can_be_used_by_all(calm_page: Page, club: Club, axe: str) -> None:
    """In every state: nothing is wider than the screen at three sizes, and axe finds nothing at the last of them."""
    page = calm_page
    address = found(page, club, "Everybody's evening")
    faults: list[str] = []

    def scan(*paths: str) -> None:
        for path in paths:
            page.goto(path if path.startswith("http") else address + path)
            for size, (wide, high) in SIZES.items():
                page.set_viewport_size({"width": wide, "height": high})
                over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                if over > 0:
                    faults.append(f"{path or 'public'} is {over} px too wide: {size}")
            faults.extend(f"{path or 'public'}: {fault}" for fault in axe_faults(page, axe))
            page.set_viewport_size({"width": 1280, "height": 800})

    def do(text: str, **more: str) -> None:
        page.goto(f"{address}/desk")
        actor = page.locator("[name=as]").first.input_value()
        form: dict[str, str | float | bool] = {
            "as": actor,
            "key": f"{text}-{more}"[:60],
            "back": "",
            "text": text,
            **more,
        }
        assert page.request.post(f"{address}/do", form=form, max_redirects=0).status == 303, text

    scan(f"{club.address}/tournaments", f"{club.address}/tournaments/new", "/desk", "/options", "/import", "")
    long = "Gustav Adolf Freiherr von Hohenzollern-Sigmaringen und Lichtenstein"[:60]
    rows = "".join(f"{name},Klub deskovych her Brno\n" for name in [*NAMES[:7], long])
    listed: dict[str, str | float | bool] = {"csv": "name,club\n" + rows, "sure": "1"}
    assert page.request.post(f"{address}/import/players", form=listed, max_redirects=0).status == 303
    for n in range(1, 9):
        do(f"checkin P{n}")
    for text in ("set publish.lead=0", "set protest.minutes=0", "set rounds=1", "close"):
        do(text)
    scan("/desk", "/p/P8")
    do("draw R1")
    scan("/desk")
    do("publish R1")
    scan("", "/desk", "/clock", "/p/P8", *(f"/paper/{paper}?round=1" for paper in PAPERS))
    do("start R1")
    slip = next(iter(slips(page, address, 1).values()))
    scan("", "/desk", "/clock", "/p/P8", "/paper/board?round=1", slip)
    page.goto(f"{address}/desk")
    for table in (1, 2):
        seats = [one.split()[-1] for one in page.locator(f"[id='R1.T{table}'] > ol > li").all_inner_texts()]
        points = {f"raw-{player}": str(10 - 2 * place) for place, player in enumerate(seats)}
        do("", form="result", op="report", table=f"R1.T{table}", end="won", winner=seats[0], signed="1", **points)
        page.goto(f"{address}/desk")
    do("complete R1")
    scan("", "/desk", "/clock", "/p/P8", "/options", *(f"/paper/{paper}" for paper in PAPERS))
    assert faults == []
