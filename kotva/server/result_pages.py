"""The page of a finished game: how the score came about, the final board, what can be counted, ratings; and its picture."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kotva.engine.say import N_, Say
from kotva.engine.scene import Cell, Panel
from kotva.match import Match
from kotva.scene.packet import End, end
from kotva.server import plots, ratings, replays
from kotva.server.account_store import AccountStore
from kotva.server.api import NotFound, hub_of
from kotva.server.archive_store import ArchiveStore, FinishedRow
from kotva.server.game_list import title_of
from kotva.server.jobs.asking import work_for
from kotva.server.jobs.limits import LOOK, PAPER
from kotva.server.languages import language_of
from kotva.server.people import person_of
from kotva.server.ratings import Rating
from kotva.server.render import show
from kotva.server.replay_work import Counts, EndedGame
from kotva.server.sql import SqlStore

_KEPT = 600.0  # seconds for which a picture is kept here


async def page(request: Request) -> Response:
    """How a game ended."""
    name = request.path_params["name"]
    match, title = await replays.find(request, name)
    language = language_of(request)
    say = Say(language, match.game.id, match.names)
    finished = await _finished(request, name)
    over = end(match.game, match.outcome(), say)
    game = EndedGame.of(name, match)
    call = functools.partial(game.counts, tuple(over.ranks), language)
    told: Counts = await work_for(request, LOOK, call, key=f"counts {name} {language}")
    return show(
        request,
        "result.html",
        game=match.game,
        name=name,
        title=say(match.game.title),
        table_title=title_of(title, match.game, say),
        over=over,
        won=_won(over, match, say),
        rows=_rows(match, over, finished, await _with_page(request, finished)),
        why=ratings.WHY.get(finished.game.why, "") if finished is not None and finished.game.rated else "",
        rated=finished is not None and finished.game.rated and not finished.game.why,
        finished=None if finished is None else finished.game,
        curve=_plot(told.curve, say),
        counted=_counted(told.panels),
        chance=match.has_drawn,
        moment=told.turning_point,
        moves=len(match.played),
        again=await _plays(request, name),
        picture=f"{str(request.base_url).rstrip('/')}/result/{name}.png",
        address=str(request.url),
    )


async def picture(request: Request) -> Response:
    """The final board, as SVG or (for previews elsewhere) as PNG."""
    name, kind = request.path_params["name"], request.path_params["kind"]
    match, _ = await replays.find(request, name)
    if kind not in ("svg", "png"):
        raise NotFound(N_("There is no such picture."))
    theme = "night" if request.query_params.get("theme") == "night" else "day"
    game, headers = EndedGame.of(name, match), {"cache-control": "max-age=3600"}
    make: Callable[[str], str | bytes] = game.svg if kind == "svg" else game.png
    work, media = (LOOK, "image/svg+xml") if kind == "svg" else (PAPER, "image/png")
    key = f"board {name} {kind} {theme}"
    data = await work_for(request, work, functools.partial(make, theme), key=key, keep=_KEPT)
    return Response(data, media_type=media, headers=headers)


def _plot(curve: list[list[float]], say: Say) -> Markup:
    names = [f"line-{seat % 8}" for seat in range(len(curve))]
    return Markup(plots.lines(curve, names, say("Points, move by move"), say("moves")))  # made here, escaped


def _counted(panels: list[Panel]) -> list[dict[str, Any]]:
    """What the game counts, as tables with bars."""
    return [
        {"title": panel.title, "head": panel.head, "note": panel.note}
        | {"rows": [[cell if isinstance(cell, Cell) else Cell(cell) for cell in row] for row in panel.rows]}
        for panel in panels
    ]


async def _with_page(request: Request, finished: FinishedRow | None) -> set[str]:
    """Those of the players whose page this reader can open: accounts, and oneself."""
    store = hub_of(request).store
    if finished is None or not isinstance(store, SqlStore):
        return set()
    people = await AccountStore(store).people([place.person for place in finished.places if place.person])
    me = person_of(request).id
    return {one.id for one in people.values() if not one.deleted and (one.account or one.id == me)}


def _rows(match: Match, over: Any, finished: FinishedRow | None, pages: set[str]) -> list[dict[str, Any]]:
    """A row for each seat, the winner first; players in `pages` are linked."""
    places = {} if finished is None else {place.seat: place for place in finished.places}
    before = [Rating(place.mu_before, place.sigma_before) for place in places.values() if place.mu_before is not None]
    chances = ratings.chances(before) if before and len(before) == match.seats else []
    rows = []
    for seat in sorted(range(match.seats), key=lambda seat: over.ranks[seat]):
        place = places.get(seat)
        row: dict[str, Any] = {
            "seat": seat,
            "name": match.names[seat],
            "rank": over.ranks[seat],
            "score": over.scores[seat],
            "details": over.details[seat] if seat < len(over.details) else {},
            "person": place.person if place is not None and place.person in pages else None,
        }
        if place is not None and place.mu is not None and chances:
            old, new = Rating(place.mu_before, place.sigma_before), Rating(place.mu, place.sigma)
            row |= {"old": old.points, "new": new.points, "sure": new.give_or_take, "change": new.points - old.points}
            row |= {"chance": round(100 * chances[seat]), "left": place.is_left}
        rows.append(row)
    return rows


def _won(over: End, match: Match, say: Say) -> str:
    """The winners, in a sentence."""
    names = [match.names[seat] for seat in over.winners]
    if over.drawn or not names:
        return say("A draw: nobody has won.") if over.drawn else ""
    return (
        say("{name} wins.", name=names[0])
        if len(names) == 1
        else say("Shared first place: {names}.", names=", ".join(names))
    )


async def _plays(request: Request, name: str) -> bool:
    """Whether this reader has a seat there, and could ask for a rematch."""
    table = None if name.startswith("r-") else await hub_of(request).table(name)
    return table is not None and bool(table.seats_of(person_of(request)))


async def _finished(request: Request, name: str) -> FinishedRow | None:
    store = hub_of(request).store
    return await ArchiveStore(store).result(name) if isinstance(store, SqlStore) else None


ROUTES = [Route("/result/{name}.{kind}", picture), Route("/result/{name}", page)]
