"""`python -m benchmarks.levels`: whether easy, medium and hard are a step each in ten small games without a line of advice.

Games are played in passes over all matches and kept in build/levels as they are played: a run that is stopped goes on. The bound
was fixed before anything was played: one bot of the better level against as many of the lower one as there are seats left wins
at least fifteen points more than its even share. Levels were tuned with games of seed 1; what is published is of another seed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from benchmarks.tiny import GAMES
from kotva.arena import wilson
from kotva.arena.chart import Bar, bars
from kotva.arena.rows import GameRow
from kotva.arena.worker import Task, play_one
from kotva.engine.game import Game
from kotva.engine.levels import Levels

HERE = Path(__file__).resolve().parent
KEPT = HERE.parent / "build" / "levels"
STEP = 0.15
SEED = 2
PASSES = 4
_HARD = f"mcts:{Levels().hard}"
STEPS = (("easy", "random", 120), ("medium", "easy", 80), (_HARD, "medium", 40))


@dataclass(slots=True)
class LevelMatch:
    """One level against the one below in one game."""

    game: Game
    strong: str
    weak: str
    games: int
    rows: list[GameRow] = field(default_factory=list)

    @property
    def seats(self) -> int:
        return self.game.rules.seats[0]

    @property
    def goal(self) -> float:
        return 1 / self.seats + STEP

    @property
    def wins(self) -> float:
        return sum(1 / len(row.winners) for row in self.rows for seat in row.winners if row.who[seat] == 0)

    @property
    def share(self) -> float:
        return self.wins / len(self.rows) if self.rows else 0.0

    @property
    def path(self) -> Path:
        levels = Levels()
        mark = f"{levels.glances}-{levels.tries}-{levels.medium}"
        return KEPT / f"{self.game.id}-{self.strong}-{self.weak}-{mark}.jsonl".replace(":", "_")

    def load(self) -> None:
        """The games that are kept."""
        if self.path.is_file():
            lines = self.path.read_text(encoding="utf-8").splitlines()
            self.rows = [GameRow.from_json(json.loads(line)) for line in lines][: self.games]

    def play(self, games: int, progress: Progress, bar: object) -> None:
        """So many more games."""
        task = Task(self.game.id, self.game.version, self.seats, (self.strong, self.weak), (), SEED, ())
        options = self.game.choose_options(self.seats, {})
        KEPT.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            for _ in range(min(games, self.games - len(self.rows))):
                row = play_one(self.game, options, task, len(self.rows))
                self.rows.append(row)
                file.write(json.dumps(row.to_json()) + "\n")
                file.flush()
                progress.advance(bar, 1)  # type: ignore[arg-type]


def matches() -> list[LevelMatch]:
    return [LevelMatch(game, strong, weak, games) for strong, weak, games in STEPS for game in GAMES]


def markdown(played: Sequence[LevelMatch]) -> str:
    """The table, with what is missing or missed said."""
    levels = Levels()
    met = sum(match.share >= match.goal for match in played)
    lines = [
        "# Levels in games without advice",
        "",
        "Ten games of a few lines each (`benchmarks/tiny`), of which bots are told the rules and nothing else: no values,",
        "no merits, no levels of their own. One bot of the better level plays against as many of the lower one as there",
        "are seats left. The bound, fixed before: fifteen points more than its even share. Hard bots have a fixed number",
        f"of simulations here ({levels.hard}, fewer than in their second on a quiet machine); medium ones have",
        f"{levels.medium}, and easy ones play what they notice out {levels.tries} times. `python -m benchmarks.levels`",
        "measures it again.",
        "",
        f"{met} of {len(played)} steps are met by their figure.",
        "",
        "![Shares of wins](levels.svg)",
        "",
        "| game | seats | step | wins | 95 % interval | goal | games | |",
        "|---|---:|---|---:|---:|---:|---:|---|",
    ]
    names = {_HARD: "hard"}
    for match in sorted(played, key=lambda match: GAMES.index(match.game)):
        low, high = wilson(match.wins, len(match.rows))
        said = "met" if match.share >= match.goal else "**missed**"
        lines.append(
            f"| {match.game.title} | {match.seats} | {names.get(match.strong, match.strong)} against {match.weak} | "
            f"{100 * match.share:.0f} % | {100 * low:.0f} – {100 * high:.0f} % | {100 * match.goal:.0f} % | "
            f"{len(match.rows)} | {said} |"
        )
    kinds = ["", "What they are: " + " ".join(_about(game) for game in GAMES), ""]
    return "\n".join(lines + kinds)


def _about(game: Game) -> str:
    state = type(game.rules.new(game.choose_options(game.rules.seats[0], {})))
    return f"**{game.title}**: {' '.join((state.__doc__ or '').split())}"


def picture(played: Sequence[LevelMatch]) -> str:
    rows = []
    for match in sorted(played, key=lambda match: GAMES.index(match.game)):
        low, high = wilson(match.wins, len(match.rows))
        strong = "hard" if match.strong == _HARD else match.strong
        rows.append(
            Bar(
                f"{match.game.title}: {strong}",
                match.share,
                low,
                high,
                match.goal,
                f"{100 * match.share:.0f} % / {match.weak}",
            )
        )
    return bars(
        "Each level against the one below", rows, "whiskers: 95 % intervals; dashes: an even share and fifteen points"
    )


@click.command()
@click.option("--minutes", type=click.FloatRange(0), default=60, show_default=True, help="How long, at most.")
def main(minutes: float) -> None:
    """Play what is missing, and write LEVELS.md and levels.svg."""
    played = matches()
    for match in played:
        match.load()
    end = monotonic() + 60 * minutes
    screen = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=screen, disable=not screen.is_terminal) as progress:
        total = sum(match.games for match in played)
        bar = progress.add_task("games", total=total, completed=sum(len(match.rows) for match in played))
        for number in range(1, PASSES + 1):
            for match in played:
                if monotonic() < end:
                    progress.update(bar, description=f"{match.game.id}: {match.strong}")
                    match.play(match.games * number // PASSES - len(match.rows), progress, bar)
    there = [match for match in played if match.rows]
    (HERE / "LEVELS.md").write_text(markdown(there), encoding="utf-8")
    (HERE / "levels.svg").write_text(picture(there), encoding="utf-8")
    click.echo(markdown(there))


if __name__ == "__main__":
    main()
