"""The application: routes, errors in words, start and end."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount
from starlette.types import Scope

from kotva import games
from kotva.engine.errors import KotvaError
from kotva.engine.say import N_, Say
from kotva.files import static_dir
from kotva.server import (
    absence,
    access_pages,
    account_pages,
    api,
    archive_pages,
    blocking_pages,
    editors,
    hook_pages,
    lessons,
    lobby,
    monitoring,
    new_table,
    pages,
    pairing_pages,
    parts_page,
    presence,
    rematch,
    render,
    replays,
    result_pages,
    reviews,
    table_hints,
    talk_api,
    workshop,
)
from kotva.server.api import Closed, NotFound
from kotva.server.archive_store import fill_archive
from kotva.server.cleanup import cleanup_of
from kotva.server.frozen_table import FrozenTable
from kotva.server.game_list import broken_games
from kotva.server.hub import Hub, status_of
from kotva.server.jobs.processes import WorkFailed
from kotva.server.jobs.service import Busy, Closing, TookTooLong
from kotva.server.languages import language_of
from kotva.server.messages import Problem
from kotva.server.middleware import SecurityMiddleware
from kotva.server.rate_limits import TooMany
from kotva.server.replays import NotOver
from kotva.server.settings import Settings
from kotva.server.sql import SqlStore
from kotva.server.static import Files
from kotva.server.store import Store
from kotva.server.tournament_store import TournamentStore
from kotva.server.tournaments import (
    downloads,
    file_import,
    form_actions,
    how_to_page,
    known_people,
    option_form,
    outside,
    player_ratings,
    verify_pages,
)
from kotva.server.tournaments import pages as tournaments
from kotva.server.tournaments.online_tables import OnlineTables
from kotva.server.tournaments.page_context import NotForYou
from kotva.server.tournaments.session import TournamentSessions

_PACKED = (*DEFAULT_EXCLUDED_CONTENT_TYPES, "application/pdf")  # what would get no smaller


def make_app(settings: Settings, store: Store | None = None) -> Starlette:
    """The table server; with a store that is open already, or it opens its own when it starts."""
    render.show_workshop(settings.workshop is not None)
    if settings.workshop is not None:
        workshop.begin(settings.workshop)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        await run_in_threadpool(render.compile_templates)  # and the first use of it loads what every page needs of it
        app.state.hub = await Hub.start(settings, store)
        await run_in_threadpool(broken_games)  # logs them
        if isinstance(app.state.hub.store, SqlStore):
            app.state.sessions = TournamentSessions(
                TournamentStore(app.state.hub.store), time.time, app.state.hub.store.shared
            )
            app.state.online_tables = OnlineTables(app.state.hub, app.state.sessions)
            app.state.online_tables.start()
            archive = asyncio.get_running_loop().create_task(fill_archive(app.state.hub.store))
        app.state.presence = presence.PeopleHere(app.state.hub.store, app.state.hub.now)
        app.state.reviews = reviews.reviews_of(app.state.hub)
        app.state.cleanup = cleanup_of(app.state.hub)
        if app.state.cleanup is not None:
            app.state.cleanup.start()
        watch = absence.watch_of(app.state.hub)
        if watch is not None:
            app.state.hub.parts.run(app.state.hub.parts.part("absences"), watch.run)
        yield
        if app.state.cleanup is not None:
            await app.state.cleanup.close()
        if app.state.reviews is not None:
            await app.state.reviews.close()
        if hasattr(app.state, "online_tables"):
            archive.cancel()
            await asyncio.gather(archive, return_exceptions=True)
            await app.state.online_tables.close()
        await app.state.hub.close()

    return Starlette(
        routes=[
            *how_to_page.ROUTES,
            *lobby.ROUTES,
            *archive_pages.ROUTES,
            *result_pages.ROUTES,
            *new_table.ROUTES,
            *pairing_pages.ROUTES,
            *presence.ROUTES,
            *pages.ROUTES,
            *parts_page.ROUTES,
            *hook_pages.ROUTES,
            *account_pages.ROUTES,
            *blocking_pages.ROUTES,
            *replays.ROUTES,
            *editors.ROUTES,
            *tournaments.ROUTES,
            *outside.ROUTES,
            *file_import.ROUTES,
            *known_people.ROUTES,
            *player_ratings.ROUTES,
            *verify_pages.ROUTES,
            *form_actions.ROUTES,
            *option_form.ROUTES,
            *downloads.ROUTES,
            *api.ROUTES,
            *lessons.ROUTES,
            *table_hints.ROUTES,
            *rematch.ROUTES,
            *talk_api.ROUTES,
            *reviews.ROUTES,
            *monitoring.ROUTES,
            *(workshop.ROUTES if settings.workshop is not None else ()),
            Mount("/static", Files(directory=static_dir()), name="static"),
        ],
        middleware=[
            Middleware(SecurityMiddleware, largest_body=settings.largest_body, hosts=settings.hosts, failed=_broken),
            # Level 4 takes a third of the time of level 9 for a twelfth more bytes, and it is taken from the event loop.
            Middleware(GZipMiddleware, minimum_size=500, compresslevel=4, exclude_content_types=_PACKED),
        ],
        exception_handlers={KotvaError: _explain, WorkFailed: _not_worked_out, HTTPException: _missing},
        lifespan=life,
    )


async def _explain(request: Request, error: Exception) -> Response:
    assert isinstance(error, KotvaError)
    later = dict.fromkeys((TookTooLong, Closing, NotWorkedOut), 503)
    known: dict[type[KotvaError], int] = {NotFound: 404, NotOver: 409, NotForYou: 403, Closed: 403, **later}
    say = Say(language_of(request))
    status = next((code for kind, code in known.items() if isinstance(error, kind)), status_of(error))
    if isinstance(error, TooMany | Busy):
        refused = (
            api.problem(error, say, 429) if request.url.path.startswith("/api/") else render.failed(request, error, 429)
        )
        refused.headers["retry-after"] = str(error.values["wait"])
        return refused
    if isinstance(error, Closed) and request.url.path.startswith("/api/"):
        return api.answer(Problem(str(error), error.clause, str(error.values["link"])), 403)
    if request.url.path.startswith("/api/"):
        return api.problem(error, say, status)
    if isinstance(error, FrozenTable):
        return access_pages.frozen_page(request, error)
    return render.failed(request, error, status)


def _broken(scope: Scope, error: Exception) -> Response | None:
    """What people read where a game from elsewhere fails: which, and where its author has to look; None for what is ours."""
    fault = games.blame(error)
    if not fault:
        return None
    said = KotvaError(N_("This game has a fault: {fault}. It has been noted."), fault=fault)
    request = Request(scope)
    if request.url.path.startswith("/api/"):
        return api.problem(said, Say(language_of(request)), 500)
    return render.failed(request, said, 500)


class NotWorkedOut(KotvaError):
    """Work that failed on our side; the service has logged how."""

    def __init__(self) -> None:
        super().__init__(N_("This could not be worked out: it failed on our side, and that has been noted."))


async def _not_worked_out(request: Request, _: Exception) -> Response:
    return await _explain(request, NotWorkedOut())


async def _missing(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if request.url.path.startswith(("/api/", "/static/")):
        return api.answer(Problem(error.detail), error.status_code)
    text = N_("There is no such page.") if error.status_code == 404 else N_("This cannot be done here.")
    return render.failed(request, KotvaError(text), error.status_code)
