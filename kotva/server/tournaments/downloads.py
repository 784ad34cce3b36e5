"""What is printed, and what is taken home: documents for paper, tables as CSV, the whole tournament as JSON (TOU-20)."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from kotva.engine.say import N_
from kotva.scene.look import THEMES
from kotva.server.api import NotFound, hub_of, number_in
from kotva.server.jobs.asking import owner_of, while_here, work_for, work_of
from kotva.server.jobs.limits import PAPER
from kotva.server.languages import language_of
from kotva.server.render import sent
from kotva.server.tournaments import printing
from kotva.server.tournaments.game_transfer import games_of
from kotva.server.tournaments.page_context import (
    NotForYou,
    address_of,
    is_unreached,
    sessions_of,
    the_session,
    visitor_of,
)
from kotva.server.tournaments.pdf_stream import merged
from kotva.server.tournaments.printing import PAPERS, Wanted
from kotva.server.tournaments.session import TournamentSession
from kotva.tournament import exports
from kotva.tournament.log import Json
from kotva.tournament.views import may_see_standings

_PATIENCE = 60.0  # seconds that a picture of a page waits for the others of it
_KEPT = 600.0  # seconds for which a document is kept: it is the same until the tournament goes on


async def paper(request: Request) -> Response:
    """A document as a page that looks right on paper."""
    session, wanted = await _wanted(request)
    call = functools.partial(printing.page, wanted, session.state, session.row.seed)
    return sent(request, await work_for(request, PAPER, call, key=f"page {session.state.seq} {wanted.key}", keep=_KEPT))


async def paper_pdf(request: Request) -> Response:
    """The same as a file that prints alike everywhere; a long one goes on its way while the rest of it is made."""
    session, wanted = await _wanted(request)
    state, wanted = session.state, replace(wanted, here="", unreached=False)
    service, owner, parts = work_of(request), owner_of(request), printing.parts(wanted, state)

    def make(part: int) -> Awaitable[bytes]:
        call = functools.partial(printing.file, wanted, state, session.row.seed, part)
        patience = _PATIENCE if part else 0.0  # once it has begun
        return service.do(PAPER, call, owner, key=f"pdf {state.seq} {part} {wanted.key}", keep=_KEPT, patience=patience)

    first = await while_here(request, make(0))
    round = printing.round_of(state, wanted.visitor, wanted.round)
    named = round is not None and wanted.what not in printing.OF_ALL_ROUNDS
    name = f"{wanted.what}-{round.number}" if named and round is not None else wanted.what
    headers = {"content-disposition": f'inline; filename="{name}.pdf"', "cache-control": "no-store"}
    if parts == 1:
        return Response(first, media_type="application/pdf", headers=headers)
    return StreamingResponse(merged(parts, make, first), media_type="application/pdf", headers=headers)


async def _wanted(request: Request) -> tuple[TournamentSession, Wanted]:
    """The document asked for; NotForYou if it is for officials."""
    session = await the_session(request)
    visitor = await visitor_of(request, session)
    what = request.path_params["what"]
    if what not in PAPERS:
        raise NotFound(N_("There is no such document."))
    if PAPERS[what][1] and visitor.official is None:
        raise NotForYou(N_("This page is for officials. Open it with your personal link."))
    asked = request.query_params
    return session, Wanted(
        tournament=session.id,
        what=what,
        visitor=visitor,
        language=language_of(request),
        here=request.url.path,
        base=address_of(request) if what == "slips" else "",
        unreached=is_unreached(request),
        round=number_in(asked.get("round", ""), 99),
        by_name=asked.get("by") == "name",
        player=asked.get("player", "")[:20] if what == "players" else "",
    )


async def board(request: Request) -> Response:
    """The board of a round as a picture; of one table where each has its own."""
    session = await the_session(request)
    number, table = number_in(request.path_params["round"], 99), number_in(request.path_params["table"], 999)
    theme, language = request.path_params["theme"], language_of(request)
    svg = ""
    if number is not None and table is not None and theme in THEMES:
        call = functools.partial(printing.picture, session.state, session.row.seed, number, table, theme, language)
        key = f"board {session.id} {session.state.seq} {number} {table} {theme} {language}"
        svg = await work_for(request, PAPER, call, key=key, keep=_KEPT, patience=_PATIENCE)
    if not svg:
        raise NotFound(N_("The board is secret until the round starts."))
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "private, max-age=300"})


async def chart(request: Request) -> Response:
    """Ranks over the rounds, as a picture."""
    session = await the_session(request)
    visitor = await visitor_of(request, session)
    if visitor.official is None and not may_see_standings(session.state, ""):
        raise NotForYou(N_("The standings are not public now."))
    asked, language = request.query_params.get("theme", "day"), language_of(request)
    theme = asked if asked in THEMES else "day"
    call = functools.partial(printing.chart, session.state, language, theme)
    svg = await work_for(
        request, PAPER, call, key=f"chart {session.id} {session.state.seq} {language} {theme}", keep=_KEPT
    )
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "private, no-cache"})


async def export(request: Request) -> Response:
    """TOU-20.8, TOU-20.9: CSV and JSON; the backup, with its secrets, for the organiser alone and noted in the log."""
    session = await the_session(request)
    visitor = await visitor_of(request, session)
    state, what = session.state, request.path_params["what"]
    public = visitor.official is not None or may_see_standings(state, "")
    games: dict[str, Json] = {}
    if what in ("standings.csv", "teams.csv") and not public:
        raise NotForYou(N_("The standings are not public now."))
    if what == "backup.json":
        if visitor.official is None:
            raise NotForYou(N_("This page is for officials. Open it with your personal link."))
        await session.act(visitor.official, [("backup", {})])
        games = await games_of(hub_of(request), sessions_of(request).tournament_store, session)
    if what == "tournament.json" and visitor.official is None and state.phase not in ("closed", "cancelled"):
        raise NotForYou(N_("The whole log is public when the tournament is over."))
    writers: dict[str, Callable[[], str]] = {
        "players.csv": functools.partial(exports.players_csv, state),
        "draw.csv": functools.partial(exports.draw_csv, state),
        "results.csv": functools.partial(exports.results_csv, state),
        "standings.csv": functools.partial(exports.standings_csv, state),
        "teams.csv": functools.partial(exports.teams_csv, state),
        "tournament.json": functools.partial(exports.to_json, session.log, session.state.hash),
        "backup.json": functools.partial(
            exports.to_json, session.log, session.state.hash, replace(session.secrets, games=games)
        ),
    }
    if what not in writers:
        raise NotFound(N_("There is no such document."))
    kind = "application/json" if what.endswith(".json") else "text/csv; charset=utf-8"
    headers = {"content-disposition": f'attachment; filename="{what}"', "cache-control": "no-store"}
    text = await work_for(request, PAPER, writers[what])
    return Response(text.encode(), media_type=kind, headers=headers)


ROUTES = [
    Route("/t/{tournament}/paper/{what}.pdf", paper_pdf),
    Route("/t/{tournament}/paper/{what}", paper),
    Route("/t/{tournament}/board/{round}-{table}-{theme}.svg", board),
    Route("/t/{tournament}/chart.svg", chart),
    Route("/t/{tournament}/export/{what}", export),
]
