"""The pages of a tournament: the list, the public page, the organiser's desk, the projector, a player, a slip."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from kotva.engine.say import N_, Say
from kotva.server.api import NotFound
from kotva.server.pages import games_ready
from kotva.server.render import show
from kotva.server.tournaments.hall import Hall
from kotva.server.tournaments.sheets import day_text
from kotva.server.tournaments.undo import last_deed, undo
from kotva.server.tournaments.visit import (
    NotForYou,
    Visitor,
    address_of,
    halls_of,
    mark_of,
    new_key,
    own_table,
    page,
    place_of,
    public_sheet,
    the_hall,
    told,
    visitor_of,
)
from kotva.server.words import language_of
from kotva.tournament import notation
from kotva.tournament.documents import Line, outstanding, projected_clock, standings_lines, table_list_by_name
from kotva.tournament.frame import whole_seed
from kotva.tournament.itself import waits_for
from kotva.tournament.options import OPTIONS, PRESETS
from kotva.tournament.reports import slip_code
from kotva.tournament.roles import TABLE, letters
from kotva.tournament.schedule import clock_time, day_of, overrun
from kotva.tournament.state import Round, State, Table
from kotva.tournament.views import may_see_standings, view
from kotva.tournament.words import FORMATS

# Words of the rulebook that stand in states, for the catalogues.
WORDS = (
    *(N_("draft"), N_("registration"), N_("ready"), N_("running"), N_("finished"), N_("closed"), N_("cancelled")),
    *(N_("planned"), N_("drawn"), N_("published"), N_("complete"), N_("open"), N_("reported"), N_("confirmed")),
    *(N_("disputed"), N_("decided"), N_("dissolved"), N_("entered"), N_("waiting"), N_("present"), N_("absent")),
    *(N_("withdrawn"), N_("expelled"), N_("left"), N_("forfeit"), N_("dsq"), N_("bye"), N_("sitout"), N_("playing")),
    *(N_("organiser"), N_("head"), N_("referee"), N_("scorer"), N_("panel"), N_("alternate"), N_("ok")),
)


# -- the list, and a new one -------------------------------------------------------------------------------------------


async def listing(request: Request) -> Response:
    rows = await halls_of(request).ledger.latest()
    return show(request, "tournament/list.html", domain="tournament", rows=rows)


async def new(request: Request) -> Response:
    return new_form(request, {}, "")


def new_form(request: Request, given: dict[str, str], fault: str) -> Response:
    return show(
        request,
        "tournament/new.html",
        400 if fault else 200,
        domain="tournament",
        presets={preset: FORMATS.get(preset, preset) for preset in PRESETS},
        games=games_ready(),
        usual=OPTIONS["game"].default,
        given=given,
        fault=fault,
    )


# -- looking -----------------------------------------------------------------------------------------------------------


def ranked(state: State) -> list[Line]:
    """The standings for a page: ranks without a single result would be those of the alphabet of entry."""
    return standings_lines(state) if any(table.is_settled for round in state.rounds for table in round.tables) else []


async def public(request: Request) -> Response:
    """TOU-20.11: standings, draw, schedule and clock, as everybody may see them."""
    hall = await the_hall(request)
    visitor = await visitor_of(request, hall)
    seen = view(hall.state, visitor.player, hall.moment(), hall.secrets)
    rows = ranked(hall.state) if seen.standings is not None else []
    return page(
        request,
        hall,
        "public.html",
        visitor=visitor,
        seen=seen,
        rows=rows,
        clock=seen.clock,
        board=next((round.number for round in reversed(seen.rounds) if round.boards), None),
        day=day_text(day_of(hall.state).isoformat(), language_of(request)),
        key=new_key(),
    )


async def projector(request: Request) -> Response:
    """TOU-20.7: readable from fifteen metres."""
    hall = await the_hall(request)
    state, current = hall.state, hall.state.current
    drawn = table_list_by_name(state, current, language_of(request)) if current and current.state == "published" else []
    return page(
        request,
        hall,
        "clock.html",
        clock=projected_clock(state, hall.moment()),
        places=[seat for part in drawn for seat in part],
        rows=standings_lines(state) if may_see_standings(state, "") and state.completed else [],
    )


async def stamp(request: Request) -> Response:
    """How far the log goes, and what the clock shows: pages ask every few seconds."""
    hall = await the_hall(request)
    online = hall.state.options.word("online") == "true"  # then asking is being there (TOU-14.1)
    mark = await mark_of(request, hall, await visitor_of(request, hall)) if online else str(hall.state.seq)
    clock = projected_clock(hall.state, hall.moment())
    data = {"seq": mark, "phase": clock.phase, "seconds": clock.seconds, "round": clock.round}
    return JSONResponse(data, headers={"cache-control": "no-store"})


async def player(request: Request) -> Response:
    """A player's own page: where to go now, and every game so far."""
    hall = await the_hall(request)
    who = request.path_params["player"]
    if who not in hall.state.players:
        raise NotFound(N_("There is no such player."))
    return await player_page(request, hall, await visitor_of(request, hall), who)


async def player_page(
    request: Request, hall: Hall, visitor: Visitor, who: str, fault: str = "", given: dict[str, str] | None = None
) -> Response:
    """With what is wrong and what was written, where something was refused."""
    seen = view(hall.state, who if who in visitor.actors else None, hall.moment(), hall.secrets)
    table, opened = await own_table(request, hall, who)
    return page(
        request,
        hall,
        "player.html",
        422 if fault else 200,
        visitor=visitor,
        player=who,
        mine=who in visitor.actors,
        sheet=public_sheet(hall.state, who, visitor),
        online=opened,
        mark=await mark_of(request, hall, visitor),
        seen=seen,
        table=table,
        clock=seen.clock,
        fault=fault,
        given=given or {},
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
    seen = view(state, visitor.official, at, hall.secrets)
    deed = last_deed(hall.log, visitor.official)
    due = waits_for(state)
    return page(
        request,
        hall,
        "desk.html",
        status,
        visitor=visitor,
        actor=visitor.official,
        may=lambda op: bool(set(letters(state, visitor.official or "")) & set(TABLE[op].who)),
        seen=seen,
        clock=projected_clock(state, at),
        open_tables=outstanding(current, at) if current is not None else [],
        rows=ranked(state),
        draw_seen=current is not None and any(round.number == current.number for round in seen.rounds),
        proposed=overrun(state, current.number) if current is not None else None,
        due=(due[0], due[1], clock_time(state, due[2])) if due is not None else None,
        held=told(hall.held, Say(language_of(request), "tournament")) if hall.held is not None else "",
        options=OPTIONS,
        fault=fault,
        given=given,
        key=new_key(),
        link=lambda actor: f"{address_of(request)}/t/{hall.id}/as/{actor}/{hall.link(actor)}",
        log=[(entry, notation.write(entry.op, entry.args)) for entry in reversed(hall.log[-40:])],
        deed=notation.write(deed.op, deed.args) if deed is not None else "",
        undo=undo(state, hall.log, deed) if deed is not None else "",
    )


async def slip(request: Request) -> Response:
    """TOU-20.5: the form that the code on a slip opens. Players of the table and officials enter the result here."""
    hall = await the_hall(request)
    place = place_of(request.path_params["table"])
    table = hall.state.table(place) if place is not None else None
    round = hall.state.round(place[0]) if place is not None else None
    code = request.path_params["code"]
    if table is None or round is None or code != slip_code(whole_seed(hall.state, hall.row.seed), table, round.attempt):
        raise NotFound(N_("There is no such slip."))
    return slip_page(request, hall, await visitor_of(request, hall), table, round, code)


def slip_page(
    request: Request,
    hall: Hall,
    visitor: Visitor,
    table: Table,
    round: Round,
    code: str,
    fault: str = "",
    given: dict[str, str] | None = None,
) -> Response:
    """The slip's form, or what has been entered; with what is wrong, where something was refused."""
    actor = visitor.official or next((a for a in visitor.actors if a in table.seats), None)
    return page(
        request,
        hall,
        "slip.html",
        422 if fault else 200,
        visitor=visitor,
        table=table,
        round=round,
        code=code,
        actor=actor,
        hidden=hall.state.options.word("game") == OPTIONS["game"].default,
        fault=fault,
        given=given or {},
        key=new_key(),
    )


ROUTES = [
    Route("/tournaments", listing),
    Route("/tournaments/new", new),
    Route("/t/{tournament}", public),
    Route("/t/{tournament}/desk", desk),
    Route("/t/{tournament}/clock", projector),
    Route("/t/{tournament}/stamp", stamp),
    Route("/t/{tournament}/p/{player}", player),
    Route("/t/{tournament}/slip/{table}/{code}", slip),
]
