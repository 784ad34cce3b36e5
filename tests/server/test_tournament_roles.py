"""Every role at every address of a tournament: what it may see, what it may do, and what nobody is told (sections 7 and 8)."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pypdfium2
import pytest

from kotva.server.tournaments import downloads, file_import, form_actions, option_form, pages, printing
from kotva.tournament.actions import ACTIONS
from kotva.tournament.reports import slip_code
from tests.server.conftest import Browser
from tests.server.test_tournaments import HeldTournament

Start = Callable[[], Callable[[], Browser]]

# Who comes, as whom, with which letters of section 7.
ROLES = {
    "stranger": ("", ""),
    "player": ("P1", "P"),
    "other player": ("P2", "P"),
    "organiser": ("O1", "O"),
    "head": ("O2", "HRN"),
    "referee": ("O3", "R"),
    "scorer": ("O4", "S"),
    "panel": ("O5", "N"),
}
OFFICIALS = [role for role, (actor, _) in ROLES.items() if actor.startswith("O")]
EVERYBODY = list(ROLES)
PRIVATE = "nobody else's business"

# Each address, and who may look at it while round 1 runs. Whoever may not is answered with 403 (or, without the right link, 404).
LOOKING: dict[str, list[str]] = {
    "/t/{tournament}": EVERYBODY,
    "/t/{tournament}/desk": OFFICIALS,
    "/t/{tournament}/clock": EVERYBODY,
    "/t/{tournament}/stamp": EVERYBODY,
    "/t/{tournament}/p/{player}": EVERYBODY,
    "/t/{tournament}/slip/{table}/{code}": EVERYBODY,  # whoever has the slip has the code
    "/t/{tournament}/chart.svg": EVERYBODY,
    "/t/{tournament}/board/{round}-{table}-{theme}.svg": EVERYBODY,
    "/t/{tournament}/import": ["organiser"],  # TOU section 7: who may not take files in is not offered the form
    "/t/{tournament}/options": ["organiser"],
    **{
        f"/t/{{tournament}}/paper/{what}{kind}": OFFICIALS if officials else EVERYBODY
        for what, (_, officials) in printing.PAPERS.items()
        for kind in ("", ".pdf")
    },
    **{f"/t/{{tournament}}/export/{what}.csv": EVERYBODY for what in ("players", "draw", "results", "standings")},
    "/t/{tournament}/export/tournament.json": OFFICIALS,
    "/t/{tournament}/export/backup.json": ["organiser"],
}


class House:
    """A tournament in which everybody has a browser."""

    def __init__(self, browsers: Callable[[], Browser]) -> None:
        self.sessions: dict[str, HeldTournament] = {}
        desk = HeldTournament.new(browsers(), date="2020-01-01")
        desk.do("set publish.lead=0")
        for actor, role in (("O2", "head"), ("O3", "referee"), ("O4", "scorer"), ("O5", "panel")):
            desk.do(f"official {actor} role={role} name=Official{actor}")
        for n in range(1, 9):
            desk.send({"form": "register", "name": f"Name {n}", "contact": f"{PRIVATE} {n}"})
            desk.do(f"checkin P{n}")
        links = dict(re.findall(rf"/t/{desk.id}/as/([OP]\d)/(\w+)", desk.get("/desk")))
        for role, (actor, _) in ROLES.items():
            session = desk if actor == "O1" else HeldTournament(browsers(), desk.id)
            if actor and actor != "O1":
                assert session.browser.client.get(f"/t/{desk.id}/as/{actor}/{links[actor]}").status_code == 200
            self.sessions[role] = session
        self.desk = desk
        desk.do("close")
        desk.do("draw R1")

    def path(self, address: str) -> str:
        state = self.desk.state()
        seed = self.desk.log()[2].seed
        table = state.round(1).tables[0]
        if "{round}" in address:
            address = address.replace("{round}-{table}-{theme}", "1-1-day")
        path = address.replace("{tournament}", self.desk.id).replace("{player}", "P1").replace("{table}", table.name)
        return path.replace("{code}", slip_code(state, seed, table, state.round(1).attempt))

    def look(self, role: str, path: str) -> Any:
        return self.sessions[role].browser.client.get(path)


@pytest.fixture
def spectator_rule(start: Start) -> House:
    return House(start())


def test_every_address_is_in_the_table() -> None:
    """An address that somebody adds must say here who may look at it."""
    known = {re.sub(r"/(paper|export)/[^/]+$", r"/\1/{what}", path.removesuffix(".pdf")) for path in LOOKING}
    acting = {"/t/{tournament}/do", "/t/{tournament}/as/{actor}/{link}", "/t/{tournament}/import/{what}"}
    acting |= {"/t/{tournament}/slip"}  # leads to the page of the slip, which asks for the code
    open_to_all = {"/tournaments", "/tournaments/new", "/tournaments/restore"}
    routes = [*pages.ROUTES, *form_actions.ROUTES, *downloads.ROUTES, *file_import.ROUTES, *option_form.ROUTES]
    paths = {route.path.removesuffix(".pdf") for route in routes}
    assert paths == known | acting | open_to_all


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_every_role_at_every_address(spectator_rule: House, caplog: pytest.LogCaptureFixture) -> None:
    """Section 8, TOU-20.11: who may look; a contact is for the organiser and its owner, the seed for nobody.

    On pages, in files, on paper, and in what the server notes down.
    """
    caplog.set_level(logging.DEBUG)
    spectator_rule.desk.do("publish R1")
    spectator_rule.desk.do("start R1")
    seed = spectator_rule.desk.log()[2].seed
    for address, allowed in LOOKING.items():
        path = spectator_rule.path(address)
        for role, (actor, _) in ROLES.items():
            answer = spectator_rule.look(role, path)
            assert answer.status_code in ((200,) if role in allowed else (400, 403, 422)), (role, address)
            if address.endswith("backup.json") and role in allowed:
                continue  # it is all in there, and only there
            text = _read(answer)
            assert seed not in text, (role, address)
            told = set(re.findall(rf"{PRIVATE} (\d)", text))
            if role != "organiser":
                assert told <= {actor[1:]} if actor.startswith("P") else not told, (role, address)
            if role != "organiser":
                assert "/as/" not in text, f"{role} finds the keys of others at {address}"
    assert seed not in caplog.text
    assert PRIVATE not in caplog.text


def _read(answer: Any) -> str:
    """What somebody can read there, with the details of a PDF."""
    if answer.headers["content-type"] != "application/pdf":
        return str(answer.text).replace("&#39;", "'")
    with closing(pypdfium2.PdfDocument(answer.content)) as document:
        return f"{document.get_metadata_dict()} " + " ".join(p.get_textpage().get_text_bounded() for p in document)


@pytest.mark.slow
def test_nobody_sees_a_draw_before_it_is_published(spectator_rule: House) -> None:
    """Section 8: organiser and head referee see it, players and the public do not; nor a board before the start."""
    tables = spectator_rule.desk.state().round(1).tables
    for address in LOOKING:
        if "{code}" in address or address.endswith(("tournament.json", "backup.json")):
            continue
        for role in ("stranger", "player"):
            answer = spectator_rule.look(role, spectator_rule.path(address))
            if answer.status_code == 200 and not answer.headers["content-type"].startswith("application/pdf"):
                assert "R1.T1" not in answer.text, (role, address)
                assert "Table 1" not in answer.text, (role, address)
    rows = spectator_rule.look("stranger", f"/t/{spectator_rule.desk.id}/export/draw.csv").text
    assert not any(table.seats[0] + "," in rows for table in tables)


def test_a_board_is_shown_to_nobody_before_the_round_starts(spectator_rule: House) -> None:
    """TOU-8.5, section 8: not even to the organiser."""
    spectator_rule.desk.do("publish R1")
    address = spectator_rule.path("/t/{tournament}/board/{round}-{table}-{theme}.svg")
    assert {spectator_rule.look(role, address).status_code for role in ROLES} == {404}
    spectator_rule.desk.do("start R1")
    assert {spectator_rule.look(role, address).status_code for role in ROLES} == {200}


def test_only_the_organiser_takes_files_in(spectator_rule: House) -> None:
    """Section 7: `import` is for the organiser."""
    before = list(spectator_rule.desk.state().players)
    for role in ROLES:
        if role != "organiser":
            for what, text in (
                ("players", "name\nEve\n"),
                ("results", "round,table,end,player,status,raw\n1,1,time,P1,,3\n"),
            ):
                path = f"/t/{spectator_rule.desk.id}/import/{what}"
                answer = spectator_rule.sessions[role].browser.client.post(path, content=text.encode())
                assert answer.status_code in (403, 422), (role, what)
    assert list(spectator_rule.desk.state().players) == before


def test_nobody_acts_as_somebody_else(spectator_rule: House) -> None:
    """A browser acts as whom its links made it, whatever the form says."""
    for role, (actor, _) in ROLES.items():
        for other in ("O1", "O2", "P1", "P2", "E", "", "O99", "P3"):
            if other != actor:
                answer = spectator_rule.sessions[role].send({"text": "warn P3 nonsense", "as": other})
                assert answer.status_code == 403, (role, other)
    before = spectator_rule.desk.state().seq
    assert spectator_rule.sessions["stranger"].status("/as/O1/" + "0" * 20) == 404
    assert spectator_rule.desk.state().seq == before + 1, "only the backup by which the test looks"


@pytest.mark.parametrize("op", sorted(op for op, action in ACTIONS.items() if action.example and op != "create"))
def test_every_action_by_every_role(shared: House, op: str) -> None:
    """Section 7: whoever is not in the row of an action is told FORBIDDEN, and nothing is entered."""
    example = ACTIONS[op].example.replace("…", "x").replace(" x ", " ")
    for role, (actor, letters) in ROLES.items():
        if not actor or set(letters) & set(ACTIONS[op].who):
            continue
        answer = shared.sessions[role].send({"text": example, "as": actor})
        assert answer.status_code == 422, (role, op)
        assert "FORBIDDEN" in answer.text, (role, op, re.findall(r'role="alert">([^<]*)', answer.text))


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Any:
    from starlette.testclient import TestClient

    from kotva.server.app import make_app
    from kotva.server.settings import Settings

    app = make_app(Settings(tmp_path_factory.mktemp("roles") / "tables.db", pace=0.0, workers=1))
    with TestClient(app) as first:

        def browser() -> Browser:
            client = TestClient(app)
            client.portal = first.portal
            return Browser(client)

        yield House(browser)
