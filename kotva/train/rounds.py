"""Rounds of learning in a folder: self-play by the best so far, a network fitted anew to all games, a match that judges it.

What is in the folder is not done again, so a run that was stopped goes on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kotva.arena.sequential import BETTER, Bounds, match
from kotva.engine.errors import KotvaError
from kotva.engine.game import Game
from kotva.engine.learnt import NetworkFile, read_network
from kotva.engine.say import N_
from kotva.files import write_whole
from kotva.train.fit import Fitted, fit, gather, to_whole
from kotva.train.selfplay import SelfPlayGame, SelfPlayTerms, play_more, read_games

LEAST_GAMES: Final = 20  # with fewer there is nothing to hold out
MOST_POSITIONS: Final = 400_000  # of more games fewer positions each are fitted to
Note = Callable[[str, int, int], None]  # what is going on, how far, of how much


@dataclass(frozen=True, slots=True)
class LearningPlan:
    """What is asked for."""

    seats: int
    games: int = 500  # in each round
    simulations: int = 100
    rounds: int = 1
    hidden: int = 16
    epochs: int = 8
    seed: int = 1
    jobs: int = 1
    alone: bool = False  # without the game's own evaluation
    gate: Bounds | None = None
    cap: int = 200  # blocks of a match

    def __post_init__(self) -> None:
        if self.games < LEAST_GAMES:
            raise KotvaError(N_("A round has at least {n} games: some are held out."), n=LEAST_GAMES)
        if self.rounds < 1 or self.hidden < 0 or self.epochs < 1 or self.simulations < 1 or self.jobs < 1:
            raise KotvaError(N_("Rounds, epochs, simulations and jobs are at least 1, hidden units at least 0."))


@dataclass(frozen=True, slots=True)
class RoundReport:
    """What came of a round."""

    number: int
    network: Path
    hash: str
    games: int
    positions: int
    course: tuple[tuple[float, float], ...]
    before: tuple[float, float]
    after: tuple[float, float]
    verdict: str = ""  # of the match, if there was one
    share: float = 0.0
    blocks: int = 0

    def line(self) -> str:
        """As a line of the folder's `rounds.jsonl`."""
        return json.dumps(
            {
                "round": self.number,
                "network": self.network.name,
                "hash": self.hash,
                "games": self.games,
                "positions": self.positions,
                "course": [[round(x, 5) for x in pair] for pair in self.course],
                "before": [round(x, 5) for x in self.before],
                "after": [round(x, 5) for x in self.after],
                "verdict": self.verdict,
                "share": round(self.share, 4),
                "blocks": self.blocks,
            }
        )


def learn(
    game: Game, plan: LearningPlan, folder: Path, note: Note = lambda _what, _done, _of: None
) -> list[RoundReport]:
    """All rounds. Without a gate each network plays in the next round; with one, only a network that its match found better."""
    folder.mkdir(parents=True, exist_ok=True)
    best: Path | None = None
    reports: list[RoundReport] = []
    files: list[tuple[Path, SelfPlayTerms]] = []
    for number in range(1, plan.rounds + 1):
        terms = SelfPlayTerms(
            game.id,
            game.version,
            plan.seats,
            plan.simulations,
            plan.seed + number,
            read_network(best).hash if best is not None else "",
            plan.alone,
        )
        path = folder / f"games-{number}.jsonl"
        done = 0

        def count(more: int, number: int = number) -> None:
            nonlocal done
            done += more
            note(f"round {number}: games", done, plan.games)

        play_more(path, game, terms, plan.games, plan.jobs, best, count)
        files.append((path, terms))
        report, found = _fit_round(game, plan, files, number, note)
        new = folder / f"network-{number}.bin"
        write_whole(new, found.data())
        report = _judged(game, plan, new, best, report)
        reports.append(report)
        write_whole(folder / "rounds.jsonl", "".join(one.line() + "\n" for one in reports))
        if plan.gate is None or report.verdict == BETTER:
            best = new
    return reports


def _fit_round(
    game: Game, plan: LearningPlan, files: Sequence[tuple[Path, SelfPlayTerms]], number: int, note: Note
) -> tuple[RoundReport, NetworkFile]:
    """A network anew, from the games of all rounds."""
    played: list[SelfPlayGame] = []
    for nth, (path, terms) in enumerate(files):
        # Numbers apart from those of other rounds: the number says which games are held out.
        played += [
            SelfPlayGame(one.number + nth * plan.games, one.played, one.searched) for one in read_games(path, terms)
        ]
    replayed = 0

    def count() -> None:
        nonlocal replayed
        replayed += 1
        note(f"round {number}: positions", replayed, len(played))

    rate = min(1.0, MOST_POSITIONS / sum(len(one.played) for one in played))
    data = gather(game, plan.seats, played, rate, plan.alone, count)
    fitted: Fitted = fit(
        data,
        plan.hidden,
        plan.epochs,
        plan.seed + number,
        note=lambda epoch, _fitted, _held: note(f"round {number}: epochs", epoch, plan.epochs),
    )
    found = to_whole(game.id, plan.seats, fitted)
    report = RoundReport(
        *(number, Path(f"network-{number}.bin"), found.hash, len(played), len(data)),
        *(fitted.course, fitted.before, fitted.after),
    )
    return report, found


def _judged(game: Game, plan: LearningPlan, new: Path, best: Path | None, report: RoundReport) -> RoundReport:
    """The report with the verdict of a match against the best so far, by equal simulations."""
    if plan.gate is None:
        return report
    bots = [f"weights:{path if path is not None else ''}:mcts:{plan.simulations}" for path in (new, best)]
    records = new.with_name(f"match-{report.number}.jsonl")
    verdict, _ = match(
        game,
        plan.seats,
        bots,
        plan.gate,
        plan.cap,
        plan.seed * 1000 + report.number,
        jobs=plan.jobs,
        records=records,
        resume=records.exists(),
    )
    fields = (report.course, report.before, report.after, verdict.decided, verdict.share, verdict.blocks)
    return RoundReport(report.number, report.network, report.hash, report.games, report.positions, *fields)
