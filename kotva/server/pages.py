"""The pages: lobby, new table, table, replay, rules, about."""

from __future__ import annotations

import hashlib
import time
from functools import cache

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from kotva import games
from kotva.bots import LEVELS
from kotva.engine.errors import BadOption, KotvaError
from kotva.engine.game import Game
from kotva.engine.options import Choice, Number, Option, Options
from kotva.engine.say import LANGUAGES, N_, Say
from kotva.engine.written import clean_name
from kotva.match import SeatSpec, TableSpec
from kotva.scene import look
from kotva.scene.packet import encode
from kotva.server import berths, clockform, counsel, doors, learning, leaving, lessons, replays
from kotva.server.api import Closed, NotFound, hub_of, number_in, viewer_of
from kotva.server.people import give_token, person_of
from kotva.server.portrait import portrait
from kotva.server.rates import TooMany, check_bots
from kotva.server.referee import may_call
from kotva.server.render import failed, form_of, show
from kotva.server.rows import LESSON
from kotva.server.store import Unavailable
from kotva.server.words import COOKIE, language_of

DEFAULT_LEVEL = "medium"
_UNKNOWN = '<g id="symbol-kotva-unknown"><circle r="20" fill="none" stroke="var(--ink)" stroke-dasharray="4 4"/></g>'


def data(packet: object) -> str:
    """JSON that may stand in a page."""
    return encode(packet).decode().replace("<", "\\u003c")  # type: ignore[arg-type]


# -- lobby -----------------------------------------------------------------------------------------------------------


async def lobby(request: Request) -> Response:
    language = language_of(request)
    cards = []
    for game_id in games.ids():
        game = await run_in_threadpool(_load, game_id)
        if game is not None:
            say = Say(language, game.id)
            cards.append(
                {"game": game, "title": say(game.title), "summary": say(game.summary), "seats": _seats(game, say)}
                | {"lessons": bool(await run_in_threadpool(learning.course, game))}
            )
    hub = hub_of(request)
    person = person_of(request)
    mine = await hub.store.tables_of(person.id) if person.id else []
    rows = []
    gone = berths.away(request)
    for row in mine:
        game = _load(row.game)
        if game is not None and row.id not in gone:
            say = Say(language, row.game)
            entry = {"row": row, "title": berths.title_of(row.title, game, say), "game": say(game.title)}
            with_ = ", ".join(berths.opponents(row, person.id))
            waits = await berths.waits_for(request, row)
            rows.append({**entry, "with": with_, "waits": waits, "ago": _ago(row.changed, Say(language))})
    rows.sort(key=lambda entry: not entry["waits"])
    return show(request, "lobby.html", cards=cards, rows=rows, daily=await lessons.daily_of(request))


def games_ready() -> list[Game]:
    """The games that can be played."""
    return [game for game in map(_load, games.ids()) if game is not None]


def _load(game_id: str) -> Game | None:
    """A game that is ready to be played; one that is being written does not close the lobby."""
    try:
        return games.load(game_id)
    except (KotvaError, ImportError, AttributeError, AssertionError):
        return None


def _seats(game: Game, say: Say) -> str:
    low, high = game.seats[0], game.seats[-1]
    if low == high:
        return say.many("{n} player", "{n} players", low)
    if len(game.seats) == 2 and high - low > 1:
        return say("{low} or {high} players", low=low, high=high)
    return say("{low} to {high} players", low=low, high=high)


def _ago(moment: float, say: Say) -> str:
    minutes = int((time.time() - moment) / 60)
    if minutes < 1:
        return say("just now")
    if minutes < 60:
        return say.many("{n} minute ago", "{n} minutes ago", minutes)
    if minutes < 24 * 60:
        return say.many("{n} hour ago", "{n} hours ago", minutes // 60)
    return say.many("{n} day ago", "{n} days ago", minutes // (24 * 60))


@cache
def picture(game_id: str, theme: str) -> str:
    return portrait(games.load(game_id), theme)


async def picture_file(request: Request) -> Response:
    game_id, theme = request.path_params["game"], request.path_params["theme"]
    if theme not in look.THEMES or _load(game_id) is None:
        return PlainTextResponse("not found", 404)
    svg = await run_in_threadpool(picture, game_id, theme)
    tag = f'"{hashlib.sha256(svg.encode()).hexdigest()[:16]}"'
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304)
    return Response(svg, media_type="image/svg+xml", headers={"etag": tag, "cache-control": "max-age=300"})


# -- a new table -----------------------------------------------------------------------------------------------------


async def new(request: Request) -> Response:
    """The form for a new table."""
    game = _load(request.path_params["game"])
    if game is None:
        return failed(request, NotFound(N_("There is no such game.")), 404)
    wanted = number_in(request.query_params.get("seats", ""))
    seats = wanted if wanted in game.seats else game.seats[-1]
    who_plays = request.query_params.get("who", "bots")
    return new_form(request, game, seats, {"who": who_plays}, {})


def new_form(request: Request, game: Game, seats: int, given: dict[str, str], errors: dict[str, str]) -> Response:
    say = Say(language_of(request), game.id)
    kinds = [("me", say("at this screen")), ("open", say("whoever gets the link"))]
    kinds += [(level, say("bot: {level}", level=say(words))) for level, words in LEVELS.items()]
    other = {"screen": "me", "friends": "open"}.get(given.get("who", ""), DEFAULT_LEVEL)
    rows = [
        {
            "seat": seat,
            "kind": given.get(f"kind-{seat}", other if seat else "me"),
            "name": given.get(f"name-{seat}", ""),
        }
        for seat in range(game.seats[-1])
    ]
    chosen = game.choose_options(seats)
    return show(
        request,
        "new.html",
        400 if errors else 200,
        game=game,
        summary=say(game.summary),
        title=say(game.title),
        lessons=bool(learning.course(game)),
        count=seats,
        kinds=kinds,
        rows=rows,
        options=[_field(option, chosen, given, say) for option in game.options],
        clock=clockform.fields(game, given, say),
        errors=errors,
        table_title=given.get("title", ""),
        hints=given.get("hints", counsel.ON),
    )


def _field(option: Option, chosen: Options, given: dict[str, str], say: Say) -> dict[str, object]:
    menu = option.menu(chosen)
    labels = option.labels if isinstance(option, Choice) else {}
    allowed = option.allowed(chosen)
    return {
        "name": option.name,
        "label": say(option.label),
        "clause": option.clause,
        "value": given.get(f"option-{option.name}", ""),
        "default": chosen[option.name],
        "menu": None if menu is None else [(str(v), say(labels[str(v)]) if str(v) in labels else str(v)) for v in menu],
        "allowed": say(allowed) if isinstance(allowed, str) else allowed.say(say),
        "number": isinstance(option, Number),
    }


async def create(request: Request) -> Response:
    """Make a table from the form (or with defaults, from the lobby's button) and go there."""
    game = _load(request.path_params["game"])
    if game is None:
        return failed(request, NotFound(N_("There is no such game.")), 404)
    given = await form_of(request)
    count = number_in(given.get("seats", ""))
    seats = count if count in game.seats else game.seats[-1]
    say = Say(language_of(request), game.id)
    response = RedirectResponse("/", 303)
    hub = hub_of(request)
    me = await hub.people.enroll(give_token(request, response))
    sitters = tuple(_seat(given, seat, me, say) for seat in range(seats))
    options = {n.removeprefix("option-"): v for n, v in given.items() if n.startswith("option-") and v != ""}
    shown = number_in(given.get("shown", ""))
    if shown in game.seats:  # what stands as the form showed it for so many seats was not chosen
        usual = game.choose_options(shown)
        options = {name: value for name, value in options.items() if value != str(usual.get(name))}
    title = clean_name(given.get("title", ""), 60)
    try:
        clock = clockform.read(given, game)
    except BadOption as error:
        return new_form(request, game, seats, given, {"clock": error.say(say)})
    try:
        check_bots(request.scope, sum(bool(sitter.level) for sitter in sitters))
        hints = counsel.read(given)
        spec = TableSpec(game=game.id, seats=sitters, options=options, title=title, clock=clock, owner=me, hints=hints)
        row = await hub.tables.open(spec)
    except BadOption as error:
        name = str(error.values.get("name", ""))
        return new_form(request, game, seats, given, {name: error.say(say)})
    except TooMany as error:
        return too_many(request, error)
    except Unavailable:
        raise  # nothing is wrong with the form
    except KotvaError as error:
        return new_form(request, game, seats, given, {_guilty(game, seats, options): error.say(say)})
    response.headers["location"] = f"/table/{row.id}"
    return response


def _guilty(game: Game, seats: int, options: dict[str, str]) -> str:
    """Which option cannot be: the first that fails together with those before it."""
    tried: dict[str, str] = {}
    for option in game.options:
        if option.name in options:
            tried[option.name] = options[option.name]
            try:
                game.choose_options(seats, tried)
            except KotvaError:
                return option.name
    return ""


def _seat(given: dict[str, str], seat: int, me: str, say: Say) -> SeatSpec:
    kind = given.get(f"kind-{seat}", "me" if seat == 0 else DEFAULT_LEVEL)
    name = clean_name(given.get(f"name-{seat}", ""))
    letter = look.SEATS[seat % len(look.SEATS)].letter
    if kind in LEVELS:
        return SeatSpec(name or say("Bot {letter}", letter=letter), level=kind)
    if kind == "open":
        return SeatSpec(name or say("Free seat {letter}", letter=letter))
    several = sum(given.get(f"kind-{i}") == "me" for i in range(8)) > 1
    return SeatSpec(name or (say("Player {n}", n=seat + 1) if several else say("Captain")), person=me)


# -- tables ----------------------------------------------------------------------------------------------------------


async def table_page(request: Request) -> Response:
    table = await hub_of(request).table(request.path_params["table"])
    if table is None:
        return failed(request, NotFound(N_("There is no such table.")), 404)
    try:
        viewer = viewer_of(request, table)
    except Closed as error:
        return doors.door(request, table, error)
    packet = hub_of(request).presenter(table).packet(viewer)
    say = Say(language_of(request), table.game.id)
    lesson = await run_in_threadpool(lessons.lesson_at, table.row, table.game)
    return show(
        request,
        "table.html",
        game=table.game,
        title=say(table.game.title),
        table_title=berths.title_of(table.row.title, table.game, say),
        invite=berths.invitation(request),
        table_id=table.row.id,
        packet=data(packet),
        symbols=symbols(table.game),
        legend=learning.legend_of(table.game, say.language),
        clock_words=clockform.words(table.sitting.clock.terms, say),
        taught=None if lesson is None else lessons.panel(table.game, lesson),
        hints=not table.match.is_over and await counsel.has_hints(request, table),
        no_hints=not table.row.hints,
        tour=() if lesson is not None or not viewer.yours else await _tour(table.game, say.language),
        lessons=bool(await run_in_threadpool(learning.course, table.game)),
        may_leave=viewer.yours != (),
        may_call=may_call(table, person_of(request)) and table.clock_face() is not None,
        mode="table",
    )


async def _tour(game: Game, language: str) -> tuple[learning.Step, ...]:
    return await run_in_threadpool(learning.tour, game.id, language)


async def replay_page(request: Request) -> Response:
    name = request.path_params["name"]
    match, title = await replays.find(request, name)
    start = number_in(request.query_params.get("at", "")) or 0
    language = language_of(request)
    packet = await run_in_threadpool(replays.packet, match, name, start, None, language)
    say = Say(language, match.game.id)
    return show(
        request,
        "table.html",
        game=match.game,
        title=say(match.game.title),
        table_title=berths.title_of(say(title) if title else "", match.game, say),
        table_id=name,
        packet=data(packet),
        symbols=symbols(match.game),
        legend=learning.legend_of(match.game, language),
        mode="replay",
        review=request.url.path.startswith("/review/"),
    )


async def again(request: Request) -> Response:
    """The same game with the same people, bots and options, from the start."""
    hub = hub_of(request)
    table = await hub.table(request.path_params["table"])
    if table is None:
        return failed(request, NotFound(N_("There is no such table.")), 404)
    if not table.seats_of(person_of(request)):
        return RedirectResponse(f"/new/{table.game.id}", 303)
    row = table.row
    if row.origin.startswith(LESSON):
        return RedirectResponse(f"/lessons/{table.game.id}", 303)
    seats = tuple(SeatSpec(sitter.name, sitter.level, sitter.person) for sitter in row.sitters)
    me = person_of(request).id
    options = table.match.options.given
    spec = TableSpec(
        game=row.game, seats=seats, options=options, title=row.title, clock=row.clock, owner=me, hints=row.hints
    )
    try:
        check_bots(request.scope, sum(bool(sitter.level) for sitter in seats))
    except TooMany as error:
        return too_many(request, error)
    made = await hub.tables.open(spec)
    return RedirectResponse(f"/table/{made.id}", 303)


def too_many(request: Request, error: TooMany) -> Response:
    """Refused for now, with the time after which it is worth another try."""
    response = failed(request, error, 429)
    response.headers["retry-after"] = str(error.values["wait"])
    return response


@cache
def _symbols(game_id: str) -> str:
    game = games.load(game_id)
    drawings = "".join(f'<g id="symbol-{name}">{markup}</g>' for name, markup in game.symbols.items())
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


async def look_css(_: Request) -> Response:
    return Response(look.css(), media_type="text/css", headers={"cache-control": "no-cache"})


ROUTES = [
    Route("/", lobby),
    Route("/new/{game}", new),
    Route("/new/{game}", create, methods=["POST"]),
    Route("/table/{table}", table_page),
    Route("/table/{table}/sit", doors.sit, methods=["POST"]),
    Route("/table/{table}/again", again, methods=["POST"]),
    Route("/table/{table}/leave", leaving.page),
    Route("/table/{table}/leave", leaving.leave, methods=["POST"]),
    Route("/table/{table}/away", berths.put_away, methods=["POST"]),
    Route("/replay/{name}", replay_page),
    Route("/review/{name}", replay_page),
    *learning.ROUTES,
    *lessons.PAGES,
    Route("/about", about),
    Route("/language", language, methods=["POST"]),
    Route("/pictures/{game}-{theme}.svg", picture_file),
    Route("/look.css", look_css),
]
