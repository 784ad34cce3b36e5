"""The figures of a study, from the rows of its games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from kotva.arena.balance.certainty import Mean, Share, corrected, mean_of, rounded
from kotva.arena.rows import GameRow
from kotva.bots.restricted import Ban, read_ban
from kotva.engine.game import Game

CURVE = ("drama", "changes", "settled", "swing")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of action, or one card of it: in how many games it could be taken and was, and how often."""

    ban: Ban
    words: str
    offered: int  # decisions at which it could be taken,
    free: int  # of these with something else to take,
    used: int  # and how often it was
    games: int  # in which it was used

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.ban.text(),
            "words": self.words,
            "offered": self.offered,
            "free": self.free,
            "used": self.used,
            "games": self.games,
        }


@dataclass(frozen=True, slots=True)
class LadderStep:
    """One level against another: a step of the ladder."""

    strong: str
    weak: str
    share: Share


@dataclass(frozen=True, slots=True)
class Worth:
    """What something is worth: how a bot that may not do it fares against bots that may."""

    kind: Kind
    without: Share
    luck: float  # corrected for how many things were tried

    @property
    def worth(self) -> float:
        """In shares of games: above 0 it helps, below it does harm."""
        return self.without.even - self.without.share


@dataclass(slots=True)
class Study:
    """Everything that was found out about a game with so many seats, under one choice of options."""

    game: Game
    seats: int
    bot: str
    options: dict[str, object]
    rows: Sequence[GameRow]
    pace: float  # seconds that a person takes for a decision
    ladder: list[LadderStep] = field(default_factory=list)
    worths: list[Worth] = field(default_factory=list)

    @property
    def finished(self) -> list[GameRow]:
        return [row for row in self.rows if row.finished]

    def by_seat(self) -> list[Share]:
        """The games that each seat won; a shared first place counts its part."""
        won = [0.0] * self.seats
        for row in self.finished:
            for seat in row.winners:
                won[seat] += 1 / len(row.winners)
        return [Share(wins, len(self.finished), 1 / self.seats) for wins in won]

    def seat_luck(self) -> list[float]:
        return corrected([share.luck for share in self.by_seat()])

    def shared(self) -> Share:
        """Games in which the first place was shared."""
        return Share(sum(len(row.winners) > 1 for row in self.finished), len(self.finished), 0.0)

    def numbers(self, name: str) -> list[float]:
        return [float(measures[name]) for measures in self._measures()]

    def decisions(self) -> Mean:
        return mean_of(self.numbers("decisions"))

    def spread(self) -> tuple[float, float, float]:
        """Of the number of decisions: a tenth of the games has fewer than the first, half have fewer than the second, a tenth has
        more than the last."""
        found = sorted(self.numbers("decisions")) or [0.0]
        return found[len(found) // 10], median(found), found[len(found) - 1 - len(found) // 10]

    def branching(self) -> float:
        """Choices at a decision, on average."""
        return sum(self.numbers("choices")) / max(1.0, sum(self.numbers("decisions")))

    def forced(self) -> float:
        """The part of the decisions that were none: one thing could be done."""
        return sum(self.numbers("forced")) / max(1.0, sum(self.numbers("decisions")))

    def minutes(self) -> Mean:
        """How long a game of people would take at so many seconds for each decision that is one."""
        real = [(measures["decisions"] - measures["forced"]) * self.pace / 60 for measures in self._measures()]
        return mean_of(real)

    def curve(self) -> dict[str, Mean]:
        """Drama, lead changes, and when games are settled."""
        found = [measures["curve"] for measures in self._measures() if "curve" in measures]
        return {name: mean_of([float(one[name]) for one in found]) for name in CURVE} if found else {}

    def endings(self) -> dict[str, int]:
        """How games ended, those ways included that did not come up; `""`: not over."""
        counts = Counter(row.reason for row in self.rows)
        known = {reason.name: counts.pop(reason.name, 0) for reason in self.game.rules.reasons}
        return {**known, **counts}

    def kinds(self) -> list[Kind]:
        """Every kind of action that seats can take, and the cards of those that have few."""
        offered: Counter[str] = Counter()
        free: Counter[str] = Counter()
        used: Counter[str] = Counter()
        games: Counter[str] = Counter()
        for measures in self._measures():
            offered.update(measures["offered"])
            free.update(measures["free"])
            here: Counter[str] = Counter()
            for name, count in measures["used"].items():
                here[name.partition("/")[0]] += count
            used.update(here)
            games.update(here.keys())
        actions = self.game.rules.actions
        bans = sorted(map(read_ban, offered), key=lambda ban: (ban.family, ban.place, ban.value))
        return [
            Kind(ban, ban.words(actions), offered[name], free[name], used[name], games[name])
            for ban, name in ((ban, ban.text()) for ban in bans)
        ]

    def unused_families(self) -> list[str]:
        """Families in which nothing was ever allowed, to a seat or to chance, by their notation."""
        seen = {kind.ban.family for kind in self.kinds()}
        seen |= {int(family) for measures in self._measures() for family in measures["dealt"]}
        families = enumerate(self.game.rules.actions.families)
        return [family.form for i, family in families if i not in seen and family.listed]

    def unreached_clauses(self) -> dict[str, str]:
        """Clauses of refusals that forbade nothing in any game, with their words."""
        seen = {int(number) for measures in self._measures() for number in measures["clauses"]}
        why = self.game.words.why
        return {self.game.clause(number): text for number, text in sorted(why.items()) if number not in seen}

    def unreached_events(self) -> list[str]:
        """Events that never happened, by their names."""
        seen = {int(code) for measures in self._measures() for code in measures["events"]}
        return [name for name, code in sorted(self.game.words.events.items()) if code not in seen]

    def _measures(self) -> Iterable[Mapping[str, Any]]:
        return [row.measures for row in self.finished if row.measures]

    def to_json(self) -> dict[str, Any]:
        """One object for machines."""
        few, half, many = self.spread()
        return {
            "game": self.game.id,
            "version": self.game.version,
            "seats": self.seats,
            "bot": self.bot,
            "options": {name: str(value) for name, value in sorted(self.options.items())},
            "games": len(self.rows),
            "finished": len(self.finished),
            "wins": [
                {**share.to_json(), "luck_corrected": float(f"{luck:.3g}")}
                for share, luck in zip(self.by_seat(), self.seat_luck(), strict=True)
            ],
            "shared": rounded(self.shared().share),
            "decisions": {**self.decisions().to_json(), "tenth": few, "median": half, "nine_tenths": many},
            "minutes": {**self.minutes().to_json(), "pace": self.pace},
            "branching": round(self.branching(), 2),
            "forced": round(self.forced(), 4),
            "curve": {name: mean.to_json() for name, mean in self.curve().items()},
            "ladder": [{"strong": s.strong, "weak": s.weak, **s.share.to_json()} for s in self.ladder],
            "kinds": [kind.to_json() for kind in self.kinds()],
            "worth": [
                {
                    **worth.kind.to_json(),
                    "without": worth.without.to_json(),
                    "worth": rounded(worth.worth),
                    "luck_corrected": float(f"{worth.luck:.3g}"),
                }
                for worth in self.worths
            ],
            "endings": self.endings(),
            "unreached": {
                "families": self.unused_families(),
                "clauses": list(self.unreached_clauses()),
                "events": self.unreached_events(),
            },
        }
