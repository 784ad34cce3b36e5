"""A review of a finished game: everybody's chances over it, the turning points, and for doubtful choices the better ones.

Each choice is judged by what the player who decided could know then, never by what came to light later. The curve is drawn by
what everybody at the table could see: with each mover's own secrets in turn it would go up and down with every move. It is worked
out piece by piece (`moments`, then `judge` for some of them at a time), so that somebody can show how far it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import msgspec

from kotva.engine.say import Say
from kotva.learn.hints import believed, believed_by_all, chances, think
from kotva.match import Match

TURNS: Final = 5  # turning points that are told
_SIMULATIONS: Final = 240_000  # for a whole game
_FEWEST, _MOST = 80, 600  # for a decision
_DOUBT: Final = 0.08  # of chance that a choice gives away
_SURE: Final = 0.99  # with less than this a sure win was missed, however good the rest was
_SWING: Final = 0.12  # of chance between two decisions that makes a turning point
_LINES: Final = 3  # of the log that are told of a turning point
_CURVE: Final = 60  # games played on for a point of the curve


class Doubt(msgspec.Struct, frozen=True):
    """A choice that gave something away: at which moment, whose, what was played, what would have been better."""

    at: int  # moves before it
    seat: int
    played: str  # in notation
    better: str
    chance: float  # to win after what was played
    chance_better: float


class Point(msgspec.Struct, frozen=True):
    """Everybody's chances at a moment."""

    at: int
    chances: list[float]


class Review(msgspec.Struct, frozen=True):
    """What was thought of a game."""

    game: str
    seats: int
    moves: int
    curve: list[Point]
    turns: list[int]  # turning points: moves before them
    doubts: list[Doubt]


@dataclass(frozen=True, slots=True)
class Judged:
    """What was thought of one decision."""

    point: Point
    doubt: Doubt | None


def moments(match: Match) -> list[int]:
    """The decisions of a game: how many moves were played before each."""
    return [at for at, played in enumerate(match.played) if played.actor >= 0]


def effort(decisions: int) -> int:
    """How many simulations each decision gets."""
    return max(_FEWEST, min(_MOST, _SIMULATIONS // max(1, decisions)))


def judge(match: Match, at: int, simulations: int) -> Judged:
    """One decision, from what its player could know; everybody's chances, from what all could see."""
    played = match.played[at]
    seen_by_all = match.view(None, at)
    raw = chances(seen_by_all, min(_CURVE, simulations), at + 1)
    point = Point(at, [round(chance, 3) for chance in believed_by_all(seen_by_all, raw)])
    view = match.view(played.actor, at)
    legal = view.legal()
    if len(legal) < 2 or played.action not in legal:
        return Judged(point, None)
    best = think(view, simulations, at + 1)[0]
    if best.action == played.action:
        return Judged(point, None)
    longer = think(view, 2 * simulations, at + 2, (best.action, played.action))  # a longer look at these two
    first, second = believed(view, longer)
    missed_win = first.chance == 1.0 and second.chance < _SURE
    if first.action != best.action or (first.chance - second.chance < _DOUBT and not missed_win):
        return Judged(point, None)
    text = match.game.rules.actions.text
    doubt = Doubt(at, played.actor, played.text, text(best.action), round(second.chance, 3), round(first.chance, 3))
    return Judged(point, doubt)


def whole(match: Match, judged: list[Judged]) -> Review:
    """The review, when every decision has been judged."""
    curve = [one.point for one in judged]
    if match.is_over:
        curve.append(Point(len(match.played), chances(match.view(None), 1, 1)))
    doubts = sorted((one.doubt for one in judged if one.doubt is not None), key=lambda doubt: doubt.at)
    return Review(match.game.id, match.seats, len(match.played), curve, _turns(curve), doubts)


def _turns(curve: list[Point]) -> list[int]:
    """Where somebody's chances changed most, at most so many times, in the order of the game."""
    swings = []
    for before, after in pairwise(curve):
        swing = max(abs(b - a) for a, b in zip(before.chances, after.chances))
        if swing >= _SWING:
            swings.append((swing, before.at))
    return sorted(at for _, at in sorted(swings, reverse=True)[:TURNS])


def what_happened(match: Match, review: Review, at: int, say: Say) -> list[str]:
    """What made a turning point: what was played there, as its player may read it, and what chance and others added at once."""
    until = min((point.at for point in review.curve if point.at > at), default=len(match.played))
    told = match.log(match.played[at].actor, say, at)
    return [line for number, lines in told if number <= until for line in lines][:_LINES]
