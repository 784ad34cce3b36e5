"""Ratings: what a finished game says of its players, as a pure function. `openskill` (Plackett and Luce) does the sums.

A rating belongs to a player, a game and a number of seats. All places count. Bots have ratings of their own, which the arena has
measured and games with people do not change: they are what the numbers of people can be compared with. The rules that keep
ratings honest are here and nowhere else, and `docs/ratings.md` says them for people:

- a game counts if its players agreed so before it, it began at the set-up and ended by the rules, not by being stopped;
- a player who leaves comes last, wherever the bot that played on ended;
- of the games among the same players, MOST in WEEK seconds count: nothing is won by beating a friend a hundred times.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from kotva.engine.say import N_

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

BOT: Final = "bot:"  # before the level of a bot, which is a player like others
MOST: Final = 5
WEEK: Final = 7 * 86_400.0
PROVISIONAL: Final = 10  # games until a rating is more than a guess
_SCALE: Final = 60  # points that people see for one of the model's
_MIDDLE: Final = 1500
_MU: Final = 25.0  # where all begin, in the model's points
_SIGMA: Final = 25.0 / 3
_BETA: Final = 25.0 / 6  # of the model: how far apart players are of whom one clearly wins more
_SURE: Final = 1.0  # of a bot's rating: the arena plays a few hundred games
_RARE: Final = 0.005  # a share of nothing would be infinitely far away

# Why a game changed no rating; marked with N_, by the word that is stored.
FRIENDLY, START, STOPPED, ALONE, AGAIN = "friendly", "start", "stopped", "alone", "again"
WHY: Final = {
    FRIENDLY: N_("The game was not rated."),
    START: N_("The game began in the middle, so it is not rated."),
    STOPPED: N_("The game was stopped before its end, so it is not rated."),
    ALONE: N_("One player had several seats, or nobody else played, so it is not rated."),
    AGAIN: N_("These players have played five rated games with each other within seven days; more do not count."),
}


@cache
def _model() -> PlackettLuce:
    """Loaded with the first rated game: most servers start without one."""
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=_MU, sigma=_SIGMA)


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is taken to be, how sure that is, and from how many games."""

    mu: float = _MU
    sigma: float = _SIGMA
    games: int = 0

    @property
    def points(self) -> int:
        """The number that people see: 1500 is where all begin."""
        return round(_MIDDLE + (self.mu - _MU) * _SCALE)

    @property
    def give_or_take(self) -> int:
        """How far off it may be: two times in three it is within this."""
        return round(self.sigma * _SCALE)

    @property
    def is_provisional(self) -> bool:
        return self.games < PROVISIONAL


@dataclass(frozen=True, slots=True)
class RatedSeat:
    """A seat of a finished game, as far as ratings care."""

    player: str  # a person, or BOT and a level
    rank: int
    is_left: bool = False  # the player left before the end

    @property
    def is_bot(self) -> bool:
        return self.player.startswith(BOT)


def why_not(seats: Sequence[RatedSeat], *, rated: bool, from_start: bool, won: bool, together: int) -> str:
    """Why a game changes no rating, as a word of WHY; empty: it does.

    `together`: how many rated games these players have finished within the last week.
    """
    if not rated:
        return FRIENDLY
    if not from_start:
        return START
    if not won:
        return STOPPED
    people = [seat.player for seat in seats if not seat.is_bot]
    if not people or len(set(people)) < len(people) or len(seats) < 2 or not all(seat.player for seat in seats):
        return ALONE
    return AGAIN if together >= MOST else ""


def rate(seats: Sequence[RatedSeat], known: Mapping[str, Rating]) -> list[Rating]:
    """The ratings after a game, seat by seat, from those before it. Two bots of one level at a table are one player:
    what the two seats say of it is averaged."""
    before = [known.get(seat.player, Rating()) for seat in seats]
    last = len(seats) + 1
    ranks = [float(last if seat.is_left else seat.rank) for seat in seats]
    model = _model()
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    after = [team[0] for team in model.rate(teams, ranks=ranks)]
    out = []
    for seat, rating in zip(seats, before, strict=True):
        mine = [new for other, new in zip(seats, after, strict=True) if other.player == seat.player]
        mu, sigma = sum(new.mu for new in mine) / len(mine), sum(new.sigma for new in mine) / len(mine)
        out.append(Rating(mu, sigma, rating.games + 1))
    return out


def of_bots(seats: int, measured: tuple[float, float]) -> dict[str, Rating]:
    """Easy, medium and hard at a table of so many seats, from the shares that the arena has measured (`GameBots.measured`).

    A medium bot stands where all begin. The others stand as far from it as the model itself expects of such a share.
    """
    medium_over_easy, hard_over_medium = (_apart(share, seats) for share in measured)
    spread = {"easy": _MU - medium_over_easy, "medium": _MU, "hard": _MU + hard_over_medium}
    return {level: Rating(mu, _SURE, PROVISIONAL) for level, mu in spread.items()}


def _apart(share: float, seats: int) -> float:
    """How much stronger a player is whom the model lets win so often against equals of each other."""
    kept = min(max(share, _RARE), 1 - _RARE)
    return math.sqrt(seats) * _BETA * math.log(kept * (seats - 1) / (1 - kept))


def chances(ratings: Sequence[Rating]) -> list[float]:
    """How likely each seat was to win, by the ratings before a game."""
    model = _model()
    return list(model.predict_win([[model.rating(mu=one.mu, sigma=one.sigma)] for one in ratings]))
