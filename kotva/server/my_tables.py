"""A person's tables in the lobby: their titles, whose turn it is, putting them away; and the link that invites others."""

from __future__ import annotations

import re
import socket
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from kotva.engine.errors import KotvaError
from kotva.server.api import hub_of
from kotva.server.form_fields import cookie_of
from kotva.server.people import person_of
from kotva.server.rows import TableRow, shown_name

AWAY = "kotva-away"  # the cookie with the tables that this browser hides
_MOST = 60  # of them
_ADDRESS = re.compile("[a-z0-9-]{1,40}")  # of a table
HERE = ("localhost", "127.0.0.1", "::1")


def hidden_tables(request: Request) -> list[str]:
    return [name for name in cookie_of(request, AWAY).split(".") if name]


async def hide_table(request: Request) -> Response:
    """Take a table off this browser's list; it goes on, and its link still leads there."""
    response = RedirectResponse("/", 303)
    name = request.path_params["table"]
    if not _ADDRESS.fullmatch(name):  # of no table: a cookie holds nothing else
        return response
    kept = [other for other in hidden_tables(request) if other != name][1 - _MOST :]
    response.set_cookie(AWAY, ".".join((*kept, name)), max_age=365 * 24 * 3600, samesite="lax", httponly=True)
    return response


async def waits_for(request: Request, row: TableRow) -> bool:
    """Whether a running table waits for this person: as it was stored with the last event."""
    if row.status == "over":
        return False
    if row.to_act is not None:
        me = person_of(request).id
        return any(s.person == me and s.kind == "person" and row.to_act >> s.seat & 1 for s in row.sitters)
    try:  # nothing was played there since that is stored: its rows know
        table = await hub_of(request).table(row.id)
    except KotvaError:
        return False
    return table is not None and bool(set(table.seats_of(person_of(request))) & set(table.match.actors()))


def opponents(row: TableRow, person: str | None, language: str = "en") -> Sequence[str]:
    """Who else sits there, by name."""
    return [shown_name(sitter.name, language) for sitter in row.sitters if sitter.person != person]


def invitation(request: Request) -> str | None:
    """The address under which others find this page: none if only this computer can open it."""
    if request.url.hostname not in HERE:
        return str(request.url)
    lan: str = hub_of(request).settings.lan
    return f"{lan}{request.url.path}" if lan else None


def lan_address() -> str:
    """This machine's address in its network, or nothing; asking for the way sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            found = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if found.startswith(("127.", "0.")) else found
