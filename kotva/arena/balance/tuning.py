"""Options searched for a target: first seat 50 ± 2 %, 40 minutes.

All combinations of the values begin with few games each; the better half goes on with twice as many, until few are left that have
had all of them. What is far from the target is left early, and what is chosen is known best.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import inf
from typing import Final

from kotva.arena.balance.certainty import Mean, mean_of
from kotva.arena.balance.figures import Study
from kotva.arena.balance.study import Plan, Progress, base
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.options import Options

_TARGET = re.compile(r"([a-z]+[1-9]?)=([0-9]+(?:\.[0-9]+)?)(?:(?:±|\+-|\+/-)([0-9]+(?:\.[0-9]+)?))?")
NAMES: Final = ("first", "seat1 ... seat9", "minutes", "decisions", "shared", "forced", "settled")
_MOST: Final = 128  # combinations
_LEFT: Final = 3  # that get all games


@dataclass(frozen=True, slots=True)
class TuningTarget:
    """A figure and what it should be; shares in percent."""

    name: str
    goal: float
    margin: float

    def measure(self, study: Study) -> Mean:
        """The figure with its interval, in the unit of the target."""
        if self.name.startswith("seat") or self.name == "first":
            seat = 0 if self.name == "first" else int(self.name[4:]) - 1
            if seat >= study.seats:
                raise KotvaError("There is no seat {seat} at a table of {seats}.", seat=seat + 1, seats=study.seats)
            share = study.by_seat()[seat]
            low, high = share.interval
            return Mean(100 * share.share, 100 * low, 100 * high, share.games)
        if self.name == "shared":
            share = study.shared()
            low, high = share.interval
            return Mean(100 * share.share, 100 * low, 100 * high, share.games)
        if self.name == "forced":
            return Mean(100 * study.forced(), 100 * study.forced(), 100 * study.forced(), len(study.finished))
        if self.name == "settled":
            found = study.curve().get("settled", mean_of([]))
            return Mean(100 * found.mean, 100 * found.low, 100 * found.high, found.games)
        return study.minutes() if self.name == "minutes" else study.decisions()

    def distance(self, study: Study) -> float:
        """By how much it is missed, in margins beyond the margin; 0 within, and infinite where no game says anything of it."""
        found = self.measure(study)
        if not found.games:
            return inf
        return max(0.0, abs(found.mean - self.goal) / self.margin - 1)

    def holds(self, study: Study) -> str:
        """Whether it is met: surely, by the figure alone, or not."""
        found = self.measure(study)
        if not found.games:
            return "not known: no game says anything of it"
        if abs(found.mean - self.goal) > self.margin:
            return "missed"
        inside = found.low >= self.goal - self.margin and found.high <= self.goal + self.margin
        return "met" if inside else "met by the figure; the interval reaches beyond it"


@dataclass(frozen=True, slots=True)
class Tried:
    """A combination of options and what it came to."""

    options: Mapping[str, object]
    study: Study
    distance: float


def read_target(text: str) -> TuningTarget:
    """`first=50±2`, `minutes=40` (a tenth of it is the margin then)."""
    match = _TARGET.fullmatch(text.replace(" ", ""))
    known = {name.split()[0] for name in NAMES} | {f"seat{i}" for i in range(1, 10)}
    if match is None or match[1] not in known or (match[3] is not None and float(match[3]) == 0):
        raise KotvaError(
            "A target is written NAME=VALUE±MARGIN, such as first=50±2; names are: {names}. Not {text!r}.",
            names=", ".join(NAMES),
            text=text,
        )
    goal = float(match[2])
    return TuningTarget(match[1], goal, float(match[3]) if match[3] else max(goal / 10, 1e-9))


def read_values(game: Game, text: str, chosen: Options) -> tuple[str, list[object]]:
    """`win=8..12` or `robber=on,off`; a name alone stands for every value that the option has."""
    name, equals, values = text.partition("=")
    option = next((option for option in game.rules.options if option.name == name), None)
    if option is None:
        known = ", ".join(option.name for option in game.rules.options) or "none"
        raise KotvaError("{game} has no option {name!r}; options are: {known}.", game=game.id, name=name, known=known)
    if not equals:
        menu = option.menu(chosen)
        if menu is None or len(menu) > _MOST:
            raise KotvaError("Say which values of {name} to try: {name}=8..12 or {name}=a,b,c.", name=option.name)
        return name, list(menu)
    low, dots, high = values.partition("..")
    if not dots:
        return name, [value.strip() for value in values.split(",") if value.strip()]
    if not (low.isdecimal() and high.isdecimal() and int(low) <= int(high) < int(low) + _MOST):
        raise KotvaError("Values are written 8..12 or a,b,c; not {text!r}.", text=values)
    return name, list(range(int(low), int(high) + 1))


def tune(
    game: Game,
    plan: Plan,
    options: Mapping[str, object],
    tried: Mapping[str, Sequence[object]],
    targets: Sequence[TuningTarget],
    progress: Progress = lambda _what, _n: None,
) -> list[Tried]:
    """The combinations that come nearest to all targets, the best first; the last ones were played `plan.games` times."""
    combinations = [dict(zip(tried, values, strict=True)) for values in product(*tried.values())]
    if not combinations or not targets:
        raise KotvaError("Tuning needs options to try and a target to reach.")
    if len(combinations) > _MOST:
        raise KotvaError("{n} combinations are too many; the most is {most}.", n=len(combinations), most=_MOST)
    games = plan.games
    left = len(combinations)
    while left > _LEFT:
        left, games = (left + 1) // 2, games // 2
    games = max(20, games)
    while True:
        found = [_try(game, replace(plan, games=games), options, one, targets, progress) for one in combinations]
        found.sort(key=lambda one: one.distance)
        if games >= plan.games or len(found) <= 1:
            return found
        keep = max(_LEFT, (len(found) + 1) // 2)
        combinations = [dict(one.options) for one in found[:keep]]
        games = min(plan.games, 2 * games) if keep > _LEFT else plan.games


def _try(
    game: Game,
    plan: Plan,
    options: Mapping[str, object],
    one: Mapping[str, object],
    targets: Sequence[TuningTarget],
    progress: Progress,
) -> Tried:
    curves = any(target.name == "settled" for target in targets)
    study = base(game, plan, {**options, **one}, progress, curves)
    return Tried(one, study, sum(target.distance(study) for target in targets))
