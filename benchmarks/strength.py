"""How strong bots are and how their games end: every game and number of players, by fixed simulations.

    python -m benchmarks --only strength              all of it, as far as an hour goes
    python -m benchmarks --only strength --minutes 30

Games are played in passes over all matches, so that a run that is stopped has figures for everything, with wider intervals. Every
game is kept as it is played (build/strength, and played.tar.xz at the end): the next run, also on another machine, goes on where
this one stopped, as long as the sources that decide how bots play are the same, or play the same: then the first games that are
kept come out as they did, to the last score.
"""

from __future__ import annotations

import hashlib
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from rich.progress import Progress, TaskID

from benchmarks.figures import Figure
from benchmarks.targets import FLOORS, LEAD, LIMITED, LIMITS, PAIRED, PASSES, SEARCH, games_of
from kotva import games as registry
from kotva.arena import simulate, wilson
from kotva.arena.row_files import read
from kotva.arena.rows import GameRow
from kotva.arena.seating import ALL, TURN
from kotva.arena.worker import task_for
from kotva.engine.errors import KotvaError

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "build" / "strength"
SEED = 1
TRIED = 2  # games of other sources that are played again before the rest of them counts
STEP, ENDINGS, FLOOR = "step", "endings", "floor"


_CHEAPEST = {"medium": 0, "greedy": 1, SEARCH: 3}


class TimeIsUp(Exception):
    """The run has had its minutes."""


@dataclass(slots=True)
class Match:
    """One bot against copies of another (a step from level to level, or what the least bot must do), or a bot against itself (how
    games end)."""

    kind: str
    game: str
    seats: int
    title: str
    bots: tuple[str, ...]
    games: int
    goal: float = 0.0  # the share of wins, if it is no step
    rows: list[GameRow] = field(default_factory=list)
    sources: str = ""  # by which it is played: those of now

    def __post_init__(self) -> None:
        self.sources = self.sources or fingerprint(self.game)

    @property
    def seating(self) -> str:
        """Partners stay partners; one bot against copies of another sits everywhere by turning."""
        return TURN if (self.game, self.seats) in PAIRED else ALL

    @property
    def path(self) -> Path:
        """Where its games are kept."""
        return KEPT / self.sources / f"{self.game}-{self.seats}-{'-'.join(self.bots).replace(':', '')}.jsonl"

    @property
    def finished(self) -> list[GameRow]:
        return [row for row in self.rows if row.finished]

    @property
    def wins(self) -> float:
        """Of the first bot, and of its partner who is one as well; a shared first place counts its share."""
        return sum(1 / len(row.winners) for row in self.finished for seat in row.winners if self.is_first(row, seat))

    def is_first(self, row: GameRow, seat: int) -> bool:
        return self.bots[row.who[seat]] == self.bots[0]

    @property
    def even(self) -> float:
        """The share of a bot that is no better than the others."""
        return 0.5 if (self.game, self.seats) in PAIRED else 1 / self.seats

    @property
    def limited(self) -> int:
        """Games that a limit ended."""
        return (
            sum(row.reason in LIMITS.get(self.game, ()) for row in self.finished) + len(self.rows) - len(self.finished)
        )

    @property
    def by_seat(self) -> list[float]:
        """The share of games that each seat won."""
        won = [0.0] * self.seats
        for row in self.finished:
            for seat in row.winners:
                won[seat] += 1 / len(row.winners)
        return [x / max(1, len(self.finished)) for x in won]

    @property
    def reasons(self) -> Counter[str]:
        return Counter(row.reason or "unfinished" for row in self.rows)

    def figure(self) -> Figure:
        """The share of wins beside an even share and the lead that a step is; or of games that a limit ended."""
        n, note = len(self.rows), f"{len(self.rows)} games"
        what = f"{self.title}, {self.seats} players"
        if self.kind != ENDINGS:
            low, high = wilson(self.wins, n)
            goal = self.goal or self.even + LEAD
            return Figure("strength", self.game, what, self.wins / n, low, high, goal, unit="%", note=note)
        low, high = wilson(self.limited, n)
        share = self.limited / n
        return Figure("strength", self.game, what, share, low, high, LIMITED, at_most=True, unit="%", note=note)


def matches(wanted: Sequence[str]) -> list[Match]:
    """Everything that is measured."""
    found = []
    for name in wanted:
        game = registry.load(name)
        hard = f"mcts:{game.bots.levels.hard}"
        for seats in game.rules.seats:
            count = games_of(seats)
            times = 2 if (name, seats) in PAIRED else 1
            found += [
                Match(STEP, name, seats, "medium against easy", ("medium", "easy") * times, count.step),
                Match(STEP, name, seats, "hard against medium", (hard, "medium") * times, count.step),
                Match(ENDINGS, name, seats, "greedy against itself: by a limit", ("greedy",), count.greedy),
                Match(ENDINGS, name, seats, f"{SEARCH} against itself: by a limit", (SEARCH,), count.search),
            ]
        for floor in FLOORS:
            if floor.game == name:
                title, bots = "greedy against random", ("greedy", "random")
                found.append(Match(FLOOR, name, floor.seats, title, bots, floor.games, floor.share))
    return found


def play(all_matches: Sequence[Match], jobs: int, minutes: float, progress: Progress, quick: bool = False) -> None:
    """Play as much of it as there is time for, a part of every match at a time."""
    end = monotonic() + 60 * minutes
    cheap = sorted(all_matches, key=lambda m: _CHEAPEST.get(m.bots[0], 2))  # the dearest last in each pass
    bars = [progress.add_task(f"{m.game}, {m.seats}: {m.title}", total=m.games) for m in cheap]
    for match in cheap:
        look_up(match)  # what was played before counts, also where there is no time for more
    for part in PASSES[:1] if quick else PASSES:
        for match, bar in zip(cheap, bars):
            progress.reset(bar)  # games of earlier passes and runs are told anew
            count = max(2 * match.seats, round(part * match.games))
            if not one_pass(match, count, jobs, partial(advance, progress, bar, end)):
                return


def advance(progress: Progress, bar: TaskID, end: float, n: int) -> None:
    """Some games more; TimeIsUp when there is no time for others."""
    progress.advance(bar, n)
    if monotonic() > end:
        raise TimeIsUp


def one_pass(match: Match, count: int, jobs: int, advance: Callable[[int], None]) -> bool:
    """Play a match up to a number of games, keeping every game; False when time was up on the way."""
    path = match.path
    path.parent.mkdir(parents=True, exist_ok=True)
    adopt(match, jobs)
    in_time = True
    try:
        simulate(
            match.game,
            match.seats,
            match.bots,
            count,
            SEED,
            jobs=jobs,
            progress=advance,
            records=path,
            resume=True,
            seating=match.seating,
        )
    except TimeIsUp:
        in_time = False
    look_up(match)
    return in_time


def look_up(match: Match) -> None:
    """The games that are kept of a match."""
    if match.path.exists():
        match.rows = rows_of(match, match.path)


def rows_of(match: Match, path: Path) -> list[GameRow]:
    task = task_for(registry.load(match.game), match.seats, match.bots, SEED, {}, False, match.seating)
    return sorted(read(path, task), key=lambda row: row.number)


def adopt(match: Match, jobs: int) -> None:
    """Take over the newest games of other sources, if the first of them come out the same when they are played again."""
    found = sorted(match.path.parent.parent.glob(f"*/{match.path.name}"), key=lambda path: path.stat().st_mtime)
    if match.path.exists() or not found:
        return
    with TemporaryDirectory() as folder:
        again = Path(folder) / "again.jsonl"
        simulate(match.game, match.seats, match.bots, TRIED, SEED, jobs=jobs, records=again, seating=match.seating)
        try:
            if rows_of(match, again) == rows_of(match, found[-1])[:TRIED]:
                shutil.copyfile(found[-1], match.path)
        except KotvaError:
            pass  # of another version of the rules


@cache
def fingerprint(game: str) -> str:
    """The sources that decide how bots play a game: rows of other sources are of no use."""
    folders = [ROOT / "kotva" / "engine", ROOT / "kotva" / "bots", ROOT / "kotva" / "games" / game]
    found = hashlib.sha256()
    for path in sorted(path for folder in folders for path in folder.rglob("*.py") if path.parent.name != "learn"):
        if path.name not in _ELSEWHERE:
            found.update(path.read_bytes())
    return found.hexdigest()[:12]


# Texts and pictures do not play.
_ELSEWHERE = frozenset(
    {"text.py", "scene.py", "about.py", "symbols.py", "hint_text.py", "goals.py", "say.py", "observe.py", "program.py"}
)
