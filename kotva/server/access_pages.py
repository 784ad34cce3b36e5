"""Where somebody stands who cannot come in: at a table that is closed to those without a seat, or frozen."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from kotva.engine.say import N_, Say
from kotva.server import workshop
from kotva.server.api import Closed, NotFound, hub_of, number_in, take_seat
from kotva.server.frozen_table import FrozenTable
from kotva.server.game_list import title_of
from kotva.server.languages import language_of
from kotva.server.people import give_token, person_of
from kotva.server.presenter import Viewer
from kotva.server.render import failed, form_of, show
from kotva.server.table import Table


def closed_page(request: Request, table: Table, error: Closed) -> Response:
    """What somebody without a seat finds at a table that admits no spectators: why, and the seats that are free."""
    free = [sitter for sitter in hub_of(request).presenter(table).sitters(Viewer()) if sitter.kind == "open"]
    say = Say(language_of(request), table.game.id)
    return show(
        request,
        "closed_table.html",
        403,
        game=table.game,
        title=say(table.game.title),
        table_title=title_of(table.row.title, table.game, say),
        table_id=table.row.id,
        message=str(error),
        clause=error.clause,
        link=error.values["link"],
        free=free,
    )


def frozen_page(request: Request, table: FrozenTable) -> Response:
    """What everybody finds at a table that does not replay under the rules that are here."""
    row = table.row
    say = Say(language_of(request), row.game)
    in_workshop = hub_of(request).settings.workshop is not None
    fault, position = workshop.fault_of(table) if in_workshop else (None, "")
    return show(
        request,
        "frozen.html",
        409,
        fault=fault,
        position=position,
        table=row,
        message=table.reason.say(say),
        open=table.open_to(person_of(request)),
        over=row.status == "over",
    )


async def sit(request: Request) -> Response:
    """Take a free seat from the page of a closed table."""
    hub = hub_of(request)
    table = await hub.table(request.path_params["table"])
    if table is None:
        return failed(request, NotFound(N_("There is no such table.")), 404)
    given = await form_of(request)
    seat = number_in(given.get("seat", ""), table.row.seats - 1)
    response = RedirectResponse(f"/table/{table.row.id}", 303)
    person = give_token(request, response)
    if seat is not None:
        await take_seat(hub, table, seat, given.get("name", ""), person, table.say(language_of(request)))
    return response
