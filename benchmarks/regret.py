"""What a choice of search costs: how much worse it is than the best one, if all are looked into equally long.

    python -m benchmarks.regret [--game settlers] [--players 4] [--positions 40] [--simulations 2000,16300] [--seed 1]

Positions are of games that bots play. There every action that makes sense gets a search of its own, as long as those of the
others: what is tried more is planned further and looks better for that alone, so visits of one tree would judge themselves.
Then trees of so many simulations choose. By simulations, never by the clock. A row for each number of simulations: the mean
loss in thousandths of a chance, and how often the choice is as good as the best (within two thousandths).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from random import Random
from statistics import mean, stdev

from rich.console import Console
from rich.progress import Progress

from kotva import games as registry
from kotva.bots import make
from kotva.bots.bot import SensibleChoices
from kotva.engine.arrays import Rng
from kotva.engine.game import Game, View
from kotva.engine.moves import Moves
from kotva.engine.search import Search
from kotva.engine.state import CHANCE, OVER

BOT = "mcts:100"
SHARE = 0.04  # of the decisions of a game
MOST = 20  # actions: where there are more, all of them would take too long
EQUAL = 2.0  # thousandths: nobody could tell the difference

Asked = tuple[View, int, list[int]]  # whose choice it is, and from what


def main(given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", default="settlers")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--simulations", default="2000,16300")
    parser.add_argument("--each", type=int, default=20_000, help="simulations of every action by itself")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(given)
    numbers = [int(n) for n in chosen.simulations.split(",")]
    random = Random(chosen.seed)
    lost: dict[int, list[float]] = {n: [] for n in numbers}
    with Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task(f"{chosen.game}: positions", total=chosen.positions)
        asked = decisions(registry.load(chosen.game), chosen.players, random)
        for _ in range(chosen.positions):
            for n, loss in losses(next(asked), numbers, chosen.each, random).items():
                lost[n].append(loss)
            progress.advance(bar)
    for n, found in lost.items():
        print(row(n, found))


def row(simulations: int, lost: Sequence[float]) -> str:
    spread = stdev(lost) / len(lost) ** 0.5 if len(lost) > 1 else 0.0
    equal = sum(loss <= EQUAL for loss in lost) / len(lost)
    share = f"best {100 * equal:.0f} % of {len(lost)}"
    return f"{simulations:>7,} simulations: {mean(lost):5.2f} ± {spread:.2f} thousandths lost, {share}"


def decisions(game: Game, seats: int, random: Random) -> Iterator[Asked]:
    """Some of the choices that bots have in games among themselves."""
    options = game.choose_options(seats)
    while True:
        state, rng, out = game.rules.new(options), Rng(random.getrandbits(40)), Moves()
        bots = [make(BOT, random.getrandbits(30)) for _ in range(seats)]
        while (actor := int(state.to_act())) != OVER:
            if actor == CHANCE:
                state.apply(CHANCE, state.sample(rng, out))
                continue
            view = game.view(state, actor, options)
            seat, fit = SensibleChoices().choices(view)
            if 1 < len(fit) <= MOST and random.random() < SHARE:
                yield view, seat, fit
            game.play(state, actor, bots[actor].choose(view))


def losses(asked: Asked, numbers: Sequence[int], each: int, random: Random) -> dict[int, float]:
    """What the choice of a tree of so many simulations costs, in thousandths of a chance."""
    view, seat, actions = asked
    worth = {action: value_of(view, seat, action, each, random.getrandbits(30)) for action in actions}
    best = max(worth.values())
    found = {}
    for n in numbers:
        tree = Search(view.seen, seat, actions, view.game.bots.evaluation, random.getrandbits(30))
        tree.run(n)
        found[n] = best - worth[int(tree.best())]
    return found


def value_of(view: View, seat: int, action: int, simulations: int, seed: int) -> float:
    """The mean of an action that nothing competes with."""
    tree = Search(view.seen, seat, [action], view.game.bots.evaluation, seed)
    tree.run(simulations)
    return int(tree.total[1]) / max(1, int(tree.visits[1]))


if __name__ == "__main__":
    main()
