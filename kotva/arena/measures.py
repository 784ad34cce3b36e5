"""What is noted of a game beside its result, for studies of balance: choices, kinds of actions, clauses, chances."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any, Final

from kotva.engine.game import Game
from kotva.engine.options import Options
from kotva.engine.state import OVER, State
from kotva.learn.hints import chances

_SMALL: Final = 48  # values that an argument may have to be counted one by one: cards, pieces, kinds
_PROBES: Final = 4  # forbidden actions asked about at each decision
_POINTS: Final = 24  # moments of a game at which chances are worked out
_DEALS: Final = 8  # games played on for each of them


class Measure:
    """Watches one game."""

    def __init__(self, game: Game, options: Options, number: int, curve: bool) -> None:
        self._game, self._options = game, options
        self._random = Random(number)
        self._families = game.rules.actions.families
        self._index = {id(family): i for i, family in enumerate(self._families)}
        self.decisions = self.forced = self.choices = 0
        self.offered: Counter[str] = Counter()
        self.free: Counter[str] = Counter()  # offered beside something else
        self.used: Counter[str] = Counter()  # by kind and seat: `3/0`, `3.0.12/0`
        self.clauses: set[int] = set()
        self.events: set[int] = set()
        self.dealt: set[int] = set()  # families that chance has taken from
        self._curve = curve
        self._every = 1  # of the decisions, so many apart
        self._moments: list[State] = []

    def decision(self, state: State, seat: int, legal: list[int], action: int) -> None:
        """Before a seat carries out an action."""
        self.decisions += 1
        self.forced += len(legal) == 1
        self.choices += len(legal)
        counts = Counter(kind for option in legal for kind in self._kinds(option))
        for kind, count in counts.items():
            self.offered[kind] += 1
            self.free[kind] += count < len(legal)
        for kind in self._kinds(action):
            self.used[f"{kind}/{seat}"] += 1
        if self._curve:
            self._keep(state)
        self._probe(state, seat)

    def happened(self, state: State, actor: int, action: int) -> None:
        """After each action, those of chance included."""
        if actor < 0:
            self.dealt.add(self._index[id(self._game.rules.actions.family(action))])
        self.events.update(int(event[0]) for event in state.trace or ())

    def _kinds(self, action: int) -> list[str]:
        """The family of an action, and the values of its arguments that have few."""
        family = self._game.rules.actions.family(action)
        number = self._index[id(family)]
        small = any(domain.size <= _SMALL for domain in family.domains)
        values = family.arguments(action) if small else ()
        return [
            str(number),
            *(f"{number}.{i}.{x}" for i, x in enumerate(values) if 1 < family.domains[i].size <= _SMALL),
        ]

    def _keep(self, state: State) -> None:
        """Keep moments evenly over a game whose length nobody knows yet."""
        if (self.decisions - 1) % self._every:
            return
        self._moments.append(state.clone())
        if len(self._moments) == 2 * _POINTS:
            del self._moments[1::2]
            self._every *= 2

    def _probe(self, state: State, seat: int) -> None:
        """Which clauses forbid something now."""
        for _ in range(_PROBES):
            family = self._random.choice(self._families)
            number = int(state.why_not(seat, family.base + self._random.randrange(family.size)))
            if number:
                self.clauses.add(number)

    def to_json(self, state: State) -> dict[str, Any]:
        """Everything, when the game is over."""
        out: dict[str, Any] = {
            "decisions": self.decisions,
            "forced": self.forced,
            "choices": self.choices,
            "offered": dict(sorted(self.offered.items())),
            "free": dict(sorted(self.free.items())),
            "used": dict(sorted(self.used.items())),
            "clauses": sorted(self.clauses),
            "events": sorted(self.events),
            "dealt": sorted(self.dealt),
        }
        if self._curve and state.to_act() == OVER and self._moments:
            ranks = [int(state.rank(seat)) for seat in range(int(state.seats))]
            winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
            if len(winners) < len(ranks):  # where all share the first place nobody was behind
                curve = [self._chances(moment, n) for n, moment in enumerate(self._moments)]
                out["curve"] = drama(curve, winners[0])
        return out

    def _chances(self, moment: State, number: int) -> list[float]:
        return chances(self._game.view(moment, None, self._options), _DEALS, number + 1)


def drama(curve: list[list[float]], winner: int) -> dict[str, float]:
    """How a game felt, from everybody's chances at moments spread over it.

    `drama`: by how much the winner was behind the leader, on average over the game; `changes`: how often another seat came to
    lead; `settled`: the part of the game after which the winner led until the end; `swing`: how much chances change from moment
    to moment.
    """
    alike = [seat for seat in range(len(curve[0])) if all(point[seat] == point[winner] for point in curve)]  # partners
    curve = [[point[winner], *(x for seat, x in enumerate(point) if seat not in alike)] for point in curve]
    winner = 0
    if len(curve[0]) == 1:
        return dict.fromkeys(("drama", "changes", "settled", "swing"), 0.0)
    behind = [max(point) - point[winner] for point in curve]
    leaders: list[int] = []
    for point in curve:
        best = max(range(len(point)), key=point.__getitem__)
        others = max((chance for chance in point if chance != point[best]), default=point[best])  # partners are equal
        if point[best] > others + 0.02:  # else nobody leads
            leaders.append(best)
    late = max((i + 1 for i, gap in enumerate(behind) if gap > 0.02), default=0)
    swings = [max(abs(a - b) for a, b in zip(one, two, strict=True)) for one, two in pairwise(curve)]
    return {
        "drama": round(sum(behind) / len(behind), 4),
        "changes": sum(a != b for a, b in pairwise(leaders)),
        "settled": round(late / len(curve), 4),
        "swing": round(sum(swings) / max(1, len(swings)), 4),
    }
