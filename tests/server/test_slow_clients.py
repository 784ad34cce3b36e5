"""A connection that is silent, slow or endless is ended by the server itself, and an honest one is not."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest
import websockets

from kotva.server import middleware, slow_clients
from tests.server.live import serving

LOOK = b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n"


async def talk(port: int, *said: bytes, drip: bytes = b"") -> bytes:
    """What a server answers until it hangs up; `drip` is sent again and again meanwhile."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)

    async def drop() -> None:
        with suppress(OSError):
            for part in said:
                writer.write(part)
                await writer.drain()
            while drip:
                writer.write(drip)
                await writer.drain()
                await asyncio.sleep(0.02)

    dropping = asyncio.ensure_future(drop())
    heard = b""
    try:
        with suppress(ConnectionError):  # what was still on its way to it meets nobody
            while data := await reader.read(65_536):
                heard += data
    finally:
        dropping.cancel()
        writer.close()
    return heard


@pytest.mark.parametrize(
    ("said", "drip", "answer"),
    [
        ((), b"", b"408"),
        ((b"GET /health HTTP/1.1\r\n",), b"", b"408"),
        ((b"GET /health HTTP/1.1\r\nx: ",), b"a", b"408"),
        ((), b"\r\n", b"408"),
        ((LOOK,), b"\r\n", b"200"),
        ((b"GET /health HTTP/1.1\r\nx: " + b"a" * 400_000,), b"", b""),
    ],
    ids=["silence", "half a head", "drops", "empty lines", "empty lines after an answer", "an endless head"],
)
@pytest.mark.slow
def test_slow_headers_are_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: tuple[bytes, ...], drip: bytes, answer: bytes
) -> None:
    monkeypatch.setattr(slow_clients, "SLOWEST", 0.3)

    async def run() -> None:
        async with serving(tmp_path) as (port, _):
            assert answer in await talk(port, *said, drip=drip)

    asyncio.run(run())


def test_an_endless_head_is_cut_off_before_its_time(tmp_path: Path) -> None:
    """With all the patience of the world: 64 kB are enough."""

    async def run() -> None:
        async with serving(tmp_path) as (port, _):
            await talk(port, b"GET /health HTTP/1.1\r\nx: ", drip=b"a" * 10_000)

    asyncio.run(run())


def test_a_body_in_drops_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each drop came in time, and there was no end of them."""
    monkeypatch.setattr(middleware, "_LONGEST", 0.3)
    head = b"POST /api/replays HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\nconnection: close\r\n\r\n"

    async def run() -> None:
        async with serving(tmp_path) as (port, _):
            assert b"408" in await talk(port, head, drip=b"a")

    asyncio.run(run())


def test_honest_connections_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second request on one connection, and a socket on which nobody says anything for longer than headers may take."""
    monkeypatch.setattr(slow_clients, "SLOWEST", 0.5)

    async def run() -> None:
        async with serving(tmp_path) as (port, table):
            async with websockets.connect(f"ws://127.0.0.1:{port}/api/tables/{table}/socket") as socket:
                assert '"type":"packet"' in str(await socket.recv())
                await talk(port)  # another one has been silent for as long as one may be
                await socket.send('{"type":"look"}')
                assert '"type":"packet"' in str(await socket.recv())
            last = LOOK.replace(b"\r\n\r\n", b"\r\nconnection: close\r\n\r\n")
            assert (await talk(port, LOOK, LOOK, last)).count(b"200 OK") == 3

    asyncio.run(run())


def test_a_socket_whose_other_end_is_dead_is_let_go(tmp_path: Path) -> None:
    """Every socket is asked for a sign of life; this one never answers."""
    head = (
        "GET /api/tables/{table}/socket HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
        "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n\r\n"
    )

    async def run() -> None:
        async with serving(tmp_path, ws_ping_interval=0.1, ws_ping_timeout=0.1) as (port, table):
            assert b"101 Switching" in await talk(port, head.replace("{table}", table).encode())

    asyncio.run(run())


def test_a_message_that_is_too_large_closes_its_socket(tmp_path: Path) -> None:
    """16 MB of it held 400 MB: 16 kB are more than any page of ours sends."""

    async def run() -> None:
        async with (
            serving(tmp_path) as (port, table),
            websockets.connect(f"ws://127.0.0.1:{port}/api/tables/{table}/socket") as socket,
        ):
            await socket.recv()
            with suppress(websockets.ConnectionClosed):
                await socket.send("[[]," * 10_000)
                while True:
                    await socket.recv()
            assert socket.close_code == 1009

    asyncio.run(run())


def test_a_client_that_goes_in_the_middle_of_a_request_is_no_news(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It filled the log with a traceback each."""

    async def run() -> None:
        async with serving(tmp_path) as (port, table):
            for path in ("/new/bosman", f"/api/tables/{table}/moves", "/api/replays"):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(f"POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 50\r\n\r\nhalf".encode())
                writer.write_eof()
                assert await reader.read() == b""
                writer.close()
                await writer.wait_closed()
            assert (await talk(port, LOOK.replace(b"\r\n\r\n", b"\r\nconnection: close\r\n\r\n"))).startswith(
                b"HTTP/1.1 200"
            )

    asyncio.run(run())
    assert [record.getMessage() for record in caplog.records if "failed" in record.getMessage()] == []


def test_a_body_that_was_refused_does_not_count_as_the_next_head(tmp_path: Path) -> None:
    """The answer came before all of the body had, and the next request on that connection was refused for its long headers."""

    async def work() -> None:
        async with serving(tmp_path) as (port, _):
            into, out = await asyncio.open_connection("127.0.0.1", port)
            out.write(b"POST /api/replays HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1200000\r\n\r\n")
            head = await into.readuntil(b"\r\n\r\n")
            assert b" 413 " in head
            await into.readuntil(b"}")
            out.write(b"a" * 1_200_000)
            out.write(LOOK)
            async with asyncio.timeout(30):
                assert b" 200 " in await into.readuntil(b"\r\n\r\n")
            out.close()

    asyncio.run(work())
