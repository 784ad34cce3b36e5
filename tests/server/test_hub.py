"""Tables, watchers and bots without HTTP: what happens when something fails, is slow, is lost or comes twice."""

from __future__ import annotations

import asyncio
import gc
import secrets
import weakref
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest
from starlette.websockets import WebSocket

from kotva.engine.fair import Chance
from kotva.match import SeatSpec, TableSpec
from kotva.server import watchers
from kotva.server.broker import Local
from kotva.server.hub import Hub
from kotva.server.messages import Done, Look, Move, MoveRefused, encode
from kotva.server.people import BROWSER, Person
from kotva.server.presenter import Viewer
from kotva.server.rows import Append
from kotva.server.settings import Settings
from kotva.server.store import Unavailable, open_store
from kotva.server.table import ActionRequest, Broken, Table
from kotva.server.table_log import Stale
from kotva.server.watchers import Watcher

T = TypeVar("T")
ADA = "a" * 64


def on_hub(tmp_path: Path, work: Callable[[Hub], Awaitable[T]], **more: float) -> T:
    async def run() -> T:
        settings = replace(Settings(tmp_path / "tables.db", pace=0.0, workers=1), **more)  # type: ignore[arg-type]
        hub = await Hub.start(settings)
        try:
            async with asyncio.timeout(60):
                return await work(hub)
        finally:
            await hub.close()

    return asyncio.run(run())


async def table_of(hub: Hub, kinds: str = "me me", **options: object) -> tuple[Table, Person]:
    """A table of Bosman and the person at its screen."""
    ada = await hub.store.enroll(BROWSER, ADA)
    seats = tuple(
        SeatSpec("Ada", person=ada) if kind == "me" else SeatSpec("Bot", level=kind) for kind in kinds.split()
    )
    row = await hub.tables.open(TableSpec(game="bosman", seats=seats, options=options))
    table = await hub.table(row.id)
    assert table is not None
    return table, Person(ada, ADA)


def keep(table: Table, key: str | None = None) -> ActionRequest:
    return ActionRequest(0, "keep", table.seq, key)


class FakeSocket:
    """A browser's end of a socket."""

    def __init__(self) -> None:
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.heard: asyncio.Queue[str] = asyncio.Queue()
        self.reads = asyncio.Event()
        self.reads.set()
        self.closed: int | None = None

    async def receive(self) -> dict[str, Any]:
        return await self.incoming.get()

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        self.heard.put_nowait(text)

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        self.closed = code

    def say(self, text: str | bytes) -> None:
        kind = "text" if isinstance(text, str) else "bytes"
        self.incoming.put_nowait({"type": "websocket.receive", kind: text})

    def leave(self) -> None:
        self.incoming.put_nowait({"type": "websocket.disconnect", "code": 1001})


def watch(hub: Hub, table: Table, person: Person) -> tuple[FakeSocket, asyncio.Task[None]]:
    socket = FakeSocket()
    viewer = Viewer(table.seats_of(person), 0 if table.seats_of(person) else None)
    watcher = Watcher(cast(WebSocket, socket), table, person, viewer)
    return socket, asyncio.get_running_loop().create_task(hub.watchers.serve(watcher, hub.act_by_socket))


# -- surprises -------------------------------------------------------------------------------------------------------


def test_an_exception_in_chance_changes_nothing_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(hub: Hub) -> None:
        table, ada = await table_of(hub)
        swap = next(text for text in table.match.legal(0) if text.startswith("swap"))
        before = table.seq, len(table.match.played)
        with monkeypatch.context() as patch:
            patch.setattr(Chance, "draw", lambda *_: 1 / 0)
            with pytest.raises(Broken):
                await table.act(ada, ActionRequest(0, swap, table.seq, "a-key-of-mine"))
        assert (table.seq, len(table.match.played)) == before
        assert len(await hub.store.events(table.id)) == table.seq
        await table.act(ada, ActionRequest(0, swap, table.seq, "a-key-of-mine"))
        assert len(await hub.store.events(table.id)) == table.seq > before[0]

    on_hub(tmp_path, work)


@pytest.mark.parametrize("stored", [False, True], ids=["lost", "stored after all"])
def test_after_a_failed_commit_the_rows_decide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stored: bool) -> None:
    """Whoever sends the move again with its key gets it played exactly once, whatever became of the first attempt."""

    async def work(hub: Hub) -> None:
        table, ada = await table_of(hub)
        append = hub.store.append

        async def fails(rows: Append) -> None:
            if stored:
                await append(rows)
            raise Unavailable("away")

        deed = keep(table, "a-key-of-mine")
        with monkeypatch.context() as patch:
            patch.setattr(hub.store, "append", fails)
            with pytest.raises(Unavailable):
                await table.act(ada, deed)
        assert table.seq == deed.seen, "nobody is shown what may not be stored"
        await table.act(ada, deed)
        events = await hub.store.events(table.id)
        assert [event.key for event in events].count("a-key-of-mine") == 1
        assert table.seq == len(events) == deed.seen + 1

    on_hub(tmp_path, work)


def test_after_a_lost_race_a_known_key_means_success(tmp_path: Path) -> None:
    """Another node has stored the same message a moment ago."""

    async def work(hub: Hub) -> None:
        table, ada = await table_of(hub)
        deed = keep(table, "the-same-key")
        draft = table.table_log.play(0, "keep", table.seq, "the-same-key", 5.0)
        assert draft is not None
        await hub.store.append(draft.append)
        await table.act(ada, deed)
        assert table.seq == deed.seen + 1
        with pytest.raises(Stale):
            await table.act(ada, replace(deed, key="another-key"))

    on_hub(tmp_path, work)


def test_twenty_rivals_for_one_event_and_one_of_them_plays(tmp_path: Path) -> None:
    async def work(hub: Hub) -> None:
        table, ada = await table_of(hub)
        deeds = [keep(table, f"rival-number-{number}") for number in range(20)]
        results = await asyncio.gather(*(table.act(ada, deed) for deed in deeds), return_exceptions=True)
        assert sum(result is None for result in results) == 1
        assert all(result is None or isinstance(result, Stale) for result in results)
        assert len(await hub.store.events(table.id)) == table.seq

    on_hub(tmp_path, work)


def test_going_away_does_not_stop_what_was_asked_for(tmp_path: Path) -> None:
    async def work(hub: Hub) -> None:
        table, ada = await table_of(hub)
        asked = asyncio.get_running_loop().create_task(table.act(ada, keep(table, "a-key-of-mine")))
        await asyncio.sleep(0)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        await table.catch_up()
        assert "a-key-of-mine" in table.table_log.keys
        assert len(await hub.store.events(table.id)) == table.seq

    on_hub(tmp_path, work)


# -- sockets ---------------------------------------------------------------------------------------------------------


def test_moves_may_come_over_the_socket_and_each_has_its_answer(tmp_path: Path) -> None:
    async def work(hub: Hub) -> None:
        table, ada = await table_of(hub)
        socket, task = watch(hub, table, ada)
        assert '"type":"packet"' in await socket.heard.get()
        good = Move("keep", 0, table.seq, "a-key-of-mine")
        socket.say(encode(good).decode())
        heard = [await socket.heard.get()]
        while '"type":"done"' not in heard[-1]:
            heard.append(await socket.heard.get())
        assert heard[-1] == encode(Done("a-key-of-mine", table.seq)).decode()
        assert any(f'"seq":{table.seq}' in text for text in heard[:-1]), "the table is told before the answer"
        socket.say(encode(Move("poison 21", 1, table.seq, "another-key")).decode())
        while '"type":"refused"' not in (refused := await socket.heard.get()):
            pass
        assert '"clause":"BOS-' in refused
        assert '"status":422' in refused
        socket.leave()
        await task

    on_hub(tmp_path, work)


def test_a_stranger_s_move_over_a_socket_is_refused(tmp_path: Path) -> None:
    async def work(hub: Hub) -> None:
        table, _ = await table_of(hub)
        watcher = Watcher(cast(WebSocket, FakeSocket()), table, Person(None, "e" * 64), Viewer())
        answer = await hub.act_by_socket(watcher, Move("keep", 0, table.seq, "a-key-of-mine"))
        assert isinstance(answer, MoveRefused)
        assert answer.status == 403
        assert table.seq == 10

    on_hub(tmp_path, work)


def test_a_reader_who_never_reads_delays_nobody_and_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchers, "_PATIENCE", 0.2)

    async def work(hub: Hub) -> None:
        table, ada = await table_of(hub, "me easy", turn_limit=20)
        silent, task = watch(hub, table, Person())
        silent.reads.clear()
        for _ in range(400):
            silent.say(encode(Look(0)).decode())
        good, other = watch(hub, table, ada)
        await good.heard.get()
        await table.act(ada, keep(table))
        while f'"seq":{table.seq}' not in await good.heard.get():
            pass
        await task  # by itself: its patience is over
        assert silent.closed is not None
        assert len(hub.watchers.at(table)) == 1
        good.leave()
        await other

    on_hub(tmp_path, work)


def test_who_is_here_is_told_to_others_and_nothing_else(tmp_path: Path) -> None:
    async def work(hub: Hub) -> None:
        table, ada = await table_of(hub)
        watching, task = watch(hub, table, Person())
        assert '"type":"packet"' in await watching.heard.get()
        mine, other = watch(hub, table, ada)
        assert '"type":"packet"' in await mine.heard.get()
        assert (await watching.heard.get()).startswith('{"type":"presence"')
        mine.leave()
        await other
        gone = await watching.heard.get()
        assert gone.startswith('{"type":"presence"')
        assert '"here":false' in gone
        watching.leave()
        await task

    on_hub(tmp_path, work)


def test_what_cannot_be_read_is_not_kept(tmp_path: Path) -> None:
    async def work(hub: Hub) -> None:
        table, ada = await table_of(hub)
        socket, task = watch(hub, table, ada)
        await socket.heard.get()
        for strange in ("[" * 100_000, "{}", '{"type":"move"}', b"\xff\xfe", '{"type":"look","eyes":"²"}', "x" * 10**6):
            socket.say(strange)
            assert '"type":"packet"' in await socket.heard.get()
        socket.leave()
        await task
        assert table.seq == 10

    on_hub(tmp_path, work)


def test_a_socket_that_has_gone_leaves_nothing_to_be_collected(tmp_path: Path) -> None:
    """Cycles would stay until everything is looked through, which happens when nobody plays: with what they hold, too long."""

    async def work(hub: Hub) -> None:
        table, ada = await table_of(hub)
        socket, task = watch(hub, table, ada)
        await socket.heard.get()
        await table.act(ada, keep(table))
        await socket.heard.get()
        gone = weakref.ref(socket)
        socket.leave()
        await task
        del socket, task
        await asyncio.sleep(0)
        assert gone() is None

    gc.collect()
    gc.disable()
    try:
        on_hub(tmp_path, work)
    finally:
        gc.enable()


# -- memory ----------------------------------------------------------------------------------------------------------


def test_a_table_that_nobody_looks_at_leaves_memory_and_comes_back(tmp_path: Path) -> None:
    async def work(hub: Hub) -> None:
        table, ada = await table_of(hub)
        name = table.id
        hub.presenter(table).packet(Viewer())
        socket, task = watch(hub, table, ada)
        await socket.heard.get()
        hub.tables.let_go(-1)
        gc.collect()
        assert hub.tables.here(name) is table, "somebody watches"
        socket.leave()
        await task
        await table.act(ada, keep(table))
        seq = table.seq
        del table, socket, task
        hub.tables.let_go(-1)
        gc.collect()
        assert hub.tables.here(name) is None
        again = await hub.table(name)
        assert again is not None
        assert again.seq == seq

    on_hub(tmp_path, work)


# -- bots ------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_bots_go_on_by_themselves_when_the_database_is_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hub: Hub) -> None:
        append, failures = hub.store.append, 0

        async def fails(rows: Append) -> None:
            nonlocal failures
            failures += 1
            if failures < 3:
                raise Unavailable("locked")
            await append(rows)

        monkeypatch.setattr(hub.store, "append", fails)
        table, _ = await table_of(hub, "easy easy", turn_limit=20)
        socket, task = watch(hub, table, Person())
        while not table.match.is_over:
            await socket.heard.get()
        assert failures > 3
        socket.leave()
        await task

    on_hub(tmp_path, work)


def test_a_server_that_was_killed_left_a_lease_and_the_next_one_goes_on(tmp_path: Path) -> None:
    async def first(hub: Hub) -> str:
        ada = await hub.store.enroll(BROWSER, ADA)
        seats = (SeatSpec("Ada", person=ada), SeatSpec("Bot", level="easy"))
        row = await hub.tables.open(TableSpec(game="bosman", seats=seats))
        table = await hub.tables.get(row.id)  # nobody wakes its bots
        assert table is not None
        await hub.store.lease(f"bots:{row.id}", "a server that is no more", 1000)
        draft = table.table_log.play(0, "keep", table.seq, None, 5.0)
        assert draft is not None
        await hub.store.append(draft.append)
        return row.id

    name = on_hub(tmp_path, first)

    async def second(hub: Hub) -> None:
        while len(await hub.store.events(name)) == 11:
            await asyncio.sleep(0.05)

    on_hub(tmp_path, second)


def test_bots_of_a_server_that_died_before_its_lease_go_on_with_the_next_one(tmp_path: Path) -> None:
    """A move of a person is stored, and the server is killed in the moment before its bots had their turn."""

    async def first(hub: Hub) -> str:
        ada = await hub.store.enroll(BROWSER, ADA)
        seats = (SeatSpec("Ada", person=ada), SeatSpec("Bot", level="easy"))
        row = await hub.tables.open(TableSpec(game="bosman", seats=seats))
        table = await hub.tables.get(row.id)  # nobody wakes its bots
        assert table is not None
        draft = table.table_log.play(0, "keep", table.seq, None, 5.0)
        assert draft is not None
        await hub.store.append(draft.append)
        return row.id

    name = on_hub(tmp_path, first)

    async def second(hub: Hub) -> None:
        while len(await hub.store.events(name)) == 11:
            await asyncio.sleep(0.05)

    on_hub(tmp_path, second, lease=0.2)


def test_tables_at_which_bots_are_left_waiting(tmp_path: Path) -> None:
    """By the rows: a bot has the turn, people play too, nothing has happened for a while, and no node says that it cares."""

    async def work(hub: Hub) -> None:
        ada = await hub.store.enroll(BROWSER, ADA)
        me, bot, away = SeatSpec("Ada", person=ada), SeatSpec("Bot", level="easy"), SeatSpec("Ben", person=ada)
        names = [
            (await hub.tables.open(TableSpec(game="bosman", seats=seats))).id
            for seats in ((bot, me), (me, bot), (bot, bot), (bot, me), (away, me))
        ]
        await hub.store.lease(f"bots:{names[3]}", "another node", 1000)
        now = hub.store.now()
        assert await hub.store.left_bots(now - 60, now + 1) == names[:1]
        assert await hub.store.left_bots(now - 60, now - 60) == []
        assert await hub.store.left_bots(now + 1, now + 2) == []
        await hub.store.stand_in(names[4], ada, "easy")
        assert await hub.store.left_bots(now - 60, now + 60) == [names[0], names[4]]

    on_hub(tmp_path, work)


def test_bots_alone_pause_while_nobody_looks(tmp_path: Path) -> None:
    async def work(hub: Hub) -> None:
        table, _ = await table_of(hub, "easy easy", turn_limit=20)
        async with asyncio.timeout(60):  # a busy machine takes its time for the first ten moves
            while table.seq < 10 or len(hub.runner):
                await asyncio.sleep(0.02)
        await asyncio.sleep(0.3)
        assert table.seq == 10
        socket, task = watch(hub, table, Person())
        while table.seq < 14:
            await socket.heard.get()
        socket.leave()
        await task
        while len(hub.runner):
            await asyncio.sleep(0.02)
        seq = table.seq
        await asyncio.sleep(0.3)
        assert table.seq == seq
        assert [lease.name for lease in await hub.store.leases("nobody") if lease.name.startswith("bots:")] == []

    on_hub(tmp_path, work)


def test_a_move_while_bots_come_to_an_end_wakes_them_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their turn was over, and it is theirs again before they have given the lease back."""

    async def work(hub: Hub) -> None:
        release, moved = hub.store.release, 0

        async def slow(name: str, node: str) -> None:
            nonlocal moved
            while hub.runner._due(table) is None:  # unless the test itself is just moving
                with suppress(Stale):
                    await table.act(ada, ActionRequest(0, table.match.legal(0)[0], table.seq))
            moved = table.seq
            await release(name, node)

        table, ada = await table_of(hub, "me easy")
        monkeypatch.setattr(hub.store, "release", slow)
        while hub.runner._due(table) is None and not moved:
            with suppress(Stale):
                await table.act(ada, ActionRequest(0, table.match.legal(0)[0], table.seq))
        async with asyncio.timeout(60):
            while not moved or table.seq == moved:
                await asyncio.sleep(0.02)
        monkeypatch.setattr(hub.store, "release", release)

    on_hub(tmp_path, work)


def test_a_bot_whose_turn_passes_while_its_lease_is_renewed_is_not_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A busy database takes its time, and meanwhile somebody closes the offer that the bot was to answer."""

    async def work(hub: Hub) -> None:
        table, _ = await table_of(hub, "easy easy", turn_limit=20)
        lease, renewals = hub.store.lease, 0

        async def slow(name: str, holder: str, seconds: float) -> bool:
            nonlocal renewals
            if name.endswith(table.id) and table.thinking is False and (due := table.bot_to_act()) is not None:
                renewals += 1
                await table.act_for_bot(ActionRequest(due[0], table.match.legal(due[0])[0], table.seq))
            return await lease(name, holder, seconds)

        monkeypatch.setattr(hub.store, "lease", slow)
        socket, task = watch(hub, table, Person())
        while not table.match.is_over:
            await socket.heard.get()
        socket.leave()
        await task
        assert renewals > 2
        assert "failed" not in caplog.text, caplog.text

    on_hub(tmp_path, work, lease=0.001)


def test_a_bot_that_breaks_when_its_turn_is_over_plays_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(hub: Hub) -> None:
        table, _ = await table_of(hub, "easy easy")

        async def breaks(*_given: object, **_named: object) -> str:
            await table.act_for_bot(ActionRequest(0, table.match.legal(0)[0], table.seq))
            raise RuntimeError("out of memory")

        monkeypatch.setattr(hub.work, "do", breaks)
        with pytest.raises(Stale):
            await hub.runner.choose(table, 0, "easy")

    on_hub(tmp_path, work)


# -- several nodes ---------------------------------------------------------------------------------------------------


def test_a_node_hears_of_another_s_move_and_reads_the_rows(tmp_path: Path) -> None:
    async def run() -> None:
        settings = Settings(tmp_path / "tables.db", pace=0.0, workers=1)
        nodes: list[Local] = []
        hubs = [await Hub.start(settings, open_store(settings.database, alone=False), Local(nodes)) for _ in range(2)]
        try:
            mine, ada = await table_of(hubs[0])
            theirs = await hubs[1].table(mine.id)
            assert theirs is not None
            socket, task = watch(hubs[1], theirs, Person())
            await socket.heard.get()
            await mine.act(ada, keep(mine))
            assert f'"seq":{mine.seq}' in await socket.heard.get()
            ben = Person(None, secrets.token_hex(32))
            assert not await hubs[1].sit(theirs, 1, "Ben", ben)
            socket.leave()
            await task
        finally:
            for hub in hubs:
                await hub.close()

    asyncio.run(run())
