"""What is done by a form or a link: a tournament is made, somebody acts, somebody takes up a personal link."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_, Say
from kotva.server.api import NotFound, hub_of
from kotva.server.languages import language_of
from kotva.server.people import give_token, person_of
from kotva.server.rate_limits import check_entry
from kotva.server.render import form_of
from kotva.server.tournaments import forms, slips
from kotva.server.tournaments.desk_offers import remedies
from kotva.server.tournaments.option_form import options_page
from kotva.server.tournaments.page_context import (
    NotForYou,
    Visitor,
    address_of,
    fault_text,
    own_table,
    page,
    place_of,
    sessions_of,
    the_session,
    visitor_of,
)
from kotva.server.tournaments.pages import desk_page, new_form, player_page, slip_page
from kotva.server.tournaments.player_ratings import tell
from kotva.server.tournaments.printing import qr_code
from kotva.server.tournaments.session import TournamentSession
from kotva.server.tournaments.table_setup import Origin
from kotva.tournament.log import Json
from kotva.tournament.options import TournamentOptions
from kotva.tournament.playable import check_playable, fitting_sizes
from kotva.tournament.presets import PRESETS
from kotva.tournament.refusal import Refused
from kotva.tournament.roles import letters
from kotva.tournament.schedule import with_start
from kotva.tournament.state import Round, TournamentState, TournamentTable

_FIELDS = ("game", "rounds", "date", "start", "place", "zone", "online", "auto")


async def create(request: Request) -> Response:
    """A new tournament, with its head referee, open for entries."""
    form = await form_of(request)
    say = Say(language_of(request), "tournament")
    options: dict[str, Json] = {}
    for field in _FIELDS:
        if value := form.get(field, "").strip():
            options[field] = value
    preset = form.get("preset", next(iter(PRESETS)))
    args: dict[str, Json] = {"name": form.get("name", "").strip(), "preset": preset}
    args["organiser"] = form.get("organiser", "").strip() or say("Organiser")
    head = form.get("head", "").strip()
    referee: dict[str, Json] = {"official": "O2" if head else "O1", "role": "head"}
    if head:
        referee["name"] = head
    person = await hub_of(request).people.enroll(person_of(request))
    try:
        args["options"] = chosen = with_start(options) | fitting_sizes(preset, with_start(options))
        if chosen.get("online") == "true":
            check_playable(TournamentOptions(preset, {name: str(value) for name, value in chosen.items()}))
        session = await sessions_of(request).create(args, [("official", referee), ("open", {})], person)
    except KotvaError as error:
        return new_form(request, form, fault_text(error, say))
    return RedirectResponse(f"/t/{session.id}/desk", 303)


async def do(request: Request) -> Response:
    """Something that an official or a player does, by a form; back to where it was sent from, or what is wrong."""
    session = await the_session(request)
    visitor = await visitor_of(request, session)
    form = await form_of(request)
    newcomer = form.get("form") == "register" and not visitor.actors
    actor = _newcomer(request, session) if newcomer else _actor(session, visitor, form)
    try:
        actions = _actions(session.state, actor, form)
        entries = await session.act(actor, actions, form.get("key") or None) if actions else []
    except KotvaError as error:
        return await _refused(request, session, visitor, actor, form, error)
    if newcomer and entries:
        person = await hub_of(request).people.enroll(person_of(request))
        await sessions_of(request).tournament_store.bind(session.id, actor, person)
        await tell(request, session, [actor], person)
        return RedirectResponse(f"/t/{session.id}/p/{actor}", 303)
    return RedirectResponse(_back(form, session), 303)


def _newcomer(request: Request, session: TournamentSession) -> str:
    """TOU-2.10: a newcomer enters under the next number."""
    check_entry(request.scope)
    return f"P{len(session.state.players) + 1}"


def _actor(session: TournamentSession, visitor: Visitor, form: dict[str, str]) -> str:
    """As whom the form was sent, if this browser may act so."""
    actor = form.get("as", "")
    if actor not in visitor.actors and not _holds_slip(session, form, actor):
        raise NotForYou(N_("You cannot act as {actor} here."), actor=actor[:20] or "?")
    return actor


def _actions(state: TournamentState, actor: str, form: dict[str, str]) -> list[tuple[str, dict[str, Json]]]:
    """What the form asks for."""
    if form.get("form") == "options":
        return forms.options(state, form)
    if form.get("form") == "everybody":
        return [("checkin", {"player": id}) for id, one in state.players.items() if one.status in ("entered", "absent")]
    # The code on a slip stands for its signatures, which only officials vouch for, and only if they say so (TOU-10.4).
    signed = actor.startswith("O") and bool(form.get("signed"))
    asked = {name: value for name, value in form.items() if name != "slip" or signed}
    return [forms.action(state, asked)]


async def _refused(
    request: Request,
    session: TournamentSession,
    visitor: Visitor,
    actor: str,
    form: dict[str, str],
    error: KotvaError,
) -> Response:
    """The page that the form was on, with what is wrong and what was entered."""
    say = Say(language_of(request), "tournament")
    fault = fault_text(error, say, session.state)
    if slip := _slip_of(session, form):
        return await slip_page(request, session, visitor, *slip, fault, form)
    if visitor.official is not None and form.get("form") == "options":
        return await options_page(request, session, visitor, fault, form)
    if visitor.official is not None:
        ways = remedies(session.state, error, say) if isinstance(error, Refused) else []
        return await desk_page(request, session, visitor, fault, form, 422, ways)
    if actor in visitor.actors:
        return await player_page(request, session, visitor, actor, fault, form)
    return await page(request, session, "refused.html", 422, fault=fault, back=_back(form, session))


def _slip_of(session: TournamentSession, form: dict[str, str]) -> tuple[TournamentTable, Round, str] | None:
    """The slip whose form was sent, if it was one: what was wrong is told there, beside what is entered now."""
    code = form.get("slip", "")
    place = place_of(form.get("table", ""))
    table = session.state.table(place) if place is not None and code else None
    round = session.state.round(place[0]) if place is not None else None
    return (table, round, code) if table is not None and round is not None else None


def _holds_slip(session: TournamentSession, form: dict[str, str], actor: str) -> bool:
    """The holder of a table's slip may enter its result for a player of that table (TOU-10.3, TOU-20.5)."""
    place = place_of(form.get("table", ""))
    table = session.state.table(place) if place is not None else None
    round = session.state.round(place[0]) if place is not None else None
    if table is None or round is None or form.get("form") != "result" or form.get("op", "report") != "report":
        return False
    return actor in table.seats and slips.opens(session, round, table, form.get("slip", ""))


def _back(form: dict[str, str], session: TournamentSession) -> str:
    """Where a form came from: only pages of this tournament."""
    back = form.get("back", "")
    inside = back.startswith(f"/t/{session.id}") and "//" not in back and "\\" not in back
    return back if inside else f"/t/{session.id}"


async def enter(request: Request) -> Response:
    """A personal link: from now on this browser may act as an official or a player."""
    session = await the_session(request)
    actor, link = request.path_params["actor"], request.path_params["link"]
    if not session.opens(actor, link):
        raise NotFound(N_("This link opens nothing."))
    visitor = await visitor_of(request, session)
    if visitor.official and "O" in letters(session.state, visitor.official) and "here" not in request.query_params:
        if actor not in visitor.actors:  # the organiser wants to hand it on, not to become somebody else
            address = address_of(request) + request.url.path
            code = qr_code(address, scale=6)
            return await page(request, session, "key.html", visitor=visitor, actor=actor, address=address, code=code)
    response = RedirectResponse(f"/t/{session.id}/desk" if actor.startswith("O") else f"/t/{session.id}/p/{actor}", 303)
    known = give_token(request, response)
    person = await hub_of(request).people.enroll(known)
    await sessions_of(request).tournament_store.bind(session.id, actor, person)
    await sessions_of(request).came(session, [actor], person)
    await tell(request, session, [actor], person)
    await _seat(request, session, actor, person)
    return response


async def _seat(request: Request, session: TournamentSession, player: str, person: str) -> None:
    """A player who opens the own link in another browser goes on there."""
    _, opened = await own_table(request, session, player)
    hub = hub_of(request)
    table = await hub.table(opened) if opened is not None else None
    begun = Origin.read(table.row.origin) if table is not None else None
    if table is None or begun is None or player not in begun.players:
        return
    await sessions_of(request).tournament_store.give_seat(table.id, begun.players.index(player), person)
    await table.catch_up()
    hub.broker.publish(table.id)


ROUTES = [
    Route("/tournaments/new", create, methods=["POST"]),
    Route("/t/{tournament}/do", do, methods=["POST"]),
    Route("/t/{tournament}/as/{actor}/{link}", enter),
]
