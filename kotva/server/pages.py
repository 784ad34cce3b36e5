"""The pages: table, replay, about; and pictures of games."""

from __future__ import annotations

import re
from functools import cache

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from kotva import games
from kotva.engine.game import Game
from kotva.engine.say import LANGUAGES, N_, Say
from kotva.scene import look
from kotva.scene.packet import encode
from kotva.server import (
    absence,
    access_pages,
    clock_form,
    invitations,
    learning,
    leaving,
    lessons,
    my_tables,
    puzzle_pages,
    replays,
    table_hints,
)
from kotva.server.api import Closed, NotFound, hub_of, number_in, viewer_of
from kotva.server.clock_calls import may_call
from kotva.server.game_list import ready_game, title_of
from kotva.server.languages import COOKIE, language_of
from kotva.server.lobby_picture import lobby_picture
from kotva.server.people import person_of
from kotva.server.render import failed, form_of, show
from kotva.server.static import shared_text
from kotva.server.table import Table
from kotva.server.tournaments.table_setup import Origin

DEFAULT_LEVEL = "medium"
_UNKNOWN = '<g id="symbol-kotva-unknown"><circle r="20" fill="none" stroke="var(--ink)" stroke-dasharray="4 4"/></g>'


def data(packet: object) -> str:
    """JSON that may stand in a page."""
    return encode(packet).decode().replace("<", "\\u003c")  # type: ignore[arg-type]


# -- pictures -------------------------------------------------------------------------------------------------------


_TITLES = re.compile(r"<(title|desc)>.*?</\1>", re.DOTALL)


@cache
def picture(game_id: str, theme: str) -> str:
    """Without titles and descriptions: pages show it as an image with a text of its own, so that nobody hears them."""
    return _TITLES.sub("", lobby_picture(games.load(game_id), theme))


async def picture_file(request: Request) -> Response:
    game_id, theme = request.path_params["game"], request.path_params["theme"]
    if theme not in look.THEMES or ready_game(game_id) is None:
        return PlainTextResponse("not found", 404)
    svg = await run_in_threadpool(picture, game_id, theme)
    return shared_text(svg, request.headers, "image/svg+xml", "max-age=300")


# -- tables ----------------------------------------------------------------------------------------------------------


async def table_page(request: Request) -> Response:
    table = await hub_of(request).table(request.path_params["table"])
    if table is None:
        return failed(request, NotFound(N_("There is no such table.")), 404)
    try:
        viewer = viewer_of(request, table)
    except Closed as error:
        return access_pages.closed_page(request, table, error)
    packet = hub_of(request).presenter(table).packet(viewer)
    say = Say(language_of(request), table.game.id)
    lesson = await run_in_threadpool(lessons.lesson_at, table.row, table.game)
    return show(
        request,
        "table.html",
        game=table.game,
        title=say(table.game.title),
        table_title=title_of(table.row.title, table.game, say),
        invite=my_tables.invitation(request),
        host=next((s.name for s in table.row.sitters if s.person and s.person == table.row.owner), ""),
        may_fill=invitations.may_fill(table, person_of(request)),
        table_id=table.row.id,
        packet=data(packet),
        symbols=symbols(table.game),
        legend=learning.legend_of(table.game, say.language),
        clock_words=clock_form.words(table.table_log.clock.terms, say),
        taught=None if lesson is None else lessons.panel(table.game, lesson),
        hints=not table.match.is_over and await table_hints.has_hints(request, table),
        no_hints=not table.row.hints and not table.row.rated,
        rated=table.row.rated,
        terms=invited_to(table, say),
        tour=() if lesson is not None or not viewer.yours else await _tour(table.game, say.language),
        lessons=bool(await run_in_threadpool(learning.lessons_of, table.game)),
        may_leave=viewer.yours != (),
        may_talk=lesson is None,
        may_take_back=not table.row.origin and not table.row.rated,
        agreed="" if (agreed := absence.read(table.row.absence)) is None else agreed.words(say),
        may_call=may_call(table, person_of(request)) and table.clock_face() is not None,
        tournament="" if (held := Origin.read(table.row.origin)) is None else held.page(viewer.yours),
        mode="table",
    )


def invited_to(table: Table, say: Say) -> str:
    """What an invitation promises, in words: how many play, how long it takes, whether it is rated."""
    game, terms = table.game, table.table_log.clock.terms
    parts = [say.many("{n} player", "{n} players", table.row.seats)]
    if terms.hurries:
        parts.append(clock_form.words(terms, say))
    elif game.minutes is not None:
        parts.append(say("about {low} to {high} minutes", low=game.minutes[0], high=game.minutes[1]))
    if table.row.rated:
        parts.append(say("rated"))
    return ", ".join(parts)


async def _tour(game: Game, language: str) -> tuple[learning.Step, ...]:
    return await run_in_threadpool(learning.tour, game.id, language)


async def replay_page(request: Request) -> Response:
    name = request.path_params["name"]
    match, title = await replays.find(request, name)
    start = number_in(request.query_params.get("at", "")) or 0
    language = language_of(request)
    review = request.url.path.startswith("/review/")
    eyes = await _own_seat(request, name) if review else None
    packet = await run_in_threadpool(replays.packet, match, name, start, eyes, language)
    say = Say(language, match.game.id)
    return show(
        request,
        "table.html",
        game=match.game,
        title=say(match.game.title),
        table_title=title_of(say(title) if title else "", match.game, say),
        table_id=name,
        packet=data(packet),
        symbols=symbols(match.game),
        legend=learning.legend_of(match.game, language),
        mode="replay",
        review=review,
    )


async def _own_seat(request: Request, name: str) -> int | None:
    """The one seat that this person had at a table: a review begins there."""
    table = None if name.startswith("r-") else await hub_of(request).table(name)
    seats = list(table.seats_of(person_of(request))) if table is not None else []
    return seats[0] if len(seats) == 1 else None


@cache
def _symbols(game_id: str) -> str:
    game = games.load(game_id)
    drawings = "".join(f'<g id="symbol-{name}">{markup}</g>' for name, markup in game.look.symbols.items())
    return look.PATTERNS + drawings + _UNKNOWN


def symbols(game: Game) -> str:
    """The drawings of a game and the textures they use, once a page."""
    return _symbols(game.id)


# -- the rest --------------------------------------------------------------------------------------------------------


async def about(request: Request) -> Response:
    return show(request, "about.html")


async def language(request: Request) -> Response:
    """Remember a language and go back."""
    given = await form_of(request)
    back = given.get("back", "/")
    response = RedirectResponse(back if back.startswith("/") and not back.startswith("//") else "/", 303)
    if given.get("language") in LANGUAGES:
        response.set_cookie(COOKIE, given["language"], max_age=365 * 24 * 3600, samesite="lax")
    return response


async def look_css(request: Request) -> Response:
    return shared_text(look.css(), request.headers, "text/css")


ROUTES = [
    Route("/table/{table}", table_page),
    Route("/table/{table}/sit", access_pages.sit, methods=["POST"]),
    *invitations.ROUTES,
    Route("/table/{table}/leave", leaving.page),
    Route("/table/{table}/leave", leaving.leave, methods=["POST"]),
    Route("/table/{table}/away", my_tables.hide_table, methods=["POST"]),
    Route("/replay/{name}", replay_page),
    Route("/review/{name}", replay_page),
    *learning.ROUTES,
    *lessons.PAGES,
    *puzzle_pages.ROUTES,
    Route("/about", about),
    Route("/language", language, methods=["POST"]),
    Route("/pictures/{game}-{theme}.svg", picture_file),
    Route("/look.css", look_css),
]
