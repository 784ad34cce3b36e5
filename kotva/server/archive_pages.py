"""The archive: a search over finished games, a page for each player, and all of one's own games in one file."""

from __future__ import annotations

import datetime
import functools
import io
import json
import zipfile
from typing import Any

from markupsafe import Markup
from sqlalchemy import Connection, select, update
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kotva.engine.presets import NAMES
from kotva.engine.say import N_, Say
from kotva.server import plots
from kotva.server.account_store import AccountStore
from kotva.server.api import NotFound, hub_of
from kotva.server.archive_store import PAGE, RESULTS, ArchiveQuery, ArchiveStore, FinishedRow
from kotva.server.frozen_table import record_of_rows
from kotva.server.game_list import games_ready, ready_game, title_of
from kotva.server.jobs.asking import work_for
from kotva.server.jobs.limits import PAPER
from kotva.server.languages import language_of
from kotva.server.people import person_of
from kotva.server.people_schema import ACCOUNTS
from kotva.server.rate_limits import EXPORTS, check_often
from kotva.server.render import form_of, show
from kotva.server.sql import SqlStore

SHOWN = ("games", "ratings", "lessons")  # what a player's page may show; all of it unless the player says otherwise
_MOST = 2000  # games in one file


def day(text: str) -> float:
    """The moment at which a day begins (UTC), from `2026-11-18`; 0 for anything else."""
    try:
        return datetime.datetime.fromisoformat(text[:10]).replace(tzinfo=datetime.UTC).timestamp() if text else 0.0
    except (ValueError, OverflowError):
        return 0.0


def date_of(moment: float) -> str:
    """The day of a moment (UTC)."""
    return datetime.datetime.fromtimestamp(moment, datetime.UTC).date().isoformat()


async def search(request: Request) -> Response:
    """Finished games that everybody may find, and one's own."""
    store = _store(request)
    query = ArchiveQuery.of(request.query_params, day)
    found = await store.search(query, person_of(request).id)
    language = language_of(request)
    say = Say(language)
    kept = {name: value for name, value in request.query_params.items() if name != "before" and value}
    return show(
        request,
        "archive.html",
        query=query,
        given=dict(request.query_params),
        kept=kept,
        entries=entries(found[:PAGE], language),
        more=found[PAGE - 1].game.number if len(found) > PAGE else 0,
        games=[(game.id, Say(language, game.id)(game.title)) for game in games_ready()],
        results=list(zip(RESULTS, [say("any"), say("won"), say("lost"), say("drawn")], strict=True)),
        presets=[(name, say(title)) for name, title in NAMES.items()],
    )


def entries(found: list[FinishedRow], language: str) -> list[dict[str, Any]]:
    """Finished games for a list."""
    out = []
    for row in found:
        game = ready_game(row.game.game)
        name = row.game.game if game is None else Say(language, game.id)(game.title)
        title = row.game.title if game is None else title_of(row.game.title, game, Say(language, game.id))
        places = sorted(row.places, key=lambda place: (place.rank, place.seat))
        entry = {"row": row.game, "places": places, "game": name, "title": title or name}
        out.append(entry | {"date": date_of(row.game.ended)})
    return out


async def player(request: Request) -> Response:
    """A player's page. Guests have one for themselves alone: what they play is nobody else's."""
    person = request.path_params["person"]
    hub, me = hub_of(request), person_of(request)
    store = _store(request)
    assert isinstance(hub.store, SqlStore)
    known = (await AccountStore(hub.store).people([person])).get(person)
    mine = me.id == person
    if known is None or known.deleted or not (known.account or mine):
        raise NotFound(N_("There is no such player."))
    language = language_of(request)
    say = Say(language)
    shows = await hub.store.read(lambda db: _shows(db, person))
    rated = []
    if shows["ratings"] or mine:
        histories = await store.history(person)
        for game_id, seats, rating in await store.ratings_of(person):
            game = ready_game(game_id)
            history = histories.get((game_id, seats), [])
            curve = plots.lines(
                [[one.points for one in history]], ["line-0"], say("Rating, game by game"), say("games"), 0
            )
            rated.append(
                {
                    "game": game_id if game is None else Say(language, game_id)(game.title),
                    "seats": seats,
                    "rating": rating,
                }
                | {"curve": Markup(curve)}  # made here, of numbers
            )
    lessons = await store.lessons_of(person) if shows["lessons"] or mine else {}
    return show(
        request,
        "player.html",
        player=known,
        mine=mine,
        shows=shows,
        rated=rated,
        count=await store.count_of(person),
        finished=(await AccountStore(hub.store).reliability(person)).words(say),
        entries=entries(await store.games_of(person, not mine), language) if shows["games"] or mine else [],
        lessons=[
            (Say(language, game.id)(game.title), lessons[game.id]) for game in games_ready() if game.id in lessons
        ],
    )


async def settings(request: Request) -> Response:
    """What one's own page shows."""
    me = person_of(request).id
    given = await form_of(request)
    store = hub_of(request).store
    if me is None or not isinstance(store, SqlStore):
        raise NotFound(N_("There is no such player."))

    def work(db: Connection) -> None:
        kept = _settings(db, me) | {f"page_{name}": given.get(name) == "on" for name in SHOWN}
        db.execute(update(ACCOUNTS).where(ACCOUNTS.c.person == me).values(settings=json.dumps(kept)))

    await store.write(work)
    return RedirectResponse(f"/player/{me}", 303)


def _settings(db: Connection, person: str) -> dict[str, Any]:
    text = db.execute(select(ACCOUNTS.c.settings).where(ACCOUNTS.c.person == person)).scalar()
    try:
        data = json.loads(text or "{}")
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def _shows(db: Connection, person: str) -> dict[str, bool]:
    kept = _settings(db, person)
    return {name: kept.get(f"page_{name}", True) is not False for name in SHOWN}


async def own_page(request: Request) -> Response:
    """One's own page."""
    me = person_of(request).id
    return RedirectResponse(f"/player/{me}" if me else "/archive", 303)


async def export(request: Request) -> Response:
    """The records of all games that somebody has finished, in one file; they follow from the rows, nothing is replayed."""
    check_often(request.scope, EXPORTS, "exports")
    me, hub = person_of(request).id, hub_of(request)
    tables = await _store(request).tables_of(me, _MOST) if me else []
    texts = []
    for name in tables:
        row = await hub.store.table(name)
        if row is not None:
            record = record_of_rows(row, await hub.store.events(name))
            texts.append((f"{row.game}-{name}.json", record.to_json()))
    data = await work_for(request, PAPER, functools.partial(_packed, texts))
    headers = {"content-disposition": 'attachment; filename="kotva-games.zip"', "cache-control": "no-store"}
    return Response(data, media_type="application/zip", headers=headers)


def _packed(texts: list[tuple[str, str]]) -> bytes:
    """Texts in one file (runs in a process)."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in texts:
            packed.writestr(name, text)
    return out.getvalue()


def _store(request: Request) -> ArchiveStore:
    store = hub_of(request).store
    if not isinstance(store, SqlStore):
        raise NotFound(N_("There is no archive here."))
    return ArchiveStore(store)


ROUTES = [
    Route("/archive", search),
    Route("/archive/my-games.zip", export),
    Route("/player", own_page),
    Route("/player/settings", settings, methods=["POST"]),
    Route("/player/{person}", player),
]
