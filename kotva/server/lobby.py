"""The lobby: what waits for a person, tables to join and to watch, people who are here, and all games."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kotva.engine.game import Game
from kotva.engine.say import Say
from kotva.server import learning, my_tables, pairing_pages, puzzle_pages
from kotva.server.api import hub_of, number_in
from kotva.server.found_tables import KNOWN
from kotva.server.game_list import broken_games, games_ready, seats_in_words, title_of
from kotva.server.languages import language_of
from kotva.server.lobby_store import LobbyStore
from kotva.server.people import Person, person_of
from kotva.server.presence import presence_of
from kotva.server.render import show
from kotva.server.rows import TableRow
from kotva.server.sql import SqlStore

_DAY = 86_400
PACES = ("", "live", "none", "days")  # of the filter: any, a clock that hurries, no clock, days for each move


@dataclass(frozen=True, slots=True)
class LobbyFilter:
    """Which tables somebody wants to see; empty: all."""

    game: str = ""
    players: int = 0
    pace: str = ""
    free: int = 0  # seats, at least

    @staticmethod
    def of(query: Mapping[str, str]) -> LobbyFilter:
        """What an address asks for; what it cannot mean is nothing."""
        pace = query.get("pace", "")
        players, free = (number_in(query.get(name, ""), 8) or 0 for name in ("players", "free"))
        return LobbyFilter(query.get("game", "")[:64], players, pace if pace in PACES else "", free)

    def lets(self, row: TableRow) -> bool:
        """Whether a table is among them."""
        return (
            self.game in ("", row.game)
            and self.players in (0, row.seats)
            and self.pace in ("", pace_of(row))
            and free_seats(row) >= self.free
        )

    @property
    def is_set(self) -> bool:
        return self != LobbyFilter()


def pace_of(row: TableRow) -> str:
    """How a table hurries its players, as the filter says it."""
    per_move, reserve = ((row.clock or {}).get(name, 0) for name in ("per_move", "reserve"))
    if isinstance(per_move, int) and per_move >= _DAY:
        return "days"
    return "live" if per_move or reserve else "none"


_FOLDER = re.compile(r"[^\s'\"]*[/\\]")


def free_seats(row: TableRow) -> int:
    return sum(sitter.kind == "person" and sitter.person is None for sitter in row.sitters)


@dataclass(frozen=True, slots=True)
class GameCards:
    """The games as the lobby shows them."""

    ready: list[Game]
    cards: list[dict[str, object]]
    broken: dict[str, str]


def _game_cards(language: str) -> GameCards:
    ready = games_ready()
    # Where the files lie is the operator's business, and stands in the log.
    return GameCards(
        ready, [_card(game, language) for game in ready], {n: _FOLDER.sub("", f) for n, f in broken_games().items()}
    )


def _card(game: Game, language: str) -> dict[str, object]:
    say = Say(language, game.id)
    return {
        "game": game,
        "title": say(game.title),
        "summary": say(game.summary),
        "seats": seats_in_words(game, say),
        "lessons": bool(learning.lessons_of(game)),
        "quick": game.rules.quick_seats or game.rules.seats[-1],
    }


async def lobby(request: Request) -> Response:
    """The whole page."""
    language = language_of(request)
    shown_games = await run_in_threadpool(_game_cards, language)
    parts, daily = await asyncio.gather(
        _live(request, language, shown_games.ready), puzzle_pages.daily_of(request)
    )  # both wait for threads
    pair = pairing_pages.form(request, shown_games.ready, language)
    page = show(
        request, "lobby.html", cards=shown_games.cards, broken=shown_games.broken, daily=daily, pair=pair, live=parts
    )
    return _and_here(request, page)


async def live(request: Request) -> Response:
    """The part of the lobby that changes, alone: its page asks for it every few seconds."""
    shown = await _live(request, language_of(request), await run_in_threadpool(games_ready))
    return _and_here(request, show(request, "lobby_live.html", live=shown))


def _and_here(request: Request, page: Response) -> Response:
    """Somebody is here: noted when the page has been sent, because nobody waits for it."""
    page.background = BackgroundTask(presence_of(request).ping, person_of(request))
    return page


async def _live(request: Request, language: str, ready: Sequence[Game]) -> dict[str, object]:
    hub, person = hub_of(request), person_of(request)
    chosen, games = LobbyFilter.of(request.query_params), {game.id: game for game in ready}
    shown: dict[str, object] = {name: [] for name in ("mine", "again", "invited", "open", "running", "here", "seeks")}
    titles = [(game.id, Say(language, game.id)(game.title)) for game in ready]
    shown |= {"chosen": chosen, "paces": PACES, "games": titles}
    if not isinstance(hub.store, SqlStore):
        return shown
    found = await LobbyStore(hub.store).rows(person.id, my_tables.hidden_tables(request))
    mine = [entry for row in found.mine if (entry := await _mine(request, row, person, games, language))]
    shown["mine"] = sorted(mine, key=lambda entry: entry["order"])
    over = [row for row in found.mine if row.id in found.again]
    shown["again"] = [entry | {"name": found.again[entry["row"].id]} for entry in _entries(over, games, language)]
    free = [row for row in found.with_seats if chosen.lets(row) and not _meets(row, found.hidden)]
    shown["invited"] = _entries([row for row in free if row.access == KNOWN], games, language)
    shown["open"] = _entries([row for row in free if row.access != KNOWN], games, language)
    running = [row for row in found.to_watch if chosen.lets(row) and not _meets(row, found.hidden)]
    shown["running"] = _entries(running[:12], games, language)
    apart = (person.id, *found.hidden)
    shown["here"] = [one for one in found.here if one.person not in apart]
    shown["seeks"] = pairing_pages.listed([one for one in found.seeks if one.person not in apart], games, language)
    return shown


def _meets(row: TableRow, people: frozenset[str]) -> bool:
    """Whether somebody of these people is at a table."""
    return row.owner in people or any(sitter.person in people for sitter in row.sitters)


async def _mine(
    request: Request, row: TableRow, person: Person, games: Mapping[str, Game], language: str
) -> dict[str, Any] | None:
    game = games.get(row.game)
    if game is None:
        return None
    waits = await my_tables.waits_for(request, row)
    starts = row.status != "over" and free_seats(row) > 0
    order = (0 if waits else 1 if starts else 3 if row.status == "over" else 2, -row.changed)
    return _entry(row, game, language) | {
        "with": ", ".join(my_tables.opponents(row, person.id, language)),
        "waits": waits,
        "starts": starts,
        "order": order,
    }


def _entries(rows: Sequence[TableRow], games: Mapping[str, Game], language: str) -> list[dict[str, Any]]:
    return [_entry(row, games[row.game], language) for row in rows if row.game in games]


def _entry(row: TableRow, game: Game, language: str) -> dict[str, Any]:
    say = Say(language, row.game)
    sitters = [sitter.name for sitter in row.sitters if sitter.level or sitter.person]
    return {
        "row": row,
        "title": title_of(row.title, game, say),
        "game": say(game.title),
        "with": ", ".join(sitters),
        "free": free_seats(row),
        "pace": pace_of(row),
        "ago": ago(row.changed, Say(language)),
    }


def ago(moment: float, say: Say) -> str:
    """How long ago something was, in words."""
    minutes = int((time.time() - moment) / 60)
    if minutes < 1:
        return say("just now")
    if minutes < 60:
        return say.many("{n} minute ago", "{n} minutes ago", minutes)
    if minutes < 24 * 60:
        return say.many("{n} hour ago", "{n} hours ago", minutes // 60)
    return say.many("{n} day ago", "{n} days ago", minutes // (24 * 60))


ROUTES = [Route("/", lobby), Route("/lobby", live)]
