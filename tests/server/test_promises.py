"""Promises that a change could break without anybody noticing for long: each is named by its test."""

from __future__ import annotations

import asyncio
import math
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from sqlalchemy import Connection, create_engine, text
from starlette.testclient import TestClient

from kotva import games
from kotva.server import timers
from kotva.server.app import make_app
from kotva.server.messages import Gone
from kotva.server.people import TOKEN_COOKIE, Person
from kotva.server.presenter import Eyes, Viewer
from kotva.server.rows import EventRow, SitterRow, TableRow
from kotva.server.settings import Settings
from kotva.server.table import ActionRequest
from kotva.server.table_log import Stale, TableLog
from kotva.server.watchers import Watcher, Watchers
from kotva.server.writer import Writer
from tests.server.test_timers import TRIREMES, Watch, ada_of, opened, ring, run, serving, the

# -- the clock's own choice ----------------------------------------------------------------------------------------------


def test_a_choice_that_comes_too_late_is_not_played_on_a_changed_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a bot thinks for a seat whose time is out, its person moves: the choice was made for another position."""
    monkeypatch.setattr(timers, "BEAT", 1e6)  # the test's time jumps: no heart may take that for a sleep
    monkeypatch.setattr(timers, "SILENCE", math.inf)

    async def work() -> None:
        watch = Watch()
        async with serving(tmp_path, watch) as (hub,):
            name = await opened(hub, "me me", "triremes", {"per_move": 60, "zero": "bot"}, **TRIREMES)
            table, ada = await the(hub, name), await ada_of(hub)
            own, late = _two(table.match.legal())
            played: list[str] = []

            async def slow(_table: object, _seat: int, _level: str) -> str:
                await table.act(ada, ActionRequest(0, own, table.seq))
                other = table.match.legal()[0]
                await table.act(ada, ActionRequest(1, other, table.seq))
                assert late in table.match.legal(0)
                played.extend((own, other))
                return late

            monkeypatch.setattr(hub.timers, "_choose", slow)
            await ring(hub)  # the deadline is written
            before = table.seq
            watch.time += 61
            await ring(hub)
            assert len(played) == 2
            assert [event.text for event in await hub.store.events(name)][before:] == played

    run(work)


def _two(legal: list[str]) -> tuple[str, str]:
    """Two actions of different figures: the second is still legal after the first."""
    first = next(choice for choice in legal if ":" in choice)
    second = next(choice for choice in legal if ":" in choice and choice.partition(":")[0] != first.partition(":")[0])
    return first, second


# -- the writer ----------------------------------------------------------------------------------------------------------


def test_what_was_queued_before_close_is_written(tmp_path: Path) -> None:
    """A server that ends has promised these writes: the last batch is written, not dropped with the thread."""
    engine = create_engine(f"sqlite:///{tmp_path / 'writer.db'}")
    with engine.begin() as db:
        db.execute(text("create table noted (n integer)"))

    def note(n: int, gate: threading.Event | None = None) -> Callable[[Connection], int]:
        def work(db: Connection) -> int:
            if gate is not None:
                gate.wait(10)
            db.execute(text("insert into noted values (:n)"), {"n": n})
            return n

        return work

    async def all_of_it() -> list[int]:
        writer, gate = Writer(engine), threading.Event()
        slow = asyncio.create_task(writer.do(note(0, gate)))
        await asyncio.sleep(0.01)  # the writer is busy with it
        rest = [asyncio.create_task(writer.do(note(n))) for n in (1, 2, 3)]
        await asyncio.sleep(0)
        closing = asyncio.create_task(asyncio.to_thread(writer.close))
        async with asyncio.timeout(10):
            while writer._jobs.qsize() < 4:  # the word to end waits behind them
                await asyncio.sleep(0.001)
            gate.set()
            await closing
            return [await task for task in (slow, *rest)]

    assert asyncio.run(all_of_it()) == [0, 1, 2, 3]
    with engine.connect() as db:
        assert [n for (n,) in db.execute(text("select n from noted order by n"))] == [0, 1, 2, 3]


# -- a sitting -----------------------------------------------------------------------------------------------------------


def sitting_at(game_id: str, seats: int) -> TableLog:
    game = games.load(game_id)
    people = [SitterRow(seat, "person", "", f"Player {seat + 1}", f"p{seat}") for seat in range(seats)]
    table_log = TableLog.load(TableRow("t", game_id, game.version, "", seats, {}, "0" * 64, sitters=people), [])
    while (outcome := table_log.match.next_outcome()) is not None:
        table_log.fold([EventRow("move", -1, game.rules.actions.text(outcome), at=1.0)])
    return table_log


def test_a_decision_is_made_once_also_if_the_next_one_looks_the_same() -> None:
    """A client that has not heard of its own move sends one more: it has the same list again, for another decision."""
    met = 0
    for seed in range(4):
        table_log, random = sitting_at("seameni", 2), Random(seed)
        faced: dict[tuple[int, tuple[str, ...]], int] = {}
        for _ in range(80):
            match = table_log.match
            if match.is_over:
                break
            seat = match.to_act()
            legal = tuple(match.legal())
            then = faced.get((seat, legal))
            if then is not None and then != table_log.seq:
                met += 1
                with pytest.raises(Stale):
                    table_log.play(seat, legal[0], then, None, 2.0)
            faced[seat, legal] = table_log.seq
            draft = table_log.play(seat, random.choice(legal), table_log.seq, None, 2.0)
            assert draft is not None
            table_log.take(draft)
    assert met


# -- people --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scheme", "secure"), [("http", False), ("https", True)])
def test_no_script_reads_the_token_of_a_browser(settings: Settings, scheme: str, secure: bool) -> None:
    """Whoever has the token has the seats: it is kept from scripts and other sites, and from lines without a lock."""
    with TestClient(make_app(settings), base_url=f"{scheme}://testserver") as client:
        cookies = client.get("/about").headers.get_list("set-cookie")
    (given,) = [cookie for cookie in cookies if cookie.partition("=")[0].endswith(TOKEN_COOKIE)]
    parts = {part.strip().lower() for part in given.split(";")[1:]}
    assert "httponly" in parts
    assert "samesite=lax" in parts
    assert ("secure" in parts) is secure


# -- watchers ------------------------------------------------------------------------------------------------------------


class Shown:
    """A presenter that says which of its ways was taken."""

    def __init__(self) -> None:
        self.through: tuple[int | None, int | None] = (0, None)

    def eyes(self, _viewer: Viewer) -> tuple[int | None, int | None]:
        return self.through

    def now(self, _eyes: Eyes) -> None:
        pass

    def change(self, eyes: Eyes, since: int) -> bytes:
        return f"change of {eyes[0]} since {since}".encode()

    def packet(self, _viewer: Viewer) -> Gone:
        return Gone("everything")


@pytest.mark.parametrize(
    ("through", "language", "seq", "whole", "told"),
    [
        ((0, None), "en", 7, False, b""),  # nothing is new
        ((0, None), "en", 9, False, b"change of 0 since 7"),
        ((0, None), "en", 9, True, b"everything"),
        ((0, None), "en", 7, True, b"everything"),
        (
            (1, None),
            "en",
            9,
            False,
            b"everything",
        ),  # through other eyes: a change would be of what this screen has never had
        ((1, None), "en", 7, False, b"everything"),
        ((None, 1), "en", 9, False, b"everything"),  # the screen is handed over
        ((0, None), "cs", 9, False, b"everything"),
    ],
)
def test_a_change_is_told_to_those_alone_who_have_what_it_changes(
    through: tuple[int | None, int | None], language: str, seq: int, whole: bool, told: bytes
) -> None:
    shown, viewer = Shown(), Viewer((0, 1), 0, language)
    shown.through = through

    async def ask() -> tuple[bytes, Watcher]:
        watcher = Watcher(None, SimpleNamespace(id="t", seq=seq), Person(None, ""), viewer)  # type: ignore[arg-type]
        watcher.knows((0, None, "en"), 7)
        watcher.whole = whole
        watchers = Watchers(lambda _table: shown, lambda _table: None)  # type: ignore[arg-type,return-value]
        return watchers._state(watcher, shown), watcher  # type: ignore[arg-type]

    said, watcher = asyncio.run(ask())
    assert (said == told) if told != b"everything" else (told in said)
    assert (watcher.whole, watcher.last_eyes, watcher.last_seq) == (False, (*through, language), seq)
