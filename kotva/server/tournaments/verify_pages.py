"""A page that verifies in words (TOU-18.3, TOU-18.6): this tournament, or a file that somebody was given."""

from __future__ import annotations

import functools

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kotva.engine.errors import KotvaError
from kotva.engine.say import Say
from kotva.server.jobs.asking import work_for
from kotva.server.jobs.limits import PAPER
from kotva.server.jobs.service import Busy
from kotva.server.languages import language_of
from kotva.server.render import show
from kotva.server.tournaments.file_import import sent_file
from kotva.server.tournaments.page_context import fault_text, page, the_session, visitor_of
from kotva.tournament.audit import Audit, audit, marks_of
from kotva.tournament.exports import from_json
from kotva.tournament.log import LogMark, TournamentEntry, read_mark

_KEPT = 600.0  # seconds: a log says the same until it grows
_MOST = 20  # marks that are looked for at once


async def verify_own(request: Request) -> Response:
    """The tournament of this address, with the mark that somebody has on paper."""
    session = await the_session(request)
    text = request.query_params.get("mark", "")[:2000]
    say = Say(language_of(request), "tournament")
    marks: list[LogMark] = []
    fault = ""
    try:
        marks = _marks(text)
    except KotvaError as error:
        fault = fault_text(error, say)
    log = session.log
    key = f"audit {session.id} {len(log)} {marks}"
    found: Audit = await work_for(request, PAPER, functools.partial(audit, log, None, marks), key=key, keep=_KEPT)
    return await page(
        request,
        session,
        "verify.html",
        422 if fault else 200,
        visitor=await visitor_of(request, session),
        found=found,
        milestones=marks_of(log),
        given=text,
        fault=fault,
    )


async def form(request: Request) -> Response:
    return _page(request, None, "", "")


async def verify_file(request: Request) -> Response:
    """A file: tournament.json or backup.json, as they are handed out."""
    say = Say(language_of(request), "tournament")
    data, fields = await sent_file(request, "json")
    text = (request.query_params.get("mark") or fields.get("mark", ""))[:2000]
    try:
        call = functools.partial(_audit_file, data, _marks(text))
        return _page(request, await work_for(request, PAPER, call), text, "")
    except Busy:
        raise
    except KotvaError as error:
        return _page(request, None, text, fault_text(error, say))


def _audit_file(data: bytes, marks: list[LogMark]) -> Audit:
    """Runs in a process."""
    log: list[TournamentEntry]
    _, log, kept = from_json(data.decode("utf-8-sig", "replace"))
    return audit(log, kept.seed if kept is not None else None, marks)


def _marks(text: str) -> list[LogMark]:
    """One a line, or between commas."""
    return [read_mark(part) for part in text.replace(",", "\n").split("\n")[:_MOST] if part.strip()]


def _page(request: Request, found: Audit | None, given: str, fault: str) -> Response:
    return show(
        request,
        "tournament/verify.html",
        422 if fault else 200,
        domain="tournament",
        found=found,
        given=given,
        fault=fault,
    )


ROUTES = [
    Route("/tournaments/verify", form),
    Route("/tournaments/verify", verify_file, methods=["POST"]),
    Route("/t/{tournament}/verify", verify_own),
]
