"""TOU-11, TOU-12.1, TOU-12.2, TOU-19.4, TOU-19.5: places, place points, game points and shares of one table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import assert_never

from kotva.tournament.choices import StoppedFirst, SuccessMode, TieRule
from kotva.tournament.options import TournamentOptions
from kotva.tournament.state import UNPLACED, Result, SeatResult


@dataclass(frozen=True, slots=True)
class Score:
    """What a seat brings its player."""

    place: int | None  # dense (TOU-11.3), or the position i (TOU-19.5)
    pp: Fraction
    gp: int
    share: Fraction  # TOU-12.2
    shared: bool = False  # the place is shared
    stopped: bool = False  # the game had no winner


NOTHING = Score(None, Fraction(0), 0, Fraction(0))


def rounded(number: Fraction) -> int:
    """TOU-3.9: half up."""
    return floor(number + Fraction(1, 2))


def percent(share: Fraction) -> str:
    """TOU-3.9: per cent with two decimals, half up; for people, never for comparing (TOU-12.5)."""
    hundredths = rounded(share * 10000)
    return f"{hundredths // 100}.{hundredths % 100:02}"


def counted(mark: SeatResult, options: TournamentOptions) -> int:
    """TOU-12.1: raw points, at most `gp.cap`, also at tables of three."""
    if mark.raw is None or mark.status in UNPLACED:
        return 0
    cap = options.number_or_none("gp.cap")
    return mark.raw if cap is None else min(mark.raw, cap)


def has_winner(result: Result) -> bool:
    """TOU-11.6: stopped on time, or adjudicated without a winner, is 'no winner'."""
    return result.end in ("won", "adjudicated") and result.winner is not None


def groups(result: Result, options: TournamentOptions) -> list[list[str]]:
    """Who shares a place, the best first (TOU-11.2, TOU-11.3). Seats without a place are left out (TOU-11.7)."""
    placed = [mark for mark in result.marks if mark.status in ("ok", "left")]
    out: list[list[str]] = []
    if has_winner(result):  # TOU-11.4: first alone, whatever the others have
        out.append([str(result.winner)])
        placed = [mark for mark in placed if mark.player != result.winner]

    def standing(mark: SeatResult) -> tuple[bool, int]:
        """TOU-1.6: the game's own ranking, made dense; players without a place in it stand behind, by points."""
        return mark.place is None, -counted(mark, options) if mark.place is None else mark.place

    values = sorted({standing(mark) for mark in placed})
    return out + [[mark.player for mark in placed if standing(mark) == value] for value in values]


@lru_cache(maxsize=4096)
def scores(result: Result, options: TournamentOptions) -> Mapping[str, Score]:
    """The score of every seat of a finished table; at a dissolved one nobody has any (TOU-3.7).

    Kept: standings ask for each result several times, and a desk with 400 players makes them anew after every one of them.
    """
    out = {mark.player: NOTHING for mark in result.marks}
    if result.end == "dissolved":
        return out
    ranking = groups(result, options)
    placed = sum(map(len, ranking))
    gp = {mark.player: counted(mark, options) for mark in result.marks}
    total = sum(max(0, gp[player]) for group in ranking for player in group)  # TOU-19.2: a negative score counts 0
    points = options.points(placed) if placed else ()
    position = 0
    for dense, group in enumerate(ranking, 1):
        pp, place = _worth(points, dense, position, len(group), options.choice(TieRule))
        if not has_winner(result) and options.share("nowin.points") is not None:  # TOU-19.5
            pp = options.share("nowin.points") or Fraction(0)
        for player in group:
            share = Fraction(max(0, gp[player]), total) if total else Fraction(0)
            share *= _scale(placed, options)
            out[player] = Score(place, pp, gp[player], share, len(group) > 1, not has_winner(result))
        position += len(group)
    return out


def _worth(points: tuple[Fraction, ...], dense: int, before: int, size: int, rule: TieRule) -> tuple[Fraction, int]:
    """TOU-19.5: points and place of players sharing the positions before+1 … before+size."""
    match rule:
        case TieRule.DENSE:  # TOU-11.3
            return points[dense - 1], dense
        case TieRule.BEST:
            return points[before], before + 1
        case TieRule.WORST:
            return points[before + size - 1], before + 1
        case TieRule.SHARE:
            return sum(points[before : before + size], Fraction(0)) / size, before + 1
        case _:
            assert_never(rule)


def _scale(placed: int, options: TournamentOptions) -> Fraction:
    """TOU-12.6."""
    mode = options.choice(SuccessMode)
    match mode:
        case SuccessMode.SHARE:
            return Fraction(1)
        case SuccessMode.SCALED:
            return Fraction(placed, options.number("table.size"))
        case _:
            assert_never(mode)


def counts_as_first(score: Score, options: TournamentOptions) -> bool:
    """TOU-11.5, TOU-11.8: with `nocount` a first place shared in a stopped game is none."""
    rule = options.choice(StoppedFirst)
    match rule:
        case StoppedFirst.COUNT:
            return score.place == 1
        case StoppedFirst.NOCOUNT:
            return score.place == 1 and not (score.stopped and score.shared)
        case _:
            assert_never(rule)
