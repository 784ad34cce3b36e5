"""The application: routes, errors in words, start and end."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_, Say
from kotva.files import static_dir
from kotva.server import api, counsel, doors, editors, lessons, pages, render, replays, reviews, watch
from kotva.server.api import Closed, NotFound
from kotva.server.frozen import Frozen
from kotva.server.guard import Guard
from kotva.server.hub import Hub, status_of
from kotva.server.janitor import janitor_of
from kotva.server.ledger import Ledger
from kotva.server.messages import Problem
from kotva.server.replays import NotOver
from kotva.server.settings import Settings
from kotva.server.sql import SqlStore
from kotva.server.static import Files
from kotva.server.store import Store
from kotva.server.tournaments import deeds, intake, lesson, optionform, papers
from kotva.server.tournaments import pages as tournaments
from kotva.server.tournaments.hall import Halls
from kotva.server.tournaments.usher import Usher
from kotva.server.tournaments.visit import NotForYou
from kotva.server.words import language_of


def make_app(settings: Settings, store: Store | None = None) -> Starlette:
    """The table server; with a store that is open already, or it opens its own when it starts."""

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        app.state.hub = await Hub.start(settings, store)
        if isinstance(app.state.hub.store, SqlStore):
            app.state.halls = Halls(Ledger(app.state.hub.store), time.time, app.state.hub.store.shared)
            app.state.usher = Usher(app.state.hub, app.state.halls)
            app.state.usher.start()
        app.state.reviews = reviews.reviews_of(app.state.hub)
        app.state.janitor = janitor_of(app.state.hub)
        if app.state.janitor is not None:
            app.state.janitor.start()
        yield
        if app.state.janitor is not None:
            await app.state.janitor.close()
        if app.state.reviews is not None:
            await app.state.reviews.close()
        if hasattr(app.state, "usher"):
            await app.state.usher.close()
        await app.state.hub.close()

    return Starlette(
        routes=[
            *lesson.ROUTES,
            *pages.ROUTES,
            *replays.ROUTES,
            *editors.ROUTES,
            *tournaments.ROUTES,
            *intake.ROUTES,
            *deeds.ROUTES,
            *optionform.ROUTES,
            *papers.ROUTES,
            *api.ROUTES,
            *lessons.ROUTES,
            *counsel.ROUTES,
            *reviews.ROUTES,
            *watch.ROUTES,
            Mount("/static", Files(directory=static_dir()), name="static"),
        ],
        middleware=[
            Middleware(Guard, largest_body=settings.largest_body, hosts=settings.hosts),
            Middleware(GZipMiddleware, minimum_size=500),
        ],
        exception_handlers={KotvaError: _explain, HTTPException: _missing},
        lifespan=life,
    )


async def _explain(request: Request, error: Exception) -> Response:
    assert isinstance(error, KotvaError)
    known: dict[type[KotvaError], int] = {NotFound: 404, NotOver: 409, NotForYou: 403, Closed: 403}
    status = next((code for kind, code in known.items() if isinstance(error, kind)), status_of(error))
    if isinstance(error, Closed) and request.url.path.startswith("/api/"):
        return api.answer(Problem(str(error), error.clause, str(error.values["link"])), 403)
    if request.url.path.startswith("/api/"):
        return api.problem(error, Say(language_of(request)), status)
    if isinstance(error, Frozen):
        return doors.frozen(request, error)
    return render.failed(request, error, status)


async def _missing(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if request.url.path.startswith(("/api/", "/static/")):
        return api.answer(Problem(error.detail), error.status_code)
    text = N_("There is no such page.") if error.status_code == 404 else N_("This cannot be done here.")
    return render.failed(request, KotvaError(text), error.status_code)
