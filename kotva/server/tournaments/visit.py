"""Who visits a tournament, as whom, and what every page of it shows."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_, Say
from kotva.server.api import NotFound, hub_of
from kotva.server.people import person_of
from kotva.server.render import show
from kotva.server.tournaments.hall import Hall, Halls
from kotva.server.tournaments.online import origin
from kotva.tournament.csvfiles import BadFile
from kotva.tournament.documents import Sheet, player_sheet
from kotva.tournament.refusal import Refused
from kotva.tournament.roles import letters
from kotva.tournament.state import State, Table
from kotva.tournament.views import may_see_standings
from kotva.tournament.words import CRITERIA


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
    if person.id is not None:
        await halls_of(request).came(hall, found, person.id)
    return Visitor(tuple(sorted(found, key=lambda actor: (actor[0] != "O", int(actor[1:])))))


async def own_table(request: Request, hall: Hall, player: str) -> tuple[Table | None, str | None]:
    """Where a player plays now, and the address of that table where it is open on the platform."""
    current = hall.state.current
    if current is None or current.state not in ("published", "running"):
        return None, None
    table = next(iter(current.tables_of(player)), None)
    if table is None:
        return None, None
    opened = await halls_of(request).ledger.tables(origin(hall, table))
    return table, next(iter(opened.values()), None)


async def mark_of(request: Request, hall: Hall, visitor: Visitor) -> str:
    """What a page was made from; when it differs, the page is out of date. A player's page shows the own table, too."""
    player = visitor.player
    if player is None or hall.state.options.word("online") != "true":
        return str(hall.state.seq)
    _, opened = await own_table(request, hall, player)
    return f"{hall.state.seq}-{opened}" if opened is not None else str(hall.state.seq)


def public_sheet(state: State, player: str, visitor: Visitor) -> Sheet:
    """TOU-20.3, TOU-13.6: a player's sheet; without the rank where the standings are not public now."""
    sheet = player_sheet(state, player)
    shown = visitor.official is not None or may_see_standings(state, "")
    return sheet if shown else replace(sheet, rank=None, success="–")


def address_of(request: Request) -> str:
    """Where others reach this server: as the visitor does, but from the computer itself as its network does."""
    lan = hub_of(request).settings.lan
    return lan if lan and is_local(request) else f"{request.url.scheme}://{request.url.netloc}"


def is_local(request: Request) -> bool:
    host = request.url.hostname or ""
    return host in ("localhost", "::1") or host.startswith("127.")


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
        unreached=is_local(request) and not hub_of(request).settings.lan,
        **values,
    )


def told(error: KotvaError | BadFile, say: Say) -> str:
    """What is wrong, in one line for each fault."""
    if isinstance(error, BadFile):
        return "\n".join(error.lines(say)[:20])
    return error.line(say) if isinstance(error, Refused) else error.say(say)


def new_key() -> str:
    """So that a form that is sent twice acts once."""
    return secrets.token_hex(12)


def place_of(text: str) -> tuple[int, int] | None:
    round, _, table = text.removeprefix("R").partition(".T")
    if round.isascii() and table.isascii() and round.isdigit() and table.isdigit() and len(text) < 12:
        return int(round), int(table)
    return None
