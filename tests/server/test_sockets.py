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
from kotva.server.watchers import Watcher
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


def test_whoever_does_not_keep_up_is_told_by_his_own_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
