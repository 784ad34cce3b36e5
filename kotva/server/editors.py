"""Editors for texts that games declare (`Game.rules.formats`): paint one, see its faults, save it, share it, play on it."""

from __future__ import annotations

import json
from dataclasses import asdict

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from kotva.engine.errors import KotvaError
from kotva.engine.formats import Format, GridText
from kotva.engine.game import Game
from kotva.engine.say import Say
from kotva.games import load
from kotva.server.languages import language_of
from kotva.server.render import show


async def editor(request: Request) -> Response:
    """The page; `?text=` brings a shared text along."""
    game, form, sheet = _sheet_of(request)
    text = request.query_params.get("text", "")[: form.longest] or next(iter(form.samples.values()), "")
    say = Say(language_of(request), game.id)
    seats = game.rules.seats[0]
    return show(
        request,
        "editor.html",
        game=game,
        form=form,
        sheet=sheet,
        text=text,
        seats_to_play=seats,
        options_to_fill=form.options[:seats],
        data=json.dumps(_as_data(game, form, sheet, say), ensure_ascii=False).replace("<", "\\u003c"),
    )


async def check(request: Request) -> Response:
    """Every fault of a text, with its line and column, in the reader's language."""
    game, form = _format_of(request)
    text = (await request.body()).decode("utf-8", "replace")
    say = Say(language_of(request), game.id)
    if len(text) > form.longest:
        raise KotvaError("A text may have at most {most} characters, not {n}.", most=form.longest, n=len(text))
    found = form.examine(text)
    faults = [{**asdict(fault), "text": say(fault.text)} for fault in found.faults]
    return JSONResponse({"name": found.name or None, "size": found.size, "valid": not faults, "faults": faults})


def _format_of(request: Request) -> tuple[Game, Format]:
    game = load(request.path_params["game"])
    wanted = request.path_params["format"]
    for form in game.rules.formats:
        if form.id == wanted:
            return game, form
    raise KotvaError("{game} has no texts called {format!r}.", game=game.title, format=wanted)


def _sheet_of(request: Request) -> tuple[Game, Format, GridText]:
    game, form = _format_of(request)
    if form.sheet is None:
        raise KotvaError("{game} has no editor for {format!r}.", game=game.title, format=form.id)
    return game, form, form.sheet


def _as_data(game: Game, form: Format, sheet: GridText, say: Say) -> dict[str, object]:
    """What the script needs, in the reader's language."""
    brushes = [{**asdict(brush), "label": say(brush.label)} for brush in sheet.brushes]
    return {
        "check": f"/api/games/{game.id}/{form.id}/check",
        "page": f"/editors/{game.id}/{form.id}",
        "brushes": brushes,
        "first": sheet.first,
        "head": sheet.head,
        "comment": sheet.comment,
        "widths": sheet.widths,
        "heights": sheet.heights,
        "shelf": sheet.shelf or f"kotva-{game.id}-{form.id}",
    }


ROUTES = [
    Route("/editors/{game}/{format}", editor),
    Route("/api/games/{game}/{format}/check", check, methods=["POST"]),
]
