"""What a position of Settlers is worth: fits the weights of its features to who won in self-play.

    python -m benchmarks.calibrate [--play 200] [--keep]

Replays the games of `settlers-games.jsonl.xz` (a line each: its number, how many play, all actions, chance included), notes the
features of some of their positions (the number of a game says which), and finds the weights with which the chances
(`advice.values`) explain best who won: a conditional logit, by Newton's method. Every fifth game is held out; the table and
`calibration.svg` show, for those alone, how often a chance of so much came true. `--keep` writes
`kotva/games/settlers/advice/weights.py`; then run `make compile`. Without new games it writes the weights that are there.

The 1,139 games are of three generations: 790 by values made by hand, and 349 in which these met two first fits. `--play` adds
games of greedy bots of today that are careless now and then. Let several generations meet when much has changed: what only looks
good in the games of one kind of player (a road long enough to be nearly the longest) is worth less as soon as all go for it.
"""

from __future__ import annotations

import argparse
import json
import lzma
import math
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from rich.table import Table

from kotva.bots import Greedy
from kotva.engine.arrays import Rng, zeros
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OVER
from kotva.games.settlers import GAME
from kotva.games.settlers.advice import features
from kotva.games.settlers.board import COUNTER
from kotva.games.settlers.rules.codes import SETUP_SETTLEMENT, STARTING, TRADING
from kotva.games.settlers.rules.game import Settlers

HERE = Path(__file__).parent
GAMES = HERE / "settlers-games.jsonl.xz"
WEIGHTS = HERE.parent / "kotva" / "games" / "settlers" / "advice" / "weights.py"
UNIT: Final = 4096  # strength for a chance e times as good
SEATS: Final = 4
RIDGE: Final = 10.0
# Not fitted: who holds many cards is rich, not wise, and what a seven costs him is drowned in that.
FIXED: Final = {int(features.EXCESS): -130}
HEAD = '''"""What each feature is worth, fitted to who won in self-play; `python -m benchmarks.calibrate` writes it."""

from typing import Final

from kotva.engine.arrays import ints

WEIGHTS: Final = ints([
'''
Rows = NDArray[np.float64]  # by position, seat and feature
Marks = NDArray[np.int64]


def play(number: int) -> tuple[int, list[int]]:
    """How many play the game of a number and all its actions: greedy bots, some careless, some careless in founding."""
    chance = random.Random(number)
    seats = 3 if number % 4 == 0 else 4
    options = GAME.choose_options(seats)
    slips, founding_slips = chance.choice([0, 0.02, 0.08]), chance.choice([0, 0.3])
    bots = [Greedy(chance.getrandbits(30), 3) for _ in range(seats)]
    state, rng, out, actions = GAME.new(options), Rng(chance.getrandbits(30)), Moves(), []
    assert isinstance(state, Settlers)
    while (actor := int(state.to_act())) != OVER:
        if actor == CHANCE:
            action = int(state.sample(rng, out))
        else:
            view = GAME.view(state, actor, options)
            action = bots[actor].choose(view)
            if chance.random() < (founding_slips if state.phase == SETUP_SETTLEMENT else slips):
                plain = [a for a in view.legal() if a < COUNTER]
                action = chance.choice(plain or [action])
        actions.append(action)
        state.apply(actor, action)
    return seats, actions


def games(path: Path = GAMES) -> Iterator[tuple[int, int, list[int]]]:
    """The kept games: number, how many play, actions."""
    if path.exists():
        with lzma.open(path, "rt", encoding="ascii") as lines:
            for line in lines:
                number, seats, actions = json.loads(line)
                yield number, seats, actions


def add_games(more: int, path: Path = GAMES) -> None:
    """Play so many new games and keep them beside the others."""
    kept = list(games(path))
    first = max((number for number, _, _ in kept), default=-1) + 1
    numbers = track(range(first, first + more), "games", console=Console(stderr=True))
    kept += [(number, *play(number)) for number in numbers]
    with lzma.open(path, "wt", preset=9 | lzma.PRESET_EXTREME, encoding="ascii") as out:
        for game in kept:
            out.write(json.dumps(game, separators=(",", ":")) + "\n")


def positions(number: int, seats: int, actions: list[int]) -> tuple[list[list[list[int]]], int]:
    """The features of all seats in some positions of a game, and who won it (-1: nobody)."""
    chance = random.Random(number)
    state, row = GAME.new(GAME.choose_options(seats)), zeros(int(features.FEATURES))
    assert isinstance(state, Settlers)
    found = []
    for action in actions:
        state.apply(state.to_act(), action)
        if state.phase > STARTING and state.phase != TRADING and state.to_act() != OVER:
            if chance.random() < (0.35 if state.round == 0 else 0.06):
                rows = [[0] * int(features.FEATURES) for _ in range(SEATS)]
                for seat in range(seats):
                    features.look(state, seat, row)
                    rows[seat] = [int(x) for x in row]
                found.append(rows)
    return found, int(state.winner)


def gather(kept: list[tuple[int, int, list[int]]]) -> tuple[Rows, Marks, Marks, Marks]:
    """Of all positions: the features, who won, how many played, and the number of the game."""
    x, won, seats, game = [], [], [], []
    for number, playing, actions in track(kept, "replay", console=Console(stderr=True)):
        rows, winner = positions(number, playing, actions)
        if winner >= 0:
            x += rows
            won += [winner] * len(rows)
            seats += [playing] * len(rows)
            game += [number] * len(rows)
    data = np.array(x, dtype=np.float64)
    for place in FIXED:
        data[:, :, place] = 0
    return data, np.array(won), np.array(seats), np.array(game)


def chances(x: Rows, seats: Marks, weights: Rows) -> Rows:
    u = x @ weights
    u[np.arange(SEATS)[None, :] >= seats[:, None]] = -1e9
    p = np.exp(u - u.max(axis=1, keepdims=True))
    return np.asarray(p / p.sum(axis=1, keepdims=True))


def fit(x: Rows, won: Marks, seats: Marks) -> Rows:
    """Newton's method on the likelihood of the winners, with a small ridge on standardised features."""
    there = np.arange(SEATS)[None, :] < seats[:, None]
    scale = np.maximum(x[there].std(axis=0), 1e-3)
    z, weights = x / scale, np.zeros(x.shape[2])
    for _ in range(15):
        p = chances(z, seats, weights)
        hit = np.zeros_like(p)
        hit[np.arange(len(won)), won] = 1
        mean = np.einsum("ns,nsf->nf", p, z)
        slope = np.einsum("ns,nsf->f", hit - p, z) - RIDGE * weights
        bend = np.einsum("ns,nsf,nsg->fg", p, z, z, optimize=True) - mean.T @ mean + RIDGE * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        weights = weights + step
        if np.abs(step).max() < 1e-4:
            break
    return np.asarray(weights / scale)


def tidy(weights: Rows) -> list[int]:
    """Whole numbers. Fewer than two points occur only while founding: they go on downwards, and founding keeps the difference."""
    w = [round(UNIT * float(x)) for x in weights]
    step, one, two = w[3] - w[2], w[1] + w[features.UNFOUNDED], w[0] + w[features.UNFOUNDED + 1]
    w[1], w[0], w[10] = w[2] - step, w[2] - 2 * step, 2 * w[9] - w[8]
    w[features.UNFOUNDED], w[features.UNFOUNDED + 1] = one - w[1], two - w[0]
    for place, value in FIXED.items():
        w[place] = value
    return w


def bins(p: Rows, won: Marks, seats: Marks) -> list[tuple[int, float, float]]:
    """In ten steps of the chance: how many, the mean chance given, and how often it came true."""
    there = np.arange(SEATS)[None, :] < seats[:, None]
    hit = (np.arange(SEATS)[None, :] == won[:, None])[there]
    given = p[there]
    found = []
    for step in range(10):
        here = (given >= step / 10) & (given < (step + 1) / 10)
        if here.any():
            found.append((int(here.sum()), float(given[here].mean()), float(hit[here].mean())))
    return found


def draw(found: list[tuple[int, float, float]]) -> str:
    """The points of the table against the line where they should lie."""
    dots = "".join(
        f'<circle cx="{40 + 300 * given:.1f}" cy="{340 - 300 * came:.1f}" r="{2 + math.log10(n):.1f}" fill="#1f6f8b"/>'
        for n, given, came in found
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 380" font-family="sans-serif" font-size="12">'
        '<rect width="360" height="380" fill="#fff"/><path d="M40 40V340H340" fill="none" stroke="#333"/>'
        f'<path d="M40 340L340 40" stroke="#bbb" stroke-dasharray="4"/>{dots}'
        '<text x="190" y="368" text-anchor="middle">chance given (0 to 1)</text>'
        '<text x="40" y="28">won (0 to 1); held-out games</text></svg>\n'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--play", type=int, default=0, metavar="N", help="play so many games more and keep them")
    parser.add_argument("--keep", action="store_true", help="write the weights and the picture")
    given = parser.parse_args()
    if given.play:
        add_games(given.play)
    kept = list(games())
    data, winners, players, number = gather(kept)
    out = number % 5 == 3
    weights = fit(data[~out], winners[~out], players[~out])
    p = chances(data[out], players[out], weights)
    loss = float(-np.log(p[np.arange(len(p)), winners[out]]).mean())
    table = Table("seats", "chance given", "won")
    found = bins(p, winners[out], players[out])
    for n, mean, came in found:
        table.add_row(f"{n:,}", f"{mean:.3f}", f"{came:.3f}")
    Console().print(table)
    print(
        f"{len(data)} positions of {len(kept)} games; loss {loss:.4f} where even chances have {np.log(players[out]).mean():.4f}"
    )
    if given.keep:
        numbers = tidy(fit(data, winners, players))
        lines = ["    " + " ".join(f"{w}," for w in numbers[i : i + 9]) for i in range(0, len(numbers), 9)]
        WEIGHTS.write_text(HEAD + "\n".join(lines) + "\n])  # fmt: skip\n", encoding="utf-8")
        (HERE / "calibration.svg").write_text(draw(found), encoding="utf-8")


if __name__ == "__main__":
    main()
