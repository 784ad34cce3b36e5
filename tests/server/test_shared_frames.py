"""One frame for all who hear the same: every one of them reads what he was told, whoever comes, goes or is told more."""

from __future__ import annotations

import asyncio
import json
import zlib
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.frames import Frame, Opcode

from kotva.server import shared_frames as module
from kotva.server.presenter import Viewer
from kotva.server.shared_frames import COMPRESSION, WINDOW, SharedFrames, SocketCompression
from kotva.server.sockets import Sockets
from kotva.server.watchers import Broadcast, Watcher
from tests.server.live import serving

END = b"\x00\x00\xff\xff"


class Browser:
    """A socket at both ends: how its frames are packed here, and how they are read there."""

    def __init__(self) -> None:
        self.compression = SocketCompression(False, False, 12, WINDOW, COMPRESSION)
        self._reads = zlib.decompressobj(-WINDOW)

    def read(self, packed: bytes) -> bytes:
        return self._reads.decompress(packed + END)

    def told_alone(self, message: bytes) -> bytes:
        if len(message) % 2:  # by the short way, or by uvicorn's
            return self._unframed(self.compression.frame(message))
        return self.read(bytes(self.compression.encode(Frame(Opcode.TEXT, message)).data))

    def told_with_others(self, shared: SharedFrames, message: bytes) -> bytes:
        return self._unframed(shared.frame(message, self.compression))

    def _unframed(self, frame: bytes) -> bytes:
        if frame[0] == 0x81:  # a whole text as it is
            assert frame[1] == len(frame) - 2 < 126
            return frame[2:]
        assert frame[0] == 0xC1, "a whole text, packed"
        start = 2 if frame[1] < 126 else 4 if frame[1] == 126 else 10
        size = frame[1] if start == 2 else int.from_bytes(frame[2:start])
        assert len(frame) == start + size
        return self.read(frame[start:])


@pytest.mark.parametrize("seed", range(8))
def test_each_client_reads_what_it_was_sent(seed: int) -> None:
    chance = Random(seed)
    shared = SharedFrames()
    browsers = [Browser() for _ in range(2)]
    words = [bytes(chance.choices(b"abcdefgh", k=12)) for _ in range(40)]
    for _ in range(250):
        if chance.random() < 0.1:
            browsers.append(Browser())
        if chance.random() < 0.1 and len(browsers) > 1:
            browsers.remove(chance.choice(browsers))
        message = b" ".join(
            chance.choices(words, k=chance.choice((1, 8, 60, 900, 8000) if chance.random() < 0.1 else (8,)))
        )
        for browser in chance.sample(browsers, len(browsers)):
            browser.compression.encode(Frame(Opcode.PING, b""))  # a sign of life is no message
            roll = chance.random()
            if roll < 0.03:
                assert browser.told_alone(message) == message, "his socket was full, so he is told by himself"
                continue
            if roll < 0.06:
                assert browser.told_alone(b"before " + message) == b"before " + message
            assert browser.told_with_others(shared, message) == message
            if roll > 0.97:
                assert browser.told_alone(b"after " + message) == b"after " + message


def test_a_message_is_packed_once_and_looks_back(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []
    packer = module._packer

    def noted() -> Any:
        made.append(packer())
        return made[-1]

    monkeypatch.setattr(module, "_packer", noted)
    shared, browsers = SharedFrames(), [Browser() for _ in range(5)]
    first, second, third = (bytes(Random(1).choices(range(256), k=900)) for _ in range(3))
    frames = [
        {shared.frame(message, browser.compression) for browser in browsers} for message in (first, second, third)
    ]
    assert [len(same) for same in frames] == [1, 1, 1], "the same bytes for all"
    assert len(made) == 1
    assert len(frames[1].pop()) < 50, "they have heard it all before"
    browsers.append(Browser())
    again = bytes(first)[:-1]
    assert len({shared.frame(again, browser.compression) for browser in browsers}) <= 2, "once more for who comes new"
    assert len(made) == 2


def test_the_short_way_makes_the_same_frames() -> None:
    short, usual = Browser().compression, Browser().compression
    for size in (126, 127, 300, 5000, 70_000, 200_000, 130):
        message = bytes(Random(size).choices(b"abcdefghijklmnopqrstuvwxyz", k=size))
        assert short.frame(message) == Frame(Opcode.TEXT, message).serialize(mask=False, extensions=[usual])


def test_a_short_text_is_not_packed_and_separates_nobody() -> None:
    """An answer to a move: who gets it hears the next change in the same frame as the others."""
    shared, browsers = SharedFrames(), [Browser() for _ in range(3)]
    noise = bytes(Random(1).choices(range(256), k=900))
    for number in range(4):
        text = noise + b"%d" % number
        frames = [shared.frame(text, browser.compression) for browser in browsers]
        assert len(set(frames)) == 1
        assert number == 0 or len(frames[0]) < 50, "it looks back at what all have heard"
        assert [browser._unframed(frame) for browser, frame in zip(browsers, frames, strict=True)] == [text] * 3
        answer = b'{"type":"done","key":"%d"}' % number
        assert browsers[number % 3].compression.frame(answer) == Frame(Opcode.TEXT, answer).serialize(mask=False)


@pytest.mark.parametrize(("takeover", "bits"), [(True, WINDOW), (False, 9), (False, 15)])
def test_a_client_that_packs_otherwise_is_served_alone(takeover: bool, bits: int) -> None:
    assert not SocketCompression(False, takeover, 12, bits, COMPRESSION).shares


@pytest.mark.parametrize("packed", [True, False])
def test_bystanders_hear_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: bool) -> None:
    """Through a real port: two players, and bystanders who come and go and ask for things in between."""
    joined: list[bytes] = []
    join = Sockets.join

    def noted(self: Sockets, shared: SharedFrames, message: bytes) -> None:
        joined.append(message)
        join(self, shared, message)

    monkeypatch.setattr(Sockets, "join", noted)

    async def run() -> None:
        async with AsyncExitStack() as stack:
            port, table = await stack.enter_async_context(serving(tmp_path))
            cookies = [{"cookie": f"kotva_seat={letter * 43}"} for letter in "ab"]
            client = await stack.enter_async_context(httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60))
            for seat, cookie in enumerate(cookies):
                sat = await client.post(f"/api/tables/{table}/sit", json={"seat": seat, "name": "P"}, headers=cookie)
                assert sat.status_code == 200

            async def come() -> ClientConnection:
                address = f"ws://127.0.0.1:{port}/api/tables/{table}/socket"
                made = await stack.enter_async_context(connect(address, compression="deflate" if packed else None))
                await until(made, "packet")
                return made

            sockets = [await come() for _ in range(3)]
            for number in range(12):
                path = f"/api/tables/{table}"
                seq = (await client.get(path)).json()["seq"]
                for seat, cookie in enumerate(cookies):
                    found = (await client.get(path, headers=cookie)).json()
                    if found.get("choices"):
                        body = {
                            "action": found["choices"][0]["action"],
                            "seat": seat,
                            "seen": seq,
                            "key": f"key-{number:04}",
                        }
                        assert (await client.post(f"{path}/moves", json=body, headers=cookie)).status_code == 200
                        break
                told = [await until(socket, "change", "packet") for socket in sockets]
                assert len({json.dumps(message["seq"]) for message in told}) == 1
                assert told[0]["seq"] > seq
                if number == 3:
                    await sockets[1].send('{"type":"look"}')
                    assert (await until(sockets[1], "packet"))["seq"] == told[0]["seq"]
                elif number == 6:
                    sockets.append(await come())
                elif number == 9:
                    await sockets.pop(0).close()

    asyncio.run(run())
    assert len(joined) > 20
    assert len({id(message) for message in joined}) < len(joined) / 2


async def until(socket: ClientConnection, *kinds: str) -> dict[str, Any]:
    """The next message of these kinds; what else comes is left aside."""
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 60))
        if message["type"] in kinds:
            return message


@pytest.mark.parametrize(
    "differs",
    [
        {},
        {"viewer": Viewer(yours=(0,))},
        {"whole": True},
        {"here": True},
        {"waiting": [None]},
        {"grown": False},
        {"last_seq": 6},
        {"last_eyes": (None, None, "cs")},
    ],
    ids=str,
)
def test_only_who_would_be_told_the_very_same_hears_it_with_the_others(differs: dict[str, Any]) -> None:
    """One who plays, who is behind or looks otherwise, or who has to be told something else, is asked about for himself."""

    async def run() -> None:
        watcher = Watcher(None, None, None, Viewer())  # type: ignore[arg-type]
        watcher.knows((None, None, "en"), 7)
        watcher.here = False
        for name, value in differs.items():
            setattr(watcher, name, value)
        before = watcher.last_seq
        assert watcher.joins(Broadcast((None, None, "en"), 7, 8, SharedFrames(), b"")) == (not differs)
        assert watcher.last_seq == (before if differs else 8)

    asyncio.run(run())
