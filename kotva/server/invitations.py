"""Free seats: a picture of the link that leads to them, and bots for those that nobody comes for."""

from __future__ import annotations

import segno
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kotva.engine.say import N_, Say
from kotva.scene import look
from kotva.server import my_tables
from kotva.server.api import Closed, NotFound, hub_of, viewer_of
from kotva.server.languages import language_of
from kotva.server.leaving import LEVEL
from kotva.server.people import Person, person_of
from kotva.server.rate_limits import TooMany, check_bots
from kotva.server.render import failed, too_many
from kotva.server.table import NotYours, Table


def free_seats(table: Table) -> list[int]:
    """The seats of people that nobody has."""
    return [sitter.seat for sitter in table.row.sitters if sitter.kind == "person" and sitter.person is None]


def may_fill(table: Table, person: Person) -> bool:
    """Whether somebody decides that bots take the free seats: the person who opened the table, and plays there."""
    row = table.row
    return bool(table.seats_of(person)) and row.owner == person.id and not row.origin and not table.match.is_over


async def fill(request: Request) -> Response:
    """Bots take the seats that are free; sent twice, the second time finds none."""
    hub = hub_of(request)
    table = await hub.table(request.path_params["table"])
    if table is None:
        return failed(request, NotFound(N_("There is no such table.")), 404)
    if not may_fill(table, person_of(request)):
        return failed(request, NotYours(N_("Only the player who opened a table gives its free seats to bots.")), 403)
    say, free = Say(language_of(request), table.game.id), free_seats(table)
    try:
        check_bots(request.scope, len(free))
    except TooMany as error:
        return too_many(request, error)
    await table.fill(
        {seat: say("Bot {letter}", letter=look.SEATS[seat % len(look.SEATS)].letter) for seat in free}, LEVEL
    )
    return RedirectResponse(f"/table/{table.id}", 303)


async def picture(request: Request) -> Response:
    """The invitation as a QR code, for a friend with a phone in the same room; a closed table shows it to its players alone."""
    table, address = await hub_of(request).table(request.path_params["table"]), my_tables.invitation(request)
    if table is None:
        return failed(request, NotFound(N_("There is no such table.")), 404)
    if address is None:
        return failed(request, NotFound(N_("Only this computer can open the table.")), 404)
    try:
        viewer_of(request, table)
    except Closed as error:
        return failed(request, error, 403)
    drawn = segno.make(address.partition("?")[0].removesuffix("/invitation.svg"), error="m")
    svg = drawn.svg_inline(border=4, dark="#000", light="#fff", omitsize=True)
    svg = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "private, max-age=300"})


ROUTES = [
    Route("/table/{table}/fill", fill, methods=["POST"]),
    Route("/table/{table}/invitation.svg", picture),
]
