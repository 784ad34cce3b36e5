"""The pages of a tournament: the list, the public page, the organiser's desk, the projector, a player, a slip."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_, Say
from kotva.server.api import NotFound, hub_of
from kotva.server.pages import games_ready
from kotva.server.people import Person, give_token, person_of
from kotva.server.render import form_of, show
from kotva.server.tournaments import forms
from kotva.server.tournaments.hall import Hall, Halls
from kotva.server.tournaments.usher import origin
from kotva.server.words import language_of
from kotva.tournament.csvfiles import BadFile
from kotva.tournament.documents import outstanding, player_sheet, projected_clock, standings_lines, table_list
from kotva.tournament.exports import read_players
from kotva.tournament.frame import whole_seed
from kotva.tournament.log import Json
from kotva.tournament.options import OPTIONS, PRESETS
from kotva.tournament.refusal import Refused
from kotva.tournament.reports import slip_code
from kotva.tournament.roles import TABLE, letters
from kotva.tournament.schedule import overrun
from kotva.tournament.views import view

# Words of the rulebook that stand in states, for the catalogues.
WORDS = (
    *(N_("draft"), N_("registration"), N_("ready"), N_("running"), N_("finished"), N_("closed"), N_("cancelled")),
    *(N_("planned"), N_("drawn"), N_("published"), N_("complete"), N_("open"), N_("reported"), N_("confirmed")),
    *(N_("disputed"), N_("decided"), N_("dissolved"), N_("entered"), N_("waiting"), N_("present"), N_("absent")),
    *(N_("withdrawn"), N_("expelled"), N_("left"), N_("forfeit"), N_("dsq"), N_("bye"), N_("sitout"), N_("playing")),
    *(N_("organiser"), N_("head"), N_("referee"), N_("scorer"), N_("panel"), N_("alternate"), N_("ok")),
)


# TOU-13.1, TOU-19.6: what decided a rank, in words.
CRITERIA = {
    "firsts": N_("first places"),
    "seconds": N_("second places"),
    "thirds": N_("third places"),
    "pp": N_("place points"),
    "gp": N_("game points"),
    "success": N_("success rate"),
    "opp": N_("opponents' points"),
    "played": N_("games played"),
    "best": N_("best game"),
    "lot": N_("lot"),
}


class NotForYou(KotvaError):
    """A page of officials, asked for by somebody else."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who looks at a tournament: all that this person may act as, officials first."""

    actors: tuple[str, ...]

    @property
    def official(self) -> str | None:
        return next((actor for actor in self.actors if actor.startswith("O")), None)

    @property
    def player(self) -> str | None:
        return next((actor for actor in self.actors if actor.startswith("P")), None)


def halls_of(request: Request) -> Halls:
    halls: Halls = request.app.state.halls
    return halls


async def the_hall(request: Request) -> Hall:
    hall = await halls_of(request).get(request.path_params["tournament"])
    if hall is None:
        raise NotFound(N_("There is no such tournament."))
    return hall


async def visitor_of(request: Request, hall: Hall) -> Visitor:
    person = person_of(request)
    found = await halls_of(request).ledger.actors(hall.id, person.id) if person.id else []
    return Visitor(tuple(sorted(found, key=lambda actor: (actor[0] != "O", int(actor[1:])))))


def page(request: Request, hall: Hall, template: str, status: int = 200, **values: Any) -> Response:
    """A page of a tournament, with what all of them need."""
    return show(
        request,
        f"tournament/{template}",
        status,
        domain="tournament",
        hall=hall,
        state=hall.state,
        name=hall.state.label,
        by=CRITERIA,
        letters=lambda actor: letters(hall.state, actor),
        **values,
    )


# -- the list, and a new one -------------------------------------------------------------------------------------------


async def listing(request: Request) -> Response:
    rows = await halls_of(request).ledger.latest()
    return show(request, "tournament/list.html", domain="tournament", rows=rows)


async def new(request: Request) -> Response:
    if request.method == "GET":
        return new_form(request, {}, "")
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


_FIELDS = ("game", "rounds", "date", "start", "place", "zone", "online")


def new_form(request: Request, given: dict[str, str], fault: str) -> Response:
    return show(
        request,
        "tournament/new.html",
        400 if fault else 200,
        domain="tournament",
        presets=list(PRESETS),
        games=games_ready(),
        usual=OPTIONS["game"].default,
        given=given,
        fault=fault,
    )


# -- looking -----------------------------------------------------------------------------------------------------------


async def public(request: Request) -> Response:
    """TOU-20.11: standings, draw, schedule and clock, as everybody may see them."""
    hall = await the_hall(request)
    visitor = await visitor_of(request, hall)
    seen = view(hall.state, visitor.player, hall.moment(), hall.secrets)
    rows = standings_lines(hall.state) if seen.standings is not None else []
    return page(request, hall, "public.html", visitor=visitor, seen=seen, rows=rows, clock=seen.clock)


async def projector(request: Request) -> Response:
    """TOU-20.7: readable from fifteen metres."""
    hall = await the_hall(request)
    return page(request, hall, "clock.html", clock=projected_clock(hall.state, hall.moment()))


async def stamp(request: Request) -> Response:
    """How far the log goes, and what the clock shows: pages ask every few seconds."""
    hall = await the_hall(request)
    clock = projected_clock(hall.state, hall.moment())
    data = {"seq": hall.state.seq, "phase": clock.phase, "seconds": clock.seconds, "round": clock.round}
    return JSONResponse(data, headers={"cache-control": "no-store"})


async def player(request: Request) -> Response:
    """A player's own page: where to go now, and every game so far."""
    hall = await the_hall(request)
    who = request.path_params["player"]
    if who not in hall.state.players:
        raise NotFound(N_("There is no such player."))
    visitor = await visitor_of(request, hall)
    seen = view(hall.state, who if who in visitor.actors else None, hall.moment(), hall.secrets)
    mine = who in visitor.actors
    current = hall.state.current
    table = next(iter(current.tables_of(who)), None) if current and current.state in ("published", "running") else None
    opened = await halls_of(request).ledger.tables(origin(hall, table)) if table is not None else {}
    return page(
        request,
        hall,
        "player.html",
        visitor=visitor,
        player=who,
        mine=mine,
        sheet=player_sheet(hall.state, who),
        online=opened.get(origin(hall, table)) if table is not None else None,
        seen=seen,
        table=table,
        clock=seen.clock,
        key=new_key(),
    )


async def desk(request: Request) -> Response:
    hall = await the_hall(request)
    return await desk_page(request, hall, await visitor_of(request, hall), "", {})


async def desk_page(
    request: Request, hall: Hall, visitor: Visitor, fault: str, given: dict[str, str], status: int = 200
) -> Response:
    """The organiser's desk; on it is only what this official may do now."""
    if visitor.official is None:
        raise NotForYou(N_("This page is for officials. Open it with your personal link."))
    at = hall.moment()
    state = hall.state
    current = state.current
    return page(
        request,
        hall,
        "desk.html",
        status,
        visitor=visitor,
        actor=visitor.official,
        may=lambda op: bool(set(letters(state, visitor.official or "")) & set(TABLE[op].who)),
        seen=view(state, visitor.official, at, hall.secrets),
        clock=projected_clock(state, at),
        open_tables=outstanding(current, at) if current is not None else [],
        rows=standings_lines(state),
        tables=table_list(state, current) if current is not None else [],
        proposed=overrun(state, current.number) if current is not None else None,
        options=OPTIONS,
        fault=fault,
        given=given,
        key=new_key(),
        link=lambda actor: f"{request.url.scheme}://{request.url.netloc}/t/{hall.id}/as/{actor}/{hall.link(actor)}",
        log=list(reversed(hall.log[-25:])),
    )


# -- doing -------------------------------------------------------------------------------------------------------------


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
        raise NotForYou(N_("You cannot act as {actor} here.").format(actor=actor[:20] or "?"))
    try:
        if form.get("form") == "players":
            args, _ = read_players(hall.state, form.get("csv", "").encode())
            actions = [("import", args)]
        else:
            # The code on a slip stands for its signatures, which only officials vouch for (TOU-10.4).
            asked = {name: value for name, value in form.items() if name != "slip" or actor.startswith("O")}
            actions = [forms.action(hall.state, asked)]
        entries = await hall.act(actor, actions, form.get("key") or None)
    except (KotvaError, BadFile) as error:
        if visitor.official is not None:
            return await desk_page(request, hall, visitor, told(error, say), form, 422)
        return page(request, hall, "refused.html", 422, fault=told(error, say), back=_back(form, hall))
    if form.get("form") == "register" and not visitor.actors and entries:
        person = await hub_of(request).people.enroll(person_of(request))
        await halls_of(request).ledger.bind(hall.id, actor, person)
        return RedirectResponse(f"/t/{hall.id}/p/{actor}", 303)
    return RedirectResponse(_back(form, hall), 303)


def _holds_slip(hall: Hall, form: dict[str, str], actor: str) -> bool:
    """Whoever has a table's slip in his hand may enter its result for a player of that table (TOU-10.3, TOU-20.5)."""
    place = _place(form.get("table", ""))
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
    await _seat(request, hall, actor, Person(person, known.secret))
    return response


async def _seat(request: Request, hall: Hall, player: str, person: Person) -> None:
    """Whoever comes late to an online round still finds the own seat free."""
    round = hall.state.current
    table = next(iter(round.tables_of(player)), None) if round is not None and round.state == "running" else None
    if table is None:
        return
    opened = await halls_of(request).ledger.tables(origin(hall, table))
    hub = hub_of(request)
    found = await hub.table(opened[origin(hall, table)]) if origin(hall, table) in opened else None
    name = hall.state.label(player)
    for sitter in found.row.sitters if found is not None else ():
        if found is not None and sitter.name == name and sitter.person is None:
            await hub.sit(found, sitter.seat, name, person)


async def slip(request: Request) -> Response:
    """TOU-20.5: the form that the code on a slip opens. Players of the table and officials enter the result here."""
    hall = await the_hall(request)
    place = _place(request.path_params["table"])
    table = hall.state.table(place) if place is not None else None
    round = hall.state.round(place[0]) if place is not None else None
    code = request.path_params["code"]
    if table is None or round is None or code != slip_code(whole_seed(hall.state, hall.row.seed), table, round.attempt):
        raise NotFound(N_("There is no such slip."))
    visitor = await visitor_of(request, hall)
    actor = visitor.official or next((a for a in visitor.actors if a in table.seats), None)
    return page(
        request, hall, "slip.html", visitor=visitor, table=table, round=round, code=code, actor=actor, key=new_key()
    )


def _place(text: str) -> tuple[int, int] | None:
    round, _, table = text.removeprefix("R").partition(".T")
    if round.isascii() and table.isascii() and round.isdigit() and table.isdigit() and len(text) < 12:
        return int(round), int(table)
    return None


def told(error: KotvaError | BadFile, say: Say) -> str:
    """What is wrong, in one line for each fault."""
    if isinstance(error, BadFile):
        return "\n".join(error.lines(say)[:20])
    return error.line(say) if isinstance(error, Refused) else error.say(say)


def new_key() -> str:
    """So that a form that is sent twice acts once."""
    return secrets.token_hex(12)


ROUTES = [
    Route("/tournaments", listing),
    Route("/tournaments/new", new, methods=["GET", "POST"]),
    Route("/t/{tournament}", public),
    Route("/t/{tournament}/desk", desk),
    Route("/t/{tournament}/do", do, methods=["POST"]),
    Route("/t/{tournament}/clock", projector),
    Route("/t/{tournament}/stamp", stamp),
    Route("/t/{tournament}/p/{player}", player),
    Route("/t/{tournament}/as/{actor}/{link}", enter),
    Route("/t/{tournament}/slip/{table}/{code}", slip),
]
