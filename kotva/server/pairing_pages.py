"""Quick pairing in the lobby: its form, looking for a table, and how far the search has come."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from urllib.parse import quote, unquote

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.say import N_, Say
from kotva.engine.user_input import clean_name
from kotva.match import SeatSpec, TableSpec
from kotva.server.api import NotFound, hub_of, number_in
from kotva.server.form_fields import cookie_of
from kotva.server.found_tables import PUBLIC
from kotva.server.game_list import ready_game
from kotva.server.languages import language_of
from kotva.server.lobby_store import LobbyStore
from kotva.server.pairing import MINUTES, PATIENCE, Seek, clock_for, find_group, preset_for
from kotva.server.people import give_token, person_of
from kotva.server.ratings import Rating
from kotva.server.render import form_of
from kotva.server.sql import SqlStore
from kotva.server.store import Taken
from kotva.server.tables import has_clock, prepare

NAME_COOKIE = "kotva_name"  # under which somebody last looked for a game
_TIMES = {0: N_("no clock"), 10: N_("about 10 minutes"), 20: N_("about 20 minutes"), 45: N_("about 45 minutes")}


class PairingState(msgspec.Struct, omit_defaults=True):
    """How far the search for a table has come."""

    state: str  # "waiting", "found" or "none"
    table: str = ""
    words: str = ""  # what is looked for
    waited: float = 0.0  # seconds
    bots: str = ""  # where the game can be played against bots meanwhile, once nobody has come for a while


def form(request: Request, games: Sequence[Game], language: str) -> dict[str, object]:
    """What the form for quick pairing shows."""
    say, me = Say(language), person_of(request)
    return {
        "name": me.name if me.account else clean_name(unquote(cookie_of(request, NAME_COOKIE))) or me.name,
        "account": me.account,
        "games": [
            {"id": game.id, "title": Say(language, game.id)(game.title), "seats": list(game.rules.seats)}
            for game in games
        ],
        "counts": _counts(games),
        "minutes": [(minutes, say(_TIMES[minutes]), minutes == 20) for minutes in MINUTES],
    }


def _counts(games: Sequence[Game]) -> list[tuple[int, int]]:
    """Every range of players that some game has: as wide as can be first."""
    top = max((game.rules.seats[-1] for game in games), default=4)
    exact = sorted({seats for game in games for seats in game.rules.seats})
    return [(2, top), *((seats, seats) for seats in exact)]


def listed(seeks: Sequence[Seek], games: Mapping[str, Game], language: str) -> list[dict[str, object]]:
    """Others who look for a game, in words."""
    return [
        {"seek": seek, "words": words(seek, games[seek.game], language), "game": seek.game}
        for seek in seeks
        if seek.game in games
    ]


def words(seek: Seek, game: Game, language: str) -> str:
    """What somebody looks for: a game, 2 to 4 players, about 20 minutes."""
    say = Say(language, game.id)
    count = (
        say.many("{n} player", "{n} players", seek.low)
        if seek.low == seek.high
        else say("{low} to {high} players", low=seek.low, high=seek.high)
    )
    plain = Say(language)
    parts = [say(game.title), count, plain(_TIMES.get(seek.minutes, _TIMES[0]))]
    return ", ".join([*parts, plain("rated")] if seek.rated else parts)


async def start(request: Request) -> Response:
    """Look for a table. A browser without scripts lands in the lobby, which then shows what is looked for."""
    given = await form_of(request)
    game = ready_game(given.get("game", ""))
    if game is None:
        raise NotFound(N_("There is no such game."))
    response: Response = RedirectResponse("/", 303)
    wants_data = "application/json" in request.headers.get("accept", "")
    if wants_data:
        response = Response(b"{}", media_type="application/json", headers={"cache-control": "no-store"})
    hub = hub_of(request)
    visitor = give_token(request, response)
    me = await hub.people.enroll(visitor)
    typed, say = clean_name(given.get("name", "")), Say(language_of(request))
    name = await hub.accounts.seat_name(visitor, typed or visitor.name, say("guest")) or say("Captain")
    if typed and not visitor.account and typed != visitor.name:
        await hub.accounts.name_guest(me, typed)
    low, high = _range(given, game)
    minutes = number_in(given.get("minutes", ""), 100)
    seek = Seek(
        me, name, game.id, low, high, minutes if minutes in MINUTES else 0, given.get("rated") == "on", Rating().mu, 0.0
    )
    store = _store(request)
    with suppress(Taken):  # two presses at one moment
        await store.seek(seek)
    response.set_cookie(NAME_COOKIE, quote(name), max_age=365 * 24 * 3600, samesite="lax", httponly=True)
    return response


def _range(given: Mapping[str, str], game: Game) -> tuple[int, int]:
    """How many players somebody wants, within what the game has."""
    parts = [number_in(part, 8) for part in given.get("players", "").split("-")]
    low, high = game.rules.seats[0], game.rules.seats[-1]
    if len(parts) == 2 and parts[0] is not None and parts[1] is not None:
        chosen = [seats for seats in game.rules.seats if parts[0] <= seats <= parts[1]]
        if chosen:
            low, high = chosen[0], chosen[-1]
    return max(low, 2), high


async def look(request: Request) -> Response:
    """How far the search has come; people that look are paired with each other."""
    person = person_of(request)
    store = _store(request)
    found = await store.still_seeks(person.id) if person.id else None
    if found is None or person.id is None:
        return _answer(PairingState("none"))
    seek, table = found
    if table is None and await _pair(request, store, seek):
        found = await store.still_seeks(person.id)
        table = found[1] if found else None
    if table is not None:
        return _answer(PairingState("found", table))
    game = ready_game(seek.game)
    said = words(seek, game, language_of(request)) if game is not None else ""
    waited = max(0.0, hub_of(request).now() - seek.since)
    return _answer(
        PairingState("waiting", words=said, waited=round(waited, 1), bots=seek.game if waited > 2 * PATIENCE else "")
    )


async def stop(request: Request) -> Response:
    """Look no more, or the table has been found."""
    person = person_of(request)
    if person.id:
        await _store(request).stop_seeking(person.id)
    return _answer(PairingState("none"))


async def _pair(request: Request, store: LobbyStore, mine: Seek) -> bool:
    """Put people at a table if they suit each other; whether this node did."""
    hub, game = hub_of(request), ready_game(mine.game)
    if game is None:
        return False
    seeks = await store.seeks(mine.game)
    apart = await store.apart([seek.person for seek in seeks])
    group = find_group(seeks, game.rules.seats, hub.now(), apart)
    if not group:
        return False
    order = list(group)
    secrets.SystemRandom().shuffle(order)
    spec = TableSpec(
        game=game.id,
        seats=tuple(SeatSpec(name, person=seek.person) for name, seek in zip(_told_apart(order), order, strict=True)),
        options=game.preset(preset_for(mine.minutes)).options if game.rules.presets else {},
        clock=clock_for(mine.minutes, len(order), game),
        access=PUBLIC,
        rated=mine.rated,
        owner=order[0].person,
    )
    try:
        row, events = await run_in_threadpool(prepare, spec)
        await store.pair(group, row, events, clock=await run_in_threadpool(has_clock, row))
    except (Taken, KotvaError):  # somebody of them has been paired a moment ago, or has gone: all look again
        return False
    return True


def _told_apart(seeks: Sequence[Seek]) -> list[str]:
    """Their names; guests who gave the same one are numbered."""
    seen = Counter[str]()
    names = []
    for seek in seeks:
        seen[seek.name] += 1
        names.append(seek.name if seen[seek.name] == 1 else f"{seek.name[:36]} {seen[seek.name]}")
    return names


def _store(request: Request) -> LobbyStore:
    store = hub_of(request).store
    if not isinstance(store, SqlStore):
        raise NotFound(N_("There is no quick pairing here."))
    return LobbyStore(store)


def _answer(state: PairingState) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(msgspec.json.encode(state), media_type="application/json", headers=headers)


ROUTES = [
    Route("/pairing", start, methods=["POST"]),
    Route("/pairing/look", look, methods=["POST"]),
    Route("/pairing/stop", stop, methods=["POST"]),
]
