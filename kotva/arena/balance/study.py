"""Play what a study needs: the game by one kind of bot, the ladder of levels, and each thing with and without it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from kotva.arena import Results, simulate
from kotva.arena.balance.certainty import Share, corrected
from kotva.arena.balance.figures import Kind, LadderStep, Study, Worth
from kotva.arena.seating import ALL
from kotva.arena.simulate import whole
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game

Progress = Callable[[str, int], None]  # what is played now, and how many games of it were just played

PACE: Final = 12.0  # seconds that a person takes for a decision
_CURVES: Final = 60  # games of a run in which chances are worked out
_NO_CURVES: Final = -1
_OFTEN: Final = 0.05  # of the games in which something must be open to a seat before its worth is asked


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played, and where."""

    seats: int
    bot: str = "easy"
    games: int = 400
    ladder: int = 100  # games for each step between levels; 0: none
    worth: int = 100  # games for each thing that is tried without; 0: none
    things: int = 12  # of which there are at most so many
    seed: int = 0
    jobs: int = 1
    on: str = "local"
    address: str | None = None
    keep: Path | None = None  # a folder for the games: a study that was stopped goes on from there
    pace: float = PACE

    def checked(self) -> Plan:
        """KotvaError for numbers that make no sense."""
        for name, least in (("games", 1), ("ladder", 0), ("worth", 0), ("things", 0), ("jobs", 1)):
            if whole(name, getattr(self, name)) < least:
                raise KotvaError("{name} is a number from {least} on.", name=name, least=least)
        if not self.pace > 0:
            raise KotvaError("A person takes more than 0 seconds for a decision.")
        return self


def study(game: Game, plan: Plan, options: Mapping[str, object], progress: Progress = lambda _what, _n: None) -> Study:
    """All of it; the same seed gives the same study."""
    plan = plan.checked()
    found = base(game, plan, options, progress)
    if plan.ladder:
        found.ladder = ladder(game, plan, options, progress)
    if plan.worth:
        found.worths = worths(found, plan, progress)
    return found


def total(game: Game, plan: Plan) -> int:
    """How many games a study takes at most."""
    return plan.games + len(rungs(game)) * plan.ladder + plan.things * plan.worth


def base(
    game: Game,
    plan: Plan,
    options: Mapping[str, object],
    progress: Progress = lambda _what, _n: None,
    curves: bool = True,
) -> Study:
    """The game by one kind of bot in all seats, watched; without `curves` nothing is said of drama, which takes longest."""
    run = _Run(game, plan, options, progress)
    results = run.play(
        "games", (plan.bot,), plan.games, measured=max(1, plan.games // _CURVES) if curves else _NO_CURVES
    )
    return Study(game, plan.seats, plan.bot, dict(options), results.rows, plan.pace)


def rungs(game: Game) -> list[tuple[str, str]]:
    """The ladder: each level with the one below it. A hard bot has as many simulations as its game measures it with."""
    levels = ["random", "easy", "medium", f"mcts:{game.bots.levels.hard}"]
    return list(zip(levels[1:], levels[:-1], strict=True))


def ladder(game: Game, plan: Plan, options: Mapping[str, object], progress: Progress) -> list[LadderStep]:
    """One of the better level against as many of the lower one as there are seats left."""
    run = _Run(game, plan, options, progress)
    steps = []
    for strong, weak in rungs(game):
        results = run.play(f"{strong} against {weak}", (strong, weak), plan.ladder)
        steps.append(LadderStep(strong, weak, Share(results.wins[0], results.finished, results.fair(0))))
    return steps


def worths(found: Study, plan: Plan, progress: Progress) -> list[Worth]:
    """Restricted play: a bot that may not do a thing against bots that may."""
    run = _Run(found.game, plan, found.options, progress)
    tried = []
    for kind in candidates(found)[: plan.things]:
        bots = (f"without:{kind.ban.text()}:{plan.bot}", plan.bot)
        results = run.play(f"without {kind.words}", bots, plan.worth)
        tried.append((kind, Share(results.wins[0], results.finished, results.fair(0))))
    lucks = corrected([share.luck for _, share in tried])
    return [Worth(kind, share, luck) for (kind, share), luck in zip(tried, lucks, strict=True)]


def candidates(found: Study) -> list[Kind]:
    """What is worth a try: whole families first, then cards, those that are open most often first; nothing without a choice."""
    least = _OFTEN * len(found.finished)
    families = found.game.rules.actions.families
    open_ = [kind for kind in found.kinds() if kind.free > least and not families[kind.ban.family].aside]
    whole = sorted((kind for kind in open_ if kind.ban.place < 0), key=lambda kind: -kind.free)
    cards = sorted((kind for kind in open_ if kind.ban.place >= 0), key=lambda kind: -kind.free)
    return [*(whole if len(whole) > 1 else []), *cards]


class _Run:
    """Simulations of one study."""

    def __init__(self, game: Game, plan: Plan, options: Mapping[str, object], progress: Progress) -> None:
        self._game, self._plan, self._options, self._progress = game, plan, options, progress

    def play(self, what: str, bots: tuple[str, ...], games: int, measured: int = 0) -> Results:
        plan = self._plan
        return simulate(
            self._game,
            plan.seats,
            bots,
            games,
            plan.seed,
            self._options,
            plan.jobs,
            lambda n: self._progress(what, n),
            on=plan.on,
            address=plan.address,
            records=self._file(bots),
            resume=plan.keep is not None,
            seating=ALL,
            measured=measured,
        )

    def _file(self, bots: tuple[str, ...]) -> Path | None:
        """Where the games of a run are kept: a name that says which run it is."""
        if self._plan.keep is None:
            return None
        self._plan.keep.mkdir(parents=True, exist_ok=True)
        chosen = json.dumps(
            [sorted((k, str(v)) for k, v in self._options.items()), self._plan.seed, self._game.version]
        )
        mark = hashlib.sha256(chosen.encode()).hexdigest()[:8]
        name = "-".join(bot.replace(":", "_") for bot in bots)
        return self._plan.keep / f"{self._game.id}-{self._plan.seats}-{name}-{mark}.jsonl"


def other(plan: Plan) -> Plan:
    """The same plan for a second version of the rules, without what is only asked of the first."""
    return replace(plan, ladder=0, worth=0)
