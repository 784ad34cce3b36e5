"""What is printed, and what is taken home: documents for paper, tables as CSV, the whole tournament as JSON (TOU-20)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import segno
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kotva.engine.say import N_, Say
from kotva.scene.look import THEMES
from kotva.server.api import NotFound, hub_of, number_in
from kotva.server.tournaments.boards import round_boards
from kotva.server.tournaments.hall import Hall
from kotva.server.tournaments.moving import games_of
from kotva.server.tournaments.pdf import is_writable, writable
from kotva.server.tournaments.sheets import Content, day_text, pdf
from kotva.server.tournaments.visit import (
    NotForYou,
    Visitor,
    address_of,
    halls_of,
    page,
    public_sheet,
    the_hall,
    visitor_of,
)
from kotva.server.words import language_of
from kotva.tournament import exports
from kotva.tournament.chart import ranks_chart
from kotva.tournament.documents import (
    certificates,
    cross_table,
    result_slips,
    round_times,
    schedule_lines,
    seating_cards,
    standings_lines,
    table_list,
    table_list_by_name,
)
from kotva.tournament.log import Json
from kotva.tournament.roles import letters
from kotva.tournament.state import Round, State
from kotva.tournament.views import may_see_standings
from kotva.tournament.words import CRITERIA

# Each document: its heading, and whether it is for officials alone before it is handed out.
PAPERS = {
    "tables": (N_("Tables"), False),
    "names": (N_("Where everybody plays"), False),
    "cards": (N_("Seating cards"), True),
    "slips": (N_("Result slips"), True),
    "standings": (N_("Standings"), False),
    "schedule": (N_("Schedule"), False),
    "cross": (N_("Who met whom"), False),
    "certificates": (N_("Certificates"), False),
    "players": (N_("Players' sheets"), False),
    "board": (N_("Board of the round"), False),
}


async def paper(request: Request) -> Response:
    """A document as a page that looks right on paper."""
    hall = await the_hall(request)
    visitor = await visitor_of(request, hall)
    content, round = _content(request, hall, visitor)
    language = language_of(request)
    return page(
        request,
        hall,
        "paper.html",
        content=content,
        round=round,
        visitor=visitor,
        code=_code,
        boxed=_spelt(hall.state),
        day=lambda text: day_text(text, language),
    )


async def paper_pdf(request: Request) -> Response:
    """The same as a file that prints alike everywhere."""
    hall = await the_hall(request)
    visitor = await visitor_of(request, hall)
    content, round = _content(request, hall, visitor)
    data = await run_in_threadpool(pdf, content, Say(language_of(request), "tournament"))
    name = f"{content.what}-{round.number}" if round is not None and content.about else content.what
    headers = {"content-disposition": f'inline; filename="{name}.pdf"', "cache-control": "no-store"}
    return Response(data, media_type="application/pdf", headers=headers)


def _spelt(state: State) -> str:
    """Names that the PDF has no letters for, and how it writes them."""
    names = [state.name, *map(state.label, state.players)]
    found = [f"{name} ({writable(name)})" for name in names if not is_writable(name)]
    return ", ".join(found[:8]) + (", …" if len(found) > 8 else "")


def _round(request: Request, state: State, visitor: Visitor) -> Round | None:
    """The round asked for, or the latest that this visitor may see (TOU-20.11)."""
    roles = set(letters(state, visitor.official or ""))
    seen = [round for round in state.rounds if round.state != "drawn" or roles & set("OH")]  # section 8
    wanted = number_in(request.query_params.get("round", ""), 99)
    return next((round for round in seen if round.number == wanted), seen[-1] if seen else None)


def _content(request: Request, hall: Hall, visitor: Visitor) -> tuple[Content, Round | None]:
    """What stands on the document asked for, as far as this visitor may see it."""
    what = request.path_params["what"]
    if what not in PAPERS:
        raise NotFound(N_("There is no such document."))
    heading, officials = PAPERS[what]
    if officials and visitor.official is None:
        raise NotForYou(N_("This page is for officials. Open it with your personal link."))
    language, state = language_of(request), hall.state
    say = Say(language, "tournament")
    round = _round(request, state, visitor)
    plain = Content(what, say(heading), state.name, empty=say("There is nothing to print yet."))
    if what == "standings":
        public = visitor.official is not None or may_see_standings(state, "")
        by_name = language if request.query_params.get("by") == "name" else None
        rows = standings_lines(state, None, by_name) if public else []
        after = say("After round {n}", n=state.completed) if state.completed else ""
        return replace(plain, rows=rows, by=CRITERIA, when=after), round
    if what == "schedule":
        return replace(plain, schedule=schedule_lines(state)), round
    if what == "cross":
        names = {player: state.label(player) for player in state.players}
        return replace(plain, met=cross_table(state), names=names), round
    if what == "certificates":
        late = say("Certificates exist when the tournament is over.")
        return replace(plain, certificates=certificates(state), empty=late), round
    if what == "players":
        asked = request.query_params.get("player", "")
        who = [asked] if asked in state.players else [player for player in state.players if asked == ""]
        return replace(plain, players=[public_sheet(state, player, visitor) for player in who]), round
    if round is None:
        return plain, round
    begin, end = round_times(state, round)
    plain = replace(plain, about=say("Round {n}", n=round.number), when=f"{begin}–{end}" if end else begin)
    if what == "names":
        return replace(plain, seats=table_list_by_name(state, round, language)), round
    if what == "tables":
        return replace(plain, seats=[table_list(state, round)]), round
    if what == "cards":
        return replace(plain, cards=seating_cards(state, round)), round
    if what == "slips":
        base = f"{address_of(request)}/t/{hall.id}/slip"
        slips = result_slips(state, round, hall.row.seed)
        return replace(plain, slips=[(s, f"{base}/R{s.round}.T{s.table}/{s.code}") for s in slips]), round
    secret = say("The board is secret until the round starts.")
    return replace(plain, boards=round_boards(state, round, hall.row.seed, say), empty=secret), round


def _code(address: str) -> Markup:
    """A QR code as SVG."""
    return Markup(segno.make(address, error="m").svg_inline(scale=3, border=2, dark="#000"))


async def board(request: Request) -> Response:
    """The board of a round as a picture; of one table where each has its own."""
    hall = await the_hall(request)
    state = hall.state
    number = number_in(request.path_params["round"], 99)
    round = state.round(number) if number is not None else None
    theme = request.path_params["theme"]
    say = Say(language_of(request), "tournament")
    drawn = round_boards(state, round, hall.row.seed, say, theme) if round is not None and theme in THEMES else []
    wanted = number_in(request.path_params["table"], 999)
    if wanted is None or not 1 <= wanted <= len(drawn):
        raise NotFound(N_("The board is secret until the round starts."))
    headers = {"cache-control": "private, max-age=300"}
    return Response(drawn[wanted - 1].svg, media_type="image/svg+xml", headers=headers)


async def chart(request: Request) -> Response:
    """Ranks over the rounds, as a picture."""
    hall = await the_hall(request)
    visitor = await visitor_of(request, hall)
    if visitor.official is None and not may_see_standings(hall.state, ""):
        raise NotForYou(N_("The standings are not public now."))
    theme = request.query_params.get("theme", "day")
    svg = ranks_chart(hall.state, Say(language_of(request), "tournament"), theme if theme in THEMES else "day")
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "no-cache"})


async def export(request: Request) -> Response:
    """TOU-20.8, TOU-20.9: CSV and JSON; the backup, with its secrets, for the organiser alone and noted in the log."""
    hall = await the_hall(request)
    visitor = await visitor_of(request, hall)
    state, what = hall.state, request.path_params["what"]
    public = visitor.official is not None or may_see_standings(state, "")
    games: dict[str, Json] = {}
    if what == "standings.csv" and not public:
        raise NotForYou(N_("The standings are not public now."))
    if what == "backup.json":
        if visitor.official is None:
            raise NotForYou(N_("This page is for officials. Open it with your personal link."))
        await hall.act(visitor.official, [("backup", {})])
        games = await games_of(hub_of(request), halls_of(request).ledger, hall)
    if what == "tournament.json" and visitor.official is None and state.phase not in ("closed", "cancelled"):
        raise NotForYou(N_("The whole log is public when the tournament is over."))
    writers: dict[str, Callable[[], str]] = {
        "players.csv": lambda: exports.players_csv(state),
        "draw.csv": lambda: exports.draw_csv(state),
        "results.csv": lambda: exports.results_csv(state),
        "standings.csv": lambda: exports.standings_csv(state),
        "tournament.json": lambda: exports.to_json(hall.log, hall.state.hash),
        "backup.json": lambda: exports.to_json(hall.log, hall.state.hash, replace(hall.secrets, games=games)),
    }
    if what not in writers:
        raise NotFound(N_("There is no such document."))
    kind = "application/json" if what.endswith(".json") else "text/csv; charset=utf-8"
    headers = {"content-disposition": f'attachment; filename="{what}"', "cache-control": "no-store"}
    return Response(writers[what]().encode(), media_type=kind, headers=headers)


ROUTES = [
    Route("/t/{tournament}/paper/{what}.pdf", paper_pdf),
    Route("/t/{tournament}/paper/{what}", paper),
    Route("/t/{tournament}/board/{round}-{table}-{theme}.svg", board),
    Route("/t/{tournament}/chart.svg", chart),
    Route("/t/{tournament}/export/{what}", export),
]
