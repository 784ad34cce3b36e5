"""TOU-2.16, TOU-20.16: the ratings of a tournament's players: what the platform knows of them, and what the results say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kotva.engine.errors import KotvaError
from kotva.engine.say import N_
from kotva.server.api import hub_of
from kotva.server.archive_store import ArchiveStore
from kotva.server.ratings import RatedSeat, Rating, rate
from kotva.server.sql import SqlStore
from kotva.server.tournaments.page_context import NotForYou, page, the_session, visitor_of
from kotva.server.tournaments.session import TournamentSession
from kotva.tournament.log import Json
from kotva.tournament.places import scores
from kotva.tournament.roles import GAME
from kotva.tournament.standings import counts
from kotva.tournament.state import TournamentState
from kotva.tournament.views import may_see_standings

_SCALE, _MIDDLE, _MU = 60, 1500, 25.0  # points that people see, for the model's (kotva.server.ratings)


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A player's rating before the tournament and by its results."""

    player: str
    name: str
    before: Rating
    after: Rating
    expected: bool  # a rating was given; otherwise it began at 1500

    @property
    def change(self) -> int:
        return self.after.points - self.before.points


def rating_lines(state: TournamentState) -> list[RatingLine]:
    """Every counted table is one game of `kotva.server.ratings`, in the order of rounds and tables; the best gain first."""
    known = {player.id: _of_points(player.rating, player.spread) for player in state.players.values()}
    before = dict(known)
    for round in state.rounds:
        for table in round.tables:
            result = table.result
            if result is None or result.end == "dissolved" or not counts(round, table):
                continue
            found = scores(result, state.options)
            seats = [
                RatedSeat(mark.player, found[mark.player].place or len(result.marks), mark.status != "ok")
                for mark in result.marks
                if mark.status != "absent"
            ]
            if len(seats) > 1:
                for seat, rating in zip(seats, rate(seats, known), strict=True):
                    known[seat.player] = rating
    lines = [
        RatingLine(id, player.name, before[id], known[id], player.rating is not None)
        for id, player in state.players.items()
        if known[id].games
    ]
    return sorted(lines, key=lambda line: (-line.after.points, line.name))


def _of_points(points: int | None, spread: int) -> Rating:
    if points is None:
        return Rating()
    return Rating(_MU + (points - _MIDDLE) / _SCALE, spread / _SCALE)


async def report(request: Request) -> Response:
    """What the results say of everybody's rating; as public as the standings."""
    session = await the_session(request)
    visitor = await visitor_of(request, session)
    if visitor.official is None and not may_see_standings(session.state, ""):
        raise NotForYou(N_("The standings are not public now."))
    return await page(request, session, "ratings.html", visitor=visitor, lines=rating_lines(session.state))


async def tell(request: Request, session: TournamentSession, players: Iterable[str], person: str) -> None:
    """TOU-2.16: online the platform tells the rating that somebody has in this game, before the first draw is public."""
    store = hub_of(request).store
    state = session.state
    if not state.options.flag("online") or state.published_rounds() or not isinstance(store, SqlStore):
        return
    game, size = state.options.word("game"), state.options.number("table.size")
    mine = {seats: one for name, seats, one in await ArchiveStore(store).ratings_of(person) if name == game}
    found = mine.get(size)
    for player in players:
        known = state.players.get(player)
        if found is None or known is None or known.rating is not None:
            continue
        told: dict[str, Json] = {"player": player, "rating": found.points, "spread": found.give_or_take}
        try:
            await session.act(GAME, [("describe", told)], f"rating-{player}")
        except KotvaError:  # the draw was published meanwhile
            return


ROUTES = [Route("/t/{tournament}/ratings", report)]
