"""`python -m kotva.train GAME`: learn a game from self-play, into a folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from kotva import games as registry
from kotva.arena.sequential import Bounds
from kotva.engine.errors import KotvaError
from kotva.extras import MISSING

if TYPE_CHECKING:
    from kotva.train.rounds import RoundReport


@click.command()
@click.argument("game")
@click.option("--seats", type=int, default=2, show_default=True, help="How many players.")
@click.option("--games", type=int, default=500, show_default=True, help="Games of self-play in each round.")
@click.option("--simulations", type=int, default=100, show_default=True, help="For each decision of these games.")
@click.option("--rounds", type=int, default=1, show_default=True, help="How often to play and fit.")
@click.option("--hidden", type=int, default=16, show_default=True, help="Hidden units; 0: a sum of weights.")
@click.option("--epochs", type=int, default=8, show_default=True, help="Passes over all positions.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same games and network.")
@click.option("--jobs", type=int, default=1, show_default=True, help="How many games at once.")
@click.option("--alone", is_flag=True, help="Learn without what the game itself says of positions.")
@click.option(
    "--gate", default="", metavar="LOWER,UPPER", help="A match by these shares in percent judges each network."
)
@click.option("--cap", type=int, default=200, show_default=True, help="Blocks of that match at most.")
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), default=None, help="The folder; build/train/GAME."
)
def train(
    game: str,
    seats: int,
    games: int,
    simulations: int,
    rounds: int,
    hidden: int,
    epochs: int,
    seed: int,
    jobs: int,
    alone: bool,
    gate: str,
    cap: int,
    out: Path | None,
) -> None:
    """Learn a GAME, by its id or the file that has it, from self-play."""
    try:
        try:
            from kotva.train.rounds import LearningPlan, learn
        except ImportError as error:
            if error.name != "numpy":
                raise
            raise KotvaError(MISSING, what="kotva.train", library="numpy", extra="train") from None
        played = registry.load_file(Path(game))[0] if game.endswith(".py") else registry.load(game)
        bounds = Bounds(*(float(part) / 100 for part in gate.split(","))) if gate else None
        plan = LearningPlan(seats, games, simulations, rounds, hidden, epochs, seed, jobs, alone, bounds, cap)
        folder = out or Path("build/train") / played.id
        screen = Console(stderr=True)
        with Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.completed:.0f}/{task.total:.0f}"),
            TimeRemainingColumn(),
            console=screen,
            disable=not screen.is_terminal,
        ) as progress:
            bars: dict[str, TaskID] = {}

            def note(what: str, done: int, of: int) -> None:
                if what not in bars:
                    bars[what] = progress.add_task(what, total=of)
                progress.update(bars[what], completed=done, total=of)

            reports = learn(played, plan, folder, note)
    except (KotvaError, ValueError, TypeError) as error:
        raise click.ClickException(str(error)) from None
    for report in reports:
        click.echo(told(report, folder))


def told(report: RoundReport, folder: Path) -> str:
    """A round in two lines."""
    before, after = report.before, report.after
    where = f"{folder / report.network} ({report.hash})"
    held_out = f"{before[0]:.4f} before, {after[0]:.4f} after (who won alone: {before[1]:.4f}, {after[1]:.4f})"
    lines = [
        f"round {report.number}: {report.games} games, {report.positions} positions, {where}",
        f"  loss on games held out, in nats: {held_out}",
    ]
    if report.verdict:
        lines.append(f"  match: {report.verdict}, {100 * report.share:.1f} % of {report.blocks} blocks")
    return "\n".join(lines)


if __name__ == "__main__":
    train()
