"""What the scripts ask for: packets, moves, undo, seats, reasons. Seats come from the browser's token, never from the message."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from kotva.engine.errors import Illegal, KotvaError, Unreadable
from kotva.engine.say import N_, Say
from kotva.scene import why
from kotva.scene.packet import Packet, encode
from kotva.scene.preview import Preview, preview
from kotva.server.guard import who
from kotva.server.hub import Hub
from kotva.server.table import Stale, Table, Viewer
from kotva.server.words import language_of

T = TypeVar("T")


class Move(msgspec.Struct, forbid_unknown_fields=True):
    """A move: what, for which of the browser's seats, on which number of events, and the client's own key."""

    action: str
    seat: int
    seen: int
    key: str
    have: int = 0


class Undo(msgspec.Struct, forbid_unknown_fields=True):
    """Take the last action back."""

    seat: int
    seen: int
    key: str
    have: int = 0


class Sit(msgspec.Struct, forbid_unknown_fields=True):
    """Take a free seat."""

    seat: int
    name: str


class Problem(msgspec.Struct, omit_defaults=True):
    """What went wrong, in the reader's language; `packet` is fresh when the table has moved on."""

    error: str
    clause: str = ""
    link: str = ""
    allowed: list[str] = []
    packet: Packet | None = None


class NotFound(KotvaError):
    """No such table."""


class Closed(Illegal):
    """Somebody without a seat looks at a table that admits no spectators."""


def answer(data: msgspec.Struct, status: int = 200) -> Response:
    return Response(encode(data), status, media_type="application/json", headers={"cache-control": "no-store"})


def problem(error: KotvaError, say: Say, status: int = 400, **more: object) -> Response:
    return answer(Problem(error.say(say), **more), status)  # type: ignore[arg-type]


def hub_of(request: Request | WebSocket) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


async def the_table(request: Request) -> Table:
    table = await hub_of(request).table(request.path_params["table"])
    if table is None:
        raise NotFound(N_("There is no such table."))
    return table


async def body(request: Request, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except msgspec.MsgspecError as error:
        raise Unreadable(N_("This message cannot be read: {error}."), error=error) from None


def viewer_of(request: Request | WebSocket, table: Table, eyes: int | None = None, have: int = 0) -> Viewer:
    """Who looks at a table; Closed if he may not."""
    number = table.closed_to(who(request))
    if number:
        why = table.game.explain(number, Say(language_of(request), table.game.id))
        raise Closed(why, table.game.clause(number), link=f"/rules/{table.game.id}#{table.game.clause(number)}")
    return Viewer(table.seats_of(who(request)), eyes, language_of(request), have)


def asked_eyes(request: Request) -> int | None:
    text = request.query_params.get("eyes", "")
    return int(text) if text.isdigit() else None


async def look(request: Request) -> Response:
    """The table as this browser may see it, now or after `at` moves."""
    table = await the_table(request)
    at = request.query_params.get("at", "")
    viewer = viewer_of(request, table, asked_eyes(request))
    return answer(await run_in_threadpool(table.packet, viewer, int(at) if at.isdigit() else None))


async def move(request: Request) -> Response:
    table = await the_table(request)
    given = await body(request, Move)
    return await act(request, table, given, given.action)


async def undo(request: Request) -> Response:
    table = await the_table(request)
    return await act(request, table, await body(request, Undo), None)


async def act(request: Request, table: Table, given: Move | Undo, action: str | None) -> Response:
    """Check, store, tell; the answer is the fresh packet of whoever moved, or what is wrong."""
    viewer = viewer_of(request, table, given.seat, given.have)
    say = table.say(viewer.language)
    if given.seat not in viewer.yours:
        return answer(Problem(say("This is not your seat.")), 403)
    if not 8 <= len(given.key) <= 64:
        return answer(Problem(say("This message cannot be read: {error}.", error="key")), 400)
    try:
        if action is None:
            await run_in_threadpool(table.undo, given.seat, given.seen, given.key)
        else:
            await run_in_threadpool(table.play, given.seat, action, given.seen, given.key)
    except Stale as error:
        packet = await run_in_threadpool(table.packet, viewer_of(request, table, given.seat))
        return problem(error, say, 409, packet=packet)
    except Illegal as error:
        # The sentence for people is the rule itself; the clause and the list are there for programs.
        rule = error.values.get("why")
        text = say(rule) if isinstance(rule, str) else error.say(say)
        allowed: list[str] = []
        if action is not None:
            with table.lock:
                allowed = table.match.legal(given.seat)
        link = f"/rules/{table.game.id}#{error.clause}" if error.clause else ""
        return answer(Problem(text, error.clause, link, allowed[:200]), 422)
    hub = hub_of(request)
    hub.turn_eyes(table, who(request), given.seat)
    response = answer(await run_in_threadpool(table.packet, viewer))
    response.background = BackgroundTask(_tell, hub, table)  # whoever moved need not wait until all others have heard
    return response


async def _tell(hub: Hub, table: Table) -> None:
    await hub.tell(table)
    hub.wake_bots(table)


async def sit(request: Request) -> Response:
    table = await the_table(request)
    given = await body(request, Sit)
    token = who(request)
    say = table.say(language_of(request))
    if not token or not 0 <= given.seat < table.row.seats:
        return answer(Problem(say("This seat cannot be taken.")), 400)
    if not await take_seat(hub_of(request), table, given.seat, given.name, token, say):
        return answer(Problem(say("This seat is taken.")), 409)
    return answer(await run_in_threadpool(table.packet, viewer_of(request, table, given.seat)))


async def take_seat(hub: Hub, table: Table, seat: int, name: str, token: str, say: Say) -> bool:
    """Let a browser sit down, and tell everybody; False if somebody sits there."""
    name = " ".join(name.split())[:40] or say("Player {n}", n=seat + 1)
    if not await run_in_threadpool(table.sit, seat, name, token):
        return False
    await hub.sat(table, token)
    return True


class Reasons(msgspec.Struct, omit_defaults=True):
    """Why something is not allowed; `note` where no clause says it."""

    answers: list[why.Answer] = []
    note: str = ""


async def reasons(request: Request) -> Response:
    """Why can't I? `items` are things on the table, or `action` a notation."""
    table = await the_table(request)
    viewer = viewer_of(request, table, asked_eyes(request))
    return answer(await run_in_threadpool(_reasons, table, viewer, dict(request.query_params)))


def _reasons(table: Table, viewer: Viewer, asked: dict[str, str]) -> Reasons:
    with table.lock:
        say = table.say(viewer.language)
        seat, _ = table.eyes(viewer)
        if seat is None:
            return Reasons(note=say("You are watching; only players can do something here."))
        actors = table.match.actors()
        if table.match.is_over:
            return Reasons(note=say("The game is over."))
        if seat not in actors:
            names = ", ".join(say.player(actor) for actor in actors)
            return Reasons(note=say("It is not your turn: {names} decides now.", names=names))
        view = table.match.view(seat)
    if "action" in asked:
        return Reasons(why.about_action(view, asked["action"], say))
    items = [item for item in asked.get("items", "").split(",") if item][:12]
    answers = why.about_items(view, items, say)
    return Reasons(answers, "" if answers else say(why.NOTHING))


async def before(request: Request) -> Response:
    """What an action would do, as far as this viewer can know."""
    table = await the_table(request)
    viewer = viewer_of(request, table, asked_eyes(request))
    return answer(await run_in_threadpool(_before, table, viewer, request.query_params.get("action", "")))


def _before(table: Table, viewer: Viewer, action: str) -> Preview:
    with table.lock:
        seat, _ = table.eyes(viewer)
        view = table.match.view(seat)
    return preview(view, action)


async def socket(connection: WebSocket) -> None:
    """A browser watches a table."""
    hub = hub_of(connection)
    try:
        table = await hub.table(connection.path_params["table"])
    except KotvaError:
        table = None
    if table is None or table.closed_to(who(connection)):
        await connection.close(1008)
        return
    await connection.accept()
    connection.state.token = who(connection)
    eyes = connection.query_params.get("eyes", "")
    await hub.watch(connection, table, viewer_of(connection, table, int(eyes) if eyes.isdigit() else None))


ROUTES = [
    Route("/api/tables/{table}", look),
    Route("/api/tables/{table}/moves", move, methods=["POST"]),
    Route("/api/tables/{table}/undo", undo, methods=["POST"]),
    Route("/api/tables/{table}/sit", sit, methods=["POST"]),
    Route("/api/tables/{table}/why", reasons),
    Route("/api/tables/{table}/preview", before),
    WebSocketRoute("/api/tables/{table}/socket", socket),
]
