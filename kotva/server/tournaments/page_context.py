"""Who visits a tournament, as whom, and what every page of it shows."""

from __future__ import annotations

import functools
import re
import secrets
from dataclasses import dataclass, replace
from typing import Any, Protocol

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_, Say
from kotva.server.api import NotFound, hub_of
from kotva.server.languages import language_of
from kotva.server.people import person_of
from kotva.server.render import sent, written
from kotva.server.tournaments.session import TournamentSession, TournamentSessions
from kotva.server.tournaments.table_setup import origin
from kotva.tournament.csvfiles import BadFile
from kotva.tournament.documents import PlayerSheet, player_sheet
from kotva.tournament.refusal import Refused
from kotva.tournament.roles import letters
from kotva.tournament.state import TournamentState, TournamentTable
from kotva.tournament.views import may_see_standings
from kotva.tournament.words import CRITERIA


class Named(Protocol):
    """A tournament by its address."""

    @property
    def id(self) -> str: ...


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


def sessions_of(request: Request) -> TournamentSessions:
    sessions: TournamentSessions = request.app.state.sessions
    return sessions


async def the_session(request: Request) -> TournamentSession:
    session = await sessions_of(request).get(request.path_params["tournament"])
    if session is None:
        raise NotFound(N_("There is no such tournament."))
    return session


async def visitor_of(request: Request, session: TournamentSession) -> Visitor:
    person = person_of(request)
    found = await sessions_of(request).tournament_store.actors(session.id, person.id) if person.id else []
    if person.id is not None:
        await sessions_of(request).came(session, found, person.id)
    return Visitor(tuple(sorted(found, key=lambda actor: (actor[0] != "O", int(actor[1:])))))


async def own_table(
    request: Request, session: TournamentSession, player: str
) -> tuple[TournamentTable | None, str | None]:
    """Where a player plays now, and the address of that table where it is open on the platform."""
    current = session.state.current
    if current is None or current.state not in ("published", "running"):
        return None, None
    mine = list(current.tables_of(player))  # several in an arena, where the one that goes on counts (TOU-19.20)
    table = next((one for one in mine if one.state == "open"), mine[-1] if mine else None)
    if table is None:
        return None, None
    opened = await sessions_of(request).tournament_store.tables(origin(session, table))
    return table, next(iter(opened.values()), None)


async def mark_of(request: Request, session: TournamentSession, visitor: Visitor) -> str:
    """What a page was made from; when it differs, the page is out of date. A player's page shows the own table, too."""
    player = visitor.player
    if player is None or not session.state.options.flag("online"):
        return str(session.state.seq)
    _, opened = await own_table(request, session, player)
    return f"{session.state.seq}-{opened}" if opened is not None else str(session.state.seq)


def public_sheet(state: TournamentState, player: str, visitor: Visitor) -> PlayerSheet:
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


async def page(
    request: Request, session: TournamentSession, template: str, status: int = 200, **values: Any
) -> Response:
    """A page of a tournament, with what all of them need; written in a thread: with 120 players a desk takes 50 ms."""
    write = functools.partial(
        written,
        f"tournament/{template}",
        language_of(request),
        request.url.path,
        None,
        "tournament",
        unreached=is_unreached(request),
        **common(session, session.state),
        **values,
    )
    return sent(request, await run_in_threadpool(write), status)


def is_unreached(request: Request) -> bool:
    """Whether nobody else can open the addresses on a page."""
    return is_local(request) and not hub_of(request).settings.lan


def common(session: Named, state: TournamentState) -> dict[str, Any]:
    """What every page of a tournament knows."""
    return {
        "session": session,
        "state": state,
        "name": state.label,
        "by": CRITERIA,
        "letters": lambda actor: letters(state, actor),
    }


def fault_text(error: KotvaError | BadFile, say: Say, state: TournamentState | None = None) -> str:
    """What is wrong, in one line for each fault; the sentence first, the clause and the code behind it."""
    if isinstance(error, BadFile):
        return "\n".join(error.lines(say)[:20])
    said = f"{error.say(say)} ({error.clause}, {error.code})" if isinstance(error, Refused) else error.say(say)
    return said if state is None else in_words(said, say, state)


def in_words(text: str, say: Say, state: TournamentState) -> str:
    """Names instead of P6 and O2, tables as they are called on the page instead of R1.T7."""

    def table(found: re.Match[str]) -> str:
        current = state.current
        here = say("Table {n}", n=found[2])
        is_now = current is not None and int(found[1]) == current.number
        return here if is_now else f"{here} ({say('Round {n}', n=found[1])})"

    text = re.sub(r"\bR(\d{1,2})\.T(\d{1,3})\b", table, text)
    return re.sub(r"\b[PO]\d{1,3}\b", lambda found: state.label(found[0]), text)


def new_key() -> str:
    """So that a form that is sent twice acts once."""
    return secrets.token_hex(12)


def place_of(text: str) -> tuple[int, int] | None:
    round, _, table = text.removeprefix("R").partition(".T")
    if round.isascii() and table.isascii() and round.isdigit() and table.isdigit() and len(text) < 12:
        return int(round), int(table)
    return None
