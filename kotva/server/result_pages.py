"""The page of a finished game: how the score came about, the final board, what can be counted, ratings; and its picture."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kotva.engine.say import N_, Say
from kotva.engine.scene import Cell
from kotva.match import Match
from kotva.scene.packet import end
from kotva.scene.png import to_png
from kotva.scene.svg import render
from kotva.server import my_tables, plots, ratings, replays
from kotva.server.account_store import AccountStore
from kotva.server.api import NotFound, hub_of
from kotva.server.archive_store import ArchiveStore, FinishedRow
from kotva.server.languages import language_of
from kotva.server.people import person_of
from kotva.server.ratings import Rating
from kotva.server.render import show
from kotva.server.sql import SqlStore

_POINTS = 80  # of a curve
_SHARED = 1200  # pixels across, as pages that show previews ask for


async def page(request: Request) -> Response:
    """How a game ended."""
    name = request.path_params["name"]
    match, title = await replays.find(request, name)
    language = language_of(request)
    say = Say(language, match.game.id, match.names)
    finished = await _finished(request, name)
    over = end(match.game, match.outcome(), say)
    curve = await run_in_threadpool(_curve, match)
    return show(
        request,
        "result.html",
        game=match.game,
        name=name,
        title=say(match.game.title),
        table_title=my_tables.title_of(title, match.game, say),
        over=over,
        rows=_rows(match, over, finished, await _with_page(request, finished)),
        why=ratings.WHY.get(finished.game.why, "") if finished is not None and finished.game.rated else "",
        rated=finished is not None and finished.game.rated and not finished.game.why,
        finished=None if finished is None else finished.game,
        curve=_plot(curve, say),
        counted=await run_in_threadpool(_statistics, match, say),
        chance=_has_chance(match),
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
    svg = await run_in_threadpool(_board, match, theme)
    headers = {"cache-control": "max-age=3600"}
    if kind == "svg":
        return Response(svg, media_type="image/svg+xml", headers=headers)
    return Response(await run_in_threadpool(_png, svg), media_type="image/png", headers=headers)


@lru_cache(maxsize=32)
def _png(svg: str) -> bytes:
    return to_png(svg, _SHARED)


def _board(match: Match, theme: str) -> str:
    """The last board with something on it: some rules clear it when they count."""
    say = Say("en", match.game.id, match.names)
    length = len(match.played)
    scenes = [match.game.look.scene(match.view(None, at), say) for at in {length, max(0, length - 1)}]
    fullest = max(scenes, key=lambda scene: sum(bool(item.symbol) for item in scene.items))
    return render(fullest, match.game.look.symbols, theme=theme, beside=False, title=match.game.title, marks=False)


def _curve(match: Match) -> list[list[float]]:
    """The points of every seat over the course of a game."""
    length = len(match.played)
    moments = sorted({round(length * part / _POINTS) for part in range(_POINTS + 1)})
    states = [match.state_at(at) for at in moments]
    return [[float(state.score(seat)) for state in states] for seat in range(match.seats)]


def _plot(curve: list[list[float]], say: Say) -> Markup:
    names = [f"line-{seat % 8}" for seat in range(len(curve))]
    return Markup(plots.lines(curve, names, say("Points, move by move"), say("moves")))  # made here, escaped


def _statistics(match: Match, say: Say) -> list[dict[str, Any]]:
    """What the game counts, as tables with bars."""
    if match.game.words.statistics is None:
        return []
    panels = match.game.words.statistics(match.shown_events(None), say)
    return [
        {"title": panel.title, "head": panel.head, "note": panel.note}
        | {"rows": [[cell if isinstance(cell, Cell) else Cell(cell) for cell in row] for row in panel.rows]}
        for panel in panels
    ]


def _has_chance(match: Match) -> bool:
    """Whether anything was drawn by lot: only then is there something to verify."""
    return any(played.actor < 0 for played in match.played)


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


async def _finished(request: Request, name: str) -> FinishedRow | None:
    store = hub_of(request).store
    return await ArchiveStore(store).result(name) if isinstance(store, SqlStore) else None


ROUTES = [Route("/result/{name}.{kind}", picture), Route("/result/{name}", page)]
