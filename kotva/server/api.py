"""The HTTP interface for scripts: packets, moves, undo, seats. The seat follows from the person, never from the message."""

from __future__ import annotations

import functools
import json
from contextlib import suppress
from typing import TypeVar

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from kotva.engine.errors import Illegal, KotvaError
from kotva.engine.say import N_, Say
from kotva.engine.user_input import clean_name, whole
from kotva.server import protocol
from kotva.server.hub import Hub, status_of
from kotva.server.jobs.asking import work_for
from kotva.server.jobs.limits import LOOK
from kotva.server.languages import language_of
from kotva.server.messages import (
    AboutThing,
    ClockCall,
    Move,
    Problem,
    Reasons,
    Sit,
    Statistics,
    Talk,
    Undo,
    decode,
    encode,
)
from kotva.server.people import Person, person_of
from kotva.server.presenter import Viewer
from kotva.server.rate_limits import address_of
from kotva.server.rows import CallRow
from kotva.server.sockets import direct_sender_of
from kotva.server.store import Unavailable
from kotva.server.table import Table
from kotva.server.table_log import Stale
from kotva.server.table_questions import Question
from kotva.server.talk import sign_of
from kotva.server.watchers import Watcher

T = TypeVar("T")
_KEPT = 30.0  # seconds for which an answer about a table is kept: it is the same until somebody moves


class NotFound(KotvaError):
    """No such table."""


class Closed(Illegal):
    """Somebody without a seat looks at a table that admits no spectators."""


def answer(data: msgspec.Struct, status: int = 200) -> Response:
    return Response(encode(data), status, media_type="application/json", headers={"cache-control": "no-store"})


def problem(error: KotvaError, say: Say, status: int | None = None) -> Response:
    return answer(Problem(error.say(say)), status_of(error) if status is None else status)


def hub_of(request: HTTPConnection) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


def number_in(text: str, most: int = 1_000_000) -> int | None:
    """A number that somebody has written into an address or a form; None if it is none, or too large to mean anything."""
    return whole(text, 0, most)


async def the_table(request: Request) -> Table:
    table = await hub_of(request).table(request.path_params["table"])
    if table is None:
        raise NotFound(N_("There is no such table."))
    return table


async def body(request: Request, kind: type[T]) -> T:
    return decode(await request.body(), kind)


def viewer_of(request: HTTPConnection, table: Table, eyes: int | None = None, have: int = 0) -> Viewer:
    """The viewer of a table; Closed if this person may not watch it."""
    person = person_of(request)
    check_spectator_rule(request, table)
    if table.seats_of(person):
        table.address = address_of(request.scope)
    number = table.closed_to(person)
    if number:
        why = table.game.explain(number, Say(language_of(request), table.game.id))
        raise Closed(why, table.game.clause(number), link=f"/rules/{table.game.id}#{table.game.clause(number)}")
    return Viewer(table.seats_of(person), eyes, language_of(request), have)


def check_spectator_rule(request: HTTPConnection, table: Table) -> None:
    """Closed if the table's owner keeps this person away, from the game as from its replay."""
    rule = table.shut_by(person_of(request))
    if rule is not None:
        raise Closed(Say(language_of(request), "tournament")(rule.why), rule.clause, link=rule.link)


def asked_eyes(request: HTTPConnection) -> int | None:
    return number_in(request.query_params.get("eyes", ""))


async def look(request: Request) -> Response:
    """The table as this browser may see it, now or after `at` moves."""
    table = await the_table(request)
    viewer = viewer_of(request, table, asked_eyes(request))
    at = number_in(request.query_params.get("at", ""))
    return answer(hub_of(request).presenter(table).packet(viewer, at))


async def move(request: Request) -> Response:
    return await act(request, await the_table(request), await body(request, Move))


async def undo(request: Request) -> Response:
    return await act(request, await the_table(request), await body(request, Undo))


async def act(request: Request, table: Table, given: Move | Undo) -> Response:
    """Check, store, publish; the answer is a fresh packet for the mover, or the error."""
    hub = hub_of(request)
    viewer = viewer_of(request, table, given.seat, max(0, given.have))
    try:
        await hub.act(table, person_of(request), given)
    except KotvaError as error:
        status, wrong = hub.problem(table, error, given, viewer.language)
        if isinstance(error, Stale):
            packet = hub.presenter(table).packet(viewer_of(request, table, given.seat))
            wrong = msgspec.structs.replace(wrong, packet=packet)
        return answer(wrong, status)
    return answer(hub.presenter(table).packet(viewer))


async def sit(request: Request) -> Response:
    table = await the_table(request)
    given = await body(request, Sit)
    person = person_of(request)
    say = table.say(language_of(request))
    if not person.secret or not 0 <= given.seat < table.row.seats:
        return answer(Problem(say("This seat cannot be taken.")), 400)
    if not await take_seat(hub_of(request), table, given.seat, given.name, person, say):
        return answer(Problem(say("This seat is taken.")), 409)
    request.scope["kotva.person"] = await hub_of(request).people.resolve(request)
    return answer(hub_of(request).presenter(table).packet(viewer_of(request, table, given.seat)))


async def clock(request: Request) -> Response:
    """The table's owner stops its clock, lets it run or gives time."""
    table = await the_table(request)
    given = await body(request, ClockCall)
    viewer = viewer_of(request, table)
    hub = hub_of(request)
    call = CallRow(table.seq, given.kind, 0.0, given.seat, float(given.seconds))
    try:
        await hub.timers.call_by(table, person_of(request), call, given.calls)
    except Illegal as error:
        return problem(error, table.say(viewer.language), 422)
    hub.broker.publish(table.id)
    return answer(hub.presenter(table).packet(viewer))


async def take_seat(hub: Hub, table: Table, seat: int, name: str, person: Person, say: Say) -> bool:
    """Let somebody sit down, and tell everybody; False if another one sits there, or a tournament keeps the seat for one."""
    if table.row.origin:
        return False
    if await hub.accounts.is_blocked(table.row.owner, person.id):
        return False
    if table.row.finishers and table.row.owner != person.id:
        await hub.accounts.check_reliable(person, table.row.finishers)
    chosen = await hub.accounts.seat_name(person, clean_name(name), say("guest"))
    return await hub.sit(table, seat, chosen or say("Player {n}", n=seat + 1), person)


async def looked_at(request: Request) -> tuple[Table, int | None, Say]:
    """The table that is asked about, through whose eyes, and in which language."""
    table = await the_table(request)
    viewer = viewer_of(request, table, asked_eyes(request))
    seat, _ = hub_of(request).presenter(table).eyes(viewer)
    return table, seat, table.say(viewer.language)


async def reasons(request: Request) -> Response:
    """Why can't I? `items` are things on the table, or `action` a notation."""
    table, seat, say = await looked_at(request)
    if seat is None:
        return answer(Reasons(note=say("You are watching; only players can do something here.")))
    actors = table.match.actors()
    if table.match.is_over:
        return answer(Reasons(note=say("The game is over.")))
    if seat not in actors:
        names = ", ".join(say.player(actor) for actor in actors)
        return answer(Reasons(note=say("It is not your turn: {names} decides now.", names=names)))
    asked = request.query_params
    if "action" in asked:
        return await ask(request, table, seat, "action", asked["action"])
    items = ",".join([item for item in asked.get("items", "").split(",") if item][:12])
    return await ask(request, table, seat, "items", items, asked.get("starts", ""))


async def ask(
    request: Request, table: Table, seat: int | None, what: str, text: str = "", starts: str = ""
) -> Response:
    """A question about a table, answered in a process; the same question at the same moment is answered once."""
    language, names = language_of(request), tuple(table.names())
    question = Question(table.id, table.table_log.bot_record(), seat, language, names, what, text, starts)
    key = json.dumps([table.id, table.seq, seat, language, names, what, text, starts])
    data = await work_for(request, LOOK, question.answer, key=key, place=table.id, keep=_KEPT)
    return Response(data, media_type="application/json", headers={"cache-control": "no-store"})


async def before(request: Request) -> Response:
    """What an action would do, as far as this viewer can know."""
    table, seat, _ = await looked_at(request)
    return await ask(request, table, seat, "preview", request.query_params.get("action", ""))


async def about(request: Request) -> Response:
    """What a thing could do, as far as this viewer can know."""
    table, seat, _ = await looked_at(request)
    if table.game.words.about is None:
        return answer(AboutThing())
    return await ask(request, table, seat, "about", request.query_params.get("item", ""))


async def statistics(request: Request) -> Response:
    """What can be counted in all that this viewer has been told."""
    table, seat, _ = await looked_at(request)
    if table.game.words.statistics is None:
        return answer(Statistics())
    return await ask(request, table, seat, "statistics")


async def openapi(_: Request) -> Response:
    """What stands here, for programs."""
    return Response(await run_in_threadpool(_description), media_type="application/json")


@functools.cache
def _description() -> bytes:
    """It is always the same, and making it leaves thousands of objects in circles."""
    return bytes(JSONResponse(protocol.openapi()).body)


async def socket(connection: WebSocket) -> None:
    """A browser watches a table."""
    hub = hub_of(connection)
    try:
        table = await hub.table(connection.path_params["table"])
    except KotvaError:
        table = None
    person = person_of(connection)
    if table is None or table.closed_to(person) or table.shut_by(person) is not None:
        await connection.close(1008)
        return
    viewer = viewer_of(connection, table, asked_eyes(connection))
    with suppress(Unavailable):  # the page says by itself that nothing can be said now
        await hub.talks.at(table)
        await hub.asks.came_back(table, person)
    await connection.accept()
    watcher = Watcher(connection, table, person, viewer, direct=direct_sender_of(connection))
    seq = number_in(connection.query_params.get("seq", ""))
    if (
        seq is not None
    ):  # a page that has just been loaded, or whose connection was lost: it has the table as it was then
        seat, handover = hub.presenter(table).eyes(viewer)
        seen = number_in(connection.query_params.get("seat", ""))
        free = sum(s.kind == "person" and s.person is None for s in table.row.sitters)  # names are all over a scene
        same = number_in(connection.query_params.get("free", "")) in (None, free)
        if handover is None and seen == seat and same:
            watcher.knows((seat, None, viewer.language), seq)
    said = hub.talks.shown(table, person)
    if said:
        watcher.put(Talk(said, sign_of(table, person.id), whole=True), wake=False)
    await hub.watchers.serve(watcher, hub.act_by_socket)


ROUTES = [
    Route("/api/tables/{table}", look),
    Route("/api/tables/{table}/moves", move, methods=["POST"]),
    Route("/api/tables/{table}/undo", undo, methods=["POST"]),
    Route("/api/tables/{table}/sit", sit, methods=["POST"]),
    Route("/api/tables/{table}/clock", clock, methods=["POST"]),
    Route("/api/tables/{table}/why", reasons),
    Route("/api/tables/{table}/preview", before),
    Route("/api/tables/{table}/about", about),
    Route("/api/tables/{table}/statistics", statistics),
    Route("/api/openapi.json", openapi),
    WebSocketRoute("/api/tables/{table}/socket", socket),
]
