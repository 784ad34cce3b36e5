"""The short way out to a socket: all who keep up are told of a move at once, and nobody is left out who does not."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from kotva.server.messages import Done
from kotva.server.presenter import Eyes, Presenter
from kotva.server.sockets import Sockets
from kotva.server.watchers import Watcher, Watchers
from tests.server.live import serving

KEY = "0123456789abcdef"
TOKENS = ("a" * 43, "b" * 43, "c" * 43)  # Ada, Ben and a spectator


@asynccontextmanager
async def three_at_a_table(folder: Path) -> AsyncIterator[list[ClientConnection]]:
    """Both players and a spectator, each with the table as it is when all have come."""
    async with AsyncExitStack() as stack:
        port, table = await stack.enter_async_context(serving(folder))
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
            for seat, token in enumerate(TOKENS[:2]):
                body = {"seat": seat, "name": f"P{seat}"}
                cookie = {"cookie": f"kotva_seat={token}"}
                sat = await client.post(f"/api/tables/{table}/sit", json=body, headers=cookie)
                assert sat.status_code == 200, sat.text
        address = f"ws://127.0.0.1:{port}/api/tables/{table}/socket"
        yield [
            await stack.enter_async_context(connect(address, additional_headers={"cookie": f"kotva_seat={token}"}))
            for token in TOKENS
        ]


async def hear(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message, but for who comes and goes."""
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 60))
        if message["type"] != "presence":
            assert message["type"] == kind, message
            return message


async def move(sockets: list[ClientConnection], key: str, kind: str = "change") -> None:
    """A move of the seat that is to act, as all three hear of it."""
    tables = [await hear(socket, "packet") for socket in sockets]
    seat = tables[0]["actors"][0]
    action = tables[seat]["choices"][0]["action"]
    asked = {"type": "move", "action": action, "seat": seat, "seen": tables[0]["seq"], "key": key}
    await sockets[seat].send(json.dumps(asked))
    for number, socket in enumerate(sockets):
        told = await hear(socket, kind)
        assert told["seq"] > tables[0]["seq"]
        if number == seat:
            assert (await hear(socket, "done"))["key"] == key


def test_all_who_keep_up_are_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three sockets, three posts; the one who moved has what came of it and that it is stored in the same one."""
    posted: list[list[bytes]] = []
    post = Sockets.post

    def noted(self: Sockets, messages: Iterable[bytes]) -> None:
        posted.append(list(messages))
        post(self, posted[-1])

    async def run() -> None:
        async with three_at_a_table(tmp_path) as sockets:
            assert all("permessage-deflate" in str(socket.response and socket.response.headers) for socket in sockets)
            monkeypatch.setattr(Sockets, "post", noted)
            await move(sockets, KEY)
            told = [messages for messages in posted if any(b'"type":"change"' in message for message in messages)]
            assert len(told) == 3
            assert sorted(any(b'"type":"done"' in message for message in messages) for messages in told) == [
                False,
                False,
                True,
            ]

    asyncio.run(run())


def test_a_client_that_does_not_keep_up_is_served_by_its_own_task(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sockets, "is_free", lambda _: False)

    async def run() -> None:
        async with three_at_a_table(tmp_path) as sockets:
            await move(sockets, KEY)

    asyncio.run(run())


def test_where_showing_a_change_fails_the_whole_table_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_self: Presenter, _eyes: Eyes, _base: int) -> bytes | None:
        raise ZeroDivisionError

    async def run() -> None:
        async with three_at_a_table(tmp_path) as sockets:
            monkeypatch.setattr(Presenter, "change", fail)
            await move(sockets, KEY, "packet")

    asyncio.run(run())
    assert caplog.text.count("could not be shown") == 3


def test_an_answer_that_finds_a_full_queue_ends_the_connection() -> None:
    async def run() -> None:
        watcher = Watcher(None, None, None, None)  # type: ignore[arg-type]
        for _ in range(40):
            watcher.put(Done(KEY, 1))
        assert watcher.lost
        assert not watcher.keeps_up
        assert len(watcher.waiting) < 40

    asyncio.run(run())


def test_what_is_no_text_gets_the_table_anew_and_is_no_news(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It was a traceback in the log for each message, and the end of the connection."""

    async def run() -> None:
        async with three_at_a_table(tmp_path) as sockets:
            for socket in sockets:
                await hear(socket, "packet")
                for strange in (b"\xff\xfe", b"\xe0", b'{"type":"look","eyes":"\xed\xa0\x80"}'):
                    await socket.send(strange, text=True)
                    await hear(socket, "packet")

    asyncio.run(run())
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


# -- the network's own time -------------------------------------------------------------------------------------------


@asynccontextmanager
async def far_away(port: int, seconds: float) -> AsyncIterator[int]:
    """A port that leads to another one, each way so many seconds later."""
    tasks: set[asyncio.Task[None]] = set()

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        while data := await reader.read(65_536):
            loop.call_later(seconds, writer.write, data)
        loop.call_later(seconds, writer.close)

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", port)
        tasks.update(asyncio.ensure_future(work) for work in (carry(reader, back), carry(there, writer)))

    async with await asyncio.start_server(meet, "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()[1]
        for task in tasks:
            task.cancel()


@pytest.mark.parametrize(("interval", "least"), [(20.0, 0.2), (0.0, 0.0)])
def test_the_network_s_delay_is_what_the_server_has_measured(tmp_path: Path, interval: float, least: float) -> None:
    """By its own question, whose answer a client can only delay; where nobody asks, nothing is known and nothing is given."""

    async def run() -> None:
        async with serving(tmp_path, ws_ping_interval=interval) as (port, table), far_away(port, 0.1) as slow:
            address = f"ws://127.0.0.1:{slow}/api/tables/{table}/socket"
            async with connect(address) as socket:
                await hear(socket, "packet")
                (watcher,) = WATCHING
                async with asyncio.timeout(30):
                    while watcher.delay < least or (not interval and socket.latency):
                        await asyncio.sleep(0.02)
                assert least <= watcher.delay < least + 2.0
                if interval:
                    for _ in range(3):
                        await socket.pong(b"nobody asked")
                    await asyncio.sleep(0.3)
                    assert watcher.delay >= least

    WATCHING: list[Watcher] = []
    with pytest.MonkeyPatch.context() as patch:
        serve = Watchers.serve

        async def noted(self: Watchers, watcher: Watcher, act: Any) -> None:
            WATCHING.append(watcher)
            await serve(self, watcher, act)

        patch.setattr(Watchers, "serve", noted)
        asyncio.run(run())
