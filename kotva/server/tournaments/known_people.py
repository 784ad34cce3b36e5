"""TOU-2.17: people of the organiser's earlier tournaments, to be entered again by ticking their names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_, Say
from kotva.server.languages import language_of
from kotva.server.people import person_of
from kotva.server.render import form_of
from kotva.server.tournaments.page_context import (
    NotForYou,
    Visitor,
    fault_text,
    new_key,
    page,
    sessions_of,
    the_session,
    visitor_of,
)
from kotva.server.tournaments.session import TournamentSession
from kotva.tournament.actions import ACTIONS
from kotva.tournament.log import Json
from kotva.tournament.names import folded
from kotva.tournament.roles import letters
from kotva.tournament.state import Player

_EARLIER = 20  # tournaments that are looked at, the latest first
_MOST = 400  # people that are shown


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """Somebody as entered the last time, with what only the organiser saw."""

    name: str
    club: str
    team: str
    category: str
    rating: int | None
    contact: str
    times: int  # tournaments


async def known(request: Request, session: TournamentSession) -> list[KnownPerson]:
    """Who took part in tournaments that this person has organised and is not entered here; most often there, then by name."""
    person = person_of(request).id
    sessions = sessions_of(request)
    here = {player.key for player in session.state.players.values()}
    found: dict[str, tuple[Player, Mapping[str, str], int]] = {}
    for id in await sessions.tournament_store.organised(person or "", _EARLIER):
        other = await sessions.get(id)
        if other is None or other.id == session.id:
            continue
        for player in other.state.players.values():
            if player.kind != "human" or player.key in here:
                continue
            latest, contacts, times = found.get(player.key, (player, other.secrets.contacts, 0))
            found[player.key] = latest, contacts, times + 1
    people = [
        KnownPerson(p.name, p.club, p.team, ", ".join(p.categories), p.rating, contacts.get(p.id, ""), times)
        for p, contacts, times in found.values()
    ]
    return sorted(people, key=lambda one: (-one.times, folded(one.name)))[:_MOST]


async def _organiser(request: Request, session: TournamentSession) -> Visitor:
    visitor = await visitor_of(request, session)
    if visitor.official is None or not set(letters(session.state, visitor.official)) & set(ACTIONS["import"].who):
        raise NotForYou(N_("The organiser picks from people who played before."))
    return visitor


async def form(request: Request) -> Response:
    session = await the_session(request)
    return await _page(request, session, await _organiser(request, session))


async def enter(request: Request) -> Response:
    """All who were ticked, or nobody."""
    session = await the_session(request)
    visitor = await _organiser(request, session)
    sent = await form_of(request)
    chosen = [one for one in await known(request, session) if sent.get(f"pick-{folded(one.name)}")]
    actions = [("register", _entry(one)) for one in chosen]
    if sent.get("here"):
        first = len(session.state.players) + 1
        actions += [("checkin", {"player": f"P{number}"}) for number in range(first, first + len(chosen))]
    try:
        if actions:
            await session.act(visitor.official or "", actions, sent.get("key") or None)
    except KotvaError as error:
        say = Say(language_of(request), "tournament")
        return await _page(request, session, visitor, fault_text(error, say, session.state))
    return RedirectResponse(f"/t/{session.id}/desk#players", 303)


def _entry(one: KnownPerson) -> dict[str, Json]:
    told: dict[str, Json] = {"club": one.club, "team": one.team, "category": one.category, "contact": one.contact}
    entry: dict[str, Json] = {"name": one.name, **{name: value for name, value in told.items() if value}}
    return entry if one.rating is None else {**entry, "rating": one.rating}


async def _page(request: Request, session: TournamentSession, visitor: Visitor, fault: str = "") -> Response:
    return await page(
        request,
        session,
        "known.html",
        422 if fault else 200,
        visitor=visitor,
        people=[(folded(one.name), one) for one in await known(request, session)],
        fault=fault,
        key=new_key(),
    )


ROUTES = [
    Route("/t/{tournament}/known", form),
    Route("/t/{tournament}/known", enter, methods=["POST"]),
]
