"""Reviews of finished games: worked out in a process of their own, piece by piece, kept, and open to whoever has the link.

Moves and chances are kept. The words, reasons among them, are made when somebody reads them: in the language of the reader,
and for reviews of any age.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kotva.bots.workers import Workers
from kotva.engine.record import Record
from kotva.engine.say import Say
from kotva.learn.counsel import why
from kotva.learn.review import Doubt, Judged, Point, Review, effort, judge, moments, whole
from kotva.match import Match
from kotva.server import bots, replays
from kotva.server.api import answer
from kotva.server.hub import Hub
from kotva.server.lore import Lore
from kotva.server.messages import ReviewDoubt, ReviewShown
from kotva.server.sql import SqlStore
from kotva.server.words import language_of

_LOG = logging.getLogger("kotva.server")
_PIECE = 8  # decisions between two looks at how far it is
_MOST = 20  # reviews that wait
_TOLD = 100  # reviews whose words are kept for the next reader


class Piece(msgspec.Struct):
    """What was thought of some decisions."""

    points: list[Point]
    doubts: list[Doubt]


@dataclass(slots=True)
class Work:
    """A review under way."""

    task: asyncio.Task[None]
    done: float = 0.0


class Reviews:
    """The reviews that this node works out, one after the other."""

    def __init__(self, hub: Hub, lore: Lore) -> None:
        self.lore = lore
        self._hub = hub
        self._pool: Workers | None = None
        self._turn = asyncio.Lock()
        self._under_way: dict[str, Work] = {}
        self._told: dict[tuple[str, str], ReviewShown] = {}  # by name and language, the oldest first

    async def find(self, name: str, match: Match) -> Review | float:
        """The review of a game, or how far it is: whoever asks first begins it."""
        kept = await self.lore.review(name)
        if kept is not None:
            return msgspec.json.decode(kept, type=Review)
        if name not in self._under_way and len(self._under_way) < _MOST:
            task = asyncio.get_running_loop().create_task(self._work(name, match))
            self._under_way[name] = Work(task)
            task.add_done_callback(lambda task: self._ended(name, task))
        work = self._under_way.get(name)
        return work.done if work is not None else 0.0

    async def told(self, name: str, match: Match, review: Review, language: str) -> ReviewShown:
        """A review in words: a kept one does not change, so they are made once."""
        found = self._told.pop((name, language), None)
        if found is None:
            found = await run_in_threadpool(shown, match, review, language)
        self._told[name, language] = found
        if len(self._told) > _TOLD:
            del self._told[next(iter(self._told))]
        return found

    async def close(self) -> None:
        tasks = [work.task for work in self._under_way.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._pool is not None:
            self._pool.drop()

    async def _work(self, name: str, match: Match) -> None:
        loop = asyncio.get_running_loop()
        record = match.record()
        at = moments(match)
        simulations = effort(len(at))
        judged: list[Judged] = []
        async with self._turn:
            if self._pool is None:
                self._pool = Workers(1, _begin)
            for start in range(0, len(at), _PIECE):
                part = at[start : start + _PIECE]
                text = await loop.run_in_executor(self._pool, _judged, name, record, part, simulations)
                piece = msgspec.json.decode(text, type=Piece)
                doubts = {doubt.at: doubt for doubt in piece.doubts}
                judged += [Judged(point, doubts.get(point.at)) for point in piece.points]
                self._under_way[name].done = min(0.99, (start + len(part)) / len(at))
            await loop.run_in_executor(self._pool, bots.forget, _table(name))
        review = await run_in_threadpool(whole, match, judged)
        await self.lore.keep_review(name, msgspec.json.encode(review).decode())

    def _ended(self, name: str, task: asyncio.Task[None]) -> None:
        self._under_way.pop(name, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._pool = None
            _LOG.error("the review of %s failed", name, exc_info=error)


def _begin() -> None:
    """Reviews never hold up a bot that somebody waits for."""
    bots.begin()
    bots.stand_back(5)


def _judged(name: str, record: Record, at: list[int], simulations: int) -> str:
    """Some decisions of a game (runs in a worker)."""
    match = bots.replayed(_table(name), record)
    found = [judge(match, moment, simulations) for moment in at]
    return msgspec.json.encode(Piece([one.point for one in found], [one.doubt for one in found if one.doubt])).decode()


def _table(name: str) -> str:
    """Under what the process knows the game."""
    return f"review:{name}"


def shown(match: Match, review: Review, language: str) -> ReviewShown:
    """A review in the reader's language."""
    say = Say(language, match.game.id, match.names)
    return ReviewShown(
        done=1.0,
        moves=review.moves,
        names=list(match.names),
        at=[point.at for point in review.curve],
        curves=[[point.chances[seat] for point in review.curve] for seat in range(review.seats)],
        turns=review.turns,
        doubts=[_doubt(match, doubt, say) for doubt in review.doubts],
    )


def _doubt(match: Match, doubt: Doubt, say: Say) -> ReviewDoubt:
    view = match.view(doubt.seat, doubt.at)  # nothing is told that the player could not know then
    played, better = (match.game.actions.parse(text) for text in (doubt.played, doubt.better))
    paths = match.game.paths(view, better)
    return ReviewDoubt(
        at=doubt.at,
        seat=doubt.seat,
        played=match.game.to_words(view, played, say),
        better=match.game.to_words(view, better, say),
        chance=doubt.chance,
        chance_better=doubt.chance_better,
        why=why(view, played, say),
        why_better=why(view, better, say),
        items=list(paths[0]) if paths else [],
    )


async def state(request: Request) -> Response:
    """The review of a finished game, or how far it is."""
    name = request.path_params["name"]
    match, _ = await replays.find(request, name)
    reviews: Reviews | None = getattr(request.app.state, "reviews", None)
    if reviews is None:
        return answer(ReviewShown(0.0))
    found = await reviews.find(name, match)
    if isinstance(found, float):
        return answer(ReviewShown(found))
    return answer(await reviews.told(name, match, found, language_of(request)))


def reviews_of(hub: Hub) -> Reviews | None:
    """The reviews of a node, if its store can keep them."""
    return Reviews(hub, Lore(hub.store)) if isinstance(hub.store, SqlStore) else None


ROUTES = [Route("/api/reviews/{name}", state)]
