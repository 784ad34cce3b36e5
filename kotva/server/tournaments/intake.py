"""Files that are taken in (TOU-20.9, TOU-20.10): players and results as CSV, a whole tournament as JSON; all or nothing."""

from __future__ import annotations

from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_, Say
from kotva.server.api import NotFound, hub_of
from kotva.server.people import give_token
from kotva.server.render import show
from kotva.server.tournaments.hall import Hall
from kotva.server.tournaments.moving import set_up
from kotva.server.tournaments.visit import NotForYou, Visitor, halls_of, page, the_hall, told, visitor_of
from kotva.server.words import language_of
from kotva.tournament.csvfiles import BadFile
from kotva.tournament.exports import from_json, read_players, read_results
from kotva.tournament.log import Json
from kotva.tournament.refusal import Refused
from kotva.tournament.state import write_time

_MOST = 500  # faults shown at once; whoever has more mends these first
KINDS = {"players": N_("Players"), "results": N_("Results")}


async def form(request: Request) -> Response:
    hall = await the_hall(request)
    return _page(request, hall, await _organiser(request, hall))


async def take(request: Request) -> Response:
    """A file, or what was typed; every faulty line is named, and nothing is taken over if there is one."""
    hall = await the_hall(request)
    visitor = await _organiser(request, hall)
    what = request.path_params["what"]
    if what not in KINDS:
        raise NotFound(N_("There is no such document."))
    data, key = await _sent(request, "csv")
    try:
        args, ignored = await run_in_threadpool(_read, hall, what, data)
        await hall.act(visitor.official or "", [("import", args)], key)
    except BadFile as error:
        return _page(request, hall, visitor, what=what, bad=error)
    except KotvaError as error:
        return _page(request, hall, visitor, what=what, fault=told(error, Say(language_of(request), "tournament")))
    rows = args.get("rows")
    taken = len(rows) if isinstance(rows, list) else 0
    return _page(request, hall, visitor, what=what, taken=taken, ignored=ignored)


def _read(hall: Hall, what: str, data: bytes) -> tuple[dict[str, Json], list[str]]:
    if what == "players":
        return read_players(hall.state, data)
    return read_results(hall.state, data, write_time(hall.moment()))


async def _organiser(request: Request, hall: Hall) -> Visitor:
    visitor = await visitor_of(request, hall)
    if visitor.official is None:
        raise NotForYou(N_("This page is for officials. Open it with your personal link."))
    return visitor


async def _sent(request: Request, field: str) -> tuple[bytes, str | None]:
    """What was sent, byte by byte: a file as it is, or a field of a form; and the key that makes it act once."""
    body = await request.body()
    if not request.headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
        return body, request.headers.get("x-key")
    fields = parse_qs(body.decode("ascii", "replace"), keep_blank_values=True)
    return fields.get(field, [""])[-1].encode(), fields.get("key", [""])[-1] or None


def _page(
    request: Request,
    hall: Hall,
    visitor: Visitor,
    *,
    what: str = "",
    bad: BadFile | None = None,
    fault: str = "",
    taken: int | None = None,
    ignored: list[str] | None = None,
) -> Response:
    say = Say(language_of(request), "tournament")
    faults = (
        [(found.line, found.column, found.refused.line(say), found.refused.clause) for found in bad.faults[:_MOST]]
        if bad
        else []
    )
    return page(
        request,
        hall,
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
    )


# -- a whole tournament ----------------------------------------------------------------------------------------------


async def restore_form(request: Request) -> Response:
    return show(request, "tournament/restore.html", domain="tournament", fault="")


async def restore(request: Request) -> Response:
    """TOU-20.9: a backup becomes a tournament again, equal to the one it was made from; whoever brings it is the organiser."""
    say = Say(language_of(request), "tournament")
    data, _ = await _sent(request, "json")
    try:
        state, log, secrets = await run_in_threadpool(lambda: from_json(data.decode("utf-8-sig", "replace")))
        if secrets is None and state.seed is None:
            raise Refused(
                "This file holds no seed: only the organiser's backup can be continued.", "SYNTAX", "TOU-18.4"
            )
        response = RedirectResponse("/tournaments", 303)
        person = await hub_of(request).people.enroll(give_token(request, response))
        hub, games = hub_of(request), secrets.games if secrets is not None else {}
        hall = await halls_of(request).restore(log, secrets, person, lambda hall: set_up(hub, hall, games))
    except KotvaError as error:
        return show(request, "tournament/restore.html", 422, domain="tournament", fault=told(error, say))
    response.headers["location"] = f"/t/{hall.id}/desk"
    return response


ROUTES = [
    Route("/tournaments/restore", restore_form),
    Route("/tournaments/restore", restore, methods=["POST"]),
    Route("/t/{tournament}/import", form),
    Route("/t/{tournament}/import/{what}", take, methods=["POST"]),
]
