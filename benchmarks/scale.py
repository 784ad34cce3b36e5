"""`python -m benchmarks.scale`: what a million games cost, by arithmetic from measured figures; writes it into docs/scale.md."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import click
from rich.console import Console
from rich.progress import track

from benchmarks.report import machine
from kotva import games
from kotva.arena import simulate
from kotva.arena.row_files import open_file
from kotva.arena.rows import GameRow
from kotva.arena.worker import task_for

DOCS = Path(__file__).resolve().parents[1] / "docs" / "scale.md"
BEGIN, END = "<!-- figures: written by python -m benchmarks.scale -->", "<!-- end of figures -->"
MILLION, CORES = 1_000_000, 800  # 100 machines of 8 cores
BUDGET = 0.2  # seconds for a decision, as `mcts:200ms` takes them
PRICE = 0.03  # of an hour of a core
RANDOM = (("bosman", 4, 2000), ("hexxi", 4, 1500), ("seameni", 4, 1500), ("settlers", 4, 40), ("triremes", 2, 1500))


@dataclass(frozen=True)
class Cost:
    """What a game takes."""

    who: str
    actions: float  # in a game: chance's included, or of the players that think
    seconds: float

    def row(self) -> str:
        each = f"{1000 * self.seconds:.2g} ms" if self.seconds < 1 else f"{self.seconds:.0f} s"
        alone, many = self.seconds * MILLION, self.seconds * MILLION / CORES
        return f"| {self.who} | {self.actions:,.0f} | {each} | {duration(alone)} | {duration(many)} |"


def duration(seconds: float) -> str:
    """A time as people say it."""
    for unit, size in (("days", 86_400.0), ("h", 3_600.0), ("min", 60.0)):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}" if seconds >= 20 * size else f"{seconds / size:.1f} {unit}"
    return f"{seconds:.0f} s" if seconds >= 10 else f"{seconds:.1f} s"


def random_games(game: str, seats: int, count: int) -> Cost:
    """Random players, through `simulate` in one process, its rows included."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rows.jsonl"
        start = process_time()
        simulate(game, seats, ["random"], count, seed=1, records=file)
        spent = process_time() - start
        rows = read(file)
    return Cost(f"{game}, {seats} players, random", sum(row["length"] for row in rows) / count, spent / count)


def decisions(count: int) -> float:
    """How often somebody decides in a game of Bosman between searching bots."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rows.jsonl"
        simulate("bosman", 4, ["mcts:50"], count, seed=1, records=file, moves=True)
        return sum(not move.startswith("*") for row in read(file) for move in row["moves"]) / count


def sizes(count: int) -> tuple[float, float]:
    """Bytes of a row of Bosman, without and with its moves."""
    out = []
    with tempfile.TemporaryDirectory() as folder:
        for moves in (False, True):
            file = Path(folder) / f"{moves}.jsonl"
            simulate("bosman", 4, ["random"], count, seed=1, records=file, moves=moves)
            out.append(sum(len(line) for line in file.read_bytes().splitlines()[1:]) / count)
    return out[0], out[1]


def written(count: int) -> float:
    """Rows a second that the process at the head can write, as fast as workers may bring them."""
    game = games.load("bosman")
    task = task_for(game, 4, ("random",), 1, {}, False)
    parts = [[GameRow(i, (0, 0, 0, 0), 172, "wind", (9, 8, 7, 6), (1, 2, 3, 4))] * 100 for i in range(count // 100)]
    with tempfile.TemporaryDirectory() as folder:
        writer, _ = open_file(Path(folder) / "rows.jsonl", task, False)
        start = process_time()
        for part in parts:
            writer.write(part)
        spent = process_time() - start
        writer.close()
    return count / spent


def read(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()[1:]]


def markdown(costs: list[Cost], row: float, moves: float, rate: float, busy: bool) -> str:
    """The part of docs/scale.md between its marks."""
    search = costs[-1]
    hours = search.seconds * MILLION / 3600
    return "\n".join(
        [
            BEGIN,
            machine() + (" Measured while the machine was busy with other work." if busy else ""),
            "",
            "| who plays | actions a game | a game, one core | a million games, one core | on 100 machines of 8 cores |",
            "|---|---:|---:|---:|---:|",
            *(cost.row() for cost in costs),
            "",
            f"A million rows of Bosman are {row * MILLION / 1e6:,.0f} MB of JSON lines ({row:.0f} bytes each), with `--moves`",
            f"{moves * MILLION / 1e9:.1f} GB. The process at the head writes {round(rate, -3):,.0f} rows a second, a million in",
            f"{duration(MILLION / rate)}. The search in the last line is {hours:,.0f} core hours; at {PRICE} a core hour that is",
            f"{hours * PRICE:,.0f} for the million games.",
            END,
        ]
    )


@click.command()
@click.option("--busy", is_flag=True, help="Say that the machine had other work to do.")
@click.option("--rounds", default=3, show_default=True, help="How often random games are measured; the median counts.")
def main(busy: bool, rounds: int) -> None:
    """Measure what simulations cost."""
    screen = Console(stderr=True)
    costs: list[Cost] = []
    for game, seats, count in track(RANDOM, "games", console=screen, disable=not screen.is_terminal):
        tries = [random_games(game, seats, count) for _ in range(rounds)]
        costs.append(Cost(tries[0].who, tries[0].actions, median(cost.seconds for cost in tries)))
    asked = decisions(8)
    costs.append(Cost("bosman, 4 players, `mcts:200ms` for every decision", asked, asked * BUDGET))
    text = markdown(costs, *sizes(300), written(50_000), busy)
    put_into(DOCS, text)
    click.echo(text)


def put_into(path: Path, text: str) -> None:
    """In the place of what stood between the marks."""
    whole = path.read_text(encoding="utf-8")
    start, end = whole.index(BEGIN), whole.index(END) + len(END)
    path.write_text(whole[:start] + text + whole[end:], encoding="utf-8")


if __name__ == "__main__":
    main()
