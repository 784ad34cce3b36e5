"""A new table: its form, and the table that it opens."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kotva.bots import LEVELS
from kotva.engine.errors import BadOption, KotvaError
from kotva.engine.game import Game
from kotva.engine.options import TextOption
from kotva.engine.say import N_, Say
from kotva.engine.user_input import clean_name
from kotva.match import SeatSpec, TableSpec
from kotva.scene import look
from kotva.server import absence, clock_form, learning, options_form, reliability, table_hints
from kotva.server.api import NotFound, hub_of, number_in
from kotva.server.found_tables import KNOWN, LINK, PUBLIC
from kotva.server.game_list import ready_game
from kotva.server.languages import language_of
from kotva.server.lobby_picture import start_picture
from kotva.server.people import give_token
from kotva.server.rate_limits import TooMany, check_bots
from kotva.server.render import failed, form_of, show, too_many
from kotva.server.rows import BOT_NAME, FREE_SEAT
from kotva.server.store import Unavailable

DEFAULT_LEVEL = "medium"


async def new(request: Request) -> Response:
    """The form for a new table."""
    game = ready_game(request.path_params["game"])
    if game is None:
        return failed(request, NotFound(N_("There is no such game.")), 404)
    wanted = number_in(request.query_params.get("seats", ""))
    seats = wanted if wanted in game.rules.seats else usual_seats(game)
    given = {name: request.query_params[name] for name in ("who", "preset") if name in request.query_params}
    return new_form(request, game, seats, {"who": "bots", **given}, {})


def usual_seats(game: Game) -> int:
    """How many play where nobody says how many."""
    return game.rules.quick_seats or game.rules.seats[-1]


def new_form(request: Request, game: Game, seats: int, given: dict[str, str], errors: dict[str, str]) -> Response:
    say = Say(language_of(request), game.id)
    kinds = [("me", say("at this screen")), ("open", say("anybody with the link"))]
    kinds += [(level, say("bot: {level}", level=say(words))) for level, words in LEVELS.items()]
    other = {"screen": "me", "friends": "open"}.get(given.get("who", ""), DEFAULT_LEVEL)
    rows = [
        {
            "seat": seat,
            "kind": given.get(f"kind-{seat}", other if seat else "me"),
            "name": given.get(f"name-{seat}", ""),
        }
        for seat in range(game.rules.seats[-1])
    ]
    preset = options_form.preset_of(game, given.get("preset", ""))
    return show(
        request,
        "new.html",
        400 if errors else 200,
        game=game,
        summary=say(game.summary),
        title=say(game.title),
        lessons=bool(learning.lessons_of(game)),
        count=seats,
        kinds=kinds,
        rows=rows,
        groups=options_form.groups(game, seats, given, say),
        presets=options_form.presets(game, seats, say),
        preset=preset.name,
        own_time=options_form.own_time(game, game.choose_options(seats, preset.options), say),
        clock=clock_form.fields(game, given, say),
        errors=errors,
        table_title=given.get("title", ""),
        hints=given.get("hints", table_hints.ON),
        access=given.get("access", LINK),
        rated=given.get("rated", "") == "on",
        absences=absence.choices(game, say),
        absence=given.get("absence", ""),
        finishers=given.get("finishers", "0"),
    )


async def option_picture(request: Request) -> Response:
    """A board that an option names, as a new game shows it; all options with the same names are set alike."""
    game = ready_game(request.path_params["game"])
    name, value, theme = (request.path_params[part] for part in ("option", "value", "theme"))
    options = [option for option in game.rules.options if isinstance(option, TextOption)] if game is not None else []
    named = next((option for option in options if option.name == name and value in option.known), None)
    if game is None or named is None or theme not in look.THEMES:
        return failed(request, NotFound(N_("There is no such game.")), 404)
    alike = tuple(option.name for option in options if option.known == named.known)
    svg = await run_in_threadpool(start_picture, game.id, alike, value, theme)
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "max-age=300"})


async def create(request: Request) -> Response:
    """Make a table from the form (or with defaults, from the lobby's button) and go there."""
    game = ready_game(request.path_params["game"])
    if game is None:
        return failed(request, NotFound(N_("There is no such game.")), 404)
    given = options_form.joined(game, await form_of(request))
    count = number_in(given.get("seats", ""))
    seats = count if count in game.rules.seats else usual_seats(game)
    say = Say(language_of(request), game.id)
    response = RedirectResponse("/", 303)
    hub = hub_of(request)
    visitor = give_token(request, response)
    me = await hub.people.enroll(visitor)
    sitters = tuple(_seat(given, seat, me, say) for seat in range(seats))
    sitters = await hub.accounts.name_sitters(visitor, me, sitters, given, say)
    options = options_form.read(game, given)
    title = clean_name(given.get("title", ""), 60)
    try:
        clock = clock_form.read(given, game)
    except BadOption as error:
        return new_form(request, game, seats, given, {"clock": error.say(say)})
    try:
        check_bots(request.scope, sum(bool(sitter.level) for sitter in sitters))
        hints = table_hints.read(given)
        spec = TableSpec(
            game=game.id,
            seats=sitters,
            options=options,
            title=title,
            clock=clock,
            owner=me,
            hints=hints,
            access=_access(given),
            rated=given.get("rated", "") == "on",
            absence=absence.checked(given.get("absence", ""), game),
            finishers=reliability.read(given.get("finishers", "")),
        )
        row = await hub.tables.open(spec)
    except BadOption as error:
        name = str(error.values.get("name", ""))
        return new_form(request, game, seats, given, {name: error.say(say)})
    except TooMany as error:
        return too_many(request, error)
    except Unavailable:
        raise  # nothing is wrong with the form
    except KotvaError as error:
        return new_form(request, game, seats, given, {options_form.guilty(game, seats, options): error.say(say)})
    response.headers["location"] = f"/table/{row.id}"
    return response


def _access(given: dict[str, str]) -> str:
    """Who finds the table in the lobby, as the form says."""
    access = given.get("access", LINK)
    if access not in (PUBLIC, KNOWN, LINK):
        raise KotvaError(N_("A table is found by everybody, by people you know, or by its link."))
    return access


def _seat(given: dict[str, str], seat: int, me: str, say: Say) -> SeatSpec:
    kind = given.get(f"kind-{seat}", "me" if seat == 0 else DEFAULT_LEVEL)
    name = clean_name(given.get(f"name-{seat}", ""))
    letter = look.SEATS[seat % len(look.SEATS)].letter
    if kind in LEVELS:
        return SeatSpec(name or say(BOT_NAME, letter=letter), level=kind)
    if kind == "open":
        return SeatSpec(name or say(FREE_SEAT, letter=letter))
    several = sum(given.get(f"kind-{i}") == "me" for i in range(8)) > 1
    return SeatSpec(name or (say("Player {n}", n=seat + 1) if several else say("Captain")), person=me)


ROUTES = [
    Route("/pictures/{game}/{option}/{value}-{theme}.svg", option_picture),
    Route("/new/{game}", new),
    Route("/new/{game}", create, methods=["POST"]),
]
