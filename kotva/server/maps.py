"""The map editor for Triremes: draw a domain, see its faults at once, save it, share it as text, play on it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from kotva.engine.say import Say
from kotva.games import load
from kotva.games.triremes.maps import NAMED, examine
from kotva.server.pages import show
from kotva.server.words import language_of

LONGEST = 4000  # characters of a map's text: the largest has 26 rows of 26, the rest is comments
START = "cove"


async def editor(request: Request) -> Response:
    """The page; `?map=` brings a shared map along."""
    text = request.query_params.get("map", "")[:LONGEST] or NAMED[START]
    return show(request, "maps.html", game=load("triremes"), text=text, named=NAMED)


async def check(request: Request) -> Response:
    """Every fault of a map, with its line and column, in the reader's language."""
    text = (await request.body()).decode("utf-8", "replace")[:LONGEST]
    say = Say(language_of(request), "triremes")
    domain, faults = examine(text)
    found = [
        {"code": f.code, "line": f.line, "column": f.column, "text": say(f.text), "detail": f.detail} for f in faults
    ]
    return JSONResponse({"map": domain.name if domain is not None else None, "valid": not found, "faults": found})


ROUTES = [Route("/maps", editor), Route("/api/maps/check", check, methods=["POST"])]
