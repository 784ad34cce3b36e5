"""Reviews of finished games: worked out in a process, piece by piece, kept, and open to everybody with the link.

Moves and chances are kept. The words, reasons among them, are made when somebody reads them: in the language of the reader,
and for reviews of any age.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kotva.engine.record import Record
from kotva.engine.say import N_, Say
from kotva.learn.hints import why
from kotva.learn.review import Doubt, Judged, Point, Review, effort, judge, moments, what_happened, whole
from kotva.match import Match
from kotva.server import bot_worker, replays
from kotva.server.api import answer
from kotva.server.hub import Hub
from kotva.server.jobs.asking import owner_of, while_here
from kotva.server.jobs.limits import PAPER, REVIEW
from kotva.server.jobs.processes import WorkFailed
from kotva.server.jobs.service import Busy, Closing, Owner, TookTooLong
from kotva.server.languages import language_of
from kotva.server.messages import ReviewDoubt, ReviewShown
from kotva.server.progress import LearningProgress
from kotva.server.sql import SqlStore

_LOG = logging.getLogger("kotva.server")
_PIECE = 8  # decisions between two looks at how far it is
_PATIENCE = 60.0  # seconds without a question how far it is, after which a review is put aside
_ASIDE = 50  # reviews that are kept as far as they have come
_MOST_SHOWN = 100  # reviews whose words are kept for the next reader


class Piece(msgspec.Struct):
    """What was thought of some decisions."""

    points: list[Point]
    doubts: list[Doubt]


@dataclass(slots=True)
class Work:
    """A review under way."""

    owner: Owner  # who asked first
    task: asyncio.Task[None]
    asked: float  # when somebody last asked how far it is
    done: float = 0.0


class Reviews:
    """The reviews that this node works out, piece by piece, as long as somebody asks for them."""

    def __init__(self, hub: Hub, progress: LearningProgress) -> None:
        self.progress = progress
        self._hub = hub
        self._under_way: dict[str, Work] = {}
        self._judged: dict[str, list[Judged]] = {}  # of reviews that did not come to their end, the oldest first
        self._failed: dict[str, tuple[float, Exception]] = {}  # when and why, the oldest first
        self._shown: dict[tuple[str, str], ReviewShown] = {}  # by name and language, the oldest first

    async def find(self, name: str, match: Match, owner: Owner) -> Review | float:
        """The review of a game, or how far it is: the first request begins it. Busy for a person who has begun many."""
        kept = await self.progress.review(name)
        if kept is not None:
            return msgspec.json.decode(kept, type=Review)
        now = asyncio.get_running_loop().time()
        if name not in self._under_way:
            self._check(name, owner, now)
            task = asyncio.get_running_loop().create_task(self._work(name, match, owner))
            self._under_way[name] = Work(owner, task, now)
            task.add_done_callback(lambda task: self._ended(name, task))
        work = self._under_way[name]
        work.asked = now
        return work.done

    def _check(self, name: str, owner: Owner, now: float) -> None:
        """Why a review is not begun now: it has just failed, or its reader has had enough of them."""
        since, error = self._failed.get(name, (-math.inf, None))
        if error is not None and now - since < _PATIENCE:
            raise error
        self._failed.pop(name, None)
        self._hub.work.check(REVIEW, owner)  # the share of a day
        limit = self._hub.work.limits.kinds[REVIEW]
        owners = [work.owner for work in self._under_way.values()]
        mine = sum(one.person == owner.person for one in owners)
        near = sum(one.address == owner.address for one in owners) if owner.address else 0
        if mine >= limit.person or near >= limit.address:
            raise Busy(N_("You have asked for several reviews: wait until one of them is done."), wait=60)

    async def shown(self, name: str, match: Match, review: Review, language: str, owner: Owner) -> ReviewShown:
        """A review in words: a kept one does not change, so they are made once."""
        found = self._shown.pop((name, language), None)
        if found is None:
            call = functools.partial(_words, name, match.record(), tuple(match.names), review, language)
            text = await self._hub.work.do(PAPER, call, owner, key=f"review {name} {language}")
            found = msgspec.json.decode(text, type=ReviewShown)
        self._shown[name, language] = found
        if len(self._shown) > _MOST_SHOWN:
            del self._shown[next(iter(self._shown))]
        return found

    async def close(self) -> None:
        tasks = [work.task for work in self._under_way.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, name: str, match: Match, owner: Owner) -> None:
        record = match.record()
        judged, size = self._judged.pop(name, []), _PIECE
        try:
            at: list[int] = await self._do(name, owner, functools.partial(_moments, name, record))
            simulations = effort(len(at))
            while len(judged) < len(at):
                self._under_way[name].done = min(0.99, len(judged) / len(at))
                if asyncio.get_running_loop().time() - self._under_way[name].asked > _PATIENCE:
                    self._put_aside(name, judged)
                    return
                part = at[len(judged) : len(judged) + size]
                try:
                    text = await self._do(name, owner, functools.partial(_judged, name, record, part, simulations))
                except TookTooLong:  # a busy machine: fewer at a time may do
                    if size == 1:
                        raise
                    size = max(1, size // 4)
                    continue
                piece = msgspec.json.decode(text, type=Piece)
                doubts = {doubt.at: doubt for doubt in piece.doubts}
                judged += [Judged(point, doubts.get(point.at)) for point in piece.points]
            text = await self._do(name, owner, functools.partial(_whole, name, record, judged))
        except Busy as error:  # the share of a day is used up
            self._put_aside(name, judged)
            _LOG.info("a review waits: %s", error)
            return
        except (TookTooLong, Closing, WorkFailed) as error:
            self._put_aside(name, judged)
            self._failed[name] = (asyncio.get_running_loop().time(), error)
            while len(self._failed) > _ASIDE:
                del self._failed[next(iter(self._failed))]
            return
        finally:
            self._hub.work.forget(_table(name), bot_worker.forget)
        await self.progress.keep_review(name, text)

    async def _do(self, name: str, owner: Owner, call: Callable[[], Any]) -> Any:
        return await self._hub.work.do(REVIEW, call, owner, place=_table(name))

    def _put_aside(self, name: str, judged: list[Judged]) -> None:
        """It goes no further now: what is known is kept for the next request."""
        self._judged[name] = judged
        while len(self._judged) > _ASIDE:
            del self._judged[next(iter(self._judged))]

    def _ended(self, name: str, task: asyncio.Task[None]) -> None:
        self._under_way.pop(name, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            _LOG.error("a review failed", exc_info=error)


def _moments(name: str, record: Record) -> list[int]:
    """The decisions of a game that are worth a thought (runs in a process)."""
    return list(moments(bot_worker.replayed(_table(name), record)))


def _judged(name: str, record: Record, at: list[int], simulations: int) -> str:
    """Some decisions of a game (runs in a process)."""
    match = bot_worker.replayed(_table(name), record)
    found = [judge(match, moment, simulations) for moment in at]
    return msgspec.json.encode(Piece([one.point for one in found], [one.doubt for one in found if one.doubt])).decode()


def _whole(name: str, record: Record, judged: list[Judged]) -> str:
    """The review (runs in a process)."""
    return msgspec.json.encode(whole(bot_worker.replayed(_table(name), record), judged)).decode()


def _words(name: str, record: Record, names: tuple[str, ...], review: Review, language: str) -> str:
    """The same in words (runs in a process)."""
    match = bot_worker.replayed(_table(name), record)
    try:
        return msgspec.json.encode(shown(match, review, language, names)).decode()
    finally:
        bot_worker.forget(_table(name))


def _table(name: str) -> str:
    """Under what the process knows the game."""
    return f"review:{name}"


def shown(match: Match, review: Review, language: str, names: tuple[str, ...] = ()) -> ReviewShown:
    """A review in the reader's language."""
    names = names or tuple(match.names)
    say = Say(language, match.game.id, names)
    return ReviewShown(
        done=1.0,
        moves=review.moves,
        names=list(names),
        at=[point.at for point in review.curve],
        curves=[[point.chances[seat] for point in review.curve] for seat in range(review.seats)],
        turns=review.turns,
        turns_told=[what_happened(match, review, at, say) for at in review.turns],
        doubts=[_doubt(match, doubt, say) for doubt in review.doubts],
    )


def _doubt(match: Match, doubt: Doubt, say: Say) -> ReviewDoubt:
    view = match.view(doubt.seat, doubt.at)  # nothing is told that the player could not know then
    played, better = (match.game.rules.actions.parse(text) for text in (doubt.played, doubt.better))
    paths = match.game.look.paths(view, better)
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
    owner = owner_of(request)
    found = await reviews.find(name, match, owner)
    if isinstance(found, float):
        return answer(ReviewShown(found))
    return answer(await while_here(request, reviews.shown(name, match, found, language_of(request), owner)))


def reviews_of(hub: Hub) -> Reviews | None:
    """The reviews of a node, if its store can keep them."""
    return Reviews(hub, LearningProgress(hub.store)) if isinstance(hub.store, SqlStore) else None


ROUTES = [Route("/api/reviews/{name}", state)]
