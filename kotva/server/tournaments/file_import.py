"""Files that are taken in (TOU-20.9, TOU-20.10): players and results as CSV, a whole tournament as JSON; all or nothing."""

from __future__ import annotations

import functools

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_, Say
from kotva.server.api import NotFound, hub_of
from kotva.server.form_fields import read_fields
from kotva.server.jobs.asking import owner_of, work_for
from kotva.server.jobs.limits import IMPORT
from kotva.server.jobs.service import Busy
from kotva.server.languages import language_of
from kotva.server.people import give_token
from kotva.server.render import show
from kotva.server.tournaments.game_transfer import set_up
from kotva.server.tournaments.page_context import (
    NotForYou,
    Visitor,
    fault_text,
    new_key,
    page,
    sessions_of,
    the_session,
    visitor_of,
)
from kotva.server.tournaments.session import Restored, TournamentSession, read_backup
from kotva.tournament.actions import ACTIONS
from kotva.tournament.csvfiles import BadFile, decode
from kotva.tournament.exports import read_results
from kotva.tournament.log import Json
from kotva.tournament.player_lists import PlayerList, read_players
from kotva.tournament.refusal import Refused
from kotva.tournament.roles import letters
from kotva.tournament.state import TournamentState, write_time

Results = tuple[dict[str, Json], list[str]]
_SHOWN = 50  # lines of a preview
_SMALL = 10_000  # bytes
_MOST = 500  # faults shown at once; the rest follows after these are mended
KINDS = {"players": N_("Players"), "results": N_("Results")}


async def form(request: Request) -> Response:
    session = await the_session(request)
    return await _page(request, session, await _organiser(request, session))


async def take(request: Request) -> Response:
    """A file, or what was typed; every faulty line is named, and nothing is taken over if there is one."""
    session = await the_session(request)
    visitor = await _organiser(request, session)
    what = request.path_params["what"]
    if what not in KINDS:
        raise NotFound(N_("There is no such document."))
    data, fields = await sent_file(request, "csv")
    try:
        call = functools.partial(_read, session.state, what, data, write_time(session.moment()))
        small = len(data) <= _SMALL  # read within milliseconds: no process needs to be waited for
        found: PlayerList | Results = await (run_in_threadpool(call) if small else work_for(request, IMPORT, call))
        if isinstance(found, PlayerList) and not fields.get("sure"):  # what was guessed is looked at first
            return await _page(request, session, visitor, what=what, listed=found, data=data)
        args = found.args if isinstance(found, PlayerList) else found[0]
        await session.act(visitor.official or "", [("import", args)], fields.get("key") or None)
    except BadFile as error:
        return await _page(request, session, visitor, what=what, bad=error, data=data)
    except KotvaError as error:
        fault = fault_text(error, Say(language_of(request), "tournament"))
        return await _page(request, session, visitor, what=what, fault=fault, data=data)
    if isinstance(found, PlayerList):
        return RedirectResponse(f"/t/{session.id}/desk#players", 303)
    rows = args.get("rows")
    taken = len(rows) if isinstance(rows, list) else 0
    return await _page(request, session, visitor, what=what, taken=taken, ignored=found[1])


def _read(state: TournamentState, what: str, data: bytes, at: str) -> PlayerList | Results:
    """What a file holds (runs in a process)."""
    return read_players(state, data) if what == "players" else read_results(state, data, at)


async def _organiser(request: Request, session: TournamentSession) -> Visitor:
    visitor = await visitor_of(request, session)
    if visitor.official is None:
        raise NotForYou(N_("This page is for officials. Open it with your personal link."))
    if not set(letters(session.state, visitor.official)) & set(ACTIONS["import"].who):
        raise NotForYou(N_("Files are taken in by the organiser."))
    return visitor


async def sent_file(request: Request, field: str) -> tuple[bytes, dict[str, str]]:
    """What was sent, byte by byte: a file as it is, or a field of a form; and the other fields of the form."""
    body = await request.body()
    if not request.headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
        return body, {"key": request.headers.get("x-key", "")}
    fields = await read_fields(request, most=len(body))
    return fields.pop(field, "").encode(), fields


async def _page(
    request: Request,
    session: TournamentSession,
    visitor: Visitor,
    *,
    what: str = "",
    bad: BadFile | None = None,
    fault: str = "",
    taken: int | None = None,
    ignored: list[str] | None = None,
    listed: PlayerList | None = None,
    data: bytes = b"",
) -> Response:
    say = Say(language_of(request), "tournament")
    faults = (
        [(found.line, found.column, found.refused.line(say), found.refused.clause) for found in bad.faults[:_MOST]]
        if bad
        else []
    )
    return await page(
        request,
        session,
        "import.html",
        422 if bad or fault else 200,
        visitor=visitor,
        kinds=KINDS,
        what=what,
        faults=faults,
        all_faults=len(bad.faults) if bad else 0,
        fault=fault,
        taken=taken,
        ignored=ignored or [],
        listed=listed,
        shown=_SHOWN,
        text=decode(data)[0] if listed is not None else data.decode("utf-8", "replace"),
        key=new_key(),
    )


# -- a whole tournament ----------------------------------------------------------------------------------------------


async def restore_form(request: Request) -> Response:
    return show(request, "tournament/restore.html", domain="tournament", fault="")


async def restore(request: Request) -> Response:
    """TOU-20.9: a backup becomes a tournament again, equal to the one it was made from; its uploader is the organiser."""
    say = Say(language_of(request), "tournament")
    data, _ = await sent_file(request, "json")
    try:
        found: Restored = await work_for(request, IMPORT, functools.partial(read_backup, data))
        if found.secrets is None and found.state.seed is None:
            raise Refused(
                "This file holds no seed: only the organiser's backup can be continued.", "SYNTAX", "TOU-18.4"
            )
        response = RedirectResponse("/tournaments", 303)
        person = await hub_of(request).people.enroll(give_token(request, response))
        hub, games = hub_of(request), found.secrets.games if found.secrets is not None else {}
        owner = owner_of(request)
        session = await sessions_of(request).restore(found, person, lambda session: set_up(hub, owner, session, games))
    except Busy:
        raise
    except KotvaError as error:
        return show(request, "tournament/restore.html", 422, domain="tournament", fault=fault_text(error, say))
    response.headers["location"] = f"/t/{session.id}/desk"
    return response


ROUTES = [
    Route("/tournaments/restore", restore_form),
    Route("/tournaments/restore", restore, methods=["POST"]),
    Route("/t/{tournament}/import", form),
    Route("/t/{tournament}/import/{what}", take, methods=["POST"]),
]
