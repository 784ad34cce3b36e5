"""Pages of web-hooks: those of an account, and those of a table for the person who opened it."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_, Say
from kotva.server import hook_rows, my_tables
from kotva.server.api import NotFound, hub_of
from kotva.server.game_list import title_of
from kotva.server.hook_rows import HookRow
from kotva.server.hook_sender import CannotSend
from kotva.server.hooks import BadHook, host_of
from kotva.server.languages import language_of
from kotva.server.moderation import NotAllowed
from kotva.server.people import person_of
from kotva.server.rate_limits import HOOKS, TooMany, check_often
from kotva.server.render import failed, form_of, show
from kotva.server.rows import LESSON
from kotva.server.table import Table

_BAD = (BadHook, CannotSend, TooMany)


async def page(request: Request) -> Response:
    """The web-hooks of an account, or of a table."""
    return await _page(request, await _table(request))


async def _table(request: Request) -> Table | None:
    """The table that a page is about, if it is about one; its owner alone may come here."""
    name = request.path_params.get("table")
    if name is None:
        return None
    table = await hub_of(request).table(name)
    if table is None or table.row.origin.startswith(LESSON):
        raise NotFound(N_("There is no such table."))
    if table.row.owner is None or table.row.owner != person_of(request).id:
        raise NotAllowed(N_("Only the person who has opened the table can do this."))
    return table


async def _page(request: Request, table: Table | None, error: KotvaError | None = None, **given: Any) -> Response:
    me, say = person_of(request), Say(language_of(request))
    hub = hub_of(request)
    if not me.account:
        return RedirectResponse(f"/sign-in?back={request.url.path}", 303)
    hooks = await hub.hooks.of(None if table else me.id, table.id if table else None)
    title = "" if table is None else title_of(table.row.title, table.game, Say(say.language, table.game.id))
    response = show(
        request,
        "hooks.html",
        200 if error is None else 429 if isinstance(error, TooMany) else 400,
        table_id="" if table is None else table.id,
        title=title,
        hooks=[
            {"id": row.id, "host": host_of(row.url), "form": row.form, "always": row.always, "secret": row.secret}
            | {"fault": row.fault, "stopped": row.stopped is not None}
            for row in hooks
        ],
        full=len(hooks) >= hook_rows.MOST,
        private=hub.settings.private_hooks,
        fault="" if error is None else error.say(say),
        given=given,
        done=request.query_params.get("done", ""),
    )
    if isinstance(error, TooMany):
        response.headers["retry-after"] = str(error.values["wait"])
    return response


async def change(request: Request) -> Response:
    """Set a web-hook, remove it or send a word to see whether it arrives."""
    table, given, me = await _table(request), await form_of(request), person_of(request)
    if not me.account or me.id is None:
        return RedirectResponse("/sign-in", 303)
    hooks, deed = hub_of(request).hooks, given.get("deed", "add")
    here = request.url.path
    try:
        if deed == "add":
            check_often(request.scope, HOOKS, "hooks")
            place = my_tables.invitation(request) or str(request.url)
            row = await hooks.add(
                me.id, table.id if table else None, given, place.split("?")[0].removesuffix(here), language_of(request)
            )
            return RedirectResponse(f"{here}?done={row.id}", 303)
        row_wanted = await _known(request, table, given.get("hook", ""))
        if row_wanted is None:
            return failed(request, NotFound(N_("There is no such web-hook.")), 404)
        if deed == "remove":
            await hooks.remove(row_wanted)
            return RedirectResponse(f"{here}?done=removed", 303)
        check_often(request.scope, HOOKS, "hooks")
        await hooks.test(row_wanted)
        return RedirectResponse(f"{here}?done=tested-{row_wanted.id}", 303)
    except _BAD as error:
        return await _page(
            request, table, error, **{name: given.get(name, "")[:600] for name in ("url", "form", "when")}
        )


async def _known(request: Request, table: Table | None, name: str) -> HookRow | None:
    found = await hub_of(request).hooks.of(None if table else person_of(request).id, table.id if table else None)
    return next((row for row in found if row.id == name), None)


ROUTES = [
    Route("/account/hooks", page),
    Route("/account/hooks", change, methods=["POST"]),
    Route("/table/{table}/hooks", page),
    Route("/table/{table}/hooks", change, methods=["POST"]),
]
