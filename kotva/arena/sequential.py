"""A match that ends as soon as it is decided: a sequential test whose bounds are fixed before the first game.

One block is one game of each arrangement of the bots, so that everybody sits everywhere; its mean is one observation, because
games of one block are not independent. After each block the likelihood of two shares of wins is compared (GSPRT with an unknown
variance): `lower`, at which the first bot is not worth keeping, and `upper`, at which it is. At a bound, or at the cap, it is
over; looking at a match and stopping it by hand has no place here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import log, nan
from pathlib import Path
from typing import Final

from kotva.arena.seating import ALL, arrangements
from kotva.arena.simulate import simulate, whole
from kotva.arena.statistics import Results
from kotva.bots.program import MOVE_SECONDS
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.say import N_
from kotva.files import write_whole

BETTER, NOT_BETTER, OPEN = "better", "not better", "open"
LEAST: Final = 10  # blocks before which nothing is decided: their spread is not known yet
# Two imaginary blocks, one lost and one won: without them some equal blocks in a row would look like certainty.
_IMAGINED: Final = (0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a match is to tell apart, and how surely. Shares are those of the first bot, 0 to 1."""

    lower: float
    upper: float
    alpha: float = 0.05  # how often a bot with the lower share may pass
    beta: float = 0.05  # how often one with the upper share may fail

    def __post_init__(self) -> None:
        if not 0 < self.lower < self.upper < 1:
            raise KotvaError(
                N_("The bounds are two shares of wins between 0 and 1, the lower one first, not {lower} and {upper}."),
                lower=self.lower,
                upper=self.upper,
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise KotvaError(N_("The shares of errors lie between 0 and 0.5."))

    @property
    def limits(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the match is decided: against the first bot, and for it (Wald)."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


def ratios(blocks: Sequence[float], bounds: Bounds) -> Iterator[float]:
    """The log-likelihood ratio of the two shares after each block."""
    squares_lower = sum((share - bounds.lower) ** 2 for share in _IMAGINED)
    squares_upper = sum((share - bounds.upper) ** 2 for share in _IMAGINED)
    for number, share in enumerate(blocks, len(_IMAGINED) + 1):
        squares_lower += (share - bounds.lower) ** 2
        squares_upper += (share - bounds.upper) ** 2
        yield number / 2 * log(squares_lower / squares_upper)


@dataclass(frozen=True, slots=True)
class MatchVerdict:
    """How a match stands: what is decided, after how many blocks, and the course of the log-likelihood ratio."""

    decided: str
    blocks: int
    course: tuple[float, ...]
    share: float  # of the first bot, in the blocks that count; of none no number


def judge(blocks: Sequence[float], bounds: Bounds) -> MatchVerdict:
    """What the blocks say, in their order: those after the deciding one do not count, whatever they say."""
    low, high = bounds.limits
    course: list[float] = []
    for ratio in ratios(blocks, bounds):
        course.append(ratio)
        if len(course) >= LEAST and not low < ratio < high:
            break
    last = course[-1] if course else 0.0
    decided = OPEN
    if len(course) >= LEAST and not low < last < high:
        decided = BETTER if last >= high else NOT_BETTER
    counted = blocks[: len(course)]
    return MatchVerdict(decided, len(counted), tuple(course), sum(counted) / len(counted) if counted else nan)


def match(
    game: Game,
    seats: int,
    bots: Sequence[str],
    bounds: Bounds,
    cap: int,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    jobs: int = 1,
    progress: Callable[[int, float], None] | None = None,
    *,
    records: Path,
    resume: bool = False,
    bot_time: float = MOVE_SECONDS,
) -> tuple[MatchVerdict, Results]:
    """Play until a bound is reached, or `cap` blocks.

    `records` keeps the rows of all games, whatever comes out, and beside it stands what was fixed before the first of them: a
    match that is there already goes on (`resume`) with the same bounds, or is not played again under this name.
    `progress` hears after each part how many blocks there are and the ratio.
    """
    if len(dict.fromkeys(bots)) != 2:
        raise KotvaError(N_("A match is between two kinds of bots; {n} are named."), n=len(dict.fromkeys(bots)))
    if whole("cap", cap) < LEAST:
        raise KotvaError(N_("A match has at least {n} blocks."), n=LEAST)
    _fix(records, {**asdict(bounds), "cap": cap}, resume)
    size = len(arrangements(tuple(bots), seats, ALL))
    step = max(1, -(-2 * jobs // size))  # blocks at a time: enough for all processes
    there = 0
    while True:
        there = min(cap, there + step)
        results = simulate(
            game, seats, bots, there * size, seed, options, jobs, records=records, resume=resume, bot_time=bot_time
        )
        resume = True  # from now on the file is this match's own
        if results.finished < results.games:
            raise KotvaError(N_("A game of this match did not end: nothing can be said of its block."))
        verdict = judge([block[0] for block in results.blocks], bounds)
        if progress is not None:
            progress(verdict.blocks, verdict.course[-1] if verdict.course else 0.0)
        if verdict.decided != OPEN or there == cap:
            return verdict, results


def _fix(records: Path, terms: Mapping[str, float], resume: bool) -> None:
    """Write down what is fixed before the first game, or compare it with what was."""
    beside = records.with_name(records.name + ".terms")
    if not resume:
        if records.exists() or beside.exists():
            raise KotvaError(N_("{path} has a match already: go on with it, or name another file."), path=records)
        write_whole(beside, json.dumps(terms) + "\n")
        return
    try:
        fixed = json.loads(beside.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise KotvaError(N_("{path} has no match that could go on."), path=records) from None
    if fixed != terms:
        raise KotvaError(N_("The bounds of this match were fixed before its first game: {terms}."), terms=fixed)
