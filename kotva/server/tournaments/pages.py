"""The pages of a tournament: the list, the public page, the organiser's desk, the projector, a player, a slip."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from kotva.engine.say import N_, Say
from kotva.server.api import NotFound
from kotva.server.game_list import games_ready
from kotva.server.languages import language_of
from kotva.server.render import show
from kotva.server.tournaments import slips
from kotva.server.tournaments.desk_offers import Remedy, changed_people, names_of, offers, waiting_table
from kotva.server.tournaments.page_context import (
    NotForYou,
    Visitor,
    address_of,
    fault_text,
    mark_of,
    new_key,
    own_table,
    page,
    place_of,
    public_sheet,
    sessions_of,
    the_session,
    visitor_of,
)
from kotva.server.tournaments.pdf_documents import day_text
from kotva.server.tournaments.session import TournamentSession
from kotva.server.tournaments.undo import last_own_entries, undo, why_not
from kotva.tournament import notation
from kotva.tournament.actions import ACTIONS
from kotva.tournament.arena import is_arena, takes_part
from kotva.tournament.clock import has_expired
from kotva.tournament.deeds import deed
from kotva.tournament.documents import outstanding, projected_clock, standings_lines, table_list_by_name
from kotva.tournament.options import OPTIONS
from kotva.tournament.presets import PRESETS
from kotva.tournament.rankings import categories, of_category
from kotva.tournament.reports import corrected_tables
from kotva.tournament.roles import letters
from kotva.tournament.schedule import clock_time, day_of, earliest_start, overrun
from kotva.tournament.self_running import waits_for
from kotva.tournament.state import Round, TournamentState, TournamentTable
from kotva.tournament.views import RoundView, may_see_standings, view
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
    rows = await sessions_of(request).tournament_store.latest()
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


async def public(request: Request) -> Response:
    """TOU-20.11: standings, draw, schedule and clock, as everybody may see them."""
    session = await the_session(request)
    visitor = await visitor_of(request, session)
    seen = view(session.state, visitor.player, session.moment(), session.secrets)
    rows, teams = session.ranks() if seen.standings is not None else ([], [])
    category = request.query_params.get("category", "")
    return await page(
        request,
        session,
        "public.html",
        visitor=visitor,
        seen=seen,
        rows=of_category(session.state, rows, category) if category and rows else rows,
        teams=teams,
        categories=categories(session.state),
        category=category,
        address=f"{address_of(request)}/t/{session.id}",
        clock=seen.clock,
        board=next((round.number for round in reversed(seen.rounds) if round.boards and round.mode != "arena"), None),
        day=day_text(day_of(session.state).isoformat(), language_of(request)),
        key=new_key(),
    )


async def projector(request: Request) -> Response:
    """TOU-20.7: readable from fifteen metres."""
    session = await the_session(request)
    state, current = session.state, session.state.current
    drawn = table_list_by_name(state, current, language_of(request)) if current and current.state == "published" else []
    return await page(
        request,
        session,
        "clock.html",
        clock=projected_clock(state, session.moment()),
        places=[seat for part in drawn for seat in part],
        rows=standings_lines(state) if may_see_standings(state, "") and state.completed else [],
    )


async def stamp(request: Request) -> Response:
    """How far the log goes, and what the clock shows: pages ask every few seconds."""
    session = await the_session(request)
    online = session.state.options.flag("online")  # then asking is being there (TOU-14.1)
    mark = await mark_of(request, session, await visitor_of(request, session)) if online else str(session.state.seq)
    clock = projected_clock(session.state, session.moment())
    data = {"seq": mark, "phase": clock.phase, "seconds": clock.seconds, "round": clock.round}
    return JSONResponse(data, headers={"cache-control": "no-store"})


async def player(request: Request) -> Response:
    """A player's own page: where to go now, and every game so far."""
    session = await the_session(request)
    who = request.path_params["player"]
    if who not in session.state.players:
        raise NotFound(N_("There is no such player."))
    return await player_page(request, session, await visitor_of(request, session), who)


async def player_page(
    request: Request,
    session: TournamentSession,
    visitor: Visitor,
    who: str,
    fault: str = "",
    given: dict[str, str] | None = None,
) -> Response:
    """With what is wrong and what was written, where something was refused."""
    seen = view(session.state, who if who in visitor.actors else None, session.moment(), session.secrets)
    table, opened = await own_table(request, session, who)
    return await page(
        request,
        session,
        "player.html",
        422 if fault else 200,
        visitor=visitor,
        player=who,
        mine=who in visitor.actors,
        sheet=public_sheet(session.state, who, visitor),
        online=opened,
        arena="arena" in session.state.options.words("draw"),
        corrections=corrected_tables(session.state, who) if who in visitor.actors else [],
        mark=await mark_of(request, session, visitor),
        seen=seen,
        table=table,
        clock=seen.clock,
        fault=fault,
        given=given or {},
        key=new_key(),
    )


def repeats(state: TournamentState, round: RoundView) -> list[tuple[str, int]]:
    """TOU-6.7: who meets again in a draw, and how often they have met."""
    return [(" – ".join(state.label(id) for id in ids), times) for ids, times in (*round.trios, *round.pairs)]


async def desk(request: Request) -> Response:
    session = await the_session(request)
    return await desk_page(request, session, await visitor_of(request, session), "", {})


async def desk_page(
    request: Request,
    session: TournamentSession,
    visitor: Visitor,
    fault: str,
    given: dict[str, str],
    status: int = 200,
    remedies: Sequence[Remedy] = (),
) -> Response:
    """The organiser's desk; on it is only what this official may do now."""
    if visitor.official is None:
        raise NotForYou(N_("This page is for officials. Open it with your personal link."))
    at = session.moment()
    state = session.state
    current = state.current
    seen = view(state, visitor.official, at, session.secrets)
    say = Say(language_of(request), "tournament")
    last = last_own_entries(session.log, visitor.official)
    due = waits_for(state)
    gaps, unseated = changed_people(state)
    away = [id for id, one in state.players.items() if one.status in ("entered", "absent")]
    waits = earliest_start(state, current.number) if current is not None and current.state == "published" else None
    return await page(
        request,
        session,
        "desk.html",
        status,
        visitor=visitor,
        actor=visitor.official,
        may=lambda op: bool(set(letters(state, visitor.official or "")) & set(ACTIONS[op].who)),
        seen=seen,
        clock=projected_clock(state, at),
        open_tables=outstanding(current, at) if current is not None else [],
        rows=session.ranks()[0],
        teams=session.ranks()[1],
        categories=categories(state),
        draw_seen=current is not None and any(round.number == current.number for round in seen.rounds),
        repeats=next((repeats(state, one) for one in seen.rounds if current and one.number == current.number), []),
        gaps=names_of(state, gaps),
        unseated=names_of(state, unseated),
        away=names_of(state, away),
        papers=(
            ("tables", say("Tables")),
            ("names", say("By name")),
            ("cards", say("Seating cards")),
            ("slips", say("Result slips")),
        ),
        proposed=overrun(state, current.number) if current is not None else None,
        early=clock_time(state, waits) if waits is not None and at < waits else "",
        may_start_early="H" in letters(state, visitor.official) and not state.options.flag("online"),
        due=(due[0], due[1], clock_time(state, due[2])) if due is not None else None,
        held=fault_text(session.held, say, state) if session.held is not None else "",
        refusal=offers(state, visitor.official, at, session.secrets, say),
        waiting=None if is_arena(current) and not has_expired(current, at) else waiting_table(state, at),
        arena=takes_part(state, current) if current is not None and is_arena(current) else None,
        remedies=remedies,
        options=OPTIONS,
        fault=fault,
        given=given,
        key=new_key(),
        link=lambda actor: f"/t/{session.id}/as/{actor}/{session.link(actor)}",
        log=[
            (entry, deed(state, [entry], say), notation.write(entry.op, entry.args))
            for entry in reversed(session.log[-40:])
        ],
        last_deed=deed(state, last, say) if last else "",
        undo=undo(state, session.log, last[0]) if len(last) == 1 else "",
        why_not=say(why_not(last[0])) if last else "",
    )


async def slip(request: Request) -> Response:
    """TOU-20.5: the form that the code on a slip opens. Players of the table and officials enter the result here."""
    session = await the_session(request)
    place = place_of(request.path_params["table"])
    table = session.state.table(place) if place is not None else None
    round = session.state.round(place[0]) if place is not None else None
    code = request.path_params["code"]
    visitor = await visitor_of(request, session)
    official = visitor.official is not None
    if table is None or round is None or not slips.opens(session, round, table, code, official=official):
        raise NotFound(N_("There is no such slip."))
    return await slip_page(request, session, visitor, table, round, code)


async def typed_slip(request: Request) -> Response:
    """TOU-20.5: the number of the table and the code of its slip, typed by hand."""
    session = await the_session(request)
    current = session.state.current
    table, code = (request.query_params.get(name, "").strip() for name in ("table", "code"))
    if current is None or not table.isascii() or not table.isdigit() or len(table) > 3:
        raise NotFound(N_("There is no such slip."))
    typed = "".join(letter for letter in code.lower() if letter.isascii() and letter.isalnum())
    return RedirectResponse(f"/t/{session.id}/slip/{current.name}.T{int(table)}/{typed[:40] or '-'}", 303)


async def slip_page(
    request: Request,
    session: TournamentSession,
    visitor: Visitor,
    table: TournamentTable,
    round: Round,
    code: str,
    fault: str = "",
    given: dict[str, str] | None = None,
) -> Response:
    """The slip's form, or what has been entered; with what is wrong, where something was refused."""
    actor = visitor.official or next((a for a in visitor.actors if a in table.seats), None)
    return await page(
        request,
        session,
        "slip.html",
        422 if fault else 200,
        visitor=visitor,
        table=table,
        round=round,
        code=code,
        actor=actor,
        hidden=session.state.options.word("game") == OPTIONS["game"].default,
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
    Route("/t/{tournament}/slip", typed_slip),
    Route("/t/{tournament}/slip/{table}/{code}", slip),
]
