"""What is done by a form or a link: a tournament is made, somebody acts, somebody takes up a personal link."""

from __future__ import annotations

import secrets

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_, Say
from kotva.server.api import NotFound, hub_of
from kotva.server.people import give_token, person_of
from kotva.server.render import form_of
from kotva.server.tournaments import forms
from kotva.server.tournaments.hall import Hall
from kotva.server.tournaments.online import Origin
from kotva.server.tournaments.optionform import options_page
from kotva.server.tournaments.pages import desk_page, new_form, player_page, slip_page
from kotva.server.tournaments.visit import (
    NotForYou,
    halls_of,
    own_table,
    page,
    place_of,
    the_hall,
    told,
    visitor_of,
)
from kotva.server.words import language_of
from kotva.tournament.csvfiles import BadFile
from kotva.tournament.exports import read_players
from kotva.tournament.frame import whole_seed
from kotva.tournament.log import Json
from kotva.tournament.options import PRESETS
from kotva.tournament.reports import slip_code
from kotva.tournament.state import Round, Table

_FIELDS = ("game", "rounds", "date", "start", "place", "zone", "online", "auto")


async def create(request: Request) -> Response:
    """A new tournament, with its head referee, open for entries."""
    form = await form_of(request)
    say = Say(language_of(request), "tournament")
    options: dict[str, Json] = {}
    for field in _FIELDS:
        if value := form.get(field, "").strip():
            options[field] = value
    args: dict[str, Json] = {"name": form.get("name", "").strip(), "preset": form.get("preset", next(iter(PRESETS)))}
    args |= {"organiser": form.get("organiser", "").strip() or say("Organiser"), "options": options}
    head = form.get("head", "").strip()
    referee: dict[str, Json] = {"official": "O2" if head else "O1", "role": "head"}
    if head:
        referee["name"] = head
    person = await hub_of(request).people.enroll(person_of(request))
    try:
        hall = await halls_of(request).create(args, [("official", referee), ("open", {})], person)
    except KotvaError as error:
        return new_form(request, form, told(error, say))
    return RedirectResponse(f"/t/{hall.id}/desk", 303)


async def do(request: Request) -> Response:
    """Something that an official or a player does, by a form; back to where it was sent from, or what is wrong."""
    hall = await the_hall(request)
    visitor = await visitor_of(request, hall)
    form = await form_of(request)
    say = Say(language_of(request), "tournament")
    actor = form.get("as", "")
    if form.get("form") == "register" and not visitor.actors:
        actor = f"P{len(hall.state.players) + 1}"  # TOU-2.10: a newcomer enters himself
    elif actor not in visitor.actors and not _holds_slip(hall, form, actor):
        raise NotForYou(N_("You cannot act as {actor} here."), actor=actor[:20] or "?")
    try:
        if form.get("form") == "players":
            args, _ = read_players(hall.state, form.get("csv", "").encode())
            actions = [("import", args)]
        elif form.get("form") == "options":
            actions = forms.options(hall.state, form)
        else:
            # The code on a slip stands for its signatures, which only officials vouch for (TOU-10.4).
            asked = {name: value for name, value in form.items() if name != "slip" or actor.startswith("O")}
            actions = [forms.action(hall.state, asked)]
        entries = await hall.act(actor, actions, form.get("key") or None) if actions else []
    except (KotvaError, BadFile) as error:
        if slip := _slip_of(hall, form):
            return slip_page(request, hall, visitor, *slip, told(error, say), form)
        if visitor.official is not None and form.get("form") == "options":
            return options_page(request, hall, visitor, told(error, say), form)
        if visitor.official is not None:
            return await desk_page(request, hall, visitor, told(error, say), form, 422)
        if actor in visitor.actors:
            return await player_page(request, hall, visitor, actor, told(error, say), form)
        return page(request, hall, "refused.html", 422, fault=told(error, say), back=_back(form, hall))
    if form.get("form") == "register" and not visitor.actors and entries:
        person = await hub_of(request).people.enroll(person_of(request))
        await halls_of(request).ledger.bind(hall.id, actor, person)
        return RedirectResponse(f"/t/{hall.id}/p/{actor}", 303)
    return RedirectResponse(_back(form, hall), 303)


def _slip_of(hall: Hall, form: dict[str, str]) -> tuple[Table, Round, str] | None:
    """The slip whose form was sent, if it was one: what was wrong is told there, beside what is entered now."""
    code = form.get("slip", "")
    place = place_of(form.get("table", ""))
    table = hall.state.table(place) if place is not None and code else None
    round = hall.state.round(place[0]) if place is not None else None
    return (table, round, code) if table is not None and round is not None else None


def _holds_slip(hall: Hall, form: dict[str, str], actor: str) -> bool:
    """Whoever has a table's slip in his hand may enter its result for a player of that table (TOU-10.3, TOU-20.5)."""
    place = place_of(form.get("table", ""))
    table = hall.state.table(place) if place is not None else None
    round = hall.state.round(place[0]) if place is not None else None
    if table is None or round is None or form.get("form") != "result" or form.get("op", "report") != "report":
        return False
    code = slip_code(whole_seed(hall.state, hall.row.seed), table, round.attempt)
    return actor in table.seats and secrets.compare_digest(form.get("slip", "").encode(), code.encode())


def _back(form: dict[str, str], hall: Hall) -> str:
    """Where a form came from: only pages of this tournament."""
    back = form.get("back", "")
    inside = back.startswith(f"/t/{hall.id}") and "//" not in back and "\\" not in back
    return back if inside else f"/t/{hall.id}"


async def enter(request: Request) -> Response:
    """A personal link: from now on this browser may act as an official or a player."""
    hall = await the_hall(request)
    actor, link = request.path_params["actor"], request.path_params["link"]
    if not hall.opens(actor, link):
        raise NotFound(N_("This link opens nothing."))
    response = RedirectResponse(f"/t/{hall.id}/desk" if actor.startswith("O") else f"/t/{hall.id}/p/{actor}", 303)
    known = give_token(request, response)
    person = await hub_of(request).people.enroll(known)
    await halls_of(request).ledger.bind(hall.id, actor, person)
    await halls_of(request).came(hall, [actor], person)
    await _seat(request, hall, actor, person)
    return response


async def _seat(request: Request, hall: Hall, player: str, person: str) -> None:
    """A player who opens the own link in another browser goes on there."""
    _, opened = await own_table(request, hall, player)
    hub = hub_of(request)
    table = await hub.table(opened) if opened is not None else None
    begun = Origin.read(table.row.origin) if table is not None else None
    if table is None or begun is None or player not in begun.players:
        return
    await halls_of(request).ledger.give_seat(table.id, begun.players.index(player), person)
    await table.catch_up()
    hub.broker.publish(table.id)


ROUTES = [
    Route("/tournaments/new", create, methods=["POST"]),
    Route("/t/{tournament}/do", do, methods=["POST"]),
    Route("/t/{tournament}/as/{actor}/{link}", enter),
]
