"""Requests take turns by address: many connections of one address do not come before everybody else's next request."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from kotva.server import turns as module
from kotva.server.middleware import SecurityMiddleware
from kotva.server.people import NOBODY
from kotva.server.turns import AT_ONCE, Crowded, Turn, Turns


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        async with asyncio.timeout(30):
            await work()

    asyncio.run(all_of_it())


def test_a_few_of_one_address_are_worked_on_and_the_next_in_their_order() -> None:
    turns, order = Turns(), []

    async def ask(address: str, number: int, gate: asyncio.Event) -> None:
        turn = turns.turn(address)
        await turn.take()
        order.append((address, number))
        await gate.wait()
        turn.give()
        turn.give()  # twice is once

    async def work() -> None:
        gate = asyncio.Event()
        tasks = [asyncio.create_task(ask("eve", n, gate)) for n in range(60)]
        await asyncio.sleep(0)
        tasks.append(asyncio.create_task(ask("ada", 0, gate)))
        tasks += [asyncio.create_task(ask("", n, gate)) for n in range(20)]  # this machine
        await asyncio.sleep(0.01)
        assert [one for one in order if one[0] == "eve"] == [("eve", n) for n in range(AT_ONCE)]
        assert ("ada", 0) in order
        assert sum(one[0] == "" for one in order) == 20
        gate.set()
        await asyncio.gather(*tasks)
        assert [n for address, n in order if address == "eve"] == list(range(60))
        assert len(turns) == 0, "nobody is remembered"

    run(work)


def test_whatever_is_cancelled_leaves_its_place() -> None:
    turns = Turns()

    async def work() -> None:
        held = [turns.turn("eve") for _ in range(AT_ONCE)]
        for turn in held:
            await turn.take()
        waiting = [asyncio.create_task(turns.turn("eve").take()) for _ in range(2 * AT_ONCE)]
        await asyncio.sleep(0)
        for task in waiting[::2]:
            task.cancel()
        held[0].give()  # the place is given to one that is being cancelled, or to the next
        await asyncio.gather(*waiting[::2], return_exceptions=True)
        for turn in held[1:]:
            turn.give()
        await asyncio.gather(*waiting[1::2])
        for _ in waiting[1::2]:
            turns.leave("eve")
        assert len(turns) == 0

    run(work)


def test_too_many_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WAITING", 3)
    turns = Turns()

    async def work() -> None:
        for _ in range(AT_ONCE):
            await turns.enter("eve")
        waiting = [asyncio.create_task(turns.enter("eve")) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Crowded):
            await turns.enter("eve")
        await turns.enter("ada")
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    run(work)


def test_what_asks_for_more_after_its_answer_takes_no_place() -> None:
    """The sender of a file listens for the end of the connection, in a task that is cancelled at any moment."""
    turns = Turns()

    async def work() -> None:
        held = [turns.turn("eve") for _ in range(AT_ONCE)]
        for turn in held:
            await turn.take()
        late = turns.turn("eve")
        listens = [asyncio.create_task(late.take()) for _ in range(3)]
        await asyncio.sleep(0)
        listens[0].cancel()
        for turn in held:
            turn.end()
            await turn.take()
        late.end()
        await asyncio.gather(*listens, return_exceptions=True)
        assert len(turns) == 0

    run(work)


# -- in the middleware -------------------------------------------------------------------------------------------------


class _People:
    async def resolve(self, _: object) -> object:
        return NOBODY


class _App:
    """An application in place of ours: it says which requests it works on."""

    def __init__(self, work: Callable[[Scope, Receive, Send], Awaitable[None]]) -> None:
        self.state = self.hub = self
        self.people = _People()
        self.work = work
        self.begun = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.begun += 1
        await self.work(scope, receive, send)


async def _ask(guard: SecurityMiddleware, app: _App, receive: Receive, send: Send, address: str) -> None:
    scope = {"type": "http", "method": "POST", "path": "/x", "headers": [], "client": (address, 1), "app": app}
    await guard(scope, receive, send)


async def _nothing(_: Message) -> None:
    return None


async def _answer(send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"x"})


@pytest.mark.parametrize("where", ["body", "answer", "work"])
def test_a_place_is_free_while_others_are_waited_for(where: str) -> None:
    """A slow body, a slow reader, a hint that is being thought of: the next requests of that address are worked on."""
    gate = asyncio.Event()
    many = 5 * AT_ONCE

    async def receive() -> Message:
        if where == "body":
            await gate.wait()
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(_: Message) -> None:
        if where == "answer":
            await gate.wait()

    async def work(scope: Any, receive: Receive, send: Send) -> None:
        await receive()
        if where == "work":
            turn: Turn = scope["kotva.turn"]
            turn.give()
            await gate.wait()
        await _answer(send)

    async def test() -> None:
        app = _App(work)
        guard = SecurityMiddleware(app, 1000)
        tasks = [asyncio.create_task(_ask(guard, app, receive, send, "203.0.113.9")) for _ in range(many)]
        await asyncio.sleep(0.05)
        assert app.begun == many
        gate.set()
        await asyncio.gather(*tasks)
        assert len(guard.turns) == 0

    run(test)


def test_work_in_this_process_holds_its_place_and_an_error_gives_it_back() -> None:
    gate = asyncio.Event()

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def work(_: Any, receive: Receive, send: Send) -> None:
        await receive()
        await gate.wait()
        raise ZeroDivisionError

    async def test() -> None:
        app = _App(work)
        guard = SecurityMiddleware(app, 1000)
        tasks = [asyncio.create_task(_ask(guard, app, receive, _nothing, "203.0.113.9")) for _ in range(20)]
        other = asyncio.create_task(_ask(guard, app, receive, _nothing, "203.0.113.1"))
        await asyncio.sleep(0.05)
        assert app.begun == AT_ONCE + 1
        gate.set()
        await asyncio.gather(*tasks, other)
        assert (app.begun, len(guard.turns)) == (21, 0)

    run(test)
