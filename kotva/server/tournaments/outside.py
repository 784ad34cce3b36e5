"""What others take along (TOU-20.14): a page to put into their own, a feed, a calendar; the same for everybody."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kotva.engine.say import Say
from kotva.server.languages import language_of
from kotva.server.middleware import embeddable
from kotva.server.tournaments.page_context import Visitor, address_of, page, the_session
from kotva.tournament.feeds import calendar_text, feed_text
from kotva.tournament.views import view


async def embed(request: Request) -> Response:
    """Standings, the round and the times, without forms: the same for everybody, so that any page may show it."""
    session = await the_session(request)
    seen = view(session.state, None, session.moment())
    rows, teams = session.ranks() if seen.standings is not None else ([], [])
    address = f"{address_of(request)}/t/{session.id}"
    response = await page(
        request,
        session,
        "embed.html",
        visitor=Visitor(()),
        seen=seen,
        rows=rows,
        teams=teams,
        clock=seen.clock,
        address=address,
    )
    embeddable(response.headers)
    return response


async def feed(request: Request) -> Response:
    session = await the_session(request)
    address = f"{address_of(request)}/t/{session.id}"
    text = feed_text(session.state, session.log, address, Say(language_of(request), "tournament"))
    return Response(text.encode(), media_type="application/atom+xml", headers={"cache-control": "no-cache"})


async def calendar(request: Request) -> Response:
    session = await the_session(request)
    address = f"{address_of(request)}/t/{session.id}"
    text = calendar_text(session.state, address, Say(language_of(request), "tournament"))
    headers = {"content-disposition": 'attachment; filename="rounds.ics"', "cache-control": "no-cache"}
    return Response(text.encode(), media_type="text/calendar; charset=utf-8", headers=headers)


ROUTES = [
    Route("/t/{tournament}/embed", embed),
    Route("/t/{tournament}/feed.atom", feed),
    Route("/t/{tournament}/rounds.ics", calendar),
]
