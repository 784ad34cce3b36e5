"""Work for somebody who has sent a request: whose it is, and that it ends when the browser has gone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, HTTPConnection, Request

from kotva.server.jobs.service import Owner, WorkService
from kotva.server.people import person_of
from kotva.server.rate_limits import address_of
from kotva.server.turns import Turn

T = TypeVar("T")


def owner_of(connection: HTTPConnection) -> Owner:
    """Who asks: the person, or the browser of somebody without a seat anywhere; and the address.

    Requests without a cookie are one person for each address: a share of their own for all of them together would be used up
    by a few.
    """
    person, address = person_of(connection), address_of(connection.scope)
    return Owner(person.id or person.secret or address, address)


def work_of(request: Request) -> WorkService:
    service: WorkService = request.app.state.hub.work
    return service


async def work_for(
    request: Request,
    kind: str,
    call: Callable[[], Any],
    *,
    key: str | None = None,
    place: str = "",
    keep: float = 0.0,
    patience: float = 0.0,
) -> Any:
    """The result of a call in a process, for a request; ClientDisconnect if its client has gone."""
    service, owner = work_of(request), owner_of(request)
    return await while_here(request, service.do(kind, call, owner, key=key, place=place, keep=keep, patience=patience))


async def while_here(request: Request, work: Awaitable[T]) -> T:
    """The result of some work, cancelled when the client has gone."""
    doing = asyncio.ensure_future(work)
    tasks: list[asyncio.Future[Any]] = [doing]
    turn: Turn | None = request.scope.get("kotva.turn")
    try:
        await request.body()  # after it the end of the connection is all that can come
        tasks.append(asyncio.ensure_future(_gone(request)))
        await asyncio.sleep(0)
        if turn is not None and not doing.done():  # it was not refused: nothing is done here until the result comes
            turn.give()
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise ClientDisconnect
        return doing.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        continue
