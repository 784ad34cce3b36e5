"""The next game of the same people: the first press opens its table, the others are invited where they are and come to it.

The invitation is a line of the old table's talk, of which there is one: its key says so to all nodes. It names the address of the
next table before that exists; a later press finds the table, or opens it under this address after a crash in between. Seats
rotate. The seats of those who have not come yet are kept under their names, so that no clock runs for anybody who is not there.
"""

from __future__ import annotations

from contextlib import suppress

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kotva.engine.say import N_
from kotva.match import SeatSpec, TableSpec
from kotva.server.api import NotFound, hub_of
from kotva.server.hub import Hub
from kotva.server.people import Person, person_of
from kotva.server.rate_limits import TooMany, check_bots
from kotva.server.render import failed, too_many
from kotva.server.rows import LESSON
from kotva.server.store import Taken
from kotva.server.table import Table
from kotva.server.tables import new_address
from kotva.server.talk import AGAIN

_LONGEST = 100  # games in a row that are looked through for the last one


async def again(request: Request) -> Response:
    """To the next table of these people; the first request opens it."""
    hub = hub_of(request)
    table = await hub.table(request.path_params["table"])
    if table is None:
        return failed(request, NotFound(N_("There is no such table.")), 404)
    person = person_of(request)
    if table.row.origin.startswith(LESSON):
        return RedirectResponse(f"/lessons/{table.game.id}", 303)
    table, known = await last_of(hub, table)
    if not table.seats_of(person):
        return RedirectResponse(f"/table/{known}" if known else f"/new/{table.game.id}", 303)
    try:
        if not known:
            check_bots(request.scope, sum(sitter.kind == "bot" for sitter in table.row.sitters))
    except TooMany as error:
        return too_many(request, error)
    return RedirectResponse(f"/table/{await next_table(hub, table, person)}", 303)


async def last_of(hub: Hub, table: Table) -> tuple[Table, str]:
    """The last game in a row of games of the same people, and the address of its next table, if somebody has opened one."""
    for _ in range(_LONGEST):
        lines = (await hub.talks.at(table)).of_kind(AGAIN)
        following = await hub.table(lines[-1].text) if lines else None
        if following is None or not following.match.is_over:
            return table, following.id if following is not None else ""
        table = following
    return table, ""


async def next_table(hub: Hub, table: Table, person: Person) -> str:
    """The address of the next table, at which this person now has the seats that are due to them."""
    seats = table.seats_of(person)
    name = table.row.sitters[seats[0]].name
    line = await hub.talks.add(
        table, AGAIN, new_address(), person=person.id, seat=seats[0], name=name, key="again-" + table.id
    )
    following = await hub.table(line.text)
    if following is None:
        with suppress(Taken):  # another node was faster by a moment
            await hub.tables.open(_spec(table, person.id, line.text))
            await hub.hooks.follow(table.id, line.text)
        following = await hub.table(line.text)
        assert following is not None
    count = table.row.seats
    for seat in seats:
        free = [(seat - 1) % count, *range(count)]
        free = [s for s in free if following.row.sitters[s].kind == "person" and not following.row.sitters[s].person]
        if len(following.seats_of(person)) < len(seats) and free:
            await hub.sit(following, free[0], table.row.sitters[seat].name, person)
    return line.text


def _spec(table: Table, person: str | None, address: str) -> TableSpec:
    """The same game with everybody one seat further; the seats of other people are kept for them."""
    row, count = table.row, table.row.seats
    before = [row.sitters[(seat + 1) % count] for seat in range(count)]
    return TableSpec(
        game=row.game,
        seats=tuple(
            SeatSpec(s.name, s.level if s.kind == "bot" else "", s.person if s.person == person else None)
            for s in before
        ),
        options=table.match.options.given,
        title=row.title,
        clock=row.clock,
        owner=person,
        hints=row.hints,
        access=row.access,
        rated=row.rated,
        absence=row.absence,
        finishers=row.finishers,
        id=address,
    )


ROUTES = [Route("/table/{table}/again", again, methods=["POST"])]
