"""What a position of Settlers is worth: fits a small network of its features to who won in self-play.

    python -m benchmarks.calibrate [--play 200] [--keep]

Replays the games of `settlers-games.jsonl.xz` (a line each: its number, how many play, all actions, chance included), notes the
features of some of their positions (the number of a game says which), and finds the network with which the chances
(`evaluation.values`) explain best who won (`network.py`). Every fifth game is held out; the table and `calibration.svg` show, for
those alone, how often a chance of so much came true. `--keep` writes `kotva/games/settlers/evaluation/weights.py` from all games;
then run `make compile`.

The 8,384 games: 790 by values made by hand, 349 in which these met two first fits, and 7,245 by greedy bots and such as search
30 to 200 times, that value positions by a network or by its forerunner, a sum of weights.
`--play` adds games of bots of today, greedy or searching, that are careless now and then. Let several generations meet when much
has changed: what only looks good in the games of one kind of player (a road long enough to be nearly the longest) is worth less
as soon as all go for it.
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
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.network import SEATS, Floats, Marks, Network, Rows, fit, present
from kotva.bots import Greedy, Mcts
from kotva.engine.arrays import Rng, zeros
from kotva.engine.moves import Moves
from kotva.engine.state import CHANCE, OVER
from kotva.games.settlers import GAME
from kotva.games.settlers.board import COUNTER
from kotva.games.settlers.evaluation import features
from kotva.games.settlers.evaluation.values import EXCESS_WORTH, FINE
from kotva.games.settlers.rules.codes import SETUP_SETTLEMENT, STARTING, TRADING
from kotva.games.settlers.rules.game import Settlers

HERE = Path(__file__).parent
GAMES = HERE / "settlers-games.jsonl.xz"
WEIGHTS = HERE.parent / "kotva" / "games" / "settlers" / "evaluation" / "weights.py"
TRIES: Final = 6  # networks of which the best is kept
# Not fitted: who holds many cards is rich, not wise, and what a seven costs him is drowned in that.
FIXED: Final = {int(features.EXCESS): EXCESS_WORTH << (FINE - 12)}
HEAD = '''"""What features are worth, fitted to who won in self-play; `python -m benchmarks.calibrate` writes it.

In units of 2 to the power of -18 of what makes a chance e times as good.
"""

from typing import Final

from kotva.engine.arrays import ints

EARS: Final = {ears}
'''
LISTS = {
    "WEIGHTS": "What each feature is worth by itself.",
    "INTO": "Feature by feature: how much of it goes into each ear.",
    "BIAS": "What an ear hears when there is nothing.",
    "OUT_OF": "What is heard above nothing is worth so much.",
}


def play(number: int) -> tuple[int, list[int]]:
    """How many play the game of a number and all its actions: greedy bots or, in every other one, such as search; some
    careless, some careless in founding."""
    chance = random.Random(number)
    seats = 3 if number % 4 == 0 else 4
    options = GAME.choose_options(seats)
    slips, founding_slips = chance.choice([0, 0.02, 0.08]), chance.choice([0, 0.3])
    bots: list[Greedy] | list[Mcts]
    if number % 2:
        bots = [Mcts(chance.getrandbits(30), simulations=chance.choice([30, 60, 120, 200])) for _ in range(seats)]
    else:
        bots = [Greedy(chance.getrandbits(30), 3) for _ in range(seats)]
    state, rng, out, actions = GAME.rules.new(options), Rng(chance.getrandbits(30)), Moves(), []
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
    state, row = GAME.rules.new(GAME.choose_options(seats)), zeros(int(features.FEATURES))
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
    data = np.array(x, dtype=np.float32)
    for place in FIXED:
        data[:, :, place] = 0
    return data, np.array(won), np.array(seats), np.array(game)


def tidy(net: Network) -> Network:
    """The same chances in every position of a game, and sensible ones where people write others.

    Fewer than two points occur only while founding: they are as two, which the other features then lower, and founding keeps the
    difference. Ten are seldom seen before the game is over: they go on upwards.
    """
    weights, into = net.weights.copy(), net.into.copy()
    two = features.POINT + 2
    for missing in (1, 2):
        place, founding = two - missing, features.UNFOUNDED + missing - 1
        weights[founding] += weights[place] - weights[two]
        into[founding] += into[place] - into[two]
        weights[place], into[place] = weights[two], into[two]
    weights[features.POINT + 10] = 2 * weights[features.POINT + 9] - weights[features.POINT + 8]
    into[features.POINT + 10] = into[features.POINT + 9]
    for place in FIXED:
        into[place] = 0
    return Network(weights, into, net.bias, net.out_of)


def whole(net: Network) -> dict[str, list[int]]:
    """The network in whole numbers."""

    def finely(numbers: Floats) -> list[int]:
        return [round(float(x) * (1 << FINE)) for x in numbers.ravel()]

    w = finely(net.weights)
    for place, value in FIXED.items():
        w[place] = value
    return {"WEIGHTS": w, "INTO": finely(net.into), "BIAS": finely(net.bias), "OUT_OF": finely(net.out_of)}


def written(numbers: dict[str, list[int]]) -> str:
    """The module of these numbers."""
    out = HEAD.format(ears=len(numbers["BIAS"]))
    for name, found in numbers.items():
        lines = ["    " + " ".join(f"{w}," for w in found[i : i + 12]) for i in range(0, len(found), 12)]
        out += f"# {LISTS[name]}\n{name}: Final = ints([\n" + "\n".join(lines) + "\n])  # fmt: skip\n"
    return out


def bins(p: Floats, won: Marks, seats: Marks) -> list[tuple[int, float, float]]:
    """In ten steps of the chance: how many, the mean chance given, and how often it came true."""
    there = present(seats)
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
    net = fit(data[~out], winners[~out], players[~out])
    loss = net.loss(data[out], winners[out], players[out])
    table = Table("seats", "chance given", "won")
    found = bins(net.chances(data[out], players[out]), winners[out], players[out])
    for n, mean, came in found:
        table.add_row(f"{n:,}", f"{mean:.3f}", f"{came:.3f}")
    Console().print(table)
    print(
        f"{len(data)} positions of {len(kept)} games; loss {loss:.4f} where even chances have {np.log(players[out]).mean():.4f}"
    )
    if given.keep:
        tried = track(range(1, TRIES + 1), "networks", console=Console(stderr=True))
        net = min((fit(data, winners, players, seed) for seed in tried), key=lambda n: n.loss(data, winners, players))
        WEIGHTS.write_text(written(whole(tidy(net))), encoding="utf-8")
        (HERE / "calibration.svg").write_text(draw(found), encoding="utf-8")


if __name__ == "__main__":
    main()
