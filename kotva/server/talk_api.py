"""Talk over HTTP: what somebody says or asks at a table. What is said there comes to all over their sockets."""

from __future__ import annotations

from dataclasses import replace

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kotva.engine.say import N_
from kotva.server import dates, my_tables
from kotva.server.api import NotFound, answer, body, hub_of, the_table, viewer_of
from kotva.server.languages import language_of
from kotva.server.messages import AnswerOther, AskOthers, NextTable, ReportLine, Said, SayLine
from kotva.server.moderation import FOR_EVER, NotAllowed, Report
from kotva.server.people import person_of
from kotva.server.rate_limits import REPORTS, check_often
from kotva.server.talk import may_read

_TABLES = 24  # of a person, that are looked through for the next one


async def say_line(request: Request) -> Response:
    """Say something; the same key sent again says nothing more."""
    table = await the_table(request)
    given = await body(request, SayLine)
    viewer_of(request, table)  # Closed where nobody may watch
    hub, person = hub_of(request), person_of(request)
    if person.muted > hub.now():
        until = dates.moment(person.muted, language_of(request)) if person.muted < FOR_EVER else "…"
        raise NotAllowed(N_("A moderator has muted you until {moment}."), moment=until)
    if person.secret:
        person = replace(person, id=await hub.people.enroll(person))
        hub.watchers.known(table, person.secret, person.id or "")
    line = await hub.talks.say(table, person, given.kind, given.text, given.key)
    hub.broker.publish(table.id)
    return answer(Said(line.number))


async def report_line(request: Request) -> Response:
    """Tell the moderators of a line, as it stands."""
    table = await the_table(request)
    given = await body(request, ReportLine)
    viewer_of(request, table)
    hub, person = hub_of(request), person_of(request)
    line = next((line for line in (await hub.talks.at(table)).lines if line.number == given.number), None)
    if line is None or line.person is None or not may_read(table, person, line) or not person.secret:
        raise NotFound(N_("There is no such line."))
    check_often(request.scope, REPORTS, "reports")
    me = await hub.people.enroll(person)
    await hub.accounts.report(Report(me, "chat", line.person, table.id, line.text))
    return answer(Said(line.number))


async def ask_others(request: Request) -> Response:
    """Ask the other players for something, or do it where nobody has to be asked; the answer is a fresh packet."""
    table = await the_table(request)
    given = await body(request, AskOthers)
    viewer, hub = viewer_of(request, table), hub_of(request)
    await hub.asks.ask(table, person_of(request), given.kind, given.seat, given.key)
    hub.broker.publish(table.id)
    return answer(hub.presenter(table).packet(viewer))


async def answer_other(request: Request) -> Response:
    """Answer what another player has asked."""
    table = await the_table(request)
    given = await body(request, AnswerOther)
    viewer, hub = viewer_of(request, table), hub_of(request)
    await hub.asks.answer(table, person_of(request), given.number, given.key, yes=given.yes)
    hub.broker.publish(table.id)
    return answer(hub.presenter(table).packet(viewer))


async def next_table(request: Request) -> Response:
    """The next table that waits for this person, the longest waiting first; not the one that is asked from."""
    hub, person = hub_of(request), person_of(request)
    rows = await hub.store.tables_of(person.id, _TABLES) if person.id else []
    here = request.query_params.get("after", "")
    waiting = [row for row in reversed(rows) if row.id != here and await my_tables.waits_for(request, row)]
    return answer(NextTable(waiting[0].id if waiting else ""))


ROUTES = [
    Route("/api/next", next_table),
    Route("/api/tables/{table}/talk", say_line, methods=["POST"]),
    Route("/api/tables/{table}/talk/report", report_line, methods=["POST"]),
    Route("/api/tables/{table}/ask", ask_others, methods=["POST"]),
    Route("/api/tables/{table}/answer", answer_other, methods=["POST"]),
]
