"""Two officials on two nodes with one PostgreSQL see one truth: draws, results, standings, online tables."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.testclient import TestClient

from kotva.server.app import make_app
from kotva.server.settings import Settings
from tests.server.conftest import Browser
from tests.server.test_postgres import address, server  # noqa: F401  (fixtures)
from tests.server.test_tournaments import HeldTournament
from tests.tournament.reference import Book

pytestmark = pytest.mark.slow


@pytest.fixture
def nodes(address: str) -> Iterator[list[Browser]]:  # noqa: F811
    """One official's browser at each of two nodes."""
    settings = Settings(address, pace=0.0, workers=1, lease=1.0)
    clients = [TestClient(make_app(settings)) for _ in range(2)]
    for client in clients:
        client.__enter__()
    try:
        yield [Browser(client) for client in clients]
    finally:
        for client in clients:
            client.__exit__(None, None, None)


def two_sessions(nodes: list[Browser], **options: str) -> tuple[HeldTournament, HeldTournament]:
    """A tournament made on the first node, and the same official on the second."""
    first = HeldTournament.new(nodes[0], date="2020-01-01", **options)
    nodes[1].client.cookies.update(dict(nodes[0].client.cookies))
    first.do("set publish.lead=0")
    return first, HeldTournament(nodes[1], first.id)


def at_once(*work: Callable[[], Any]) -> list[Any]:
    """All begin at the same moment."""
    gate = threading.Barrier(len(work))

    def run(one: Callable[[], Any]) -> Any:
        gate.wait()
        return one()

    with ThreadPoolExecutor(len(work)) as pool:
        return [job.result() for job in [pool.submit(run, one) for one in work]]


def both(one: HeldTournament, other: HeldTournament, form: dict[str, str]) -> list[Any]:
    """The same form through both nodes at the same moment."""
    return at_once(lambda: one.send(form), lambda: other.send(form))


def test_two_officials_on_two_nodes_see_one_truth(nodes: list[Browser]) -> None:
    """TOU-10.5: of two who enter the same result one is told; what one node does, the other one shows."""
    one, other = two_sessions(nodes)
    names = [f"Name {n}" for n in range(1, 13)]
    taken = at_once(
        *(
            lambda session=session: [session.send({"form": "register", "name": name}).status_code for name in names]
            for session in (one, other)
        )
    )
    assert [sorted(pair) for pair in zip(*taken)] == [[303, 422]] * 12, "each name once, the other helper is told"
    for n in range(1, 13):
        (one, other)[n % 2].do(f"checkin P{n}")
    other.do("close")
    for number in (1, 2, 3):
        drawn = [answer.status_code for answer in both(one, other, {"text": f"draw R{number}"})]
        assert sorted(drawn) == [303, 422], "one draw"
        tables = one.state().round(number).tables
        assert [t.seats for t in tables] == [t.seats for t in other.state().round(number).tables]
        assert other.get("/export/draw.csv") == one.get("/export/draw.csv")
        other.do(f"publish R{number}")
        one.do(f"start R{number}")
        for table in tables:
            points = {f"raw-{p}": str(10 - 2 * k) for k, p in enumerate(table.seats)}
            form = {"form": "result", "table": table.name, "end": "won", "winner": table.seats[0], "signed": "1"}
            answers = both(one, other, {**form, **points})
            assert sorted(answer.status_code for answer in answers) == [303, 422], table.name
            told = next(answer.text for answer in answers if answer.status_code == 422)
            assert "STATE" in told or "SAME" in told
        other.do(f"complete R{number}")
        assert one.get("/export/standings.csv") == other.get("/export/standings.csv")
        state = one.state()
        assert [row.split(",")[1] for row in other.get("/export/standings.csv").splitlines()[1:]] == Book(
            state, number
        ).order()
    assert one.state().phase == "finished"
    assert one.state().completed == 3


def test_a_form_through_both_nodes_acts_once(nodes: list[Browser]) -> None:
    one, other = two_sessions(nodes)
    form = {"form": "register", "name": "Jana", "key": "k" * 200}
    answers = [answer.status_code for answer in both(one, other, form)]
    assert answers == [303, 303]
    assert list(other.state().players) == ["P1"]


def test_contacts_entered_on_two_nodes_are_all_kept(nodes: list[Browser]) -> None:
    """TOU-18.4: what is private stands beside the log; a node that writes next must not write its old copy over it."""
    one, other = two_sessions(nodes)
    for n in range(1, 7):
        session = (one, other)[n % 2]
        assert session.send({"form": "register", "name": f"Name {n}", "contact": f"n{n}@example"}).status_code == 303
    at_once(
        lambda: one.send({"form": "register", "name": "Name 7", "contact": "n7@example"}),
        lambda: other.send({"form": "register", "name": "Name 8", "contact": "n8@example"}),
    )
    client: Any = nodes[0].client
    kept = client.portal.call(lambda: client.app.state.sessions.tournament_store.row(one.id)).contacts
    assert sorted(kept.values()) == [f"n{n}@example" for n in range(1, 9)]
    assert kept == {player: f"n{person.name[5:]}@example" for player, person in other.state().players.items()}


def test_what_a_database_is_strict_about_is_no_error(nodes: list[Browser]) -> None:
    """Names as long as the rules allow, letters that a database does not take: entered or refused, never an error 500."""
    one, other = two_sessions(nodes, name="Ž" * 60)
    for text in ("Ř" * 60, "a\x00b", "x" * 5000, "\ud7ff\U0001f3b2"):
        answer = one.send({"form": "register", "name": text, "club": text, "contact": text})
        assert answer.status_code in (303, 422), text[:10]
    for text in (
        "checkin P" + "9" * 100,
        'case open tables=R1.T1 subjects=P1 "a\x00"',
    ):
        assert one.send({"text": text}).status_code == 422
    assert one.send({"text": "official O2 role=head name=\x00"}).status_code == 303  # entered as the sign for no letter
    assert other.state().officials["O2"].name == "\ufffd"
    assert other.state().players["P1"].name == "Ř" * 60


def test_online_tables_are_opened_once_and_report_once(nodes: list[Browser]) -> None:
    """TOU-1.8 with two ushers awake."""
    one, other = two_sessions(nodes, preset="duel-swiss", game="bosman", rounds="1", online="true")
    one.do("set game.options=turn_limit=20")
    for n in range(1, 7):
        one.send({"form": "register", "name": f"easy ({n})" if n < 6 else "easy (" + "6" * 50 + ")", "kind": "bot"})
        other.do(f"checkin P{n}")
    for session, text in ((one, "close"), (other, "draw R1"), (one, "publish R1"), (other, "start R1")):
        session.do(text)
    end = time.monotonic() + 110
    while time.monotonic() < end and not all(t.is_settled for t in one.state().round(1).tables):
        time.sleep(0.5)
    tables = other.state().round(1).tables
    assert [t.state for t in tables] == ["confirmed"] * 3
    assert [len(t.versions) for t in tables] == [1] * 3
    client: Any = nodes[0].client
    opened = client.portal.call(lambda: client.app.state.sessions.tournament_store.tables(f"tournament:{one.id}:"))
    assert len(opened) == 3
    one.do("complete R1")
    assert other.state().phase == "finished"
